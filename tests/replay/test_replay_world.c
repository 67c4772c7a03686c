/* test_replay_world.c - worlds that are recorded, played again and compared. */
#include "support/replay/replay_world.h"

#define TICKS 150

START_TEST(everything_is_played_again_bit_for_bit) {
    recording run;
    record_everything(&run, first_seed(_i), TICKS, 40, 7);
    const pawl_replay replay = open_replay(&run.file);
    ck_assert_uint_eq(replay.keyframes, 4);
    ck_assert_uint_eq(replay.terrains, 2);
    ck_assert_uint_ge(replay.edits, TICKS / 10);
    ck_assert_uint_eq(replay.edits, run.recorder.edits);
    ck_assert_uint_eq(replay.skipped, 0);
    assert_plays_alike(&run, "everything");
    pawl_playback playback;
    begin_playing(&playback, &replay, NULL, false);
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    ck_assert_msg(verdict.status == PAWL_OK, "%s at %d", pawl_status_text(verdict.status),
                  (int)verdict.tick);
    /* Keyframes but the first, checkpoints, edits, the end. */
    ck_assert_uint_eq(verdict.checkpoints, 3 + replay.hashes + replay.edits + 1);
    ck_assert_uint_eq(verdict.tick, TICKS);
    ck_assert_msg(!verdict.is_cut_off && verdict.is_own_version, "not what it is");
    free(playback.memory);
    free_recording(&run);
}
END_TEST

START_TEST(any_tick_is_found) {
    recording run;
    record_everything(&run, first_seed(_i), TICKS, 40, 7);
    const pawl_replay replay = open_replay(&run.file);
    pawl_playback playback;
    begin_playing(&playback, &replay, NULL, false);
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(40); n++) {
        const uint32_t tick = (uint32_t)(seeded_next(&seed) % TICKS);
        ck_assert_int_eq(pawl_playback_seek(&playback, tick, NULL), PAWL_OK);
        ck_assert_uint_eq(playback.tick, tick);
        ck_assert_uint_eq(pawl_world_get_tick(playback.world), tick);
        ck_assert_int_eq(pawl_playback_step(&playback, NULL), PAWL_OK);
        assert_same_state(&run, playback.world, tick, "after seeking");
    }
    ck_assert_int_eq(pawl_playback_seek(&playback, TICKS, NULL), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(playback.world), replay.final_hash);
    ck_assert_int_eq(pawl_playback_seek(&playback, TICKS + 1, NULL), PAWL_ERR_RANGE);
    /* From each keyframe to the end: the chain is taken up again at its checkpoint. */
    for (uint32_t k = 0; k < replay.keyframes; k++) {
        ck_assert_int_eq(pawl_playback_start_at(&playback, k), PAWL_OK);
        ck_assert_uint_eq(playback.tick, 40 * k);
        pawl_status status = PAWL_OK;
        while (status == PAWL_OK)
            status = pawl_playback_step(&playback, NULL);
        ck_assert_int_eq(status, PAWL_ERR_RANGE);
        ck_assert_uint_eq(playback.chain, replay.final_chain);
        ck_assert_msg(playback.knows_chain, "no chain from keyframe %u", k);
    }
    ck_assert_int_eq(pawl_playback_start_at(&playback, replay.keyframes), PAWL_ERR_RANGE);
    /* A keyframe on the way saves the way to it. */
    ck_assert_int_eq(pawl_playback_start_at(&playback, 3), PAWL_OK);
    ck_assert_int_eq(pawl_playback_seek(&playback, 125, NULL), PAWL_OK);
    const uint64_t work = playback.work;
    ck_assert_int_eq(pawl_playback_start_at(&playback, 0), PAWL_OK);
    ck_assert_int_eq(pawl_playback_seek(&playback, 125, NULL), PAWL_OK);
    ck_assert_uint_eq(playback.work, work);
    free(playback.memory);
    free_recording(&run);
}
END_TEST

