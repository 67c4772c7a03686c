/* test_replay_forged.c - replays with right checksums that are made to do harm. */
#include "state/snapshot.h"
#include "support/replay/replay_damage.h"

/* The second chunk becomes another one, with its checks right. */
static pawl_status open_with(void (*change)(uint8_t *head, uint8_t *content), replay_file *file,
                             pawl_chunk_type kind, pawl_replay *out) {
    const pawl_replay good = open_replay(file);
    const pawl_chunk chunk = find_chunk(&good, 0, kind);
    change(file->bytes + chunk.offset, file->bytes + chunk.offset + PAWLI_CHUNK_HEAD_SIZE);
    repair_chunk(file->bytes, chunk.offset);
    return pawl_replay_open(out, file->bytes, file->size, NULL);
}

static void make_unknown(uint8_t *head, uint8_t *content) {
    (void)content;
    head[0] = 'Q';
    head[4] = 0;
}

static void make_unknown_required(uint8_t *head, uint8_t *content) {
    (void)content;
    head[0] = 'Q';
    head[4] = PAWLI_CHUNK_REQUIRED;
}

static void raise_schema(uint8_t *head, uint8_t *content) {
    (void)content;
    head[5] = 9; /* 2 is that of packed chunks */
}

static void raise_major(uint8_t *head, uint8_t *content) {
    (void)head;
    content[0]++;
}

static void raise_minor(uint8_t *head, uint8_t *content) {
    (void)head;
    content[2]++;
}

static void no_kind(uint8_t *head, uint8_t *content) {
    (void)head;
    content[4] = 3;
}

static void many_players(uint8_t *head, uint8_t *content) {
    (void)head;
    content[5] = 9;
}

static void large_inputs(uint8_t *head, uint8_t *content) {
    (void)head;
    content[6] = 17;
}

static void no_rate(uint8_t *head, uint8_t *content) {
    (void)head;
    content[20] = 0;
}

static void other_first(uint8_t *head, uint8_t *content) {
    (void)head;
    content[0]++;
}

static void other_count(uint8_t *head, uint8_t *content) {
    (void)head;
    content[8]++;
}

static void huge_count(uint8_t *head, uint8_t *content) {
    (void)head;
    memset(content + 8, 0xFF, 4);
}

static void no_count(uint8_t *head, uint8_t *content) {
    (void)head;
    memset(content + 8, 0, 4);
}

static void longer_run(uint8_t *head, uint8_t *content) {
    (void)head;
    content[12] = 0x7F; /* a literal run that goes beyond the content */
}

static const struct {
    const char *name;
    void (*change)(uint8_t *head, uint8_t *content);
    pawl_chunk_type kind;
    pawl_status want;
} changes[] = {
    {"unknown and optional", make_unknown, PAWL_CHUNK_META, PAWL_OK},
    {"unknown and required", make_unknown_required, PAWL_CHUNK_META, PAWL_ERR_VERSION},
    {"later schema, optional", raise_schema, PAWL_CHUNK_META, PAWL_OK},
    {"later schema, optional", raise_schema, PAWL_CHUNK_HASH, PAWL_OK},
    {"later schema, required", raise_schema, PAWL_CHUNK_KEYFRAME, PAWL_ERR_VERSION},
    {"later schema, required", raise_schema, PAWL_CHUNK_INPUTS, PAWL_ERR_VERSION},
    {"later format", raise_major, PAWL_CHUNK_HEAD, PAWL_ERR_VERSION},
    {"later minor format", raise_minor, PAWL_CHUNK_HEAD, PAWL_OK},
    {"no such kind", no_kind, PAWL_CHUNK_HEAD, PAWL_ERR_FORMAT},
    {"nine players", many_players, PAWL_CHUNK_HEAD, PAWL_ERR_FORMAT},
    {"17 bytes", large_inputs, PAWL_CHUNK_HEAD, PAWL_ERR_FORMAT},
    {"no rate", no_rate, PAWL_CHUNK_HEAD, PAWL_ERR_FORMAT},
    {"inputs out of order", other_first, PAWL_CHUNK_INPUTS, PAWL_ERR_FORMAT},
    {"keyframe out of order", other_first, PAWL_CHUNK_KEYFRAME, PAWL_ERR_FORMAT},
    {"one input more", other_count, PAWL_CHUNK_INPUTS, PAWL_ERR_FORMAT},
    {"four thousand million inputs", huge_count, PAWL_CHUNK_INPUTS, PAWL_ERR_FORMAT},
    {"no inputs", no_count, PAWL_CHUNK_INPUTS, PAWL_ERR_FORMAT},
    {"a run beyond its end", longer_run, PAWL_CHUNK_INPUTS, PAWL_ERR_FORMAT},
    {"an end elsewhere", other_first, PAWL_CHUNK_END, PAWL_ERR_FORMAT},
    {"no end", make_unknown, PAWL_CHUNK_END, PAWL_OK},
};

