/* terrain.h - internal: geometry that may be terrain, and the surface of terrain.
 *
 * The surface is made of edges that know their neighbors: contacts are made with those. For a
 * chain or heights they are its segments, for a tile map the straight runs of its outline. A number
 * names an edge for as long as the shape lives. */
#ifndef PAWLI_TERRAIN_H
#define PAWLI_TERRAIN_H

#include "collide/edge.h"
#include "geom/moments.h"
#include "world/world.h"

static inline pawli_frame pawli_body_frame(const pawli_body *body) {
    const pawli_frame frame = {body->position, body->rotation, body->center};
    return frame;
}

/* The image of a body that is nearest to a place. */
static inline pawli_frame pawli_body_frame_near(const pawl_world *world, pawl_vec2 place,
                                                const pawli_body *body) {
    pawli_frame frame = pawli_body_frame(body);
    frame.position = pawli_way_image(world, place, body->position);
    return frame;
}

static inline pawl_box pawli_grown(pawl_box box, pawl_fx margin) {
    box.lower.x = pawl_sub(box.lower.x, margin);
    box.lower.y = pawl_sub(box.lower.y, margin);
    box.upper.x = pawl_add(box.upper.x, margin);
    box.upper.y = pawl_add(box.upper.y, margin);
    return box;
}

/* A fat box always reaches half the speculative margin beyond its shape, so that two shapes
 * within that margin are a pair; and a little farther, so that small motions leave it alone. */
static inline pawl_fx pawli_least_margin(const pawl_world *world) {
    return world->scales.speculative / 2 + 1;
}

/* A convex around the geometry: itself, or the box of terrain. Not a valid convex, only points. */
pawl_convex pawli_geometry_hull(const pawli_geometry *geometry);
pawl_box pawli_geometry_box(const pawli_geometry *geometry, const pawli_frame *frame);
/* Terrain has no mass; a kinematic body turns as its box would. */
void pawli_geometry_moments(const pawli_geometry *geometry, pawli_moments *out);
/* Of the box of a terrain. */
void pawli_surface_moments(const pawli_geometry *geometry, pawli_moments *out);

PAWLI_FOLD bool pawli_is_terrain(const pawl_world *world, uint16_t shape) {
    const uint16_t geometry = pawli_shapes_const(world)[shape].geometry;
    return !pawli_is_convex(&pawli_geometries_const(world)[geometry]);
}

/* The geometry that a chain or a map would have, all of its data checked: the errors of
 * pawl_shape_create_chain and pawl_shape_create_tiles that are about it. */
pawl_status pawli_terrain_make_chain(const pawl_chain *chain, pawli_geometry *out);
pawl_status pawli_terrain_make_heights(const pawl_heights *heights, pawli_geometry *out);
pawl_status pawli_terrain_make_tiles(const pawl_tile_map *map, pawli_geometry *out);
/* Segments of a chain or heights. */
static inline uint32_t pawli_terrain_segments(const pawli_terrain *terrain) {
    return (uint32_t)terrain->count - (terrain->flags & PAWLI_TERRAIN_LOOP ? 0 : 1);
}
/* Terrain gets a table, of which all is checked: the errors of pawl_shape_set_materials that are
 * about it. */
pawl_status pawli_terrain_add_materials(const pawl_material_table *table, pawli_geometry *out);
/* Both were made from the same data, wherever these lie. */
bool pawli_terrain_is_same(const pawli_terrain *a, const pawli_terrain *b);

static inline const void *pawli_terrain_pointer(const uint32_t address[2]) {
    return (const void *)(uintptr_t)((uint64_t)address[1] << 32 | address[0]);
}

/* The materials that parts of terrain are made of; null when there are none, or not bound. */
static inline const pawl_material *pawli_terrain_materials(const pawli_terrain *terrain) {
    return (const pawl_material *)pawli_terrain_pointer(terrain->materials_address);
}