/* Before a seek lands on a tick, what the program did there has been done. */
START_TEST(a_seek_ends_behind_the_edits_of_its_tick) {
    const pawl_world_def def = pawl_world_def_default();
    recording run;
    begin_recording(&run, make_world(&def), &def, 0, 0);
    add_ground(run.world);
    const pawl_body_id box = add_unit_box(run.world, 0, 5);
    for (int i = 0; i < 4; i++)
        record_step(&run);
    pawl_body_set_velocity(run.world, box, VEC(3, 0));
    const uint32_t hash = pawl_world_hash(run.world);
    record_step(&run);
    end_recording(&run);
    const pawl_replay replay = open_replay(&run.file);
    ck_assert_uint_eq(replay.edits, 1);
    pawl_playback playback;
    begin_playing(&playback, &replay, NULL, false);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pawl_playback_step(&playback, NULL), PAWL_OK);
    assert_same_state(&run, playback.world, 3, "not yet changed");
    ck_assert_int_eq(pawl_playback_seek(&playback, 4, NULL), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(playback.world), hash);
    ck_assert_int_eq(pawl_playback_seek(&playback, 4, NULL), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(playback.world), hash);
    ck_assert_int_eq(pawl_playback_step(&playback, NULL), PAWL_OK);
    assert_same_state(&run, playback.world, 4, "after the edit");
    free(playback.memory);
    free_recording(&run);
}
END_TEST

/* ---- differences ---- */

typedef enum meddling {
    NUDGE_BODY,
    CHANGE_USER_DATA,
    NUDGE_AND_BACK,
    MEDDLINGS
} meddling;

static void meddle(pawl_world *world, pawl_body_id body, meddling how) {
    if (how == CHANGE_USER_DATA) {
        pawl_body_set_user_data(world, body, 77);
    } else {
        const pawl_vec2 v = pawl_body_get_velocity(world, body);
        pawl_body_set_velocity(world, body, pawl_vec2_make(v.x + 1, v.y));
    }
}

/* A ball that flies freely: what is added to its speed stays. */
static pawl_body_id record_ball(recording *run, bool edits) {
    pawl_world_def def = pawl_world_def_default();
    def.sleeping = 0;
    def.gravity = VEC(0, 0);
    begin_recording(run, make_world(&def), &def, 30, 10);
    const pawl_body_id ball = add_unit_box(run->world, 0, 0);
    add_unit_box(run->world, 50, 0);
    pawl_body_set_velocity(run->world, ball, VEC(1, 0));
    for (int i = 0; i < 100; i++) {
        if (edits && i == 57) pawl_body_set_damping(run->world, ball, FX(0.5), 0);
        record_step(run);
    }
    end_recording(run);
    return ball;
}

START_TEST(a_world_that_differs_is_found_at_the_next_checkpoint) {
    recording run;
    const bool edits = _i >= MEDDLINGS;
    const meddling how = (meddling)(_i % MEDDLINGS);
    const pawl_body_id ball = record_ball(&run, edits);
    const pawl_replay replay = open_replay(&run.file);
    pawl_playback playback;
    begin_playing(&playback, &replay, NULL, false);
    for (uint32_t bad = 1; bad<100; bad += SEEDED_SHARE> 1 ? 7 : 2) {
        ck_assert_int_eq(pawl_playback_start_at(&playback, 0), PAWL_OK);
        pawl_status status = PAWL_OK;
        while (status == PAWL_OK) {
            if (playback.tick == bad) meddle(playback.world, ball, how);
            if (playback.tick == bad + 1 && how == NUDGE_AND_BACK) {
                const pawl_vec2 v = pawl_body_get_velocity(playback.world, ball);
                pawl_body_set_velocity(playback.world, ball, pawl_vec2_make(v.x - 1, v.y));
                const pawl_vec2 p = pawl_body_get_position(playback.world, ball);
                pawl_body_set_pose(playback.world, ball, p, 0);
            }
            status = pawl_playback_step(&playback, NULL);
        }
        const pawl_verdict *const verdict = &playback.verdict;
        const uint32_t by_hash = (bad + 9) / 10 * 10, by_keyframe = (bad + 29) / 30 * 30;
        uint32_t want = how == CHANGE_USER_DATA ? by_keyframe : by_hash;
        if (edits && bad <= 57 && want > 57) want = 57;
        /* It may be back in time. */
        if (how == NUDGE_AND_BACK && verdict->is_transient) want = by_hash;
        if (how == CHANGE_USER_DATA && want > 90) { /* no more keyframes */
            ck_assert_int_eq(status, PAWL_ERR_RANGE);
            continue;
        }
        ck_assert_int_eq(status, PAWL_ERR_DESYNC);
        ck_assert_uint_eq(verdict->tick, want);
        /* The hash has no user data. */
        if (how == NUDGE_BODY) ck_assert_uint_lt(verdict->equal_tick, bad);
        if (!verdict->is_transient) ck_assert_uint_lt(verdict->equal_tick, want);
        ck_assert_int_eq(pawl_playback_step(&playback, NULL), PAWL_ERR_DESYNC); /* stays */
        pawl_chunk chunk;
        uint32_t next;
        ck_assert_int_eq(pawl_replay_get_chunk(&replay, verdict->offset, &chunk, &next), PAWL_OK);
        ck_assert_uint_eq(chunk.tick, want);
        if (chunk.type == PAWL_CHUNK_HASH && !verdict->is_transient) {
            const uint32_t bodies = 1u << PAWL_BRANCH_BODIES, shapes = 1u << PAWL_BRANCH_SHAPES;
            ck_assert_uint_eq(verdict->branches & ~shapes, bodies); /* boxes move as well */
            ck_assert_uint_ne(verdict->want, verdict->got);
        }
        pawl_difference difference;
        void *const memory = malloc(playback.world_size);
        status = pawl_playback_get_difference(&playback, memory, playback.world_size, &difference);
        ck_assert_int_eq(status, chunk.type == PAWL_CHUNK_KEYFRAME ? PAWL_OK : PAWL_ERR_RANGE);
        if (status == PAWL_OK && how == NUDGE_BODY) {
            ck_assert_int_eq(difference.branch, PAWL_BRANCH_BODIES);
            ck_assert_uint_ge(difference.values, 1);
        }
        free(memory);
    }
    free(playback.memory);
    free_recording(&run);
}
END_TEST

