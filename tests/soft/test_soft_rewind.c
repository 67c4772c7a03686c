/* test_soft_rewind.c - worlds with soft bodies go on the same after every way back: the sync test,
 * and cold restores at moments before and after the calls of a step. */
#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "support/state/rewind.h"
#include "support/base/seeded.h"
#include "world/world.h"

#define STEPS (SEEDED_SHARE > 1 ? 40 : 180)
#define PLAYED (SEEDED_SHARE > 1 ? 20 : 30)
#define STRIDE (SEEDED_SHARE > 1 ? 9 : 7) /* between moments; odd: calls and steps by turns */

static uint32_t awake, asleep, torn, attached;

static void look(const pawl_world *world) {
    const pawli_soft *softs = pawli_softs_const(world);
    for (uint16_t at = world->first_soft; at != PAWLI_NONE; at = softs[at].next) {
        const bool is_awake = (softs[at].flags & PAWLI_SOFT_AWAKE) != 0;
        *(is_awake ? &awake : &asleep) += 1;
        const pawli_soft_link *links = pawli_soft_links_const(world) + softs[at].first_link;
        for (uint16_t i = 0; i < softs[at].link_count; i++) {
            const bool is_torn = (links[i].flags & PAWL_LINK_TORN) != 0;
            torn += is_torn;
            attached += !is_torn && links[i].type == PAWL_LINK_ATTACH;
        }
    }
}

/* Some of them fall asleep by themselves, but not in each run: one is put to sleep now and then. */
static void call(void *context, pawl_world *world, uint32_t step) {
    everything_drive(world, *(const uint64_t *)context, step);
    if (step % 32 == 9)
        (void)pawl_soft_set_awake(world, pawl_world_next_soft(world, PAWL_NULL_SOFT), false);
    look(world);
}

static pawl_status bind(pawl_world *world) {
    return everything_bind(world) ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

static pawl_world *make(uint64_t seed) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    ck_assert_int_eq(everything_run(world, seed, 0, 10), true);
    awake = asleep = torn = attached = 0;
    return world;
}

static void expect_sights(void) {
    if (SEEDED_SHARE > 1) return;
    ck_assert_uint_gt(awake, STEPS);
    ck_assert_uint_gt(asleep, 1);
    ck_assert_uint_gt(torn, STEPS);
    ck_assert_uint_gt(attached, STEPS / 2);
}

START_TEST(soft_bodies_play_the_same_after_every_way_back) {
    uint64_t seed = first_seed(_i);
    const rewind_script script = {&seed, call, bind};
    pawl_world *const world = make(seed);
    const rewind_sync_plan plan = {STEPS, 0, _i % 2 == 1};
    const char *const defect = rewind_sync(world, &script, &plan);
    ck_assert_msg(defect == NULL, "%s, seed %d", defect, _i);
    expect_sights();
    free(world);
}
END_TEST

START_TEST(soft_bodies_go_on_the_same_in_fresh_memory) {
    uint64_t seed = first_seed(7);
    const rewind_script script = {&seed, call, bind};
    const pawl_world_def def = everything_def();
    pawl_world *const world = make(seed);
    rewind_record record;
    rewind_record_make(world, &def, &script, STEPS + PLAYED, NULL, NULL, &record);
    expect_sights();
    for (uint32_t i = 0; i * STRIDE < 2 * STEPS; i++) {
        const uint32_t moment = i * STRIDE;
        const rewind_how how = i / 2 % 2 ? REWIND_RESTORE : REWIND_DECODE;
        const rewind_cold_plan plan = {how, moment, PLAYED, 10, 40};
        const char *const defect = rewind_cold(&record, &plan);
        ck_assert_msg(defect == NULL, "%s, moment %u", defect, (unsigned)moment);
    }
    rewind_record_free(&record);
    free(world);
}
END_TEST

Suite *suite_soft_rewind(void) {
    Suite *const suite = suite_create("soft_rewind");
    TCase *const tests = tcase_create("soft_rewind");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, soft_bodies_play_the_same_after_every_way_back, 0, 2);
    tcase_add_test(tests, soft_bodies_go_on_the_same_in_fresh_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
