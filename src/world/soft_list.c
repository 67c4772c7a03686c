/* soft_list.c - soft bodies as slots, and the two arrays that their points and links share.
 *
 * Points and links lie in the order in which the soft bodies were made, without gaps. Whatever goes
 * lets those behind it move up, and the starts of the younger soft bodies follow. */
#include "world/world.h"

#include <string.h>

static pawli_slots soft_slots(pawl_world *world) {
    const pawli_slots slots = {pawli_softs(world), sizeof(pawli_soft), offsetof(pawli_soft, next)};
    return slots;
}

PAWL_STATIC_ASSERT(offsetof(pawli_soft, previous) == offsetof(pawli_soft, next) + 2,
                   "pool.c finds previous behind next");

static pawli_live_list live_softs(pawl_world *world) {
    const pawli_live_list list = {&world->first_soft, &world->last_soft};
    return list;
}

static void append_soft(pawl_world *world, uint16_t slot) {
    pawli_pool_append(live_softs(world), soft_slots(world), slot);
}

uint16_t pawli_soft_list_link(pawl_world *world, uint32_t points, uint32_t links) {
    if (points > (uint32_t)world->soft_point_capacity - world->soft_point_count) return PAWLI_NONE;
    if (links > (uint32_t)world->soft_link_capacity - world->soft_link_count) return PAWLI_NONE;
    if (world->soft_pool.next_serial == UINT32_MAX) return PAWLI_NONE;
    const uint16_t slot = pawli_pool_take(&world->soft_pool, soft_slots(world));
    if (slot == PAWLI_NONE) return PAWLI_NONE;
    pawli_soft *soft = &pawli_softs(world)[slot];
    const uint16_t generation = pawli_next_generation(soft->generation);
    memset(soft, 0, sizeof *soft);
    soft->generation = generation;
    soft->serial = world->soft_pool.next_serial++;
    soft->flags = PAWLI_SOFT_LIVE;
    soft->first_point = world->soft_point_count;
    soft->first_link = world->soft_link_count;
    soft->point_count = (uint16_t)points;
    soft->link_count = (uint16_t)links;
    memset(pawli_soft_points(world) + soft->first_point, 0,
           (size_t)points * sizeof(pawli_soft_point));
    memset(pawli_soft_links(world) + soft->first_link, 0, (size_t)links * sizeof(pawli_soft_link));
    world->soft_point_count = (uint16_t)(world->soft_point_count + points);
    world->soft_link_count = (uint16_t)(world->soft_link_count + links);
    append_soft(world, slot);
    return slot;
}

static void close_soft_gap(pawl_world *world, const pawli_soft *gone) {
    pawli_soft_point *points = pawli_soft_points(world) + gone->first_point;
    const uint32_t behind = (uint32_t)world->soft_point_count - gone->first_point;
    const uint32_t points_left = behind - gone->point_count;
    memmove(points, points + gone->point_count, (size_t)points_left * sizeof *points);
    pawli_soft_link *links = pawli_soft_links(world) + gone->first_link;
    const uint32_t links_left =
        (uint32_t)world->soft_link_count - gone->first_link - gone->link_count;
    memmove(links, links + gone->link_count, (size_t)links_left * sizeof *links);
    world->soft_point_count = (uint16_t)(world->soft_point_count - gone->point_count);
    world->soft_link_count = (uint16_t)(world->soft_link_count - gone->link_count);
}

void pawli_soft_list_unlink(pawl_world *world, uint16_t slot) {
    pawli_soft *softs = pawli_softs(world);
    pawli_soft *gone = &softs[slot];
    close_soft_gap(world, gone);
    for (uint16_t at = gone->next; at != PAWLI_NONE; at = softs[at].next) {
        softs[at].first_point = (uint16_t)(softs[at].first_point - gone->point_count);
        softs[at].first_link = (uint16_t)(softs[at].first_link - gone->link_count);
    }
#if PAWL_WITH_CHARACTERS
    pawli_pool_forget_soft_ground(world, slot);
#endif
    pawli_pool_unlink(live_softs(world), soft_slots(world), slot);
    gone->flags = 0;
    pawli_pool_give(&world->soft_pool, soft_slots(world), slot);
}

pawli_soft_link *pawli_soft_list_add_link(pawl_world *world, uint16_t slot) {
    pawli_soft *softs = pawli_softs(world);
    pawli_soft *soft = &softs[slot];
    if (world->soft_link_count == world->soft_link_capacity) return NULL;
    pawli_soft_link *added = pawli_soft_links(world) + soft->first_link + soft->link_count;
    const uint32_t behind = (uint32_t)world->soft_link_count - soft->first_link - soft->link_count;
    memmove(added + 1, added, (size_t)behind * sizeof *added);
    memset(added, 0, sizeof *added);
    soft->link_count++;
    world->soft_link_count++;
    for (uint16_t at = soft->next; at != PAWLI_NONE; at = softs[at].next)
        softs[at].first_link++;
    return added;
}

void pawli_soft_list_wake(pawl_world *world, uint16_t slot) {
    pawli_soft *soft = &pawli_softs(world)[slot];
    soft->quiet_steps = 0;
    soft->flags |= PAWLI_SOFT_AWAKE;
}

void pawli_soft_list_put_to_sleep(pawl_world *world, uint16_t slot) {
    pawli_soft *soft = &pawli_softs(world)[slot];
    soft->quiet_steps = 0;
    soft->flags = (uint8_t)(soft->flags & ~PAWLI_SOFT_AWAKE);
    pawli_soft_point *points = pawli_soft_points(world) + soft->first_point;
    for (uint16_t i = 0; i < soft->point_count; i++)
        points[i].moved_x = points[i].moved_y = 0;
}

void pawli_soft_list_tear(pawli_soft_link *link) {
    link->flags |= PAWL_LINK_TORN;
    if (link->type != PAWL_LINK_ATTACH) return;
    link->b = PAWLI_NONE;
    link->place = pawl_vec2_make(0, 0);
}

void pawli_soft_list_wake_all(pawl_world *world) {
    for (uint16_t at = world->first_soft; at != PAWLI_NONE; at = pawli_softs(world)[at].next)
        pawli_soft_list_wake(world, at);
}

void pawli_soft_list_detach(pawl_world *world, uint16_t body) {
    for (uint16_t at = world->first_soft; at != PAWLI_NONE; at = pawli_softs(world)[at].next) {
        const pawli_soft *soft = &pawli_softs(world)[at];
        pawli_soft_link *links = pawli_soft_links(world) + soft->first_link;
        for (uint16_t i = 0; i < soft->link_count; i++) {
            if (links[i].type != PAWL_LINK_ATTACH || links[i].b != body) continue;
            pawli_soft_list_tear(&links[i]);
            pawli_soft_list_wake(world, at);
        }
    }
}