static bool only_even(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)contact;
    *(int *)context += 1;
    return pawl_world_get_tick(world) % 2 == 0;
}

/* What hooks return is an input that is not in the file. */
START_TEST(hooks_are_needed_to_play) {
    pawl_world_def def = pawl_world_def_default();
    def.sleeping = 0;
    recording run;
    begin_recording(&run, make_world(&def), &def, 0, 5);
    add_ground(run.world);
    int calls = 0;
    const pawl_step_hooks hooks = {.context = &calls, .pre_solve = only_even};
    run.hooks = &hooks;
    for (int i = 0; i < 3; i++) {
        const pawl_body_id body = add_body(run.world, PAWL_DYNAMIC, 3 * i, 1);
        pawl_shape_def shape_def = pawl_shape_def_default();
        shape_def.pre_solve = true;
        const pawl_convex convex = box_convex(0.5, 0.5);
        pawl_shape_id shape;
        ck_assert_int_eq(pawl_shape_create(run.world, body, &shape_def, &convex, &shape), PAWL_OK);
    }
    for (int i = 0; i < 60; i++)
        record_step(&run);
    end_recording(&run);
    ck_assert_int_gt(calls, 60);
    assert_plays_alike(&run, "with hooks");
    const pawl_replay replay = open_replay(&run.file);
    pawl_playback playback;
    begin_playing(&playback, &replay, NULL, false);
    ck_assert_int_eq(pawl_playback_verify(&playback, &hooks, NULL).status, PAWL_OK);
    ck_assert_int_eq(pawl_playback_verify(&playback, NULL, NULL).status, PAWL_ERR_DESYNC);
    free(playback.memory);
    free_recording(&run);
}
END_TEST

/* ---- limits, versions, misuse ---- */

static bool stop_at_64(void *context, uint64_t tick, uint64_t last) {
    (void)last;
    (*(int *)context)++;
    return tick < 64;
}

START_TEST(a_player_keeps_to_its_limits) {
    recording run;
    record_everything(&run, 3, TICKS, 0, 10);
    pawl_replay replay = open_replay(&run.file);
    pawl_playback playback;
    pawl_replay_limits limits = pawl_replay_limits_default();
    const size_t size = pawl_playback_size(&replay, NULL);
    uint64_t *const memory = malloc(size + 8);
    const pawl_world_def def = everything_def();
    limits.ticks_max = TICKS - 1;
    ck_assert_uint_eq(pawl_playback_size(&replay, &limits), 0);
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, &limits, false, memory, size),
                     PAWL_ERR_LIMIT);
    limits.ticks_max = TICKS;
    limits.world_max = pawl_world_size(&def) - 1;
    ck_assert_uint_eq(pawl_playback_size(&replay, &limits), 0);
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, &limits, false, memory, size),
                     PAWL_ERR_LIMIT);
    limits.world_max++;
    ck_assert_uint_eq(pawl_playback_size(&replay, &limits), size);
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, &limits, false, memory, size - 1),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(
        pawl_playback_begin(&playback, &replay, &limits, false, (uint8_t *)memory + 1, size),
        PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, &limits, false, memory, size),
                     PAWL_OK);
    ck_assert_int_eq(pawl_playback_verify(&playback, NULL, NULL).status, PAWL_OK);
    const uint64_t work = playback.work;
    ck_assert_uint_gt(work, TICKS * 30);
    for (int i = 0; i < 4; i++) {
        limits.work_max =
            i == 0 ? work : work / (uint64_t)(i * i * 4) - 1u + (i == 1) * (work - work / 4);
        const pawl_status begun =
            pawl_playback_begin(&playback, &replay, &limits, false, memory, size);
        ck_assert_int_eq(begun, PAWL_OK);
        const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
        ck_assert_int_eq(verdict.status, i == 0 ? PAWL_OK : PAWL_ERR_LIMIT);
        /* Another time it may cost as much again. */
        if (i == 0) ck_assert_int_eq(pawl_playback_verify(&playback, NULL, NULL).status, PAWL_OK);
        if (i > 0) ck_assert_uint_lt(verdict.tick, TICKS + 1);
        if (i > 1) ck_assert_uint_lt(verdict.tick, TICKS / (uint64_t)i);
    }
    limits.work_max = 0;
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, &limits, false, memory, size),
                     PAWL_OK);
    int calls = 0;
    const pawl_progress progress = {stop_at_64, &calls};
    const pawl_verdict stopped = pawl_playback_verify(&playback, NULL, &progress);
    ck_assert_int_eq(stopped.status, PAWL_ERR_LIMIT);
    ck_assert_uint_eq(stopped.tick, 64);
    ck_assert_int_eq(calls, 2);
    free(memory);
    free_recording(&run);
}
END_TEST

