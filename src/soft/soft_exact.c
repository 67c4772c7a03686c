/* soft_exact.c - exact decisions about points and links on their way. */
#include "soft/soft_exact.h"

#include "fx/fx_wide.h"

#if PAWL_WITH_SOFT

static bool is_in_box(pawl_vec2 a, pawl_vec2 b, pawl_vec2 point) {
    return point.x >= pawl_min(a.x, b.x) && point.x <= pawl_max(a.x, b.x) &&
           point.y >= pawl_min(a.y, b.y) && point.y <= pawl_max(a.y, b.y);
}

static bool is_on(pawl_vec2 a, pawl_vec2 b, pawl_vec2 point) {
    return is_in_box(a, b, point) && pawli_orient(a, b, point) == 0;
}

static int sign_of(int64_t value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

bool pawli_soft_exact_segments_meet(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    const int of_c = sign_of(pawli_orient(a, b, c)), of_d = sign_of(pawli_orient(a, b, d));
    if (of_c == of_d && of_c != 0) return false;
    const int of_a = sign_of(pawli_orient(c, d, a)), of_b = sign_of(pawli_orient(c, d, b));
    if (of_a == of_b && of_a != 0) return false;
    if (of_a * of_b < 0 && of_c * of_d < 0) return true;
    return is_on(a, b, c) || is_on(a, b, d) || is_on(c, d, a) || is_on(c, d, b);
}

bool pawli_soft_exact_edge_stops(const pawli_edge *edge, pawl_vec2 from, pawl_vec2 to) {
    const int64_t before = pawli_orient(edge->begin, edge->end, from);
    if (edge->one_sided && before > 0) return false;
    if (before == 0 && is_in_box(edge->begin, edge->end, from)) {
        return edge->one_sided && pawli_orient(edge->begin, edge->end, to) > 0;
    }
    return pawli_soft_exact_segments_meet(edge->begin, edge->end, from, to);
}

/* Where a movement meets the line of an edge: the fraction n / (n + m). One along the line counts
 * as meeting it at once. */
typedef struct meeting {
    uint64_t n, m;
} meeting;

static meeting find_meeting(const pawli_edge *edge, pawl_vec2 from, pawl_vec2 to) {
    const meeting found = {pawli_magnitude(pawli_orient(edge->begin, edge->end, from)),
                           pawli_magnitude(pawli_orient(edge->begin, edge->end, to))};
    return found;
}

/* n1 / (n1 + m1) against n2 / (n2 + m2) is n1 m2 against n2 m1: each is at most 2^62. */
int pawli_soft_exact_compare_stops(const pawli_edge *a, pawl_vec2 from_a, pawl_vec2 to_a,
                                   const pawli_edge *b, pawl_vec2 from_b, pawl_vec2 to_b) {
    const meeting of_a = find_meeting(a, from_a, to_a), of_b = find_meeting(b, from_b, to_b);
    const bool at_once_a = of_a.n == 0, at_once_b = of_b.n == 0;
    if (at_once_a || at_once_b) return (at_once_b ? 1 : 0) - (at_once_a ? 1 : 0);
    return pawli_int128_compare(pawli_uint128_multiply(of_a.n, of_b.m),
                                pawli_uint128_multiply(of_b.n, of_a.m));
}

/* The corner of an edge, with the edges before and behind it in the direction of the chain. */
typedef struct corner {
    pawl_vec2 before, at, after;
    bool has_before, has_after;
} corner;

static corner find_corner(const pawli_edge *edge, bool at_end) {
    corner found;
    if (at_end) {
        found = (corner){edge->begin, edge->end, edge->after, true, edge->has_after};
    } else {
        found = (corner){edge->before, edge->begin, edge->end, edge->has_before, true};
    }
    return found;
}

static bool sticks_out(const corner *c, bool one_sided) {
    if (!c->has_before || !c->has_after) return true;
    const int64_t turn = pawli_orient(c->before, c->at, c->after);
    if (turn != 0) return turn > 0 || !one_sided;
    /* in line: on, or straight back */
    return pawl_vec2_dot(pawl_vec2_sub(c->at, c->before), pawl_vec2_sub(c->after, c->at)) < 0;
}

bool pawli_soft_exact_is_corner(const pawli_edge *edge, bool at_end) {
    const corner c = find_corner(edge, at_end);
    return !edge->one_way && sticks_out(&c, edge->one_sided);
}

static bool is_in_triangle(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 point) {
    if (point.x < pawl_min(pawl_min(a.x, b.x), c.x) || point.x > pawl_max(pawl_max(a.x, b.x), c.x))
        return false;
    if (point.y < pawl_min(pawl_min(a.y, b.y), c.y) || point.y > pawl_max(pawl_max(a.y, b.y), c.y))
        return false;
    const int ab = sign_of(pawli_orient(a, b, point)), bc = sign_of(pawli_orient(b, c, point));
    const int ca = sign_of(pawli_orient(c, a, point));
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

static bool touches(const corner *c, pawl_vec2 a, pawl_vec2 b) {
    if (c->has_before && pawli_soft_exact_segments_meet(c->before, c->at, a, b)) return true;
    return c->has_after && pawli_soft_exact_segments_meet(c->at, c->after, a, b);
}

/* Behind, or on the line of, all edges of the corner. */
static bool is_behind(const corner *c, pawl_vec2 point) {
    if (c->has_before && pawli_orient(c->before, c->at, point) < 0) return false;
    return !c->has_after || pawli_orient(c->at, c->after, point) >= 0;
}

bool pawli_soft_exact_corner_stops(const pawli_edge *edge, bool at_end, pawl_vec2 other,
                                   pawl_vec2 from, pawl_vec2 to) {
    const corner c = find_corner(edge, at_end);
    if (edge->one_way || !is_in_triangle(other, from, to, c.at)) return false;
    if (!sticks_out(&c, edge->one_sided)) return false;
    if (edge->one_sided && is_behind(&c, from)) return false;
    return !touches(&c, other, from);
}

bool pawli_soft_exact_corner_faces(const pawli_edge *edge, bool at_end, pawl_vec2 a, pawl_vec2 b) {
    const corner c = find_corner(edge, at_end);
    if (edge->one_way || !sticks_out(&c, edge->one_sided)) return false;
    if (edge->one_sided && is_behind(&c, a) && is_behind(&c, b)) return false;
    return !touches(&c, a, b);
}

#endif
