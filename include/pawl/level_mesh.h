/* level_mesh.h - levels for walkers that have a volume: walls inflated by the walker's shape, so
 * that the walker moves as a point.
 *
 * A level is built from polygons and a convex walker shape, into one flat block of bytes: a mesh
 * of triangles, free ones and solid ones. The block is the same on every machine, little-endian,
 * can be written to a file or linked into flash, and is used where it lies. Building is for the PC,
 * or for a device with the RAM; walking (walker.h) and path finding (path.h) need the block alone.
 *
 *   build (pawl_level_build, `pawl bake`)  ->  bytes  ->  pawl_level_open  ->  walk, see, find
 * paths
 *
 * Regions: what is solid belongs to a region. Region 0 is the ground, always solid. Others are
 * doors, one-way platforms or areas such as hazards, and the game opens and closes them with
 * a bit each (pawl_gates). docs/levels.md explains the method, docs/format-level.md the bytes. */
#ifndef PAWL_LEVEL_MESH_H
#define PAWL_LEVEL_MESH_H

#include "pawl/polygon.h"

#define PAWL_LEVEL_REGIONS_MAX 256
#define PAWL_LEVEL_NARROW_MAX UINT32_C(32000) /* vertices: up to here indices have 16 bits */
#define PAWL_TRIANGLE_NONE UINT32_MAX

typedef enum pawl_region_type {
    PAWL_REGION_WALL = 0, /* stops what comes from outside it, while closed */
    PAWL_REGION_ONE_WAY,  /* only its faces that look along `direction` stop a walker */
    PAWL_REGION_AREA      /* stops nothing: hazards, goals, water */
} pawl_region_type;

/* A region as the game sees it. */
typedef struct pawl_region {
    uint32_t user_data; /* the game's own */
    uint8_t type;       /* pawl_region_type */
    uint8_t pad[3];     /* zero */
    pawl_fx friction;   /* >= 0, for walls and one-way: see pawl_walker_def; default 0 */
    pawl_rot direction; /* of the way through a one-way region, unit vector; all zero: up */
} pawl_region;

/* A wall without friction. */
PAWL_API pawl_region pawl_region_default(void);

/* What lies in the level: rings by the rule "non-zero", so any orientation will do and holes run
 * the other way round than what is around them. With two points in a ring: a thin wall; with one:
 * a post. Likewise where a longer ring runs there and back on the same line, or has the same point
 * only. No wall is too thin to be kept (docs/levels.md). |coordinate| < PAWL_COORD_MAX. */
typedef struct pawl_level_polygon {
    pawl_rings rings;
    uint16_t region; /* index into the regions of the def */
} pawl_level_polygon;

/* What a build is about; also called with done = total at the end of each stage. */
typedef enum pawl_level_stage {
    PAWL_LEVEL_PARTS = 0, /* polygons into convex parts, inflated */
    PAWL_LEVEL_SNAP,      /* crossings */
    PAWL_LEVEL_MESH,      /* triangulation, windings */
    PAWL_LEVEL_COMPACT,   /* triangulation of the outline alone */
    PAWL_LEVEL_WRITE
} pawl_level_stage;

/* What is told how far a build is. */
typedef struct pawl_level_progress {
    void (*report)(void *context, pawl_level_stage stage, uint32_t done, uint32_t total);
    void *context;
} pawl_level_progress;

typedef struct pawl_level_def {
    uint32_t cookie; /* set by pawl_level_def_default() */
    const pawl_level_polygon *polygons;
    uint32_t polygon_count;
    const pawl_region *regions; /* the first is the ground; may be null: only the ground, without
                                   friction */
    uint32_t region_count;      /* 1 .. PAWL_LEVEL_REGIONS_MAX */
    const pawl_vec2 *walker_points; /* convex, counter-clockwise (pawl_hull), about the point that
                                       moves; may be null: a point */
    uint32_t walker_point_count;
    pawl_box bounds;   /* no walker's middle leaves it; what reaches beyond is cut off there. All
                          zero: what the inflated level needs, and 16 units more on each side */
    bool conservative; /* inflate by one raw unit more, or two where edges of a polygon are rounded
                          twice, so that rounding never lets a body into the exact walls */
    pawl_polygon_limits limits; /* while building; zero: what such levels usually need, see below */
    uint16_t cells;             /* how many different sets of overlapping regions there may be,
                                   with four regions each on average; 0: 16 for each region, or as
                                   many as there are sets */
} pawl_level_def;

