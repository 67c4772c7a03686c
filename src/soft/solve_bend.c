/* solve_bend.c - bends: b stays at its place in the frame of c - a.
 *
 * The place is a multiple of c - a and of that turned by a right angle J: the error
 *     E = b - a - along (c - a) - across J (c - a)
 * is linear in the points, needs neither root nor division, and turns with them. Its gradients are
 * multiples of rotations, so one division per step gives the share of each point:
 *     b -= s_b E,  a += s_a ((1 - along) E + across J E),  c += s_c (along E - across J E),
 *     s_i = w_i / (w_b + w_a ((1 - along)^2 + across^2) + w_c (along^2 + across^2)),
 * which moves neither the centre of mass nor turns the three as a whole. */
#include "soft/solve.h"

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

void pawli_prepare_bend(const pawli_soft_parts *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    pawli_bend_row *row = &parts->rows[at].bend;
    const pawl_fx along = pawl_clamp(link->place.x, -PLACE_MAX, PLACE_MAX);
    const pawl_fx across = pawl_clamp(link->place.y, -PLACE_MAX, PLACE_MAX);
    const uint32_t a = pawli_node_weight(parts, &parts->nodes[link->a]);
    const uint32_t b = pawli_node_weight(parts, &parts->nodes[link->b]);
    const uint32_t c = pawli_node_weight(parts, &parts->nodes[link->c]);
    const uint64_t sum = b + yielding(a, PAWL_FX_ONE - along, across) + yielding(c, along, across);
    row->share_a = share_of(a, sum);
    row->share_b = share_of(b, sum);
    row->share_c = share_of(c, sum);
    row->along = along;
    row->across = across;
}

static bool is_wide(int64_t x, int64_t y) {
    return x != (int32_t)x || y != (int32_t)y;
}

static int64_t times(uint32_t share, int64_t way) {
    return pawli_near((int64_t)share * way, 30);
}

/* Differences are below 2^31 and places below 2^20; an error that saturates is below 2^31, a share
 * below 2^32. A share above 1 goes with a gradient below 1. */
void pawli_solve_bend(const pawli_soft_parts *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    const pawli_bend_row *row = &parts->rows[at].bend;
    pawli_soft_node *a = &parts->nodes[link->a], *b = &parts->nodes[link->b];
    pawli_soft_node *c = &parts->nodes[link->c];
    uint32_t *faults = &parts->step->faults;
    const int64_t along = row->along, across = row->across;
    const int64_t span_x = pawli_within(c->x - a->x, faults);
    const int64_t span_y = pawli_within(c->y - a->y, faults);
    const int64_t place_x = pawli_near(along * span_x - across * span_y, 16);
    const int64_t place_y = pawli_near(along * span_y + across * span_x, 16);
    int64_t x = pawli_within(b->x - a->x - place_x, faults);
    int64_t y = pawli_within(b->y - a->y - place_y, faults);
    x = pawli_near(x * link->stiffness, 15);
    y = pawli_near(y * link->stiffness, 15);
    const int64_t turned_x = -pawli_near(across * y, 16), turned_y = pawli_near(across * x, 16);
    const int64_t along_x = pawli_near(along * x, 16), along_y = pawli_near(along * y, 16);
    const int64_t a_x = x - along_x + turned_x, a_y = y - along_y + turned_y;
    const int64_t c_x = along_x - turned_x, c_y = along_y - turned_y;
    if (is_wide(a_x, a_y) || is_wide(c_x, c_y)) {
        *faults |= PAWL_FAULT_SOLVER_RANGE;
        return;
    }
    pawli_move_node(parts, b, -times(row->share_b, x), -times(row->share_b, y));
    pawli_move_node(parts, a, times(row->share_a, a_x), times(row->share_a, a_y));
    pawli_move_node(parts, c, times(row->share_c, c_x), times(row->share_c, c_y));
}
