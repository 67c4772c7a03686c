/* contact_row.c - from a contact to its row: Jacobians, effective masses, coupling of two points.
 * Contacts are divided by here, and not in the passes over them. */
#include "solver/contact_row.h"

#include "fx/int128.h"
#include "fx/quotient.h"
#include "solver/row_begin.h"

#define Q24_ONE (INT64_C(1) << 24)
#define CONTACT_LEVER_MAX ((INT64_C(1) << 30) - 1) /* 64 in Q8.24 */

/* Below this determinant (Q2.30) the pair is solved point by point: thin plates make two points
 * nearly dependent, and their exact solution would be noise. */
#define SINGULAR (PAWL_UNIT / 64)

/* What divides by k: times a mantissa, which is 0 where nothing turns the body, and shifted. The
 * shift is 9 .. 35, because 1/k is within 2^-13 .. 2^13. */
typedef struct spin_scale {
    pawli_fast32 mantissa;
    int shift;
} spin_scale;

PAWLI_INLINE spin_scale spin_scale_of(const pawli_body *body) {
    const spin_scale none = {0, 9};
    if (body->per_gyration == 0 || !pawli_body_turns(body)) return none;
    const spin_scale made = {(pawli_fast32)body->per_gyration,
                             16 - 24 - body->per_gyration_exponent};
    return made;
}

/* A lever arm in Q16.16 divided by k, in Q8.24: below 2^31 times a mantissa below 2^31. */
PAWLI_INLINE int32_t divide_by_gyration(spin_scale by, int64_t arm, uint32_t *faults) {
    int64_t lever = pawli_near(pawli_product_long(by.mantissa, arm), by.shift);
    PAWLI_AS_IT_STANDS(lever);
    if (PAWLI_USUALLY(lever <= CONTACT_LEVER_MAX && lever >= -CONTACT_LEVER_MAX))
        return (int32_t)lever;
    *faults |= PAWL_FAULT_SOLVER_RANGE;
    return lever < 0 ? -(int32_t)CONTACT_LEVER_MAX : (int32_t)CONTACT_LEVER_MAX;
}

/* 1 / (1 + gain_a lever_a + gain_b lever_b) in Q2.30; the sum is at most 1 + 2 * 64^2 in Q24. */
PAWLI_INLINE int32_t effective_mass(int32_t lever_a, int32_t gain_a, int32_t lever_b,
                                    int32_t gain_b) {
    const int64_t turning = pawli_product_add(gain_a, lever_a, gain_b, lever_b);
    PAWL_ASSERT(turning >= 0);
    const uint64_t k = (uint64_t)(Q24_ONE + pawli_near(turning, 24));
    return (int32_t)pawli_quotient((UINT64_C(1) << 54) + k / 2, k);
}

PAWLI_INLINE int32_t gain_of(int32_t alpha, int32_t lever) {
    return pawli_near32(pawli_product(alpha, lever), 30); /* alpha <= 1 */
}

/* What the points of a contact have in common. */
typedef struct contact_bodies {
    const pawli_body *a, *b;
    int32_t alpha_a, alpha_b; /* Q2.30; 0 for a body that the row does not move */
    spin_scale scale_a, scale_b;
    pawli_drift drift;
} contact_bodies;

PAWLI_INLINE void prepare_contact_point(pawli_contact_setup *setup, const pawli_contact *contact,
                                        const contact_bodies *pair, int index,
                                        pawli_contact_row *row) {
    const spin_scale scale_a = pair->scale_a, scale_b = pair->scale_b;
    const pawli_contact_point *from = &contact->points[index];
    pawli_contact_row_point *point = &row->points[index];
    const int32_t alpha_a = pair->alpha_a, alpha_b = pair->alpha_b;
    const pawli_arm_axes split_a = pawli_arm_split(from->offset, contact->normal);
    const pawli_arm_axes split_b =
        pawli_arm_split(pawl_vec2_sub(from->offset, contact->delta), contact->normal);
    uint32_t faults = 0;

    point->lever_a = divide_by_gyration(scale_a, split_a.cross, &faults);
    point->lever_b = divide_by_gyration(scale_b, split_b.cross, &faults);
    point->tangent_lever_a = divide_by_gyration(scale_a, -split_a.dot, &faults);
    point->tangent_lever_b = divide_by_gyration(scale_b, -split_b.dot, &faults);
    point->gain_a = gain_of(alpha_a, point->lever_a);
    point->gain_b = gain_of(alpha_b, point->lever_b);
    point->tangent_gain_a = gain_of(alpha_a, point->tangent_lever_a);
    point->tangent_gain_b = gain_of(alpha_b, point->tangent_lever_b);
    point->mass = effective_mass(point->lever_a, point->gain_a, point->lever_b, point->gain_b);
    point->tangent_mass = effective_mass(point->tangent_lever_a, point->tangent_gain_a,
                                         point->tangent_lever_b, point->tangent_gain_b);
    pawli_arm_place(from, &pair->drift, split_a, split_b, point);
    setup->faults |= faults;
}

