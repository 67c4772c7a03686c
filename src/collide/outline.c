/* outline.c - the origin's way into a convex outline, decided in integers.
 *
 * Each vertex lies left of the way, right of it or on it: the sign of a cross product. Counter-
 * clockwise around a convex outline these signs change twice, and the way enters where they
 * change from left to right. So no two crossings are ever compared, and a single division gives
 * the fraction. A radius moves each edge outward (one rounding per axis) and puts a circle around
 * each vertex; the signs at the ends of the moved edges tell whether the way enters through an
 * edge or over a corner. A way that passes all of these ends on one side may still graze the
 * circle around the nearest vertex.
 *
 * The vertices of a Minkowski difference have been rounded, so the outline may be dented by a raw
 * unit and have a second, false entry near its far side: the earliest one is taken.
 *
 * Overflow: the grown outline meets the box of the way, or else nothing is asked. A vertex,
 * moved or not, is then within the length of the way and the width of the outline on each axis: of
 * a difference within 2^30 + 2^31, of a single shape (which may be turned) within 2^30.5 + 2^30.
 * Cross and dot products with the way are below 6 * 2^60 either way, with an edge as well, and
 * the root of a corner below 1.5 * 2^60. */
#include "collide/outline.h"

#include "base/assert.h"
#include "collide/core.h"
#include "fx/int128.h"
#include "fx/isqrt.h"
#include "geom/direction.h"

#include <string.h>

typedef struct outline_point {
    int64_t x, y;
} outline_point;

/* The way of the origin, and the entry found so far. */
typedef struct outline_sweep {
    const pawli_outline *outline;
    pawl_vec2 move;
    int64_t sides[PAWLI_OUTLINE_MAX]; /* cross(way, vertex): positive on the left */
    bool begun;                       /* it enters at its start or before */
    pawli_entry *entry;
} outline_sweep;

/* Where a way crosses the circle around a vertex, as multiples of 1 / square. */
typedef struct chord {
    int64_t enter, leave, square;
    bool misses;
} chord;

static outline_point vertex_of(const pawli_outline *outline, int32_t index) {
    const outline_point at = {outline->vertices[index].x + outline->x,
                              outline->vertices[index].y + outline->y};
    return at;
}

static int32_t next_outline_vertex(const pawli_outline *outline, int32_t index) {
    return index + 1 < outline->count ? index + 1 : 0;
}

/* The edge's offset by the radius: at most 2^30, and half a raw unit off on each axis. */
static pawl_vec2 bulge_of(const pawli_outline *outline, int32_t edge) {
    const int64_t radius = outline->radius;
    const pawl_rot normal = outline->normals[edge];
    if (radius == 0) return pawl_vec2_make(0, 0);
    return pawl_vec2_make(pawli_near32(radius * normal.c, 30), pawli_near32(radius * normal.s, 30));
}

bool pawli_outline_is_away(const pawli_outline *outline, pawl_vec2 move) {
    int64_t left = INT32_MAX, right = INT32_MIN, bottom = INT32_MAX, top = INT32_MIN;
    for (int32_t i = 0; i < outline->count; i++) {
        const pawl_vec2 vertex = outline->vertices[i];
        if (vertex.x < left) left = vertex.x;
        if (vertex.x > right) right = vertex.x;
        if (vertex.y < bottom) bottom = vertex.y;
        if (vertex.y > top) top = vertex.y;
    }
    const int64_t x = outline->x, y = outline->y, radius = outline->radius;
    return x + left - radius > pawl_max(move.x, 0) || x + right + radius < pawl_min(move.x, 0) ||
           y + bottom - radius > pawl_max(move.y, 0) || y + top + radius < pawl_min(move.y, 0);
}

/* floor(n * 2^30 / m) for 0 <= n <= m < 2^62, m > 0. Source: Knuth, The Art of Computer
 * Programming vol. 2, 4.3.1, algorithm D, of which the quotient has one digit only. Both are
 * shifted up until 2^61 <= m < 2^62; dividing by the upper 32 bits of m then gives at most two too
 * many, and the rest lies in (-2m, m), so 64 bits that wrap hold it. */
static pawl_fraction fraction_of_ratio(int64_t n, int64_t m) {
    PAWL_ASSERT(n >= 0 && n <= m);
    PAWL_ASSERT(m > 0 && m < INT64_C(1) << 62);
    const int up = pawli_int128_leading_zeros((uint64_t)m) - 2;
    const uint64_t numerator = (uint64_t)n << up, denominator = (uint64_t)m << up;
    uint64_t quotient = (numerator >> 2) / (denominator >> 32);
    uint64_t remainder = (numerator << 30) - quotient * denominator;
    while (remainder >> 63 != 0) {
        remainder += denominator;
        quotient--;
    }
    return (pawl_fraction)quotient;
}