START_TEST(intact_chunks_are_not_believed) {
    replay_file file = make_game_file();
    pawl_replay replay;
    const pawl_status status = open_with(changes[_i].change, &file, changes[_i].kind, &replay);
    ck_assert_msg(status == changes[_i].want, "%s: %s", changes[_i].name, pawl_status_text(status));
    if (status == PAWL_OK) {
        const bool skips = changes[_i].kind != PAWL_CHUNK_HEAD;
        ck_assert_uint_eq(replay.skipped, skips ? 1 : 0);
        ck_assert_int_eq(replay.is_complete, changes[_i].kind != PAWL_CHUNK_END);
        ck_assert_int_eq(exercise(&replay).status, PAWL_OK);
    }
    replay_file_free(&file);
}
END_TEST

/* A writer that tells lies, chunk by chunk. */
static void begin_raw(pawl_replay_writer *writer, replay_file *file, pawl_replay_type kind,
                      uint8_t *buffer) {
    const pawl_replay_header header = pawl_replay_header_default(kind);
    memset(file, 0, sizeof *file);
    ck_assert_int_eq(pawl_replay_begin(writer, &header, replay_file_sink(file), buffer, 64),
                     PAWL_OK);
}

static void put_raw(pawl_replay_writer *writer, uint32_t id, const void *bytes, uint32_t size) {
    const pawli_content content = {bytes, size, NULL, 0};
    ck_assert_int_eq(pawli_chunk_write(writer, id, PAWLI_CHUNK_REQUIRED, &content), PAWL_OK);
}

static const struct {
    const char *name;
    uint8_t kind;
    uint32_t ids[3];
    uint8_t sizes[3];
} orders[] = {
    {"two heads", 1, {PAWLI_ID_HEAD, 0, 0}, {36, 0, 0}},
    {"short head", 1, {PAWLI_ID_HEAD, 0, 0}, {35, 0, 0}},
    {"hash first", 1, {PAWLI_ID_HASH, PAWLI_ID_KEYFRAME, 0}, {16, 9, 0}},
    {"end first", 1, {PAWLI_ID_END, PAWLI_ID_KEYFRAME, 0}, {16, 9, 0}},
    {"edit first", 1, {PAWLI_ID_EDIT, PAWLI_ID_KEYFRAME, 0}, {9, 9, 0}},
    {"edit after keyframe", 1, {PAWLI_ID_KEYFRAME, PAWLI_ID_EDIT, 0}, {9, 9, 0}},
    {"two keyframes", 1, {PAWLI_ID_KEYFRAME, PAWLI_ID_KEYFRAME, 0}, {9, 9, 0}},
    {"keyframe after hash", 1, {PAWLI_ID_KEYFRAME, PAWLI_ID_HASH, PAWLI_ID_KEYFRAME}, {9, 16, 9}},
    {"after the end", 1, {PAWLI_ID_KEYFRAME, PAWLI_ID_END, PAWLI_ID_META}, {9, 16, 3}},
    {"empty keyframe", 1, {PAWLI_ID_KEYFRAME, 0, 0}, {8, 0, 0}},
    {"keyframe without tick", 1, {PAWLI_ID_KEYFRAME, 0, 0}, {7, 0, 0}},
    {"long hash", 1, {PAWLI_ID_KEYFRAME, PAWLI_ID_HASH, 0}, {9, 20, 0}},
    {"short hash", 1, {PAWLI_ID_KEYFRAME, PAWLI_ID_HASH, 0}, {9, 15, 0}},
    {"inputs of a world", 1, {PAWLI_ID_KEYFRAME, PAWLI_ID_INPUTS, 0}, {9, 13, 0}},
    {"edit of a game", 2, {PAWLI_ID_KEYFRAME, PAWLI_ID_EDIT, 0}, {9, 9, 0}},
    {"terrain of a game", 2, {PAWLI_ID_TERRAIN, PAWLI_ID_KEYFRAME, 0}, {36, 9, 0}},
    {"inputs first", 2, {PAWLI_ID_INPUTS, PAWLI_ID_KEYFRAME, 0}, {13, 9, 0}},
    {"inputs without count", 2, {PAWLI_ID_KEYFRAME, PAWLI_ID_INPUTS, 0}, {9, 11, 0}},
    {"terrain of no kind", 1, {PAWLI_ID_TERRAIN, PAWLI_ID_KEYFRAME, 0}, {36, 9, 0}},
    {"short terrain", 1, {PAWLI_ID_TERRAIN, PAWLI_ID_KEYFRAME, 0}, {27, 9, 0}},
};

