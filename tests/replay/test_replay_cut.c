/* test_replay_cut.c - parts of replays of worlds, and the chain of hashes that they keep. */
#include "support/replay/replay_world.h"

#define TICKS 150

/* What a checkpoint of a replay says of its tick. */
static bool find_checkpoint(const pawl_replay *replay, uint64_t tick, pawl_chunk *out) {
    uint32_t next = 0;
    while (pawl_replay_get_chunk(replay, next, out, &next) == PAWL_OK) {
        const bool counts = out->type == PAWL_CHUNK_HASH || out->type == PAWL_CHUNK_END;
        if (counts && out->tick == tick) return true;
    }
    return false;
}

/* The chain goes on where its value at the first keyframe is known: in the beginning, and where a
 * checkpoint lies at the keyframe. Else there is none. */
static bool assert_chain(const pawl_replay *whole, const pawl_replay *part) {
    pawl_chunk begin, end, was;
    const bool known = part->first_tick == whole->first_tick ||
                       (find_checkpoint(whole, part->first_tick, &begin) && begin.chain != 0);
    ck_assert_int_eq(find_checkpoint(part, part->last_tick, &end), true);
    ck_assert_int_eq(find_checkpoint(whole, part->last_tick, &was), true);
    ck_assert_uint_ne(was.chain, 0);
    ck_assert_uint_eq(end.chain, known ? was.chain : 0);
    return known && part->first_tick != whole->first_tick;
}

START_TEST(a_part_of_a_world_replay_verifies) {
    recording run;
    record_everything(&run, 11, TICKS, 40, 7);
    const pawl_replay whole = open_replay(&run.file);
    int kept = 0;
    for (uint64_t from = 0; from <= TICKS; from += 43) {
        for (uint64_t to = from; to <= TICKS; to += (uint64_t)SEEDED_STRIDE(37)) {
            replay_file cut = {0};
            pawl_replay_writer writer;
            ck_assert_int_eq(
                pawl_replay_begin(&writer, &whole.header, replay_file_sink(&cut), NULL, 0),
                PAWL_OK);
            ck_assert_int_eq(pawl_replay_cut(&whole, from, to, &writer), PAWL_OK);
            const pawl_replay part = open_replay(&cut);
            ck_assert_uint_eq(part.first_tick, from / 40 * 40);
            ck_assert_uint_ge(part.last_tick, to);
            ck_assert_uint_lt(part.last_tick, to + 7);
            ck_assert_msg(part.is_complete, "no end");
            kept += assert_chain(&whole, &part);
            pawl_playback playback;
            begin_playing(&playback, &part, NULL, false);
            const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
            ck_assert_msg(verdict.status == PAWL_OK, "%d .. %d: %s at %d", (int)from, (int)to,
                          pawl_status_text(verdict.status), (int)verdict.tick);
            ck_assert_uint_eq(verdict.tick, part.last_tick);
            free(playback.memory);
            replay_file_free(&cut);
        }
    }
    ck_assert_int_gt(kept, 0);
    free_recording(&run);
}
END_TEST

/* What lies at the tick of a keyframe. A recorder writes only the last one. */
typedef enum checkpoint {
    NO_CHECKPOINT,
    NO_CHAIN,
    WITH_CHAIN
} checkpoint;

/* A box that falls: keyframes at ticks 0 and 5, the end at 10. */
static replay_file make_file(checkpoint first, checkpoint second) {
    replay_file file = {0};
    pawl_replay_writer writer;
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    pawl_world *const world = make_default_world();
    uint32_t chain = 0;
    add_unit_box(world, 0, 9);
    ck_assert_int_eq(pawl_replay_begin(&writer, &header, replay_file_sink(&file), NULL, 0),
                     PAWL_OK);
    for (uint64_t tick = 0; tick <= 10; tick++) {
        const uint32_t hash = pawl_world_hash(world);
        chain = pawl_hash_chain(chain, hash);
        if (tick == 0 || tick == 5) {
            uint32_t size;
            uint8_t *const snapshot = snapshot_of(world, &size);
            ck_assert_int_eq(pawl_replay_write_keyframe(&writer, tick, snapshot, size), PAWL_OK);
            free(snapshot);
        }
        const checkpoint here = tick == 0               ? first
                                : tick == 5             ? second
                                : tick >= 7 && tick < 9 ? WITH_CHAIN
                                                        : NO_CHECKPOINT;
        if (here != NO_CHECKPOINT) {
            ck_assert_int_eq(
                pawl_replay_write_hash(&writer, tick, here == NO_CHAIN ? 0 : chain, hash, NULL),
                PAWL_OK);
        }
        if (tick == 10) ck_assert_int_eq(pawl_replay_end(&writer, tick, chain, hash), PAWL_OK);
        run(world, 1);
    }
    free(world);
    return file;
}

static pawl_status verify(const pawl_replay *replay) {
    pawl_playback playback;
    begin_playing(&playback, replay, NULL, false);
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    free(playback.memory);
    return verdict.status;
}

/* Ticks 7 and 8 of a part: a hash, and the end. */
static void assert_part(const pawl_replay *whole, uint64_t from, bool knows_chain) {
    replay_file cut = {0};
    pawl_replay_writer writer;
    pawl_chunk now, was;
    ck_assert_int_eq(pawl_replay_begin(&writer, &whole->header, replay_file_sink(&cut), NULL, 0),
                     PAWL_OK);
    ck_assert_int_eq(pawl_replay_cut(whole, from, 8, &writer), PAWL_OK);
    const pawl_replay part = open_replay(&cut);
    ck_assert_uint_eq(part.first_tick, from / 5 * 5);
    ck_assert_uint_eq(part.last_tick, 8);
    for (uint64_t tick = 7; tick <= 8; tick++) {
        ck_assert_int_eq(find_checkpoint(&part, tick, &now), true);
        ck_assert_int_eq(find_checkpoint(whole, tick, &was), true);
        ck_assert_uint_ne(was.chain, 0);
        ck_assert_uint_eq(now.chain, knows_chain ? was.chain : 0);
        ck_assert_uint_eq(now.hash, was.hash);
    }
    ck_assert_int_eq(verify(&part), PAWL_OK);
    replay_file_free(&cut);
}

/* A chain from elsewhere would be another one than that of who plays the part. */
START_TEST(a_chain_that_is_not_known_is_left_out) {
    const checkpoint second = (checkpoint)(_i % 3);
    replay_file file = make_file((checkpoint)(_i / 3), second);
    const pawl_replay whole = open_replay(&file);
    ck_assert_int_eq(verify(&whole), PAWL_OK);
    assert_part(&whole, 3, true);
    assert_part(&whole, 6, second == WITH_CHAIN);
    replay_file_free(&file);
}
END_TEST

Suite *suite_replay_cut(void);
Suite *suite_replay_cut(void) {
    TCase *cases = tcase_create("replay_cut");
    tcase_add_test(cases, a_part_of_a_world_replay_verifies);
    tcase_add_loop_test(cases, a_chain_that_is_not_known_is_left_out, 0, 9);
    Suite *suite = suite_create("replay_cut");
    suite_add_tcase(suite, cases);
    return suite;
}
