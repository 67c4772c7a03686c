/* step_8_continuous.c - stop what would pass through something.
 *
 * Contacts see the world once per step. What moves less than a quarter of its inner radius between
 * two looks cannot get past anything unseen, even sunk in; what moves farther is fast, and its way
 * from the old pose to the new one is swept. A body is stopped for what it would sink into by more
 * than half of its inner radius, and then where it first touches: so close (slop) that the next
 * step makes a contact, which finds the velocity untouched. What only grazes, slides or rolls never
 * sinks as deep and is never slowed. A body that touched already is stopped at that depth.
 *
 * A body that was deeper from the start, and sinks on, has a contact that does not hold it: its
 * spin carries the point of contact away from the surface while the center approaches. Such a body
 * does not turn in this step and only moves along the surface; it is stopped where even so it would
 * sink on. At the worst its center of mass stays where it is.
 *
 * Every fast body is swept against static shapes. Bullets, in creation order, are then swept
 * against moving bodies, with both on their way. A stop is a shorter movement, over the whole step;
 * so a bullet that is stopped at another body takes, of their relative movement, the part up to the
 * touch, and arrives there together with that body. Where that would lead it into something
 * static, both get the same part of their own movements. Others may be met on the new way: bullets
 * are looked at again until none changes.
 *
 * A build without continuous collision looks for what bodies sink into like the others, but stops
 * none: it says with a fault that from here on other builds may not agree with it.
 *
 * Neither the shape of the tree nor the order of its answers matters: the smallest fraction counts,
 * and among equal ones the oldest shape. */
#include "step/step.h"

#include "step/flight.h"
#include "world/shape_piece.h"
#include "world/terrain.h"
#include "world/tree.h"

#include <string.h>

/* How often all bullets are looked at, and from which round on both bodies are shortened, which
 * always comes to an end. Two bullets that meet need two rounds. */
#define BULLET_ROUNDS 12
#define BULLET_ROUND_OF_BOTH 4

static uint32_t magnitude32(int32_t value) {
    return value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
}

/* The smallest inner radius of the shapes of a body. */
static pawl_fx inner_of(const pawli_step *step, const pawli_body *body) {
    const pawli_geometry *geometries = pawli_geometries_const(step->world);
    pawl_fx inner = PAWL_FX_MAX;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next)
        inner = pawl_min(inner, pawli_inner_of(&geometries[step->shapes[at].geometry]));
    return inner;
}

/* extent / k, Q16.16: how much farther than k times its angle a turn moves the tip. Rounded up, and
 * cut at 2^31, so that times any turn it stays below 2^62. */
static uint64_t rounded_up_tip_ratio(const pawli_body *body) {
    const uint64_t product = (uint64_t)(uint32_t)body->extent * body->per_gyration;
    const uint64_t ratio = (product >> -body->per_gyration_exponent) + 1;
    return ratio < UINT32_C(1) << 31 ? ratio : UINT32_C(1) << 31;
}

/* Whether any point of a body may have moved by more than a quarter of its inner radius, the other
 * quarter being for a body that was sunk in before. Movement and turn are Q10.22. */
static inline bool is_fast(const pawli_step *step, const pawli_solver_body *solved) {
    const pawli_body *body = &step->bodies[solved->body];
    const uint64_t motion = (uint64_t)magnitude32(solved->move_x) + magnitude32(solved->move_y);
    const uint64_t turn = magnitude32(solved->turn) * rounded_up_tip_ratio(body);
    return motion + (turn >> 16) > (uint64_t)inner_of(step, body) << 4;
}

static bool body_is_bullet(const pawli_body *body) {
    return (body->flags & PAWLI_BODY_BULLET) && body->type == PAWL_DYNAMIC;
}

