/* field_push.c - which bodies a field pushes, when, and how the pushes on a body add up.
 *
 * When. A step holds an acceleration a for its whole length h and moves the body in n sub-steps,
 * velocity first: v' = v + h a and x' = x + h v + c h^2 a with c = (1 + 1/n) / 2. Let y be the
 * position ahead by (1 - c) h v. Then x' = y + c h v': the step is a drift to y, a kick, and a
 * drift. If a is that of y, this map is symplectic (Hairer, Lubich, Wanner, Geometric Numerical
 * Integration, VI.3) and orbits close. If a is that of x, the map has the determinant
 * 1 + (1 - c) (h omega)^2 for an oscillation of frequency omega, which grows without end. So
 * forces that depend on the place are taken at y, ahead by h (n - 1) / 2n. */
#include "field/field_push.h"

#include "collide/core.h"
#include "fx/round.h"

/* 1 / (2 pi). */
static const pawli_scaled turns_per_radian = {UINT32_C(1367130551), -33};

static bool applies(const pawli_body *body, bool wake) {
    if (body->type != PAWL_DYNAMIC || !(body->flags & PAWLI_BODY_ENABLED)) return false;
    return wake || (body->flags & PAWLI_BODY_AWAKE) != 0;
}

#if PAWL_WITH_CHARACTERS

static const pawli_character *find_pushed_character(const pawl_world *world, uint16_t body) {
    if (world->first_character == PAWLI_NONE) return NULL;
    const uint16_t slot = pawli_pool_character_of(world, body);
    return slot == PAWLI_NONE ? NULL : &pawli_characters_const(world)[slot];
}

static const pawli_body *copy_of_character(const pawl_world *world, uint16_t slot,
                                           pawli_body *copy) {
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    if (body->type != PAWL_KINEMATIC || !(body->flags & PAWLI_BODY_ENABLED)) return NULL;
    const pawli_character *character = find_pushed_character(world, slot);
    if (character == NULL) return NULL;
    const pawli_scaled mass = pawli_scaled_make((uint64_t)character->mass, -16);
    *copy = *body;
    copy->type = PAWL_DYNAMIC;
    copy->flags |= PAWLI_BODY_FIXED_ROTATION;
    copy->velocity = pawl_vec2_add(character->velocity, character->ground_velocity);
    copy->spin = 0;
    copy->gravity_scale = character->gravity_scale;
    copy->mass = mass.mantissa;
    copy->mass_exponent = (int8_t)mass.exponent;
    return copy;
}

static pawl_fx limited_component(int64_t speed) {
    return (pawl_fx)(speed > PAWL_SPEED_MAX    ? PAWL_SPEED_MAX
                     : speed < -PAWL_SPEED_MAX ? -PAWL_SPEED_MAX
                                               : speed);
}

static void change_character(pawli_character *character, int64_t x, int64_t y) {
    character->velocity.x = limited_component(character->velocity.x + x);
    character->velocity.y = limited_component(character->velocity.y + y);
}

#define STANDING_SPEED 2 /* raw: a speed along `up` that rounding may leave on the ground */

/* Gravity holds a character to its ground, which the step leaves out there: so the first lift on it
 * begins below 0, and moves take a speed downwards there for none. */
static void weigh_down(const pawl_world *world, pawli_character *character) {
    const pawl_rot r = pawli_bodies_const(world)[character->body].rotation;
    const pawl_rot up = {-r.s, r.c};
    const pawl_fx scale = character->gravity_scale;
    const pawl_vec2 gravity =
        pawl_vec2_make(pawl_mul(world->gravity.x, scale), pawl_mul(world->gravity.y, scale));
    const pawl_fx pull = pawli_length_along(up, gravity);
    if (!(character->flags & PAWLI_CHARACTER_ON_GROUND) || pull >= 0) return;
    if (pawl_abs(pawli_length_along(up, character->velocity)) > STANDING_SPEED) return;
    const int64_t down = pawli_scaled_apply(pawli_field_push_step_time(world), pull, 0);
    change_character(character, pawli_near(down * up.c, 30), pawli_near(down * up.s, 30));
}

/* Of a character the velocity changes at once, as it has no forces. */
static bool push_character(pawl_world *world, uint16_t slot, pawl_vec2 acceleration) {
    const pawli_character *found = find_pushed_character(world, slot);
    if (found == NULL || pawli_bodies(world)[slot].type != PAWL_KINEMATIC) return false;
    pawli_character *character = &pawli_characters(world)[found - pawli_characters(world)];
    const pawli_scaled time = pawli_field_push_step_time(world);
    weigh_down(world, character);
    change_character(character, pawli_scaled_apply(time, acceleration.x, 0),
                     pawli_scaled_apply(time, acceleration.y, 0));
    return true;
}

#endif

const pawli_body *pawli_field_push_target(const pawl_world *world, uint16_t slot, bool wake,
                                          pawli_body *copy) {
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    if (applies(body, wake)) return body;
#if PAWL_WITH_CHARACTERS
    return copy_of_character(world, slot, copy);
#else
    (void)copy;
    return NULL;
#endif
}

