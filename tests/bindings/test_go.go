package pawl

// What is Go's alone: layouts, numbers, errors, functions, memory. Numbers are drawn afresh in each
// run; SEED=n repeats them.

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

func drawn(t *testing.T) *rand.Rand {
	seed := time.Now().UnixNano()
	if given, failed := strconv.ParseInt(os.Getenv("SEED"), 10, 64); failed == nil {
		seed = given
	}
	fmt.Printf("%s: seed %d\n", t.Name(), seed)
	return rand.New(rand.NewSource(seed))
}

func rawOf(r *rand.Rand) int32 {
	raw := int32(r.Uint32()) >> []int{0, 8, 16, 30}[r.Intn(4)]
	if raw == -1<<31 {
		raw++
	}
	return raw
}

func statusOf(failed error) Status {
	var told *Error
	switch {
	case failed == nil:
		return StatusOk
	case errors.Is(failed, ErrFormat):
		return StatusErrFormat
	case errors.Is(failed, ErrRange):
		return StatusErrRange
	case errors.As(failed, &told):
		return told.Status
	}
	return -1
}

func TestLayoutsAreThoseOfC(t *testing.T) {
	if strconv.IntSize != 64 {
		t.Skip("not run: the table is that of 64 bits")
	}
	for _, one := range layouts {
		if one.kind.Size() != one.size || one.kind.NumField() != len(one.offsets) {
			t.Errorf("%v: %d bytes, not %d", one.kind, one.kind.Size(), one.size)
			continue
		}
		for i, offset := range one.offsets {
			if one.kind.Field(i).Offset != offset {
				t.Errorf("%v.%s: at %d, not %d", one.kind, one.kind.Field(i).Name, one.kind.Field(i).Offset, offset)
			}
		}
	}
	if len(layouts) < 100 {
		t.Error("where are the records?")
	}
}

func decimal(r *rand.Rand) string {
	text := []string{"", "-", "+"}[r.Intn(3)] + strconv.Itoa(r.Intn(40000))
	if r.Intn(4) > 0 {
		text += "."
		for i := r.Intn(24); i >= 0; i-- {
			text += strconv.Itoa(r.Intn(10))
		}
	}
	if r.Intn(4) == 0 {
		text += []string{"e", "E"}[r.Intn(2)] + []string{"", "-", "+"}[r.Intn(3)] + strconv.Itoa(r.Intn(9))
	}
	if r.Intn(20) == 0 {
		at := r.Intn(len(text) + 1)
		text = text[:at] + []string{".", "e", "-", " ", "x", "0"}[r.Intn(6)] + text[at:]
	}
	return text
}

func TestTextIsReadAndWrittenAsCDoes(t *testing.T) {
	r, read := drawn(t), 0
	for i := 0; i < 2000; i++ {
		text := decimal(r)
		small, failed := ParseFx(text)
		smallC, failedC := FxParse(text)
		if statusOf(failed) != statusOf(failedC) || (failed == nil && small != smallC) {
			t.Fatalf("%q: %v %v, in C %v %v", text, small, failed, smallC, failedC)
		}
		large, failed := ParseWide(text)
		largeC, failedC := WideParse(text)
		if statusOf(failed) != statusOf(failedC) || (failed == nil && large != largeC) {
			t.Fatalf("%q: %v %v, in C %v %v", text, large, failed, largeC, failedC)
		}
		if failed == nil {
			read++
		}
		small, large = RawFx(rawOf(r)), RawWide(int64(r.Uint64())>>r.Intn(63))
		if shown, _ := FxPrint(small); shown != small.String() {
			t.Fatalf("%v, in C %s", small, shown)
		}
		if shown, _ := WidePrint(large); shown != large.String() {
			t.Fatalf("%v, in C %s", large, shown)
		}
		if back := Turn(RawAngle(uint32(small.raw)).String()); back.raw != uint32(small.raw) {
			t.Fatalf("angle %v", back)
		}
		if back := FractionDec(RawFraction(small.raw).String()); back.raw != small.raw {
			t.Fatalf("fraction %v", back)
		}
	}
	if read < 1000 {
		t.Error("too few were numbers")
	}
}

func TestArithmeticIsThatOfC(t *testing.T) {
	r := drawn(t)
	for i := 0; i < 2000; i++ {
		a, b := RawFx(rawOf(r)), RawFx(rawOf(r))
		if a.Add(b) != Add(a, b) || a.Sub(b) != Sub(a, b) || a.Mul(b) != Mul(a, b) {
			t.Fatalf("%v and %v", a, b)
		}
		if wide := (Wide{int64(a.raw)}).Mul(Wide{int64(b.raw)}); int64(Mul(a, b).raw) != saturated(wide.raw, 1<<31-1) {
			t.Fatalf("wide %v and %v", a, b)
		}
	}
	if Dec("0.00000762939453125").raw != 1 || Dec("-0.00000762939453125").raw != -1 || Turn("1.25").raw != 1<<30 || Turn("-1e-99").raw != 1<<32-1 {
		t.Error("halves go away from zero, angles down")
	}
	if (Wide{1<<63 - 1}).Add(Wide{1}).raw != 1<<63-1 || (Wide{1 << 40}).Mul(Wide{-1 << 60}).raw != -(1<<63-1) {
		t.Error("wide numbers stop at the ends")
	}
}

