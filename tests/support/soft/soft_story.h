/* soft_story.h - random stories of soft bodies among walls, judged after each step.
 *
 * In a plain story they are kicked, at up to the speed limit. In a crowded one there are rigid
 * bodies as well: what is soft is bound to them, torn off, pinned, pumped up, put to sleep and
 * woken; it comes and goes, and beside the world goes one that is brought back from it again and
 * again, and must stay the same. */
#ifndef SOFT_STORY_H
#define SOFT_STORY_H

#include "support/soft/soft_walls.h"

typedef struct soft_story {
    arena_kind kind;
    bool moves;   /* the ground is kinematic: in jerks, and turning */
    bool crowded; /* not with `moves` */
    uint32_t steps;
} soft_story;

/* What was seen: a test that has seen too little is none. */
typedef struct soft_story_totals {
    uint64_t stories, steps;
    uint64_t judged;   /* soft bodies, after a step each */
    uint64_t touches;  /* points with something in their way, likewise */
    uint64_t fast;     /* soft bodies with a point faster than 1000 units/s */
    uint64_t attached; /* links that hold a rigid body */
    uint64_t torn;     /* events */
    uint64_t asleep;   /* soft bodies, in crowded stories as all that follow */
    uint64_t woken;    /* those that slept a step before, and were not woken by a call */
} soft_story_totals;

/* Null, or what was wrong, in words that name the step; they stay valid until the next call. */
const char *soft_story_play(uint64_t seed, const soft_story *story, soft_story_totals *totals);

#endif
