/* contact_filter.c - contacts that are disabled: at one-way platforms, and by the program.
 *
 * A body lands on a one-way platform when the normal points up from the platform, to within 45
 * degrees, and the body came from above: one step ago, by the velocities that brought it here, it
 * was not deeper than two slops. What stands on it stays; what falls through may still come to
 * stand on it in a later step. */
#include "step/step.h"

/* Fastest that two points can approach and still have their movement in one step computed. */
#define APPROACH_MAX (2 * (int64_t)PAWL_SPEED_MAX)

/* Velocity of a point of a body along each axis, Q16.16. Angular velocity and arm are below 2^31
 * and 2^30: the product is below 2^61. */
static pawl_vec2 velocity_at_arm(const pawli_body *body, pawl_vec2 arm) {
    const int64_t w = pawli_body_spin_angular_velocity(body);
    return pawl_vec2_make(pawl_saturate(body->velocity.x - pawli_near(w * arm.y, 16)),
                          pawl_saturate(body->velocity.y + pawli_near(w * arm.x, 16)));
}

/* How far a point of the contact has closed in during one step, Q16.16; negative when it moves
 * away. A step is at most 2^32 + 16 in Q0.32 and the approach at most 2^30: the product is below
 * 2^63. */
static int64_t closed_in(const pawli_step *step, const pawli_contact *contact, int point) {
    const pawli_body *a = &step->bodies[step->shapes[contact->shape_a].body];
    const pawli_body *b = &step->bodies[step->shapes[contact->shape_b].body];
    const pawl_vec2 arm_a = contact->points[point].offset;
    const pawl_vec2 arm_b = pawl_vec2_sub(arm_a, contact->delta);
    const pawl_vec2 v = pawl_vec2_sub(velocity_at_arm(a, arm_a), velocity_at_arm(b, arm_b));
    const pawl_vec2 n = pawl_vec2_make(contact->normal.c, contact->normal.s);
    int64_t approach = pawli_near(pawl_vec2_dot(v, n), 30);
    if (approach > APPROACH_MAX) approach = APPROACH_MAX;
    if (approach < -APPROACH_MAX) approach = -APPROACH_MAX;
    return pawli_near(approach * ((int64_t)step->substep * step->world->substeps), 32);
}

/* Whether the deepest point came from above. Where the pair was disabled a step ago it did not, but
 * may be on its way out. Two slops are half the speculative margin. */
static bool came_from_outside(const pawli_step *step, const pawli_contact *contact) {
    const int deepest =
        contact->count == 2 && contact->points[1].separation < contact->points[0].separation;
    int64_t before = closed_in(step, contact, deepest);
    if (before > 0 && (contact->flags & PAWLI_CONTACT_DISABLED)) before = 0;
    before += contact->points[deepest].separation;
    return before >= -step->world->scales.speculative / 2;
}

/* Whether a normal, from a platform to a body, is within 45 degrees of the platform's up, which is
 * (-s, c) of its rotation. Exact: both products are at most 2^60. */
bool pawli_contact_filter_is_up(const pawli_body *platform, pawl_rot normal) {
    const pawl_rot r = platform->rotation;
    const int64_t along = (int64_t)normal.s * r.c - (int64_t)normal.c * r.s;
    const int64_t across = (int64_t)normal.c * r.c + (int64_t)normal.s * r.s;
    return along >= across && along >= -across;
}

static bool lands_on_platform(const pawli_step *step, const pawli_contact *contact) {
    const pawli_shape *a = &step->shapes[contact->shape_a], *b = &step->shapes[contact->shape_b];
    const pawl_rot n = contact->normal, opposite = {-n.c, -n.s};
    if ((a->flags & PAWLI_SHAPE_ONE_WAY) && !pawli_contact_filter_is_up(&step->bodies[a->body], n))
        return false;
    if ((b->flags & PAWLI_SHAPE_ONE_WAY) &&
        !pawli_contact_filter_is_up(&step->bodies[b->body], opposite))
        return false;
    return came_from_outside(step, contact);
}

static bool is_through_platform(const pawli_step *step, const pawli_contact *contact) {
    const uint8_t flags = pawli_pair_flags(step->world, contact->shape_a, contact->shape_b);
    if (!(flags & PAWLI_SHAPE_ONE_WAY)) return false;
    if (contact->flags & PAWLI_CONTACT_DROPPED) return true;
    return !(contact->flags & PAWLI_CONTACT_TOUCHING) && !lands_on_platform(step, contact);
}

static bool is_refused_by_program(const pawli_step *step, const pawli_contact *contact) {
    const uint8_t flags = pawli_pair_flags(step->world, contact->shape_a, contact->shape_b);
    if (!(flags & PAWLI_SHAPE_PRE_SOLVE) || step->hooks.pre_solve == NULL) return false;
    pawl_contact described;
    pawli_contact_describe(step->world, contact, &described);
    return !step->hooks.pre_solve(step->hooks.context, step->world, &described);
}

bool pawli_contact_filter_is_disabled(pawli_step *step, pawli_contact *contact) {
    const uint8_t disabled = PAWLI_CONTACT_DISABLED, dropped = PAWLI_CONTACT_DROPPED;
    if (contact->count == 0) contact->flags = (uint8_t)(contact->flags & ~dropped);
    const bool disables = contact->count > 0 && (is_through_platform(step, contact) ||
                                                 is_refused_by_program(step, contact));
    contact->flags = (uint8_t)(contact->flags & ~disabled);
    if (!disables) return false;
    contact->flags = (uint8_t)((contact->flags | disabled) & ~PAWLI_CONTACT_CACHED);
    for (int i = 0; i < 2; i++)
        contact->points[i].normal_impulse = contact->points[i].tangent_impulse = 0;
    return true;
}

bool pawli_contact_filter_never_collide(const pawli_step *step, uint16_t a, uint16_t b) {
    const uint8_t flags = pawli_pair_flags(step->world, a, b);
    if (!pawli_contact_should_collide(step->world, a, b) || (flags & PAWLI_SHAPE_SENSOR))
        return true;
    if (!(flags & (PAWLI_SHAPE_CUSTOM_FILTER | PAWLI_SHAPE_PRE_SOLVE | PAWLI_SHAPE_ONE_WAY))) {
        return false;
    }
    const pawli_contact *contact = pawli_pairs_find_contact(step, a, b);
    if (contact != NULL) {
        return (contact->flags & (PAWLI_CONTACT_DISABLED | PAWLI_CONTACT_DROPPED)) != 0;
    }
    if (!(flags & PAWLI_SHAPE_CUSTOM_FILTER) || step->hooks.should_collide == NULL) return false;
    const bool in_order = step->shapes[a].serial < step->shapes[b].serial;
    return !step->hooks.should_collide(step->hooks.context, step->world,
                                       pawli_pool_shape_id(step->world, in_order ? a : b),
                                       pawli_pool_shape_id(step->world, in_order ? b : a));
}
