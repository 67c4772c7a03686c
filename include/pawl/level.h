/* level.h - levels for walkers that have a volume: walls inflated by the walker's shape, so
 * that the walker moves as a point.
 *
 * A level is built from polygons and a convex walker shape, into one flat block of bytes: a mesh
 * of triangles, free ones and solid ones. The block is the same on every machine, little-endian,
 * can be written to a file or linked into flash, and is used where it lies. Building is for the PC,
 * or for a device with the RAM; walking and path finding need the block alone.
 *
 *   build (pawl_level_build, `pawl bake`)  ->  bytes  ->  pawl_level_open -> walk, see, find paths
 *
 * Regions: what is solid belongs to a region. Region 0 is the ground, always solid. Others are
 * doors, one-way platforms or areas such as hazards, and the game opens and closes them with
 * a bit each (pawl_gates). docs/levels.md explains the method, docs/format-level.md the bytes. */
#ifndef PAWL_LEVEL_H
#define PAWL_LEVEL_H

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

/* ---- a walker: locate, walk, step, and a controller on top -----------------------------------
 *
 * A walker is a point in a triangle (the level has been inflated by the walker's shape). It goes
 * from triangle to triangle by the signs of exact cross products, stops at the earliest wall,
 * slides along it with friction and rolls around corners. A position is only ever replaced by one
 * that an exact walk has reached: no epsilon, never in a wall, never stuck. docs/levels.md. */

/* Where a point is. The triangle holds it, edges included, and is part of the state: save both. */
typedef struct pawl_place {
    pawl_vec2 position; /* Q16.16 */
    uint32_t triangle;
} pawl_place;

/* Largest |component| of a movement in one call: 256 units. */
#define PAWL_WALK_MAX PAWL_FX(256, 0, 1)

/* The triangle of a point; begins to look at triangle `hint` (any number), which changes the time
 * and not the answer. Of those that meet in the point it is one that is not solid while everything
 * is closed, if there is one, then that of the lowest cell, then the lowest: so a point on a floor
 * is on top of it. A point inside a wall has a place too, from which one walks in the wall: to put
 * walkers down anywhere, use pawl_level_find_nearest_free (path.h). RANGE: outside the bounds.
 * Cost: a walk through the level, O(sqrt n) triangles. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_locate(const pawl_level *level, pawl_vec2 point,
                                                       uint32_t hint, pawl_place *out);

/* Whether a closed wall holds the triangle. */
PAWL_API bool pawl_level_is_solid(const pawl_level *level, const pawl_gates *gates,
                                  uint32_t triangle);

typedef enum pawl_walk_end {
    PAWL_WALK_REACHED = 0,
    PAWL_WALK_EDGE,  /* stopped by a wall, on or before edge a -> b, the free side on its left */
    PAWL_WALK_VERTEX /* stopped exactly at corner a, b: the two edges there */
} pawl_walk_end;

/* How a straight walk ended. */
typedef struct pawl_walk {
    pawl_walk_end end;
    uint32_t triangle;     /* the last one that was entered */
    pawl_vec2 a, b;        /* EDGE: the wall's edge; VERTEX: a is the corner */
    pawl_vec2 left, right; /* VERTEX: the other ends of the walls left and right of the movement */
    uint16_t region;       /* what stopped it; VERTEX: the wall on the left */
    uint16_t right_region; /* VERTEX: the wall on the right */
} pawl_walk;

/* From a place straight to a point, as far as the first wall. Exact. The way may be as long as the
 * level. RANGE: the point is outside PAWL_COORD_MAX, or the place is none of this level. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_walk(const pawl_level *level,
                                                     const pawl_gates *gates, pawl_place from,
                                                     pawl_vec2 to, pawl_walk *out);

/* How walls slow a slide down. */
typedef enum pawl_friction_model {
    PAWL_FRICTION_COULOMB = 0, /* by friction times what goes against the wall */
    PAWL_FRICTION_FACTOR       /* to (1 - friction) of itself at each touch: simple games */
} pawl_friction_model;

#define PAWL_STEP_CONTACTS_MAX 4

