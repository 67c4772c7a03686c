/* test_replay_shift.c - a world that is shifted between steps is recorded by its offset, whatever
 * else is done to it in the same tick. */
#include "support/replay/replay_world.h"

#define TICKS 120
#define SHIFT_CHUNK 32u /* bytes: tick, offset, and what is around them */

static void shift(pawl_world *world, pawl_vec2 offset) {
    ck_assert_int_eq(pawl_world_shift(world, offset), PAWL_OK);
}

static void shift_back(pawl_world *world) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    shift(world, pawl_vec2_make((pawl_fx)origin.x, (pawl_fx)origin.y));
}

static pawl_vec2 draw_offset(uint64_t *seed) {
    const pawl_fx x = FX(seeded_within(seed, 3000));
    return pawl_vec2_make(x, FX(seeded_within(seed, 3000)));
}

static void begin_with_everything(recording *run, bool is_packed) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    begin_recording(run, world, &def, 35, 7);
    if (is_packed) pack_recording(run, &def);
}

/* Shifts alone, twice a tick, with edits before and behind them, and none. */
static void record_shifted(recording *run, uint64_t *seed, bool is_packed, uint32_t *alone) {
    begin_with_everything(run, is_packed);
    for (uint32_t t = 0; t < TICKS; t++) {
        const uint32_t what = t == 0 ? 0 : (uint32_t)(seeded_next(seed) % 6);
        *alone += what < 2 && t > 0;
        if (what < 2) shift_back(run->world), shift(run->world, draw_offset(seed));
        if (what == 1) shift(run->world, VEC(1, 2)), shift(run->world, VEC(-0.5, -2));
        if (what == 2 || what == 3) shift_back(run->world);
        if (what >= 2 && what < 5) everything_drive(run->world, 9, t);
        if (what == 3) shift(run->world, draw_offset(seed));
        record_step(run);
    }
    shift(run->world, VEC(5, 5));
    end_recording(run);
}

START_TEST(a_shifted_world_plays_alike) {
    uint64_t seed = seeded_fresh("shifts of replays");
    recording run;
    uint32_t alone = 0, chunks = 0, small = 0, next = 0;
    record_shifted(&run, &seed, _i == 1, &alone);
    assert_plays_alike(&run, "shifted");
    const pawl_replay replay = open_replay(&run.file);
    pawl_chunk chunk;
    while (pawl_replay_get_chunk(&replay, next, &chunk, &next) == PAWL_OK) {
        ck_assert_int_eq(chunk.is_shifted, chunk.shift.x != 0 || chunk.shift.y != 0);
        if (!chunk.is_shifted) continue;
        ck_assert_int_eq(chunk.type, PAWL_CHUNK_EDIT);
        chunks++;
        small += chunk.size == SHIFT_CHUNK;
    }
    ck_assert_uint_gt(chunks, alone);
    ck_assert_uint_ge(small, alone);
    /* Backwards as well. */
    pawl_playback player;
    begin_playing(&player, &replay, NULL, false);
    for (uint32_t t = TICKS - 1; t > 0; t -= 7) {
        ck_assert_int_eq(pawl_playback_seek(&player, t, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_playback_step(&player, NULL), PAWL_OK);
        assert_same_state(&run, player.world, t, "sought");
        if (t < 7) break;
    }
    free(player.memory);
    free_recording(&run);
}
END_TEST

START_TEST(a_part_of_a_shifted_replay_verifies) {
    uint64_t seed = seeded_fresh("parts");
    recording run;
    uint32_t alone = 0;
    record_shifted(&run, &seed, _i == 1, &alone);
    const pawl_replay whole = open_replay(&run.file);
    for (uint64_t from = 0; from < TICKS; from += 31) {
        replay_file cut = {0};
        pawl_replay_writer writer;
        ck_assert_int_eq(pawl_replay_begin(&writer, &whole.header, replay_file_sink(&cut), NULL, 0),
                         PAWL_OK);
        ck_assert_int_eq(pawl_replay_cut(&whole, from, TICKS, &writer), PAWL_OK);
        const pawl_replay part = open_replay(&cut);
        pawl_playback playback;
        begin_playing(&playback, &part, NULL, false);
        ck_assert_int_eq(pawl_playback_verify(&playback, NULL, NULL).status, PAWL_OK);
        free(playback.memory);
        replay_file_free(&cut);
    }
    free_recording(&run);
}
END_TEST

/* ---- what a copy cannot follow ---- */

static pawl_chunk first_edit(const recording *run, pawl_replay *replay) {
    *replay = open_replay(&run->file);
    return find_chunk(replay, 0, PAWL_CHUNK_EDIT);
}

/* The state of the last step could not be shifted so far: then all of it is a difference. */
START_TEST(a_shift_that_only_an_edit_allows_is_an_edit) {
    recording run;
    pawl_replay replay;
    const pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 16000, 0);
    (void)add_unit_box(world, 0, 0);
    begin_recording(&run, world, &def, 0, 1);
    record_step(&run);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(3, 0), 0), PAWL_OK);
    shift(world, VEC(9000, 0));
    record_step(&run);
    end_recording(&run);
    const pawl_chunk edit = first_edit(&run, &replay);
    ck_assert_int_eq(edit.is_shifted, false);
    assert_plays_alike(&run, "far");
    free_recording(&run);
}
END_TEST

