/* character_all.c - all characters of a world, in a step.
 *
 * They move when all else of a step is done, in the order of their creation, each in the world as
 * those before it have left it. What they push and load feels it in the next step, like a push by
 * the program. */
#include "base/optional.h"
#include "character/character.h"
#include "step/step.h"

#include <string.h>

#if PAWL_WITH_CHARACTERS

PAWLI_MARK(pawli_character_all_mark);

/* What rested on one that has moved takes notice. */
static void wake_above(pawl_world *world, const uint32_t *marks) {
    const pawli_contact *contacts = pawli_contacts_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        if (!(contacts[i].flags & PAWLI_CONTACT_TOUCHING)) continue;
        const uint16_t a = shapes[contacts[i].shape_a].body, b = shapes[contacts[i].shape_b].body;
        if (marks[a] != 0) pawli_wake(world, b);
        if (marks[b] != 0) pawli_wake(world, a);
    }
}

void pawli_character_all_step(pawl_world *world, uint32_t *marks) {
    pawli_character *characters = pawli_characters(world);
    bool any = false;
    memset(marks, 0, world->body_pool.used * sizeof *marks);
    for (uint16_t at = world->first_character; at != PAWLI_NONE; at = characters[at].next) {
        if (!pawli_character_step_one(world, &characters[at])) continue;
        marks[characters[at].body] = 1;
        any = true;
    }
    if (any) wake_above(world, marks);
}

#endif
