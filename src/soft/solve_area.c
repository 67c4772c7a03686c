/* solve_area.c - pressure: the outline encloses the area that it should.
 *
 * With A2 twice the area, C = A2 - target and the gradient of a point
 *
 *     g_i = J^T (p_(i+1) - p_(i-1)),  p_i -= pressure C w_i g_i / (sum of w |g|^2).
 *
 * Areas are sums over triangles with the first point, of differences rounded to Q16.16: Q32.32,
 * the same wherever the soft body is. Sums are formed unsigned: that of a polygon in a square of
 * side 2^31 that winds around a point once is below 2^63. */
#include "soft/soft_solve.h"

#include "fx/int128.h"
#include "fx/product.h"

typedef struct area_vector {
    int32_t x, y; /* from the first point, Q16.16 */
} area_vector;

static area_vector area_vector_at(const pawli_soft_system *system, uint32_t point) {
    const pawli_soft_particle *first = &system->particles[0], *particle = &system->particles[point];
    uint32_t *faults = &system->step->faults;
    const area_vector at = {pawli_narrow_symmetric(pawli_near(particle->x - first->x, 6), faults),
                            pawli_narrow_symmetric(pawli_near(particle->y - first->y, 6), faults)};
    return at;
}

static uint64_t outline_cross(area_vector a, area_vector b) {
    return (uint64_t)pawli_product(a.x, b.y) - (uint64_t)pawli_product(a.y, b.x);
}

/* Half a gradient could be 2^32: outlines of 16384 units are cut off there. */
static area_vector area_gradient(const pawli_soft_system *system, area_vector before,
                                 area_vector after) {
    uint32_t *faults = &system->step->faults;
    const area_vector g = {pawli_narrow_symmetric((int64_t)after.y - before.y, faults),
                           pawli_narrow_symmetric((int64_t)before.x - after.x, faults)};
    return g;
}

/* |value| as a mantissa; bits below the upper 64 do not matter. */
static pawli_scaled scaled_of_int128(pawli_int128 value) {
    if (value.high == 0) return pawli_scaled_make(value.low, 0);
    return pawli_scaled_add(pawli_scaled_make(value.high, 64), pawli_scaled_make(value.low, 0));
}

/* sum += square * inverse_mass: both halves of the square fit a product of 64 bits. */
static void add_weighted_square(pawli_int128 *sum, uint64_t square, uint32_t inverse_mass) {
    const uint64_t low = (uint64_t)(uint32_t)square * inverse_mass;
    const uint64_t high = (square >> 32) * inverse_mass + (low >> 32); /* <= 2^64 - 2^32 */
    const uint64_t product = high << 32 | (uint32_t)low;
    sum->low += product;
    sum->high += (high >> 32) + (sum->low < product ? 1 : 0);
}

/* C / (sum of w |g|^2) in Q2.30, within 1. Weights are Q2.30, squares Q32.32 like C. */
static int64_t area_lambda(const pawli_soft_system *system) {
    const uint32_t count = system->soft->outline_count;
    pawli_int128 sum = {0, 0};
    uint64_t area2 = 0;
    area_vector before = area_vector_at(system, count - 1), at = area_vector_at(system, 0);
    for (uint32_t i = 0; i < count; i++) {
        const area_vector after = area_vector_at(system, i + 1 == count ? 0 : i + 1);
        const area_vector g = area_gradient(system, before, after);
        const uint64_t square =
            (uint64_t)pawli_product(g.x, g.x) + (uint64_t)pawli_product(g.y, g.y);
        const uint32_t inverse_mass =
            pawli_soft_particle_inverse_mass(system, &system->particles[i]);
        add_weighted_square(&sum, square, inverse_mass);
        area2 += outline_cross(at, after);
        before = at;
        at = after;
    }
    const pawli_int128 error = pawli_int128_subtract(pawli_int128_make((int64_t)area2),
                                                     pawli_int128_make(system->soft->target_area2));
    const int sign = pawli_int128_sign(error);
    if (sign == 0 || (sum.high == 0 && sum.low == 0)) return 0;
    const pawli_scaled size = scaled_of_int128(sign < 0 ? pawli_int128_negate(error) : error);
    const pawli_scaled ratio = pawli_scaled_divide(size, scaled_of_int128(sum));
    const int64_t value = pawli_scaled_apply(ratio, 1, 60);
    return sign * (value > PAWL_UNIT ? PAWL_UNIT : value);
}

/* A ratio is at most 1, a gradient below 2^31: products are below 2^61, and a point moves by less
 * than 2^37. */
static void correct_outline_point(const pawli_soft_system *system, uint32_t point, area_vector g,
                                  int64_t ratio) {
    pawli_soft_particle *particle = &system->particles[point];
    if (particle->attachment != PAWLI_NONE) {
        pawli_solve_attach_apply(system, particle, -pawli_near(ratio * g.x, 24),
                                 -pawli_near(ratio * g.y, 24));
        return;
    }
    const int32_t share =
        pawli_near32(pawli_product((int32_t)ratio, (int32_t)particle->inverse_mass), 30);
    particle->x -= pawli_near(pawli_product(share, g.x), 24);
    particle->y -= pawli_near(pawli_product(share, g.y), 24);
}

/* The first point, from which places are counted, moves last. */
void pawli_solve_area(const pawli_soft_system *system) {
    const uint32_t count = system->soft->outline_count;
    const int64_t ratio = pawli_near(area_lambda(system) * system->soft->pressure, 15);
    if (ratio == 0) return;
    const area_vector first = {0, 0}, second = area_vector_at(system, 1),
                      last = area_vector_at(system, count - 1);
    area_vector before = first, at = second;
    for (uint32_t i = 1; i < count; i++) {
        const area_vector after = i + 1 == count ? first : area_vector_at(system, i + 1);
        correct_outline_point(system, i, area_gradient(system, before, after), ratio);
        before = at;
        at = after;
    }
    correct_outline_point(system, 0, area_gradient(system, last, second), ratio);
}
