/* test_locked_replay.c - while a world is recorded, and while a replay is verified, the sink and
 * the report of the program change nothing: tests/whole/test_locked.c has the hooks of a step. */
#include "support/replay/replay_world.h"
#include "support/world/meddle.h"

typedef struct meddling_sink {
    pawl_sink sink;
} meddling_sink;

static bool write_and_meddle(void *context, const void *bytes, size_t size) {
    const meddling_sink *const own = context;
    meddle(WRITE);
    return own->sink.write(own->sink.context, bytes, size);
}

/* A run in which the world is changed before some steps, with a sink that meddles or does not. */
static void record_asking_world(recording *run, meddling_sink *own, bool meddles) {
    const pawl_world_def def = asking_def();
    begin_recording(run, make_asking_world(), &def, 10, 5);
    if (meddles) {
        own->sink = run->writer.sink;
        run->writer.sink = (pawl_sink){write_and_meddle, own};
        begin_meddling(run->world, 20);
        meddler.recorder = &run->recorder;
    }
    run->hooks = &meddling_hooks;
    for (int i = 0; i < 40; i++) {
        if (i % 7 == 3) add_asking_box(run->world, -39, 12);
        record_step(run);
    }
    end_recording(run);
    if (meddles) {
        assert_called(WRITE, WRITE);
        assert_called(SHOULD_COLLIDE, TRACE);
        end_meddling();
    }
}

START_TEST(while_a_world_is_recorded_every_change_is_refused) {
    recording quiet, run;
    meddling_sink sink;
    meddler.world = NULL;
    record_asking_world(&quiet, &sink, false);
    record_asking_world(&run, &sink, true);
    ck_assert_uint_eq(run.file.size, quiet.file.size);
    ck_assert_int_eq(memcmp(run.file.bytes, quiet.file.bytes, run.file.size), 0);
    ck_assert_uint_eq(run.recorder.edits, quiet.recorder.edits);
    ck_assert_uint_ge(run.recorder.edits, 5);
    free_recording(&run);
    free_recording(&quiet);
}
END_TEST

static bool report(void *context, uint64_t tick, uint64_t last) {
    (void)context, (void)tick, (void)last;
    meddle(REPORT);
    return true;
}

START_TEST(while_a_replay_is_verified_every_change_is_refused) {
    recording run;
    meddling_sink sink;
    meddler.world = NULL;
    record_asking_world(&run, &sink, false);
    const pawl_replay replay = open_replay(&run.file);
    pawl_playback playback;
    const pawl_progress progress = {report, NULL};
    begin_playing(&playback, &replay, NULL, false);
    begin_meddling(playback.world, 5);
    meddler.playback = &playback;
    const pawl_verdict verdict = pawl_playback_verify(&playback, &meddling_hooks, &progress);
    assert_called(REPORT, REPORT);
    assert_called(SHOULD_COLLIDE, TRACE);
    end_meddling();
    ck_assert_msg(verdict.status == PAWL_OK, "%s", pawl_status_text(verdict.status));
    ck_assert_int_eq(pawl_playback_start_at(&playback, 1), PAWL_OK);
    free(playback.memory);
    free_recording(&run);
}
END_TEST

Suite *suite_locked_replay(void) {
    Suite *const suite = suite_create("locked_replay");
    TCase *const tests = tcase_create("locked_replay");
    tcase_add_test(tests, while_a_world_is_recorded_every_change_is_refused);
    tcase_add_test(tests, while_a_replay_is_verified_every_change_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
