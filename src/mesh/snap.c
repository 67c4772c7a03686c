/* snap.c - segments that cross become edges that do not: snap rounding.
 *
 *   1. ends and crossings of the segments, rounded: the vertices
 *   2. each segment becomes the chain of the vertices whose pixels it meets
 *   3. the pieces of all chains, sorted and merged
 *
 * Segments are taken in the order of their midpoints along a curve, which depends on nothing but
 * the segments as a set, so what happens on the way, errors too, is the same for any order. */
#include "base/align.h"
#include "mesh/snap.h"
#include "base/sort.h"
#include "fx/int128.h"
#include "geom/crossing.h"
#include "geom/predicate.h"
#include "mesh/pack.h"
#include "fx/range.h"

#define LEAST_FREE 16u /* one part in so many must be free after merging */

typedef struct snapping {
    const pawli_segment *segments;
    pawl_vec2 lower; /* of all segments */
    uint32_t *order; /* of those that have a length */
    uint32_t order_count;
    uint32_t *points; /* vertices along the curve; afterwards their new numbers */
    pawli_arrangement to;
    uint32_t sorted_count; /* of the vertices: sorted and different so far */
} snapping;

/* ---- memory -------------------------------------------------------------------------------- */

/* Of trees: of the segments first, then of the vertices, in the same place. */
static uint64_t segment_tree_size(uint32_t count) {
    return (uint64_t)pawli_pack_nodes(count) * sizeof(pawl_box);
}

static uint64_t vertex_tree_size(uint32_t capacity) {
    return (uint64_t)capacity * sizeof(uint32_t) +
           (uint64_t)pawli_pack_nodes(capacity) * sizeof(pawl_box);
}

size_t pawli_snap_scratch(uint32_t segment_count, uint32_t vertex_capacity) {
    const uint64_t one = segment_tree_size(segment_count), two = vertex_tree_size(vertex_capacity);
    const uint64_t order = (uint64_t)segment_count * sizeof(uint32_t);
    const uint64_t size = (order + (one > two ? one : two) + 7) / 8 * 8;
    return size <= SIZE_MAX ? (size_t)size : 0;
}

static void lay_out_snap(snapping *s, void *scratch, uint32_t count) {
    s->order = scratch;
    s->points = s->order + count;
}

/* ---- the order of the segments ------------------------------------------------------------- */

/* By (y, x). */
static int compare_points(pawl_vec2 a, pawl_vec2 b) {
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    return a.x < b.x ? -1 : a.x > b.x ? 1 : 0;
}

/* The sum of both ends, twice the midpoint, seen from `lower`: below 2^32. */
static uint32_t middle_of_ends(pawl_fx a, pawl_fx b, pawl_fx lower) {
    return (uint32_t)a - (uint32_t)lower + (uint32_t)b - (uint32_t)lower;
}

static bool is_segment_before(const void *context, const void *a, const void *b) {
    const snapping *const s = context;
    const pawli_segment *const p = s->segments + *(const uint32_t *)a;
    const pawli_segment *const q = s->segments + *(const uint32_t *)b;
    const int curve = pawli_pack_compare_curve(
        middle_of_ends(p->a.x, p->b.x, s->lower.x), middle_of_ends(p->a.y, p->b.y, s->lower.y),
        middle_of_ends(q->a.x, q->b.x, s->lower.x), middle_of_ends(q->a.y, q->b.y, s->lower.y));
    if (curve != 0) return curve < 0;
    /* Next to each other: those that lie on each other, whichever way they run. */
    const bool p_up = compare_points(p->a, p->b) < 0, q_up = compare_points(q->a, q->b) < 0;
    const int lower = compare_points(p_up ? p->a : p->b, q_up ? q->a : q->b);
    if (lower != 0) return lower < 0;
    const int upper = compare_points(p_up ? p->b : p->a, q_up ? q->b : q->a);
    if (upper != 0) return upper < 0;
    if (p_up != q_up) return p_up;
    return p->layer < q->layer;
}

static pawl_status order_segments(snapping *s, uint32_t count) {
    s->lower = pawl_vec2_make(PAWL_COORD_MAX, PAWL_COORD_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 a = s->segments[i].a, b = s->segments[i].b;
        if (!pawli_is_position(a) || !pawli_is_position(b)) return PAWL_ERR_RANGE;
        if (pawli_is_same_point(a, b)) continue;
        s->order[s->order_count++] = i;
        const pawl_vec2 least = pawl_vec2_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
        if (least.x < s->lower.x) s->lower.x = least.x;
        if (least.y < s->lower.y) s->lower.y = least.y;
    }
    pawli_sort(s->order, s->order_count, sizeof(uint32_t), is_segment_before, s);
    return PAWL_OK;
}