/* Limits that are zero: `segments` from the corners of the polygons: n + k for a convex ring of
 * n points and a walker of k; n + 2 s + (s + 1) k for another polygon with r reflex corners and
 * holes, s = r - r / 5; 32 more. `vertices`: 3/2 of the segments and 32; `edges`: 5/2 of the
 * segments and 64. That is enough where inflated polygons overlap like those of a hand-made level;
 * where more of them lie over each other the report says which limit was too low. */

/* A def with the defaults above. */
PAWL_API pawl_level_def pawl_level_def_default(void);
/* The first wrong field or pointer, as pawl_body_def_check in body.h tells it. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_def_check(const pawl_level_def *def,
                                                          const char **field);

/* Memory to build in; 0 when the def is wrong. */
PAWL_API size_t pawl_level_build_size(const pawl_level_def *def);

/* What became of a build, filled in also when it fails. */
typedef struct pawl_level_report {
    pawl_level_stage stage;       /* where it ended */
    uint32_t polygon;             /* of the def, which is wrong; UINT32_MAX: none in particular */
    const char *reason;           /* in words; never null. When something was too small it begins
                                     with its name: limits.segments, limits.vertices,
                                     limits.edges, cells, out */
    pawl_polygon_limits used;     /* of the limits: what was there in the end. Vertices and edges
                                     take up to a quarter more on the way */
    pawl_polygon_limits needed;   /* after CAPACITY: limits for another try, see below; all zero:
                                     more than limits can be */
    uint16_t needed_cells;        /* the same for `cells`; 0: more than there can be */
    uint32_t parts;               /* convex parts, inflated */
    uint32_t flat;                /* of them those that have no area even when inflated, so that
                                     nothing of them is in the level: a thin wall, and a walker
                                     that is a point; 0 when conservative */
    uint32_t cells;               /* sets of regions, the empty one among them */
    uint32_t vertices, triangles; /* of the level */
    uint32_t size;                /* of the block in bytes */
} pawl_level_report;

/* What a build needs that ended with CAPACITY: `needed` and `needed_cells` for `limits` and `cells`
 * of the def, and pawl_level_build_size() for the memory. Limits are enough for certain, but where
 * limits.segments was so far too low (below a quarter of what is needed, about) that not even the
 * segments have room in the memory: then `vertices` and `edges` are what is usual for so many, and
 * may be met next. Cells come after the limits: until then they are those of the def. */

/* Builds a level. `memory` is used only during the call; `out` gets the block, aligned to
 * 4 bytes. The order of the polygons changes no bit, and shifting everything shifts the points
 * only. Errors: NULL, COOKIE, ARGUMENT (a region that is not there), RANGE (too far out when
 * inflated), GEOMETRY (the walker is not convex), MEMORY (`memory`, or `out`: report->size bytes
 * are needed), CAPACITY (a limit; the report says which, and how much is needed). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_build(const pawl_level_def *def, void *memory,
                                                      size_t size,
                                                      const pawl_level_progress *progress,
                                                      void *out, size_t out_size,
                                                      pawl_level_report *report);

/* A level in use: where its bytes are. Fill with pawl_level_open, then read only. */
typedef struct pawl_level {
    const uint8_t *vertices, *triangles, *cells, *members, *regions, *walker_points;
    uint32_t vertex_count, triangle_count;
    uint16_t cell_count, region_count, walker_point_count;
    bool is_wide;
    uint8_t pad;
    pawl_box bounds;
} pawl_level;

