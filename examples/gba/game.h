/* game.h - the rules of "Counting Sheep": bring them home before the evening.
 *
 * The next state of a game depends on nothing but the last one and the keys of this tick, so that
 * machines which are given the same keys show the same game, bit by bit. */
#ifndef GAME_H
#define GAME_H

#include "flock.h"

typedef enum game_screen {
    GAME_TITLE,
    GAME_PLAY,
    GAME_WON,  /* a level */
    GAME_LOST, /* it is evening, and sheep are out */
    GAME_END   /* all levels */
} game_screen;

/* What can be heard of a tick: bits. */
enum {
    GAME_SOUND_CHOICE = 1,
    GAME_SOUND_BARK = 2,
    GAME_SOUND_CALL = 4,
    GAME_SOUND_HOME = 8,
    GAME_SOUND_SPLASH = 16,
    GAME_SOUND_WON = 32,
    GAME_SOUND_LOST = 64
};

/* What is kept when the console is switched off. */
typedef struct game_record {
    uint32_t best;    /* points */
    uint32_t reached; /* levels that may be chosen: 1 is the first alone */
} game_record;

typedef struct game_state {
    flock_state flock; /* of the title too: sheep that stray */
    game_record record;
    game_screen screen;
    uint32_t level, choice; /* from 0 */
    uint32_t score;
    uint32_t ticks_left; /* of the day */
    uint32_t wait;       /* ticks of this screen so far */
    uint32_t tick, keys; /* keys of the last tick, to see what was pressed anew */
    uint32_t silence;    /* ticks until the dog can bark again */
    bool paused;
    uint32_t sounds; /* of this tick; no part of the state */
    void *scratch;
} game_state;

/* Start at the title. The scratch memory, GAME_SCRATCH_BYTES aligned to 8, may be shared by games
 * that are stepped in turn. */
pawl_status game_start(game_state *game, const game_record *record, void *scratch);

/* One tick, 1/59.73 of a second: the refresh of a Game Boy Advance. The keys are bits of
 * pawl/port.h. */
pawl_status game_step(game_state *game, uint32_t keys);

/* Sheep at home, and the whole seconds that are left. */
uint32_t game_home_count(const game_state *game);
uint32_t game_seconds_left(const game_state *game);

/* The whole state, rules included. */
uint32_t game_hash(const game_state *game);

#endif
