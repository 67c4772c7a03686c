"""profiles.py - what of the library each entry of the package has.

    profiles.py exports API FOLDER    FOLDER/ENTRY.names of each: its functions, one a line, which its module exports

An entry is a module of JavaScript, its types and its WebAssembly, each with the functions below and
with no others. Records, enums and constants are those that these functions speak of.
"""

import copy
import re
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import model  # noqa: E402

# What no page calls: functions of a port, which a program in C defines; threads of the program; and
# the search for a stage whose arithmetic differs, which is of two kinds of machine.
NEVER = {"port.h", "workers.h", "stages.h"}
# No world is needed for it.
PLANE = {"arcade.h", "pocket.h", "level.h", "ring.h", "cut.h", "polygon.h"}
# What few games have, and takes a tenth of the whole.
SELDOM = {"fracture.h", "kit.h", "film.h", "relay.h", "sign.h", "session_sign.h"}
OUTLINES = r"outline|world_break"
SESSION = {"session.h", "session_world.h", "session_sign.h", "relay.h", "migrate.h", "measure.h", "sign.h", "rules.h", "frame.h"}
SMALL = {"base.h", "world.h", "body.h", "body_build.h", "shape.h", "id.h"}
SMALL_MORE = """pawl_world_hash pawl_world_save_size pawl_world_save pawl_world_restore pawl_make_circle pawl_make_capsule
    pawl_make_segment pawl_make_box pawl_make_box_at pawl_make_polygon pawl_hull pawl_rot_from_angle pawl_sin pawl_cos
    pawl_atan2 pawl_query_filter_default pawl_world_ray_closest pawl_world_ray_all pawl_world_overlap_point""".split()
SMALL_NOT = re.compile(r"outline|soft|joint|character|world_(shift|wrap|way|\w*periods|lanes_size|link_all|cache|s\w+_size|init_for|next|get_poses)"
                       r"|break|custom_filter|pre_solve|next_(contact|shape)|contact_|tuning|_store|_load|length_unit|build_options|drop_through|visitor"
                       r"|one_way|rolling|get_velocity_at|_check$|lock_|bullet|_text$|threshold|counters|set_target|can_sleep|reset_mass"
                       r"|clear_forces|set_convex|get_origin|sleeping_enabled|next_body|get_poses")  # fmt: skip


@dataclass
class Profile:
    headers: set = None  # whose functions it has; None: of all
    without: set = frozenset()
    more: tuple = ()  # functions of other headers
    refused: re.Pattern = None
    is_small: bool = False  # no fields for functions of the program, which its library does not call


PROFILES = {
    "all": Profile(without=NEVER),
    "pawl": Profile(without=NEVER | PLANE | SELDOM, refused=re.compile(OUTLINES)),
    "game": Profile(without=NEVER | PLANE | SELDOM | SESSION | {"soft.h"}, refused=re.compile(OUTLINES + "|soft|tear")),
    "small": Profile(headers=SMALL, more=tuple(SMALL_MORE), refused=SMALL_NOT, is_small=True),
    "arcade": Profile(headers=PLANE | {"convex.h", "vec.h", "fx.h"}, more=("pawl_status_text", "pawl_closest", "pawl_ray_cast")),
}
ALWAYS = ("pawl_status_text",)


def functions(api, name):
    """The names of the functions of a profile, in the order of the headers."""
    profile = PROFILES[name]

    def has(one):
        if one["name"] in profile.more or one["name"] in ALWAYS:
            return True
        if one["header"] in profile.without or (profile.headers is not None and one["header"] not in profile.headers):
            return False
        return not (profile.refused and profile.refused.search(one["name"]))

    return [one["name"] for one in api["functions"] if one["supplied_by"] == "library" and has(one)]


def restricted(interface, name):
    """The interface with a profile's functions, and what they speak of."""
    api = copy.deepcopy(interface.api)
    kept = set(functions(api, name))
    api["functions"] = [one for one in api["functions"] if one["name"] in kept]
    if PROFILES[name].is_small:
        for one in api["records"]:
            shown = [at for at, field in enumerate(one["fields"]) if field["class"] != "callback"]
            one["fields"] = [one["fields"][at] for at in shown]
            for layout in one["layouts"].values():
                layout["offsets"] = [layout["offsets"][at] for at in shown]
    words = re.compile(r"\bpawl_\w+")
    waiting = [word for one in api["functions"] for word in words.findall(one["signature"])]
    records, seen = {one["name"]: one for one in api["records"]}, set()
    while waiting:
        word = waiting.pop()
        if word in seen:
            continue
        seen.add(word)
        for field in records.get(word, {"fields": []})["fields"]:
            waiting += words.findall(field["type"]) + words.findall(field.get("signature") or "")
    headers = {one["header"] for one in api["functions"]} | {"base.h"}
    api["records"] = [one for one in api["records"] if one["name"] in seen]
    api["enums"] = [one for one in api["enums"] if one["name"] in seen or one["header"] in headers]
    api["constants"] = [one for one in api["constants"] if one["header"] in headers]
    api["opaque"] = [one for one in api["opaque"] if one in seen]
    return model.Model.of(api)


def main():
    _, path, folder = sys.argv[1:]
    api = model.Model(path).api
    for name in PROFILES:
        (Path(folder) / f"{name}.names").write_text("\n".join(functions(api, name)) + "\n")


if __name__ == "__main__":
    main()
