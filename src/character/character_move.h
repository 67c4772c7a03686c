/* character_move.h - internal: a character under way. */
#ifndef PAWLI_CHARACTER_MOVE_H
#define PAWLI_CHARACTER_MOVE_H

#include "character/character.h"
#include "mover/mover.h"

#if PAWL_WITH_CHARACTERS

/* A character in a step. */
typedef struct pawli_character_move {
    pawl_world *world;
    pawli_character *character;
    pawl_mover_def def; /* what moves it, */
    pawli_mover mover;  /* made ready */
    pawl_mover state;
    pawl_mover_report report;
    pawl_vec2 velocity; /* that it would like, as pawl_mover_move takes it */
    uint32_t flags;     /* of that move */
} pawli_character_move;

/* character_control.c: the velocity and the flags of the move, by input, mode and ground. */
void pawli_character_control(pawli_character_move *move);

#endif
#endif
