/* query_soft_touch.c - which soft bodies touch which shapes, and what has begun and ended.
 *
 * The list is sorted by creation, of soft bodies and then of shapes, at all times. Serials are
 * never given twice, so they tell a new object in the slot of an old one. */
#include "base/optional.h"
#include "query/query.h"

#include "world/linked.h"
#include "world/tree.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_soft_piece_begin);
PAWLI_OPTIONAL(pawli_soft_piece_next);
PAWLI_OPTIONAL(pawli_soft_piece_area_contains);
PAWLI_OPTIONAL(pawli_soft_piece_outline_side);
PAWL_STATIC_ASSERT(sizeof(pawl_soft_touch) == 28, "pawl_soft_touch has holes");

/* A soft body beside a shape. */
typedef struct touching {
    const pawl_world *world;
    uint16_t soft, shape;
    bool sensor;
    pawl_fx margin; /* how far apart they may be */
} touching;

/* ---- whether they touch ---------------------------------------------------------------------- */

static bool do_pieces_touch(const touching *t, const pawli_shape_piece *a, const pawli_frame *at_a,
                            const pawli_shape_piece *b, const pawli_frame *at_b) {
    if (t->sensor) return pawli_overlap(a->convex, at_a, b->convex, at_b);
    return pawli_closest(a->convex, at_a, b->convex, at_b).distance <= t->margin;
}

/* A piece of a sensor meets the area with its first corner, or with a side of the outline. */
static bool does_area_touch(const touching *t, const pawli_soft_piece_query *pieces,
                            const pawli_shape_piece *piece, const pawli_frame *frame) {
    const pawl_vec2 arm = pawl_vec2_sub(piece->convex->vertices[0], frame->center);
    const pawl_vec2 corner = pawl_vec2_add(frame->position, pawl_rotate(frame->rotation, arm));
    if (!t->sensor) return false;
    if (pawli_soft_piece_area_contains(t->world, t->soft, corner)) return true;
    for (uint32_t i = 0; i < pawli_softs_const(t->world)[t->soft].outline_count; i++) {
        pawli_shape_piece side;
        pawli_frame at;
        if (pawli_soft_piece_outline_side(pieces, i, &side, &at) &&
            pawli_overlap(piece->convex, frame, side.convex, &at))
            return true;
    }
    return false;
}

/* The first part of the soft body that touches a piece of the shape. */
static bool find_soft_part(const touching *t, const pawli_shape_piece *piece,
                           const pawli_frame *frame, uint32_t *part) {
    const pawl_box box = pawli_grown(pawli_box_of_convex(piece->convex, frame), t->margin);
    pawli_soft_piece_query pieces;
    pawli_shape_piece own;
    pawli_frame at;
    if (!pawli_soft_piece_begin(t->world, t->soft, box, &pieces)) return false;
    while (pawli_soft_piece_next(&pieces, &own, &at)) {
        *part = own.part;
        if (do_pieces_touch(t, piece, frame, &own, &at)) return true;
    }
    *part = PAWL_SOFT_PART_AREA;
    return does_area_touch(t, &pieces, piece, frame);
}

static bool find_touch(const touching *t, pawl_box box, pawl_soft_touch *out) {
    const pawli_frame frame =
        pawli_frame_of_shape(t->world, &pawli_shapes_const(t->world)[t->shape]);
    pawli_shape_piece_query visit = pawli_pieces_near(t->world, t->shape, &frame, box);
    pawli_shape_piece piece;
    while (pawli_shape_piece_next(&visit, &piece)) {
        out->shape_part = piece.part;
        if (find_soft_part(t, &piece, &frame, &out->soft_part)) return true;
    }
    return false;
}

/* Of a body that hangs on it only other bodies are touched. */
static bool is_attached_body(const pawl_world *world, const pawli_soft *soft, uint16_t body) {
    const pawli_soft_link *link = pawli_soft_links_const(world) + soft->first_link;
    if (pawli_bodies_const(world)[body].type != PAWL_DYNAMIC) return false;
    for (uint32_t i = 0; i < soft->link_count; i++, link++) {
        const bool torn = (link->flags & PAWL_LINK_TORN) != 0;
        if (link->type == PAWL_LINK_ATTACH && !torn && link->b == body) return true;
    }
    return false;
}

