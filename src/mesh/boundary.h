/* boundary.h - the rings around a set of triangles.
 *
 * Inside is what has the bit PAWLI_INSIDE in its mark. Outer rings run counter-clockwise, holes
 * clockwise; each is simple, and they touch each other only in points: where a walk along the
 * boundary comes to a vertex again, what lies between is a ring of its own. Every ring starts at
 * its lowest, then leftmost point, rings are in the order of those (then of their second points),
 * and points where a ring goes straight on are left out. */
#ifndef PAWLI_BOUNDARY_H
#define PAWLI_BOUNDARY_H

#include "mesh/triangulation.h"
#include "pawl/polygon.h"

#define PAWLI_INSIDE 0x80u
/* The bits of a mark that finding rings uses, clear at its end. */
#define PAWLI_BOUNDARY_MARK 0x70u

/* The scratch memory, aligned like uint32_t: four bytes for each vertex, and seven or less for each
 * edge between inside and outside.
 * CAPACITY: `out` is too small, and gets the counts that are needed alone; MEMORY: the scratch
 * memory is. */
pawl_status pawli_boundary(pawli_triangulation *mesh, void *scratch, size_t scratch_size,
                           pawl_ring_buffer *out);

#endif
