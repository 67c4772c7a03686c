/* response.c - what an impact does to two velocities; the model is that of arcade/response.c.
 *
 * Along the normal the approach becomes a parting of `elasticity` times its speed; sideways it
 * loses the part `friction`, at least `stick`, or all there is. Both changes are those of the
 * velocity of a with respect to b, and shared: a takes wa / (wa + wb), rounded once, b the rest. So
 * bodies of equal masses keep their momentum to a raw unit for each impact.
 *
 * A slow approach is a body at rest. Who rests on something that does not yield is held in that
 * direction for this step, and does not yield either; so a pile takes as many impacts as it has
 * contacts. Directions are four: those of the axes.
 *
 * Ranges: velocities of two bodies differ by less than 2^23 on each axis, 2^23.5 along a normal,
 * and change by less than twice that. */
#include "pocket/pocket.h"

static uint8_t larger(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

/* Part of 255 of a value. */
static pawl_fx byte_part(pawl_fx value, uint8_t part) {
    return pawli_pocket_part(value, (uint32_t)(part * (uint16_t)257) + (part >> 7));
}

static pawl_fx magnitude(pawl_fx value) {
    return value < 0 ? -value : value;
}

void pawli_pocket_put_normal(const pawli_pocket_pair *pair, int8_t normal[2]) {
    for (uint8_t axis = 0; axis < 2; axis++) {
        const int8_t part = (int8_t)pawli_pocket_part(127, pair->normal[axis]);
        normal[axis] = (int8_t)(pair->above[axis] != 0 ? -part : part);
    }
}

uint32_t pawli_pocket_part_of(uint8_t a, uint8_t b) {
    return pawli_pocket_ratio(a, (uint16_t)(a + b));
}

void pawli_pocket_share(const pawli_pocket_pair *pair, pawl_fx *a, pawl_fx *b, pawl_fx along,
                        pawl_fx across, uint32_t part) {
    const pawl_fx in[2] = {along, across};
    pawl_fx out[2];
    pawli_pocket_reflect(pair, in, out);
    for (uint8_t axis = 0; axis < 2; axis++) {
        pawl_fx change = out[axis];
        if (pair->above[axis] != 0) change = -change;
        b[axis] += change;
        change = pawli_pocket_part(change, part);
        a[axis] -= change;
        b[axis] -= change;
    }
}

/* What an impact takes of a sideways speed. */
static pawl_fx rub(pawl_fx speed, uint8_t friction, pawl_fx least) {
    const pawl_fx all = magnitude(speed);
    pawl_fx taken = byte_part(all, friction);
    if (taken < least) taken = least;
    if (taken > all) return speed;
    return speed < 0 ? -taken : taken;
}

/* The part of a slow impact that a takes: all or nothing when the other is held. */
static uint32_t rest(const pawli_pocket_pair *pair, pawl_pocket_body *a, pawl_pocket_body *b) {
    const uint8_t axis = pair->normal[0] <= pair->normal[1];
    uint8_t toward_b = (uint8_t)(1u + pair->above[axis]), both = 3;
    if (axis != 0) {
        toward_b = (uint8_t)(toward_b << 2);
        both = 12;
    }
    const uint8_t toward_a = toward_b ^ both;
    uint8_t weight_a = a->inverse_mass, weight_b = b->inverse_mass;
    const bool held_a = (a->held & toward_a) != 0, held_b = (b->held & toward_b) != 0;
    if (held_a && !held_b && weight_b != 0) weight_a = 0;
    if (held_b && !held_a && weight_a != 0) weight_b = 0;
    if (weight_a == 0) b->held |= toward_a;
    if (weight_b == 0) a->held |= toward_b;
    return pawli_pocket_part_of(weight_a, weight_b);
}

void pawli_pocket_respond(const pawl_pocket *pocket, const pawli_pocket_pair *pair,
                          pawl_pocket_body *a, pawl_pocket_body *b) {
    const pawl_fx least = (pawl_fx)(uint16_t)(larger(a->stick, b->stick) << 4);
    const pawl_fx approach = pair->speed[0];
    uint32_t part = pawli_pocket_part_of(a->inverse_mass, b->inverse_mass);
    pawl_fx turn = approach;
    /* The normal of a corner and the speeds along it are rounded, so that two might go on to
     * approach: what is added here is more. Sides along the axes are exact. */
    if ((uint8_t)((pair->normal[0] | pair->normal[1]) >> 16) == 0)
        turn += pawli_pocket_part(magnitude(pair->inward[0]) + magnitude(pair->inward[1]), 8) + 2;
    if (approach < least ||
        approach <= 2 * (magnitude(pocket->gravity[0]) + magnitude(pocket->gravity[1]))) {
        part = rest(pair, a, b);
    } else {
        turn += byte_part(approach, larger(a->elasticity, b->elasticity));
    }
    pawli_pocket_share(pair, a->velocity, b->velocity, turn,
                       rub(pair->speed[1], larger(a->friction, b->friction), least), part);
}
