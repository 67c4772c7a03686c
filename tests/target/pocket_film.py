#!/usr/bin/env python3
"""pocket_film.py <TEXT >PICTURES - the lines "row HEX" that pocket_screen.c sends, as pictures for
film.c: 80 by 96 dots of three pixels each, as a display of liquid crystals has them."""

import sys

DOT = 3
EMPTY, DARK, GAP = bytes((176, 196, 148)), bytes((38, 50, 40)), bytes((170, 190, 142))


def pixels_of(digits):
    bits = bin(int("1" + digits, 16))[3:]
    dots = b"".join((DARK if bit == "1" else EMPTY) * (DOT - 1) + GAP for bit in bits)
    return dots * (DOT - 1) + GAP * (DOT * len(bits))


def main():
    for line in sys.stdin:
        if line.startswith("row "):
            sys.stdout.buffer.write(pixels_of(line.split()[1]))


main()
