/* test_cold_restore.c - a world that was brought back in memory that nobody has used goes on as the
 * one that was never away: every byte of its snapshot, at every step of the heap.
 *
 * `make check` brings back every moment, before and after the calls of each of 600 steps, and plays
 * on from it, from a few of them to the end of the run; the sanitizers see a share of that, `make
 * soak` the whole cross product. */
#include "support/world/fixture.h"
#include "support/state/pileup.h"
#include "support/state/rewind.h"
#include "support/base/seeded.h"

#define MOMENTS_END 600 /* steps in whose course the world is brought back */
/* Steps that are played after that, by one moment of FAR in each part; by the others NEAR. */
#define PLAYED (SEEDED_SHARE > 1 ? 300 : 600)
#define FAR 25
#define NEAR 14
#define PARTS 8 /* passes of the loop: tests that may run apart */

static const rewind_script script = {NULL, pileup_call, pileup_bind};
static rewind_record record;
static pileup_tally tally;
static pileup_roll roll;

static void watch(void *nothing, const pawl_world *world) {
    (void)nothing;
    pileup_count(world, &roll, &tally);
}

/* Once for all tests: Check forks afterwards. */
static void make_record(void) {
    const pawl_world_def def = pileup_def();
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    pawl_world *world = NULL;
    memset(&tally, 0, sizeof tally);
    roll.count = 0;
    ck_assert_int_eq(pileup_make(memory, size, &def, &world), PAWL_OK);
    rewind_record_make(world, &def, &script, MOMENTS_END + PLAYED, watch, NULL, &record);
    free(memory);
}

static void free_record(void) {
    rewind_record_free(&record);
}

/* Whoever sees too little proves nothing. */
START_TEST(the_heap_has_everything_in_it) {
    ck_assert_uint_eq(tally.steps, MOMENTS_END + PLAYED);
    if (SEEDED_SHARE > 1) return; /* it is shorter, and the same */
    ck_assert_uint_gt(tally.contacts, 50 * tally.steps);
    ck_assert_uint_gt(tally.joints, 12 * tally.steps);
    ck_assert_uint_gt(tally.spinning, 5 * tally.steps);
    ck_assert_uint_gt(tally.born, PILEUP_BODIES + 20);
    ck_assert_uint_gt(tally.reused, 20);
    ck_assert_uint_gt(tally.died, 20);
    ck_assert_uint_gt(tally.woke, 40);
    ck_assert_uint_gt(tally.slept, 40);
    ck_assert_uint_gt(tally.touches, 600);
    ck_assert_uint_gt(tally.ends, 600);
    ck_assert_uint_gt(tally.hits, 200);
    ck_assert_uint_gt(tally.breaks, 5);
    ck_assert_uint_gt(tally.sensor_begins, 40);
    ck_assert_uint_gt(tally.sensor_ends, 40);
}
END_TEST

static void expect_same(rewind_how how, uint32_t moment, uint32_t steps, uint32_t look_stride) {
    const rewind_cold_plan plan = {how, moment, steps, look_stride, 4 * look_stride};
    const char *const defect = rewind_cold(&record, &plan);
    ck_assert_msg(defect == NULL, "%s", defect);
}

START_TEST(a_decoded_heap_goes_on_the_same) {
    for (uint32_t step = (uint32_t)_i; step < MOMENTS_END; step += SEEDED_STRIDE(PARTS)) {
        const bool far = step / PARTS % FAR == 0;
        expect_same(REWIND_DECODE, 2 * step + step / PARTS % 2, far ? PLAYED : NEAR, far ? 30 : 10);
    }
}
END_TEST

START_TEST(a_restored_heap_goes_on_the_same) {
    for (uint32_t step = (uint32_t)_i; step < MOMENTS_END; step += SEEDED_STRIDE(PARTS)) {
        const bool far = step / PARTS % (3 * FAR) == 0;
        expect_same(REWIND_RESTORE, 2 * step + step / PARTS % 2, far ? PLAYED : NEAR / 2,
                    far ? 15 : 5);
    }
}
END_TEST

Suite *suite_cold_restore(void) {
    Suite *const suite = suite_create("cold_restore");
    TCase *const tests = tcase_create("cold_restore");
    tcase_add_unchecked_fixture(tests, make_record, free_record);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, the_heap_has_everything_in_it);
    tcase_add_loop_test(tests, a_decoded_heap_goes_on_the_same, 0, PARTS);
    tcase_add_loop_test(tests, a_restored_heap_goes_on_the_same, 0, PARTS);
    suite_add_tcase(suite, tests);
    return suite;
}
