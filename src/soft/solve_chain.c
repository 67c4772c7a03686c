/* solve_chain.c - distances: chains of links solved at once.
 *
 * Links of length L between points with inverse masses w form a chain when each begins where the
 * one before it ends. With unit vectors u_i along them, errors C_i and c_i = u_(i-1) . u_i the
 * multipliers p_i (lambda) that take all errors away at once, to first order, solve a tridiagonal
 * system:
 *
 *     (w_i + w_(i+1)) p_i - w_i c_i p_(i-1) - w_(i+1) c_(i+1) p_(i+1) = C_i.
 *
 * A sweep link by link, as is usual, takes a number of iterations that grows with the square of the
 * number of links and with the mass at the end of the rope; this takes one. The elimination is
 * written so that nothing cancels, whatever the masses are: let e_i be the inverse mass of the
 * beginning of link i along it while all links before it hold, r_i = w_i / (e_(i-1) + w_i), and s_i
 * the cross product u_(i-1) x u_i. Then
 *
 *     e_0 = w_0,  e_i = r_i (e_(i-1) + w_i s_i^2),
 *     q_0 = C_0,  q_i = C_i + r_i c_i q_(i-1),
 *     p_i = q_i / (e_i + w_(i+1)) + r_(i+1) c_(i+1) p_(i+1).
 *
 * e_i is the inverse mass of an articulated body (Featherstone, "The Calculation of Robot Dynamics
 * using Articulated-Body Inertias", 1983). All terms are positive, in Q2.30.
 *
 * First order is not enough where links pull hard: solve_geometric_stiffness.c. COMPLIANCE, added
 * to each pivot e_i + w_(i+1), keeps a straight chain between two pins solvable: as if each link
 * was a spring that a load stretches by 2^-15 of what it moves the lightest point in a sub-step. A
 * link by itself is a chain of one.
 *
 * Widths: differences, lengths and multipliers are below 2^31, inverse masses and unit vectors at
 * most 2^30. */
#include "soft/soft_solve.h"

#include "fx/int128.h"
#include "fx/product.h"
#include "fx/quotient.h"
#include "fx/isqrt.h"

#define COMPLIANCE (UINT32_C(1) << 15)
#define TOLERANCE_SHIFT 8 /* from Q16.16 to 2^-22 and 2^-14 */
#define STIFF_SHIFT 2     /* from Q16.16 to 2^-22, 1/32 and 2 */
#define LAMBDA_MAX ((int64_t)INT32_MAX)

static bool is_whole_distance(const pawli_soft_link *link) {
    return link->type == PAWL_LINK_DISTANCE && !(link->flags & PAWL_LINK_TORN);
}

/* No point may come twice, and one that is attached to a body ends a chain. */
uint32_t pawli_solve_chain_prepare(const pawli_soft_system *system, uint32_t first) {
    const pawli_soft_link *link = &system->links[first];
    uint16_t *chain_marks = &system->step->chain_marks[system->soft->first_point];
    const uint16_t mark = (uint16_t)(first + 1);
    uint32_t count = 1;
    chain_marks[link->a] = chain_marks[link->b] = mark;
    while (first + count < system->soft->link_count) {
        const pawli_soft_link *next = link + 1;
        if (!is_whole_distance(next) || next->a != link->b || chain_marks[next->b] == mark) break;
        if (system->particles[next->a].attachment != PAWLI_NONE) break;
        chain_marks[next->b] = mark;
        link = next;
        count++;
    }
    system->rows[first].length = (uint16_t)count;
    return count;
}

/* Below 2^63: neither is INT32_MIN. */
static uint64_t squared_length(int32_t x, int32_t y) {
    return (uint64_t)pawli_product(x, x) + (uint64_t)pawli_product(y, y);
}

/* part * 2^30 / whole, rounded towards zero; |part| <= 2^31. Where a division of 64 bits is a loop,
 * by shorter ones if the result has 32. */
static int64_t chain_ratio(int64_t part, uint32_t whole) {
#if PAWLI_SHORT_DIVISIONS
    const uint64_t size = pawli_magnitude(part);
    if (size >> 2 < whole) {
        const int64_t ratio = pawli_quotient(size << 30, whole);
        return part < 0 ? -ratio : ratio;
    }
#endif
    return part * PAWL_UNIT / whole;
}

/* Direction and error of a link. A link without length has no direction and moves no point. */
static void measure_link_error(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    const pawli_soft_particle *a = &system->particles[link->a], *b = &system->particles[link->b];
    pawli_soft_chain_row *row = &system->rows[at].chain;
    uint32_t *faults = &system->step->faults;
    const int32_t x = pawli_narrow_symmetric(b->x - a->x, faults),
                  y = pawli_narrow_symmetric(b->y - a->y, faults);
    const uint32_t length = pawli_isqrt_near(squared_length(x, y));
    row->x = row->y = 0;
    if (length != 0) {
        row->x = (int32_t)chain_ratio(x, length);
        row->y = (int32_t)chain_ratio(y, length);
    }
    row->error = pawli_narrow_symmetric(
        (int64_t)length - (int64_t)link->place.x * PAWLI_SOFT_PER_RAW, faults);
}

