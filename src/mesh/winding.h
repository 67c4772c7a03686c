/* winding.h - how often the rings of a layer wind around each triangle.
 *
 * A tour visits all triangles by a depth-first walk over their edges and goes back the way it
 * came: every move crosses one edge, whose pieces say by how much each layer's winding number
 * changes. Whoever keeps the numbers of many layers updates those few and has all of them wherever
 * the tour is, so one tour serves all layers: O(triangles + edges log edges), no memory but four
 * bits of every triangle's mark.
 *
 * It begins in a triangle at the box, where all numbers are 0. */
#ifndef PAWLI_WINDING_H
#define PAWLI_WINDING_H

#include "mesh/snap.h"
#include "mesh/triangulation.h"

/* The bits of a triangle's mark that tours use, clear at their end; the rest is the caller's. */
#define PAWLI_TOUR_MARK 0x0Fu

typedef struct pawli_tour {
    uint32_t triangle; /* where it is */
    bool is_first;     /* for the first time */
    bool is_leftward;  /* lines were crossed from their right to their left: numbers grow by
                          their windings; else they shrink */
    uint32_t line;     /* index of the first edge of the arrangement that was crossed to get here */
    uint32_t line_count; /* as many as have the same ends: one for each layer there; often 0 */
    const pawli_arrangement *lines;
    pawli_triangulation *mesh;
} pawli_tour;

/* Begins at the first triangle: is_first is true, nothing crossed. */
void pawli_tour_begin(const pawli_arrangement *lines, pawli_triangulation *mesh, pawli_tour *tour);

/* One move; false when the tour is back where it began and has seen everything. */
bool pawli_tour_next(pawli_tour *tour);

/* The edges of the arrangement between two of its vertices, a < b: index of the first, their
 * number through `count`. */
uint32_t pawli_lines_between(const pawli_arrangement *lines, uint32_t a, uint32_t b,
                             uint32_t *count);

/* Sets `winding` of all triangles to the number of one layer. GEOMETRY: it differs with the way to
 * a triangle, which cannot be when the segments are closed rings; RANGE: beyond int16_t. */
pawl_status pawli_wind_layer(const pawli_arrangement *lines, pawli_triangulation *mesh,
                             uint16_t layer);

#endif
