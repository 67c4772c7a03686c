// queries.go - what a world answers: rays, casts of shapes, what is in a box, what is nearest.
package main

import (
	"fmt"
	"log"

	"pawl"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// build makes eight boxes and circles on a line, numbered by their user data.
func build(world *pawl.World) {
	body, shape := pawl.BodyDefDefault(), pawl.ShapeDefDefault()
	for i := int32(0); i < 8; i++ {
		body.Position = pawl.Vec2Units(3*i, i%3)
		shape.UserData = uint32(i)
		shape.Filter.Category = 1
		if i%2 == 1 {
			shape.Filter.Category = 2
			must(world.BodyCreateCircle(&body, &shape, pawl.Dec("0.75")))
		} else {
			must(world.BodyCreateBox(&body, &shape, pawl.Int(1), pawl.Dec("0.5")))
		}
	}
}

func main() {
	def := pawl.WorldDefDefault()
	def.BodyCapacity, def.ShapeCapacity, def.JointCapacity = 16, 16, 0
	world := must(pawl.NewWorld(&def))
	build(world)
	say := func(what string, shape pawl.ShapeId, number pawl.Fx) {
		fmt.Printf("queries: %s %d, %v\n", what, world.Shape(shape).UserData(), number)
	}
	ball := must(pawl.MakeCircle(pawl.Vec2{}, pawl.Dec("0.25")))
	left, right := pawl.Vec2Units(-5, 1), pawl.Vec2Units(40, 0)
	filter := pawl.QueryFilterDefault()
	if hit, found := world.RayClosest(left, right, &filter); found {
		say("the ray meets", hit.Shape, hit.Point.X)
	}
	var hits [8]pawl.QueryHit
	for i := uint32(0); i < world.RayAll(left, right, &filter, hits[:]) && i < 8; i++ {
		say("all along it", hits[i].Shape, hits[i].Point.X)
	}
	filter.Mask = 2
	pose := pawl.Pose{Position: left, Rotation: pawl.RotFromAngle(pawl.Angle{})}
	if hit, found := world.CastClosest(&ball, pose, right, &filter); found {
		say("the ball meets", hit.Shape, hit.Point.Y)
	}
	box := pawl.Box{Lower: pawl.Vec2Units(2, -1), Upper: pawl.Vec2Units(13, 3)}
	var inside [8]pawl.QueryOverlap
	for i := uint32(0); i < world.OverlapBox(box, &filter, inside[:]) && i < 8; i++ {
		say("in the box", inside[i].Shape, pawl.Fx{})
	}
	if nearest, found := world.Closest(pawl.Vec2Units(10, 10), pawl.Int(20), nil); found {
		say("nearest is", nearest.Shape, nearest.Distance)
	}
	fmt.Printf("queries: hash %08x\n", world.Hash())
}