START_TEST(chunks_out_of_order_are_refused) {
    static const uint8_t zeros[64];
    replay_file file;
    pawl_replay_writer writer;
    uint8_t buffer[64];
    begin_raw(&writer, &file, (pawl_replay_type)orders[_i].kind, buffer);
    for (int i = 0; i < 3; i++)
        if (orders[_i].ids[i] != 0) put_raw(&writer, orders[_i].ids[i], zeros, orders[_i].sizes[i]);
    pawl_replay replay;
    uint32_t where = 0;
    const pawl_status status = pawl_replay_open(&replay, file.bytes, file.size, &where);
    ck_assert_msg(status == PAWL_ERR_FORMAT, "%s: %s", orders[_i].name, pawl_status_text(status));
    ck_assert_uint_ge(where, 8 + PAWLI_CHUNK_FRAME + PAWLI_HEAD_CONTENT);
    replay_file_free(&file);
}
END_TEST

/* Ticks that would begin again at 0. */
START_TEST(ticks_do_not_wrap) {
    for (int fits = 0; fits < 2; fits++) {
        uint8_t keyframe[9], run[13];
        replay_file file;
        pawl_replay_writer writer;
        uint8_t buffer[64];
        memset(keyframe, 0xFF, sizeof keyframe);
        keyframe[0] = fits ? 0xFA : 0xFB; /* 2^64 - 6 or - 5 */
        memcpy(run, keyframe, 8);
        pawli_store_u32(run + 8, 5);
        run[12] = 0x80 | (5 * 6 - 1); /* five rows of two players with two bytes: zeros */
        begin_raw(&writer, &file, PAWL_REPLAY_GAME, buffer);
        put_raw(&writer, PAWLI_ID_KEYFRAME, keyframe, sizeof keyframe);
        put_raw(&writer, PAWLI_ID_INPUTS, run, sizeof run);
        pawl_replay replay;
        ck_assert_int_eq(pawl_replay_open(&replay, file.bytes, file.size, NULL),
                         fits ? PAWL_OK : PAWL_ERR_FORMAT);
        replay_file_free(&file);
    }
}
END_TEST

/* Without a checkpoint at the first tick the chain begins there, and the next one is compared. */
START_TEST(a_chain_begins_at_the_first_keyframe) {
    replay_file file = _i == 0 ? make_world_file() : make_game_file();
    pawl_replay replay;
    ck_assert_int_eq(open_with(make_unknown, &file, PAWL_CHUNK_HASH, &replay), PAWL_OK);
    ck_assert_int_eq(exercise(&replay).status, PAWL_OK);
    const pawl_chunk second = find_chunk(&replay, 0, PAWL_CHUNK_HASH);
    ck_assert_uint_gt(second.tick, replay.first_tick);
    file.bytes[second.offset + PAWLI_CHUNK_HEAD_SIZE + 8] ^= 1;
    repair_chunk(file.bytes, second.offset);
    const pawl_verdict verdict = exercise(&replay);
    ck_assert_int_eq(verdict.status, PAWL_ERR_DESYNC);
    ck_assert_msg(verdict.is_transient, "not by the chain");
    ck_assert_uint_eq(verdict.tick, second.tick);
    replay_file_free(&file);
}
END_TEST

/* A snapshot of tick 0 that says it is one of tick 1. */
START_TEST(a_keyframe_is_of_its_own_tick) {
    const pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make_world(&def);
    uint32_t size;
    uint8_t *const snapshot = snapshot_of(world, &size);
    for (uint64_t tick = 0; tick < 2; tick++) {
        replay_file file;
        pawl_replay_writer writer;
        begin_raw(&writer, &file, PAWL_REPLAY_WORLD, NULL);
        ck_assert_int_eq(pawl_replay_write_keyframe(&writer, tick, snapshot, size), PAWL_OK);
        ck_assert_int_eq(pawl_replay_end(&writer, tick, 0, pawl_world_hash(world)), PAWL_OK);
        const pawl_replay replay = open_replay(&file);
        ck_assert_int_eq(exercise(&replay).status, tick == 0 ? PAWL_OK : PAWL_ERR_FORMAT);
        replay_file_free(&file);
    }
    free(snapshot);
    free(world);
}
END_TEST

