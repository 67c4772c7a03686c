/* body_event.c - which bodies a step has moved, woken, put to sleep or stopped at a limit.
 *
 * The step passes three times: at its beginning, to note which are awake; before movements go into
 * the state, to see what they will do to it; and when all is done, to tell. What is noted lies in
 * front of the events, in memory of the program, a byte for each body slot. No byte of the world is
 * written, and nothing of the step asks what was noted. Linked where a program asks how much memory
 * it takes. */
#include "base/align.h"
#include "base/optional.h"
#include "fx/range.h"
#include "pawl/body_event.h"
#include "step/step.h"
#include "step/world_memory.h"

#include <string.h>

PAWLI_MARK(pawli_body_event_mark);

/* Notes; with the flags of events that are known before the end. */
#define WAS_AWAKE 64u /* at the beginning of the step */
#define IN_STEP 128u  /* it was solved: awake once sleepers were woken */
#define NOTED_FLAGS ((uint32_t)(PAWL_BODY_MOVED | PAWL_BODY_AT_EDGE | PAWL_BODY_AT_SPEED_LIMIT))
PAWL_STATIC_ASSERT(((PAWL_BODY_MOVED | PAWL_BODY_AT_EDGE | PAWL_BODY_AT_SPEED_LIMIT) &
                    (int)(WAS_AWAKE | IN_STEP)) == 0,
                   "notes and flags share a byte");

/* Events are read where they lie. */
PAWL_STATIC_ASSERT(sizeof(pawl_body_event) == 32 && PAWLI_FITS_ALIGNMENT(pawl_body_event, 8),
                   "33 bytes for each body");

static size_t notes_size(uint32_t bodies) {
    return ((size_t)bodies + 7u) / 8u * 8u;
}

static uint8_t *notes_of(const pawl_body_events *list) {
    return (uint8_t *)list->memory;
}

/* ---- at the beginning ----------------------------------------------------------------------- */

/* What has the flag has the bit. */
static void note_awake(const pawli_step *step, pawl_body_events *list) {
    uint8_t *notes = notes_of(list);
    const uint32_t *words = pawli_awake_bits_const(step->world);
    const uint32_t used = step->world->body_pool.used;
    memset(notes, 0, step->world->body_pool.capacity);
    for (uint32_t slot = 0; slot < used; slot++) {
        if (words[slot / 32u] == 0) {
            slot |= 31u;
        } else if (step->bodies[slot].flags & PAWLI_BODY_AWAKE) {
            notes[slot] = WAS_AWAKE;
        }
    }
}

/* ---- before movements go into the state ----------------------------------------------------- */

/* What step_9_finish.c will do to a coordinate: |move| < 2^31, so the sum fits. */
static uint32_t flags_of_axis(pawl_fx position, int8_t frac, int32_t move) {
    const int64_t target = position + pawli_near((int64_t)move + frac, 6);
    const bool beyond = target > PAWL_COORD_MAX || target < -PAWL_COORD_MAX;
    const int64_t edge = target < 0 ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
    const uint32_t moved = (beyond ? edge : target) != position ? PAWL_BODY_MOVED : 0;
    return beyond ? moved | PAWL_BODY_AT_EDGE : moved;
}

static bool reaches(int32_t value, int32_t limit) {
    return value >= limit || value <= -limit;
}

static bool is_at_speed_limit(const pawli_solver_body *solved) {
    return reaches(solved->velocity.x, PAWL_SPEED_MAX) ||
           reaches(solved->velocity.y, PAWL_SPEED_MAX) || reaches(solved->spin, PAWL_SPEED_MAX) ||
           reaches(solved->move_x, PAWLI_STEP_MOVE_MAX) ||
           reaches(solved->move_y, PAWLI_STEP_MOVE_MAX) ||
           reaches(solved->turn, PAWLI_STEP_MOVE_MAX);
}

