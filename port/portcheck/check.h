/* check.h - how a stage of portcheck says what it found.
 *
 * A stage calls pawli_expect for values that are known beforehand and pawli_mark at points where
 * its hash is known. Everything it saw goes into its hash, so that what is not known beforehand is
 * compared as well. The first value that is wrong is kept for the report. */
#ifndef PAWLI_CHECK_H
#define PAWLI_CHECK_H

#include "pawl/body.h"

#define PAWLI_ARGUMENTS_MAX 3

typedef struct pawli_check {
    uint32_t hash;
    uint16_t failures;
    uint16_t mark_count;
    uint16_t left_out;         /* episodes that this profile lacks; their marks are passed over */
    const uint32_t *reference; /* what the marks should be; null while they are recorded */
    uint32_t *record;          /* null, or where they are written */

    /* The first failure. */
    const char *what;
    int64_t got, expected;
    int32_t arguments[PAWLI_ARGUMENTS_MAX];
    uint8_t argument_count;
    uint8_t is_hash; /* 1: the values are hashes, and the argument tells where */
} pawli_check;

void pawli_fold(pawli_check *check, uint32_t value);

/* A value and what it must be. */
void pawli_expect(pawli_check *check, const char *what, int64_t got, int64_t expected);

/* The result of a call, which is named with its arguments. */
void pawli_expect_call(pawli_check *check, const char *function, const int32_t *arguments,
                       int count, int32_t got, int32_t expected);

/* The hash so far must be the next one of the reference. */
void pawli_mark(pawli_check *check, const char *what, int32_t where);

/* "pawl_mul(809637,-2153309) = -26569385, expected -26602152 (first of 20)" */
void pawli_put_failure(const pawli_check *check);

/* The memory that all stages and episodes share, one after the other. */
#define PAWLI_MEMORY_BYTES (1224 * 8)
void *pawli_world_memory(size_t *size);

/* What is given out of it from its beginning, in multiples of 8 bytes. */
typedef struct pawli_arena {
    uint8_t *next;
    size_t left;
} pawli_arena;
pawli_arena pawli_arena_make(void);
/* Null when there is no more, which is then reported. */
void *pawli_take(pawli_check *check, pawli_arena *arena, size_t size);

/* A world in it; null when that failed, which is then reported. */
pawl_world *pawli_make_world(pawli_check *check, uint16_t bodies, uint16_t joints);
pawl_world *pawli_make_peopled(pawli_check *check, uint16_t bodies, uint16_t joints,
                               uint16_t characters);
pawl_fx pawli_hundredths(int16_t value);
/* A body with one shape: a circle of the radius `width` where `height` is 0, else a box of these
 * half extents. Positions and sizes in hundredths of a unit. */
pawl_body_id pawli_add(pawli_check *check, pawl_world *world, pawl_body_type type, int16_t x,
                       int16_t y, int16_t width, int16_t height);
/* A ground with a box, a leaning plank and a ball that fall on it. */
pawl_world *pawli_make_pile(pawli_check *check);
/* Advance to a tick and mark the hash there. */
void pawli_run_to(pawli_check *check, pawl_world *world, int32_t tick);
/* Advance by so many ticks; the hash is folded now and then. */
void pawli_play(pawli_check *check, pawl_world *world, int16_t ticks);
void pawli_fold_vec2(pawli_check *check, pawl_vec2 value);
void pawli_fold_rot(pawli_check *check, pawl_rot value);
void pawli_fold_wide(pawli_check *check, int64_t value);

/* What the first stage asks of the memory functions, of start-up code (before anything else uses
 * the memory) and of long division. */
void pawli_check_memory(pawli_check *check);
void pawli_check_cleared(pawli_check *check);
void pawli_check_division(pawli_check *check);

/* An episode: a small part of the engine at work in the shared memory, from its beginning to its
 * end. All it finds is folded into its hash. What is known beforehand is expected, so that an
 * episode that does not reach what it is for fails. The goldens run the same ones
 * (tests/golden/episodes.txt). */
typedef struct pawli_episode {
    const char *name; /* null: behind the last */
    void (*run)(pawli_check *check);
} pawli_episode;

/* Each in turn; the hash of each is a mark. */
void pawli_run_episodes(pawli_check *check, const pawli_episode *episodes);

#define PAWLI_SET_OF_EPISODES(name)                       \
    extern const pawli_episode pawli_##name##_episodes[]; \
    void pawli_stage_##name(pawli_check *check);
#include "portcheck/sets.h"
#undef PAWLI_SET_OF_EPISODES

/* The stages. */
void pawli_stage_integers(pawli_check *check);
void pawli_stage_fixed(pawli_check *check);
void pawli_stage_layout(pawli_check *check);
void pawli_stage_hash(pawli_check *check);
void pawli_stage_contacts(pawli_check *check);
void pawli_stage_joints(pawli_check *check);
void pawli_stage_sleep(pawli_check *check);
void pawli_stage_snapshot(pawli_check *check);
void pawli_stage_session(pawli_check *check);
void pawli_stage_level(pawli_check *check);
void pawli_stage_paths(pawli_check *check);

#endif
