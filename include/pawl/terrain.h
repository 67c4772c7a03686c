/* terrain.h - shapes of many parts for the ground: chains of segments, heights, and tile maps.
 *
 * Terrain hangs on static and kinematic bodies and has no mass. It takes one shape and one geometry
 * entry, however many parts it has, because its data stays where the caller keeps it, a level in
 * flash for instance: the world stores its address, and of its content a checksum. The data must
 * not change or move for as long as the shape lives. A world that was loaded in another process
 * must be told the new address of each terrain with pawl_shape_bind before it is used.
 *
 * The state and its hash hold the checksum and never the address. docs/terrain.md explains how
 * things slide over joints without catching. */
#ifndef PAWL_TERRAIN_H
#define PAWL_TERRAIN_H

#include "pawl/body.h"

#define PAWL_CHAIN_POINTS_MAX INT32_C(65535)

/* Segments end to end, in the frame of the body. Part i is the segment from point i to the next.
 * Where x never turns back from point to point, what is near is found by binary search; of other
 * chains and of loops every segment is looked at: one of thousands is better cut into several.
 * Neighboring segments should not turn back by more than 150 degrees.
 *
 * The front of a segment is on its right, going along it. A loop that runs counter-clockwise is
 * a block with its front outside; one that runs clockwise is a room. */
typedef struct pawl_chain {
    const pawl_vec2 *points; /* neighbors at least PAWL_SIZE_MIN * 2 apart, each within
                                PAWL_EXTENT_MAX of the origin */
    int32_t count;           /* 2 .. PAWL_CHAIN_POINTS_MAX; at least 3 in a loop */
    bool loop;               /* the last point is joined to the first */
    bool one_sided;          /* stops only what has its center in front */
    bool ghost_ends;         /* not for loops, at least 4 points: the first and the last segment
                                stop nothing and only show how the surface goes on, where another
                                chain continues it */
} pawl_chain;

/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_chain_check(const pawl_chain *chain, const char **field);

/* The chain itself may go, its points may not.
 * Errors: NULL, COOKIE, RANGE (the shape def, a point too far out, a segment too short, too many
 * points), STALE, ARGUMENT (a dynamic body, a sensor, too few points, ghost ends of a loop),
 * GEOMETRY (neighboring points that are equal), CAPACITY (also a world whose def has no
 * `terrain`). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_create_chain(pawl_world *world, pawl_body_id body,
                                                             const pawl_shape_def *def,
                                                             const pawl_chain *chain,
                                                             pawl_shape_id *out);

/* No ground at a height: the segments to both sides of it are missing. */
#define PAWL_HEIGHT_HOLE INT16_MIN

/* Ground by its heights at places of one distance, two bytes each, in the frame of the body. To the
 * last bit it behaves as the chain of the same points from right to left, whose front is up, and
 * its parts are those of that chain: part p lies between heights count - 2 - p and count - 1 - p.
 * Points are exact: origin + (i * spacing, heights[i] * scale). Cost: what is near is found by one
 * division, however many there are. */
typedef struct pawl_heights {
    const int16_t *heights; /* from left to right, of `count`; PAWL_HEIGHT_HOLE: none */
    int32_t count;          /* 2 .. PAWL_CHAIN_POINTS_MAX */
    pawl_fx spacing;        /* along x, PAWL_SIZE_MIN * 2 .. PAWL_EXTENT_MAX */
    pawl_fx scale;          /* of a height of 1, > 0, <= PAWL_EXTENT_MAX */
    pawl_vec2 origin;       /* of the first one, at height 0; no coordinate of this and all points
                               is beyond PAWL_EXTENT_MAX */
    bool one_sided;         /* stops only what has its center above */
    bool ghost_ends;        /* at least 4 heights: as of a chain */
} pawl_heights;

/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_heights_check(const pawl_heights *heights,
                                                        const char **field);

/* The struct itself may go, its heights may not.
 * Errors as for a chain; ARGUMENT also where no two neighbors are without a hole. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_create_heights(pawl_world *world, pawl_body_id body,
                                                               const pawl_shape_def *def,
                                                               const pawl_heights *heights,
                                                               pawl_shape_id *out);

/* What a cell of a tile map is: its lower three bits. The upper five are the game's own; a table of
 * materials knows them as the kind of the cell. */
#define PAWL_TILE_MASK 7u
#define PAWL_TILE_MATERIAL_SHIFT 3
typedef enum pawl_tile {
    PAWL_TILE_EMPTY = 0,
    PAWL_TILE_SOLID = 1,
    PAWL_TILE_LOWER_RIGHT = 2, /* 45 degrees: the half of the cell on this side is solid */
    PAWL_TILE_LOWER_LEFT = 3,
    PAWL_TILE_UPPER_RIGHT = 4,
    PAWL_TILE_UPPER_LEFT = 5,
    PAWL_TILE_ONE_WAY = 6 /* only its top is there, for what comes from above */
} pawl_tile;

