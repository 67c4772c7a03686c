/* test_replay_format.c - chunks and runs of inputs: what is written is what is read. */
#include "support/replay/replay_file.h"

#include "base/rle.h"

#define PLAYERS 3
#define INPUT 2
#define ROW (PLAYERS * (INPUT + 1))

static pawl_replay_header game_header(uint8_t players, uint8_t input_size) {
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    header.players = players;
    header.input_size = input_size;
    return header;
}

static void begin(pawl_replay_writer *writer, replay_file *file, const pawl_replay_header *header,
                  uint8_t *buffer, size_t size) {
    ck_assert_int_eq(pawl_replay_begin(writer, header, replay_file_sink(file), buffer, size),
                     PAWL_OK);
}

/* Inputs of a tick as players give them: mostly the same as before. */
static void draw_row(uint64_t *seed, uint8_t *row, uint32_t size) {
    const uint64_t kind = seeded_next(seed) >> 60;
    if (kind < 10) return;
    if (kind < 14) {
        row[seeded_next(seed) % size] ^= (uint8_t)(1u << (seeded_next(seed) >> 61));
        return;
    }
    for (uint32_t i = 0; i < size; i++)
        row[i] = kind == 14 ? (uint8_t)(seeded_next(seed) >> 56) : 0;
}

START_TEST(the_first_bytes_are_those_of_the_documentation) {
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[PAWL_REPLAY_BUFFER];
    pawl_replay_header header = game_header(2, 1);
    header.simulation = 3;
    header.config = 0x70617711;
    header.math = 0x01020304;
    header.app_id = 0xA1A2A3A4;
    header.seed = 7;
    begin(&writer, &file, &header, buffer, sizeof buffer);
    const uint8_t want[] = {
        'P',  'W',  'L',  'R',  0x0D, 0x0A, 0x1A, 0x0A,              /* magic */
        'H',  'E',  'A',  'D',  1,    1,    0xBF, 0x71, 36, 0, 0, 0, /* head */
        1,    0,    0,    0,    2,    2,    1,    0,    3,  0, 0, 0, /* versions, game */
        0x11, 0x77, 0x61, 0x70, 0x04, 0x03, 0x02, 0x01, 60, 0, 0, 0, /* config, math */
        1,    0,    0,    0,    0xA4, 0xA3, 0xA2, 0xA1, 7,  0, 0, 0, /* rate, app, seed */
    };
    ck_assert_uint_eq(file.size, sizeof want + 4);
    ck_assert_uint_eq(pawli_fetch_u32(file.bytes + sizeof want),
                      pawli_crc_32(0, file.bytes + 8, sizeof want - 8));
    for (size_t i = 0; i < sizeof want; i++)
        ck_assert_msg(file.bytes[i] == want[i], "byte %zu is %02X", i, file.bytes[i]);
    ck_assert_uint_eq(writer.written, file.size);
    replay_file_free(&file);
}
END_TEST

/* Sizes that can be, with zeros behind them. */
static void trim_row(uint8_t *row, uint32_t players, uint32_t size) {
    uint8_t *const sizes = row + players * (size + 1u);
    for (uint32_t p = 0; p < players; p++) {
        sizes[p] = (uint8_t)(sizes[p] % (size + 1u));
        memset(row + p * size + sizes[p], 0, size - sizes[p]);
    }
}