START_TEST(meta_beyond_its_limit_is_refused) {
    static uint8_t text[PAWL_REPLAY_META_MAX + 1];
    for (uint32_t size = PAWL_REPLAY_META_MAX; size <= PAWL_REPLAY_META_MAX + 1u; size++) {
        replay_file file;
        pawl_replay_writer writer;
        begin_raw(&writer, &file, PAWL_REPLAY_WORLD, NULL);
        put_raw(&writer, PAWLI_ID_META, text, size);
        put_raw(&writer, PAWLI_ID_KEYFRAME, text, 9);
        pawl_replay replay;
        ck_assert_int_eq(pawl_replay_open(&replay, file.bytes, file.size, NULL),
                         size > PAWL_REPLAY_META_MAX ? PAWL_ERR_FORMAT : PAWL_OK);
        replay_file_free(&file);
    }
}
END_TEST

/* Data of terrain that has the right checksum and could hang or break a step. */
START_TEST(terrain_is_checked_before_it_is_used) {
    replay_file file = make_world_file();
    const pawl_replay good = open_replay(&file);
    const pawl_chunk chain = find_chunk(&good, 0, PAWL_CHUNK_TERRAIN);
    const pawl_chunk tiles = find_chunk(&good, chain.offset + chain.size, PAWL_CHUNK_TERRAIN);
    static const struct {
        int chunk;
        uint32_t at;
        uint8_t value;
    } bad[] = {
        {0, 1, 8},         /* flags that do not exist */
        {0, 1, 5},         /* ghost ends of a loop */
        {0, 24, 1},        /* another checksum */
        {0, 28 + 3, 0x7F}, /* a point far out */
        {0, 12, 1},        /* a chain with cells */
        {1, 28, 7},        /* a cell of no kind */
        {1, 12 + 3, 0x7F}, /* cells larger than the world */
        {1, 16 + 3, 0x7F}, /* far out */
        {1, 1, 1},         /* flags of a chain */
        {1, 29, 0},        /* other content than the world's */
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const pawl_chunk *const chunk = bad[i].chunk == 0 ? &chain : &tiles;
        uint8_t *const content = file.bytes + chunk->offset + PAWLI_CHUNK_HEAD_SIZE;
        const uint8_t old = content[bad[i].at],
                      old_sum[4] = {content[24], content[25], content[26], content[27]};
        content[bad[i].at] = bad[i].value;
        if (bad[i].at != 24) {
            pawli_store_u32(content + 24, pawl_xxh32(content + 28, chunk->content_size - 28, 0));
        }
        repair_chunk(file.bytes, chunk->offset);
        const pawl_replay replay = open_replay(&file);
        const pawl_verdict verdict = exercise(&replay);
        ck_assert_msg(verdict.status == PAWL_ERR_FORMAT, "case %d: %s", (int)i,
                      pawl_status_text(verdict.status));
        content[bad[i].at] = old;
        memcpy(content + 24, old_sum, 4);
        repair_chunk(file.bytes, chunk->offset);
    }
    const pawl_replay again = open_replay(&file);
    ck_assert_int_eq(exercise(&again).status, PAWL_OK);
    replay_file_free(&file);
}
END_TEST

/* A world whose terrain is not in the file is there in memory, but nobody may go on with it. */
START_TEST(a_world_without_its_terrain_is_not_played) {
    replay_file file = make_world_file();
    const pawl_replay good = open_replay(&file);
    const pawl_chunk chain = find_chunk(&good, 0, PAWL_CHUNK_TERRAIN);
    const pawl_chunk tiles = find_chunk(&good, chain.offset + chain.size, PAWL_CHUNK_TERRAIN);
    uint8_t *const content = file.bytes + tiles.offset + PAWLI_CHUNK_HEAD_SIZE;
    content[29] ^= 1; /* a cell */
    pawli_store_u32(content + 24, pawl_xxh32(content + 28, tiles.content_size - 28, 0));
    repair_chunk(file.bytes, tiles.offset);
    const pawl_replay replay = open_replay(&file);
    const size_t size = pawl_playback_size(&replay, NULL);
    void *const memory = malloc(size);
    pawl_playback playback;
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, NULL, true, memory, size),
                     PAWL_ERR_FORMAT);
    ck_assert_ptr_null(playback.world);
    ck_assert_int_eq(pawl_playback_step(&playback, NULL), PAWL_ERR_FORMAT);
    ck_assert_int_eq(pawl_playback_seek(&playback, replay.first_tick + 1, NULL), PAWL_ERR_FORMAT);
    ck_assert_ptr_null(playback.world);
    free(memory);
    replay_file_free(&file);
}
END_TEST

