/* query.h - internal: what all queries share: the shapes that they see, and hits in their defined
 * order.
 *
 * The tree yields candidates in an order that means nothing; what a shape is made of decides, and
 * every result is sorted into its place in the caller's buffer. */
#ifndef PAWLI_QUERY_H
#define PAWLI_QUERY_H

#include "collide/core.h"
#include "pawl/query.h"
#include "soft/soft_piece.h"
#include "world/shape_piece.h"
#include "world/terrain.h"
#include "fx/range.h"

/* A filter with its handle looked up. */
typedef struct pawli_view {
    uint32_t category, mask;
    uint16_t ignore; /* body, or PAWLI_NONE */
    bool sensors;
    bool soft; /* and there may be soft bodies */
} pawli_view;

pawli_view pawli_query_make_view(const pawl_world *world, const pawl_query_filter *filter);

static inline bool pawli_sees(const pawli_view *view, const pawli_shape *shape) {
    if ((view->mask & shape->category) == 0 || (shape->mask & view->category) == 0) return false;
    if ((shape->flags & PAWLI_SHAPE_SENSOR) && !view->sensors) return false;
    return shape->body != view->ignore;
}

/* Soft bodies that are seen and have something in a box, from slot `from` on, in creation order:
 *   uint16_t at = pawli_query_first_soft(world, &view);
 *   for (; (at = pawli_query_soft_near(world, &view, at, box, &pieces)) != PAWLI_NONE;
 *        at = pawli_query_after_soft(world, at)) ... */
uint16_t pawli_query_soft_near(const pawl_world *world, const pawli_view *view, uint16_t from,
                               pawl_box box, pawli_soft_piece_query *pieces);

static inline uint16_t pawli_query_first_soft(const pawl_world *world, const pawli_view *view) {
    return PAWL_WITH_SOFT && view->soft ? world->first_soft : PAWLI_NONE;
}

static inline uint16_t pawli_query_after_soft(const pawl_world *world, uint16_t soft) {
    return pawli_softs_const(world)[soft].next;
}

static inline pawli_frame pawli_frame_of_shape(const pawl_world *world, const pawli_shape *shape) {
    const pawli_body *body = &pawli_bodies_const(world)[shape->body];
    const pawli_frame frame = {body->position, body->rotation, body->center};
    return frame;
}

static inline uint32_t pawli_serial_of(const pawl_world *world, pawl_shape_id shape) {
    return pawli_shapes_const(world)[shape.index1 - 1u].serial;
}

/* What was found, as results tell it. */
typedef struct pawli_found {
    pawl_shape_id shape;
    pawl_soft_id soft;
    uint32_t part;
} pawli_found;

static inline bool pawli_is_found(pawl_shape_id shape, pawl_soft_id soft) {
    return shape.index1 != 0 || soft.index1 != 0;
}

/* Of two results that are as near: shapes first, then the older one, then the lower part. */
bool pawli_query_precedes(const pawl_world *world, const pawli_found *a, const pawli_found *b);

/* The pieces of a shape that may touch a box in the world. */
static inline pawli_shape_piece_query pawli_pieces_near(const pawl_world *world, uint16_t shape,
                                                        const pawli_frame *frame, pawl_box box) {
    if (pawli_shape_piece_are_many(world, shape)) box = pawli_box_in_frame(frame, box);
    return pawli_shape_piece_begin(world, shape, box);
}

/* Begin, end and the way between them are within the range of positions. */
static inline bool pawli_is_movement(pawl_vec2 from, pawl_vec2 translation) {
    return pawli_is_position(from) && pawli_is_position(translation) &&
           pawli_is_position(pawl_vec2_add(from, translation));
}

/* A point as a shape: a circle without radius, which no maker would make but the workers take. */
pawl_convex pawli_query_make_dot(void);

/* What moves in a ray or a cast. */
typedef struct pawli_probe {
    const pawl_convex *convex; /* null: a ray, from the position of the frame */
    pawli_frame frame;
    pawl_vec2 translation;
} pawli_probe;

/* How far a search goes on. */
typedef enum pawli_search {
    PAWLI_FIND_ALL,
    PAWLI_FIND_FIRST, /* of the order of results; needs a buffer of one hit */
    PAWLI_FIND_ANY    /* whichever turns up */
} pawli_search;

/* Writes the first hits and returns how many there are; of a search that stops early only whether
 * there are any. */
uint32_t pawli_query_find_hits(const pawl_world *world, const pawli_probe *probe,
                               const pawl_query_filter *filter, pawli_search search,
                               pawl_query_hit *out, uint32_t capacity);

/* Whether a piece stops a probe at all, whether it is in its way or not. */
bool pawli_query_piece_stops(const pawli_shape_piece *piece, const pawli_frame *frame,
                             const pawli_probe *probe);

#endif
