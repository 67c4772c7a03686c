/* test_replay_packed.c - packed keyframes and edits: the same run in fewer bytes. Seeds are drawn
 * afresh and printed; PAWL_SEED=... repeats a run. */
#include "support/replay/busy.h"
#include "support/replay/replay_damage.h"

/* Every object there is, with everything done to it: byte for byte the same states. */
START_TEST(a_packed_replay_plays_alike) {
    const uint64_t seed = seeded_fresh("packed");
    recording run;
    record_everything_packed(&run, seed, 120, 30, _i == 0 ? 10 : 1);
    const pawl_replay replay = open_replay(&run.file);
    ck_assert_uint_gt(replay.packed, 4);
    ck_assert_uint_eq(replay.edits, run.recorder.edits);
    assert_plays_alike(&run, "packed");
    free_recording(&run);
}
END_TEST

/* Of 200 ticks, in which whole keyframes are half of the bytes; what a minute takes is measured by
 * `make replay-sizes`. */
START_TEST(it_is_smaller_than_one_that_is_not_packed) {
    const uint64_t seed = seeded_fresh("packed");
    recording packed, plain;
    record_everything_packed(&packed, seed, 200, 40, 20);
    record_everything(&plain, seed, 200, 40, 20);
    ck_assert_uint_eq(packed.recorder.edits, plain.recorder.edits);
    ck_assert_msg(packed.file.size < plain.file.size / 3 * 2, "%u bytes for %u",
                  (unsigned)packed.file.size, (unsigned)plain.file.size);
    free_recording(&packed);
    free_recording(&plain);
}
END_TEST

START_TEST(every_tick_is_found_by_seeking) {
    uint64_t seed = seeded_fresh("packed");
    recording run;
    record_everything_packed(&run, seed, 100, 25, 10);
    const pawl_replay replay = open_replay(&run.file);
    pawl_playback player;
    begin_playing(&player, &replay, NULL, false);
    for (int i = 0; i < SEEDED_ROUNDS(60); i++) {
        const uint32_t tick = (uint32_t)(seeded_next(&seed) % 100);
        ck_assert_int_eq(pawl_playback_seek(&player, tick, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_playback_step(&player, NULL), PAWL_OK);
        assert_same_state(&run, player.world, tick, "after a seek");
    }
    for (uint32_t keyframe = 0; keyframe < replay.keyframes; keyframe++) {
        ck_assert_int_eq(pawl_playback_start_at(&player, keyframe), PAWL_OK);
        ck_assert_uint_eq(player.tick, 25 * keyframe);
        while (player.tick < 100)
            ck_assert_int_eq(pawl_playback_step(&player, NULL), PAWL_OK);
    }
    free(player.memory);
    free_recording(&run);
}
END_TEST

START_TEST(worlds_to_which_much_is_done_verify) {
    const uint64_t seed = seeded_fresh("busy");
    for (int i = 0; i < SEEDED_ROUNDS(12); i++) {
        const busy_run run = {.seed = seed + (uint64_t)i,
                              .ticks = 150,
                              .edited = i % 3 == 0   ? 100
                                        : i % 3 == 1 ? 50
                                                     : 3,
                              .keyframe_every = i % 4 == 3 ? 0 : 40,
                              .hash_every = i % 5 == 4 ? 0 : 15,
                              .packs = true,
                              .steers = i % 2 == 1};
        busy_result result;
        double worst;
        ck_assert_msg(busy_record(&run, &result), "run %d is not recorded", i);
        const char *const fault = busy_check(&result, seed, &worst);
        ck_assert_msg(fault == NULL, "run %d: %s", i, fault);
        free(result.bytes);
    }
}
END_TEST

/* With the first joint, states have fields that they had not: that edit is not packed. */
START_TEST(a_state_with_other_fields_is_written_as_before) {
    pawl_world_def def = pawl_world_def_default();
    def.joint_capacity = 4;
    def.body_capacity = def.shape_capacity = 16;
    recording run;
    pawl_world *const world = make_world(&def);
    const pawl_body_id a = add_unit_box(world, 0, 9), b = add_unit_box(world, 2, 9);
    begin_recording(&run, world, &def, 0, 0);
    pack_recording(&run, &def);
    for (int tick = 0; tick < 30; tick++) {
        if (tick % 2 == 1)
            ck_assert_int_eq(pawl_body_set_user_data(world, a, (uint32_t)tick), PAWL_OK);
        if (tick == 13) {
            const pawl_joint_def joint_def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, a, b,
                                                               pawl_body_get_position(world, a), 0);
            pawl_joint_id joint;
            ck_assert_int_eq(pawl_joint_create(world, &joint_def, &joint), PAWL_OK);
        }
        record_step(&run);
    }
    end_recording(&run);
    const pawl_replay replay = open_replay(&run.file);
    uint32_t at = 0, packed = 0, plain = 0;
    pawl_chunk chunk;
    while (pawl_replay_get_chunk(&replay, at, &chunk, &at) == PAWL_OK) {
        if (chunk.type == PAWL_CHUNK_EDIT) *(chunk.is_packed ? &packed : &plain) += 1;
    }
    ck_assert_uint_eq(plain, 1);
    ck_assert_uint_eq(packed, 2);
    ck_assert_uint_eq(replay.edits, 15);
    assert_plays_alike(&run, "with a joint");
    free_recording(&run);
}
END_TEST

