/* script_walker.c - the lines of a script about the walker of a scene's level: its input, which
 * stays until another line changes it, and doors, which bodies meet as well. */
#include "cli/script/script_verbs.h"

#define CALL cli_script *script, pawl_world *world, const cli_script_call *call

static pawl_fx value_of(const cli_script_call *call, int keyword) {
    return (pawl_fx)call->option[keyword][0];
}

static bool has(const cli_script_call *call, int keyword) {
    return (call->given >> keyword & 1u) != 0;
}

static pawl_vec2 pair_of(const cli_script_call *call) {
    return pawl_vec2_make((pawl_fx)call->number[0], (pawl_fx)call->number[1]);
}

pawl_status cli_script_walker_wants(CALL) {
    (void)world;
    script->walker.input = pair_of(call);
    return PAWL_OK;
}

pawl_status cli_script_walker_set_velocity(CALL) {
    (void)world;
    script->walker.velocity = pair_of(call);
    script->walker.has_velocity = true;
    return PAWL_OK;
}

pawl_status cli_script_walker_jump(CALL) {
    (void)world;
    script->walker.jump = (pawl_fx)call->number[0];
    script->walker.has_jump = true;
    return PAWL_OK;
}

pawl_status cli_script_walker_teleport(CALL) {
    (void)world;
    script->walker.place = pair_of(call);
    script->walker.has_place = true;
    return PAWL_OK;
}

const cli_script_keyword cli_script_walker_keywords[] = {
    {"top-speed", "n"}, {"acceleration", "n"}, {"braking", "n"}, {"air-friction", "n"},
    {"friction", "n"},  {"slope-limit", "d"},  {NULL, NULL}};

pawl_status cli_script_walker_set(CALL) {
    pawl_walker_def *const def = &script->walker.def;
    pawl_fx *const values[] = {&def->top_speed, &def->acceleration, &def->braking,
                               &def->air_friction, &def->friction};
    (void)world;
    for (int i = 0; i < 5; i++) {
        if (has(call, i)) *values[i] = value_of(call, i);
    }
    if (has(call, 5)) def->slope_limit = pawl_angle_from_degrees(value_of(call, 5));
    return PAWL_OK;
}

/* For the walker, and for bodies where the region is one itself. */
static pawl_status set_gate(CALL, bool open) {
    const pawl_body_id body = script->level->region_bodies[call->subject];
    pawl_gates_set_open(&script->walker.gates, call->subject, open);
    return body.index1 == 0 ? PAWL_OK : pawl_body_set_enabled(world, body, !open);
}

pawl_status cli_script_walker_open(CALL) {
    return set_gate(script, world, call, true);
}

pawl_status cli_script_walker_close(CALL) {
    return set_gate(script, world, call, false);
}
