/* solve_geometric_stiffness.c - a chain that is pulled so hard that its points would overshoot.
 *
 * Multipliers p_i (lambda) move the points of a chain along its links as they are now. Where w p is
 * large beside the length L of a link, because a light rope carries a heavy load, the movement
 * across overshoots the straight line that it aims at, and more so each time. What is missing is
 * how the impulse turns with the link. With k_i = p_i / L_i and the movements d_i of the points,
 * the impulse of link i is
 *
 *     g_i = p_i u_i + k_i (d_(i+1) - d_i + C_i u_i),
 *
 * where C_i is the part of d that shortens the link and turns nothing; this is the geometric
 * stiffness (Tournier et al., "Stable Constrained Dynamics", 2015). d_i = w_i (g_i - g_(i-1)) is
 * then a tridiagonal system with positive terms only; by elimination,
 *
 *     d_i = alpha_i d_(i+1) + beta_i,  alpha_i = w_i k_i / t_i,
 *     beta_i = w_i (G_i + k_(i-1) beta_(i-1)) / t_i,
 *     t_i = 1 + w_i (k_(i-1) (1 - alpha_(i-1)) + k_i),  G_i the difference of (p + k C) u.
 *
 * Impulses act between the points of a link and conserve momentum, whatever the error of d.
 *
 * Formats: w k is Q16.16 and at most 2^10, alpha Q8.24; movements d and beta are in 2^-30 units and
 * at most 2^6; multipliers below 2^31. Products stay below 2^62. */
#include "soft/soft_solve.h"

#include "fx/quotient.h"

#define STIFFNESS_MAX (INT64_C(1) << 26)
#define DISPLACEMENT_MAX (INT64_C(1) << 36)
#define STIFFNESS_ONE (INT64_C(1) << 24)

