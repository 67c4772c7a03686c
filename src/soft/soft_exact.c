/* soft_exact.c - exact decisions about the movement of points and links. */
#include "soft/soft_exact.h"

#include "fx/int128.h"

#if PAWL_WITH_SOFT

static bool is_in_segment_box(pawl_vec2 a, pawl_vec2 b, pawl_vec2 point) {
    return point.x >= pawl_min(a.x, b.x) && point.x <= pawl_max(a.x, b.x) &&
           point.y >= pawl_min(a.y, b.y) && point.y <= pawl_max(a.y, b.y);
}

static bool is_on_segment(pawl_vec2 a, pawl_vec2 b, pawl_vec2 point) {
    return is_in_segment_box(a, b, point) && pawli_orient(a, b, point) == 0;
}

static bool do_closed_segments_meet(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    const int of_c = pawli_soft_sign(pawli_orient(a, b, c)),
              of_d = pawli_soft_sign(pawli_orient(a, b, d));
    if (of_c == of_d && of_c != 0) return false;
    const int of_a = pawli_soft_sign(pawli_orient(c, d, a)),
              of_b = pawli_soft_sign(pawli_orient(c, d, b));
    if (of_a == of_b && of_a != 0) return false;
    if (of_a * of_b < 0 && of_c * of_d < 0) return true;
    return is_on_segment(a, b, c) || is_on_segment(a, b, d) || is_on_segment(c, d, a) ||
           is_on_segment(c, d, b);
}

bool pawli_soft_exact_edge_stops(const pawli_edge *edge, pawl_vec2 from, pawl_vec2 to) {
    const int64_t before = pawli_orient(edge->begin, edge->end, from);
    if (edge->one_sided && before > 0) return false;
    if (before == 0 && is_in_segment_box(edge->begin, edge->end, from)) {
        return edge->one_sided && pawli_orient(edge->begin, edge->end, to) > 0;
    }
    return do_closed_segments_meet(edge->begin, edge->end, from, to);
}

/* Where a movement meets the line of an edge: the fraction n / (n + m). One along the line counts
 * as meeting it at once. */
typedef struct line_crossing {
    uint64_t n, m;
} line_crossing;

static line_crossing find_line_crossing(const pawli_edge *edge, pawl_vec2 from, pawl_vec2 to) {
    const line_crossing found = {pawli_magnitude(pawli_orient(edge->begin, edge->end, from)),
                                 pawli_magnitude(pawli_orient(edge->begin, edge->end, to))};
    return found;
}

/* n1 / (n1 + m1) against n2 / (n2 + m2) is n1 m2 against n2 m1: each is at most 2^62. */
int pawli_soft_exact_compare_stops(const pawli_edge *a, pawl_vec2 from_a, pawl_vec2 to_a,
                                   const pawli_edge *b, pawl_vec2 from_b, pawl_vec2 to_b) {
    const line_crossing of_a = find_line_crossing(a, from_a, to_a),
                        of_b = find_line_crossing(b, from_b, to_b);
    const bool at_once_a = of_a.n == 0, at_once_b = of_b.n == 0;
    if (at_once_a || at_once_b) return (at_once_b ? 1 : 0) - (at_once_a ? 1 : 0);
    return pawli_int128_compare(pawli_int128_multiply_unsigned(of_a.n, of_b.m),
                                pawli_int128_multiply_unsigned(of_b.n, of_a.m));
}

/* The corner of an edge, with the edges before and behind it in the direction of the chain. */
typedef struct wall_corner {
    pawl_vec2 before, at, after;
    bool has_before, has_after;
} wall_corner;

static wall_corner find_wall_corner(const pawli_edge *edge, bool at_end) {
    wall_corner found;
    if (at_end) {
        found = (wall_corner){edge->begin, edge->end, edge->after, true, edge->has_after};
    } else {
        found = (wall_corner){edge->before, edge->begin, edge->end, edge->has_before, true};
    }
    return found;
}

static bool does_corner_stick_out(const wall_corner *c, bool one_sided) {
    if (!c->has_before || !c->has_after) return true;
    const int64_t turn = pawli_orient(c->before, c->at, c->after);
    if (turn != 0) return turn > 0 || !one_sided;
    /* in line: on, or straight back */
    return pawl_vec2_dot(pawl_vec2_sub(c->at, c->before), pawl_vec2_sub(c->after, c->at)) < 0;
}

bool pawli_soft_exact_is_corner(const pawli_edge *edge, bool at_end) {
    const wall_corner c = find_wall_corner(edge, at_end);
    return !edge->one_way && does_corner_stick_out(&c, edge->one_sided);
}

static bool is_in_swept_triangle(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 point) {
    if (point.x < pawl_min(pawl_min(a.x, b.x), c.x) || point.x > pawl_max(pawl_max(a.x, b.x), c.x))
        return false;
    if (point.y < pawl_min(pawl_min(a.y, b.y), c.y) || point.y > pawl_max(pawl_max(a.y, b.y), c.y))
        return false;
    const int ab = pawli_soft_sign(pawli_orient(a, b, point)),
              bc = pawli_soft_sign(pawli_orient(b, c, point));
    const int ca = pawli_soft_sign(pawli_orient(c, a, point));
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

static bool does_link_touch_corner(const wall_corner *c, pawl_vec2 a, pawl_vec2 b) {
    if (c->has_before && do_closed_segments_meet(c->before, c->at, a, b)) return true;
    return c->has_after && do_closed_segments_meet(c->at, c->after, a, b);
}

/* Behind, or on the line of, all edges of the corner. */
static bool is_behind_corner(const wall_corner *c, pawl_vec2 point) {
    if (c->has_before && pawli_orient(c->before, c->at, point) < 0) return false;
    return !c->has_after || pawli_orient(c->at, c->after, point) >= 0;
}

bool pawli_soft_exact_corner_stops(const pawli_edge *edge, bool at_end, pawl_vec2 other,
                                   pawl_vec2 from, pawl_vec2 to) {
    const wall_corner c = find_wall_corner(edge, at_end);
    if (edge->one_way || !is_in_swept_triangle(other, from, to, c.at)) return false;
    if (!does_corner_stick_out(&c, edge->one_sided)) return false;
    if (edge->one_sided && is_behind_corner(&c, from)) return false;
    return !does_link_touch_corner(&c, other, from);
}

bool pawli_soft_exact_corner_faces(const pawli_edge *edge, bool at_end, pawl_vec2 a, pawl_vec2 b) {
    const wall_corner c = find_wall_corner(edge, at_end);
    if (edge->one_way || !does_corner_stick_out(&c, edge->one_sided)) return false;
    if (edge->one_sided && is_behind_corner(&c, a) && is_behind_corner(&c, b)) return false;
    return !does_link_touch_corner(&c, a, b);
}

#endif
