/* test_mover_wedge.c - what is pressed into a gap that is too narrow for it does not get in,
 * however long it is pressed: gaps between a wall and a corner are drawn afresh. */
#include "support/base/seeded.h"
#include "support/world/mover.h"

#define WEDGES 1000
#define MOVES 500
#define ROUNDING 8 /* raw units */

static double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) % 65536) / 65536;
}

/* Seen with `up` upward. */
static pawl_vec2 turned_by(pawl_rot up, double x, double y) {
    const pawl_rot right = {up.s, -up.c};
    return pawl_rotate(right, VEC(x, y));
}

static pawl_shape_id add_convex(pawl_world *world, const pawl_convex *convex) {
    return add_shape(world, add_body(world, PAWL_STATIC, 0, 0), convex);
}

/* A wall that leans, a box with a corner towards it, and a player above the gap between them, which
 * is a little wider or narrower than the player. */
typedef struct wedge {
    pawl_convex wall, box;
    player p;
} wedge;

static wedge draw_wedge(pawl_world *world, uint64_t *seed) {
    wedge drawn;
    player *const p = &drawn.p;
    *p = player_at(0, 0);
    const pawl_angle angle = (pawl_angle)seeded_next(seed);
    const pawl_rot up = pawl_rot_from_angle(angle);
    p->def.up = pawl_rot_from_angle(angle + (pawl_angle)seeded_next(seed) / 3 - PAWL_TURN(1, 6));
    p->def.radius = (pawl_fx)(between(seed, 0.1, 0.5) * 65536);
    p->def.half_height = seeded_next(seed) % 2 ? 0 : (pawl_fx)(between(seed, 0, 0.5) * 65536);
    p->def.skin = (pawl_fx)(between(seed, 0.03, 0.24) * p->def.radius);
    p->def.slope_limit = pawl_angle_from_degrees((pawl_fx)(between(seed, 10, 70) * 65536));
    const double radius = units(p->def.radius), skin = units(p->def.skin);
    const double lean = between(seed, -0.3, 0.3);
    ck_assert_int_eq(
        pawl_make_segment(turned_by(up, -5 * lean, -5), turned_by(up, 5 * lean, 5), &drawn.wall),
        PAWL_OK);
    const double corner = 2 * radius + between(seed, -1, 2) * skin;
    const double tip = between(seed, -0.5, 0.2), width = between(seed, 0.5, 2);
    const pawl_vec2 corners[4] = {turned_by(up, corner, 0), turned_by(up, corner + 0.2, -width),
                                  turned_by(up, corner + width, -width),
                                  turned_by(up, corner + width, tip * width)};
    ck_assert_int_eq(pawl_make_polygon(corners, 4, 0, &drawn.box), PAWL_OK);
    add_convex(world, &drawn.wall);
    add_convex(world, &drawn.box);
    p->mover.position =
        turned_by(up, radius + lean + between(seed, 1, 8) * skin, units(p->def.half_height) + 1);
    return drawn;
}

static pawl_fx depth_in(const player *p, const pawl_convex *obstacle) {
    const pawl_vec2 arm = pawl_rotate(p->def.up, pawl_vec2_make(p->def.half_height, 0));
    const pawl_pose at = {p->mover.position, {PAWL_UNIT, 0}}, origin = {{0, 0}, {PAWL_UNIT, 0}};
    pawl_convex core;
    if (p->def.half_height == 0) {
        ck_assert_int_eq(pawl_make_circle(VEC(0, 0), p->def.radius, &core), PAWL_OK);
    } else {
        const pawl_vec2 other = {-arm.x, -arm.y};
        ck_assert_int_eq(pawl_make_capsule(arm, other, p->def.radius, &core), PAWL_OK);
    }
    return pawl_minimum_translation(obstacle, origin, &core, at).depth;
}

/* The deepest that a player gets that falls, and is pressed to a side now and then. */
static pawl_fx deepest_of(uint64_t seed) {
    pawl_world_def def = pawl_world_def_default();
    def.joint_capacity = 0;
    pawl_world *const world = make_world(&def);
    wedge drawn = draw_wedge(world, &seed);
    player *const p = &drawn.p;
    const pawl_vec2 fall = turned_by(p->def.up, 0, -10 / 60.0);
    const pawl_vec2 aside =
        turned_by(p->def.up, seeded_next(&seed) % 2 ? 0 : between(&seed, -3, 3), 0);
    pawl_fx deepest = 0;
    if (depth_in(p, &drawn.wall) > 0 || depth_in(p, &drawn.box) > 0) return 0;
    for (int i = 0; i < MOVES; i++) {
        pawl_vec2 velocity = pawl_vec2_add(p->mover.velocity, fall);
        if (seeded_next(&seed) % 4 == 0) velocity = pawl_vec2_add(velocity, aside);
        ck_assert_int_eq(pawl_mover_move(world, &p->def, &p->mover, velocity, 0, &p->report),
                         PAWL_OK);
        if (pawl_vec2_length(p->mover.position) > FX(6)) break; /* past it */
        const pawl_fx in_wall = depth_in(p, &drawn.wall), in_box = depth_in(p, &drawn.box);
        deepest = pawl_max(deepest, pawl_max(in_wall, in_box));
    }
    return deepest;
}

START_TEST(a_mover_is_not_pressed_into_a_gap) {
    uint64_t seed = seeded_fresh("movers pressed into gaps");
    int pressed_in = 0;
    uint64_t worst = 0;
    pawl_fx deepest = 0;
    for (int i = 0; i < SEEDED_ROUNDS(WEDGES); i++) {
        const uint64_t own = seeded_next(&seed);
        const pawl_fx depth = deepest_of(own);
        if (depth > ROUNDING) pressed_in++;
        if (depth > deepest) worst = own;
        deepest = pawl_max(deepest, depth);
    }
    ck_assert_msg(pressed_in == 0, "%d of %d: by %d raw units, 0x%llx", pressed_in,
                  SEEDED_ROUNDS(WEDGES), deepest, (unsigned long long)worst);
}
END_TEST

Suite *suite_mover_wedge(void);

Suite *suite_mover_wedge(void) {
    Suite *const suite = suite_create("mover_wedge");
    TCase *const tcase = tcase_create("mover_wedge");
    tcase_add_test(tcase, a_mover_is_not_pressed_into_a_gap);
    suite_add_tcase(suite, tcase);
    return suite;
}
