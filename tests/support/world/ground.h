/* ground.h - worlds with a chain in them. */
#ifndef PAWL_TESTS_GROUND_H
#define PAWL_TESTS_GROUND_H

#include "support/world/drag.h"
#include "world/terrain.h"

pawl_chain chain_of(const pawl_vec2 *corners, int32_t count);

pawl_shape_id add_chain(pawl_world *world, pawl_body_id body, const pawl_chain *chain);

/* Lengths, speeds and gravity times a scale, so that metres and pixels are tested alike. */
pawl_world *make_scaled_world(double scale);

static inline const pawli_geometry *terrain_geometry(pawl_world *world, pawl_shape_id shape) {
    return &pawli_geometries(world)[pawli_shapes(world)[shape.index1 - 1].geometry];
}

#define JOINTS 1100

extern pawl_vec2 points[JOINTS + 1];

/* From right to left, so that the front is up: heights and slopes in degrees by a repeating list.
 */
void lay_ground(double length, const double *slopes, int slope_count);

#endif
