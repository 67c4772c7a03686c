/* platform.c - convex obstacles that move.
 *
 * A step has two phases. First the platforms do their movements, one after the other: in the frame
 * of each the walker is a point that moves the other way, so that a platform that comes upon the
 * walker is found by the same exact clipping as below, and the walker is moved out along the
 * platform's movement by exact walks. Then the walker moves, and the platforms are walls.
 *
 * Clipping: Cyrus and Beck (1978), Generalized two-dimensional line clipping, with the parameters
 * kept as fractions. With points within PAWL_EXTENT_MAX (2^29) and a way that comes near them, all
 * differences are below 2^30 + 2^27, signed areas below 2^62, and their differences below 2^63. */
#include "level/level_walk.h"

#include "fx/int128.h"
#include "pawl/convex.h"

#include <string.h>

#define PLATFORM_POINTS_MIN 3u
#define PLATFORM_POINTS_MAX 16u

typedef struct fraction {
    int64_t num, den;
} fraction;

static int compare_fractions(fraction a, fraction b) {
    return pawli_int128_compare(pawli_int128_multiply(a.num, b.den),
                                pawli_int128_multiply(b.num, a.den));
}

/* Where a way enters a platform. */
typedef struct platform_entry {
    fraction at;
    uint32_t edge; /* index of its first point */
    bool corner;   /* at the second point, where the next edge begins */
} platform_entry;

static uint32_t next_platform_corner(const pawl_platform *platform, uint32_t i) {
    return i + 1 == platform->count ? 0 : i + 1;
}

static bool is_beyond_span(pawl_fx from, pawl_fx to, pawl_fx low, pawl_fx high) {
    return pawl_max(from, to) < low || pawl_min(from, to) > high;
}

static bool is_far(const pawl_platform *platform, pawl_vec2 from, pawl_vec2 to) {
    pawl_vec2 low = platform->points[0], high = low;
    for (uint32_t i = 1; i < platform->count; i++) {
        const pawl_vec2 point = platform->points[i];
        low = pawl_vec2_make(pawl_min(low.x, point.x), pawl_min(low.y, point.y));
        high = pawl_vec2_make(pawl_max(high.x, point.x), pawl_max(high.y, point.y));
    }
    return is_beyond_span(from.x, to.x, low.x, high.x) ||
           is_beyond_span(from.y, to.y, low.y, high.y);
}

static bool platform_holds(const pawl_platform *platform, pawl_vec2 point) {
    if (is_far(platform, point, point)) return false;
    for (uint32_t i = 0; i < platform->count; i++) {
        const pawl_vec2 a = platform->points[i],
                        b = platform->points[next_platform_corner(platform, i)];
        if (pawli_side(a, b, point) <= 0) return false;
    }
    return true;
}

/* The way comes from outside of edge i. Two neighbors that are entered at once: their corner. */
static void come_in(const pawl_platform *platform, platform_entry *in, bool *any, uint32_t i,
                    fraction at) {
    const int order = *any ? compare_fractions(at, in->at) : 1;
    if (order < 0) return;
    if (order > 0) {
        in->at = at;
        in->edge = i;
        in->corner = false;
    } else if (next_platform_corner(platform, in->edge) == i) {
        in->corner = true;
    } else if (next_platform_corner(platform, i) == in->edge && !in->corner) {
        in->edge = i;
        in->corner = true;
    }
    *any = true;
}

/* Whether a way, seen from the platform's position, enters its inside: one that begins inside does
 * not. */
static bool enter(const pawl_platform *platform, pawl_vec2 from, pawl_vec2 to, platform_entry *in) {
    if (is_far(platform, from, to)) return false;
    fraction out = {1, 1};
    bool any = false;
    for (uint32_t i = 0; i < platform->count; i++) {
        const pawl_vec2 a = platform->points[i],
                        b = platform->points[next_platform_corner(platform, i)];
        const int64_t begin = pawli_side(a, b, from);
        const int64_t end = pawli_side(a, b, to);
        if (begin <= 0 && end <= 0) return false;
        if (begin <= 0) {
            const fraction at = {-begin, end - begin};
            come_in(platform, in, &any, i, at);
        } else if (end <= 0) {
            const fraction at = {begin, begin - end};
            if (compare_fractions(at, out) < 0) out = at;
        }
    }
    return any && compare_fractions(in->at, out) < 0;
}

static pawl_vec2 platform_origin(const pawli_motion *motion, uint32_t index) {
    const pawl_platform *const platform = &motion->platforms[index];
    if (index >= motion->settled) return platform->position;
    return pawl_vec2_add(platform->position, platform->move);
}