#define PAWL_TILE_COUNT_MAX (INT32_C(1) << 24)

/* A grid of cells in the frame of the body. Things collide with its outline: a floor of a thousand
 * solid cells is one edge. Outside the map all is empty. Part numbers of queries are cell
 * indices. Cost: the cells near a shape, and in the steps in which it gets a new fat box the
 * length of the straight runs of surface it is near. */
typedef struct pawl_tile_map {
    const uint8_t *cells;  /* row by row from the bottom (least y), each from left to right */
    int32_t width, height; /* in cells, >= 1; width * height <= PAWL_TILE_COUNT_MAX */
    pawl_fx cell_size;     /* >= 1/16 unit */
    pawl_vec2 lower;       /* corner of the first cell; all corners of the map lie within
                              PAWL_EXTENT_MAX of the origin */
} pawl_tile_map;

/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_tile_map_check(const pawl_tile_map *map,
                                                         const char **field);

/* A tile map as one shape of a body.
 * Errors as for a chain; ARGUMENT also for a cell of the unused type 7. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_create_tiles(pawl_world *world, pawl_body_id body,
                                                             const pawl_shape_def *def,
                                                             const pawl_tile_map *map,
                                                             pawl_shape_id *out);

/* What a part of terrain is made of: the fields of pawl_shape_def with these names. */
typedef struct pawl_material {
    pawl_fx friction;           /* >= 0 */
    pawl_fx restitution;        /* 0 .. 1 */
    pawl_fx tangent_speed;      /* units/s, |x| <= PAWL_SPEED_MAX */
    pawl_fx rolling_resistance; /* 0 .. 1 */
    uint32_t user_data;         /* for the mixing hooks, and for you */
} pawl_material;

#define PAWL_MATERIALS_MAX 255
#define PAWL_TILE_MATERIALS_MAX 32

typedef struct pawl_material_table {
    const pawl_material *materials; /* of `count` */
    const uint8_t *indices; /* of a chain or heights: which material each segment has, heights from
                               left to right. Of a tile map null: cells have that of their kind */
    int32_t count; /* 1 .. PAWL_MATERIALS_MAX; of a tile map at most PAWL_TILE_MATERIALS_MAX */
} pawl_material_table;

/* Parts of terrain get materials of their own; those whose index or kind is not below the count
 * keep that of the shape. The table itself may go, its materials and indices may not: they must not
 * change or move, and the world keeps their checksum. Null takes the table away again. What a
 * contact feels is the material of its segment, or of the run of cells of one kind.
 *
 * Wakes what touches the shape. A tile map that gets its first table or loses it has other edges:
 * its touches end, which is reported, and begin again with the next step.
 * Errors: NULL, LOCKED, STALE, ARGUMENT (no terrain, or terrain that is not bound; no or too many
 * materials; indices of a tile map), RANGE (a number of a material), UNSUPPORTED (restitution or
 * rolling resistance in a build without).
 * Cost: a look at the whole table. A step looks at the geometries of the world, and for each
 * contact of terrain at the index of its part. */
PAWL_API pawl_status pawl_shape_set_materials(pawl_world *world, pawl_shape_id shape,
                                              const pawl_material_table *table);
/* Where the same table is now, for worlds that come from elsewhere; before it terrain with a table
 * stops nothing. Errors: as for pawl_shape_set_materials; ARGUMENT also for another table. */
PAWL_API pawl_status pawl_shape_bind_materials(pawl_world *world, pawl_shape_id shape,
                                               const pawl_material_table *table);
/* Materials of the table of a shape; 0: there is none. */
PAWL_API uint32_t pawl_shape_get_material_count(const pawl_world *world, pawl_shape_id shape);
/* What a part of a shape is made of, by its table or as the shape itself. Part 0 of a shape that is
 * no terrain. Errors: NULL, STALE, ARGUMENT (no such part, a table that is not bound). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_get_material(const pawl_world *world,
                                                             pawl_shape_id shape, uint32_t part,
                                                             pawl_material *out);

/* Where points of a chain, heights or cells of a map are now: data[pawl_shape_get_terrain_count],
 * of pawl_vec2, int16_t or bytes. Errors: NULL, STALE, ARGUMENT (no terrain, or other content than
 * the shape was made with). All of it is read once. */
PAWL_API pawl_status pawl_shape_bind(pawl_world *world, pawl_shape_id shape, const void *data);

/* Points of a chain, heights or cells of a map: as many as pawl_shape_bind reads. 0 when it is no
 * terrain. For worlds that come from elsewhere. */
PAWL_API uint32_t pawl_shape_get_terrain_count(const pawl_world *world, pawl_shape_id shape);

/* Whether a shape is terrain; pawl_shape_get_convex answers PAWL_ERR_ARGUMENT for those. */
PAWL_API bool pawl_shape_is_terrain(const pawl_world *world, pawl_shape_id shape);

#endif