/* Any numbers of players, sizes and buffers; runs are those of the general packer. */
START_TEST(inputs_come_back_in_any_order) {
    uint64_t seed = first_seed(_i);
    const bool is_small = _i % 2 == 0, varies = _i % 3 == 0;
    const uint8_t players = (uint8_t)(1 + seeded_next(&seed) % (is_small ? 8 : 16));
    uint8_t size = (uint8_t)(1 + seeded_next(&seed) % (is_small ? 16 : 64));
    while (players * (size + 1u + varies) > PAWL_REPLAY_ROW_MAX)
        size--;
    const uint32_t row = (uint32_t)players * (size + 1u + varies), ticks = 400;
    const uint64_t start = seeded_next(&seed) >> (8 + seeded_next(&seed) % 56);
    uint8_t *const rows = calloc(ticks, row);
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[PAWL_REPLAY_BUFFER_MAX + 450];
    const size_t least = row <= 136 ? 144 : PAWL_REPLAY_BUFFER_MAX;
    const size_t buffer_size = least + seeded_next(&seed) % 450;
    pawl_replay_header header = game_header(players, size);
    header.variable_inputs = varies;
    begin(&writer, &file, &header, buffer, buffer_size);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, start, "k", 1), PAWL_OK);
    for (uint32_t t = 0; t < ticks; t++) {
        uint8_t *const now = rows + t * row;
        if (t > 0) memcpy(now, now - row, row);
        draw_row(&seed, now, row);
        const uint8_t *const now_sizes = varies ? now + players * (size + 1u) : NULL;
        if (varies) trim_row(now, players, size);
        ck_assert_int_eq(pawl_replay_write_inputs_sized(&writer, start + t, now, now_sizes,
                                                        now + players * size),
                         PAWL_OK);
        if (seeded_next(&seed) % 150 == 0) ck_assert_int_eq(pawl_replay_flush(&writer), PAWL_OK);
    }
    ck_assert_int_eq(pawl_replay_end(&writer, start + ticks, 1, 2), PAWL_OK);
    const pawl_replay replay = open_replay(&file);
    ck_assert_uint_eq(replay.first_tick, start);
    ck_assert_uint_eq(replay.last_tick, start + ticks);
    ck_assert_msg(replay.is_complete, "no end");
    pawl_input_cursor cursor = {0};
    for (uint32_t n = 0; n < 3 * ticks; n++) {
        const uint32_t t = n < ticks ? n : (uint32_t)(seeded_next(&seed) % ticks);
        uint8_t inputs[PAWL_REPLAY_ROW_MAX], status[16], sizes[16];
        ck_assert_int_eq(
            pawl_replay_get_inputs_sized(&replay, &cursor, start + t, inputs, sizes, status),
            PAWL_OK);
        ck_assert_uint_eq(sizes[0], varies ? rows[t * row + players * (size + 1u)] : size);
        ck_assert_msg(memcmp(inputs, rows + t * row, (size_t)players * size) == 0 &&
                          memcmp(status, rows + t * row + players * size, players) == 0,
                      "tick %u of pass %d", t, _i);
    }
    uint8_t inputs[PAWL_REPLAY_ROW_MAX];
    ck_assert_int_eq(pawl_replay_get_inputs(&replay, &cursor, start + ticks, inputs, NULL),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_get_inputs(&replay, &cursor, start - 1, inputs, NULL),
                     PAWL_ERR_RANGE);
    free(rows);
    replay_file_free(&file);
}
END_TEST

START_TEST(a_run_is_packed_like_any_block) {
    uint64_t seed = first_seed(_i);
    enum {
        TICKS = 120
    };
    uint8_t rows[TICKS][ROW], changes[TICKS * ROW];
    memset(rows, 0, sizeof rows);
    replay_file file = {0};
    pawl_replay_writer writer;
    static uint8_t buffer[8192];
    const pawl_replay_header header = game_header(PLAYERS, INPUT);
    begin(&writer, &file, &header, buffer, sizeof buffer);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 0, "k", 1), PAWL_OK);
    for (int t = 0; t < TICKS; t++) {
        if (t > 0) memcpy(rows[t], rows[t - 1], ROW);
        draw_row(&seed, rows[t], ROW);
        /* Long literal runs as well, with single zeros in them. */
        for (int i = 0; _i % 2 == 1 && i < ROW; i++)
            rows[t][i] = (uint8_t)(seeded_next(&seed) % 9);
        for (int i = 0; i < ROW; i++)
            changes[t * ROW + i] = (uint8_t)(rows[t][i] ^ (t > 0 ? rows[t - 1][i] : 0));
        ck_assert_int_eq(
            pawl_replay_write_inputs(&writer, (uint64_t)t, rows[t], rows[t] + PLAYERS * INPUT),
            PAWL_OK);
    }
    ck_assert_int_eq(pawl_replay_flush(&writer), PAWL_OK);
    uint8_t packed[PAWLI_RLE_MAX(sizeof changes)];
    pawli_writer to = pawli_writer_of(packed, sizeof packed);
    pawli_rle_pack(&to, changes, NULL, sizeof changes);
    const pawl_replay replay = open_replay(&file);
    const pawl_chunk run = find_chunk(&replay, 0, PAWL_CHUNK_INPUTS);
    ck_assert_uint_eq(run.count, TICKS);
    ck_assert_uint_eq(run.content_size, PAWLI_INPUTS_CONTENT + to.at);
    ck_assert_int_eq(memcmp(run.content + PAWLI_INPUTS_CONTENT, packed, to.at), 0);
    replay_file_free(&file);
}
END_TEST