/* A wall that was met. */
typedef struct pawl_walk_contact {
    pawl_vec2 a, b;  /* its edge, the free side on the left; at a corner the one slid along */
    pawl_rot normal; /* unit, Q2.30, away from the wall */
    uint16_t region;
    uint8_t corner;   /* 1: met exactly at a corner; 2: and it leaves no way on */
    uint8_t platform; /* 0: the level; else 1 + index of the platform */
} pawl_walk_contact;

typedef struct pawl_step_report {
    uint32_t contact_count;
    pawl_walk_contact contacts[PAWL_STEP_CONTACTS_MAX];
    pawl_vec2 moved;   /* new position minus old */
    uint32_t squeezed; /* 1 + index of a platform that the walker is inside of, because walls or
                          platforms let it not out of the way; 0: none */
} pawl_step_report;

/* A convex obstacle that moves: already inflated by the walker's shape (pawl_minkowski_sum with
 * the mirrored shape), relative to `position`. */
typedef struct pawl_platform {
    const pawl_vec2 *points; /* convex, counter-clockwise, 3 .. 16 of them */
    uint32_t count;
    pawl_vec2 position; /* before the step */
    pawl_vec2 move;     /* of this step; where a platform is flush with the floor, it is the floor
                           that is stood on, until the platform rises */
    pawl_fx friction;
} pawl_platform;

/* One movement with slides: at most PAWL_STEP_CONTACTS_MAX walls, the rest of the movement is
 * dropped. Each wall's own friction is added to `friction`. `report` may be null. Errors leave the
 * place alone: NULL, RANGE (|component of the movement| > PAWL_WALK_MAX, friction < 0, an unknown
 * model, or a place that is none of this level). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_step(const pawl_level *level,
                                                     const pawl_gates *gates, pawl_vec2 movement,
                                                     pawl_fx friction, pawl_friction_model model,
                                                     pawl_place *place, pawl_step_report *report);

/* The controller: speeds, acceleration, friction of the air, gravity; doors, platforms. */
typedef struct pawl_walker_def {
    uint32_t cookie;        /* set by pawl_walker_def_default() */
    pawl_fx acceleration;   /* towards the wanted velocity, units/s^2, >= 0; default 40 */
    pawl_fx braking;        /* towards standing still without an input, units/s^2, >= 0; not in the
                               air where there is gravity; default 40 */
    pawl_fx top_speed;      /* wanted at full input, units/s, >= 0; default 8 */
    pawl_fx air_friction;   /* share of the speed lost per second, 0 .. 60; default 0.5 */
    pawl_fx friction;       /* of walls, added to that of the region, >= 0; default 0 */
    pawl_vec2 gravity;      /* units/s^2; default 0, 0: seen from above */
    pawl_angle slope_limit; /* steepest ground that counts as ground, less than a quarter turn;
                               default 50 degrees */
    uint8_t friction_model; /* pawl_friction_model; default Coulomb */
    uint8_t pad[3];
    uint32_t rate_numerator, rate_denominator; /* steps per second, 1 .. 2^31 - 1; default 60, 1 */
} pawl_walker_def;

/* A def with the defaults above. */
PAWL_API pawl_walker_def pawl_walker_def_default(void);
/* The first wrong field, as pawl_body_def_check in body.h tells it. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_walker_def_check(const pawl_walker_def *def,
                                                           const char **field);

/* State of a walker: save it with the game. Fixed width, without holes. Zero-initialize, then set
 * the place. To jump, set the velocity. */
typedef struct pawl_walker {
    pawl_place place;
    pawl_vec2 velocity;  /* units/s, Q16.16; on a platform relative to it */
    pawl_vec2 remainder; /* of the movement, below one raw unit: in shares of rate_numerator */
    pawl_rot ground;     /* normal of the ground; zero in the air */
    uint16_t ground_region;
    uint8_t on_ground; /* 1: it stands on something within the slope limit */
    uint8_t platform;  /* 0: none, else 1 + index of the platform it stands on */
} pawl_walker;

#define PAWL_WALKER_PLATFORMS_MAX 255