/* ---- 1. vertices --------------------------------------------------------------------------- */

static bool is_vertex_before(const void *context, const void *a, const void *b) {
    (void)context;
    return compare_points(*(const pawl_vec2 *)a, *(const pawl_vec2 *)b) < 0;
}

static void sort_vertices(snapping *s) {
    pawl_vec2 *const vertices = s->to.vertices;
    const uint32_t count = s->to.vertex_count;
    pawli_sort(vertices, count, sizeof(pawl_vec2), is_vertex_before, NULL);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || !pawli_is_same_point(vertices[kept - 1], vertices[i]))
            vertices[kept++] = vertices[i];
    s->to.vertex_count = kept;
    s->sorted_count = kept;
}

/* Whether the point is among the sorted vertices. */
static bool is_sorted_vertex(const snapping *s, pawl_vec2 point) {
    uint32_t begin = 0, end = s->sorted_count;
    while (begin < end) {
        const uint32_t half = begin + (end - begin) / 2;
        const int order = compare_points(s->to.vertices[half], point);
        if (order == 0) return true;
        if (order < 0)
            begin = half + 1;
        else
            end = half;
    }
    return false;
}

/* False when there is no room. */
static bool add_vertex(snapping *s, pawl_vec2 point) {
    if (is_sorted_vertex(s, point)) return true;
    if (s->to.vertex_count == s->to.vertex_capacity) {
        if (s->to.vertex_count == s->sorted_count) return false;
        sort_vertices(s);
        if (is_sorted_vertex(s, point)) return true;
        if (s->to.vertex_count == s->to.vertex_capacity) return false;
    }
    s->to.vertices[s->to.vertex_count++] = point;
    return true;
}

static pawl_box segment_box(const void *context, uint32_t item) {
    const pawli_segment *const segment = (const pawli_segment *)context + item;
    return pawli_pack_search_make(segment->a, segment->b, 0).box;
}

/* The crossings with the segments that come later in the order. */
static bool add_crossings(snapping *s, const pawli_pack *tree, uint32_t position) {
    const pawli_segment *const segment = s->segments + s->order[position];
    pawli_pack_search search = pawli_pack_search_make(segment->a, segment->b, 0);
    pawli_pack_search_from(&search, position);
    uint32_t begin, end;
    while (pawli_pack_next(tree, &search, &begin, &end))
        for (uint32_t i = begin > position ? begin : position + 1; i < end; i++) {
            const pawli_segment *const other = s->segments + s->order[i];
            pawl_vec2 point;
            if (pawl_box_overlaps(search.box, segment_box(s->segments, s->order[i])) &&
                pawli_crossing(segment->a, segment->b, other->a, other->b, &point) &&
                !add_vertex(s, point))
                return false;
        }
    return true;
}

/* Whether the segment lies on the one before it: then both cross the same others. */
static bool is_twin(const snapping *s, uint32_t position) {
    if (position == 0) return false;
    const pawli_segment *const p = s->segments + s->order[position - 1];
    const pawli_segment *const q = s->segments + s->order[position];
    return (pawli_is_same_point(p->a, q->a) && pawli_is_same_point(p->b, q->b)) ||
           (pawli_is_same_point(p->a, q->b) && pawli_is_same_point(p->b, q->a));
}

static pawl_status find_vertices(snapping *s) {
    for (uint32_t i = 0; i < s->order_count; i++) {
        const pawli_segment *const segment = s->segments + s->order[i];
        if (!add_vertex(s, segment->a) || !add_vertex(s, segment->b)) return PAWL_ERR_CAPACITY;
    }
    pawl_box *const nodes = (void *)s->points;
    pawli_pack tree;
    pawli_pack_build(&tree, s->order, s->order_count, nodes, segment_box, s->segments);
    for (uint32_t i = 0; i < s->order_count; i++)
        if (!is_twin(s, i) && !add_crossings(s, &tree, i)) return PAWL_ERR_CAPACITY;
    sort_vertices(s);
    return PAWL_OK;
}

/* ---- 3. edges, merged ---------------------------------------------------------------------- */

static bool is_edge_before(const void *context, const void *first, const void *second) {
    (void)context;
    const pawli_line *const p = first, *const q = second;
    if (p->a != q->a) return p->a < q->a;
    if (p->b != q->b) return p->b < q->b;
    if (p->layer != q->layer) return p->layer < q->layer;
    return p->winding < q->winding;
}

static bool is_same_edge(const pawli_line *p, const pawli_line *q) {
    return p->a == q->a && p->b == q->b && p->layer == q->layer;
}

