/* arcade_body.c - bodies: slots with generations, and their order of creation. */
#include "arcade/arcade.h"
#include "fx/range.h"

#include <string.h>

uint16_t pawli_arcade_body_slot(const pawl_arcade *arcade, pawl_arcade_id id) {
    if (arcade == NULL || id.index1 == 0 || id.index1 > arcade->slot_count)
        return PAWLI_ARCADE_NO_SLOT;
    const uint16_t slot = (uint16_t)(id.index1 - 1);
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    if (body->rank == PAWLI_ARCADE_NO_SLOT || body->generation != id.generation)
        return PAWLI_ARCADE_NO_SLOT;
    return slot;
}

/* A free slot: one never used while there are any, then the one that is free the longest. */
static uint16_t take_arcade_slot(pawl_arcade *arcade) {
    pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    if (arcade->slot_count < arcade->body_capacity) {
        bodies[arcade->slot_count].generation = 1;
        return arcade->slot_count++;
    }
    const uint16_t slot = arcade->free_first;
    arcade->free_first = bodies[slot].prototype;
    if (arcade->free_first == PAWLI_ARCADE_NO_SLOT) arcade->free_last = PAWLI_ARCADE_NO_SLOT;
    return slot;
}

void pawli_arcade_body_free_slot(pawl_arcade *arcade, uint16_t slot) {
    pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    bodies[slot].rank = PAWLI_ARCADE_NO_SLOT;
    bodies[slot].prototype = PAWLI_ARCADE_NO_SLOT;
    if (arcade->free_last == PAWLI_ARCADE_NO_SLOT) {
        arcade->free_first = slot;
    } else {
        bodies[arcade->free_last].prototype = slot;
    }
    arcade->free_last = slot;
}

pawl_status pawl_arcade_create(pawl_arcade *arcade, uint16_t prototype, pawl_vec2 position,
                               pawl_vec2 velocity, uint16_t user_data, pawl_arcade_id *out) {
    if (arcade == NULL || out == NULL) return PAWL_ERR_NULL;
    if (prototype >= arcade->prototype_count) return PAWL_ERR_ARGUMENT;
    if (!pawli_is_position(position) || !pawli_vec_in_range(velocity, PAWL_ARCADE_SPEED_MAX)) {
        return PAWL_ERR_RANGE;
    }
    if (arcade->body_count == arcade->body_capacity) return PAWL_ERR_CAPACITY;
    const uint16_t slot = take_arcade_slot(arcade);
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    const uint16_t generation = body->generation;
    memset(body, 0, sizeof *body);
    body->position = position;
    body->velocity = velocity;
    body->generation = generation;
    body->rank = arcade->body_count;
    body->prototype = prototype;
    body->user_data = user_data;
    pawli_arcade_order(arcade)[arcade->body_count++] = slot;
    arcade->contact_count = 0;
    *out = pawli_arcade_id_of(arcade, slot);
    return PAWL_OK;
}

pawl_status pawl_arcade_destroy(pawl_arcade *arcade, pawl_arcade_id id) {
    if (arcade == NULL) return PAWL_ERR_NULL;
    const uint16_t slot = pawli_arcade_body_slot(arcade, id);
    if (slot == PAWLI_ARCADE_NO_SLOT) return PAWL_ERR_STALE;
    pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    uint16_t *const order = pawli_arcade_order(arcade);
    arcade->body_count--;
    for (uint16_t rank = bodies[slot].rank; rank < arcade->body_count; rank++) {
        order[rank] = order[rank + 1];
        bodies[order[rank]].rank = rank;
    }
    order[arcade->body_count] = 0;
    const uint16_t next =
        bodies[slot].generation == UINT16_MAX ? 1 : (uint16_t)(bodies[slot].generation + 1);
    memset(bodies + slot, 0, sizeof *bodies);
    bodies[slot].generation = next;
    pawli_arcade_body_free_slot(arcade, slot);
    return PAWL_OK;
}

bool pawl_arcade_is_valid(const pawl_arcade *arcade, pawl_arcade_id body) {
    return pawli_arcade_body_slot(arcade, body) != PAWLI_ARCADE_NO_SLOT;
}

uint16_t pawl_arcade_get_body_count(const pawl_arcade *arcade) {
    return arcade == NULL ? 0 : arcade->body_count;
}

pawl_arcade_id pawl_arcade_next_body(const pawl_arcade *arcade, pawl_arcade_id after) {
    const pawl_arcade_id none = PAWL_NULL_ARCADE;
    uint16_t rank = 0;
    if (arcade == NULL) return none;
    if (!pawl_arcade_is_null(after)) {
        const uint16_t slot = pawli_arcade_body_slot(arcade, after);
        if (slot == PAWLI_ARCADE_NO_SLOT) return none;
        rank = (uint16_t)(pawli_arcade_bodies(arcade)[slot].rank + 1);
    }
    return rank < arcade->body_count ? pawli_arcade_id_of(arcade, pawli_arcade_order(arcade)[rank])
                                     : none;
}

