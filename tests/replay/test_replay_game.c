/* test_replay_game.c - replays of games: verified by their game, and cut. */
#include "support/replay/replay_file.h"

#define PLAYERS 3
#define INPUT 2
#define TICKS 500
#define HASH_EVERY 20
#define KEYFRAME_EVERY 90

/* What is wrong with a run that is verified. */
typedef struct toy_fault {
    toy_game game; /* first, so that the functions of the game take it */
    uint64_t tick, bad_tick, good_again;
    bool forgets_generator;
    uint32_t ticks_played, hashed;
} toy_fault;

static void bad_step(void *context, const uint8_t *inputs, const uint8_t *status) {
    toy_fault *const run = context;
    toy_step(&run->game, inputs, status);
    run->ticks_played++;
    run->tick++;
    if (run->tick == run->bad_tick) run->game.state[2] += 1;
    if (run->tick == run->good_again) run->game.state[2] -= 1;
}

/* What was added to state[2] stays there, because nothing reads it. */
static uint32_t bad_hash(void *context) {
    toy_fault *const run = context;
    run->hashed++;
    return toy_hash(&run->game);
}

static bool bad_load(void *context, uint64_t tick, const void *snapshot, uint32_t size) {
    toy_fault *const run = context;
    run->tick = tick;
    if (!toy_load(&run->game, tick, snapshot, size)) return false;
    if (run->forgets_generator) run->game.state[0] = 1;
    return true;
}

static toy_fault make_run(void) {
    toy_fault run;
    memset(&run, 0, sizeof run);
    run.game.players = PLAYERS;
    run.game.input_size = INPUT;
    run.bad_tick = run.good_again = UINT64_MAX;
    return run;
}

static pawl_replay_game callbacks_of(toy_fault *run) {
    const pawl_replay_game callbacks = {run, bad_load, bad_step, bad_hash, NULL};
    return callbacks;
}

static pawl_replay_header make_header(void) {
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    header.players = PLAYERS;
    header.input_size = INPUT;
    return header;
}

/* A game of 500 ticks from tick 1000 on; player 2 leaves in the middle. */
static replay_file record(bool keeps_chain, size_t buffer_size) {
    replay_file file = {0};
    static uint8_t buffer[4096];
    pawl_replay_writer writer;
    const pawl_replay_header header = make_header();
    ck_assert_int_eq(
        pawl_replay_begin(&writer, &header, replay_file_sink(&file), buffer, buffer_size), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_meta(&writer, "game=toy\n"), PAWL_OK);
    toy_game game = {PLAYERS, INPUT, {12345, 1, 2, 3}, 0};
    uint64_t seed = first_seed(7);
    uint32_t chain = 0;
    uint8_t inputs[PLAYERS * INPUT] = {0}, snapshot[TOY_STATE_SIZE];
    for (uint64_t t = 1000;; t++) {
        const uint32_t hash = toy_hash(&game);
        chain = pawl_hash_chain(chain, hash);
        toy_save(&game, snapshot);
        if ((t - 1000) % KEYFRAME_EVERY == 0) {
            ck_assert_int_eq(pawl_replay_write_keyframe(&writer, t, snapshot, sizeof snapshot),
                             PAWL_OK);
        }
        if (t == 1000 + TICKS) {
            ck_assert_int_eq(pawl_replay_end(&writer, t, keeps_chain ? chain : 0, hash), PAWL_OK);
            break;
        }
        if ((t - 1000) % HASH_EVERY == 0 || (t - 1000) % KEYFRAME_EVERY == 0) {
            ck_assert_int_eq(
                pawl_replay_write_hash(&writer, t, keeps_chain ? chain : 0, hash, NULL), PAWL_OK);
        }
        const uint8_t status[PLAYERS] = {0, 0, t >= 1200 && t < 1300 ? 2 : 0};
        if (seeded_next(&seed) % 8 == 0)
            inputs[seeded_next(&seed) % sizeof inputs] = (uint8_t)seeded_next(&seed);
        if (status[2] == 2) memset(inputs + 2 * INPUT, 0, INPUT);
        ck_assert_int_eq(pawl_replay_write_inputs(&writer, t, inputs, status), PAWL_OK);
        toy_step(&game, inputs, status);
    }
    ck_assert_uint_eq(game.dropped, 100);
    return file;
}