/* What was flushed is in the file, whatever comes then. */
START_TEST(flushed_edits_survive_a_crash) {
    recording run;
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 9);
    begin_recording(&run, world, &def, 0, 0);
    pack_recording(&run, &def);
    for (uint32_t tick = 0; tick < 20; tick++) {
        ck_assert_int_eq(pawl_body_set_user_data(world, body, tick + 1), PAWL_OK);
        record_step(&run);
        if (tick == 12) ck_assert_int_eq(pawl_recorder_flush(&run.recorder), PAWL_OK);
    }
    pawl_replay replay = open_replay(&run.file);
    ck_assert_uint_eq(replay.edits, 12); /* the first change is in the keyframe */
    ck_assert_uint_eq(replay.last_tick, 12);
    ck_assert_int_eq(replay.is_complete, 0);
    end_recording(&run);
    replay = open_replay(&run.file);
    ck_assert_uint_eq(replay.edits, 19);
    free_recording(&run);
}
END_TEST

/* A run ends after 64 ticks, so that no more than these are lost. */
START_TEST(runs_are_short) {
    const busy_run run = {
        .seed = seeded_fresh("busy"), .ticks = 300, .edited = 100, .packs = true, .steers = true};
    busy_result result;
    ck_assert_msg(busy_record(&run, &result), "not recorded");
    pawl_replay replay;
    ck_assert_int_eq(pawl_replay_open(&replay, result.bytes, result.size, NULL), PAWL_OK);
    uint32_t at = 0, runs = 0;
    pawl_chunk chunk;
    while (pawl_replay_get_chunk(&replay, at, &chunk, &at) == PAWL_OK) {
        if (chunk.type != PAWL_CHUNK_EDIT) continue;
        ck_assert_uint_lt(chunk.last_tick - chunk.tick, 64);
        runs++;
    }
    ck_assert_uint_ge(runs, 4);
    free(result.bytes);
}
END_TEST

START_TEST(a_part_of_a_packed_replay_verifies) {
    uint64_t seed = seeded_fresh("packed");
    recording run;
    record_everything_packed(&run, seed, 120, 20, 5);
    const pawl_replay whole = open_replay(&run.file);
    for (int i = 0; i < SEEDED_ROUNDS(12); i++) {
        const uint64_t from = seeded_next(&seed) % 110;
        const uint64_t to = from + seeded_next(&seed) % (120 - from);
        replay_file cut = {0};
        pawl_replay_writer writer;
        ck_assert_int_eq(pawl_replay_begin(&writer, &whole.header, replay_file_sink(&cut), NULL, 0),
                         PAWL_OK);
        ck_assert_int_eq(pawl_replay_cut(&whole, from, to, &writer), PAWL_OK);
        const pawl_replay part = open_replay(&cut);
        ck_assert_uint_eq(part.first_tick, from / 20 * 20);
        pawl_playback player;
        begin_playing(&player, &part, NULL, false);
        const pawl_verdict verdict = pawl_playback_verify(&player, NULL, NULL);
        ck_assert_msg(verdict.status == PAWL_OK, "%d .. %d: %s", (int)from, (int)to,
                      pawl_status_text(verdict.status));
        free(player.memory);
        replay_file_free(&cut);
    }
    free_recording(&run);
}
END_TEST

