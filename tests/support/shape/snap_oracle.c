/* snap_oracle.c - snap rounding by trying everything with everything, in native 128 bits. */
#include <check.h>
#include <stdlib.h>

#include "support/base/seeded.h"
#include "support/shape/snap_oracle.h"

static int128 side_of(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    return ((int128)b.x - a.x) * ((int128)p.y - a.y) - ((int128)b.y - a.y) * ((int128)p.x - a.x);
}

static int128 floor_ratio(int128 numerator, int128 denominator) {
    const int128 quotient = numerator / denominator;
    return numerator % denominator < 0 ? quotient - 1 : quotient; /* denominator > 0 */
}

static int sign(int128 value) {
    return value < 0 ? -1 : value > 0 ? 1 : 0;
}

bool oracle_crossing(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d, pawl_vec2 *out) {
    if (sign(side_of(a, b, c)) * sign(side_of(a, b, d)) >= 0) return false;
    if (sign(side_of(c, d, a)) * sign(side_of(c, d, b)) >= 0) return false;
    int128 share = side_of(c, d, a), whole = share - side_of(c, d, b);
    if (whole < 0) {
        share = -share;
        whole = -whole;
    }
    const int128 x = a.x * whole + ((int128)b.x - a.x) * share;
    const int128 y = a.y * whole + ((int128)b.y - a.y) * share;
    out->x = (pawl_fx)floor_ratio(2 * x + whole, 2 * whole);
    out->y = (pawl_fx)floor_ratio(2 * y + whole, 2 * whole);
    return true;
}

/* A bound of the parameter t of a segment: numerator / denominator. */
typedef struct bound {
    int128 numerator, denominator;
    bool is_open;
} bound;

/* The sharper of two bounds from below (direction 1) or above (-1). */
static bound sharper(bound a, bound b, int direction) {
    const int order = sign(a.numerator * b.denominator - b.numerator * a.denominator) * direction;
    if (order == 0) return a.is_open ? a : b;
    return order > 0 ? a : b;
}

/* 2 p - 1 <= 2 (a + t d) < 2 p + 1 */
static bool clip_axis(int64_t a, int64_t d, int64_t p, bound *from, bound *to) {
    const int64_t lower = 2 * (p - a) - 1, upper = 2 * (p - a) + 1;
    if (d == 0) return lower <= 0 && 0 < upper;
    const bound closed = {d > 0 ? lower : -lower, d > 0 ? 2 * d : -2 * d, false};
    const bound open = {d > 0 ? upper : -upper, d > 0 ? 2 * d : -2 * d, true};
    *from = sharper(*from, d > 0 ? closed : open, 1);
    *to = sharper(*to, d > 0 ? open : closed, -1);
    return true;
}

bool oracle_meets_pixel(pawl_vec2 a, pawl_vec2 b, pawl_vec2 point) {
    bound from = {0, 1, false}, to = {1, 1, false};
    if (!clip_axis(a.x, (int64_t)b.x - a.x, point.x, &from, &to)) return false;
    if (!clip_axis(a.y, (int64_t)b.y - a.y, point.y, &from, &to)) return false;
    const int order = sign(to.numerator * from.denominator - from.numerator * to.denominator);
    return order > 0 || (order == 0 && !from.is_open && !to.is_open);
}

static int compare_vertices(const void *first, const void *second) {
    const pawl_vec2 a = *(const pawl_vec2 *)first, b = *(const pawl_vec2 *)second;
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    return a.x < b.x ? -1 : a.x > b.x;
}

static int compare_edges(const void *first, const void *second) {
    const pawli_line *const a = first, *const b = second;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    if (a->b != b->b) return a->b < b->b ? -1 : 1;
    return (int)a->layer - (int)b->layer;
}

pawli_arrangement make_arrangement(uint32_t vertex_capacity, uint32_t edge_capacity) {
    pawli_arrangement made = {NULL, NULL, 0, vertex_capacity, 0, edge_capacity, false, false};
    made.vertices = malloc(vertex_capacity * sizeof(pawl_vec2) + 1);
    made.edges = malloc(edge_capacity * sizeof(pawli_line) + 1);
    ck_assert_ptr_nonnull(made.vertices);
    ck_assert_ptr_nonnull(made.edges);
    return made;
}

