/* locate.c - which triangle a point lies in. */
#define PAWLI_IN_LOCATE_C
#include "level/level_walk.h"

bool pawli_locate_is_place(const pawl_level *level, pawl_place place) {
    if (place.triangle >= level->triangle_count || !pawli_is_position(place.position)) return false;
    const pawli_facet facet = pawli_facet_of(level, place.triangle);
    return pawli_facet_holds(&facet, place.position);
}

/* One after the other, for levels whose triangles leave gaps. */
static uint32_t search_all(const pawl_level *level, pawl_vec2 point) {
    for (uint32_t triangle = 0; triangle < level->triangle_count; triangle++) {
        const pawli_facet facet = pawli_facet_of(level, triangle);
        if (pawli_facet_holds(&facet, point)) return triangle;
    }
    return PAWL_TRIANGLE_NONE;
}

/* Free ones before solid ones, then by cell, then by number. */
static bool place_precedes(const pawl_level *level, uint32_t a, uint32_t b) {
    const bool solid_a = pawl_level_is_solid(level, NULL, a);
    if (solid_a != pawl_level_is_solid(level, NULL, b)) return !solid_a;
    const uint16_t cell_a = pawli_level_triangle(level, a).cell;
    const uint16_t cell_b = pawli_level_triangle(level, b).cell;
    return cell_a != cell_b ? cell_a < cell_b : a < b;
}

/* The edge that leads to the next triangle about a point: at a corner, where two edges hold the
 * point, one for each direction. 3: no edge holds it. */
static unsigned facet_edge(const pawli_facet *facet, pawl_vec2 point, bool clockwise) {
    unsigned first = 3, second = 3;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned a = i == 2 ? 0 : i + 1, b = a == 2 ? 0 : a + 1;
        if (pawli_side(facet->corners[a], facet->corners[b], point) != 0) continue;
        if (first == 3) {
            first = i;
        } else {
            second = i;
        }
    }
    if (second == 3) return first;
    return (second == first + 1) == clockwise ? second : first;
}

/* Two triangles hold a point of an edge, and a fan of them a corner: the first of these, so that
 * it does not matter where the walk came from. */
static uint32_t choose_triangle(const pawl_level *level, uint32_t triangle, pawl_vec2 point) {
    uint32_t best = triangle;
    for (unsigned turn = 0; turn < 2; turn++) {
        uint32_t at = triangle;
        for (uint32_t visited = 0; visited < level->triangle_count; visited++) {
            const pawli_facet facet = pawli_facet_of(level, at);
            const unsigned edge = facet_edge(&facet, point, turn == 1);
            if (edge == 3) return best;
            at = facet.triangle.neighbors[edge];
            if (at == PAWL_TRIANGLE_NONE || at == triangle) break;
            if (place_precedes(level, at, best)) best = at;
        }
    }
    return best;
}

/* A walk that nothing stops, from a corner of the hint. */
pawl_status pawl_level_locate(const pawl_level *level, pawl_vec2 point, uint32_t hint,
                              pawl_place *out) {
    if (level == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawl_box bounds = {point, point};
    if (!pawl_box_contains(level->bounds, bounds) || !pawli_is_position(point))
        return PAWL_ERR_RANGE;
    if (level->triangle_count == 0) return PAWL_ERR_RANGE;
    const pawli_access ways = {level, NULL, true};
    const uint32_t first = hint < level->triangle_count ? hint : 0;
    const pawl_place from = {pawli_facet_of(level, first).corners[0], first};
    pawl_walk walk;
    uint32_t triangle = PAWL_TRIANGLE_NONE;
    if (pawli_level_walk(&ways, from, point, &walk) && walk.end == PAWL_WALK_REACHED) {
        triangle = walk.triangle;
    } else {
        triangle = search_all(level, point);
    }
    if (triangle == PAWL_TRIANGLE_NONE) return PAWL_ERR_RANGE;
    out->position = point;
    out->triangle = choose_triangle(level, triangle, point);
    return PAWL_OK;
}