static bool is_rope_slack(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    return (link->flags & PAWL_LINK_TORN) || ((link->flags & PAWL_LINK_ROPE) && row->error <= 0);
}

/* An error below 2^-14 of the length is left alone: a whole chain of such links is solved. */
static bool is_link_satisfied(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    return (uint32_t)pawl_abs(row->error) <= (uint32_t)link->place.x >> TOLERANCE_SHIFT ||
           is_rope_slack(link, row);
}

/* The same of a link that has not been measured, without a root: with n an integer, the root of q
 * is rounded to n or more when q > n^2 - n, and to n or less when q <= n^2 + n. False for a torn
 * link. Lengths are at most 2^30. */
static bool is_length_satisfied(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    const pawli_soft_particle *a = &system->particles[link->a], *b = &system->particles[link->b];
    uint32_t *faults = &system->step->faults;
    if (link->flags & PAWL_LINK_TORN) return false;
    const int32_t x = pawli_narrow_symmetric(b->x - a->x, faults),
                  y = pawli_narrow_symmetric(b->y - a->y, faults);
    const uint64_t square = squared_length(x, y);
    const uint32_t length = (uint32_t)link->place.x * PAWLI_SOFT_PER_RAW,
                   off = (uint32_t)link->place.x >> TOLERANCE_SHIFT;
    const uint64_t most = length + off, least = length - off;
    if (square > most * most + most) return false;
    return (link->flags & PAWL_LINK_ROPE) || square > least * least - least;
}

static bool is_chain_satisfied(const pawli_soft_system *system, uint32_t first, uint32_t count) {
    for (uint32_t at = first; at < first + count; at++) {
        if (!is_length_satisfied(system, at)) return false;
    }
    return true;
}

/* Measure all links; false when there is nothing to do. */
static bool measure_chain_errors(const pawli_soft_system *system, uint32_t first, uint32_t count) {
    bool solved = true;
    for (uint32_t at = first; at < first + count; at++) {
        measure_link_error(system, at);
        solved = solved && is_link_satisfied(&system->links[at], &system->rows[at].chain);
    }
    return !solved;
}

static int64_t correction_of(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    if (link->stiffness == INT16_MAX + 1u) return row->error;
    return pawli_near((int64_t)row->error * link->stiffness, 15);
}

static uint32_t inverse_mass_along(const pawli_soft_system *system, uint16_t point,
                                   const pawli_soft_chain_row *row) {
    const pawli_soft_particle *particle = &system->particles[point];
    return particle->attachment == PAWLI_NONE
               ? particle->inverse_mass
               : pawli_solve_attach_inverse_mass(system, particle, row->x, row->y);
}

static int64_t limit_lambda(int64_t lambda) {
    return lambda > LAMBDA_MAX ? LAMBDA_MAX : lambda < -LAMBDA_MAX ? -LAMBDA_MAX : lambda;
}

/* One more link of the elimination; `before` is the row of the link before it. Returns e. */
static uint32_t couple_to_link(pawli_soft_chain_row *row, const pawli_soft_chain_row *before,
                               uint32_t inverse_mass, uint32_t articulated) {
    const int64_t c = pawli_near(pawli_product(before->x, row->x), 30) +
                      pawli_near(pawli_product(before->y, row->y), 30);
    const int64_t s = pawli_near(pawli_product(before->x, row->y), 30) -
                      pawli_near(pawli_product(before->y, row->x), 30);
    const uint64_t ratio = pawli_quotient((uint64_t)inverse_mass << 31, before->pivot);
    const uint64_t square = (uint64_t)(s * s) >> 30;
    const uint64_t across = ((uint64_t)inverse_mass * square) >> 30;
    row->coupling = (int32_t)pawli_near(c * (int64_t)ratio, 31);
    row->lambda = limit_lambda(
        row->lambda + pawli_near(pawli_product(row->coupling, (int32_t)before->lambda), 30));
    return (uint32_t)((ratio * (articulated + COMPLIANCE + across)) >> 31);
}

static void eliminate_chain(const pawli_soft_system *system, uint32_t first, uint32_t count) {
    const pawli_soft_chain_row *before = NULL;
    uint32_t articulated = 0;
    for (uint32_t at = first; at < first + count; at++) {
        const pawli_soft_link *link = &system->links[at];
        pawli_soft_chain_row *row = &system->rows[at].chain;
        row->coupling = 0;
        row->lambda = 0;
        row->pivot = 0;
        if (is_rope_slack(link, row)) {
            before = NULL;
            continue;
        }
        row->lambda = correction_of(link, row);
        if (before == NULL) {
            articulated = inverse_mass_along(system, link->a, row);
        } else {
            articulated =
                couple_to_link(row, before, system->particles[link->a].inverse_mass, articulated);
        }
        row->pivot = articulated + inverse_mass_along(system, link->b, row) + COMPLIANCE;
        before = row;
    }
}