// Each line of this program but the first ones must not compile.
func TestFloatsAreRefused(t *testing.T) {
	lines := []string{
		"var _ pawl.Fx = 0.5",
		"var _ pawl.Fx = 1",
		"var _ = pawl.Fx(2.0)",
		"var _ = pawl.Int(0.5)",
		"var _ = pawl.Dec(0.5)",
		"var _ = pawl.Vec2{X: 0.5}",
		"var _ = pawl.Int(1).Add(0.5)",
		"var _ = pawl.Int(1) + pawl.Int(2)",
	}
	folder, failed := os.MkdirTemp(".", "refused")
	if failed != nil {
		t.Fatal(failed)
	}
	defer os.RemoveAll(folder)
	program := "package main\nimport \"pawl\"\nvar _ = pawl.Dec(\"0.5\")\nfunc main() {}\n" + strings.Join(lines, "\n") + "\n"
	if failed = os.WriteFile(filepath.Join(folder, "main.go"), []byte(program), 0o644); failed != nil {
		t.Fatal(failed)
	}
	said, failed := exec.Command(filepath.Join(runtime.GOROOT(), "bin", "go"), "build", "-gcflags=-e", "-o", os.DevNull, "./"+folder).CombinedOutput()
	if failed == nil {
		t.Fatal("it compiles")
	}
	for i, line := range lines {
		if !strings.Contains(string(said), fmt.Sprintf("main.go:%d:", i+5)) {
			t.Errorf("%s compiles\n%s", line, said)
		}
	}
	if strings.Contains(string(said), "main.go:3:") {
		t.Errorf("what is right does not compile\n%s", said)
	}
}

func room(t *testing.T) *World {
	def := WorldDefDefault()
	def.BodyCapacity, def.ShapeCapacity = 8, 8
	world, failed := NewWorld(&def)
	if failed != nil {
		t.Fatal(failed)
	}
	return world
}

func ball(t *testing.T, world *World, x, y int32, shape *ShapeDef) BodyId {
	def := BodyDefDefault()
	def.Type, def.Position = BodyTypeDynamic, Vec2Units(x, y)
	id, failed := world.BodyCreateCircle(&def, shape, Int(1))
	if failed != nil {
		t.Fatal(failed)
	}
	return id
}

func TestErrorsNameCallAndField(t *testing.T) {
	def := BodyDefDefault()
	_, failed := room(t).BodyCreateCircle(&def, nil, Int(-1))
	var told *Error
	if !errors.As(failed, &told) || told.Function != "pawl_body_create_circle" || told.Status != StatusErrRange {
		t.Error(failed)
	}
	def.Type = 7
	if failed = BodyDefCheck(&def); !errors.As(failed, &told) || told.Told["field"] != "type" {
		t.Error(failed)
	}
	if _, failed = OpenReplay([]byte("no replay, however long it may be")); !errors.As(failed, &told) || told.Told["where"] == nil {
		t.Error(failed)
	}
}

func TestStaleHandles(t *testing.T) {
	world := room(t)
	one := world.Body(ball(t, world, 0, 0, nil))
	if !one.IsValid() || one.Id.IsNull() || !(BodyId{}).IsNull() {
		t.Error("no body")
	}
	if failed := one.Destroy(); failed != nil {
		t.Error(failed)
	}
	if failed := one.SetVelocity(Vec2{}); statusOf(failed) != StatusErrStale {
		t.Error(failed)
	}
}

// Hand in, step, poses out: three calls a frame, and all poses lie in memory of Go.
func TestAFrameTakesThreeCalls(t *testing.T) {
	world, ids := room(t), []BodyId{}
	for i := int32(0); i < 5; i++ {
		ids = append(ids, ball(t, world, 3*i, 0, nil))
	}
	bodies, poses := make([]BodyId, 8), make([]Pose, 8)
	for tick := 0; tick < 60; tick++ {
		failed := world.ApplyCommands([]Command{
			{Type: CommandTypeVelocity, Body: ids[0], Velocity: Vec2{Y: Int(1)}},
			{Type: CommandTypeAngularVelocity, Body: ids[1], Speed: Int(2)},
		}, nil)
		if failed == nil {
			failed = world.Step(nil)
		}
		if count := world.AllPoses(bodies, poses); failed != nil || count != 5 {
			t.Fatal(failed, count)
		}
	}
	for i, id := range ids {
		if bodies[i] != id || poses[i].Position != world.Body(id).Position() {
			t.Error("another pose of", i)
		}
	}
	if !poses[1].Position.Y.Less(poses[0].Position.Y) {
		t.Error("nothing was handed in")
	}
}