/* Eight players with sixteen bytes in the smallest buffers that are allowed, all bits changing. */
START_TEST(the_smallest_buffer_is_enough) {
    static const struct {
        uint8_t players, input_size;
        size_t buffer;
    } cases[] = {
        {8, 16, 140}, {8, 6, 64}, {1, 1, 64}, {8, 16, PAWL_REPLAY_BUFFER_MAX}, {3, 16, 64}};
    replay_file file = {0};
    pawl_replay_writer writer;
    const pawl_replay_header header = game_header(cases[_i].players, cases[_i].input_size);
    uint8_t *const buffer = malloc(cases[_i].buffer); /* exactly, for the sanitizer */
    begin(&writer, &file, &header, buffer, cases[_i].buffer);
    const uint32_t row = (uint32_t)header.players * (header.input_size + 1u);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 0, "k", 1), PAWL_OK);
    for (uint32_t t = 0; t < 300; t++) {
        uint8_t now[136];
        for (uint32_t i = 0; i < row; i++)
            now[i] = (uint8_t)(t % 4 == 3 ? 0 : (t * 7 + i % 3 * 5) * ((t >> 4) % (i % 4 + 1)));
        ck_assert_int_eq(pawl_replay_write_inputs(&writer, t, now, now + row - header.players),
                         PAWL_OK);
    }
    ck_assert_int_eq(pawl_replay_end(&writer, 300, 0, 0), PAWL_OK);
    const pawl_replay replay = open_replay(&file);
    pawl_input_cursor cursor = {0};
    for (uint32_t t = 0; t < 300; t++) {
        uint8_t inputs[128];
        ck_assert_int_eq(pawl_replay_get_inputs(&replay, &cursor, t, inputs, NULL), PAWL_OK);
        for (uint32_t i = 0; i < row - header.players; i++)
            ck_assert_uint_eq(
                inputs[i],
                (uint8_t)(t % 4 == 3 ? 0 : (t * 7 + i % 3 * 5) * ((t >> 4) % (i % 4 + 1))));
    }
    free(buffer);
    replay_file_free(&file);
}
END_TEST