START_TEST(a_game_verifies_whatever_its_buffer) {
    static const size_t sizes[] = {64, 80, 333, 4096};
    replay_file file = record(true, sizes[_i]);
    const pawl_replay replay = open_replay(&file);
    toy_fault run = make_run();
    const pawl_replay_game game = callbacks_of(&run);
    const pawl_verdict verdict = pawl_replay_verify(&replay, &game, NULL, false, NULL);
    ck_assert_int_eq(verdict.status, PAWL_OK);
    ck_assert_uint_eq(verdict.tick, 1000 + TICKS);
    ck_assert_uint_eq(verdict.equal_tick, 1000 + TICKS);
    ck_assert_uint_eq(verdict.checkpoints, replay.hashes + 1);
    ck_assert_uint_eq(run.ticks_played, TICKS);
    ck_assert_uint_eq(run.game.dropped, 100);
    ck_assert_msg(!verdict.is_cut_off && verdict.is_own_version, "not what it is");
    replay_file_free(&file);
}
END_TEST

/* A bit that flips after any step and stays is found at the next checkpoint; one that flips back
 * before it, by the chain. */
START_TEST(any_difference_is_found_at_the_next_checkpoint) {
    replay_file file = record(true, 512);
    const pawl_replay replay = open_replay(&file);
    for (uint64_t bad = 1001; bad <= 1000 + TICKS; bad++) {
        for (uint64_t stays = 0; stays < 4; stays++) {
            toy_fault run = make_run();
            run.bad_tick = bad;
            if (stays > 0) run.good_again = bad + stays;
            const pawl_replay_game game = callbacks_of(&run);
            const pawl_verdict verdict = pawl_replay_verify(&replay, &game, NULL, false, NULL);
            ck_assert_int_eq(verdict.status, PAWL_ERR_DESYNC);
            ck_assert_uint_ge(verdict.tick, bad);
            ck_assert_uint_lt(verdict.tick, bad + HASH_EVERY);
            ck_assert_uint_lt(verdict.equal_tick, bad);
            ck_assert_uint_ge(verdict.equal_tick + 2 * HASH_EVERY, bad);
            ck_assert_uint_ne(verdict.want, verdict.got);
            ck_assert_int_eq(verdict.is_transient, stays > 0 && bad + stays <= verdict.tick);
            pawl_chunk chunk;
            uint32_t next;
            ck_assert_int_eq(pawl_replay_get_chunk(&replay, verdict.offset, &chunk, &next),
                             PAWL_OK);
            ck_assert_uint_eq(chunk.tick, verdict.tick);
            ck_assert_uint_eq(verdict.want, verdict.is_transient ? chunk.chain : chunk.hash);
        }
    }
    replay_file_free(&file);
}
END_TEST

START_TEST(without_a_chain_only_what_stays_is_found) {
    replay_file file = record(false, 512);
    const pawl_replay replay = open_replay(&file);
    toy_fault run = make_run();
    run.bad_tick = 1101;
    run.good_again = 1105;
    pawl_replay_game game = callbacks_of(&run);
    ck_assert_int_eq(pawl_replay_verify(&replay, &game, NULL, false, NULL).status, PAWL_OK);
    run = make_run();
    run.bad_tick = 1101;
    ck_assert_int_eq(pawl_replay_verify(&replay, &game, NULL, false, NULL).status, PAWL_ERR_DESYNC);
    replay_file_free(&file);
}
END_TEST

START_TEST(a_game_that_forgets_its_generator_is_found) {
    replay_file file = record(true, 512);
    const pawl_replay replay = open_replay(&file);
    toy_fault run = make_run();
    run.forgets_generator = true;
    const pawl_replay_game game = callbacks_of(&run);
    const pawl_verdict verdict = pawl_replay_verify(&replay, &game, NULL, false, NULL);
    ck_assert_int_eq(verdict.status, PAWL_ERR_DESYNC);
    ck_assert_uint_eq(verdict.tick, 1000);
    replay_file_free(&file);
}
END_TEST

static bool stop_at_half(void *context, uint64_t tick, uint64_t last) {
    ck_assert_uint_eq(last, 1000 + TICKS);
    (*(int *)context)++;
    return tick < 1000 + TICKS / 2;
}

