/* compare.c - two runs of scenes side by side, in portions, and what is told of their differences.
 * Run where the scenes are found: in the root of the repository. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/command.h"
#include "cli/studio/compare.h"
#include "support/base/seeded.h"

#define TUMBLE "examples/scenes/tumble.json"

static uint32_t drawn(uint64_t *seed, uint32_t limit) {
    return (uint32_t)(seeded_next(seed) >> 33) % limit;
}

/* ---- what is done to one of them ---- */

#define CALLS_MAX 400

/* A push before the step of a tick, and before which steps it was asked. */
typedef struct pusher {
    uint64_t tick; /* UINT64_MAX: never */
    pawl_body_id body;
    bool fails;
    uint64_t calls[CALLS_MAX];
    uint32_t count;
} pusher;

static bool push(void *context, pawl_world *world, uint64_t tick) {
    pusher *const own = context;
    ck_assert_uint_lt(own->count, CALLS_MAX);
    own->calls[own->count++] = tick;
    ck_assert_uint_eq(tick, pawl_world_get_tick(world));
    if (tick != own->tick) return true;
    const pawl_vec2 more = {PAWL_FX(1, 0, 1), -PAWL_FX(1, 1, 2)};
    const pawl_vec2 velocity = pawl_vec2_add(pawl_body_get_velocity(world, own->body), more);
    return !own->fails && pawl_body_set_velocity(world, own->body, velocity) == PAWL_OK;
}

static void open_scene(cli_compare_side *side, const char *path, pusher *own) {
    ck_assert_int_eq(cli_compare_side_open(path, NULL, side), CLI_EXIT_OK);
    side->apply = own == NULL ? NULL : push;
    side->context = own;
}

static void close_both(cli_compare *job) {
    cli_compare_side_close(&job->sides[0]);
    cli_compare_side_close(&job->sides[1]);
}

static pawl_body_id draw_dynamic(uint64_t *seed, const pawl_world *world) {
    pawl_body_id body = {0, 0};
    for (uint32_t skip = drawn(seed, 80);
         skip > 0 || body.index1 == 0 || pawl_body_get_type(world, body) != PAWL_DYNAMIC;) {
        body = pawl_world_next_body(world, body);
        if (skip > 0) skip--;
    }
    return body;
}

/* To its end in portions that are drawn; none is longer than it may be. */
static cli_compare_state run(cli_compare *job, uint64_t *seed) {
    cli_compare_begin(job);
    for (;;) {
        const uint64_t a = job->sides[0].source.tick, b = job->sides[1].source.tick;
        const uint32_t steps = drawn(seed, 12);
        const cli_compare_state state = cli_compare_advance(job, steps);
        ck_assert_uint_le(job->sides[0].source.tick, a + steps);
        ck_assert_uint_le(job->sides[1].source.tick, b + steps);
        ck_assert_uint_le(cli_compare_tick(job), cli_compare_goal(job));
        if (state == CLI_COMPARE_ALIGNS || state == CLI_COMPARE_RUNS) continue;
        const uint64_t tick = job->sides[0].source.tick;
        ck_assert_int_eq(cli_compare_advance(job, 5), state); /* it stays as it is */
        ck_assert_uint_eq(job->sides[0].source.tick, tick);
        return state;
    }
}

/* ---- a push ---- */

typedef struct listed {
    const cli_compare *job;
    pawl_body_id body;
    uint32_t count, velocities;
} listed;

static void take_push(void *context, const pawl_difference *change,
                      const cli_compare_mark marks[2]) {
    listed *const all = context;
    all->count++;
    ck_assert_int_eq(change->branch, PAWL_BRANCH_BODIES);
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_eq(marks[i].bodies[0].index1, all->body.index1);
        ck_assert_uint_eq(marks[i].bodies[0].generation, all->body.generation);
        ck_assert_uint_eq(marks[i].bodies[1].index1, 0);
    }
    if (strncmp(change->a.name, "velocity.", 9) != 0) return;
    all->velocities++;
    ck_assert_int_eq(change->b.value - change->a.value,
                     change->a.name[9] == 'x' ? PAWL_FX(1, 0, 1) : -PAWL_FX(1, 1, 2));
}