/* A file may not order unbounded work: a few bytes that say they are a million years. */
START_TEST(a_file_cannot_order_endless_work) {
    replay_file file = make_world_file();
    const pawl_replay good = open_replay(&file);
    const pawl_chunk end = find_chunk(&good, 0, PAWL_CHUNK_END);
    memset(file.bytes + end.offset + PAWLI_CHUNK_HEAD_SIZE, 0xFF, 8);
    repair_chunk(file.bytes, end.offset);
    const pawl_replay replay = open_replay(&file);
    ck_assert_uint_eq(replay.last_tick, UINT64_MAX);
    ck_assert_uint_eq(pawl_playback_size(&replay, NULL), 0);
    ck_assert_int_eq(exercise(&replay).status, PAWL_ERR_LIMIT);
    pawl_replay_limits limits = pawl_replay_limits_default();
    limits.ticks_max = UINT64_MAX;
    limits.work_max = 5000;
    const size_t size = pawl_playback_size(&replay, &limits);
    void *const memory = malloc(size);
    pawl_playback playback;
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, &limits, false, memory, size),
                     PAWL_OK);
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    ck_assert_int_eq(verdict.status, PAWL_ERR_LIMIT);
    ck_assert_uint_lt(verdict.tick, 1500);
    free(memory);
    replay_file_free(&file);
}
END_TEST

/* Keyframes and edits with bytes changed behind right checksums: whatever a snapshot says, playing
 * it ends with a status. Most of the changes must have been noticed. */
START_TEST(forged_snapshots_and_edits_do_no_harm) {
    replay_file file = make_world_file();
    const pawl_replay good = open_replay(&file);
    const pawl_chunk_type kind = _i % 2 == 0 ? PAWL_CHUNK_KEYFRAME : PAWL_CHUNK_EDIT;
    const pawl_chunk chunk = find_chunk(&good, 0, kind);
    uint8_t *const content = file.bytes + chunk.offset + PAWLI_CHUNK_HEAD_SIZE + 8;
    uint8_t *const kept = malloc(chunk.content_size);
    memcpy(kept, content, chunk.content_size);
    uint64_t seed = first_seed(_i);
    int noticed = 0, rounds = SEEDED_ROUNDS(300);
    for (int n = 0; n < rounds; n++) {
        const int edits = 1 + (int)(seeded_next(&seed) % 3);
        for (int i = 0; i < edits; i++)
            content[seeded_next(&seed) % chunk.content_size] = (uint8_t)(seeded_next(&seed) >> 56);
        if (kind == PAWL_CHUNK_KEYFRAME) {
            pawli_store_u32(content + chunk.content_size - 4,
                            pawli_crc_32(0, content, chunk.content_size - 4));
        }
        repair_chunk(file.bytes, chunk.offset);
        const pawl_replay replay = open_replay(&file);
        noticed += exercise(&replay).status != PAWL_OK;
        memcpy(content, kept, chunk.content_size);
    }
    ck_assert_int_gt(noticed, SEEDED_OFTEN(rounds / 2));
    free(kept);
    replay_file_free(&file);
}
END_TEST

/* A keyframe whose state does not have the hash that it says, behind right checksums. */
static void forge_hash(replay_file *file, const pawl_chunk *keyframe) {
    uint8_t *const content = file->bytes + keyframe->offset + PAWLI_CHUNK_HEAD_SIZE + 8;
    content[PAWLI_SNAPSHOT_HASH_AT] ^= 1;
    pawli_store_u32(content + keyframe->content_size - 4,
                    pawli_crc_32(0, content, keyframe->content_size - 4));
    repair_chunk(file->bytes, keyframe->offset);
}

