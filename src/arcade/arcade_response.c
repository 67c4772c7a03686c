/* arcade_response.c - what an impact does to two velocities.
 *
 * Along the normal the approach is turned into a parting of `elasticity` times its speed; sideways
 * it loses `friction` of its speed, but at least `stick`, or all there is. A body on a slope gets
 * gravity * sin(angle) / rate of it in each step: while that is less than `stick` it comes to rest
 * and stays there. Both changes are changes of the velocity of a with respect to b, shared by
 * inverse mass: a takes wa / (wa + wb) of them. So momentum is kept to the rounding of the last
 * bit, 2^-33 units/s, whatever the masses.
 *
 * A slow approach is a body at rest on another. In a pile each body would hand on its little
 * push for ever; so a body that rests on something that does not yield is held in that direction,
 * for this step, and does not yield either.
 *
 * Ranges: |velocity| <= 2^45 (8192 units/s), of two bodies 2^46, and 2^46.5 along a normal;
 * products with Q1.15 are below 2^62, what is turned below 2^48; two inverse masses are below
 * 2^32. */
#include "arcade/arcade.h"

#include "fx/round.h"
#include "fx/int128.h"

/* One of eight directions. */
static uint8_t octant_of(pawl_rot direction) {
    const pawl_fx c = pawl_abs(direction.c), s = pawl_abs(direction.s);
    const unsigned index =
        (direction.c < 0 ? 1u : 0u) | (direction.s < 0 ? 2u : 0u) | (c > s ? 4u : 0u);
    return (uint8_t)(1u << index);
}

static pawl_rot opposite_direction(pawl_rot normal) {
    const pawl_rot result = {-normal.c, -normal.s};
    return result;
}

/* One of the two in an impact. An edge, and a body that has reached its limit, does not yield and
 * does not move. */
typedef struct impact_side {
    pawli_arcade_body *body;
    const pawli_arcade_prototype *prototype; /* null: an edge */
    pawli_arcade_path *path;
    pawli_arcade_speed velocity;
    uint32_t inverse_mass;
    uint8_t toward; /* the direction in which it is pushed */
} impact_side;

static impact_side make_impact_side(const pawl_arcade *arcade, uint16_t slot, pawl_rot pushed) {
    impact_side s = {NULL, NULL, NULL, {0, 0}, 0, octant_of(pushed)};
    if (slot == PAWLI_ARCADE_NO_SLOT) return s;
    s.body = pawli_arcade_bodies(arcade) + slot;
    s.prototype = pawli_arcade_prototype_of(arcade, slot);
    s.path = pawli_arcade_paths(arcade) + slot;
    if (pawli_arcade_is_frozen(arcade, slot)) return s;
    s.velocity = pawli_arcade_speed_of(s.body);
    s.inverse_mass = (uint32_t)s.prototype->inverse_mass;
    return s;
}

static uint16_t larger_of(uint16_t a, uint16_t b) {
    return a > b ? a : b;
}

/* What an impact takes of a sideways speed: its part, but at least the threshold, and no more than
 * there is. */
static int64_t friction_of(int64_t speed, uint16_t friction, int64_t stick) {
    const int64_t magnitude = (int64_t)pawli_magnitude(speed);
    int64_t taken = pawli_near(magnitude * friction, 15);
    if (taken < stick) taken = stick;
    if (taken > magnitude) taken = magnitude;
    return speed < 0 ? -taken : taken;
}

/* along * normal + aside * the normal turned left by a quarter turn. */
static pawli_arcade_speed combine_axes(pawl_rot normal, int64_t along, int64_t aside) {
    const pawli_arcade_speed sum = {
        pawli_arcade_speed_scale(along, normal.c) - pawli_arcade_speed_scale(aside, normal.s),
        pawli_arcade_speed_scale(along, normal.s) + pawli_arcade_speed_scale(aside, normal.c)};
    return sum;
}

static void change_side_velocity(pawl_arcade *arcade, const impact_side *s, pawli_arcade_speed by,
                                 uint32_t whole, int sign) {
    if (s->inverse_mass == 0) return;
    pawli_arcade_speed velocity = s->velocity;
    velocity.x += sign * pawli_arcade_speed_share(by.x, s->inverse_mass, whole);
    velocity.y += sign * pawli_arcade_speed_share(by.y, s->inverse_mass, whole);
    pawli_arcade_speed_set(arcade, s->body, velocity);
}

uint8_t pawli_arcade_response_apply(pawl_arcade *arcade, uint16_t slot_a, uint16_t slot_b,
                                    pawl_rot normal, pawl_arcade_contact *contact) {
    impact_side a = make_impact_side(arcade, slot_a, opposite_direction(normal)),
                b = make_impact_side(arcade, slot_b, normal);
    const pawli_arcade_speed between = {a.velocity.x - b.velocity.x, a.velocity.y - b.velocity.y};
    const int64_t approach = pawli_arcade_speed_along(normal, between);
    if (approach <= PAWLI_ARCADE_SPEED_ROUNDING) return PAWLI_ARCADE_NO_IMPACT;

    uint16_t elasticity = a.prototype->elasticity, friction = a.prototype->friction,
             stick = a.prototype->stick;
    if (b.prototype != NULL) {
        elasticity = larger_of(elasticity, b.prototype->elasticity);
        friction = larger_of(friction, b.prototype->friction);
        stick = larger_of(stick, b.prototype->stick);
    }
    const int64_t threshold = (int64_t)stick << 24;
    const bool rests = approach < threshold || approach <= arcade->rest_speed;
    if (rests) {
        elasticity = 0;
        const bool held_a = a.path != NULL && (a.path->held & a.toward) != 0;
        const bool held_b = b.path != NULL && (b.path->held & b.toward) != 0;
        if (held_a && !held_b && b.inverse_mass != 0) a.inverse_mass = 0;
        if (held_b && !held_a && a.inverse_mass != 0) b.inverse_mass = 0;
    }
    const uint32_t whole = a.inverse_mass + b.inverse_mass;
    if (whole == 0) return PAWLI_ARCADE_NO_IMPACT;

    const int64_t turn = approach + pawli_near(approach * elasticity, 15);
    const pawl_rot tangent = {-normal.s, normal.c};
    const int64_t rubbed =
        friction_of(pawli_arcade_speed_along(tangent, between), friction, threshold);
    const pawli_arcade_speed total = combine_axes(normal, turn, rubbed);
    change_side_velocity(arcade, &a, total, whole, -1);
    change_side_velocity(arcade, &b, total, whole, 1);
    if (rests && a.inverse_mass == 0 && b.path != NULL) b.path->held |= a.toward;
    if (rests && b.inverse_mass == 0 && a.path != NULL) a.path->held |= b.toward;
    contact->speed = pawli_arcade_speed_to_fx(approach);
    contact->change = pawli_arcade_speed_to_fx(turn);
    return rests ? PAWLI_ARCADE_RESTED : PAWLI_ARCADE_BOUNCED;
}
