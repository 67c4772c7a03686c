/* game.h - the rules: a player, stones to throw, and a pile of boxes to knock off a pedestal.
 *
 * The next state of a game depends on nothing but the last one and the keys of this tick, so that
 * machines which are given the same keys show the same game, bit by bit. */
#ifndef GAME_H
#define GAME_H

#include "game_sizes.h" /* of the build folder */
#include "game_world.h"

/* What can be seen: units across and up, 16 pixels each. */
#define GAME_WIDTH 15
#define GAME_HEIGHT 10

#define GAME_BOX_HALF PAWL_FX(0, 1, 2)
#define GAME_STONE_RADIUS PAWL_FX(0, 1, 4)
#define GAME_PLAYER_RADIUS PAWL_FX(0, 3, 10)
#define GAME_PLAYER_HALF PAWL_FX(0, 3, 20) /* of the capsule's axis */

/* The static boxes. */
typedef struct game_block {
    pawl_vec2 center;
    pawl_fx half_width, half_height;
} game_block;
extern const game_block game_blocks[GAME_BLOCKS];

/* Memory is aligned to 8. */
#define GAME_STATE_WORDS ((GAME_STATE_BYTES + 7) / 8)
#define GAME_SCRATCH_WORDS ((GAME_SCRATCH_BYTES + 7) / 8)

typedef struct game_state {
    uint64_t memory[GAME_STATE_WORDS];
    pawl_world *world;
    pawl_step_hooks hooks; /* where the scratch memory is */
    pawl_body_id player, boxes[GAME_BOXES], stones[GAME_STONES];
    pawl_shape_id player_shape;
    uint32_t tick;
    uint32_t keys;    /* of the last tick, to see what was pressed anew */
    uint32_t score;   /* points */
    uint32_t round;   /* which pile, from 0 */
    uint32_t down;    /* one bit for each box that has fallen */
    uint32_t pause;   /* ticks until the next pile stands */
    uint32_t thrown;  /* stones */
    int32_t cooldown; /* ticks until the next throw */
    int32_t jump;     /* ticks for which a jump is still wanted */
    int32_t facing;   /* 1: right, -1: left */
} game_state;

/* Start anew. The scratch memory, GAME_SCRATCH_BYTES aligned to 8, may be shared by games that are
 * stepped in turn. */
pawl_status game_start(game_state *game, void *scratch);

/* One tick, 1/59.73 of a second: the refresh of a Game Boy Advance, which is an exact fraction. The
 * keys are bits of pawl/port.h: left, right, A to jump, B to throw, upwards with up. */
pawl_status game_step(game_state *game, uint32_t keys);

/* The whole state, rules included. */
uint32_t game_hash(const game_state *game);

#endif