uint16_t pawl_arcade_get_bodies(const pawl_arcade *arcade, pawl_arcade_id *bodies,
                                uint16_t capacity) {
    if (arcade == NULL || bodies == NULL) return 0;
    const uint16_t count = capacity < arcade->body_count ? capacity : arcade->body_count;
    for (uint16_t rank = 0; rank < count; rank++) {
        bodies[rank] = pawli_arcade_id_of(arcade, pawli_arcade_order(arcade)[rank]);
    }
    return count;
}

/* The body itself; null for a stale handle. */
static pawli_arcade_body *find_arcade_body(const pawl_arcade *arcade, pawl_arcade_id id) {
    const uint16_t slot = pawli_arcade_body_slot(arcade, id);
    return slot == PAWLI_ARCADE_NO_SLOT ? NULL : pawli_arcade_bodies(arcade) + slot;
}

pawl_vec2 pawl_arcade_get_position(const pawl_arcade *arcade, pawl_arcade_id id) {
    const pawli_arcade_body *const body = find_arcade_body(arcade, id);
    return body == NULL ? pawl_vec2_make(0, 0) : body->position;
}

pawl_vec2 pawl_arcade_get_velocity(const pawl_arcade *arcade, pawl_arcade_id id) {
    const pawli_arcade_body *const body = find_arcade_body(arcade, id);
    return body == NULL ? pawl_vec2_make(0, 0) : body->velocity;
}

uint16_t pawl_arcade_get_prototype_of(const pawl_arcade *arcade, pawl_arcade_id id) {
    const pawli_arcade_body *const body = find_arcade_body(arcade, id);
    return body == NULL ? 0 : body->prototype;
}

uint16_t pawl_arcade_get_user_data(const pawl_arcade *arcade, pawl_arcade_id id) {
    const pawli_arcade_body *const body = find_arcade_body(arcade, id);
    return body == NULL ? 0 : body->user_data;
}

pawl_status pawl_arcade_set_position(pawl_arcade *arcade, pawl_arcade_id id, pawl_vec2 position) {
    if (arcade == NULL) return PAWL_ERR_NULL;
    pawli_arcade_body *const body = find_arcade_body(arcade, id);
    if (body == NULL) return PAWL_ERR_STALE;
    if (!pawli_is_position(position)) return PAWL_ERR_RANGE;
    body->position = position;
    memset(body->frac, 0, sizeof body->frac);
    return PAWL_OK;
}

pawl_status pawl_arcade_set_velocity(pawl_arcade *arcade, pawl_arcade_id id, pawl_vec2 velocity) {
    if (arcade == NULL) return PAWL_ERR_NULL;
    pawli_arcade_body *const body = find_arcade_body(arcade, id);
    if (body == NULL) return PAWL_ERR_STALE;
    if (!pawli_vec_in_range(velocity, PAWL_ARCADE_SPEED_MAX)) return PAWL_ERR_RANGE;
    body->velocity = velocity;
    memset(body->fine, 0, sizeof body->fine);
    return PAWL_OK;
}

pawl_status pawl_arcade_set_prototype_of(pawl_arcade *arcade, pawl_arcade_id id,
                                         uint16_t prototype) {
    if (arcade == NULL) return PAWL_ERR_NULL;
    pawli_arcade_body *const body = find_arcade_body(arcade, id);
    if (body == NULL) return PAWL_ERR_STALE;
    if (prototype >= arcade->prototype_count) return PAWL_ERR_ARGUMENT;
    body->prototype = prototype;
    return PAWL_OK;
}

pawl_status pawl_arcade_set_user_data(pawl_arcade *arcade, pawl_arcade_id id, uint16_t user_data) {
    if (arcade == NULL) return PAWL_ERR_NULL;
    pawli_arcade_body *const body = find_arcade_body(arcade, id);
    if (body == NULL) return PAWL_ERR_STALE;
    body->user_data = user_data;
    return PAWL_OK;
}

pawl_arcade_meeting pawl_arcade_meet(const pawl_arcade *arcade, pawl_arcade_id id_a,
                                     pawl_vec2 move_a, pawl_arcade_id id_b, pawl_vec2 move_b) {
    pawl_arcade_meeting found;
    memset(&found, 0, sizeof found);
    const uint16_t a = pawli_arcade_body_slot(arcade, id_a),
                   b = pawli_arcade_body_slot(arcade, id_b);
    const pawl_fx most = INT32_C(1) << 29;
    if (a == PAWLI_ARCADE_NO_SLOT || b == PAWLI_ARCADE_NO_SLOT) return found;
    if (!pawli_vec_in_range(move_a, most) || !pawli_vec_in_range(move_b, most)) return found;
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    const pawli_arcade_pair pair = {arcade, pawli_arcade_prototype_of(arcade, a),
                                    pawli_arcade_prototype_of(arcade, b),
                                    pawl_vec2_sub(bodies[b].position, bodies[a].position)};
    const pawl_vec2 move = pawl_vec2_sub(move_a, move_b);
    pawli_arcade_shape_meet(&pair, move, &found);
    const int64_t along = (int64_t)found.normal.c * move.x + (int64_t)found.normal.s * move.y;
    if (along <= 0) {
        found.hit = false;
        if (!found.touching) memset(&found, 0, sizeof found);
    }
    return found;
}