START_TEST(misuse_is_refused) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    recording run;
    begin_recording(&run, make_world(&def), &def, 0, 0);
    const size_t size = pawl_recorder_pack_size(&def);
    uint8_t *const memory = malloc(size + 8);
    ck_assert_uint_eq(pawl_recorder_pack_size(NULL), 0);
    ck_assert_int_eq(pawl_recorder_pack(NULL, memory, size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_pack(&run.recorder, NULL, size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_pack(&run.recorder, memory, size - 1), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_recorder_pack(&run.recorder, memory + 4, size), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_recorder_flush(NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_recorder_flush(&run.recorder), PAWL_OK); /* nothing is collected */
    ck_assert_int_eq(pawl_recorder_pack(&run.recorder, memory, size), PAWL_OK);
    ck_assert_int_eq(pawl_recorder_pack(&run.recorder, memory, size), PAWL_ERR_ARGUMENT);
    record_step(&run);
    end_recording(&run);
    free_recording(&run);
    begin_recording(&run, make_world(&def), &def, 0, 0);
    record_step(&run);
    ck_assert_int_eq(pawl_recorder_pack(&run.recorder, memory, size), PAWL_ERR_ARGUMENT);
    free(memory);
    free_recording(&run);
}
END_TEST

START_TEST(a_sink_that_fails_ends_it) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    size_t whole = 0; /* known after the first round, in which there is room for all */
    for (size_t room = 0; room == 0 || room < whole; room += 100) {
        recording run;
        pawl_world *const world = make_world(&def);
        const pawl_body_id body = add_unit_box(world, 0, 9);
        begin_recording(&run, world, &def, 10, 5);
        pack_recording(&run, &def);
        run.file.fails_after = room;
        pawl_status status = PAWL_OK;
        for (uint32_t tick = 0; tick < 60; tick++) {
            ck_assert_int_eq(pawl_body_set_user_data(world, body, tick + 1), PAWL_OK);
            status = pawl_recorder_step(&run.recorder, world, NULL);
        }
        const pawl_status ended = pawl_recorder_end(&run.recorder, world);
        if (room == 0) whole = run.file.size - 100;
        ck_assert_int_eq(status, room == 0 ? PAWL_OK : PAWL_ERR_MEMORY);
        ck_assert_int_eq(ended, room == 0 ? PAWL_OK : PAWL_ERR_MEMORY);
        free_recording(&run);
    }
}
END_TEST

/* Bytes of packed chunks, and of their base, changed behind right checksums: whatever comes out
 * ends with a status, and hardly ever as if nothing had been. */
START_TEST(forged_packed_chunks_do_no_harm) {
    uint64_t seed = seeded_fresh("forged");
    recording run;
    record_everything_packed(&run, seed, 40, 15, 8);
    const pawl_replay good = open_replay(&run.file);
    uint32_t offsets[64], count = 0, at = 0;
    pawl_chunk chunk;
    while (pawl_replay_get_chunk(&good, at, &chunk, &at) == PAWL_OK && count < 64) {
        if (chunk.is_packed || chunk.type == PAWL_CHUNK_BASE) offsets[count++] = chunk.offset;
    }
    ck_assert_uint_gt(count, 6);
    uint8_t *const kept = malloc(run.file.size);
    memcpy(kept, run.file.bytes, run.file.size);
    const int rounds = SEEDED_ROUNDS(400);
    int noticed = 0;
    for (int n = 0; n < rounds; n++) {
        const uint32_t offset = offsets[seeded_next(&seed) % count];
        const uint32_t size = pawli_fetch_u32(run.file.bytes + offset + 8);
        uint8_t *const content = run.file.bytes + offset + PAWLI_CHUNK_HEAD_SIZE;
        for (uint64_t left = 1 + seeded_next(&seed) % 3; left > 0; left--)
            content[seeded_next(&seed) % size] ^= (uint8_t)(1u << seeded_next(&seed) % 8);
        if (memcmp(content, "pawlsnap", 8) == 0)
            pawli_store_u32(content + size - 4, pawli_crc_32(0, content, size - 4));
        repair_chunk(run.file.bytes, offset);
        pawl_replay replay;
        if (pawl_replay_open(&replay, run.file.bytes, run.file.size, NULL) != PAWL_OK) {
            noticed++;
        } else {
            noticed += exercise(&replay).status != PAWL_OK;
        }
        memcpy(run.file.bytes, kept, run.file.size);
    }
    ck_assert_int_gt(noticed, SEEDED_OFTEN(rounds * 9 / 10));
    free(kept);
    free_recording(&run);
}
END_TEST

/* A packed keyframe without a base is no replay; nor is one of a game. */
START_TEST(a_packed_keyframe_needs_its_base) {
    recording run;
    record_everything_packed(&run, 1, 10, 5, 5);
    const pawl_replay good = open_replay(&run.file);
    const pawl_chunk base = find_chunk(&good, 0, PAWL_CHUNK_BASE);
    memcpy(run.file.bytes + base.offset, "EXTR", 4);
    run.file.bytes[base.offset + 4] = 0; /* optional */
    repair_chunk(run.file.bytes, base.offset);
    pawl_replay replay;
    ck_assert_int_eq(pawl_replay_open(&replay, run.file.bytes, run.file.size, NULL),
                     PAWL_ERR_FORMAT);
    free_recording(&run);
}
END_TEST

/* Counts of edits that add up to nothing still need memory. */
START_TEST(counts_that_wrap_around_do_no_harm) {
    recording run;
    record_everything_packed(&run, 1, 30, 0, 10);
    const pawl_replay good = open_replay(&run.file);
    const pawl_chunk edits = find_chunk(&good, 0, PAWL_CHUNK_EDIT);
    const uint32_t others = good.edits - edits.count;
    uint8_t *const head = run.file.bytes + edits.offset + PAWLI_CHUNK_HEAD_SIZE;
    pawli_store_u32(head + 8, UINT32_MAX);
    pawli_store_u32(head + 12, 0u - others);
    const pawl_chunk end = find_chunk(&good, 0, PAWL_CHUNK_END);
    repair_chunk(run.file.bytes, edits.offset);
    pawl_replay replay;
    /* The chunks behind it come too early then: cut them off. */
    run.file.size = edits.offset + edits.size;
    ck_assert_uint_lt(run.file.size, end.offset);
    ck_assert_int_eq(pawl_replay_open(&replay, run.file.bytes, run.file.size, NULL), PAWL_OK);
    ck_assert_int_ne(exercise(&replay).status, PAWL_OK);
    free_recording(&run);
}
END_TEST

/* A keyframe that differs is told as when it is not packed. */
START_TEST(a_difference_at_a_packed_keyframe_is_named) {
    recording run;
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 9);
    pawl_step_hooks none = {0};
    begin_recording(&run, world, &def, 10, 0);
    pack_recording(&run, &def);
    run.hooks = &none;
    for (int tick = 0; tick < 25; tick++)
        record_step(&run);
    end_recording(&run);
    const pawl_replay replay = open_replay(&run.file);
    pawl_playback player;
    begin_playing(&player, &replay, NULL, false);
    for (int tick = 0; tick < 8; tick++)
        ck_assert_int_eq(pawl_playback_step(&player, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(player.world, body, (pawl_vec2){0, 77}), PAWL_OK);
    pawl_status status = PAWL_OK;
    while (status == PAWL_OK)
        status = pawl_playback_step(&player, NULL);
    ck_assert_int_eq(status, PAWL_ERR_DESYNC);
    ck_assert_uint_eq(player.verdict.tick, 10);
    void *const room = malloc(player.world_size);
    pawl_difference difference;
    ck_assert_int_eq(pawl_playback_get_difference(&player, room, player.world_size, &difference),
                     PAWL_OK);
    ck_assert_uint_ge(difference.values, 1);
    free(room);
    free(player.memory);
    free_recording(&run);
}
END_TEST

Suite *suite_replay_packed(void);
Suite *suite_replay_packed(void) {
    TCase *cases = tcase_create("replay_packed");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, a_packed_replay_plays_alike, 0, 2);
    tcase_add_test(cases, it_is_smaller_than_one_that_is_not_packed);
    tcase_add_test(cases, every_tick_is_found_by_seeking);
    tcase_add_test(cases, worlds_to_which_much_is_done_verify);
    tcase_add_test(cases, a_state_with_other_fields_is_written_as_before);
    tcase_add_test(cases, flushed_edits_survive_a_crash);
    tcase_add_test(cases, runs_are_short);
    tcase_add_test(cases, a_part_of_a_packed_replay_verifies);
    tcase_add_test(cases, misuse_is_refused);
    tcase_add_test(cases, a_sink_that_fails_ends_it);
    tcase_add_test(cases, forged_packed_chunks_do_no_harm);
    tcase_add_test(cases, a_packed_keyframe_needs_its_base);
    tcase_add_test(cases, counts_that_wrap_around_do_no_harm);
    tcase_add_test(cases, a_difference_at_a_packed_keyframe_is_named);
    Suite *suite = suite_create("replay_packed");
    suite_add_tcase(suite, cases);
    return suite;
}
