package pawl

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

// Hooks are functions that a step asks; what is nil is not asked.
type Hooks = StepHooksCalls

// StepWith is Step with functions.
func (o *World) StepWith(hooks *Hooks) error {
	given := StepHooks{}
	defer given.Use(hooks)()
	return o.Step(&given)
}