START_TEST(all_chunks_are_found_again) {
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[64];
    const pawl_replay_header header = game_header(1, 1);
    const uint32_t branches[PAWL_BRANCH_COUNT] = {1, 2, 3, 4, 5, 6};
    const uint8_t input = 9;
    begin(&writer, &file, &header, buffer, sizeof buffer);
    ck_assert_int_eq(pawl_replay_write_meta(&writer, "a=b\nc=d\n"), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 5, "state", 5), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_hash(&writer, 5, 11, 12, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 5, &input, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 6, "other state", 11), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_hash(&writer, 6, 21, 22, branches), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 6, &input, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_replay_end(&writer, 7, 31, 32), PAWL_OK);
    const pawl_replay replay = open_replay(&file);
    static const pawl_chunk_type kinds[] = {PAWL_CHUNK_HEAD, PAWL_CHUNK_META,   PAWL_CHUNK_KEYFRAME,
                                            PAWL_CHUNK_HASH, PAWL_CHUNK_INPUTS, PAWL_CHUNK_KEYFRAME,
                                            PAWL_CHUNK_HASH, PAWL_CHUNK_INPUTS, PAWL_CHUNK_END};
    uint32_t at = 0, count = 0;
    pawl_chunk chunk;
    for (; pawl_replay_get_chunk(&replay, at, &chunk, &at) == PAWL_OK; count++) {
        ck_assert_int_eq(chunk.type, kinds[count]);
        if (count == 1) ck_assert_int_eq(memcmp(chunk.content, "a=b\nc=d\n", 8), 0);
        if (count == 5) ck_assert_int_eq(memcmp(chunk.content, "other state", 11), 0);
        if (count == 5) ck_assert_uint_eq(chunk.content_size, 11);
        if (count == 6) ck_assert_int_eq(memcmp(chunk.branches, branches, sizeof branches), 0);
        if (count == 6) ck_assert_uint_eq(chunk.chain * 100 + chunk.hash, 2122);
        if (count == 7) ck_assert_uint_eq(chunk.tick * 100 + chunk.count, 601);
        if (count == 3) ck_assert_msg(!chunk.has_branches, "parts from nowhere");
    }
    ck_assert_uint_eq(count, sizeof kinds / sizeof kinds[0]);
    ck_assert_uint_eq(replay.keyframes * 100 + replay.hashes * 10 + replay.inputs, 222);
    ck_assert_uint_eq(replay.final_chain * 100 + replay.final_hash, 3132);
    ck_assert_uint_eq(replay.largest, 11);
    ck_assert_uint_eq(replay.whole, file.size);
    ck_assert_int_eq(memcmp(&replay.header, &header, sizeof header), 0);
    replay_file_free(&file);
}
END_TEST