static pawl_box grown_box(pawl_box box, int64_t margin) {
    box.lower.x = pawl_saturate(box.lower.x - margin);
    box.lower.y = pawl_saturate(box.lower.y - margin);
    box.upper.x = pawl_saturate(box.upper.x + margin);
    box.upper.y = pawl_saturate(box.upper.y + margin);
    return box;
}

/* All that a flight may touch: the way of the center, and as far around it as the shape reaches.
 * Without a turn the box of the shape is taken along. */
static pawl_box swept_box(const pawli_body *body, const pawli_flight *flight) {
    const pawl_sweep *sweep = &flight->sweep;
    const pawli_frame frame = {body->position, body->rotation, body->center};
    pawl_box box = {body->position, body->position};
    if (sweep->turn == 0) {
        box = pawli_box_of_convex(flight->shape, &frame);
    } else {
        box = grown_box(box, body->extent);
    }
    box.lower.x = pawl_add(box.lower.x, pawl_min(sweep->move.x, 0));
    box.lower.y = pawl_add(box.lower.y, pawl_min(sweep->move.y, 0));
    box.upper.x = pawl_add(box.upper.x, pawl_max(sweep->move.x, 0));
    box.upper.y = pawl_add(box.upper.y, pawl_max(sweep->move.y, 0));
    return box;
}

/* A world box as seen from the frame of a body that may turn and move by `margin` meanwhile. Half
 * sizes are at most 2^31, so products with a rotation are below 2^62. */
static pawl_box local_box(const pawli_body *body, pawl_box box, int64_t margin) {
    const int64_t half_x = ((int64_t)box.upper.x - box.lower.x) / 2 + 1;
    const int64_t half_y = ((int64_t)box.upper.y - box.lower.y) / 2 + 1;
    const pawl_vec2 middle = {(pawl_fx)(box.lower.x + half_x - 1),
                              (pawl_fx)(box.lower.y + half_y - 1)};
    const pawl_vec2 arm = pawl_unrotate(body->rotation, pawl_vec2_sub(middle, body->position));
    const pawl_vec2 center = pawl_vec2_add(arm, body->center);
    const int64_t c = magnitude32(body->rotation.c), s = magnitude32(body->rotation.s);
    const int64_t reach_x = pawli_floor(c * half_x, 30) + pawli_floor(s * half_y, 30) + 3;
    const int64_t reach_y = pawli_floor(s * half_x, 30) + pawli_floor(c * half_y, 30) + 3;
    pawl_box local;
    local.lower.x = pawl_saturate(center.x - reach_x);
    local.lower.y = pawl_saturate(center.y - reach_y);
    local.upper.x = pawl_saturate(center.x + reach_x);
    local.upper.y = pawl_saturate(center.y + reach_y);
    return grown_box(local, margin);
}

/* ---- one shape against one piece ------------------------------------------------------------ */

static pawl_fx slop_of(const pawli_step *step) {
    return step->world->scales.speculative / 4;
}

static pawl_impact sweep_flight(const pawli_step *step, const pawli_flight *a,
                                const pawli_flight *b, pawl_fx target, pawl_fx tolerance) {
    const pawl_fx least = pawl_max(tolerance, PAWLI_IMPACT_TOLERANCE);
    const pawli_impact impact = pawli_impact_time(a, b, target, least);
    step->world->counters.sweeps++;
    if (impact.capped) step->world->counters.capped++;
    return impact.found;
}

/* Where a body must stop. */
typedef struct stop {
    pawl_fraction fraction; /* PAWL_UNIT: no_stop */
    bool sunk;              /* its contact does not hold it */
    pawl_rot normal;        /* to the surface, where it stops; sunk: from its center of mass */
    uint32_t serial;        /* of the shape that stops it */
} stop;

static const stop no_stop = {PAWL_UNIT, false, {0, 0}, 0};

static stop earlier(stop a, stop b) {
    if (a.fraction != b.fraction) return a.fraction < b.fraction ? a : b;
    return a.serial <= b.serial ? a : b;
}

