# hello.gd - a floor and ten boxes on it: godot --headless --script hello.gd
extends SceneTree

const UNIT := 65536


func _init() -> void:
	var world := PawlWorld.new()
	world.set_def_body_capacity(16)
	world.set_def_shape_capacity(16)
	world.set_def_joint_capacity(0)
	world.create()
	var bodies: Array[PawlBody] = []
	var half := Pawl.fx_parse("0.5")
	for i in 11:
		var body := PawlBody.new()
		body.set_def_type(0 if i == 0 else 2)
		body.set_def_position(Vector2i(0, i * UNIT - half))
		body.create_box(world, Pawl.fx_parse("20.5") if i == 0 else half, half)
		bodies.append(body)
	for tick in 300:
		world.step()
	print("hello: hash %08x" % world.hash())
	for body in bodies:
		body.free()
	world.free()
	quit()
