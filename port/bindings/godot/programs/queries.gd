# queries.gd - what a world answers: rays, casts of shapes, what is in a box, what is nearest.
extends SceneTree

const UNIT := 65536

var world := PawlWorld.new()
var bodies: Array[PawlBody] = []


# Eight boxes and circles on a line, numbered by their user data.
func build() -> void:
	for i in 8:
		var body := PawlBody.new()
		body.set_def_position(Vector2i(3 * i, i % 3) * UNIT)
		body.set_shape_user_data(i)
		body.set_shape_filter_category(2 if i % 2 else 1)
		if i % 2:
			body.create_circle(world, Pawl.fx_parse("0.75"))
		else:
			body.create_box(world, UNIT, UNIT / 2)
		bodies.append(body)


func say(what: String, shape: int, value: int) -> void:
	print("queries: %s %d, %s" % [what, world.shape_get_user_data(shape), Pawl.fx_print(value)])


func _init() -> void:
	world.set_def_body_capacity(16)
	world.set_def_shape_capacity(16)
	world.set_def_joint_capacity(0)
	world.create()
	build()
	var left := Vector2i(-5, 1) * UNIT
	var right := Vector2i(40, 0) * UNIT
	var query := PawlQueryFilter.new()
	var hit := PawlQueryHit.new()
	if world.ray_closest(left, right, query, hit):
		say("the ray meets", hit.get_shape(), hit.get_point().x)
	hit.resize(8)
	for i in mini(world.ray_all(left, right, query, hit), 8):
		hit.select(i)
		say("all along it", hit.get_shape(), hit.get_point().x)
	query.set_mask(2)
	var ball := PawlConvex.new()
	Pawl.make_circle(Vector2i(0, 0), UNIT / 4, ball)
	var pose := PawlPose.new()
	pose.set_position(left)
	pose.set_rotation(Pawl.rot_from_angle(0))
	if world.cast_closest(ball, pose, right, query, hit):
		say("the ball meets", hit.get_shape(), hit.get_point().y)
	var box := PawlBox.new()
	box.set_lower(Vector2i(2, -1) * UNIT)
	box.set_upper(Vector2i(13, 3) * UNIT)
	var found := PawlQueryOverlap.new()
	found.resize(8)
	for i in mini(world.overlap_box(box, query, found), 8):
		found.select(i)
		say("in the box", found.get_shape(), 0)
	var nearest := PawlQueryClosest.new()
	if world.closest(Vector2i(10, 10) * UNIT, 20 * UNIT, null, nearest):
		say("nearest is", nearest.get_shape(), nearest.get_distance())
	print("queries: hash %08x" % world.hash())
	for body in bodies:
		body.free()
	world.free()
	quit()
