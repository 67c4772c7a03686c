/* velocity.h - internal: the velocities of two bodies while a row of a contact or a joint works on
 * them. */
#ifndef PAWLI_VELOCITY_H
#define PAWLI_VELOCITY_H

#include "solver/solver_body.h"

/* Where a register has 32 bits; 600 bytes of a Cortex-M0, which small code is not to have. */
#if INT_FAST32_MAX == INT32_MAX && !PAWLI_LONG_REGISTERS && !PAWLI_SMALL_KERNELS
#define PAWLI_SHORT_SPEEDS 1
#else
#define PAWLI_SHORT_SPEEDS 0
#endif

/* Here and in the rows of contacts, numbers of 32 bits are as wide as a register where that is
 * free, so that a 64-bit machine need not extend them for every product. */
typedef struct pawli_velocities {
    pawli_fast32 ax, ay, a_spin, bx, by, b_spin;
    bool fixed; /* A is solver body 0, which never moves: its parts are 0 and are not stored */
} pawli_velocities;

#if PAWLI_ONE_COPY
pawli_velocities pawli_velocity_load(const pawli_solver_body *a, const pawli_solver_body *b,
                                     bool fixed);
void pawli_velocity_store(const pawli_velocities *v, pawli_solver_body *a, pawli_solver_body *b);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
PAWLI_KERNEL pawli_velocities pawli_velocity_load(const pawli_solver_body *a,
                                                  const pawli_solver_body *b, bool fixed) {
    pawli_velocities v = {0, 0, 0, b->velocity.x, b->velocity.y, b->spin, fixed};
    if (fixed) return v;
    v.ax = a->velocity.x;
    v.ay = a->velocity.y;
    v.a_spin = a->spin;
    return v;
}

PAWLI_KERNEL void pawli_velocity_store(const pawli_velocities *v, pawli_solver_body *a,
                                       pawli_solver_body *b) {
    b->velocity.x = (int32_t)v->bx;
    b->velocity.y = (int32_t)v->by;
    b->spin = (int32_t)v->b_spin;
    if (v->fixed) return;
    a->velocity.x = (int32_t)v->ax;
    a->velocity.y = (int32_t)v->ay;
    a->spin = (int32_t)v->a_spin;
}
#endif

/* The union of numbers that are to be within the speed limit. */
PAWLI_INLINE uint64_t pawli_velocity_join(uint64_t all, int64_t *speed) {
    PAWLI_AS_IT_STANDS(*speed);
    all |= (uint64_t)(*speed + PAWL_SPEED_MAX);
    PAWLI_AS_IT_STANDS(all);
    return all;
}

/* Within the speed limit, all six with one test in the usual case: as unsigned numbers they are
 * below 2^30 together when their union is. Each is needed twice, so it is computed once. Small code
 * does without that test. */
PAWLI_INLINE void pawli_velocity_set(pawli_velocities *v, int64_t ax, int64_t ay, int64_t a_spin,
                                     int64_t bx, int64_t by, int64_t b_spin, uint32_t *faults) {
#if !PAWLI_ONE_COPY
    const int64_t limit = PAWL_SPEED_MAX;
    uint64_t all = 0;
    if (!v->fixed) {
        all = pawli_velocity_join(all, &ax);
        all = pawli_velocity_join(all, &ay);
        all = pawli_velocity_join(all, &a_spin);
    }
    all = pawli_velocity_join(all, &bx);
    all = pawli_velocity_join(all, &by);
    all = pawli_velocity_join(all, &b_spin);
    if (PAWLI_USUALLY(all < 2 * (uint64_t)limit)) {
        const pawli_velocities within = {(pawli_fast32)ax, (pawli_fast32)ay, (pawli_fast32)a_spin,
                                         (pawli_fast32)bx, (pawli_fast32)by, (pawli_fast32)b_spin,
                                         v->fixed};
        *v = within;
        return;
    }
#endif
    v->ax = pawli_limit_speed(ax, faults);
    v->ay = pawli_limit_speed(ay, faults);
    v->a_spin = pawli_limit_speed(a_spin, faults);
    v->bx = pawli_limit_speed(bx, faults);
    v->by = pawli_limit_speed(by, faults);
    v->b_spin = pawli_limit_speed(b_spin, faults);
}

/* What an impulse changes, Q16.16: B is pushed, A pulled. One rounding per component. */
typedef struct pawli_velocity_change {
    int64_t ax, ay, a_spin, bx, by, b_spin;
} pawli_velocity_change;

#if PAWLI_SHORT_SPEEDS
/* Bits of a number that is longer than 32. */
PAWLI_INLINE uint32_t pawli_velocity_excess(int64_t change) {
    return (uint32_t)((uint64_t)(change ^ (int32_t)change) >> 32);
}

/* The usual case of pawli_velocity_apply, in registers of 32 bits; false where it is another. A
 * velocity is within the limit of 2^29, a change within 32 bits: 2^29 + velocity + change is above
 * -2^31 and below 2^31 + 2^30, so that it is below 2^30 where its 32 lower bits are. */
PAWLI_INLINE bool pawli_velocity_add_short(const pawli_velocity_change *change,
                                           pawli_velocities *v) {
    const uint32_t limit = PAWL_SPEED_MAX;
    const uint32_t bx = (uint32_t)v->bx + (uint32_t)change->bx;
    const uint32_t by = (uint32_t)v->by + (uint32_t)change->by;
    const uint32_t b_spin = (uint32_t)v->b_spin + (uint32_t)change->b_spin;
    uint32_t excess = pawli_velocity_excess(change->bx) | pawli_velocity_excess(change->by) |
                      pawli_velocity_excess(change->b_spin);
    uint32_t all = (bx + limit) | (by + limit) | (b_spin + limit), ax = 0, ay = 0, a_spin = 0;
    if (!v->fixed) {
        ax = (uint32_t)v->ax - (uint32_t)change->ax;
        ay = (uint32_t)v->ay - (uint32_t)change->ay;
        a_spin = (uint32_t)v->a_spin - (uint32_t)change->a_spin;
        excess |= pawli_velocity_excess(change->ax) | pawli_velocity_excess(change->ay) |
                  pawli_velocity_excess(change->a_spin);
        all |= (ax + limit) | (ay + limit) | (a_spin + limit);
    }
    if (excess != 0 || all >= 2 * limit) return false;
    const pawli_velocities within = {(int32_t)ax, (int32_t)ay,     (int32_t)a_spin, (int32_t)bx,
                                     (int32_t)by, (int32_t)b_spin, v->fixed};
    *v = within;
    return true;
}
#endif

#if PAWLI_ONE_COPY
void pawli_velocity_apply(const pawli_velocity_change *change, pawli_velocities *v,
                          uint32_t *faults);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
PAWLI_KERNEL void pawli_velocity_apply(const pawli_velocity_change *change, pawli_velocities *v,
                                       uint32_t *faults) {
#if PAWLI_SHORT_SPEEDS
    if (pawli_velocity_add_short(change, v)) return;
#endif
    const int64_t ax = v->fixed ? 0 : v->ax - change->ax;
    const int64_t ay = v->fixed ? 0 : v->ay - change->ay;
    const int64_t a_spin = v->fixed ? 0 : v->a_spin - change->a_spin;
    pawli_velocity_set(v, ax, ay, a_spin, v->bx + change->bx, v->by + change->by,
                       v->b_spin + change->b_spin, faults);
}
#endif

#endif
