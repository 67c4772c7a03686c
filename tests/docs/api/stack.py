"""stack.py - how much stack the public functions take, from the machine code of the archives.

    stack.py OUT ARCHIVE...

A frame is what a function pushes and what it takes off the stack pointer, with its return address;
the stack of a function is that of the deepest chain of calls below it. No function of the library
calls itself. Where a chain calls through a pointer (hooks of the program, features that are linked
only when they are used) the sum ends there, and says so. Only for x86-64; elsewhere OUT is empty.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

LABEL = re.compile(r"^[0-9a-f]+ <([\w.$]+)>:$")
PUSH = re.compile(r"\tpush +%(\w+)$")
GROW = re.compile(r"\t(sub|add) +\$(0x[0-9a-f]+),%rsp$")
CALL = re.compile(r"\t(?:call|j\w+) ")
INDIRECT = re.compile(r"\tcall +\*|\tjmp +\*%r\w\w$")
RELOCATION = re.compile(r"R_X86_64_(?:PLT32|PC32)\t(\.text\.(?:unlikely\.|startup\.|hot\.)?)?([\w.$]+)")


class Code:
    def __init__(self, text):
        self.frames, self.calls, self.open = {}, {}, set()
        name, called, pushed = None, False, set()
        for line in text.splitlines():
            label = LABEL.match(line)
            if label:
                name, called, pushed = label[1], False, set()
                # What is seldom run goes on in the frame of its function.
                self.frames.setdefault(name, 0 if name.endswith(".cold") else 8)
                self.calls.setdefault(name, set())
            elif name:
                called = self.read(name, line, called, pushed)

    def read(self, name, line, called, pushed):
        push, grow, relocation = PUSH.search(line), GROW.search(line), RELOCATION.search(line)
        if push and push[1] not in pushed:
            pushed.add(push[1])
            self.frames[name] += 8
        elif grow:
            amount = int(grow[2], 16)
            amount -= 1 << 64 if amount >> 63 else 0
            self.frames[name] += max(0, amount if grow[1] == "sub" else -amount)
        elif INDIRECT.search(line):
            self.open.add(name)
        elif relocation and called:
            is_cold = relocation[1] == ".text.unlikely."
            self.calls[name].update((relocation[2], relocation[2] + ".cold") if is_cold else (relocation[2],))
        return bool(CALL.search(line))

    def depth(self, name, known=None, above=()):
        """(bytes, whether a pointer is called on the way)."""
        known = {} if known is None else known
        if name not in self.frames:
            return 0, False
        if name in above:
            raise ValueError(f"{name} calls itself")
        if name not in known:
            below = [self.depth(other, known, (*above, name)) for other in self.calls[name] - {name, name.removesuffix(".cold")}]
            deepest = max((size for size, _ in below), default=0)
            known[name] = self.frames[name] + deepest, name in self.open or any(is_open for _, is_open in below)
        return known[name]


def measure(archives):
    text = ""
    for archive in archives:
        done = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", archive], stdout=subprocess.PIPE, check=True)
        text += done.stdout.decode()
    if "elf64-x86-64" not in text:
        return {}
    code, known = Code(text), {}
    return {name: dict(zip(("bytes", "open"), code.depth(name, known)))
            for name in sorted(code.frames) if re.fullmatch(r"pawl_\w+", name)}  # fmt: skip


def main():
    found = measure(sys.argv[2:])
    Path(sys.argv[1]).write_text(json.dumps(found, indent=1) + "\n")
    deepest = max(found.items(), key=lambda row: row[1]["bytes"], default=("none", {"bytes": 0}))
    print(f"stack: {len(found)} functions, the most {deepest[1]['bytes']} bytes in {deepest[0]}")


if __name__ == "__main__":
    main()
