/* test_replay_capacity.c - all worlds of a replay have the same capacities. */
#include "support/replay/replay_damage.h"

static void begin_replay(pawl_replay_writer *writer, replay_file *file) {
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    memset(file, 0, sizeof *file);
    ck_assert_int_eq(pawl_replay_begin(writer, &header, replay_file_sink(file), NULL, 0), PAWL_OK);
}

/* Another def for which a world takes exactly as much memory: more contacts for fewer events. */
static bool find_twin_def(const pawl_world_def *def, pawl_world_def *twin) {
    const size_t size = pawl_world_size(def);
    for (uint16_t events = 1; events < def->event_capacity; events++) {
        for (uint32_t more = 1; more < 64; more++) {
            *twin = *def;
            twin->event_capacity = events;
            twin->contact_capacity += more;
            if (pawl_world_size(twin) == size) return true;
        }
    }
    return false;
}

START_TEST(a_keyframe_of_other_capacities_is_refused) {
    pawl_world_def def = pawl_world_def_default(), twin;
    def.contact_capacity = 500;
    def.event_capacity = 250;
    ck_assert_msg(find_twin_def(&def, &twin), "no other def takes as much memory");
    uint32_t sizes[3];
    uint8_t *snapshots[3]; /* at tick 0; at tick 1; at tick 1, of the other def */
    pawl_world *worlds[2] = {make_world(&def), make_world(&twin)};
    snapshots[0] = snapshot_of(worlds[0], &sizes[0]);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pawl_world_step(worlds[i], NULL), PAWL_OK);
        snapshots[1 + i] = snapshot_of(worlds[i], &sizes[1 + i]);
    }
    ck_assert_uint_eq(pawl_world_hash(worlds[0]), pawl_world_hash(worlds[1]));
    for (int i = 0; i < 2; i++) {
        replay_file file;
        pawl_replay_writer writer;
        begin_replay(&writer, &file);
        ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 0, snapshots[0], sizes[0]), PAWL_OK);
        ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 1, snapshots[1 + i], sizes[1 + i]),
                         PAWL_OK);
        ck_assert_int_eq(pawl_replay_end(&writer, 1, 0, pawl_world_hash(worlds[0])), PAWL_OK);
        const pawl_replay replay = open_replay(&file);
        uint64_t *const memory = malloc(pawl_playback_size(&replay, NULL));
        pawl_playback playback;
        ck_assert_int_eq(pawl_playback_begin(&playback, &replay, NULL, false, memory,
                                             pawl_playback_size(&replay, NULL)),
                         PAWL_OK);
        ck_assert_int_eq(pawl_playback_start_at(&playback, 1), i == 0 ? PAWL_OK : PAWL_ERR_FORMAT);
        free(memory);
        replay_file_free(&file);
    }
    for (int i = 0; i < 3; i++)
        free(snapshots[i]);
    for (int i = 0; i < 2; i++)
        free(worlds[i]);
}
END_TEST

Suite *suite_replay_capacity(void);
Suite *suite_replay_capacity(void) {
    Suite *const suite = suite_create("replay_capacity");
    TCase *const cases = tcase_create("replay_capacity");
    tcase_add_test(cases, a_keyframe_of_other_capacities_is_refused);
    suite_add_tcase(suite, cases);
    return suite;
}
