/* layout_character.h - internal: what a world keeps of a character; the rest is in layout.h. */
#ifndef PAWLI_LAYOUT_CHARACTER_H
#define PAWLI_LAYOUT_CHARACTER_H

#include "pawl/config.h"
#include "pawl/vec.h"

#define PAWLI_NONE UINT16_C(0xFFFF) /* no slot */

/* Flag of every slot of a pool that is in use. */
#define PAWLI_LIVE 1u

#if PAWL_WITH_CHARACTERS

/* Character flags. */
#define PAWLI_CHARACTER_LIVE PAWLI_LIVE
#define PAWLI_CHARACTER_ON_GROUND 2u
#define PAWLI_CHARACTER_DROPPING 4u  /* it falls through platforms that it has not left yet */
#define PAWLI_CHARACTER_RISING 8u    /* by a jump that letting the button go would cut */
#define PAWLI_CHARACTER_HELD 16u     /* the button was down in the last step */
#define PAWLI_CHARACTER_SQUEEZED 32u /* times the steps that something has been in it, 0 .. 7 */
#define PAWLI_CHARACTER_SQUEEZED_MAX 7u

/* Where it is and how it moves: its body has the position, and `up` is the +y of the body. */
typedef struct pawli_character {
    pawl_vec2 velocity;  /* as pawl_mover has it, and so */
    pawl_vec2 remainder; /* on to ground_edge */
    pawl_vec2 ground_velocity;
    pawl_vec2 ground_center;
    pawl_rot ground_normal;
    pawl_angle ground_angle;
    uint32_t ground_edge;  /* ground_part of it */
    pawl_fx landing_speed; /* of the last step */
    /* What it is, as its def says: */
    pawl_fx radius, half_height, skin, step_height, snap_distance;
    pawl_angle slope_limit;
    pawl_fx mass, push;
    pawl_fx speed, acceleration, braking, air_acceleration;
    pawl_fx jump_speed, jump_cut, gravity_scale, fall_speed, climb_speed, swim_speed;
    uint32_t ladders, water;
    pawl_fx run, climb; /* what it is told to do, and buttons */
    uint32_t events;    /* of the last step */
    uint32_t serial;
    uint16_t body;         /* slot */
    uint16_t ground_shape; /* slot, or PAWLI_NONE */
    uint16_t generation;
    uint16_t next, previous; /* live ones in creation order; next: also the free queue */
    uint8_t buttons, mode;
    uint8_t coyote_steps, buffer_steps, air_jumps;
    uint8_t air_steps;   /* since it stood on something; saturated */
    uint8_t press_steps; /* since a press of the button that is yet to become a jump; saturated */
    uint8_t jumps;       /* in the air, since it stood on something */
    uint8_t flags;
    uint8_t pad;
} pawli_character;
PAWL_STATIC_ASSERT(sizeof(pawli_character) == 168, "pawli_character has holes");

#endif
#endif
