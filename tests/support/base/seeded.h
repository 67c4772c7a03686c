/* seeded.h - random numbers for property tests, the same for the same seed. PAWL_SEED=new draws new
 * ones (`make fresh` draws for all suites), and the first line of the run tells which number draws
 * them again. */
#ifndef SEEDED_H
#define SEEDED_H

#include <stdint.h>

/* The golden ratio in 64 bits: spreads small numbers over all of them. */
#define SEEDED_MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)

/* What all seeds of a run come from: odd, so never 0. SEEDED_MULTIPLIER until seeded_draw is
 * called, and so on boards, which have no clock. */
extern uint64_t seeded_base;

/* Sets seeded_base to the number in the environment's PAWL_SEED, or where it is "new" by the clock,
 * and tells it: ", seed 0x...". Drawn are 32 bits, short enough to be typed. */
void seeded_draw(void);

/* For tests that draw other numbers in every run, also where PAWL_SEED is not set: prints `what`
 * and the number that draws them again. Not for boards, which have no clock. */
uint64_t seeded_fresh(const char *what);

/* Evenly between -most and most. Not for boards. */
double seeded_within(uint64_t *seed, double most);

/* Where pass _i of a looped test begins. */
static inline uint64_t first_seed(int pass) {
    return seeded_base * (uint64_t)(2 * pass + 1);
}

/* How many random cases a test draws: a twenty-fifth of them under the sanitizers, which are slow,
 * and what the build says on boards (tests/shim/shim.mk), but ten where there are so many. */
#define SEEDED_FLOOR 10
#ifndef SEEDED_SHARE
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SEEDED_SHARE 25
#else
#define SEEDED_SHARE 1
#endif
#endif
#define SEEDED_ROUNDS(count)                                 \
    ((count) <= SEEDED_FLOOR                  ? (count)      \
     : (count) / SEEDED_SHARE <= SEEDED_FLOOR ? SEEDED_FLOOR \
                                              : (count) / SEEDED_SHARE)
/* More than so many of the rounds must have met the case in question; where few are drawn, none
 * need. */
#define SEEDED_OFTEN(count) (SEEDED_SHARE > 1 ? -1 : (count))
/* How often a loop runs of which few passes say enough where tests are slow. */
#define SEEDED_PASSES(few, count) (SEEDED_SHARE > 1 ? (few) : (count))
/* How far a sweep goes on, for the same share of its cases. */
#define SEEDED_STRIDE(step) ((step)*SEEDED_SHARE)

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/* xorshift64*, Vigna 2014: the multiplication hides the weak low bits of xorshift64. */
uint64_t seeded_next(uint64_t *seed);

/* Sizes spread evenly over the bits: as many values of 3 bits as of 60. Either sign. */
int64_t seeded_int64(uint64_t *seed);

int32_t seeded_int32(uint64_t *seed);

#endif