/* From the last link to the first. */
static void substitute_chain(const pawli_soft_system *system, uint32_t first, uint32_t count) {
    int64_t ahead = 0;
    for (uint32_t at = first + count; at-- > first;) {
        pawli_soft_chain_row *row = &system->rows[at].chain;
        if (row->pivot != 0) {
            row->lambda = limit_lambda(chain_ratio(row->lambda, row->pivot) + ahead);
        }
        ahead = pawli_near(pawli_product(row->coupling, (int32_t)row->lambda), 30);
    }
}

/* Whether some link pulls so hard that it matters how it turns: w lambda > L / 32. */
static bool needs_geometric_stiffness(const pawli_soft_system *system, uint32_t first,
                                      uint32_t count) {
    for (uint32_t at = first; at < first + count; at++) {
        const pawli_soft_link *link = &system->links[at];
        const uint64_t lambda = pawli_magnitude(system->rows[at].chain.lambda);
        const uint64_t a = system->particles[link->a].inverse_mass,
                       b = system->particles[link->b].inverse_mass;
        if ((lambda * (a > b ? a : b)) >> 29 > (uint64_t)link->place.x << STIFF_SHIFT) return true;
    }
    return false;
}

/* Move a point by an impulse, which moves an inverse mass of 1 by as much. */
static void apply_impulse(const pawli_soft_system *system, uint16_t point, int64_t x, int64_t y) {
    pawli_soft_particle *particle = &system->particles[point];
    if (particle->attachment != PAWLI_NONE) {
        pawli_solve_attach_apply(system, particle, x, y);
        return;
    }
    particle->x += pawli_near(particle->inverse_mass * x, 30);
    particle->y += pawli_near(particle->inverse_mass * y, 30);
}

static void set_impulses(const pawli_soft_system *system, uint32_t first, uint32_t count) {
    for (uint32_t at = first; at < first + count; at++) {
        pawli_soft_chain_row *row = &system->rows[at].chain;
        row->impulse_x = pawli_near(pawli_product((int32_t)row->lambda, row->x), 30);
        row->impulse_y = pawli_near(pawli_product((int32_t)row->lambda, row->y), 30);
    }
}

/* A point between two links moves by the difference of their impulses, rounded once. */
static void apply_chain(const pawli_soft_system *system, uint32_t first, uint32_t count) {
    int64_t x = 0, y = 0;
    for (uint32_t at = first; at < first + count; at++) {
        const pawli_soft_chain_row *row = &system->rows[at].chain;
        apply_impulse(system, system->links[at].a, row->impulse_x - x, row->impulse_y - y);
        x = row->impulse_x;
        y = row->impulse_y;
    }
    apply_impulse(system, system->links[first + count - 1].b, -x, -y);
}

/* A link by itself. */
static void solve_single_link(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    pawli_soft_chain_row *row = &system->rows[at].chain;
    if (is_length_satisfied(system, at)) return;
    measure_link_error(system, at);
    if (is_link_satisfied(link, row)) return;
    const uint32_t pivot =
        inverse_mass_along(system, link->a, row) + inverse_mass_along(system, link->b, row);
    if (pivot == 0) return;
    const int64_t lambda = limit_lambda(chain_ratio(correction_of(link, row), pivot));
    const int64_t x = pawli_near(lambda * row->x, 30), y = pawli_near(lambda * row->y, 30);
    apply_impulse(system, link->a, x, y);
    apply_impulse(system, link->b, -x, -y);
}

void pawli_solve_chain(const pawli_soft_system *system, uint32_t first) {
    const uint32_t count = system->rows[first].length;
    if (count == 1) {
        solve_single_link(system, first);
        return;
    }
    if (is_chain_satisfied(system, first, count) || !measure_chain_errors(system, first, count))
        return;
    eliminate_chain(system, first, count);
    substitute_chain(system, first, count);
    if (needs_geometric_stiffness(system, first, count)) {
        pawli_solve_geometric_stiffness(system, first, count);
    } else {
        set_impulses(system, first, count);
    }
    apply_chain(system, first, count);
}

/* Asked before the links of a sub-step are solved. */
bool pawli_solve_chain_is_overstretched(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    if (link->tear == 0) return false;
    measure_link_error(system, at);
    const int64_t length = (int64_t)link->place.x * PAWLI_SOFT_PER_RAW;
    return system->rows[at].chain.error + length > pawli_near(length * link->tear, 8);
}
