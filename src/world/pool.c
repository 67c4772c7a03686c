/* pool.c - slots with generations, and the handles that name them.
 *
 * A fresh slot is taken while there are any; then the slot that has been free the longest. */
#include "world/world.h"

#include <string.h>

void pawli_pool_init(pawli_pool *pool, uint16_t capacity) {
    pool->capacity = capacity;
    pool->used = 0;
    pool->live = 0;
    pool->free_first = PAWLI_NONE;
    pool->free_last = PAWLI_NONE;
    pool->pad = 0;
    pool->next_serial = 1;
}

static uint16_t *link_of(pawli_slots slots, uint16_t slot) {
    uint8_t *at = (uint8_t *)slots.base + (uint32_t)slots.stride * slot + slots.link;
    return (uint16_t *)(void *)at;
}

uint16_t pawli_pool_take(pawli_pool *pool, pawli_slots slots) {
    if (pool->live == pool->capacity) return PAWLI_NONE;
    pool->live++;
    if (pool->used < pool->capacity) return pool->used++;
    const uint16_t slot = pool->free_first;
    PAWL_ASSERT(slot < pool->used);
    pool->free_first = *link_of(slots, slot);
    if (pool->free_first == PAWLI_NONE) pool->free_last = PAWLI_NONE;
    return slot;
}

void pawli_pool_give(pawli_pool *pool, pawli_slots slots, uint16_t slot) {
    PAWL_ASSERT(slot < pool->used && pool->live > 0);
    *link_of(slots, slot) = PAWLI_NONE;
    if (pool->free_last == PAWLI_NONE) {
        pool->free_first = slot;
    } else {
        *link_of(slots, pool->free_last) = slot;
    }
    pool->free_last = slot;
    pool->live--;
}

static uint16_t *previous_of(pawli_slots slots, uint16_t slot) {
    return link_of(slots, slot) + 1;
}

void pawli_pool_append(pawli_live_list list, pawli_slots slots, uint16_t slot) {
    *link_of(slots, slot) = PAWLI_NONE;
    *previous_of(slots, slot) = *list.last;
    if (*list.last == PAWLI_NONE) {
        *list.first = slot;
    } else {
        *link_of(slots, *list.last) = slot;
    }
    *list.last = slot;
}

void pawli_pool_unlink(pawli_live_list list, pawli_slots slots, uint16_t slot) {
    const uint16_t next = *link_of(slots, slot), previous = *previous_of(slots, slot);
    if (previous == PAWLI_NONE) {
        *list.first = next;
    } else {
        *link_of(slots, previous) = next;
    }
    if (next == PAWLI_NONE) {
        *list.last = previous;
    } else {
        *previous_of(slots, next) = previous;
    }
}

uint16_t pawli_pool_find_body(const pawl_world *world, pawl_body_id id) {
    if (world == NULL || id.index1 == 0 || id.index1 > world->body_pool.used) return PAWLI_NONE;
    const uint16_t slot = (uint16_t)(id.index1 - 1u);
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    const bool live = (body->flags & PAWLI_BODY_LIVE) && body->generation == id.generation;
    return live ? slot : PAWLI_NONE;
}

uint16_t pawli_pool_find_shape(const pawl_world *world, pawl_shape_id id) {
    if (world == NULL || id.index1 == 0 || id.index1 > world->shape_pool.used) return PAWLI_NONE;
    const uint16_t slot = (uint16_t)(id.index1 - 1u);
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    const bool live = (shape->flags & PAWLI_SHAPE_LIVE) && shape->generation == id.generation;
    return live ? slot : PAWLI_NONE;
}

uint16_t pawli_pool_find_joint(const pawl_world *world, pawl_joint_id id) {
    if (world == NULL || id.index1 == 0 || id.index1 > world->joint_pool.used) return PAWLI_NONE;
    const uint16_t slot = (uint16_t)(id.index1 - 1u);
    const pawli_joint *joint = &pawli_joints_const(world)[slot];
    const bool live = (joint->flags & PAWLI_JOINT_LIVE) && joint->generation == id.generation;
    return live ? slot : PAWLI_NONE;
}

uint16_t pawli_pool_find_soft(const pawl_world *world, pawl_soft_id id) {
    if (world == NULL || id.index1 == 0 || id.index1 > world->soft_pool.used) return PAWLI_NONE;
    const uint16_t slot = (uint16_t)(id.index1 - 1u);
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    const bool live = (soft->flags & PAWLI_SOFT_LIVE) && soft->generation == id.generation;
    return live ? slot : PAWLI_NONE;
}

