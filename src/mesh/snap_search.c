/* snap_search.c - order, crossings and trees of snap rounding. */
#include "mesh/snap_search.h"

#include "base/align.h"
#include "base/compiler.h"
#include "base/sort.h"
#include "geom/bounds.h"
#include "geom/crossing.h"
#include "geom/predicate.h"
#include "mesh/keyed.h"

/* Room for the keys of `count` and as many again; null where there is none. */
PAWLI_FOLD pawli_keyed *keys_in(pawli_snap_spare spare, uint32_t count) {
    if (!PAWLI_LARGE_CODE || spare.size / (2 * sizeof(pawli_keyed)) < count) return NULL;
    return pawli_is_aligned(spare.memory) ? spare.memory : NULL;
}

/* ---- the order of the segments ------------------------------------------------------------- */

/* The sum of both ends, twice the midpoint, seen from `lower`: below 2^32. */
static uint32_t middle_of_ends(pawl_fx a, pawl_fx b, pawl_fx lower) {
    return (uint32_t)a - (uint32_t)lower + (uint32_t)b - (uint32_t)lower;
}

static bool is_segment_before(const void *context, const void *a, const void *b) {
    const pawli_snap_order *const of = context;
    const pawli_segment *const p = of->segments + *(const uint32_t *)a;
    const pawli_segment *const q = of->segments + *(const uint32_t *)b;
    const pawl_vec2 from = of->lower;
    const int curve = pawli_pack_compare_curve(
        middle_of_ends(p->a.x, p->b.x, from.x), middle_of_ends(p->a.y, p->b.y, from.y),
        middle_of_ends(q->a.x, q->b.x, from.x), middle_of_ends(q->a.y, q->b.y, from.y));
    if (curve != 0) return curve < 0;
    /* Next to each other: those that lie on each other, whichever way they run. */
    const bool p_up = pawli_compare_points(p->a, p->b) < 0;
    const bool q_up = pawli_compare_points(q->a, q->b) < 0;
    const int lower = pawli_compare_points(p_up ? p->a : p->b, q_up ? q->a : q->b);
    if (lower != 0) return lower < 0;
    const int upper = pawli_compare_points(p_up ? p->b : p->a, q_up ? q->b : q->a);
    if (upper != 0) return upper < 0;
    if (p_up != q_up) return p_up;
    return p->layer < q->layer;
}

/* As is_segment_before, by keys: what is left are those with one midpoint. */
static void sort_segments(const pawli_snap_order *of, pawli_keyed *keys) {
    for (uint32_t i = 0; i < of->count; i++) {
        const pawli_segment *const segment = of->segments + of->order[i];
        const pawl_vec2 a = segment->a, b = segment->b;
        keys[i].key = pawli_pack_curve_key(middle_of_ends(a.x, b.x, of->lower.x),
                                           middle_of_ends(a.y, b.y, of->lower.y));
        keys[i].index = of->order[i];
    }
    const pawli_keyed *const sorted = pawli_keyed_sort(keys, keys + of->count, of->count);
    for (uint32_t begin = 0, i = 0; i < of->count; i++) {
        of->order[i] = sorted[i].index;
        if (i + 1 < of->count && sorted[i + 1].key == sorted[begin].key) continue;
        if (i > begin)
            pawli_sort(of->order + begin, i + 1 - begin, sizeof(uint32_t), is_segment_before, of);
        begin = i + 1;
    }
}

pawl_status pawli_snap_search_order(const pawli_segment *segments, uint32_t count, uint32_t *order,
                                    pawli_snap_spare spare, pawli_snap_order *out) {
    *out = (pawli_snap_order){segments, count, order, 0, {PAWL_COORD_MAX, PAWL_COORD_MAX}};
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 a = segments[i].a, b = segments[i].b;
        if (!pawli_is_position(a) || !pawli_is_position(b)) return PAWL_ERR_RANGE;
        if (pawli_is_same_point(a, b)) continue;
        order[out->count++] = i;
        const pawl_vec2 least = pawl_vec2_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
        if (least.x < out->lower.x) out->lower.x = least.x;
        if (least.y < out->lower.y) out->lower.y = least.y;
    }
    pawli_keyed *const keys = keys_in(spare, out->count);
    if (keys != NULL)
        sort_segments(out, keys);
    else
        pawli_sort(order, out->count, sizeof(uint32_t), is_segment_before, out);
    return PAWL_OK;
}

/* ---- hot points ------------------------------------------------------------------------------ */

static bool is_vertex_before(const void *context, const void *a, const void *b) {
    (void)context;
    return pawli_compare_points(*(const pawl_vec2 *)a, *(const pawl_vec2 *)b) < 0;
}

/* As is_vertex_before, by keys: seen from the lower left corner of all. */
static void sort_by_rows(pawl_vec2 *points, uint32_t count, pawli_keyed *keys) {
    if (count == 0) return;
    const pawl_vec2 lower = pawli_bounds_of(points, count).lower;
    const uint32_t x = (uint32_t)lower.x, y = (uint32_t)lower.y;
    for (uint32_t i = 0; i < count; i++)
        keys[i].key = (uint64_t)((uint32_t)points[i].y - y) << 32 | ((uint32_t)points[i].x - x);
    const pawli_keyed *const sorted = pawli_keyed_sort(keys, keys + count, count);
    for (uint32_t i = 0; i < count; i++)
        points[i] = pawl_vec2_make((pawl_fx)((uint32_t)sorted[i].key + x),
                                   (pawl_fx)((uint32_t)(sorted[i].key >> 32) + y));
}

