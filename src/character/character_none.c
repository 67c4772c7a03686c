/* character_none.c - what a build without characters answers. */
#include "character/character.h"

#include <string.h>

#if !PAWL_WITH_CHARACTERS

static pawl_status answer_change(const pawl_world *world) {
    if (world == NULL) return PAWL_ERR_NULL;
    return pawli_is_locked(world) ? PAWL_ERR_LOCKED : PAWL_ERR_STALE;
}

pawl_status pawl_character_def_check(const pawl_character_def *def, const char **field) {
    if (field != NULL) *field = NULL;
    return def == NULL ? PAWL_ERR_NULL : PAWL_ERR_UNSUPPORTED;
}

pawl_status pawl_character_create(pawl_world *world, const pawl_character_def *def,
                                  pawl_character_id *out) {
    if (world == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    return PAWL_ERR_UNSUPPORTED;
}

pawl_status pawl_character_destroy(pawl_world *world, pawl_character_id id) {
    (void)id;
    return answer_change(world);
}

bool pawl_character_is_valid(const pawl_world *world, pawl_character_id id) {
    (void)world, (void)id;
    return false;
}

pawl_character_id pawl_world_next_character(const pawl_world *world, pawl_character_id after) {
    (void)world, (void)after;
    return PAWL_NULL_CHARACTER;
}

pawl_body_id pawl_character_get_body(const pawl_world *world, pawl_character_id id) {
    (void)world, (void)id;
    return PAWL_NULL_BODY;
}

pawl_character_id pawl_body_get_character(const pawl_world *world, pawl_body_id body) {
    (void)world, (void)body;
    return PAWL_NULL_CHARACTER;
}

pawl_status pawl_character_set_input(pawl_world *world, pawl_character_id id,
                                     const pawl_character_input *input) {
    (void)id, (void)input;
    return answer_change(world);
}

pawl_character_input pawl_character_get_input(const pawl_world *world, pawl_character_id id) {
    const pawl_character_input none = {0, 0, 0};
    (void)world, (void)id;
    return none;
}

pawl_status pawl_character_launch(pawl_world *world, pawl_character_id id, pawl_vec2 velocity) {
    (void)id, (void)velocity;
    return answer_change(world);
}

pawl_status pawl_character_put(pawl_world *world, pawl_character_id id, pawl_vec2 position) {
    (void)id, (void)position;
    return answer_change(world);
}

pawl_status pawl_character_tune(pawl_world *world, pawl_character_id id,
                                const pawl_character_def *def) {
    (void)id, (void)def;
    return answer_change(world);
}

pawl_character_state pawl_character_get_state(const pawl_world *world, pawl_character_id id) {
    pawl_character_state none;
    (void)world, (void)id;
    memset(&none, 0, sizeof none);
    return none;
}

pawl_character_def pawl_character_get_def(const pawl_world *world, pawl_character_id id) {
    pawl_character_def def = pawl_character_def_default();
    (void)world, (void)id;
    def.cookie = 0;
    return def;
}

#endif
