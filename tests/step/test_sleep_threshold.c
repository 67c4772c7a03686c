/* test_sleep_threshold.c - below which speed a body may fall asleep: its own, or that of the world.
 */
#include "pawl/snapshot.h"
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "world/world.h"

static pawl_world *make_calm_world(void) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, 0);
    def.length_unit = FX(1);
    return make_world(&def);
}

/* After how many steps a body that flies with a speed has fallen asleep; 0: not within a second. */
static int steps_to_sleep(pawl_fx speed, pawl_fx threshold) {
    pawl_world *const world = make_calm_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    int slept = 0;
    ck_assert_int_eq(pawl_body_set_sleep_threshold(world, body, threshold), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, pawl_vec2_make(speed, 0)), PAWL_OK);
    for (int step = 1; step <= STEPS_PER_SECOND && slept == 0; step++) {
        run(world, 1);
        if (!pawl_body_is_awake(world, body)) slept = step;
    }
    free(world);
    return slept;
}

static pawl_fx kept(pawl_fx threshold) {
    pawl_world *const world = make_calm_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_sleep_threshold(world, body, threshold), PAWL_OK);
    const pawl_fx found = pawl_body_get_sleep_threshold(world, body);
    free(world);
    return found;
}

/* Half a second, at the threshold and one raw unit above it. */
START_TEST(a_body_sleeps_at_its_threshold_and_not_above) {
    uint64_t seed = seeded_fresh("sleep threshold");
    for (int round = 0; round < SEEDED_PASSES(5, 60); round++) {
        const pawl_fx most = kept(FX(0.0625) + (pawl_fx)(seeded_next(&seed) % FX(16)));
        ck_assert_int_eq(steps_to_sleep(most, most), STEPS_PER_SECOND / 2);
        ck_assert_int_eq(steps_to_sleep(most + 1, most), 0);
    }
}
END_TEST

START_TEST(zero_is_the_threshold_of_the_world) {
    const pawl_fx most = pawl_muldiv(FX(1), 5, 100);
    ck_assert_int_eq(steps_to_sleep(most, 0), STEPS_PER_SECOND / 2);
    ck_assert_int_eq(steps_to_sleep(most + 1, 0), 0);
    ck_assert_int_eq(steps_to_sleep(most, FX(0.03125)), 0);
}
END_TEST

