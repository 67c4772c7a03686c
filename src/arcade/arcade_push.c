/* arcade_push.c - overlaps at the start of a step: pushed out, pressed apart by springs, or
 * reported.
 *
 * Bodies come to overlap when they are created or put somewhere, when they wrap, or when walls
 * close on them. Pairs are taken in the order of (older, younger), each from where the ones before
 * have left it, a few times over; so a body between two walls is left where the last one put it.
 * An overlap of PAWL_ARCADE_SLOP raw units or less is what rounding leaves, and is not touched:
 * otherwise a body at rest on a slope would creep. */
#include "arcade/arcade.h"

#include "fx/round.h"

#include <string.h>

#define ARCADE_PUSH_ROUNDS 4

static uint16_t older_of(const pawl_arcade *arcade, uint16_t a, uint16_t b) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    return bodies[a].rank < bodies[b].rank ? a : b;
}

/* It has moved: the older one of each pair that it may overlap now is to be looked at. */
static void look_around(const pawl_arcade *arcade, uint16_t slot) {
    pawli_arcade_neighbors near;
    pawli_arcade_pairs_begin_near(arcade, slot, &near);
    for (uint16_t other;
         (other = pawli_arcade_pairs_next_near(arcade, &near)) != PAWLI_ARCADE_NO_SLOT;) {
        pawli_arcade_paths(arcade)[older_of(arcade, slot, other)].meets = 1;
    }
}

/* As far as edges let it; how far is returned. */
static pawl_vec2 move_by(pawl_arcade *arcade, uint16_t slot, pawl_vec2 move) {
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    if (move.x == 0 && move.y == 0) return move;
    const pawl_vec2 from = body->position;
    const pawl_box before = pawli_arcade_pairs_swept_box(arcade, slot);
    body->position.x = pawl_clamp(pawl_add(from.x, move.x), -PAWL_COORD_MAX, PAWL_COORD_MAX);
    body->position.y = pawl_clamp(pawl_add(from.y, move.y), -PAWL_COORD_MAX, PAWL_COORD_MAX);
    body->frac[0] = 0;
    body->frac[1] = 0;
    pawli_arcade_bounds_settle(arcade, slot);
    pawli_arcade_pairs_move(arcade, slot, before);
    if (pawli_arcade_is_sorted(arcade)) look_around(arcade, slot);
    return pawl_vec2_sub(body->position, from);
}

/* What one does not take, as the lighter one or at an edge, the other does, so the path is
 * complete: unless both are held. */
static void push_apart(pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_vec2 move) {
    const uint32_t of_a = (uint32_t)pawli_arcade_prototype_of(arcade, a)->inverse_mass;
    const uint32_t of_b = (uint32_t)pawli_arcade_prototype_of(arcade, b)->inverse_mass;
    const pawl_vec2 share = {(pawl_fx)pawli_arcade_speed_share(move.x, of_a, of_a + of_b),
                             (pawl_fx)pawli_arcade_speed_share(move.y, of_a, of_a + of_b)};
    pawl_vec2 rest = pawl_vec2_add(move, move_by(arcade, a, pawl_vec2_neg(share)));
    if (of_b == 0) return;
    rest = pawl_vec2_sub(rest, move_by(arcade, b, rest));
    if (of_a != 0) move_by(arcade, a, pawl_vec2_neg(rest));
}

#if PAWL_ARCADE_RESPONSES

/* stiffness * depth * duration, 2^-32 units/s: Q14.2 by Q16.16, then by 2^-31 s; a bounce gives
 * back `elasticity` of it on the way out. A depth is at most 2^29, so the products are below 2^45,
 * 2^62 (of 31 bits each) and 2^62 (2^47 by Q1.15). */
static int64_t spring_of(const pawl_arcade *arcade, const pawli_arcade_prototype *a,
                         const pawli_arcade_prototype *b, pawl_fx depth, bool parting) {
    const uint16_t spring = a->spring > b->spring ? a->spring : b->spring;
    const uint16_t elasticity = a->elasticity > b->elasticity ? a->elasticity : b->elasticity;
    const int64_t pull = pawl_saturate(pawli_near((int64_t)spring * depth, 2));
    const int64_t speed = pawli_near(pull * (int64_t)arcade->duration, 15);
    return parting ? pawli_near(speed * elasticity, 15) : speed;
}

