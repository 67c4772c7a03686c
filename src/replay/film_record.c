/* film_record.c - a world becomes the frames of a film.
 *
 * All of a frame is collected before a byte of it is written, so that one which does not fit leaves
 * the film as it was. What bodies look like is told once, when their shapes have come or changed:
 * pawl_world_draw tells it for every type of shape alike, with all bodies moved to the origin. */
#include "replay/film.h"

#include "base/align.h"
#include "base/arena.h"
#include "base/crc.h"
#include "fx/round.h"

#define FILM_COOKIE UINT32_C(0x464D4C46)
#define LOOK_ROOM 1024u /* bytes of a look, at most */

/* What has been told about a slot. */
typedef struct slot_look {
    uint32_t body;   /* handle; 0: none */
    uint32_t shapes; /* a CRC of their handles */
    uint32_t user_data;
    uint32_t look; /* offset of the last one; 0: none yet */
    bool is_new;   /* to be told with this frame */
} slot_look;

struct pawl_film_recorder {
    pawl_film_def def;
    pawl_replay_writer out; /* chunks alone: no buffer, no inputs */
    pawli_film_picture last;
    pawli_film_pose *poses; /* of this frame */
    pawli_film_stroke *strokes;
    slot_look *looks;
    uint8_t *bytes; /* of a frame */
    uint32_t byte_count, stroke_count;
    uint32_t frames;
    uint64_t tick;
    bool is_full; /* a stroke did not fit */
    /* The look that is being written. */
    uint8_t content[LOOK_ROOM];
    pawli_writer look;
    uint32_t look_slot, look_count;
};

typedef struct film_layout {
    uint32_t tracks, last_strokes, poses, strokes, looks, bytes, byte_count;
    uint64_t size;
} film_layout;

static film_layout lay_out_film(const pawl_film_def *def) {
    film_layout layout;
    pawli_arena arena = {sizeof(pawl_film_recorder), 8};
    layout.tracks = pawli_arena_reserve(&arena, def->bodies, sizeof(pawli_film_track));
    layout.last_strokes = pawli_arena_reserve(&arena, def->strokes, sizeof(pawli_film_stroke));
    layout.poses = pawli_arena_reserve(&arena, def->bodies, sizeof(pawli_film_pose));
    layout.strokes = pawli_arena_reserve(&arena, def->strokes, sizeof(pawli_film_stroke));
    layout.looks = pawli_arena_reserve(&arena, def->bodies, sizeof(slot_look));
    layout.byte_count = PAWLI_FILM_FRAME_SIZE(def->bodies, def->strokes);
    layout.bytes = pawli_arena_reserve(&arena, layout.byte_count, 1);
    layout.size = pawli_arena_end(&arena, 8);
    return layout;
}

pawl_film_def pawl_film_def_default(void) {
    pawl_film_def def;
    memset(&def, 0, sizeof def);
    def.cookie = FILM_COOKIE;
    def.rate_numerator = 60;
    def.rate_denominator = 1;
    def.bodies = 1024;
    def.keyframe_every = 300;
    def.precision = 10;
    return def;
}

pawl_status pawl_film_def_check(const pawl_film_def *def, const char **field) {
    const char *wrong = NULL;
    if (field != NULL) *field = NULL;
    if (def == NULL) return PAWL_ERR_NULL;
    if (def->cookie != FILM_COOKIE) {
        if (field != NULL) *field = "cookie";
        return PAWL_ERR_COOKIE;
    }
    if (def->precision > PAWLI_FILM_PRECISION_MAX) wrong = "precision";
    if (def->keyframe_every == 0) wrong = "keyframe_every";
    if (def->strokes > PAWLI_FILM_SLOTS_MAX) wrong = "strokes";
    if (def->bodies == 0 || def->bodies > PAWLI_FILM_SLOTS_MAX) wrong = "bodies";
    if (def->rate_denominator == 0) wrong = "rate_denominator";
    if (def->rate_numerator == 0) wrong = "rate_numerator";
    if (field != NULL) *field = wrong;
    return wrong == NULL ? PAWL_OK : PAWL_ERR_RANGE;
}

size_t pawl_film_recorder_size(const pawl_film_def *def) {
    if (pawl_film_def_check(def, NULL) != PAWL_OK) return 0;
    return pawli_size_or_none(lay_out_film(def).size);
}

