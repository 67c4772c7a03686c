/* mover.c - what mover.h declares. */
#include "support/world/mover.h"

player player_at(double x, double y) {
    player made;
    memset(&made, 0, sizeof made);
    made.def = pawl_mover_def_default();
    made.mover.position = VEC(x, y);
    return made;
}

void play_flags(const pawl_world *world, player *p, double speed, double jump, uint32_t flags) {
    pawl_vec2 velocity = p->mover.velocity;
    velocity.x = FX(speed);
    velocity.y -= PAWL_FX(10, 0, 1) / STEPS_PER_SECOND;
    if (jump != 0) velocity.y = FX(jump);
    ck_assert_int_eq(pawl_mover_move(world, &p->def, &p->mover, velocity, flags, &p->report),
                     PAWL_OK);
}

void play_for(const pawl_world *world, player *p, double speed, int moves) {
    for (int i = 0; i < moves; i++)
        play(world, p, speed, 0);
}

void let_fall(const pawl_world *world, player *p) {
    play_for(world, p, 0, 120);
    ck_assert_int_eq(p->mover.on_ground, 1);
}

pawl_shape_id add_block(pawl_world *world, double left, double bottom, double right, double top) {
    const pawl_body_id body = add_body(world, PAWL_STATIC, (left + right) / 2, (bottom + top) / 2);
    return add_box(world, body, (right - left) / 2, (top - bottom) / 2);
}

pawl_shape_id add_corners(pawl_world *world, const double (*corners)[2], int count) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    pawl_convex convex;
    for (int i = 0; i < count; i++)
        points[i] =
            pawl_vec2_make((pawl_fx)(corners[i][0] * 65536), (pawl_fx)(corners[i][1] * 65536));
    ck_assert_int_eq(pawl_make_polygon(points, count, 0, &convex), PAWL_OK);
    return add_shape(world, add_body(world, PAWL_STATIC, 0, 0), &convex);
}

void add_slope(pawl_world *world, double x, double degrees, double length) {
    const pawl_angle angle = pawl_angle_from_degrees(FX((int)degrees));
    const double c = units(pawl_cos(angle)), s = units(pawl_sin(angle));
    const double corners[3][2] = {{x, 0}, {x + length * c, 0}, {x + length * c, length * s}};
    add_corners(world, corners, 3);
}

void assert_clear(const pawl_world *world, const player *p, const char *what) {
    pawl_plane planes[PAWL_PLANES_MAX];
    const uint32_t count =
        pawl_mover_collide(world, &p->def, p->mover.position, planes, PAWL_PLANES_MAX);
    for (uint32_t i = 0; i < count; i++) {
        if (p->mover.dropping && pawl_shape_get_user_data(world, planes[i].shape) == DROPPABLE)
            continue;
        ck_assert_msg(planes[i].separation >= -2, "%s: %d raw units inside", what,
                      -planes[i].separation);
    }
}
