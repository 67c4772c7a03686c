// hello.go - a floor and ten boxes on it.
package main

import (
	"fmt"
	"log"

	"pawl"
)

func main() {
	def := pawl.WorldDefDefault()
	def.BodyCapacity, def.ShapeCapacity, def.JointCapacity = 16, 16, 0
	world, err := pawl.NewWorld(&def)
	if err != nil {
		log.Fatal(err)
	}
	body, half := pawl.BodyDefDefault(), pawl.Dec("20.5")
	for i := 0; i < 11; i++ {
		body.Position.Y = pawl.Int(i).Sub(pawl.Dec("0.5"))
		if _, err := world.BodyCreateBox(&body, nil, half, pawl.Dec("0.5")); err != nil {
			log.Fatal(err)
		}
		body.Type, half = pawl.BodyTypeDynamic, pawl.Dec("0.5")
	}
	for tick := 0; tick < 300; tick++ {
		if err := world.Step(nil); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Printf("hello: hash %08x\n", world.Hash())
}
