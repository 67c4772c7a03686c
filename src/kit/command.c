/* command.c - calls that were written down, for programs to which a call is dear. */
#include "pawl/command.h"

#include "world/world.h"

static pawl_status apply_push(pawl_world *world, const pawl_command *command) {
    const pawl_body_id body = command->body;
    switch (command->type) {
    case PAWL_COMMAND_FORCE:
        return pawl_body_apply_force(world, body, command->vector, command->point);
    case PAWL_COMMAND_FORCE_TO_CENTER:
        return pawl_body_apply_force_to_center(world, body, command->vector);
    case PAWL_COMMAND_TORQUE:
        return pawl_body_apply_torque(world, body, command->amount);
    case PAWL_COMMAND_IMPULSE:
        return pawl_body_apply_impulse(world, body, command->vector, command->point);
    case PAWL_COMMAND_IMPULSE_TO_CENTER:
        return pawl_body_apply_impulse_to_center(world, body, command->vector);
    case PAWL_COMMAND_ANGULAR_IMPULSE:
        return pawl_body_apply_angular_impulse(world, body, command->amount);
    case PAWL_COMMAND_CHANGE_VELOCITY:
        return pawl_body_change_velocity(world, body, command->velocity, command->point);
    default:
        return PAWL_ERR_ARGUMENT;
    }
}

static pawl_status apply_setter(pawl_world *world, const pawl_command *command) {
    const pawl_body_id body = command->body;
    switch (command->type) {
    case PAWL_COMMAND_VELOCITY:
        return pawl_body_set_velocity(world, body, command->velocity);
    case PAWL_COMMAND_ANGULAR_VELOCITY:
        return pawl_body_set_angular_velocity(world, body, command->speed);
    case PAWL_COMMAND_POSE:
        return pawl_body_set_pose(world, body, command->point, command->angle);
    case PAWL_COMMAND_TARGET:
        return pawl_body_set_target(world, body, command->point, command->angle);
    case PAWL_COMMAND_AWAKE:
        return pawl_body_set_awake(world, body, command->enabled);
    case PAWL_COMMAND_ENABLED:
        return pawl_body_set_enabled(world, body, command->enabled);
    case PAWL_COMMAND_DESTROY:
        return pawl_body_destroy(world, body);
    default:
        return apply_push(world, command);
    }
}

static pawl_status apply_command(pawl_world *world, const pawl_command *command) {
    switch (command->type) {
    case PAWL_COMMAND_NONE:
        return PAWL_OK;
    case PAWL_COMMAND_JOINT_MOTOR:
        return pawl_joint_set_motor(world, command->joint, command->enabled, command->speed,
                                    command->amount);
    case PAWL_COMMAND_JOINT_TARGET:
        return pawl_joint_set_target(world, command->joint, command->speed);
    case PAWL_COMMAND_CHARACTER_INPUT:
        return pawl_character_set_input(world, command->character, &command->input);
    case PAWL_COMMAND_CHARACTER_LAUNCH:
        return pawl_character_launch(world, command->character, command->velocity);
    default:
        return apply_setter(world, command);
    }
}

pawl_status pawl_world_apply_commands(pawl_world *world, const pawl_command *commands,
                                      uint32_t count, pawl_status *statuses) {
    if (world == NULL || commands == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_status status = apply_command(world, &commands[i]);
        if (statuses != NULL) statuses[i] = status;
    }
    return PAWL_OK;
}
