/* arcade_motion.c - the motion of a step, from impact to impact.
 *
 * Each movable body remembers when it next meets something (`meets`). The earliest of all is looked
 * at again, for its partner may have been diverted meanwhile; if it still holds it is carried
 * out, and the two set out anew. A meeting that one body finds is noted for the other, too, so at
 * equal times the oldest body comes first, which is the defined order. An immovable body is never
 * diverted, so it need not remember anything: its partners do.
 *
 * A body that reaches its limit of impacts stands still until the end of the step and is a wall
 * to the others. So each impact brings one movable body nearer to its limit, and the loop ends.
 * Circles wedged between circles hand an ever smaller speed round, so a body that comes to rest
 * time after time stops sooner: what it loses of its path is what a slow approach makes in a step.
 */
#include "arcade/arcade.h"

#include <string.h>

/* ---- the next meeting ----------------------------------------------------------------------- */

/* What a body meets next. */
typedef struct next_meeting {
    uint32_t time;  /* PAWLI_ARCADE_NEVER: nothing */
    uint16_t other; /* PAWLI_ARCADE_NO_SLOT: an edge */
    uint8_t edge;
    pawl_rot normal; /* from the body */
} next_meeting;

static pawli_arcade_speed current_speed(const pawl_arcade *arcade, uint16_t slot) {
    const pawli_arcade_speed still = {0, 0};
    if (pawli_arcade_is_frozen(arcade, slot)) return still;
    return pawli_arcade_speed_of(pawli_arcade_bodies(arcade) + slot);
}

/* Whether two bodies approach each other along a normal, beyond what rounding makes of nothing. */
static bool approaches(const pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_rot normal) {
    const pawli_arcade_speed of_a = current_speed(arcade, a), of_b = current_speed(arcade, b);
    const pawli_arcade_speed between = {of_a.x - of_b.x, of_a.y - of_b.y};
    return pawli_arcade_speed_along(normal, between) > PAWLI_ARCADE_SPEED_ROUNDING;
}

/* Whether no impact changes a body's velocity. */
static bool is_firm(const pawl_arcade *arcade, uint16_t slot) {
    return pawli_arcade_prototype_of(arcade, slot)->inverse_mass == 0 ||
           pawli_arcade_is_frozen(arcade, slot);
}

/* When two bodies that bounce have an impact, by their paths; PAWLI_ARCADE_NEVER. They are asked
 * older body first, so that both get one answer; the normal is from the older one. Where their
 * paths are not asked, *found stays as it is. */
static uint32_t find_pair_impact(const pawl_arcade *arcade, uint16_t slot, uint16_t other,
                                 pawl_arcade_meeting *found) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    if (is_firm(arcade, slot) && is_firm(arcade, other)) return PAWLI_ARCADE_NEVER;
    const bool older = bodies[slot].rank < bodies[other].rank;
    const uint16_t a = older ? slot : other, b = older ? other : slot;
    const uint32_t time = pawli_arcade_path_meet(arcade, a, b, arcade->duration, found);
    if (time == PAWLI_ARCADE_NEVER || !approaches(arcade, a, b, found->normal))
        return PAWLI_ARCADE_NEVER;
    return time;
}

/* It meets something, at this time or before. */
static void note_meeting(pawl_arcade *arcade, uint16_t slot, uint32_t time) {
    pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    if (time < path->meets && pawli_arcade_prototype_of(arcade, slot)->inverse_mass != 0) {
        path->meets = time;
        if (pawli_arcade_is_sorted(arcade)) {
            pawli_order_set_add(arcade, pawli_arcade_bodies(arcade)[slot].rank);
        }
    }
}

