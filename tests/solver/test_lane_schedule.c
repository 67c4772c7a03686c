/* test_lane_schedule.c - contacts in lanes beside the same ones in their order: every number that a
 * pass may change must be the same, whatever the numbers, and every fault. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/pawl.h"
#include "solver/lane_schedule.h"
#include "support/base/seeded.h"
#include "support/solver/lane_plain.h"
#include "support/solver/lane_trial.h"
#include "support/state/pileup.h"

#define SUBSTEPS 3

static void move_all(lane_trial *t, lane_passes *of) {
    uint64_t seed = t->moved_at;
    for (uint32_t i = 1; i < t->body_count; i++) {
        pawli_solver_body *body = &of->bodies[i];
        const int bits = seeded_next(&seed) % 50 == 0 ? 30 : 19;
        body->move_x = lane_within(&seed, bits);
        body->move_y = lane_within(&seed, bits);
        body->turn = lane_within(&seed, bits);
    }
}

static void run_serially(lane_trial *t) {
    pawli_contact_pass pass = lane_trial_pass(t, &t->expected);
    for (int i = 0; i < SUBSTEPS; i++) {
        pawli_contact_solver_warm_start(&pass);
        pawli_contact_solver_solve(&pass);
        move_all(t, &t->expected);
        pawli_contact_solver_relax(&pass);
    }
    t->expected.faults = pass.faults;
}

/* How many batches were made, and how many of them were packed still at the end. */
typedef struct tally {
    uint32_t schedules, packed, rows;
} tally;

static void run_in_lanes(lane_trial *t, const pawli_lane_kernels *kernels, tally *made) {
    static uint64_t memory[1 << 16];
    /* Seldom too little for all. */
    const size_t size = lane_chance(t, 20) ? lane_draw(t, 20000) : sizeof memory;
    /* What is said of chains may be wrong. */
    const uint32_t depth = lane_chance(t, 50) ? lane_draw(t, 200) : 0;
    const pawli_lane_setup setup = {kernels, memory,       size, t->body_count,
                                    t->kept, t->kept_size, depth};
    pawli_contact_pass pass = lane_trial_pass(t, &t->found);
    pawli_lane_schedule schedule;
    memset(memory, 0xA5, sizeof memory);
    if (!pawli_lane_schedule_make(&setup, &pass, &schedule)) {
        t->found = t->expected;
        return;
    }
    made->schedules++;
    for (uint32_t i = 0; i < schedule.batch_count; i++)
        made->packed += schedule.batches[i].packed != 0;
    for (int i = 0; i < SUBSTEPS; i++) {
        pawli_lane_schedule_warm_start(&pass, &schedule);
        pawli_lane_schedule_solve(&pass, &schedule);
        if (lane_chance(t, 10)) pawli_lane_schedule_write_back(&pass, &schedule);
        move_all(t, &t->found);
        pawli_lane_schedule_relax(&pass, &schedule);
    }
    pawli_lane_schedule_write_back(&pass, &schedule);
    t->found.faults = pass.faults;
}

/* What of a row is told about: all but the gap of a point that no row has. */
static void compare(const lane_trial *t, const char *name, uint64_t seed) {
    for (uint32_t i = 0; i < t->row_count; i++) {
        const pawli_contact_row *expected = &t->expected.rows[i], *found = &t->found.rows[i];
        ck_assert_msg(memcmp(expected, found, sizeof *expected) == 0,
                      "%s, seed %016" PRIx64 ": row %" PRIu32 " of %" PRIu32, name, seed, i,
                      t->row_count);
    }
    for (uint32_t i = 0; i < t->body_count; i++) {
        ck_assert_msg(
            memcmp(&t->expected.bodies[i], &t->found.bodies[i], sizeof t->expected.bodies[i]) == 0,
            "%s, seed %016" PRIx64 ": body %" PRIu32, name, seed, i);
    }
    ck_assert_msg(t->expected.faults == t->found.faults, "%s, seed %016" PRIx64 ": faults", name,
                  seed);
}

#define TRIALS SEEDED_ROUNDS(3000)

static void try_kernels(const pawli_lane_kernels *kernels, const char *name) {
    static lane_trial t;
    uint64_t seeds = seeded_fresh(name);
    tally made = {0, 0, 0};
    for (int i = 0; i < TRIALS; i++) {
        const uint64_t seed = seeded_next(&seeds);
        lane_trial_draw(&t, seed);
        const lane_passes before = t.expected;
        run_serially(&t);
        for (int steps = (int)lane_draw(&t, 3); steps >= 0; steps--) {
            t.found = before;
            run_in_lanes(&t, kernels, &made);
            compare(&t, name, seed);
        }
    }
    ck_assert_int_gt((int)made.schedules, SEEDED_OFTEN(TRIALS / 4));
    ck_assert_int_gt((int)made.packed, SEEDED_OFTEN(TRIALS / 4));
}

/* Every set of lanes that this machine has. */
START_TEST(lanes_do_what_rows_in_their_order_do) {
    const pawl_lanes lanes = (pawl_lanes)_i;
    if (lanes <= PAWL_LANES_NONE || !pawl_lanes_has(lanes)) return;
    try_kernels(pawli_lane_kernels_of(lanes), pawl_lanes_name(lanes));
}
END_TEST

START_TEST(lanes_of_plain_c_do_as_well) {
    try_kernels(lane_plain_kernels(_i), _i == 0 ? "two lanes of plain C" : "four lanes of plain C");
}
END_TEST

/* ---- worlds -------------------------------------------------------------------------------- */

/* The heap to which everything happens, once as it is and once in lanes. */
typedef struct heaps {
    pawl_world *plain, *laned;
    void *memory[2], *saved[2], *lane_memory, *cache;
    size_t size, lane_size, cache_size, save_size;
    uint64_t seed;
} heaps;

