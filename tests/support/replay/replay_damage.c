/* replay_damage.c - what replay_damage.h declares. */
#include "support/replay/replay_damage.h"

replay_file make_world_file(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 4;
    def.shape_capacity = 6;
    def.joint_capacity = 1;
    recording run;
    begin_recording(&run, make_world(&def), &def, 3, 2);
    ck_assert_int_eq(pawl_replay_write_meta(&run.writer, "tool=test\n"), PAWL_OK);
    const pawli_content extra = {"more", 4, " to say", 7};
    ck_assert_int_eq(pawli_chunk_write(&run.writer, PAWLI_CHUNK_ID('N', 'O', 'T', 'E'), 0, &extra),
                     PAWL_OK);
    const pawl_body_id ground = add_ground(run.world);
    static const pawl_vec2 points[] = {{FX(-9), FX(1)}, {FX(-5), FX(0)}, {FX(-4), FX(0)}};
    static const uint8_t cells[] = {1, 1, 2, 0};
    const pawl_chain chain = {points, 3, false, true, false};
    const pawl_tile_map map = {cells, 2, 2, FX(1), VEC(4, 0)};
    const pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create_chain(run.world, ground, &shape_def, &chain, &shape),
                     PAWL_OK);
    ck_assert_int_eq(pawl_shape_create_tiles(run.world, ground, &shape_def, &map, &shape), PAWL_OK);
    const pawl_body_id box = add_unit_box(run.world, -5, 1.5);
    add_unit_box(run.world, 5, 3);
    for (int i = 0; i < 7; i++) {
        if (i == 4) pawl_body_set_velocity(run.world, box, VEC(2, 0));
        record_step(&run);
    }
    end_recording(&run);
    replay_file file = run.file;
    memset(&run.file, 0, sizeof run.file);
    free_recording(&run);
    return file;
}

replay_file make_game_file(void) {
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[64];
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    const uint32_t branches[PAWL_BRANCH_COUNT] = {1, 2, 3, 4, 5, 6};
    ck_assert_int_eq(pawl_replay_begin(&writer, &header, replay_file_sink(&file), buffer, 64),
                     PAWL_OK);
    toy_game game = {2, 2, {1, 2, 3, 4}, 0};
    uint8_t snapshot[TOY_STATE_SIZE];
    uint32_t chain = 0;
    ck_assert_int_eq(pawl_replay_write_meta(&writer, "tool=test\n"), PAWL_OK);
    for (uint64_t t = 0;; t++) {
        const uint32_t hash = toy_hash(&game);
        chain = pawl_hash_chain(chain, hash);
        toy_save(&game, snapshot);
        if (t % 20 == 0) {
            ck_assert_int_eq(pawl_replay_write_keyframe(&writer, t, snapshot, sizeof snapshot),
                             PAWL_OK);
            ck_assert_int_eq(
                pawl_replay_write_hash(&writer, t, chain, hash, t == 0 ? NULL : branches), PAWL_OK);
        }
        if (t == 50) {
            ck_assert_int_eq(pawl_replay_end(&writer, t, chain, hash), PAWL_OK);
            return file;
        }
        const uint8_t inputs[4] = {(uint8_t)(t / 3), 1, 2, (uint8_t)(t % 7)};
        const uint8_t status[2] = {0, t > 30 ? 2 : 0};
        ck_assert_int_eq(pawl_replay_write_inputs(&writer, t, inputs, status), PAWL_OK);
        toy_step(&game, inputs, status);
    }
}

pawl_verdict exercise(const pawl_replay *replay) {
    pawl_replay_limits limits = pawl_replay_limits_default();
    limits.ticks_max = 1000;
    limits.world_max = 1 << 20;
    limits.work_max = 100000;
    pawl_verdict verdict;
    if (replay->header.type == PAWL_REPLAY_GAME) {
        toy_game game = {replay->header.players, replay->header.input_size, {0}, 0};
        const pawl_replay_game callbacks = toy_callbacks(&game);
        return pawl_replay_verify(replay, &callbacks, &limits, true, NULL);
    }
    memset(&verdict, 0, sizeof verdict);
    const size_t size = pawl_playback_size(replay, &limits);
    if (size == 0) {
        verdict.status = PAWL_ERR_LIMIT;
        return verdict;
    }
    void *const memory = malloc(size);
    pawl_playback playback;
    verdict.status = pawl_playback_begin(&playback, replay, &limits, true, memory, size);
    if (verdict.status == PAWL_OK) verdict = pawl_playback_verify(&playback, NULL, NULL);
    free(memory);
    return verdict;
}