static void note_solved(const pawli_step *step, pawl_body_events *list) {
    uint8_t *notes = notes_of(list);
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const pawli_solver_body *solved = &step->solver[i];
        const pawli_body *body = &step->bodies[solved->body];
        uint32_t flags = 0;
        if (!(solved->flags & PAWLI_LOCKED_X))
            flags |= flags_of_axis(body->position.x, body->frac_x, solved->move_x);
        if (!(solved->flags & PAWLI_LOCKED_Y))
            flags |= flags_of_axis(body->position.y, body->frac_y, solved->move_y);
        if (pawli_body_spin_angle(body, solved->turn) != 0) flags |= PAWL_BODY_MOVED;
        if (is_at_speed_limit(solved)) flags |= PAWL_BODY_AT_SPEED_LIMIT;
        notes[solved->body] = (uint8_t)(notes[solved->body] | IN_STEP | flags);
    }
}

/* A character, which moves when all else is done. */
void pawli_body_event_note_moved(const pawli_step *step, uint16_t slot) {
    uint8_t *notes = notes_of(step->hooks.body_events);
    notes[slot] = (uint8_t)(notes[slot] | PAWL_BODY_MOVED);
}

/* ---- when all is done ----------------------------------------------------------------------- */

static uint32_t flags_of(const pawli_body *body, uint32_t noted) {
    const bool is_awake = (body->flags & PAWLI_BODY_AWAKE) != 0;
    uint32_t flags = noted & NOTED_FLAGS;
    if (!(noted & WAS_AWAKE) && (is_awake || (noted & IN_STEP))) flags |= PAWL_BODY_WOKE;
    if (!is_awake && (noted & IN_STEP)) flags |= PAWL_BODY_FELL_ASLEEP;
    return flags;
}

static void tell_body(const pawli_step *step, pawl_body_events *list, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    const uint32_t flags = flags_of(body, notes_of(list)[slot]);
    const size_t notes = notes_size(step->world->body_pool.capacity);
    if (flags == 0) return;
    if (list->count == (list->memory_size - notes) / sizeof(pawl_body_event)) {
        list->dropped++;
        return;
    }
    uint8_t *const memory = (uint8_t *)list->memory + notes;
    pawl_body_event *event = (pawl_body_event *)(void *)memory + list->count++;
    event->body = pawli_pool_body_id(step->world, slot);
    event->flags = flags;
    event->pose = pawl_body_get_pose(step->world, event->body);
    event->angle = body->angle;
    event->user_data = body->user_data;
}

/* In creation order, as both lists are. A soft body may have woken what was not awake in the step,
 * and a character walks on when the program has put its body to sleep. */
static void tell_all(const pawli_step *step, pawl_body_events *list) {
    const pawl_world *world = step->world;
    if (pawli_first_soft(world) == PAWLI_NONE && pawli_first_character(world) == PAWLI_NONE) {
        for (uint32_t i = 0; i < step->awake_count; i++)
            tell_body(step, list, step->awake[i]);
        return;
    }
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = step->bodies[at].next)
        tell_body(step, list, at);
}

void pawli_body_event_look(const pawli_step *step, pawl_stage stage) {
    pawl_body_events *const list = step->hooks.body_events;
    if (stage == PAWL_STAGE_BEGIN) note_awake(step, list);
    if (stage == PAWL_STAGE_CONTINUOUS) note_solved(step, list);
    if (stage != PAWL_STAGE_SLEEP) return;
    const void *events =
        (const uint8_t *)list->memory + notes_size(step->world->body_pool.capacity);
    list->events = (const pawl_body_event *)events;
    list->count = list->dropped = 0;
    tell_all(step, list);
}

pawl_status pawli_body_event_check(const pawl_world *world, const pawl_body_events *list) {
    const bool is_usable = list->memory != NULL && pawli_is_aligned(list->memory) &&
                           list->memory_size >= notes_size(world->body_pool.capacity);
    return is_usable ? PAWL_OK : PAWL_ERR_MEMORY;
}

size_t pawl_world_body_events_size(const pawl_world_def *def) {
    pawl_world layout;
    if (pawli_world_memory_layout(def, &layout) != PAWL_OK) return 0;
    const uint32_t bodies = layout.body_pool.capacity;
    return pawli_size_or_none(notes_size(bodies) + bodies * sizeof(pawl_body_event));
}
