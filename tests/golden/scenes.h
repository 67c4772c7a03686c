/* scenes.h - the scenes of the goldens as integers.
 *
 * scenes.inc is generated from tests/support/scene*.c, which compute with double: their last bits
 * could depend on the host, and a microcontroller has no double at all. The integers do not. */
#ifndef PAWL_GOLDEN_SCENES_H
#define PAWL_GOLDEN_SCENES_H

#include <string.h>

#include "pawl/body.h"
#include "pawl/convex.h"
#include "pawl/world.h"

/* Constants stay in flash where RAM is a memory apart; they are copied out to be used. */
#ifdef __AVR__
#include <avr/pgmspace.h>
#define GOLDEN_ROM PROGMEM
#define GOLDEN_READ(to, from) memcpy_P((to), (from), sizeof *(to))
#else
#define GOLDEN_ROM
#define GOLDEN_READ(to, from) memcpy((to), (from), sizeof *(to))
#endif

typedef struct golden_shape {
    uint8_t count; /* of vertices: 1 is a circle, 2 a capsule */
    pawl_fx radius;
    pawl_vec2 vertices[PAWL_POLYGON_MAX];
} golden_shape;

typedef struct golden_body {
    uint8_t type; /* pawl_body_type */
    uint8_t shape;
    pawl_vec2 position;
    pawl_angle angle;
    pawl_vec2 velocity;
    pawl_fx angular_velocity;
    pawl_fx density, friction, restitution;
} golden_body;

#define GOLDEN_BREAKS 2

typedef struct golden_scene {
    const char *name;
    pawl_vec2 gravity;
    pawl_fx length_unit;
    uint16_t steps; /* of 1/60 s */
    uint8_t sleeping;
    uint8_t calls; /* 1: golden_call is called after each step; GOLDEN_BREAKS: golden_break is */
    uint16_t body_count;
    const golden_shape *shapes;
    const golden_body *bodies;
} golden_scene;

/* Disturb the world after a step; calls.c. */
pawl_status golden_call(pawl_world *world, int step, pawl_random *random);

/* Shoot balls at what is breakable, and break what they hit; breaking.c. The number of bodies that
 * broke after this step, or a negative status. */
#define GOLDEN_BREAK_IMPULSE (PAWL_FX(6, 0, 1))
int32_t golden_break(pawl_world *world, int step, void *memory, size_t size);
size_t golden_break_memory(void);

#endif