START_TEST(a_threshold_is_kept_to_four_significant_bits_beside_any_damping) {
    uint64_t seed = seeded_fresh("bits of a sleep threshold");
    pawl_world *const world = make_calm_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    for (int round = 0; round < 20000; round++) {
        const int64_t drawn = 1 + (int64_t)(seeded_next(&seed) % PAWL_SPEED_MAX);
        const pawl_fx asked = (pawl_fx)(drawn >> seeded_next(&seed) % 30);
        const pawl_fx linear = (pawl_fx)(seeded_next(&seed) % (FX(1024) + 1));
        const pawl_fx angular = round % 9 == 0 ? FX(1024) : (pawl_fx)(seeded_next(&seed) % FX(9));
        ck_assert_int_eq(pawl_body_set_sleep_threshold(world, body, asked), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_damping(world, body, linear, angular), PAWL_OK);
        const pawl_fx got = pawl_body_get_sleep_threshold(world, body);
        ck_assert_int_eq(pawl_body_get_linear_damping(world, body), linear);
        ck_assert_int_eq(pawl_body_get_angular_damping(world, body), angular);
        if (asked == 0) ck_assert_int_eq(got, 0);
        if (asked > 0 && asked < 9) ck_assert_int_eq(got, 9);
        if (asked >= 9)
            ck_assert_msg(got - asked <= asked / 16 && asked - got <= asked / 16, "%d for %d", got,
                          asked);
        ck_assert_int_eq(pawl_body_set_sleep_threshold(world, body, got), PAWL_OK);
        ck_assert_int_eq(pawl_body_get_sleep_threshold(world, body), got);
    }
    ck_assert_int_eq(kept(PAWL_SPEED_MAX), PAWL_SPEED_MAX);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_fx bad[] = {-1, INT32_MIN, PAWL_SPEED_MAX + 1, INT32_MAX};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pawl_body_set_sleep_threshold(world, body, bad[i]), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

/* Two that touch fly along together. */
START_TEST(an_island_sleeps_when_all_of_it_is_slow) {
    for (int slow = 0; slow < 4; slow++) {
        pawl_world *const world = make_calm_world();
        pawl_body_id pair[2];
        for (int i = 0; i < 2; i++) {
            pair[i] = add_unit_box(world, i, 0);
            const pawl_fx threshold = slow >> i & 1 ? FX(3) : FX(1);
            ck_assert_int_eq(pawl_body_set_sleep_threshold(world, pair[i], threshold), PAWL_OK);
            ck_assert_int_eq(pawl_body_set_velocity(world, pair[i], VEC(0, 2)), PAWL_OK);
        }
        run(world, STEPS_PER_SECOND);
        for (int i = 0; i < 2; i++)
            ck_assert_int_eq(pawl_body_is_awake(world, pair[i]), slow != 3);
        free(world);
    }
}
END_TEST

/* A body that is made so has the state of one that was set so; a code that none has is refused. */
START_TEST(snapshots_hold_thresholds) {
    pawl_world *const set = make_calm_world(), *const made = make_calm_world();
    const pawl_body_id body = add_body(set, PAWL_DYNAMIC, 1, 2);
    const uint32_t plain = pawl_world_hash(set);
    ck_assert_int_eq(pawl_body_set_sleep_threshold(set, body, FX(3)), PAWL_OK);
    ck_assert_uint_ne(pawl_world_hash(set), plain);
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id other;
    def.type = PAWL_DYNAMIC;
    def.position = VEC(1, 2);
    def.sleep_threshold = FX(3);
    ck_assert_int_eq(pawl_body_create(made, &def, &other), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(made), pawl_world_hash(set));
    const pawl_world_def world_def = pawl_world_def_default();
    const size_t room = pawl_world_size(&world_def), capacity = pawl_world_encode_size(set);
    void *const memory = malloc(room), *const bytes = malloc(capacity);
    size_t size;
    pawl_world *back;
    ck_assert_int_eq(pawl_world_encode(set, bytes, capacity, &size), PAWL_OK);
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, room, &back), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_sleep_threshold(back, body), FX(3));
    ck_assert_uint_eq(pawl_world_hash(back), pawl_world_hash(set));
    pawli_bodies(set)[0].angular_damping |= 15 << PAWLI_DAMPING_BITS;
    ck_assert_int_eq(pawl_world_encode(set, bytes, capacity, &size), PAWL_OK);
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, room, &back), PAWL_ERR_FORMAT);
    ck_assert_int_eq(pawl_body_set_sleep_threshold(set, body, 0), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(set), plain);
    pawli_bodies(set)[0].linear_damping = FX(1024) + 1;
    ck_assert_int_eq(pawl_world_encode(set, bytes, capacity, &size), PAWL_OK);
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, room, &back), PAWL_ERR_FORMAT);
    free(bytes);
    free(memory);
    free(set);
    free(made);
}
END_TEST

Suite *suite_sleep_threshold(void) {
    Suite *const suite = suite_create("sleep_threshold");
    TCase *const sleep = tcase_create("of a body");
    tcase_add_test(sleep, a_body_sleeps_at_its_threshold_and_not_above);
    tcase_add_test(sleep, zero_is_the_threshold_of_the_world);
    tcase_add_test(sleep, a_threshold_is_kept_to_four_significant_bits_beside_any_damping);
    tcase_add_test(sleep, an_island_sleeps_when_all_of_it_is_slow);
    tcase_add_test(sleep, snapshots_hold_thresholds);
    suite_add_tcase(suite, sleep);
    return suite;
}
