/* character.c - characters come and go, are told what to do, and tell what they do. */
#include "base/optional.h"
#include "character/character.h"
#include "collide/core.h"
#include "pawl/body_build.h"
#include "fx/range.h"
#include "mover/mover.h"

#include <string.h>

#if PAWL_WITH_CHARACTERS

PAWLI_PULLS(pulls_characters, pawli_character_all_mark);

/* ---- to and fro ----------------------------------------------------------------------------- */

/* Half a skin larger than what moves: bodies that rest on it have the room that a mover keeps. */
static pawl_status make_capsule(const pawl_character_def *def, pawl_convex *out) {
    const pawl_fx radius = def->radius + def->skin / 2;
    const pawl_vec2 top = pawl_vec2_make(0, def->half_height);
    const pawl_vec2 bottom = pawl_vec2_make(0, -def->half_height);
    if (pawl_make_capsule(bottom, top, radius, out) == PAWL_OK) return PAWL_OK;
    return pawl_make_circle(pawl_vec2_make(0, 0), radius, out);
}

/* What falls on its head rests there; from the sides and from below nothing in the solver meets it:
 * a character gives way, and pushes by itself. */
static pawl_status make_body(pawl_world *world, const pawl_character_def *def, pawl_body_id *out) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_convex capsule;
    const pawl_status status = make_capsule(def, &capsule);
    if (status != PAWL_OK) return status;
    body.type = PAWL_KINEMATIC;
    body.position = def->position;
    body.angle = def->angle;
    body.can_sleep = false;
    body.user_data = def->user_data;
    shape.one_way = true;
    shape.filter = def->filter;
    return pawl_body_create_convex(world, &body, &shape, &capsule, out);
}

static pawl_status check_creation(const pawl_world *world, const pawl_character_def *def) {
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawl_character_def_check(def, NULL);
    if (status != PAWL_OK) return status;
    return world->character_pool.live == world->character_pool.capacity ||
                   world->character_pool.next_serial == UINT32_MAX
               ? PAWL_ERR_CAPACITY
               : PAWL_OK;
}

