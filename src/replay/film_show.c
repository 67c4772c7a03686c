/* film_show.c - the frames of a film, one after the other or from anywhere, as a picture. */
#include "replay/film.h"

#include "base/align.h"
#include "base/arena.h"
#include "pawl/collide.h"

struct pawl_film_playback {
    const pawl_film *film;
    pawli_film_picture picture;
    uint32_t *looks; /* by slot: offset of the last look; 0: none */
    uint32_t next;   /* offset of the chunk behind the frame that is shown */
    uint64_t tick;
    bool is_shown; /* there is a frame */
};

typedef struct show_layout {
    uint32_t tracks, strokes, looks;
    uint64_t size;
} show_layout;

static show_layout lay_out_show(const pawl_film *film) {
    show_layout layout;
    pawli_arena arena = {sizeof(pawl_film_playback), 8};
    layout.tracks = pawli_arena_reserve(&arena, film->bodies, sizeof(pawli_film_track));
    layout.strokes = pawli_arena_reserve(&arena, film->strokes, sizeof(pawli_film_stroke));
    layout.looks = pawli_arena_reserve(&arena, film->bodies, sizeof(uint32_t));
    layout.size = pawli_arena_end(&arena, 8);
    return layout;
}

size_t pawl_film_playback_size(const pawl_film *film) {
    return film == NULL ? 0 : pawli_size_or_none(lay_out_show(film).size);
}

/* Before the first frame. */
static void rewind_film(pawl_film_playback *playback) {
    pawli_film_frame_clear(&playback->picture);
    memset(playback->looks, 0, (size_t)playback->film->bodies * sizeof *playback->looks);
    playback->next = PAWLI_REPLAY_MAGIC_SIZE;
    playback->tick = 0;
    playback->is_shown = false;
}