/* The center of mass alone may come as near as slop; nearer than that it may not come any
 * nearer, and inside not any deeper. */
static pawl_fraction guard_center(const pawli_step *step, const pawli_flight *flight,
                                  const pawli_flight *other, pawl_rot *normal) {
    pawl_convex dot;
    memset(&dot, 0, sizeof dot);
    dot.count = 1;
    dot.vertices[0] = flight->sweep.center;
    const pawli_flight center = {&dot, flight->sweep};
    const pawl_fx gap = pawli_impact_gap(&center, other, normal);
    const pawl_fx limit = pawl_min(pawl_sub(gap, 2 * PAWLI_IMPACT_TOLERANCE), slop_of(step));
    return sweep_flight(step, &center, other, limit, 0).fraction;
}

/* For a shape that is too deep in a piece from the start. */
static stop find_stop_inside(const pawli_step *step, const pawli_flight *flight,
                             const pawli_flight *other, pawl_fx inner) {
    stop found = no_stop;
    pawl_rot unused;
    const pawl_fx allowed = pawl_max(inner / 4, slop_of(step));
    const pawl_fx limit = pawl_sub(pawli_impact_gap(flight, other, &unused), allowed);
    const pawl_fraction centered = guard_center(step, flight, other, &found.normal);
    const pawl_fraction deeper = sweep_flight(step, flight, other, limit, allowed / 4).fraction;
    found.fraction = centered < deeper ? centered : deeper;
    found.sunk = found.fraction < PAWL_UNIT;
    return found;
}

/* `depth` is how far the shape may sink in. */
static stop find_stop(const pawli_step *step, const pawli_flight *flight, const pawli_flight *other,
                      pawl_fx inner, pawl_fx depth) {
    stop found = no_stop;
    const pawl_fx slop = slop_of(step);
    const pawl_impact deep = sweep_flight(step, flight, other, -depth, inner / 8);
    if (!deep.hit) return found;
    found.fraction = 0;
    if (!PAWL_WITH_CONTINUOUS) return found;
    if (deep.touching) return find_stop_inside(step, flight, other, inner);
    const pawl_impact touch = sweep_flight(step, flight, other, slop, slop / 4);
    const bool before = touch.hit && !touch.touching;
    found.fraction = before ? touch.fraction : deep.fraction;
    found.normal = before ? touch.normal : deep.normal;
    return found;
}

/* ---- one body against one shape ------------------------------------------------------------- */

/* Two bodies that may meet: `body` is the one that must not pass. */
typedef struct encounter {
    const pawli_step *step;
    uint16_t body, other; /* slots */
    bool again;           /* their ways were shortened before and may end at the limit */
    pawli_flight flight, path;
} encounter;

static encounter make_encounter(const pawli_step *step, uint16_t body, uint16_t other, bool again) {
    const encounter made = {
        step, body, other, again, pawli_flight_of(step, body), pawli_flight_of(step, other)};
    return made;
}

static const pawl_convex *convex_of(const pawli_step *step, uint16_t shape) {
    return &pawli_geometries(step->world)[step->shapes[shape].geometry].convex;
}

/* A bound of how far any point of a body comes, in raw units: 7 is more than 2 pi. */
static int64_t flight_reach(const pawli_body *body, const pawli_flight *flight) {
    const int64_t turn = magnitude32(flight->sweep.turn);
    const int64_t arc = turn == 0 ? 0 : (pawli_floor(body->extent * turn, 32) + 1) * 7;
    return (int64_t)magnitude32(flight->sweep.move.x) + magnitude32(flight->sweep.move.y) + arc;
}

/* Whether the center of a body starts on the left of a piece that stops only what comes from its
 * right. */
