/* script_character.c - the lines of a script about characters: their input, which the world keeps
 * until another line changes it, and what happens to them. */
#include <stdlib.h>

#include "cli/script/script_verbs.h"

#define CALL cli_script *script, pawl_world *world, const cli_script_call *call

/* Values were checked for their range when they were read. */
static pawl_fx value_of(const cli_script_call *call, int keyword) {
    return (pawl_fx)call->option[keyword][0];
}

static bool has(const cli_script_call *call, int keyword) {
    return (call->given >> keyword & 1u) != 0;
}

static pawl_vec2 pair_of(const cli_script_call *call) {
    return pawl_vec2_make((pawl_fx)call->number[0], (pawl_fx)call->number[1]);
}

static pawl_character_id character_of(const cli_script *script, const cli_script_call *call) {
    return script->characters[call->subject].id;
}

/* ---- input ---- */

const cli_script_keyword cli_script_character_held_keywords[] = {{"for", "u"}, {NULL, NULL}};

pawl_status cli_script_character_run(CALL) {
    const pawl_character_id character = character_of(script, call);
    pawl_character_input input = pawl_character_get_input(world, character);
    input.run = (pawl_fx)call->number[0];
    return pawl_character_set_input(world, character, &input);
}

pawl_status cli_script_character_climb(CALL) {
    const pawl_character_id character = character_of(script, call);
    pawl_character_input input = pawl_character_get_input(world, character);
    input.climb = (pawl_fx)call->number[0];
    return pawl_character_set_input(world, character, &input);
}

static pawl_status set_button(CALL, uint32_t button) {
    if (has(call, 0) && call->option[0][0] == 0) return PAWL_ERR_RANGE; /* for no step */
    const pawl_character_id character = character_of(script, call);
    pawl_character_input input = pawl_character_get_input(world, character);
    input.buttons = (input.buttons & ~button) | (call->number[0] != 0 ? button : 0);
    return pawl_character_set_input(world, character, &input);
}

pawl_status cli_script_character_jump(CALL) {
    return set_button(script, world, call, PAWL_CHARACTER_JUMP);
}

pawl_status cli_script_character_drop(CALL) {
    return set_button(script, world, call, PAWL_CHARACTER_DROP);
}

/* What is gone by then has let go of all buttons. */
static pawl_status release(CALL, uint32_t button) {
    const pawl_status status = set_button(script, world, call, button);
    return status == PAWL_ERR_STALE ? PAWL_OK : status;
}

static pawl_status release_jump(CALL) {
    return release(script, world, call, PAWL_CHARACTER_JUMP);
}

static pawl_status release_drop(CALL) {
    return release(script, world, call, PAWL_CHARACTER_DROP);
}

static const cli_script_verb releases[] = {
    {"character", "jump", CLI_SUBJECT_CHARACTER, "y", NULL, release_jump},
    {"character", "drop", CLI_SUBJECT_CHARACTER, "y", NULL, release_drop},
};

bool cli_script_character_is_held(const cli_script_call *call) {
    return call->verb->keywords == cli_script_character_held_keywords && has(call, 0) &&
           call->option[0][0] > 0;
}

static cli_script_call release_of(const cli_script_call *call) {
    cli_script_call made = *call;
    made.tick = call->tick + (uint64_t)call->option[0][0];
    made.verb = &releases[call->verb->apply == cli_script_character_jump ? 0 : 1];
    made.number[0] = 1 - call->number[0];
    made.given = 0;
    return made;
}

static int compare(const void *a, const void *b) {
    const cli_script_call *const one = a, *const other = b;
    if (one->tick != other->tick) return one->tick < other->tick ? -1 : 1;
    return one->line < other->line ? -1 : one->line > other->line;
}

/* In among the calls, before the lines of their tick, which may press the button anew. */
static void merge(cli_script *script, cli_script_call *more, size_t count) {
    cli_script_call *before = NULL;
    for (size_t i = 0; i < count; i++) {
        cli_script_call *next = before == NULL ? script->first : before->next;
        for (; next != NULL && next->tick < more[i].tick; next = next->next)
            before = next;
        more[i].next = next;
        if (next == NULL) script->last = &more[i];
        before->next = &more[i]; /* the press at least comes before it */
        before = &more[i];
    }
}

void cli_script_character_add_releases(cli_script *script) {
    size_t count = 0, at = 0;
    for (const cli_script_call *call = script->first; call != NULL; call = call->next)
        count += cli_script_character_is_held(call);
    if (count == 0) return;
    cli_script_call *const made = cli_heap_take(&script->heap, count * sizeof *made);
    for (const cli_script_call *call = script->first; call != NULL; call = call->next)
        if (cli_script_character_is_held(call)) made[at++] = release_of(call);
    qsort(made, count, sizeof *made, compare);
    merge(script, made, count);
}

/* ---- what happens to them ---- */

pawl_status cli_script_character_launch(CALL) {
    return pawl_character_launch(world, character_of(script, call), pair_of(call));
}

pawl_status cli_script_character_put(CALL) {
    return pawl_character_put(world, character_of(script, call), pair_of(call));
}

pawl_status cli_script_character_destroy(CALL) {
    return pawl_character_destroy(world, character_of(script, call));
}

/* As many as a call has room for (CLI_SCRIPT_KEYWORDS). */
const cli_script_keyword cli_script_character_set_keywords[] = {{"speed", "n"},
                                                                {"acceleration", "n"},
                                                                {"braking", "n"},
                                                                {"air-acceleration", "n"},
                                                                {"jump-speed", "n"},
                                                                {"jump-cut", "n"},
                                                                {"fall-speed", "n"},
                                                                {"climb-speed", "n"},
                                                                {"swim-speed", "n"},
                                                                {"mass", "n"},
                                                                {"push", "n"},
                                                                {"step-height", "n"},
                                                                {"snap-distance", "n"},
                                                                {"gravity-scale", "f"},
                                                                {"slope-limit", "d"},
                                                                {"air-jumps", "u"},
                                                                {NULL, NULL}};

enum {
    SET_SLOPE_LIMIT = 14,
    SET_AIR_JUMPS = 15
};

pawl_status cli_script_character_set(CALL) {
    const pawl_character_id character = character_of(script, call);
    pawl_character_def def = pawl_character_get_def(world, character);
    pawl_fx *const values[] = {
        &def.speed,         &def.acceleration, &def.braking,    &def.air_acceleration,
        &def.jump_speed,    &def.jump_cut,     &def.fall_speed, &def.climb_speed,
        &def.swim_speed,    &def.mass,         &def.push,       &def.step_height,
        &def.snap_distance, &def.gravity_scale};
    if (!pawl_character_is_valid(world, character)) return PAWL_ERR_STALE;
    for (int i = 0; i < SET_SLOPE_LIMIT; i++) {
        if (has(call, i)) *values[i] = value_of(call, i);
    }
    if (has(call, SET_SLOPE_LIMIT)) {
        const pawl_fx degrees = value_of(call, SET_SLOPE_LIMIT);
        if (degrees < 0 || degrees >= PAWL_FX(90, 0, 1)) return PAWL_ERR_RANGE;
        def.slope_limit = pawl_angle_from_degrees(degrees);
    }
    if (has(call, SET_AIR_JUMPS)) {
        if (call->option[SET_AIR_JUMPS][0] > UINT8_MAX) return PAWL_ERR_RANGE;
        def.air_jumps = (uint8_t)call->option[SET_AIR_JUMPS][0];
    }
    return pawl_character_tune(world, character, &def);
}
