/* test_step_6_bounce.c - what lands flat leaves flat, and as high as a circle; impacts run through
 * chains; and elastic bodies keep their energy. Seeds are drawn
 * afresh and printed; PAWL_SEED=... repeats a run. */
#include <math.h>

#include "support/base/seeded.h"
#include "support/world/fixture.h"

typedef struct bounce {
    double apex; /* of its lowest point, after the first bounce */
    double turn; /* fastest spin, rad/s */
} bounce;

/* How a body of height 1 bounces that is dropped from a height onto flat ground, or several in
 * the same place. */
static bounce drop(double height, double restitution, double half_width, int grounds) {
    pawl_world *const world = make_default_world();
    for (int i = 0; i < grounds; i++)
        add_ground(world);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 3, height + 0.5);
    const pawl_convex shape =
        half_width > 0 ? box_convex(half_width, 0.5) : circle_convex(0, 0, 0.5);
    const pawl_shape_id id = add_shape(world, body, &shape);
    ck_assert_int_eq(pawl_shape_set_restitution(world, id, FX(restitution)), PAWL_OK);
    if (grounds > 1)
        ck_assert_int_eq(pawl_shape_set_break_impulse(world, id, PAWL_BREAK_IMPULSE_MAX), PAWL_OK);
    bounce seen = {0, 0};
    double before = 0;
    for (int step = 0; step < 600; step++) {
        run(world, 1);
        const double v = units(pawl_body_get_velocity(world, body).y);
        seen.turn = fmax(seen.turn, fabs(units(pawl_body_get_angular_velocity(world, body))));
        if (before > 0 && v <= 0) break;
        before = v;
    }
    seen.apex = units(pawl_body_get_position(world, body).y) - 0.5;
    free(world);
    return seen;
}

/* How deep either is found in the ground depends on its shape, and must not show. */
START_TEST(a_box_dropped_flat_bounces_as_high_as_a_circle_and_does_not_turn) {
    uint64_t seed = seeded_fresh("flat");
    const int rounds = SEEDED_ROUNDS(200);
    for (int i = 0; i < rounds; i++) {
        const double height = 5.5 + seeded_within(&seed, 4.5), e = 0.6 + seeded_within(&seed, 0.3);
        const double half_width = 1.5 + seeded_within(&seed, 1.3);
        const bounce circle = drop(height, e, 0, 1), box = drop(height, e, half_width, 1);
        ck_assert_msg(box.turn < 0.001, "from %g, e %g, %g wide: turns at %g rad/s", height, e,
                      2 * half_width, box.turn);
        ck_assert_msg(fabs(box.apex - circle.apex) < 0.01 * circle.apex,
                      "from %g, e %g, %g wide: rises %g, a circle %g", height, e, 2 * half_width,
                      box.apex, circle.apex);
    }
}
END_TEST

/* What may break bounces at the end of the step from all that it meets (step_6_bounce.c). Each
 * contact knows how deep it was found, and only the first may lift. */
START_TEST(what_meets_several_things_at_a_place_is_lifted_once) {
    uint64_t seed = seeded_fresh("grounds");
    const int rounds = SEEDED_ROUNDS(100);
    for (int i = 0; i < rounds; i++) {
        const double height = 5.5 + seeded_within(&seed, 4.5), e = 0.6 + seeded_within(&seed, 0.3);
        const double half_width = i % 2 == 0 ? 0 : 1.5 + seeded_within(&seed, 1.3);
        const bounce one = drop(height, e, half_width, 1), got = drop(height, e, half_width, 3);
        ck_assert_msg(fabs(got.apex - one.apex) < 0.02 * one.apex,
                      "from %g, e %g, %g wide: rises %g from three grounds, %g from one", height, e,
                      2 * half_width, got.apex, one.apex);
    }
}
END_TEST

/* From where it is dropped to where it rises: e^2 of the height, but for what a step of 1/60 s may
 * add or lose, the way of half a step at the speed of the impact. */
