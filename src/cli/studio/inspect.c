/* inspect.c - the objects of a world and their fields, handed out one by one. */
#include "cli/studio/inspect.h"

#include <string.h>

#include "cli/runs/edits.h"
#include "cli/studio/inspect_text.h"
#include "pawl/character.h"
#include "world/layout.h"

/* ---- one object ---- */

static void name_object(const pawli_object *object, cli_inspect_object *out) {
    out->branch = object->branch;
    out->key = pawli_object_key(object);
    cli_edits_name(out->branch, &out->key, out->name);
}

static void hand_out(const pawli_object *object, const cli_inspect_visitor *to) {
    cli_inspect_object told;
    cli_inspect_field field;
    name_object(object, &told);
    if (to->take_object != NULL) to->take_object(to->context, &told);
    if (to->take_field == NULL) return;
    for (field.index = 0; pawli_object_value_take(object, field.index, &field.value);
         field.index++) {
        cli_inspect_text_fill(object, &field);
        to->take_field(to->context, &told, &field);
    }
}

/* The object with this key in this world; one that is not there otherwise. */
static pawli_object find(const pawl_world *world, pawl_branch branch, const pawl_object_key *key) {
    pawli_object object = pawli_object_place(world, branch, key);
    if (!pawli_is_there(&object)) return object;
    const pawl_object_key found = pawli_object_key(&object);
    if (pawli_object_compare_keys(branch, &found, key) != 0) object.at = PAWLI_NO_OBJECT;
    return object;
}

bool cli_inspect_one(const pawl_world *world, pawl_branch branch, const pawl_object_key *key,
                     const cli_inspect_visitor *to) {
    const pawli_object object = find(world, branch, key);
    if (!pawli_is_there(&object)) return false;
    hand_out(&object, to);
    return true;
}

/* ---- what belongs together ---- */

typedef bool (*is_wanted)(const pawl_object_key *key, uint16_t slot);

static bool is_at(const pawl_object_key *key, uint16_t slot) {
    return key->slot == slot;
}

static bool is_of_body(const pawl_object_key *key, uint16_t slot) {
    return key->body_a == slot || key->body_b == slot;
}

static bool is_any(const pawl_object_key *key, uint16_t slot) {
    (void)key, (void)slot;
    return true;
}

static uint32_t list_branch(const pawl_world *world, pawl_branch branch, uint16_t slot,
                            is_wanted wanted, const cli_inspect_visitor *to) {
    uint32_t count = 0;
    pawli_object at = pawli_object_first(world, branch);
    for (; pawli_is_there(&at); pawli_object_next(&at)) {
        const pawl_object_key key = pawli_object_key(&at);
        if (!wanted(&key, slot)) continue;
        hand_out(&at, to);
        count++;
    }
    return count;
}

static uint32_t list_body(const pawl_world *world, uint16_t slot, const cli_inspect_visitor *to) {
    uint32_t count = list_branch(world, PAWL_BRANCH_BODIES, slot, is_at, to);
    if (count == 0) return 0;
    count += list_branch(world, PAWL_BRANCH_SHAPES, slot, is_of_body, to);
    count += list_branch(world, PAWL_BRANCH_JOINTS, slot, is_of_body, to);
    return count + list_branch(world, PAWL_BRANCH_CONTACTS, slot, is_of_body, to);
}

static pawl_character_id character_at(const pawl_world *world, uint16_t slot) {
    pawl_character_id at = {0, 0};
    do
        at = pawl_world_next_character(world, at);
    while (at.index1 != 0 && at.index1 - 1 != slot);
    return at;
}

static pawl_body_id body_at(const pawl_world *world, uint16_t slot) {
    pawl_body_id at = {0, 0};
    do
        at = pawl_world_next_body(world, at);
    while (at.index1 != 0 && at.index1 - 1 != slot);
    return at;
}

/* A character, or the null handle. */
static uint32_t list_character(const pawl_world *world, pawl_character_id character,
                               const cli_inspect_visitor *to) {
    if (character.index1 == 0) return 0;
    return list_branch(world, PAWL_BRANCH_CHARACTERS, (uint16_t)(character.index1 - 1u), is_at, to);
}

uint32_t cli_inspect_list(const pawl_world *world, pawl_branch branch, uint16_t slot,
                          const cli_inspect_visitor *to) {
    uint32_t count;
    switch (branch) {
    case PAWL_BRANCH_BODIES:
        count = list_body(world, slot, to);
        return count +
               list_character(world, pawl_body_get_character(world, body_at(world, slot)), to);
    case PAWL_BRANCH_CHARACTERS: {
        const pawl_character_id character = character_at(world, slot);
        const pawl_body_id body = pawl_character_get_body(world, character);
        count = list_character(world, character, to);
        return count == 0 ? 0 : count + list_body(world, (uint16_t)(body.index1 - 1u), to);
    }
    case PAWL_BRANCH_SOFT:
        return list_branch(world, branch, slot, is_at, to);
    case PAWL_BRANCH_WORLD:
        count = list_branch(world, branch, slot, is_any, to);
        return count + list_branch(world, PAWL_BRANCH_POOLS, slot, is_any, to);
    default:
        return 0;
    }
}

/* ---- by name ---- */

static char lowered(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool begins_with(const char *name, const char *part) {
    while (*part != '\0' && lowered(*name) == lowered(*part))
        name++, part++;
    return *part == '\0';
}

static bool has_part(const char *name, const char *part) {
    do {
        if (begins_with(name, part)) return true;
    } while (*name++ != '\0');
    return false;
}

/* Of one object, up to `most`. */
static uint32_t search_object(const pawli_object *object, const char *part, uint32_t most,
                              const cli_inspect_visitor *to) {
    cli_inspect_object told;
    cli_inspect_field field;
    uint32_t count = 0;
    for (field.index = 0;
         count < most && pawli_object_value_take(object, field.index, &field.value);
         field.index++) {
        if (!has_part(field.value.name, part)) continue;
        if (count++ == 0) {
            name_object(object, &told);
            if (to->take_object != NULL) to->take_object(to->context, &told);
        }
        if (to->take_field == NULL) continue;
        cli_inspect_text_fill(object, &field);
        to->take_field(to->context, &told, &field);
    }
    return count;
}

uint32_t cli_inspect_search(const pawl_world *world, const char *part, uint32_t most,
                            const cli_inspect_visitor *to) {
    uint32_t count = 0;
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        pawli_object at = pawli_object_first(world, (pawl_branch)branch);
        for (; count < most && pawli_is_there(&at); pawli_object_next(&at))
            count += search_object(&at, part, most - count, to);
    }
    return count;
}

bool cli_inspect_look(const pawl_world *world, cli_inspect_watch *watch, pawl_field_value *out) {
    const pawli_object object = find(world, watch->branch, &watch->key);
    pawl_field_value value;
    if (!pawli_is_there(&object)) return false;
    /* Where it was, or it is looked for. */
    bool is_found = pawli_object_value_take(&object, watch->index, &value) &&
                    strcmp(value.name, watch->name) == 0;
    for (uint32_t i = 0; !is_found && pawli_object_value_take(&object, i, &value); i++) {
        is_found = strcmp(value.name, watch->name) == 0;
        watch->index = i;
    }
    if (is_found) *out = value;
    return is_found;
}