/* ---- chunks ---- */

static pawl_status write_film_head(pawl_film_recorder *recorder) {
    const pawl_film_def *const def = &recorder->def;
    uint8_t content[PAWLI_FILM_HEAD_CONTENT] = {0};
    pawli_writer to = pawli_writer_of(content, sizeof content);
    pawli_write_u16(&to, PAWL_FILM_FORMAT);
    pawli_write_u16(&to, PAWL_FILM_FORMAT_MINOR);
    pawli_write_u32(&to, def->rate_numerator);
    pawli_write_u32(&to, def->rate_denominator);
    pawli_write_u32(&to, def->app_id);
    pawli_write_u32(&to, def->bodies);
    pawli_write_u32(&to, def->strokes);
    pawli_write_u8(&to, def->precision);
    const pawl_sink sink = recorder->out.sink;
    if (!sink.write(sink.context, pawli_film_open_magic, sizeof pawli_film_open_magic)) {
        recorder->out.failed = PAWL_ERR_MEMORY;
    }
    recorder->out.written = PAWLI_REPLAY_MAGIC_SIZE;
    const pawli_content whole = {content, sizeof content, NULL, 0};
    return pawli_chunk_write(&recorder->out, PAWLI_ID_HEAD, PAWLI_CHUNK_REQUIRED, &whole);
}

pawl_status pawl_film_begin(void *memory, size_t size, const pawl_film_def *def, pawl_sink sink,
                            pawl_film_recorder **out) {
    if (memory == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = pawl_film_def_check(def, NULL);
    if (status != PAWL_OK) return status;
    const film_layout layout = lay_out_film(def);
    if (sink.write == NULL || size < layout.size || !pawli_is_aligned(memory)) {
        return PAWL_ERR_MEMORY;
    }
    memset(memory, 0, (size_t)layout.size);
    uint8_t *const base = (uint8_t *)memory;
    pawl_film_recorder *const recorder = (pawl_film_recorder *)memory;
    recorder->def = *def;
    recorder->out.sink = sink;
    recorder->last.tracks = (pawli_film_track *)(void *)(base + layout.tracks);
    recorder->last.strokes = (pawli_film_stroke *)(void *)(base + layout.last_strokes);
    recorder->last.track_count = def->bodies;
    recorder->last.stroke_capacity = def->strokes;
    recorder->poses = (pawli_film_pose *)(void *)(base + layout.poses);
    recorder->strokes = (pawli_film_stroke *)(void *)(base + layout.strokes);
    recorder->looks = (slot_look *)(void *)(base + layout.looks);
    recorder->bytes = base + layout.bytes;
    recorder->byte_count = layout.byte_count;
    const pawl_status written = write_film_head(recorder);
    if (written == PAWL_OK) *out = recorder;
    return written;
}

/* ---- looks ---- */

static void begin_look(pawl_film_recorder *recorder, uint32_t slot) {
    recorder->look = pawli_writer_of(recorder->content, LOOK_ROOM);
    (void)pawli_write_room(&recorder->look, PAWLI_FILM_LOOK_HEAD);
    recorder->look_slot = slot;
    recorder->look_count = 0;
}

static void end_look(pawl_film_recorder *recorder) {
    slot_look *const about = &recorder->looks[recorder->look_slot];
    const uint32_t at = recorder->out.written;
    pawli_writer head = pawli_writer_of(recorder->content, PAWLI_FILM_LOOK_HEAD);
    pawli_write_u16(&head, (uint16_t)recorder->look_slot);
    pawli_write_u16(&head, (uint16_t)recorder->look_count);
    pawli_write_u32(&head, about->user_data);
    pawli_write_u32(&head, about->look == 0 ? 0 : at - about->look);
    const pawli_content whole = {recorder->content, recorder->look.at, NULL, 0};
    (void)pawli_chunk_write(&recorder->out, PAWLI_ID_FILM_LOOK, 0, &whole);
    about->look = at;
}

static void add_piece(pawl_film_recorder *recorder, const pawl_draw_item *item,
                      const pawl_vec2 *points, int32_t count, pawl_fx radius) {
    const uint32_t slot = item->body.index1 - 1u;
    if (!recorder->looks[slot].is_new) return;
    if (recorder->look_count > 0 &&
        (recorder->look_slot != slot || recorder->look.at + PAWLI_FILM_PIECE_SIZE > LOOK_ROOM)) {
        end_look(recorder);
        recorder->look_count = 0;
    }
    if (recorder->look_count == 0) begin_look(recorder, slot);
    pawli_film_piece piece = {.radius = radius, .count = (uint8_t)count};
    piece.is_sensor = item->role == PAWL_DRAW_SENSOR;
    for (int32_t i = 0; i < count; i++)
        piece.points[i] = points[i];
    pawli_film_look_write(&recorder->look, &piece);
    recorder->look_count++;
}

static void add_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    add_piece((pawl_film_recorder *)context, item, points, count, radius);
}

