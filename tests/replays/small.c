/* small.c - small replays: a world and a game. */
#include "replays/small.h"

#include <string.h>

#define TICKS 40
#define FX(units) PAWL_FX(units, 0, 1)
#define HALF PAWL_FX(0, 1, 2)

typedef struct buffer {
    uint8_t *bytes;
    uint32_t size;
} buffer;

static bool put(void *context, const void *bytes, size_t size) {
    buffer *const to = context;
    if (size > SMALL_REPLAY_MAX - to->size) return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += (uint32_t)size;
    return true;
}

static const char meta[] = "what=small replay for tests\n";

/* ---- a world ---- */

static uint64_t world_memory[1 << 13], recorder_memory[1 << 14], player_memory[1 << 17],
    pack_memory[1 << 14];

static const pawl_vec2 slope[] = {{-FX(8), FX(2)}, {-FX(4), 0}, {0, 0}, {FX(2), -HALF}};
static const uint8_t cells[] = {1, 1, 1, 1, 0, 0, 2, 1};

static bool add_box(pawl_world *world, pawl_body_type type, int32_t x, int32_t y, bool sensor,
                    pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_convex box;
    pawl_shape_id shape;
    def.type = type;
    def.position = pawl_vec2_make(x * (pawl_fx)65536, y * (pawl_fx)65536);
    shape_def.sensor = sensor;
    return pawl_body_create(world, &def, out) == PAWL_OK &&
           pawl_make_box(HALF, HALF, &box) == PAWL_OK &&
           pawl_shape_create(world, *out, &shape_def, &box, &shape) == PAWL_OK;
}

static bool fill(pawl_world *world, pawl_body_id *last) {
    const pawl_chain chain = {slope, 4, false, true, false};
    const pawl_tile_map map = {cells, 4, 2, FX(1), {FX(2), -FX(1)}};
    const pawl_body_def ground_def = pawl_body_def_default();
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_body_id ground, first, second, gate;
    pawl_shape_id shape;
    if (pawl_body_create(world, &ground_def, &ground) != PAWL_OK ||
        pawl_shape_create_chain(world, ground, &def, &chain, &shape) != PAWL_OK ||
        pawl_shape_create_tiles(world, ground, &def, &map, &shape) != PAWL_OK ||
        !add_box(world, PAWL_STATIC, 3, 1, true, &gate) ||
        !add_box(world, PAWL_DYNAMIC, -6, 3, false, &first) ||
        !add_box(world, PAWL_DYNAMIC, -5, 4, false, &second) ||
        !add_box(world, PAWL_DYNAMIC, 3, 2, false, last)) {
        return false;
    }
    const pawl_joint_def joint_def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, first, second,
                                                       pawl_body_get_position(world, first), 0);
    pawl_joint_id joint;
    return pawl_joint_create(world, &joint_def, &joint) == PAWL_OK;
}

static bool change(pawl_world *world, pawl_body_id body, int tick) {
    pawl_body_id more;
    const pawl_wide2 force = {FX(40), FX(10)};
    switch (tick) {
    case 7:
        return pawl_body_set_velocity(world, body, pawl_vec2_make(FX(2), FX(3))) == PAWL_OK;
    case 15:
        return add_box(world, PAWL_DYNAMIC, 4, 4, false, &more);
    case 22:
        return pawl_body_apply_force_to_center(world, body, force) == PAWL_OK;
    case 30:
        return pawl_world_set_gravity(world, pawl_vec2_make(FX(1), -FX(9))) == PAWL_OK;
    default:
        return true;
    }
}

