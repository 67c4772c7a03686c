/* meet.c - what a fast body meets first on its way through a step: one shape against another, and
 * a body against everything static.
 *
 * A body is stopped for what it would sink into by more than half of its inner radius, and then
 * where it first touches: so close (slop) that the next step makes a contact. Neither the shape of
 * the tree nor the order of its answers matters: the smallest fraction counts, and among equal ones
 * the oldest shape. */
#include "step/meet.h"

#include "base/optional.h"
#include "step/edges.h"
#include "world/shape_piece.h"
#include "world/terrain.h"
#include "world/tree.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_edges_box_in_frame);
PAWLI_OPTIONAL(pawli_edges_are_behind);

#if PAWL_WITH_CONTINUOUS
/* The center of a body that is too deep is a circle without radius (guard_center). */
PAWLI_PULLS(pulls_round_meet, pawli_collide_round_mark);
#endif

/* All that a flight may touch: the way of the center, and as far around it as the shape reaches.
 * Without a turn the box of the shape is taken along. */
static pawl_box swept_box(const pawli_body *body, const pawli_flight *flight) {
    const pawl_sweep *sweep = &flight->sweep;
    const pawli_frame frame = {body->position, body->rotation, body->center};
    pawl_box box = {body->position, body->position};
    if (sweep->turn == 0) {
        box = pawli_box_of_convex(flight->shape, &frame);
    } else {
        box = pawli_flight_grow(box, body->extent);
    }
    box.lower.x = pawl_add(box.lower.x, pawl_min(sweep->move.x, 0));
    box.lower.y = pawl_add(box.lower.y, pawl_min(sweep->move.y, 0));
    box.upper.x = pawl_add(box.upper.x, pawl_max(sweep->move.x, 0));
    box.upper.y = pawl_add(box.upper.y, pawl_max(sweep->move.y, 0));
    return box;
}

/* ---- one shape against one piece ------------------------------------------------------------ */

static pawl_fx slop_of(const pawli_step *step) {
    return step->world->scales.speculative / 4;
}

pawli_meet_stop pawli_meet_earlier(pawli_meet_stop a, pawli_meet_stop b) {
    if (a.fraction != b.fraction) return a.fraction < b.fraction ? a : b;
    return a.serial <= b.serial ? a : b;
}

static pawl_impact sweep_flight(const pawli_step *step, const pawli_flight *a,
                                const pawli_flight *b, pawl_fx target, pawl_fx tolerance) {
    const pawl_fx least = pawl_max(tolerance, PAWLI_IMPACT_TOLERANCE);
    const pawli_impact impact = pawli_impact_time(a, b, target, least);
    step->world->counters.sweeps++;
    if (impact.capped) pawli_count_capped(step->world);
    return impact.found;
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
PAWLI_APART pawli_meet_stop find_stop_inside(const pawli_step *step, const pawli_flight *flight,
                                             const pawli_flight *other, pawl_fx inner) {
    pawli_meet_stop found = pawli_meet_nothing;
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
static pawli_meet_stop find_stop(const pawli_step *step, const pawli_flight *flight,
                                 const pawli_flight *other, pawl_fx inner, pawl_fx depth) {
    pawli_meet_stop found = pawli_meet_nothing;
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
    encounter made = {
        step, body, other, again, pawli_flight_of(step, body), pawli_flight_of(step, other)};
    made.path.sweep.from =
        pawli_way_image(step->world, made.flight.sweep.from, made.path.sweep.from);
    return made;
}

static const pawl_convex *convex_of(const pawli_step *step, uint16_t shape) {
    return &pawli_geometries(step->world)[step->shapes[shape].geometry].convex;
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

static pawli_meet_stop meet_shape_of(encounter *e, uint16_t shape, uint16_t against) {
    const pawli_step *step = e->step;
    const pawli_body *body = &step->bodies[e->body], *other = &step->bodies[e->other];
    pawli_meet_stop first = pawli_meet_nothing;
    if (pawli_contact_filter_never_collide(step, shape, against)) return first;
    e->flight.shape = convex_of(step, shape);
    const pawl_fx inner = pawli_moments_inner_radius(e->flight.shape);
    const pawl_fx depth = e->again ? inner / 4 * 3 : inner / 2;
    pawl_box box = {{0, 0}, {0, 0}};
    if (pawli_shape_piece_are_many(step->world, against)) {
        box = pawli_edges_box_in_frame(other, e->path.sweep.from, swept_box(body, &e->flight),
                                       pawli_flight_reach(other, &e->path));
    }
    pawli_shape_piece piece;
    pawli_shape_piece_query query = pawli_shape_piece_begin(step->world, against, box);
    while (pawli_shape_piece_next(&query, &piece)) {
        if (pawli_has_terrain_linked() && piece.one_sided &&
            pawli_edges_are_behind(pawl_vec2_sub(e->flight.sweep.from, e->path.sweep.from), other,
                                   &piece)) {
            continue;
        }
        e->path.shape = piece.convex;
        pawli_meet_stop found = find_stop(step, &e->flight, &e->path, inner, depth);
        if (comes_from_below(e, shape, against, found.normal)) continue;
        found.serial = step->shapes[against].serial;
        first = pawli_meet_earlier(first, found);
    }
    return first;
}

/* Whether phase 1 has seen that nothing static is there. */
bool pawli_meet_is_known_free(const pawli_step *step, uint16_t shape, pawl_box box) {
    return PAWL_WITH_CONTINUOUS && pawli_has_bit(step->alone, shape) &&
           pawl_box_contains(pawli_flight_surroundings(step, shape), box);
}

pawli_meet_stop pawli_meet_static(const pawli_step *step, uint16_t slot, bool again) {
    const pawli_body *body = &step->bodies[slot];
    pawli_flight flight = pawli_flight_of(step, slot);
    pawli_meet_stop first = pawli_meet_nothing;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next) {
        if (pawli_is_terrain(step->world, at)) continue; /* stopped by nothing */
        flight.shape = convex_of(step, at);
        const pawl_box box = swept_box(body, &flight);
        if (pawli_meet_is_known_free(step, at, box)) continue;
        pawli_tree_query query;
        pawli_tree_query_begin_beside(step->world, at, box, &query);
        for (;;) {
            const uint16_t against = pawli_tree_query_next(step->world, &query);
            if (against == PAWLI_NONE) break;
            const uint16_t other = step->shapes[against].body;
            if (step->bodies[other].type != PAWL_STATIC) continue;
            encounter e = make_encounter(step, slot, other, again);
            first = pawli_meet_earlier(first, meet_shape_of(&e, at, against));
        }
    }
    return first;
}

pawli_meet_stop pawli_meet_shape(const pawli_step *step, uint16_t slot, uint16_t against,
                                 bool again) {
    encounter e = make_encounter(step, slot, step->shapes[against].body, again);
    pawli_meet_stop first = pawli_meet_nothing;
    for (uint16_t at = step->bodies[slot].first_shape; at != PAWLI_NONE; at = step->shapes[at].next)
        first = pawli_meet_earlier(first, meet_shape_of(&e, at, against));
    return first;
}
