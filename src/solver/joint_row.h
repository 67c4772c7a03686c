/* joint_row.h - internal: the rows of joints and their arithmetic. No division in here.
 *
 * Normalization (docs/joints.md). A linear impulse is multiplied by (1/mA + 1/mB), as in contacts.
 * A turning impulse is measured as the change of a length per second: with k the radius of
 * gyration of the body that turns more easily, the rate of a joint is k (wB - wA), and an impulse
 * of 1 changes that rate by exactly 1. So every row of every joint is a velocity, every error a
 * length, and no mass and no inertia appears in a sub-step.
 *
 * A lever is an anchor's arm divided by its body's k: dimensionless, Q12.20, within 1023.
 *
 * Widths. |v|, |u| <= 2^29 raw, |lever| < 2^30, impulses and errors are 32-bit: a lever times an
 * impulse is below 2^61, and sums of two fit. A result that may exceed 32 bits saturates with
 * PAWL_FAULT_SOLVER_RANGE (pawli_narrow_symmetric). */
#ifndef PAWLI_JOINT_ROW_H
#define PAWLI_JOINT_ROW_H

#include "solver/softness.h"
#include "solver/velocity.h"

/* One end of a joint: the anchor seen from the center of mass, in world axes. */
typedef struct pawli_lever {
    pawl_vec2 arm;            /* at the start of the step, Q16.16 */
    int32_t first_x, first_y; /* arm / k then, Q12.20 */
    int32_t x, y;             /* and now */
    int32_t move_x, move_y;   /* of the anchor by turning, since the start of the step, Q10.22 */
} pawli_lever;

/* How the two bodies share a turn. rate = ratio_b uB - ratio_a uA; an impulse changes uB by gain_b
 * and uA by -gain_a times itself. All Q12.20. */
typedef struct pawli_turning {
    int32_t ratio_a, ratio_b;
    int32_t gain_a, gain_b;
} pawli_turning;

/* A row that pulls its error to zero, within limits: what a motor or a spring needs. */
typedef struct pawli_drive {
    pawli_softness softness; /* of a spring */
    int32_t gap;             /* error at the start of the step, Q10.22 */
    int32_t speed;           /* of a motor, Q16.16 */
    int32_t max_impulse;     /* largest impulse per sub-step, Q16.16 */
    int32_t max_frac;        /* and what it has below a raw unit, in 2^-32 units/s */
} pawli_drive;

/* A direction that two bodies push each other along: v = n . (vB - vA) + lever_b uB - lever_a uA
 * (axis.h). */
typedef struct pawli_axis {
    pawl_rot direction;       /* n, Q2.30 */
    int32_t lever_a, lever_b; /* lever x n, Q12.20 */
    int32_t mass;             /* 1 / (1 + alpha_a lever_a^2 + alpha_b lever_b^2), Q2.30 */
    int32_t place;            /* how far B is along it now, Q10.22 */
} pawli_axis;

/* A number that turns lengths in Q10.22 into levers in Q12.20: near(length * mantissa, shift). */
typedef struct pawli_per_length {
    uint32_t mantissa; /* 0: the product is 0 */
    int shift;
} pawli_per_length;

/* How far from the center of its bodies a rod takes hold. */
typedef enum pawli_rod_reach {
    PAWLI_REACH_SHORT = 0,
    PAWLI_REACH_LONG = 1, /* two radii of gyration and more, from one of them */
    PAWLI_REACH_ALONE = 2 /* the same, and neither has another joint */
} pawli_rod_reach;

/* The inverse of the matrix K' of a point. */
typedef struct pawli_point_mass {
    int32_t xx, xy, yy; /* Q2.30 */
    int32_t per_det;    /* 2^det_shift / det K', Q2.30; 0: K' is large */
    int32_t det_shift;
    int32_t mean; /* of the diagonal of K', Q12.20: hinge.h */
} pawli_point_mass;

