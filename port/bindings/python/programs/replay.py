"""replay.py - verifies a replay, then a copy in which one byte is another one: replay.py FILE"""

import sys
from pathlib import Path

import pawl

pawl.world_link_all()  # others made the file: it may have anything
data = Path(sys.argv[1]).read_bytes()
replay = pawl.replay_open(data)
memory = pawl.buffer(pawl.playback_size(replay))
playback = pawl.Playback()
playback.begin(replay, False, memory)
verdict = playback.verify()
status = pawl.status_text(verdict.status)
print(f"replay: as recorded: {status}, tick {verdict.tick}, {verdict.checkpoints} checkpoints")
print(f"replay: hash {playback.world.hash():08x}, recorded {replay.final_hash:08x}")

damaged = bytearray(data)
damaged[len(data) // 2] ^= 1
try:
    pawl.replay_open(damaged)
except pawl.PawlError as error:
    print(f"replay: with a byte changed: {pawl.status_text(error.status)} at {error.told['where']}")
