# joints.gd - a bridge of twelve planks, one of whose hinges breaks under falling balls.
extends SceneTree

const UNIT := 65536
const PLANKS := 12
const DYNAMIC := 2
const REVOLUTE := 1

var world := PawlWorld.new()
var bodies: Array[PawlBody] = []


func body_at(type: int, at: Vector2i) -> PawlBody:
	var body := PawlBody.new()
	body.set_def_type(type)
	body.set_def_position(at)
	bodies.append(body)
	return body


# break_force 0: it never breaks.
func hinge(a: PawlBody, b: PawlBody, at: Vector2i, break_force: int) -> void:
	var joint := PawlJointDef.new()
	world.joint_def_at(REVOLUTE, a.handle(), b.handle(), at, 0, joint)
	joint.set_break_force(break_force)
	world.joint_create(joint)


func build() -> void:
	var ground := body_at(0, Vector2i(0, -10 * UNIT))
	ground.create_box(world, 20 * UNIT, UNIT)
	var before := ground
	for i in PLANKS:
		var plank := body_at(DYNAMIC, Vector2i(i * UNIT, 0))
		plank.create_box(world, UNIT / 2, UNIT / 8)
		var at := Vector2i(i * UNIT - UNIT / 2, 0)
		hinge(before, plank, at, 200 * UNIT if i == PLANKS / 2 else 0)
		before = plank
	hinge(before, ground, Vector2i(Pawl.fx_parse("11.5"), 0), 0)
	for i in 4:
		var ball := body_at(DYNAMIC, Vector2i((4 + i) * UNIT, (5 + 3 * i) * UNIT))
		ball.create_circle(world, Pawl.fx_parse("0.75"))


func _init() -> void:
	world.set_def_body_capacity(32)
	world.set_def_shape_capacity(32)
	world.set_def_joint_capacity(32)
	world.create()
	build()
	var events := PawlEvents.new()
	var begins := 0
	var ends := 0
	for tick in 300:
		world.step()
		world.get_events(events)
		begins += events.get_begin_count()
		ends += events.get_end_count()
		for i in events.get_break_count():
			print("joints: one broke in step %d" % tick)
	print("joints: %d touches began, %d ended, hash %08x" % [begins, ends, world.hash()])
	for body in bodies:
		body.free()
	world.free()
	quit()
