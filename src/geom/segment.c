/* segment.c - closest points of two segments.
 *
 * Source: Ericson, Real-Time Collision Detection (2005), 5.1.9: clamp the meeting point of the
 * two lines to the first segment, project it on the second, clamp that, and project back. In two
 * dimensions the lines meet at a ratio of cross products, so each clamp is the exact sign of
 * a 63-bit integer. Unless the segments cross, at least one of the closest points is an end, and
 * so an integer: only the other one is ever rounded.
 *
 * Overflow: differences saturate at +-(2^31 - 1), so a dot or cross product of two of them is at
 * most 2 * (2^31 - 1)^2 < 2^63. */
#include "base/assert.h"
#include "fx/int128.h"
#include "fx/round.h"
#include "pawl/collide.h"

typedef struct segment {
    pawl_vec2 begin, end, along; /* along = end - begin */
} segment;

static segment make_segment(pawl_vec2 begin, pawl_vec2 end) {
    segment s;
    s.begin = begin;
    s.end = end;
    s.along = pawl_vec2_sub(end, begin);
    return s;
}

/* A point of a segment. The fraction is Q0.32, rounded down; UINT32_MAX is exactly the end. */
typedef struct segment_spot {
    pawl_vec2 point;
    uint32_t fraction;
} segment_spot;

/* floor(n * 2^32 / m) for 0 <= n < m, by shift-subtract: n * 2^32 does not fit 64 bits. */
static uint32_t long_division_q32(uint64_t n, uint64_t m) {
    uint32_t quotient = 0;
    uint64_t remainder = n;
    for (int bit = 0; bit < 32; bit++) {
        remainder <<= 1;
        quotient <<= 1;
        if (remainder >= m) {
            remainder -= m;
            quotient |= 1u;
        }
    }
    return quotient;
}

/* base + length * n / m, nearest with ties away from the base, 0 <= n < m. Of the saturated
 * length the result stays between base and base + length, so it fits. */
static pawl_fx lerp(pawl_fx base, pawl_fx length, uint64_t n, uint64_t m) {
    PAWL_ASSERT(n < m);
    const pawli_int128 product = pawli_int128_multiply(length, (int64_t)n);
    return pawl_saturate(base + pawli_int128_divide_near(product, (int64_t)m));
}

/* The spot at n / m of the segment, clamped to its ends; m >= 0. A segment without length has
 * n == 0 and gives its begin. */
static segment_spot find_spot(const segment *s, int64_t n, int64_t m) {
    segment_spot at = {s->begin, 0};
    if (n <= 0) return at;
    at.point = s->end;
    at.fraction = UINT32_MAX;
    if (n >= m) return at;
    at.point.x = lerp(s->begin.x, s->along.x, (uint64_t)n, (uint64_t)m);
    at.point.y = lerp(s->begin.y, s->along.y, (uint64_t)n, (uint64_t)m);
    at.fraction = long_division_q32((uint64_t)n, (uint64_t)m);
    if (at.fraction == UINT32_MAX) at.fraction--; /* not the end itself */
    return at;
}

/* The spot of a segment closest to a point. */
static segment_spot project_on_segment(const segment *s, pawl_vec2 point) {
    return find_spot(s, pawl_vec2_dot(pawl_vec2_sub(point, s->begin), s->along),
                     pawl_vec2_dot(s->along, s->along));
}

/* Where the line of `other` meets the line of `s`, as a fraction n / m of s; m == 0 for parallel
 * lines. begin + along * t lies on the other line when cross(begin + along * t - other.begin,
 * other.along) is 0. */
static void meet_lines(const segment *s, const segment *other, int64_t *n, int64_t *m) {
    const pawl_vec2 between = pawl_vec2_sub(other->begin, s->begin);
    *n = pawl_vec2_cross(between, other->along);
    *m = pawl_vec2_cross(s->along, other->along);
    if (*m < 0) {
        *n = -*n;
        *m = -*m;
    }
}

static bool inside(int64_t n, int64_t m) {
    return n > 0 && n < m;
}

static pawl_segment_distance make_segment_distance(segment_spot spot1, segment_spot spot2) {
    pawl_segment_distance result;
    result.point1 = spot1.point;
    result.point2 = spot2.point;
    result.fraction1 = spot1.fraction;
    result.fraction2 = spot2.fraction;
    const pawl_vec2 between = pawl_vec2_sub(spot2.point, spot1.point);
    result.distance_squared = pawl_vec2_dot(between, between);
    return result;
}

pawl_segment_distance pawl_segment_closest(pawl_vec2 p1, pawl_vec2 q1, pawl_vec2 p2, pawl_vec2 q2) {
    const segment first = make_segment(p1, q1), second = make_segment(p2, q2);
    int64_t n1, m1, n2, m2;
    meet_lines(&first, &second, &n1, &m1);
    meet_lines(&second, &first, &n2, &m2);

    if (m1 > 0 && inside(n1, m1)) {
        if (inside(n2, m2)) { /* they cross: the same point of both, rounded once */
            const segment_spot spot1 = find_spot(&first, n1, m1);
            segment_spot spot2 = find_spot(&second, n2, m2);
            spot2.point = spot1.point;
            return make_segment_distance(spot1, spot2);
        }
        /* The meeting point is past an end of the second segment: that end is the closest. */
        segment_spot spot2 = {n2 <= 0 ? p2 : q2, n2 <= 0 ? 0 : UINT32_MAX};
        return make_segment_distance(project_on_segment(&first, spot2.point), spot2);
    }
    /* An end of the first segment; for parallel lines, and for points, its begin will do. */
    const bool from_end = m1 > 0 && n1 >= m1;
    segment_spot spot1 = {from_end ? q1 : p1, from_end ? UINT32_MAX : 0};
    const segment_spot spot2 = project_on_segment(&second, spot1.point);
    const bool clamped = spot2.fraction == 0 || spot2.fraction == UINT32_MAX;
    if (clamped) spot1 = project_on_segment(&first, spot2.point);
    return make_segment_distance(spot1, spot2);
}
