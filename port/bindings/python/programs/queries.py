"""queries.py - what a world answers: rays, casts of shapes, what is in a box, what is nearest."""

import pawl


def build(world):
    for i in range(8):
        body = pawl.BodyDef(position=(3 * i, i % 3))
        shape = pawl.ShapeDef(user_data=i)
        shape.filter.category = 2 if i % 2 else 1
        if i % 2:
            world.body_create_circle(body, "0.75", shape=shape)
        else:
            world.body_create_box(body, 1, "0.5", shape=shape)


def say(what, found, number):
    print(f"queries: {what} {world.shape(found.shape).get_user_data()}, {number}")


world = pawl.World(pawl.WorldDef(body_capacity=16, shape_capacity=16, joint_capacity=0))
build(world)
left, right = pawl.Vec2(-5, 1), pawl.Vec2(40, 0)
query = pawl.QueryFilter()
hit = world.ray_closest(left, right, filter=query)
if hit:
    say("the ray meets", hit, hit.point.x)
for hit in world.ray_all(left, right, filter=query):
    say("all along it", hit, hit.point.x)
query.mask = 2
ball = pawl.make_circle((0, 0), "0.25")
hit = world.cast_closest(ball, (left, pawl.rot_from_angle(0)), right, filter=query)
if hit:
    say("the ball meets", hit, hit.point.y)
for found in world.overlap_box(((2, -1), (13, 3)), filter=query):
    say("in the box", found, 0)
nearest = world.closest((10, 10), 20)
if nearest:
    say("nearest is", nearest, nearest.distance)
print(f"queries: hash {world.hash():08x}")
