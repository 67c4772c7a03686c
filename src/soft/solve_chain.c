/* solve_chain.c - distances: chains of links solved at once.
 *
 * Links of length L between points with weights (inverse masses) w form a chain when each begins
 * where the one before it ends. With unit vectors u_i along them, errors C_i and c_i = u_(i-1) .
 * u_i the pulls that take all errors away at once, to first order, solve a tridiagonal system:
 *
 *     (w_i + w_(i+1)) p_i - w_i c_i p_(i-1) - w_(i+1) c_(i+1) p_(i+1) = C_i.
 *
 * A sweep link by link, as is usual, takes a number of rounds that grows with the square of the
 * number of links and with the mass at the end of the rope; this takes one. The elimination is
 * written so that nothing cancels, whatever the masses are: let e_i be how much the beginning of
 * link i yields along it while all links before it hold, r_i = w_i / (e_(i-1) + w_i), and s_i the
 * cross product u_(i-1) x u_i. Then
 *
 *     e_0 = w_0,  e_i = r_i (e_(i-1) + w_i s_i^2),
 *     q_0 = C_0,  q_i = C_i + r_i c_i q_(i-1),
 *     p_i = q_i / (e_i + w_(i+1)) + r_(i+1) c_(i+1) p_(i+1).
 *
 * e_i is the inverse mass of an articulated body (Featherstone, "The Calculation of Robot Dynamics
 * using Articulated-Body Inertias", 1983). All terms are positive, in Q2.30.
 *
 * First order is not enough where links pull hard: solve_geometric_stiffness.c. SLACK, added to
 * what a link yields, keeps a straight chain between two pins solvable: as if each link was a
 * spring that a load stretches by 2^-15 of what it moves the lightest point in a sub-step. A link
 * by itself is a chain of one.
 *
 * Widths: differences, lengths and pulls are below 2^31, weights and unit vectors at most 2^30. */
#include "soft/soft_solve.h"

#include "fx/fx_wide.h"
#include "fx/product.h"
#include "fx/quotient.h"

#define SLACK (UINT32_C(1) << 15)
#define SOLVED_SHIFT 8 /* from Q16.16 to 2^-22 and 2^-14 */
#define TAUT_SHIFT 2   /* from Q16.16 to 2^-22, 1/32 and 2 */
#define PULL_MAX ((int64_t)INT32_MAX)

static bool is_distance(const pawli_soft_link *link) {
    return link->kind == PAWL_LINK_DISTANCE && !(link->flags & PAWL_LINK_TORN);
}

/* No point may come twice, and one that is glued to a body ends a chain. */
uint32_t pawli_solve_chain_prepare(const pawli_soft_system *parts, uint32_t first) {
    const pawli_soft_link *link = &parts->links[first];
    uint16_t *marks = &parts->step->marks[parts->soft->first_point];
    const uint16_t mark = (uint16_t)(first + 1);
    uint32_t count = 1;
    marks[link->a] = marks[link->b] = mark;
    while (first + count < parts->soft->link_count) {
        const pawli_soft_link *next = link + 1;
        if (!is_distance(next) || next->a != link->b || marks[next->b] == mark) break;
        if (parts->nodes[next->a].glue != PAWLI_NONE) break;
        marks[next->b] = mark;
        link = next;
        count++;
    }
    parts->rows[first].length = (uint16_t)count;
    return count;
}

/* Below 2^63: neither is INT32_MIN. */
static uint64_t square_of(int32_t x, int32_t y) {
    return (uint64_t)pawli_product(x, x) + (uint64_t)pawli_product(y, y);
}

/* part * 2^30 / whole, rounded towards zero; |part| <= 2^31. Where a division of 64 bits is a loop,
 * by shorter ones if the result has 32. */
static int64_t ratio_of(int64_t part, uint32_t whole) {
#if PAWLI_SHORT_DIVISIONS
    const uint64_t size = pawli_magnitude(part);
    if (size >> 2 < whole) {
        const int64_t ratio = pawli_quotient(size << 30, whole);
        return part < 0 ? -ratio : ratio;
    }
#endif
    return part * PAWL_UNIT / whole;
}

