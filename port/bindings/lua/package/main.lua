-- main.lua - a floor and ten boxes in LÖVE: the world of hello.lua, drawn. A click throws a box.
--
-- The simulation goes on in steps of a 60th of a second, whatever the screen does: its hash after 300
-- steps is that of every machine. `love FOLDER 300` prints it then and ends.
local pawl = require("pawl")

local SCALE, TICK = 40, 1 / 60
local world = pawl.World { body_capacity = 64, shape_capacity = 64, joint_capacity = 0 }
local poses = pawl.array("Pose", 64)
local ticks, waiting, last_tick = 0, 0, nil

function love.load(arguments)
    last_tick = tonumber(arguments[1])
    local body = pawl.BodyDef()
    for i = 0, 10 do
        body.position.y = pawl.fx(i) - "0.5"
        world:body_create_box(body, i == 0 and "20.5" or "0.5", "0.5")
        body.type = pawl.BodyType.DYNAMIC
    end
end

function love.update(seconds)
    waiting = math.min(waiting + seconds, 0.25)
    while waiting >= TICK and ticks ~= last_tick do
        world:step()
        ticks, waiting = ticks + 1, waiting - TICK
    end
    if ticks == last_tick then
        print(("hello: hash %08x"):format(world:hash()))
        love.event.quit()
    end
end

-- Whole numbers go into a world, never what the screen has measured: a click is rounded to 1/100.
function love.mousepressed(x, y)
    local function hundredths(value) return pawl.fx(("%.2f"):format(value)) end
    local at = { hundredths((x - 400) / SCALE), hundredths((400 - y) / SCALE) }
    pcall(world.body_create_box, world, { type = pawl.BodyType.DYNAMIC, position = at }, "0.5", "0.5")
end

function love.draw()
    local _, _, alive = world:get_all_poses(nil, poses)
    love.graphics.translate(400, 400)
    love.graphics.scale(SCALE / 65536, -SCALE / 65536)
    for i = 0, math.min(alive, poses.count) - 1 do
        local pose = poses.raw[i] -- as C has written it
        local half = i == 0 and 20.5 * 65536 or 32768
        love.graphics.push()
        love.graphics.translate(pose._position._x, pose._position._y)
        love.graphics.rotate(math.atan2(pose._rotation._s, pose._rotation._c))
        love.graphics.rectangle("fill", -half, -32768, 2 * half, 65536)
        love.graphics.pop()
    end
end
