-- main.lua - the platformer in a window of LÖVE: arrows run, jump and drop through the bridge, space
-- opens the door.
--
--   love port/bindings/lua/window                  plays
--   love port/bindings/lua/window KEYS PICTURE     plays recorded keys, takes a picture (PNG) and ends
local Game = require("game")

local SCALE, TICK = 26, 1 / Game.RATE -- pixels of a unit
local COLORS = {
    ground = { 89, 69, 56 }, bridge = { 184, 135, 77 }, spikes = { 204, 51, 51 },
    door = { 77, 115, 191 }, lift = { 153, 153, 158 }, player = { 242, 204, 64 },
}
local game, recorded, picture
local waiting = 0

--- What was recorded: keys of each tick.
local function read_keys(path)
    local letters = { L = Game.LEFT, R = Game.RIGHT, J = Game.JUMP, D = Game.DROP, O = Game.OPEN, ["-"] = 0 }
    local keys = {}
    for line in io.lines(path) do
        local count, held = line:match("^(%d+) (%S+)$")
        local sum = 0
        for letter in held:gmatch(".") do sum = sum + letters[letter] end
        for _ = 1, tonumber(count) do keys[#keys + 1] = sum end
    end
    return keys
end

local function pressed()
    local down = love.keyboard.isDown
    return (down("left") and Game.LEFT or 0) + (down("right") and Game.RIGHT or 0) + (down("up") and Game.JUMP or 0)
        + (down("down") and Game.DROP or 0) + (down("space") and Game.OPEN or 0)
end

function love.load(arguments)
    game = Game.start()
    if not arguments[1] then return end
    recorded, picture = read_keys(arguments[1]), arguments[2]
    function love.errorhandler(message) -- nobody is there to close its window
        io.stderr:write(debug.traceback(tostring(message)), "\n")
        return function() return 1 end
    end
end

--- Recorded keys are played eight ticks a frame; otherwise time says how many.
function love.update(seconds)
    waiting = recorded and 8 * TICK or math.min(waiting + seconds, 0.25)
    while waiting >= TICK and not (recorded and game.tick == #recorded) do
        waiting = waiting - TICK
        game:step(recorded and recorded[game.tick + 1] or pressed())
        if recorded and game.tick % 120 == 0 then print(game) end
    end
end

function love.keypressed(key)
    if key == "escape" then love.event.quit() end
end

local function fill(name, points, dx, dy)
    local corners = {}
    for _, point in ipairs(points) do
        corners[#corners + 1], corners[#corners + 2] = point[1] + (dx or 0), point[2] + (dy or 0)
    end
    love.graphics.setColor(love.math.colorFromBytes(unpack(COLORS[name])))
    for _, triangle in ipairs(love.math.triangulate(corners)) do love.graphics.polygon("fill", triangle) end
end

local SQUARE = { { -0.5, -0.5 }, { 0.5, -0.5 }, { 0.5, 0.5 }, { -0.5, 0.5 } }

function love.draw()
    love.graphics.clear(love.math.colorFromBytes(26, 28, 38))
    love.graphics.push()
    love.graphics.translate(0, 12 * SCALE)
    love.graphics.scale(SCALE, -SCALE)
    local place, lift = game.player.place.position, game.lift.position
    fill("lift", SQUARE, lift.x:to_number(), lift.y:to_number())
    for region, shape in ipairs(Game.SHAPES) do
        if shape.name ~= "door" or not game:is_open(region - 1) then fill(shape.name, shape) end
    end
    fill("player", SQUARE, place.x:to_number(), place.y:to_number())
    love.graphics.pop()
    if recorded and game.tick == #recorded then love.graphics.captureScreenshot(take_picture) end
end

--- The frame that was drawn, as bytes of PNG; then everything has been seen.
function take_picture(image)
    local file = assert(io.open(picture, "wb"))
    file:write(image:encode("png"):getString())
    file:close()
    print(game)
    love.event.quit()
end
