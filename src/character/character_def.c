/* character_def.c - what a character is: defaults, ranges, and how the world keeps it. */
#include "base/check.h"
#include "character/character.h"
#include "fx/range.h"

#include <string.h>

#define CHARACTER_COOKIE UINT32_C(0x43686172)
#define GRAVITY_SCALE_MAX PAWL_FX(1024, 0, 1)

pawl_character_def pawl_character_def_default(void) {
    const pawl_mover_def mover = pawl_mover_def_default();
    const pawl_shape_def shape = pawl_shape_def_default();
    pawl_character_def def;
    memset(&def, 0, sizeof def);
    def.cookie = CHARACTER_COOKIE;
    def.radius = mover.radius;
    def.half_height = mover.half_height;
    def.slope_limit = mover.slope_limit;
    def.step_height = mover.step_height;
    def.snap_distance = PAWL_FX(0, 1, 2); /* a stair, and the slope that follows it */
    def.skin = mover.skin;
    def.mass = PAWL_FX_ONE;
    def.filter = shape.filter;
    def.speed = PAWL_FX(6, 0, 1);
    def.acceleration = def.braking = PAWL_FX(60, 0, 1);
    def.air_acceleration = PAWL_FX(30, 0, 1);
    def.jump_speed = PAWL_FX(7, 0, 1);
    def.jump_cut = PAWL_FX(0, 1, 2);
    def.gravity_scale = PAWL_FX_ONE;
    def.fall_speed = PAWL_FX(30, 0, 1);
    def.climb_speed = def.swim_speed = PAWL_FX(3, 0, 1);
    def.coyote_steps = def.buffer_steps = 6;
    return def;
}

#if PAWL_WITH_CHARACTERS

/* Speeds, by their names. */
#define CHECK_SPEED(name) \
    PAWLI_CHECK(field, pawli_in_range(def->name, 0, PAWL_SPEED_MAX), ERR_RANGE, #name)
#define CHECK_NOT_NEGATIVE(name) PAWLI_CHECK(field, def->name >= 0, ERR_RANGE, #name)

static pawl_status check_motion(const pawl_character_def *def, const char **field) {
    CHECK_NOT_NEGATIVE(mass);
    CHECK_SPEED(speed);
    CHECK_NOT_NEGATIVE(acceleration);
    CHECK_NOT_NEGATIVE(braking);
    CHECK_NOT_NEGATIVE(air_acceleration);
    CHECK_SPEED(jump_speed);
    PAWLI_CHECK(field, pawli_in_range(def->jump_cut, 0, PAWL_FX_ONE), ERR_RANGE, "jump_cut");
    PAWLI_CHECK(field, pawli_in_range(def->gravity_scale, -GRAVITY_SCALE_MAX, GRAVITY_SCALE_MAX),
                ERR_RANGE, "gravity_scale");
    CHECK_SPEED(fall_speed);
    CHECK_SPEED(climb_speed);
    CHECK_SPEED(swim_speed);
    return PAWL_OK;
}

/* The part that is a mover's. */
static pawl_mover_def mover_of(const pawl_character_def *def) {
    pawl_mover_def mover = pawl_mover_def_default();
    mover.radius = def->radius;
    mover.half_height = def->half_height;
    mover.slope_limit = def->slope_limit;
    mover.step_height = def->step_height;
    mover.snap_distance = def->snap_distance;
    mover.skin = def->skin;
    mover.push = def->push;
    return mover;
}

static pawl_status check_character_def(const pawl_character_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == CHARACTER_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, pawli_is_position(def->position), ERR_RANGE, "position");
    const pawl_mover_def mover = mover_of(def);
    const pawl_status status = pawl_mover_def_check(&mover, field);
    return status == PAWL_OK ? check_motion(def, field) : status;
}

pawl_status pawl_character_def_check(const pawl_character_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_character_def, def, field);
}

/* X(name) for all that a world keeps of a def under the same name, but for its size. */
#define TUNING(X)       \
    X(slope_limit)      \
    X(step_height)      \
    X(snap_distance)    \
    X(skin)             \
    X(mass)             \
    X(push)             \
    X(speed)            \
    X(acceleration)     \
    X(braking)          \
    X(air_acceleration) \
    X(jump_speed)       \
    X(jump_cut)         \
    X(gravity_scale)    \
    X(fall_speed)       \
    X(climb_speed)      \
    X(swim_speed)       \
    X(ladders)          \
    X(water)            \
    X(coyote_steps)     \
    X(buffer_steps)     \
    X(air_jumps)

void pawli_character_def_set_tuning(pawli_character *character, const pawl_character_def *def) {
#define SET(name) character->name = def->name;
    TUNING(SET)
#undef SET
}

void pawli_character_def_get_tuning(const pawli_character *character, pawl_character_def *def) {
#define GET(name) def->name = character->name;
    TUNING(GET)
#undef GET
}

#endif