START_TEST(other_versions_are_played_by_force_alone) {
    recording run;
    record_everything(&run, 5, 60, 20, 10);
    const pawl_replay own = open_replay(&run.file);
    ck_assert_uint_ge(own.edits, 5);
    for (int i = 0; i < 2; i++) {
        /* As if an older version had written it: in the header, and in all snapshots. */
        pawl_replay replay = own;
        if (i == 0) replay.header.math ^= 1;
        if (i == 1) replay.header.simulation += 100;
        const size_t size = pawl_playback_size(&replay, NULL);
        void *const memory = malloc(size);
        pawl_playback playback;
        ck_assert_int_eq(pawl_playback_begin(&playback, &replay, NULL, false, memory, size),
                         PAWL_ERR_VERSION);
        ck_assert_int_eq(playback.verdict.is_own_version, false);
        ck_assert_int_eq(pawl_playback_begin(&playback, &replay, NULL, true, memory, size),
                         PAWL_OK);
        const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
        /* The snapshots here are of this version, so that they do not fit a header that is not. */
        ck_assert_int_eq(verdict.status, i == 0 ? PAWL_OK : PAWL_ERR_DESYNC);
        ck_assert_int_eq(verdict.is_own_version, false);
        free(memory);
    }
    pawl_replay before = own; /* nothing in it could be compared */
    before.header.simulation = PAWL_HASH_SIMULATION_VERSION - 2;
    pawl_playback playback;
    uint64_t memory[1];
    ck_assert_int_eq(pawl_playback_begin(&playback, &before, NULL, true, memory, sizeof memory),
                     PAWL_ERR_VERSION);
    free_recording(&run);
}
END_TEST