/* What each row of a type is for is said in its file. A hinge has a row of its own: hinge.h. */
typedef struct pawli_joint_row {
    uint16_t a, b; /* solver bodies */
    uint16_t joint;
    uint16_t next;            /* row that is solved after this one; PAWLI_NONE: the last */
    uint8_t type, flags;      /* as in pawli_joint */
    uint8_t is_point;         /* 1: DISTANCE, a rod of length 0 */
    uint8_t at_once;          /* 1: WELD, see there */
    uint8_t reach;            /* DISTANCE: pawli_rod_reach */
    int8_t far_x, far_y;      /* what gap_x, gap_y lack, in 1024 units: 0 unless it is far */
    int32_t alpha_a, alpha_b; /* shares of a linear impulse, Q2.30 */
    pawli_lever lever_a, lever_b;
    int32_t gap_x, gap_y; /* anchor B minus anchor A at the start of the step, Q10.22 */
    pawli_point_mass mass;
    pawl_rot first_axis;             /* x axis of frame A at the start of the step, Q2.30 */
    pawl_rot turned_a;               /* the turn of A since then */
    pawli_axis along, side;          /* PULLEY: the rope of A and that of B */
    int32_t first_place, first_side; /* their places at the start of the step */
    int32_t second_x, second_y;      /* at the start of the step, Q10.22. PRISMATIC: center B minus
                                        center A; PULLEY: anchor B minus ground B */
    pawli_per_length per_gyration_a, per_span; /* PRISMATIC, WHEEL: 1/k of A; PRISMATIC: axis.h */
    pawl_vec2 slide;                           /* MOTOR: the linear velocity in the axes of A */
    pawl_rot span; /* WELD: see there; at the start of the step, Q2.30 */
    pawli_turning turning;
    pawli_drive spring, motor, bend, twist; /* bend: of the angle; twist: angular motor */
    int32_t lower_gap, upper_gap; /* room to the limits at the start of the step, Q10.22 */
    int32_t angle_gap;            /* error of the angle at the start of the step, Q10.22 */
    int32_t length_gap;           /* DISTANCE, PULLEY: error of the length then, Q10.22 */
    int32_t teeth;                /* RATCHET */
    int32_t impulses[PAWLI_JOINT_IMPULSES];
    int16_t fracs[PAWLI_JOINT_IMPULSES]; /* of drives: joint_drive.h */
} pawli_joint_row;

/* Sub-step length and the stiffness of everything rigid. */
typedef struct pawli_joint_time {
    uint32_t substep;           /* h, Q0.32 */
    int32_t per_substep;        /* 1/h, Q16.16 */
    pawli_softness rigid, weld; /* of a weld: weld.c */
    int64_t bias_mass;          /* bias rate times mass scale of `rigid`, Q8.24 */
    int64_t long_rod;           /* error of a rod at a long lever that is corrected, Q10.22 */
} pawli_joint_time;

/* What velocities have below a raw unit, in 2^-32 units/s. */
typedef struct pawli_velocity_fracs {
    int16_t ax, ay, a_spin, bx, by, b_spin;
} pawli_velocity_fracs;

/* One pass over a joint: the bodies' velocities, and null softness to relax. */
typedef struct pawli_joint_pass {
    const pawli_solver_body *a, *b;
    const pawli_softness *softness;
    const pawli_joint_time *time;
    pawli_velocities v;
    uint32_t faults;
    pawli_velocity_fracs frac;
} pawli_joint_pass;

/* A vector in 2^-22 units. */
typedef struct pawli_gap {
    int64_t x, y;
} pawli_gap;

#define PAWLI_LEVER_ONE (INT64_C(1) << 20)
#define PAWLI_FAR (INT64_C(1) << 32) /* 1024 units in Q10.22 */

/* Levers stay within 1023. */
PAWLI_INLINE int32_t pawli_limit_lever(int64_t lever, uint32_t *faults) {
    const int64_t most = INT64_C(1023) << 20;
    if (lever <= most && lever >= -most) return (int32_t)lever;
    *faults |= PAWL_FAULT_SOLVER_RANGE;
    return (int32_t)(lever < 0 ? -most : most);
}

/* Velocity of anchor B minus that of anchor A, Q16.16. */
typedef struct pawli_relative_velocity {
    int32_t x, y;
} pawli_relative_velocity;

PAWLI_INLINE pawli_relative_velocity pawli_anchor_velocity(const pawli_joint_row *row,
                                                           pawli_joint_pass *pass) {
    const pawli_velocities *v = &pass->v;
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t x = (int64_t)a->y * v->a_spin - (int64_t)b->y * v->b_spin;
    const int64_t y = (int64_t)b->x * v->b_spin - (int64_t)a->x * v->a_spin;
    pawli_relative_velocity velocity;
    velocity.x = pawli_narrow_symmetric(v->bx - (int64_t)v->ax + pawli_near(x, 20), &pass->faults);
    velocity.y = pawli_narrow_symmetric(v->by - (int64_t)v->ay + pawli_near(y, 20), &pass->faults);
    return velocity;
}

