/* event.c - where events lie in the memory of a world, and what a step does to their arrays. What
 * adds them is in event_add.c.
 *
 * Touches and sensors share an array for begins and one for ends, so that a world without sensors
 * needs no memory for their events: first the touches, then the sensors. In a full array the last
 * event of the same type makes room for one that comes before it in contact order; what finds no
 * room is counted. Ends caused by calls between two steps
 * are late: they are collected behind the reported ones, touches first again, and the next step
 * reports them before its own. */
#include "world/world.h"

#include <string.h>

/* Hits fill it from below, fractures from above. */
static uint32_t hit_room(const pawl_world *world) {
    const uint32_t hit_events = world->event_capacity * (uint32_t)sizeof(pawl_hit_event);
    const uint32_t least = PAWL_WITH_FRACTURE ? (uint32_t)sizeof(pawl_fracture_event) : 0;
    return ((hit_events > least ? hit_events : least) + 7u) & ~UINT32_C(7);
}

/* The bytes of an array, a multiple of eight. */
static uint32_t event_room(const pawl_world *world, pawli_event_array array) {
    uint32_t count = world->event_capacity, size = sizeof(pawli_event_entry);
    if (array == PAWLI_EVENT_HITS) return hit_room(world);
    if (array == PAWLI_EVENT_BREAKS) {
        count = world->joint_pool.capacity;
        size = sizeof(pawl_break_event);
    } else if (array == PAWLI_EVENT_TEARS) {
        count = world->soft_link_capacity;
        size = sizeof(pawl_tear_event);
    }
    return (count * size + 7u) & ~UINT32_C(7);
}

uint32_t pawli_event_at(const pawl_world *world, pawli_event_array array) {
    uint32_t at = world->at_events;
    for (int before = 0; before < (int)array; before++)
        at += event_room(world, (pawli_event_array)before);
    return at;
}

uint32_t pawli_event_at_fractures(const pawl_world *world) {
    const uint32_t size = world->fracture_count * (uint32_t)sizeof(pawl_fracture_event);
    return pawli_event_at(world, PAWLI_EVENT_BREAKS) - size;
}

bool pawli_event_fits(const pawl_world *world, uint32_t hit_count, uint32_t fracture_count) {
    const uint64_t hit_size = (uint64_t)hit_count * sizeof(pawl_hit_event);
    const uint64_t fracture_size = (uint64_t)fracture_count * sizeof(pawl_fracture_event);
    return hit_count <= world->event_capacity && hit_size + fracture_size <= hit_room(world);
}

/* From here to the end of the step late counts say how many of the reported ends are late: they
 * come first, the ends of the step itself are sorted in behind them. */
void pawli_event_begin_step(pawl_world *world) {
    const uint32_t late = world->late_end_count + world->late_sensor_end_count;
    memmove(pawli_end_events(world), pawli_end_events(world) + pawli_reported_ends(world),
            (size_t)late * sizeof(pawli_event_entry));
    world->end_count = (uint16_t)world->late_end_count;
    world->sensor_end_count = (uint16_t)world->late_sensor_end_count;
    world->begin_count = world->sensor_begin_count = 0;
    world->hit_count = 0;
    world->break_count = 0;
    world->load_count = 0;
    if (PAWL_WITH_SOFT) world->tear_count = 0;
    world->fracture_count = 0;
    world->counters.dropped_events = world->late_dropped_count;
    world->late_dropped_count = 0;
    world->unseen_end_count = 0;
}

/* The youngest one lies first. */
static void turn_fractures(pawl_world *world) {
    pawl_fracture_event *list = pawli_fracture_events(world);
    for (uint32_t i = 0; i < world->fracture_count / 2; i++) {
        const pawl_fracture_event early = list[world->fracture_count - 1 - i];
        list[world->fracture_count - 1 - i] = list[i];
        list[i] = early;
    }
}

void pawli_event_finish_step(pawl_world *world) {
    world->late_end_count = world->late_sensor_end_count = 0;
    if (PAWL_WITH_FRACTURE) turn_fractures(world);
}
