/* joint.h - joints between two bodies.
 *
 * All joints share one def. A joint holds a frame on each body: an anchor and a direction, in the
 * frame of that body. What the joint asks of the two frames, and what limit, motor and spring
 * mean, depends on its type:
 *
 * type       the frames ...                    limit         motor      spring    target
 * REVOLUTE   share their anchor                angle         angle      angle     angle
 * PRISMATIC  B slides along the x axis of A,   translation   along      along     translation
 *            without turning
 * DISTANCE   anchors stay `target` apart       length        length     length    length
 * WELD       coincide; `spring`: softly,       -             -          position  -
 *            where a frequency is not 0
 * WHEEL      B slides along the x axis of A    translation   angle      along     translation
 *            and turns freely
 * MOTOR      B follows A: `motor` holds the    -             velocity   position  -
 *            velocities, `spring` the place
 * FILTER     nothing: the bodies do not        -             -          -         -
 *            collide
 * PULLEY     |anchor A - ground A| + ratio *   -             -          -         total length
 *            |anchor B - ground B| <= target
 * GEAR       angle B * ratio - angle A         -             its rate   -         angle
 *            = target; with `motor` only its
 *            rate is driven
 * RATCHET    angle may grow, not fall below    -             -          -         angle of
 *            the last tooth (`ratio` apart)                                       a tooth
 *
 * The angle of a joint is the direction of B's frame minus that of A's, counted over any number of
 * turns; those of a gear are the directions of its frames in the world, counted likewise from
 * within half a turn. Translation is the x coordinate of B's anchor in A's frame. Lengths are
 * units, angles radians, both Q16.16. Forces and torques are Q48.16. A distance joint with limit,
 * motor or spring is a rope, a bumper, a piston or a spring, without any it is a rod. */
#ifndef PAWL_JOINT_H
#define PAWL_JOINT_H

#include "pawl/body.h"

typedef enum pawl_joint_type {
    PAWL_JOINT_REVOLUTE = 1,
    PAWL_JOINT_PRISMATIC = 2,
    PAWL_JOINT_DISTANCE = 3,
    PAWL_JOINT_WELD = 4,
    PAWL_JOINT_WHEEL = 5,
    PAWL_JOINT_MOTOR = 6,
    PAWL_JOINT_FILTER = 7,
    PAWL_JOINT_PULLEY = 8,
    PAWL_JOINT_GEAR = 9,
    PAWL_JOINT_RATCHET = 10,
    PAWL_JOINT_LAST = PAWL_JOINT_RATCHET /* the highest of them; moves on with each new type */
} pawl_joint_type;

typedef struct pawl_joint_def {
    uint32_t cookie; /* set by pawl_joint_def_default() */
    pawl_joint_type type;
    pawl_body_id body_a, body_b; /* two different bodies, one of them dynamic */
    pawl_joint_frame frame_a, frame_b;
    bool collide_connected; /* default false: the two bodies do not collide */
    bool limit;             /* default false */
    bool motor;             /* default false */
    bool spring;            /* default false */
    pawl_fx lower, upper;   /* of the limit; lower <= upper */
    pawl_fx target;         /* default 0; see the table */
    pawl_fx motor_speed;    /* units/s or radians/s, any but the least number; default 0 */
    pawl_wide motor_max;    /* largest force or torque of the motor, >= 0; default 0: none */
    pawl_fx hertz;          /* of the spring; 0: no stiffness, of WELD: rigid */
    pawl_fx damping_ratio;  /* 1: critical; default 1. This, hertz and the four of their kind
                               below: 0 .. PAWL_HERTZ_MAX, which is 1000 */
    pawl_fx ratio;          /* PULLEY: > 0; GEAR: not 0; RATCHET: > 0, the angle between teeth,
                               radians; default 1 */

    /* WELD and MOTOR: the spring of the angle. */
    pawl_fx angular_hertz, angular_damping_ratio;
    /* MOTOR only. The velocity of frame B relative to frame A, in the axes of frame A, each
     * component within PAWL_SPEED_MAX, and the force that may be spent on it; motor_speed and
     * motor_max are its angular part. */
    pawl_vec2 linear_velocity;
    pawl_wide force_max;
    pawl_wide spring_force_max, spring_torque_max; /* of its spring; default 0: none */
    /* PULLEY only: where the rope is hung up, world coordinates. */
    pawl_vec2 ground_a, ground_b;

    /* The joint breaks - it is destroyed, and reported in the events of the step - when it has
     * to hold more than this; 0: never. With load_events it stays, and each step in which it had to
     * hold more is reported. */
    pawl_wide break_force, break_torque;
    uint32_t user_data; /* yours: saved, not hashed */
    bool load_events;   /* default false */

    /* How stiff everything is that is rigid about the joint, its limits included: a frequency, of
     * which no more than a quarter of the sub-steps per second comes to bear, and a damping ratio.
     * 0 Hz, the default: 60 Hz with a damping ratio of 2, of WELD 5 where that holds better. MOTOR
     * and FILTER have nothing rigid. */
    pawl_fx constraint_hertz, constraint_damping_ratio;
    /* DISTANCE, PRISMATIC and WHEEL: bounds of the force of the spring, which pushes the anchors
     * apart with positive forces and pulls them together with negative ones. lower <= 0 <= upper;
     * both 0, the default: none. 0 and PAWL_WIDE_MAX: a leg, which only pushes. */
    pawl_wide spring_force_lower, spring_force_upper;
} pawl_joint_def;

