/* test_step_2_manifolds.c - manifolds are recycled by how a pair lies to each other, not by how it
 * lies in the world, and so stacks stand. Seeds are drawn afresh, and printed; PAWL_SEED=...
 * repeats a run. */
#include <inttypes.h>
#include <math.h>

#include "support/base/seeded.h"
#include "support/world/fixture.h"

#define TURN 6.283185307179586

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Where a body is; angles in turns. */
typedef struct pose {
    double x, y, angle;
} pose;

/* `offset` in the frame of `frame`. */
static pose placed(pose frame, pose offset) {
    const double c = cos(TURN * frame.angle), s = sin(TURN * frame.angle);
    return (pose){frame.x + c * offset.x - s * offset.y, frame.y + s * offset.x + c * offset.y,
                  frame.angle + offset.angle};
}

typedef struct pair {
    pawl_world *world;
    pawl_body_id a, b;
    double half_a, half_b;
} pair;

/* Two boxes without gravity, of which the first is A. */
static pair make_pair(double half_a, double half_b) {
    pair made = {make_space(), NO_BODY, NO_BODY, half_a, half_b};
    made.a = add_body(made.world, PAWL_DYNAMIC, 0, 0);
    add_box(made.world, made.a, half_a, half_a);
    made.b = add_body(made.world, PAWL_DYNAMIC, half_a + half_b, 0);
    add_box(made.world, made.b, half_b, half_b);
    return made;
}

static void put_at(pawl_world *world, pawl_body_id body, pose at) {
    const pawl_vec2 still = {0, 0},
                    place = {(pawl_fx)lround(at.x * 65536), (pawl_fx)lround(at.y * 65536)};
    const pawl_angle angle = (pawl_angle)(int64_t)llround(at.angle * 4294967296.0);
    ck_assert_int_eq(pawl_body_set_pose(world, body, place, angle), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, still), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, 0), PAWL_OK);
}

/* Whether the manifold of the first places is kept at the second ones. */
static bool keeps(const pair *p, pose a, pose b, pose then_a, pose then_b) {
    put_at(p->world, p->a, a);
    put_at(p->world, p->b, b);
    run(p->world, 1);
    put_at(p->world, p->a, then_a);
    put_at(p->world, p->b, then_b);
    run(p->world, 1);
    pawl_counters counters = pawl_world_get_counters(p->world);
    ck_assert_uint_eq(counters.recycled + counters.manifolds, 1);
    return counters.recycled == 1;
}

/* How far a pair has moved for its larger body, over 0.05, or over what bounds that one's turn. */
static double motion_of(const pair *p, pose d, pose moved, double turn) {
    const bool from_b = p->half_b > p->half_a;
    const double larger = sqrt(2) * (from_b ? p->half_b : p->half_a);
    const double other = sqrt(2) * (from_b ? p->half_a : p->half_b);
    /* B in the frame of A; A in that of B is the inverse of it, which turns back by d.angle. */
    double x = moved.x - d.x, y = moved.y - d.y;
    double reference = turn;
    const double beyond = moved.angle - d.angle;
    if (from_b) {
        const double c = cos(TURN * beyond), s = sin(TURN * beyond);
        x = c * moved.x + s * moved.y - d.x;
        y = c * moved.y - s * moved.x - d.y;
        reference += beyond;
    }
    const double motion = (hypot(x, y) + TURN * fabs(beyond) * other) / 0.05;
    const double far = fmax(fabs(turn), fabs(turn + beyond)) * 32;
    return fmax(motion, fmax(far, TURN * fabs(reference) * larger / 0.2));
}

/* The bound in world axes, which is enough by itself: the least of what keeps. */
static double world_motion_of(const pair *p, pose b, pose then_a, pose then_b, pose a) {
    const double x = then_b.x - then_a.x - (b.x - a.x), y = then_b.y - then_a.y - (b.y - a.y);
    const double turns =
        fabs(then_a.angle - a.angle) * p->half_a + fabs(then_b.angle - b.angle) * p->half_b;
    return (fabs(x) + fabs(y) + TURN * sqrt(2) * turns) / 0.05;
}

START_TEST(a_pair_that_has_not_moved_to_each_other_keeps_its_manifold) {
    uint64_t seed = seeded_fresh("pairs");
    static const double halves[][2] = {{0.5, 0.5}, {0.25, 1}, {2, 0.5}};
    int kept = 0, made = 0;
    for (int i = 0; i < SEEDED_ROUNDS(3000); i++) {
        const double *half = halves[seeded_next(&seed) % 3];
        const pair p = make_pair(half[0], half[1]);
        const double reach = fmin(half[0], half[1]);
        const pose a = {seeded_within(&seed, 50), seeded_within(&seed, 50),
                        seeded_within(&seed, 0.5)};
        const pose d = {half[0] + half[1], seeded_within(&seed, reach), 0};
        const double size = 1 << seeded_next(&seed) % 4;
        const double turn = seeded_within(&seed, 0.04);
        const pose moved = {d.x - fabs(seeded_within(&seed, 0.02 / size)),
                            d.y + seeded_within(&seed, 0.08 / size),
                            seeded_within(&seed, 0.02 / size)};
        const pose then_a = {a.x + seeded_within(&seed, 2), a.y + seeded_within(&seed, 2),
                             a.angle + turn};
        const pose b = placed(a, d), then_b = placed(then_a, moved);
        const double motion =
            fmin(motion_of(&p, d, moved, turn), world_motion_of(&p, b, then_a, then_b, a));
        const bool keep = keeps(&p, a, b, then_a, then_b);
        if (keep ? motion > 1.02 : motion < 0.98) {
            ck_abort_msg("pair %d of %g and %g, turned by %g, moved %g of what keeps it: %s", i,
                         half[0], half[1], turn, motion, keep ? "kept" : "made anew");
        }
        kept += keep && fabs(turn) > 0.01;
        made += !keep;
        free(p.world);
    }
    ck_assert_int_gt(kept, SEEDED_OFTEN(300));
    ck_assert_int_gt(made, SEEDED_OFTEN(300));
}
END_TEST

