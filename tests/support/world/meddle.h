/* meddle.h - a program that tries, from inside of a function that the library calls, everything
 * that would change the world: each call of world_calls.inc, and some with live handles. All must
 * be refused, and all that only read must go on working. */
#ifndef PAWL_TESTS_MEDDLE_H
#define PAWL_TESTS_MEDDLE_H

#include "pawl/replay.h"
#include "support/world/fixture.h"

/* Where it is called from. */
typedef enum hook {
    SHOULD_COLLIDE,
    PRE_SOLVE,
    MIX_FRICTION,
    MIX_RESTITUTION,
    SHOULD_COLLIDE_SOFT,
    TRACE,
    DRAW_POLYGON,
    DRAW_CIRCLE,
    DRAW_CAPSULE,
    DRAW_BOX,
    DRAW_LINE,
    DRAW_POINT,
    DRAW_NUMBER,
    DRAW_POSE,
    WRITE,
    REPORT,
    HOOKS
} hook;

/* What is being called, and how often it has been. */
extern struct meddler {
    pawl_world *world;
    void *before, *save; /* the bytes of the world; room for a save of it */
    size_t save_size;
    pawl_playback *playback;
    pawl_recorder *recorder;
    int called[HOOKS];
    int most; /* how often a hook meddles */
} meddler;

/* `most`: how often a hook meddles. Without a world none does. */
void begin_meddling(pawl_world *world, int most);
void end_meddling(void);

/* Try everything, and compare. */
void meddle(hook from);

/* Each of these hooks has meddled. */
void assert_called(hook first, hook last);

/* Those of a step, which meddle and then answer what hooks would. */
extern const pawl_step_hooks meddling_hooks;

pawl_world_def asking_def(void);
/* A world with everything, and boxes on a floor about which all hooks are asked. */
pawl_world *make_asking_world(void);
void add_asking_box(pawl_world *world, double x, double y);

#endif