/* A def of this type between no bodies, with the defaults above; ratio 1, ground and frames 0. */
PAWL_API pawl_joint_def pawl_joint_def_default(pawl_joint_type type);
/* As pawl_body_def_check in body.h: the numbers for its type, not the bodies. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_joint_def_check(const pawl_joint_def *def,
                                                          const char **field);

/* Defs for two bodies as they stand. Both frames at a world point, with a world direction as their
 * x axis; PRISMATIC and WHEEL slide along it. */
PAWL_API pawl_joint_def pawl_joint_def_at(const pawl_world *world, pawl_joint_type type,
                                          pawl_body_id a, pawl_body_id b, pawl_vec2 point,
                                          pawl_angle axis);
/* Frames at a world point on each body; the target is their distance. For DISTANCE, and for PULLEY,
 * whose ground points and target (|point_a - ground_a| + ratio |point_b - ground_b|) are to be set
 * afterwards. Both calls take a null world or a stale body to be at the origin: pawl_joint_create
 * then answers STALE. */
PAWL_API pawl_joint_def pawl_joint_def_between(const pawl_world *world, pawl_joint_type type,
                                               pawl_body_id a, pawl_body_id b, pawl_vec2 point_a,
                                               pawl_vec2 point_b);

/* With a body that is awake the other one wakes. Where neither is, they sleep on, as one island:
 * pawl_body_set_awake wakes them. Errors: NULL, COOKIE, STALE (a body), ARGUMENT (type; the same
 * body twice; no dynamic body), RANGE, CAPACITY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_joint_create(pawl_world *world, const pawl_joint_def *def,
                                                       pawl_joint_id *out);
/* Both bodies wake. Destroying a body destroys its joints. */
PAWL_API pawl_status pawl_joint_destroy(pawl_world *world, pawl_joint_id joint);
/* Whether the joint of a handle still lives. */
PAWL_API bool pawl_joint_is_valid(const pawl_world *world, pawl_joint_id joint);

/* Everything there is to know about a joint, as the def that would make it now. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_joint_get_def(const pawl_world *world,
                                                        pawl_joint_id joint, pawl_joint_def *out);

/* Changes; all but that of the user data wake the bodies. What a type does not have is kept and has
 * no effect, but for the linear velocity of a MOTOR, the ground of a PULLEY, the constraint tuning
 * and the spring range: these are ARGUMENT for types without.
 * Errors: NULL, LOCKED, STALE, ARGUMENT (as said), RANGE (as for a def).
 * Type and bodies stay: impulses, turns and lists hang on them. Destroy the joint and make another
 * from what pawl_joint_get_def says. */
PAWL_API pawl_status pawl_joint_set_limit(pawl_world *world, pawl_joint_id joint, bool enabled,
                                          pawl_fx lower, pawl_fx upper);
PAWL_API pawl_status pawl_joint_set_motor(pawl_world *world, pawl_joint_id joint, bool enabled,
                                          pawl_fx speed, pawl_wide max);
