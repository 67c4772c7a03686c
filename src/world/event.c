/* event.c - arrays of what happened in the last step. Output only: nothing here is ever read by
 * a later step.
 *
 * A full array keeps the first events of the defined order and counts the rest. Ends caused by
 * calls between two steps are late: they are collected behind the reported ones, and the next
 * step reports them before its own. */
#include "world/world.h"

#include <string.h>

static pawl_touch_event *begins(pawl_world *world) {
    return (pawl_touch_event *)(void *)((uint8_t *)world + world->at_begins);
}

static pawl_touch_event *ends(pawl_world *world) {
    return (pawl_touch_event *)(void *)((uint8_t *)world + world->at_ends);
}

static pawl_hit_event *hits(pawl_world *world) {
    return (pawl_hit_event *)(void *)((uint8_t *)world + world->at_hits);
}

static pawl_break_event *breaks(pawl_world *world) {
    return (pawl_break_event *)(void *)((uint8_t *)world + world->at_breaks);
}

/* From here to the end of the step late_end_count says how many of the reported ends are late:
 * they come first, the ends of the step itself are sorted in behind them. */
void pawli_begin_events(pawl_world *world) {
    const uint32_t late = world->late_end_count;
    memmove(ends(world), ends(world) + world->end_count, (size_t)late * sizeof(pawl_touch_event));
    world->end_count = late;
    world->begin_count = 0;
    world->hit_count = 0;
    world->break_count = 0;
    world->counters.dropped_events = world->late_dropped_count;
    world->late_dropped_count = 0;
}

void pawli_finish_events(pawl_world *world) {
    world->late_end_count = 0;
}

static pawl_touch_event touch_of(const pawl_world *world, const pawli_contact *contact) {
    pawl_touch_event event;
    event.shape_a = pawli_shape_id(world, contact->shape_a);
    event.shape_b = pawli_shape_id(world, contact->shape_b);
    return event;
}

void pawli_add_begin(pawl_world *world, const pawli_contact *contact) {
    if (world->begin_count == world->event_capacity) {
        world->counters.dropped_events++;
        return;
    }
    begins(world)[world->begin_count++] = touch_of(world, contact);
}

static uint64_t key_of(const pawl_world *world, const pawl_touch_event *event) {
    return pawli_contact_key(world, (uint16_t)(event->shape_a.index1 - 1u),
                             (uint16_t)(event->shape_b.index1 - 1u));
}

void pawli_add_end(pawl_world *world, const pawli_contact *contact) {
    const pawl_touch_event event = touch_of(world, contact);
    const uint64_t key = key_of(world, &event);
    pawl_touch_event *list = ends(world);
    uint32_t place = world->end_count;
    while (place > world->late_end_count && key_of(world, &list[place - 1]) > key)
        place--;
    const bool full = world->end_count == world->event_capacity;
    if (full) world->counters.dropped_events++;
    if (full && place == world->end_count) return;
    const uint32_t moving = world->end_count - place - (full ? 1u : 0u);
    memmove(&list[place + 1], &list[place], (size_t)moving * sizeof list[0]);
    list[place] = event;
    if (!full) world->end_count++;
}

void pawli_add_late_end(pawl_world *world, const pawli_contact *contact) {
    const uint32_t at = world->end_count + world->late_end_count;
    if (at == world->event_capacity) {
        world->late_dropped_count++;
        return;
    }
    ends(world)[at] = touch_of(world, contact);
    world->late_end_count++;
}

void pawli_add_hit(pawl_world *world, const pawl_hit_event *hit) {
    if (world->hit_count == world->event_capacity) {
        world->counters.dropped_events++;
        return;
    }
    hits(world)[world->hit_count++] = *hit;
}

/* There is room for every joint. */
void pawli_add_break(pawl_world *world, uint16_t joint) {
    pawl_break_event *event = &breaks(world)[world->break_count++];
    event->joint = pawli_joint_id(world, joint);
    event->user_data = pawli_joints(world)[joint].user_data;
}

pawl_events pawl_world_events(const pawl_world *world) {
    pawl_events events;
    memset(&events, 0, sizeof events);
    if (world == NULL) return events;
    const uint8_t *base = (const uint8_t *)world;
    events.begins = (const pawl_touch_event *)(const void *)(base + world->at_begins);
    events.ends = (const pawl_touch_event *)(const void *)(base + world->at_ends);
    events.hits = (const pawl_hit_event *)(const void *)(base + world->at_hits);
    events.breaks = (const pawl_break_event *)(const void *)(base + world->at_breaks);
    events.begin_count = world->begin_count;
    events.end_count = world->end_count;
    events.hit_count = world->hit_count;
    events.break_count = world->break_count;
    return events;
}
