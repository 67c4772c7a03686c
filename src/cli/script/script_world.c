/* script_world.c - calls of a script to the world itself. */
#include "cli/script/script_verbs.h"

#define CALL cli_script *script, pawl_world *world, const cli_script_call *call

/* Values were checked for their range when they were read. */
static pawl_fx world_value(pawl_wide value) {
    return (pawl_fx)value;
}

static pawl_vec2 world_point(const pawl_wide *pair) {
    return pawl_vec2_make(world_value(pair[0]), world_value(pair[1]));
}

pawl_body_id cli_script_world_body(const cli_script *script, const pawl_world *world,
                                   uint32_t reference) {
    pawl_body_id body = {0, 0};
    if ((reference & CLI_SCRIPT_SLOT) == 0) return script->bodies[reference].id;
    const uint32_t index1 = (reference & ~CLI_SCRIPT_SLOT) + 1;
    do {
        body = pawl_world_next_body(world, body);
    } while (body.index1 != 0 && body.index1 != index1);
    return body;
}

pawl_status cli_script_world_set_gravity(CALL) {
    (void)script;
    return pawl_world_set_gravity(world, world_point(call->number));
}

pawl_status cli_script_world_set_contacts(CALL) {
    const pawl_contact_tuning tuning = {world_value(call->number[0]), world_value(call->number[1]),
                                        world_value(call->number[2])};
    (void)script;
    return pawl_world_set_contact_tuning(world, tuning);
}

pawl_status cli_script_world_set_restitution_threshold(CALL) {
    (void)script;
    return pawl_world_set_restitution_threshold(world, world_value(call->number[0]));
}

pawl_status cli_script_world_set_hit_threshold(CALL) {
    (void)script;
    return pawl_world_set_hit_threshold(world, world_value(call->number[0]));
}

pawl_status cli_script_world_shift(CALL) {
    (void)script;
    return pawl_world_shift(world, world_point(call->number));
}

pawl_status cli_script_world_set_periods(CALL) {
    (void)script;
    return pawl_world_set_periods(world, world_point(call->number));
}