START_TEST(limits_and_versions_are_kept) {
    replay_file file = record(true, 512);
    pawl_replay replay = open_replay(&file);
    toy_fault run = make_run();
    const pawl_replay_game game = callbacks_of(&run);
    pawl_replay_limits limits = pawl_replay_limits_default();
    limits.ticks_max = TICKS - 1;
    ck_assert_int_eq(pawl_replay_verify(&replay, &game, &limits, false, NULL).status,
                     PAWL_ERR_LIMIT);
    ck_assert_uint_eq(run.ticks_played, 0);
    limits.ticks_max = TICKS;
    ck_assert_int_eq(pawl_replay_verify(&replay, &game, &limits, false, NULL).status, PAWL_OK);
    int calls = 0;
    const pawl_progress progress = {stop_at_half, &calls};
    const pawl_verdict stopped = pawl_replay_verify(&replay, &game, NULL, false, &progress);
    ck_assert_int_eq(stopped.status, PAWL_ERR_LIMIT);
    ck_assert_int_gt(calls, 2);
    ck_assert_uint_lt(stopped.tick, 1000 + TICKS / 2 + 64);
    for (int i = 0; i < 2; i++) {
        replay = open_replay(&file);
        if (i == 0) replay.header.simulation++;
        if (i == 1) replay.header.math ^= 4;
        ck_assert_int_eq(pawl_replay_verify(&replay, &game, NULL, false, NULL).status,
                         PAWL_ERR_VERSION);
        const pawl_verdict forced = pawl_replay_verify(&replay, &game, NULL, true, NULL);
        ck_assert_int_eq(forced.status, PAWL_OK);
        ck_assert_int_eq(forced.is_own_version, false);
    }
    replay = open_replay(&file);
    ck_assert_int_eq(pawl_replay_verify(NULL, &game, NULL, false, NULL).status, PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_verify(&replay, NULL, NULL, false, NULL).status, PAWL_ERR_NULL);
    for (int i = 0; i < 3; i++) {
        pawl_replay_game lacking = game;
        if (i == 0) lacking.load = NULL;
        if (i == 1) lacking.step = NULL;
        if (i == 2) lacking.hash = NULL;
        ck_assert_int_eq(pawl_replay_verify(&replay, &lacking, NULL, false, NULL).status,
                         PAWL_ERR_NULL);
    }
    replay.header.type = PAWL_REPLAY_WORLD;
    ck_assert_int_eq(pawl_replay_verify(&replay, &game, NULL, false, NULL).status,
                     PAWL_ERR_ARGUMENT);
    replay_file_free(&file);
}
END_TEST

START_TEST(a_keyframe_that_the_game_refuses_is_malformed) {
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[64];
    const pawl_replay_header header = make_header();
    ck_assert_int_eq(
        pawl_replay_begin(&writer, &header, replay_file_sink(&file), buffer, sizeof buffer),
        PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 0, "short", 5), PAWL_OK);
    ck_assert_int_eq(pawl_replay_end(&writer, 0, 0, 0), PAWL_OK);
    const pawl_replay replay = open_replay(&file);
    toy_fault run = make_run();
    const pawl_replay_game game = callbacks_of(&run);
    const pawl_verdict verdict = pawl_replay_verify(&replay, &game, NULL, false, NULL);
    ck_assert_int_eq(verdict.status, PAWL_ERR_FORMAT);
    ck_assert_uint_eq(verdict.offset, replay.first_keyframe);
    ck_assert_uint_eq(run.hashed, 0);
    replay_file_free(&file);
}
END_TEST

/* Cut off at any byte: what opens verifies up to the last inputs that are there, and says so. */
START_TEST(what_is_left_of_a_file_verifies) {
    replay_file file = record(true, 100);
    int opened = 0;
    uint64_t last_tick = 0;
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *const part = malloc(size > 0 ? size : 1);
        memcpy(part, file.bytes, size);
        pawl_replay replay;
        uint32_t where = 12345678;
        const pawl_status status = pawl_replay_open(&replay, part, size, &where);
        if (status != PAWL_OK) {
            const bool has_magic = size >= PAWLI_REPLAY_MAGIC_SIZE;
            ck_assert_int_eq(status, has_magic ? PAWL_ERR_CORRUPT : PAWL_ERR_FORMAT);
            ck_assert_uint_eq(where, size);
            ck_assert_int_eq(opened, 0);
            free(part);
            continue;
        }
        opened++;
        ck_assert_msg(!replay.is_complete, "%zu of %zu bytes are complete", size, file.size);
        ck_assert_uint_ge(replay.last_tick, last_tick);
        if (replay.last_tick > last_tick || opened == 1) {
            toy_fault run = make_run();
            const pawl_replay_game game = callbacks_of(&run);
            const pawl_verdict verdict = pawl_replay_verify(&replay, &game, NULL, false, NULL);
            ck_assert_int_eq(verdict.status, PAWL_OK);
            ck_assert_uint_eq(verdict.tick, replay.last_tick);
            ck_assert_msg(verdict.is_cut_off, "not cut off");
        }
        last_tick = replay.last_tick;
        free(part);
    }
    ck_assert_int_gt(opened, 1000);
    ck_assert_uint_eq(last_tick, 1000 + TICKS);
    replay_file_free(&file);
}
END_TEST