START_TEST(wrong_use_of_a_recorder_is_refused) {
    const pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make_world(&def), *const other = make_space();
    pawl_world_def small_def = def;
    small_def.body_capacity = 10;
    pawl_world *const small = make_world(&small_def);
    replay_file file = {0};
    pawl_replay_writer writer, game;
    pawl_recorder recorder;
    uint8_t buffer[64];
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    const pawl_replay_header game_header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    ck_assert_int_eq(pawl_replay_begin(&writer, &header, replay_file_sink(&file), NULL, 0),
                     PAWL_OK);
    ck_assert_int_eq(pawl_replay_begin(&game, &game_header, replay_file_sink(&file), buffer, 64),
                     PAWL_OK);
    const size_t size = pawl_recorder_size(&def);
    uint64_t *const memory = malloc(size);
    ck_assert_uint_eq(pawl_recorder_size(NULL), 0);
    pawl_world_def bad = def;
    bad.rate_denominator = 0;
    ck_assert_uint_eq(pawl_recorder_size(&bad), 0);
    ck_assert_int_eq(pawl_recorder_begin(NULL, &writer, world, 0, 0, memory, size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_begin(&recorder, NULL, world, 0, 0, memory, size),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_begin(&recorder, &writer, NULL, 0, 0, memory, size),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_begin(&recorder, &writer, world, 0, 0, NULL, size),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_begin(&recorder, &writer, world, 0, 0, memory, size - 1),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_recorder_begin(&recorder, &game, world, 0, 0, memory, size),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_recorder_begin(&recorder, &writer, world, 0, 0, memory, size), PAWL_OK);
    ck_assert_int_eq(pawl_recorder_step(&recorder, NULL, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_step(NULL, world, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_step(&recorder, small, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_uint_eq(pawl_world_get_tick(small), 0);
    ck_assert_int_eq(pawl_recorder_step(&recorder, world, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_recorder_begin(&recorder, &writer, world, 0, 0, memory, size),
                     PAWL_ERR_ARGUMENT); /* this writer has begun */
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_recorder_step(&recorder, world, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_uint_eq(pawl_world_get_tick(world), 3); /* stepped all the same */
    ck_assert_int_eq(pawl_recorder_step(&recorder, world, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_recorder_end(&recorder, world), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_recorder_end(NULL, world), PAWL_ERR_NULL);
    free(memory);
    free(world);
    free(other);
    free(small);
    replay_file_free(&file);
}
END_TEST

START_TEST(a_sink_that_fails_does_not_stop_the_world) {
    const pawl_world_def def = pawl_world_def_default();
    recording run;
    begin_recording(&run, make_world(&def), &def, 5, 1);
    add_ground(run.world);
    add_unit_box(run.world, 0, 1);
    run.file.fails_after = 3000;
    int failures = 0;
    for (int i = 0; i < 50; i++) {
        const pawl_status status = pawl_recorder_step(&run.recorder, run.world, NULL);
        if (failures > 0) ck_assert_int_eq(status, PAWL_ERR_MEMORY);
        failures += status != PAWL_OK;
    }
    ck_assert_int_gt(failures, 20);
    ck_assert_uint_eq(pawl_world_get_tick(run.world), 50);
    ck_assert_int_eq(pawl_recorder_end(&run.recorder, run.world), PAWL_ERR_MEMORY);
    const pawl_replay replay = open_replay(&run.file);
    ck_assert_msg(!replay.is_complete, "the end is there");
    free_recording(&run);
}
END_TEST

START_TEST(wrong_use_of_a_player_is_refused) {
    pawl_playback playback;
    uint64_t memory[8];
    pawl_difference difference;
    memset(&playback, 0, sizeof playback);
    ck_assert_int_eq(pawl_playback_begin(NULL, NULL, NULL, false, memory, 64), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_playback_begin(&playback, NULL, NULL, false, memory, 64), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_playback_size(NULL, NULL), 0);
    ck_assert_int_eq(pawl_playback_step(NULL, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_playback_step(&playback, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_playback_seek(NULL, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_playback_seek(&playback, 0, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_playback_start_at(NULL, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_playback_start_at(&playback, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_playback_verify(NULL, NULL, NULL).status, PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_playback_verify(&playback, NULL, NULL).status, PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_playback_get_difference(NULL, memory, 64, &difference), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_playback_get_difference(&playback, memory, 64, &difference),
                     PAWL_ERR_RANGE);
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[64];
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    ck_assert_int_eq(pawl_replay_begin(&writer, &header, replay_file_sink(&file), buffer, 64),
                     PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 0, "k", 1), PAWL_OK);
    const pawl_replay replay = open_replay(&file);
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, NULL, false, memory, 64),
                     PAWL_ERR_ARGUMENT);
    ck_assert_uint_eq(pawl_playback_size(&replay, NULL), 0);
    replay_file_free(&file);
}
END_TEST

Suite *suite_replay_world(void);
Suite *suite_replay_world(void) {
    TCase *cases = tcase_create("replay_world");
    tcase_add_loop_test(cases, everything_is_played_again_bit_for_bit, 0, SEEDED_PASSES(2, 6));
    tcase_add_loop_test(cases, any_tick_is_found, 0, 2);
    tcase_add_test(cases, a_seek_ends_behind_the_edits_of_its_tick);
    tcase_add_loop_test(cases, a_world_that_differs_is_found_at_the_next_checkpoint, 0,
                        2 * MEDDLINGS);
    tcase_add_test(cases, hooks_are_needed_to_play);
    tcase_add_test(cases, a_player_keeps_to_its_limits);
    tcase_add_test(cases, other_versions_are_played_by_force_alone);
    tcase_add_test(cases, wrong_use_of_a_recorder_is_refused);
    tcase_add_test(cases, a_sink_that_fails_does_not_stop_the_world);
    tcase_add_test(cases, wrong_use_of_a_player_is_refused);
    Suite *suite = suite_create("replay_world");
    suite_add_tcase(suite, cases);
    return suite;
}
