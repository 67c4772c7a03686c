"""layouts.py - how structs lie in memory, for each class of ABI, as clang lays them out.

Packages need it that fill structs without a compiler of C. Each class stands for all machines with
the same sizes and alignments; what is measured on boards by their own compilers agrees with it.
"""

import re
import subprocess

import tree

# By size of pointers, alignment of int64_t, size of enumerations.
CLASSES = {
    "lp64": ["--target=x86_64-linux-gnu"],  # and AArch64, RISC-V 64, Windows on x86-64
    "ilp32": ["--target=wasm32"],  # and Linux on ARM, RISC-V 32, PowerPC
    "ilp32-packed": ["--target=i386-linux-gnu"],  # int64_t aligned to 4
    "ilp32-short-enums": ["--target=armv7m-none-eabi", "-fshort-enums"],  # arm-none-eabi-gcc
    "avr": ["--target=avr"],  # 16-bit pointers and int, no alignment
}
LAYOUT = re.compile(r"^Type: (?:struct )?(\w+)\s+Layout: <ASTRecordLayout\s+Size:(\d+)\s+DataSize:\d+\s+"
                    r"Alignment:(\d+)(?:\s+PreferredAlignment:\d+)?\s+FieldOffsets: \[([\d, ]*)\]>", re.M)  # fmt: skip


def layouts_of(names, flags):
    text = "".join(f'#include "{path}"\n' for path in tree.HEADERS)
    text += "".join(f"char size_of_{name}[sizeof({name})];\n" for name in names)
    command = ["clang", *flags, "-ffreestanding", "-std=c11", "-w", f"-I{tree.ROOT}/include", "-fsyntax-only",
               "-Xclang", "-fdump-record-layouts-simple", "-x", "c", "-"]  # fmt: skip
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True)
    found = {}
    for name, size, align, offsets in LAYOUT.findall(done.stdout.decode()):
        found[name] = {"size": int(size) // 8, "align": int(align) // 8,
                       "offsets": [int(one) // 8 for one in offsets.split(",") if one.strip()]}  # fmt: skip
    return found


def add_layouts(records):
    """To each record, by class of ABI; the offsets are in the order of its fields."""
    names = [one["name"] for one in records]
    for one in records:
        one["layouts"] = {}
    for kind, flags in CLASSES.items():
        found = layouts_of(names, flags)
        for one in records:
            one["layouts"][kind] = found[one["name"]]
