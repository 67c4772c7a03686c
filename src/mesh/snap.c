/* snap.c - segments that cross become edges that do not: snap rounding.
 *
 *   1. ends and crossings of the segments, rounded: the vertices
 *   2. each segment becomes the chain of the vertices whose pixels it meets
 *   3. the pieces of all chains, sorted and merged
 *
 * Segments are taken in the order of their midpoints along a curve, which depends on nothing but
 * the segments as a set, so what happens on the way, errors too, is the same for any order. */
#include "base/align.h"
#include "mesh/keyed.h"
#include "mesh/snap_search.h"
#include "base/sort.h"

#define LEAST_FREE 16u /* one part in so many must be free after merging */

typedef struct snapping {
    pawli_snap_order from;
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

/* The edges, before there are any. */
static pawli_snap_spare spare_of(const snapping *s) {
    const pawli_snap_spare spare = {s->to.edges, (size_t)s->to.edge_capacity * sizeof(pawli_line)};
    return spare;
}

/* ---- 1. vertices --------------------------------------------------------------------------- */

static void sort_vertices(snapping *s) {
    s->to.vertex_count = pawli_snap_search_sort(s->to.vertices, s->to.vertex_count, spare_of(s));
    s->sorted_count = s->to.vertex_count;
}

/* Whether the point is among the sorted vertices. */
static bool is_sorted_vertex(const snapping *s, pawl_vec2 point) {
    uint32_t begin = 0, end = s->sorted_count;
    while (begin < end) {
        const uint32_t half = begin + (end - begin) / 2;
        const int order = pawli_compare_points(s->to.vertices[half], point);
        if (order == 0) return true;
        if (order < 0)
            begin = half + 1;
        else
            end = half;
    }
    return false;
}

/* pawli_hot_taker. False when there is no room. */
static bool add_vertex(void *context, pawl_vec2 point) {
    snapping *const s = context;
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

static pawl_status find_vertices(snapping *s) {
    if (!pawli_snap_search_hot(&s->from, (void *)s->points, add_vertex, s))
        return PAWL_ERR_CAPACITY;
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

/* Edges by their lower vertex, of which each has few: in `room` for as many, with a number for each
 * vertex in `ends`. */
static void spread_edges(const snapping *s, pawli_line *room, uint32_t *ends) {
    uint32_t sum = 0, begin = 0;
    for (uint32_t i = 0; i < s->to.vertex_count; i++)
        ends[i] = 0;
    for (uint32_t i = 0; i < s->to.edge_count; i++)
        ends[s->to.edges[i].a]++;
    for (uint32_t i = 0; i < s->to.vertex_count; i++) {
        const uint32_t count = ends[i];
        ends[i] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < s->to.edge_count; i++)
        room[ends[s->to.edges[i].a]++] = s->to.edges[i];
    for (uint32_t i = 0; i < s->to.vertex_count; begin = ends[i++])
        if (ends[i] - begin > 1)
            pawli_sort(room + begin, ends[i] - begin, sizeof(pawli_line), is_edge_before, NULL);
}

/* Sorted, in place or behind themselves; `ends` may be null. */
static const pawli_line *sort_edges(const snapping *s, uint32_t *ends) {
    pawli_line *const edges = s->to.edges, *const room = edges + s->to.edge_count;
    if (PAWLI_LARGE_CODE && ends != NULL &&
        s->to.edge_count <= s->to.edge_capacity - s->to.edge_count) {
        spread_edges(s, room, ends);
        return room;
    }
    pawli_sort(edges, s->to.edge_count, sizeof(pawli_line), is_edge_before, NULL);
    return edges;
}

/* Pieces between the same vertices become one, or none, but for folds that are kept. A winding that
 * does not fit becomes several again: there may yet be pieces that run the other way. */
static void merge_edges(snapping *s, uint32_t *ends) {
    pawli_line *const edges = s->to.edges;
    const pawli_line *const sorted = sort_edges(s, ends);
    const uint32_t count = s->to.edge_count;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count;) {
        pawli_line edge = sorted[i];
        int64_t winding = 0;
        for (; i < count && is_same_edge(sorted + i, &edge); i++)
            winding += sorted[i].winding;
        if (winding == 0 && s->to.keeps_folds) {
            edge.winding = 0;
            edges[kept++] = edge;
        }
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

/* Puts the vertices of the chain behind the edges, as `a` of edges. False when there is no room. */
static bool collect_chain(snapping *s, const pawli_pack *tree, pawli_strip *t, uint32_t *count) {
    pawli_line *const chain = s->to.edges + s->to.edge_count;
    const uint32_t room = s->to.edge_capacity - s->to.edge_count;
    uint32_t begin, end;
    *count = 0;
    pawli_pack_search_all(tree, &t->search);
    while (pawli_pack_next(tree, &t->search, &begin, &end))
        for (uint32_t i = begin; i < end; i++) {
            if (!pawli_strip_is_hot(t, s->to.vertices[s->points[i]])) continue;
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
static void order_chain(const snapping *s, const pawli_strip *t, pawli_line *chain,
                        uint32_t count) {
    if (count > 2) {
        pawli_sort(chain, count, sizeof(pawli_line), is_edge_before, NULL);
    } else if (count == 2 && chain[0].a > chain[1].a) {
        reverse_lines(chain, 0, 2);
    }
    if ((t->search.along.x < 0) == (t->search.along.y < 0)) return;
    if (t->search.along.x == 0 || t->search.along.y == 0) return;
    for (uint32_t begin = 0, end = 1; end <= count; end++) {
        if (end < count && s->to.vertices[chain[end].a].y == s->to.vertices[chain[begin].a].y)
            continue;
        reverse_lines(chain, begin, end);
        begin = end;
    }
}

/* Whether a vertex of the chain lies off the segment. */
static bool is_off(const pawli_strip *t, pawl_vec2 vertex) {
    return pawl_vec2_cross(t->search.along, pawli_position_from(vertex, t->search.a)) != 0;
}

static bool add_chain(snapping *s, const pawli_pack *tree, const pawli_segment *segment) {
    pawli_strip t = pawli_strip_make(segment);
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
        if (s->to.keeps_folds &&
            (is_off(&t, s->to.vertices[from]) || is_off(&t, s->to.vertices[to])))
            piece->layer |= PAWLI_LAYER_BENT;
        piece->winding = is_upwards == (from < to) ? 1 : -1;
    }
    s->to.edge_count += count - 1;
    return true;
}

static pawl_status find_edges(snapping *s) {
    const uint32_t count = s->to.vertex_count;
    pawl_box *const nodes = (void *)(s->points + count);
    pawli_pack tree;
    pawli_snap_search_points(s->to.vertices, count, s->from.lower, s->points, nodes, spare_of(s),
                             &tree);
    for (uint32_t i = 0; i < s->from.count; i++) {
        const pawli_segment *const segment = s->from.segments + s->from.order[i];
        if (add_chain(s, &tree, segment)) continue;
        merge_edges(s, NULL);
        const uint32_t free = s->to.edge_capacity - s->to.edge_count;
        if (free < s->to.edge_capacity / LEAST_FREE || !add_chain(s, &tree, segment))
            return PAWL_ERR_CAPACITY;
    }
    merge_edges(s, s->points); /* the tree is not needed any more */
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
    uint32_t *const order = scratch;
    snapping s = {.points = order + count, .to = *out};
    s.to.vertex_count = 0;
    s.to.edge_count = 0;
    pawl_status status = pawli_snap_search_order(segments, count, order, spare_of(&s), &s.from);
    if (status == PAWL_OK) status = find_vertices(&s);
    out->has_vertices = status == PAWL_OK;
    if (status == PAWL_OK) status = find_edges(&s);
    if (status != PAWL_OK) return status;
    drop_unused(&s);
    out->vertex_count = s.to.vertex_count;
    out->edge_count = s.to.edge_count;
    return PAWL_OK;
}