/* One step: first the platforms move, carrying what stands on them and pushing what is in their
 * way, then the walker does, and the platforms are walls to it. `platforms` may be null, `report`
 * too; its contacts are those of the second part.
 *
 * `input`: wanted direction and strength, Q16.16, length at most 1 (longer ones are cut). The
 * velocity changes towards input * top_speed by at most the acceleration; with gravity only across
 * it, or along the ground. On the ground gravity only presses: ground within the slope limit holds
 * what stands on it. A velocity that goes against a wall loses that part, and of the part along it
 * what friction takes, rounded towards zero: a touch never makes a walker faster. To fall
 * through a one-way region opens its gate for as long as that takes.
 *
 * Errors leave the walker alone: NULL, COOKIE, RANGE (the def; a place that is none of this level;
 * remainder or ground that no step left; platforms with fewer than 3 or more than 16 points, points
 * beyond PAWL_EXTENT_MAX, places beyond PAWL_COORD_MAX or movements beyond PAWL_WALK_MAX). */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_walker_step(const pawl_level *level, const pawl_gates *gates, const pawl_walker_def *def,
                 const pawl_platform *platforms, uint32_t platform_count, pawl_vec2 input,
                 pawl_walker *walker, pawl_step_report *report);

/* ---- questions: line of sight, nearest free point, shortest paths ----------------------------
 *
 * All of them see the level as a walker does: inflated by the walker's shape. */

/* Whether a straight walk from a place to a point meets no wall. */
PAWL_API bool pawl_level_sees(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                              pawl_vec2 to);

/* The free place nearest to a point: the point itself where it is free, else the nearest grid point
 * of a free triangle next to the nearest point of a wall's outline, ties by the lower edge; at most
 * two raw units farther than exact, in the tip of a sharp corner by some more (4 were seen). For
 * spawning, and for a walker shut in by a door. Errors: NULL, RANGE (outside the bounds), CAPACITY
 * (nothing is free). Cost: O(triangles) for a point in a wall. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_find_nearest_free(const pawl_level *level,
                                                                  const pawl_gates *gates,
                                                                  pawl_vec2 point, pawl_place *out);

/* Memory for pawl_level_find_path in this level: 33 bytes for each triangle, and 24. */
PAWL_API size_t pawl_path_size(const pawl_level *level);

/* The same for pawl_level_find_shortest_path: 108 bytes for each triangle, and one for each vertex.
 */
PAWL_API size_t pawl_shortest_path_size(const pawl_level *level);

typedef struct pawl_path {
    pawl_vec2 *points; /* the corners, from start to end; room is given by the caller */
    uint32_t capacity;
    uint32_t count;
    int64_t length;    /* sum of the lengths of its legs, Q48.16, each rounded to nearest */
    uint32_t expanded; /* triangles that were looked at */
} pawl_path;

/* A path from one place to another: the straight line where it can be walked, else one through free
 * triangles, pulled tight. A* over the triangles (Hart, Nilsson and Raphael 1968), ties broken by
 * index, then the funnel algorithm (Lee and Preparata 1984), both in exact integers but for the
 * lengths. Shortest within the triangles it goes through, which are not always those of the
 * shortest path of all: in levels of up to 100,000 triangles it was 0.01 to 0.9 % longer in the
 * mean, and 8 % at worst. Each leg can be walked, and the path turns at each corner. One point when
 * start and end are the same. Where there is no way, `count` is 0, and the answer PAWL_OK.
 *
 * A path is found wherever there is one, but for this: where regions let through one way, or one
 * starts in a wall, a leg may run exactly along the rim of a region and be walked on its other
 * side. Then count is 0, too, which is rare (7 of 5752 paths in tests made for it), and
 * pawl_level_find_shortest_path finds another way.
 *
 * `memory`: pawl_path_size bytes, aligned like uint64_t, used only during the call.
 * Errors leave `path` alone, but not the points in its room: NULL, RANGE (a place that is none of
 * this level), MEMORY, CAPACITY (more corners than there is room for; `count` is their number).
 * Cost: O(n log n) of the triangles looked at. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_find_path(const pawl_level *level,
                                                          const pawl_gates *gates, pawl_place from,
                                                          pawl_place to, void *memory, size_t size,
                                                          pawl_path *path);

/* The shortest path of all, with the same answers: no path that can be walked is shorter by more
 * than two raw units for each leg, which is what rounding the lengths can do. It looks for a path
 * as above, then for all shorter ones over the corners that see each other; memory and time are
 * several times as large. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_find_shortest_path(const pawl_level *level,
                                                                   const pawl_gates *gates,
                                                                   pawl_place from, pawl_place to,
                                                                   void *memory, size_t size,
                                                                   pawl_path *path);

#endif