START_TEST(a_wrong_hash_of_a_keyframe_is_never_silent) {
    replay_file file = make_world_file();
    const pawl_replay good = open_replay(&file);
    const pawl_chunk first = find_chunk(&good, 0, PAWL_CHUNK_KEYFRAME);
    const pawl_chunk second = find_chunk(&good, first.offset + first.size, PAWL_CHUNK_KEYFRAME);
    const bool is_first = _i == 0;
    forge_hash(&file, is_first ? &first : &second);
    const pawl_replay replay = open_replay(&file);
    const size_t size = pawl_playback_size(&replay, NULL);
    void *const memory = malloc(size), *const other = malloc(size);
    pawl_playback playback;
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, NULL, false, memory, size),
                     is_first ? PAWL_ERR_FORMAT : PAWL_OK);
    if (is_first) {
        ck_assert_ptr_null(playback.world);
    } else { /* started from, and played over */
        ck_assert_int_eq(pawl_playback_start_at(&playback, 1), PAWL_ERR_FORMAT);
        ck_assert_uint_eq(playback.verdict.offset, second.offset);
        ck_assert_ptr_null(playback.world);
        const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
        ck_assert_int_eq(verdict.status, PAWL_ERR_DESYNC);
        ck_assert_uint_eq(verdict.offset, second.offset);
        pawl_difference difference;
        ck_assert_int_eq(pawl_playback_get_difference(&playback, other, size, &difference),
                         PAWL_ERR_FORMAT);
    }
    free(other);
    free(memory);
    replay_file_free(&file);
}
END_TEST

/* An edit that gives the world such a hash: its bytes are those that the playback must have, so
 * that only the hash can tell. */
START_TEST(a_wrong_hash_of_an_edit_is_never_silent) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    uint32_t size[2], first_size;
    size_t delta_size;
    uint8_t *const first = snapshot_of(world, &first_size);
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    uint8_t *const before = snapshot_of(world, &size[0]);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(1, 0)), PAWL_OK);
    uint8_t *const after = snapshot_of(world, &size[1]);
    const size_t room = pawl_snapshot_diff_size_max(size[0], size[1]);
    uint8_t *const delta = malloc(room);
    for (int i = 0; i < 2; i++) {
        if (i == 1) after[PAWLI_SNAPSHOT_HASH_AT] ^= 1;
        pawli_store_u32(after + size[1] - 4, pawli_crc_32(0, after, size[1] - 4));
        ck_assert_int_eq(
            pawl_snapshot_diff(before, size[0], after, size[1], delta, room, &delta_size), PAWL_OK);
        replay_file file;
        pawl_replay_writer writer;
        begin_raw(&writer, &file, PAWL_REPLAY_WORLD, NULL);
        ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 0, first, first_size), PAWL_OK);
        ck_assert_int_eq(pawl_replay_write_edit(&writer, 1, delta, delta_size), PAWL_OK);
        ck_assert_int_eq(pawl_replay_end(&writer, 1, 0, pawl_world_hash(world)), PAWL_OK);
        const pawl_replay replay = open_replay(&file);
        ck_assert_int_eq(exercise(&replay).status, i == 0 ? PAWL_OK : PAWL_ERR_FORMAT);
        replay_file_free(&file);
    }
    free(delta);
    free(after);
    free(before);
    free(first);
    free(world);
}
END_TEST

Suite *suite_replay_forged(void);
Suite *suite_replay_forged(void) {
    TCase *cases = tcase_create("replay_forged");
    tcase_add_loop_test(cases, intact_chunks_are_not_believed, 0,
                        (int)(sizeof changes / sizeof changes[0]));
    tcase_add_loop_test(cases, chunks_out_of_order_are_refused, 0,
                        (int)(sizeof orders / sizeof orders[0]));
    tcase_add_test(cases, ticks_do_not_wrap);
    tcase_add_loop_test(cases, a_chain_begins_at_the_first_keyframe, 0, 2);
    tcase_add_test(cases, a_keyframe_is_of_its_own_tick);
    tcase_add_test(cases, meta_beyond_its_limit_is_refused);
    tcase_add_test(cases, terrain_is_checked_before_it_is_used);
    tcase_add_test(cases, a_world_without_its_terrain_is_not_played);
    tcase_add_test(cases, a_file_cannot_order_endless_work);
    tcase_add_loop_test(cases, forged_snapshots_and_edits_do_no_harm, 0, 4);
    tcase_add_loop_test(cases, a_wrong_hash_of_a_keyframe_is_never_silent, 0, 2);
    tcase_add_test(cases, a_wrong_hash_of_an_edit_is_never_silent);
    Suite *suite = suite_create("replay_forged");
    suite_add_tcase(suite, cases);
    return suite;
}
