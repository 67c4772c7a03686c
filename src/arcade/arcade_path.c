/* arcade_path.c - where a body goes within a step.
 *
 * Every body goes straight on from where and when its velocity last changed. So its path is its
 * position, the time `since` then, and the movement that is left: whole raw units, rounded once at
 * the end of the step; what is below a raw unit is carried to the next one. A meeting is sought
 * along the straight line between these two exact points. */
#include "arcade/arcade.h"

#include "fx/round.h"

/* How far a body has come from its position, on one axis, 2^-16 raw units: |velocity| <= 2^29 raw
 * units/s, times 2^31, and the fine bits below. So it comes 2^29 raw units far at most. */
static int64_t travel(pawl_fx velocity, uint16_t fine, int16_t frac, uint32_t time) {
    const int64_t distance = (int64_t)velocity * time + (int64_t)((uint64_t)fine * time >> 16);
    return pawli_near(distance, 15) + frac;
}

static pawl_fx whole_of(int64_t distance) {
    return (pawl_fx)pawli_floor(distance + 0x8000, 16);
}

static pawl_fx place_on_axis(pawl_fx position, pawl_fx move, int64_t distance) {
    const pawl_fx low = move < 0 ? move : 0, high = move < 0 ? 0 : move;
    return position + pawl_clamp(whole_of(distance), low, high);
}

pawl_vec2 pawli_arcade_path_at(const pawl_arcade *arcade, uint16_t slot, uint32_t time) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    const pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    pawl_vec2 place = body->position;
    if (time == path->since || (path->move.x == 0 && path->move.y == 0)) return place;
    if (time == arcade->duration) {
        place.x += path->move.x;
        place.y += path->move.y;
        return place;
    }
    const uint32_t past = time - path->since;
    place.x = place_on_axis(place.x, path->move.x,
                            travel(body->velocity.x, body->fine[0], body->frac[0], past));
    place.y = place_on_axis(place.y, path->move.y,
                            travel(body->velocity.y, body->fine[1], body->frac[1], past));
    return place;
}

/* The movement on one axis, ending within PAWL_COORD_MAX. */
static pawl_fx reach_on_axis(pawl_arcade *arcade, pawl_fx position, int64_t distance) {
    const int64_t end = (int64_t)position + whole_of(distance);
    if (end >= -PAWL_COORD_MAX && end <= PAWL_COORD_MAX) return whole_of(distance);
    arcade->faults |= PAWL_ARCADE_FAULT_POSITION;
    return (end < 0 ? -PAWL_COORD_MAX : PAWL_COORD_MAX) - position;
}

void pawli_arcade_path_begin(pawl_arcade *arcade, uint16_t slot, uint32_t now) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    const uint32_t left = arcade->duration - now;
    path->since = now;
    path->meets = PAWLI_ARCADE_NEVER;
    path->move = pawl_vec2_make(0, 0);
    if (pawli_arcade_is_frozen(arcade, slot)) return;
    path->move.x = reach_on_axis(arcade, body->position.x,
                                 travel(body->velocity.x, body->fine[0], body->frac[0], left));
    path->move.y = reach_on_axis(arcade, body->position.y,
                                 travel(body->velocity.y, body->fine[1], body->frac[1], left));
}

/* What is left below a raw unit; nothing where the path was cut short. */
static int16_t remainder_of(int64_t distance, pawl_fx moved) {
    const int64_t remainder = distance - (int64_t)moved * 65536;
    return remainder >= INT16_MIN && remainder <= INT16_MAX ? (int16_t)remainder : 0;
}

void pawli_arcade_path_end(pawl_arcade *arcade, uint16_t slot, uint32_t now) {
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    const uint32_t past = now - path->since;
    const pawl_vec2 place = pawli_arcade_path_at(arcade, slot, now);
    if (!pawli_arcade_is_frozen(arcade, slot)) {
        body->frac[0] = remainder_of(travel(body->velocity.x, body->fine[0], body->frac[0], past),
                                     place.x - body->position.x);
        body->frac[1] = remainder_of(travel(body->velocity.y, body->fine[1], body->frac[1], past),
                                     place.y - body->position.y);
    }
    path->move.x -= place.x - body->position.x;
    path->move.y -= place.y - body->position.y;
    path->since = now;
    body->position = place;
}

static pawl_vec2 remaining_move(const pawl_arcade *arcade, uint16_t slot, pawl_vec2 place) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    const pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    return pawl_vec2_make(body->position.x + path->move.x - place.x,
                          body->position.y + path->move.y - place.y);
}

uint32_t pawli_arcade_path_meet(const pawl_arcade *arcade, uint16_t a, uint16_t b, uint32_t end,
                                pawl_arcade_meeting *found) {
    const pawli_arcade_path *const paths = pawli_arcade_paths(arcade);
    const uint32_t begin = paths[a].since > paths[b].since ? paths[a].since : paths[b].since;
    const pawl_vec2 place_a = pawli_arcade_path_at(arcade, a, begin);
    const pawl_vec2 place_b = pawli_arcade_path_at(arcade, b, begin);
    pawl_vec2 left_a, left_b;
    if (end == arcade->duration) {
        left_a = remaining_move(arcade, a, place_a);
        left_b = remaining_move(arcade, b, place_b);
    } else {
        left_a = pawl_vec2_sub(pawli_arcade_path_at(arcade, a, end), place_a);
        left_b = pawl_vec2_sub(pawli_arcade_path_at(arcade, b, end), place_b);
    }
    const pawli_arcade_pair pair = {arcade, pawli_arcade_prototype_of(arcade, a),
                                    pawli_arcade_prototype_of(arcade, b),
                                    pawl_vec2_sub(place_b, place_a)};
    pawli_arcade_shape_meet(&pair, pawl_vec2_sub(left_a, left_b), found);
    if (!found->hit) return PAWLI_ARCADE_NEVER;
    return begin + (uint32_t)((uint64_t)found->fraction * (end - begin) >> 30);
}
