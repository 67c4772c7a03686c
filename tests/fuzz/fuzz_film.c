/* fuzz_film.c - any bytes as a film: it opens or is refused, and what has opened is shown from
 * frame to frame and sought, with all of it drawn.
 *
 * The magic number, checks and checksums are put right first, or nearly every input would end at
 * them. */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "fuzz.h"
#include "replay/film.h"

#define SIZE_MAX_INPUT 65536u
#define SEEKS 4u

static uint8_t input[SIZE_MAX_INPUT];
static uint64_t memory[1 << 19]; /* what any film may ask for */

typedef struct tally {
    uint64_t count;
    pawl_fx sum; /* of all that is drawn, so that it is looked at */
} tally;

static void see_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    tally *const seen = context;
    fuzz_require(count >= 1 && count <= PAWL_POLYGON_MAX && radius >= 0);
    fuzz_require(item->role < PAWL_DRAW_ROLE_COUNT);
    for (int32_t i = 0; i < count; i++)
        seen->sum ^= points[i].x ^ points[i].y;
    seen->count++;
}

static void see_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    (void)rotation;
    see_polygon(context, item, &center, 1, radius);
}

static void see_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    const pawl_vec2 ends[2] = {a, b};
    see_polygon(context, item, ends, 2, radius);
}

static void see_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    see_capsule(context, item, a, b, 0);
}

/* Chunk after chunk, as far as their sizes lead. */
static void repair(uint32_t size) {
    uint32_t at = PAWLI_REPLAY_MAGIC_SIZE;
    if (size < at) return;
    memcpy(input, pawli_film_open_magic, at);
    while (size - at >= PAWLI_CHUNK_FRAME) {
        uint8_t *const head = input + at;
        const uint32_t content = pawli_fetch_u32(head + 8);
        pawli_store_u16(head + 6, pawli_chunk_check(head));
        if (content > size - at - PAWLI_CHUNK_FRAME) return;
        pawli_store_u32(head + PAWLI_CHUNK_HEAD_SIZE + content,
                        pawli_crc_32(0, head, PAWLI_CHUNK_HEAD_SIZE + content));
        at += content + PAWLI_CHUNK_FRAME;
    }
}

static void show(const pawl_film *film) {
    tally seen = {0, 0};
    const pawl_box view = {{-PAWL_FX_ONE, -PAWL_FX_ONE}, {PAWL_FX_ONE, PAWL_FX_ONE}};
    pawl_draw_hooks hooks = {.layers = PAWL_LAYER_ALL,
                             .context = &seen,
                             .polygon = see_polygon,
                             .circle = see_circle,
                             .capsule = see_capsule,
                             .line = see_line};
    pawl_film_playback *playback;
    fuzz_require(pawl_film_playback_size(film) <= sizeof memory);
    fuzz_require(pawl_film_start(film, memory, sizeof memory, &playback) == PAWL_OK);
    uint32_t frames = 0;
    while (pawl_film_next(playback) == PAWL_OK) {
        fuzz_require(pawl_film_draw(playback, &hooks) == PAWL_OK);
        frames++;
    }
    fuzz_require(frames <= film->frames);
    hooks.clip = &view;
    for (uint64_t i = 0; i < SEEKS; i++) {
        const uint64_t tick = film->first_tick + (film->last_tick - film->first_tick) / SEEKS * i;
        const pawl_status status = pawl_film_seek(playback, tick);
        fuzz_require(status == PAWL_OK || status == PAWL_ERR_FORMAT || film->frames == 0);
        fuzz_require(pawl_film_draw(playback, &hooks) == PAWL_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > SIZE_MAX_INPUT) return 0;
    memcpy(input, data, size);
    repair((uint32_t)size);
    pawl_film film;
    uint32_t offset = 0;
    const pawl_status status = pawl_film_open(input, size, &film, &offset);
    fuzz_require(offset <= size);
    if (status == PAWL_OK) show(&film);
    return 0;
}