/* An entry at n / m of the way, m > 0. Only the earliest counts; the lower index on a tie. */
static void add_entry(outline_sweep *w, int64_t n, int64_t m, bool corner, int32_t index) {
    if (n <= 0) w->begun = true;
    if (n <= 0 || n > m) return;
    const pawl_fraction fraction = fraction_of_ratio(n, m);
    if (w->entry->hit && fraction >= w->entry->fraction) return;
    w->entry->hit = true;
    w->entry->corner = corner;
    w->entry->index = index;
    w->entry->fraction = fraction;
}

/* Where the way crosses the line of an edge, as n / m: the edge turned to the left by a quarter
 * turn, times start + bulge - way * t, is 0. m is positive when it enters there. */
static void cross_edge(const outline_sweep *w, int32_t index, pawl_vec2 bulge, int64_t *n,
                       int64_t *m) {
    const outline_point from = vertex_of(w->outline, index);
    const pawl_vec2 begin = w->outline->vertices[index];
    const pawl_vec2 end = w->outline->vertices[next_outline_vertex(w->outline, index)];
    const int64_t x = (int64_t)end.x - begin.x, y = (int64_t)end.y - begin.y;
    *n = x * (from.y + bulge.y) - y * (from.x + bulge.x);
    *m = x * w->move.y - y * w->move.x;
}

/* The root of a 128-bit number below 2^122, with at least 31 significant bits or else rounded
 * down. */
static int64_t root128(pawli_int128 value) {
    if (value.high == 0) return pawli_isqrt_floor(value.low);
    const int shift = (65 - pawli_int128_leading_zeros(value.high)) & ~1;
    const uint64_t upper = value.high << (64 - shift) | value.low >> shift;
    return (int64_t)pawli_isqrt_floor(upper) << (shift / 2);
}

/* Whether (x, y) is no longer than the radius, which is at most 2^30. */
static bool is_within_radius(const pawli_outline *outline, int64_t x, int64_t y) {
    const int64_t radius = outline->radius;
    if (x > radius || -x > radius || y > radius || -y > radius) return false;
    return x * x + y * y <= radius * radius;
}

/* The circle around a vertex v: |v - way * t|^2 = radius^2 has the roots (v . way +- root) / way^2
 * with root^2 = radius^2 way^2 - cross(way, v)^2, which is at most 2^121. A way that passes
 * outside is nearest at v . way / way^2. The root is rounded down, so whether the circle holds the
 * start or the end of the way is asked apart. */
static chord cross_corner(const outline_sweep *w, int32_t index) {
    const outline_point v = vertex_of(w->outline, index);
    const uint64_t radius = (uint64_t)w->outline->radius, across = pawli_magnitude(w->sides[index]);
    const int64_t square = pawl_vec2_dot(w->move, w->move);
    const pawli_int128 within =
        pawli_int128_subtract(pawli_int128_multiply_unsigned(radius * radius, (uint64_t)square),
                              pawli_int128_multiply_unsigned(across, across));
    const bool misses = pawli_int128_sign(within) < 0;
    const int64_t root = misses ? 0 : root128(within);
    const int64_t along = v.x * w->move.x + v.y * w->move.y;
    chord result = {along - root, along + root, square, misses};
    if (misses) return result;
    if (is_within_radius(w->outline, v.x, v.y)) {
        if (result.enter > 0) result.enter = 0;
        if (result.leave < 0) result.leave = 0;
    } else if (result.enter > square &&
               is_within_radius(w->outline, v.x - w->move.x, v.y - w->move.y)) {
        result.enter = square;
    }
    return result;
}

/* Signs that fall from left to right are an entry, that rise an exit; a touch is both. */
static bool falls(int64_t from, int64_t to) {
    return from >= 0 && to <= 0 && from > to;
}

static bool rises(int64_t from, int64_t to) {
    return falls(to, from);
}

/* Around the moved edges and the corners between them; whether the way enters anywhere. Between
 * two moved edges it may still miss the circle of the corner, by the rounding of the edges: then
 * it touches. */