/* Looks at every byte once, so that nothing in the level can lead out of bounds, into a loop that
 * does not end, or to an answer that is not defined; `bytes` stay where they are, unchanged, for as
 * long as the level is used. Errors: NULL, MEMORY (not aligned to 4), FORMAT, VERSION, CORRUPT. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_open(const void *bytes, size_t size,
                                                     pawl_level *out);

/* The same without looking: for blocks that were checked before, in flash for instance. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_trust(const void *bytes, size_t size,
                                                      pawl_level *out);

/* A point of the mesh; (0, 0) when there is no such vertex. */
PAWL_API pawl_vec2 pawl_level_get_vertex(const pawl_level *level, uint32_t vertex);
/* What a region is; zeros when there is no such region. */
PAWL_API pawl_region pawl_level_get_region(const pawl_level *level, uint32_t region);

/* For drawing and tools. `neighbors[i]` lies across the edge opposite vertex i. */
typedef struct pawl_level_triangle {
    uint32_t vertices[3];  /* counter-clockwise */
    uint32_t neighbors[3]; /* PAWL_TRIANGLE_NONE at the bounds */
    uint16_t cell;         /* which regions it lies in; 0: none */
} pawl_level_triangle;
/* A triangle of the mesh; without neighbors when there is none of this number. */
PAWL_API pawl_level_triangle pawl_level_get_triangle(const pawl_level *level, uint32_t triangle);

/* Whether a triangle lies in a region: is the walker in the water? */
PAWL_API bool pawl_level_is_in(const pawl_level *level, uint32_t triangle, uint32_t region);

/* The regions of a cell in ascending order: their number, and up to `capacity` of them. */
PAWL_API uint32_t pawl_level_get_cell_regions(const pawl_level *level, uint16_t cell,
                                              uint16_t *regions, uint32_t capacity);

/* Which regions are open, a bit each; null means that all are closed. Part of the game's state. */
typedef struct pawl_gates {
    uint32_t open[PAWL_LEVEL_REGIONS_MAX / 32];
} pawl_gates;

/* Open or close a region; a number that no region can have is left alone. */
PAWL_API void pawl_gates_set_open(pawl_gates *gates, uint32_t region, bool open);
/* Whether a region is open; false for null gates. */
PAWL_API bool pawl_gates_is_open(const pawl_gates *gates, uint32_t region);

/* The boundary of what closed walls fill, for bodies to collide with: rings with the solid on their
 * left, so outer ones run counter-clockwise and holes clockwise, and each makes a one-sided loop
 * for pawl_shape_create_chain, whose front is outside. The points are those of the mesh, exactly;
 * points where a ring goes straight on are left out. Rings touch themselves and each other in no
 * more than points, and no ring visits a point twice. A ring starts at its lowest, then leftmost
 * point; rings come in the order of the triangles they meet first. What is solid up to the bounds
 * ends there. One-way regions and areas are not solid.
 *
 * A door that opens or closes: destroy the chain and make it anew.
 * What a chain asks for is up to the caller: points within PAWL_EXTENT_MAX of the origin of the
 * body (in a larger level the body does not stand at the origin), and neighbors at least
 * PAWL_SIZE_MIN * 2 apart. Levels seldom have shorter edges, but nothing is dropped here, because
 * what touches in a point would part. Where no other ring has the point, the caller can leave out
 * one end of such an edge: the ring stays closed, and moves there by less than 1/2048 unit.
 *
 * CAPACITY: a buffer is too small; the counts in `out` are then those that are needed, so that
 * a first call with capacities of zero asks for them, and the buffers are untouched. NULL. Cost:
 * several passes over the triangles; a walk along a ring for each corner where it touches. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_outline(const pawl_level *level,
                                                        const pawl_gates *gates,
                                                        pawl_ring_buffer *out);

#endif
