/* field_push.h - internal: which bodies a field pushes, when, and how the pushes on a body add up.
 */
#ifndef PAWLI_FIELD_PUSH_H
#define PAWLI_FIELD_PUSH_H

#include "collide/collide.h"
#include "field/area.h"
#include "world/shape_piece.h"
#include "world/world.h"
#include "fx/range.h"

#define PAWLI_RATE_MAX PAWL_FX(1024, 0, 1) /* of drag and damping, 1/s */

static inline bool pawli_field_rate_is_valid(pawl_fx rate) {
    return rate >= 0 && rate <= PAWLI_RATE_MAX;
}

static inline bool pawli_speed_is_valid(pawl_vec2 v) {
    return pawli_vec_in_range(v, PAWL_SPEED_MAX);
}

/* What a field pushes: a body that is dynamic, enabled, and awake or to be woken; or of a character
 * a copy of its body that has its mass and velocity, and does not turn; null: nothing. A character
 * without a mass has none there, either. */
const pawli_body *pawli_field_push_target(const pawl_world *world, uint16_t slot, bool wake,
                                          pawli_body *copy);
bool pawli_field_push_has_category(const pawl_world *world, const pawli_body *body, uint32_t mask);

/* Shapes that fields see; pieces anywhere. */
bool pawli_field_push_sees(const pawli_shape *shape, uint32_t mask);
pawli_shape_piece_query pawli_field_push_pieces(const pawl_world *world, uint16_t shape);

/* The length of a step in seconds. */
pawli_scaled pawli_field_push_step_time(const pawl_world *world);

/* Where a body is when a force that depends on its place is to be taken; of the pose as it is when
 * the body is at rest. */
pawli_frame pawli_field_push_frame_now(const pawli_body *body);
pawli_frame pawli_field_push_frame_ahead(const pawl_world *world, const pawli_body *body);

/* rate / (1 + rate * time): slowing down at this rate for that time is the implicit form. */
pawli_scaled pawli_field_push_implicit(pawli_scaled rate, pawli_scaled time);

/* Accelerations of a body, Q16.16; below 2^31 for each push, so that no sum of them overflows. */
typedef struct pawli_thrust {
    int64_t x, y, spin;
} pawli_thrust;

/* Add an acceleration that acts at an arm from the center of mass. */
void pawli_field_push_at(pawl_world *world, const pawli_body *body, pawl_vec2 acceleration,
                         pawl_vec2 arm, pawli_thrust *sum);
/* Slow the body down to a velocity and to no turning, at rates of 1/s. */
void pawli_field_push_drag(pawl_world *world, const pawli_body *body, pawl_vec2 flow,
                           pawli_scaled linear, pawli_scaled angular, pawli_thrust *sum);
/* Hand the sum to the body, and wake it if asked to. */
void pawli_field_push_end(pawl_world *world, uint16_t slot, const pawli_thrust *sum, bool wake);
/* A change of velocity at once, which wakes. */
#if PAWL_WITH_CHARACTERS
void pawli_field_push_kick(pawl_world *world, uint16_t slot, pawl_vec2 change, int64_t turn);
#else
static inline void pawli_field_push_kick(pawl_world *world, uint16_t slot, pawl_vec2 change,
                                         int64_t turn) {
    pawli_wake(world, slot);
    pawli_body_motion_add_velocity(world, &pawli_bodies(world)[slot], change, turn);
}
#endif

#endif