/* 1 / determinant in Q8.24, or 0 when the points are nearly dependent. */
PAWLI_INLINE int32_t inverse_of(int64_t determinant) {
    if (determinant < SINGULAR) return 0;
    const uint64_t divisor = (uint64_t)determinant;
    return (int32_t)pawli_quotient((UINT64_C(1) << 54) + divisor / 2, divisor);
}

/* c = 1 + arm_a0 rho_a1 + arm_b0 rho_b1 couples the points: an impulse at one changes the normal
 * velocity at the other. |c| <= sqrt(K0 K1), so a0 = c m0 <= sqrt(K1 / K0) < 91 and a0 a1 <= 1.
 * Softness scales m0 and m1 alike, so three determinants cover every combination. */
PAWLI_APART void couple_points(const pawli_softness *softness, int64_t linear,
                               pawli_contact_row *row) {
    const pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t turning = pawli_product_add(p0->gain_a, p1->lever_a, p0->gain_b, p1->lever_b);
    const int64_t c = linear + pawli_near(turning, 24);
    row->coupling[0] = pawli_near32(pawli_product_long(p0->mass, c), 30);
    row->coupling[1] = pawli_near32(pawli_product_long(p1->mass, c), 30);
    int64_t overlap = pawli_near(pawli_product(row->coupling[0], row->coupling[1]), 18); /* Q2.30 */
    for (int soft = 0; soft < 3; soft++) {
        row->inverse[soft] = inverse_of(PAWL_UNIT - overlap);
        overlap = pawli_near(pawli_product_long(softness->mass_scale, overlap), 30);
    }
}

/* 1/K of a row that has no linear part, Q8.24: below 1/128 saturated, which makes a wheel much
 * smaller than its body slow to stop, never unstable. */
static int32_t rolling_mass(int64_t k) {
    if (k <= Q24_ONE / 128) return INT32_MAX;
    return (int32_t)(((UINT64_C(1) << 48) + (uint64_t)k / 2) / (uint64_t)k);
}

/* The radius is that of the body which rolls: the larger one of two that move. */
PAWLI_APART void prepare_rolling(pawli_contact_setup *setup, const pawli_contact *contact,
                                 const pawli_contact_sides *sides, const contact_bodies *pair,
                                 pawli_contact_row *row) {
    const pawli_shape *shape_a = sides->shape_a, *shape_b = sides->shape_b;
    const pawli_geometry *geometries = pawli_geometries_const(setup->world);
    pawli_rolling *rolling = &row->single.rolling;
    const uint16_t a = shape_a->rolling_resistance, b = shape_b->rolling_resistance;
    rolling->resistance = a > b ? a : b;
    rolling->impulse = 0;
    if (rolling->resistance == 0) return;
    const pawl_fx radius_a =
        pair->a->type == PAWL_DYNAMIC ? geometries[shape_a->geometry].convex.radius : 0;
    const pawl_fx radius_b =
        pair->b->type == PAWL_DYNAMIC ? geometries[shape_b->geometry].convex.radius : 0;
    const pawl_fx radius = pawl_max(radius_a, radius_b);
    rolling->lever_a = divide_by_gyration(pair->scale_a, radius, &setup->faults);
    rolling->lever_b = divide_by_gyration(pair->scale_b, radius, &setup->faults);
    rolling->gain_a = gain_of(pair->alpha_a, rolling->lever_a);
    rolling->gain_b = gain_of(pair->alpha_b, rolling->lever_b);
    const int64_t k = pawli_near(
        pawli_product_add(rolling->gain_a, rolling->lever_a, rolling->gain_b, rolling->lever_b),
        24);
    rolling->mass = rolling_mass(k);
    rolling->impulse = contact->points[1].tangent_impulse;
    if (k == 0) rolling->resistance = rolling->impulse = 0; /* nothing round that can turn */
}

/* alpha of A. Most pairs are of equal bodies, or against one that nothing moves: the bits of
 * pawli_body_mass_ratio without its division. */
PAWLI_INLINE int32_t mass_ratio_of(const pawli_body *a, const pawli_body *b) {
    if (a->mass == 0) return 0;
    if (b->mass == 0) return PAWL_UNIT;
    if (a->mass == b->mass && a->mass_exponent == b->mass_exponent) return PAWL_UNIT / 2;
    return pawli_body_mass_ratio(a, b);
}

