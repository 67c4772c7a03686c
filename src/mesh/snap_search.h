/* snap_search.h - the parts of snap rounding that do not depend on where results go: the order of
 * segments and points, hot points one after the other, and which pixels a segment meets. */
#ifndef PAWLI_SNAP_SEARCH_H
#define PAWLI_SNAP_SEARCH_H

#include "fx/int128.h"
#include "fx/range.h"
#include "geom/predicate.h"
#include "mesh/pack.h"
#include "mesh/snap.h"

/* By (y, x): -1, 0 or 1. */
static inline int pawli_compare_points(pawl_vec2 a, pawl_vec2 b) {
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    return a.x < b.x ? -1 : a.x > b.x ? 1 : 0;
}

/* Memory that nothing needs meanwhile, of any size and alignment: orders are the same without, but
 * found faster in 32 bytes for each that is to be sorted. */
typedef struct pawli_snap_spare {
    void *memory;
    size_t size;
} pawli_snap_spare;

/* Sorts points by (y, x) and drops all but one of those that are the same: how many are left. */
uint32_t pawli_snap_search_sort(pawl_vec2 *points, uint32_t count, pawli_snap_spare spare);

/* Segments that have a length, in the order of their midpoints along a curve. */
typedef struct pawli_snap_order {
    const pawli_segment *segments;
    uint32_t segment_count; /* those without a length among them */
    uint32_t *order;
    uint32_t count;
    pawl_vec2 lower; /* corner of the box around them */
} pawli_snap_order;

/* `order` has room for all segments. RANGE: a coordinate beyond PAWL_COORD_MAX. */
pawl_status pawli_snap_search_order(const pawli_segment *segments, uint32_t count, uint32_t *order,
                                    pawli_snap_spare spare, pawli_snap_order *out);

/* Takes a hot point; false ends the search. */
typedef bool (*pawli_hot_taker)(void *context, pawl_vec2 point);

/* All ends, then all proper crossings, rounded; most of them many times. `nodes`:
 * pawli_pack_nodes() of the segments. False when `take` has ended it. */
bool pawli_snap_search_hot(const pawli_snap_order *of, pawl_box *nodes, pawli_hot_taker take,
                           void *context);

/* A tree of points, to find those near a segment. `order` has room for them, `nodes` for
 * pawli_pack_nodes() of them. */
void pawli_snap_search_points(const pawl_vec2 *points, uint32_t count, pawl_vec2 lower,
                              uint32_t *order, pawl_box *nodes, pawli_snap_spare spare,
                              pawli_pack *out);

/* What is asked of a vertex: twice the distance of the line from the center of its pixel, times the
 * length of the segment, against the sum of the sides of the segment's box. */
typedef struct pawli_strip {
    pawli_pack_search search; /* keeps the segment; moves on from leaf to leaf */
    uint64_t width;           /* |dx| + |dy| */
    int touching_side;        /* of pixels that the line touches in the corner that is theirs */
} pawli_strip;

static inline pawli_strip pawli_strip_make(const pawli_segment *segment) {
    pawli_strip t;
    t.search = pawli_pack_search_make(segment->a, segment->b, 0);
    const pawl_vec2 along = t.search.along;
    t.width = pawli_magnitude(along.x) + pawli_magnitude(along.y);
    t.search.reach = (int64_t)(t.width / 2);
    t.touching_side = along.x > 0 && along.y < 0 ? 1 : along.x < 0 && along.y > 0 ? -1 : 0;
    return t;
}

/* Whether the segment meets the pixel of the point. A pixel has of its four corners the lower left
 * one, which a line can touch alone only when it falls from left to right. */
static inline bool pawli_strip_is_hot(const pawli_strip *t, pawl_vec2 point) {
    const pawl_box box = t->search.box, pixel = {point, point};
    if (!pawl_box_overlaps(box, pixel)) return false;
    const int64_t side = pawl_vec2_cross(t->search.along, pawli_position_from(point, t->search.a));
    const uint64_t twice = 2 * pawli_magnitude(side);
    if (twice != t->width) return twice < t->width;
    return side > 0 ? t->touching_side > 0 : t->touching_side < 0;
}

#endif
