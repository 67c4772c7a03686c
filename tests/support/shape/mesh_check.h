/* mesh_check.h - what must be true of every constrained Delaunay triangulation. */
#ifndef MESH_CHECK_H
#define MESH_CHECK_H

#include "mesh/triangulation.h"

/* What is wrong in words, or null: triangles counter-clockwise and not flat, their areas adding up
 * to the box, neighbours mutual and with the same opinion about fixed edges, 2V + 2 triangles, each
 * vertex in its triangle. */
const char *find_mesh_defect(const pawli_triangulation *mesh);

/* An edge that is neither fixed nor Delaunay, as triangle * 4 + edge, or PAWLI_NO_TRIANGLE. */
uint32_t find_bad_edge(const pawli_triangulation *mesh);

/* Whether the line between two vertices is a chain of fixed edges. */
bool has_constraint(const pawli_triangulation *mesh, uint32_t a, uint32_t b);

/* Edges that are fixed; each counts once. */
uint32_t count_fixed(const pawli_triangulation *mesh);

#endif