/* ---- bodies with locked axes ---------------------------------------------------------------- */

/* What the locks of a body take from n . n / m, as a share of 1/mA + 1/mB, Q24: of the direction
 * that has these components of `normal` and of `share`, which is alpha times it. */
static int64_t locked_share(unsigned locks, int32_t share_x, int32_t normal_x, int32_t share_y,
                            int32_t normal_y) {
    int64_t sum = 0;
    if (locks & PAWLI_BODY_LOCK_X) sum += pawli_product(share_x, normal_x);
    if (locks & PAWLI_BODY_LOCK_Y) sum += pawli_product(share_y, normal_y);
    return pawli_near(sum, 24);
}

/* 1 / (linear + turning), Q2.30, but at most 1, for which the kernels have room: less than it
 * should be where a body that cannot give way is much lighter than the other one. */
static int32_t locked_mass(int64_t linear, int32_t lever_a, int32_t gain_a, int32_t lever_b,
                           int32_t gain_b) {
    const int64_t turning = pawli_near(pawli_product_add(gain_a, lever_a, gain_b, lever_b), 24);
    const int64_t sum = linear + turning;
    const uint64_t k = (uint64_t)(sum > Q24_ONE ? sum : Q24_ONE);
    return (int32_t)pawli_quotient((UINT64_C(1) << 54) + k / 2, k);
}

/* The effective masses of a row with locks; the tangent is (n.y, -n.x). Returns what the linear
 * part of the normal is instead of 1, Q24. */
PAWLI_RARE static int64_t lock_masses(const pawli_body *a, const pawli_body *b,
                                      pawli_contact_row *row) {
    const unsigned lock_a = pawli_body_locks(a), lock_b = pawli_body_locks(b);
    const int32_t x = row->normal_x, y = row->normal_y;
    const int64_t normal = Q24_ONE - locked_share(lock_a, row->share_ax, x, row->share_ay, y) -
                           locked_share(lock_b, row->share_bx, x, row->share_by, y);
    const int64_t tangent = Q24_ONE - locked_share(lock_a, row->share_ay, y, row->share_ax, x) -
                            locked_share(lock_b, row->share_by, y, row->share_bx, x);
    for (int i = 0; i < row->count; i++) {
        pawli_contact_row_point *p = &row->points[i];
        p->mass = locked_mass(normal, p->lever_a, p->gain_a, p->lever_b, p->gain_b);
        p->tangent_mass = locked_mass(tangent, p->tangent_lever_a, p->tangent_gain_a,
                                      p->tangent_lever_b, p->tangent_gain_b);
    }
    return normal;
}

void pawli_contact_row_prepare(pawli_contact_setup *setup, const pawli_contact *contact,
                               pawli_contact_row *row) {
    pawli_shape own;
    const pawli_contact_sides sides = pawli_contact_sides_of(setup, contact, &own);
    const pawli_body *a = sides.a, *b = sides.b;
    const int32_t alpha_a = mass_ratio_of(a, b);
    const int32_t alpha_b = b->type == PAWL_DYNAMIC ? PAWL_UNIT - alpha_a : 0;
    const pawl_rot n = contact->normal;
    PAWL_ASSERT(alpha_a >= 0 && alpha_a <= PAWL_UNIT);

    pawli_contact_row_begin(setup, contact, &sides, row);
    PAWL_ASSERT(row->a != 0 || alpha_a == 0);
    row->share_ax = pawli_near32(pawli_product(alpha_a, n.c), 36);
    row->share_ay = pawli_near32(pawli_product(alpha_a, n.s), 36);
    row->share_bx = pawli_near32(pawli_product(alpha_b, n.c), 36);
    row->share_by = pawli_near32(pawli_product(alpha_b, n.s), 36);
    const contact_bodies pair = {a,
                                 b,
                                 alpha_a,
                                 alpha_b,
                                 spin_scale_of(a),
                                 spin_scale_of(b),
                                 pawli_contact_drift(setup->world, contact, a, b)};
    const bool is_locked = (row->pressed & PAWLI_PRESSED_LOCKED) != 0;
    prepare_contact_point(setup, contact, &pair, 0, row);
    if (row->count == 2) {
        prepare_contact_point(setup, contact, &pair, 1, row);
        const int64_t linear = is_locked ? lock_masses(a, b, row) : Q24_ONE;
        couple_points(row->stiff ? setup->stiff : setup->soft, linear, row);
        return;
    }
    if (is_locked) (void)lock_masses(a, b, row);
    if (PAWL_WITH_ROLLING) {
        prepare_rolling(setup, contact, &sides, &pair, row);
    } else {
        row->single.rolling.resistance = row->single.rolling.impulse = 0;
    }
}
