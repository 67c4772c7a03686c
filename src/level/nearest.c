/* nearest.c - the free place nearest to a point.
 *
 * Every free triangle offers its corners, which are always good, and on each edge that bounds it
 * towards a wall the grid points around the edge's point nearest to the one asked for. These are
 * the four corners of a grid cell, less than sqrt(2) away from that point: those that lie in a free
 * triangle. The best offer wins, the first among equals. An edge that is farther away than the best
 * offer so far is passed by: cross^2 < best * length^2, with both sides below 2^126. */
#include "level/sleeve.h"

typedef struct nearest {
    const pawl_level *level;
    const pawl_gates *gates;
    pawl_vec2 point;
    uint64_t best; /* squared distance; UINT64_MAX: none yet */
    pawl_place place;
} nearest;

static uint64_t squared_distance_to(pawl_vec2 a, pawl_vec2 b) {
    const pawl_vec2 way = pawl_vec2_sub(b, a);
    return (uint64_t)pawl_vec2_dot(way, way);
}

static void offer(nearest *n, pawl_vec2 point, uint32_t triangle) {
    const uint64_t distance = squared_distance_to(n->point, point);
    if (distance >= n->best) return;
    n->best = distance;
    n->place.position = point;
    n->place.triangle = triangle;
}

/* A grid point next to an edge of triangle `t`: in it, or in another free one. */
static void try_point(nearest *n, pawl_vec2 point, uint32_t t, const pawli_facet *in) {
    if (squared_distance_to(n->point, point) >= n->best) return;
    if (pawli_facet_holds(in, point)) {
        offer(n, point, t);
        return;
    }
    pawl_place place;
    if (pawl_level_locate(n->level, point, t, &place) != PAWL_OK) return;
    if (!pawl_level_is_solid(n->level, n->gates, place.triangle)) offer(n, point, place.triangle);
}

static void try_edge(nearest *n, uint32_t t, const pawli_facet *in, uint32_t i) {
    const uint32_t j = pawli_next3(i);
    const pawl_vec2 a = in->corners[j];
    const pawl_vec2 b = in->corners[pawli_next3(j)];
    const pawl_vec2 edge = pawl_vec2_sub(b, a);
    const int64_t along = pawl_vec2_dot(pawl_vec2_sub(n->point, a), edge);
    const int64_t length_squared = pawl_vec2_dot(edge, edge);
    if (along <= 0 || along >= length_squared) return; /* a corner is nearest */
    const int64_t cross = pawli_orient(a, b, n->point);
    if (pawli_int128_compare(pawli_int128_multiply(cross, cross),
                             pawli_int128_multiply((int64_t)n->best, length_squared)) >= 0) {
        return;
    }
    const int64_t x =
        a.x + pawli_int128_divide_floor(pawli_int128_multiply(edge.x, along), length_squared);
    const int64_t y =
        a.y + pawli_int128_divide_floor(pawli_int128_multiply(edge.y, along), length_squared);
    for (unsigned k = 0; k < 4; k++) {
        try_point(n, pawl_vec2_make((pawl_fx)(x + (k & 1)), (pawl_fx)(y + (k >> 1))), t, in);
    }
}

static void try_triangle(nearest *n, uint32_t t) {
    if (pawl_level_is_solid(n->level, n->gates, t)) return;
    const pawli_facet in = pawli_facet_of(n->level, t);
    for (uint32_t i = 0; i < 3; i++)
        offer(n, in.corners[i], t);
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t neighbor = in.triangle.neighbors[i];
        if (neighbor != PAWL_TRIANGLE_NONE && pawl_level_is_solid(n->level, n->gates, neighbor)) {
            try_edge(n, t, &in, i);
        }
    }
}

pawl_status pawl_level_find_nearest_free(const pawl_level *level, const pawl_gates *gates,
                                         pawl_vec2 point, pawl_place *out) {
    if (level == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_place place;
    if (!pawli_is_position(point) || pawl_level_locate(level, point, 0, &place) != PAWL_OK) {
        return PAWL_ERR_RANGE;
    }
    if (pawl_level_is_solid(level, gates, place.triangle)) {
        nearest n = {level, gates, point, UINT64_MAX, place};
        for (uint32_t t = 0; t < level->triangle_count; t++)
            try_triangle(&n, t);
        if (n.best == UINT64_MAX) return PAWL_ERR_CAPACITY;
        place = n.place;
    }
    *out = place;
    return PAWL_OK;
}
