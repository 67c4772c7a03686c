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

#if defined(__GNUC__) && !defined(__clang__)
#define PAWLI_POCKET_ONCE __attribute__((noclone))
#else
#define PAWLI_POCKET_ONCE
#endif
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_POCKET_APART __attribute__((noinline))
#define PAWLI_POCKET_HERE inline __attribute__((always_inline))
#else
#define PAWLI_POCKET_APART
#define PAWLI_POCKET_HERE inline
#endif

/* avr-gcc saves registers one by one, at four bytes each, unless they are the last ones without a
 * gap: then it calls a function that does. So the last ones are said to change. */
#if defined(__AVR__) && defined(__OPTIMIZE__)
#define PAWLI_POCKET_SAVE_LAST() __asm__ volatile("" ::: "r16", "r17")
#define PAWLI_POCKET_SAVE_LAST_FOUR() __asm__ volatile("" ::: "r16", "r17", "r28", "r29")
#else
#define PAWLI_POCKET_SAVE_LAST()
#define PAWLI_POCKET_SAVE_LAST_FOUR()
#endif

#define PAWLI_POCKET_STEP UINT32_C(65536) /* a whole step, in its 2^-16 */

/* ---- pocket_number.c ------------------------------------------------------------------------- */

/* value * factor / 2^16 to the nearest, halves up. factor <= 2^16, |value| < 2^31. */
pawl_fx pawli_pocket_number_scale(pawl_fx value, uint32_t factor);
/* floor(2^16 * part / whole), part <= whole, whole > 0. */
uint32_t pawli_pocket_number_ratio(uint16_t portion, uint16_t whole);
/* floor(sqrt(x^2 + y^2)); x and y < 2^15. */
uint16_t pawli_pocket_number_length(uint16_t x, uint16_t y);

/* The coordinate of a body at a time of the step. `column` is where it is: the body, for y 4 bytes
 * farther. */
#define PAWLI_POCKET_COLUMN(body, axis) ((const uint8_t *)(body) + sizeof(pawl_fx) * (axis))
pawl_fx pawli_pocket_meet_place(const uint8_t *column, uint32_t time);

/* ---- pocket_meet.c --------------------------------------------------------------------------- */

/* Two bodies, and how they lie at the time of the last look, as if b were to the upper right. All
 * that has an axis is 4 bytes apart from one to the other, and does not begin at a multiple of 4
 * where pointers have two bytes: so avr-gcc computes one address for all of them. */
typedef struct pawli_pocket_pair {
    pawl_pocket_body *a, *b;
    uint16_t radius; /* of both together, Q8.8 */
    struct {
        uint16_t half; /* likewise */
        uint8_t pad;
        uint8_t above; /* 1: a is to the right of b, or above it; signs change */
    } side[2];
    pawl_fx gap[2];     /* between the boxes without their radius; negative: none */
    pawl_fx inward[2];  /* velocity of a toward b */
    uint32_t normal[2]; /* Q16, >= 0, by pawli_pocket_meet_separation */
    pawl_fx speed[2];   /* `inward` along and across the normal, by pawli_pocket_meet_separation */
    uint16_t time;      /* by pawli_pocket_meet */
} pawli_pocket_pair;

void pawli_pocket_meet_set_pair(pawli_pocket_pair *pair, pawl_pocket_body *a, pawl_pocket_body *b);

enum {
    PAWLI_POCKET_COMING = 0, /* apart, and may still meet */
    PAWLI_POCKET_GOING = 1,  /* apart, and will never meet: touching counts as apart */
    PAWLI_POCKET_OVERLAP = 2
};
/* Which of these it is at a time of the step, if both go on as they do. */
uint8_t pawli_pocket_meet_look(pawli_pocket_pair *pair, uint32_t time);
/* Distance, negative for an overlap; sets the normal of the shortest way and the speeds. */
pawl_fx pawli_pocket_meet_separation(pawli_pocket_pair *pair);
/* Make a vector of the axes one along and across the normal, or back: a reflection. It becomes
 * `speed`. */
void pawli_pocket_meet_reflect(pawli_pocket_pair *pair, const pawl_fx in[2]);
/* Whether the two come to overlap before `limit`, or at once; then `time` is the last time before
 * that at which they do not. */
bool pawli_pocket_meet(pawli_pocket_pair *pair, uint32_t limit);

/* ---- pocket_response.c ----------------------------------------------------------------------- */

/* Look at a time, and write the normal with its signs, of 127. */
void pawli_pocket_response_touch(pawli_pocket_pair *pair, uint32_t time, int8_t normal[2]);
/* Move two vectors of the bodies apart, positions or velocities, by so much along and across the
 * normal as `speed` says: a takes the part wa / (wa + wb) of it, rounded, and b the
 * rest. */
void pawli_pocket_response_share(pawli_pocket_pair *pair, uint8_t vector, uint32_t portion);
/* wa / (wa + wb). */
uint32_t pawli_pocket_response_ratio(const pawli_pocket_pair *pair);
/* Add to a coordinate of a body. */
void pawli_pocket_response_add(uint8_t *column, pawl_fx value);
/* Change the velocities of the two of the pair. */
void pawli_pocket_response_apply(const pawl_pocket *pocket, pawli_pocket_pair *pair);

/* ---- pocket_step.c --------------------------------------------------------------------------- */

/* Clamp coordinates to PAWL_POCKET_COORD_MAX, or those of a velocity; the fault if one was. */
uint8_t pawli_pocket_step_limit(pawl_fx *coordinates, uint8_t count, uint8_t fault);

#endif
