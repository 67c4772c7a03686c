/* test_step_9_finish.c - writing results back: extremes of what turning adds to a speed. */
#include <check.h>
#include <stdlib.h>

#include "pawl/pawl.h"

/* A circle 16000 units from its centre of mass, with a radius of gyration of 0.001: its tip moves
 * 16 million times as fast as the spin says. The sanitizer build sees the products. */
START_TEST(a_tip_far_beyond_the_radius_of_gyration_is_never_quiet) {
    const pawl_world_def def = pawl_world_def_default();
    void *memory = malloc(pawl_world_size(&def));
    pawl_world *world;
    ck_assert_int_eq(pawl_world_init(memory, pawl_world_size(&def), &def, &world), PAWL_OK);
    pawl_body_def body = pawl_body_def_default();
    body.type = PAWL_DYNAMIC;
    body.gravity_scale = 0;
    pawl_body_id id;
    ck_assert_int_eq(pawl_body_create(world, &body, &id), PAWL_OK);
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_convex circle;
    pawl_shape_id shape;
    const pawl_fx far_away = PAWL_FX(8000, 0, 1);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(far_away, 0), PAWL_FX_ONE, &circle), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(world, id, &material, &circle, &shape), PAWL_OK);
    const pawl_mass mass = {PAWL_WIDE(1000, 0, 1), {-far_away, 0}, PAWL_WIDE(0, 1, 1024)};
    ck_assert_int_eq(pawl_body_set_mass(world, id, mass), PAWL_OK);
    const pawl_wide impulse = PAWL_WIDE(100000000, 0, 1);
    for (int tick = 0; tick < 60; tick++) {
        if (tick < 3) {
            ck_assert_int_eq(pawl_body_apply_angular_impulse(world, id, impulse), PAWL_OK);
        }
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    }
    ck_assert_msg(pawl_body_is_awake(world, id), "asleep after a second, spinning at %ld raw rad/s",
                  (long)pawl_body_get_angular_velocity(world, id));
    free(memory);
}
END_TEST

Suite *suite_step_9_finish(void);
Suite *suite_step_9_finish(void) {
    Suite *const suite = suite_create("step_9_finish");
    TCase *const tcase = tcase_create("quiet");
    tcase_add_test(tcase, a_tip_far_beyond_the_radius_of_gyration_is_never_quiet);
    suite_add_tcase(suite, tcase);
    return suite;
}