/* Spin that a linear impulse gives at a lever, Q16.16 before the share alpha. */
PAWLI_INLINE int32_t pawli_moment(int32_t lever_x, int32_t lever_y, int32_t x, int32_t y,
                                  uint32_t *faults) {
    return pawli_narrow_symmetric(pawli_near((int64_t)lever_x * y - (int64_t)lever_y * x, 20),
                                  faults);
}

/* What an impulse changes, 2^-32 units/s: B is pushed, A pulled. */
typedef struct pawli_gains {
    int64_t ax, ay, a_spin, bx, by, b_spin;
} pawli_gains;

/* The fractions of the velocities keep what they cannot take: rounded away, it would be taken in
 * the same direction time and again while an impulse hardly changes, and a body would gain speed.
 */
PAWLI_INLINE void pawli_apply_gains(pawli_joint_pass *pass, const pawli_gains *gains) {
    pawli_velocities *v = &pass->v;
    pawli_velocity_fracs *frac = &pass->frac;
    uint32_t *faults = &pass->faults;
    v->ax = pawli_gain_velocity(v->ax, &frac->ax, -gains->ax, faults);
    v->ay = pawli_gain_velocity(v->ay, &frac->ay, -gains->ay, faults);
    v->a_spin = pawli_gain_velocity(v->a_spin, &frac->a_spin, -gains->a_spin, faults);
    v->bx = pawli_gain_velocity(v->bx, &frac->bx, gains->bx, faults);
    v->by = pawli_gain_velocity(v->by, &frac->by, gains->by, faults);
    v->b_spin = pawli_gain_velocity(v->b_spin, &frac->b_spin, gains->b_spin, faults);
}

/* Impulses below 32 units/s leave room for more bits in a product with a lever. */
PAWLI_INLINE bool pawli_is_small_impulse(int32_t x, int32_t y) {
    const int32_t limit = INT32_C(1) << 21;
    return x < limit && x > -limit && y < limit && y > -limit;
}

/* The spin of a body that takes the share alpha of an impulse at a lever, 2^-32 units/s. Small
 * ones: 2^30 times 2^31, twice. */
PAWLI_INLINE int64_t pawli_spin_gain(int64_t alpha, const pawli_lever *lever, int32_t x, int32_t y,
                                     uint32_t *faults) {
    if (!pawli_is_small_impulse(x, y))
        return pawli_near(alpha * pawli_moment(lever->x, lever->y, x, y, faults), 14);
    const int64_t share_x = pawli_near(alpha * x, 20), share_y = pawli_near(alpha * y, 20);
    return pawli_near(lever->x * share_y - lever->y * share_x, 14);
}

/* Push B by an impulse at its anchor, and A back at its own; and twist them. */
PAWLI_INLINE void pawli_apply_linear_and_angular(const pawli_joint_row *row, pawli_joint_pass *pass,
                                                 int32_t x, int32_t y, int32_t turn) {
    const int64_t a = row->alpha_a, b = row->alpha_b;
    const pawli_gains gains = {
        pawli_near(a * x, 14),
        pawli_near(a * y, 14),
        pawli_spin_gain(a, &row->lever_a, x, y, &pass->faults) +
            pawli_near((int64_t)row->turning.gain_a * turn, 4),
        pawli_near(b * x, 14),
        pawli_near(b * y, 14),
        pawli_spin_gain(b, &row->lever_b, x, y, &pass->faults) +
            pawli_near((int64_t)row->turning.gain_b * turn, 4),
    };
    pawli_apply_gains(pass, &gains);
}

/* Push alone. */
PAWLI_INLINE void pawli_apply_linear(const pawli_joint_row *row, pawli_joint_pass *pass, int32_t x,
                                     int32_t y) {
    pawli_apply_linear_and_angular(row, pass, x, y, 0);
}

/* k (wB - wA), Q16.16. */
PAWLI_INLINE int32_t pawli_turn_rate(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const pawli_turning *t = &row->turning;
    const int64_t rate =
        (int64_t)t->ratio_b * pass->v.b_spin - (int64_t)t->ratio_a * pass->v.a_spin;
    return pawli_narrow_symmetric(pawli_near(rate, 20), &pass->faults);
}

/* How far the angle has changed since the start of the step, times k, Q10.22. */
PAWLI_INLINE int64_t pawli_turn_move(const pawli_joint_row *row, const pawli_joint_pass *pass) {
    const pawli_turning *t = &row->turning;
    return pawli_near((int64_t)t->ratio_b * pass->b->turn - (int64_t)t->ratio_a * pass->a->turn,
                      20);
}

