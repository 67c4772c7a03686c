/* replay_target.h - a small world for calls that are to be in a replay. */
#ifndef PAWL_TESTS_REPLAY_TARGET_H
#define PAWL_TESTS_REPLAY_TARGET_H

#include "support/replay/replay_world.h"

#define CALL_TICK 12
#define TICKS 20

/* What calls work on. */
typedef struct target {
    pawl_world *world;
    pawl_body_id body, other; /* dynamic, on the ground */
    pawl_body_id ground;
    pawl_shape_id shape, chain; /* of body, of ground */
    pawl_joint_id revolute, motor, pulley, weld;
} target;

/* A call that changes the target. */
typedef struct target_call {
    const char *name;
    void (*call)(target *t);
} target_call;

target begin_target(recording *run);

/* Between two steps. */
void assert_call_is_an_edit(const target_call *tested);

/* Right before the first step, and after the last, unless it is for the time in between. */
void assert_call_counts_at_the_ends(const target_call *tested, bool late);

#endif
