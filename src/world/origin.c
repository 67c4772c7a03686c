/* origin.c - a world is shifted, and hashed as if it had never been.
 *
 * What a step computes depends on differences of places alone. So all places can move by the same
 * offset at any time, and nothing that follows is different: PLACES in objects.c says which members
 * those are. Nodes of the tree and events are no objects, and no state. */
#include "base/optional.h"
#include "period/period.h"
#include "world/canonical.h"
#include "world/linked.h"

#include <string.h>

PAWLI_MARK(pawli_origin_mark);
PAWLI_OPTIONAL(pawli_period_settle);

/* ---- places of objects ---- */

static pawl_vec2 *places_of(const pawli_objects *all, void *object) {
    return (pawl_vec2 *)(void *)((uint8_t *)object + all->places);
}

static bool is_live(const pawli_objects *all, const pawl_world *world, uint32_t at) {
    return all->pool == 0 || pawli_objects_is_live(all, world, at);
}

/* Centers and points stay within the world, boxes within what fits. */
static pawl_fx limit_of_places(const pawli_objects *all) {
    return all->type == PAWLI_OBJECT_SHAPE ? INT32_MAX : PAWL_COORD_MAX;
}

static bool number_is_within(int64_t number, int64_t limit) {
    return number >= -limit && number <= limit;
}

/* Of bodies and their boxes, which stay together. */
static bool is_around_body(const pawli_objects *all) {
    return all->type == PAWLI_OBJECT_BODY || all->type == PAWLI_OBJECT_SHAPE;
}

/* Other places come in on the other side of a world that goes round, bodies once they have moved.
 */
static bool place_can_move(const pawl_world *world, const pawli_objects *all, pawl_vec2 place,
                           pawl_vec2 offset) {
    const pawl_fx limit = limit_of_places(all);
    const bool stays = is_around_body(all);
    const bool x = number_is_within((int64_t)place.x + offset.x, limit);
    const bool y = number_is_within((int64_t)place.y + offset.y, limit);
    return (x || (PAWL_WITH_PERIODS && !stays && world->wrap.x != 0)) &&
           (y || (PAWL_WITH_PERIODS && !stays && world->wrap.y != 0));
}

static bool objects_can_move(const pawl_world *world, const pawli_objects *all, pawl_vec2 offset) {
    for (uint32_t at = 0; at < pawli_objects_used(all, world); at++) {
        if (!is_live(all, world, at)) continue;
        const uint8_t *object = (const uint8_t *)pawli_objects_at(all, world, at);
        const uint32_t count = pawli_objects_places(all, object);
        for (uint32_t i = 0; i < count; i++) {
            const pawl_vec2 *place = (const pawl_vec2 *)(const void *)(object + all->places) + i;
            if (!place_can_move(world, all, *place, offset)) return false;
        }
    }
    return true;
}

static void move_objects(pawl_world *world, const pawli_objects *all, pawl_vec2 offset) {
    for (uint32_t at = 0; at < pawli_objects_used(all, world); at++) {
        if (!is_live(all, world, at)) continue;
        uint8_t *object = pawli_objects_array(all, world) + (size_t)at * all->size;
        const uint32_t count = pawli_objects_places(all, object);
        for (uint32_t i = 0; i < count; i++) {
            pawl_vec2 *place = &places_of(all, object)[i];
            place->x += offset.x;
            place->y += offset.y;
            if (!is_around_body(all)) *place = pawli_way_in(world, *place);
        }
    }
}

/* A coordinate without the shift, which in a world that goes round is one within it. */
static int64_t wrapped_origin(int64_t coordinate, uint8_t wrap) {
    if (!PAWL_WITH_PERIODS || wrap == 0) return coordinate;
    return pawli_way_wrapped((pawl_fx)(uint32_t)(uint64_t)coordinate, wrap);
}

/* ---- what is no object ---- */

/* Nodes may be larger than what is in them, and go beyond what fits. One that is cut off there
 * still has all that is in it around. */
static void move_nodes(pawl_world *world, pawl_vec2 offset) {
    pawli_node *nodes = pawli_nodes(world);
    for (uint16_t i = 0; i < world->node_used; i++) {
        nodes[i].box.lower = pawl_vec2_add(nodes[i].box.lower, offset);
        nodes[i].box.upper = pawl_vec2_add(nodes[i].box.upper, offset);
    }
}

