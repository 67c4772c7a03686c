/* shots.h - random shots at thin walls and at moving bodies; none may pass. Used by
 * tests/step/test_continuous.c for a few and by tests/soak/soak_continuous.c for many. */
#ifndef PAWL_TESTS_SHOTS_H
#define PAWL_TESTS_SHOTS_H

#include <stdbool.h>
#include <stdint.h>

/* What became of a shot. */
typedef struct shot_result {
    bool built;  /* false: the world refused it, which is an error of the test */
    bool passed; /* through what it must not pass */
    bool met;    /* something was touched at all */
    uint32_t sweeps, capped;
    uint32_t waited;   /* steps in a row, at most, in which it was held up and kept its velocity */
    int32_t around[6]; /* where it is then, seen from what it was shot at, and how fast, raw */
} shot_result;

/* One body, fast and spinning, against a thin static wall; passed: its centre of mass is found on
 * the other side of the wall within 30 steps. The seed decides everything. */
shot_result shoot_wall(uint64_t seed);
/* The same against a chain, at its front if it is one-sided. */
shot_result shoot_chain(uint64_t seed);

/* A bullet against a heavy body that moves; passed: it gets from one side to the other, and the two
 * never touched. */
shot_result shoot_body(uint64_t seed);

/* A bullet against a plate, box or wheel that spins, with up to 120 rad/s, and may move, or be
 * kinematic; passed: as both fly it would have reached the inside, but nothing has deflected it.
 * Nothing may depend on the place. */
shot_result shoot_spinner(uint64_t seed, int32_t place_x, int32_t place_y);

#endif
