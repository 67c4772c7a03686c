/* compact.h - what matters of a mesh: the edges between triangles that differ.
 *
 * Triangles have labels, in `winding` (as uint16_t: a cell of a level, or inside and outside). The
 * lines are reduced to the edges between different labels, and to their vertices but those where
 * exactly two edges meet in a straight line. A mesh of these lines (pawli_arrange_mesh) gets the
 * labels back from the lines. Nothing moves, so no snapping is needed. */
#ifndef PAWLI_COMPACT_H
#define PAWLI_COMPACT_H

#include "mesh/arrange.h"

/* Labels on both sides of an edge a -> b of compact lines. */
static inline uint16_t pawli_label_left(const pawli_line *edge) {
    return edge->layer;
}

static inline uint16_t pawli_label_right(const pawli_line *edge) {
    return (uint16_t)edge->winding;
}

/* Reduces `lines`, in place, to the edges between triangles with different labels, each once with
 * its two labels. Order and numbering as snap.h says. The mesh is spent: its marks and labels are
 * used up. */
void pawli_compact(pawli_arrange *arrange);

/* Sets `winding` of all triangles of a mesh of compact lines to the labels that these have; `start`
 * is the label at the box. GEOMETRY: the lines contradict each other, which cannot be. */
pawl_status pawli_compact_label(const pawli_arrangement *lines, pawli_triangulation *mesh,
                                uint16_t start);

#endif
