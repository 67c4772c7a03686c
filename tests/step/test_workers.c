/* test_workers.c - a world that is stepped on threads beside one that is not: no number of workers,
 * no order in which they run and no delay may move a bit. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/pawl.h"
#include "solver/row_cache.h"
#include "support/base/seeded.h"
#include "support/scene/scene_pawl.h"
#include "support/state/pileup.h"
#include "support/world/jumble.h"
#include "support/world/threads.h"

#if PAWL_WITH_WORKERS

/* The same world twice, of which the second one has workers. */
typedef struct pair {
    pawl_world *plain, *worked;
    uint64_t *memory;
    size_t size; /* bytes, behind which a guard lies */
    pawl_step_hooks hooks;
    uint64_t *lane_memory, *cache;
    size_t lane_size, cache_size;
    pawl_step_hooks asked; /* of the world without workers */
    threads threads;
    uint64_t seed;
    uint32_t step;
} pair;

#define GUARD UINT64_C(0x5AFE5AFE5AFE5AFE)

static uint32_t draw(pair *of, uint32_t below) {
    return (uint32_t)(seeded_next(&of->seed) >> 33) % below;
}

/* Memory is that of all workers, or less. */
static void give_memory(pair *of, size_t size) {
    free(of->memory);
    of->size = size / 8 * 8;
    of->memory = malloc(of->size + sizeof(uint64_t));
    of->memory[of->size / 8] = GUARD;
    of->hooks.worker_memory = of->memory;
    of->hooks.worker_memory_size = of->size;
}

static void open_pair(pair *of, const pawl_world_def *def, uint64_t seed) {
    memset(of, 0, sizeof *of);
    of->seed = of->threads.seed = seed;
    of->hooks.context = &of->threads;
    of->hooks.workers = PAWL_WORKERS_MAX;
    of->hooks.yield = threads_yield;
    give_memory(of, pawl_world_workers_size(def));
    for (int i = 0; i < PAWL_LANES_COUNT; i++) {
        const size_t size = pawl_world_lanes_size(def, (pawl_lanes)i);
        if (size > of->lane_size) of->lane_size = size;
    }
    of->lane_memory = malloc(of->lane_size + 8);
    of->cache_size = pawl_world_cache_size(def);
    of->cache = calloc(1, of->cache_size + 8);
    of->hooks.cache_size = of->cache_size;
}

static void close_pair(pair *of) {
    free(of->memory);
    free(of->lane_memory);
    free(of->cache);
}

static void compare_events(const pair *of) {
    const pawl_events a = pawl_world_get_events(of->plain);
    const pawl_events b = pawl_world_get_events(of->worked);
    ck_assert_uint_eq(a.begin_count, b.begin_count);
    ck_assert_uint_eq(a.end_count, b.end_count);
    ck_assert_uint_eq(a.hit_count, b.hit_count);
    if (a.begin_count > 0) ck_assert_mem_eq(a.begins, b.begins, a.begin_count * sizeof *a.begins);
    if (a.end_count > 0) ck_assert_mem_eq(a.ends, b.ends, a.end_count * sizeof *a.ends);
    if (a.hit_count > 0) ck_assert_mem_eq(a.hits, b.hits, a.hit_count * sizeof *a.hits);
}

static void step_pair(pair *of) {
    ck_assert_int_eq(pawl_world_step(of->plain, &of->asked), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(of->worked, &of->hooks), PAWL_OK);
    const uint32_t expected = pawl_world_hash(of->plain), hash = pawl_world_hash(of->worked);
    ck_assert_msg(hash == expected, "step %" PRIu32 ": %08" PRIx32 ", expected %08" PRIx32,
                  of->step, hash, expected);
    const pawl_counters a = pawl_world_get_counters(of->plain);
    const pawl_counters b = pawl_world_get_counters(of->worked);
    ck_assert_mem_eq(&a, &b, sizeof a);
    ck_assert_uint_eq(pawl_world_get_faults(of->plain), pawl_world_get_faults(of->worked));
    ck_assert_uint_eq(of->memory[of->size / 8], GUARD);
    compare_events(of);
    of->step++;
}

