/* drag.c - what drag.h declares. */
#include "support/world/drag.h"

static pawl_convex slider_convex(int kind, double size) {
    pawl_convex convex = box_convex(0.5 * size, 0.5 * size);
    if (kind == 2) return circle_convex(0, 0, 0.5 * size);
    if (kind == 1) {
        ck_assert_int_eq(
            pawl_make_capsule(VEC(-0.5 * size, 0), VEC(0.5 * size, 0), FX(0.25 * size), &convex),
            PAWL_OK);
    }
    return convex;
}

pawl_shape_def smooth_def(void) {
    pawl_shape_def def = pawl_shape_def_default();
    def.friction = 0;
    return def;
}

pawl_body_id add_slider(pawl_world *world, int kind, double size, double x, double y) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    const pawl_shape_def def = smooth_def();
    const pawl_convex convex = slider_convex(kind, size);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    return body;
}

drag drag_over(pawl_world *world, pawl_body_id body, double speed, double until, int steps_max) {
    drag worst = {0, 0, 1e9, -1e9};
    for (int i = 0; i < steps_max; i++) {
        run(world, 1);
        const pawl_vec2 p = pawl_body_get_position(world, body),
                        v = pawl_body_get_velocity(world, body);
        const double angle =
            fabs((double)(int32_t)pawl_body_get_angle(world, body)) * 360.0 / 4294967296.0;
        worst.speed_error = fmax(worst.speed_error, fabs(units(v.x) / speed - 1));
        worst.angle = fmax(worst.angle, angle);
        worst.lowest = fmin(worst.lowest, units(p.y));
        worst.highest = fmax(worst.highest, units(p.y));
        if (speed > 0 ? units(p.x) > until : units(p.x) < until) return worst;
    }
    ck_abort_msg("it stopped at x = %g", units(pawl_body_get_position(world, body).x));
    return worst;
}