static bool find_entries(outline_sweep *w) {
    const pawli_outline *outline = w->outline;
    const int32_t last = outline->count - 1;
    bool crossed = false;
    int64_t n, m, before = w->sides[0] + pawl_vec2_cross(w->move, bulge_of(outline, last));
    for (int32_t i = 0; i <= last; i++) {
        const pawl_vec2 bulge = bulge_of(outline, i);
        const int64_t outward = pawl_vec2_cross(w->move, bulge);
        const int64_t begin = w->sides[i] + outward;
        const int64_t end = w->sides[next_outline_vertex(outline, i)] + outward;
        if (falls(before, begin)) {
            const chord corner = cross_corner(w, i);
            add_entry(w, corner.enter, corner.square, true, i);
            crossed = true;
        }
        if (falls(begin, end)) {
            cross_edge(w, i, bulge, &n, &m);
            add_entry(w, n, m, false, i);
            crossed = true;
        }
        before = end;
    }
    return crossed;
}

/* The same without a radius, where the moved edges are the edges. */
static bool find_sharp_entries(outline_sweep *w) {
    const pawl_vec2 none = {0, 0};
    bool crossed = false;
    for (int32_t i = 0, next = 1; i < w->outline->count; i++, next++) {
        if (next == w->outline->count) next = 0;
        if (!falls(w->sides[i], w->sides[next])) continue;
        int64_t n, m;
        cross_edge(w, i, none, &n, &m);
        add_entry(w, n, m, false, i);
        crossed = true;
    }
    return crossed;
}

/* Whether a way that has begun inside, or on its way out, leaves at its start or after. */
static bool leaves_ahead(const outline_sweep *w) {
    const pawli_outline *outline = w->outline;
    const int32_t last = outline->count - 1;
    int64_t n, m, before = w->sides[0] + pawl_vec2_cross(w->move, bulge_of(outline, last));
    for (int32_t i = 0; i <= last; i++) {
        const pawl_vec2 bulge = bulge_of(outline, i);
        const int64_t outward = pawl_vec2_cross(w->move, bulge);
        const int64_t begin = w->sides[i] + outward;
        const int64_t end = w->sides[next_outline_vertex(outline, i)] + outward;
        if (rises(before, begin) && cross_corner(w, i).leave >= 0) return true;
        if (rises(begin, end)) {
            cross_edge(w, i, bulge, &n, &m);
            if (n <= 0) return true;
        }
        before = end;
    }
    return false;
}

/* The vertex nearest to the line of the way; of two the one that comes first. */
static int32_t nearest_vertex(const outline_sweep *w) {
    int32_t best = 0;
    for (int32_t i = 1; i < w->outline->count; i++) {
        const uint64_t distance = pawli_magnitude(w->sides[i]);
        const uint64_t least = pawli_magnitude(w->sides[best]);
        if (distance > least) continue;
        const pawl_vec2 a = w->outline->vertices[best], b = w->outline->vertices[i];
        const int64_t later = ((int64_t)b.x - a.x) * w->move.x + ((int64_t)b.y - a.y) * w->move.y;
        if (distance < least || later < 0) best = i;
    }
    return best;
}

pawl_rot pawli_outline_between_edges(const pawli_outline *outline, int32_t index, pawl_rot normal) {
    if (outline->count == 1) return normal;
    const pawl_rot before = outline->normals[index > 0 ? index - 1 : outline->count - 1];
    const pawl_rot after = outline->normals[index];
    if (pawli_rot_cross(before, normal) < 0 && pawli_rot_dot(before, normal) > 0) return before;
    if (pawli_rot_cross(normal, after) < 0 && pawli_rot_dot(normal, after) > 0) return after;
    return normal;
}

/* (x, y) / radius as a unit vector, where its length is the radius but for two raw units: one step
 * of Newton's method, u (3 - u^2) / 2, leaves 3/2 of the square of that error. Smaller circles take
 * the square root. */
static pawl_rot unit_of(int64_t x, int64_t y, pawl_fx radius) {
    if (radius < PAWL_FX_ONE) return pawli_direction_find(x, y).unit;
    const int64_t c = x * PAWL_UNIT / radius, s = y * PAWL_UNIT / radius;
    const int64_t factor = 3 * (int64_t)(PAWL_UNIT / 2) - pawli_near(c * c + s * s, 31);
    const pawl_rot unit = {pawli_near32(c * factor, 30), pawli_near32(s * factor, 30)};
    return unit;
}

/* Over a corner the normal points from the vertex to where the way meets its circle, which is
 * known to two raw units; without a radius there is only the way itself to tell it. */