/* Any lanes that the machine has, with any memory. */
static void choose_lanes(pair *of) {
    const pawl_lanes lanes = (pawl_lanes)draw(of, PAWL_LANES_COUNT);
    const uint32_t size = (uint32_t)of->lane_size;
    of->hooks.lanes = pawl_lanes_has(lanes) ? lanes : PAWL_LANES_NONE;
    of->hooks.lane_memory = draw(of, 4) == 0 ? NULL : of->lane_memory;
    of->hooks.lane_memory_size = draw(of, 4) == 0 ? draw(of, size + 1) : size;
}

/* The one that was there in the step before, none, or a smaller one, which begins anew. */
static void choose_cache(pair *of) {
    of->hooks.cache = draw(of, 4) == 0 ? NULL : of->cache;
    if (draw(of, 40) == 0) {
        memset(of->cache, 0, of->cache_size);
        of->hooks.cache_size =
            draw(of, 3) == 0 ? draw(of, (uint32_t)of->cache_size + 1) : of->cache_size;
    }
}

/* Any number of workers, any scheduler, and now and then too little memory; but mostly those of the
 * step before, which keeps more. */
static void choose_workers(pair *of, size_t size) {
    static const pawl_parallel schedulers[] = {threads_in_order, threads_backwards,
                                               threads_shuffled, threads_pooled,
                                               threads_two,      threads_apart};
    of->hooks.parallel = schedulers[draw(of, 20) == 0 ? 4 + draw(of, 2) : draw(of, 4)];
    if (of->step > 0 && draw(of, 3) != 0) return;
    of->hooks.workers = draw(of, PAWL_WORKERS_MAX + 3);
    of->threads.late = draw(of, 4) == 0 ? 1 + draw(of, 300) : 0;
    const uint32_t what = draw(of, 10);
    if (what == 0) give_memory(of, draw(of, (uint32_t)size));
    if (what == 1) give_memory(of, size);
    choose_lanes(of);
    choose_cache(of);
}

/* ---- everything at once ---------------------------------------------------------------------- */

START_TEST(a_heap_to_which_everything_happens_is_the_same) {
    const pawl_world_def def = pileup_def();
    const size_t size = pawl_world_size(&def), room = pawl_world_workers_size(&def);
    pair of;
    open_pair(&of, &def, seeded_fresh("workers, heap") + (uint64_t)_i);
    void *memory[2] = {malloc(size), malloc(size)};
    ck_assert_int_eq(pileup_make(memory[0], size, &def, &of.plain), PAWL_OK);
    ck_assert_int_eq(pileup_make(memory[1], size, &def, &of.worked), PAWL_OK);
    for (int i = 0; i < SEEDED_PASSES(100, 400); i++) {
        choose_workers(&of, room);
        pileup_call(NULL, of.plain, of.step);
        pileup_call(NULL, of.worked, of.step);
        step_pair(&of);
    }
    free(memory[0]);
    free(memory[1]);
    close_pair(&of);
}
END_TEST

/* ---- worlds that nobody has thought of ------------------------------------------------------- */

static bool answer(void *context, const pawl_world *world, uint32_t a, uint32_t b) {
    (void)context;
    return (a + b + (uint32_t)pawl_world_get_tick(world)) % 5 != 0;
}

static bool should_collide(void *context, const pawl_world *world, pawl_shape_id a,
                           pawl_shape_id b) {
    return answer(context, world, a.index1, b.index1);
}

/* What is asked for a contact may depend on what others were found to be before it. */
static bool pre_solve(void *context, const pawl_world *world, const struct pawl_contact *contact) {
    const pawl_counters counters = pawl_world_get_counters(world);
    return answer(context, world, contact->shape_a.index1,
                  contact->shape_b.index1 + counters.manifolds);
}

