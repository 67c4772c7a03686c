/* test_replay_cut.c - parts of replays of worlds, and the chain of hashes that they keep. */
#include "support/replay_world.h"

#define TICKS 150

/* What a checkpoint of a replay says of its tick. */
static bool find_checkpoint(const pawl_replay *replay, uint64_t tick, pawl_chunk *out) {
    uint32_t next = 0;
    while (pawl_replay_chunk(replay, next, out, &next) == PAWL_OK) {
        const bool counts = out->kind == PAWL_CHUNK_HASH || out->kind == PAWL_CHUNK_END;
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
            pawl_player player;
            begin_playing(&player, &part, NULL, false);
            const pawl_verdict verdict = pawl_player_verify(&player, NULL, NULL);
            ck_assert_msg(verdict.status == PAWL_OK, "%d .. %d: %s at %d", (int)from, (int)to,
                          pawl_status_text(verdict.status), (int)verdict.tick);
            ck_assert_uint_eq(verdict.tick, part.last_tick);
            free(player.memory);
            replay_file_free(&cut);
        }
    }
    ck_assert_int_gt(kept, 0);
    free_recording(&run);
}
END_TEST

Suite *suite_replay_cut(void);
Suite *suite_replay_cut(void) {
    TCase *cases = tcase_create("replay_cut");
    tcase_add_test(cases, a_part_of_a_world_replay_verifies);
    Suite *suite = suite_create("replay_cut");
    suite_add_tcase(suite, cases);
    return suite;
}
