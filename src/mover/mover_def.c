/* mover_def.c - what a mover is, checked and made ready for a move. */
#include "base/optional.h"
#include "base/check.h"
#include "mover/mover.h"

#include <string.h>

PAWLI_PULLS(pulls_round_mover, pawli_collide_round_mark);

#define MOVER_COOKIE UINT32_C(0x4D6F7665)
#define STEP_HEIGHT_MAX PAWL_MOVER_EXTENT_MAX

PAWL_STATIC_ASSERT(sizeof(pawl_mover) == 68, "pawl_mover has holes");

pawl_mover_def pawl_mover_def_default(void) {
    pawl_mover_def def;
    memset(&def, 0, sizeof def);
    def.cookie = MOVER_COOKIE;
    def.radius = PAWL_FX(0, 3, 10);
    def.half_height = PAWL_FX(0, 5, 10);
    def.up.s = PAWL_UNIT;
    def.slope_limit = PAWL_TURN(46, 360);
    def.step_height = PAWL_FX(0, 3, 10);
    def.snap_distance = PAWL_FX(0, 3, 10);
    def.skin = PAWL_FX(0, 1, 64);
    def.filter = pawl_query_filter_default();
    return def;
}

PAWLI_FOLD pawl_status check_mover_def(const pawl_mover_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == MOVER_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, pawli_in_range(def->skin, PAWL_MOVER_SKIN_MIN, PAWL_MOVER_EXTENT_MAX / 4),
                ERR_RANGE, "skin");
    PAWLI_CHECK(field, pawli_in_range(def->radius, 4 * def->skin, PAWL_MOVER_EXTENT_MAX), ERR_RANGE,
                "radius");
    PAWLI_CHECK(field, pawli_in_range(def->half_height, 0, PAWL_MOVER_EXTENT_MAX - def->radius),
                ERR_RANGE, "half_height");
    PAWLI_CHECK(field, pawli_is_rotation(def->up), ERR_RANGE, "up");
    PAWLI_CHECK(field, def->slope_limit < PAWL_TURN(1, 4), ERR_RANGE, "slope_limit");
    PAWLI_CHECK(field, pawli_in_range(def->step_height, 0, STEP_HEIGHT_MAX), ERR_RANGE,
                "step_height");
    PAWLI_CHECK(field, pawli_in_range(def->snap_distance, 0, STEP_HEIGHT_MAX), ERR_RANGE,
                "snap_distance");
    PAWLI_CHECK(field, def->push >= 0, ERR_RANGE, "push");
    return PAWL_OK;
}

pawl_status pawl_mover_def_check(const pawl_mover_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_mover_def, def, field);
}

/* A circle, or a capsule with its axis along `up`. An axis shorter than a capsule may have is
 * hardly there at all, and left out. */
static pawl_convex make_shape(const pawl_mover_def *def, pawl_fx radius) {
    const pawl_vec2 end = pawli_scale_direction(def->up, def->half_height);
    const pawl_vec2 start = pawl_vec2_make(-end.x, -end.y);
    pawl_convex shape;
    memset(&shape, 0, sizeof shape);
    if (pawl_make_capsule(start, end, radius, &shape) == PAWL_OK) return shape;
    shape.count = 1;
    shape.radius = radius;
    return shape;
}

/* A rate whose numerator takes 32 bits is rounded to 31: by less than one part in 2^20, as it is at
 * most 1000. */
static void set_rate(pawli_mover *mover) {
    const uint32_t numerator = mover->world->rate_numerator;
    const int shift = numerator > (uint32_t)INT32_MAX ? 1 : 0;
    mover->rate_numerator = (int32_t)(numerator >> shift);
    mover->rate_denominator = (int32_t)(mover->world->rate_denominator >> shift);
}

pawl_status pawli_mover_def_prepare(const pawl_world *world, const pawl_mover_def *def,
                                    pawli_mover *out) {
    if (world == NULL || def == NULL) return PAWL_ERR_NULL;
    const pawl_status status = PAWLI_CHECK_ONLY(check_mover_def, pawl_mover_def_check, def);
    if (status != PAWL_OK) return status;
    out->world = world;
    out->def = def;
    out->view = pawli_query_make_view(world, &def->filter);
    out->view.sensors = false;
    out->core = make_shape(def, def->radius);
    out->probe = make_shape(def, def->radius + def->skin / 2);
    out->up = def->up;
    out->right.c = def->up.s;
    out->right.s = -def->up.c;
    out->slope_cosine = pawl_rot_from_angle(def->slope_limit).c;
    out->slop = def->skin / PAWLI_SLOP_SHARE;
    out->drops = false;
    set_rate(out);
    return PAWL_OK;
}
