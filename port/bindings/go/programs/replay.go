// replay.go - verifies a replay, then a copy in which one byte is another one: replay FILE
package main

import (
	"errors"
	"fmt"
	"log"
	"os"

	"pawl"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: replay FILE")
	}
	pawl.WorldLinkAll() // others made the file: it may have anything
	bytes := must(os.ReadFile(os.Args[1]))
	file := must(pawl.OpenReplay(bytes))
	player := must(pawl.NewPlayer(file, false))
	verdict := player.Verify()
	fmt.Printf("replay: as recorded: %s, tick %d, %d checkpoints\n", pawl.StatusText(verdict.Status), verdict.Tick, verdict.Checkpoints)
	fmt.Printf("replay: hash %08x, recorded %08x\n", player.World().Hash(), file.FinalHash)

	bytes[len(bytes)/2] ^= 1
	var failed *pawl.Error
	if _, err := pawl.OpenReplay(bytes); errors.As(err, &failed) {
		fmt.Printf("replay: with a byte changed: %s at %d\n", pawl.StatusText(failed.Status), failed.Told["where"])
	}
}
