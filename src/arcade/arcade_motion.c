/* arcade_motion.c - the bodies' ways through a step, from impact to impact.
 *
 * Every body goes straight on from where and when its velocity last changed. So its way is its
 * position, the time `since` then, and the movement that is left: whole raw units, rounded once at
 * the end of the step; what is below a raw unit is carried to the next one. A meeting is sought
 * along the straight line between these two exact points.
 *
 * Each movable body remembers when it next meets something (`meets`). The earliest of all is looked
 * at again, for its partner may have gone another way meanwhile; if it still holds it is carried
 * out, and the two set out anew. Whoever finds a meeting tells the other one, so at equal times the
 * oldest body comes first, which is the defined order. An immovable body is never diverted, so it
 * need not remember anything: its partners do.
 *
 * A body that reaches its limit of impacts stands still until the end of the step and is a wall
 * to the others. So each impact brings one movable body nearer to its limit, and the loop ends.
 * Circles wedged between circles hand an ever smaller speed round, so who comes to rest time after
 * time stops sooner: what it loses of its way is what a slow approach makes in a step. */
#include "arcade/arcade.h"
#include "arcade/box_sweep.h"

#include "base/assert.h"
#include "fx/round.h"

#include <string.h>

/* ---- ways ----------------------------------------------------------------------------------- */

/* How far a body has come from its position, on one axis, 2^-16 raw units: |velocity| <= 2^29 raw
 * units/s, times 2^31, and the fine bits below. */
static int64_t travel(pawl_fx velocity, uint16_t fine, int16_t rest, uint32_t time) {
    const int64_t way = (int64_t)velocity * time + (int64_t)((uint64_t)fine * time >> 16);
    return pawli_near(way, 15) + rest;
}

static pawl_fx whole_of(int64_t way) {
    return (pawl_fx)pawli_floor(way + 0x8000, 16);
}

static pawl_fx place_on_axis(pawl_fx position, pawl_fx move, int64_t way) {
    const pawl_fx low = move < 0 ? move : 0, high = move < 0 ? 0 : move;
    return position + pawl_clamp(whole_of(way), low, high);
}

pawl_vec2 pawli_arcade_path_at(const pawl_arcade *arcade, uint16_t slot, uint32_t time) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    const pawli_arcade_path *const way = pawli_arcade_paths(arcade) + slot;
    pawl_vec2 place = body->position;
    if (time == way->since || (way->move.x == 0 && way->move.y == 0)) return place;
    if (time == arcade->duration) {
        place.x += way->move.x;
        place.y += way->move.y;
        return place;
    }
    const uint32_t past = time - way->since;
    place.x = place_on_axis(place.x, way->move.x,
                            travel(body->velocity.x, body->fine[0], body->rest[0], past));
    place.y = place_on_axis(place.y, way->move.y,
                            travel(body->velocity.y, body->fine[1], body->rest[1], past));
    return place;
}

/* The movement on one axis, ending within PAWL_COORD_MAX. */
static pawl_fx reach_on_axis(pawl_arcade *arcade, pawl_fx position, int64_t way) {
    const int64_t end = (int64_t)position + whole_of(way);
    if (end >= -PAWL_COORD_MAX && end <= PAWL_COORD_MAX) return whole_of(way);
    arcade->faults |= PAWL_ARCADE_FAULT_POSITION;
    return (end < 0 ? -PAWL_COORD_MAX : PAWL_COORD_MAX) - position;
}

void pawli_arcade_path_begin(pawl_arcade *arcade, uint16_t slot, uint32_t now) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    pawli_arcade_path *const way = pawli_arcade_paths(arcade) + slot;
    const uint32_t left = arcade->duration - now;
    way->since = now;
    way->meets = PAWLI_ARCADE_NEVER;
    way->move = pawl_vec2_make(0, 0);
    if (pawli_arcade_is_frozen(arcade, slot)) return;
    way->move.x = reach_on_axis(arcade, body->position.x,
                                travel(body->velocity.x, body->fine[0], body->rest[0], left));
    way->move.y = reach_on_axis(arcade, body->position.y,
                                travel(body->velocity.y, body->fine[1], body->rest[1], left));
}

/* What is left below a raw unit; nothing where the way was cut short. */
static int16_t remainder_of(int64_t way, pawl_fx moved) {
    const int64_t rest = way - (int64_t)moved * 65536;
    return rest >= INT16_MIN && rest <= INT16_MAX ? (int16_t)rest : 0;
}

