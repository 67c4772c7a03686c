/* circle_box.c - circles and boxes, still and swept, without rounding before the end.
 *
 * The difference is a box, with round corners where there is a circle, and the path of the origin
 * enters it through a side, in which case the entry is that into the box around it (box_sweep.c),
 * or over one corner, which the place of that entry tells: seen with the path going right and up,
 * only the lower left corner is met for certain, the other two may be missed.
 *
 * Over a corner at v, |v - path f|^2 = radius^2 is to be solved for the smaller f. The fraction is
 * found bit by bit, as in long division: with q(f) = C - 2 L f + A f^2, where C = |v|^2 - radius^2,
 * L = v . path and A = |path|^2, and F the bits so far,
 *
 *     P = 4^k q(F / 2^k)    becomes 4 P, or with a further one 4 (P - D) + A,
 *     D = 2^k L - A F       becomes 2 D, or 2 D - A;
 *
 * the one is taken when the circle is not entered before it (P >= 0) and the nearest point not
 * passed (D >= 0). No root is drawn, and all is exact.
 *
 * Ranges: the path comes within 2^29 of the center, so a corner is at most 1.5 * 2^30 away on an
 * axis: A <= 2^61, L < 2^62, C < 2^62.2; and P <= 2 D < 2^94 while they grow. */
#include "arcade/circle_box.h"

#include "arcade/box_sweep.h"
#include "fx/int128.h"
#include "fx/round.h"
#include "fx/isqrt.h"
#include "geom/direction.h"
#include "collide/core.h"

static pawl_fx beyond_reach(pawl_fx place, pawl_fx reach) {
    if (place > reach) return place - reach;
    if (place < -reach) return place + reach;
    return 0;
}

/* From the nearest point of the core to the origin; 0 in the core. */
static pawl_vec2 beyond_core(const pawli_circle_box *round) {
    return pawl_vec2_make(beyond_reach(-round->offset.x, round->reach.x),
                          beyond_reach(-round->offset.y, round->reach.y));
}

bool pawli_circle_box_overlap(const pawli_circle_box *round, pawl_translation *out) {
    const pawl_fx radius = round->radius;
    const pawl_vec2 grown = pawl_vec2_make(round->reach.x + radius, round->reach.y + radius);
    if (!pawli_box_sweep_overlap(round->offset, grown, out)) return false;
    const pawl_vec2 away = beyond_core(round);
    if (round->reach.x == 0 && away.x == 0 && away.y == 0) { /* circles with one center */
        out->normal.c = out->move.x = 0;
        out->normal.s = -PAWL_UNIT;
        out->move.y = -out->depth;
    }
    if (away.x == 0 || away.y == 0) return true; /* a side */
    const uint64_t square = (uint64_t)pawl_vec2_dot(away, away);
    if (square > (uint64_t)((int64_t)radius * radius)) return false;
    out->normal = pawli_direction_find(-(int64_t)away.x, -(int64_t)away.y).unit;
    out->depth = radius - (pawl_fx)pawli_isqrt_floor(square);
    out->move = pawl_vec2_make(pawli_scale_outward(out->normal.c, out->depth),
                               pawli_scale_outward(out->normal.s, out->depth));
    return true;
}

/* ---- over a corner --------------------------------------------------------------------------- */

/* What first_root does thirty times, in limbs: a function for each would cost more than it does. */
static pawli_int128 int128_shifted(pawli_int128 value, int shift) {
    const pawli_int128 shifted = {value.high << shift | value.low >> (64 - shift),
                                  value.low << shift};
    return shifted;
}

static pawli_int128 int128_plus(pawli_int128 a, uint64_t b) {
    const pawli_int128 sum = {a.high + (a.low + b < b ? 1u : 0u), a.low + b};
    return sum;
}

static pawli_int128 int128_less(pawli_int128 a, pawli_int128 b) {
    const pawli_int128 rest = {a.high - b.high - (a.low < b.low ? 1u : 0u), a.low - b.low};
    return rest;
}

static bool int128_is_negative(pawli_int128 value) {
    return value.high >> 63 != 0;
}

/* The first f in 0 .. 1 with c - 2 l f + a f^2 <= 0, which there is, in 30 bits rounded down. */
static pawl_fraction first_root(int64_t c, int64_t l, int64_t a) {
    pawli_int128 p = pawli_int128_make(c), d = pawli_int128_make(l);
    const pawli_int128 square = pawli_int128_make(a);
    pawl_fraction fraction = 0;
    for (int bit = 0; bit < 30; bit++) {
        const pawli_int128 twice = int128_shifted(d, 1), ahead = int128_less(twice, square);
        const pawli_int128 there = int128_plus(int128_shifted(int128_less(p, d), 2), (uint64_t)a);
        const bool one = !int128_is_negative(there) && !int128_is_negative(ahead);
        p = one ? there : int128_shifted(p, 2);
        d = one ? ahead : twice;
        fraction = fraction * 2 + one;
    }
    return fraction;
}

