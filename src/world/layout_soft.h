/* layout_soft.h - internal: what a world keeps of joints, soft bodies and characters; the rest is
 * in layout.h. */
#ifndef PAWLI_LAYOUT_SOFT_H
#define PAWLI_LAYOUT_SOFT_H

#include "pawl/base.h"
#include "pawl/body.h"
#include "pawl/config.h"
#include "pawl/vec.h"

#define PAWLI_NONE UINT16_C(0xFFFF) /* no slot */

/* Flag of every slot of a pool that is in use. */
#define PAWLI_LIVE 1u

/* What the validator knows of pawl_joint_type, whose header lies above this layer: the numbers are
 * compared in src/state/plausible.c. */
#define PAWLI_JOINT_TYPE_FIRST 1
#define PAWLI_JOINT_TYPE_PRISMATIC 2
#define PAWLI_JOINT_TYPE_DISTANCE 3
#define PAWLI_JOINT_TYPE_WHEEL 5
#define PAWLI_JOINT_TYPE_MOTOR 6
#define PAWLI_JOINT_TYPE_FILTER 7
#define PAWLI_JOINT_TYPE_PULLEY 8
#define PAWLI_JOINT_TYPE_GEAR 9
#define PAWLI_JOINT_TYPE_RATCHET 10
#define PAWLI_JOINT_TYPE_LAST 10

/* Joint flags. */
#define PAWLI_JOINT_LIVE PAWLI_LIVE
#define PAWLI_JOINT_COLLIDE 2u
#define PAWLI_JOINT_LIMIT 4u
#define PAWLI_JOINT_MOTOR 8u
#define PAWLI_JOINT_SPRING 16u
#define PAWLI_JOINT_REPORTS 32u /* break_force and break_torque report, and it stays */
#define PAWLI_JOINT_RANGED 64u  /* the force of its spring has bounds, see pawli_joint */
#define PAWLI_JOINT_TUNED 128u  /* what is rigid has a frequency of its own, see pawli_joint */

/* Types that have a spring along a line, and types of which something is rigid. */
static inline bool pawli_joint_has_line(int type) {
    return type == PAWLI_JOINT_TYPE_PRISMATIC || type == PAWLI_JOINT_TYPE_DISTANCE ||
           type == PAWLI_JOINT_TYPE_WHEEL;
}
static inline bool pawli_joint_is_rigid(int type) {
    return type != PAWLI_JOINT_TYPE_MOTOR && type != PAWLI_JOINT_TYPE_FILTER;
}

/* What the rows of a joint have exerted, for the warm start: velocities, Q16.16, normalized as
 * solver/joint_row.h says. Which entry is which row is up to the type. */
#define PAWLI_JOINT_IMPULSES 6

/* The parameters are those of pawl_joint_def. `place` and `place_b` hold the linear velocity of
 * a motor joint, the ground points of a pulley, or (place_b) how far A of a gear has turned.
 *
 * What few joints have lies where its type has nothing else, and a flag says so. TUNED: frequency
 * and damping ratio of what is rigid are the two parts of `place`, of a pulley angular_hertz and
 * angular_damping_ratio. RANGED: the spring pushes with at most spring_force_max and pulls with at
 * most spring_torque_max. */
typedef struct pawli_joint {
    int64_t turned; /* direction of frame B minus that of frame A, 2^-32 turns, not wrapped */
    pawl_wide motor_max, force_max, spring_force_max, spring_torque_max;
    pawl_wide break_force, break_torque;
    pawl_joint_frame frame_a, frame_b;
    pawl_vec2 place, place_b;
    pawl_fx lower, upper, target, motor_speed, ratio;
    pawl_fx hertz, damping_ratio, angular_hertz, angular_damping_ratio;
    int32_t impulses[PAWLI_JOINT_IMPULSES];
    int32_t teeth; /* RATCHET: the tooth it has reached */
    uint32_t serial;
    uint32_t user_data;
    uint16_t body_a, body_b;
    uint16_t next_a, next_b; /* the next older joint of either body */
    uint16_t next, previous; /* live joints in creation order; next: also the free queue */
    uint16_t generation;
    uint8_t type, flags;
} pawli_joint;
PAWL_STATIC_ASSERT(sizeof(pawli_joint) == 184, "pawli_joint has holes");

typedef struct pawli_soft_point {
    pawl_vec2 position;
    int32_t moved_x, moved_y; /* in the last sub-step, Q10.22: the velocity of Verlet integration */
    int8_t frac_x, frac_y;    /* position below one raw unit, in 2^-22 units, -32 .. 32 */
    uint8_t flags;
    uint8_t pad;
    pawl_fx mass; /* 0: pinned */
} pawli_soft_point;
PAWL_STATIC_ASSERT(sizeof(pawli_soft_point) == 24, "pawli_soft_point has holes");

typedef struct pawli_soft_link {
    uint16_t a, b, c; /* points, counted from the first of the soft body; ATTACH: b is the slot of
                         a rigid body */
    uint8_t type, flags;
    pawl_vec2 place;    /* DISTANCE: x is the length; BEND: where b is in the frame of c - a, along
                           and across, as multiples of it; ATTACH: on the body, in its frame */
    uint16_t stiffness; /* Q1.15, 0 .. 1 */
    uint16_t tear;      /* of the length, Q8.8; 0: never */
} pawli_soft_link;
PAWL_STATIC_ASSERT(sizeof(pawli_soft_link) == 20, "pawli_soft_link has holes");

/* Soft body flags. */
#define PAWLI_SOFT_LIVE PAWLI_LIVE
#define PAWLI_SOFT_AWAKE 2u
#define PAWLI_SOFT_CAN_SLEEP 4u
#define PAWLI_SOFT_SELF_COLLIDE 8u

typedef struct pawli_soft {
    int64_t target_area2; /* twice the area of the outline that it strives for, Q32.32 */
    pawl_fx friction, restitution, damping, gravity_scale, radius;
    uint32_t category, mask;
    uint32_t serial;
    uint32_t user_data;
    uint16_t first_point, first_link; /* where its parts are; follow from those before it */
    uint16_t point_count, link_count, outline_count;
    uint16_t generation;
    uint16_t next, previous; /* live ones in creation order; next: also the free queue */
    int16_t group;
    uint16_t quiet_steps;
    uint16_t pressure; /* Q1.15, 0 .. 1 */
    uint8_t flags, iterations;
    uint8_t pad[4];
} pawli_soft;
PAWL_STATIC_ASSERT(sizeof(pawli_soft) == 72, "pawli_soft has holes");

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
    pawl_angle ground_angle; /* on a soft body its share, Q1.31 */
    uint32_t ground_edge;    /* ground_part of it */
    pawl_fx landing_speed;   /* of the last step */
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
    uint16_t ground_soft;  /* slot and one, or 0; then there is no ground_shape */
    uint16_t generation;
    uint16_t next, previous; /* live ones in creation order; next: also the free queue */
    uint8_t buttons, mode;
    uint8_t coyote_steps, buffer_steps, air_jumps;
    uint8_t air_steps;   /* since something carried it; saturated */
    uint8_t press_steps; /* since a press of the button that is yet to become a jump; saturated */
    uint8_t jumps;       /* in the air, since it stood on something */
    uint8_t flags;
    uint8_t pad[3];
} pawli_character;
PAWL_STATIC_ASSERT(sizeof(pawli_character) == 172, "pawli_character has holes");

#endif
#endif
