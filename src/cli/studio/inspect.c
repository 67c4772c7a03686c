/* inspect.c - walks through objects and their fields. */
#include "cli/studio/inspect.h"

#include <stdio.h>
#include <string.h>

/* ---- units ---- */

#define ANYWHERE PAWL_BRANCH_COUNT

/* The first row that fits: the beginning of the name, or all of it where it ends with '='. */
static const struct {
    int branch;
    const char *name, *unit;
} units[] = {
    {ANYWHERE, "acceleration", "units/s^2"},
    {ANYWHERE, "air_acceleration", "units/s^2"},
    {ANYWHERE, "braking", "units/s^2"},
    {ANYWHERE, "gravity.", "units/s^2"},
    {ANYWHERE, "spin_acceleration", "radians/s^2"},
    {ANYWHERE, "spin_frac", "of a raw unit"},
    {ANYWHERE, "spin=", "radians/s"},
    {ANYWHERE, "angle", "turns"},
    {ANYWHERE, "ground_angle", "turns"},
    {ANYWHERE, "slope_limit", "turns"},
    {ANYWHERE, "turned", "turns"},
    {ANYWHERE, "turn_frac", "turns"},
    {PAWL_BRANCH_JOINTS, "angular_damping_ratio", "of critical"},
    {PAWL_BRANCH_JOINTS, "angular_hertz", "1/s"},
    {ANYWHERE, "angular_damping", "1/s"},
    {ANYWHERE, "linear_damping", "1/s"},
    {ANYWHERE, "damping_ratio", "of critical"},
    {ANYWHERE, "damping=", "1/s"},
    {ANYWHERE, "hertz", "1/s"},
    {ANYWHERE, "tuning.contact.hertz", "1/s"},
    {ANYWHERE, "tuning.contact.damping_ratio", "of critical"},
    {ANYWHERE, "tuning.contact.push_speed", "units/s"},
    {ANYWHERE, "tuning.", "units/s"},
    {ANYWHERE, "constraint_hertz", "1/s"},
    {ANYWHERE, "constraint_damping", "of critical"},
    {ANYWHERE, "velocity_frac", "of a raw unit"},
    {ANYWHERE, "velocity.", "units/s"},
    {ANYWHERE, "ground_velocity.", "units/s"},
    {ANYWHERE, "landing_speed", "units/s"},
    {ANYWHERE, "jump_speed", "units/s"},
    {ANYWHERE, "fall_speed", "units/s"},
    {ANYWHERE, "climb_speed", "units/s"},
    {ANYWHERE, "swim_speed", "units/s"},
    {ANYWHERE, "tangent_speed", "units/s"},
    {ANYWHERE, "sleep_threshold", "units/s"},
    {ANYWHERE, "speed", "units/s"},
    {ANYWHERE, "jump_cut", "share"},
    {ANYWHERE, "gravity_scale", "times"},
    {ANYWHERE, "climb", "share"},
    {ANYWHERE, "run", "share"},
    {ANYWHERE, "push", "mass*units/s"},
    {ANYWHERE, "ground_normal.", "share"},
    {ANYWHERE, "normal.", "share"},
    {ANYWHERE, "friction", "times"},
    {ANYWHERE, "restitution", "times"},
    {ANYWHERE, "rolling_resistance", "units"},
    {ANYWHERE, "density", "mass/units^2"},
    {ANYWHERE, "per_", ""},
    {PAWL_BRANCH_BODIES, "mass", ""},
    {ANYWHERE, "mass", "mass"},
    {ANYWHERE, "break_force", "mass*units/s^2"},
    {ANYWHERE, "break_torque", "mass*units^2/s^2"},
    {ANYWHERE, "break_impulse", "mass*units/s / 65536"},
    {ANYWHERE, "force", "mass*units/s^2"},
    {ANYWHERE, "spring_force", "mass*units/s^2"},
    {ANYWHERE, "spring_torque", "mass*units^2/s^2"},
    {ANYWHERE, "load_force", "mass*units/s^2"},
    {ANYWHERE, "load_torque", "mass*units^2/s^2"},
    {ANYWHERE, "motor_max", "force or torque"},
    {ANYWHERE, "motor_speed", "units/s or radians/s"},
    {ANYWHERE, "lower", "units or radians"},
    {ANYWHERE, "upper", "units or radians"},
    {ANYWHERE, "target_area2", "units^2"},
    {ANYWHERE, "target", "units or radians"},
    {ANYWHERE, "ratio", "times"},
    {ANYWHERE, "impulses[", "mass*units/s"},
    {ANYWHERE, "points[0].normal_impulse", "mass*units/s"},
    {ANYWHERE, "points[0].tangent_impulse", "mass*units/s"},
    {ANYWHERE, "points[1].normal_impulse", "mass*units/s"},
    {ANYWHERE, "points[1].tangent_impulse", "mass*units/s"},
    {ANYWHERE, "points[", "units"},
    {ANYWHERE, "pressure", "times"},
    {ANYWHERE, "stiffness", "share"},
    {ANYWHERE, "bend", "share"},
    {ANYWHERE, "tear", "times"},
    {ANYWHERE, "time", "s"},
    {ANYWHERE, "coyote", "steps"},
    {ANYWHERE, "rate_", ""},
};