static void add_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    (void)rotation;
    add_piece((pawl_film_recorder *)context, item, &center, 1, radius);
}

static void add_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    const pawl_vec2 points[2] = {a, b};
    add_piece((pawl_film_recorder *)context, item, points, 2, radius);
}

static pawl_pose pose_at_origin(void *context, pawl_body_id body, pawl_pose now) {
    (void)context;
    (void)body;
    now.position.x = now.position.y = 0;
    now.rotation = pawl_rot_from_angle(0);
    return now;
}

static void write_looks(pawl_film_recorder *recorder, const pawl_world *world) {
    const pawl_draw_hooks hooks = {.layers = PAWL_LAYER_SHAPES,
                                   .context = recorder,
                                   .polygon = add_polygon,
                                   .circle = add_circle,
                                   .capsule = add_capsule,
                                   .pose = pose_at_origin};
    recorder->look_count = 0;
    (void)pawl_world_draw(world, &hooks);
    if (recorder->look_count > 0) end_look(recorder);
    for (uint32_t i = 0; i < recorder->def.bodies; i++) {
        slot_look *const about = &recorder->looks[i];
        if (about->is_new && about->look == 0) {
            begin_look(recorder, i);
            end_look(recorder);
        }
        about->is_new = false;
    }
}

/* ---- frames ---- */

static int32_t round_place(const pawl_film_recorder *recorder, pawl_fx value) {
    const int shift = 16 - (int)recorder->def.precision;
    return shift == 0 ? value : pawli_near32(value, shift);
}

static uint32_t crc_of_shapes(const pawl_world *world, pawl_body_id body) {
    uint32_t crc = 0;
    pawl_shape_id shape = PAWL_NULL_SHAPE;
    for (;;) {
        shape = pawl_body_next_shape(world, body, shape);
        if (pawl_shape_is_null(shape)) return crc;
        uint8_t bytes[4];
        pawli_store_u32(bytes, pawl_shape_id_store(shape));
        crc = pawli_crc_32(crc, bytes, sizeof bytes);
    }
}

static pawl_draw_role role_to_film(const pawl_world *world, pawl_body_id body) {
    const pawl_body_type type = pawl_body_get_type(world, body);
    if (type == PAWL_STATIC) return PAWL_DRAW_STATIC;
    if (!pawl_body_is_awake(world, body)) return PAWL_DRAW_ASLEEP;
    return type == PAWL_KINEMATIC ? PAWL_DRAW_KINEMATIC : PAWL_DRAW_DYNAMIC;
}

/* False when a slot is beyond the film. */
static bool collect_poses(pawl_film_recorder *recorder, const pawl_world *world) {
    memset(recorder->poses, 0, (size_t)recorder->def.bodies * sizeof *recorder->poses);
    pawl_body_id body = PAWL_NULL_BODY;
    for (;;) {
        body = pawl_world_next_body(world, body);
        if (pawl_body_is_null(body)) return true;
        if (body.index1 > recorder->def.bodies) return false;
        if (!pawl_body_is_enabled(world, body)) continue;
        const pawl_vec2 place = pawl_body_get_position(world, body);
        pawli_film_pose *const pose = &recorder->poses[body.index1 - 1u];
        pose->x = round_place(recorder, place.x);
        pose->y = round_place(recorder, place.y);
        pose->angle = (uint16_t)((pawl_body_get_angle(world, body) + 0x8000u) >> 16);
        pose->role = (uint8_t)role_to_film(world, body);
        pose->is_here = true;
    }
}

