/* soft_area.c - the area of an outline.
 *
 * Seen from its first point every other one is less than 2^31 away on each axis, so each triangle
 * of the fan fits 64 bits; their sum may not when an outline runs around itself many times. */
#include "soft/soft.h"

#include "fx/fx_wide.h"

static int64_t saturated(pawli_int128 value) {
    return pawli_int128_divide_near(value, 1);
}

static pawl_vec2 point_at(const pawl_vec2 *first, size_t stride, uint32_t index) {
    return *(const pawl_vec2 *)(const void *)((const uint8_t *)first + stride * index);
}

int64_t pawli_area2_of(const pawl_vec2 *first, size_t stride, uint32_t count) {
    if (count < 3) return 0;
    const pawl_vec2 origin = *first;
    pawli_int128 sum = pawli_int128_make(0);
    pawl_vec2 before = pawl_vec2_sub(point_at(first, stride, 1), origin);
    for (uint32_t i = 2; i < count; i++) {
        const pawl_vec2 now = pawl_vec2_sub(point_at(first, stride, i), origin);
        sum = pawli_int128_add(sum, pawli_int128_make(pawl_vec2_cross(before, now)));
        before = now;
    }
    return saturated(sum);
}
