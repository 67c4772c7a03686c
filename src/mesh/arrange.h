/* arrange.h - from directed segments to a triangulation that has all of them as edges: snap
 * rounding (snap.h), then constrained Delaunay (triangulation.h), in one block of memory.
 *
 *   begin -> add_rings, ... -> snap -> mesh -> windings (winding.h), rings (boundary.h)
 *                                      ^                                     |
 *                                      '--------- compact (compact.h) -------'
 *
 * The segments are gone after snap: the mesh takes their place. Vertex i of the lines is vertex
 * PAWLI_BOX_VERTICES + i of the mesh; both are in the order of (y, x). */
#ifndef PAWLI_ARRANGE_H
#define PAWLI_ARRANGE_H

#include "mesh/snap.h"
#include "mesh/triangulation.h"
#include "pawl/polygon.h"

/* Points lie strictly inside the box of the mesh, and that within PAWL_COORD_MAX. */
#define PAWLI_ARRANGE_COORD_MAX (PAWL_COORD_MAX - 1)

typedef struct pawli_arrange {
    pawli_segment *segments; /* until snap */
    uint32_t segment_count, segment_capacity;
    pawli_arrangement lines;  /* since snap */
    pawli_triangulation mesh; /* since mesh */
    void *shared;             /* segments and scratch of snap, then the mesh */
    size_t shared_size;
} pawli_arrange;

/* The limits with zeros replaced (polygon.h); all zero when they are beyond PAWLI_LIMIT_MAX. */
pawl_polygon_limits pawli_arrange_limits(const pawl_polygon_limits *limits);
#define PAWLI_LIMIT_MAX (UINT32_C(1) << 28)

/* Bytes for these limits, a multiple of 8; 0 when there are no such limits, or size_t is too
 * small. */
size_t pawli_arrange_size(const pawl_polygon_limits *limits);

/* MEMORY: too small, or not aligned like uint64_t; ARGUMENT: no such limits. */
pawl_status pawli_arrange_begin(const pawl_polygon_limits *limits, void *memory, size_t size,
                                pawli_arrange *out);

/* All edges of the rings, inside on their left, also of those with two points, which run there and
 * back. RANGE: beyond PAWLI_ARRANGE_COORD_MAX; CAPACITY. */
pawl_status pawli_arrange_add_rings(pawli_arrange *arrange, const pawl_rings *rings,
                                    uint16_t layer);

/* CAPACITY: of vertices or edges; RANGE: more than 32,767 edges of a layer lie on each other;
 * GEOMETRY: the segments of a layer are no closed rings. */
pawl_status pawli_arrange_snap(pawli_arrange *arrange);

/* After CAPACITY of pawli_arrange_snap, or instead of it: limits with which it works. All zero:
 * more than PAWLI_LIMIT_MAX. The segments stay. MEMORY: too little to find out; never with limits
 * of zeros. */
pawl_status pawli_arrange_needs(const pawli_arrange *arrange, pawl_polygon_limits *out);

/* The triangulation of the lines as they are now, whether snapped or compacted; all their edges are
 * fixed. `box` may be null: one raw unit around everything. GEOMETRY: a point outside the box. */
pawl_status pawli_arrange_mesh(pawli_arrange *arrange, const pawl_box *box);

#endif