static void find_among_bodies(pawl_arcade *arcade, uint16_t slot, next_meeting *first) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    pawli_arcade_neighbors near;
    pawli_arcade_pairs_begin_near(arcade, slot, &near);
    for (uint16_t other;
         (other = pawli_arcade_pairs_next_near(arcade, &near)) != PAWLI_ARCADE_NO_SLOT;) {
        pawl_arcade_meeting found;
        if (pawli_arcade_pairs_response(arcade, slot, other) != PAWL_ARCADE_BOUNCE) continue;
        const uint32_t time = find_pair_impact(arcade, slot, other, &found);
        if (time == PAWLI_ARCADE_NEVER) continue;
        note_meeting(arcade, other, time);
        if (time > first->time) continue;
        if (time == first->time && (first->other == PAWLI_ARCADE_NO_SLOT ||
                                    bodies[first->other].rank < bodies[other].rank)) {
            continue;
        }
        first->time = time;
        first->other = other;
        first->edge = PAWL_ARCADE_NO_EDGE;
        first->normal = found.normal;
        if (bodies[slot].rank > bodies[other].rank) {
            first->normal.c = -first->normal.c;
            first->normal.s = -first->normal.s;
        }
    }
}

static next_meeting find_next_meeting(pawl_arcade *arcade, uint16_t slot) {
    next_meeting first = {PAWLI_ARCADE_NEVER, PAWLI_ARCADE_NO_SLOT, PAWL_ARCADE_NO_EDGE, {0, 0}};
    if (pawli_arcade_prototype_of(arcade, slot)->inverse_mass == 0) return first;
    if (!pawli_arcade_is_frozen(arcade, slot)) {
        first.time = pawli_arcade_bounds_find(arcade, slot, &first.edge);
        if (first.time != PAWLI_ARCADE_NEVER) first.normal = pawli_arcade_bounds_normal(first.edge);
    }
    find_among_bodies(arcade, slot, &first);
    return first;
}

/* The first meeting of each body, when all have set out: each pair is asked once where a sweep over
 * the sorted ones tells which there are. False as soon as two are to be pushed apart first, if that
 * is asked: whatever overlaps touches where it is. */
static bool find_all_meetings(pawl_arcade *arcade, bool is_first) {
    const uint16_t *const order = pawli_arcade_order(arcade);
    if (!pawli_arcade_is_sorted(arcade)) {
        for (uint16_t rank = 0; rank < arcade->body_count; rank++)
            note_meeting(arcade, order[rank], find_next_meeting(arcade, order[rank]).time);
        return true;
    }
    pawli_order_set_clear(arcade);
    for (uint16_t i = 0; i < arcade->body_count; i++) {
        const pawli_arcade_span *const span = pawli_arcade_spans(arcade) + i;
        uint8_t edge;
        if (pawl_box_contains(arcade->bounds, span->box)) continue;
        note_meeting(arcade, span->slot, pawli_arcade_bounds_find(arcade, span->slot, &edge));
    }
    pawli_arcade_pair_cursor pairs = {0, 0};
    uint16_t a, b;
    while (pawli_arcade_pairs_next(arcade, &pairs, &a, &b)) {
        const uint8_t response = pawli_arcade_pairs_response(arcade, a, b);
        pawl_arcade_meeting found;
        if (response == PAWLI_ARCADE_NO_RESPONSE) continue;
        found.touching = true;
        if (response == PAWL_ARCADE_BOUNCE) {
            const uint32_t time = find_pair_impact(arcade, a, b, &found);
            note_meeting(arcade, a, time);
            note_meeting(arcade, b, time);
        }
        if (is_first && found.touching && pawli_arcade_push_is_due(arcade, a, b)) return false;
    }
    return true;
}

/* ---- impacts -------------------------------------------------------------------------------- */

/* One raw unit back toward `from` on an axis, if it went that way. */
static pawl_fx step_back(pawl_fx place, pawl_fx from, int32_t normal) {
    if (normal > 0 && place > from) return place - 1;
    if (normal < 0 && place < from) return place + 1;
    return place;
}

