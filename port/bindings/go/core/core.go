// Package pawl is 2D physics whose results are the same, bit for bit, on every machine.
//
// Names are those of C without pawl_ and without get_; what C writes through a pointer is given
// back, and a status that is not OK is an *Error. Numbers are Fx and its relatives, structs that no
// literal becomes by accident.
package pawl

// #cgo CFLAGS: -std=c11
// #include <stdlib.h>
// #include "pawl.h"
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

const textMax = 512

// Error is a call that could not do what it was asked to; Told is what else it has said, such as
// the field of a def that is wrong.
type Error struct {
	Status   Status
	Function string
	Told     map[string]any
}

func (e *Error) Error() string {
	text := e.Function + ": " + StatusText(e.Status)
	for name, told := range e.Told {
		text += fmt.Sprintf(", %s %v", name, told)
	}
	return text
}

func check(status C.pawl_status, function string, told ...any) error {
	if status == 0 {
		return nil
	}
	failed := &Error{Status(status), function, map[string]any{}}
	for i := 0; i < len(told); i += 2 {
		failed.Told[told[i].(string)] = told[i+1]
	}
	return failed
}

// Memory is zeroed memory of C, which the library may keep. It goes when nothing leads to it.
type Memory struct {
	pointer unsafe.Pointer
	size    int
}

func NewMemory(size int) *Memory {
	if size < 8 {
		size = 8
	}
	made := &Memory{C.calloc(C.size_t(size+7)/8, 8), (size + 7) / 8 * 8}
	if made.pointer == nil {
		panic("pawl: no memory")
	}
	runtime.SetFinalizer(made, func(one *Memory) { C.free(one.pointer) })
	return made
}

// Bytes is the memory itself, not a copy.
func (m *Memory) Bytes() []byte {
	return unsafe.Slice((*byte)(m.pointer), m.size)
}

func start[T any](list []T) unsafe.Pointer {
	if len(list) == 0 {
		return nil
	}
	return unsafe.Pointer(&list[0])
}

func least(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func leastGiven(a, b int, isGiven bool) int {
	if isGiven && b < a {
		return b
	}
	return a
}

func readText(written []byte) string {
	for i, one := range written {
		if one == 0 {
			return string(written[:i])
		}
	}
	return string(written)
}

func worldAt(pointer unsafe.Pointer, memory *Memory) *World {
	return &World{(*C.pawl_world)(pointer), memory}
}