func TestContactsAreVisited(t *testing.T) {
	world, def := room(t), BodyDefDefault()
	if _, failed := world.BodyCreateBox(&def, nil, Int(10), Int(1)); failed != nil {
		t.Fatal(failed)
	}
	for i := int32(0); i < 3; i++ {
		ball(t, world, 3*i, 2, nil)
	}
	for tick := 0; tick < 30; tick++ {
		_ = world.Step(nil)
	}
	cursor, count := uint32(0), 0
	for _, found := world.NextContact(&cursor); found && count < 9; _, found = world.NextContact(&cursor) {
		count++
	}
	if count != 3 {
		t.Error(count)
	}
}

func TestFunctionsAreAsked(t *testing.T) {
	world, shape, asked := room(t), ShapeDefDefault(), 0
	shape.CustomFilter = true
	first := ball(t, world, 0, 0, &shape)
	ball(t, world, 0, 1, &shape)
	failed := world.StepWith(&Hooks{ShouldCollide: func(inside *World, a, b ShapeId) bool {
		asked++
		if inside.Shape(a).Body() != first {
			t.Error("another shape")
		}
		return false
	}})
	if events := world.Events(); failed != nil || asked != 1 || events.BeginCount != 0 {
		t.Error(failed, asked, events.BeginCount)
	}
}

// Each record with callbacks has its functions: what C calls them with, and what they give back.
func TestEveryRecordCallsFunctions(t *testing.T) {
	world := room(t)
	ball(t, world, 0, 5, nil)
	circles, wide, worked := 0, true, 0
	draw := DrawHooks{Layers: LAYER_SHAPES}
	forget := draw.Use(&DrawHooksCalls{
		Pose: func(body BodyId, now Pose) Pose { now.Position.X = Int(7); return now },
		Circle: func(item *DrawItem, center Vec2, radius Fx, rotation Rot) {
			circles++
			wide = center.X == Int(7) && radius == Int(1) && item != nil
		},
	})
	if failed := world.Draw(&draw); failed != nil || circles != 1 || !wide {
		t.Error(failed, circles, wide)
	}
	forget()

	written, sink := 0, Sink{}
	defer sink.Use(&SinkCalls{Write: func(bytes []byte) bool { written += len(bytes); return true }})()
	writer, header, room := ReplayWriter{}, ReplayHeaderDefault(ReplayTypeWorld), NewMemory(4096)
	failed := ReplayBegin(&writer, &header, sink, room.Bytes())
	if failed == nil {
		failed = ReplayFlush(&writer)
	}
	if failed != nil || written == 0 {
		t.Error(failed, written)
	}

	// C hands in a function and what it is called with: here one after the other.
	hooks, def := StepHooks{Workers: 2}, heapDef()
	memory := NewMemory(int(WorldWorkersSize(&def)))
	hooks.WorkerMemory, hooks.WorkerMemorySize = memory.pointer, uintptr(memory.size)
	defer hooks.Use(&StepHooksCalls{Parallel: func(count uint32, work func(uint32)) {
		for i := uint32(0); i < count; i++ {
			work(i)
			worked++
		}
	}})()
	shared, alone := heap(t), heap(t)
	for tick := 0; tick < 20; tick++ {
		if failed = shared.Step(&hooks); failed == nil {
			failed = alone.Step(nil)
		}
		if failed != nil || shared.Hash() != alone.Hash() {
			t.Fatal(failed, tick)
		}
	}
	if worked == 0 {
		t.Error("no work was shared")
	}
}

func heapDef() WorldDef {
	def := WorldDefDefault()
	def.BodyCapacity, def.ShapeCapacity, def.ContactCapacity = 201, 201, 1000
	return def
}

func heap(t *testing.T) *World {
	def, ground := heapDef(), BodyDefDefault()
	world, failed := NewWorld(&def)
	if failed == nil {
		_, failed = world.BodyCreateBox(&ground, nil, Int(20), Int(1))
	}
	if failed != nil {
		t.Fatal(failed)
	}
	for i := int32(0); i < 200; i++ {
		ball(t, world, i%10*2, 2+i/10*2, nil)
	}
	return world
}

func TestMemoryOfTheProgram(t *testing.T) {
	def := WorldDefDefault()
	memory := NewMemory(int(WorldSize(&def)))
	world, failed := WorldInit(memory.Bytes(), &def)
	if failed != nil || world.Hash() != func() uint32 { other, _ := NewWorld(&def); return other.Hash() }() {
		t.Error(failed)
	}
	if _, failed = WorldInit(memory.Bytes()[:64], &def); statusOf(failed) != StatusErrMemory {
		t.Error(failed)
	}
	runtime.KeepAlive(memory)
}

func TestWorldsOutliveCollections(t *testing.T) {
	hashes := map[uint32]bool{}
	for i := 0; i < 3; i++ {
		world := room(t)
		ball(t, world, 0, 0, nil)
		for tick := 0; tick < 10; tick++ {
			runtime.GC()
			if failed := world.Step(nil); failed != nil {
				t.Fatal(failed)
			}
		}
		hashes[world.Hash()] = true
	}
	if len(hashes) != 1 {
		t.Error(hashes)
	}
}
