-- game.lua - the rules of @NAME@: two players and some crates between two walls. Change all of it.
--
-- The whole state is the world. It changes in apply and in steps, and follows from keys alone: no
-- clock, no random numbers of the system, no fractions of Lua. So machines that have the same keys
-- have the same game, bit for bit, and can go back and play again.
local bit = require("bit")
local pawl = require("pawl")

local Game = { PLAYERS = 2, RATE = 60, LEFT = 1, RIGHT = 2, JUMP = 4 }
Game.__index = Game
Game.ROOM = { body_capacity = 16, shape_capacity = 16, joint_capacity = 0, contact_capacity = 48 }

--- Everything that is there at the start, made in the same order on every machine.
function Game.start()
    local self = setmetatable({ world = pawl.World(Game.ROOM), players = {} }, Game)
    for _, wall in ipairs { { 0, -1, 12, 1 }, { -11, 4, 1, 4 }, { 11, 4, 1, 4 } } do
        self.world:body_create_box({ position = { wall[1], wall[2] } }, wall[3], wall[4])
    end
    for i = 0, 5 do
        local at = { -2 + 2 * (i % 3), 1 + math.floor(i / 3) }
        self.world:body_create_box({ type = pawl.BodyType.DYNAMIC, position = at }, "0.5", "0.5")
    end
    for i = 1, Game.PLAYERS do
        local body = { type = pawl.BodyType.DYNAMIC, fixed_rotation = true, can_sleep = false,
                       position = { i == 1 and -8 or 8, 1 } }
        self.players[i] = self.world:body_create_capsule(body, { 0, 0 }, { 0, "0.8" }, "0.4")
    end
    return self
end

local function stands(self, player)
    local filter = pawl.QueryFilter { ignore = player }
    return self.world:ray_any(player:get_position(), { 0, "-0.9" }, filter)
end

--- A number of keys for each player; a step of the world follows.
function Game:apply(keys)
    for i, player in ipairs(self.players) do
        local velocity, pressed = player:get_velocity(), keys[i]
        velocity.x = 0
        if bit.band(pressed, Game.LEFT) ~= 0 then velocity.x = velocity.x - 5 end
        if bit.band(pressed, Game.RIGHT) ~= 0 then velocity.x = velocity.x + 5 end
        local jumps = bit.band(pressed, Game.JUMP) ~= 0
        if jumps and velocity.y < 1 and stands(self, player) then velocity.y = 8 end
        player:set_velocity(velocity)
    end
end

--- Instead of keyboards: what a player (0 or 1) presses in a tick.
function Game.bot(player, tick)
    return pawl.random_make(math.floor(tick / 20), player):below(8)
end

return Game