START_TEST(calls_out_of_order_write_nothing) {
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[64];
    const uint8_t input = 0;
    const pawl_replay_header header = game_header(1, 1);
    begin(&writer, &file, &header, buffer, sizeof buffer);
    size_t size = file.size;
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 0, &input, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_write_hash(&writer, 0, 0, 0, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_end(&writer, 0, 0, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_write_edit(&writer, 0, "e", 1), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 3, "", 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 3, NULL, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_write_keyframe(NULL, 3, "k", 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_write_meta(&writer, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_write_meta(&writer, "bell\a"), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_write_meta(&writer, "delete\x7F"), PAWL_ERR_ARGUMENT);
    char text[PAWL_REPLAY_META_MAX + 2];
    memset(text, 'x', sizeof text);
    text[PAWL_REPLAY_META_MAX + 1] = 0;
    ck_assert_int_eq(pawl_replay_write_meta(&writer, text), PAWL_ERR_RANGE);
    ck_assert_uint_eq(file.size, size);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 3, "k", 1), PAWL_OK);
    size = file.size;
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 3, "k", 1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 4, "k", 1),
                     PAWL_ERR_RANGE); /* no inputs yet */
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 2, &input, NULL), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 4, &input, NULL), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 3, NULL, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 3, &input, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 3, &input, NULL), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_end(&writer, 3, 0, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_end(&writer, 5, 0, 0), PAWL_ERR_RANGE);
    ck_assert_uint_eq(file.size, size);
    ck_assert_int_eq(pawl_replay_write_hash(&writer, 4, 0, 0, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_hash(&writer, 4, 0, 0, NULL), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_replay_end(&writer, 4, 0, 0), PAWL_OK);
    size = file.size;
    ck_assert_int_eq(pawl_replay_write_inputs(&writer, 4, &input, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_write_hash(&writer, 9, 0, 0, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_end(&writer, 9, 0, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_replay_write_meta(&writer, "late=1"), PAWL_ERR_ARGUMENT);
    ck_assert_uint_eq(file.size, size);
    ck_assert_msg(open_replay(&file).is_complete, "no end");
    replay_file_free(&file);
}
END_TEST

START_TEST(headers_that_cannot_be_are_refused) {
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t buffer[512];
    const pawl_sink sink = replay_file_sink(&file), none = {NULL, NULL};
    const pawl_replay_header good = game_header(2, 2);
    static const struct {
        uint8_t kind, players, input_size;
        uint32_t numerator, denominator;
        pawl_status want;
    } cases[] = {{0, 2, 2, 60, 1, PAWL_ERR_ARGUMENT}, {3, 2, 2, 60, 1, PAWL_ERR_ARGUMENT},
                 {2, 0, 2, 60, 1, PAWL_ERR_RANGE},    {2, 17, 2, 60, 1, PAWL_ERR_RANGE},
                 {2, 2, 0, 60, 1, PAWL_ERR_RANGE},    {2, 2, 65, 60, 1, PAWL_ERR_RANGE},
                 {2, 8, 64, 60, 1, PAWL_ERR_RANGE},   {2, 2, 2, 0, 1, PAWL_ERR_RANGE},
                 {2, 2, 2, 60, 0, PAWL_ERR_RANGE},    {1, 1, 0, 60, 1, PAWL_ERR_RANGE},
                 {1, 0, 1, 60, 1, PAWL_ERR_RANGE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pawl_replay_header header = good;
        header.type = cases[i].kind;
        header.players = cases[i].players;
        header.input_size = cases[i].input_size;
        header.rate_numerator = cases[i].numerator;
        header.rate_denominator = cases[i].denominator;
        ck_assert_int_eq(pawl_replay_begin(&writer, &header, sink, buffer, sizeof buffer),
                         cases[i].want);
    }
    ck_assert_int_eq(pawl_replay_begin(NULL, &good, sink, buffer, 512), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_begin(&writer, NULL, sink, buffer, 512), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_begin(&writer, &good, none, buffer, 512), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_begin(&writer, &good, sink, NULL, 512), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_begin(&writer, &good, sink, buffer, 63), PAWL_ERR_MEMORY);
    const pawl_replay_header large = game_header(8, 16);
    ck_assert_int_eq(pawl_replay_begin(&writer, &large, sink, buffer, 139), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(file.size, 0);
    replay_file_free(&file);
}
END_TEST

/* The sink gives up after any number of bytes: all calls from there on say so, and what there is
 * can be read as far as it goes. */
START_TEST(a_sink_that_fails_ends_the_replay) {
    const uint8_t input = 3;
    const pawl_replay_header header = game_header(1, 1);
    for (size_t room = 1; room < 300; room++) {
        replay_file file = {.fails_after = room};
        pawl_replay_writer writer;
        uint8_t buffer[64];
        pawl_status status =
            pawl_replay_begin(&writer, &header, replay_file_sink(&file), buffer, sizeof buffer);
        if (status == PAWL_OK) status = pawl_replay_write_keyframe(&writer, 0, "keyframe", 8);
        for (uint64_t t = 0; t < 100 && status == PAWL_OK; t++) {
            if (t % 20 == 0) status = pawl_replay_write_hash(&writer, t, 1, 2, NULL);
            if (status == PAWL_OK) status = pawl_replay_write_inputs(&writer, t, &input, NULL);
        }
        if (status == PAWL_OK) status = pawl_replay_end(&writer, 100, 3, 4);
        ck_assert_int_eq(status, PAWL_ERR_MEMORY);
        const int calls = file.calls;
        ck_assert_int_eq(pawl_replay_write_meta(&writer, "a=b"), PAWL_ERR_MEMORY);
        ck_assert_int_eq(pawl_replay_flush(&writer), PAWL_ERR_MEMORY);
        ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 500, "k", 1), PAWL_ERR_MEMORY);
        ck_assert_int_eq(file.calls, calls);
        replay_file_free(&file);
    }
}
END_TEST

Suite *suite_replay_format(void);
Suite *suite_replay_format(void) {
    TCase *cases = tcase_create("replay_format");
    tcase_add_test(cases, the_first_bytes_are_those_of_the_documentation);
    tcase_add_loop_test(cases, inputs_come_back_in_any_order, 0, SEEDED_ROUNDS(60));
    tcase_add_loop_test(cases, a_run_is_packed_like_any_block, 0, SEEDED_ROUNDS(60));
    tcase_add_loop_test(cases, the_smallest_buffer_is_enough, 0, 5);
    tcase_add_test(cases, all_chunks_are_found_again);
    tcase_add_test(cases, calls_out_of_order_write_nothing);
    tcase_add_test(cases, headers_that_cannot_be_are_refused);
    tcase_add_test(cases, a_sink_that_fails_ends_the_replay);
    Suite *suite = suite_create("replay_format");
    suite_add_tcase(suite, cases);
    return suite;
}
