/* test_period_state.c - the state of a world that goes round: hashes, saves, snapshots, replays. */
#include "support/base/seeded.h"
#include "support/replay/replay_world.h"
#include "support/state/page_hash.h"
#include "support/state/pileup.h"
#include "support/world/fixture.h"
#include "state/snapshot.h"
#include "base/bytes.h"
#include "base/crc.h"
#include "world/world.h"

#define ROUND VEC(1024, 512)

static pawl_world *make_pileup(void **memory) {
    const pawl_world_def def = pileup_def();
    const size_t size = pawl_world_size(&def);
    pawl_world *world = NULL;
    *memory = malloc(size);
    ck_assert_int_eq(pileup_make(*memory, size, &def, &world), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_periods(world, ROUND), PAWL_OK);
    return world;
}

static void shift_within(pawl_world *world, uint64_t *seed, double most) {
    const pawl_fx x = FX(seeded_within(seed, most));
    ck_assert_int_eq(pawl_world_shift(world, pawl_vec2_make(x, FX(seeded_within(seed, most)))),
                     PAWL_OK);
}

static void shift_anywhere(pawl_world *world, uint64_t *seed) {
    shift_within(world, seed, 8000);
}

/* Written from the pages of the format alone. */
START_TEST(the_page_computes_the_hash_of_a_world_that_goes_round) {
    uint64_t seed = seeded_fresh("pages of round worlds");
    void *memory;
    pawl_world *const world = make_pileup(&memory);
    const size_t most = 1 << 18;
    uint8_t *const snapshot = malloc(most);
    for (uint32_t step = 0; step < SEEDED_ROUNDS(120); step++) {
        pileup_call(NULL, world, step);
        shift_anywhere(world, &seed);
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        size_t size = 0;
        const page_field none = {0, 0};
        ck_assert_int_eq(pawl_world_encode(world, snapshot, most, &size), PAWL_OK);
        const page_hash page = page_hash_of(snapshot, (uint32_t)size, none);
        ck_assert_int_eq(page.is_whole, true);
        ck_assert_uint_eq(page.state, pawl_world_hash(world));
        ck_assert_uint_eq(page.motion, pawl_world_motion_hash(world));
    }
    free(snapshot);
    free(memory);
}
END_TEST