void pawli_arcade_path_end(pawl_arcade *arcade, uint16_t slot, uint32_t now) {
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    pawli_arcade_path *const way = pawli_arcade_paths(arcade) + slot;
    const uint32_t past = now - way->since;
    const pawl_vec2 place = pawli_arcade_path_at(arcade, slot, now);
    if (!pawli_arcade_is_frozen(arcade, slot)) {
        body->rest[0] = remainder_of(travel(body->velocity.x, body->fine[0], body->rest[0], past),
                                     place.x - body->position.x);
        body->rest[1] = remainder_of(travel(body->velocity.y, body->fine[1], body->rest[1], past),
                                     place.y - body->position.y);
    }
    way->move.x -= place.x - body->position.x;
    way->move.y -= place.y - body->position.y;
    way->since = now;
    body->position = place;
}

/* ---- the next meeting ----------------------------------------------------------------------- */

/* What a body meets next. */
typedef struct next_meeting {
    uint32_t time;  /* PAWLI_ARCADE_NEVER: nothing */
    uint16_t other; /* PAWLI_ARCADE_NO_SLOT: an edge */
    uint8_t edge;
    pawl_rot normal; /* from the body */
} next_meeting;

static pawl_vec2 remaining_move(const pawl_arcade *arcade, uint16_t slot, pawl_vec2 place) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    const pawli_arcade_path *const way = pawli_arcade_paths(arcade) + slot;
    return pawl_vec2_make(body->position.x + way->move.x - place.x,
                          body->position.y + way->move.y - place.y);
}

static pawli_arcade_speed current_speed(const pawl_arcade *arcade, uint16_t slot) {
    const pawli_arcade_speed still = {0, 0};
    if (pawli_arcade_is_frozen(arcade, slot)) return still;
    return pawli_arcade_speed_of(pawli_arcade_bodies(arcade) + slot);
}

uint32_t pawli_arcade_path_meet(const pawl_arcade *arcade, uint16_t a, uint16_t b, uint32_t end,
                                pawl_arcade_meeting *found) {
    const pawli_arcade_path *const ways = pawli_arcade_paths(arcade);
    const uint32_t begin = ways[a].since > ways[b].since ? ways[a].since : ways[b].since;
    const pawl_vec2 place_a = pawli_arcade_path_at(arcade, a, begin);
    const pawl_vec2 place_b = pawli_arcade_path_at(arcade, b, begin);
    pawl_vec2 way_a, way_b;
    if (end == arcade->duration) {
        way_a = remaining_move(arcade, a, place_a);
        way_b = remaining_move(arcade, b, place_b);
    } else {
        way_a = pawl_vec2_sub(pawli_arcade_path_at(arcade, a, end), place_a);
        way_b = pawl_vec2_sub(pawli_arcade_path_at(arcade, b, end), place_b);
    }
    const pawli_arcade_pair couple = {arcade, pawli_arcade_kind_of(arcade, a),
                                      pawli_arcade_kind_of(arcade, b),
                                      pawl_vec2_sub(place_b, place_a)};
    pawli_arcade_shape_meet(&couple, pawl_vec2_sub(way_a, way_b), found);
    if (!found->hit) return PAWLI_ARCADE_NEVER;
    return begin + (uint32_t)((uint64_t)found->fraction * (end - begin) >> 30);
}

/* Whether two bodies approach each other along a normal, beyond what rounding makes of nothing. */
static bool approaches(const pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_rot normal) {
    const pawli_arcade_speed of_a = current_speed(arcade, a), of_b = current_speed(arcade, b);
    const pawli_arcade_speed between = {of_a.x - of_b.x, of_a.y - of_b.y};
    return pawli_arcade_speed_along(normal, between) > PAWLI_ARCADE_SPEED_ROUNDING;
}

/* Whether no impact changes a body's velocity. */
static bool is_firm(const pawl_arcade *arcade, uint16_t slot) {
    return pawli_arcade_kind_of(arcade, slot)->inverse_mass == 0 ||
           pawli_arcade_is_frozen(arcade, slot);
}

/* When two bodies have an impact, by their ways; PAWLI_ARCADE_NEVER. They are asked older body
 * first, so that both get one answer; the normal is from the older one. */
static uint32_t find_pair_impact(const pawl_arcade *arcade, uint16_t slot, uint16_t other,
                                 pawl_arcade_meeting *found) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    if (pawli_arcade_pairs_response(arcade, slot, other) != PAWL_ARCADE_BOUNCE)
        return PAWLI_ARCADE_NEVER;
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
    pawli_arcade_path *const way = pawli_arcade_paths(arcade) + slot;
    if (time < way->meets && pawli_arcade_kind_of(arcade, slot)->inverse_mass != 0) {
        way->meets = time;
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
    if (pawli_arcade_kind_of(arcade, slot)->inverse_mass == 0) return first;
    if (!pawli_arcade_is_frozen(arcade, slot)) {
        first.time = pawli_arcade_bounds_find(arcade, slot, &first.edge);
        if (first.time != PAWLI_ARCADE_NEVER) first.normal = pawli_arcade_bounds_normal(first.edge);
    }
    find_among_bodies(arcade, slot, &first);
    return first;
}