/* Pieces between the same vertices become one, or none. A winding that does not fit becomes several
 * again: there may yet be pieces that run the other way. */
static void merge_edges(snapping *s) {
    pawli_line *const edges = s->to.edges;
    const uint32_t count = s->to.edge_count;
    pawli_sort(edges, count, sizeof(pawli_line), is_edge_before, NULL);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count;) {
        pawli_line edge = edges[i];
        int64_t winding = 0;
        for (; i < count && is_same_edge(edges + i, &edge); i++)
            winding += edges[i].winding;
        while (winding != 0) {
            const int64_t part = winding > INT16_MAX    ? INT16_MAX
                                 : winding < -INT16_MAX ? -INT16_MAX
                                                        : winding;
            edge.winding = (int16_t)part;
            edges[kept++] = edge;
            winding -= part;
        }
    }
    s->to.edge_count = kept;
}

/* ---- 2. chains ----------------------------------------------------------------------------- */

/* What is asked of a vertex: twice the distance of the line from the center of its pixel, times the
 * length of the segment, against the sum of the sides of the segment's box. */
typedef struct strip {
    pawli_pack_search search; /* keeps the segment; moves on from leaf to leaf */
    uint64_t width;           /* |dx| + |dy| */
    int touching_side;        /* of pixels that the line touches in the corner that is theirs */
} strip;

static strip make_strip(const pawli_segment *segment) {
    strip t;
    t.search = pawli_pack_search_make(segment->a, segment->b, 0);
    const pawl_vec2 along = t.search.along;
    t.width = pawli_magnitude(along.x) + pawli_magnitude(along.y);
    t.search.reach = (int64_t)(t.width / 2);
    t.touching_side = along.x > 0 && along.y < 0 ? 1 : along.x < 0 && along.y > 0 ? -1 : 0;
    return t;
}

/* Whether the segment meets the pixel of the point. A pixel has of its four corners the lower left
 * one, which a line can touch alone only when it falls from left to right. */
static bool is_hot(const strip *t, pawl_vec2 point) {
    const pawl_box box = t->search.box, pixel = {point, point};
    if (!pawl_box_overlaps(box, pixel)) return false;
    const int64_t side = pawl_vec2_cross(t->search.along, pawl_vec2_sub(point, t->search.a));
    const uint64_t twice = 2 * pawli_magnitude(side);
    if (twice != t->width) return twice < t->width;
    return side > 0 ? t->touching_side > 0 : t->touching_side < 0;
}

/* Puts the vertices of the chain behind the edges, as `a` of edges. False when there is no room. */
static bool collect_chain(snapping *s, const pawli_pack *tree, strip *t, uint32_t *count) {
    pawli_line *const chain = s->to.edges + s->to.edge_count;
    const uint32_t room = s->to.edge_capacity - s->to.edge_count;
    uint32_t begin, end;
    *count = 0;
    pawli_pack_search_all(tree, &t->search);
    while (pawli_pack_next(tree, &t->search, &begin, &end))
        for (uint32_t i = begin; i < end; i++) {
            if (!is_hot(t, s->to.vertices[s->points[i]])) continue;
            if (*count == room) return false;
            const pawli_line link = {s->points[i], 0, 0, 0};
            chain[(*count)++] = link;
        }
    return true;
}

static void reverse_lines(pawli_line *chain, uint32_t begin, uint32_t end) {
    while (end - begin > 1) {
        const pawli_line link = chain[begin];
        chain[begin++] = chain[--end];
        chain[end] = link;
    }
}

/* Upwards along the segment: by number, but rows of a segment that leans to the left run from right
 * to left. Pixels that a segment meets never lie across its slope from each other. */
static void order_chain(const snapping *s, const strip *t, pawli_line *chain, uint32_t count) {
    pawli_sort(chain, count, sizeof(pawli_line), is_edge_before, NULL);
    if ((t->search.along.x < 0) == (t->search.along.y < 0)) return;
    if (t->search.along.x == 0 || t->search.along.y == 0) return;
    for (uint32_t begin = 0, end = 1; end <= count; end++) {
        if (end < count && s->to.vertices[chain[end].a].y == s->to.vertices[chain[begin].a].y)
            continue;
        reverse_lines(chain, begin, end);
        begin = end;
    }
}