PAWLI_INLINE void pawli_apply_angular(const pawli_joint_row *row, pawli_joint_pass *pass,
                                      int32_t impulse) {
    const pawli_turning *t = &row->turning;
    pawli_velocities *v = &pass->v;
    v->a_spin = pawli_gain_velocity(v->a_spin, &pass->frac.a_spin,
                                    -pawli_near((int64_t)t->gain_a * impulse, 4), &pass->faults);
    v->b_spin = pawli_gain_velocity(v->b_spin, &pass->frac.b_spin,
                                    pawli_near((int64_t)t->gain_b * impulse, 4), &pass->faults);
}

/* The same as pawli_biased for errors of 512 units and more, below 2^17 units. */
PAWLI_RARE int32_t pawli_joint_row_bias_far(int32_t velocity, int64_t gap,
                                            const pawli_softness *softness, uint32_t *faults);

/* A velocity plus the share of an error (Q10.22) to be removed. */
PAWLI_INLINE int32_t pawli_biased(int32_t velocity, int64_t gap, const pawli_softness *softness,
                                  uint32_t *faults) {
    if ((uint64_t)gap + PAWL_FX_MAX > 2 * (uint64_t)PAWL_FX_MAX)
        return pawli_joint_row_bias_far(velocity, gap, softness, faults);
    return pawli_narrow_symmetric(velocity + pawli_near(softness->bias_rate * gap, 22), faults);
}

/* Change of an impulse that makes `velocity` vanish; soft when softness is not null. */
PAWLI_INLINE int32_t pawli_impulse_for(int32_t mass, int32_t velocity,
                                       const pawli_softness *softness, int32_t impulse,
                                       uint32_t *faults) {
    if (softness == NULL)
        return pawli_narrow_symmetric(-pawli_near((int64_t)mass * velocity, 30), faults);
    const int64_t scaled = pawli_near((int64_t)mass * softness->mass_scale, 30);
    const int64_t change = scaled * velocity + (int64_t)softness->impulse_scale * impulse;
    return pawli_narrow_symmetric(-pawli_near(change, 30), faults);
}

/* Add a change to an impulse within +-most, and return what was really added. */
PAWLI_INLINE int32_t pawli_add_bounded(int32_t *impulse, int32_t change, int32_t most) {
    int64_t sum = (int64_t)*impulse + change;
    if (sum > most) sum = most;
    if (sum < -most) sum = -most;
    const int64_t added = sum - *impulse;
    *impulse = (int32_t)sum;
    return (int32_t)(added > INT32_MAX ? INT32_MAX : added < -PAWL_FX_MAX ? -PAWL_FX_MAX : added);
}

/* Add the change that a direct solution asks for, softly when softness is not null, and return
 * what was really added. */
PAWLI_INLINE int32_t pawli_add_soft(int32_t *impulse, int32_t asked, const pawli_softness *softness,
                                    uint32_t *faults) {
    int64_t change = asked;
    if (softness != NULL) {
        const int64_t kept = (int64_t)softness->impulse_scale * *impulse;
        change = pawli_near((int64_t)softness->mass_scale * asked - kept, 30);
    }
    return pawli_add_bounded(impulse, pawli_narrow_symmetric(change, faults), PAWL_FX_MAX);
}

/* A one-sided row: `room` (Q10.22) may shrink to 0, and below 0 it is pushed back. The impulse
 * stays >= 0. A limit may be far away: that saturates without a fault. */
PAWLI_INLINE int32_t pawli_limit_impulse(int64_t room, int32_t mass, int32_t velocity,
                                         const pawli_joint_pass *pass, int32_t *impulse,
                                         uint32_t *faults) {
    const int64_t per_substep = pass->time->per_substep;
    int32_t change;
    if (room > 0) {
        const int64_t closing = pawli_near(pawl_saturate(room) * per_substep, 22);
        change = pawli_impulse_for(mass, pawl_saturate(velocity + closing), NULL, 0, faults);
    } else if (pass->softness == NULL) {
        change = pawli_impulse_for(mass, velocity, NULL, 0, faults);
    } else {
        change = pawli_impulse_for(mass, pawli_biased(velocity, room, pass->softness, faults),
                                   pass->softness, *impulse, faults);
    }
    int64_t sum = (int64_t)*impulse + change;
    if (sum < 0) sum = 0;
    const int32_t after = pawli_narrow_symmetric(sum, faults);
    change = after - *impulse;
    *impulse = after;
    return change;
}