static bool may_touch(const pawl_world *world, const pawli_soft *soft, const pawli_shape *shape) {
    const bool masks = (soft->mask & shape->category) != 0 && (shape->mask & soft->category) != 0;
    const bool group = soft->group != 0 && soft->group == shape->group;
    return (group ? soft->group > 0 : masks) && !is_attached_body(world, soft, shape->body);
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool touch_precedes(const pawl_soft_touch *a, const pawl_soft_touch *b) {
    return a->soft_serial != b->soft_serial ? a->soft_serial < b->soft_serial
                                            : a->shape_serial < b->shape_serial;
}

/* What had ended goes; of the rest nothing is known to touch yet. */
static void begin_update(pawl_soft_touches *touches) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < touches->count; i++) {
        if (touches->pairs[i].state == PAWL_SOFT_TOUCH_ENDS) continue;
        touches->pairs[kept] = touches->pairs[i];
        touches->pairs[kept++].state = PAWL_SOFT_TOUCH_ENDS;
    }
    touches->count = kept;
    touches->missed = 0;
}

/* Makes room for what begins: of that only the first of the order are kept, whatever the order in
 * which they are found. False: it comes behind all that are. */
static bool make_room(pawl_soft_touches *touches, const pawl_soft_touch *touch) {
    pawl_soft_touch *pairs = touches->pairs;
    if (touches->count < touches->capacity) return true;
    touches->missed++;
    uint32_t last = touches->count;
    while (last > 0 && pairs[last - 1].state != PAWL_SOFT_TOUCH_BEGINS)
        last--;
    if (last == 0 || touch_precedes(&pairs[last - 1], touch)) return false;
    memmove(&pairs[last - 1], &pairs[last], (size_t)(touches->count - last) * sizeof *pairs);
    touches->count--;
    return true;
}

static void add_touch(pawl_soft_touches *touches, pawl_soft_touch *touch) {
    pawl_soft_touch *pairs = touches->pairs;
    uint32_t at = touches->count;
    while (at > 0 && touch_precedes(touch, &pairs[at - 1]))
        at--;
    if (at > 0 && !touch_precedes(&pairs[at - 1], touch)) { /* the same */
        touch->state = PAWL_SOFT_TOUCH_STAYS;
        pairs[at - 1] = *touch;
        return;
    }
    if (!make_room(touches, touch)) return;
    for (at = touches->count; at > 0 && touch_precedes(touch, &pairs[at - 1]); at--)
        pairs[at] = pairs[at - 1];
    touch->state = PAWL_SOFT_TOUCH_BEGINS;
    pairs[at] = *touch;
    touches->count++;
}

static pawl_box box_of_soft(const pawl_world *world, const pawli_soft *soft, pawl_fx margin) {
    const pawli_soft_point *points = pawli_soft_points_const(world) + soft->first_point;
    pawl_box box = {points[0].position, points[0].position};
    for (uint32_t i = 1; i < soft->point_count; i++) {
        const pawl_vec2 at = points[i].position;
        box.lower = pawl_vec2_make(pawl_min(box.lower.x, at.x), pawl_min(box.lower.y, at.y));
        box.upper = pawl_vec2_make(pawl_max(box.upper.x, at.x), pawl_max(box.upper.y, at.y));
    }
    return pawli_grown(box, pawl_add(soft->radius, margin));
}

static void add_touches_of(const pawl_world *world, uint16_t slot, pawl_soft_touches *touches) {
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    const pawl_fx margin = world->scales.speculative;
    const pawl_box box = box_of_soft(world, soft, margin);
    pawli_tree_query visit;
    pawli_tree_query_begin(world, box, &visit);
    for (;;) {
        const uint16_t at = pawli_tree_query_next(world, &visit);
        if (at == PAWLI_NONE) return;
        const pawli_shape *shape = &pawli_shapes_const(world)[at];
        const bool sensor = (shape->flags & PAWLI_SHAPE_SENSOR) != 0;
        const touching t = {world, slot, at, sensor, sensor ? 0 : margin};
        pawl_soft_touch touch;
        memset(&touch, 0, sizeof touch);
        if (!may_touch(world, soft, shape) || !find_touch(&t, box, &touch)) continue;
        touch.soft = pawli_pool_soft_id(world, slot);
        touch.shape = pawli_pool_shape_id(world, at);
        touch.soft_serial = soft->serial;
        touch.shape_serial = shape->serial;
        touch.sensor = sensor ? 1 : 0;
        add_touch(touches, &touch);
    }
}

pawl_status pawl_world_update_soft_touches(const pawl_world *world, pawl_soft_touches *touches) {
    if (world == NULL || touches == NULL) return PAWL_ERR_NULL;
    if (touches->pairs == NULL && touches->capacity > 0) return PAWL_ERR_NULL;
    if (touches->count > touches->capacity) return PAWL_ERR_RANGE;
    begin_update(touches);
    if (!pawli_has_soft_linked()) return PAWL_OK;
    for (uint16_t at = pawli_first_soft(world); at != PAWLI_NONE;
         at = pawli_softs_const(world)[at].next)
        add_touches_of(world, at, touches);
    return PAWL_OK;
}
