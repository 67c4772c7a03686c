/* episodes_replay.c - a run is recorded, played again from its file, and verified. */
#include "portcheck/check.h"

#include "pawl/pawl.h"
#include "pawl/replay.h"

#include <string.h>

#define WORLD_TICKS 20
#define GAME_TICKS 60
#define FILE_BYTES 2048

/* A file in memory. */
typedef struct file {
    uint8_t *bytes;
    size_t size, capacity;
} file;

static bool append(void *context, const void *bytes, size_t size) {
    file *const to = context;
    if (size > to->capacity - to->size) return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static void expect_done(pawli_check *check, const char *what, pawl_status status) {
    pawli_expect(check, what, status, PAWL_OK);
}

static void fold_verdict(pawli_check *check, const pawl_verdict *verdict) {
    pawli_fold(check, (uint32_t)verdict->status);
    pawli_fold(check, (uint32_t)verdict->tick);
    pawli_fold(check, (uint32_t)verdict->equal_tick);
    pawli_fold(check, verdict->want);
    pawli_fold(check, verdict->got);
    pawli_fold(check, verdict->checkpoints);
    pawli_fold(check, verdict->branches);
}

/* ---- a world ---- */

static pawl_world_def small_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 2;
    def.event_capacity = 1;
    def.contact_capacity = 1;
    def.joint_capacity = 0;
    return def;
}

/* A box on the ground, pushed now and then. */
static void record(pawli_check *check, pawli_arena arena, file *to) {
    const pawl_world_def def = small_def();
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    const pawl_sink sink = {append, to};
    pawl_replay_writer writer;
    pawl_recorder recorder;
    pawl_world *world = NULL;
    const size_t size = pawl_world_size(&def), room = pawl_recorder_size(&def);
    void *const memory = pawli_take(check, &arena, size);
    void *const log = pawli_take(check, &arena, room);
    if (memory == NULL || log == NULL) return;
    header.config = PAWL_CONFIG_ID_FULL; /* the same bytes in every profile */
    expect_done(check, "pawl_world_init()", pawl_world_init(memory, size, &def, &world));
    if (world == NULL) return;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    const pawl_body_id box = pawli_add(check, world, PAWL_DYNAMIC, 0, 80, 50, 50);
    expect_done(check, "pawl_replay_begin()", pawl_replay_begin(&writer, &header, sink, NULL, 0));
    expect_done(check, "pawl_recorder_begin()",
                pawl_recorder_begin(&recorder, &writer, world, 0, 8, log, room));
    for (int16_t tick = 0; tick < WORLD_TICKS; tick++) {
        const pawl_vec2 push = pawl_vec2_make(PAWL_FX(0, 1, 4), tick * (PAWL_FX(0, 1, 16)));
        if (tick % 8 == 5) (void)pawl_body_change_velocity(world, box, push, pawl_vec2_make(0, 0));
        expect_done(check, "pawl_recorder_step()", pawl_recorder_step(&recorder, world, NULL));
    }
    expect_done(check, "pawl_recorder_end()", pawl_recorder_end(&recorder, world));
    pawli_fold(check, recorder.edits);
    pawli_fold(check, recorder.chain);
}

/* All of it, then from its middle, then with a push that was not recorded. */
static void play_again(pawli_check *check, pawli_arena arena, const file *from) {
    pawl_replay replay;
    pawl_playback playback;
    expect_done(check, "pawl_replay_open()",
                pawl_replay_open(&replay, from->bytes, from->size, NULL));
    pawli_fold(check, replay.edits * 64u + replay.hashes);
    const size_t size = pawl_playback_size(&replay, NULL);
    void *const memory = pawli_take(check, &arena, size);
    if (memory == NULL) return;
    expect_done(check, "pawl_playback_begin()",
                pawl_playback_begin(&playback, &replay, NULL, false, memory, size));
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    expect_done(check, "pawl_playback_verify()", verdict.status);
    fold_verdict(check, &verdict);
    expect_done(check, "pawl_playback_begin()",
                pawl_playback_begin(&playback, &replay, NULL, false, memory, size));
    expect_done(check, "pawl_playback_seek()", pawl_playback_seek(&playback, 9, NULL));
    pawli_fold(check, pawl_world_hash(playback.world));
    const pawl_body_id ground = pawl_world_next_body(playback.world, PAWL_NULL_BODY);
    const pawl_body_id box = pawl_world_next_body(playback.world, ground);
    const pawl_vec2 wrong = pawl_vec2_make(1, 0);
    (void)pawl_body_change_velocity(playback.world, box, wrong, wrong);
    pawl_status status = PAWL_OK;
    for (int16_t tick = 0; tick < WORLD_TICKS && status == PAWL_OK; tick++)
        status = pawl_playback_step(&playback, NULL);
    pawli_expect(check, "pawl_playback_step() of another world", status, PAWL_ERR_DESYNC);
    fold_verdict(check, &playback.verdict);
}