/* What is measured in fractions and has no row is a length or a place. */
static bool is_length(const char *name) {
    static const char *const lengths[] = {
        "position.",      "center.",    "frac_",  "move_frac_", "moved_",      "origin.",
        "fat_box.",       "vertices[",  "radius", "frame_",     "place",       "terrain.",
        "delta.",         "scales.",    "half_",  "skin",       "step_height", "snap_",
        "ground_center.", "remainder.", "rest",   "length",     "slack",       "offset",
        "anchor",         "extent",
    };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (strncmp(name, lengths[i], strlen(lengths[i])) == 0) return true;
    }
    return false;
}

static bool fits(const char *name, const char *row) {
    const size_t length = strlen(row);
    return row[length - 1] == '='
               ? strlen(name) == length - 1 && strncmp(name, row, length - 1) == 0
               : strncmp(name, row, length) == 0;
}

/* Null for a field that is not known here. */
static const char *unit_of(pawl_branch branch, const pawl_field_value *value) {
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (units[i].branch != ANYWHERE && units[i].branch != (int)branch) continue;
        if (fits(value->name, units[i].name)) return units[i].unit;
    }
    if (value->fraction == 0) return "";
    return is_length(value->name) ? "units" : NULL;
}

/* ---- decimals ---- */

/* Digits behind the point that tell neighbors apart: one more than those of 2^-fraction. */
static void print_decimal(const pawl_field_value *value, char text[CLI_INSPECT_DECIMAL_MAX]) {
    if (value->fraction == 16 && value->value >= -PAWL_WIDE_MAX &&
        pawl_wide_print(value->value, text, CLI_INSPECT_DECIMAL_MAX) == PAWL_OK) {
        return;
    }
    const unsigned fraction = value->fraction;
    const uint64_t magnitude =
        value->value < 0 ? 0u - (uint64_t)value->value : (uint64_t)value->value;
    const uint64_t one = UINT64_C(1) << fraction;
    uint64_t whole = magnitude / one, rest = magnitude % one;
    const int digits = (int)(fraction * 31 / 100) + (fraction > 0 ? 1 : 0);
    char behind[16] = "";
    for (int i = 0; i < digits; i++) {
        rest *= 10; /* below 2^37 * 10 */
        behind[i] = (char)('0' + rest / one);
        rest %= one;
    }
    bool carries = rest * 2 >= one && fraction > 0;
    int last = digits;
    for (int i = digits - 1; i >= 0 && carries; i--) {
        carries = behind[i] == '9';
        behind[i] = carries ? '0' : (char)(behind[i] + 1);
    }
    whole += carries;
    while (last > 0 && behind[last - 1] == '0')
        last--;
    snprintf(text, CLI_INSPECT_DECIMAL_MAX, "%s%llu%s%.*s", value->value < 0 ? "-" : "",
             (unsigned long long)whole, last > 0 ? "." : "", last, behind);
}

/* ---- objects ---- */

