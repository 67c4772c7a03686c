/* pocket_response.c - what an impact does to two velocities; the model is that of
 * arcade/arcade_response.c.
 *
 * Along the normal the approach becomes a parting of `elasticity` times its speed; sideways it
 * loses the part `friction`, at least `stick`, or all there is. Both changes are those of the
 * velocity of a with respect to b, and shared: a takes wa / (wa + wb), rounded once, b the rest. So
 * bodies of equal masses keep their momentum to a raw unit for each impact.
 *
 * A slow approach is a body at rest. A body at rest on something that does not yield is held in
 * that direction for this step, and does not yield either; so a pile takes as many impacts as it
 * has contacts. Directions are four: those of the axes.
 *
 * Ranges: velocities of two bodies differ by less than 2^23 on each axis, 2^23.5 along a normal,
 * and change by less than twice that. */
#include "pocket/pocket.h"

#include <stddef.h>

/* The larger one of two members of the bodies that are a byte. */
static uint8_t larger_byte(const pawli_pocket_pair *pair, uint8_t offset) {
    const uint8_t a = ((const uint8_t *)pair->a)[offset], b = ((const uint8_t *)pair->b)[offset];
    return a > b ? a : b;
}

/* Part of 255 of a value. */
static pawl_fx byte_fraction(pawl_fx value, uint8_t portion) {
    PAWLI_POCKET_SAVE_LAST_FOUR();
    uint32_t factor = portion;
    factor += factor << 8;
    if (portion >= 128) factor++;
    return pawli_pocket_number_scale(value, factor);
}

static pawl_fx pocket_magnitude(pawl_fx value) {
    return value < 0 ? -value : value;
}

static pawl_fx sum_of_magnitudes(const pawl_fx v[2]) {
    return pocket_magnitude(v[0]) + pocket_magnitude(v[1]);
}

void pawli_pocket_response_add(uint8_t *column, pawl_fx value) {
    *(pawl_fx *)(void *)column += value;
}

void pawli_pocket_response_touch(pawli_pocket_pair *pair, uint32_t time, int8_t normal[2]) {
    (void)pawli_pocket_meet_look(pair, time);
    (void)pawli_pocket_meet_separation(pair);
    for (uint8_t axis = 0; axis < 2; axis++) {
        int8_t portion = (int8_t)pawli_pocket_number_scale(127, pair->normal[axis]);
        if (pair->side[axis].above != 0) portion = (int8_t)-portion;
        normal[axis] = portion;
    }
}

static uint32_t mass_ratio(uint8_t a, uint8_t b) {
    return pawli_pocket_number_ratio(a, (uint16_t)(a + b));
}

uint32_t pawli_pocket_response_ratio(const pawli_pocket_pair *pair) {
    return mass_ratio(pair->a->inverse_mass, pair->b->inverse_mass);
}

void pawli_pocket_response_share(pawli_pocket_pair *pair, uint8_t vector, uint32_t portion) {
    uint8_t *a = (uint8_t *)pair->a + vector, *b = (uint8_t *)pair->b + vector;
    pawli_pocket_meet_reflect(pair, pair->speed);
    for (uint8_t axis = 0; axis < 2; axis++) {
        pawl_fx change = pair->speed[axis];
        if (pair->side[axis].above != 0) change = -change;
        const pawl_fx taken = pawli_pocket_number_scale(change, portion);
        pawli_pocket_response_add(a, -taken);
        pawli_pocket_response_add(b, change - taken);
        a += sizeof(pawl_fx);
        b += sizeof(pawl_fx);
    }
}

/* Leave of the sideways speed what the impact takes. */
static void keep_friction(pawli_pocket_pair *pair, pawl_fx least) {
    PAWLI_POCKET_SAVE_LAST();
    const pawl_fx all = pocket_magnitude(pair->speed[1]);
    pawl_fx taken = byte_fraction(all, larger_byte(pair, offsetof(pawl_pocket_body, friction)));
    if (taken < least) taken = least;
    if (taken >= all) return;
    if (pair->speed[1] < 0) taken = -taken;
    pair->speed[1] = taken;
}

/* The part of a slow impact that a takes: all or nothing when the other is held. */
static uint32_t remaining_ratio(pawli_pocket_pair *pair) {
    pawl_pocket_body *const a = pair->a, *const b = pair->b;
    uint8_t toward_b, both;
    if (pair->normal[0] <= pair->normal[1]) {
        toward_b = pair->side[1].above != 0 ? 8 : 4;
        both = 12;
    } else {
        toward_b = pair->side[0].above != 0 ? 2 : 1;
        both = 3;
    }
    const uint8_t toward_a = toward_b ^ both;
    uint8_t weight_a = a->inverse_mass, weight_b = b->inverse_mass;
    const bool held_a = (a->held & toward_a) != 0, held_b = (b->held & toward_b) != 0;
    if (held_a && !held_b && weight_b != 0) weight_a = 0;
    if (held_b && !held_a && weight_a != 0) weight_b = 0;
    if (weight_a == 0) b->held |= toward_a;
    if (weight_b == 0) a->held |= toward_b;
    return mass_ratio(weight_a, weight_b);
}

void pawli_pocket_response_apply(const pawl_pocket *pocket, pawli_pocket_pair *pair) {
    const pawl_fx least = larger_byte(pair, offsetof(pawl_pocket_body, stick)) * (uint16_t)16;
    const pawl_fx approach = pair->speed[0];
    uint32_t portion;
    /* The normal of a corner and the speeds along it are rounded, so that two might go on to
     * approach: what is added here is more. Sides along the axes are exact. */
    if ((uint8_t)((pair->normal[0] | pair->normal[1]) >> 16) == 0)
        pair->speed[0] += pawli_pocket_number_scale(sum_of_magnitudes(pair->inward), 8) + 2;
    if (approach < least || approach <= 2 * sum_of_magnitudes(pocket->gravity)) {
        portion = remaining_ratio(pair);
    } else {
        portion = pawli_pocket_response_ratio(pair);
        pair->speed[0] +=
            byte_fraction(approach, larger_byte(pair, offsetof(pawl_pocket_body, elasticity)));
    }
    keep_friction(pair, least);
    pawli_pocket_response_share(pair, offsetof(pawl_pocket_body, velocity), portion);
}
