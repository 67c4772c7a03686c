/* drift.h - internal: how a pair of bodies has moved since its manifold was made. */
#ifndef PAWLI_DRIFT_H
#define PAWLI_DRIFT_H

#include "fx/product.h"
#include "world/world.h"

#define PAWLI_SMALL_TURN (INT32_C(1) << 26)
#define PAWLI_TWO_PI_Q28 \
    INT64_C(1686629713) /* 2 pi in Q28: binary angle (Q32 turns) to Q30 radians */

/* How a body has turned: cos - 1 and sin, Q2.30. */
typedef struct pawli_turned {
    pawli_fast32 c, s;
} pawli_turned;

/* How a pair has moved since its manifold was made. */
typedef struct pawli_drift {
    int64_t along; /* of the centers along the normal, Q10.22 */
    pawli_turned turn_a, turn_b;
} pawli_drift;

/* n . (R r - r): how far a turn carries an anchor along the normal, Q10.22, from r x n and r . n
 * in Q16.16, both below 2^31. */
static inline int64_t pawli_turned_along(pawli_turned turn, int64_t cross, int64_t dot) {
    return pawli_near(pawli_product_long(turn.s, cross) + pawli_product_long(turn.c, dot), 24);
}

/* cos - 1 and sin of a turn, Q2.30. Up to 1/64 turn, t^2/2 and t itself: a manifold is recycled
 * for such turns only while they move no point by more than 0.2 L, and t^3/6 is then below
 * 0.0004 L. */
static inline pawli_turned pawli_turn_since(pawl_angle now, pawl_angle then) {
    const int32_t difference = (int32_t)(now - then);
    if (difference > PAWLI_SMALL_TURN || difference < -PAWLI_SMALL_TURN) {
        const pawl_rot rot = pawl_rot_from_angle((pawl_angle)difference);
        const pawli_turned large = {rot.c - PAWL_UNIT, rot.s};
        return large;
    }
    const pawli_fast32 s =
        (pawli_fast32)pawli_near(pawli_product(difference, PAWLI_TWO_PI_Q28), 30);
    const pawli_turned small = {-(pawli_fast32)pawli_near(pawli_product(s, s), 31), s};
    return small;
}

static inline pawli_drift pawli_contact_drift(const pawli_contact *contact, const pawli_body *a,
                                              const pawli_body *b) {
    pawli_drift drift;
    const int64_t x = pawli_center_delta(a->position.x, a->frac_x, b->position.x, b->frac_x) -
                      contact->delta.x * INT64_C(64);
    const int64_t y = pawli_center_delta(a->position.y, a->frac_y, b->position.y, b->frac_y) -
                      contact->delta.y * INT64_C(64);
    const int32_t nx = pawli_near32(contact->normal.c, 6), ny = pawli_near32(contact->normal.s, 6);
    drift.along = pawli_near(pawli_product_long(nx, x) + pawli_product_long(ny, y), 24);
    drift.turn_a = pawli_turn_since(a->angle, contact->angle_a);
    drift.turn_b = pawli_turn_since(b->angle, contact->angle_b);
    return drift;
}

#endif