static void apply_spring(pawl_arcade *arcade, uint16_t slot_a, uint16_t slot_b,
                         const pawl_translation *overlap, pawl_arcade_contact *contact) {
    pawli_arcade_body *const a = pawli_arcade_bodies(arcade) + slot_a;
    pawli_arcade_body *const b = pawli_arcade_bodies(arcade) + slot_b;
    const pawli_arcade_prototype *const prototype_a = pawli_arcade_prototype_of(arcade, slot_a);
    const pawli_arcade_prototype *const prototype_b = pawli_arcade_prototype_of(arcade, slot_b);
    const uint32_t of_a = (uint32_t)prototype_a->inverse_mass,
                   of_b = (uint32_t)prototype_b->inverse_mass;
    pawli_arcade_speed speed_a = pawli_arcade_speed_of(a), speed_b = pawli_arcade_speed_of(b);
    const pawli_arcade_speed between = {speed_a.x - speed_b.x, speed_a.y - speed_b.y};
    const int64_t approach = pawli_arcade_speed_along(overlap->normal, between);
    const int64_t change =
        spring_of(arcade, prototype_a, prototype_b, overlap->depth, approach < 0);
    const int64_t x = pawli_arcade_speed_scale(change, overlap->normal.c);
    const int64_t y = pawli_arcade_speed_scale(change, overlap->normal.s);
    speed_a.x -= pawli_arcade_speed_share(x, of_a, of_a + of_b);
    speed_a.y -= pawli_arcade_speed_share(y, of_a, of_a + of_b);
    speed_b.x += pawli_arcade_speed_share(x, of_b, of_a + of_b);
    speed_b.y += pawli_arcade_speed_share(y, of_b, of_a + of_b);
    pawli_arcade_speed_set(arcade, a, speed_a);
    pawli_arcade_speed_set(arcade, b, speed_b);
    contact->speed = pawl_max(0, pawli_arcade_speed_to_fx(approach));
    contact->change = pawli_arcade_speed_to_fx(change);
}

#endif

/* The response of two bodies that overlap, and how they part; PAWLI_ARCADE_NO_RESPONSE where
 * nothing is to be done about them in this round. */
static uint8_t find_overlap(const pawl_arcade *arcade, uint16_t a, uint16_t b, int round,
                            pawl_translation *overlap) {
    const uint8_t response = pawli_arcade_pairs_response(arcade, a, b);
    if (response == PAWLI_ARCADE_NO_RESPONSE) return response;
    if (response != PAWL_ARCADE_BOUNCE && round != 0) return PAWLI_ARCADE_NO_RESPONSE;
    const pawli_arcade_pair pair = {arcade, pawli_arcade_prototype_of(arcade, a),
                                    pawli_arcade_prototype_of(arcade, b),
                                    pawl_vec2_sub(pawli_arcade_bodies(arcade)[b].position,
                                                  pawli_arcade_bodies(arcade)[a].position)};
    if (!pawli_arcade_shape_overlap(&pair, overlap)) return PAWLI_ARCADE_NO_RESPONSE;
    const bool is_rounding = overlap->depth <= PAWL_ARCADE_SLOP;
    return response == PAWL_ARCADE_BOUNCE && is_rounding ? PAWLI_ARCADE_NO_RESPONSE : response;
}

