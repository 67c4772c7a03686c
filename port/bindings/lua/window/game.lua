-- game.lua - the rules of examples/platformer.c: slopes, a jump, a one-way bridge, a lift, spikes, a door.
local bit, ffi = require("bit"), require("ffi")
local pawl = require("pawl")

local BRIDGE, SPIKES, DOOR = 1, 2, 3 -- regions; the ground is 0

local Game = { LEFT = 1, RIGHT = 2, JUMP = 4, DROP = 8, OPEN = 16, RATE = 60 }
Game.__index = Game

--- In the order of the regions, which are also the names of what is drawn.
Game.SHAPES = {
    { name = "ground", { 0, 0 }, { 36, 0 }, { 36, 4 }, { 26, 4 }, { 26, 1 }, { 12, 1 }, { 10, 3 }, { 8, 3 }, { 4, 1 }, { 0, 1 } },
    { name = "bridge", { 13, 3 }, { 17, 3 }, { 17, 4 }, { 13, 4 } },
    { name = "spikes", { 18, 1 }, { 20, 1 }, { 19, 2 } },
    { name = "door", { 30, 4 }, { 31, 4 }, { 31, 12 }, { 30, 12 } },
}
local BOX = pawl.array("Vec2", { { "-0.5", "-0.5" }, { "0.5", "-0.5" }, { "0.5", "0.5" }, { "-0.5", "0.5" } })

local function open_level()
    local polygons = {}
    for region, shape in ipairs(Game.SHAPES) do
        local rings = { points = shape, ends = { #shape }, count = 1 }
        polygons[region] = { rings = rings, region = region - 1 }
    end
    local wall, types = pawl.Region(), pawl.RegionType
    local regions = { wall, pawl.Region { type = types.ONE_WAY }, pawl.Region { type = types.AREA }, wall }
    local def = pawl.LevelDef {
        polygons = polygons, polygon_count = #polygons, regions = regions, region_count = #regions,
        walker_points = BOX, walker_point_count = BOX.count, bounds = { { 0, 0 }, { 36, 12 } },
    }
    local room = pawl.buffer(4096)
    local report = pawl.level_build(def, pawl.buffer(pawl.level_build_size(def)), room)
    local block = ffi.new("uint32_t[?]", report.size / 4)
    ffi.copy(block, room, report.size)
    return pawl.level_open(block)
end

function Game.start()
    local self = setmetatable({ level = open_level(), gates = pawl.Gates(), player = pawl.Walker() }, Game)
    self.def = pawl.WalkerDef { gravity = { 0, -25 } }
    self.player.place = self.level:find_nearest_free({ 2, "1.5" }, self.gates)
    self.platforms = pawl.array("Platform", 1)
    self.lift = self.platforms[1]
    local points = pawl.array("Vec2", 8) -- larger by the player, as the walls are
    self.lift.count = pawl.minkowski_sum(BOX, BOX, points)
    self.lift.points, self.lift.position = points, { "25.5", "0.5" }
    self.tick, self.hurt, self.hash = 0, 0, 0
    return self
end

function Game:is_open(region)
    return self.gates:is_open(region)
end

--- Where things are and how they move, as a chain over all ticks.
local function chained(self)
    local place, velocity = self.player.place.position, self.player.velocity
    for _, value in ipairs { place.x, place.y, velocity.x, velocity.y, self.lift.position.y } do
        self.hash = pawl.hash_chain(self.hash, value.raw % 2 ^ 32)
    end
end

--- A tick with these keys held. The lift rises when the player is above it or has passed it.
function Game:step(keys)
    local function holds(key) return bit.band(keys, key) ~= 0 end
    local player, lift = self.player, self.lift
    local x = player.place.position.x
    if holds(Game.JUMP) and player.on_ground ~= 0 then player.velocity.y = 14 end
    if holds(Game.OPEN) and x > 28 then self.gates:set_open(DOOR, true) end
    self.gates:set_open(BRIDGE, holds(Game.DROP))
    lift.position.y = lift.position.y + lift.move.y
    local to = pawl.fx(x > 25 and "3.5" or "0.5")
    lift.move.y = pawl.clamp(to - lift.position.y, "-0.0625", "0.0625")
    local run = (holds(Game.RIGHT) and 1 or 0) - (holds(Game.LEFT) and 1 or 0)
    pawl.walker_step(self.level, self.def, { run, 0 }, player, self.gates, self.platforms)
    if self.level:is_in(player.place.triangle, SPIKES) then self.hurt = self.hurt + 1 end
    self.tick = self.tick + 1
    chained(self)
end

function Game:__tostring()
    local place = self.player.place.position
    return ("platformer: tick %d at (%s, %s), hurt %d, hash %08x"):format(
        self.tick, tostring(place.x), tostring(place.y), self.hurt, self.hash)
end

return Game
