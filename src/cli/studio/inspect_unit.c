/* inspect_unit.c - the table of units. A test walks the field table and fails for a field that is
 * not in it. */
#include "cli/studio/inspect_unit.h"

#include <string.h>

#include "pawl/character.h"
#include "pawl/joint.h"
#include "pawl/soft.h"
#include "world/layout.h"

/* ---- words ---- */

typedef cli_inspect_word word;

static const word yes_or_no[] = {{0, "no"}, {1, "yes"}, {0, NULL}};
static const word faults[] = {
    {PAWL_FAULT_WORLD_EDGE, "world edge"},       {PAWL_FAULT_SPEED, "speed"},
    {PAWL_FAULT_TRANSLATION, "translation"},     {PAWL_FAULT_SOLVER_RANGE, "solver range"},
    {PAWL_FAULT_CONTACTS_FULL, "contacts full"}, {PAWL_FAULT_FORCE_RANGE, "force range"},
    {PAWL_FAULT_NOT_STOPPED, "not stopped"},     {0, NULL}};
static const word body_types[] = {
    {PAWL_STATIC, "static"}, {PAWL_KINEMATIC, "kinematic"}, {PAWL_DYNAMIC, "dynamic"}, {0, NULL}};
static const word body_flags[] = {{PAWLI_BODY_LIVE, "live"},
                                  {PAWLI_BODY_AWAKE, "awake"},
                                  {PAWLI_BODY_ENABLED, "enabled"},
                                  {PAWLI_BODY_CAN_SLEEP, "can sleep"},
                                  {PAWLI_BODY_FIXED_ROTATION, "fixed rotation"},
                                  {PAWLI_BODY_BULLET, "bullet"},
                                  {PAWLI_BODY_LOCK_X, "x locked"},
                                  {PAWLI_BODY_LOCK_Y, "y locked"},
                                  {0, NULL}};
static const word shape_flags[] = {{PAWLI_SHAPE_LIVE, "live"},
                                   {PAWLI_SHAPE_MOVED, "moved"},
                                   {PAWLI_SHAPE_HIT_EVENTS, "hit events"},
                                   {PAWLI_SHAPE_IN_TREE, "in the tree"},
                                   {PAWLI_SHAPE_SENSOR, "sensor"},
                                   {PAWLI_SHAPE_CUSTOM_FILTER, "custom filter"},
                                   {PAWLI_SHAPE_PRE_SOLVE, "pre-solve"},
                                   {PAWLI_SHAPE_ONE_WAY, "one-way"},
                                   {0, NULL}};
static const word terrain_types[] = {
    {PAWLI_CHAIN, "chain"}, {PAWLI_TILES, "tiles"}, {PAWLI_HEIGHTS, "heights"}, {0, NULL}};
static const word terrain_flags[] = {{PAWLI_TERRAIN_LOOP, "loop"},
                                     {PAWLI_TERRAIN_ONE_SIDED, "one-sided"},
                                     {PAWLI_TERRAIN_GHOST_ENDS, "ghost ends"},
                                     {0, NULL}};
static const word contact_flags[] = {
    {PAWLI_CONTACT_TOUCHING, "touching"}, {PAWLI_CONTACT_OVERLAPS, "overlaps"},
    {PAWLI_CONTACT_CACHED, "cached"},     {PAWLI_CONTACT_DROPPED, "dropped"},
    {PAWLI_CONTACT_DISABLED, "disabled"}, {0, NULL}};
static const word joint_types[] = {{PAWL_JOINT_REVOLUTE, "revolute"},
                                   {PAWL_JOINT_PRISMATIC, "prismatic"},
                                   {PAWL_JOINT_DISTANCE, "distance"},
                                   {PAWL_JOINT_WELD, "weld"},
                                   {PAWL_JOINT_WHEEL, "wheel"},
                                   {PAWL_JOINT_MOTOR, "motor"},
                                   {PAWL_JOINT_FILTER, "filter"},
                                   {PAWL_JOINT_PULLEY, "pulley"},
                                   {PAWL_JOINT_GEAR, "gear"},
                                   {PAWL_JOINT_RATCHET, "ratchet"},
                                   {0, NULL}};