START_TEST(a_push_is_found_before_its_step_in_any_portions) {
    uint64_t seed = seeded_fresh("pushes");
    for (int round = 0; round < SEEDED_ROUNDS(12); round++) {
        pusher none = {.tick = UINT64_MAX}, own = {.tick = drawn(&seed, 90)};
        cli_compare *const job = calloc(1, sizeof *job);
        open_scene(&job->sides[0], TUMBLE, &none);
        open_scene(&job->sides[1], TUMBLE, &own);
        own.body = draw_dynamic(&seed, job->sides[1].source.world);
        job->has_ticks = true, job->ticks = 100;
        ck_assert_int_eq(run(job, &seed), CLI_COMPARE_DIFFERENT);
        ck_assert_uint_eq(job->sides[0].source.tick, own.tick);
        ck_assert_uint_eq(job->sides[1].source.tick, own.tick);
        ck_assert_uint_eq(job->begin, 0);
        ck_assert_uint_eq(job->end, 100);
        ck_assert_uint_eq(job->steps, own.tick);
        ck_assert_int_eq(job->is_input, own.tick > 0); /* else both begin differently */
        ck_assert_int_eq(job->has_stage, false);
        ck_assert_int_eq(job->difference.branch, PAWL_BRANCH_BODIES);
        ck_assert_uint_eq(job->difference.objects, 1);
        listed all = {.job = job, .body = own.body};
        const cli_compare_visitor to = {&all, take_push};
        ck_assert_uint_eq(cli_compare_list(job, &to), all.count);
        ck_assert_uint_eq(all.count, job->difference.values);
        ck_assert_uint_eq(all.velocities, 2);
        close_both(job);
        free(job);
    }
}
END_TEST

static void assert_calls(const pusher *own, uint64_t first, uint64_t last) {
    ck_assert_uint_eq(own->count, last - first + 1);
    for (uint32_t i = 0; i < own->count; i++)
        ck_assert_uint_eq(own->calls[i], first + i);
}

START_TEST(equal_runs_are_equal_to_their_end_and_asked_once_for_each_tick) {
    uint64_t seed = seeded_fresh("equal");
    const uint64_t ticks = 1 + drawn(&seed, 100);
    pusher own[2] = {{.tick = ticks / 2}, {.tick = ticks / 2}};
    cli_compare *const job = calloc(1, sizeof *job);
    for (int i = 0; i < 2; i++)
        open_scene(&job->sides[i], TUMBLE, &own[i]);
    own[0].body = own[1].body = draw_dynamic(&seed, job->sides[0].source.world);
    job->has_ticks = true, job->ticks = ticks;
    ck_assert_int_eq(run(job, &seed), CLI_COMPARE_EQUAL);
    ck_assert_uint_eq(job->sides[0].source.tick, ticks);
    ck_assert_uint_eq(job->steps, ticks);
    const cli_compare_visitor nothing = {NULL, NULL};
    ck_assert_uint_eq(cli_compare_list(job, &nothing), 0);
    assert_calls(&own[0], 0, ticks - 1);
    assert_calls(&own[1], 0, ticks - 1);
    close_both(job);
    memset(job, 0, sizeof *job); /* as long as the scene is meant to run */
    open_scene(&job->sides[0], "examples/scenes/jelly.json", NULL);
    open_scene(&job->sides[1], "examples/scenes/jelly.json", NULL);
    ck_assert_int_eq(run(job, &seed), CLI_COMPARE_EQUAL);
    ck_assert_uint_eq(job->steps, 630);
    close_both(job);
    free(job);
}
END_TEST

START_TEST(what_fails_is_no_difference) {
    uint64_t seed = seeded_fresh("failures");
    pusher own = {.tick = drawn(&seed, 20), .fails = true};
    cli_compare *const job = calloc(1, sizeof *job);
    open_scene(&job->sides[0], TUMBLE, NULL);
    open_scene(&job->sides[1], TUMBLE, &own);
    ck_assert_int_eq(run(job, &seed), CLI_COMPARE_FAILED);
    ck_assert_int_eq(job->code, CLI_EXIT_INPUT);
    ck_assert_uint_eq(job->sides[0].source.tick, own.tick);
    close_both(job);
    free(job);
}
END_TEST

/* ---- files ---- */

static void write_file(char *path, const void *bytes, size_t size) {
    const int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, bytes, size), (ssize_t)size);
    close(file);
}

/* A snapshot of a scene at a tick. */
static void write_snapshot(char *path, const char *scene, uint64_t tick) {
    cli_source source;
    size_t size = 0;
    ck_assert_int_eq(cli_source_open(scene, &source), CLI_EXIT_OK);
    while (source.tick < tick)
        ck_assert_int_eq(cli_source_step(&source, NULL), CLI_EXIT_OK);
    const size_t capacity = pawl_world_encode_size(source.world);
    void *const bytes = malloc(capacity);
    ck_assert_int_eq(pawl_world_encode(source.world, bytes, capacity, &size), PAWL_OK);
    write_file(path, bytes, size);
    free(bytes);
    cli_source_close(&source);
}