bool pawli_field_push_sees(const pawli_shape *shape, uint32_t mask) {
    return (shape->category & mask) != 0 && !(shape->flags & PAWLI_SHAPE_SENSOR);
}

bool pawli_field_push_has_category(const pawl_world *world, const pawli_body *body, uint32_t mask) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    if (body->first_shape == PAWLI_NONE) return true;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        if (pawli_field_push_sees(&shapes[at], mask)) return true;
    }
    return false;
}

pawli_shape_piece_query pawli_field_push_pieces(const pawl_world *world, uint16_t shape) {
    const pawl_box everywhere = {{-PAWL_FX_MAX, -PAWL_FX_MAX}, {PAWL_FX_MAX, PAWL_FX_MAX}};
    return pawli_shape_piece_begin(world, shape, everywhere);
}

pawli_scaled pawli_field_push_step_time(const pawl_world *world) {
    return pawli_scaled_divide(pawli_scaled_make(world->rate_denominator, 0),
                               pawli_scaled_make(world->rate_numerator, 0));
}

/* h (n - 1) / 2n in Q0.32: there is at least one step per second, so it is below 2^31. */
static int64_t lead_of(const pawl_world *world) {
    const uint64_t time = ((uint64_t)world->rate_denominator << 32) / world->rate_numerator;
    return (int64_t)(time * (world->substeps - 1u) / (2u * world->substeps));
}

pawli_frame pawli_field_push_frame_now(const pawli_body *body) {
    const pawli_frame frame = {body->position, body->rotation, body->center};
    return frame;
}

/* Velocities are at most 2^29 and angular velocities 2^31: the products are below 2^62. */
pawli_frame pawli_field_push_frame_ahead(const pawl_world *world, const pawli_body *body) {
    const int64_t lead = lead_of(world);
    pawli_frame frame = pawli_field_push_frame_now(body);
    frame.position.x = pawl_saturate(frame.position.x + pawli_near(body->velocity.x * lead, 32));
    frame.position.y = pawl_saturate(frame.position.y + pawli_near(body->velocity.y * lead, 32));
    const int64_t radians = pawli_body_spin_angular_velocity(body) * lead; /* Q16.48 */
    const int64_t turned = pawli_scaled_apply(turns_per_radian, radians, -16);
    if (turned != 0) frame.rotation = pawl_rot_from_angle(body->angle + (pawl_angle)turned);
    return frame;
}

pawli_scaled pawli_field_push_implicit(pawli_scaled rate, pawli_scaled time) {
    const pawli_scaled one = pawli_scaled_make(1, 0);
    return pawli_scaled_divide(rate, pawli_scaled_add(one, pawli_scaled_multiply(rate, time)));
}

void pawli_field_push_at(pawl_world *world, const pawli_body *body, pawl_vec2 acceleration,
                         pawl_vec2 arm, pawli_thrust *sum) {
    sum->x += acceleration.x;
    sum->y += acceleration.y;
    sum->spin += pawli_body_motion_limit_force(
        world, pawli_body_motion_spin_change(body, acceleration, arm));
}

void pawli_field_push_drag(pawl_world *world, const pawli_body *body, pawl_vec2 flow,
                           pawli_scaled linear, pawli_scaled angular, pawli_thrust *sum) {
    const pawli_scaled time = pawli_field_push_step_time(world);
    const pawli_scaled slowing = pawli_field_push_implicit(linear, time);
    const pawl_vec2 against = pawl_vec2_sub(flow, body->velocity);
    sum->x += pawli_body_motion_limit_force(world, pawli_scaled_apply(slowing, against.x, 0));
    sum->y += pawli_body_motion_limit_force(world, pawli_scaled_apply(slowing, against.y, 0));
    const int64_t spin =
        pawli_scaled_apply(pawli_field_push_implicit(angular, time), -(int64_t)body->spin, 0);
    sum->spin += pawli_body_motion_limit_force(world, spin);
}

void pawli_field_push_end(pawl_world *world, uint16_t slot, const pawli_thrust *sum, bool wake) {
    const pawl_vec2 acceleration = pawl_vec2_make(pawli_body_motion_limit_force(world, sum->x),
                                                  pawli_body_motion_limit_force(world, sum->y));
#if PAWL_WITH_CHARACTERS
    if (push_character(world, slot, acceleration)) return;
#endif
    if (wake) pawli_wake(world, slot);
    pawli_body_motion_add_acceleration(world, &pawli_bodies(world)[slot], acceleration, sum->spin);
}

#if PAWL_WITH_CHARACTERS
void pawli_field_push_kick(pawl_world *world, uint16_t slot, pawl_vec2 change, int64_t turn) {
    const pawli_character *found = find_pushed_character(world, slot);
    if (found != NULL && pawli_bodies(world)[slot].type == PAWL_KINEMATIC) {
        change_character(&pawli_characters(world)[found - pawli_characters(world)], change.x,
                         change.y);
        return;
    }
    pawli_wake(world, slot);
    pawli_body_motion_add_velocity(world, &pawli_bodies(world)[slot], change, turn);
}
#endif
