/* sleeve.c - steps through a sleeve: which ones are allowed, and where they cross. */
#include "level/sleeve.h"

bool pawli_can_leave(const pawl_level *level, const pawl_gates *gates, const pawli_facet *from,
                     uint32_t i) {
    const uint32_t neighbor = from->triangle.neighbors[i];
    if (neighbor == PAWL_TRIANGLE_NONE) return false;
    const uint16_t cell = pawli_level_triangle(level, neighbor).cell;
    const uint32_t j = pawli_next3(i);
    return pawli_level_stop(level, gates, from->triangle.cell, cell, from->corners[j],
                            from->corners[pawli_next3(j)]) == PAWL_LEVEL_REGIONS_MAX;
}

/* Mirror `to` to the other side of the line a b where both points lie on the same side: then the
 * straight line between them meets a b where the distances from the line divide it. In units of
 * |ab| from a, times |ab|: s = (s_from * h_to + s_to * h_from) / (h_from + h_to), a mean of two
 * numbers of 63 bits. Heights are at most 2^62 - 1 each (level.h), so their sum fits int64_t. */
pawl_vec2 pawli_through(pawl_vec2 a, pawl_vec2 b, pawl_vec2 from, pawl_vec2 to) {
    const pawl_vec2 edge = pawl_vec2_sub(b, a);
    const int64_t length_squared = pawl_vec2_dot(edge, edge);
    const int64_t along_from = pawl_vec2_dot(pawl_vec2_sub(from, a), edge);
    const int64_t along_to = pawl_vec2_dot(pawl_vec2_sub(to, a), edge);
    if (along_from <= 0 && along_to <= 0) return a;
    if (along_from >= length_squared && along_to >= length_squared) return b;

    const int64_t height_from = (int64_t)pawli_magnitude(pawli_level_orient(a, b, from));
    const int64_t height_to = (int64_t)pawli_magnitude(pawli_level_orient(a, b, to));
    int64_t along = along_from;
    if (height_from != 0 || height_to != 0) {
        const pawli_int128 sum = pawli_int128_add(pawli_int128_multiply(along_from, height_to),
                                                  pawli_int128_multiply(along_to, height_from));
        along = pawli_int128_divide_near(sum, height_from + height_to);
    }
    if (along <= 0) return a;
    if (along >= length_squared) return b;
    const int64_t x =
        pawli_int128_divide_near(pawli_int128_multiply(edge.x, along), length_squared);
    const int64_t y =
        pawli_int128_divide_near(pawli_int128_multiply(edge.y, along), length_squared);
    return pawl_vec2_make((pawl_fx)(a.x + x), (pawl_fx)(a.y + y));
}
