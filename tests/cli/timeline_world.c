/* timeline_world.c - a world with 200 bodies goes to any tick of a minute that has been. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cli/studio/timeline.h"
#include "pawl/pawl.h"
#include "support/base/seeded.h"

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define TICKS 3600

static uint64_t memory[400000];

static void add_box(pawl_world *world, pawl_body_def *body, pawl_fx half_width,
                    pawl_fx half_height) {
    pawl_body_id id;
    ck_assert_int_eq(pawl_body_create_box(world, body, NULL, half_width, half_height, &id),
                     PAWL_OK);
}

/* A bin in which 200 boxes are stirred, so that they never come to rest. */
static pawl_world *make_mixer(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_world *world = NULL;
    def.body_capacity = def.shape_capacity = 210;
    def.contact_capacity = 2000;
    ck_assert_uint_le(pawl_world_size(&def), sizeof memory);
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &def, &world), PAWL_OK);
    add_box(world, &body, PAWL_DEC(12, 0), PAWL_FX_ONE);
    for (int side = -1; side <= 1; side += 2) {
        body.position.x = pawl_from_int(11 * side), body.position.y = pawl_from_int(20);
        add_box(world, &body, PAWL_FX_ONE, pawl_from_int(20));
    }
    body.type = PAWL_KINEMATIC;
    body.position.x = 0, body.position.y = pawl_from_int(5);
    body.angular_velocity = PAWL_DEC(2, 5);
    add_box(world, &body, PAWL_DEC(3, 5), PAWL_DEC(0, 4));
    body.type = PAWL_DYNAMIC;
    body.angular_velocity = 0;
    for (int i = 0; i < 200; i++) {
        body.position.x = pawl_from_int(i % 10 * 2 - 9);
        body.position.y = pawl_from_int(10 + i / 10);
        add_box(world, &body, PAWL_DEC(0, 4) + i * 16, PAWL_DEC(0, 4));
    }
    return world;
}

static uint64_t saved[32768];

static size_t save(const pawl_world *world) {
    const size_t size = pawl_world_save_size(world);
    ck_assert_uint_le(size, sizeof saved);
    ck_assert_int_eq(pawl_world_save(world, saved, sizeof saved), PAWL_OK);
    return size;
}

/* Go to a tick as a program does. Returns how many steps that took. */
static uint64_t go_to(cli_timeline *timeline, pawl_world *world, uint64_t tick) {
    const cli_timeline_state found = cli_timeline_find(timeline, tick);
    ck_assert_int_eq(pawl_world_restore(world, found.bytes, found.size), PAWL_OK);
    for (uint64_t at = found.tick; at < tick; at++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    return tick - found.tick;
}

static int compare_times(const void *a, const void *b) {
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* Of a minute with 200 bodies: with room for all of it, for whole states alone, and for a third of
 * them. Times are told, since they depend on the machine; steps are asserted. */
START_TEST(a_world_goes_to_any_tick_of_a_minute) {
    static const size_t budgets[3] = {(size_t)64 << 20, (size_t)5 << 20, (size_t)2 << 20};
    static uint32_t hashes[TICKS + 1];
    enum {
        ROUNDS = 200
    };
    double times[ROUNDS];
    uint64_t seed = seeded_fresh("a minute") + (uint64_t)_i, most = 0;
    cli_timeline_def def = cli_timeline_def_default();
    pawl_world *const world = make_mixer();
    def.memory_max = budgets[_i];
    cli_timeline *const timeline = cli_timeline_create(&def, 0, saved, save(world));
    hashes[0] = pawl_world_hash(world);
    const double begin = seconds();
    for (int tick = 1; tick <= TICKS; tick++) {
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        cli_timeline_add(timeline, saved, save(world));
        hashes[tick] = pawl_world_hash(world);
    }
    const double all = seconds() - begin;
    ck_assert_uint_le(cli_timeline_memory(timeline), def.memory_max);
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t tick = seeded_next(&seed) % (TICKS + 1);
        const double start = seconds();
        const uint64_t steps = go_to(timeline, world, tick);
        times[round] = seconds() - start;
        if (steps > most) most = steps;
        ck_assert_uint_eq(pawl_world_hash(world), hashes[tick]);
    }
    qsort(times, ROUNDS, sizeof times[0], compare_times);
    printf("200 bodies, %d ticks of %.3f ms, memory %.1f of %.1f MiB, %llu ticks kept: to 200 "
           "random ones %.2f ms in the median, %.2f at most, %llu steps at most\n",
           TICKS, all * 1000 / TICKS, (double)cli_timeline_memory(timeline) / 1048576,
           (double)def.memory_max / 1048576, (unsigned long long)cli_timeline_kept(timeline),
           times[ROUNDS / 2] * 1000, times[ROUNDS - 1] * 1000, (unsigned long long)most);
    ck_assert_uint_lt(most, _i == 0 ? 1u : _i == 1 ? def.interval : 6 * def.interval);
    cli_timeline_free(timeline);
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("timeline_world");
    TCase *const tests = tcase_create("timeline_world");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_world_goes_to_any_tick_of_a_minute, 0, 3);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
