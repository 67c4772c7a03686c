/* solve_area.c - pressure: the outline encloses the area that it should.
 *
 * With A2 twice the area, C = A2 - rest and the gradient of a point g_i = J^T (p_(i+1) - p_(i-1)),
 *     p_i -= pressure C w_i g_i / (sum of w |g|^2).
 * Areas are sums over triangles with the first point, of differences rounded to Q16.16: Q32.32,
 * the same wherever the soft body is. Sums are formed unsigned: that of a polygon in a square of
 * side 2^31 that winds around a point once is below 2^63. */
#include "soft/soft_solve.h"

#include "fx/fx_wide.h"
#include "fx/product.h"

typedef struct place {
    int32_t x, y; /* from the first point, Q16.16 */
} place;

static place place_of(const pawli_soft_system *parts, uint32_t point) {
    const pawli_soft_particle *first = &parts->nodes[0], *node = &parts->nodes[point];
    uint32_t *faults = &parts->step->faults;
    const place at = {pawli_within(pawli_near(node->x - first->x, 6), faults),
                      pawli_within(pawli_near(node->y - first->y, 6), faults)};
    return at;
}

static uint64_t cross(place a, place b) {
    return (uint64_t)pawli_product(a.x, b.y) - (uint64_t)pawli_product(a.y, b.x);
}

/* Half a gradient could be 2^32: outlines of 16384 units are cut off there. */
static place gradient(const pawli_soft_system *parts, place before, place after) {
    uint32_t *faults = &parts->step->faults;
    const place g = {pawli_within((int64_t)after.y - before.y, faults),
                     pawli_within((int64_t)before.x - after.x, faults)};
    return g;
}

/* |value| as a mantissa; bits below the upper 64 do not matter. */
static pawli_scaled scaled_of(pawli_int128 value) {
    if (value.high == 0) return pawli_scaled_make(value.low, 0);
    return pawli_scaled_add(pawli_scaled_make(value.high, 64), pawli_scaled_make(value.low, 0));
}

/* sum += square * weight: both halves of the square fit a product of 64 bits. */
static void add_product(pawli_int128 *sum, uint64_t square, uint32_t weight) {
    const uint64_t low = (uint64_t)(uint32_t)square * weight;
    const uint64_t high = (square >> 32) * weight + (low >> 32); /* <= 2^64 - 2^32 */
    const uint64_t product = high << 32 | (uint32_t)low;
    sum->low += product;
    sum->high += (high >> 32) + (sum->low < product ? 1 : 0);
}

/* C / (sum of w |g|^2) in Q2.30, within 1. Weights are Q2.30, squares Q32.32 like C. */
static int64_t measure(const pawli_soft_system *parts) {
    const uint32_t count = parts->soft->outline_count;
    pawli_int128 sum = {0, 0};
    uint64_t area2 = 0;
    place before = place_of(parts, count - 1), at = place_of(parts, 0);
    for (uint32_t i = 0; i < count; i++) {
        const place after = place_of(parts, i + 1 == count ? 0 : i + 1);
        const place g = gradient(parts, before, after);
        const uint64_t square =
            (uint64_t)pawli_product(g.x, g.x) + (uint64_t)pawli_product(g.y, g.y);
        const uint32_t weight = pawli_soft_particle_inverse_mass(parts, &parts->nodes[i]);
        add_product(&sum, square, weight);
        area2 += cross(at, after);
        before = at;
        at = after;
    }
    const pawli_int128 error = pawli_int128_subtract(pawli_int128_make((int64_t)area2),
                                                     pawli_int128_make(parts->soft->rest_area2));
    const int sign = pawli_int128_sign(error);
    if (sign == 0 || (sum.high == 0 && sum.low == 0)) return 0;
    const pawli_scaled size = scaled_of(sign < 0 ? pawli_int128_negate(error) : error);
    const pawli_scaled ratio = pawli_scaled_divide(size, scaled_of(sum));
    const int64_t value = pawli_scaled_apply(ratio, 1, 60);
    return sign * (value > PAWL_UNIT ? PAWL_UNIT : value);
}

static void push_out(const pawli_soft_system *parts, uint32_t point, place g, int64_t ratio) {
    pawli_soft_particle *node = &parts->nodes[point];
    if (node->glue != PAWLI_NONE) {
        pawli_solve_attach_apply(parts, node, -pawli_near(ratio * g.x, 24),
                                 -pawli_near(ratio * g.y, 24));
        return;
    }
    const int32_t share = pawli_near32(pawli_product((int32_t)ratio, (int32_t)node->weight), 30);
    node->x -= pawli_near(pawli_product(share, g.x), 24);
    node->y -= pawli_near(pawli_product(share, g.y), 24);
}

/* The first point, from which places are counted, moves last. */
void pawli_solve_area(const pawli_soft_system *parts) {
    const uint32_t count = parts->soft->outline_count;
    const int64_t ratio = pawli_near(measure(parts) * parts->soft->pressure, 15);
    if (ratio == 0) return;
    const place first = {0, 0}, second = place_of(parts, 1), last = place_of(parts, count - 1);
    place before = first, at = second;
    for (uint32_t i = 1; i < count; i++) {
        const place after = i + 1 == count ? first : place_of(parts, i + 1);
        push_out(parts, i, gradient(parts, before, after), ratio);
        before = at;
        at = after;
    }
    push_out(parts, 0, gradient(parts, last, second), ratio);
}
