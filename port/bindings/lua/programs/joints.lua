-- joints.lua - a bridge of twelve planks, one of whose hinges breaks under falling balls.
local pawl = require("pawl")

local PLANKS = 12

local function hinge(world, a, b, at, break_force)
    local joint = world:joint_def_at(pawl.JointType.REVOLUTE, a, b, at, 0)
    joint.break_force = break_force or 0
    return world:joint_create(joint)
end

local function build(world)
    local ground = world:body_create_box({ position = { 0, -10 } }, 20, 1)
    local before = ground
    for i = 0, PLANKS - 1 do
        local body = pawl.BodyDef { type = pawl.BodyType.DYNAMIC, position = { i, 0 } }
        local plank = world:body_create_box(body, "0.5", "0.125")
        hinge(world, before, plank, { pawl.fx(i) - "0.5", 0 }, i == PLANKS / 2 and 200 or 0)
        before = plank
    end
    hinge(world, before, ground, { "11.5", 0 })
    for i = 0, 3 do
        local body = pawl.BodyDef { type = pawl.BodyType.DYNAMIC, position = { 4 + i, 5 + 3 * i } }
        world:body_create_circle(body, "0.75")
    end
end

local world = pawl.World { body_capacity = 32, shape_capacity = 32, joint_capacity = 32 }
build(world)
local begins, ends = 0, 0
for tick = 0, 299 do
    world:step()
    local events = world:get_events()
    begins, ends = begins + events.begin_count, ends + events.end_count
    for _ = 1, events.break_count do print(("joints: one broke in step %d"):format(tick)) end
end
print(("joints: %d touches began, %d ended, hash %08x"):format(begins, ends, world:hash()))