/* The first meeting of each body, when all have set out: each pair is asked once where a sweep over
 * the sorted ones tells which there are. */
static void find_all_meetings(pawl_arcade *arcade) {
    const uint16_t *const order = pawli_arcade_order(arcade);
    const bool sorted = pawli_arcade_is_sorted(arcade);
    if (sorted) pawli_order_set_clear(arcade);
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        uint8_t edge;
        note_meeting(arcade, order[rank],
                     sorted ? pawli_arcade_bounds_find(arcade, order[rank], &edge)
                            : find_next_meeting(arcade, order[rank]).time);
    }
    pawli_arcade_pair_cursor pairs = {0, 0};
    uint16_t a, b;
    while (sorted && pawli_arcade_pairs_next(arcade, &pairs, &a, &b)) {
        pawl_arcade_meeting found;
        const uint32_t time = find_pair_impact(arcade, a, b, &found);
        note_meeting(arcade, a, time);
        note_meeting(arcade, b, time);
    }
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
    const pawli_arcade_pair couple = {arcade, pawli_arcade_kind_of(arcade, a),
                                      pawli_arcade_kind_of(arcade, b),
                                      pawl_vec2_sub(place_b, place_a)};
    return pawli_arcade_shape_overlap(&couple, &overlap) && overlap.depth > 0;
}

static void settle_body(pawl_arcade *arcade, uint16_t slot, pawl_vec2 place) {
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    if (place.x != body->position.x) body->rest[0] = 0;
    if (place.y != body->position.y) body->rest[1] = 0;
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
    const bool moves_b = pawli_arcade_kind_of(arcade, b)->inverse_mass != 0;
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
    pawli_arcade_path *const way = pawli_arcade_paths(arcade) + slot;
    if (pawli_arcade_is_frozen(arcade, slot)) return;
    way->impacts++;
    if (result == PAWLI_ARCADE_RESTED) way->rests++;
    if (result == PAWLI_ARCADE_BOUNCED) way->rests = 0;
    if (way->impacts >= arcade->impact_limit) arcade->faults |= PAWL_ARCADE_FAULT_IMPACTS;
}

/* Set out anew, and find what comes next. */
static void restart_path(pawl_arcade *arcade, uint16_t slot, pawl_box before) {
    pawli_arcade_path_begin(arcade, slot, pawli_arcade_paths(arcade)[slot].since);
    pawli_arcade_pairs_move(arcade, slot, before);
}

static void apply_meeting(pawl_arcade *arcade, uint16_t a, const next_meeting *event) {
    const uint16_t b = event->other;
    const bool edge = b == PAWLI_ARCADE_NO_SLOT;
    const bool moves_b = !edge && pawli_arcade_kind_of(arcade, b)->inverse_mass != 0;
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
    const pawli_arcade_path *const ways = pawli_arcade_paths(arcade);
    const uint16_t *const order = pawli_arcade_order(arcade);
    uint16_t first = PAWLI_ARCADE_NO_SLOT;
    uint32_t time = PAWLI_ARCADE_NEVER;
    for (uint32_t rank = 0; (rank = next_candidate(arcade, rank)) < arcade->body_count; rank++) {
        if (ways[order[rank]].meets >= time) continue;
        first = order[rank];
        time = ways[first].meets;
    }
    return first;
}

void pawli_arcade_motion_run(pawl_arcade *arcade) {
    const uint16_t *const order = pawli_arcade_order(arcade);
    pawli_arcade_path *const ways = pawli_arcade_paths(arcade);
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        memset(ways + order[rank], 0, sizeof *ways);
        pawli_arcade_path_begin(arcade, order[rank], 0);
    }
    pawli_arcade_pairs_sort(arcade);
    arcade->passes = pawli_arcade_sensor_exists(arcade);
    find_all_meetings(arcade);
    for (uint16_t slot; (slot = find_next_body(arcade)) != PAWLI_ARCADE_NO_SLOT;) {
        const next_meeting event = find_next_meeting(arcade, slot);
        if (event.time == ways[slot].meets) {
            apply_meeting(arcade, slot, &event);
        } else {
            ways[slot].meets = event.time;
        }
    }
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        pawli_arcade_sensor_end_path(arcade, order[rank], arcade->duration);
    }
}