/* Marks what has to be told; whether there is any. */
static bool mark_new_looks(pawl_film_recorder *recorder, const pawl_world *world) {
    bool has_new = false;
    pawl_body_id body = PAWL_NULL_BODY;
    for (;;) {
        body = pawl_world_next_body(world, body);
        if (pawl_body_is_null(body)) return has_new;
        if (!pawl_body_is_enabled(world, body)) continue;
        const slot_look now = {.body = pawl_body_id_store(body),
                               .shapes = crc_of_shapes(world, body),
                               .user_data = pawl_body_get_user_data(world, body),
                               .is_new = true};
        slot_look *const about = &recorder->looks[body.index1 - 1u];
        if (about->body == now.body && about->shapes == now.shapes &&
            about->user_data == now.user_data) {
            continue;
        }
        *about = now;
        has_new = true;
    }
}

static void add_stroke(pawl_film_recorder *recorder, pawl_draw_role role, pawl_vec2 a, pawl_vec2 b,
                       pawl_fx radius) {
    if (recorder->stroke_count == recorder->def.strokes) {
        recorder->is_full = true;
        return;
    }
    pawli_film_stroke *const stroke = &recorder->strokes[recorder->stroke_count++];
    stroke->ends[0] = round_place(recorder, a.x);
    stroke->ends[1] = round_place(recorder, a.y);
    stroke->ends[2] = round_place(recorder, b.x);
    stroke->ends[3] = round_place(recorder, b.y);
    stroke->radius = (uint32_t)radius;
    stroke->role = (uint32_t)role;
}

static void add_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    add_stroke((pawl_film_recorder *)context, item->role, a, b, 0);
}

static void add_link(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                     pawl_fx radius) {
    add_stroke((pawl_film_recorder *)context, item->role, a, b, radius);
}

/* False when there are too many. */
static bool collect_strokes(pawl_film_recorder *recorder, const pawl_world *world) {
    const pawl_draw_hooks hooks = {.layers = PAWL_LAYER_JOINTS | PAWL_LAYER_SOFT,
                                   .context = recorder,
                                   .capsule = add_link,
                                   .line = add_line};
    recorder->stroke_count = 0;
    recorder->is_full = false;
    if (recorder->def.strokes > 0) (void)pawl_world_draw(world, &hooks);
    return !recorder->is_full;
}

static pawl_status write_frame(pawl_film_recorder *recorder, uint64_t tick) {
    const bool is_keyframe = recorder->frames % recorder->def.keyframe_every == 0;
    if (is_keyframe) pawli_film_frame_clear(&recorder->last);
    pawli_writer to = pawli_writer_of(recorder->bytes, recorder->byte_count);
    pawli_write_u64(&to, tick);
    pawli_film_frame_write(&to, &recorder->last, recorder->poses, recorder->strokes,
                           recorder->stroke_count);
    PAWL_ASSERT(!to.full);
    recorder->frames++;
    recorder->tick = tick;
    const pawli_content whole = {recorder->bytes, to.at, NULL, 0};
    return pawli_chunk_write(&recorder->out,
                             is_keyframe ? PAWLI_ID_FILM_KEYFRAME : PAWLI_ID_FILM_FRAME,
                             PAWLI_CHUNK_REQUIRED, &whole);
}

pawl_status pawl_film_add_frame(pawl_film_recorder *recorder, uint64_t tick,
                                const pawl_world *world) {
    if (recorder == NULL || world == NULL) return PAWL_ERR_NULL;
    if (recorder->def.cookie != FILM_COOKIE) return PAWL_ERR_ARGUMENT;
    if (recorder->out.failed != PAWL_OK) return recorder->out.failed;
    if (recorder->frames > 0 && tick <= recorder->tick) return PAWL_ERR_RANGE;
    if (!collect_poses(recorder, world) || !collect_strokes(recorder, world)) {
        return PAWL_ERR_CAPACITY;
    }
    if (mark_new_looks(recorder, world)) write_looks(recorder, world);
    return write_frame(recorder, tick);
}

pawl_status pawl_film_end(pawl_film_recorder *recorder) {
    if (recorder == NULL) return PAWL_ERR_NULL;
    if (recorder->def.cookie != FILM_COOKIE) return PAWL_ERR_ARGUMENT;
    if (recorder->out.failed != PAWL_OK) return recorder->out.failed;
    const pawli_content nothing = {NULL, 0, NULL, 0};
    return pawli_chunk_write(&recorder->out, PAWLI_ID_END, PAWLI_CHUNK_REQUIRED, &nothing);
}
