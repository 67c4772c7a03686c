/* near_box.h - internal: the box of a convex in a few instructions, which nearly every one that
 * moves asks for once a step. */
#ifndef PAWLI_NEAR_BOX_H
#define PAWLI_NEAR_BOX_H

#include "collide/collide.h"
#include "fx/round.h"

#if PAWLI_LARGE_CODE && !PAWL_SMALL_CODE

/* How far a shape reaches from the center of mass along both axes, raw units; rounded outwards, so
 * that its box is less than one too large on each side. |vertex - center| <= 2^30, so projections
 * are below 2^61. */
typedef struct pawli_box_reach {
    int64_t x, y;
} pawli_box_reach;

/* How far vertices reach, Q46. */
typedef struct pawli_box_far {
    int64_t x, y;
} pawli_box_far;

PAWLI_INLINE int64_t pawli_box_size(int64_t x) {
    return x < 0 ? -x : x;
}

/* Of a rectangle along the axes of its frame, around the center of mass: both parts of a corner
 * together. False for all others. */
PAWLI_INLINE bool pawli_box_far_of_rectangle(const pawl_convex *shape, const pawli_frame *frame,
                                             pawli_box_far *far) {
    const int64_t c = frame->rotation.c, s = frame->rotation.s;
    const pawl_vec2 center = frame->center, *const at = shape->vertices;
    const int32_t x = at[0].x - center.x, y = at[0].y - center.y;
    const uint32_t across = (uint32_t)x + (uint32_t)at[1].x - (uint32_t)center.x;
    const uint32_t along = (uint32_t)y + (uint32_t)at[2].y - (uint32_t)center.y;
    const int32_t off =
        (at[0].y ^ at[1].y) | (at[1].x ^ at[2].x) | (at[2].y ^ at[3].y) | (at[3].x ^ at[0].x);
    far->x = pawli_box_size(c * x) + pawli_box_size(s * y);
    far->y = pawli_box_size(s * x) + pawli_box_size(c * y);
    return ((uint32_t)off | across | along) == 0;
}

/* Where each vertex of the second half lies opposite one of the first, as those of regular polygons
 * do, half of them tell, and both sides are as far. And a circle around the center of mass is where
 * the body is, however that is turned. False for all others. */
PAWLI_INLINE bool pawli_box_far_of_halves(const pawl_convex *shape, const pawli_frame *frame,
                                          pawli_box_far *far) {
    const int64_t c = frame->rotation.c, s = frame->rotation.s;
    const pawl_vec2 center = frame->center, *a = shape->vertices, *b = a + shape->count / 2;
    const pawl_vec2 *const end = b;
    uint32_t off = shape->count % 2u;
    far->x = far->y = 0;
    if (shape->count == 1) off = (uint32_t)(a->x ^ center.x) | (uint32_t)(a->y ^ center.y);
    for (; a != end; a++, b++) {
        const int32_t vx = a->x - center.x, vy = a->y - center.y;
        off |= (uint32_t)vx + (uint32_t)b->x - (uint32_t)center.x;
        off |= (uint32_t)vy + (uint32_t)b->y - (uint32_t)center.y;
        const int64_t x = pawli_box_size(c * vx - s * vy), y = pawli_box_size(s * vx + c * vy);
        if (x > far->x) far->x = x;
        if (y > far->y) far->y = y;
    }
    return off == 0;
}

PAWLI_INLINE bool pawli_box_reach_of(const pawl_convex *shape, const pawli_frame *frame,
                                     pawli_box_reach *reach) {
    pawli_box_far far;
    if (shape->count != 4 || !pawli_box_far_of_rectangle(shape, frame, &far)) {
        if (!pawli_box_far_of_halves(shape, frame, &far)) return false;
    }
    reach->x = shape->radius - pawli_floor(-far.x, 30);
    reach->y = shape->radius - pawli_floor(-far.y, 30);
    return true;
}

/* The box of such a shape, if no coordinate of it is as far out as the end of the world, so that
 * nothing near is out of range. Else false. */
PAWLI_INLINE bool pawli_near_box(const pawl_convex *shape, const pawli_frame *frame,
                                 pawl_box *box) {
    const int64_t half = INT64_C(1) << 30;
    const int64_t x = frame->position.x, y = frame->position.y;
    pawli_box_reach reach;
    if (!pawli_box_reach_of(shape, frame, &reach)) return false;
    const int64_t left = x - reach.x, below = y - reach.y, right = x + reach.x, above = y + reach.y;
    if (((left + half) | (below + half) | (half - 1 - right) | (half - 1 - above)) < 0)
        return false;
    box->lower.x = (pawl_fx)left;
    box->lower.y = (pawl_fx)below;
    box->upper.x = (pawl_fx)right;
    box->upper.y = (pawl_fx)above;
    return true;
}

#else

/* Small code has one way for all shapes. */
PAWLI_FOLD bool pawli_near_box(const pawl_convex *shape, const pawli_frame *frame, pawl_box *box) {
    (void)shape, (void)frame, (void)box;
    return false;
}

#endif
#endif
