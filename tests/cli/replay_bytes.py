#!/usr/bin/env python3
"""replay_bytes.py - changes replays on purpose, with right checksums (docs/format-replay.md).

usage: replay_bytes.py list IN                       ID, offset and size of each chunk
       replay_bytes.py set IN OUT ID N AT HEX        bytes of the content of the N-th chunk of an ID
       replay_bytes.py drop IN OUT ID N              leave it out
       replay_bytes.py add IN OUT BEFORE N ID FLAGS  an empty chunk in front of it
       replay_bytes.py flips IN FOLDER STEP          FOLDER/AT.rep, with a bit of byte AT changed,
                                                     and nothing else
       replay_bytes.py cuts IN FOLDER STEP           FOLDER/SIZE.rep, the first SIZE bytes
"""
import struct
import sys
import zlib

MAGIC_SIZE = 8


def crc16(data):
    """CRC-16/X-25, bit by bit."""
    rest = 0xFFFF
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0x8408 if rest & 1 else 0)
    return rest ^ 0xFFFF


def make_chunk(name, flags, schema, content):
    start, size = name + bytes([flags, schema]), struct.pack("<I", len(content))
    head = start + struct.pack("<H", crc16(start + size)) + size
    return head + content + struct.pack("<I", zlib.crc32(head + content))


def read_chunks(data):
    """[name, flags, schema, content, offset] of each."""
    at, chunks = MAGIC_SIZE, []
    while at < len(data):
        name, flags, schema, _, size = struct.unpack("<4sBBHI", data[at:at + 12])
        chunks.append([name, flags, schema, data[at + 12:at + 12 + size], at])
        at += 16 + size
    return chunks


def find(chunks, name, number):
    return [i for i, chunk in enumerate(chunks) if chunk[0] == name.encode()][int(number)]


def main(command, source, *rest):
    data = open(source, "rb").read()
    if command in ("flips", "cuts"):
        for at in range(0, len(data), int(rest[1])):
            changed = bytearray(data if command == "flips" else data[:at])
            if command == "flips":
                changed[at] ^= 1 << at % 8
            with open(f"{rest[0]}/{at}.rep", "wb") as out:
                out.write(changed)
        return
    chunks = read_chunks(data)
    if command == "list":
        for name, _, _, content, offset in chunks:
            print(name.decode(), offset, len(content) + 16)
        return
    index = find(chunks, *rest[1:3])
    if command == "set":
        content, new = bytearray(chunks[index][3]), bytes.fromhex(rest[4])
        content[int(rest[3]):int(rest[3]) + len(new)] = new
        chunks[index][3] = bytes(content)
    elif command == "drop":
        del chunks[index]
    elif command == "add":
        chunks.insert(index, [rest[3].encode(), int(rest[4]), 1, b"", 0])
    with open(rest[0], "wb") as out:
        out.write(data[:MAGIC_SIZE])
        for name, flags, schema, content, _ in chunks:
            out.write(make_chunk(name, flags, schema, content))


main(*sys.argv[1:])
