"""mutations.py - one instruction as a broken compiler, or a broken processor, would have it.

A shift loses its sign or is off by one, an addition becomes a subtraction, a comparison is off by
one, an extension loses its sign, a branch takes the equal case to the other side. For the Thumb
instructions of a Cortex-M0 (ARMv6-M Architecture Reference Manual, A5.2) and those of x86-64 that
compilers make of the same operators (Intel 64 Manual, volume 2).
"""

# GE GT, LT LE, CS HI, CC LS
THUMB_OFF_BY_ONE = {10: 12, 12: 10, 11: 13, 13: 11, 2: 8, 8: 2, 3: 9, 9: 3}
THUMB_ALU = {3: (4, "lsr to asr"), 4: (3, "asr to lsr"), 5: (6, "adc to sbc"), 6: (5, "sbc to adc")}


def of_thumb_word(word):
    top = word >> 11
    if top in (1, 2):  # lsr, asr by a constant
        yield ("lsr to asr", "asr to lsr")[top - 1], word ^ 0x1800
        if word >> 6 & 31 > 1:
            yield "shift by one more or less", word ^ 0x40
    elif top == 0 and word >> 6 & 31 > 1:
        yield "shift by one more or less", word ^ 0x40
    elif top == 3:  # add, sub of a register or of 3 bits
        if not (word >> 10 & 1 and word >> 6 & 7 == 0):
            yield ("add to sub", "sub to add")[word >> 9 & 1], word ^ 0x200
    elif top == 5:
        yield "compare with one more or less", word ^ 1
    elif top in (6, 7) and word & 255:
        yield ("add to sub", "sub to add")[top - 6], word ^ 0x800
    elif word >> 10 == 16 and word >> 6 & 15 in THUMB_ALU:
        to, what = THUMB_ALU[word >> 6 & 15]
        yield what, word & ~0x3C0 | to << 6
    elif word >> 12 == 13 and word >> 8 & 15 in THUMB_OFF_BY_ONE:
        yield "branch off by one", word & ~0xF00 | THUMB_OFF_BY_ONE[word >> 8 & 15] << 8
    elif word >> 8 == 0xB2:  # sxth, sxtb, uxth, uxtb
        yield "extension with the other sign", word ^ 0x80
    elif word >> 9 == 0x2F:
        yield "load loses its sign", word & ~0xFE00 | 0x2D << 9
    elif word >> 9 == 0x2B:
        yield "load loses its sign", word & ~0xFE00 | 0x2E << 9


def of_thumb(code):
    """Pairs of what is done to an instruction and its bytes then."""
    if len(code) == 2:
        for what, word in of_thumb_word(int.from_bytes(code, "little")):
            yield what, word.to_bytes(2, "little")


# L LE, GE G, B BE, AE A
X86_OFF_BY_ONE = {0xC: 0xE, 0xE: 0xC, 0xD: 0xF, 0xF: 0xD, 2: 6, 6: 2, 3: 7, 7: 3}
X86_PAIRS = {
    0x01: (0x29, "add to sub"), 0x29: (0x01, "sub to add"), 0x03: (0x2B, "add to sub"),
    0x2B: (0x03, "sub to add"), 0x11: (0x19, "adc to sbb"), 0x19: (0x11, "sbb to adc"),
    0x13: (0x1B, "adc to sbb"), 0x1B: (0x13, "sbb to adc"),
}  # fmt: skip
X86_CONDITIONS = {4: "selection", 8: "branch", 9: "answer"}  # cmov, jcc, setcc


def with_byte(code, at, value):
    return code[:at] + bytes([value]) + code[at + 1 :]


def of_x86(code):
    """As above. Registers that hold the stack are left alone: that is no arithmetic."""
    at = 0
    while at < len(code) - 1 and (code[at] == 0x66 or code[at] >> 4 == 4):
        at += 1
    head, rest = code[at], code[at + 1 :]
    operand = rest[0] if rest else 0
    kind, is_stack = operand >> 3 & 7, operand & 0xC7 == 0xC4 and code[0] & 0xF1 != 0x41
    if head == 0x0F and len(rest) > 1:
        if rest[0] >> 4 in X86_CONDITIONS and rest[0] & 15 in X86_OFF_BY_ONE:
            other = rest[0] & 0xF0 | X86_OFF_BY_ONE[rest[0] & 15]
            yield X86_CONDITIONS[rest[0] >> 4] + " off by one", with_byte(code, at + 1, other)
        elif rest[0] in (0xB6, 0xB7, 0xBE, 0xBF):
            yield "extension with the other sign", with_byte(code, at + 1, rest[0] ^ 8)
    elif head >> 4 == 7 and head & 15 in X86_OFF_BY_ONE:
        yield "branch off by one", with_byte(code, at, 0x70 | X86_OFF_BY_ONE[head & 15])
    elif head in X86_PAIRS and not is_stack:
        other, what = X86_PAIRS[head]
        yield what, with_byte(code, at, other)
    elif head in (0xC1, 0xD1, 0xD3) and kind in (4, 5, 7):
        if kind != 4:
            other = operand ^ 0x10  # shr is 5, sar is 7
            yield ("shr to sar" if kind == 5 else "sar to shr"), with_byte(code, at + 1, other)
        if head == 0xC1 and code[-1] > 1:
            yield "shift by one more or less", with_byte(code, len(code) - 1, code[-1] ^ 1)
    elif head == 0x83 and kind in (0, 5) and code[-1] and not is_stack:
        yield ("add to sub", "sub to add")[kind == 5], with_byte(code, at + 1, operand ^ 0x28)
    elif head == 0x83 and kind == 7:
        yield "compare with one more or less", with_byte(code, len(code) - 1, code[-1] ^ 1)
    elif head == 0x3D or head == 0x81 and kind == 7:
        low = len(code) - (2 if 0x66 in code[:at] else 4)
        yield "compare with one more or less", with_byte(code, low, code[low] ^ 1)
