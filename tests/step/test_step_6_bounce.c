/* test_step_6_bounce.c - what lands flat leaves flat, and as high as a circle. Seeds are drawn
 * afresh and printed; PAWL_SEED=... repeats a run. */
#include <math.h>

#include "support/base/fresh.h"
#include "support/world/fixture.h"

typedef struct bounce {
    double apex; /* of its lowest point, after the first bounce */
    double turn; /* fastest spin, rad/s */
} bounce;

/* How a body of height 1 bounces that is dropped from a height onto flat ground. */
static bounce drop(double height, double restitution, double half_width) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 3, height + 0.5);
    const pawl_convex shape =
        half_width > 0 ? box_convex(half_width, 0.5) : circle_convex(0, 0, 0.5);
    const pawl_shape_id id = add_shape(world, body, &shape);
    ck_assert_int_eq(pawl_shape_set_restitution(world, id, FX(restitution)), PAWL_OK);
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

/* How far either falls beyond the ground's reach before it is stopped, and so the time that it
 * loses, depends on its shape: now and then one of the two rises less. */
START_TEST(a_box_dropped_flat_bounces_as_high_as_a_circle_and_does_not_turn) {
    uint64_t seed = fresh_seed("flat");
    const int rounds = SEEDED_ROUNDS(200);
    int differ = 0;
    for (int i = 0; i < rounds; i++) {
        const double height = 5.5 + random_within(&seed, 4.5), e = 0.6 + random_within(&seed, 0.3);
        const double half_width = 1.5 + random_within(&seed, 1.2);
        const bounce circle = drop(height, e, 0), box = drop(height, e, half_width);
        ck_assert_msg(box.turn < 0.001, "from %g, e %g, %g wide: turns at %g rad/s", height, e,
                      2 * half_width, box.turn);
        ck_assert_msg(fabs(box.apex - circle.apex) < 0.25 * circle.apex,
                      "from %g, e %g, %g wide: rises %g, a circle %g", height, e, 2 * half_width,
                      box.apex, circle.apex);
        differ += fabs(box.apex - circle.apex) > 0.02 * circle.apex;
    }
    ck_assert_int_le(differ, 1 + rounds / 20);
}
END_TEST

Suite *suite_step_6_bounce(void);
Suite *suite_step_6_bounce(void) {
    Suite *const suite = suite_create("step_6_bounce");
    TCase *const tcase = tcase_create("flat");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_box_dropped_flat_bounces_as_high_as_a_circle_and_does_not_turn);
    suite_add_tcase(suite, tcase);
    return suite;
}