static bool add_chain(snapping *s, const pawli_pack *tree, const pawli_segment *segment) {
    strip t = make_strip(segment);
    pawli_line *const chain = s->to.edges + s->to.edge_count;
    uint32_t count;
    if (!collect_chain(s, tree, &t, &count)) return false;
    order_chain(s, &t, chain, count);
    const pawl_vec2 along = t.search.along;
    const bool is_upwards = along.y > 0 || (along.y == 0 && along.x > 0);
    for (uint32_t i = 0; i + 1 < count; i++) {
        const uint32_t from = chain[i].a, to = chain[i + 1].a;
        pawli_line *const piece = chain + i;
        piece->a = from < to ? from : to;
        piece->b = from < to ? to : from;
        piece->layer = segment->layer;
        piece->winding = is_upwards == (from < to) ? 1 : -1;
    }
    s->to.edge_count += count - 1;
    return true;
}

static bool is_point_before(const void *context, const void *a, const void *b) {
    const snapping *const s = context;
    const pawl_vec2 p = s->to.vertices[*(const uint32_t *)a];
    const pawl_vec2 q = s->to.vertices[*(const uint32_t *)b];
    const pawl_vec2 lower = s->lower;
    return pawli_pack_compare_curve(
               (uint32_t)p.x - (uint32_t)lower.x, (uint32_t)p.y - (uint32_t)lower.y,
               (uint32_t)q.x - (uint32_t)lower.x, (uint32_t)q.y - (uint32_t)lower.y) < 0;
}

static pawl_box vertex_box(const void *context, uint32_t item) {
    const pawl_vec2 vertex = ((const pawl_vec2 *)context)[item];
    const pawl_box box = {vertex, vertex};
    return box;
}

static pawl_status find_edges(snapping *s) {
    const uint32_t count = s->to.vertex_count;
    for (uint32_t i = 0; i < count; i++)
        s->points[i] = i;
    pawli_sort(s->points, count, sizeof(uint32_t), is_point_before, s);
    pawl_box *const nodes = (void *)(s->points + count);
    pawli_pack tree;
    pawli_pack_build(&tree, s->points, count, nodes, vertex_box, s->to.vertices);
    for (uint32_t i = 0; i < s->order_count; i++) {
        const pawli_segment *const segment = s->segments + s->order[i];
        if (add_chain(s, &tree, segment)) continue;
        merge_edges(s);
        const uint32_t free = s->to.edge_capacity - s->to.edge_count;
        if (free < s->to.edge_capacity / LEAST_FREE || !add_chain(s, &tree, segment))
            return PAWL_ERR_CAPACITY;
    }
    merge_edges(s);
    for (uint32_t i = 1; i < s->to.edge_count; i++)
        if (is_same_edge(s->to.edges + i - 1, s->to.edges + i)) return PAWL_ERR_RANGE;
    return PAWL_OK;
}

/* Vertices that no edge uses make way for those that some edge does. */
static void drop_unused(snapping *s) {
    for (uint32_t i = 0; i < s->to.vertex_count; i++)
        s->points[i] = 0;
    for (uint32_t i = 0; i < s->to.edge_count; i++) {
        s->points[s->to.edges[i].a] = 1;
        s->points[s->to.edges[i].b] = 1;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->to.vertex_count; i++) {
        if (s->points[i] == 0) continue;
        s->to.vertices[kept] = s->to.vertices[i];
        s->points[i] = kept++;
    }
    s->to.vertex_count = kept;
    for (uint32_t i = 0; i < s->to.edge_count; i++) {
        s->to.edges[i].a = s->points[s->to.edges[i].a];
        s->to.edges[i].b = s->points[s->to.edges[i].b];
    }
}

pawl_status pawli_snap_round(const pawli_segment *segments, uint32_t count, void *scratch,
                             size_t scratch_size, pawli_arrangement *out) {
    if (!out || (!segments && count > 0)) return PAWL_ERR_NULL;
    if (!out->vertices && out->vertex_capacity > 0) return PAWL_ERR_NULL;
    if (!out->edges && out->edge_capacity > 0) return PAWL_ERR_NULL;
    const size_t need = pawli_snap_scratch(count, out->vertex_capacity);
    if (need == 0 && (count > 0 || out->vertex_capacity > 0)) return PAWL_ERR_MEMORY;
    if (scratch_size < need || !pawli_is_aligned(scratch)) return PAWL_ERR_MEMORY;
    if (!scratch && need > 0) return PAWL_ERR_NULL;
    snapping s = {segments, {0, 0}, NULL, 0, NULL, *out, 0};
    s.to.vertex_count = 0;
    s.to.edge_count = 0;
    lay_out_snap(&s, scratch, count);
    pawl_status status = order_segments(&s, count);
    if (status == PAWL_OK) status = find_vertices(&s);
    if (status == PAWL_OK) status = find_edges(&s);
    if (status != PAWL_OK) return status;
    drop_unused(&s);
    out->vertex_count = s.to.vertex_count;
    out->edge_count = s.to.edge_count;
    return PAWL_OK;
}