START_TEST(how_deep_it_was_found_is_no_height_lost) {
    uint64_t seed = seeded_fresh("depth");
    const int rounds = SEEDED_ROUNDS(200);
    for (int i = 0; i < rounds; i++) {
        const double height = 5.5 + seeded_within(&seed, 4.5), e = 0.6 + seeded_within(&seed, 0.3);
        const bounce got = drop(height, e, seeded_within(&seed, 1) < 0 ? 0 : 0.5, 1);
        const double want = e * e * height, step = e * e * sqrt(2 * 10 * height) / 60;
        ck_assert_msg(fabs(got.apex - want) < 1.2 * step + 0.01, "from %g, e %g: rises %g, not %g",
                      height, e, got.apex, want);
    }
}
END_TEST

/* ---- chains --------------------------------------------------------------------------------- */

#define BALLS_MAX 8
#define ROPE 3.0

typedef struct cradle {
    pawl_world *world;
    pawl_body_id balls[BALLS_MAX];
    int count, lifted;
    bool from_right;
} cradle;

/* The i-th ball from the side where some are lifted. */
static pawl_body_id ball_of(const cradle *c, int i) {
    return c->balls[c->from_right ? c->count - 1 - i : i];
}

static double height_of(const cradle *c, int i) {
    return units(pawl_body_get_position(c->world, ball_of(c, i)).y) + ROPE;
}

/* Balls on ropes, `apart` of each other, of which the first ones are lifted by an angle. */
static cradle make_cradle(int count, int lifted, bool from_right, int substeps, double angle,
                          double apart) {
    cradle c = {NULL, {NO_BODY}, count, lifted, from_right};
    pawl_world_def def = pawl_world_def_default();
    def.joint_capacity = BALLS_MAX;
    def.substeps = (uint8_t)substeps;
    def.sleeping = false;
    c.world = make_world(&def);
    const pawl_body_id ceiling = add_body(c.world, PAWL_STATIC, 0, 0);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    for (int i = 0; i < count; i++) {
        const bool up = from_right ? i >= count - lifted : i < lifted;
        const double aside = up ? ROPE * sin(angle) : 0, at = i * (1 + apart);
        c.balls[i] = add_body(c.world, PAWL_DYNAMIC, from_right ? at + aside : at - aside,
                              up ? -ROPE * cos(angle) : -ROPE);
        const pawl_shape_id shape = add_shape(c.world, c.balls[i], &circle);
        ck_assert_int_eq(pawl_shape_set_restitution(c.world, shape, FX(1)), PAWL_OK);
        ck_assert_int_eq(pawl_shape_set_friction(c.world, shape, 0), PAWL_OK);
        pawl_joint_def rope = pawl_joint_def_default(PAWL_JOINT_DISTANCE);
        rope.body_a = ceiling;
        rope.body_b = c.balls[i];
        rope.frame_a.anchor = VEC(at, 0);
        rope.target = FX(ROPE);
        pawl_joint_id id;
        ck_assert_int_eq(pawl_joint_create(c.world, &rope, &id), PAWL_OK);
    }
    return c;
}

/* As many balls as were lifted rise on the other side, to the same height, and the others rest:
 * however fast they come, and so wherever in a sub-step they meet. */
START_TEST(newtons_cradle_passes_on_what_it_is_given) {
    uint64_t seed = seeded_fresh("cradle");
    for (int i = 0; i < SEEDED_ROUNDS(60); i++) {
        const int count = 2 + (int)(seeded_next(&seed) % (BALLS_MAX - 1));
        const int lifted = 1 + (int)(seeded_next(&seed) % (unsigned)((count + 1) / 2));
        const bool from_right = seeded_next(&seed) >> 63;
        const int substeps = 1 << seeded_next(&seed) % 4;
        const double angle = 0.25 + fabs(seeded_within(&seed, 0.8));
        const double apart = seeded_next(&seed) % 2 ? 0 : fabs(seeded_within(&seed, 0.01));
        const cradle c = make_cradle(count, lifted, from_right, substeps, angle, apart);
        double highest[BALLS_MAX] = {0};
        for (int step = 0; step < 120; step++) {
            run(c.world, 1);
            for (int j = 0; j < count && step >= 60; j++)
                highest[j] = fmax(highest[j], height_of(&c, j) / (ROPE * (1 - cos(angle))));
        }
        for (int j = 0; j < count; j++) {
            const bool rises = j >= count - lifted;
            if (rises ? highest[j] > 0.9 : highest[j] < 0.05) continue;
            ck_abort_msg("%d of %d, %s, %d sub-steps, by %g, %g apart: ball %d rises to %g of the "
                         "height",
                         lifted, count, from_right ? "from the right" : "from the left", substeps,
                         angle, apart, j + 1, highest[j]);
        }
        free(c.world);
    }
}
END_TEST