static uint32_t record_small_world(uint8_t *bytes, bool packs) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    def.joint_capacity = 2;
    buffer to = {bytes, 0};
    const pawl_sink sink = {put, &to};
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    pawl_world *world;
    pawl_body_id body;
    pawl_replay_writer writer;
    pawl_recorder recorder;
    if (pawl_world_init(world_memory, sizeof world_memory, &def, &world) != PAWL_OK ||
        !fill(world, &body) || pawl_replay_begin(&writer, &header, sink, NULL, 0) != PAWL_OK ||
        pawl_replay_write_meta(&writer, meta) != PAWL_OK ||
        pawl_recorder_begin(&recorder, &writer, world, 25, 8, recorder_memory,
                            sizeof recorder_memory) != PAWL_OK ||
        (packs && pawl_recorder_pack(&recorder, pack_memory, sizeof pack_memory) != PAWL_OK)) {
        return 0;
    }
    for (int i = 0; i < TICKS; i++) {
        if (!change(world, body, i)) return 0;
        const pawl_wide2 push = {(pawl_wide)i * 65536, FX(3)};
        if (packs && i % 4 != 0 && pawl_body_apply_force_to_center(world, body, push) != PAWL_OK) {
            return 0;
        }
        if (pawl_recorder_step(&recorder, world, NULL) != PAWL_OK) return 0;
    }
    return pawl_recorder_end(&recorder, world) == PAWL_OK ? to.size : 0;
}

uint32_t small_world_replay(uint8_t *bytes) {
    return record_small_world(bytes, false);
}

uint32_t small_packed_replay(uint8_t *bytes) {
    return record_small_world(bytes, true);
}

/* ---- a film of it ---- */

uint32_t small_film(uint8_t *bytes) {
    pawl_world_def world_def = pawl_world_def_default();
    world_def.body_capacity = world_def.shape_capacity = 8;
    world_def.joint_capacity = 2;
    pawl_film_def def = pawl_film_def_default();
    def.bodies = 8;
    def.strokes = 8;
    def.keyframe_every = 8;
    buffer to = {bytes, 0};
    const pawl_sink sink = {put, &to};
    pawl_world *world;
    pawl_body_id body;
    pawl_film_recorder *recorder;
    if (pawl_world_init(world_memory, sizeof world_memory, &world_def, &world) != PAWL_OK ||
        !fill(world, &body) ||
        pawl_film_begin(recorder_memory, sizeof recorder_memory, &def, sink, &recorder) !=
            PAWL_OK) {
        return 0;
    }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        if (tick == 20 && pawl_body_destroy(world, body) != PAWL_OK) return 0;
        if (tick % 2 == 0 && pawl_film_add_frame(recorder, tick, world) != PAWL_OK) return 0;
        if (pawl_world_step(world, NULL) != PAWL_OK) return 0;
    }
    return pawl_film_end(recorder) == PAWL_OK ? to.size : 0;
}

static void count_number(uint32_t *sum, int32_t value) {
    *sum = pawl_hash_chain(*sum, (uint32_t)value);
}

static void see_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    count_number(context, (int32_t)item->role);
    count_number(context, item->body.index1);
    count_number(context, radius);
    for (int32_t i = 0; i < count; i++) {
        count_number(context, points[i].x);
        count_number(context, points[i].y);
    }
}

static void see_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    see_polygon(context, item, &center, 1, radius);
    count_number(context, rotation.c);
    count_number(context, rotation.s);
}

static void see_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    const pawl_vec2 ends[2] = {a, b};
    see_polygon(context, item, ends, 2, radius);
}

static void see_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    see_capsule(context, item, a, b, 0);
}

uint32_t small_show(const uint8_t *bytes, uint32_t size) {
    uint32_t sum = 0;
    const pawl_draw_hooks hooks = {.layers =
                                       PAWL_LAYER_SHAPES | PAWL_LAYER_JOINTS | PAWL_LAYER_SOFT,
                                   .context = &sum,
                                   .polygon = see_polygon,
                                   .circle = see_circle,
                                   .capsule = see_capsule,
                                   .line = see_line};
    pawl_film film;
    pawl_film_playback *playback;
    if (pawl_film_open(bytes, size, &film, NULL) != PAWL_OK || film.is_cut_off ||
        pawl_film_playback_size(&film) > sizeof player_memory ||
        pawl_film_start(&film, player_memory, sizeof player_memory, &playback) != PAWL_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < film.frames; i++) {
        if (pawl_film_next(playback) != PAWL_OK) return 0;
        count_number(&sum, (int32_t)pawl_film_get_tick(playback));
        if (pawl_film_draw(playback, &hooks) != PAWL_OK) return 0;
    }
    return sum;
}

/* ---- a game ---- */

#define PLAYERS 2
#define INPUT 2
#define STATE_SIZE 16

typedef struct game {
    uint32_t generator, sums[PLAYERS], gone;
} game;