static const word joint_flags[] = {{PAWLI_JOINT_LIVE, "live"},
                                   {PAWLI_JOINT_COLLIDE, "bodies collide"},
                                   {PAWLI_JOINT_LIMIT, "limit"},
                                   {PAWLI_JOINT_MOTOR, "motor"},
                                   {PAWLI_JOINT_SPRING, "spring"},
                                   {PAWLI_JOINT_REPORTS, "reports its load"},
                                   {PAWLI_JOINT_RANGED, "spring range"},
                                   {PAWLI_JOINT_TUNED, "tuned"},
                                   {0, NULL}};
static const word soft_flags[] = {{PAWLI_SOFT_LIVE, "live"},
                                  {PAWLI_SOFT_AWAKE, "awake"},
                                  {PAWLI_SOFT_CAN_SLEEP, "can sleep"},
                                  {PAWLI_SOFT_SELF_COLLIDE, "collides with itself"},
                                  {0, NULL}};
static const word point_flags[] = {{PAWLI_POINT_TOUCHING, "touching"}, {0, NULL}};
static const word link_types[] = {{PAWL_LINK_DISTANCE, "distance"},
                                  {PAWL_LINK_BEND, "bend"},
                                  {PAWL_LINK_ATTACH, "attach"},
                                  {0, NULL}};
static const word link_flags[] = {
    {PAWL_LINK_SURFACE, "surface"}, {PAWL_LINK_ROPE, "rope"}, {PAWL_LINK_TORN, "torn"}, {0, NULL}};
#if PAWL_WITH_CHARACTERS
static const word character_flags[] = {
    {PAWLI_CHARACTER_LIVE, "live"},
    {PAWLI_CHARACTER_ON_GROUND, "on the ground"},
    {PAWLI_CHARACTER_DROPPING, "dropping"},
    {PAWLI_CHARACTER_RISING, "rising"},
    {PAWLI_CHARACTER_HELD, "button held"},
    {PAWLI_CHARACTER_SQUEEZED * PAWLI_CHARACTER_SQUEEZED_MAX, "steps squeezed:"},
    {0, NULL}};
static const word character_modes[] = {{PAWL_CHARACTER_FALLS, "falls"},
                                       {PAWL_CHARACTER_STANDS, "stands"},
                                       {PAWL_CHARACTER_CLIMBS, "climbs"},
                                       {PAWL_CHARACTER_SWIMS, "swims"},
                                       {0, NULL}};
static const word character_buttons[] = {
    {PAWL_CHARACTER_JUMP, "jump"}, {PAWL_CHARACTER_DROP, "drop"}, {0, NULL}};
static const word character_events[] = {{PAWL_CHARACTER_JUMPED, "jumped"},
                                        {PAWL_CHARACTER_LANDED, "landed"},
                                        {PAWL_CHARACTER_LEFT_GROUND, "left the ground"},
                                        {PAWL_CHARACTER_HIT_WALL, "hit a wall"},
                                        {PAWL_CHARACTER_HIT_HEAD, "hit its head"},
                                        {PAWL_CHARACTER_CRUSHED, "crushed"},
                                        {PAWL_CHARACTER_CHANGED_MODE, "changed its mode"},
                                        {0, NULL}};
#endif

/* ---- the table ---- */

/* A joint has an impulse for each of its rows, contacts for each point: velocities, as the solver
 * has them. */