/* Whether a body was pushed. */
static bool separate_pair(pawl_arcade *arcade, uint16_t a, uint16_t b, int round) {
    pawl_translation overlap;
    const uint8_t response = find_overlap(arcade, a, b, round, &overlap);
    if (response == PAWLI_ARCADE_NO_RESPONSE) return false;
    uint8_t type = PAWL_ARCADE_CONTACT_PUSH;
    if (response == PAWL_ARCADE_SPRING) type = PAWL_ARCADE_CONTACT_SPRING;
    if (response == PAWL_ARCADE_SENSOR) type = PAWL_ARCADE_CONTACT_SENSOR;
    pawl_arcade_contact contact = pawli_arcade_contact_make(arcade, a, b, overlap.normal, 0, type);
#if PAWL_ARCADE_RESPONSES
    if (response == PAWL_ARCADE_SPRING) apply_spring(arcade, a, b, &overlap, &contact);
#endif
    if (round == 0) pawli_arcade_contact_add(arcade, &contact);
    if (response != PAWL_ARCADE_BOUNCE) return false;
    if (round == ARCADE_PUSH_ROUNDS) {
        arcade->faults |= PAWL_ARCADE_FAULT_OVERLAP;
    } else {
        push_apart(arcade, a, b, overlap.move);
    }
    return true;
}

/* ---- all pairs ------------------------------------------------------------------------------ */

static bool separate_from_all(pawl_arcade *arcade, uint16_t a, int round) {
    const uint16_t *const order = pawli_arcade_order(arcade);
    bool pushed = false;
    for (uint16_t rank = pawli_arcade_bodies(arcade)[a].rank; ++rank < arcade->body_count;) {
        if (separate_pair(arcade, a, order[rank], round)) pushed = true;
    }
    return pushed;
}

bool pawli_arcade_push_is_due(const pawl_arcade *arcade, uint16_t a, uint16_t b) {
    pawl_translation overlap;
    const uint16_t older = older_of(arcade, a, b);
    return find_overlap(arcade, older, a == older ? b : a, 0, &overlap) != PAWLI_ARCADE_NO_RESPONSE;
}

/* Of most bodies none overlaps another, so a first look over all pairs, in any order, tells which
 * to take in order. */
static void find_older_ones(pawl_arcade *arcade) {
    pawli_arcade_pair_cursor pairs = {0, 0};
    uint16_t a, b;
    arcade->is_crowded = false;
    while (pawli_arcade_pairs_next(arcade, &pairs, &a, &b)) {
        pawli_arcade_path *const path = pawli_arcade_paths(arcade) + older_of(arcade, a, b);
        if (path->meets != 0 || !pawli_arcade_push_is_due(arcade, a, b)) continue;
        path->meets = 1;
        arcade->is_crowded = true;
    }
}

static void mark_neighbors(pawl_arcade *arcade, uint16_t slot) {
    pawli_arcade_neighbors near;
    pawli_order_set_clear(arcade);
    pawli_arcade_pairs_begin_near(arcade, slot, &near);
    for (uint16_t other;
         (other = pawli_arcade_pairs_next_near(arcade, &near)) != PAWLI_ARCADE_NO_SLOT;) {
        pawli_order_set_add(arcade, pawli_arcade_bodies(arcade)[other].rank);
    }
}

/* The same where it matters. What is near changes only when `a` itself is pushed. */
static bool separate_from_near(pawl_arcade *arcade, uint16_t a, int round) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + a;
    bool pushed = false;
    if (pawli_arcade_paths(arcade)[a].meets == 0) return false;
    mark_neighbors(arcade, a);
    for (uint32_t next = body->rank + UINT32_C(1);; next++) {
        next = pawli_order_set_next(arcade, next);
        if (next == arcade->body_count) return pushed;
        const pawl_vec2 from = body->position;
        if (separate_pair(arcade, a, pawli_arcade_order(arcade)[next], round)) pushed = true;
        if (from.x != body->position.x || from.y != body->position.y) mark_neighbors(arcade, a);
    }
}

void pawli_arcade_push_all(pawl_arcade *arcade) {
    const uint16_t *const order = pawli_arcade_order(arcade);
    const bool sorted = pawli_arcade_is_sorted(arcade);
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        memset(pawli_arcade_paths(arcade) + order[rank], 0, sizeof(pawli_arcade_path));
    }
    pawli_arcade_pairs_sort(arcade);
    if (sorted) find_older_ones(arcade);
    bool pushed = true;
    for (int round = 0; round <= ARCADE_PUSH_ROUNDS && pushed; round++) {
        pushed = false;
        for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
            if (sorted ? separate_from_near(arcade, order[rank], round)
                       : separate_from_all(arcade, order[rank], round)) {
                pushed = true;
            }
        }
    }
}
