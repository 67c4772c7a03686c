/* flock.h - a pasture: the dog, the sheep, and the walls between them.
 *
 * The dog is a walker on the ground that `pawl bake` made: walls stop it exactly. Sheep are bodies
 * of a world, which push each other; so does the dog, by a body that goes where the walker went. */
#ifndef FLOCK_H
#define FLOCK_H

#include "game_sizes.h" /* of the build folder */
#include "game_world.h"
#include "level.h"

#define FLOCK_SHEEP_RADIUS PAWL_FX(0, 5, 16)
#define FLOCK_DOG_RADIUS PAWL_FX(0, 1, 4)

/* Memory is aligned to 8. */
#define FLOCK_STATE_WORDS ((GAME_STATE_BYTES + 7) / 8)

typedef struct flock_state {
    uint64_t memory[FLOCK_STATE_WORDS];
    pawl_world *world;
    pawl_step_hooks hooks; /* where the scratch memory is */
    const game_level *level;
    pawl_level ground;
    pawl_walker dog;
    pawl_body_id dog_body, sheep[GAME_SHEEP];
    uint32_t sheep_count;
    uint32_t home;   /* one bit for each sheep that is */
    uint32_t tick;   /* of this level */
    uint32_t chance; /* state of the generator */
    uint32_t left;   /* one bit for each sheep that looks to the left */
    int32_t facing;  /* of the dog: 1: right, -1: left */
    int32_t bark;    /* ticks for which sheep still hear it */
    bool calling;    /* the dog calls them */
} flock_state;

/* What happened in a tick. */
typedef struct flock_report {
    uint32_t came_home, fell_in; /* sheep */
} flock_report;

/* The scratch memory, GAME_SCRATCH_BYTES aligned to 8, is needed during steps only. */
pawl_status flock_start(flock_state *flock, const game_level *level, void *scratch);

/* A tick: the dog runs by the bits of pawl/port.h; A barks, B held calls. */
pawl_status flock_step(flock_state *flock, uint32_t keys, bool barks, flock_report *report);

pawl_vec2 flock_sheep_place(const flock_state *flock, uint32_t sheep);
bool flock_is_home(const flock_state *flock, uint32_t sheep);

#endif
