/* scene.h - a scene file turned into integers, so that builds without a JSON library, 32-bit and
 * big-endian ones included, can run it. dump.c writes the tables, run.c reads them. */
#ifndef PAWL_TESTS_RUBE_SCENE_H
#define PAWL_TESTS_RUBE_SCENE_H

#include "pawl/pawl.h"

typedef struct rube_shape {
    uint16_t body; /* index */
    uint8_t count;
    pawl_fx radius;
    pawl_vec2 vertices[PAWL_POLYGON_MAX];
    pawl_fx density, friction, restitution;
    uint32_t category, mask;
    int16_t group;
} rube_shape;

typedef struct rube_body {
    uint8_t type;
    uint8_t fixed_rotation;
    pawl_vec2 position;
    pawl_angle angle;
    pawl_vec2 velocity;
    pawl_fx angular_velocity;
    pawl_fx gravity_scale, linear_damping, angular_damping;
} rube_body;

#endif
