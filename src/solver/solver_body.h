/* solver_body.h - internal: bodies while the solver works on them, and the arithmetic that
 * contacts and joints share. */
#ifndef PAWLI_SOLVER_BODY_H
#define PAWLI_SOLVER_BODY_H

#include "base/compiler.h"
#include "fx/isqrt.h"
#include "world/world.h"

#define PAWLI_KEEP_ALL UINT32_C(0x80000000) /* 1 in Q0.31: no damping */

/* Whether bodies that nothing holds do all their sub-steps at once (step/free_body.c). */
#if PAWLI_LARGE_CODE && !PAWL_SMALL_CODE
#define PAWLI_FREE_BODIES 1
#else
#define PAWLI_FREE_BODIES 0
#endif

/* Flags of a solver body: which pushes are in 2^-32 units/s, whether a contact holds it, whether
 * nothing does and all its sub-steps are done, and along which axes nothing moves it. */
#define PAWLI_FINE_X 1u
#define PAWLI_FINE_Y 2u
#define PAWLI_FINE_SPIN 4u
#define PAWLI_FINE (PAWLI_FINE_X | PAWLI_FINE_Y | PAWLI_FINE_SPIN)
#define PAWLI_HELD 8u
#define PAWLI_MOVED_FREELY (PAWLI_FREE_BODIES ? 16u : 0u)
#define PAWLI_LOCKED_X PAWLI_BODY_LOCK_X
#define PAWLI_LOCKED_Y PAWLI_BODY_LOCK_Y
#define PAWLI_LOCKED PAWLI_BODY_LOCKS

/* What touches something and has no component of its velocity above this, raw units/s, is at
 * rest. */
#define PAWLI_CREEP_SPEED 64

/* A body while the solver works on it. Displacements are Q10.22, everything else Q16.16; turn is
 * k * (change of angle), as spin is k * w, so that both are lengths. What is rounded away is in the
 * fractions. Entry 0 stands for every body that contacts do not move by much: static ones. */
typedef struct pawli_solver_body {
    pawl_vec2 velocity; /* read and written as 16 bytes in lanes, with what follows */
    int32_t spin;
    int16_t spin_frac, velocity_frac_x; /* in 2^-32 units/s */
    int32_t move_x, move_y, turn;       /* since the start of the step; read as 16 bytes */
    int32_t turn_frac;                  /* of turn, in 2^-48 units */
    pawl_vec2 push;                     /* velocity gained per sub-step from gravity and forces */
    int32_t push_spin;
    uint32_t keep_linear, keep_angular; /* share of the velocity left per sub-step, Q0.31 */
    int16_t velocity_frac_y;
    int16_t move_frac_x, move_frac_y; /* in 2^-38 units */
    uint16_t body;
    union {
        uint16_t next_left; /* phase 5, of one that has moved freely: the first one behind it that
                               has not, or their number; in the place of what only phase 8 has: */
        uint16_t mover;     /* an entry of its list of bodies that leave their fat boxes */
    };
    uint8_t flags;
    uint8_t moves; /* PAWL_WITH_LANES: 1: contacts may change its velocity. Without lanes this
                      makes the size a power of two: places are found without a product */
} pawli_solver_body;

/* Takes from a body the velocity that it has along its locked axes. */
static inline void pawli_solver_body_hold_velocity(pawli_solver_body *body) {
    if (body->flags & PAWLI_LOCKED_X) body->velocity.x = 0;
    if (body->flags & PAWLI_LOCKED_Y) body->velocity.y = 0;
}

/* And all that it has moved. */
static inline void pawli_solver_body_hold(pawli_solver_body *body) {
    if (!(body->flags & PAWLI_LOCKED)) return;
    if (body->flags & PAWLI_LOCKED_X) {
        body->velocity.x = body->move_x = 0;
        body->velocity_frac_x = body->move_frac_x = 0;
    }
    if (body->flags & PAWLI_LOCKED_Y) {
        body->velocity.y = body->move_y = 0;
        body->velocity_frac_y = body->move_frac_y = 0;
    }
}

/* A number that has been brought into 32 bits. gcc is slower by 1 % where it is as wide as a
 * register, clang where it is not. */
#if defined(__clang__)
typedef pawli_fast32 pawli_narrowed;
#else
typedef int32_t pawli_narrowed;
#endif

