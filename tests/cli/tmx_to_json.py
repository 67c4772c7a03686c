#!/usr/bin/env python3
"""tmx_to_json.py - a TMX map as Tiled exports it to JSON, to compare both readers.

usage: tmx_to_json.py MAP.tmx OUT.tmj   (external tilesets are taken in)
Written after the two format references alone; numbers stay as they are written.
"""
import base64
import gzip
import json
import os
import struct
import sys
import xml.etree.ElementTree as ET
import zlib


class Number(float):
    """A number that is printed as it was read."""

    def __new__(cls, text):
        number = super().__new__(cls, float(text))
        number.text = text
        return number

    def __repr__(self):
        return self.text


json.encoder.float = type("Printed", (), {"__repr__": staticmethod(lambda n: repr(n))})
NUMBERS = {"x", "y", "width", "height", "rotation", "offsetx", "offsety", "parallaxx", "parallaxy",
           "id", "gid", "firstgid", "tilewidth", "tileheight"}


def members(element, drop=()):
    out = {}
    for key, value in element.attrib.items():
        if key in drop:
            continue
        out[key] = Number(value) if key in NUMBERS else value
    return out


def properties(element):
    found = element.find("properties")
    if found is None:
        return []
    out = []
    for one in found:
        kind = one.get("type", "string")
        value = one.get("value", one.text or "")
        if kind in ("int", "float"):
            value = Number(value)
        elif kind == "bool":
            value = value == "true"
        out.append({"name": one.get("name"), "type": kind, "value": value})
    return out


def points(element):
    pairs = (pair.split(",") for pair in element.get("points").split())
    return [{"x": Number(x), "y": Number(y)} for x, y in pairs]


def objects(group):
    out = []
    for element in group.findall("object"):
        one = members(element)
        for name in ("ellipse", "point", "capsule"):
            if element.find(name) is not None:
                one[name] = True
        for name in ("polygon", "polyline"):
            if element.find(name) is not None:
                one[name] = points(element.find(name))
        if element.find("text") is not None:
            one["text"] = {"text": element.find("text").text}
        one["properties"] = properties(element)
        out.append(one)
    return out


def cells(data, holder):
    text = (holder.text or "").strip()
    if data.get("encoding") == "csv":
        return [int(cell) for cell in text.split(",")]
    raw = base64.b64decode(text)
    if data.get("compression") == "zlib":
        raw = zlib.decompress(raw)
    elif data.get("compression") == "gzip":
        raw = gzip.decompress(raw)
    return list(struct.unpack("<%dI" % (len(raw) // 4), raw))


def layers(parent):
    out = []
    for element in parent:
        one = members(element)
        if element.tag == "layer":
            one["type"] = "tilelayer"
            data = element.find("data")
            if data.find("chunk") is not None:
                one["chunks"] = [dict(members(chunk), data=cells(data, chunk))
                                 for chunk in data.findall("chunk")]
            else:
                one["data"] = cells(data, data)
        elif element.tag == "objectgroup":
            one["type"] = "objectgroup"
            one["objects"] = objects(element)
        elif element.tag == "imagelayer":
            one["type"] = "imagelayer"
        elif element.tag == "group":
            one["type"] = "group"
            one["layers"] = layers(element)
        else:
            continue
        one["properties"] = properties(element)
        out.append(one)
    return out


def tileset(element, folder):
    first = Number(element.get("firstgid"))
    if element.get("source") is not None:
        element = ET.parse(os.path.join(folder, element.get("source"))).getroot()
    out = dict(members(element), firstgid=first)
    if element.find("tileoffset") is not None:
        out["tileoffset"] = members(element.find("tileoffset"))
    out["tiles"] = []
    for tile in element.findall("tile"):
        one = dict(members(tile), properties=properties(tile))
        if tile.find("image") is not None:
            one["imagewidth"] = Number(tile.find("image").get("width"))
            one["imageheight"] = Number(tile.find("image").get("height"))
        if tile.find("objectgroup") is not None:
            one["objectgroup"] = {"objects": objects(tile.find("objectgroup"))}
        out["tiles"].append(one)
    return out


def main():
    source, target = sys.argv[1:]
    root = ET.parse(source).getroot()
    out = dict(members(root), type="map", properties=properties(root))
    out["infinite"] = root.get("infinite") == "1"
    out["tilesets"] = [tileset(one, os.path.dirname(source)) for one in root.findall("tileset")]
    out["layers"] = layers(root)
    with open(target, "w", encoding="utf-8") as file:
        json.dump(out, file, indent=1, ensure_ascii=False)


main()
