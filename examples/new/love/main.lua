-- main.lua - @NAME@ in a window of LÖVE: arrows, or A, D and W for the player on the left.
--
--   love .                 both players at this keyboard
--   love . host            waits for the other machine
--   love . ADDRESS         goes to a host
--
-- --ticks N ends by itself; with --bots a generator presses the keys, and time goes faster.
local Game = require("game")
local Online = require("online")
local pawl = require("pawl")

local WIDTH, HEIGHT, SCALE = 960, 540, 38 -- pixels, and those of a unit
local play, last_tick, has_bots, ended_ms
local tick_time, waiting = 1 / Game.RATE, 0

local function clock_ms()
    return math.floor(love.timer.getTime() * 1000)
end

function love.load(arguments)
    local word
    local i = 1
    while arguments[i] do
        if arguments[i] == "--ticks" then
            i = i + 1
            last_tick = tonumber(arguments[i])
        elseif arguments[i] == "--bots" then
            has_bots, tick_time = true, tick_time / 4
        else
            word = arguments[i]
        end
        i = i + 1
    end
    play = Online.open(word)
end

local function keys_of(left, right, up)
    local down = love.keyboard.isDown
    return (down(left) and Game.LEFT or 0) + (down(right) and Game.RIGHT or 0) + (down(up) and Game.JUMP or 0)
end

local function read_keys()
    local first = play.session and not play.is_host and 1 or 0 -- the player here
    if has_bots then return { Game.bot(first, play:head()), Game.bot(1, play:head()) } end
    local arrows, letters = keys_of("left", "right", "up"), keys_of("a", "d", "w")
    return { play.session and bit.bor(arrows, letters) or letters, arrows }
end

--- The last tick is known to be the same once all keys for it have come. Then the other machine is
-- sent what it lacks, for half a second.
local function has_finished()
    if not last_tick or play:confirmed() < last_tick + (play.session and Online.DELAY or 0) then return false end
    ended_ms = ended_ms or clock_ms()
    return not play.session or clock_ms() - ended_ms >= 500
end

--- What the screen takes for a frame must not come into the game: it goes on in whole ticks.
function love.update(seconds)
    waiting = math.min(waiting + seconds, 0.25)
    while waiting >= tick_time do
        waiting = waiting - tick_time
        play:frame(read_keys(), clock_ms(), last_tick or math.huge)
        if has_finished() then return love.event.quit(play.has_desync and 1 or 0) end
        if play.has_ended and not ended_ms then
            print("the other machine is gone: " .. play.has_ended)
            return love.event.quit(last_tick and 1 or 0)
        end
    end
end

function love.keypressed(key)
    if key == "escape" then love.event.quit() end
end

function love.quit()
    print(("tick %d hash %08x%s"):format(play:tick(), play.game.world:hash(), play.has_desync and " DESYNC" or ""))
    play:close(clock_ms())
end

-- From units, as C has them, to pixels, y up; fractions are for drawing alone.
local function pixels(point)
    return WIDTH / 2 + point._x / 65536 * SCALE, HEIGHT - 60 - point._y / 65536 * SCALE
end

local hooks = pawl.DrawHooks { layers = pawl.LAYER_SHAPES }

function hooks.polygon(_, points, count)
    local corners = {}
    for i = 0, count - 1 do
        corners[2 * i + 1], corners[2 * i + 2] = pixels(points[i])
    end
    love.graphics.polygon("line", corners)
end

function hooks.circle(_, center, radius)
    local x, y = pixels(center)
    love.graphics.circle("line", x, y, radius:to_number() * SCALE)
end

function hooks.capsule(_, a, b, radius)
    local width = radius:to_number() * SCALE
    local ax, ay = pixels(a)
    local bx, by = pixels(b)
    local length = math.max(math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2), 1e-6)
    local x, y = (ay - by) / length * width, (bx - ax) / length * width
    love.graphics.circle("line", ax, ay, width)
    love.graphics.circle("line", bx, by, width)
    love.graphics.line(ax + x, ay + y, bx + x, by + y)
    love.graphics.line(ax - x, ay - y, bx - x, by - y)
end

function hooks.line(_, a, b)
    local ax, ay = pixels(a)
    love.graphics.line(ax, ay, pixels(b))
end

function love.draw()
    love.graphics.clear(16 / 255, 18 / 255, 24 / 255)
    love.graphics.setColor(230 / 255, 225 / 255, 210 / 255)
    play.game.world:draw(hooks)
end
