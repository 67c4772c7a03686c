/* geometry.c - immutable geometry, stored once per distinct shape.
 *
 * A pile of a thousand equal boxes needs one entry. Which entry a shape uses never shows in a
 * result, so the search order is free to be the simplest one. */
#include "base/optional.h"
#include "geom/convex.h"
#include "world/terrain.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_surface_moments);
/* Not in a header: a file that pulls them must not know them as weak. */
PAWLI_OPTIONAL_MARK(pawli_circle_mark);
PAWLI_OPTIONAL_MARK(pawli_polygon_mark);

bool pawli_geometry_is_same(const pawl_convex *a, const pawl_convex *b) {
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
    geometry->inner = coded_inner(pawli_moments_inner_radius(convex));
}

uint16_t pawli_geometry_intern(pawl_world *world, const pawl_convex *convex) {
    pawli_geometry *geometries = pawli_geometries(world);
    uint16_t free_entry = PAWLI_NONE;
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].users == 0) {
            if (free_entry == PAWLI_NONE) free_entry = i;
        } else if (pawli_is_convex(&geometries[i]) &&
                   pawli_geometry_is_same(&geometries[i].convex, convex)) {
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

/* Never shared: what binds one terrain anew binds no other. */
uint16_t pawli_geometry_add_terrain(pawl_world *world, const pawli_geometry *made) {
    pawli_geometry *geometries = pawli_geometries(world);
    uint16_t entry = 0;
    while (entry < world->geometry_used && geometries[entry].users != 0)
        entry++;
    if (entry == world->geometry_capacity) return PAWLI_NONE;
    if (entry == world->geometry_used) world->geometry_used++;
    geometries[entry] = *made;
    geometries[entry].users = 1;
    return entry;
}

void pawli_geometry_release(pawl_world *world, uint16_t geometry) {
    pawli_geometry *entry = &pawli_geometries(world)[geometry];
    PAWL_ASSERT(geometry < world->geometry_used);
    PAWL_ASSERT(entry->users > 0);
    entry->users--;
}

/* The box of terrain as a convex of its corners. */
pawl_convex pawli_geometry_hull(const pawli_geometry *geometry) {
    if (pawli_is_convex(geometry)) return geometry->convex;
    const pawl_box box = geometry->terrain.box;
    pawl_convex hull;
    memset(&hull, 0, sizeof hull);
    hull.count = 4;
    hull.vertices[0] = box.lower;
    hull.vertices[1] = pawl_vec2_make(box.upper.x, box.lower.y);
    hull.vertices[2] = box.upper;
    hull.vertices[3] = pawl_vec2_make(box.lower.x, box.upper.y);
    return hull;
}

pawl_box pawli_geometry_box(const pawli_geometry *geometry, const pawli_frame *frame) {
    if (pawli_is_convex(geometry)) return pawli_box_of_convex(&geometry->convex, frame);
    const pawl_convex hull = pawli_geometry_hull(geometry);
    return pawli_box_of_convex(&hull, frame);
}

void pawli_geometry_moments(const pawli_geometry *geometry, pawli_moments *out) {
    if (pawli_is_convex(geometry)) {
        pawli_moments_find(&geometry->convex, out);
    } else {
        pawli_surface_moments(geometry, out);
    }
}

/* ---- what asks for terrain, in a file that does not bring its code ------------------------------
 */

/* Terrain has no list: for programs without its code, which look for it before each step. */
bool pawli_geometry_has_terrain(const pawl_world *world) {
    const pawli_geometry *geometries = pawli_geometries_const(world);
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].users != 0 && !pawli_is_convex(&geometries[i])) return true;
    }
    return false;
}

bool pawli_geometry_has_materials(const pawl_world *world) {
    const pawli_geometry *geometries = pawli_geometries_const(world);
    if (!pawli_has_edges(world)) return false;
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].type != PAWLI_CONVEX && geometries[i].users != 0 &&
            geometries[i].terrain.materials != 0) {
            return true;
        }
    }
    return false;
}

bool pawli_geometry_lacks_makers(const pawl_world *world) {
    if (PAWLI_IS_LINKED(pawli_circle_mark) && PAWLI_IS_LINKED(pawli_polygon_mark)) return false;
    const pawli_geometry *geometries = pawli_geometries_const(world);
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].users != 0 && pawli_is_convex(&geometries[i]) &&
            !pawli_convex_has_maker(&geometries[i].convex)) {
            return true;
        }
    }
    return false;
}

bool pawli_geometry_is_terrain_on(const pawl_world *world, uint16_t body) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    for (uint16_t at = pawli_bodies_const(world)[body].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        if (pawli_is_terrain(world, at)) return true;
    }
    return false;
}

bool pawl_shape_is_terrain(const pawl_world *world, pawl_shape_id id) {
    const uint16_t slot = pawli_pool_find_shape(world, id);
    return slot != PAWLI_NONE && pawli_is_terrain(world, slot);
}

uint32_t pawl_shape_get_terrain_count(const pawl_world *world, pawl_shape_id id) {
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE || !pawli_is_terrain(world, slot)) return 0;
    const pawli_geometry *geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[slot].geometry];
    const pawli_terrain *terrain = &geometry->terrain;
    const uint32_t rows = geometry->type == PAWLI_TILES ? (uint32_t)terrain->rows : 1;
    return (uint32_t)terrain->count * rows; /* at most 2^24 */
}
