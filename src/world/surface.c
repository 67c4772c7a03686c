/* surface.c - the edges of terrain near a place, with their neighbors; its area and center. */
#include "fx/round.h"
#include "world/terrain.h"

#include <string.h>

/* A point of heights; false in a hole. They are those of a chain from right to left, so that its
 * front is up: the first one is the last height. */
static bool find_height_point(const pawli_geometry *geometry, int64_t index, pawl_vec2 *out) {
    const pawli_terrain *terrain = &geometry->terrain;
    const int64_t at = terrain->count - 1 - index;
    const int16_t height = pawli_terrain_heights(geometry)[at];
    out->x = pawl_saturate(terrain->box.lower.x + at * terrain->cell_size);
    out->y = pawl_saturate(terrain->base + (int64_t)height * terrain->rows);
    return height != PAWL_HEIGHT_HOLE;
}

/* Points of a chain by index, around the corner of a loop; false past the ends of an open one. */
static bool find_chain_point(const pawli_geometry *geometry, int64_t index, pawl_vec2 *out) {
    const int32_t count = geometry->terrain.count;
    if (index < 0 || index >= count) {
        if (!(geometry->terrain.flags & PAWLI_TERRAIN_LOOP)) return false;
        index += index < 0 ? count : -count;
    }
    if (geometry->type == PAWLI_HEIGHTS) return find_height_point(geometry, index, out);
    *out = pawli_terrain_chain_points(geometry)[index];
    return true;
}

/* The segments that stop anything: `first` .. `end` - 1. */
typedef struct edge_range {
    uint32_t first, end;
} edge_range;

static edge_range edges_of_chain(const pawli_geometry *geometry) {
    const uint32_t count = (uint32_t)geometry->terrain.count;
    edge_range range = {0, 0};
    if (pawli_terrain_address(&geometry->terrain) == NULL) return range;
    range.end = count - 1;
    if (geometry->terrain.flags & PAWLI_TERRAIN_LOOP) range.end++;
    if (geometry->terrain.flags & PAWLI_TERRAIN_GHOST_ENDS) {
        range.first++;
        range.end--;
    }
    return range;
}

static pawl_box box_of_segment(pawl_vec2 a, pawl_vec2 b) {
    pawl_box box;
    box.lower = pawl_vec2_make(pawl_min(a.x, b.x), pawl_min(a.y, b.y));
    box.upper = pawl_vec2_make(pawl_max(a.x, b.x), pawl_max(a.y, b.y));
    return box;
}

static bool is_segment_near(const pawli_geometry *geometry, uint32_t edge_number, pawl_box box) {
    if (geometry->type == PAWLI_HEIGHTS) {
        pawl_vec2 begin, end;
        return find_height_point(geometry, edge_number, &begin) &&
               find_height_point(geometry, (int64_t)edge_number + 1, &end) &&
               pawl_box_overlaps(box_of_segment(begin, end), box);
    }
    const pawl_vec2 *points = pawli_terrain_chain_points(geometry);
    const uint32_t next =
        edge_number + 1 == (uint32_t)geometry->terrain.count ? 0 : edge_number + 1;
    return pawl_box_overlaps(box_of_segment(points[edge_number], points[next]), box);
}

/* Segment `at` lies before the box, in the order in which x goes on. */
static bool is_before_box(const pawli_geometry *geometry, uint32_t at, pawl_box box) {
    const pawl_fx end = pawli_terrain_chain_points(geometry)[at + 1].x;
    return geometry->inner == PAWLI_ORDER_RIGHT ? end < box.lower.x : end > box.upper.x;
}

/* All segments from this one on lie behind the box. */
static bool is_behind_box(const pawli_geometry *geometry, uint32_t at, pawl_box box) {
    if (geometry->inner == PAWLI_ORDER_NONE) return false;
    pawl_vec2 point;
    find_chain_point(geometry, at, &point);
    const pawl_fx begin = point.x;
    return geometry->inner == PAWLI_ORDER_RIGHT ? begin > box.upper.x : begin < box.lower.x;
}

/* The first segment of heights that may be near: the one whose left end is the last that is not
 * beyond the box. */
static uint32_t first_of_heights(const pawli_geometry *geometry, pawl_box box) {
    const pawli_terrain *terrain = &geometry->terrain;
    const edge_range range = edges_of_chain(geometry);
    const int64_t reach = (int64_t)box.upper.x - terrain->box.lower.x;
    if (reach < 0) return range.end;
    const int64_t last = terrain->count - 2, left = reach / terrain->cell_size;
    const uint32_t first = left < last ? (uint32_t)(last - left) : 0;
    return first > range.first ? first : range.first;
}

/* The first segment that may be near. */
static uint32_t first_of_chain(const pawli_geometry *geometry, pawl_box box) {
    edge_range range = edges_of_chain(geometry);
    if (geometry->type == PAWLI_HEIGHTS) return first_of_heights(geometry, box);
    if (geometry->inner == PAWLI_ORDER_NONE) return range.first;
    while (range.first < range.end) { /* 16 times at most */
        const uint32_t middle = range.first + (range.end - range.first) / 2;
        if (is_before_box(geometry, middle, box)) {
            range.first = middle + 1;
        } else {
            range.end = middle;
        }
    }
    return range.first;
}

pawli_surface_query pawli_surface_begin(const pawli_geometry *geometry, pawl_box box) {
    pawli_surface_query query;
    memset(&query, 0, sizeof query);
    query.geometry = geometry;
    query.box = box;
    if (geometry->type == PAWLI_TILES) {
        pawli_tiles_begin(&query);
    } else {
        query.next = first_of_chain(geometry, box);
    }
    return query;
}

