// session.go - two machines play with rollback over a line that is slow and loses packets.
package main

import (
	"fmt"
	"log"

	"pawl"
)

const (
	ticks  = 300
	flight = 5 // frames that a packet takes; every sixth is lost
	slots  = 64
)

type packet struct {
	frame uint32
	bytes []byte
}

type machine struct {
	*pawl.Game
	number, rest, given uint32
	sent                []packet
	taken               int // of the packets of this machine, by the other one
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func keysAt(player, tick uint32) byte {
	return byte((tick/20*5 + player*3 + tick/50) % 8)
}

// apply: bits 0 and 1 push to the left and to the right, bit 2 up.
func apply(world *pawl.World, players []pawl.BodyId, inputs []byte) {
	for i, player := range players {
		keys := int32(inputs[i])
		if keys != 0 {
			x := pawl.WideDec("0.5").Mul(pawl.WideInt(keys>>1&1 - keys&1))
			_ = world.Body(player).ApplyImpulseToCenter(pawl.Wide2{X: x, Y: pawl.WideInt(keys >> 2 & 1)})
		}
	}
}

// build makes a floor, two walls and eight boxes; the first two are the players.
func build(world *pawl.World) []pawl.BodyId {
	body, boxes := pawl.BodyDefDefault(), []pawl.BodyId{}
	for i := int32(-1); i < 2; i++ {
		if i == 0 {
			body.Position = pawl.Vec2Units(0, -1)
			must(world.BodyCreateBox(&body, nil, pawl.Int(10), pawl.Int(1)))
		} else {
			body.Position = pawl.Vec2Units(10*i, 4)
			must(world.BodyCreateBox(&body, nil, pawl.Int(1), pawl.Int(5)))
		}
	}
	body.Type = pawl.BodyTypeDynamic
	for i := int32(0); i < 8; i++ {
		body.Position = pawl.Vec2Units(2*i-7, 1)
		boxes = append(boxes, must(world.BodyCreateBox(&body, nil, pawl.Dec("0.5"), pawl.Dec("0.5"))))
	}
	return boxes[:2]
}

func newMachine(number uint32, role pawl.SessionRole) *machine {
	room := pawl.WorldDefDefault()
	room.BodyCapacity, room.ShapeCapacity, room.JointCapacity = 16, 16, 0
	world := must(pawl.NewWorld(&room))
	players := build(world)
	def := pawl.SessionDefDefault()
	def.Role, def.InputSize, def.Slots = uint8(role), 1, slots
	def.SessionId = 1     // over a network: random
	def.TrustsLink = true // nothing else can send here
	game := must(pawl.NewGame(def, &room, world, func(world *pawl.World, _ uint32, inputs, _ []byte) { apply(world, players, inputs) }))
	return &machine{Game: game, number: number}
}

func (m *machine) frame(other *machine, now uint32) {
	for ; other.taken < len(other.sent); other.taken++ {
		one := other.sent[other.taken]
		if one.frame+flight > now {
			break
		}
		if other.taken%6 != 5 {
			_ = m.Receive(0, one.bytes, now*17) // packets of an earlier time are no harm
		}
	}
	m.rest += m.TakeAdvice()
	if m.rest > 0 {
		m.rest--
	} else {
		if head := m.Head(); m.Phase() == pawl.SessionPhasePlaying && head >= m.given && head < ticks {
			if err := m.AddInput(m.number, []byte{keysAt(m.number, head)}); err != nil {
				log.Fatal(err)
			}
			m.given = head + 1
		}
		must(m.Run())
	}
	for {
		bytes := make([]byte, pawl.SESSION_PACKET_MAX)
		size, _ := m.Send(bytes, now*17)
		if size <= 0 {
			return
		}
		m.sent = append(m.sent, packet{now, bytes[:size]})
	}
}

func main() {
	host, client := newMachine(0, pawl.SessionRoleHost), newMachine(1, pawl.SessionRoleClient)
	for now := uint32(0); now < 2*ticks; now++ {
		host.frame(client, now)
		client.frame(host, now)
	}
	for _, one := range []*machine{host, client} {
		stats := must(one.Stats(0))
		fmt.Printf("session: machine %d confirmed %d ticks, %d rollbacks, hash %08x\n", one.number, one.Confirmed(), stats.Rollbacks, one.World.Hash())
		one.Close()
	}
}
