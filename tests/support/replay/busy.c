/* busy.c - worlds of 20 bodies to which much is done, as replays. */
#include "support/replay/busy.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BODIES 20
#define FX(units) PAWL_FX(units, 0, 1)

typedef struct busy_file {
    uint8_t *bytes;
    size_t size, room;
} busy_file;

static bool keep(void *context, const void *bytes, size_t size) {
    busy_file *const to = context;
    if (size > to->room - to->size) {
        to->room = 2 * (to->room + size);
        to->bytes = realloc(to->bytes, to->room);
        if (to->bytes == NULL) return false;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static double now(void) {
    struct timespec at;
    (void)clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

/* From low to high, in steps of the last bit. */
static pawl_fx between(pawl_random *random, int low, int high) {
    return (pawl_fx)(low * 65536 +
                     (int32_t)pawl_random_below(random, (uint32_t)(high - low) << 16));
}

static bool add_body(pawl_world *world, pawl_random *random, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_convex convex;
    pawl_shape_id shape;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(between(random, -8, 8), between(random, 2, 9));
    def.angle = pawl_random_next(random);
    const pawl_fx half = FX(1) / 4 + (pawl_fx)pawl_random_below(random, 30000);
    const bool made = pawl_random_below(random, 2) == 0
                          ? pawl_make_circle(pawl_vec2_make(0, 0), half, &convex) == PAWL_OK
                          : pawl_make_box(half, half + 5000, &convex) == PAWL_OK;
    return made && pawl_body_create(world, &def, out) == PAWL_OK &&
           pawl_shape_create(world, *out, &shape_def, &convex, &shape) == PAWL_OK;
}

static bool add_wall(pawl_world *world, pawl_vec2 at, pawl_fx width, pawl_fx height) {
    pawl_body_def def = pawl_body_def_default();
    const pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_convex box;
    pawl_body_id body;
    pawl_shape_id shape;
    def.position = at;
    return pawl_body_create(world, &def, &body) == PAWL_OK &&
           pawl_make_box(width, height, &box) == PAWL_OK &&
           pawl_shape_create(world, body, &shape_def, &box, &shape) == PAWL_OK;
}

/* Anything that programs do, mostly pushes. */
static bool do_anything(pawl_world *world, pawl_random *random, pawl_body_id *bodies) {
    pawl_body_id *const body = &bodies[pawl_random_below(random, BODIES)];
    const pawl_vec2 at = pawl_body_get_position(world, *body);
    const pawl_wide2 push = {between(random, -9, 9), between(random, -2, 9)};
    switch (pawl_random_below(random, 16)) {
    case 0:
        return pawl_body_set_pose(world, *body,
                                  pawl_vec2_make(between(random, -8, 8), between(random, 2, 9)),
                                  pawl_random_next(random)) == PAWL_OK;
    case 1:
        return pawl_body_destroy(world, *body) == PAWL_OK && add_body(world, random, body);
    case 2:
    case 3:
    case 4:
        return pawl_body_apply_impulse(world, *body, push, at) == PAWL_OK;
    case 5:
    case 6:
        return pawl_body_set_velocity(
                   world, *body, pawl_vec2_make(between(random, -5, 5), between(random, -5, 5))) ==
               PAWL_OK;
    case 7:
        return pawl_body_set_user_data(world, *body, pawl_random_next(random)) == PAWL_OK;
    default:
        return pawl_body_apply_force(world, *body, push, pawl_vec2_make(at.x + 9000, at.y)) ==
               PAWL_OK;
    }
}

/* The same force for each of five bodies, now on, now off. */
static bool steer(pawl_world *world, uint32_t tick, const pawl_body_id *bodies) {
    bool good = true;
    for (uint32_t i = 0; i < 5 && good; i++) {
        const pawl_wide2 push = {FX(3) + (pawl_wide)i * 1000, FX(4) + (pawl_wide)i * 777};
        if ((tick / 40 + i) % 3 == 0) continue;
        good = pawl_body_apply_force_to_center(world, bodies[i], push) == PAWL_OK;
    }
    return good;
}

static bool change(pawl_world *world, const busy_run *run, uint32_t tick, pawl_random *random,
                   pawl_body_id *bodies) {
    bool good = true;
    if (pawl_random_below(random, 100) >= run->edited) return true;
    if (run->steers) return steer(world, tick, bodies);
    for (uint32_t left = 1 + pawl_random_below(random, 7); left > 0 && good; left--)
        good = do_anything(world, random, bodies);
    return good;
}

static bool play(const busy_run *run, pawl_world *world, pawl_recorder *recorder,
                 pawl_random *random) {
    pawl_body_id bodies[BODIES];
    bool good = add_wall(world, pawl_vec2_make(0, -FX(1)), FX(12), FX(1)) &&
                add_wall(world, pawl_vec2_make(-FX(11), FX(5)), FX(1), FX(6)) &&
                add_wall(world, pawl_vec2_make(FX(11), FX(5)), FX(1), FX(6)) &&
                add_wall(world, pawl_vec2_make(0, FX(12)), FX(12), FX(1));
    for (int i = 0; i < BODIES && good; i++)
        good = add_body(world, random, &bodies[i]);
    for (uint32_t tick = 0; tick < run->ticks && good; tick++) {
        good = change(world, run, tick, random, bodies) &&
               pawl_recorder_step(recorder, world, NULL) == PAWL_OK;
    }
    return good && pawl_recorder_end(recorder, world) == PAWL_OK;
}

static void count_chunks(busy_result *out) {
    pawl_replay replay;
    pawl_chunk chunk;
    uint32_t next = 0;
    if (pawl_replay_open(&replay, out->bytes, out->size, NULL) != PAWL_OK) return;
    while (pawl_replay_get_chunk(&replay, next, &chunk, &next) == PAWL_OK) {
        if (chunk.type == PAWL_CHUNK_KEYFRAME || chunk.type == PAWL_CHUNK_BASE)
            out->keyframes += chunk.size;
        if (chunk.type == PAWL_CHUNK_EDIT) out->edits += chunk.size;
    }
}

bool busy_record(const busy_run *run, busy_result *out) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 32;
    memset(out, 0, sizeof *out);
    const size_t size = pawl_world_size(&def), room = pawl_recorder_size(&def);
    const size_t pack_room = pawl_recorder_pack_size(&def);
    void *const memory = malloc(size), *const more = malloc(room), *const pack = malloc(pack_room);
    pawl_random random = pawl_random_make(run->seed, 7);
    busy_file file = {malloc(4096), 0, 4096};
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    pawl_world *world = NULL;
    pawl_replay_writer writer;
    pawl_recorder recorder;
    bool good = pack_room > 0 && pawl_world_init(memory, size, &def, &world) == PAWL_OK &&
                pawl_replay_begin(&writer, &header, (pawl_sink){keep, &file}, NULL, 0) == PAWL_OK &&
                pawl_recorder_begin(&recorder, &writer, world, run->keyframe_every, run->hash_every,
                                    more, room) == PAWL_OK &&
                (!run->packs || pawl_recorder_pack(&recorder, pack, pack_room) == PAWL_OK);
    const double start = now();
    good = good && play(run, world, &recorder, &random);
    out->seconds = now() - start;
    out->bytes = file.bytes;
    out->size = (uint32_t)file.size;
    out->edit_count = good ? recorder.edits : 0;
    if (good) count_chunks(out);
    free(memory);
    free(more);
    free(pack);
    return good;
}

const char *busy_check(const busy_result *result, uint64_t seed, double *seek_worst) {
    pawl_replay replay;
    pawl_playback playback;
    *seek_worst = 0;
    if (pawl_replay_open(&replay, result->bytes, result->size, NULL) != PAWL_OK)
        return "does not open";
    if (replay.edits != result->edit_count) return "has another number of edits";
    const size_t size = pawl_playback_size(&replay, NULL);
    void *const memory = malloc(size);
    const char *fault = NULL;
    if (size == 0 ||
        pawl_playback_begin(&playback, &replay, NULL, false, memory, size) != PAWL_OK) {
        fault = "does not play";
    } else {
        const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
        if (verdict.status != PAWL_OK)
            fault = pawl_status_text(verdict.status);
        else if (verdict.checkpoints < replay.edits + replay.hashes + replay.keyframes)
            fault = "has too few checkpoints";
    }
    pawl_random random = pawl_random_make(seed, 9);
    for (int i = 0; i < 30 && fault == NULL; i++) {
        const uint64_t tick = pawl_random_below(&random, (uint32_t)replay.last_tick + 1u);
        const double start = now();
        if (pawl_playback_seek(&playback, tick, NULL) != PAWL_OK) fault = "does not seek";
        if (now() - start > *seek_worst) *seek_worst = now() - start;
    }
    free(memory);
    return fault;
}