/* ---- energy --------------------------------------------------------------------------------- */

#define CROWD 40

static double energy_of(const pawl_world *world, const pawl_body_id *bodies) {
    double sum = 0;
    for (int i = 0; i < CROWD; i++) {
        const pawl_vec2 v = pawl_body_get_velocity(world, bodies[i]);
        const double w = units(pawl_body_get_angular_velocity(world, bodies[i]));
        const double m = i % 2 ? 0.25 * acos(-1) : 0.8;
        const double inertia = i % 2 ? m / 8 : m * 1.64 / 12;
        sum += m * (units(v.x) * units(v.x) + units(v.y) * units(v.y)) / 2 + inertia * w * w / 2;
    }
    return sum;
}

/* Boxes and circles in a closed room. What they lose are impacts slower than the bounce speed. */
START_TEST(elastic_bodies_neither_gain_nor_lose_much_energy) {
    uint64_t seed = seeded_fresh("crowds");
    for (int i = 0; i < SEEDED_ROUNDS(10); i++) {
        pawl_world *const world = make_space();
        pawl_body_id bodies[CROWD];
        for (int j = 0; j < 4 + CROWD; j++) {
            const int wall = j < 4 ? j : -1, k = j - 4;
            const double side = wall % 2 ? -11 : 11;
            const pawl_body_id body =
                wall >= 0 ? add_body(world, PAWL_STATIC, wall < 2 ? side : 0, wall < 2 ? 0 : side)
                          : add_body(world, PAWL_DYNAMIC, k % 8 * 2 - 7, k / 8 * 2 - 4);
            const pawl_convex circle = circle_convex(0, 0, 0.5);
            const pawl_shape_id shape =
                wall >= 0 ? add_box(world, body, wall < 2 ? 1 : 12, wall < 2 ? 12 : 1)
                : k % 2   ? add_shape(world, body, &circle)
                          : add_box(world, body, 0.5, 0.4);
            ck_assert_int_eq(pawl_shape_set_restitution(world, shape, FX(1)), PAWL_OK);
            ck_assert_int_eq(pawl_shape_set_friction(world, shape, 0), PAWL_OK);
            if (wall >= 0) continue;
            const pawl_vec2 v = VEC(seeded_within(&seed, 10), seeded_within(&seed, 10));
            ck_assert_int_eq(pawl_body_set_velocity(world, body, v), PAWL_OK);
            bodies[k] = body;
        }
        const double start = energy_of(world, bodies);
        for (int second = 1; second <= 5; second++) {
            run(world, STEPS_PER_SECOND);
            const double share = energy_of(world, bodies) / start;
            ck_assert_msg(share > 0.8 && share < 1.1, "crowd %d after %d s: %g of its energy", i,
                          second, share);
        }
        free(world);
    }
}
END_TEST

Suite *suite_step_6_bounce(void);
Suite *suite_step_6_bounce(void) {
    Suite *const suite = suite_create("step_6_bounce");
    TCase *const tcase = tcase_create("bounce");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_box_dropped_flat_bounces_as_high_as_a_circle_and_does_not_turn);
    tcase_add_test(tcase, what_meets_several_things_at_a_place_is_lifted_once);
    tcase_add_test(tcase, how_deep_it_was_found_is_no_height_lost);
    tcase_add_test(tcase, newtons_cradle_passes_on_what_it_is_given);
    tcase_add_test(tcase, elastic_bodies_neither_gain_nor_lose_much_energy);
    suite_add_tcase(suite, tcase);
    return suite;
}