START_TEST(the_one_behind_is_brought_to_the_tick_of_the_other) {
    uint64_t seed = seeded_fresh("behind");
    for (int scene = 0; scene < 2; scene++) {
        char path[] = "build/compare-XXXXXX";
        const uint64_t tick = 1 + drawn(&seed, 60);
        pusher own = {.tick = UINT64_MAX};
        cli_compare *const job = calloc(1, sizeof *job);
        write_snapshot(path, TUMBLE, tick);
        open_scene(&job->sides[scene], TUMBLE, &own);
        open_scene(&job->sides[1 - scene], path, NULL);
        job->has_ticks = true, job->ticks = 20;
        cli_compare_begin(job);
        ck_assert_int_eq(job->state, CLI_COMPARE_ALIGNS);
        ck_assert_uint_eq(cli_compare_tick(job), 0);
        ck_assert_uint_eq(cli_compare_goal(job), tick);
        ck_assert_int_eq(run(job, &seed), CLI_COMPARE_EQUAL);
        ck_assert_uint_eq(job->begin, tick);
        ck_assert_uint_eq(job->sides[0].source.tick, tick + 20);
        ck_assert_uint_eq(job->steps, 20);
        assert_calls(&own, 0, tick + 19);
        close_both(job);
        free(job);
        unlink(path);
    }
}
END_TEST

START_TEST(a_scene_may_have_a_script) {
    static const char script[] = "pawl-script 1\ntick 7 body crate:3 velocity 4 1\n";
    uint64_t seed = seeded_fresh("scripts");
    char path[] = "build/compare-XXXXXX", snapshot[] = "build/compare-XXXXXX";
    cli_compare *const job = calloc(1, sizeof *job);
    cli_compare_side side;
    write_file(path, script, sizeof script - 1);
    write_snapshot(snapshot, TUMBLE, 3);
    ck_assert_int_eq(cli_compare_side_open(TUMBLE, path, &job->sides[0]), CLI_EXIT_OK);
    ck_assert_int_eq(cli_compare_side_open(TUMBLE, NULL, &job->sides[1]), CLI_EXIT_OK);
    ck_assert_int_eq(run(job, &seed), CLI_COMPARE_DIFFERENT);
    ck_assert_uint_eq(job->sides[0].source.tick, 7);
    ck_assert_int_eq(job->is_input, true);
    ck_assert_str_eq(cli_source_body_name(&job->sides[0].source, job->difference.key.slot),
                     "crate");
    close_both(job);
    memset(job, 0, sizeof *job);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(cli_compare_side_open(TUMBLE, path, &job->sides[i]), CLI_EXIT_OK);
    job->has_ticks = true, job->ticks = 30;
    ck_assert_int_eq(run(job, &seed), CLI_COMPARE_EQUAL);
    close_both(job);
    ck_assert_int_eq(cli_compare_side_open(snapshot, path, &side), CLI_EXIT_INPUT);
    ck_assert_int_eq(cli_compare_side_open(TUMBLE, "build/no-such-script", &side), CLI_EXIT_INPUT);
    free(job);
    unlink(path);
    unlink(snapshot);
}
END_TEST

/* ---- marks ---- */

typedef struct marked {
    const cli_compare *job;
    uint32_t branches[PAWL_BRANCH_COUNT], only, places;
} marked;

static uint16_t slot_of(pawl_body_id body) {
    return body.index1 == 0 ? UINT16_MAX : (uint16_t)(body.index1 - 1u);
}

static void assert_mark(const pawl_world *world, const pawl_difference *change,
                        const cli_compare_mark *mark, bool is_there) {
    pawl_object_key key;
    uint32_t index;
    const pawl_status found = pawl_object_match(world, change->branch, &change->key, &index);
    ck_assert_int_eq(found == PAWL_OK, is_there);
    if (!is_there) {
        ck_assert_uint_eq(mark->bodies[0].index1 + mark->bodies[1].index1 + mark->soft.index1, 0);
        return;
    }
    ck_assert_int_eq(pawl_object_find(world, change->branch, index, &key), PAWL_OK);
    ck_assert_int_eq(mark->soft.index1 != 0, change->branch == PAWL_BRANCH_SOFT);
    if (change->branch == PAWL_BRANCH_SOFT) {
        ck_assert_int_eq(pawl_soft_is_valid(world, mark->soft), true);
        ck_assert_uint_eq(mark->soft.index1 - 1u, key.slot);
        ck_assert_int_eq(mark->has_place, key.serial_b != 0);
    } else if (change->branch == PAWL_BRANCH_CHARACTERS) {
        const pawl_character_id of = pawl_body_get_character(world, mark->bodies[0]);
        ck_assert_uint_eq(of.index1 - 1u, key.slot);
    } else {
        ck_assert_uint_eq(slot_of(mark->bodies[0]), key.body_a);
        ck_assert_uint_eq(slot_of(mark->bodies[1]), key.body_b);
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pawl_body_is_valid(world, mark->bodies[i]), mark->bodies[i].index1 != 0);
    }
}