bool pawli_surface_next(pawli_surface_query *query, uint32_t *edge_number) {
    if (query->geometry->type == PAWLI_TILES) return pawli_tiles_next(query, edge_number);
    const uint32_t end = edges_of_chain(query->geometry).end;
    while (query->next < end && !is_behind_box(query->geometry, query->next, query->box)) {
        const uint32_t at = query->next++;
        if (!is_segment_near(query->geometry, at, query->box)) continue;
        *edge_number = at;
        return true;
    }
    return false;
}

bool pawli_surface_is_near(const pawli_geometry *geometry, uint32_t edge_number, pawl_box box) {
    if (geometry->type == PAWLI_TILES) return pawli_tiles_is_near(geometry, edge_number, box);
    const edge_range range = edges_of_chain(geometry);
    if (edge_number < range.first || edge_number >= range.end) return false;
    return is_segment_near(geometry, edge_number, box);
}

bool pawli_surface_find(const pawli_geometry *geometry, uint32_t edge_number, pawl_box box,
                        pawli_edge *out) {
    memset(out, 0, sizeof *out);
    if (geometry->type == PAWLI_TILES) return pawli_tiles_find(geometry, edge_number, box, out);
    const edge_range range = edges_of_chain(geometry);
    if (edge_number < range.first || edge_number >= range.end) return false;
    const int64_t at = edge_number;
    if (!find_chain_point(geometry, at, &out->begin)) return false;
    if (!find_chain_point(geometry, at + 1, &out->end)) return false;
    out->has_before = find_chain_point(geometry, at - 1, &out->before);
    out->has_after = find_chain_point(geometry, at + 2, &out->after);
    out->one_sided = (geometry->terrain.flags & PAWLI_TERRAIN_ONE_SIDED) != 0;
    return true;
}

/* The kinds of cells are the upper five bits. Heights go from left to right, as do the indices of
 * their segments, and parts from right to left. */
const pawl_material *pawli_surface_material(const pawli_geometry *geometry, uint32_t part) {
    const pawli_terrain *terrain = &geometry->terrain;
    if (terrain->materials == 0 || pawli_terrain_address(terrain) == NULL) return NULL;
    uint32_t index;
    if (geometry->type == PAWLI_TILES) {
        index = pawli_terrain_tile_cells(geometry)[part] >> PAWL_TILE_MATERIAL_SHIFT;
    } else {
        const uint8_t *indices = (const uint8_t *)pawli_terrain_pointer(terrain->indices_address);
        const bool backwards = geometry->type == PAWLI_HEIGHTS;
        index = indices[backwards ? (uint32_t)terrain->count - 2 - part : part];
    }
    return index < terrain->materials ? &pawli_terrain_materials(terrain)[index] : NULL;
}

void pawli_surface_take_material(const pawl_world *world, const pawli_contact *contact,
                                 pawli_shape *own, const pawli_shape **a, const pawli_shape **b) {
    const pawli_geometry *geometries = pawli_geometries_const(world);
    const pawli_shape **const side = !pawli_is_convex(&geometries[(*a)->geometry])   ? a
                                     : !pawli_is_convex(&geometries[(*b)->geometry]) ? b
                                                                                     : NULL;
    if (side == NULL) return;
    const pawli_geometry *geometry = &geometries[(*side)->geometry];
    const uint32_t edge = pawli_edge_of(world, (uint32_t)(contact - pawli_contacts_const(world)));
    const pawl_material *material =
        pawli_surface_material(geometry, pawli_surface_part(geometry, edge));
    if (material == NULL) return;
    *own = **side;
    own->friction = material->friction;
    own->restitution = material->restitution;
    own->tangent_speed = material->tangent_speed;
    own->rolling_resistance = (uint16_t)pawli_near(material->rolling_resistance, 1);
    own->user_data = material->user_data;
    *side = own;
}

pawl_box pawli_surface_reach(const pawl_world *world, uint16_t terrain, uint16_t other) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_body *bodies = pawli_bodies_const(world);
    const pawli_frame frame = pawli_body_frame(&bodies[shapes[terrain].body]);
    const pawl_vec2 place = bodies[shapes[other].body].position;
    const pawl_box image = pawli_way_box(world, frame.position, place, shapes[other].fat_box);
    const pawl_box box = pawli_box_in_frame(&frame, image);
    return pawli_grown(box, pawli_least_margin(world));
}

/* ---- moments -------------------------------------------------------------------------------- */

/* Thinner than this a box would have no area. */
#define LEAST_SIDE PAWL_FX(0, 1, 16)

/* A box of sides w, h: gyration^2 = (w^2 + h^2) / 12. Sides are below 2^31, the sum below 2^63. */
void pawli_surface_moments(const pawli_geometry *geometry, pawli_moments *out) {
    const pawl_box box = geometry->terrain.box;
    const pawl_fx width = pawl_max(pawl_sub(box.upper.x, box.lower.x), LEAST_SIDE);
    const pawl_fx height = pawl_max(pawl_sub(box.upper.y, box.lower.y), LEAST_SIDE);
    const uint64_t squares =
        (uint64_t)((int64_t)width * width) + (uint64_t)((int64_t)height * height);
    out->area = pawli_scaled_make((uint64_t)((int64_t)width * height), -32);
    out->center.x = (pawl_fx)pawli_near((int64_t)box.lower.x + box.upper.x, 1);
    out->center.y = (pawl_fx)pawli_near((int64_t)box.lower.y + box.upper.y, 1);
    out->gyration_squared =
        pawli_scaled_divide(pawli_scaled_make(squares, -32), pawli_scaled_make(12, 0));
}
