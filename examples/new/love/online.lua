-- online.lua - the game on two machines over UDP, with rollback; or both players on this one.
--
-- Each machine shows the next tick at once, with its own keys and a guess of the other's, and goes
-- back when the guess was wrong.
local ffi = require("ffi")
local socket = require("socket") -- a part of LÖVE
local Game = require("game")
local pawl = require("pawl")

local WINDOW, DELAY, PORT = 8, 2, 4750 -- ticks of guessing; ticks from a key to its effect
local SLOTS = 4 * WINDOW + 32
local Online = { DELAY = DELAY }
Online.__index = Online

--- Random bytes of the system: other games and other machines must not have the same.
local function random_bytes(size)
    if ffi.os == "Windows" then
        ffi.cdef "int32_t BCryptGenRandom(void *, uint8_t *, uint32_t, uint32_t);"
        local bytes = ffi.new("uint8_t[?]", size)
        assert(ffi.load("bcrypt").BCryptGenRandom(nil, bytes, size, 2) == 0, "no random numbers")
        return ffi.string(bytes, size)
    end
    local file = assert(io.open("/dev/urandom", "rb"))
    local bytes = file:read(size)
    file:close()
    return bytes
end

local function open_socket(self, word)
    self.udp = assert((socket.udp4 or socket.udp)())
    self.udp:settimeout(0)
    assert(self.udp:setsockname("*", self.is_host and PORT or 0))
    self.peers = {} -- ip and port by the peer's number
    if not self.is_host then self.peers[0] = { ip = assert(socket.dns.toip(word)), port = PORT } end
end

local function open_session(self)
    local secret = pawl.SessionDef().secret.count
    local bytes = random_bytes(4 + secret)
    self.session = pawl.Session {
        role = self.is_host and pawl.SessionRole.HOST or pawl.SessionRole.CLIENT,
        input_size = 1, window = WINDOW, delay = DELAY, slots = SLOTS, rate = Game.RATE,
        app_id = 1, -- another number for each version of the rules
        world_id = self.game.world:get_capacity_id(),
        session_id = math.max(1, ffi.cast("const uint32_t *", bytes)[0]),
        secret = { bytes:byte(5, 4 + secret) },
    }
    local slot_size = math.ceil(pawl.world_save_size_max(Game.ROOM) / 8) * 8
    self.runner = pawl.SessionWorld {
        world = self.game.world, slots = pawl.buffer(SLOTS * slot_size), slot_size = slot_size,
        apply = function(_, _, inputs) self.game:apply { inputs[0], inputs[1] } end,
    }
    self.packet = pawl.buffer(pawl.SESSION_PACKET_MAX)
end

--- word: nil: both players are here; "host": waits for the other; an address: goes there. An error
-- says why not.
function Online.open(word)
    local self = setmetatable({ game = Game.start(), given = 0, rest = 0, failed = 0 }, Online)
    if not word then return self end
    self.is_host = word == "host"
    open_socket(self, word)
    open_session(self)
    return self
end

local function receive_all(self, now_ms)
    while true do
        local packet, ip, port = self.udp:receivefrom()
        if not packet then return end
        local host = self.peers[0]
        if self.is_host then -- a stranger is challenged before it becomes a peer
            local reply = self.session:receive_from(ip .. ":" .. port, packet, now_ms)
            if reply.peer ~= pawl.SESSION_PEER_NONE then self.peers[reply.peer] = { ip = ip, port = port } end
            if reply.size > 0 then self.udp:sendto(ffi.string(reply.bytes.raw, reply.size), ip, port) end
        elseif ip == host.ip and port == host.port then -- what is no packet of ours is an error
            pcall(self.session.receive, self.session, 0, packet, now_ms)
        end
    end
end

local function send_all(self, now_ms)
    while true do
        local size, peer = self.session:send(self.packet, now_ms)
        if size <= 0 then return end
        local to = self.peers[peer]
        self.udp:sendto(ffi.string(self.packet, size), to.ip, to.port)
    end
end

local function take_events(self)
    local types = pawl.SessionEventType
    for event in function() return self.session:take_event() end do
        if event.type == types.DESYNC then self.has_desync = true end
        if event.type == types.REFUSED or event.type == types.PEER_DOWN then
            self.has_ended = pawl.refusal_text(event.reason)
        end
    end
end

--- Once per frame: keys of the player here (of both where they are here), which count for
-- `last_tick` ticks at most.
function Online:frame(keys, now_ms, last_tick)
    if not self.session then
        if self:tick() >= last_tick then return end
        self.game:apply(keys)
        return self.game.world:step()
    end
    receive_all(self, now_ms)
    self.rest = self.rest + self.session:take_advice() -- frames to sit out: the other one comes up
    if self.rest > 0 then
        self.rest = self.rest - 1
    else
        local head = self.session:get_head()
        local plays = self.session:get_phase() == pawl.SessionPhase.PLAYING
        if plays and head >= self.given and head < last_tick then
            self.session:add_input(self.is_host and 0 or 1, string.char(keys[1]))
            self.given = head + 1
        end
        self.session:run(self.runner)
        if self.runner.failed ~= 0 then error("a step failed: " .. pawl.status_text(self.runner.failed), 0) end
    end
    send_all(self, now_ms)
    take_events(self)
end

--- The tick that keys are given for.
function Online:head()
    return self.session and self.session:get_head() or self:tick()
end

--- Ticks that no guess can change any more.
function Online:confirmed()
    return self.session and self.session:get_confirmed() or self:tick()
end

--- The tick that is shown.
function Online:tick()
    return tonumber(self.game.world:get_tick())
end

--- The other machine is told.
function Online:close(now_ms)
    if not self.session then return end
    self.session:leave()
    send_all(self, now_ms)
    self.udp:close()
end

return Online
