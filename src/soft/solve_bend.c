/* solve_bend.c - bends: b stays at its place in the frame of c - a.
 *
 * The place is a multiple of c - a and of that turned by a right angle J: the error
 *     E = b - a - along (c - a) - across J (c - a)
 * is linear in the points, needs neither root nor division, and turns with them. Its gradients are
 * multiples of rotations, so that one division per step gives the share of each point:
 *     b -= s_b E,  a += s_a ((1 - along) E + across J E),  c += s_c (along E - across J E),
 *     s_i = w_i / (w_b + w_a ((1 - along)^2 + across^2) + w_c (along^2 + across^2)),
 * which moves neither the centre of mass nor turns the three as a whole. */
#include "soft/soft_solve.h"

#include "fx/product.h"
#include "fx/quotient.h"

/* Places beyond this are of no use: 16 times c - a. */
#define PLACE_MAX PAWL_FX(16, 0, 1)
#define SHARE_MAX UINT32_C(0xFFFFFFFF)

/* w (x^2 + y^2), Q30 times Q32 to Q30: squares are below 2^42, so they are taken as Q16. */
static uint64_t yielding(uint32_t weight, int64_t x, int64_t y) {
    const uint64_t square = (uint64_t)(x * x + y * y + (1 << 15)) >> 16;
    return (weight * square) >> 16;
}

static uint32_t share_of(uint32_t weight, uint64_t sum) {
    if (sum == 0) return 0;
    const uint64_t share = ((uint64_t)weight << 30) / sum;
    return share > SHARE_MAX ? SHARE_MAX : (uint32_t)share;
}

void pawli_solve_bend_prepare(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    pawli_soft_bend_row *row = &parts->rows[at].bend;
    const pawl_fx along = pawl_clamp(link->place.x, -PLACE_MAX, PLACE_MAX);
    const pawl_fx across = pawl_clamp(link->place.y, -PLACE_MAX, PLACE_MAX);
    const uint32_t a = pawli_soft_particle_inverse_mass(parts, &parts->nodes[link->a]);
    const uint32_t b = pawli_soft_particle_inverse_mass(parts, &parts->nodes[link->b]);
    const uint32_t c = pawli_soft_particle_inverse_mass(parts, &parts->nodes[link->c]);
    const uint64_t sum = b + yielding(a, PAWL_FX_ONE - along, across) + yielding(c, along, across);
    row->share_a = share_of(a, sum);
    row->share_b = share_of(b, sum);
    row->share_c = share_of(c, sum);
    row->sum = sum;
    row->along = along;
    row->across = across;
}

static bool is_wide(int64_t x, int64_t y) {
    return x != (int32_t)x || y != (int32_t)y;
}

typedef struct vector {
    int64_t x, y; /* Q10.22 */
} vector;

/* How far it would move a weight of 1. */
static int64_t impulse_of(int64_t way, uint64_t sum) {
    const int64_t impulse = way * PAWL_UNIT / (int64_t)sum;
    return impulse > INT32_MAX ? INT32_MAX : impulse < -INT32_MAX ? -INT32_MAX : impulse;
}

/* Move a point by its share of a vector; with its body, by the impulse that stands for it. */
static void move(const pawli_soft_system *parts, uint32_t at, uint16_t point, uint32_t share,
                 const vector *way) {
    pawli_soft_particle *node = &parts->nodes[point];
    const uint64_t sum = parts->rows[at].bend.sum;
    if (node->glue == PAWLI_NONE) {
        node->x += pawli_near((int64_t)share * way->x, 30);
        node->y += pawli_near((int64_t)share * way->y, 30);
    } else if (sum != 0) {
        pawli_solve_attach_apply(parts, node, impulse_of(way->x, sum), impulse_of(way->y, sum));
    }
}

/* Differences are below 2^31 and places below 2^20; an error that saturates is below 2^31, a share
 * below 2^32. A share above 1 goes with a gradient below 1. */
void pawli_solve_bend(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    const pawli_soft_bend_row *row = &parts->rows[at].bend;
    pawli_soft_particle *a = &parts->nodes[link->a], *b = &parts->nodes[link->b];
    pawli_soft_particle *c = &parts->nodes[link->c];
    uint32_t *faults = &parts->step->faults;
    const int32_t along = row->along, across = row->across;
    const int32_t span_x = pawli_within(c->x - a->x, faults);
    const int32_t span_y = pawli_within(c->y - a->y, faults);
    const int64_t place_x =
        pawli_near(pawli_product(along, span_x) - pawli_product(across, span_y), 16);
    const int64_t place_y =
        pawli_near(pawli_product(along, span_y) + pawli_product(across, span_x), 16);
    int32_t x = pawli_within(b->x - a->x - place_x, faults);
    int32_t y = pawli_within(b->y - a->y - place_y, faults);
    x = pawli_near32(pawli_product(x, link->stiffness), 15);
    y = pawli_near32(pawli_product(y, link->stiffness), 15);
    const int64_t turned_x = -pawli_near(pawli_product(across, y), 16);
    const int64_t turned_y = pawli_near(pawli_product(across, x), 16);
    const int64_t along_x = pawli_near(pawli_product(along, x), 16);
    const int64_t along_y = pawli_near(pawli_product(along, y), 16);
    const vector to_b = {-x, -y};
    const vector to_a = {x - along_x + turned_x, y - along_y + turned_y};
    const vector to_c = {along_x - turned_x, along_y - turned_y};
    if (is_wide(to_a.x, to_a.y) || is_wide(to_c.x, to_c.y)) {
        *faults |= PAWL_FAULT_SOLVER_RANGE;
        return;
    }
    move(parts, at, link->b, row->share_b, &to_b);
    move(parts, at, link->a, row->share_a, &to_a);
    move(parts, at, link->c, row->share_c, &to_c);
}
