-- session.lua - two machines play with rollback over a line that is slow and loses packets.
local ffi = require("ffi")
local pawl = require("pawl")

local TICKS, FLIGHT, SLOTS = 300, 5, 64
local ROOM = { body_capacity = 16, shape_capacity = 16, joint_capacity = 0 }

local function keys_at(player, tick)
    return (math.floor(tick / 20) * 5 + player * 3 + math.floor(tick / 50)) % 8
end

local function build(machine)
    machine.world, machine.boxes = pawl.World(ROOM), {} -- the first two are the players
    for i = -1, 1 do -- a floor and two walls
        local body = { position = { 10 * i, i == 0 and -1 or 4 } }
        machine.world:body_create_box(body, i == 0 and 10 or 1, i == 0 and 1 or 5)
    end
    for i = 0, 7 do
        local body = { type = pawl.BodyType.DYNAMIC, position = { 2 * i - 7, 1 } }
        machine.boxes[i] = machine.world:body_create_box(body, "0.5", "0.5")
    end
end

local function start(number, role)
    local self = { number = number, rest = 0, given = 0, sent = {}, taken = 0, packet = pawl.buffer(pawl.SESSION_PACKET_MAX) }
    build(self)
    local slot_size = math.ceil(pawl.world_save_size_max(ROOM) / 8) * 8
    self.session = pawl.Session { role = role, input_size = 1, slots = SLOTS, session_id = 1, trusts_link = true }
    self.runner = pawl.SessionWorld { world = self.world, slots = pawl.buffer(SLOTS * slot_size), slot_size = slot_size }
    -- Bits 0 and 1 push to the left and to the right, bit 2 up.
    self.runner.apply = function(_, _, inputs)
        for i = 0, 1 do
            local x = bit.band(bit.rshift(inputs[i], 1), 1) - bit.band(inputs[i], 1)
            local push = { pawl.wide("0.5") * x, bit.band(bit.rshift(inputs[i], 2), 1) }
            if inputs[i] ~= 0 then self.boxes[i]:apply_impulse_to_center(push) end
        end
    end
    return self
end

local function frame(self, other, now)
    while other.taken < #other.sent and other.sent[other.taken + 1].frame + FLIGHT <= now do
        local packet = other.sent[other.taken + 1]
        if other.taken % 6 ~= 5 then -- every sixth is lost; packets of an earlier time are no harm
            pcall(self.session.receive, self.session, 0, packet.bytes, now * 17)
        end
        other.taken = other.taken + 1
    end
    self.rest = self.rest + self.session:take_advice()
    if self.rest > 0 then
        self.rest = self.rest - 1
    else
        local head = self.session:get_head()
        local plays = self.session:get_phase() == pawl.SessionPhase.PLAYING
        if plays and head >= self.given and head < TICKS then
            self.session:add_input(self.number, string.char(keys_at(self.number, head)))
            self.given = head + 1
        end
        self.session:run(self.runner)
    end
    while true do
        local size = self.session:send(self.packet, now * 17)
        if size <= 0 then break end
        self.sent[#self.sent + 1] = { frame = now, bytes = ffi.string(self.packet, size) }
    end
end

local machines = { start(0, pawl.SessionRole.HOST), start(1, pawl.SessionRole.CLIENT) }
for now = 0, 2 * TICKS - 1 do
    frame(machines[1], machines[2], now)
    frame(machines[2], machines[1], now)
end
for i, machine in ipairs(machines) do
    print(("session: machine %d confirmed %d ticks, %d rollbacks, hash %08x"):format(
        i - 1, machine.session:get_confirmed(), machine.session:get_stats(0).rollbacks, machine.world:hash()))
end
