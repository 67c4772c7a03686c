/* level_outline.c - the boundary of what is solid, as rings.
 *
 * A border edge has a solid triangle on its left and none on its right. The ring that it is part of
 * goes on from its end with another border edge. Where only one solid part meets in that vertex
 * there is no choice. Where several do, a walk that stays in the solid part it came along may come
 * back to the vertex later: what is in between must then be a ring of its own, so that no ring
 * visits a vertex twice. This is the same rule as that of mesh/boundary.c, but decided at each
 * vertex: the ring goes on along the next part that the same walk comes to, counted around the
 * vertex through what is free. So no memory is needed, and only vertices where several parts meet
 * cost a walk.
 *
 * Each ring is found at the first of its edges in the order of triangles: the ring is followed from
 * every border edge until one with a lower number comes. */
#include "geom/predicate.h"
#include "level/level.h"
#include "pawl/level.h"

/* Edge i of a triangle lies opposite its vertex i, and runs from vertex i + 1 to i + 2. */
typedef struct edge {
    uint32_t triangle;
    unsigned side; /* 0 .. 2 */
} edge;

typedef struct solid {
    const pawl_level *level;
    const pawl_gates *gates;
    uint32_t limit; /* of border edges in a ring: more than there can be */
} solid;

static unsigned corner_after(unsigned side) {
    return side == 2 ? 0 : side + 1;
}

static bool is_same_border(edge a, edge b) {
    return a.triangle == b.triangle && a.side == b.side;
}

static bool outline_precedes(edge a, edge b) {
    return a.triangle != b.triangle ? a.triangle < b.triangle : a.side < b.side;
}

static bool is_solid(const solid *s, uint32_t triangle) {
    return triangle != PAWL_TRIANGLE_NONE && pawl_level_is_solid(s->level, s->gates, triangle);
}

static uint32_t across(const solid *s, edge e) {
    return pawli_level_triangle(s->level, e.triangle).neighbors[e.side];
}

static bool is_solid_border(const solid *s, edge e) {
    return is_solid(s, e.triangle) && !is_solid(s, across(s, e));
}

static uint32_t end_of_outline_edge(const solid *s, edge e) {
    return pawli_level_triangle(s->level, e.triangle).vertices[corner_after(corner_after(e.side))];
}

/* The same edge as its other triangle has it, which must be there. */
static edge other_side(const solid *s, edge e) {
    const uint32_t there = across(s, e);
    const pawl_level_triangle triangle = pawli_level_triangle(s->level, there);
    edge found = {there, 2};
    for (unsigned i = 0; i < 2; i++) {
        if (triangle.neighbors[i] == e.triangle) found.side = i;
    }
    return found;
}

/* The border edge that starts where this one ends and belongs to the same solid part: clockwise
 * around the vertex. In what pawl_level_open lets pass the turn ends; else the count does it. */
static edge go_on_in_solid(const solid *s, edge e) {
    edge next = {e.triangle, corner_after(e.side)};
    for (uint32_t i = 0; i < s->level->triangle_count && !is_solid_border(s, next); i++) {
        const edge back = other_side(s, next);
        next.triangle = back.triangle;
        next.side = corner_after(back.side);
    }
    return next;
}

/* The first border edge that starts in the vertex where this one ends, counter-clockwise around it
 * from an edge that ends or begins there and has no solid on that side. The rim of the level counts
 * as free: past it the turn goes on at the other end of the fan of triangles. */
static edge go_on_in_free(const solid *s, edge e) {
    /* `at` is an edge that ends in the vertex; what lies across it is next to be looked at. */
    edge at = e;
    for (uint32_t i = 0; i < s->level->triangle_count; i++) {
        edge start; /* starts in the vertex; its triangle lies counter-clockwise of it */
        if (across(s, at) != PAWL_TRIANGLE_NONE) {
            start = other_side(s, at);
        } else { /* back to the clockwise end of the fan */
            start = (edge){at.triangle, corner_after(at.side)};
            for (uint32_t k = 0;
                 k < s->level->triangle_count && across(s, start) != PAWL_TRIANGLE_NONE; k++) {
                const edge back = other_side(s, start);
                start = (edge){back.triangle, corner_after(back.side)};
            }
        }
        if (is_solid_border(s, start)) return start;
        /* the edge of the same triangle that ends in the vertex */
        at = (edge){start.triangle, corner_after(corner_after(start.side))};
    }
    return e;
}

