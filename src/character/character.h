/* character.h - internal: what the files of characters share. It knows nothing of what may be left
 * out of a program (world/linked.h), so that the mark of characters is a strong one. */
#ifndef PAWLI_CHARACTER_H
#define PAWLI_CHARACTER_H

#include "pawl/character.h"
#include "world/world.h"

#if PAWL_WITH_CHARACTERS

/* Counters of steps stop here: longer ago than any def asks for. */
#define PAWLI_CHARACTER_LONG_AGO UINT8_MAX

/* character_def.c: what a def says about how it moves. */
void pawli_character_def_set_tuning(pawli_character *character, const pawl_character_def *def);
void pawli_character_def_get_tuning(const pawli_character *character, pawl_character_def *def);

/* character_step.c: one of them; whether it has gone anywhere. */
bool pawli_character_step_one(pawl_world *world, pawli_character *character);

#endif
#endif
