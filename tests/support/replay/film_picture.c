/* film_picture.c - what hooks of drawing are called with, sorted. */
#include "support/replay/film_picture.h"

#include <stdlib.h>
#include <string.h>

static drawn *add_item(picture *to, const pawl_draw_item *item, const pawl_vec2 *points,
                       int32_t count, pawl_fx radius) {
    if (to->count == to->capacity) {
        to->capacity = to->capacity * 2 + 64;
        to->items = realloc(to->items, to->capacity * sizeof *to->items);
    }
    drawn *const one = &to->items[to->count++];
    memset(one, 0, sizeof *one);
    one->role = (uint32_t)item->role;
    one->count = (uint32_t)count;
    one->radius = radius;
    memcpy(one->points, points, (size_t)count * sizeof *points);
    return one;
}

static bool is_shape(const pawl_draw_item *item) {
    return item->role <= PAWL_DRAW_SENSOR;
}

static void add_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    add_item(context, item, points, count, radius)->body = item->body.index1;
}

static void add_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    drawn *const one = add_item(context, item, &center, 1, radius);
    one->body = item->body.index1;
    one->rotation = rotation;
}

/* Half away from zero, by division. */
static pawl_fx rounded(pawl_fx value, uint32_t precision) {
    const int64_t unit = INT64_C(1) << (16 - precision);
    const int64_t twice = 2 * (int64_t)value + (value < 0 ? -unit : unit);
    return (pawl_fx)(twice / (2 * unit) * unit);
}

static void add_ends(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                     pawl_fx radius) {
    picture *const to = context;
    pawl_vec2 ends[2] = {a, b};
    for (int i = 0; i < 2 && !is_shape(item); i++) {
        ends[i].x = rounded(ends[i].x, to->precision);
        ends[i].y = rounded(ends[i].y, to->precision);
    }
    add_item(to, item, ends, 2, radius)->body = is_shape(item) ? item->body.index1 : 0u;
}

static void add_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    add_ends(context, item, a, b, 0);
}

static int compare_items(const void *a, const void *b) {
    return memcmp(a, b, sizeof(drawn));
}

/* ---- a world, as a film should show it ---- */

typedef struct rounding {
    picture *to;
    const pawl_world *world;
    uint32_t precision;
} rounding;

static void pass_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                         int32_t count, pawl_fx radius) {
    add_polygon(((rounding *)context)->to, item, points, count, radius);
}

static void pass_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                        pawl_rot rotation) {
    add_circle(((rounding *)context)->to, item, center, radius, rotation);
}

static void pass_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                         pawl_fx radius) {
    add_ends(((rounding *)context)->to, item, a, b, radius);
}

static pawl_pose round_pose(void *context, pawl_body_id body, pawl_pose now) {
    const rounding *const by = context;
    const uint64_t angle = pawl_body_get_angle(by->world, body);
    now.position.x = rounded(now.position.x, by->precision);
    now.position.y = rounded(now.position.y, by->precision);
    now.rotation = pawl_rot_from_angle((pawl_angle)((angle + 32768) / 65536 * 65536));
    return now;
}

void picture_of_world(picture *out, const pawl_world *world, uint32_t precision, bool has_strokes) {
    rounding by = {out, world, precision};
    const pawl_draw_hooks shapes = {.layers = PAWL_LAYER_SHAPES,
                                    .context = &by,
                                    .polygon = pass_polygon,
                                    .circle = pass_circle,
                                    .capsule = pass_capsule,
                                    .pose = round_pose};
    const pawl_draw_hooks strokes = {.layers = PAWL_LAYER_JOINTS | PAWL_LAYER_SOFT,
                                     .context = out,
                                     .capsule = add_ends,
                                     .line = add_line};
    out->count = 0;
    out->precision = precision;
    if (pawl_world_draw(world, &shapes) != PAWL_OK) abort();
    if (has_strokes && pawl_world_draw(world, &strokes) != PAWL_OK) abort();
    if (out->count > 0) qsort(out->items, out->count, sizeof *out->items, compare_items);
}

void picture_of_film(picture *out, const pawl_film_playback *playback) {
    const pawl_draw_hooks hooks = {.layers =
                                       PAWL_LAYER_SHAPES | PAWL_LAYER_JOINTS | PAWL_LAYER_SOFT,
                                   .context = out,
                                   .polygon = add_polygon,
                                   .circle = add_circle,
                                   .capsule = add_ends,
                                   .line = add_line};
    out->count = 0;
    out->precision = 16;
    if (pawl_film_draw(playback, &hooks) != PAWL_OK) abort();
    if (out->count > 0) qsort(out->items, out->count, sizeof *out->items, compare_items);
}

bool picture_is_equal(const picture *a, const picture *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->items, b->items, a->count * sizeof *a->items) == 0);
}

void picture_free(picture *one) {
    free(one->items);
    memset(one, 0, sizeof *one);
}