/* Direction and error of a link. A link without length has no direction and pulls nobody. */
static void measure(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    const pawli_soft_particle *a = &parts->nodes[link->a], *b = &parts->nodes[link->b];
    pawli_soft_chain_row *row = &parts->rows[at].chain;
    uint32_t *faults = &parts->step->faults;
    const int32_t x = pawli_within(b->x - a->x, faults), y = pawli_within(b->y - a->y, faults);
    const uint32_t length = pawli_isqrt64_near(square_of(x, y));
    row->x = row->y = 0;
    if (length != 0) {
        row->x = (int32_t)ratio_of(x, length);
        row->y = (int32_t)ratio_of(y, length);
    }
    row->error = pawli_within((int64_t)length - (int64_t)link->place.x * 64, faults);
}

static bool is_slack(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    return (link->flags & PAWL_LINK_TORN) || ((link->flags & PAWL_LINK_ROPE) && row->error <= 0);
}

/* An error below 2^-14 of the length is left alone: a whole chain of such links is solved. */
static bool is_solved(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    return (uint32_t)pawl_abs(row->error) <= (uint32_t)link->place.x >> SOLVED_SHIFT ||
           is_slack(link, row);
}

/* The same of a link that has not been measured, without a root: with n an integer, the root of q
 * is rounded to n or more when q > n^2 - n, and to n or less when q <= n^2 + n. Says no of a torn
 * link. Lengths are at most 2^30. */
static bool is_right(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    const pawli_soft_particle *a = &parts->nodes[link->a], *b = &parts->nodes[link->b];
    uint32_t *faults = &parts->step->faults;
    if (link->flags & PAWL_LINK_TORN) return false;
    const int32_t x = pawli_within(b->x - a->x, faults), y = pawli_within(b->y - a->y, faults);
    const uint64_t square = square_of(x, y);
    const uint32_t length = (uint32_t)link->place.x * 64,
                   off = (uint32_t)link->place.x >> SOLVED_SHIFT;
    const uint64_t most = length + off, least = length - off;
    if (square > most * most + most) return false;
    return (link->flags & PAWL_LINK_ROPE) || square > least * least - least;
}

static bool is_chain_right(const pawli_soft_system *parts, uint32_t first, uint32_t count) {
    for (uint32_t at = first; at < first + count; at++) {
        if (!is_right(parts, at)) return false;
    }
    return true;
}

/* Measure all links; false when there is nothing to do. */
static bool measure_chain(const pawli_soft_system *parts, uint32_t first, uint32_t count) {
    bool solved = true;
    for (uint32_t at = first; at < first + count; at++) {
        measure(parts, at);
        solved = solved && is_solved(&parts->links[at], &parts->rows[at].chain);
    }
    return !solved;
}

static int64_t wanted(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    if (link->stiffness == INT16_MAX + 1u) return row->error;
    return pawli_near((int64_t)row->error * link->stiffness, 15);
}

static uint32_t weight_along(const pawli_soft_system *parts, uint16_t point,
                             const pawli_soft_chain_row *row) {
    const pawli_soft_particle *node = &parts->nodes[point];
    return node->glue == PAWLI_NONE ? node->weight
                                    : pawli_solve_attach_inverse_mass(parts, node, row->x, row->y);
}

static int64_t limit_pull(int64_t pull) {
    return pull > PULL_MAX ? PULL_MAX : pull < -PULL_MAX ? -PULL_MAX : pull;
}

/* One more link of the elimination; `before` is the row of the link before it. Returns e. */
static uint32_t couple(pawli_soft_chain_row *row, const pawli_soft_chain_row *before,
                       uint32_t weight, uint32_t yielding) {
    const int64_t c = pawli_near(pawli_product(before->x, row->x), 30) +
                      pawli_near(pawli_product(before->y, row->y), 30);
    const int64_t s = pawli_near(pawli_product(before->x, row->y), 30) -
                      pawli_near(pawli_product(before->y, row->x), 30);
    const uint64_t ratio = pawli_quotient((uint64_t)weight << 31, before->loose);
    const uint64_t square = (uint64_t)(s * s) >> 30;
    const uint64_t across = ((uint64_t)weight * square) >> 30;
    row->coupled = (int32_t)pawli_near(c * (int64_t)ratio, 31);
    row->pull =
        limit_pull(row->pull + pawli_near(pawli_product(row->coupled, (int32_t)before->pull), 30));
    return (uint32_t)((ratio * (yielding + SLACK + across)) >> 31);
}

