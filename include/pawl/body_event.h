/* body_event.h - what a step did to bodies: one array of all that moved, woke, fell asleep or met a
 * limit, for drawing, bindings and networks, which then need not ask every body.
 *
 *     pawl_body_events told = {.memory = memory, .memory_size = sizeof memory};
 *     const pawl_step_hooks hooks = {.body_events = &told};
 *     ... pawl_world_step(world, &hooks);
 *     for (uint32_t i = 0; i < told.count; i++) draw(told.events[i].user_data,
 * told.events[i].pose);
 *
 * The memory is the program's, and nothing is kept from step to step: what is told follows from the
 * state before the step and the hooks alone. So a step that is played again after a rollback, and
 * one of a machine that has joined late or plays a replay, tells the same. */
#ifndef PAWL_BODY_EVENT_H
#define PAWL_BODY_EVENT_H

#include "pawl/id.h"
#include "pawl/world.h"

/* What has happened to a body in a step: bits of pawl_body_event.flags. */
enum {
    /* Its position or its angle is another one than before the step, if only by one raw unit. */
    PAWL_BODY_MOVED = 1 << 0,
    /* It slept before the step, which has woken it: something that is awake touched it or pulled at
     * a joint or soft body. What a call between two steps has woken is awake before the step: it is
     * told as MOVED once it moves, and not as WOKE. The state does not say since when a body is
     * awake, so a machine that loads it could not know. pawl_body_is_awake tells it right after the
     * call. */
    PAWL_BODY_WOKE = 1 << 1,
    /* It sleeps since the end of the step; `pose` is where it stays. */
    PAWL_BODY_FELL_ASLEEP = 1 << 2,
    /* It was stopped at the edge of the world, PAWL_COORD_MAX, on either axis. */
    PAWL_BODY_AT_EDGE = 1 << 3,
    /* A component of its velocity, or the speed of its spin (the radius of gyration times the
     * angular velocity), is PAWL_SPEED_MAX, or it has moved by PAWL_STEP_MAX on an axis. */
    PAWL_BODY_AT_SPEED_LIMIT = 1 << 4
};

typedef struct pawl_body_event {
    pawl_body_id body;
    uint32_t flags;     /* PAWL_BODY_MOVED ... */
    pawl_pose pose;     /* after the step, as pawl_body_get_pose */
    pawl_angle angle;   /* likewise */
    uint32_t user_data; /* of the body */
} pawl_body_event;

/* Fill in the memory and set the rest to zero; each step writes the rest. */
typedef struct pawl_body_events {
    void *memory;                  /* aligned like uint64_t; means nothing before a step */
    size_t memory_size;            /* bytes of it; pawl_world_body_events_size has room for all */
    const pawl_body_event *events; /* in `memory`, until the next step; in creation order of bodies,
                                      one for each body that has a flag */
    uint32_t count;                /* of events */
    uint32_t dropped;              /* bodies with a flag that had no room: the youngest ones */
} pawl_body_events;

/* Bytes of memory with room for an event of every body that a def allows: 33 for each. Less does as
 * well, down to one for each and no event; steps answer MEMORY below that. The linker brings the
 * code of body events when this is called: in a program that does not, and in builds without
 * PAWL_WITH_HOOKS, a step with body_events answers UNSUPPORTED. Exact; 0 for an invalid def.
 * Cost in a step: a byte cleared for each body, and on x86-64 some 300 instructions for each one
 * that is awake; in worlds with soft bodies also a look at each one that sleeps. */
PAWL_API size_t pawl_world_body_events_size(const pawl_world_def *def);

#endif