static void name_object(pawl_branch branch, const pawl_object_key *key,
                        char title[CLI_INSPECT_TITLE_MAX]) {
    static const char *const soft[] = {"soft body", "point of soft body", "link of soft body"};
    const unsigned long serial = key->serial, other = key->serial_b;
    switch (branch) {
    case PAWL_BRANCH_BODIES:
        snprintf(title, CLI_INSPECT_TITLE_MAX, "body %lu (slot %u)", serial, key->slot);
        break;
    case PAWL_BRANCH_SHAPES:
        snprintf(title, CLI_INSPECT_TITLE_MAX, "shape %lu", serial);
        break;
    case PAWL_BRANCH_JOINTS:
        snprintf(title, CLI_INSPECT_TITLE_MAX, "joint %lu (bodies in slots %u, %u)", serial,
                 key->body_a, key->body_b);
        break;
    case PAWL_BRANCH_CONTACTS:
        snprintf(title, CLI_INSPECT_TITLE_MAX, "contact of shapes %lu and %lu", serial, other);
        break;
    case PAWL_BRANCH_SOFT:
        snprintf(title, CLI_INSPECT_TITLE_MAX, "%s %lu", soft[other < 3 ? other : 0], serial);
        break;
    case PAWL_BRANCH_CHARACTERS:
        snprintf(title, CLI_INSPECT_TITLE_MAX, "character %lu", serial);
        break;
    default:
        snprintf(title, CLI_INSPECT_TITLE_MAX, "%s", pawl_branch_text(branch));
        break;
    }
}

/* Fields of one object, those with a part in their names; false when the sink has had enough. */
static bool hand_out(const pawl_world *world, pawl_branch branch, uint32_t index,
                     const pawl_object_key *key, const char *part, const cli_inspect_sink *to) {
    char title[CLI_INSPECT_TITLE_MAX];
    cli_inspect_field field = {.branch = branch, .object = key, .title = title};
    name_object(branch, key, title);
    for (uint32_t i = 0; pawl_object_field(world, branch, index, i, &field.value) == PAWL_OK; i++) {
        if (part != NULL && strstr(field.value.name, part) == NULL) continue;
        print_decimal(&field.value, field.decimal);
        field.unit = unit_of(branch, &field.value);
        if (!to->take(to->context, &field)) return false;
    }
    return true;
}

/* Whether an object belongs to the body in a slot. */
static bool is_of_body(pawl_branch branch, const pawl_object_key *key, uint16_t slot) {
    if (branch == PAWL_BRANCH_BODIES) return key->slot == slot;
    if (branch == PAWL_BRANCH_WORLD || branch == PAWL_BRANCH_POOLS || branch == PAWL_BRANCH_SOFT) {
        return false;
    }
    return key->body_a == slot || key->body_b == slot;
}

static void walk(const pawl_world *world, uint16_t slot,
                 bool (*belongs)(pawl_branch branch, const pawl_object_key *key, uint16_t slot),
                 const char *part, const cli_inspect_sink *to) {
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        pawl_object_key key;
        pawl_status status = pawl_object_find(world, (pawl_branch)branch, 0, &key);
        for (uint32_t index = 0; status == PAWL_OK; index++) {
            const bool is_asked = belongs == NULL || belongs((pawl_branch)branch, &key, slot);
            if (is_asked && !hand_out(world, (pawl_branch)branch, index, &key, part, to)) return;
            status = pawl_object_next(world, (pawl_branch)branch, &key);
        }
    }
}

void cli_inspect_body(const pawl_world *world, uint16_t slot, const cli_inspect_sink *to) {
    walk(world, slot, is_of_body, NULL, to);
}

void cli_inspect_search(const pawl_world *world, const char *part, const cli_inspect_sink *to) {
    walk(world, 0, NULL, part, to);
}

bool cli_inspect_watch(const pawl_world *world, uint16_t slot, const char *name,
                       pawl_field_value *out) {
    pawl_object_key key;
    pawl_status status = pawl_object_find(world, PAWL_BRANCH_BODIES, 0, &key);
    uint32_t index = 0;
    for (; status == PAWL_OK && key.slot != slot; index++)
        status = pawl_object_next(world, PAWL_BRANCH_BODIES, &key);
    if (status != PAWL_OK) return false;
    for (uint32_t i = 0;; i++) {
        if (pawl_object_field(world, PAWL_BRANCH_BODIES, index, i, out) != PAWL_OK) return false;
        if (strcmp(out->name, name) == 0) return true;
    }
}