static void eliminate(const pawli_soft_system *parts, uint32_t first, uint32_t count) {
    const pawli_soft_chain_row *before = NULL;
    uint32_t yielding = 0;
    for (uint32_t at = first; at < first + count; at++) {
        const pawli_soft_link *link = &parts->links[at];
        pawli_soft_chain_row *row = &parts->rows[at].chain;
        row->coupled = 0;
        row->pull = 0;
        row->loose = 0;
        if (is_slack(link, row)) {
            before = NULL;
            continue;
        }
        row->pull = wanted(link, row);
        if (before == NULL) {
            yielding = weight_along(parts, link->a, row);
        } else {
            yielding = couple(row, before, parts->nodes[link->a].weight, yielding);
        }
        row->loose = yielding + weight_along(parts, link->b, row) + SLACK;
        before = row;
    }
}

/* From the last link to the first. */
static void substitute(const pawli_soft_system *parts, uint32_t first, uint32_t count) {
    int64_t ahead = 0;
    for (uint32_t at = first + count; at-- > first;) {
        pawli_soft_chain_row *row = &parts->rows[at].chain;
        if (row->loose != 0) {
            row->pull = limit_pull(ratio_of(row->pull, row->loose) + ahead);
        }
        ahead = pawli_near(pawli_product(row->coupled, (int32_t)row->pull), 30);
    }
}

/* Whether some link pulls so hard that it matters how it turns: w p > L / 32. */
static bool is_taut(const pawli_soft_system *parts, uint32_t first, uint32_t count) {
    for (uint32_t at = first; at < first + count; at++) {
        const pawli_soft_link *link = &parts->links[at];
        const uint64_t pull = pawli_magnitude(parts->rows[at].chain.pull);
        const uint64_t a = parts->nodes[link->a].weight, b = parts->nodes[link->b].weight;
        if ((pull * (a > b ? a : b)) >> 29 > (uint64_t)link->place.x << TAUT_SHIFT) return true;
    }
    return false;
}

/* Move a point by a pull of weight 1. */
static void pull_node(const pawli_soft_system *parts, uint16_t point, int64_t x, int64_t y) {
    pawli_soft_particle *node = &parts->nodes[point];
    if (node->glue != PAWLI_NONE) {
        pawli_solve_attach_apply(parts, node, x, y);
        return;
    }
    node->x += pawli_near(node->weight * x, 30);
    node->y += pawli_near(node->weight * y, 30);
}

static void set_forces(const pawli_soft_system *parts, uint32_t first, uint32_t count) {
    for (uint32_t at = first; at < first + count; at++) {
        pawli_soft_chain_row *row = &parts->rows[at].chain;
        row->force_x = pawli_near(pawli_product((int32_t)row->pull, row->x), 30);
        row->force_y = pawli_near(pawli_product((int32_t)row->pull, row->y), 30);
    }
}

/* A point between two links moves by the difference of their pulls, rounded once. */
static void apply(const pawli_soft_system *parts, uint32_t first, uint32_t count) {
    int64_t x = 0, y = 0;
    for (uint32_t at = first; at < first + count; at++) {
        const pawli_soft_chain_row *row = &parts->rows[at].chain;
        pull_node(parts, parts->links[at].a, row->force_x - x, row->force_y - y);
        x = row->force_x;
        y = row->force_y;
    }
    pull_node(parts, parts->links[first + count - 1].b, -x, -y);
}

/* A link by itself. */
static void relax(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    pawli_soft_chain_row *row = &parts->rows[at].chain;
    if (is_right(parts, at)) return;
    measure(parts, at);
    if (is_solved(link, row)) return;
    const uint32_t loose = weight_along(parts, link->a, row) + weight_along(parts, link->b, row);
    if (loose == 0) return;
    const int64_t pull = limit_pull(ratio_of(wanted(link, row), loose));
    const int64_t x = pawli_near(pull * row->x, 30), y = pawli_near(pull * row->y, 30);
    pull_node(parts, link->a, x, y);
    pull_node(parts, link->b, -x, -y);
}

void pawli_solve_chain(const pawli_soft_system *parts, uint32_t first) {
    const uint32_t count = parts->rows[first].length;
    if (count == 1) {
        relax(parts, first);
        return;
    }
    if (is_chain_right(parts, first, count) || !measure_chain(parts, first, count)) return;
    eliminate(parts, first, count);
    substitute(parts, first, count);
    if (is_taut(parts, first, count)) {
        pawli_solve_geometric_stiffness(parts, first, count);
    } else {
        set_forces(parts, first, count);
    }
    apply(parts, first, count);
}

/* Before the links of a sub-step have pulled. */
bool pawli_solve_chain_is_overstretched(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    if (link->tear == 0) return false;
    measure(parts, at);
    const int64_t length = (int64_t)link->place.x * 64;
    return parts->rows[at].chain.error + length > pawli_near(length * link->tear, 8);
}