/* The points of a chain, heights, the cells of a map; null when the terrain was not bound, or a
 * table of materials that it has. */
static inline const void *pawli_terrain_address(const pawli_terrain *terrain) {
    if (terrain->materials != 0 && pawli_terrain_materials(terrain) == NULL) return NULL;
    return pawli_terrain_pointer(terrain->address);
}

static inline const pawl_vec2 *pawli_terrain_chain_points(const pawli_geometry *geometry) {
    PAWL_ASSERT(geometry->type == PAWLI_CHAIN);
    return (const pawl_vec2 *)pawli_terrain_address(&geometry->terrain);
}

/* Those of heights: the order of points is the other one. */
static inline const int16_t *pawli_terrain_heights(const pawli_geometry *geometry) {
    PAWL_ASSERT(geometry->type == PAWLI_HEIGHTS);
    return (const int16_t *)pawli_terrain_address(&geometry->terrain);
}

static inline const uint8_t *pawli_terrain_tile_cells(const pawli_geometry *geometry) {
    PAWL_ASSERT(geometry->type == PAWLI_TILES);
    return (const uint8_t *)pawli_terrain_address(&geometry->terrain);
}

/* A query of the edges that may touch a box, each once:
 *   pawli_surface_query query = pawli_surface_begin(geometry, box in the frame of the body);
 *   while (pawli_surface_next(&query, &edge)) ... */
typedef struct pawli_surface_query {
    const pawli_geometry *geometry;
    pawl_box box;
    uint32_t next; /* of a chain: the segment to look at next */
    /* of a tile map: the cells that the box touches, and the side to look at next */
    int32_t left, right, top, x, y;
    uint32_t side;
} pawli_surface_query;

pawli_surface_query pawli_surface_begin(const pawli_geometry *geometry, pawl_box box);
bool pawli_surface_next(pawli_surface_query *query, uint32_t *edge);
/* Whether the query with this box would find this edge. */
bool pawli_surface_is_near(const pawli_geometry *geometry, uint32_t edge, pawl_box box);
/* The edge itself, or what of it may touch the box: ends that lie outside the box are as good as
 * any other. The box is one that the edge is near. False when the data is not there. */
bool pawli_surface_find(const pawli_geometry *geometry, uint32_t edge, pawl_box box,
                        pawli_edge *out);

/* The part that an edge is to the program: a segment, or the first cell of a run. */
static inline uint32_t pawli_surface_part(const pawli_geometry *geometry, uint32_t edge) {
    return geometry->type == PAWLI_TILES ? edge / 8 : edge;
}
/* What a part is made of; null: what the shape is. */
const pawl_material *pawli_surface_material(const pawli_geometry *geometry, uint32_t part);
/* Of the shapes of a contact the one whose edge is of another material becomes `own`, a copy that
 * is. */
void pawli_surface_take_material(const pawl_world *world, const pawli_contact *contact,
                                 pawli_shape *own, const pawli_shape **a, const pawli_shape **b);

/* tiles.c: the same for tile maps. */
void pawli_tiles_begin(pawli_surface_query *query);
bool pawli_tiles_next(pawli_surface_query *query, uint32_t *edge);
bool pawli_tiles_is_near(const pawli_geometry *geometry, uint32_t edge, pawl_box box);
bool pawli_tiles_find(const pawli_geometry *geometry, uint32_t edge, pawl_box box, pawli_edge *out);
/* The cells that a box touches, clipped to the map; none when left > right or bottom > top. */
typedef struct pawli_cell_range {
    int32_t left, right, bottom, top;
} pawli_cell_range;
pawli_cell_range pawli_tiles_cells_in(const pawli_geometry *geometry, pawl_box box);

/* Where the edges of terrain must be to meet another shape: its fat box, in the frame of the
 * terrain. It is large enough for both to be within the speculative margin. */
pawl_box pawli_surface_reach(const pawl_world *world, uint16_t terrain, uint16_t other);

#endif