static void play_jumble(uint64_t seed, int steps) {
    jumble kind;
    pair of;
    const pawl_world_def def = jumble_draw(&kind, seed);
    const size_t size = pawl_world_size(&def), room = pawl_world_workers_size(&def);
    open_pair(&of, &def, seed | 1u);
    void *memory[2] = {malloc(size), malloc(size)};
    ck_assert_int_eq(pawl_world_init(memory[0], size, &def, &of.plain), PAWL_OK);
    ck_assert_int_eq(pawl_world_init(memory[1], size, &def, &of.worked), PAWL_OK);
    jumble_fill(&kind, of.plain);
    jumble_fill(&kind, of.worked);
    if (kind.asks) {
        of.hooks.should_collide = of.asked.should_collide = should_collide;
        of.hooks.pre_solve = of.asked.pre_solve = pre_solve;
    }
    for (int i = 0; i < steps; i++) {
        choose_workers(&of, room);
        jumble_call(&kind, of.plain, of.step);
        jumble_call(&kind, of.worked, of.step);
        step_pair(&of);
    }
    free(memory[0]);
    free(memory[1]);
    close_pair(&of);
}

/* JUMBLES=n in the environment: so many of them. */
START_TEST(a_world_that_nobody_has_thought_of_is_the_same) {
    const char *const wanted = getenv("JUMBLES");
    uint64_t seeds = seeded_fresh("jumbles") + (uint64_t)_i;
    for (int i = wanted != NULL ? atoi(wanted) : SEEDED_PASSES(2, 12); i > 0; i--)
        play_jumble(seeded_next(&seeds), 60);
}
END_TEST

/* ---- scenes ---------------------------------------------------------------------------------- */

static const char *const scenes[] = {"S1", "S4-300", "pile105", "circpile", "card", "wall"};

static void open_scene(pair *of, const char *name, scene_world made[2], uint64_t seed) {
    scene_def scene;
    ck_assert_msg(scene_build(name, SCENE_M, &scene), "%s is no scene", name);
    const pawl_world_def def = scene_world_def(&scene);
    open_pair(of, &def, seed);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(scene_world_make(&scene, &def, &made[i]), true);
    of->plain = made[0].world;
    of->worked = made[1].world;
    scene_free(&scene);
}

static void close_scene(pair *of, scene_world made[2]) {
    scene_world_free(&made[0]);
    scene_world_free(&made[1]);
    close_pair(of);
}

START_TEST(a_scene_is_the_same_however_its_workers_run) {
    scene_world made[2];
    pair of;
    open_scene(&of, scenes[_i], made, seeded_fresh(scenes[_i]));
    const size_t room = of.size;
    for (int i = 0; i < SEEDED_PASSES(20, 250); i++) {
        choose_workers(&of, room);
        step_pair(&of);
    }
    close_scene(&of, made);
}
END_TEST

/* Two hundred boxes are worth three threads: otherwise nothing above says anything. */
START_TEST(workers_are_used) {
    scene_world made[2];
    pair of;
    open_scene(&of, "S1", made, 1);
    of.hooks.parallel = threads_apart;
    for (int i = 0; i < 20; i++)
        step_pair(&of);
    ck_assert_uint_ge(of.threads.most, 3);
    ck_assert_uint_ge(of.threads.calls, 20);
    close_scene(&of, made);
}
END_TEST

START_TEST(one_worker_or_none_is_the_caller) {
    scene_world made[2];
    pair of;
    open_scene(&of, "S1", made, 1);
    of.hooks.parallel = threads_in_order;
    for (uint32_t workers = 0; workers < 2; workers++) {
        of.hooks.workers = workers;
        step_pair(&of);
    }
    ck_assert_uint_eq(of.threads.calls, 0);
    close_scene(&of, made);
}
END_TEST

/* ---- what is kept ---------------------------------------------------------------------------- */

static pawl_lanes any_lanes(void) {
    for (int i = PAWL_LANES_COUNT - 1; i > PAWL_LANES_NONE; i--)
        if (pawl_lanes_has((pawl_lanes)i)) return (pawl_lanes)i;
    return PAWL_LANES_NONE;
}

static void keep_all(pair *of) {
    of->hooks.parallel = threads_in_order;
    of->hooks.workers = 3;
    of->hooks.cache = of->cache;
    of->hooks.lanes = any_lanes();
    of->hooks.lane_memory = of->lane_memory;
    of->hooks.lane_memory_size = of->lane_size;
}

static uint32_t calls_of_step(pair *of) {
    const uint32_t before = of->threads.calls;
    step_pair(of);
    return of->threads.calls - before;
}

