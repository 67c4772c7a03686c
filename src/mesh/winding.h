/* winding.h - how often the rings of a layer wind around each triangle.
 *
 * A tour visits all triangles by a depth-first walk over their edges and goes back the way it
 * came: every move crosses one edge, whose pieces say by how much each layer's winding number
 * changes. A caller that keeps the numbers of many layers updates those few and has all of them
 * wherever the tour is, so one tour serves all layers: O(triangles + edges log edges), no memory
 * but four bits of every triangle's mark.
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
    const uint32_t *index; /* null to begin with; pawli_winding_index, if the caller has room */
} pawli_tour;

/* Begins at the first triangle: is_first is true, nothing crossed. */
void pawli_winding_tour_begin(const pawli_arrangement *lines, pawli_triangulation *mesh,
                              pawli_tour *tour);

/* Where the edges with each vertex as `a` begin, for vertex_count + 1: with it a tour finds lines
 * at once, and does not need the vertices of the lines, whose memory is large enough for it. */
void pawli_winding_index(const pawli_arrangement *lines, uint32_t *index);

/* One move; false when the tour is back where it began and has seen everything. */
bool pawli_winding_tour_next(pawli_tour *tour);

/* By how much a layer's number grows on the last move. */
int32_t pawli_winding_tour_growth(const pawli_tour *tour, uint16_t layer);

/* Whether in every vertex as much of each layer ends as begins: only then does the number of
 * a triangle not depend on the way to it. Rings are always closed, and snap rounding leaves their
 * ends in place, so this never fails; it is decided by a sum modulo 2^64 that is 0 for closed
 * lines, and for others by chance only. */
bool pawli_winding_is_closed(const pawli_arrangement *lines);

/* Sets `winding` of all triangles to the number of one layer. RANGE: beyond +-INT16_MAX. */
pawl_status pawli_winding_set_layer(const pawli_arrangement *lines, pawli_triangulation *mesh,
                                    uint16_t layer);

/* The same with the sum of all layers. */
pawl_status pawli_winding_set_sum(const pawli_arrangement *lines, pawli_triangulation *mesh);

#endif