static void run_world(pawli_check *check) {
    pawli_arena arena = pawli_arena_make();
    file to = {pawli_take(check, &arena, FILE_BYTES), 0, FILE_BYTES};
    if (to.bytes == NULL) return;
    record(check, arena, &to);
    pawli_fold(check, (uint32_t)to.size);
    pawli_fold(check, pawl_xxh32(to.bytes, to.size, 0));
    play_again(check, arena, &to);
}

/* ---- a game: one number that remembers all inputs ---- */

static uint32_t next_state(uint32_t state, const uint8_t *inputs) {
    return (state ^ inputs[0] ^ (uint32_t)inputs[1] << 8) * UINT32_C(1664525) + inputs[2];
}

static void step_game(void *context, const uint8_t *inputs, const uint8_t *status) {
    uint32_t *const state = context;
    *state = next_state(*state, inputs) + status[1];
}

static bool load_game(void *context, uint64_t tick, const void *snapshot, uint32_t size) {
    (void)tick;
    const uint8_t *const bytes = snapshot;
    if (size != 1) return false;
    *(uint32_t *)context = bytes[0];
    return true;
}

static uint32_t hash_game(void *context) {
    return *(const uint32_t *)context;
}

/* Two players of two bytes, who change their minds now and then. */
static void inputs_of(uint16_t tick, uint8_t *inputs, uint8_t *status) {
    inputs[0] = (uint8_t)(tick / 7 * 31);
    inputs[1] = 0;
    inputs[2] = (uint8_t)(tick / 3);
    inputs[3] = (uint8_t)(tick % 16 == 9);
    status[0] = 0;
    status[1] = tick > 40 ? 2 : 0;
}

static void run_game(pawli_check *check) {
    pawli_arena arena = pawli_arena_make();
    file to = {pawli_take(check, &arena, FILE_BYTES), 0, FILE_BYTES};
    if (to.bytes == NULL) return;
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    pawl_replay_writer writer;
    pawl_replay replay;
    uint8_t buffer[PAWL_REPLAY_BUFFER_MIN], inputs[4], status[2];
    const uint8_t snapshot[1] = {77};
    uint32_t state = snapshot[0], chain = pawl_hash_chain(0, state);
    const pawl_sink sink = {append, &to};
    header.config = PAWL_CONFIG_ID_FULL;
    header.players = 2;
    header.input_size = 2;
    expect_done(check, "pawl_replay_begin()",
                pawl_replay_begin(&writer, &header, sink, buffer, sizeof buffer));
    expect_done(check, "pawl_replay_write_meta()", pawl_replay_write_meta(&writer, "level=3\n"));
    expect_done(check, "pawl_replay_write_keyframe()",
                pawl_replay_write_keyframe(&writer, 0, snapshot, 1));
    for (uint16_t tick = 0; tick < GAME_TICKS; tick++) {
        inputs_of(tick, inputs, status);
        if (tick % 16 == 15) (void)pawl_replay_write_hash(&writer, tick, chain, state, NULL);
        expect_done(check, "pawl_replay_write_inputs()",
                    pawl_replay_write_inputs(&writer, tick, inputs, status));
        step_game(&state, inputs, status);
        chain = pawl_hash_chain(chain, state);
    }
    expect_done(check, "pawl_replay_end()", pawl_replay_end(&writer, GAME_TICKS, chain, state));
    pawli_fold(check, pawl_xxh32(to.bytes, to.size, 0));
    expect_done(check, "pawl_replay_open()", pawl_replay_open(&replay, to.bytes, to.size, NULL));
    pawl_input_cursor cursor;
    memset(&cursor, 0, sizeof cursor);
    expect_done(check, "pawl_replay_get_inputs()",
                pawl_replay_get_inputs(&replay, &cursor, 33, inputs, status));
    pawli_fold(check, inputs[0] + inputs[2] * 256u);
    const pawl_replay_game game = {&state, load_game, step_game, hash_game, NULL};
    const pawl_verdict verdict = pawl_replay_verify(&replay, &game, NULL, false, NULL);
    expect_done(check, "pawl_replay_verify()", verdict.status);
    fold_verdict(check, &verdict);
    to.bytes[to.size / 2] ^= 16;
    pawli_expect(check, "pawl_replay_open() of damaged bytes",
                 pawl_replay_open(&replay, to.bytes, to.size, NULL) != PAWL_OK, 1);
}

const pawli_episode pawli_replay_episodes[] = {
    {"replay", run_world}, {"replay-game", run_game}, {NULL, NULL}};

void pawli_stage_replay(pawli_check *check) {
    pawli_run_episodes(check, pawli_replay_episodes);
}
