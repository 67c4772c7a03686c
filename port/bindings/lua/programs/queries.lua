-- queries.lua - what a world answers: rays, casts of shapes, what is in a box, what is nearest.
local pawl = require("pawl")

local function build(world)
    for i = 0, 7 do
        local body = pawl.BodyDef { position = { 3 * i, i % 3 } }
        local shape = pawl.ShapeDef { user_data = i }
        shape.filter.category = i % 2 == 1 and 2 or 1
        if i % 2 == 1 then
            world:body_create_circle(body, "0.75", shape)
        else
            world:body_create_box(body, 1, "0.5", shape)
        end
    end
end

local world = pawl.World { body_capacity = 16, shape_capacity = 16, joint_capacity = 0 }
build(world)

local function say(what, found, number)
    print(("queries: %s %d, %s"):format(what, world:shape(found.shape):get_user_data(), tostring(number)))
end

local left, right = pawl.Vec2(-5, 1), pawl.Vec2(40, 0)
local query = pawl.QueryFilter()
local hit = world:ray_closest(left, right, query)
if hit then say("the ray meets", hit, hit.point.x) end
for _, one in ipairs(world:ray_all(left, right, query)) do say("all along it", one, one.point.x) end
query.mask = 2
local ball = pawl.make_circle({ 0, 0 }, "0.25")
hit = world:cast_closest(ball, { left, pawl.rot_from_angle(0) }, right, query)
if hit then say("the ball meets", hit, hit.point.y) end
for _, one in ipairs(world:overlap_box({ { 2, -1 }, { 13, 3 } }, query)) do say("in the box", one, 0) end
local nearest = world:closest({ 10, 10 }, 20)
if nearest then say("nearest is", nearest, nearest.distance) end
print(("queries: hash %08x"):format(world:hash()))