/* Of two worlds one is decoded or restored between all steps, and shifted. */
START_TEST(saves_and_snapshots_bring_the_periods) {
    uint64_t seed = seeded_fresh("saves of round worlds");
    void *memory, *second;
    pawl_world *const still = make_pileup(&memory), *moved = make_pileup(&second);
    const pawl_world_def def = pileup_def();
    const size_t room = pawl_world_save_size_max(&def), size = pawl_world_size(&def);
    const size_t most = 1 << 18;
    void *const save = malloc(room), *const snapshot = malloc(most);
    for (uint32_t step = 0; step < SEEDED_ROUNDS(120); step++) {
        pileup_call(NULL, still, step);
        pileup_call(NULL, moved, step);
        shift_anywhere(moved, &seed);
        size_t written = 0;
        if (step % 2 == 0) {
            ck_assert_int_eq(pawl_world_encode(moved, snapshot, most, &written), PAWL_OK);
            memset(second, 0xA5, size);
            ck_assert_int_eq(pawl_world_decode(snapshot, written, second, size, &moved), PAWL_OK);
            ck_assert_int_eq(pileup_bind(moved), PAWL_OK);
        } else {
            ck_assert_int_eq(pawl_world_save(moved, save, room), PAWL_OK);
            ck_assert_int_eq(pawl_world_set_periods(moved, VEC(0, 0)), PAWL_OK);
            ck_assert_int_eq(pawl_world_restore(moved, save, room), PAWL_OK);
        }
        assert_vec_eq(pawl_world_get_periods(moved), ROUND);
        assert_sound(moved);
        ck_assert_int_eq(pawl_world_step(still, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(moved, NULL), PAWL_OK);
        ck_assert_uint_eq(pawl_world_hash(moved), pawl_world_hash(still));
    }
    free(save);
    free(snapshot);
    free(memory);
    free(second);
}
END_TEST

static uint8_t forged_snapshot[1 << 18];

/* A record of a section of it, to be written to. */
static uint8_t *forged_record(size_t size, pawli_section section, uint32_t index, uint32_t *room) {
    pawli_snapshot opened;
    ck_assert_int_eq(pawli_snapshot_open(forged_snapshot, size, &opened), PAWL_OK);
    *room = opened.sections[section].record;
    return forged_snapshot + (pawli_record_at(&opened, section, index) - opened.bytes);
}

static void expect_forged(size_t size, const char *what) {
    const pawl_world_def def = pileup_def();
    const size_t room = pawl_world_size(&def);
    void *const buffer = malloc(room);
    pawl_world *made;
    pawli_store_u32(forged_snapshot + size - 4, pawli_crc_32(0, forged_snapshot, size - 4));
    ck_assert_msg(pawl_world_decode(forged_snapshot, size, buffer, room, &made) == PAWL_ERR_FORMAT,
                  "%s", what);
    free(buffer);
}

/* Periods that no world has, or in which something has no room, and places beyond them. */
START_TEST(forged_periods_are_refused) {
    void *memory;
    pawl_world *const world = make_pileup(&memory);
    const uint8_t bad[][2] = {{1, 0}, {0, 2}, {17, 0}, {0, 255}, {16, 16}, {6, 13}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t size = 0;
        uint32_t room;
        ck_assert_int_eq(pawl_world_encode(world, forged_snapshot, sizeof forged_snapshot, &size),
                         PAWL_OK);
        uint8_t *const record = forged_record(size, PAWLI_SECTION_WORLD, 0, &room);
        ck_assert_uint_eq(record[room - 2], 6);
        ck_assert_uint_eq(record[room - 1], 7);
        memcpy(record + room - 2, bad[i], 2);
        expect_forged(size, "periods");
    }
    for (uint32_t i = 0; i < 3; i++) {
        size_t size = 0;
        uint32_t room;
        ck_assert_int_eq(pawl_world_encode(world, forged_snapshot, sizeof forged_snapshot, &size),
                         PAWL_OK);
        uint8_t *const place = forged_record(size, PAWLI_SECTION_BODIES, i, &room) + 8;
        pawli_store_u32(place, pawli_fetch_u32(place) + (uint32_t)FX(1024));
        expect_forged(size, "places");
    }
    free(memory);
}
END_TEST

START_TEST(a_plain_world_has_the_snapshot_that_it_always_had) {
    void *memory;
    pawl_world *const world = make_pileup(&memory);
    const size_t most = 1 << 18;
    uint8_t *const before = malloc(most), *const after = malloc(most);
    size_t with = 0, without = 0, again = 0;
    ck_assert_int_eq(pawl_world_encode(world, before, most, &with), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(0, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_world_encode(world, before, most, &without), PAWL_OK);
    ck_assert_uint_gt(with, without);
    ck_assert_int_eq(pawl_world_set_periods(world, ROUND), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(0, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_world_encode(world, after, most, &again), PAWL_OK);
    ck_assert_uint_eq(again, without);
    ck_assert_mem_eq(before, after, without);
    free(before);
    free(after);
    free(memory);
}
END_TEST

/* Periods come, change and go in the middle of a replay, in which the world is shifted. */
START_TEST(replays_tell_of_periods) {
    uint64_t seed = seeded_fresh("replays of round worlds");
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    recording run;
    ck_assert_int_eq(everything_make(world), true);
    for (pawl_soft_id soft; (soft = pawl_world_next_soft(world, PAWL_NULL_SOFT)).index1 != 0;)
        ck_assert_int_eq(pawl_soft_destroy(world, soft), PAWL_OK);
    begin_recording(&run, world, &def, 35, 7);
    if (_i == 1) pack_recording(&run, &def);
    for (uint32_t t = 0; t < 120; t++) {
        const pawl_vec2 periods = t < 10    ? VEC(0, 0)
                                  : t < 50  ? VEC(256, 512)
                                  : t < 100 ? VEC(256, 256)
                                            : VEC(0, 256);
        ck_assert_int_eq(pawl_world_set_periods(run.world, periods), PAWL_OK);
        if (t % 3 == 0) shift_within(run.world, &seed, 200); /* it does not always go round */
        record_step(&run);
    }
    end_recording(&run);
    assert_plays_alike(&run, "round");
    free_recording(&run);
}
END_TEST

Suite *suite_period_state(void) {
    Suite *const suite = suite_create("period_state");
    TCase *const tcase = tcase_create("period_state");
    tcase_add_test(tcase, the_page_computes_the_hash_of_a_world_that_goes_round);
    tcase_add_test(tcase, saves_and_snapshots_bring_the_periods);
    tcase_add_test(tcase, forged_periods_are_refused);
    tcase_add_test(tcase, a_plain_world_has_the_snapshot_that_it_always_had);
    tcase_add_loop_test(tcase, replays_tell_of_periods, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