static bool is_behind_piece(const encounter *e, const pawli_shape_piece *piece) {
    if (!piece->one_sided) return false;
    const pawli_body *body = &e->step->bodies[e->body], *other = &e->step->bodies[e->other];
    const pawl_vec2 arm =
        pawl_unrotate(other->rotation, pawl_vec2_sub(body->position, other->position));
    const pawl_vec2 center = pawl_vec2_add(arm, other->center);
    const pawl_vec2 *v = piece->convex->vertices;
    return pawl_vec2_cross(pawl_vec2_sub(v[1], v[0]), pawl_vec2_sub(center, v[0])) > 0;
}

/* Whether a one-way platform lets through what comes along a normal, which points at `against`. */
static bool comes_from_below(const encounter *e, uint16_t shape, uint16_t against,
                             pawl_rot normal) {
    const pawli_step *step = e->step;
    const pawl_rot opposite = {-normal.c, -normal.s};
    if ((step->shapes[against].flags & PAWLI_SHAPE_ONE_WAY) &&
        !pawli_contact_filter_is_up(&step->bodies[e->other], opposite)) {
        return true;
    }
    return (step->shapes[shape].flags & PAWLI_SHAPE_ONE_WAY) &&
           !pawli_contact_filter_is_up(&step->bodies[e->body], normal);
}

static stop meet_shape(encounter *e, uint16_t shape, uint16_t against) {
    const pawli_step *step = e->step;
    const pawli_body *body = &step->bodies[e->body], *other = &step->bodies[e->other];
    stop first = no_stop;
    if (pawli_contact_filter_never_collide(step, shape, against)) return first;
    e->flight.shape = convex_of(step, shape);
    const pawl_fx inner = pawli_impact_inner_radius(e->flight.shape);
    const pawl_fx depth = e->again ? inner / 4 * 3 : inner / 2;
    const pawl_box box = swept_box(body, &e->flight);
    pawli_shape_piece piece;
    pawli_shape_piece_query query = pawli_shape_piece_begin(
        step->world, against, local_box(other, box, flight_reach(other, &e->path)));
    while (pawli_shape_piece_next(&query, &piece)) {
        if (is_behind_piece(e, &piece)) continue;
        e->path.shape = piece.convex;
        stop found = find_stop(step, &e->flight, &e->path, inner, depth);
        if (comes_from_below(e, shape, against, found.normal)) continue;
        found.serial = step->shapes[against].serial;
        first = earlier(first, found);
    }
    return first;
}

/* Whether phase 1 has seen that nothing static is there. */
static bool is_known_free(const pawli_step *step, uint16_t shape, pawl_box box) {
    return PAWL_WITH_CONTINUOUS && pawli_has_bit(step->alone, shape) &&
           pawl_box_contains(pawli_pairs_surroundings(step, shape), box);
}

/* The same for a whole body, of which a circle around its center of mass is followed: most that
 * are fast are in free flight. Movements are Q10.22; two raw units are for roundings. */
static bool flies_free(const pawli_step *step, const pawli_solver_body *solved) {
    const pawli_body *body = &step->bodies[solved->body];
    const int32_t x = pawli_near32(solved->move_x, 6), y = pawli_near32(solved->move_y, 6);
    pawl_box box = {body->position, body->position};
    box.lower.x = pawl_saturate((int64_t)box.lower.x - body->extent + pawl_min(x, 0) - 2);
    box.lower.y = pawl_saturate((int64_t)box.lower.y - body->extent + pawl_min(y, 0) - 2);
    box.upper.x = pawl_saturate((int64_t)box.upper.x + body->extent + pawl_max(x, 0) + 2);
    box.upper.y = pawl_saturate((int64_t)box.upper.y + body->extent + pawl_max(y, 0) + 2);
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next) {
        if (!is_known_free(step, at, box)) return false;
    }
    return true;
}

