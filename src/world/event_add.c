/* event_add.c - what happened is added to the arrays of events.
 *
 * A program that never takes events, nor writes them, is linked without this file, and its steps
 * report nothing (base/optional.h). */
#include "base/optional.h"
#include "world/world.h"

#include <string.h>

PAWLI_MARK(pawli_event_add_mark);
PAWLI_PULLS(pulls_hits, pawli_hit_mark);

/* The entries of one type in an array. */
typedef struct event_run {
    pawli_event_entry *entries; /* the whole array */
    uint16_t *count;            /* of the run */
    uint32_t start;             /* of the run */
    uint32_t fixed;             /* entries of the run that come first, whatever their key */
    uint32_t total;             /* entries in the array */
} event_run;

static pawli_event_entry *begin_events(pawl_world *world) {
    return (pawli_event_entry *)(void *)((uint8_t *)world +
                                         pawli_event_at(world, PAWLI_EVENT_BEGINS));
}

static pawl_hit_event *hit_events(pawl_world *world) {
    return (pawl_hit_event *)(void *)((uint8_t *)world + pawli_event_at(world, PAWLI_EVENT_HITS));
}

static pawl_break_event *break_events(pawl_world *world) {
    return (pawl_break_event *)(void *)((uint8_t *)world +
                                        pawli_event_at(world, PAWLI_EVENT_BREAKS));
}

static pawli_event_entry event_of_contact(const pawl_world *world, const pawli_contact *contact) {
    const bool b_senses = pawli_shapes_const(world)[contact->shape_b].flags & PAWLI_SHAPE_SENSOR;
    pawli_event_entry made;
    made.shape_a = pawli_pool_shape_id(world, b_senses ? contact->shape_b : contact->shape_a);
    made.shape_b = pawli_pool_shape_id(world, b_senses ? contact->shape_a : contact->shape_b);
    return made;
}

/* The key of the contact that an entry comes from. */
static uint64_t event_key(const pawl_world *world, const pawli_event_entry *at) {
    pawli_event_entry from;
    memcpy(&from, at, sizeof from);
    const uint64_t key = pawli_contact_key(world, (uint16_t)(from.shape_a.index1 - 1u),
                                           (uint16_t)(from.shape_b.index1 - 1u));
    const uint64_t swapped = key << 32 | key >> 32;
    return key < swapped ? key : swapped;
}

/* Sort an entry into its run. In a full array the last entry of the run makes room. */
static void insert_event(pawl_world *world, event_run to, pawli_event_entry made) {
    const uint64_t key = event_key(world, &made);
    pawli_event_entry *list = to.entries + to.start;
    uint32_t place = *to.count;
    while (place > to.fixed && event_key(world, &list[place - 1]) > key)
        place--;
    const bool full = to.total == world->event_capacity;
    if (full) world->counters.dropped_events++;
    if (full && place == *to.count) return;
    const uint32_t moving = full ? *to.count - place - 1 : to.total - to.start - place;
    memmove(&list[place + 1], &list[place], (size_t)moving * sizeof(pawli_event_entry));
    memcpy(&list[place], &made, sizeof made);
    if (!full) ++*to.count;
}

void pawli_event_add_begin(pawl_world *world, const pawli_contact *contact) {
    const uint32_t total = (uint32_t)world->begin_count + world->sensor_begin_count;
    event_run to = {begin_events(world), &world->begin_count, 0, 0, total};
    if (contact->flags & PAWLI_CONTACT_OVERLAPS) {
        to.count = &world->sensor_begin_count;
        to.start = world->begin_count;
    }
    insert_event(world, to, event_of_contact(world, contact));
}

void pawli_event_add_end(pawl_world *world, const pawli_contact *contact) {
    if (!(contact->flags & (PAWLI_CONTACT_TOUCHING | PAWLI_CONTACT_OVERLAPS))) return;
    event_run to = {pawli_end_events(world), &world->end_count, 0, world->late_end_count,
                    pawli_reported_ends(world)};
    if (contact->flags & PAWLI_CONTACT_OVERLAPS) {
        to.count = &world->sensor_end_count;
        to.start = world->end_count;
        to.fixed = world->late_sensor_end_count;
    }
    insert_event(world, to, event_of_contact(world, contact));
}