/* Outside is the free side, so the edges run backwards. */
static void describe(const pawl_platform *platform, pawl_vec2 origin, const platform_entry *in,
                     pawli_stop *stop) {
    const uint32_t next = next_platform_corner(platform, in->edge);
    const pawl_vec2 first = pawl_vec2_add(platform->points[in->edge], origin);
    const pawl_vec2 second = pawl_vec2_add(platform->points[next], origin);
    memset(stop, 0, sizeof *stop);
    stop->a = second;
    stop->b = first;
    stop->num = in->at.num;
    stop->den = in->at.den;
    if (!in->corner) return;
    stop->corner = 1;
    stop->left = first;
    stop->right = pawl_vec2_add(platform->points[next_platform_corner(platform, next)], origin);
}

bool pawli_platform_meet(const pawli_motion *motion, pawl_vec2 from, pawl_vec2 to,
                         pawli_stop *stop) {
    bool met = false;
    platform_entry first = {{1, 1}, 0, false};
    for (uint32_t i = 0; i < motion->platform_count; i++) {
        const pawl_platform *const platform = &motion->platforms[i];
        const pawl_vec2 origin = platform_origin(motion, i);
        platform_entry in;
        if (i + 1 == motion->ignored) continue;
        if (!enter(platform, pawl_vec2_sub(from, origin), pawl_vec2_sub(to, origin), &in)) continue;
        if (met && compare_fractions(in.at, first.at) >= 0) continue;
        met = true;
        first = in;
        describe(platform, origin, &in, stop);
        stop->platform = (uint8_t)(i + 1);
        stop->triangle = motion->place.triangle;
    }
    return met;
}

bool pawli_platform_all_sound(const pawl_platform *platforms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const pawl_platform *const platform = &platforms[i];
        const pawl_fx far = pawl_max(pawl_abs(platform->move.x), pawl_abs(platform->move.y));
        if (platform->points == NULL || far > PAWL_WALK_MAX) return false;
        if (platform->count < PLATFORM_POINTS_MIN || platform->count > PLATFORM_POINTS_MAX) {
            return false;
        }
        const pawl_vec2 end = pawl_vec2_add(platform->position, platform->move);
        for (uint32_t k = 0; k < platform->count; k++) {
            const pawl_vec2 point = platform->points[k];
            if (pawl_max(pawl_abs(point.x), pawl_abs(point.y)) > PAWL_EXTENT_MAX) return false;
            if (!pawli_is_position(pawl_vec2_add(platform->position, point)) ||
                !pawli_is_position(pawl_vec2_add(end, point))) {
                return false;
            }
        }
    }
    return true;
}

/* Platform `index` has come upon a walker that was at `before`: to where it was met, in its frame,
 * and thus out of its way. What is in the way is slid along. */
static void push_walker(pawli_motion *motion, uint32_t index, pawl_vec2 before) {
    const pawl_platform *const platform = &motion->platforms[index];
    const pawl_vec2 origin = pawl_vec2_add(platform->position, platform->move);
    const pawl_vec2 from = pawl_vec2_sub(before, platform->position);
    const pawl_vec2 to = pawl_vec2_sub(motion->place.position, origin);
    platform_entry in;
    if (!enter(platform, from, to, &in)) return;
    const pawl_vec2 a = platform->points[next_platform_corner(platform, in.edge)];
    const pawl_vec2 b = platform->points[in.edge];
    const pawli_grid_cell cell =
        pawli_level_slide_cell_of(from, pawl_vec2_sub(to, from), in.at.num, in.at.den);
    for (uint32_t i = 0; i < cell.count; i++) {
        const pawl_vec2 point = cell.corners[i];
        if (pawli_side(a, b, point) < 0) continue;
        pawli_level_step_move(motion,
                              pawl_vec2_sub(pawl_vec2_add(point, origin), motion->place.position));
        return;
    }
}

uint32_t pawli_platform_move_all(pawli_motion *motion, uint32_t ground) {
    for (uint32_t i = 0; i < motion->platform_count; i++) {
        const pawl_vec2 before = motion->place.position;
        motion->settled = i;
        motion->ignored = i + 1;
        if (i + 1 == ground) pawli_level_step_move(motion, motion->platforms[i].move);
        push_walker(motion, i, before);
    }
    motion->settled = motion->platform_count;
    motion->ignored = 0;
    for (uint32_t i = 0; i < motion->platform_count; i++) {
        const pawl_vec2 origin = platform_origin(motion, i);
        if (platform_holds(&motion->platforms[i], pawl_vec2_sub(motion->place.position, origin))) {
            return i + 1;
        }
    }
    return 0;
}