static stop meet_static(const pawli_step *step, uint16_t slot, bool again) {
    const pawli_body *body = &step->bodies[slot];
    pawli_flight flight = pawli_flight_of(step, slot);
    stop first = no_stop;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next) {
        if (pawli_is_terrain(step->world, at)) continue; /* stopped by nothing */
        flight.shape = convex_of(step, at);
        const pawl_box box = swept_box(body, &flight);
        if (is_known_free(step, at, box)) continue;
        pawli_tree_query query;
        pawli_tree_query_begin(step->world, box, &query);
        for (;;) {
            const uint16_t against = pawli_tree_query_next(step->world, &query);
            if (against == PAWLI_NONE) break;
            const uint16_t other = step->shapes[against].body;
            if (step->bodies[other].type != PAWL_STATIC) continue;
            encounter e = make_encounter(step, slot, other, again);
            first = earlier(first, meet_shape(&e, at, against));
        }
    }
    return first;
}

/* Take from a movement what leads along a normal, and all turning. */
static void give_way(pawli_solver_body *solved, pawl_rot normal) {
    const int64_t into =
        pawli_near((int64_t)normal.c * solved->move_x + (int64_t)normal.s * solved->move_y, 30);
    if (into > 0) {
        solved->move_x = pawl_saturate(solved->move_x - pawli_near(normal.c * into, 30));
        solved->move_y = pawl_saturate(solved->move_y - pawli_near(normal.s * into, 30));
    }
    solved->turn = 0;
}

static void stop_at_static(pawli_step *step, pawli_solver_body *solved) {
    if (PAWL_WITH_CONTINUOUS && flies_free(step, solved)) return;
    stop first = meet_static(step, solved->body, false);
    if (!PAWL_WITH_CONTINUOUS) {
        if (first.fraction < PAWL_UNIT) step->faults |= PAWL_FAULT_NOT_STOPPED;
        return;
    }
    if (first.sunk) {
        give_way(solved, first.normal);
        first = meet_static(step, solved->body, true);
    }
    pawli_flight_shorten(step, solved->body, first.fraction);
}

/* ---- bullets -------------------------------------------------------------------------------- */

/* Whether a body may leave its fat boxes, so that the tree does not find it on its way. They reach
 * half the speculative margin beyond its shapes. */
static bool body_leaves_fat_boxes(const pawli_step *step, uint16_t slot) {
    const pawli_flight flight = pawli_flight_of(step, slot);
    return flight_reach(&step->bodies[slot], &flight) > step->world->scales.speculative / 2;
}

static uint32_t find_movers(const pawli_step *step) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const uint16_t slot = step->solver[i].body;
        if (body_leaves_fat_boxes(step, slot)) step->movers[count++] = slot;
    }
    return count;
}

static pawl_box path_box(const pawli_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    const pawli_flight flight = pawli_flight_of(step, slot);
    const pawl_box box = {body->position, body->position};
    return grown_box(box, body->extent + flight_reach(body, &flight));
}

/* The moving shape that a bullet meets first. */
typedef struct bullet_search {
    const pawli_step *step;
    uint16_t bullet, other; /* slots; other: PAWLI_NONE until something is met */
    bool again;
    stop first;
} bullet_search;

static void try_shape(bullet_search *s, uint16_t against) {
    const uint16_t other = s->step->shapes[against].body;
    const pawli_shape *shapes = s->step->shapes;
    encounter e = make_encounter(s->step, s->bullet, other, s->again);
    for (uint16_t at = s->step->bodies[s->bullet].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        const stop found = meet_shape(&e, at, against);
        if (found.fraction == PAWL_UNIT) continue;
        s->first = earlier(s->first, found);
        if (s->first.serial == found.serial) s->other = other;
    }
}

/* Bodies on their way. */
static void try_movers(bullet_search *s, uint32_t mover_count) {
    const pawli_step *step = s->step;
    const pawl_box box = path_box(step, s->bullet);
    for (uint32_t i = 0; i < mover_count; i++) {
        const uint16_t other = step->movers[i];
        if (other == s->bullet || !pawl_box_overlaps(box, path_box(step, other))) continue;
        for (uint16_t at = step->bodies[other].first_shape; at != PAWLI_NONE;
             at = step->shapes[at].next) {
            try_shape(s, at);
        }
    }
}

