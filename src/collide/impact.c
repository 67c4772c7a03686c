/* impact.c - when two shapes that move and turn come close: conservative advancement.
 *
 * Source: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems (1996), 2.3.2: along any
 * fixed direction the separation of two shapes falls no faster than a bound says, so the time it
 * takes to fall to the target can be skipped, and the question asked again from there. The
 * separation may be negative as well: the largest one over all directions is a lower bound of the
 * gap whatever its sign. The direction is the normal of the contact routines, but the separation
 * along it is measured here, so that a poor choice costs time and never safety.
 *
 * Formats: lengths in raw units, times in Q2.30. Overflow: two positions differ by at most
 * 2^31 + 2^27 on an axis, an arm is below 2^30.5, so a separation along a unit vector is below
 * 2^62.5 in Q46; a gap below 2^33 is cut to 2^32 before it is shifted by 30. */
#include "collide/impact.h"

#include "base/assert.h"
#include "collide/core.h"
#include "fx/int128.h"
#include "fx/range.h"
#include "geom/direction.h"

#include <string.h>

/* How often the distance is asked for. Of the sweeps of `make soak` 99 in 100 need ten at most, and
 * one in 10000 would need more than these: what slides along within a hair's breadth of the target,
 * or passes near the middle of a long body that spins. */
#define IMPACT_ITERATIONS 64

#define GAP_MAX (INT64_C(1) << 32)
#define IMPACT_NEVER INT64_MAX

/* What of a flight stays the same all the way. */
typedef struct flight_path {
    const pawli_flight *flight;
    pawl_rot rotation; /* at the start */
    int64_t arc;       /* how far the whole turn carries the farthest vertex, rounded up */
} flight_path;

/* The arm is below 2^31.5 and |turn| at most 2^31: 2^31 * 2^30.7 and 2^31.5 * 2^29.7 fit. */
static flight_path path_of(const pawli_flight *flight) {
    const pawl_convex *shape = flight->shape;
    flight_path p = {flight, pawl_rot_from_angle(flight->sweep.angle), 0};
    if (flight->sweep.turn == 0) return p;
    int64_t reach = 0;
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 arm = pawl_vec2_sub(shape->vertices[i], flight->sweep.center);
        if (arm.x == 0 && arm.y == 0) continue;
        const int64_t length = (int64_t)pawl_vec2_length(arm) + 1;
        if (length > reach) reach = length;
    }
    const int64_t turn = flight->sweep.turn;
    const int64_t radians = pawli_floor((turn < 0 ? -turn : turn) * PAWLI_TWO_PI_Q28, 32) + 1;
    if (reach > 0) p.arc = pawli_floor(reach * radians, 28) + 1;
    return p;
}

static pawl_fx at_fraction(pawl_fx from, pawl_fx move, pawl_fraction fraction) {
    return (pawl_fx)(from + pawli_near(pawli_product(move, fraction), 30));
}

static pawli_frame frame_at(const flight_path *p, pawl_fraction fraction) {
    const pawl_sweep *sweep = &p->flight->sweep;
    pawli_frame frame = {sweep->from, p->rotation, sweep->center};
    frame.position.x = at_fraction(sweep->from.x, sweep->move.x, fraction);
    frame.position.y = at_fraction(sweep->from.y, sweep->move.y, fraction);
    if (sweep->turn != 0 && fraction != 0) {
        const int64_t turned = pawli_near(pawli_product(sweep->turn, fraction), 30);
        frame.rotation = pawl_rot_from_angle(sweep->angle + (pawl_angle)(uint64_t)turned);
    }
    return frame;
}

/* How far the core of a shape reaches from its center of rotation along a world direction, Q46. */
static int64_t support_distance(const pawl_convex *shape, const pawli_frame *frame,
                                pawl_rot direction) {
    const pawl_rot inverse = {frame->rotation.c, -frame->rotation.s};
    const pawl_rot local = pawli_turn(inverse, direction);
    int64_t best = INT64_MIN;
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 arm = pawl_vec2_sub(shape->vertices[i], frame->center);
        const int64_t height = pawli_project(local, arm);
        if (height > best) best = height;
    }
    return best;
}

/* The pair at one moment. */
typedef struct flight_moment {
    pawl_rot normal; /* from A to B */
    int64_t gap;     /* between the surfaces along the normal, rounded down */
} flight_moment;