static pawl_rot normal_of_entry(const outline_sweep *w) {
    const pawli_entry *entry = w->entry;
    const pawli_outline *outline = w->outline;
    if (!entry->corner) return outline->normals[entry->index];
    if (outline->radius == 0) {
        return pawli_opposite(pawli_direction_find(w->move.x, w->move.y).unit);
    }
    const outline_point v = vertex_of(outline, entry->index);
    const pawl_vec2 at = pawli_fraction_of_move(w->move, entry->fraction);
    return pawli_outline_between_edges(outline, entry->index,
                                       unit_of(at.x - v.x, at.y - v.y, outline->radius));
}

/* The sides of all vertices; whether they leave a way through or past the outline. The longer axis
 * and half the other are at least the length: at most 1.12 times 2^30.5. */
static bool find_vertex_sides(outline_sweep *w) {
    const pawl_vec2 move = w->move;
    const int64_t width = pawl_abs(move.x), height = pawl_abs(move.y);
    const int64_t length = width > height ? width + (height + 1) / 2 : height + (width + 1) / 2;
    const int64_t reach = length * w->outline->radius;
    int64_t lowest = INT64_MAX, highest = INT64_MIN;
    for (int32_t i = 0; i < w->outline->count; i++) {
        const outline_point v = vertex_of(w->outline, i);
        const int64_t side = move.x * v.y - move.y * v.x;
        w->sides[i] = side;
        if (side < lowest) lowest = side;
        if (side > highest) highest = side;
    }
    return lowest <= reach && highest >= -reach;
}

/* Past all moved edges on one side, or along an edge: through the circle around the nearest vertex,
 * or not at all. Along an edge it may have left the first vertex and not yet reached the second. */
static void graze(outline_sweep *w) {
    const int32_t nearest = nearest_vertex(w);
    const chord corner = cross_corner(w, nearest);
    if (corner.misses) return;
    add_entry(w, corner.enter, corner.square, true, nearest);
    if (w->begun) w->entry->inside = corner.leave >= 0 || pawli_outline_contains(w->outline);
}

void pawli_outline_enter(const pawli_outline *outline, pawl_vec2 translation, pawli_entry *out) {
    PAWL_ASSERT(outline->count >= 1 && outline->count <= PAWLI_OUTLINE_MAX);
    PAWL_ASSERT(outline->radius >= 0 && outline->radius <= INT32_C(1) << 30);
    outline_sweep w;
    memset(out, 0, sizeof *out);
    w.outline = outline;
    w.move = translation;
    w.begun = false;
    w.entry = out;
    if (translation.x == 0 && translation.y == 0) {
        out->inside = pawli_outline_contains(outline);
        return;
    }
    if (!find_vertex_sides(&w)) return;

    const bool crossed =
        outline->count > 1 && (outline->radius > 0 ? find_entries(&w) : find_sharp_entries(&w));
    if (!crossed) graze(&w);
    if (w.begun) {
        const bool inside = crossed ? leaves_ahead(&w) : out->inside;
        memset(out, 0, sizeof *out);
        out->inside = inside;
    } else if (out->hit) {
        out->normal = normal_of_entry(&w);
    }
}

/* The winding number of the polygon around the origin, and whether the origin lies on it. Source:
 * Sunday, Inclusion of a Point in a Polygon (2001). It needs no convexity, so vertices that were
 * rounded do no harm. Here the box around the outline holds the origin: coordinates are below
 * 2^31 - 2^17, and cross products of two of them below 2^63. */
static bool core_contains(const pawli_outline *outline) {
    int winding = 0;
    for (int32_t i = 0; i < outline->count; i++) {
        const outline_point a = vertex_of(outline, i),
                            b = vertex_of(outline, next_outline_vertex(outline, i));
        const bool rises_here = a.y <= 0 && b.y > 0, falls_here = b.y <= 0 && a.y > 0;
        if (a.x == 0 && a.y == 0) return true;
        if (a.y == 0 && b.y == 0 && (a.x < 0) != (b.x < 0)) return true;
        if (!rises_here && !falls_here) continue;
        const int64_t cross = a.x * b.y - a.y * b.x;
        if (cross == 0) return true;
        if (rises_here && cross > 0) winding++;
        if (falls_here && cross < 0) winding--;
    }
    return winding != 0;
}

/* Whether the origin is within the radius of an edge: of the part between its ends, decided as
 * cross^2 <= radius^2 edge^2 in 128 bits, or of its first vertex. */
