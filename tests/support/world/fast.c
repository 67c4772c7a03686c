/* fast.c - what fast.h declares. */
#include "support/world/fast.h"

pawl_convex segment_convex(double x1, double y1, double x2, double y2) {
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_segment(VEC(x1, y1), VEC(x2, y2), &convex), PAWL_OK);
    return convex;
}

pawl_body_id add_wall(pawl_world *world, double x) {
    const pawl_body_id wall = add_body(world, PAWL_STATIC, x, 0);
    const pawl_convex convex = segment_convex(0, -20, 0, 20);
    add_shape(world, wall, &convex);
    return wall;
}

pawl_body_id add_ball(pawl_world *world, double x, double y, double radius, double vx) {
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, x, y);
    const pawl_convex convex = circle_convex(0, 0, radius);
    pawl_shape_def def = pawl_shape_def_default();
    def.restitution = FX(1);
    def.hit_events = true;
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, ball, &def, &convex, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(vx, 0)), PAWL_OK);
    return ball;
}
