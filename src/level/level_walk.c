/* level_walk.c - a straight walk from triangle to triangle, decided by signs alone.
 *
 * The line from p to q leaves a triangle that does not hold q through the edge whose ends lie
 * strictly right and left of it, or else through the corner that lies on it, farthest along. No
 * crossing is computed: the order of the triangles is the order along the line. At a corner the
 * walk goes on in the triangle whose angle holds the direction to q, if one can turn there about
 * the corner through triangles that nothing closes; so two walls that touch in a corner let nothing
 * pass between them.
 *
 * All signs are those of pawli_side, which is exact. A triangle is convex, so the line
 * visits it once, and the number of triangles bounds the loop. */
#include "level/level_walk.h"

#include <string.h>

/* Which side of p -> q a corner is on: its s is positive on the left. */
typedef struct sides {
    int64_t s[3];
} sides;

static unsigned after(unsigned i) {
    return i == 2 ? 0 : i + 1;
}

static uint16_t stop_at(const pawli_access *ways, const pawli_facet *facet, unsigned edge) {
    const uint32_t next = facet->triangle.neighbors[edge];
    if (next == PAWL_TRIANGLE_NONE) return 0;
    if (ways->blind) return PAWL_LEVEL_REGIONS_MAX;
    const unsigned a = after(edge);
    const uint16_t to = pawli_level_triangle(ways->level, next).cell;
    return pawli_gate_stop(ways->level, ways->gates, facet->triangle.cell, to, facet->corners[a],
                           facet->corners[after(a)]);
}

/* The edge that the line leaves through, or 3. Corners on the line have s == 0. */
static unsigned exit_edge(const sides *side) {
    for (unsigned i = 0; i < 3; i++)
        if (side->s[after(i)] < 0 && side->s[after(after(i))] > 0) return i;
    return 3;
}

/* The corner on the line that is farthest along it. The first one is as good as none: then no
 * corner is on the line, which the caller has ruled out. */
static unsigned exit_corner(const pawli_facet *facet, const sides *side, pawl_vec2 p, pawl_vec2 q) {
    const pawl_vec2 way = pawl_vec2_sub(q, p);
    unsigned corner = 0;
    int64_t farthest = INT64_MIN;
    for (unsigned i = 0; i < 3; i++) {
        const int64_t along = pawl_vec2_dot(way, pawl_vec2_sub(facet->corners[i], p));
        if (side->s[i] != 0 || along <= farthest) continue;
        corner = i;
        farthest = along;
    }
    return corner;
}

/* How a turn about a corner ended. */
typedef struct corner_turn {
    bool found;
    uint16_t region; /* not found: what stopped it */
    uint16_t cell;
    uint32_t triangle;
    pawl_vec2 end; /* not found: the other end of the wall */
} corner_turn;

static unsigned index_of_vertex(const pawli_facet *facet, uint32_t vertex) {
    return facet->triangle.vertices[0] == vertex   ? 0
           : facet->triangle.vertices[1] == vertex ? 1
                                                   : 2;
}

/* From a triangle about one of its vertices until the direction to q lies in the angle, its legs
 * included. There are no more triangles about the vertex than in the level. */
static corner_turn turn_about(const pawli_access *ways, uint32_t triangle, uint32_t vertex,
                              pawl_vec2 q, bool clockwise) {
    corner_turn result = {false, 0, 0, triangle, {0, 0}};
    for (uint32_t visited = 0; visited < ways->level->triangle_count; visited++) {
        const pawli_facet facet = pawli_facet_of(ways->level, result.triangle);
        const unsigned i = index_of_vertex(&facet, vertex), right = after(i), left = after(right);
        const pawl_vec2 v = facet.corners[i];
        result.cell = facet.triangle.cell;
        result.found = pawli_side(v, facet.corners[right], q) >= 0 &&
                       pawli_side(v, facet.corners[left], q) <= 0;
        if (result.found) return result;
        const unsigned edge = clockwise ? left : right; /* the edge opposite the other end */
        result.end = facet.corners[clockwise ? right : left];
        result.region = stop_at(ways, &facet, edge);
        if (result.region != PAWL_LEVEL_REGIONS_MAX) return result;
        result.triangle = facet.triangle.neighbors[edge];
    }
    return result;
}

/* On through a corner: true, and *triangle is the next one, or false, and the walls are in *out.
 * Where both turns lead there, which takes a region that closes on one side only or a way along an
 * edge, the one that stays in the same regions counts: a walk on top of a one-way platform stays
 * on top of it. */
static bool walk_past_corner(const pawli_access *ways, uint32_t vertex, uint16_t cell, pawl_vec2 q,
                             uint32_t *triangle, pawl_walk *out) {
    const corner_turn left = turn_about(ways, *triangle, vertex, q, false);
    if (left.found && left.cell == cell) {
        *triangle = left.triangle;
        return true;
    }
    const corner_turn right = turn_about(ways, *triangle, vertex, q, true);
    if (!left.found && !right.found) {
        out->right = left.end; /* a left turn, with the back to the corner, comes to the right */
        out->left = right.end;
        out->right_region = left.region;
        out->region = right.region;
        return false;
    }
    const bool use_right = right.found && (!left.found || right.cell == cell);
    *triangle = use_right ? right.triangle : left.triangle;
    return true;
}

bool pawli_level_walk(const pawli_access *ways, pawl_place from, pawl_vec2 to, pawl_walk *out) {
    const pawl_vec2 p = from.position;
    pawl_walk walk;
    memset(&walk, 0, sizeof walk);
    walk.triangle = from.triangle;
    for (uint32_t visited = 0; visited <= ways->level->triangle_count; visited++) {
        const pawli_facet facet = pawli_facet_of(ways->level, walk.triangle);
        if (pawli_facet_holds(&facet, to)) {
            *out = walk;
            return true;
        }
        sides side;
        for (unsigned i = 0; i < 3; i++)
            side.s[i] = pawli_side(p, to, facet.corners[i]);
        const unsigned edge = exit_edge(&side);
        if (edge < 3) {
            walk.region = stop_at(ways, &facet, edge);
            if (walk.region != PAWL_LEVEL_REGIONS_MAX) {
                walk.end = PAWL_WALK_EDGE;
                walk.a = facet.corners[after(edge)];
                walk.b = facet.corners[after(after(edge))];
                *out = walk;
                return true;
            }
            walk.region = 0;
            walk.triangle = facet.triangle.neighbors[edge];
            continue;
        }
        const unsigned corner = exit_corner(&facet, &side, p, to);
        if (!walk_past_corner(ways, facet.triangle.vertices[corner], facet.triangle.cell, to,
                              &walk.triangle, &walk)) {
            walk.end = PAWL_WALK_VERTEX;
            walk.a = walk.b = facet.corners[corner];
            *out = walk;
            return true;
        }
    }
    return false;
}

pawl_status pawl_level_walk(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                            pawl_vec2 to, pawl_walk *out) {
    if (level == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!pawli_is_position(to) || !pawli_locate_is_place(level, from)) return PAWL_ERR_RANGE;
    const pawli_access ways = {level, gates, false};
    return pawli_level_walk(&ways, from, to, out) ? PAWL_OK : PAWL_ERR_CORRUPT;
}
