/* flight.h - internal: the ways of bodies through a step, for phase 8. */
#ifndef PAWLI_FLIGHT_H
#define PAWLI_FLIGHT_H

#include "collide/impact.h"
#include "step/step.h"
#include "world/tree.h"

/* From the pose at the start of the step to that of its end; the shape is left null. */
pawli_flight pawli_flight_of(const pawli_step *step, uint16_t body);
void pawli_flight_limit_turn(const pawli_step *step, pawli_solver_body *solved);
void pawli_flight_shorten(const pawli_step *step, uint16_t body, pawl_fraction fraction);

/* How a body goes on that met another one, its carrier, at a fraction of the step: as if attached
 * to it, so that what lies between them when they touch is the same at the end of the step. */
typedef struct pawli_carry {
    pawl_fraction fraction;
    pawl_vec2 arm; /* from the center of the carrier to that of the body, when they touch */
    int32_t turn;  /* of the carrier, from there to the end of the step, 2^-32 turns */
} pawli_carry;
pawli_carry pawli_flight_carry(const pawli_step *step, uint16_t body, uint16_t carrier,
                               pawl_fraction fraction);
/* Make that its way; false when it is longer than a step may be, and was cut. */
bool pawli_flight_follow(const pawli_step *step, uint16_t body, uint16_t carrier,
                         const pawli_carry *carry);

/* A bound of how far any point of a body comes, in raw units. */
int64_t pawli_flight_reach(const pawli_body *body, const pawli_flight *flight);
pawl_box pawli_flight_grow(pawl_box box, int64_t margin);

/* Where phase 1 looks for what is near a shape: its fat box, and if it moves all that it will
 * probably pass in this step. */
pawl_box pawli_flight_surroundings(const pawli_step *step, uint16_t shape);

/* The same in builds that stop nothing. */
PAWLI_FOLD pawl_box pawli_flight_around(const pawli_step *step, uint16_t shape) {
    return PAWL_WITH_CONTINUOUS ? pawli_flight_surroundings(step, shape)
                                : step->shapes[shape].fat_box;
}

/* Whether phase 1 looks for its pairs. */
PAWLI_FOLD bool pawli_flight_is_new(const pawli_step *step, uint16_t shape) {
    const uint8_t flags = step->shapes[shape].flags;
    return (flags & PAWLI_SHAPE_MOVED) && (flags & PAWLI_SHAPE_IN_TREE);
}

#if PAWLI_TREE_GATHERS
/* Such shapes, where each is looked around, and the part of the tree that they have in common. */
#define PAWLI_FLIGHT_BATCH 64u
typedef struct pawli_flight_batch {
    uint32_t count;
    pawli_tree_scope scope;
    uint16_t slots[PAWLI_FLIGHT_BATCH];
    pawl_box reaches[PAWLI_FLIGHT_BATCH];
} pawli_flight_batch;

/* Of those that moved the first one, and others before `end`. Returns the one that comes next. */
uint16_t pawli_flight_batch_fill(const pawli_step *step, uint16_t first, uint16_t end,
                                 pawli_flight_batch *batch);
#endif

static inline uint32_t pawli_magnitude32(int32_t value) {
    return value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
}

#endif