static bool bodies_overlap(const pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_vec2 place_a,
                           pawl_vec2 place_b) {
    pawl_translation overlap;
    const pawli_arcade_pair pair = {arcade, pawli_arcade_prototype_of(arcade, a),
                                    pawli_arcade_prototype_of(arcade, b),
                                    pawl_vec2_sub(place_b, place_a)};
    return pawli_arcade_shape_overlap(&pair, &overlap) && overlap.depth > 0;
}

static void settle_body(pawl_arcade *arcade, uint16_t slot, pawl_vec2 place) {
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    if (place.x != body->position.x) body->frac[0] = 0;
    if (place.y != body->position.y) body->frac[1] = 0;
    body->position = place;
}

/* Where two bodies have been put, to the nearest raw unit, they may overlap by one. Then they go
 * back a unit: on the axis nearer to the normal, or on the other one, or on both. So a body at rest
 * on a slope stays where it is, to the unit. */
static void settle_bodies(pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_rot normal,
                          pawl_vec2 from_a, pawl_vec2 from_b) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    const bool flat = pawl_abs(normal.c) >= pawl_abs(normal.s);
    const pawl_vec2 at_a = bodies[a].position;
    const pawl_vec2 at_b = pawli_arcade_path_at(arcade, b, pawli_arcade_paths(arcade)[a].since);
    const bool moves_b = pawli_arcade_prototype_of(arcade, b)->inverse_mass != 0;
    for (int attempt = 0; attempt < 4; attempt++) {
        const bool x = flat ? attempt == 1 || attempt == 3 : attempt >= 2;
        const bool y = flat ? attempt >= 2 : attempt == 1 || attempt == 3;
        pawl_vec2 place_a = at_a, place_b = at_b;
        if (x) place_a.x = step_back(at_a.x, from_a.x, normal.c);
        if (y) place_a.y = step_back(at_a.y, from_a.y, normal.s);
        if (x && moves_b) place_b.x = step_back(at_b.x, from_b.x, -normal.c);
        if (y && moves_b) place_b.y = step_back(at_b.y, from_b.y, -normal.s);
        if (bodies_overlap(arcade, a, b, place_a, place_b)) continue;
        settle_body(arcade, a, place_a);
        if (moves_b) settle_body(arcade, b, place_b);
        return;
    }
}

static void count_impact(pawl_arcade *arcade, uint16_t slot, uint8_t result) {
    pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    if (pawli_arcade_is_frozen(arcade, slot)) return;
    path->impacts++;
    if (result == PAWLI_ARCADE_RESTED) path->rests++;
    if (result == PAWLI_ARCADE_BOUNCED) path->rests = 0;
    if (path->impacts >= arcade->impact_limit) arcade->faults |= PAWL_ARCADE_FAULT_IMPACTS;
}

/* Set out anew, and find what comes next. */
static void restart_path(pawl_arcade *arcade, uint16_t slot, pawl_box before) {
    pawli_arcade_path_begin(arcade, slot, pawli_arcade_paths(arcade)[slot].since);
    pawli_arcade_pairs_move(arcade, slot, before);
}

