/* pocket.h - what the files of the pocket share.
 *
 * All shapes are rounded boxes, circles of half extents zero and boxes of radius zero, so two of
 * them are a point and one rounded box: the sum of both. An edge of the bounds is an immovable box
 * beyond it, as large as one can be, beside the body that is asked about.
 *
 * Ranges, in raw units: |position| <= 2^28, of an edge 2^28 + 2^24; |velocity| < 2^22; half extents
 * and radii of two bodies < 2^24. So differences of positions are below 2^30. */
#ifndef PAWLI_POCKET_H
#define PAWLI_POCKET_H

#include "pawl/pocket.h"

#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_POCKET_APART __attribute__((noinline))
#else
#define PAWLI_POCKET_APART
#endif

#define PAWLI_POCKET_STEP UINT32_C(65536) /* a whole step, in its 2^-16 */
#define PAWLI_POCKET_NEVER UINT32_C(0xFFFFFFFF)

/* ---- number.c ------------------------------------------------------------------------------- */

/* value * factor / 2^16 to the nearest, halves up. factor <= 2^16, |value| < 2^31. */
pawl_fx pawli_pocket_part(pawl_fx value, uint32_t factor);
/* floor(2^16 * part / whole), part <= whole < 2^31, whole > 0. */
uint32_t pawli_pocket_ratio(uint32_t part, uint32_t whole);
/* floor(sqrt(x^2 + y^2)); x and y < 2^15. */
uint16_t pawli_pocket_length(uint16_t x, uint16_t y);

/* ---- meet.c --------------------------------------------------------------------------------- */

/* Two bodies, and how they lie at the time of the last look, as if b were to the upper right. */
typedef struct pawli_pocket_pair {
    const pawl_pocket_body *a, *b;
    uint16_t half[2], radius; /* of both together, Q8.8 */
    pawl_fx gap[2];           /* between the boxes without their radius; negative: none */
    pawl_fx inward[2];        /* velocity of a toward b */
    uint32_t normal[2];       /* Q16, >= 0, by pawli_pocket_separation */
    uint8_t above[2];         /* 1: a is to the right of b, or above it; signs change */
    pawl_fx speed[2];         /* `inward` along and across the normal, by pawli_pocket_separation */
} pawli_pocket_pair;

void pawli_pocket_set_pair(pawli_pocket_pair *pair, const pawl_pocket_body *a,
                           const pawl_pocket_body *b);

enum {
    PAWLI_POCKET_COMING = 0, /* apart, and may still meet */
    PAWLI_POCKET_GOING = 1,  /* apart, and will never meet: touching counts as apart */
    PAWLI_POCKET_OVERLAP = 2
};
/* Which of these it is at a time of the step, if both go on as they do. */
uint8_t pawli_pocket_look(pawli_pocket_pair *pair, uint32_t time);
/* Distance, negative for an overlap; sets the normal of the shortest way and the speeds. */
pawl_fx pawli_pocket_separation(pawli_pocket_pair *pair);
/* A vector of the axes as one along and across the normal, and back: a reflection. */
void pawli_pocket_reflect(const pawli_pocket_pair *pair, const pawl_fx in[2], pawl_fx out[2]);
/* The last time before `limit` at which the two do not overlap, before they would;
 * PAWLI_POCKET_NEVER when they do not come to. */
uint32_t pawli_pocket_meet(pawli_pocket_pair *pair, uint32_t limit);

/* ---- response.c ----------------------------------------------------------------------------- */

/* The normal with its signs, of 127. */
void pawli_pocket_put_normal(const pawli_pocket_pair *pair, int8_t normal[2]);
/* Move two vectors apart by so much along and across the normal: a takes the part wa / (wa + wb) of
 * it, rounded, and b the rest. */
void pawli_pocket_share(const pawli_pocket_pair *pair, pawl_fx *a, pawl_fx *b, pawl_fx along,
                        pawl_fx across, uint32_t part);
/* wa / (wa + wb). */
uint32_t pawli_pocket_part_of(uint8_t a, uint8_t b);
/* Change the velocities of the two of the pair. */
void pawli_pocket_respond(const pawl_pocket *pocket, const pawli_pocket_pair *pair,
                          pawl_pocket_body *a, pawl_pocket_body *b);

#endif
