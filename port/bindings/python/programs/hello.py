"""hello.py - a floor and ten boxes on it."""

import pawl

world = pawl.World(pawl.WorldDef(body_capacity=16, shape_capacity=16, joint_capacity=0))
body = pawl.BodyDef()
for i in range(11):
    body.position.y = pawl.Fx(i) - "0.5"
    world.body_create_box(body, "20.5" if i == 0 else "0.5", "0.5")
    body.type = pawl.BodyType.DYNAMIC
for tick in range(300):
    world.step()
print(f"hello: hash {world.hash():08x}")