static void apply_meeting(pawl_arcade *arcade, uint16_t a, const next_meeting *event) {
    const uint16_t b = event->other;
    const bool edge = b == PAWLI_ARCADE_NO_SLOT;
    const bool moves_b = !edge && pawli_arcade_prototype_of(arcade, b)->inverse_mass != 0;
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    const pawl_vec2 from_a = bodies[a].position;
    const pawl_box before_a = pawli_arcade_pairs_swept_box(arcade, a);
    pawl_vec2 from_b = from_a;
    pawl_box before_b = before_a;
    pawli_arcade_sensor_end_path(arcade, a, event->time);
    if (moves_b) {
        from_b = bodies[b].position;
        before_b = pawli_arcade_pairs_swept_box(arcade, b);
        pawli_arcade_sensor_end_path(arcade, b, event->time);
    }
    if (edge) {
        pawli_arcade_bounds_settle(arcade, a);
    } else {
        settle_bodies(arcade, a, b, event->normal, from_a, from_b);
    }
    pawl_arcade_contact contact =
        pawli_arcade_contact_make(arcade, a, b, event->normal, event->time,
                                  edge ? PAWL_ARCADE_CONTACT_EDGE : PAWL_ARCADE_CONTACT_IMPACT);
    contact.edge = event->edge;
    const uint8_t result = pawli_arcade_response_apply(arcade, a, b, event->normal, &contact);
    if (result != PAWLI_ARCADE_NO_IMPACT) pawli_arcade_contact_add(arcade, &contact);
    count_impact(arcade, a, result);
    if (moves_b) count_impact(arcade, b, result);
    restart_path(arcade, a, before_a);
    if (moves_b) restart_path(arcade, b, before_b);
    note_meeting(arcade, a, find_next_meeting(arcade, a).time);
    if (moves_b) note_meeting(arcade, b, find_next_meeting(arcade, b).time);
}

/* Of the bodies from a rank on the first one that may have something to meet. */
static uint16_t next_candidate(const pawl_arcade *arcade, uint32_t rank) {
    return pawli_arcade_is_sorted(arcade) ? pawli_order_set_next(arcade, rank) : (uint16_t)rank;
}

/* The body that meets something first; the oldest of several. */
static uint16_t find_next_body(pawl_arcade *arcade) {
    const pawli_arcade_path *const paths = pawli_arcade_paths(arcade);
    const uint16_t *const order = pawli_arcade_order(arcade);
    uint16_t first = PAWLI_ARCADE_NO_SLOT;
    uint32_t time = PAWLI_ARCADE_NEVER;
    for (uint32_t rank = 0; (rank = next_candidate(arcade, rank)) < arcade->body_count; rank++) {
        const uint32_t meets = paths[order[rank]].meets;
        if (meets == PAWLI_ARCADE_NEVER && pawli_arcade_is_sorted(arcade))
            pawli_order_set_remove(arcade, (uint16_t)rank);
        if (meets >= time) continue;
        first = order[rank];
        time = meets;
    }
    return first;
}

static void begin_all_paths(pawl_arcade *arcade) {
    const uint16_t *const order = pawli_arcade_order(arcade);
    pawli_arcade_path *const paths = pawli_arcade_paths(arcade);
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        memset(paths + order[rank], 0, sizeof *paths);
        pawli_arcade_path_begin(arcade, order[rank], 0);
    }
    pawli_arcade_pairs_sort(arcade);
}

/* Overlaps are pushed apart before anything moves. Most steps begin without any, so where the last
 * one did, too, bodies set out at once: then they are sorted and their pairs looked at only once.
 * If two do overlap all begins again; no result depends on which way was taken. */
static void set_out(pawl_arcade *arcade) {
    const uint32_t faults = arcade->faults;
    bool is_first = pawli_arcade_is_sorted(arcade) && !arcade->is_crowded;
    for (;; is_first = false) {
        arcade->faults = faults;
        if (!is_first) pawli_arcade_push_all(arcade);
        begin_all_paths(arcade);
        if (find_all_meetings(arcade, is_first)) return;
    }
}

void pawli_arcade_motion_run(pawl_arcade *arcade) {
    const uint16_t *const order = pawli_arcade_order(arcade);
    pawli_arcade_path *const paths = pawli_arcade_paths(arcade);
    arcade->has_sensors = pawli_arcade_sensor_exists(arcade);
    set_out(arcade);
    for (uint16_t slot; (slot = find_next_body(arcade)) != PAWLI_ARCADE_NO_SLOT;) {
        const next_meeting event = find_next_meeting(arcade, slot);
        if (event.time == paths[slot].meets) {
            apply_meeting(arcade, slot, &event);
        } else {
            paths[slot].meets = event.time;
        }
    }
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        pawli_arcade_sensor_end_path(arcade, order[rank], arcade->duration);
    }
}
