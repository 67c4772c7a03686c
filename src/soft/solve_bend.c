/* solve_bend.c - bends: b stays at its place in the frame of c - a.
 *
 * The place is a multiple of c - a and of that turned by a right angle J: the error
 *     E = b - a - along (c - a) - across J (c - a)
 * is linear in the points, needs neither root nor division, and turns with them. Its gradients are
 * multiples of rotations, so that one division per step gives the share of each point:
 *     b -= s_b E,  a += s_a ((1 - along) E + across J E),  c += s_c (along E - across J E),
 *     s_i = w_i / (w_b + w_a ((1 - along)^2 + across^2) + w_c (along^2 + across^2)),
 * which moves neither the center of mass nor turns the three as a whole. */
#include "soft/soft_solve.h"

#include "fx/product.h"
#include "fx/quotient.h"

/* Places beyond this are of no use: 16 times c - a. */
#define BEND_PLACE_MAX PAWL_FX(16, 0, 1)
#define BEND_SHARE_MAX UINT32_C(0xFFFFFFFF)

/* w (x^2 + y^2), Q30 times Q32 to Q30: squares are below 2^42, so they are taken as Q16. */
static uint64_t squared_gradient(uint32_t inverse_mass, int64_t x, int64_t y) {
    const uint64_t square = (uint64_t)(x * x + y * y + (1 << 15)) >> 16;
    return (inverse_mass * square) >> 16;
}

static uint32_t bend_share(uint32_t inverse_mass, uint64_t sum) {
    if (sum == 0) return 0;
    const uint64_t share = ((uint64_t)inverse_mass << 30) / sum;
    return share > BEND_SHARE_MAX ? BEND_SHARE_MAX : (uint32_t)share;
}

void pawli_solve_bend_prepare(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    pawli_soft_bend_row *row = &system->rows[at].bend;
    const pawl_fx along = pawl_clamp(link->place.x, -BEND_PLACE_MAX, BEND_PLACE_MAX);
    const pawl_fx across = pawl_clamp(link->place.y, -BEND_PLACE_MAX, BEND_PLACE_MAX);
    const uint32_t a = pawli_soft_particle_inverse_mass(system, &system->particles[link->a]);
    const uint32_t b = pawli_soft_particle_inverse_mass(system, &system->particles[link->b]);
    const uint32_t c = pawli_soft_particle_inverse_mass(system, &system->particles[link->c]);
    const uint64_t sum =
        b + squared_gradient(a, PAWL_FX_ONE - along, across) + squared_gradient(c, along, across);
    row->share_a = bend_share(a, sum);
    row->share_b = bend_share(b, sum);
    row->share_c = bend_share(c, sum);
    row->sum = sum;
    row->along = along;
    row->across = across;
}

static bool is_beyond_32_bits(int64_t x, int64_t y) {
    return x != (int32_t)x || y != (int32_t)y;
}

typedef struct bend_vector {
    int64_t x, y; /* Q10.22 */
} bend_vector;

/* How far it would move an inverse mass of 1. */
static int64_t bend_impulse(int64_t move, uint64_t sum) {
    const int64_t impulse = move * PAWL_UNIT / (int64_t)sum;
    return impulse > INT32_MAX ? INT32_MAX : impulse < -INT32_MAX ? -INT32_MAX : impulse;
}

/* Move a point by its share of a vector; with its body, by the impulse that stands for it. */
static void move_bend_point(const pawli_soft_system *system, uint32_t at, uint16_t point,
                            uint32_t share, const bend_vector *move) {
    pawli_soft_particle *particle = &system->particles[point];
    const uint64_t sum = system->rows[at].bend.sum;
    if (particle->attachment == PAWLI_NONE) {
        particle->x += pawli_near((int64_t)share * move->x, 30);
        particle->y += pawli_near((int64_t)share * move->y, 30);
    } else if (sum != 0) {
        pawli_solve_attach_apply(system, particle, bend_impulse(move->x, sum),
                                 bend_impulse(move->y, sum));
    }
}

/* Differences are below 2^31 and places below 2^20; an error that saturates is below 2^31, a share
 * below 2^32. A share above 1 goes with a gradient below 1. */
void pawli_solve_bend(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    const pawli_soft_bend_row *row = &system->rows[at].bend;
    pawli_soft_particle *a = &system->particles[link->a], *b = &system->particles[link->b];
    pawli_soft_particle *c = &system->particles[link->c];
    uint32_t *faults = &system->step->faults;
    const int32_t along = row->along, across = row->across;
    const int32_t span_x = pawli_narrow_symmetric(c->x - a->x, faults);
    const int32_t span_y = pawli_narrow_symmetric(c->y - a->y, faults);
    const int64_t place_x =
        pawli_near(pawli_product(along, span_x) - pawli_product(across, span_y), 16);
    const int64_t place_y =
        pawli_near(pawli_product(along, span_y) + pawli_product(across, span_x), 16);
    int32_t x = pawli_narrow_symmetric(b->x - a->x - place_x, faults);
    int32_t y = pawli_narrow_symmetric(b->y - a->y - place_y, faults);
    x = pawli_near32(pawli_product(x, link->stiffness), 15);
    y = pawli_near32(pawli_product(y, link->stiffness), 15);
    const int64_t turned_x = -pawli_near(pawli_product(across, y), 16);
    const int64_t turned_y = pawli_near(pawli_product(across, x), 16);
    const int64_t along_x = pawli_near(pawli_product(along, x), 16);
    const int64_t along_y = pawli_near(pawli_product(along, y), 16);
    const bend_vector to_b = {-x, -y};
    const bend_vector to_a = {x - along_x + turned_x, y - along_y + turned_y};
    const bend_vector to_c = {along_x - turned_x, along_y - turned_y};
    if (is_beyond_32_bits(to_a.x, to_a.y) || is_beyond_32_bits(to_c.x, to_c.y)) {
        *faults |= PAWL_FAULT_SOLVER_RANGE;
        return;
    }
    move_bend_point(system, at, link->b, row->share_b, &to_b);
    move_bend_point(system, at, link->a, row->share_a, &to_a);
    move_bend_point(system, at, link->c, row->share_c, &to_c);
}
