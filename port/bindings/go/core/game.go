package pawl

// #include "pawl.h"
// extern bool pawlgoShouldCollide(void *, pawl_world *, pawl_shape_id, pawl_shape_id);
// extern bool pawlgoPreSolve(void *, pawl_world *, pawl_contact *);
// extern pawl_fx pawlgoMixFriction(void *, pawl_fx, uint32_t, pawl_fx, uint32_t);
// extern pawl_fx pawlgoMixRestitution(void *, pawl_fx, uint32_t, pawl_fx, uint32_t);
// extern void pawlgoApply(void *, pawl_world *, uint32_t, uint8_t *, uint8_t *);
import "C"

import "unsafe"

func setHooks(given *StepHooks, hooks *Hooks) {
	if hooks.ShouldCollide != nil {
		given.ShouldCollide = unsafe.Pointer(C.pawlgoShouldCollide)
	}
	if hooks.PreSolve != nil {
		given.PreSolve = unsafe.Pointer(C.pawlgoPreSolve)
	}
	if hooks.MixFriction != nil {
		given.MixFriction = unsafe.Pointer(C.pawlgoMixFriction)
	}
	if hooks.MixRestitution != nil {
		given.MixRestitution = unsafe.Pointer(C.pawlgoMixRestitution)
	}
}

// Game is a world that is played over a network with rollback: a session, a world and its saved
// states. Close it, so that what it has registered goes.
type Game struct {
	*Session
	World              *World
	runner             *SessionWorld
	apply              func(world *World, tick uint32, inputs, status []byte)
	players, inputSize int
	key, slots, memory *Memory
}

// NewGame makes one. apply turns the inputs of a tick into calls, before the step: it gets
// InputSize bytes of each player, in order, and an InputStatus of each. world was made of room.
func NewGame(def SessionDef, room *WorldDef, world *World, apply func(world *World, tick uint32, inputs, status []byte)) (*Game, error) {
	if def.Slots == 0 { // as pawl_session_def has it; said here, so that both mean the same number
		def.Slots = 1
		if def.Window > 0 {
			def.Slots = uint8(least(4*int(def.Window)+32, 128))
		}
	}
	session, failed := NewSession(&def)
	if failed != nil {
		return nil, failed
	}
	slot := (int(WorldSaveSizeMax(room)) + 7) / 8 * 8
	game := &Game{Session: session, World: world, apply: apply, players: int(def.Players), inputSize: int(def.InputSize)}
	game.slots = NewMemory(slot * int(def.Slots))
	game.memory = NewMemory(int(unsafe.Sizeof(SessionWorld{})))
	game.runner = (*SessionWorld)(game.memory.pointer)
	game.key = register(game)
	*game.runner = SessionWorld{World: unsafe.Pointer(world.pointer), Apply: unsafe.Pointer(C.pawlgoApply), Context: game.key.pointer,
		Slots: game.slots.pointer, SlotSize: uint32(slot)}
	return game, nil
}

// Close lets it go.
func (g *Game) Close() { unregister(g.key) }

// AddInput is the input of a player of this machine for the tick at the head.
func (g *Game) AddInput(player uint32, input []byte) error {
	if len(input) != g.inputSize {
		return check(C.PAWL_ERR_ARGUMENT, "pawl_session_add_input")
	}
	return g.Session.AddInput(player, input)
}

// Run answers what the session asks for, up to a step.
func (g *Game) Run() (RequestType, error) {
	asked := g.Session.Run(g.runner)
	return asked, check(C.pawl_status(g.runner.Failed), "pawl_world_step")
}
