/* test_sync.c - the sync test of rollback over every scene: after each step some are taken back and
 * played again, and every hash and every public result must be as it was.
 *
 * `make check` goes back by 1 to 15 steps by turns; `make soak` by each distance in every step. */
#include "support/world/fixture.h"
#include "golden/scenes.h"
#include "support/state/pileup.h"
#include "support/state/rewind.h"
#include "support/scene/scene_pawl.h"
#include "support/base/seeded.h"
#include "world/world.h"

/* The sanitizers see every third scene, for as long as it takes to go back by every distance. */
#define STEPS (SEEDED_SHARE > 1 ? REWIND_DISTANCE_MAX + 5 : 300)
#define BUSY_STEPS (SEEDED_SHARE > 1 ? 45 : 600)
#define SCENE_STRIDE (SEEDED_SHARE > 1 ? 3 : 1)

static uint32_t touching, awake;

/* Notes what there was to see while it disturbs nothing. */
static void count(void *nothing, pawl_world *world, uint32_t step) {
    (void)nothing;
    (void)step;
    touching += pawl_world_get_counters(world).touching;
    awake += pawl_world_get_counters(world).awake;
}

static void disturb(void *nothing, pawl_world *world, uint32_t step) {
    pawl_random random = pawl_random_make(step, 3);
    count(nothing, world, step);
    (void)golden_call(world, (int)step, &random);
}

static void expect_sync(pawl_world *world, const rewind_script *script, uint32_t steps,
                        uint32_t distance, bool after_calls) {
    const rewind_sync_plan plan = {steps, distance, after_calls};
    const uint64_t before = pawl_world_get_tick(world);
    const char *const defect = rewind_sync(world, script, &plan);
    ck_assert_msg(defect == NULL, "%s", defect);
    ck_assert_uint_eq(pawl_world_get_tick(world) - before, steps);
}

static scene_world make_scene(const char *name, uint16_t spare) {
    scene_def scene;
    scene_world made;
    ck_assert_int_eq(scene_build(name, SCENE_M, &scene), true);
    pawl_world_def def = scene_world_def(&scene);
    def.body_capacity = (uint16_t)(def.body_capacity + spare);
    def.shape_capacity = (uint16_t)(def.shape_capacity + spare);
    ck_assert_int_eq(scene_world_make(&scene, &def, &made), true);
    scene_free(&scene);
    return made;
}

START_TEST(a_scene_plays_the_same_after_every_way_back) {
    static const rewind_script script = {NULL, count, NULL};
    const char *const name = scene_names[_i];
    if (_i % SCENE_STRIDE != 0) return;
    scene_world made = make_scene(name, 0);
    touching = awake = 0;
    expect_sync(made.world, &script, STEPS, 0, _i % 2 == 1);
    ck_assert_msg(awake >= STEPS / 4, "%s: hardly anyone was awake", name);
    if (SEEDED_SHARE > 1) touching += STEPS; /* so soon some have not met */
    const bool joined = pawl_world_get_counters(made.world).joints > 0;
    const bool alone = strcmp(name, "spin") == 0 || strcmp(name, "slow") == 0;
    ck_assert_msg(joined || alone || touching >= STEPS / 10, "%s: nothing touched", name);
    scene_world_free(&made);
}
END_TEST

START_TEST(a_disturbed_pile_plays_the_same_after_every_way_back) {
    static const rewind_script script = {NULL, disturb, NULL};
    scene_world made = make_scene("pile101", 64);
    const uint32_t bodies = pawl_world_get_counters(made.world).bodies;
    expect_sync(made.world, &script, BUSY_STEPS, 0, _i % 2 == 1);
    ck_assert_uint_gt(pawl_world_get_counters(made.world).bodies, bodies - 60);
    ck_assert_uint_gt(made.world->body_pool.next_serial, bodies + BUSY_STEPS / 60);
    ck_assert_int_gt(touching, SEEDED_OFTEN(10 * BUSY_STEPS));
    scene_world_free(&made);
}
END_TEST

/* Each distance in every step. */
START_TEST(the_heap_plays_the_same_after_every_way_back) {
    static const rewind_script script = {NULL, pileup_call, NULL};
    const pawl_world_def def = pileup_def();
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    pawl_world *world = NULL;
    ck_assert_int_eq(pileup_make(memory, size, &def, &world), PAWL_OK);
    expect_sync(world, &script, STEPS, (uint32_t)_i, _i % 2 == 1);
    free(memory);
}
END_TEST

static int scene_count(void) {
    int scenes = 0;
    while (scene_names[scenes])
        scenes++;
    return scenes;
}

Suite *suite_sync(void) {
    Suite *const suite = suite_create("sync");
    TCase *const tests = tcase_create("sync");
    tcase_add_loop_test(tests, a_scene_plays_the_same_after_every_way_back, 0, scene_count());
    tcase_add_loop_test(tests, a_disturbed_pile_plays_the_same_after_every_way_back, 0, 2);
    tcase_add_loop_test(tests, the_heap_plays_the_same_after_every_way_back, 1,
                        REWIND_DISTANCE_MAX + 1);
    suite_add_tcase(suite, tests);
    return suite;
}