/* Bodies that stay in their fat boxes. */
static void try_resting(bullet_search *s) {
    const pawli_step *step = s->step;
    pawli_tree_query query;
    pawli_tree_query_begin(step->world, path_box(step, s->bullet), &query);
    for (;;) {
        const uint16_t against = pawli_tree_query_next(step->world, &query);
        if (against == PAWLI_NONE) return;
        const uint16_t other = step->shapes[against].body;
        if (step->bodies[other].type == PAWL_STATIC || other == s->bullet) continue;
        if (!body_leaves_fat_boxes(step, other)) try_shape(s, against);
    }
}

/* A bullet that meets another body keeps a fraction of their relative movement. */
static void follow_carrier(const pawli_step *step, uint16_t bullet, uint16_t other,
                           pawl_fraction t) {
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, bullet)];
    const pawli_solver_body *carrier = &step->solver[pawli_solver_of(step, other)];
    solved->move_x = pawli_flight_between(carrier->move_x, solved->move_x, t);
    solved->move_y = pawli_flight_between(carrier->move_y, solved->move_y, t);
    solved->turn = pawli_flight_between(0, solved->turn, t);
}

static void separate_bullet(const bullet_search *s, int round) {
    const pawli_step *step = s->step;
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, s->bullet)];
    const pawli_solver_body before = *solved;
    const bool yields = step->bodies[s->other].type == PAWL_DYNAMIC;
    follow_carrier(step, s->bullet, s->other, s->first.fraction);
    const stop blocked = meet_static(step, s->bullet, true);
    if (blocked.fraction == PAWL_UNIT && (round < BULLET_ROUND_OF_BOTH || !yields)) return;
    if (!yields) { /* nothing stops a kinematic body */
        pawli_flight_shorten(step, s->bullet, blocked.fraction);
        return;
    }
    *solved = before;
    pawli_flight_shorten(step, s->bullet, s->first.fraction);
    if (pawli_solver_of(step, s->other) > 0)
        pawli_flight_shorten(step, s->other, s->first.fraction);
}

/* True when the bullet met a body. */
static bool stop_bullet(const pawli_step *step, uint16_t bullet, uint32_t mover_count, int round) {
    bullet_search s = {step, bullet, PAWLI_NONE, round > 0, no_stop};
    try_movers(&s, mover_count);
    if (is_fast(step, &step->solver[pawli_solver_of(step, bullet)])) try_resting(&s);
    if (s.other == PAWLI_NONE) return false;
    separate_bullet(&s, round);
    return true;
}

/* What is taken along may become a mover, but is a bullet and looked at itself. */
static void stop_bullets(const pawli_step *step) {
    const uint32_t mover_count = find_movers(step);
    bool met = true;
    for (int round = 0; round < BULLET_ROUNDS && met; round++) {
        met = false;
        for (uint32_t i = 1; i < step->solver_count; i++) {
            const uint16_t slot = step->solver[i].body;
            if (body_is_bullet(&step->bodies[slot]) &&
                stop_bullet(step, slot, mover_count, round)) {
                met = true;
            }
        }
    }
    if (met) step->world->counters.capped++;
}

void pawli_continuous(pawli_step *step) {
    bool fast = false;
    unsigned flags = 0; /* of any body */
    for (uint32_t i = 1; i < step->solver_count; i++) {
        pawli_solver_body *solved = &step->solver[i];
        flags |= step->bodies[solved->body].flags;
        if (!is_fast(step, solved)) continue;
        fast = true;
        pawli_flight_limit_turn(step, solved);
        stop_at_static(step, solved); /* which nothing kinematic collides with */
    }
    if (fast && (flags & PAWLI_BODY_BULLET)) stop_bullets(step);
}
