package pawl

// #include "pawl.h"
import "C"

import "unsafe"

// Game is a world that is played over a network with rollback: a session, a world and its saved
// states. Close it, so that what it has registered goes.
type Game struct {
	*Session
	World              *World
	runner             *SessionWorld
	apply              func(world *World, tick uint32, inputs, status []byte)
	players, inputSize int
	slots, memory      *Memory
	forget             func()
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
	*game.runner = SessionWorld{World: unsafe.Pointer(world.pointer), Slots: game.slots.pointer, SlotSize: uint32(slot)}
	game.forget = game.runner.Use(&SessionWorldCalls{Apply: func(world *World, tick uint32, inputs, status unsafe.Pointer) {
		game.apply(world, tick, unsafe.Slice((*byte)(inputs), game.players*game.inputSize), unsafe.Slice((*byte)(status), game.players))
	}})
	return game, nil
}

// Close lets it go.
func (g *Game) Close() { g.forget() }

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