/* All pairs of a few ticks. */
START_TEST(a_part_that_was_cut_out_verifies) {
    replay_file file = record(_i != 1, 512);
    if (_i == 2) file.size -= 70; /* the end and more is lost */
    const pawl_replay whole = open_replay(&file);
    ck_assert_int_eq(whole.is_complete, _i != 2);
    const pawl_replay_header header = whole.header;
    static const uint64_t ticks[] = {0,    1000, 1001, 1019, 1020, 1089, 1090, 1091,
                                     1250, 1270, 1479, 1480, 1499, 1500, 1501, 99999};
    const size_t count = sizeof ticks / sizeof ticks[0];
    for (size_t i = 0; i < count * count; i++) {
        const uint64_t from = ticks[i / count], to = ticks[i % count];
        replay_file cut = {0};
        pawl_replay_writer writer;
        uint8_t buffer[200];
        ck_assert_int_eq(
            pawl_replay_begin(&writer, &header, replay_file_sink(&cut), buffer, sizeof buffer),
            PAWL_OK);
        const pawl_status status = pawl_replay_cut(&whole, from, to, &writer);
        if (to < from) {
            ck_assert_int_eq(status, PAWL_ERR_RANGE);
            replay_file_free(&cut);
            continue;
        }
        ck_assert_int_eq(status, PAWL_OK);
        const pawl_replay part = open_replay(&cut);
        const uint64_t near = from < 1000 ? 1000 : from > whole.last_tick ? whole.last_tick : from;
        const uint64_t start = 1000 + (near - 1000) / KEYFRAME_EVERY * KEYFRAME_EVERY;
        ck_assert_uint_eq(part.first_tick, start);
        const uint64_t hashed = whole.last_tick / HASH_EVERY * HASH_EVERY;
        if (to <= hashed) ck_assert_msg(part.is_complete, "no end for %d", (int)to);
        if (part.is_complete && to <= 1500) ck_assert_uint_ge(part.last_tick, to);
        if (to <= hashed) ck_assert_uint_lt(part.last_tick, (to < start ? start : to) + HASH_EVERY);
        if (!part.is_complete) ck_assert_uint_eq(part.last_tick, whole.last_tick);
        toy_fault run = make_run();
        const pawl_replay_game game = callbacks_of(&run);
        const pawl_verdict verdict = pawl_replay_verify(&part, &game, NULL, false, NULL);
        ck_assert_msg(verdict.status == PAWL_OK, "%d .. %d: %s at %d", (int)from, (int)to,
                      pawl_status_text(verdict.status), (int)verdict.tick);
        ck_assert_uint_eq(verdict.tick, part.last_tick);
        if (part.is_complete) ck_assert_uint_ge(verdict.checkpoints, 1);
        /* The chain is still looked at. */
        if (_i == 0 && part.last_tick > start + 9) {
            run = make_run();
            run.bad_tick = part.last_tick - 5;
            run.good_again = part.last_tick - 3;
            ck_assert_int_eq(pawl_replay_verify(&part, &game, NULL, false, NULL).status,
                             PAWL_ERR_DESYNC);
        }
        replay_file_free(&cut);
    }
    replay_file_free(&file);
}
END_TEST

Suite *suite_replay_game(void);
Suite *suite_replay_game(void) {
    TCase *cases = tcase_create("replay_game");
    tcase_add_loop_test(cases, a_game_verifies_whatever_its_buffer, 0, 4);
    tcase_add_test(cases, any_difference_is_found_at_the_next_checkpoint);
    tcase_add_test(cases, without_a_chain_only_what_stays_is_found);
    tcase_add_test(cases, a_game_that_forgets_its_generator_is_found);
    tcase_add_test(cases, limits_and_versions_are_kept);
    tcase_add_test(cases, a_keyframe_that_the_game_refuses_is_malformed);
    tcase_add_test(cases, what_is_left_of_a_file_verifies);
    tcase_add_loop_test(cases, a_part_that_was_cut_out_verifies, 0, 3);
    Suite *suite = suite_create("replay_game");
    suite_add_tcase(suite, cases);
    return suite;
}