/* One copy with small code, but for the passes over contacts in SMALL. */
#if PAWLI_ONE_COPY && PAWL_SMALL_CODE && \
    (PAWLI_SMALL_KERNELS || !defined(PAWLI_IN_KERNEL) || defined(PAWLI_SOLVER_COPY))
#define PAWLI_NARROW_ONCE 1
#else
#define PAWLI_NARROW_ONCE 0
#endif
#if PAWLI_NARROW_ONCE
pawli_narrowed pawli_narrow(int64_t value, uint32_t *faults);
pawli_narrowed pawli_narrow_below(int64_t value, uint32_t *faults);
pawli_narrowed pawli_narrow_above(int64_t value, uint32_t *faults);
#define PAWLI_NARROW
#else
#define PAWLI_NARROW PAWLI_INLINE
#endif
#if !PAWLI_NARROW_ONCE || defined(PAWLI_SOLVER_COPY)
/* A 64-bit value as a 32-bit one; outside, saturated with PAWL_FAULT_SOLVER_RANGE. */
PAWLI_NARROW pawli_narrowed pawli_narrow(int64_t value, uint32_t *faults) {
    PAWLI_AS_IT_STANDS(value);
    if (PAWLI_USUALLY(value == (int32_t)value)) return (pawli_narrowed)value;
    *faults |= PAWL_FAULT_SOLVER_RANGE;
    return value < 0 ? -PAWL_FX_MAX : PAWL_FX_MAX;
}

/* The same where a value above the range means no more than that a contact lets go: it is limited
 * without a fault, for no limited number is used. */
PAWLI_NARROW pawli_narrowed pawli_narrow_below(int64_t value, uint32_t *faults) {
    PAWLI_AS_IT_STANDS(value);
    if (PAWLI_USUALLY(value == (int32_t)value)) return (pawli_narrowed)value;
    if (value < 0) *faults |= PAWL_FAULT_SOLVER_RANGE;
    return value < 0 ? -PAWL_FX_MAX : PAWL_FX_MAX;
}

/* The same where it is a value below the range. */
PAWLI_NARROW pawli_narrowed pawli_narrow_above(int64_t value, uint32_t *faults) {
    if (PAWLI_USUALLY(value == (int32_t)value)) return (pawli_narrowed)value;
    if (value > 0) *faults |= PAWL_FAULT_SOLVER_RANGE;
    return value < 0 ? -PAWL_FX_MAX : PAWL_FX_MAX;
}
#endif

/* As pawli_narrow within +-PAWL_FX_MAX, so that the result can be negated: what joints and soft
 * bodies need, and 2 % of all instructions where contacts did with it. The sum may wrap around. */
PAWLI_INLINE int32_t pawli_narrow_symmetric(int64_t value, uint32_t *faults) {
    const uint64_t limit = PAWL_FX_MAX;
    if (PAWLI_USUALLY((uint64_t)value + limit <= 2 * limit)) return (int32_t)value;
    *faults |= PAWL_FAULT_SOLVER_RANGE;
    return value < 0 ? -PAWL_FX_MAX : PAWL_FX_MAX;
}

#if PAWLI_ONE_COPY
int32_t pawli_limit_speed(int64_t value, uint32_t *faults);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
/* A velocity within the speed limit. */
PAWLI_KERNEL int32_t pawli_limit_speed(int64_t value, uint32_t *faults) {
    const uint64_t limit = PAWL_SPEED_MAX;
    if (PAWLI_USUALLY((uint64_t)value + limit <= 2 * limit)) return (int32_t)value;
    *faults |= PAWL_FAULT_SPEED;
    return value < 0 ? -PAWL_SPEED_MAX : PAWL_SPEED_MAX;
}
#endif

/* A velocity after a gain in 2^-32 units/s, of which the fraction keeps what is below a raw unit:
 * -2^15 .. 2^15 - 1 of them. */
PAWLI_INLINE int32_t pawli_gain_velocity(int64_t velocity, int16_t *frac, int64_t gain,
                                         uint32_t *faults) {
    const int64_t sum = gain + *frac;
    const int64_t whole = pawli_floor(sum + (INT32_C(1) << 15), 16);
    *frac = (int16_t)(sum - whole * (INT32_C(1) << 16));
    return pawli_limit_speed(velocity + whole, faults);
}

/* sqrt(a b), with the usual case of equal materials for free. */
static inline pawl_fx pawli_mix_friction(pawl_fx a, pawl_fx b) {
    if (a == b) return a;
    return (pawl_fx)pawli_isqrt_floor((uint64_t)a * (uint64_t)b);
}

#endif
