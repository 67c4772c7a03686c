/* scene.h - a scene file turned into integers, so that builds without a JSON library, 32-bit and
 * big-endian ones included, can run it. dump.c writes the tables, run.c reads them. */
#ifndef PAWL_TESTS_RUBE_SCENE_H
#define PAWL_TESTS_RUBE_SCENE_H

#include "pawl/pawl.h"

typedef struct rube_world {
    pawl_vec2 gravity;
    uint32_t rate_numerator, rate_denominator;
    uint8_t sleeping;
} rube_world;

typedef struct rube_body {
    uint8_t type;
    uint8_t fixed_rotation, awake, enabled, bullet;
    pawl_vec2 position;
    pawl_angle angle;
    pawl_vec2 velocity;
    pawl_fx angular_velocity;
    pawl_fx gravity_scale, linear_damping, angular_damping;
} rube_body;

typedef struct rube_shape {
    uint16_t body; /* index */
    uint8_t count; /* 0: a chain */
    pawl_fx radius;
    pawl_vec2 vertices[PAWL_POLYGON_MAX];
    int32_t first_point, point_count; /* of a chain, in the table of points */
    uint8_t loop, ghost_ends;
    uint8_t sensor;
    pawl_fx density, friction, restitution;
    uint32_t category, mask;
    int16_t group;
} rube_shape;

typedef struct rube_joint {
    uint8_t type;
    uint16_t body_a, body_b; /* indices */
    pawl_joint_frame frame_a, frame_b;
    uint8_t collide, limit, motor, spring;
    pawl_fx lower, upper, target, motor_speed, hertz, damping_ratio, ratio;
    pawl_fx angular_hertz, angular_damping_ratio;
    pawl_vec2 linear_velocity, ground_a, ground_b;
    pawl_wide motor_max, force_max, spring_force_max, spring_torque_max;
} rube_joint;

#endif