/* In the order of the calls. */
void pawli_event_add_late_end(pawl_world *world, const pawli_contact *contact) {
    if (!(contact->flags & (PAWLI_CONTACT_TOUCHING | PAWLI_CONTACT_OVERLAPS))) return;
    const uint32_t late = world->late_end_count + world->late_sensor_end_count;
    if (pawli_reported_ends(world) + world->unseen_end_count + late == world->event_capacity) {
        world->late_dropped_count++;
        return;
    }
    const bool overlaps = (contact->flags & PAWLI_CONTACT_OVERLAPS) != 0;
    const uint32_t moving = overlaps ? 0 : world->late_sensor_end_count;
    pawli_event_entry *place = pawli_end_events(world) + pawli_reported_ends(world) + late - moving;
    const pawli_event_entry made = event_of_contact(world, contact);
    memmove(place + 1, place, (size_t)moving * sizeof(pawli_event_entry));
    memcpy(place, &made, sizeof made);
    ++*(overlaps ? &world->late_sensor_end_count : &world->late_end_count);
}

void pawli_event_add_hit(pawl_world *world, const pawl_hit_event *hit) {
    if (!pawli_event_fits(world, world->hit_count + 1u, world->fracture_count)) {
        world->counters.dropped_events++;
        return;
    }
    hit_events(world)[world->hit_count++] = *hit;
}

/* Breaks, and loads behind them. A joint breaks or stays, so that there is room for every one. */
PAWL_STATIC_ASSERT(sizeof(pawl_load_event) == sizeof(pawl_break_event), "they share an array");

void pawli_event_add_break(pawl_world *world, uint16_t joint) {
    pawl_break_event *event = &break_events(world)[world->break_count++];
    memmove(event + 1, event, world->load_count * sizeof *event);
    event->joint = pawli_pool_joint_id(world, joint);
    event->user_data = pawli_joints(world)[joint].user_data;
}

void pawli_event_add_load(pawl_world *world, uint16_t joint) {
    const uint32_t at = world->break_count + world->load_count++;
    const pawl_load_event event = {pawli_pool_joint_id(world, joint),
                                   pawli_joints(world)[joint].user_data};
    memcpy(&break_events(world)[at], &event, sizeof event);
}

void pawli_event_add_fracture(pawl_world *world, const pawl_fracture_event *fracture) {
    if (!pawli_event_fits(world, world->hit_count, world->fracture_count + 1u)) {
        world->counters.dropped_events++;
        return;
    }
    world->fracture_count++;
    *pawli_fracture_events(world) = *fracture;
}

/* There is room for every link, and each tears once. */
void pawli_event_add_tear(pawl_world *world, uint16_t soft, uint32_t link) {
    PAWL_ASSERT(world->tear_count < world->soft_link_capacity);
    uint8_t *tears = (uint8_t *)world + pawli_event_at(world, PAWLI_EVENT_TEARS);
    pawl_tear_event *event = (pawl_tear_event *)(void *)tears + world->tear_count++;
    event->soft = pawli_pool_soft_id(world, soft);
    event->link = link;
}

pawl_events pawl_world_get_events(const pawl_world *world) {
    pawl_events events;
    memset(&events, 0, sizeof events);
    if (world == NULL) return events;
    const uint8_t *base = (const uint8_t *)world;
    const void *begins = base + pawli_event_at(world, PAWLI_EVENT_BEGINS);
    const void *ends = base + pawli_event_at(world, PAWLI_EVENT_ENDS);
    const void *hits = base + pawli_event_at(world, PAWLI_EVENT_HITS);
    const void *breaks = base + pawli_event_at(world, PAWLI_EVENT_BREAKS);
    events.begins = (const pawl_touch_event *)begins;
    events.ends = (const pawl_touch_event *)ends;
    events.hits = (const pawl_hit_event *)hits;
    events.breaks = (const pawl_break_event *)breaks;
    events.sensor_begins = (const pawl_sensor_event *)begins + world->begin_count;
    events.sensor_ends = (const pawl_sensor_event *)ends + world->end_count;
    if (PAWL_WITH_FRACTURE) {
        events.fractures =
            (const pawl_fracture_event *)(const void *)(base + pawli_event_at_fractures(world));
    }
    events.fracture_count = world->fracture_count;
    events.loads = (const pawl_load_event *)breaks + world->break_count;
    events.load_count = world->load_count;
    if (PAWL_WITH_SOFT) {
        const void *tears = base + pawli_event_at(world, PAWLI_EVENT_TEARS);
        events.tears = (const pawl_tear_event *)tears;
        events.tear_count = world->tear_count;
    }
    events.begin_count = world->begin_count;
    events.end_count = world->end_count;
    events.hit_count = world->hit_count;
    events.break_count = world->break_count;
    events.sensor_begin_count = world->sensor_begin_count;
    events.sensor_end_count = world->sensor_end_count;
    return events;
}
