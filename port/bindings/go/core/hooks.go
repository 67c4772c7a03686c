package pawl

// #include "pawl.h"
import "C"

import (
	"sync"
	"unsafe"
)

// What C is given as context is a key of this table, since it may not keep pointers of Go.
var (
	callersLock sync.Mutex
	callers     = map[unsafe.Pointer]any{}
)

func callerOf(key unsafe.Pointer) any {
	callersLock.Lock()
	defer callersLock.Unlock()
	return callers[key]
}

func register(caller any) *Memory {
	key := NewMemory(8)
	callersLock.Lock()
	defer callersLock.Unlock()
	callers[key.pointer] = caller
	return key
}

func unregister(key *Memory) {
	callersLock.Lock()
	defer callersLock.Unlock()
	delete(callers, key.pointer)
}

// Hooks are functions that a step asks; what is nil is not asked. They must not panic.
type Hooks struct {
	ShouldCollide  func(world *World, a, b ShapeId) bool
	PreSolve       func(world *World, contact *Contact) bool
	MixFriction    func(a Fx, dataA uint32, b Fx, dataB uint32) Fx
	MixRestitution func(a Fx, dataA uint32, b Fx, dataB uint32) Fx
}

// StepWith is Step with functions.
func (o *World) StepWith(hooks *Hooks) error {
	key := register(hooks)
	defer unregister(key)
	given := StepHooks{Context: key.pointer}
	setHooks(&given, hooks)
	return o.Step(&given)
}

//export pawlgoShouldCollide
func pawlgoShouldCollide(context unsafe.Pointer, world *C.pawl_world, a, b C.pawl_shape_id) C.bool {
	return C.bool(callerOf(context).(*Hooks).ShouldCollide(&World{pointer: world}, *(*ShapeId)(unsafe.Pointer(&a)), *(*ShapeId)(unsafe.Pointer(&b))))
}

//export pawlgoPreSolve
func pawlgoPreSolve(context unsafe.Pointer, world *C.pawl_world, contact *C.pawl_contact) C.bool {
	return C.bool(callerOf(context).(*Hooks).PreSolve(&World{pointer: world}, (*Contact)(unsafe.Pointer(contact))))
}

//export pawlgoMixFriction
func pawlgoMixFriction(context unsafe.Pointer, a C.pawl_fx, dataA C.uint32_t, b C.pawl_fx, dataB C.uint32_t) C.pawl_fx {
	return C.pawl_fx(callerOf(context).(*Hooks).MixFriction(Fx{int32(a)}, uint32(dataA), Fx{int32(b)}, uint32(dataB)).raw)
}

//export pawlgoMixRestitution
func pawlgoMixRestitution(context unsafe.Pointer, a C.pawl_fx, dataA C.uint32_t, b C.pawl_fx, dataB C.uint32_t) C.pawl_fx {
	return C.pawl_fx(callerOf(context).(*Hooks).MixRestitution(Fx{int32(a)}, uint32(dataA), Fx{int32(b)}, uint32(dataB)).raw)
}

//export pawlgoApply
func pawlgoApply(context unsafe.Pointer, world *C.pawl_world, tick C.uint32_t, inputs, status *C.uint8_t) {
	game := callerOf(context).(*Game)
	game.apply(&World{pointer: world}, uint32(tick), unsafe.Slice((*byte)(inputs), game.players*game.inputSize), unsafe.Slice((*byte)(status), game.players))
}
