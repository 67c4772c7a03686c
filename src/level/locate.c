/* locate.c - which triangle a point lies in. */
#define PAWLI_IN_LOCATE_C
#include "level/walk.h"

bool pawli_is_place(const pawl_level *level, pawl_place place) {
    if (place.triangle >= level->triangle_count || !pawli_on_map(place.position)) return false;
    const pawli_facet facet = pawli_facet_of(level, place.triangle);
    return pawli_facet_holds(&facet, place.position);
}

/* One after the other, for levels whose triangles leave gaps. */
static uint32_t search(const pawl_level *level, pawl_vec2 point) {
    for (uint32_t triangle = 0; triangle < level->triangle_count; triangle++) {
        const pawli_facet facet = pawli_facet_of(level, triangle);
        if (pawli_facet_holds(&facet, point)) return triangle;
    }
    return PAWL_TRIANGLE_NONE;
}

/* A walk that nothing stops, from a corner of the hint. */
pawl_status pawl_level_locate(const pawl_level *level, pawl_vec2 point, uint32_t hint,
                              pawl_place *out) {
    if (level == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawl_box bounds = {point, point};
    if (!pawl_box_contains(level->bounds, bounds) || !pawli_on_map(point)) return PAWL_ERR_RANGE;
    if (level->triangle_count == 0) return PAWL_ERR_RANGE;
    const pawli_ways ways = {level, NULL, true};
    const uint32_t first = hint < level->triangle_count ? hint : 0;
    const pawl_place from = {pawli_facet_of(level, first).corners[0], first};
    pawl_walk walk;
    uint32_t triangle = PAWL_TRIANGLE_NONE;
    if (pawli_level_walk(&ways, from, point, &walk) && walk.end == PAWL_WALK_REACHED) {
        triangle = walk.triangle;
    } else {
        triangle = search(level, point);
    }
    if (triangle == PAWL_TRIANGLE_NONE) return PAWL_ERR_RANGE;
    out->position = point;
    out->triangle = triangle;
    return PAWL_OK;
}
