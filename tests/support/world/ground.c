/* ground.c - what ground.h declares. */
#include "support/world/ground.h"

pawl_vec2 points[JOINTS + 1];

pawl_chain chain_of(const pawl_vec2 *corners, int32_t count) {
    const pawl_chain chain = {corners, count, false, false, false};
    return chain;
}

pawl_shape_id add_chain(pawl_world *world, pawl_body_id body, const pawl_chain *chain) {
    const pawl_shape_def def = smooth_def();
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create_chain(world, body, &def, chain, &shape), PAWL_OK);
    return shape;
}

pawl_world *make_scaled_world(double scale) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, -10 * scale);
    return make_world(&def);
}

void lay_ground(double length, const double *slopes, int slope_count) {
    double y = 0;
    for (int i = 0; i <= JOINTS; i++) {
        points[i] = VEC((JOINTS / 2 - i) * length, y);
        y += length * tan(slopes[i % slope_count] * M_PI / 180);
    }
}
