/* demo.h - a recorded game: what was pressed, and what must come of it.
 *
 * The expected hashes are computed on a PC when the cartridge is built (game.mk), and compared with
 * those of the machine that plays the record. */
#ifndef DEMO_H
#define DEMO_H

#include "game.h"

/* Ticks from one comparison to the next. */
#define DEMO_PERIOD 60
#define DEMO_CHECKS_MAX 600

/* Held from this tick on. */
typedef struct demo_keys {
    uint16_t tick, keys;
} demo_keys;

typedef struct demo_record {
    const demo_keys *keys;
    uint32_t key_count;
    uint32_t length; /* ticks, a multiple of DEMO_PERIOD */
    const uint32_t *hashes;
} demo_record;

/* A demo being played. */
typedef struct demo_run {
    const demo_record *demo;
    game_state *game;
    uint32_t next, keys;              /* the next entry of the demo, and the last one's keys */
    uint32_t checks, equal;           /* comparisons so far, and how many came out right */
    uint32_t hashes[DEMO_CHECKS_MAX]; /* of this machine */
} demo_run;

/* From the start of a game that was never played before. */
pawl_status demo_start(demo_run *run, const demo_record *demo, game_state *game, void *scratch);
bool demo_is_over(const demo_run *run);

/* A tick: what is pressed in it, for game_step; then compare, where it is time to. */
uint32_t demo_next_keys(demo_run *run);
void demo_compare(demo_run *run);

#endif
