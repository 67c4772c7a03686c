/* joint_fixture.h - bodies with joints between them, and the comparison with their twins. */
#ifndef PAWL_TESTS_JOINT_FIXTURE_H
#define PAWL_TESTS_JOINT_FIXTURE_H

#include <math.h>
#include <stdio.h>

#include "support/world/fixture.h"
#include "support/joint/joint_twin.h"

#define WIDE(value) ((pawl_wide)((value)*65536.0))
#define NO_JOINT PAWL_NULL_JOINT
#define RIGHT_ANGLE 1.5707963267948966

pawl_world_def awake_def(double gravity);

/* Gravity 10, no sleep. */
pawl_world *make_awake_world(void);

/* A dynamic box of a density. */
pawl_body_id add_brick(pawl_world *world, double x, double y, double half_width, double half_height,
                       double density);

pawl_joint_id add_joint(pawl_world *world, const pawl_joint_def *def);

void set_spring(pawl_joint_def *def, double hertz, double damping_ratio);

void set_motor(pawl_joint_def *def, double speed, double most);

void set_limit(pawl_joint_def *def, double lower, double upper);

/* Two bodies, and a joint between them that a test completes before it adds it. */
typedef struct joint_rig {
    pawl_world *world;
    pawl_world_def def;
    pawl_body_id a, b;
    pawl_joint_def joint;
} joint_rig;

/* A world without bodies; free() it. */
joint_rig make_rig(double gravity);

/* Body A is static at the origin. */
joint_rig make_held_rig(double gravity);

/* Steps the world and its twin, and asserts how far they may come apart at any time. */
void follow_twin(pawl_world *world, const pawl_world_def *def, int steps, double place,
                 double angle);

#endif