START_TEST(a_shift_and_back_is_no_edit) {
    recording run;
    begin_with_everything(&run, _i == 1);
    for (uint32_t t = 0; t < 5; t++) {
        shift(run.world, VEC(100, 200));
        shift(run.world, VEC(-100, -200));
        record_step(&run);
    }
    end_recording(&run);
    ck_assert_uint_eq(run.recorder.edits, 0);
    assert_plays_alike(&run, "to and fro");
    free_recording(&run);
}
END_TEST

/* ---- forged ---- */

static pawl_status verify(const recording *run) {
    const pawl_replay replay = open_replay(&run->file);
    pawl_playback playback;
    begin_playing(&playback, &replay, NULL, false);
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    free(playback.memory);
    return verdict.status;
}

START_TEST(a_forged_shift_is_found) {
    recording run;
    pawl_replay replay;
    begin_with_everything(&run, false);
    record_step(&run);
    shift(run.world, VEC(10, 20));
    record_step(&run);
    end_recording(&run);
    const pawl_chunk edit = first_edit(&run, &replay);
    ck_assert_int_eq(edit.is_shifted, true);
    ck_assert_int_eq(edit.shift.y, FX(20));
    ck_assert_int_eq(verify(&run), PAWL_OK);
    uint8_t *const head = run.file.bytes + edit.offset, *const content = head + 12;
    pawli_store_u32(content + 8, (uint32_t)PAWL_COORD_MAX); /* out of the world */
    repair_chunk(run.file.bytes, edit.offset);
    ck_assert_int_eq(verify(&run), PAWL_ERR_DESYNC);
    head[0] = 'S', head[1] = 'N', head[2] = 'A', head[3] = 'P'; /* a shifted keyframe */
    repair_chunk(run.file.bytes, edit.offset);
    pawl_replay opened;
    ck_assert_int_eq(pawl_replay_open(&opened, run.file.bytes, run.file.size, NULL),
                     PAWL_ERR_VERSION);
    free_recording(&run);
}
END_TEST

/* One without room for its offset. */
START_TEST(a_short_shift_is_refused) {
    recording run;
    pawl_replay_writer writer;
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    begin_with_everything(&run, false);
    record_step(&run);
    end_recording(&run);
    replay_file file = {0};
    const pawl_replay whole = open_replay(&run.file);
    const pawl_chunk keyframe = find_chunk(&whole, 0, PAWL_CHUNK_KEYFRAME);
    ck_assert_int_eq(pawl_replay_begin(&writer, &header, replay_file_sink(&file), NULL, 0),
                     PAWL_OK);
    ck_assert_int_eq(
        pawl_replay_write_keyframe(&writer, 0, keyframe.content, keyframe.content_size), PAWL_OK);
    const uint8_t zeros[16] = {1};
    const uint32_t size = _i == 0 ? 15 : 16;
    pawli_chunk_begin_schema(&writer, PAWLI_ID_EDIT, PAWLI_CHUNK_SHIFTED, size);
    pawli_chunk_put(&writer, zeros, size);
    ck_assert_int_eq(pawli_chunk_end(&writer), PAWL_OK);
    pawl_replay opened;
    ck_assert_int_eq(pawl_replay_open(&opened, file.bytes, file.size, NULL),
                     _i == 0 ? PAWL_ERR_FORMAT : PAWL_OK);
    replay_file_free(&file);
    free_recording(&run);
}
END_TEST

Suite *suite_replay_shift(void);
Suite *suite_replay_shift(void) {
    TCase *cases = tcase_create("replay_shift");
    tcase_add_loop_test(cases, a_shifted_world_plays_alike, 0, 2);
    tcase_add_loop_test(cases, a_part_of_a_shifted_replay_verifies, 0, 2);
    tcase_add_test(cases, a_shift_that_only_an_edit_allows_is_an_edit);
    tcase_add_loop_test(cases, a_shift_and_back_is_no_edit, 0, 2);
    tcase_add_test(cases, a_forged_shift_is_found);
    tcase_add_loop_test(cases, a_short_shift_is_refused, 0, 2);
    Suite *suite = suite_create("replay_shift");
    suite_add_tcase(suite, cases);
    return suite;
}
