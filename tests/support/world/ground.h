/* ground.h - worlds with a chain in them. */
#ifndef PAWL_TESTS_GROUND_H
#define PAWL_TESTS_GROUND_H

#include "support/world/drag.h"
#include "world/terrain.h"

static inline pawl_chain chain_of(const pawl_vec2 *points, int32_t count) {
    const pawl_chain chain = {points, count, false, false, false};
    return chain;
}

static inline pawl_shape_id add_chain(pawl_world *world, pawl_body_id body,
                                      const pawl_chain *chain) {
    const pawl_shape_def def = smooth_def();
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create_chain(world, body, &def, chain, &shape), PAWL_OK);
    return shape;
}

/* Lengths, speeds and gravity times a scale, so that metres and pixels are tested alike. */
static inline pawl_world *make_scaled_world(double scale) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, -10 * scale);
    return make_world(&def);
}

static inline const pawli_geometry *terrain_geometry(pawl_world *world, pawl_shape_id shape) {
    return &pawli_geometries(world)[pawli_shapes(world)[shape.index1 - 1].geometry];
}

#define JOINTS 1100

static pawl_vec2 points[JOINTS + 1];

/* From right to left, so that the front is up: heights and slopes in degrees by a repeating list.
 */
static inline void lay_ground(double length, const double *slopes, int slope_count) {
    double y = 0;
    for (int i = 0; i <= JOINTS; i++) {
        points[i] = VEC((JOINTS / 2 - i) * length, y);
        y += length * tan(slopes[i % slope_count] * M_PI / 180);
    }
}

#endif
