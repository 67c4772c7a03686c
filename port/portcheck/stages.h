/* stages.h - the stages of portcheck in their order; a new one is a line here, a function and
 * a run of `make portcheck-reference`.
 *
 * STAGE(short name, title, section of docs/porting.md) */
STAGE(integers, "integers", "integers")
STAGE(fixed, "fixed point", "fixed-point")
STAGE(layout, "layout", "layout")
STAGE(hash, "hash", "hash")
STAGE(contacts, "contacts", "scenes")
STAGE(joints, "joints", "scenes")
STAGE(sleep, "sleep", "scenes")
STAGE(snapshot, "snapshot", "snapshot")
STAGE(session, "session", "session")
STAGE(level, "level", "level")
STAGE(joint_types, "joint types", "episodes")
STAGE(shapes, "shapes", "episodes")
STAGE(questions, "questions", "episodes")
STAGE(movements, "movements", "episodes")
STAGE(fracture, "fracture", "episodes")
STAGE(states, "states", "episodes")
STAGE(replay, "replay", "episodes")
STAGE(duel, "duel", "episodes")
STAGE(arcade, "arcade", "episodes")
STAGE(soft, "soft bodies", "episodes")
