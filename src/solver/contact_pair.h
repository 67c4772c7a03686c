/* contact_pair.h - internal: two contact points at once: a 2x2 linear complementarity problem
 * without division.
 *
 * Source: Catto, "Fast and Simple Physics using Sequential Impulses" (GDC 2006), the block
 * solver; in our normalization the unknowns are changes of impulse x0, x1 with
 *     x0 + a0 x1 = i0,   a1 x0 + x1 = i1
 * where i0, i1 are what each point alone would want, subject to lambda + x >= 0, a residual
 * >= 0, and one of the two zero at each point. All four cases are tried, in a fixed order: with
 * a negative coupling "both negative" does not mean "both zero". */
#ifndef PAWLI_CONTACT_PAIR_H
#define PAWLI_CONTACT_PAIR_H

#include "solver/contact_row.h"

typedef struct pawli_contact_pair {
    pawli_fast32 i0, i1;           /* what each point alone would want, Q16.16 */
    pawli_fast32 a0, a1;           /* couplings, Q8.24 */
    pawli_fast32 lambda0, lambda1; /* impulses so far, >= 0 */
    pawli_fast32 inverse;          /* 1 / (1 - a0 a1), Q8.24; 0: nearly singular */
} pawli_contact_pair;

typedef struct pawli_contact_pair_change {
    pawli_fast32 x0, x1;
} pawli_contact_pair_change;

/* a * x in Q16.16, unsaturated: below 2^38. */
PAWLI_INLINE int64_t pawli_coupled(pawli_fast32 a, pawli_fast32 x) {
    return pawli_near(pawli_product(a, x), 24);
}

PAWLI_INLINE pawli_fast32 pawli_at_least(pawli_fast32 value, int64_t low) {
    return value > low ? value : (pawli_fast32)low;
}

#if PAWLI_ONE_COPY
pawli_contact_pair_change pawli_solve_pair(const pawli_contact_pair *p, uint32_t *faults);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
/* The cases in which at least one point lets go: seldom, so it is no kernel. What a case that is
 * not taken would have limited is no fault. `press` is what both would do together. */
static pawli_contact_pair_change pawli_contact_pair_release(const pawli_contact_pair *p,
                                                            pawli_contact_pair_change press,
                                                            uint32_t *faults) {
    const pawli_fast32 let0 = -p->lambda0, let1 = -p->lambda1;
    pawli_contact_pair_change s;
    if (p->inverse == 0) { /* nearly dependent points share the work: half of what each wants */
        s.x0 = pawli_at_least(p->i0 / 2, let0);
        s.x1 = pawli_at_least(p->i1 / 2, let1);
        return s;
    }
    /* Point 1 lets go; its residual must not be negative. */
    uint32_t tried = 0;
    s.x1 = let1;
    s.x0 = pawli_narrow(p->i0 - pawli_coupled(p->a0, let1), &tried);
    if (s.x0 >= let0 && pawli_coupled(p->a1, s.x0) + let1 >= p->i1) {
        *faults |= tried;
        return s;
    }
    /* Point 0 lets go. */
    tried = 0;
    s.x0 = let0;
    s.x1 = pawli_narrow(p->i1 - pawli_coupled(p->a1, let0), &tried);
    if (s.x1 >= let1 && pawli_coupled(p->a0, s.x1) + let0 >= p->i0) {
        *faults |= tried;
        return s;
    }
    /* Both let go. */
    s.x1 = let1;
    if (let0 + pawli_coupled(p->a0, let1) >= p->i0 && let1 + pawli_coupled(p->a1, let0) >= p->i1) {
        return s;
    }
    /* Rounding left a gap between the cases. The last three ask the same sums of each other, so the
     * gap is beside the first one: a point that just presses came out as just letting go. */
    s.x0 = pawli_at_least(press.x0, let0);
    s.x1 = pawli_at_least(press.x1, let1);
    return s;
}

PAWLI_KERNEL pawli_contact_pair_change pawli_solve_pair(const pawli_contact_pair *p,
                                                        uint32_t *faults) {
    uint32_t tried = 0; /* whether this case takes more than 32 bits */
    const pawli_fast32 d0 = pawli_narrow(p->i0 - pawli_coupled(p->a0, p->i1), &tried);
    const pawli_fast32 d1 = pawli_narrow(p->i1 - pawli_coupled(p->a1, p->i0), &tried);
    pawli_contact_pair_change s;
    s.x0 = pawli_narrow(pawli_near(pawli_product(d0, p->inverse), 24), &tried);
    s.x1 = pawli_narrow(pawli_near(pawli_product(d1, p->inverse), 24), &tried);
    const bool both_press = (int64_t)p->lambda0 + s.x0 >= 0 && (int64_t)p->lambda1 + s.x1 >= 0;
    if (both_press && p->inverse != 0) {
        *faults |= tried;
        return s;
    }
    const pawli_contact_pair copy = *p; /* keeps the caller's in registers */
    return pawli_contact_pair_release(&copy, s, faults);
}
#endif

#endif
