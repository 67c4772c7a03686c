/* fixture.h - small worlds for the tests of bodies, contacts and sleep. Lengths in units, as
 * doubles that are multiples of 2^-16, so that nothing is rounded. */
#ifndef PAWL_TESTS_FIXTURE_H
#define PAWL_TESTS_FIXTURE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/pawl.h"
#include "world/validate.h"

#define FX(units) ((pawl_fx)((units)*65536.0))
#define VEC(x, y) pawl_vec2_make(FX(x), FX(y))
#define STEPS_PER_SECOND 60
#define NO_BODY PAWL_NULL_BODY
#define NO_SHAPE PAWL_NULL_SHAPE

static inline double units(pawl_fx value) {
    return value / 65536.0;
}

/* A world in a block of exactly the size it asks for; free() it. */
pawl_world *make_world(const pawl_world_def *def);

pawl_world *make_default_world(void);

/* No gravity, no sleep: bodies do what the test does to them. */
pawl_world *make_space(void);

pawl_body_id add_body(pawl_world *world, pawl_body_type type, double x, double y);

pawl_shape_id add_shape(pawl_world *world, pawl_body_id body, const pawl_convex *convex);

pawl_convex box_convex(double half_width, double half_height);

pawl_convex circle_convex(double x, double y, double radius);

pawl_shape_id add_box(pawl_world *world, pawl_body_id body, double half_width, double half_height);

/* A dynamic box of 1 x 1: mass 1. */
pawl_body_id add_unit_box(pawl_world *world, double x, double y);

/* A static box whose top is y = 0. */
pawl_body_id add_ground(pawl_world *world);

static inline pawl_shape_id shape_of(const pawl_world *world, pawl_body_id body) {
    return pawl_body_next_shape(world, body, NO_SHAPE);
}

void run(pawl_world *world, int steps);

void assert_sound(const pawl_world *world);

void assert_near(double got, double want, double tolerance, const char *what);

void assert_vec_eq(pawl_vec2 got, pawl_vec2 want);

#endif
