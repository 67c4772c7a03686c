/* joint_list.c - joints as links: which bodies they connect, in which order they were made.
 *
 * A joint lies in three lists: the live joints in creation order, by which the step colors them
 * (step/joint_rows_prepare.c), and one list per body, youngest first. */
#include "world/world.h"

#include <string.h>

static pawli_slots joint_slots(pawl_world *world) {
    const pawli_slots slots = {pawli_joints(world), sizeof(pawli_joint),
                               offsetof(pawli_joint, next)};
    return slots;
}

uint16_t pawli_joint_list_after(const pawli_joint *joint, uint16_t body) {
    return joint->body_a == body ? joint->next_a : joint->next_b;
}

PAWL_STATIC_ASSERT(offsetof(pawli_joint, previous) == offsetof(pawli_joint, next) + 2,
                   "pool.c finds previous behind next");

static pawli_live_list live_joints(pawl_world *world) {
    const pawli_live_list list = {&world->first_joint, &world->last_joint};
    return list;
}

void pawli_joint_list_link_bodies(pawl_world *world, uint16_t slot) {
    pawli_joint *joint = &pawli_joints(world)[slot];
    uint16_t *first = pawli_body_joints(world);
    joint->next_a = first[joint->body_a];
    joint->next_b = first[joint->body_b];
    first[joint->body_a] = first[joint->body_b] = slot;
}

uint16_t pawli_joint_list_link(pawl_world *world, uint16_t body_a, uint16_t body_b) {
    PAWL_ASSERT(body_a != body_b);
    if (world->joint_pool.next_serial == UINT32_MAX) return PAWLI_NONE;
    const uint16_t slot = pawli_pool_take(&world->joint_pool, joint_slots(world));
    if (slot == PAWLI_NONE) return PAWLI_NONE;
    pawli_joint *joint = &pawli_joints(world)[slot];
    const uint16_t generation = pawli_next_generation(joint->generation);
    memset(joint, 0, sizeof *joint);
    joint->generation = generation;
    joint->serial = world->joint_pool.next_serial++;
    joint->flags = PAWLI_JOINT_LIVE;
    joint->body_a = body_a;
    joint->body_b = body_b;
    pawli_joint_list_link_bodies(world, slot);
    pawli_pool_append(live_joints(world), joint_slots(world), slot);
    return slot;
}

static void unlink_from_body(pawl_world *world, uint16_t slot, uint16_t body) {
    pawli_joint *joints = pawli_joints(world);
    const uint16_t after = pawli_joint_list_after(&joints[slot], body);
    uint16_t *first = pawli_body_joints(world), at = first[body];
    if (at == slot) {
        first[body] = after;
        return;
    }
    while (pawli_joint_list_after(&joints[at], body) != slot)
        at = pawli_joint_list_after(&joints[at], body);
    if (joints[at].body_a == body) {
        joints[at].next_a = after;
    } else {
        joints[at].next_b = after;
    }
}

void pawli_joint_list_unlink(pawl_world *world, uint16_t slot) {
    pawli_joint *joints = pawli_joints(world);
    pawli_joint *joint = &joints[slot];
    unlink_from_body(world, slot, joint->body_a);
    unlink_from_body(world, slot, joint->body_b);
    pawli_pool_unlink(live_joints(world), joint_slots(world), slot);
    joint->flags = 0;
    pawli_pool_give(&world->joint_pool, joint_slots(world), slot);
}

void pawli_joint_list_remove_of_body(pawl_world *world, uint16_t body) {
    for (uint16_t at = pawli_first_joint_of(world, body); at != PAWLI_NONE;
         at = pawli_first_joint_of(world, body))
        pawli_joint_list_unlink(world, at);
}

void pawli_joint_list_forget_impulses(pawl_world *world, uint16_t body) {
    pawli_joint *joints = pawli_joints(world);
    uint16_t at = pawli_first_joint_of(world, body);
    for (; at != PAWLI_NONE; at = pawli_joint_list_after(&joints[at], body))
        memset(joints[at].impulses, 0, sizeof joints[at].impulses);
}

bool pawli_joint_list_forbids(const pawl_world *world, uint16_t body_a, uint16_t body_b) {
    const pawli_joint *joints = pawli_joints_const(world);
    if (pawli_first_joint_of(world, body_b) == PAWLI_NONE) return false;
    uint16_t at = pawli_first_joint_of(world, body_a);
    for (; at != PAWLI_NONE; at = pawli_joint_list_after(&joints[at], body_a)) {
        if (joints[at].flags & PAWLI_JOINT_COLLIDE) continue;
        if (joints[at].body_a == body_b || joints[at].body_b == body_b) return true;
    }
    return false;
}