/* Whether the line of a path passes inside the circle of a corner. */
static bool line_cuts_circle(pawl_vec2 corner, pawl_vec2 move, pawl_fx radius) {
    const uint64_t across = pawli_magnitude(pawl_vec2_cross(move, corner));
    return pawli_int128_compare(
               pawli_int128_multiply_unsigned(across, across),
               pawli_int128_multiply_unsigned((uint64_t)((int64_t)radius * radius),
                                              (uint64_t)pawl_vec2_dot(move, move))) < 0;
}

/* From the origin, when it is at a fraction of its path, to the corner: a unit vector. Both are
 * below 1.5 * 2^30: products are below 2^60.6. */
static pawl_rot direction_to_corner(pawl_vec2 corner, pawl_vec2 move, pawl_fraction fraction) {
    int64_t x = (int64_t)corner.x * PAWL_UNIT - (int64_t)move.x * fraction;
    int64_t y = (int64_t)corner.y * PAWL_UNIT - (int64_t)move.y * fraction;
    while (pawli_magnitude(x) >> 32 != 0 || pawli_magnitude(y) >> 32 != 0) {
        x /= 2;
        y /= 2;
    }
    return pawli_direction_find(x, y).unit;
}

/* Whether the boxes of the path and of the circle are apart on one axis. */
static bool is_beyond_circle(int64_t corner, pawl_fx move, pawl_fx radius) {
    return corner - radius > pawl_max(move, 0) || corner + radius < pawl_min(move, 0);
}

void pawli_circle_box_meet_corner(int64_t x, int64_t y, pawl_vec2 move, pawl_fx radius,
                                  pawl_arcade_meeting *out) {
    if (is_beyond_circle(x, move.x, radius) || is_beyond_circle(y, move.y, radius)) return;
    const pawl_vec2 corner = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
    const int64_t along = pawl_vec2_dot(corner, move), square = pawl_vec2_dot(move, move);
    const int64_t limit = (int64_t)radius * radius;
    const pawl_vec2 end = pawl_vec2_sub(corner, move);
    const int64_t beyond = pawl_vec2_dot(end, end) - limit; /* q(1) */
    if (along <= 0 || !line_cuts_circle(corner, move, radius)) return;
    if (along > square && beyond > 0) return; /* it ends before */
    out->hit = true;
    out->fraction = along > square && beyond == 0
                        ? PAWL_UNIT
                        : first_root(pawl_vec2_dot(corner, corner) - limit, along, square);
    out->normal = direction_to_corner(corner, move, out->fraction);
}

/* ---- swept ------------------------------------------------------------------------------------
 */

/* They touch: on a round corner the path goes on inside where it comes nearer. */
static void meet_touching(const pawli_circle_box *round, pawl_vec2 move, pawl_arcade_meeting *out) {
    if (round->radius == 0) {
        pawli_box_sweep_touch(round->offset, round->reach, move, out);
        return;
    }
    const pawl_vec2 away = beyond_core(round);
    const int64_t square = pawl_vec2_dot(away, away), radius = round->radius;
    out->touching = true;
    out->hit =
        (move.x != 0 || move.y != 0) && (square < radius * radius || pawl_vec2_dot(away, move) < 0);
}

/* The corner on the side of a place, measured in units of m. */
static int64_t corner_on(int64_t place, int64_t offset, pawl_fx reach) {
    return place > 0 ? offset + reach : offset - reach;
}

/* Where the origin enters the box around the difference; with n <= 0 it begins there. n and m are
 * at most 2^30, as a path is, offsets 2^31: the difference of products is below 2^62. */
static void meet_at(const pawli_circle_box *round, pawl_vec2 move, const pawli_slab_entry *entry,
                    pawl_arcade_meeting *out) {
    const pawl_vec2 offset = round->offset, reach = round->reach;
    const int64_t n = entry->n > 0 ? entry->n : 0, m = entry->n > 0 ? entry->m : 1;
    const int64_t x = move.x * n - offset.x * m, y = move.y * n - offset.y * m;
    const bool beside =
        entry->by_x ? y <= reach.y * m && y >= -reach.y * m : x <= reach.x * m && x >= -reach.x * m;
    if (entry->n > 0 && beside) {
        pawli_box_sweep_hit(entry, move, out);
        return;
    }
    pawli_circle_box_meet_corner(corner_on(x, offset.x, reach.x), corner_on(y, offset.y, reach.y),
                                 move, round->radius, out);
}

void pawli_circle_box_meet(const pawli_circle_box *round, pawl_vec2 move,
                           pawl_arcade_meeting *out) {
    pawl_translation overlap;
    pawli_slab_entry entry;
    const pawl_fx radius = round->radius;
    const pawl_vec2 grown = pawl_vec2_make(round->reach.x + radius, round->reach.y + radius);
    if (pawli_circle_box_overlap(round, &overlap)) {
        out->normal = overlap.normal;
        meet_touching(round, move, out);
    } else if (pawli_box_sweep_enter(round->offset, grown, move, &entry)) {
        meet_at(round, move, &entry, out);
    }
}
