/* active.c - what takes part in a step: awake bodies, and the contacts that have one.
 *
 * Most of a large world sleeps or stands still, so it must not cost more than a glance. Awake
 * bodies have a bit each; contacts that have been found idle, and are not of a sensor, are flagged,
 * and stay so until a body wakes or is put elsewhere; long runs of these are passed as one. None of
 * this is state: all of it follows from the bodies. */
#define PAWLI_STEP_COPY
#include "step/step.h"

void pawli_active_forget_idle(pawli_step *step) {
    pawl_world *world = step->world;
    if (!world->idle_unknown) return;
    for (uint32_t i = 0; i < world->contact_count; i++)
        step->contacts[i].flags =
            (uint8_t)(step->contacts[i].flags & ~(PAWLI_CONTACT_IDLE | PAWLI_CONTACT_IDLE_RUN));
    world->idle_unknown = 0;
}

void pawli_active_list_contacts(pawli_step *step) {
    const uint32_t end = step->world->contact_count;
    pawli_active_forget_idle(step);
    step->active_count = 0;
    step->meets_sleeper = false;
    for (uint32_t i = pawli_active_next(step->contacts, 0, end); i < end;
         i = pawli_active_next(step->contacts, i + 1, end)) {
        pawli_active_add(step, i);
    }
}

/* In creation order, by the list of all bodies. */
static void list_awake_in_order(pawli_step *step) {
    step->awake_count = 0;
    for (uint16_t at = step->world->first_body; at != PAWLI_NONE; at = step->bodies[at].next) {
        if (step->bodies[at].flags & PAWLI_BODY_AWAKE) step->awake[step->awake_count++] = at;
    }
}

/* Slots are in creation order as long as none was used twice. */
void pawli_active_list_bodies(pawli_step *step) {
    uint32_t *words = pawli_awake_bits(step->world);
    uint16_t *awake = step->awake;
    uint32_t count = 0, serial = 0;
    for (uint32_t slot = 0; slot < step->world->body_pool.used; slot += 32, words++) {
        uint16_t at = (uint16_t)slot;
        for (uint32_t bits = *words; bits != 0; bits >>= 1, at++) {
            if (!(bits & 1u)) continue;
            const pawli_body *body = &step->bodies[at];
            if (!(body->flags & PAWLI_BODY_AWAKE)) {
                *words &= ~(UINT32_C(1) << (at - slot));
                continue;
            }
            if (body->serial < serial) {
                list_awake_in_order(step);
                return;
            }
            serial = body->serial;
            awake[count++] = at;
        }
    }
    step->awake_count = count;
}