static void store(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i & 0xFF);
}

static uint32_t fetch(const uint8_t *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void save(const game *played, uint8_t *to) {
    store(to, played->generator);
    store(to + 4, played->sums[0]);
    store(to + 8, played->sums[1]);
    store(to + 12, played->gone);
}

static bool load(void *context, uint64_t tick, const void *snapshot, uint32_t size) {
    game *const played = context;
    const uint8_t *const from = snapshot;
    (void)tick;
    if (size != STATE_SIZE) return false;
    played->generator = fetch(from);
    played->sums[0] = fetch(from + 4);
    played->sums[1] = fetch(from + 8);
    played->gone = fetch(from + 12);
    return true;
}

static void step(void *context, const uint8_t *inputs, const uint8_t *status) {
    game *const played = context;
    played->generator = played->generator * UINT32_C(1664525) + UINT32_C(1013904223);
    for (int player = 0; player < PLAYERS; player++) {
        const uint8_t *const input = inputs + player * INPUT;
        played->sums[player] += (played->generator >> 24) * input[0] + input[1];
        played->gone += status[player] == PAWL_INPUT_GONE;
    }
}

static uint32_t hash(void *context) {
    uint8_t bytes[STATE_SIZE];
    save(context, bytes);
    return pawl_xxh32(bytes, sizeof bytes, 0);
}

/* The inputs of a tick: buttons that are held for a while. */
static void make_inputs(uint32_t tick, uint8_t *inputs, uint8_t *status) {
    inputs[0] = (uint8_t)(tick / 11 % 3);
    inputs[1] = (uint8_t)(tick % 50 < 3 ? 128 : 0);
    inputs[2] = (uint8_t)(tick < 150 ? tick / 7 % 4 : 0);
    inputs[3] = 0;
    status[0] = PAWL_INPUT_CONFIRMED;
    status[1] = tick < 150 ? PAWL_INPUT_CONFIRMED : PAWL_INPUT_GONE;
}

uint32_t small_game_replay(uint8_t *bytes) {
    game played = {2026, {0, 0}, 0};
    buffer to = {bytes, 0};
    const pawl_sink sink = {put, &to};
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    header.app_id = 0x534D4C31; /* "SML1" */
    pawl_replay_writer writer;
    uint8_t room[128], snapshot[STATE_SIZE], inputs[PLAYERS * INPUT], status[PLAYERS];
    uint32_t chain = 0;
    bool good = pawl_replay_begin(&writer, &header, sink, room, sizeof room) == PAWL_OK &&
                pawl_replay_write_meta(&writer, meta) == PAWL_OK;
    for (uint32_t tick = 0; good; tick++) {
        chain = pawl_hash_chain(chain, hash(&played));
        save(&played, snapshot);
        if (tick % 100 == 0)
            good = pawl_replay_write_keyframe(&writer, tick, snapshot, STATE_SIZE) == PAWL_OK;
        if (tick == 250) break;
        if (tick % 50 == 0)
            good = good &&
                   pawl_replay_write_hash(&writer, tick, chain, hash(&played), NULL) == PAWL_OK;
        make_inputs(tick, inputs, status);
        good = good && pawl_replay_write_inputs(&writer, tick, inputs, status) == PAWL_OK;
        step(&played, inputs, status);
    }
    good = good && pawl_replay_end(&writer, 250, chain, hash(&played)) == PAWL_OK;
    return good ? to.size : 0;
}

/* ---- both ---- */

pawl_verdict small_verify(const pawl_replay *replay, const pawl_replay_limits *limits, bool force) {
    game played = {0, {0, 0}, 0};
    const pawl_replay_game callbacks = {&played, load, step, hash, NULL};
    if (replay->header.type == PAWL_REPLAY_GAME) {
        return pawl_replay_verify(replay, &callbacks, limits, force, NULL);
    }
    pawl_playback playback;
    const pawl_status status =
        pawl_playback_begin(&playback, replay, limits, force, player_memory, sizeof player_memory);
    if (status != PAWL_OK) {
        pawl_verdict verdict = playback.verdict;
        verdict.status = status;
        return verdict;
    }
    return pawl_playback_verify(&playback, NULL, NULL);
}