PAWL_API pawl_status pawl_joint_set_spring(pawl_world *world, pawl_joint_id joint, bool enabled,
                                           pawl_fx hertz, pawl_fx damping_ratio);
PAWL_API pawl_status pawl_joint_set_angular_spring(pawl_world *world, pawl_joint_id joint,
                                                   pawl_fx hertz, pawl_fx damping_ratio);
/* MOTOR: what the spring may spend. */
PAWL_API pawl_status pawl_joint_set_spring_max(pawl_world *world, pawl_joint_id joint,
                                               pawl_wide force, pawl_wide torque);
/* As `target` of the def. */
PAWL_API pawl_status pawl_joint_set_target(pawl_world *world, pawl_joint_id joint, pawl_fx target);
/* The target stays: a GEAR turns, and a PULLEY pulls, to where the new ratio has them, so set it
 * as well where they are to stay. The teeth of a RATCHET, as after a new target, are counted anew:
 * it holds the one at or below its angle. */
PAWL_API pawl_status pawl_joint_set_ratio(pawl_world *world, pawl_joint_id joint, pawl_fx ratio);
/* PULLEY: a rope whose points of support move. */
PAWL_API pawl_status pawl_joint_set_ground(pawl_world *world, pawl_joint_id joint,
                                           pawl_vec2 ground_a, pawl_vec2 ground_b);
PAWL_API pawl_status pawl_joint_set_frame_a(pawl_world *world, pawl_joint_id joint,
                                            pawl_joint_frame frame);
PAWL_API pawl_status pawl_joint_set_frame_b(pawl_world *world, pawl_joint_id joint,
                                            pawl_joint_frame frame);
PAWL_API pawl_status pawl_joint_set_linear_velocity(pawl_world *world, pawl_joint_id joint,
                                                    pawl_vec2 velocity, pawl_wide force_max);
/* It breaks there, or reports: what is set last counts. */
PAWL_API pawl_status pawl_joint_set_break(pawl_world *world, pawl_joint_id joint, pawl_wide force,
                                          pawl_wide torque);
PAWL_API pawl_status pawl_joint_set_load_threshold(pawl_world *world, pawl_joint_id joint,
                                                   pawl_wide force, pawl_wide torque);
/* Of what is rigid: `hertz` 0 is the default, whatever the damping ratio. */
PAWL_API pawl_status pawl_joint_set_constraint_tuning(pawl_world *world, pawl_joint_id joint,
                                                      pawl_fx hertz, pawl_fx damping_ratio);
/* `lower`, `upper`: of the force of the spring; both 0: no bounds. */
PAWL_API pawl_status pawl_joint_set_spring_range(pawl_world *world, pawl_joint_id joint,
                                                 pawl_wide lower, pawl_wide upper);
/* Whether the two bodies collide, as far as their filters and other joints let them. */
PAWL_API pawl_status pawl_joint_set_collide_connected(pawl_world *world, pawl_joint_id joint,
                                                      bool collide);
/* Any number of your own; wakes nothing. */
PAWL_API pawl_status pawl_joint_set_user_data(pawl_world *world, pawl_joint_id joint,
                                              uint32_t data);

/* Where the joint is: its angle in radians over any number of turns (saturating), its translation
 * along A's axis, and the distance of its anchors, at the present poses. */
PAWL_API pawl_fx pawl_joint_get_angle(const pawl_world *world, pawl_joint_id joint);
PAWL_API pawl_fx pawl_joint_get_translation(const pawl_world *world, pawl_joint_id joint);
PAWL_API pawl_fx pawl_joint_get_length(const pawl_world *world, pawl_joint_id joint);

/* What the joint exerted on B in the last sub-step, world axes; on A the opposite. Saturating. */
PAWL_API pawl_wide2 pawl_joint_get_reaction_force(const pawl_world *world, pawl_joint_id joint);
PAWL_API pawl_wide pawl_joint_get_reaction_torque(const pawl_world *world, pawl_joint_id joint);

/* Live joints in creation order: start with a null handle, end at a null handle. */
PAWL_API pawl_joint_id pawl_world_next_joint(const pawl_world *world, pawl_joint_id after);
/* Joints of a body, youngest first, likewise. */
PAWL_API pawl_joint_id pawl_body_next_joint(const pawl_world *world, pawl_body_id body,
                                            pawl_joint_id after);

#endif
