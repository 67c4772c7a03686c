"""interface.py - the school of the interface (CONTRIBUTING.md), seen in the public headers."""

import re

# A value computed from the whole object, or a question with arguments of its own: verbs.
VERBS = (
    "hash|motion_hash|hash_tree|compare|draw|ray|cast|overlap|closest|meet|size|state_size|"
    "scratch_size|save_size|encode_size|next|find|explode|wrap|way"
)
OBJECTS = "world|arcade|session"


def functions(source):
    """(line, result, name, parameters) of each function that a public header declares."""
    if not source.is_below("include/pawl"):
        return
    text = "\n".join("" if line.startswith("#") else line for line in source.code)
    pattern = r"^(?:PAWL_API|static inline)\b([^;{}()]*?)\b(pawl_\w+)\(([^;{}]*?)\)\s*[;{]"
    for match in re.finditer(pattern, text, re.MULTILINE):
        line = text.count("\n", 0, match.start(2)) + 1
        yield line, " ".join(match.group(1).split()), match.group(2), " ".join(match.group(3).split())


def interface_size(source):
    """Sizes of memory have one name and one type, which is that of malloc."""
    for line, result, name, _ in functions(source):
        if name.endswith("_memory") and re.search(r"\b(size_t|u?int\d+_t)$", result):
            yield line, f"{name}: a size of memory is called _size"
        elif re.search(r"_size(_max)?$", name) and result.split()[-1] != "size_t":
            yield line, f"{name} returns {result}, not size_t"


def interface_getter(source):
    """A reader guesses the name of a property: pawl_<noun>_get_<property>."""
    for line, result, name, parameters in functions(source):
        first = re.match(rf"const pawl_({OBJECTS}) \*", parameters)
        if not first or re.search(r"\b(pawl_status|bool|void)$", result):
            continue
        verb = re.fullmatch(rf"pawl_[a-z]+_(get_\w+|(?:{VERBS})(?:_\w+)?|\w+_(?:hash|hashes|def_\w+))", name)
        if not (verb or re.search(r"_(cast|collide|hash|hashes|at|between|size_max)$", name)):
            yield line, f"{name}: a property is read by _get_"


# What makes, loads, steps or fills something in. Others fill in what is not their first parameter.
MAKERS = (
    "init|init_for|begin|open|create|create_at|build|step|seek|start_at|encode|decode|restore|"
    "diff|patch|cast|cut"
)
# Writers of replays keep their failure, which flush and end tell.
KEEPERS = "pawl_replay_write_|pawl_replay_cut$"


def fills_something(parameters):
    """Whether something else than the object of the call, its first parameter, is written to."""
    given = [one for one in parameters.split(", ")[1:] if "*" in one or "[" in one]
    return any(not one.startswith("const ") and "(*" not in one for one in given)


def interface_check(source):
    """A result that nothing looks at is used although it was not made."""
    for line, result, name, parameters in functions(source):
        if result.split()[-1:] != ["pawl_status"] or "PAWL_MUST_CHECK" in result:
            continue
        if re.match(KEEPERS, name):
            continue
        if "_set_" in name:
            continue
        if re.search(rf"_(?:{MAKERS})(?:_\w+)?$", name) or fills_something(parameters):
            yield line, f"{name}: PAWL_MUST_CHECK is missing"


# Setters whose value is read elsewhere.
READ_ELSEWHERE = (
    "pawl_joint_set_",  # pawl_joint_get_def tells all of a joint
    "pawl_soft_set_point_",  # pawl_soft_get_point
    "pawl_body_set_damping$",  # one getter for each of the two
    "pawl_body_set_target$",  # velocities
    "pawl_shape_set_materials$",  # get_material: of a part
    "pawl_session_set_snapshot_memory$",  # given away, not a property
    "pawl_session_set_stage_memory$",  # likewise
)


def interface_pair(source):
    """What can be set can be read, by the same name."""
    names = {name for _, _, name, _ in functions(source)}
    for line, _, name, _ in functions(source):
        match = re.fullmatch(r"(pawl_[a-z0-9]+)_set_(\w+)", name)
        if not match or re.match("|".join(READ_ELSEWHERE), name):
            continue
        noun, value = match.groups()
        readers = {f"{noun}_get_{value}", f"{noun}_is_{value}", f"{noun}_has_{value}"}
        if not readers & names:
            yield line, f"{name} has no getter beside it"


def interface_out(source):
    """Results come last: what is written to, each buffer with its capacity."""
    for line, _, name, parameters in functions(source):
        given = parameters.split(", ")
        first = [at for at, one in enumerate(given) if re.search(r"\*out(_\w+)?$", one)]
        written = r"(?!const )[^()]*\*\w+$|[^()]* (capacity|\w*size|\w*count|most|limit)$"
        if first and not all(re.match(written, one) for one in given[first[0] :]):
            yield line, f"{name}: an out parameter is not the last"


def interface_null(source):
    """Each handle has a null constant and a test for null."""
    if not source.is_below("include/pawl"):
        return
    text = "\n".join(source.code)
    for number, line in enumerate(source.code, 1):
        match = re.match(r"} pawl_(\w+)_id;", line)
        if not match:
            continue
        noun = match.group(1)
        for needed in (f"PAWL_NULL_{noun.upper()}", f"pawl_{noun}_is_null"):
            if not re.search(rf"\b{needed}\b", text):
                yield number, f"pawl_{noun}_id: {needed} is missing"


RULES = (
    interface_size,
    interface_getter,
    interface_check,
    interface_pair,
    interface_out,
    interface_null,
)
