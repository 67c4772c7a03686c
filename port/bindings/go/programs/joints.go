// joints.go - a bridge of twelve planks, one of whose hinges breaks under falling balls.
package main

import (
	"fmt"
	"log"

	"pawl"
)

const planks = 12

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func hinge(world *pawl.World, a, b pawl.BodyId, at pawl.Vec2, breakForce pawl.Wide) {
	def := world.JointDefAt(pawl.JointTypeRevolute, a, b, at, pawl.Angle{})
	def.BreakForce = breakForce
	must(world.JointCreate(&def))
}

func build(world *pawl.World) {
	def := pawl.BodyDefDefault()
	def.Position = pawl.Vec2Units(0, -10)
	ground := must(world.BodyCreateBox(&def, nil, pawl.Int(20), pawl.Int(1)))
	def.Type = pawl.BodyTypeDynamic
	before := ground
	for i := 0; i < planks; i++ {
		def.Position = pawl.Vec2Units(int32(i), 0)
		plank := must(world.BodyCreateBox(&def, nil, pawl.Dec("0.5"), pawl.Dec("0.125")))
		limit := pawl.Wide{}
		if i == planks/2 {
			limit = pawl.WideInt(200)
		}
		hinge(world, before, plank, pawl.Vec2{X: pawl.Int(i).Sub(pawl.Dec("0.5"))}, limit)
		before = plank
	}
	hinge(world, before, ground, pawl.Vec2{X: pawl.Dec("11.5")}, pawl.Wide{})
	for i := int32(0); i < 4; i++ {
		def.Position = pawl.Vec2Units(4+i, 5+3*i)
		must(world.BodyCreateCircle(&def, nil, pawl.Dec("0.75")))
	}
}

func main() {
	def := pawl.WorldDefDefault()
	def.BodyCapacity, def.ShapeCapacity, def.JointCapacity = 32, 32, 32
	world := must(pawl.NewWorld(&def))
	build(world)
	begins, ends := uint32(0), uint32(0)
	for tick := 0; tick < 300; tick++ {
		if err := world.Step(nil); err != nil {
			log.Fatal(err)
		}
		events := world.Events()
		begins, ends = begins+events.BeginCount, ends+events.EndCount
		for range events.AllBreaks() {
			fmt.Printf("joints: one broke in step %d\n", tick)
		}
	}
	fmt.Printf("joints: %d touches began, %d ended, hash %08x\n", begins, ends, world.Hash())
}
