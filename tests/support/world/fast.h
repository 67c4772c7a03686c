/* fast.h - walls and balls for the tests of continuous collision. */
#ifndef PAWL_TESTS_FAST_H
#define PAWL_TESTS_FAST_H

#include "support/world/fixture.h"

static const double slop = 0.005;

pawl_convex segment_convex(double x1, double y1, double x2, double y2);

pawl_body_id add_wall(pawl_world *world, double x);

pawl_body_id add_ball(pawl_world *world, double x, double y, double radius, double vx);

static inline double x_of(const pawl_world *world, pawl_body_id body) {
    return units(pawl_body_get_center(world, body).x);
}

static inline double vx_of(const pawl_world *world, pawl_body_id body) {
    return units(pawl_body_get_velocity(world, body).x);
}

#endif