START_TEST(contacts_that_turned_along_are_where_they_are_on_the_bodies) {
    const pair p = make_pair(0.5, 0.5);
    run(p.world, 1);
    for (int i = 1; i <= 5; i++) {
        const pose a = {0, 0, i / 192.0};
        put_at(p.world, p.a, a);
        put_at(p.world, p.b, placed(a, (pose){1, 0, 0}));
        run(p.world, 1);
        ck_assert_uint_eq(pawl_world_get_counters(p.world).recycled, 1);
        uint32_t cursor = 0;
        pawl_contact contact;
        ck_assert_int_eq(pawl_world_next_contact(p.world, &cursor, &contact), true);
        ck_assert_int_eq(contact.count, 2);
        for (int j = 0; j < 2; j++) {
            const double c = cos(TURN * a.angle), s = sin(TURN * a.angle);
            const double x = units(contact.points[j].x), y = units(contact.points[j].y);
            assert_near(c * x + s * y, 0.5, 0.001, "along the frame of A");
            assert_near(fabs(c * y - s * x), 0.5, 0.001, "across the frame of A");
            assert_near(units(contact.separations[j]), 0, 0.0005, "separation");
        }
    }
    free(p.world);
}
END_TEST

/* Carried around, a body lies against the normals of the platform as it is now. */
START_TEST(a_kinematic_body_takes_its_normals_along) {
    for (int i = 1; i <= 2; i++) {
        const pair p = make_pair(0.5, 0.5);
        ck_assert_int_eq(pawl_body_set_type(p.world, p.a, PAWL_KINEMATIC), PAWL_OK);
        const pose a = {0, 0, 0}, d = {1, 0, 0}, then_a = {0, 0, i == 1 ? 0.002 : 0.02};
        ck_assert_int_eq(keeps(&p, a, placed(a, d), then_a, placed(then_a, d)), i == 1);
        free(p.world);
    }
}
END_TEST

/* ---- stacks --------------------------------------------------------------------------------- */

#define STACK 20

/* Boxes whose sides are `unit`, each shifted by at most 0.12 of that: every part that could fall
 * over has its center more than 0.29 inside of what carries it. */
static void stack_stands(uint64_t seed, double unit) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity.y = FX(-10 * unit);
    def.sleeping = false;
    pawl_world *const world = make_world(&def);
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, -unit);
    add_box(world, ground, 50 * unit, unit);
    pawl_body_id top = NO_BODY;
    uint64_t next = seed;
    for (int i = 0; i < STACK; i++) {
        const double x = seeded_within(&next, 0.12 * unit);
        top = add_body(world, PAWL_DYNAMIC, x, (0.5 + 1.003 * i) * unit);
        add_box(world, top, 0.5 * unit, 0.5 * unit);
    }
    for (int second = 0; second < 16; second++) {
        run(world, STEPS_PER_SECOND);
        const double height = units(pawl_body_get_position(world, top).y) / unit;
        ck_assert_msg(height > STACK - 1, "stack 0x%" PRIx64 " of %g fell within %d s: %g high",
                      seed, unit, second + 1, height);
    }
    free(world);
}

START_TEST(stacks_of_20_with_random_offsets_stand) {
    uint64_t seed = seeded_fresh("stacks");
    for (int i = 0; i < SEEDED_ROUNDS(24); i++) {
        seeded_next(&seed);
        stack_stands(seed, i % 2 ? 16 : 1);
    }
}
END_TEST

Suite *suite_step_2_manifolds(void);
Suite *suite_step_2_manifolds(void) {
    Suite *const suite = suite_create("step_2_manifolds");
    TCase *const pairs = tcase_create("pairs"), *const stacks = tcase_create("stacks");
    tcase_set_timeout(pairs, 60);
    tcase_add_test(pairs, a_pair_that_has_not_moved_to_each_other_keeps_its_manifold);
    tcase_add_test(pairs, contacts_that_turned_along_are_where_they_are_on_the_bodies);
    tcase_add_test(pairs, a_kinematic_body_takes_its_normals_along);
    suite_add_tcase(suite, pairs);
    tcase_set_timeout(stacks, 120);
    tcase_add_test(stacks, stacks_of_20_with_random_offsets_stand);
    suite_add_tcase(suite, stacks);
    return suite;
}