static flight_moment look_at_fraction(const flight_path *a, const flight_path *b,
                                      pawl_fraction fraction) {
    const pawli_frame frame_a = frame_at(a, fraction), frame_b = frame_at(b, fraction);
    const pawl_convex *shape_a = a->flight->shape, *shape_b = b->flight->shape;
    const pawli_pair pair = {{shape_a, shape_b}, {&frame_a, &frame_b}, PAWLI_NO_MARGIN};
    const int64_t x = (int64_t)frame_b.position.x - frame_a.position.x;
    const int64_t y = (int64_t)frame_b.position.y - frame_a.position.y;
    pawl_manifold manifold;
    flight_moment now;
    pawli_collide_pair(&pair, &manifold);
    /* Too far apart for the contact routines: any direction bounds the gap. */
    now.normal = manifold.count > 0 ? manifold.normal : pawli_direction_find(x, y).unit;
    const int64_t height_a = support_distance(shape_a, &frame_a, now.normal);
    const int64_t height_b = support_distance(shape_b, &frame_b, pawli_opposite(now.normal));
    const int64_t between = now.normal.c * x + now.normal.s * y;
    now.gap = pawli_floor(between - height_a - height_b, 30) - shape_a->radius - shape_b->radius;
    return now;
}

/* How long, as a part of the whole movement, the gap surely stays above what it may lose: `gap`,
 * at the speed of the centers along the normal and of the farthest vertices. */
static int64_t free_time(const flight_path *a, const flight_path *b, pawl_rot normal, int64_t gap) {
    const pawl_vec2 move_a = a->flight->sweep.move, move_b = b->flight->sweep.move;
    const int64_t x = (int64_t)move_b.x - move_a.x, y = (int64_t)move_b.y - move_a.y;
    const int64_t closing = -pawli_floor(normal.c * x + normal.s * y, 30);
    const int64_t speed = closing + a->arc + b->arc;
    if (speed <= 0) return IMPACT_NEVER;
    const uint64_t way = (uint64_t)(gap < GAP_MAX ? gap : GAP_MAX);
    return (int64_t)((way << 30) / (uint64_t)speed);
}

pawli_impact pawli_impact_time(const pawli_flight *flight_a, const pawli_flight *flight_b,
                               pawl_fx target, pawl_fx tolerance) {
    PAWL_ASSERT(tolerance >= PAWLI_IMPACT_TOLERANCE);
    const flight_path a = path_of(flight_a), b = path_of(flight_b);
    pawl_fraction fraction = 0;
    pawli_impact impact;
    memset(&impact, 0, sizeof impact);
    for (int i = 0; i < IMPACT_ITERATIONS; i++) {
        const flight_moment now = look_at_fraction(&a, &b, fraction);
        const int64_t gap = now.gap - target;
        impact.found.fraction = fraction;
        impact.found.normal = now.normal;
        if (gap <= tolerance) {
            impact.found.hit = true;
            impact.found.touching = fraction == 0;
            return impact;
        }
        const int64_t next = free_time(&a, &b, now.normal, gap);
        if (next >= PAWL_UNIT - fraction) {
            memset(&impact, 0, sizeof impact);
            impact.found.fraction = PAWL_UNIT;
            return impact;
        }
        fraction += (pawl_fraction)next;
    }
    impact.found.hit = true;
    impact.capped = true;
    return impact;
}

pawl_fx pawli_impact_gap(const pawli_flight *flight_a, const pawli_flight *flight_b,
                         pawl_rot *normal) {
    const flight_path a = path_of(flight_a), b = path_of(flight_b);
    const flight_moment now = look_at_fraction(&a, &b, 0);
    *normal = now.normal;
    return pawl_saturate(now.gap);
}

static bool sweep_is_valid(const pawl_sweep *sweep) {
    if (sweep == NULL) return false;
    const pawl_vec2 to = pawl_vec2_add(sweep->from, sweep->move);
    return pawli_vec_in_range(sweep->center, PAWL_EXTENT_MAX) && pawli_is_position(sweep->from) &&
           pawli_vec_in_range(sweep->move, PAWL_STEP_MAX) && pawli_is_position(to);
}

pawl_impact pawl_time_of_impact(const pawl_convex *a, const pawl_sweep *sweep_a,
                                const pawl_convex *b, const pawl_sweep *sweep_b, pawl_fx target) {
    pawl_impact none;
    memset(&none, 0, sizeof none);
    if (!pawl_convex_is_valid(a) || !pawl_convex_is_valid(b)) return none;
    if (!sweep_is_valid(sweep_a) || !sweep_is_valid(sweep_b)) return none;
    const pawli_flight flight_a = {a, *sweep_a}, flight_b = {b, *sweep_b};
    const pawl_fx aim = pawl_clamp(target, -PAWL_EXTENT_MAX, PAWL_EXTENT_MAX);
    return pawli_impact_time(&flight_a, &flight_b, aim, PAWLI_IMPACT_TOLERANCE).found;
}