void release_arrangement(pawli_arrangement *arrangement) {
    free(arrangement->vertices);
    free(arrangement->edges);
}

static void put_vertex(pawli_arrangement *to, pawl_vec2 point) {
    if (to->vertex_count == to->vertex_capacity) {
        to->vertex_capacity *= 2;
        to->vertices = realloc(to->vertices, to->vertex_capacity * sizeof(pawl_vec2));
        ck_assert_ptr_nonnull(to->vertices);
    }
    to->vertices[to->vertex_count++] = point;
}

static void put_edge(pawli_arrangement *to, pawli_line edge) {
    if (to->edge_count == to->edge_capacity) {
        to->edge_capacity *= 2;
        to->edges = realloc(to->edges, to->edge_capacity * sizeof(pawli_line));
        ck_assert_ptr_nonnull(to->edges);
    }
    to->edges[to->edge_count++] = edge;
}

static bool has_length(const pawli_segment *segment) {
    return segment->a.x != segment->b.x || segment->a.y != segment->b.y;
}

static void collect_vertices(pawli_arrangement *to, const pawli_segment *segments, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (!has_length(segments + i)) continue;
        put_vertex(to, segments[i].a);
        put_vertex(to, segments[i].b);
        for (uint32_t j = 0; j < i; j++) {
            pawl_vec2 point;
            if (oracle_crossing(segments[i].a, segments[i].b, segments[j].a, segments[j].b, &point))
                put_vertex(to, point);
        }
    }
    qsort(to->vertices, to->vertex_count, sizeof(pawl_vec2), compare_vertices);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->vertex_count; i++)
        if (kept == 0 || compare_vertices(to->vertices + kept - 1, to->vertices + i) != 0)
            to->vertices[kept++] = to->vertices[i];
    to->vertex_count = kept;
}

/* How far along the segment: strictly ascending in a chain, or the theorem does not hold. */
static int64_t way(const pawli_segment *s, pawl_vec2 p) {
    const int64_t x = s->b.x > s->a.x ? 1 : s->b.x < s->a.x ? -1 : 0;
    const int64_t y = s->b.y > s->a.y ? 1 : s->b.y < s->a.y ? -1 : 0;
    return x * ((int64_t)p.x - s->a.x) + y * ((int64_t)p.y - s->a.y);
}

static void assert_drift(const pawli_segment *s, pawl_vec2 p) {
    const int128 side = side_of(s->a, s->b, p);
    const int128 dx = (int128)s->b.x - s->a.x, dy = (int128)s->b.y - s->a.y;
    if (2 * side * side > dx * dx + dy * dy) ck_abort_msg("a vertex is too far from its segment");
}

static void add_chain(pawli_arrangement *to, const pawli_segment *s, uint32_t *chain) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < to->vertex_count; i++) {
        if (!oracle_meets_pixel(s->a, s->b, to->vertices[i])) continue;
        assert_drift(s, to->vertices[i]);
        uint32_t at = count++;
        for (; at > 0 && way(s, to->vertices[chain[at - 1]]) > way(s, to->vertices[i]); at--)
            chain[at] = chain[at - 1];
        if (at > 0 && way(s, to->vertices[chain[at - 1]]) == way(s, to->vertices[i]))
            ck_abort_msg("two vertices of a chain are equally far along");
        chain[at] = i;
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        pawli_line edge = {chain[i], chain[i + 1], s->layer, 1};
        if (edge.a > edge.b) {
            edge.a = chain[i + 1];
            edge.b = chain[i];
            edge.winding = -1;
        }
        put_edge(to, edge);
    }
}

static void merge(pawli_arrangement *to) {
    qsort(to->edges, to->edge_count, sizeof(pawli_line), compare_edges);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->edge_count;) {
        pawli_line edge = to->edges[i];
        int winding = 0;
        for (; i < to->edge_count && compare_edges(&edge, to->edges + i) == 0; i++)
            winding += to->edges[i].winding;
        edge.winding = (int16_t)winding;
        if (winding != 0) to->edges[kept++] = edge;
    }
    to->edge_count = kept;
}