/* How fast a limit may be approached: it is met with the end of the sub-step. Beyond it as fast as
 * the limit itself pushes back. */
PAWLI_INLINE int64_t pawli_limit_approach(int64_t room, const pawli_joint_pass *pass) {
    if (room > 0) return pawli_near(pawl_saturate(room) * (int64_t)pass->time->per_substep, 22);
    if (pass->softness == NULL) return 0;
    return pawli_near((int64_t)pass->softness->bias_rate * pawl_saturate(room), 22);
}

/* The velocity of a motor's row as the motor sees it: its speed is cut to what the limits of the
 * row let it do, so that the strongest motor does not push through. `moved`: since the start of the
 * step. */
PAWLI_INLINE int32_t pawli_motor_velocity(const pawli_joint_row *row, int32_t velocity,
                                          int64_t moved, const pawli_joint_pass *pass) {
    if (!(row->flags & PAWLI_JOINT_LIMIT)) return velocity;
    const int64_t asked = row->motor.speed;
    const int64_t most = pawli_limit_approach(row->upper_gap - moved, pass);
    const int64_t least = -pawli_limit_approach(row->lower_gap + moved, pass);
    int64_t speed = asked;
    if (speed > most) speed = most;
    if (speed < least) speed = least;
    return pawl_saturate(velocity + asked - speed);
}

/* The angle stays. Softness null: only its rate. */
PAWLI_INLINE void pawli_solve_angle(const pawli_joint_row *row, pawli_joint_pass *pass,
                                    const pawli_softness *softness, int32_t *impulse) {
    uint32_t *faults = &pass->faults;
    int32_t rate = pawli_turn_rate(row, pass);
    if (softness != NULL) {
        rate = pawli_biased(rate, row->angle_gap + pawli_turn_move(row, pass), softness, faults);
    }
    const int32_t change = pawli_impulse_for(PAWL_UNIT, rate, softness, *impulse, faults);
    pawli_apply_angular(row, pass, pawli_add_bounded(impulse, change, PAWL_FX_MAX));
}

/* Turn an anchor with its body: `turned` since the start of the step. */
PAWLI_INLINE void pawli_turn_lever(pawli_lever *lever, pawl_rot turned, uint32_t *faults) {
    const int64_t c = turned.c, s = turned.s, less = c - PAWL_UNIT;
    lever->x = pawli_near32(lever->first_x * c - lever->first_y * s, 30);
    lever->y = pawli_near32(lever->first_x * s + lever->first_y * c, 30);
    lever->move_x =
        pawli_narrow_symmetric(pawli_near(lever->arm.x * less - lever->arm.y * s, 24), faults);
    lever->move_y =
        pawli_narrow_symmetric(pawli_near(lever->arm.x * s + lever->arm.y * less, 24), faults);
}

/* K' of a point, Q20. */
typedef struct pawli_point_matrix {
    int64_t xx, xy, yy;
} pawli_point_matrix;

/* Half up, not half away from zero: ties of products this long are rare. */
PAWLI_INLINE int64_t pawli_round_half_up(int64_t value, int shift) {
    return pawli_floor(value + (INT64_C(1) << (shift - 1)), shift);
}

PAWLI_INLINE void pawli_add_lever(pawli_point_matrix *k, int64_t alpha, const pawli_lever *lever) {
    const int64_t x = lever->x, y = lever->y;
    const int64_t share_x = pawli_round_half_up(alpha * x, 30);
    const int64_t share_y = pawli_round_half_up(alpha * y, 30);
    k->xx += pawli_round_half_up(share_y * y, 20);
    k->xy -= pawli_round_half_up(share_x * y, 20);
    k->yy += pawli_round_half_up(share_x * x, 20);
}

/* Entries of K' below 1024 leave room for the products below. */
#define PAWLI_POINT_LARGE (INT64_C(1) << 30)

/* det K' in Q20, divided by 2^det_shift: within [1, 2) when the step began. */
PAWLI_INLINE int64_t pawli_point_determinant(const pawli_point_matrix *k, int shift) {
    return pawli_near(k->xx * k->yy - k->xy * k->xy, 20 + shift);
}

