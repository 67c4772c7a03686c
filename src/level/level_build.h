/* level_build.h - internal: a level in the making.
 *
 *   build_needs.c  what a def needs: limits, memory
 *   build_parts.c  polygons -> convex parts -> inflated by the mirrored walker -> segments
 *   build_cells.c  which regions hold a triangle: sets of regions, each with a number
 *   build_write.c  the compact mesh, numbered along a curve -> the block
 *   level_build.c  one after the other
 *
 * The bounds are rings of a layer of their own, behind those of the regions. What is outside them
 * has a label of its own, so the sides of the bounds stay edges of the compact mesh, and outside
 * triangles are left out of the block: levels are cut off exactly there. */
#ifndef PAWLI_LEVEL_BUILD_H
#define PAWLI_LEVEL_BUILD_H

#include "level/level_format.h"
#include "mesh/arrange.h"

/* Convex parts and rings of at most so many points are inflated at once. */
#define PAWLI_PART_POINTS 64u
/* What a conservative build adds to each side, in raw units: the outline is rounded once. Polygons
 * whose edges were moved when they were cut into parts were rounded twice. Twice 0.7072 is more
 * than one and less than two. */
#define PAWLI_GROWTH 1
#define PAWLI_GROWTH_BENT 2
/* The label of triangles outside the bounds: no cell has this number. */
#define PAWLI_CELL_OUTSIDE UINT16_MAX
#define PAWLI_CELLS_MAX (UINT16_MAX - 1u)
/* Around the inflated level, where the def leaves the bounds open. */
#define PAWLI_LEVEL_MARGIN PAWL_FX(16, 0, 1)

/* ---- needs ------------------------------------------------------------------------------------
 */

/* How much room the parts of the memory get, in the order in which they lie there. */
typedef struct pawli_build_needs {
    pawl_polygon_limits limits;
    size_t arrange;          /* bytes */
    size_t parts;            /* bytes behind it that convex parts need beyond what it has */
    size_t cut;              /* bytes for the parts of that one; more after they were too few */
    uint32_t mirrored_count; /* points of the mirrored walker */
    uint32_t layers;         /* regions and bounds */
    uint32_t cells, members, slots;
    size_t size; /* of all; 0: cannot be addressed */
} pawli_build_needs;

/* Whether a ring, run through either way, bounds a convex polygon; points may repeat or be in line.
 * It has at most PAWLI_PART_POINTS points. Positive when it runs counter-clockwise, negative when
 * clockwise, 0 when it is not convex. */
int pawli_build_needs_convexity(const pawl_vec2 *points, uint32_t count);

/* First point and number of points of a ring. */
const pawl_vec2 *pawli_build_needs_ring(const pawl_rings *rings, uint32_t ring, uint32_t *count);

/* What is wrong with a def, and with which polygon (or UINT32_MAX); PAWL_OK: the needs are found.
 */
pawl_status pawli_build_needs_make(const pawl_level_def *def, pawli_build_needs *needs,
                                   uint32_t *polygon, const char **reason, const char **field);

/* The same for these limits instead of the def's, and at least so many bytes to cut polygons in.
 * False when it is more than can be addressed. */
bool pawli_build_needs_resize(const pawl_polygon_limits *limits, size_t cut,
                              pawli_build_needs *needs);

/* Limits that leave so many bytes to cut polygons in; zeros are what is usual. All zero: more than
 * can be addressed. `needs` are those of the def, for any limits. */
pawl_polygon_limits pawli_build_needs_raise(pawl_polygon_limits limits, size_t cut,
                                            const pawli_build_needs *needs);

/* ---- cells ----------------------------------------------------------------------------------- */

/* Sets of regions, numbered as they are found. */
typedef struct pawli_cells {
    uint32_t capacity, member_capacity, slot_mask, region_count;
    uint32_t count, member_count;
    uint32_t needed;         /* no fewer than are enough; exact where all have room */
    uint64_t needed_members; /* likewise */
    bool is_full;
    uint32_t *order;   /* numbers in ascending order of their members */
    int32_t *windings; /* of each layer, where a tour is */
    uint16_t *ends;    /* where the members of a cell end */
    uint16_t *members;
    uint16_t *ranks; /* of each number, its place in the order */
    uint16_t *slots; /* hash table: number plus one */
} pawli_cells;

/* Labels the triangles of a mesh with their cells, those outside the bounds with
 * PAWLI_CELL_OUTSIDE. CAPACITY: more cells, or more members, than there is room for. */
pawl_status pawli_build_cells_label(pawli_cells *cells, pawli_arrange *arrange);

/* Fills in order and ranks. */
void pawli_build_cells_sort(pawli_cells *cells);

/* ---- all of it ------------------------------------------------------------------------------- */

typedef struct pawli_build {
    const pawl_level_def *def;
    const pawl_level_progress *progress;
    pawl_level_report report;
    pawli_build_needs needs;
    pawli_arrange arrange;
    pawli_cells cells;
    pawl_vec2 *original; /* points of the walker, from the lowest, then leftmost one */
    pawl_vec2 *mirrored; /* its points mirrored, and larger by `growth` when conservative */
    pawl_vec2 *clean;    /* PAWLI_PART_POINTS */
    pawl_vec2 *inflated; /* as many more as the walker has */
    void *parts_memory;  /* for convex parts */
    size_t parts_size;
    pawl_box bounds;
    pawl_fx growth;      /* raw units to each side */
    bool is_bent;        /* cutting the polygon at hand into parts has moved some of its edges */
    bool is_bounded;     /* by the def; else bounds hold what was added so far */
    bool is_empty;       /* nothing was added so far */
    bool is_full;        /* a limit was met: what follows is counted, to say how much is needed */
    bool is_refused;     /* a part was, or a polygon: the report says why */
    bool is_beyond;      /* no limits are enough */
    uint32_t first_full; /* polygon for which there was no room */
    uint64_t counted;    /* segments, those that had no room among them */
    size_t cut;          /* bytes that some polygon needs to be cut in, beyond what is usual */
    uint16_t region;     /* of the polygon at hand */
    uint8_t *out;
    uint32_t out_size;
} pawli_build;

void pawli_level_build_report(const pawli_build *build, pawl_level_stage stage, uint32_t done,
                              uint32_t total);

/* Mirrors the walker, grown by so many raw units to each side. */
pawl_status pawli_level_build_mirror(pawli_build *build, pawl_fx growth);

/* Segments of all polygons and of the bounds. */
pawl_status pawli_build_parts(pawli_build *build);

/* The mesh as it is, labels in `winding`, to the block. */
pawl_status pawli_build_write(pawli_build *build);

/* The regions of the def, or the ground alone: direction up where it says none. */
pawl_region pawli_build_write_region(const pawl_level_def *def, uint32_t region);

#endif