static void move_events(pawl_world *world, pawl_vec2 offset) {
    pawl_hit_event *hits =
        (pawl_hit_event *)(void *)((uint8_t *)world + pawli_event_at(world, PAWLI_EVENT_HITS));
    for (uint32_t i = 0; i < world->hit_count; i++)
        hits[i].point = pawli_way_in(world, pawl_vec2_add(hits[i].point, offset));
    if (!PAWL_WITH_FRACTURE) return;
    pawl_fracture_event *fractures = pawli_fracture_events(world);
    for (uint32_t i = 0; i < world->fracture_count; i++)
        fractures[i].point = pawli_way_in(world, pawl_vec2_add(fractures[i].point, offset));
}

/* In a world that goes round whole periods lead nowhere. */
static void settle_shifted(pawl_world *world) {
    if (!pawli_way_goes_round(world)) return;
    world->origin.x = wrapped_origin(world->origin.x, world->wrap.x);
    world->origin.y = wrapped_origin(world->origin.y, world->wrap.y);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = pawli_bodies(world)[at].next)
        pawli_period_settle(world, at);
}

pawl_status pawl_world_shift(pawl_world *world, pawl_vec2 offset) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    offset = pawli_way_in(world, offset);
    const pawl_wide2 origin = {world->origin.x - offset.x, world->origin.y - offset.y};
    if (!number_is_within(origin.x, PAWLI_ORIGIN_MAX) ||
        !number_is_within(origin.y, PAWLI_ORIGIN_MAX))
        return PAWL_ERR_RANGE;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.place_count != 0 && !objects_can_move(world, &all, offset)) return PAWL_ERR_RANGE;
    }
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.place_count != 0) move_objects(world, &all, offset);
    }
    move_nodes(world, offset);
    move_events(world, offset);
    world->origin = origin;
    settle_shifted(world);
    return PAWL_OK;
}

/* ---- hashes ---- */

/* One of any type that has places. */
typedef union placed_object {
    pawli_body body;
    pawli_shape shape;
    pawli_joint joint;
    pawli_soft_point point;
#if PAWL_WITH_CHARACTERS
    pawli_character character;
#endif
} placed_object;

/* Coordinate `i` of a copy without the shift: its low half takes the place of the coordinate, and
 * what does not fit there is answered. */
static uint32_t take_back(const pawli_canonical_reader *reader, void *copy, uint32_t i) {
    const pawl_wide2 origin = reader->world->origin;
    uint8_t *at = (uint8_t *)copy + reader->all.places + i * sizeof(pawl_fx);
    pawl_fx coordinate;
    memcpy(&coordinate, at, sizeof coordinate);
    const int64_t sum = coordinate + (i % 2 == 0 ? origin.x : origin.y);
    const uint8_t wrap = i % 2 == 0 ? reader->world->wrap.x : reader->world->wrap.y;
    const uint64_t whole = (uint64_t)wrapped_origin(sum, wrap);
    const uint32_t low = (uint32_t)(whole & UINT32_MAX), high = (uint32_t)(whole >> 32);
    memcpy(at, &low, sizeof low);
    return high + (low >> 31);
}

bool pawli_origin_take_back(const pawli_canonical_reader *reader, const void *object, void *copy) {
    const uint32_t count = 2 * pawli_objects_places(&reader->all, object);
    uint32_t beyond = 0;
    for (uint32_t i = 0; i < count; i++)
        beyond |= take_back(reader, copy, i);
    return beyond == 0;
}

uint32_t pawli_origin_hash(const pawli_canonical_reader *reader, const void *object,
                           const pawli_canonical_name *name) {
    const pawli_objects *all = &reader->all;
    const uint32_t count = 2 * pawli_objects_places(all, object);
    placed_object copy;
    uint32_t more = 0;
    PAWL_ASSERT(all->size <= sizeof copy);
    memcpy(&copy, object, (size_t)all->size);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t member = (uint16_t)(all->places + i * sizeof(pawl_fx));
        more += pawli_canonical_high_term(&reader->table, member, take_back(reader, &copy, i));
    }
    return pawli_canonical_hash_more(&reader->table, &copy, name, more);
}
