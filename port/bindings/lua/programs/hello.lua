-- hello.lua - a floor and ten boxes on it.
local pawl = require("pawl")

local world = pawl.World { body_capacity = 16, shape_capacity = 16, joint_capacity = 0 }
local body = pawl.BodyDef()
for i = 0, 10 do
    body.position.y = pawl.fx(i) - "0.5"
    world:body_create_box(body, i == 0 and "20.5" or "0.5", "0.5")
    body.type = pawl.BodyType.DYNAMIC
end
for _ = 1, 300 do world:step() end
print(("hello: hash %08x"):format(world:hash()))
