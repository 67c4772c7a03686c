/* replay_viewer.c - a recorded game is verified and shown.
 *
 * Without an argument it records ten seconds of two players in memory and shows them; with one it
 * shows a file that `pawl host --record FILE` has written. A replay is as small as its inputs: the
 * game is played again, and the hashes in the file tell that it is the same one.
 *
 *   make examples && build/examples/replay_viewer [FILE] */
#include <stdio.h>
#include <string.h>

#include "sumo/machine.h"

#define TICKS 600
#define SEED 4
#define FILE_MAX 4000000u
#define COLUMNS 35 /* of the picture; half a unit each */
#define ROWS 17    /* a unit each */

static sumo game;
static uint8_t file[FILE_MAX];
static size_t file_size;

/* ---- recording ---- */

static bool append(void *context, const void *bytes, size_t size) {
    (void)context;
    if (size > FILE_MAX - file_size) return false;
    memcpy(file + file_size, bytes, size);
    file_size += size;
    return true;
}

static pawl_status record(void) {
    static uint8_t buffer[PAWL_REPLAY_BUFFER], snapshot[SUMO_SNAPSHOT_BYTES];
    const pawl_replay_header header = machine_replay_header(2, SEED);
    const pawl_sink sink = {append, NULL};
    pawl_replay_writer writer;
    uint32_t size, chain = 0;
    pawl_status status = pawl_replay_begin(&writer, &header, sink, buffer, sizeof buffer);
    if (status == PAWL_OK) status = sumo_start(&game, 2, SEED);
    if (status == PAWL_OK) status = sumo_encode(&game, snapshot, sizeof snapshot, &size);
    if (status == PAWL_OK) status = pawl_replay_write_keyframe(&writer, 0, snapshot, size);
    for (uint32_t tick = 0; status == PAWL_OK && tick < TICKS; tick++) {
        const uint8_t inputs[] = {sumo_bot(SEED, 0, tick), sumo_bot(SEED, 1, tick)};
        const uint32_t hash = sumo_hash(&game);
        chain = pawl_hash_chain(chain, hash);
        if (tick % 60 == 0) status = pawl_replay_write_hash(&writer, tick, chain, hash, NULL);
        if (status == PAWL_OK) status = pawl_replay_write_inputs(&writer, tick, inputs, NULL);
        if (status == PAWL_OK) status = sumo_step(&game, inputs);
    }
    if (status != PAWL_OK) return status;
    const uint32_t hash = sumo_hash(&game);
    return pawl_replay_end(&writer, TICKS, pawl_hash_chain(chain, hash), hash);
}

static bool read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    if (in == NULL) return false;
    file_size = fread(file, 1, sizeof file, in);
    fclose(in);
    return file_size > 0;
}

/* ---- showing ---- */

static void put_body(char picture[ROWS][COLUMNS + 1], pawl_vec2 at, char sign) {
    const int32_t column = COLUMNS / 2 + pawl_near_to_int(2 * at.x);
    const int32_t row = ROWS / 2 - pawl_near_to_int(at.y);
    if (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS) picture[row][column] = sign;
}

static void show(uint64_t tick) {
    char picture[ROWS][COLUMNS + 1];
    const int64_t radius = sumo_radius(&game);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const int64_t x = (int64_t)(column - COLUMNS / 2) * PAWL_FX_ONE / 2;
            const int64_t y = (int64_t)(ROWS / 2 - row) * PAWL_FX_ONE;
            picture[row][column] = x * x + y * y <= radius * radius ? '.' : ' ';
        }
        picture[row][COLUMNS] = 0;
    }
    const sumo_rules *rules = &game.rules;
    for (uint32_t i = 0; i < SUMO_CRATES; i++)
        if (sumo_has_crate(&game, i)) {
            put_body(picture, pawl_body_get_position(game.world, game.bodies[rules->players + i]),
                     '#');
        }
    for (uint32_t i = 0; i < rules->players; i++)
        if (sumo_has_player(&game, i)) {
            put_body(picture, pawl_body_get_position(game.world, game.bodies[i]), (char)('1' + i));
        }
    printf("tick %lu, round %lu, points %lu to %lu, hash %08lx\n", (unsigned long)tick,
           (unsigned long)rules->round + 1, (unsigned long)rules->score[0],
           (unsigned long)rules->score[1], (unsigned long)sumo_hash(&game));
    for (int row = 0; row < ROWS; row++)
        puts(picture[row]);
}

static pawl_status play(const pawl_replay *replay, uint64_t every) {
    uint8_t inputs[PAWL_REPLAY_PLAYERS_MAX * PAWL_REPLAY_INPUT_MAX];
    pawl_input_cursor cursor = {0};
    pawl_chunk chunk;
    uint32_t next = 0;
    do { /* the first keyframe */
        const pawl_status status = pawl_replay_get_chunk(replay, next, &chunk, &next);
        if (status != PAWL_OK) return status;
    } while (chunk.type != PAWL_CHUNK_KEYFRAME);
    pawl_status status = sumo_decode(&game, chunk.content, chunk.content_size);
    if (status == PAWL_OK && game.rules.players != replay->header.players) return PAWL_ERR_FORMAT;
    for (uint64_t tick = replay->first_tick; status == PAWL_OK; tick++) {
        if (tick % every == 0) show(tick);
        if (tick == replay->last_tick) return PAWL_OK;
        status = pawl_replay_get_inputs(replay, &cursor, tick, inputs, NULL);
        if (status == PAWL_OK) status = sumo_step(&game, inputs);
    }
    return status;
}

int main(int argc, char **argv) {
    pawl_replay replay;
    const pawl_replay_game calls = machine_replay_game(&game);
    const bool is_there = argc > 1 ? read_file(argv[1]) : record() == PAWL_OK;
    pawl_status status = PAWL_ERR_FORMAT;
    if (is_there) status = pawl_replay_open(&replay, file, file_size, NULL);
    if (status == PAWL_OK && replay.header.app_id != SUMO_APP_ID) status = PAWL_ERR_FORMAT;
    if (status == PAWL_OK) status = sumo_start(&game, replay.header.players, replay.header.seed);
    if (status == PAWL_OK) {
        const pawl_verdict verdict = pawl_replay_verify(&replay, &calls, NULL, false, NULL);
        status = verdict.status;
        printf("%s: %lu ticks, %lu bytes, %lu checkpoints agree\n", pawl_status_text(status),
               (unsigned long)(verdict.tick - replay.first_tick), (unsigned long)file_size,
               (unsigned long)verdict.checkpoints);
    }
    if (status == PAWL_OK) status = play(&replay, argc > 1 ? 60 : 200);
    if (status != PAWL_OK) printf("%s\n", pawl_status_text(status));
    return status == PAWL_OK ? 0 : 1;
}