/* A pyramid has the same contacts in each step: its zones are cut no more. That takes a call of the
 * workers less than without a cache. */
START_TEST(zones_of_rows_that_stay_are_kept) {
    scene_world made[2];
    pair of;
    open_scene(&of, "S1", made, 1);
    keep_all(&of);
    for (int i = 0; i < 20; i++)
        step_pair(&of);
    const uint32_t kept = calls_of_step(&of);
    of.hooks.cache = NULL;
    const uint32_t made_anew = calls_of_step(&of);
    ck_assert_uint_eq(kept + (PAWL_WITH_LANES ? 1 : 0), made_anew);
    close_scene(&of, made);
}
END_TEST

#if PAWL_WITH_LANES
/* The order of rows, zones, gates: whatever stands there, a step ends, and writes nothing that is
 * not its own. Only its result means nothing. */
START_TEST(kept_zones_that_others_have_written_end_a_step) {
    scene_world made[2];
    pair of;
    open_scene(&of, "S1", made, seeded_fresh("workers, kept"));
    keep_all(&of);
    for (int i = 0; i < SEEDED_PASSES(400, 4000); i++) {
        ck_assert_int_eq(pawl_world_step(of.worked, &of.hooks), PAWL_OK);
        size_t size = 0;
        uint16_t *const words = pawli_row_cache_lanes(of.cache, of.cache_size, &size);
        const uint32_t used = 1600; /* about what 420 rows take */
        ck_assert_uint_ge(size, used * sizeof *words);
        if (i % 4 == 3) words[draw(&of, used)] = (uint16_t)draw(&of, i % 8 == 3 ? 700 : 65536);
        ck_assert_uint_eq(of.memory[of.size / 8], GUARD);
    }
    close_scene(&of, made);
}
END_TEST
#endif

/* ---- misuse ---------------------------------------------------------------------------------- */

START_TEST(memory_that_is_not_aligned_is_refused) {
    scene_world made[2];
    pair of;
    open_scene(&of, "S1", made, 1);
    of.hooks.worker_memory = (unsigned char *)of.memory + 1;
    ck_assert_int_eq(pawl_world_step(of.worked, &of.hooks), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_get_tick(of.worked), 0);
    close_scene(&of, made);
}
END_TEST

START_TEST(a_wrong_def_has_no_size) {
    pawl_world_def def = pawl_world_def_default();
    ck_assert_uint_gt(pawl_world_workers_size(&def), 0);
    def.substeps = 0;
    ck_assert_uint_eq(pawl_world_workers_size(&def), 0);
    ck_assert_uint_eq(pawl_world_workers_size(NULL), 0);
}
END_TEST

static void add_workers(Suite *suite) {
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 600);
    tcase_add_loop_test(core, a_heap_to_which_everything_happens_is_the_same, 0, 3);
    tcase_add_loop_test(core, a_scene_is_the_same_however_its_workers_run, 0,
                        sizeof scenes / sizeof *scenes);
    tcase_add_loop_test(core, a_world_that_nobody_has_thought_of_is_the_same, 0, 4);
    tcase_add_test(core, workers_are_used);
    tcase_add_test(core, one_worker_or_none_is_the_caller);
    tcase_add_test(core, zones_of_rows_that_stay_are_kept);
#if PAWL_WITH_LANES
    tcase_add_test(core, kept_zones_that_others_have_written_end_a_step);
#endif
    tcase_add_test(core, memory_that_is_not_aligned_is_refused);
    tcase_add_test(core, a_wrong_def_has_no_size);
    suite_add_tcase(suite, core);
}

#else

START_TEST(a_build_without_workers_has_no_size_for_them) {
    const pawl_world_def def = pawl_world_def_default();
    ck_assert_uint_eq(pawl_world_workers_size(&def), 0);
}
END_TEST

static void add_workers(Suite *suite) {
    TCase *core = tcase_create("core");
    tcase_add_test(core, a_build_without_workers_has_no_size_for_them);
    suite_add_tcase(suite, core);
}

#endif

Suite *suite_workers(void);
Suite *suite_workers(void) {
    Suite *suite = suite_create("workers");
    add_workers(suite);
    return suite;
}
