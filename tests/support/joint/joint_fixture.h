/* joint_fixture.h - bodies with joints between them, and the comparison with their twins. */
#ifndef PAWL_TESTS_JOINT_FIXTURE_H
#define PAWL_TESTS_JOINT_FIXTURE_H

#include <math.h>
#include <stdio.h>

#include "support/world/fixture.h"
#include "support/joint/joint_twin.h"

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

static inline void set_spring(pawl_joint_def *def, double hertz, double damping_ratio) {
    def->spring = true;
    def->hertz = FX(hertz);
    def->damping_ratio = FX(damping_ratio);
}

static inline void set_motor(pawl_joint_def *def, double speed, double most) {
    def->motor = true;
    def->motor_speed = FX(speed);
    def->motor_max = WIDE(most);
}

static inline void set_limit(pawl_joint_def *def, double lower, double upper) {
    def->limit = true;
    def->lower = FX(lower);
    def->upper = FX(upper);
}

/* Two bodies, and a joint between them that a test completes before it adds it. */
typedef struct joint_rig {
    pawl_world *world;
    pawl_world_def def;
    pawl_body_id a, b;
    pawl_joint_def joint;
} joint_rig;

/* A world without bodies; free() it. */
static inline joint_rig make_rig(double gravity) {
    joint_rig rig = {.def = awake_def(gravity)};
    rig.world = make_world(&rig.def);
    return rig;
}

/* Body A is static at the origin. */
static inline joint_rig make_held_rig(double gravity) {
    joint_rig rig = make_rig(gravity);
    rig.a = add_body(rig.world, PAWL_STATIC, 0, 0);
    return rig;
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
