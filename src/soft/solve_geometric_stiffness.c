/* solve_geometric_stiffness.c - a chain that is pulled so hard that its points would overshoot.
 *
 * Pulls p_i move the points of a chain along its links as they are now. Where w p is large beside
 * the length L of a link, because a light rope carries a heavy weight, the movement across
 * overshoots the straight line that it aims at, and more so each time. What is missing is how the
 * pull turns with the link: with k_i = p_i / L_i and the movements d_i of the points, link i pulls
 *     g_i = p_i u_i + k_i (d_(i+1) - d_i + C_i u_i),
 * where C_i is the part of d that shortens the link and turns nothing; this is the geometric
 * stiffness (Tournier et al., "Stable Constrained Dynamics", 2015). d_i = w_i (g_i - g_(i-1)) is
 * then a tridiagonal system with positive terms only; by elimination,
 *     d_i = alpha_i d_(i+1) + beta_i,  alpha_i = w_i k_i / t_i,
 *     beta_i = w_i (G_i + k_(i-1) beta_(i-1)) / t_i,
 *     t_i = 1 + w_i (k_(i-1) (1 - alpha_(i-1)) + k_i),  G_i the difference of (p + k C) u.
 * Forces act between the points of a link and conserve momentum, whatever d is off by.
 *
 * Formats: w k is Q16.16 and at most 2^10, alpha Q8.24; movements d and beta are in 2^-30 units and
 * at most 2^6; pulls below 2^31. Products stay below 2^62. */
#include "soft/soft_solve.h"

#include "fx/quotient.h"

#define K_MAX (INT64_C(1) << 26)
#define D_MAX (INT64_C(1) << 36)
#define ONE_Q24 (INT64_C(1) << 24)

static int64_t limited(int64_t value, int64_t limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* w k, Q16.16. */
static int64_t times(uint32_t weight, int32_t k) {
    return pawli_near((int64_t)weight * k, 30);
}

/* p / L; a link that is pushed together has none. */
static int32_t stiffness_of(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    const int64_t length = (int64_t)link->place.x * 64;
    if (row->pull <= 0 || length <= 0) return 0;
    const int64_t k = row->pull * 65536 / length;
    return (int32_t)(k > K_MAX ? K_MAX : k);
}

static uint32_t weight_of(const pawli_soft_system *parts, uint16_t point) {
    return pawli_soft_particle_inverse_mass(parts, &parts->nodes[point]);
}

/* The pull as if the link did not turn, (p + k C) u. */
static void set_force(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    pawli_soft_chain_row *row = &parts->rows[at].chain;
    row->k = row->loose == 0 ? 0 : stiffness_of(link, row);
    const int64_t shorter = pawli_near((int64_t)row->error * link->stiffness, 15);
    const int64_t pull =
        row->loose == 0 ? 0 : limited(row->pull + pawli_near(row->k * shorter, 16), INT32_MAX);
    row->force_x = pawli_near(pull * row->x, 30);
    row->force_y = pawli_near(pull * row->y, 30);
}

/* alpha and beta of the first point of link `at`. */
static void eliminate(const pawli_soft_system *parts, uint32_t at,
                      const pawli_soft_chain_row *before) {
    pawli_soft_chain_row *row = &parts->rows[at].chain;
    const uint32_t weight = weight_of(parts, parts->links[at].a);
    const int64_t behind = before == NULL ? 0 : times(weight, before->k);
    const int64_t ahead = times(weight, row->k);
    const int64_t held = before == NULL ? 0 : pawli_near(behind * (ONE_Q24 - before->alpha), 24);
    const int64_t inverse =
        (int64_t)pawli_quotient(UINT64_C(1) << 40, (uint64_t)(65536 + held + ahead));
    row->alpha = (int32_t)pawli_near(ahead * inverse, 16);
    int64_t x = row->force_x, y = row->force_y;
    if (before != NULL) {
        x -= before->force_x;
        y -= before->force_y;
    }
    x = pawli_near(weight * x, 22);
    y = pawli_near(weight * y, 22);
    if (before != NULL) {
        x += pawli_near(behind * before->beta_x, 16);
        y += pawli_near(behind * before->beta_y, 16);
    }
    row->beta_x = limited(pawli_near(limited(x, D_MAX) * inverse, 24), D_MAX);
    row->beta_y = limited(pawli_near(limited(y, D_MAX) * inverse, 24), D_MAX);
}

/* How the last point moves, 2^-30 units. */
static void move_last(const pawli_soft_system *parts, uint32_t last, int64_t *x, int64_t *y) {
    const pawli_soft_chain_row *row = &parts->rows[last].chain;
    const uint32_t weight = weight_of(parts, parts->links[last].b);
    const int64_t behind = times(weight, row->k);
    const int64_t held = pawli_near(behind * (ONE_Q24 - row->alpha), 24);
    const int64_t inverse = (int64_t)pawli_quotient(UINT64_C(1) << 40, (uint64_t)(65536 + held));
    const int64_t force_x = pawli_near(-(weight * row->force_x), 22);
    const int64_t force_y = pawli_near(-(weight * row->force_y), 22);
    *x = limited(force_x + pawli_near(behind * row->beta_x, 16), D_MAX);
    *y = limited(force_y + pawli_near(behind * row->beta_y, 16), D_MAX);
    *x = pawli_near(*x * inverse, 24);
    *y = pawli_near(*y * inverse, 24);
}

/* The pull along the link and what its turning adds across it, from the movement of its end against
 * its beginning, 2^-30. What lies along the link is left out: where a chain cannot get as short as
 * it should be, it is not what was asked for. */
static void set_turned_force(pawli_soft_chain_row *row, int64_t x, int64_t y) {
    const int64_t most = INT64_C(1) << 33; /* products below 2^62 */
    const int64_t half_x = limited(x, most) / 2, half_y = limited(y, most) / 2;
    const int64_t cross = pawli_near(half_x * -row->y, 29) + pawli_near(half_y * row->x, 29);
    const int64_t turn = pawli_near(row->k * limited(cross, D_MAX), 24);
    row->force_x =
        limited(pawli_near(row->pull * row->x, 30) - pawli_near(turn / 2 * row->y, 29), INT32_MAX);
    row->force_y =
        limited(pawli_near(row->pull * row->y, 30) + pawli_near(turn / 2 * row->x, 29), INT32_MAX);
}

void pawli_solve_geometric_stiffness(const pawli_soft_system *parts, uint32_t first,
                                     uint32_t count) {
    const pawli_soft_chain_row *before = NULL;
    for (uint32_t at = first; at < first + count; at++) {
        set_force(parts, at);
        eliminate(parts, at, before);
        before = &parts->rows[at].chain;
    }
    int64_t x, y; /* of the point behind the link */
    move_last(parts, first + count - 1, &x, &y);
    for (uint32_t at = first + count; at-- > first;) {
        pawli_soft_chain_row *row = &parts->rows[at].chain;
        const int64_t own_x = limited(row->beta_x + pawli_near(row->alpha * x, 24), D_MAX);
        const int64_t own_y = limited(row->beta_y + pawli_near(row->alpha * y, 24), D_MAX);
        set_turned_force(row, x - own_x, y - own_y);
        x = own_x;
        y = own_y;
    }
}
