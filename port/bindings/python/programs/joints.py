"""joints.py - a bridge of twelve planks, one of whose hinges breaks under falling balls."""

import pawl

PLANKS = 12


def hinge(world, a, b, at, break_force=0):
    joint = world.joint_def_at(pawl.JointType.REVOLUTE, a, b, at, 0)
    joint.break_force = break_force
    return world.joint_create(joint)


def build(world):
    ground = world.body_create_box(pawl.BodyDef(position=(0, -10)), 20, 1)
    before = ground
    for i in range(PLANKS):
        body = pawl.BodyDef(type=pawl.BodyType.DYNAMIC, position=(i, 0))
        plank = world.body_create_box(body, "0.5", "0.125")
        hinge(world, before, plank, (pawl.Fx(i) - "0.5", 0), 200 if i == PLANKS // 2 else 0)
        before = plank
    hinge(world, before, ground, ("11.5", 0))
    for i in range(4):
        body = pawl.BodyDef(type=pawl.BodyType.DYNAMIC, position=(4 + i, 5 + 3 * i))
        world.body_create_circle(body, "0.75")


world = pawl.World(pawl.WorldDef(body_capacity=32, shape_capacity=32, joint_capacity=32))
build(world)
begins = ends = 0
for tick in range(300):
    world.step()
    events = world.get_events()
    begins, ends = begins + events.begin_count, ends + events.end_count
    for event in events.breaks[: events.break_count]:
        print(f"joints: one broke in step {tick}")
print(f"joints: {begins} touches began, {ends} ended, hash {world.hash():08x}")
