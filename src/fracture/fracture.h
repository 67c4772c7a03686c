/* fracture.h - internal: a body on its way to pieces. */
#ifndef PAWLI_FRACTURE_H
#define PAWLI_FRACTURE_H

#include "pawl/cut.h"
#include "pawl/fracture.h"
#include "world/world.h"

/* Everything but the world lies in the memory of the caller. Shapes that break are copied, since
 * pieces may take their slots. */
typedef struct pawli_breaking {
    pawl_world *world;
    uint16_t body;
    pawli_body was;       /* the body as it was */
    pawli_shape *sources; /* shapes that break, in creation order; one part each */
    uint16_t *slots;      /* of theirs */
    pawl_vec2 *part_points;
    uint32_t *part_ends;
    uint32_t part_count;
    pawl_vec2 *sites;
    pawl_pieces pieces;
    void *cut_memory;
    size_t cut_size;
} pawli_breaking;

/* parts.c: whether a shape can be cut; the corners of what counts for it, 0 for none. */
#define PAWLI_PART_MAX PAWL_POLYGON_MAX
int32_t pawli_fracture_parts_of(const pawl_world *world, const pawli_shape *shape,
                                pawl_vec2 out[PAWLI_PART_MAX]);

/* replace.c: put the pieces in the place of the shapes, or answer CAPACITY and change nothing. */
pawl_status pawli_fracture_replace(pawli_breaking *of, pawl_fragments *out);

#endif
