/* geometry.c - immutable geometry, stored once per distinct shape.
 *
 * A pile of a thousand equal boxes needs one entry. Which entry a shape uses never shows in a
 * result, so the search order is free to be the simplest one. */
#include "collide/impact.h"
#include "world/world.h"

#include <string.h>

static bool points_are_equal(const pawl_convex *a, const pawl_convex *b) {
    if (a->count != b->count || a->radius != b->radius) return false;
    for (int i = 0; i < a->count; i++) {
        if (a->vertices[i].x != b->vertices[i].x || a->vertices[i].y != b->vertices[i].y) {
            return false;
        }
    }
    return true; /* the normals follow from the vertices */
}

/* Below 16 itself; else an exponent in the upper five bits and, below a leading one, three more
 * bits of the number. */
static uint8_t coded_inner(pawl_fx inner) {
    uint32_t value = (uint32_t)inner;
    uint32_t exponent = 0;
    for (; value >= 16; value >>= 1)
        exponent++;
    return (uint8_t)(exponent * 8 + value);
}

void pawli_geometry_fill(pawli_geometry *geometry, const pawl_convex *convex) {
    geometry->convex = *convex;
    geometry->type = PAWLI_CONVEX;
    geometry->inner = coded_inner(pawli_impact_inner_radius(convex));
}

uint16_t pawli_geometry_intern(pawl_world *world, const pawl_convex *convex) {
    pawli_geometry *geometries = pawli_geometries(world);
    uint16_t free_entry = PAWLI_NONE;
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].users == 0) {
            if (free_entry == PAWLI_NONE) free_entry = i;
        } else if (pawli_is_convex(&geometries[i]) &&
                   points_are_equal(&geometries[i].convex, convex)) {
            geometries[i].users++;
            return i;
        }
    }
    if (free_entry == PAWLI_NONE && world->geometry_used < world->geometry_capacity) {
        free_entry = world->geometry_used++;
    }
    if (free_entry == PAWLI_NONE) return PAWLI_NONE;
    pawli_geometry_fill(&geometries[free_entry], convex);
    geometries[free_entry].users = 1;
    return free_entry;
}

/* Never shared: whoever binds one terrain anew binds no other. */
uint16_t pawli_geometry_intern_terrain(pawl_world *world, const pawli_terrain *terrain,
                                       uint8_t type) {
    pawli_geometry *geometries = pawli_geometries(world);
    uint16_t entry = 0;
    while (entry < world->geometry_used && geometries[entry].users != 0)
        entry++;
    if (entry == world->geometry_capacity) return PAWLI_NONE;
    if (entry == world->geometry_used) world->geometry_used++;
    memset(&geometries[entry], 0, sizeof geometries[entry]);
    geometries[entry].terrain = *terrain;
    geometries[entry].type = type;
    geometries[entry].users = 1;
    return entry;
}

void pawli_geometry_release(pawl_world *world, uint16_t geometry) {
    pawli_geometry *entry = &pawli_geometries(world)[geometry];
    PAWL_ASSERT(geometry < world->geometry_used);
    PAWL_ASSERT(entry->users > 0);
    entry->users--;
}
