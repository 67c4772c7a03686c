/* mover.h - levels and scripted players for the tests of movers. */
#ifndef PAWL_TESTS_MOVER_H
#define PAWL_TESTS_MOVER_H

#include "support/world/fixture.h"

#define SKIN PAWL_FX(0, 1, 64)

/* A player: a mover under gravity that is told which way to go. */
typedef struct player {
    pawl_mover_def def;
    pawl_mover mover;
    pawl_mover_report report;
} player;

static inline player player_at(double x, double y) {
    player made;
    memset(&made, 0, sizeof made);
    made.def = pawl_mover_def_default();
    made.mover.position = VEC(x, y);
    return made;
}

/* The height of the foot above y = 0, without the skin. */
static inline double foot_of(const player *p) {
    return units(p->mover.position.y - p->def.half_height - p->def.radius - p->def.skin);
}

/* One move at a speed to the right and, unless 0, a jump. */
static inline void play_flags(const pawl_world *world, player *p, double speed, double jump,
                              uint32_t flags) {
    pawl_vec2 velocity = p->mover.velocity;
    velocity.x = FX(speed);
    velocity.y -= PAWL_FX(10, 0, 1) / STEPS_PER_SECOND;
    if (jump != 0) velocity.y = FX(jump);
    ck_assert_int_eq(pawl_mover_move(world, &p->def, &p->mover, velocity, flags, &p->report),
                     PAWL_OK);
}

static inline void play(const pawl_world *world, player *p, double speed, double jump) {
    play_flags(world, p, speed, jump, 0);
}

static inline void play_for(const pawl_world *world, player *p, double speed, int moves) {
    for (int i = 0; i < moves; i++)
        play(world, p, speed, 0);
}

/* Stands where it has fallen. */
static inline void let_fall(const pawl_world *world, player *p) {
    play_for(world, p, 0, 120);
    ck_assert_int_eq(p->mover.on_ground, 1);
}

/* Static geometry: a box by its edges, and a polygon of three or four corners. */
static inline pawl_shape_id add_block(pawl_world *world, double left, double bottom, double right,
                                      double top) {
    const pawl_body_id body = add_body(world, PAWL_STATIC, (left + right) / 2, (bottom + top) / 2);
    return add_box(world, body, (right - left) / 2, (top - bottom) / 2);
}

static inline pawl_shape_id add_corners(pawl_world *world, const double (*corners)[2], int count) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    pawl_convex convex;
    for (int i = 0; i < count; i++)
        points[i] =
            pawl_vec2_make((pawl_fx)(corners[i][0] * 65536), (pawl_fx)(corners[i][1] * 65536));
    ck_assert_int_eq(pawl_make_polygon(points, count, 0, &convex), PAWL_OK);
    return add_shape(world, add_body(world, PAWL_STATIC, 0, 0), &convex);
}

/* A slope that rises to the right from (x, 0): a triangle of some length. */
static inline void add_slope(pawl_world *world, double x, double degrees, double length) {
    const pawl_angle angle = pawl_angle_from_degrees(FX((int)degrees));
    const double c = units(pawl_cos(angle)), s = units(pawl_sin(angle));
    const double corners[3][2] = {{x, 0}, {x + length * c, 0}, {x + length * c, length * s}};
    add_corners(world, corners, 3);
}

/* User data of platforms that a player may drop through: while it does, they are not there. */
#define DROPPABLE 1

/* Nothing is deeper in the player than 2 raw units. */
static inline void assert_clear(const pawl_world *world, const player *p, const char *what) {
    pawl_plane planes[PAWL_PLANES_MAX];
    const uint32_t count =
        pawl_mover_collide(world, &p->def, p->mover.position, planes, PAWL_PLANES_MAX);
    for (uint32_t i = 0; i < count; i++) {
        if (p->mover.dropping && pawl_shape_user_data(world, planes[i].shape) == DROPPABLE)
            continue;
        ck_assert_msg(planes[i].separation >= -2, "%s: %d raw units inside", what,
                      -planes[i].separation);
    }
}

#endif