static void heaps_open(heaps *h, uint64_t seed) {
    const pawl_world_def def = pileup_def();
    memset(h, 0, sizeof *h);
    h->size = pawl_world_size(&def);
    for (int i = 0; i < 2; i++)
        h->memory[i] = malloc(h->size);
    for (int lanes = 0; lanes < PAWL_LANES_COUNT; lanes++) {
        const size_t size = pawl_world_lanes_size(&def, (pawl_lanes)lanes);
        if (size > h->lane_size) h->lane_size = size;
    }
    h->lane_memory = malloc(h->lane_size + 1);
    h->cache_size = pawl_world_cache_size(&def);
    h->cache = calloc(1, h->cache_size);
    h->seed = seed;
    ck_assert_int_eq(pileup_make(h->memory[0], h->size, &def, &h->plain), PAWL_OK);
    ck_assert_int_eq(pileup_make(h->memory[1], h->size, &def, &h->laned), PAWL_OK);
}

static void heaps_close(heaps *h) {
    for (int i = 0; i < 2; i++) {
        free(h->memory[i]);
        free(h->saved[i]);
    }
    free(h->lane_memory);
    free(h->cache);
}

static uint32_t heaps_draw(heaps *h, uint32_t below) {
    return (uint32_t)(seeded_next(&h->seed) >> 33) % below;
}

/* Lanes, memory and cache as they come, other ones in each step. */
static pawl_step_hooks heaps_hooks(heaps *h) {
    pawl_step_hooks hooks = {.lane_memory = h->lane_memory, .lane_memory_size = h->lane_size};
    do {
        hooks.lanes = (pawl_lanes)heaps_draw(h, PAWL_LANES_COUNT);
    } while (!pawl_lanes_has(hooks.lanes));
    if (heaps_draw(h, 4) == 0) hooks.lane_memory_size = heaps_draw(h, (uint32_t)h->lane_size + 1);
    if (heaps_draw(h, 8) == 0) memset(h->lane_memory, 0xA5, h->lane_size);
    if (heaps_draw(h, 3) == 0) return hooks;
    hooks.cache = h->cache;
    hooks.cache_size = h->cache_size;
    return hooks;
}

static void heaps_save(heaps *h) {
    h->save_size = pawl_world_save_size(h->plain);
    for (int i = 0; i < 2; i++) {
        free(h->saved[i]);
        h->saved[i] = malloc(h->save_size);
    }
    ck_assert_int_eq(pawl_world_save(h->plain, h->saved[0], h->save_size), PAWL_OK);
    ck_assert_int_eq(pawl_world_save(h->laned, h->saved[1], h->save_size), PAWL_OK);
}

static void heaps_restore(heaps *h) {
    ck_assert_int_eq(pawl_world_restore(h->plain, h->saved[0], h->save_size), PAWL_OK);
    ck_assert_int_eq(pawl_world_restore(h->laned, h->saved[1], h->save_size), PAWL_OK);
}

#define STEPS 400

START_TEST(lanes_move_no_bit_of_a_world) {
    heaps h;
    heaps_open(&h, seeded_fresh("lanes of a world") + (uint64_t)_i);
    uint32_t saved_at = 0;
    heaps_save(&h);
    for (uint32_t i = 0, step = 0; i < STEPS; i++, step++) {
        if (heaps_draw(&h, 40) == 0) {
            heaps_save(&h);
            saved_at = step;
        } else if (heaps_draw(&h, 40) == 0) {
            heaps_restore(&h);
            step = saved_at;
        }
        const pawl_step_hooks hooks = heaps_hooks(&h);
        pileup_call(NULL, h.plain, step);
        pileup_call(NULL, h.laned, step);
        ck_assert_int_eq(pawl_world_step(h.plain, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(h.laned, &hooks), PAWL_OK);
        const uint32_t expected = pawl_world_hash(h.plain), hash = pawl_world_hash(h.laned);
        ck_assert_msg(hash == expected, "%s, step %" PRIu32 ": %08" PRIx32 ", expected %08" PRIx32,
                      pawl_lanes_name(hooks.lanes), step, hash, expected);
    }
    heaps_close(&h);
}
END_TEST

/* Memory for lanes grows with contacts and bodies, and there is none for what has none. */
START_TEST(memory_for_lanes_is_what_the_def_asks_for) {
    pawl_world_def def = pawl_world_def_default();
    def.contact_capacity = 1000;
    ck_assert_uint_eq(pawl_world_lanes_size(&def, PAWL_LANES_NONE), 0);
    ck_assert_uint_eq(pawl_world_lanes_size(&def, (pawl_lanes)PAWL_LANES_COUNT), 0);
    const size_t size = pawl_world_lanes_size(&def, pawl_lanes_best());
    def.contact_capacity = 2000;
    const size_t larger = pawl_world_lanes_size(&def, pawl_lanes_best());
    ck_assert_int_eq(larger > size, pawl_lanes_best() != PAWL_LANES_NONE);
    def.cookie = 0;
    ck_assert_uint_eq(pawl_world_lanes_size(&def, pawl_lanes_best()), 0);
}
END_TEST

Suite *suite_lane_schedule(void) {
    Suite *suite = suite_create("lane_schedule");
    TCase *tcase = tcase_create("lane_schedule");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, lanes_do_what_rows_in_their_order_do, 0, PAWL_LANES_COUNT);
    tcase_add_loop_test(tcase, lanes_of_plain_c_do_as_well, 0, 2);
    tcase_add_loop_test(tcase, lanes_move_no_bit_of_a_world, 0, 4);
    tcase_add_test(tcase, memory_for_lanes_is_what_the_def_asks_for);
    suite_add_tcase(suite, tcase);
    return suite;
}
