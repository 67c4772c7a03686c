/* command.h - what a game does to a world before a step, in one call.
 *
 * A program in C calls the functions below by their names. One in another language pays for each
 * crossing: it writes its commands into an array, which is one crossing for a step, however many
 * they are. Poses come back likewise (pawl_world_get_all_poses in body.h). With it the code of
 * joints and characters is linked. */
#ifndef PAWL_COMMAND_H
#define PAWL_COMMAND_H

#include "pawl/character.h"
#include "pawl/joint.h"

/* A command is a call: on the right, which one, and what its arguments are. */
typedef enum pawl_command_type {
    PAWL_COMMAND_NONE = 0,          /* nothing, which always succeeds */
    PAWL_COMMAND_FORCE,             /* pawl_body_apply_force: vector, point */
    PAWL_COMMAND_FORCE_TO_CENTER,   /* pawl_body_apply_force_to_center: vector */
    PAWL_COMMAND_TORQUE,            /* pawl_body_apply_torque: amount */
    PAWL_COMMAND_IMPULSE,           /* pawl_body_apply_impulse: vector, point */
    PAWL_COMMAND_IMPULSE_TO_CENTER, /* pawl_body_apply_impulse_to_center: vector */
    PAWL_COMMAND_ANGULAR_IMPULSE,   /* pawl_body_apply_angular_impulse: amount */
    PAWL_COMMAND_CHANGE_VELOCITY,   /* pawl_body_change_velocity: velocity, point */
    PAWL_COMMAND_VELOCITY,          /* pawl_body_set_velocity: velocity */
    PAWL_COMMAND_ANGULAR_VELOCITY,  /* pawl_body_set_angular_velocity: speed */
    PAWL_COMMAND_POSE,              /* pawl_body_set_pose: point, angle */
    PAWL_COMMAND_TARGET,            /* pawl_body_set_target: point, angle */
    PAWL_COMMAND_AWAKE,             /* pawl_body_set_awake: enabled */
    PAWL_COMMAND_ENABLED,           /* pawl_body_set_enabled: enabled */
    PAWL_COMMAND_DESTROY,           /* pawl_body_destroy */
    PAWL_COMMAND_JOINT_MOTOR,       /* pawl_joint_set_motor: enabled, speed, amount */
    PAWL_COMMAND_JOINT_TARGET,      /* pawl_joint_set_target: speed, a place or an angle here */
    PAWL_COMMAND_CHARACTER_INPUT,   /* pawl_character_set_input: input */
    PAWL_COMMAND_CHARACTER_LAUNCH   /* pawl_character_launch: velocity */
} pawl_command_type;

/* What a command does not use does not count. Zeros are PAWL_COMMAND_NONE. */
typedef struct pawl_command {
    pawl_command_type type;      /* what it is */
    pawl_body_id body;           /* of commands for a body */
    pawl_joint_id joint;         /* of JOINT_... */
    pawl_character_id character; /* of CHARACTER_... */
    pawl_wide2 vector;           /* a force or an impulse, Q48.16 */
    pawl_wide amount;            /* a torque, an angular impulse, the most of a motor, Q48.16 */
    pawl_vec2 point;             /* where, in the world, units */
    pawl_vec2 velocity;          /* units/s */
    pawl_fx speed;               /* rad/s or units/s, Q16.16 */
    pawl_angle angle;            /* of a pose or a target */
    pawl_character_input input;  /* of CHARACTER_INPUT */
    bool enabled;                /* of AWAKE, ENABLED, JOINT_MOTOR */
} pawl_command;

/* Carry out commands[count] in order. Each does what its call does and answers, into
 * statuses[count], or null; one that fails changes nothing and holds up none that follow: a body
 * may have been destroyed since the command was thought of. ARGUMENT for an unknown type.
 * Errors, of the whole: NULL, LOCKED. Cost: that of the calls. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_apply_commands(pawl_world *world,
                                                               const pawl_command *commands,
                                                               uint32_t count,
                                                               pawl_status *statuses);

#endif
