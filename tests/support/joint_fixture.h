/* joint_fixture.h - bodies with joints between them, and the comparison with their twins. */
#ifndef PAWL_TESTS_JOINT_FIXTURE_H
#define PAWL_TESTS_JOINT_FIXTURE_H

#include <math.h>
#include <stdio.h>

#include "support/fixture.h"
#include "support/joint_twin.h"

#define WIDE(value) ((pawl_wide)((value)*65536.0))
#define NO_JOINT ((pawl_joint_id){0, 0})
#define RIGHT_ANGLE 1.5707963267948966

static inline pawl_world_def awake_def(double gravity) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, -gravity);
    def.sleeping = 0;
    return def;
}

/* Gravity 10, no sleep. */
static inline pawl_world *make_awake_world(void) {
    const pawl_world_def def = awake_def(10);
    return make_world(&def);
}

/* A dynamic box of a density. */
static inline pawl_body_id add_brick(pawl_world *world, double x, double y, double half_width,
                                     double half_height, double density) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    const pawl_shape_id shape = add_box(world, body, half_width, half_height);
    ck_assert_int_eq(pawl_shape_set_density(world, shape, FX(density)), PAWL_OK);
    return body;
}

static inline pawl_joint_id add_joint(pawl_world *world, const pawl_joint_def *def) {
    pawl_joint_id joint = {0, 0};
    ck_assert_int_eq(pawl_joint_create(world, def, &joint), PAWL_OK);
    return joint;
}

/* Steps the world and its twin, and asserts how far they may come apart at any time. */
static inline void follow_twin(pawl_world *world, const pawl_world_def *def, int steps,
                               double place, double angle) {
    twin t;
    twin_error error = {0, 0};
    ck_assert_msg(joint_twin_make(&t, world, def), "no twin");
    for (int i = 0; i < steps; i++) {
        run(world, 1);
        joint_twin_step(&t);
        joint_twin_compare(&t, world, &error);
    }
    if (getenv("TWIN_PRINT") != NULL)
        printf("twin: %.6f of %g units, %.6f of %g rad\n", error.place, place, error.angle, angle);
    ck_assert_uint_eq(pawl_world_faults(world), 0);
    ck_assert_msg(error.place <= place, "%.6f units from the twin, %.6f allowed", error.place,
                  place);
    ck_assert_msg(error.angle <= angle, "%.6f rad from the twin, %.6f allowed", error.angle, angle);
}

#endif