static bool edge_reaches(const pawli_outline *outline, int32_t index) {
    const outline_point a = vertex_of(outline, index),
                        b = vertex_of(outline, next_outline_vertex(outline, index));
    const int64_t radius = outline->radius, x = b.x - a.x, y = b.y - a.y;
    if (a.x * a.x + a.y * a.y <= radius * radius) return true;
    if (x == 0 && y == 0) return false;
    if (a.x * x + a.y * y > 0 || b.x * x + b.y * y < 0) return false;
    const uint64_t across = pawli_magnitude(a.x * y - a.y * x);
    const uint64_t square = (uint64_t)(x * x + y * y), radius_square = (uint64_t)(radius * radius);
    return pawli_int128_compare(pawli_int128_multiply_unsigned(across, across),
                                pawli_int128_multiply_unsigned(radius_square, square)) <= 0;
}

bool pawli_outline_contains(const pawli_outline *outline) {
    if (pawli_outline_is_away(outline, pawl_vec2_make(0, 0))) return false;
    if (core_contains(outline)) return true;
    for (int32_t i = 0; outline->radius > 0 && i < outline->count; i++) {
        if (edge_reaches(outline, i)) return true;
    }
    return false;
}

/* Whether a distance from the line, times the length of the way, is below the radius. */
static bool crosses_inside(const pawli_outline *outline, pawl_vec2 move, int64_t side) {
    if (side < 0 || outline->radius == 0) return side < 0;
    const uint64_t radius = (uint64_t)outline->radius, across = (uint64_t)side;
    const uint64_t square = (uint64_t)pawl_vec2_dot(move, move);
    return pawli_int128_compare(pawli_int128_multiply_unsigned(across, across),
                                pawli_int128_multiply_unsigned(radius * radius, square)) < 0;
}

bool pawli_outline_crosses(const pawli_outline *outline, pawl_vec2 move) {
    int64_t lowest = INT64_MAX, highest = INT64_MIN;
    for (int32_t i = 0; i < outline->count; i++) {
        const outline_point v = vertex_of(outline, i);
        const int64_t side = move.x * v.y - move.y * v.x;
        if (side < lowest) lowest = side;
        if (side > highest) highest = side;
    }
    return crosses_inside(outline, move, lowest) && crosses_inside(outline, move, -highest);
}

/* Whether the origin lies on the circle around a vertex, with that vertex the nearest, and the way
 * does not lead nearer to it. */
static bool leaves_corner(const pawli_outline *outline, int32_t index, pawl_vec2 move) {
    const int32_t before = index > 0 ? index - 1 : outline->count - 1;
    const outline_point v = vertex_of(outline, index), u = vertex_of(outline, before),
                        w = vertex_of(outline, next_outline_vertex(outline, index));
    const int64_t radius = outline->radius;
    if (v.x * v.x + v.y * v.y != radius * radius) return false;
    if (v.x * (v.x - u.x) + v.y * (v.y - u.y) > 0) return false;
    if (v.x * (w.x - v.x) + v.y * (w.y - v.y) < 0) return false;
    return v.x * move.x + v.y * move.y <= 0;
}

/* The same for an edge, between its ends: the way does not turn to its inner side. */
static bool leaves_edge(const pawli_outline *outline, int32_t index, pawl_vec2 move) {
    const outline_point a = vertex_of(outline, index),
                        b = vertex_of(outline, next_outline_vertex(outline, index));
    const int64_t radius = outline->radius, x = b.x - a.x, y = b.y - a.y;
    const int64_t across = a.x * y - a.y * x;
    if (across > 0 || x * move.y - y * move.x > 0) return false;
    if (radius == 0) return across == 0;
    if (a.x * x + a.y * y >= 0 || b.x * x + b.y * y <= 0) return false;
    const uint64_t height = pawli_magnitude(across), square = (uint64_t)(x * x + y * y);
    const uint64_t radius_square = (uint64_t)(radius * radius);
    return pawli_int128_compare(pawli_int128_multiply_unsigned(height, height),
                                pawli_int128_multiply_unsigned(radius_square, square)) == 0;
}

bool pawli_outline_continues(const pawli_outline *outline, pawl_vec2 move) {
    for (int32_t i = 0; i < outline->count; i++) {
        if (outline->count > 1 && leaves_edge(outline, i, move)) return false;
        if (outline->radius > 0 && leaves_corner(outline, i, move)) return false;
    }
    return true;
}
