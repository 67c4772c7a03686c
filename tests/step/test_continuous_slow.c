/* test_continuous_slow.c - few steps per second let nothing through either: what falls on a line of
 * no thickness, comes to rest there and is pushed now and then. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"

#define FALLS 1000

static double drawn(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) % 65536) / 65536;
}

static bool gets_through(uint32_t rate, uint64_t seed) {
    static uint64_t memory[1 << 12];
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 2;
    def.joint_capacity = 0;
    def.contact_capacity = 8;
    def.rate_numerator = rate;
    def.substeps = (uint8_t)(1 + seeded_next(&seed) % 4);
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &def, &world), PAWL_OK);
    pawl_convex line;
    ck_assert_int_eq(pawl_make_segment(VEC(-1000, 0), VEC(1000, 0), &line), PAWL_OK);
    add_shape(world, add_body(world, PAWL_STATIC, 0, 0), &line);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, drawn(&seed, 3, 12));
    const pawl_convex box = box_convex(drawn(&seed, 0.1, 2), drawn(&seed, 0.05, 1));
    add_shape(world, body, &box);
    ck_assert_int_eq(pawl_body_set_pose(world, body, pawl_body_get_position(world, body),
                                        (pawl_angle)seeded_next(&seed)),
                     PAWL_OK);
    for (int i = 0; i < 200; i++) {
        if (seeded_next(&seed) % 32 == 0) {
            const pawl_vec2 kick = VEC(drawn(&seed, -3, 3), drawn(&seed, -10, 5));
            ck_assert_int_eq(pawl_body_set_velocity(world, body, kick), PAWL_OK);
            ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(drawn(&seed, -4, 4))),
                             PAWL_OK);
        }
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        if (pawl_body_get_center(world, body).y < 0) return true;
    }
    return false;
}

START_TEST(nothing_falls_through_a_line_at_few_steps_per_second) {
    static const uint32_t rates[] = {8, 10, 12, 15, 20, 30};
    uint64_t seed = seeded_fresh("falls at few steps per second");
    int through = 0;
    uint64_t first = 0;
    for (int i = 0; i < SEEDED_ROUNDS(FALLS); i++) {
        const uint64_t own = seeded_next(&seed);
        if (gets_through(rates[_i], own) && through++ == 0) first = own;
    }
    ck_assert_msg(through == 0, "%d steps per second: %d of %d, first 0x%llx", (int)rates[_i],
                  through, SEEDED_ROUNDS(FALLS), (unsigned long long)first);
}
END_TEST

Suite *suite_continuous_slow(void);

Suite *suite_continuous_slow(void) {
    Suite *const suite = suite_create("continuous_slow");
    TCase *const tcase = tcase_create("continuous_slow");
    tcase_add_loop_test(tcase, nothing_falls_through_a_line_at_few_steps_per_second, 0, 6);
    suite_add_tcase(suite, tcase);
    return suite;
}