pawl_status pawl_character_create(pawl_world *world, const pawl_character_def *def,
                                  pawl_character_id *out) {
    if (world == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_body_id body;
    pawl_status status = check_creation(world, def);
    if (status == PAWL_OK) status = make_body(world, def, &body);
    if (status != PAWL_OK) return status;
    const uint16_t slot = pawli_pool_take_character(world);
    pawli_character *character = &pawli_characters(world)[slot];
    pawli_character_def_set_tuning(character, def);
    character->radius = def->radius;
    character->half_height = def->half_height;
    character->body = (uint16_t)(body.index1 - 1u);
    character->air_steps = character->press_steps = PAWLI_CHARACTER_LONG_AGO;
    *out = pawli_pool_character_id(world, slot);
    return PAWL_OK;
}

/* A character that may be changed, or null and why not. */
static pawli_character *find_character(pawl_world *world, pawl_character_id id,
                                       pawl_status *status) {
    *status = world == NULL ? PAWL_ERR_NULL : pawli_is_locked(world) ? PAWL_ERR_LOCKED : PAWL_OK;
    if (*status != PAWL_OK) return NULL;
    const uint16_t slot = pawli_pool_find_character(world, id);
    if (slot == PAWLI_NONE) *status = PAWL_ERR_STALE;
    return slot == PAWLI_NONE ? NULL : &pawli_characters(world)[slot];
}

static const pawli_character *find_const(const pawl_world *world, pawl_character_id id) {
    const uint16_t slot = pawli_pool_find_character(world, id);
    return slot == PAWLI_NONE ? NULL : &pawli_characters_const(world)[slot];
}

pawl_status pawl_character_destroy(pawl_world *world, pawl_character_id id) {
    pawl_status status;
    const pawli_character *character = find_character(world, id, &status);
    if (character == NULL) return status;
    return pawl_body_destroy(world, pawli_pool_body_id(world, character->body));
}

bool pawl_character_is_valid(const pawl_world *world, pawl_character_id id) {
    return find_const(world, id) != NULL;
}

pawl_character_id pawl_world_next_character(const pawl_world *world, pawl_character_id after) {
    if (world == NULL) return PAWL_NULL_CHARACTER;
    if (after.index1 == 0) return pawli_pool_character_id(world, world->first_character);
    const pawli_character *character = find_const(world, after);
    return pawli_pool_character_id(world, character == NULL ? PAWLI_NONE : character->next);
}

pawl_body_id pawl_character_get_body(const pawl_world *world, pawl_character_id id) {
    const pawli_character *character = find_const(world, id);
    return character == NULL ? PAWL_NULL_BODY : pawli_pool_body_id(world, character->body);
}

pawl_character_id pawl_body_get_character(const pawl_world *world, pawl_body_id body) {
    const uint16_t slot = pawli_pool_find_body(world, body);
    if (slot == PAWLI_NONE) return PAWL_NULL_CHARACTER;
    return pawli_pool_character_id(world, pawli_pool_character_of(world, slot));
}

/* ---- what it is told ------------------------------------------------------------------------ */

#define BUTTONS ((uint32_t)(PAWL_CHARACTER_JUMP | PAWL_CHARACTER_DROP))

pawl_status pawl_character_set_input(pawl_world *world, pawl_character_id id,
                                     const pawl_character_input *input) {
    pawl_status status;
    pawli_character *character = find_character(world, id, &status);
    if (status == PAWL_OK && input == NULL) status = PAWL_ERR_NULL;
    if (status != PAWL_OK) return status;
    if (!pawli_in_range(input->run, -PAWL_FX_ONE, PAWL_FX_ONE) ||
        !pawli_in_range(input->climb, -PAWL_FX_ONE, PAWL_FX_ONE))
        return PAWL_ERR_RANGE;
    if ((input->buttons & ~BUTTONS) != 0) return PAWL_ERR_ARGUMENT;
    character->run = input->run;
    character->climb = input->climb;
    character->buttons = (uint8_t)input->buttons;
    return PAWL_OK;
}

pawl_character_input pawl_character_get_input(const pawl_world *world, pawl_character_id id) {
    pawl_character_input input = {0, 0, 0};
    const pawli_character *character = find_const(world, id);
    if (character == NULL) return input;
    input.run = character->run;
    input.climb = character->climb;
    input.buttons = character->buttons;
    return input;
}

static pawl_rot up_of(const pawl_world *world, const pawli_character *character) {
    const pawl_rot rotation = pawli_bodies_const(world)[character->body].rotation;
    const pawl_rot up = {-rotation.s, rotation.c};
    return up;
}

static void leave_ground(pawli_character *character) {
    character->flags &= (uint8_t) ~(PAWLI_CHARACTER_ON_GROUND | PAWLI_CHARACTER_RISING);
    character->ground_shape = PAWLI_NONE;
    character->ground_soft = 0;
    character->ground_edge = 0;
    character->ground_normal.c = character->ground_normal.s = 0;
    character->ground_velocity = character->ground_center = pawl_vec2_make(0, 0);
    character->ground_angle = 0;
    character->air_steps = PAWLI_CHARACTER_LONG_AGO;
}

pawl_status pawl_character_launch(pawl_world *world, pawl_character_id id, pawl_vec2 velocity) {
    pawl_status status;
    pawli_character *character = find_character(world, id, &status);
    if (character == NULL) return status;
    if (!pawli_vec_in_range(velocity, PAWL_SPEED_MAX)) return PAWL_ERR_RANGE;
    const pawl_vec2 relative = pawl_vec2_sub(velocity, character->ground_velocity);
    if (!(character->flags & PAWLI_CHARACTER_ON_GROUND)) {
        character->velocity = velocity;
    } else if (pawli_length_along(up_of(world, character), relative) > 0) {
        leave_ground(character);
        character->velocity = velocity;
    } else {
        character->velocity = pawli_mover_limited(relative);
    }
    character->flags &= (uint8_t)~PAWLI_CHARACTER_RISING;
    return PAWL_OK;
}

pawl_status pawl_character_put(pawl_world *world, pawl_character_id id, pawl_vec2 position) {
    pawl_status status;
    pawli_character *character = find_character(world, id, &status);
    if (character == NULL) return status;
    const pawli_body *body = &pawli_bodies(world)[character->body];
    status = pawl_body_set_pose(world, pawli_pool_body_id(world, character->body), position,
                                body->angle);
    if (status != PAWL_OK) return status;
    leave_ground(character);
    character->velocity = character->remainder = pawl_vec2_make(0, 0);
    character->flags &= (uint8_t)~PAWLI_CHARACTER_DROPPING;
    return PAWL_OK;
}

pawl_status pawl_character_tune(pawl_world *world, pawl_character_id id,
                                const pawl_character_def *def) {
    pawl_status status;
    pawli_character *character = find_character(world, id, &status);
    if (character == NULL) return status;
    if (def == NULL) return PAWL_ERR_NULL;
    pawl_character_def whole = *def;
    whole.radius = character->radius;
    whole.half_height = character->half_height;
    whole.position = pawl_vec2_make(0, 0);
    status = pawl_character_def_check(&whole, NULL);
    if (status == PAWL_OK) pawli_character_def_set_tuning(character, &whole);
    return status;
}

/* ---- what it tells -------------------------------------------------------------------------- */

pawl_character_state pawl_character_get_state(const pawl_world *world, pawl_character_id id) {
    pawl_character_state state;
    memset(&state, 0, sizeof state);
    const pawli_character *character = find_const(world, id);
    if (character == NULL) return state;
    state.position = pawli_bodies_const(world)[character->body].position;
    state.velocity = pawl_vec2_add(character->velocity, character->ground_velocity);
    state.ground_velocity = character->ground_velocity;
    state.ground_normal = character->ground_normal;
    state.ground = pawli_pool_shape_id(world, character->ground_shape);
    if (PAWL_WITH_SOFT && character->ground_soft != 0)
        state.ground_soft = pawli_pool_soft_id(world, (uint16_t)(character->ground_soft - 1u));
    state.ground_part = character->ground_edge;
    state.mode = (pawl_character_mode)character->mode;
    state.events = character->events;
    state.landing_speed = character->landing_speed;
    return state;
}

pawl_character_def pawl_character_get_def(const pawl_world *world, pawl_character_id id) {
    pawl_character_def def = pawl_character_def_default();
    const pawli_character *character = find_const(world, id);
    if (character == NULL) {
        def.cookie = 0;
        return def;
    }
    const pawli_body *body = &pawli_bodies_const(world)[character->body];
    pawli_character_def_get_tuning(character, &def);
    def.position = body->position;
    def.angle = body->angle;
    def.radius = character->radius;
    def.half_height = character->half_height;
    def.user_data = body->user_data;
    if (body->first_shape != PAWLI_NONE)
        def.filter = pawl_shape_get_filter(world, pawli_pool_shape_id(world, body->first_shape));
    return def;
}

#endif