pawl_status pawl_film_start(const pawl_film *film, void *memory, size_t size,
                            pawl_film_playback **out) {
    if (film == NULL || memory == NULL || out == NULL) return PAWL_ERR_NULL;
    const show_layout layout = lay_out_show(film);
    if (size < layout.size || !pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;
    uint8_t *const base = (uint8_t *)memory;
    pawl_film_playback *const playback = (pawl_film_playback *)memory;
    memset(playback, 0, sizeof *playback);
    playback->film = film;
    playback->picture.tracks = (pawli_film_track *)(void *)(base + layout.tracks);
    playback->picture.strokes = (pawli_film_stroke *)(void *)(base + layout.strokes);
    playback->picture.track_count = film->bodies;
    playback->picture.stroke_capacity = film->strokes;
    playback->looks = (uint32_t *)(void *)(base + layout.looks);
    rewind_film(playback);
    *out = playback;
    return PAWL_OK;
}

uint64_t pawl_film_get_tick(const pawl_film_playback *playback) {
    return playback == NULL ? 0 : playback->tick;
}

/* ---- from frame to frame ---- */

static bool is_frame(const pawli_chunk_view *chunk) {
    return chunk->id == PAWLI_ID_FILM_KEYFRAME || chunk->id == PAWLI_ID_FILM_FRAME;
}

static uint64_t tick_of_frame(const pawli_chunk_view *chunk) {
    pawli_reader from = pawli_reader_of(chunk->content, chunk->size);
    return pawli_read_u64(&from);
}

/* The chunk at an offset, which moves behind it; false at the end. The bytes were checked. */
static bool read_next_chunk(const pawl_film *film, uint32_t *at, pawli_chunk_view *out) {
    if (*at >= film->whole) return false;
    if (pawli_chunk_read_view(film->bytes, film->whole, *at, out) != PAWL_OK) return false;
    *at += out->size + PAWLI_CHUNK_FRAME;
    return true;
}

static void take_look(pawl_film_playback *playback, const pawli_chunk_view *chunk, uint32_t at) {
    pawli_reader from = pawli_reader_of(chunk->content, chunk->size);
    const pawli_film_look look = pawli_film_look_read_head(&from);
    if (look.slot < playback->film->bodies) playback->looks[look.slot] = at;
}

static bool show_frame(pawl_film_playback *playback, const pawli_chunk_view *chunk) {
    const int32_t limit = INT32_MAX >> (PAWLI_FILM_PRECISION_MAX - playback->film->precision);
    pawli_reader from = pawli_reader_of(chunk->content, chunk->size);
    playback->tick = pawli_read_u64(&from);
    if (chunk->id == PAWLI_ID_FILM_KEYFRAME) pawli_film_frame_clear(&playback->picture);
    playback->is_shown = pawli_film_frame_read(&from, &playback->picture, limit);
    if (!playback->is_shown) pawli_film_frame_clear(&playback->picture);
    return playback->is_shown;
}

pawl_status pawl_film_next(pawl_film_playback *playback) {
    if (playback == NULL) return PAWL_ERR_NULL;
    uint32_t at = playback->next;
    uint32_t here = at;
    pawli_chunk_view chunk;
    while (read_next_chunk(playback->film, &at, &chunk)) {
        if (chunk.id == PAWLI_ID_FILM_LOOK) take_look(playback, &chunk, here);
        if (is_frame(&chunk)) {
            playback->next = at;
            return show_frame(playback, &chunk) ? PAWL_OK : PAWL_ERR_FORMAT;
        }
        here = at;
    }
    return PAWL_ERR_RANGE;
}

/* The tick of the frame that comes next; false at the end. */
static bool peek_tick(const pawl_film_playback *playback, uint64_t *tick) {
    uint32_t at = playback->next;
    pawli_chunk_view chunk;
    while (read_next_chunk(playback->film, &at, &chunk)) {
        if (!is_frame(&chunk)) continue;
        *tick = tick_of_frame(&chunk);
        return true;
    }
    return false;
}

/* Before the last keyframe at or before a tick: all looks up to there, no frame. */
static void jump_to_keyframe(pawl_film_playback *playback, uint64_t tick) {
    uint32_t keyframe = 0;
    uint32_t at = PAWLI_REPLAY_MAGIC_SIZE;
    uint32_t here = at;
    pawli_chunk_view chunk;
    while (read_next_chunk(playback->film, &at, &chunk)) {
        if (is_frame(&chunk) && tick_of_frame(&chunk) > tick) break;
        if (chunk.id == PAWLI_ID_FILM_KEYFRAME) keyframe = here;
        here = at;
    }
    if (playback->is_shown && playback->tick <= tick && keyframe < playback->next) return;
    rewind_film(playback);
    at = here = PAWLI_REPLAY_MAGIC_SIZE;
    while (here < keyframe && read_next_chunk(playback->film, &at, &chunk)) {
        if (chunk.id == PAWLI_ID_FILM_LOOK) take_look(playback, &chunk, here);
        here = at;
    }
    playback->next = keyframe;
}

pawl_status pawl_film_seek(pawl_film_playback *playback, uint64_t tick) {
    if (playback == NULL) return PAWL_ERR_NULL;
    if (playback->film->frames == 0 || tick < playback->film->first_tick) return PAWL_ERR_RANGE;
    jump_to_keyframe(playback, tick);
    uint64_t next = 0;
    while (peek_tick(playback, &next) && next <= tick) {
        const pawl_status status = pawl_film_next(playback);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

/* ---- the picture ---- */

static pawl_fx length_of_places(const pawl_film *film, int32_t value) {
    return value * (INT32_C(1) << (PAWLI_FILM_PRECISION_MAX - film->precision));
}

static pawl_pose pose_of_track(const pawl_film *film, const pawli_film_track *track) {
    pawl_pose pose;
    pose.position.x = length_of_places(film, track->pose.x);
    pose.position.y = length_of_places(film, track->pose.y);
    pose.rotation = pawl_rot_from_angle((pawl_angle)track->pose.angle << 16);
    return pose;
}

/* The look of a slot at an offset; false when there is none there. */
static bool find_look(const pawl_film *film, uint32_t at, uint32_t slot, pawli_reader *from,
                      pawli_film_look *out) {
    pawli_chunk_view chunk;
    if (at == 0 || at >= film->whole) return false;
    if (pawli_chunk_read_view(film->bytes, film->whole, at, &chunk) != PAWL_OK) return false;
    *from = pawli_reader_of(chunk.content, chunk.size);
    *out = pawli_film_look_read_head(from);
    return chunk.id == PAWLI_ID_FILM_LOOK && !from->bad && out->slot == slot;
}

bool pawl_film_get_body(const pawl_film_playback *playback, uint32_t slot, pawl_film_body *out) {
    if (playback == NULL || out == NULL || slot >= playback->picture.track_count) return false;
    const pawli_film_track *const track = &playback->picture.tracks[slot];
    if (!track->pose.is_here) return false;
    pawli_reader from;
    pawli_film_look look;
    const bool has_look = find_look(playback->film, playback->looks[slot], slot, &from, &look);
    out->pose = pose_of_track(playback->film, track);
    out->role = (pawl_draw_role)track->pose.role;
    out->user_data = has_look ? look.user_data : 0;
    return true;
}

static bool is_in_view(const pawl_draw_hooks *hooks, const pawl_vec2 *points, uint32_t count,
                       pawl_fx radius) {
    if (hooks->clip == NULL) return true;
    pawl_box box = {points[0], points[0]};
    for (uint32_t i = 1; i < count; i++) {
        box.lower.x = pawl_min(box.lower.x, points[i].x);
        box.lower.y = pawl_min(box.lower.y, points[i].y);
        box.upper.x = pawl_max(box.upper.x, points[i].x);
        box.upper.y = pawl_max(box.upper.y, points[i].y);
    }
    box.lower.x = pawl_sub(box.lower.x, radius);
    box.lower.y = pawl_sub(box.lower.y, radius);
    box.upper.x = pawl_add(box.upper.x, radius);
    box.upper.y = pawl_add(box.upper.y, radius);
    return pawl_box_overlaps(box, *hooks->clip);
}

static void draw_piece(const pawl_draw_hooks *hooks, const pawl_draw_item *item,
                       const pawli_film_piece *piece, pawl_pose pose) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    for (uint32_t i = 0; i < piece->count; i++)
        points[i] = pawl_pose_apply(pose, piece->points[i]);
    if (!is_in_view(hooks, points, piece->count, piece->radius)) return;
    if (piece->count == 1) {
        if (hooks->circle == NULL) return;
        hooks->circle(hooks->context, item, points[0], piece->radius, pose.rotation);
    } else if (piece->count == 2) {
        if (hooks->capsule == NULL) return;
        hooks->capsule(hooks->context, item, points[0], points[1], piece->radius);
    } else if (hooks->polygon != NULL) {
        hooks->polygon(hooks->context, item, points, piece->count, piece->radius);
    }
}

/* All looks of a body. Each lies before the one that leads to it, so the way ends. */
static void draw_body(const pawl_film_playback *playback, const pawl_draw_hooks *hooks,
                      uint32_t slot) {
    const pawli_film_track *const track = &playback->picture.tracks[slot];
    pawl_draw_item item = {.body = {(uint16_t)(slot + 1u), 0}};
    pawl_pose pose = pose_of_track(playback->film, track);
    if (hooks->pose != NULL) pose = hooks->pose(hooks->context, item.body, pose);
    uint32_t at = playback->looks[slot];
    pawli_reader from;
    pawli_film_look look;
    while (find_look(playback->film, at, slot, &from, &look)) {
        for (uint32_t i = 0; i < look.count; i++) {
            pawli_film_piece piece;
            if (!pawli_film_look_read(&from, &piece)) return;
            item.role = piece.is_sensor ? PAWL_DRAW_SENSOR : (pawl_draw_role)track->pose.role;
            draw_piece(hooks, &item, &piece, pose);
        }
        if (look.previous == 0 || look.previous > at) return;
        at -= look.previous;
    }
}

static void draw_strokes(const pawl_film_playback *playback, const pawl_draw_hooks *hooks) {
    for (uint32_t i = 0; i < playback->picture.stroke_count; i++) {
        const pawli_film_stroke *const stroke = &playback->picture.strokes[i];
        const pawl_film *const film = playback->film;
        const pawl_vec2 ends[2] = {
            {length_of_places(film, stroke->ends[0]), length_of_places(film, stroke->ends[1])},
            {length_of_places(film, stroke->ends[2]), length_of_places(film, stroke->ends[3])}};
        const pawl_draw_item item = {.role = (pawl_draw_role)stroke->role};
        const pawl_fx radius = (pawl_fx)stroke->radius;
        if (!is_in_view(hooks, ends, 2, radius)) continue;
        if (radius > 0 && hooks->capsule != NULL) {
            hooks->capsule(hooks->context, &item, ends[0], ends[1], radius);
        } else if (hooks->line != NULL) {
            hooks->line(hooks->context, &item, ends[0], ends[1]);
        }
    }
}

pawl_status pawl_film_draw(const pawl_film_playback *playback, const pawl_draw_hooks *hooks) {
    if (playback == NULL || hooks == NULL) return PAWL_ERR_NULL;
    if (hooks->layers & ~(uint32_t)PAWL_LAYER_ALL) return PAWL_ERR_ARGUMENT;
    const bool has_shapes = (hooks->layers & PAWL_LAYER_SHAPES) != 0;
    for (uint32_t turn = PAWL_DRAW_STATIC; turn <= PAWL_DRAW_DYNAMIC && has_shapes; turn++) {
        for (uint32_t slot = 0; slot < playback->picture.track_count; slot++) {
            const pawli_film_pose *const pose = &playback->picture.tracks[slot].pose;
            if (!pose->is_here || pose->role < turn) continue;
            /* Sleeping ones lie among those that move. */
            if (pose->role == turn || turn == PAWL_DRAW_DYNAMIC) draw_body(playback, hooks, slot);
        }
    }
    if (hooks->layers & (PAWL_LAYER_JOINTS | PAWL_LAYER_SOFT)) draw_strokes(playback, hooks);
    return PAWL_OK;
}
