/* sleeve.c - steps through a sleeve: which ones are allowed, and where they cross. */
#include "level/sleeve.h"

#include "fx/round.h"

bool pawli_sleeve_can_leave(const pawl_level *level, const pawl_gates *gates,
                            const pawli_facet *from, uint32_t i) {
    const uint32_t neighbor = from->triangle.neighbors[i];
    if (neighbor == PAWL_TRIANGLE_NONE) return false;
    const uint16_t cell = pawli_level_triangle(level, neighbor).cell;
    const uint32_t j = pawli_next3(i);
    return pawli_gate_stop(level, gates, from->triangle.cell, cell, from->corners[j],
                           from->corners[pawli_next3(j)]) == PAWL_LEVEL_REGIONS_MAX;
}

/* numerator / denominator in Q0.32, for 0 <= numerator <= denominator, 0 < denominator < 2^63; both
 * are cut to 32 bits first, which is at most 2^-30 off. */
static uint64_t share_q32(uint64_t numerator, uint64_t denominator) {
    const int excess = 32 - pawli_int128_leading_zeros(denominator);
    const int shift = excess > 0 ? excess : 0;
    return ((numerator >> shift) << 32) / (denominator >> shift);
}

/* |value| * share / 2^32 with the sign of value, for a share of at most 1. */
static int64_t scale_by_share(int64_t value, uint64_t share) {
    const uint64_t part =
        pawli_int128_shift_near(pawli_int128_multiply_unsigned(pawli_magnitude(value), share), 32);
    return value < 0 ? -(int64_t)part : (int64_t)part;
}

/* Mirror `to` to the other side of the line a b where both points lie on the same side: then the
 * straight line between them meets a b where the distances from the line divide it. Lengths along
 * a b are times |ab| here, so below 2^63 (vec.h), also their differences, which belong to the
 * difference of two points. Heights are at most 2^62 - 1 each (level.h), so their sum fits. */
pawl_vec2 pawli_sleeve_through(pawl_vec2 a, pawl_vec2 b, pawl_vec2 from, pawl_vec2 to) {
    const pawl_vec2 edge = pawl_vec2_sub(b, a);
    const int64_t length_squared = pawl_vec2_dot(edge, edge);
    const int64_t along_from = pawl_vec2_dot(pawl_vec2_sub(from, a), edge);
    const int64_t along_to = pawl_vec2_dot(pawl_vec2_sub(to, a), edge);
    if (along_from <= 0 && along_to <= 0) return a;
    if (along_from >= length_squared && along_to >= length_squared) return b;

    const uint64_t height_from = pawli_magnitude(pawli_orient(a, b, from));
    const uint64_t height_to = pawli_magnitude(pawli_orient(a, b, to));
    int64_t along = along_from;
    if (height_from != 0 || height_to != 0) {
        const int64_t way = pawl_vec2_dot(pawl_vec2_sub(to, from), edge);
        along += scale_by_share(way, share_q32(height_from, height_from + height_to));
    }
    if (along <= 0) return a;
    if (along >= length_squared) return b;
    const int64_t share = (int64_t)share_q32((uint64_t)along, (uint64_t)length_squared);
    return pawl_vec2_make(a.x + pawli_near32(edge.x * share, 32),
                          a.y + pawli_near32(edge.y * share, 32));
}