uint32_t pawli_snap_search_sort(pawl_vec2 *points, uint32_t count, pawli_snap_spare spare) {
    pawli_keyed *const keys = keys_in(spare, count);
    if (keys != NULL)
        sort_by_rows(points, count, keys);
    else
        pawli_sort(points, count, sizeof(pawl_vec2), is_vertex_before, NULL);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || !pawli_is_same_point(points[kept - 1], points[i]))
            points[kept++] = points[i];
    return kept;
}

static pawl_box segment_box(const void *context, uint32_t item) {
    const pawli_segment *const segment = (const pawli_segment *)context + item;
    const pawl_vec2 a = segment->a, b = segment->b;
    pawl_box box;
    box.lower = pawl_vec2_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
    box.upper = pawl_vec2_make(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y);
    return box;
}

/* Whether a segment's box and another one are apart: mostly told by a look or two. */
static bool is_outside(const pawli_segment *segment, pawl_box box) {
    const pawl_vec2 a = segment->a, b = segment->b;
    if (!PAWLI_LARGE_CODE) return !pawl_box_overlaps(box, segment_box(segment, 0));
    return (a.x < box.lower.x && b.x < box.lower.x) || (a.x > box.upper.x && b.x > box.upper.x) ||
           (a.y < box.lower.y && b.y < box.lower.y) || (a.y > box.upper.y && b.y > box.upper.y);
}

/* The crossings with the segments that come later in the order. */
static bool take_crossings(const pawli_snap_order *of, const pawli_pack *tree, uint32_t position,
                           pawli_hot_taker take, void *context) {
    const pawli_segment *const segment = of->segments + of->order[position];
    pawli_pack_search search = pawli_pack_search_make(segment->a, segment->b, 0);
    pawli_pack_search_from(&search, position);
    uint32_t begin, end;
    while (pawli_pack_next(tree, &search, &begin, &end))
        for (uint32_t i = begin > position ? begin : position + 1; i < end; i++) {
            const pawli_segment *const other = of->segments + of->order[i];
            pawl_vec2 point;
            if (!is_outside(other, search.box) &&
                pawli_crossing(segment->a, segment->b, other->a, other->b, &point) &&
                !take(context, point))
                return false;
        }
    return true;
}

/* Whether the segment lies on the one before it: then both cross the same others. */
static bool is_twin(const pawli_snap_order *of, uint32_t position) {
    if (position == 0) return false;
    const pawli_segment *const p = of->segments + of->order[position - 1];
    const pawli_segment *const q = of->segments + of->order[position];
    return (pawli_is_same_point(p->a, q->a) && pawli_is_same_point(p->b, q->b)) ||
           (pawli_is_same_point(p->a, q->b) && pawli_is_same_point(p->b, q->a));
}

/* Whether the end of a segment is the begin of the one after it, as in a ring, and taken there. */
static bool has_successor(const pawli_snap_order *of, uint32_t segment) {
    if (segment + 1 >= of->segment_count) return false;
    const pawli_segment *const next = of->segments + segment + 1;
    return pawli_is_same_point(of->segments[segment].b, next->a) &&
           !pawli_is_same_point(next->a, next->b);
}

bool pawli_snap_search_hot(const pawli_snap_order *of, pawl_box *nodes, pawli_hot_taker take,
                           void *context) {
    for (uint32_t i = 0; i < of->count; i++) {
        const pawli_segment *const segment = of->segments + of->order[i];
        if (!take(context, segment->a)) return false;
        if (!has_successor(of, of->order[i]) && !take(context, segment->b)) return false;
    }
    pawli_pack tree;
    pawli_pack_build(&tree, of->order, of->count, nodes, segment_box, of->segments);
    for (uint32_t i = 0; i < of->count; i++)
        if (!is_twin(of, i) && !take_crossings(of, &tree, i, take, context)) return false;
    return true;
}

/* ---- points near a segment ------------------------------------------------------------------- */

/* Points, seen from a corner. */
typedef struct point_curve {
    const pawl_vec2 *points;
    pawl_vec2 lower;
} point_curve;

static bool is_point_before(const void *context, const void *a, const void *b) {
    const point_curve *const of = context;
    const pawl_vec2 p = of->points[*(const uint32_t *)a], q = of->points[*(const uint32_t *)b];
    const uint32_t x = (uint32_t)of->lower.x, y = (uint32_t)of->lower.y;
    return pawli_pack_compare_curve((uint32_t)p.x - x, (uint32_t)p.y - y, (uint32_t)q.x - x,
                                    (uint32_t)q.y - y) < 0;
}

/* As is_point_before, by keys. */
static void sort_points(const point_curve *of, uint32_t count, uint32_t *order, pawli_keyed *keys) {
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 point = of->points[i];
        keys[i].key = pawli_keyed_curve((uint32_t)point.x - (uint32_t)of->lower.x,
                                        (uint32_t)point.y - (uint32_t)of->lower.y);
        keys[i].index = i;
    }
    const pawli_keyed *const sorted = pawli_keyed_sort(keys, keys + count, count);
    for (uint32_t i = 0; i < count; i++)
        order[i] = sorted[i].index;
}

static pawl_box vertex_box(const void *context, uint32_t item) {
    const pawl_vec2 vertex = ((const pawl_vec2 *)context)[item];
    const pawl_box box = {vertex, vertex};
    return box;
}

void pawli_snap_search_points(const pawl_vec2 *points, uint32_t count, pawl_vec2 lower,
                              uint32_t *order, pawl_box *nodes, pawli_snap_spare spare,
                              pawli_pack *out) {
    const point_curve curve = {points, lower};
    pawli_keyed *const keys = keys_in(spare, count);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    if (keys != NULL)
        sort_points(&curve, count, order, keys);
    else
        pawli_sort(order, count, sizeof(uint32_t), is_point_before, &curve);
    pawli_pack_build(out, order, count, nodes, vertex_box, points);
}