pawl_body_id pawli_pool_body_id(const pawl_world *world, uint16_t slot) {
    pawl_body_id id = {0, 0};
    if (slot == PAWLI_NONE) return id;
    id.index1 = (uint16_t)(slot + 1u);
    id.generation = pawli_bodies_const(world)[slot].generation;
    return id;
}

pawl_shape_id pawli_pool_shape_id(const pawl_world *world, uint16_t slot) {
    pawl_shape_id id = {0, 0};
    if (slot == PAWLI_NONE) return id;
    id.index1 = (uint16_t)(slot + 1u);
    id.generation = pawli_shapes_const(world)[slot].generation;
    return id;
}

pawl_joint_id pawli_pool_joint_id(const pawl_world *world, uint16_t slot) {
    pawl_joint_id id = {0, 0};
    if (slot == PAWLI_NONE) return id;
    id.index1 = (uint16_t)(slot + 1u);
    id.generation = pawli_joints_const(world)[slot].generation;
    return id;
}

pawl_soft_id pawli_pool_soft_id(const pawl_world *world, uint16_t slot) {
    pawl_soft_id id = {0, 0};
    if (slot == PAWLI_NONE) return id;
    id.index1 = (uint16_t)(slot + 1u);
    id.generation = pawli_softs_const(world)[slot].generation;
    return id;
}

#if PAWL_WITH_CHARACTERS
uint16_t pawli_pool_find_character(const pawl_world *world, pawl_character_id id) {
    if (world == NULL || id.index1 == 0 || id.index1 > world->character_pool.used)
        return PAWLI_NONE;
    const uint16_t slot = (uint16_t)(id.index1 - 1u);
    const pawli_character *character = &pawli_characters_const(world)[slot];
    const bool live =
        (character->flags & PAWLI_CHARACTER_LIVE) && character->generation == id.generation;
    return live ? slot : PAWLI_NONE;
}

pawl_character_id pawli_pool_character_id(const pawl_world *world, uint16_t slot) {
    pawl_character_id id = {0, 0};
    if (slot == PAWLI_NONE) return id;
    id.index1 = (uint16_t)(slot + 1u);
    id.generation = pawli_characters_const(world)[slot].generation;
    return id;
}

uint16_t pawli_pool_character_of(const pawl_world *world, uint16_t body) {
    const pawli_character *characters = pawli_characters_const(world);
    uint16_t at = world->first_character;
    while (at != PAWLI_NONE && characters[at].body != body)
        at = characters[at].next;
    return at;
}

static pawli_slots character_slots(pawl_world *world) {
    const pawli_slots slots = {pawli_characters(world), sizeof(pawli_character),
                               offsetof(pawli_character, next)};
    return slots;
}

PAWL_STATIC_ASSERT(offsetof(pawli_character, previous) == offsetof(pawli_character, next) + 2,
                   "previous is behind next");

static pawli_live_list live_characters(pawl_world *world) {
    const pawli_live_list list = {&world->first_character, &world->last_character};
    return list;
}

uint16_t pawli_pool_take_character(pawl_world *world) {
    if (world->character_pool.next_serial == UINT32_MAX) return PAWLI_NONE;
    const uint16_t slot = pawli_pool_take(&world->character_pool, character_slots(world));
    if (slot == PAWLI_NONE) return PAWLI_NONE;
    pawli_character *character = &pawli_characters(world)[slot];
    const uint16_t generation = pawli_next_generation(character->generation);
    memset(character, 0, sizeof *character);
    character->generation = generation;
    character->serial = world->character_pool.next_serial++;
    character->flags = PAWLI_CHARACTER_LIVE;
    character->ground_shape = PAWLI_NONE;
    pawli_pool_append(live_characters(world), character_slots(world), slot);
    return slot;
}

void pawli_pool_give_character(pawl_world *world, uint16_t slot) {
    pawli_pool_unlink(live_characters(world), character_slots(world), slot);
    pawli_characters(world)[slot].flags = 0;
    pawli_pool_give(&world->character_pool, character_slots(world), slot);
}

void pawli_pool_forget_ground(pawl_world *world, uint16_t shape) {
    pawli_character *characters = pawli_characters(world);
    for (uint16_t at = world->first_character; at != PAWLI_NONE; at = characters[at].next)
        if (characters[at].ground_shape == shape) characters[at].ground_shape = PAWLI_NONE;
}

void pawli_pool_forget_soft_ground(pawl_world *world, uint16_t soft) {
    pawli_character *characters = pawli_characters(world);
    for (uint16_t at = world->first_character; at != PAWLI_NONE; at = characters[at].next)
        if (characters[at].ground_soft == soft + 1u) characters[at].ground_soft = 0;
}
#endif