/* The inverse: the adjugate of K' over its determinant, Q2.30. */
PAWLI_INLINE void pawli_set_point_mass(const pawli_point_matrix *k, pawli_point_mass *mass) {
    const int shift = 20 + (int)mass->det_shift;
    const int64_t per_det = mass->per_det;
    mass->xx = (int32_t)pawli_near(k->yy * per_det, shift);
    mass->xy = (int32_t)pawli_near(-k->xy * per_det, shift);
    mass->yy = (int32_t)pawli_near(k->xx * per_det, shift);
}

/* The inverse of K' by a division: of one whose entries are below PAWLI_POINT_LARGE, and for levers
 * of any length (joint_row.c). */
void pawli_joint_row_invert_matrix(const pawli_point_matrix *k, pawli_point_mass *mass);
PAWLI_RARE void pawli_joint_row_invert_point(pawli_joint_row *row);

/* After the levers have turned. Levers keep their length, so the determinant of K' hardly changes
 * while its entries do: its reciprocal follows by one step of Newton's method, y (2 - d y), which
 * needs no division and squares the error. Where it has changed by half, or K' is large, there is a
 * division: with a matrix of other directions a joint makes energy. */
PAWLI_INLINE void pawli_update_point_mass(pawli_joint_row *row) {
    pawli_point_matrix k = {PAWLI_LEVER_ONE, 0, PAWLI_LEVER_ONE};
    pawli_add_lever(&k, row->alpha_a, &row->lever_a);
    pawli_add_lever(&k, row->alpha_b, &row->lever_b);
    if (row->mass.per_det == 0 || k.xx >= PAWLI_POINT_LARGE || k.yy >= PAWLI_POINT_LARGE) {
        pawli_joint_row_invert_point(row);
        return;
    }
    const int64_t product =
        pawli_near(pawli_point_determinant(&k, (int)row->mass.det_shift) * row->mass.per_det, 20);
    if (product < PAWL_UNIT / 2 || product > PAWL_UNIT + PAWL_UNIT / 2) {
        pawli_joint_row_invert_point(row);
        return;
    }
    row->mass.per_det =
        (int32_t)pawli_near(row->mass.per_det * (2 * (int64_t)PAWL_UNIT - product), 30);
    pawli_set_point_mass(&k, &row->mass);
}

/* Anchor B minus anchor A now, Q10.22. */
PAWLI_INLINE int64_t pawli_gap_x(const pawli_joint_row *row, const pawli_joint_pass *pass) {
    return row->far_x * PAWLI_FAR + row->gap_x + pass->b->move_x - pass->a->move_x +
           row->lever_b.move_x - row->lever_a.move_x;
}

PAWLI_INLINE int64_t pawli_gap_y(const pawli_joint_row *row, const pawli_joint_pass *pass) {
    return row->far_y * PAWLI_FAR + row->gap_y + pass->b->move_y - pass->a->move_y +
           row->lever_b.move_y - row->lever_a.move_y;
}

/* The anchors stay together; impulses at [0], [1]. Softness null: only their velocities. */
PAWLI_INLINE void pawli_solve_point(pawli_joint_row *row, pawli_joint_pass *pass,
                                    const pawli_softness *softness) {
    uint32_t *faults = &pass->faults;
    pawli_relative_velocity v = pawli_anchor_velocity(row, pass);
    if (softness != NULL) {
        v.x = pawli_biased(v.x, pawli_gap_x(row, pass), softness, faults);
        v.y = pawli_biased(v.y, pawli_gap_y(row, pass), softness, faults);
    }
    int64_t x = -pawli_near((int64_t)row->mass.xx * v.x + (int64_t)row->mass.xy * v.y, 30);
    int64_t y = -pawli_near((int64_t)row->mass.xy * v.x + (int64_t)row->mass.yy * v.y, 30);
    if (softness != NULL) {
        const int64_t scale = softness->mass_scale, keep = softness->impulse_scale;
        x = pawli_near(pawli_narrow_symmetric(x, faults) * scale - keep * row->impulses[0], 30);
        y = pawli_near(pawli_narrow_symmetric(y, faults) * scale - keep * row->impulses[1], 30);
    }
    const int32_t sum_x = pawli_narrow_symmetric(row->impulses[0] + x, faults);
    const int32_t sum_y = pawli_narrow_symmetric(row->impulses[1] + y, faults);
    const int32_t add_x = pawli_narrow_symmetric((int64_t)sum_x - row->impulses[0], faults);
    const int32_t add_y = pawli_narrow_symmetric((int64_t)sum_y - row->impulses[1], faults);
    row->impulses[0] = sum_x;
    row->impulses[1] = sum_y;
    pawli_apply_linear(row, pass, add_x, add_y);
}

#endif