static int64_t clamp_stiff(int64_t value, int64_t limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* w k, Q16.16. */
static int64_t stiffness_times_mass(uint32_t inverse_mass, int32_t k) {
    return pawli_near((int64_t)inverse_mass * k, 30);
}

/* lambda / L; a link that is pushed together has none. */
static int32_t stiffness_of_link(const pawli_soft_link *link, const pawli_soft_chain_row *row) {
    const int64_t length = (int64_t)link->place.x * PAWLI_SOFT_PER_RAW;
    if (row->lambda <= 0 || length <= 0) return 0;
    const int64_t k = row->lambda * 65536 / length;
    return (int32_t)(k > STIFFNESS_MAX ? STIFFNESS_MAX : k);
}

static uint32_t point_inverse_mass(const pawli_soft_system *system, uint16_t point) {
    return pawli_soft_particle_inverse_mass(system, &system->particles[point]);
}

/* The impulse as if the link did not turn, (lambda + k C) u. */
static void set_straight_impulse(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    pawli_soft_chain_row *row = &system->rows[at].chain;
    row->k = row->pivot == 0 ? 0 : stiffness_of_link(link, row);
    const int64_t shorter = pawli_near((int64_t)row->error * link->stiffness, 15);
    const int64_t lambda =
        row->pivot == 0 ? 0
                        : clamp_stiff(row->lambda + pawli_near(row->k * shorter, 16), INT32_MAX);
    row->impulse_x = pawli_near(lambda * row->x, 30);
    row->impulse_y = pawli_near(lambda * row->y, 30);
}

/* alpha and beta of the first point of link `at`. */
static void eliminate_point(const pawli_soft_system *system, uint32_t at,
                            const pawli_soft_chain_row *before) {
    pawli_soft_chain_row *row = &system->rows[at].chain;
    const uint32_t inverse_mass = point_inverse_mass(system, system->links[at].a);
    const int64_t behind = before == NULL ? 0 : stiffness_times_mass(inverse_mass, before->k);
    const int64_t ahead = stiffness_times_mass(inverse_mass, row->k);
    const int64_t held =
        before == NULL ? 0 : pawli_near(behind * (STIFFNESS_ONE - before->alpha), 24);
    const int64_t inverse =
        (int64_t)pawli_quotient(UINT64_C(1) << 40, (uint64_t)(65536 + held + ahead));
    row->alpha = (int32_t)pawli_near(ahead * inverse, 16);
    int64_t x = row->impulse_x, y = row->impulse_y;
    if (before != NULL) {
        x -= before->impulse_x;
        y -= before->impulse_y;
    }
    x = pawli_near(inverse_mass * x, 22);
    y = pawli_near(inverse_mass * y, 22);
    if (before != NULL) {
        x += pawli_near(behind * before->beta_x, 16);
        y += pawli_near(behind * before->beta_y, 16);
    }
    row->beta_x =
        clamp_stiff(pawli_near(clamp_stiff(x, DISPLACEMENT_MAX) * inverse, 24), DISPLACEMENT_MAX);
    row->beta_y =
        clamp_stiff(pawli_near(clamp_stiff(y, DISPLACEMENT_MAX) * inverse, 24), DISPLACEMENT_MAX);
}

/* How the last point moves, 2^-30 units. */
static void move_last_point(const pawli_soft_system *system, uint32_t last, int64_t *x,
                            int64_t *y) {
    const pawli_soft_chain_row *row = &system->rows[last].chain;
    const uint32_t inverse_mass = point_inverse_mass(system, system->links[last].b);
    const int64_t behind = stiffness_times_mass(inverse_mass, row->k);
    const int64_t held = pawli_near(behind * (STIFFNESS_ONE - row->alpha), 24);
    const int64_t inverse = (int64_t)pawli_quotient(UINT64_C(1) << 40, (uint64_t)(65536 + held));
    const int64_t impulse_x = pawli_near(-(inverse_mass * row->impulse_x), 22);
    const int64_t impulse_y = pawli_near(-(inverse_mass * row->impulse_y), 22);
    *x = clamp_stiff(impulse_x + pawli_near(behind * row->beta_x, 16), DISPLACEMENT_MAX);
    *y = clamp_stiff(impulse_y + pawli_near(behind * row->beta_y, 16), DISPLACEMENT_MAX);
    *x = pawli_near(*x * inverse, 24);
    *y = pawli_near(*y * inverse, 24);
}

/* The impulse along the link and what its turning adds across it, from the movement of its end
 * against its beginning, 2^-30. What lies along the link is left out: where a chain cannot get as
 * short as it should be, it is not what was asked for. */
static void set_turned_impulse(pawli_soft_chain_row *row, int64_t x, int64_t y) {
    const int64_t most = INT64_C(1) << 33; /* products below 2^62 */
    const int64_t half_x = clamp_stiff(x, most) / 2, half_y = clamp_stiff(y, most) / 2;
    const int64_t cross = pawli_near(half_x * -row->y, 29) + pawli_near(half_y * row->x, 29);
    const int64_t whole = pawli_near(row->k * clamp_stiff(cross, DISPLACEMENT_MAX), 24);
    const int64_t turn = clamp_stiff(whole, most); /* it may have been 2^35.5 */
    row->impulse_x = clamp_stiff(
        pawli_near(row->lambda * row->x, 30) - pawli_near(turn / 2 * row->y, 29), INT32_MAX);
    row->impulse_y = clamp_stiff(
        pawli_near(row->lambda * row->y, 30) + pawli_near(turn / 2 * row->x, 29), INT32_MAX);
}

void pawli_solve_geometric_stiffness(const pawli_soft_system *system, uint32_t first,
                                     uint32_t count) {
    const pawli_soft_chain_row *before = NULL;
    for (uint32_t at = first; at < first + count; at++) {
        set_straight_impulse(system, at);
        eliminate_point(system, at, before);
        before = &system->rows[at].chain;
    }
    int64_t x, y; /* of the point behind the link */
    move_last_point(system, first + count - 1, &x, &y);
    for (uint32_t at = first + count; at-- > first;) {
        pawli_soft_chain_row *row = &system->rows[at].chain;
        const int64_t own_x =
            clamp_stiff(row->beta_x + pawli_near(row->alpha * x, 24), DISPLACEMENT_MAX);
        const int64_t own_y =
            clamp_stiff(row->beta_y + pawli_near(row->alpha * y, 24), DISPLACEMENT_MAX);
        set_turned_impulse(row, x - own_x, y - own_y);
        x = own_x;
        y = own_y;
    }
}
