-- replay.lua - verifies a replay, then a copy in which one byte is another one: replay.lua FILE
local pawl = require("pawl")

pawl.world_link_all() -- others made the file: it may have anything
local file = assert(io.open(arg[1], "rb"))
local bytes = file:read("*a")
file:close()
local replay = pawl.replay_open(bytes)
local memory = pawl.buffer(pawl.playback_size(replay))
local playback = pawl.Playback()
playback:begin(replay, false, memory)
local verdict = playback:verify()
print(("replay: as recorded: %s, tick %d, %d checkpoints"):format(
    pawl.status_text(verdict.status), tonumber(verdict.tick), verdict.checkpoints))
print(("replay: hash %08x, recorded %08x"):format(playback.world:hash(), replay.final_hash))

local middle = math.floor(#bytes / 2)
local other = string.char(bit.bxor(bytes:byte(middle + 1), 1))
local done, failure = pcall(pawl.replay_open, bytes:sub(1, middle) .. other .. bytes:sub(middle + 2))
if not done then
    print(("replay: with a byte changed: %s at %d"):format(pawl.status_text(failure.status), failure.told.where))
end