/* Whether the walk through the solid part comes from one edge to another. */
static bool leads_to(const solid *s, edge from, edge to) {
    edge at = from;
    for (uint32_t i = 0; i < s->limit; i++) {
        at = go_on_in_solid(s, at);
        if (is_same_border(at, to)) return true;
        if (is_same_border(at, from)) return false;
    }
    return false;
}

static edge next_outline_edge(const solid *s, edge e) {
    const edge own = go_on_in_solid(s, e);
    edge next = go_on_in_free(s, e);
    for (uint32_t i = 0; i < s->limit && !is_same_border(next, own); i++) {
        if (leads_to(s, e, next)) return next;
        /* a part of another walk: around it, to the edge where it ends */
        edge at = next;
        for (uint32_t k = 0; k < s->level->triangle_count; k++) {
            at = (edge){at.triangle, corner_after(corner_after(at.side))};
            if (!is_solid(s, across(s, at))) break;
            at = other_side(s, at);
        }
        next = go_on_in_free(s, at);
    }
    return own;
}

static pawl_vec2 end_point(const solid *s, edge e) {
    return pawli_level_point(s->level, end_of_outline_edge(s, e));
}

static bool is_below(pawl_vec2 a, pawl_vec2 b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* Whether no other edge of the ring comes before this one. */
static bool is_first(const solid *s, edge e) {
    edge at = next_outline_edge(s, e);
    for (uint32_t i = 0; i < s->limit && !is_same_border(at, e);
         i++, at = next_outline_edge(s, at)) {
        if (outline_precedes(at, e)) return false;
    }
    return true;
}

/* The edge that ends in the lowest, then leftmost point of a ring. */
static edge find_lowest_edge(const solid *s, edge e) {
    edge lowest = e, at = next_outline_edge(s, e);
    for (uint32_t i = 0; i < s->limit && !is_same_border(at, e);
         i++, at = next_outline_edge(s, at)) {
        if (is_below(end_point(s, at), end_point(s, lowest))) lowest = at;
    }
    return lowest;
}

static void put_point(pawl_ring_buffer *out, bool writes, pawl_vec2 point) {
    if (writes) out->points[out->point_count] = point;
    out->point_count++;
}

/* The corners of a ring, from the end of an edge that ends in one. */
static void put_outline(const solid *s, edge first, bool writes, pawl_ring_buffer *out) {
    edge at = first;
    pawl_vec2 before = end_point(s, first);
    put_point(out, writes, before);
    for (uint32_t i = 0; i < s->limit; i++) {
        at = next_outline_edge(s, at);
        if (is_same_border(at, first)) break;
        const pawl_vec2 here = end_point(s, at);
        const pawl_vec2 next = end_point(s, next_outline_edge(s, at));
        if (pawli_orient(before, here, next) == 0) continue;
        put_point(out, writes, here);
        before = here;
    }
    if (writes) out->ends[out->ring_count] = out->point_count;
    out->ring_count++;
}

static void put_rings(const solid *s, bool writes, pawl_ring_buffer *out) {
    out->point_count = out->ring_count = 0;
    for (uint32_t i = 0; i < s->level->triangle_count; i++) {
        for (unsigned side = 0; side < 3; side++) {
            const edge e = {i, side};
            if (is_solid_border(s, e) && is_first(s, e))
                put_outline(s, find_lowest_edge(s, e), writes, out);
        }
    }
}

pawl_status pawl_level_outline(const pawl_level *level, const pawl_gates *gates,
                               pawl_ring_buffer *out) {
    if (level == NULL || out == NULL) return PAWL_ERR_NULL;
    const solid s = {level, gates,
                     level->triangle_count < UINT32_MAX / 3 ? 3 * level->triangle_count
                                                            : UINT32_MAX};
    put_rings(&s, false, out);
    if (out->point_count > out->point_capacity || out->ring_count > out->ring_capacity) {
        return PAWL_ERR_CAPACITY;
    }
    if (out->points == NULL || out->ends == NULL) {
        return out->point_count == 0 ? PAWL_OK : PAWL_ERR_NULL;
    }
    put_rings(&s, true, out);
    return PAWL_OK;
}