static void take_marked(void *context, const pawl_difference *change,
                        const cli_compare_mark marks[2]) {
    marked *const all = context;
    all->branches[change->branch]++;
    all->only += change->in_a != change->in_b;
    all->places += marks[0].has_place && marks[1].has_place;
    assert_mark(all->job->sides[0].source.world, change, &marks[0], change->in_a);
    assert_mark(all->job->sides[1].source.world, change, &marks[1], change->in_b);
}

/* Snapshots of two ticks differ in everything that moves. */
START_TEST(changes_are_marked_in_both_worlds) {
    static const char falling[] =
        "{\"pawl-scene\": 1, \"bodies\": [], \"characters\": [{\"position\": [0, 900]}]}";
    char character[] = "build/compare-XXXXXX";
    const char *const scenes[] = {TUMBLE, "examples/scenes/ragdoll.json",
                                  "examples/scenes/jelly.json", "examples/scenes/platformer.json",
                                  character};
    write_file(character, falling, sizeof falling - 1);
    uint64_t seed = seeded_fresh("marks");
    marked all = {0};
    for (int i = 0; i < 5; i++) {
        char paths[2][32] = {"build/compare-XXXXXX", "build/compare-XXXXXX"};
        const uint64_t tick = drawn(&seed, 60);
        cli_compare *const job = calloc(1, sizeof *job);
        all.job = job;
        write_snapshot(paths[0], scenes[i], tick);
        write_snapshot(paths[1], scenes[i], tick + 1 + drawn(&seed, 150));
        open_scene(&job->sides[0], paths[0], NULL);
        open_scene(&job->sides[1], paths[1], NULL);
        ck_assert_int_eq(run(job, &seed), CLI_COMPARE_DIFFERENT);
        ck_assert_uint_eq(job->steps, 0);
        ck_assert_int_eq(job->is_input, false);
        const cli_compare_visitor to = {&all, take_marked};
        ck_assert_uint_gt(cli_compare_list(job, &to), 0);
        close_both(job);
        free(job);
        unlink(paths[0]);
        unlink(paths[1]);
    }
    unlink(character);
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        if (branch == PAWL_BRANCH_POOLS) continue;
        ck_assert_msg(all.branches[branch] > 0, "no %s", pawl_branch_text((pawl_branch)branch));
    }
    ck_assert_uint_gt(all.only, 0);
    ck_assert_uint_gt(all.places, 0);
}
END_TEST

START_TEST(points_and_links_of_soft_bodies_have_a_place) {
    cli_compare_side side;
    pawl_object_key key;
    uint32_t points = 0, links = 0;
    open_scene(&side, "examples/scenes/jelly.json", NULL);
    const pawl_world *const world = side.source.world;
    pawl_status status = pawl_object_find(world, PAWL_BRANCH_SOFT, 0, &key);
    for (; status == PAWL_OK; status = pawl_object_next(world, PAWL_BRANCH_SOFT, &key)) {
        const cli_compare_mark mark = cli_compare_find_mark(world, PAWL_BRANCH_SOFT, &key);
        pawl_soft_point point = {0};
        pawl_soft_link link = {.a = 0};
        uint32_t number = key.detail;
        ck_assert_int_eq(mark.has_place, key.serial_b != 0);
        if (key.serial_b == 0) continue;
        if (key.serial_b == 2) {
            ck_assert_int_eq(pawl_soft_get_link(world, mark.soft, number, &link), PAWL_OK);
            number = link.a;
            links++;
        }
        ck_assert_int_eq(pawl_soft_get_point(world, mark.soft, number, &point), PAWL_OK);
        ck_assert_int_eq(mark.place.x, point.position.x);
        ck_assert_int_eq(mark.place.y, point.position.y);
        points++;
    }
    ck_assert_uint_gt(links, 0);
    ck_assert_uint_gt(points, links);
    cli_compare_side_close(&side);
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("compare");
    TCase *const tests = tcase_create("compare");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_push_is_found_before_its_step_in_any_portions);
    tcase_add_test(tests, equal_runs_are_equal_to_their_end_and_asked_once_for_each_tick);
    tcase_add_test(tests, what_fails_is_no_difference);
    tcase_add_test(tests, the_one_behind_is_brought_to_the_tick_of_the_other);
    tcase_add_test(tests, a_scene_may_have_a_script);
    tcase_add_test(tests, changes_are_marked_in_both_worlds);
    tcase_add_test(tests, points_and_links_of_soft_bodies_have_a_place);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