#define ROW(unit, name) \
    { TYPE, CLI_UNIT_##unit, name, NULL }
#define WORDS(unit, name, words) \
    { TYPE, CLI_UNIT_##unit, name, words }

static const cli_inspect_row rows[] = {
#define TYPE PAWLI_OBJECT_WORLD
    ROW(ACCELERATION, "gravity"),
    ROW(LENGTH, "scales.length_unit"),
    ROW(PER_SECOND, "rate_numerator"), /* over the denominator */
    ROW(NONE, "rate_denominator"),
    ROW(NONE, "substeps"),
    WORDS(CHOICE, "sleeping", yes_or_no),
    WORDS(FLAGS, "faults", faults),
    ROW(STEPS, "tick"),
    ROW(NONE, "late_end_count"),
    ROW(NONE, "late_sensor_end_count"),
    ROW(NONE, "late_dropped_count"),
    ROW(NONE, "unseen_end_count"),
    ROW(HERTZ, "tuning.contact.hertz"),
    ROW(NONE, "tuning.contact.damping_ratio"),
    ROW(SPEED, "tuning.contact.push_speed"),
    ROW(SPEED, "tuning.restitution_threshold"),
    ROW(SPEED, "tuning.hit_threshold"),
    ROW(LENGTH, "origin"),
    ROW(WRAP, "wrap"),
#undef TYPE
#define TYPE PAWLI_OBJECT_BODY
    ROW(NONE, "slot"),
    ROW(LENGTH, "position"),
    ROW(TURNS, "angle"),
    ROW(SPEED, "velocity"),
    ROW(SPIN, "spin"),
    ROW(LENGTH, "frac_x"),
    ROW(LENGTH, "frac_y"),
    ROW(SPEED, "spin_frac"),
    ROW(ACCELERATION, "acceleration"),
    ROW(ACCELERATION, "spin_acceleration"), /* at the radius of gyration, as spin */
    ROW(LENGTH, "center"),
    ROW(MASS_MANTISSA, "mass"),
    ROW(NONE, "mass_exponent"),
    ROW(GYRATION_MANTISSA, "per_gyration"),
    ROW(NONE, "per_gyration_exponent"),
    ROW(NONE, "gravity_scale"),
    ROW(DAMPING, "linear_damping"),
    ROW(DAMPING, "angular_damping"),
    ROW(NONE, "generation"),
    WORDS(CHOICE, "type", body_types),
    WORDS(FLAGS, "flags", body_flags),
    ROW(STEPS, "quiet_steps"),
    ROW(BODY, "island"), /* the oldest one of it */
    ROW(LENGTH, "turn_frac"),
    ROW(NONE, "user_data"),
    ROW(SPEED, "velocity_frac_x"),
    ROW(SPEED, "velocity_frac_y"),
    ROW(LENGTH, "move_frac_x"),
    ROW(LENGTH, "move_frac_y"),
#undef TYPE
#define TYPE PAWLI_OBJECT_SHAPE
    ROW(NONE, "slot"),
    ROW(BODY, "body"),
    ROW(LENGTH, "fat_box.lower"),
    ROW(LENGTH, "fat_box.upper"),
    ROW(DENSITY, "density"),
    ROW(NONE, "friction"),
    ROW(NONE, "restitution"),
    ROW(SPEED, "tangent_speed"),
    ROW(MASK, "category"),
    ROW(MASK, "mask"),
    ROW(NONE, "group"),
    ROW(NONE, "generation"),
    WORDS(FLAGS, "flags", shape_flags),
    ROW(NONE, "rolling_resistance"),
    ROW(NONE, "user_data"),
    ROW(BREAK_CODE, "break_impulse"),
#undef TYPE
#define TYPE PAWLI_OBJECT_GEOMETRY
    ROW(NONE, "count"),
    ROW(LENGTH, "radius"),
    ROW(LENGTH, "vertices"),
#undef TYPE
#define TYPE PAWLI_OBJECT_TERRAIN
    WORDS(CHOICE, "type", terrain_types),
    WORDS(FLAGS, "terrain.flags", terrain_flags),
    ROW(NONE, "terrain.count"),
    ROW(NONE, "terrain.content"),
    ROW(LENGTH, "terrain.box.lower"),
    ROW(LENGTH, "terrain.box.upper"),
    ROW(NONE, "terrain.rows"), /* of heights their scale */
    ROW(LENGTH, "terrain.cell_size"),
    ROW(LENGTH, "terrain.base"),
    ROW(NONE, "terrain.materials"),
    ROW(NONE, "terrain.materials_content"),
#undef TYPE
#define TYPE PAWLI_OBJECT_CONTACT
    ROW(SHAPE, "shape_a"),
    ROW(SHAPE, "shape_b"),
    WORDS(FLAGS, "flags", contact_flags),
    ROW(NONE, "count"),
    ROW(FEATURE, "feature"),
    ROW(NONE, "normal.c"),
    ROW(NONE, "normal.s"),
    ROW(LENGTH, "delta"),
    ROW(TURNS, "angle_a"),
    ROW(TURNS, "angle_b"),
    ROW(LENGTH, "points.offset"),
    ROW(LENGTH, "points.separation"),
    ROW(SPEED, "points.normal_impulse"),
    ROW(SPEED, "points.tangent_impulse"),
    ROW(NONE, "edge"),
#undef TYPE
#define TYPE PAWLI_OBJECT_JOINT
    ROW(NONE, "slot"),
    WORDS(CHOICE, "type", joint_types),
    WORDS(FLAGS, "flags", joint_flags),
    ROW(NONE, "generation"),
    ROW(BODY, "body_a"),
    ROW(BODY, "body_b"),
    ROW(LENGTH, "frame_a.anchor"),
    ROW(TURNS, "frame_a.angle"),
    ROW(LENGTH, "frame_b.anchor"),
    ROW(TURNS, "frame_b.angle"),
    ROW(TURNS, "turned"),
    ROW(JOINT_WAY, "lower"),
    ROW(JOINT_WAY, "upper"),
    ROW(JOINT_WAY, "target"),
    ROW(JOINT_RATE, "motor_speed"),
    ROW(JOINT_MOTOR, "motor_max"),
    ROW(HERTZ, "hertz"),
    ROW(NONE, "damping_ratio"),
    ROW(HERTZ, "angular_hertz"),
    ROW(NONE, "angular_damping_ratio"),
    ROW(JOINT_RATIO, "ratio"),
    ROW(FORCE, "force_max"),
    ROW(FORCE, "spring_force_max"),
    ROW(JOINT_SPRING, "spring_torque_max"),
    ROW(JOINT_PLACE_X, "place.x"),
    ROW(JOINT_PLACE_Y, "place.y"),
    ROW(JOINT_PLACE_B, "place_b"),
    ROW(FORCE, "break_force"),
    ROW(TORQUE, "break_torque"),
    ROW(NONE, "teeth"),
    ROW(SPEED, "impulses"),
    ROW(NONE, "user_data"),
#undef TYPE
#define TYPE PAWLI_OBJECT_SOFT
    ROW(NONE, "slot"),
    WORDS(FLAGS, "flags", soft_flags),
    ROW(NONE, "generation"),
    ROW(NONE, "point_count"),
    ROW(NONE, "link_count"),
    ROW(NONE, "outline_count"),
    ROW(AREA, "target_area2"), /* twice the area */
    ROW(NONE, "pressure"),
    ROW(NONE, "friction"),
    ROW(NONE, "restitution"),
    ROW(PER_SECOND, "damping"),
    ROW(NONE, "gravity_scale"),
    ROW(LENGTH, "radius"),
    ROW(MASK, "category"),
    ROW(MASK, "mask"),
    ROW(NONE, "group"),
    ROW(STEPS, "quiet_steps"),
    ROW(NONE, "iterations"),
    ROW(NONE, "user_data"),
#undef TYPE
#define TYPE PAWLI_OBJECT_SOFT_POINT
    ROW(LENGTH, "position"),
    ROW(LENGTH, "moved_x"), /* in the last sub-step */
    ROW(LENGTH, "moved_y"),
    ROW(LENGTH, "frac_x"),
    ROW(LENGTH, "frac_y"),
    ROW(MASS, "mass"),
    WORDS(FLAGS, "flags", point_flags),
#undef TYPE
#define TYPE PAWLI_OBJECT_SOFT_LINK
    WORDS(CHOICE, "type", link_types),
    WORDS(FLAGS, "flags", link_flags),
    ROW(NONE, "a"), /* points, but the slot of a body where one is attached */
    ROW(NONE, "b"),
    ROW(NONE, "c"),
    ROW(LINK_PLACE, "place"),
    ROW(NONE, "stiffness"),
    ROW(NONE, "tear"), /* of the length */
#undef TYPE
#define TYPE PAWLI_OBJECT_SOFT_POOL
    ROW(NONE, "soft_pool.used"),
    ROW(NONE, "soft_pool.live"),
    ROW(NONE, "soft_pool.next_serial"),
    ROW(NONE, "soft_substeps"),
#undef TYPE
#define TYPE PAWLI_OBJECT_POOL
    ROW(NONE, "used"),
    ROW(NONE, "live"),
    ROW(NONE, "next_serial"),
    ROW(NONE, "free.slot"),
    ROW(NONE, "free.generation"),
#undef TYPE
#if PAWL_WITH_CHARACTERS
#define TYPE PAWLI_OBJECT_CHARACTER
    ROW(NONE, "slot"),
    ROW(BODY, "body"),
    ROW(NONE, "generation"),
    WORDS(FLAGS, "flags", character_flags),
    WORDS(CHOICE, "mode", character_modes),
    ROW(SPEED, "velocity"),
    ROW(NONE, "remainder"), /* of a movement, in shares of the step rate */
    ROW(SPEED, "ground_velocity"),
    ROW(LENGTH, "ground_center"),
    ROW(NONE, "ground_normal.c"),
    ROW(NONE, "ground_normal.s"),
    ROW(TURNS, "ground_angle"),
    ROW(SHAPE, "ground_shape"),
    ROW(NONE, "ground_edge"),
    ROW(LENGTH, "radius"),
    ROW(LENGTH, "half_height"),
    ROW(LENGTH, "skin"),
    ROW(LENGTH, "step_height"),
    ROW(LENGTH, "snap_distance"),
    ROW(TURNS, "slope_limit"),
    ROW(MASS, "mass"),
    ROW(IMPULSE, "push"),
    ROW(SPEED, "speed"),
    ROW(ACCELERATION, "acceleration"),
    ROW(ACCELERATION, "braking"),
    ROW(ACCELERATION, "air_acceleration"),
    ROW(SPEED, "jump_speed"),
    ROW(NONE, "jump_cut"),
    ROW(NONE, "gravity_scale"),
    ROW(SPEED, "fall_speed"),
    ROW(SPEED, "climb_speed"),
    ROW(SPEED, "swim_speed"),
    ROW(MASK, "ladders"),
    ROW(MASK, "water"),
    ROW(NONE, "run"), /* shares of full speed */
    ROW(NONE, "climb"),
    WORDS(FLAGS, "buttons", character_buttons),
    ROW(STEPS, "coyote_steps"),
    ROW(STEPS, "buffer_steps"),
    ROW(NONE, "air_jumps"),
    ROW(STEPS, "air_steps"),
    ROW(STEPS, "press_steps"),
    ROW(NONE, "jumps"),
    WORDS(FLAGS, "events", character_events),
    ROW(SPEED, "landing_speed"),
    ROW(NONE, "ground_soft"), /* slot and one */
#undef TYPE
#endif
};

/* Without [numbers], and without .x or .y at the end unless `whole`. */
static bool is_same_name(const char *name, const char *row, bool whole) {
    while (*row != '\0') {
        if (*name == '[') {
            while (*name != '\0' && *name++ != ']') {
            }
        }
        if (*name++ != *row++) return false;
    }
    if (*name == '[') name += strcspn(name, "]") + 1;
    if (!whole && name[0] == '.' && (name[1] == 'x' || name[1] == 'y')) name += 2;
    return *name == '\0';
}

const cli_inspect_row *cli_inspect_unit_find(uint8_t type, const char *name) {
    for (int whole = 1; whole >= 0; whole--) {
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (rows[i].type == type && is_same_name(name, rows[i].name, whole == 1))
                return &rows[i];
        }
    }
    return NULL;
}

const char *cli_inspect_unit_text(cli_unit unit) {
    static const char *const texts[CLI_UNIT_COUNT] = {
        [CLI_UNIT_LENGTH] = "units",
        [CLI_UNIT_AREA] = "units^2",
        [CLI_UNIT_SPEED] = "units/s",
        [CLI_UNIT_ACCELERATION] = "units/s^2",
        [CLI_UNIT_TURNS] = "turns",
        [CLI_UNIT_RADIANS] = "radians",
        [CLI_UNIT_ANGULAR_SPEED] = "radians/s",
        [CLI_UNIT_MASS] = "mass",
        [CLI_UNIT_DENSITY] = "mass/units^2",
        [CLI_UNIT_IMPULSE] = "mass units/s",
        [CLI_UNIT_FORCE] = "mass units/s^2",
        [CLI_UNIT_TORQUE] = "mass units^2/s^2",
        [CLI_UNIT_PER_SECOND] = "1/s",
        [CLI_UNIT_HERTZ] = "Hz",
        [CLI_UNIT_STEPS] = "steps",
        [CLI_UNIT_SPIN] = "units/s",
        [CLI_UNIT_DAMPING] = "1/s",
    };
    if (unit == CLI_UNIT_UNKNOWN) return NULL;
    return texts[unit] == NULL ? "" : texts[unit];
}

/* ---- what depends on a type ---- */

static bool is_angle(int64_t type) {
    return type == PAWL_JOINT_REVOLUTE || type == PAWL_JOINT_GEAR || type == PAWL_JOINT_RATCHET;
}

static bool is_driven_round(int64_t type) {
    return is_angle(type) || type == PAWL_JOINT_WHEEL || type == PAWL_JOINT_MOTOR;
}

cli_unit cli_inspect_unit_of_joint(cli_unit unit, int64_t type, int64_t flags) {
    const bool tuned = (flags & PAWLI_JOINT_TUNED) != 0 && type != PAWL_JOINT_PULLEY;
    switch (unit) {
    case CLI_UNIT_JOINT_WAY:
        return is_angle(type) ? CLI_UNIT_RADIANS : CLI_UNIT_LENGTH;
    case CLI_UNIT_JOINT_RATE:
        return is_driven_round(type) ? CLI_UNIT_ANGULAR_SPEED : CLI_UNIT_SPEED;
    case CLI_UNIT_JOINT_MOTOR:
        return is_driven_round(type) ? CLI_UNIT_TORQUE : CLI_UNIT_FORCE;
    case CLI_UNIT_JOINT_RATIO:
        return type == PAWL_JOINT_RATCHET ? CLI_UNIT_RADIANS : CLI_UNIT_NONE;
    case CLI_UNIT_JOINT_SPRING:
        return flags & PAWLI_JOINT_RANGED ? CLI_UNIT_FORCE : CLI_UNIT_TORQUE;
    case CLI_UNIT_JOINT_PLACE_X:
    case CLI_UNIT_JOINT_PLACE_Y:
        if (type == PAWL_JOINT_MOTOR) return CLI_UNIT_SPEED;
        if (tuned && unit == CLI_UNIT_JOINT_PLACE_X) return CLI_UNIT_HERTZ;
        return type == PAWL_JOINT_PULLEY ? CLI_UNIT_LENGTH : CLI_UNIT_NONE;
    case CLI_UNIT_JOINT_PLACE_B:
        return type == PAWL_JOINT_PULLEY ? CLI_UNIT_LENGTH : CLI_UNIT_NONE;
    default:
        return unit;
    }
}

cli_unit cli_inspect_unit_of_link(cli_unit unit, int64_t type) {
    if (unit != CLI_UNIT_LINK_PLACE) return unit;
    return type == PAWL_LINK_BEND ? CLI_UNIT_NONE : CLI_UNIT_LENGTH;
}
