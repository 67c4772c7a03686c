#!/usr/bin/env python3
"""seek.py - instructions of a seek in a replay, plain and packed: the table of docs/replays.md.

usage: seek.py REPLAYS [SEED]     (build/replays)

Both replays of a case are of the same run, and the same ticks are gone to, in the same order. Only
pawl_playback_seek and what it calls is counted, by callgrind; so the figures are the same each time
for a build.
"""
import re
import subprocess
import sys
import tempfile


def count(program, path, seed, folder):
    """Instructions of a seek, and steps that it plays: means."""
    profile = f"{folder}/profile"
    told = subprocess.run(
        ["valgrind", "--tool=callgrind", "--collect-atstart=no",
         "--toggle-collect=pawl_playback_seek", f"--callgrind-out-file={profile}", program,
         "seek", path, seed], check=True, capture_output=True, text=True).stdout  # fmt: skip
    seeks, steps = map(int, told.split())
    total = int(re.search(r"^totals: (\d+)", open(profile).read(), re.MULTILINE).group(1))
    return total / seeks, steps / seeks


def main():
    program, seed = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "1"
    names = subprocess.run([program, "cases"], check=True, capture_output=True, text=True).stdout
    print("| a minute in which there is | million instructions a seek | packed | ratio |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for index, name in enumerate(names.splitlines()):
            found = []
            for packs in "01":
                path = f"{folder}/{index}{packs}.rep"
                subprocess.run([program, "busy", str(index), packs, path, seed], check=True)
                found.append(count(program, path, seed, folder))
            plain, packed = found[0][0] / 1e6, found[1][0] / 1e6
            print(f"| {name} | {plain:.1f} | {packed:.1f} | {packed / plain:.2f} |")
    print(f"\n(seed {seed}; a seek plays {found[0][1]:.0f} steps, the mean)")


main()