static void drop_unused(pawli_arrangement *to) {
    uint32_t *const number = calloc(to->vertex_count + 1, sizeof(uint32_t));
    ck_assert_ptr_nonnull(number);
    for (uint32_t i = 0; i < to->edge_count; i++)
        number[to->edges[i].a] = number[to->edges[i].b] = 1;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->vertex_count; i++) {
        if (!number[i]) continue;
        to->vertices[kept] = to->vertices[i];
        number[i] = kept++;
    }
    to->vertex_count = kept;
    for (uint32_t i = 0; i < to->edge_count; i++) {
        to->edges[i].a = number[to->edges[i].a];
        to->edges[i].b = number[to->edges[i].b];
    }
    free(number);
}

pawli_arrangement oracle_snap(const pawli_segment *segments, uint32_t count, uint32_t *hot_count,
                              uint32_t *piece_count) {
    pawli_arrangement made = make_arrangement(16, 16);
    collect_vertices(&made, segments, count);
    uint32_t *const chain = malloc((made.vertex_count + 1) * sizeof(uint32_t));
    ck_assert_ptr_nonnull(chain);
    for (uint32_t i = 0; i < count; i++)
        if (has_length(segments + i)) add_chain(&made, segments + i, chain);
    free(chain);
    *hot_count = made.vertex_count;
    *piece_count = made.edge_count;
    merge(&made);
    drop_unused(&made);
    return made;
}

static bool is_between(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    const bool in_x = (a.x <= p.x && p.x <= b.x) || (b.x <= p.x && p.x <= a.x);
    const bool in_y = (a.y <= p.y && p.y <= b.y) || (b.y <= p.y && p.y <= a.y);
    return in_x && in_y && side_of(a, b, p) == 0;
}

static bool is_inside(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    return compare_vertices(&a, &p) != 0 && compare_vertices(&b, &p) != 0 && is_between(a, b, p);
}

static bool is_left_of(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    return (a.x < c.x && a.x < d.x && b.x < c.x && b.x < d.x) ||
           (a.y < c.y && a.y < d.y && b.y < c.y && b.y < d.y);
}

void assert_edges_are_apart(const pawli_arrangement *arrangement) {
    const pawl_vec2 *const v = arrangement->vertices;
    for (uint32_t i = 0; i < arrangement->edge_count; i++)
        for (uint32_t j = i + 1; j < arrangement->edge_count; j++) {
            const pawli_line *const p = arrangement->edges + i, *const q = arrangement->edges + j;
            const pawl_vec2 a = v[p->a], b = v[p->b], c = v[q->a], d = v[q->b];
            if (c.y > b.y) break; /* edges come from below, by their lower ends */
            if (is_left_of(a, b, c, d) || is_left_of(c, d, a, b)) continue;
            pawl_vec2 point;
            if (oracle_crossing(a, b, c, d, &point))
                ck_abort_msg("edges %u and %u cross", (unsigned)i, (unsigned)j);
            if (is_inside(a, b, c) || is_inside(a, b, d) || is_inside(c, d, a) ||
                is_inside(c, d, b))
                ck_abort_msg("edges %u and %u touch", (unsigned)i, (unsigned)j);
        }
}

void assert_closed(const pawli_arrangement *it, uint16_t layers) {
    for (uint16_t layer = 0; layer < layers; layer++) {
        int *const sum = calloc(it->vertex_count + 1, sizeof(int));
        for (uint32_t i = 0; i < it->edge_count; i++) {
            if (it->edges[i].layer != layer) continue;
            sum[it->edges[i].a] += it->edges[i].winding;
            sum[it->edges[i].b] -= it->edges[i].winding;
        }
        for (uint32_t i = 0; i < it->vertex_count; i++)
            if (sum[i] != 0) ck_abort_msg("layer %d is open at vertex %u", layer, (unsigned)i);
        free(sum);
    }
}
