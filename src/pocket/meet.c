/* meet.c - when two bodies meet.
 *
 * Along its way the distance of a point to a convex shape first falls and then rises, so a pair is
 * COMING for a time, and from then on it is not: a bisection finds the last time at which it is.
 * At each time it looks at the very positions that the bodies would have, so that where they are
 * put they do not overlap. What follows must be an overlap; else they only pass by.
 *
 * Ericson, Real-Time Collision Detection (2005), 5.5, casts a point against the sum of two shapes
 * in the same way, with a division for each side and a root for each corner. */
#include "pocket/pocket.h"

void pawli_pocket_set_pair(pawli_pocket_pair *pair, const pawl_pocket_body *a,
                           const pawl_pocket_body *b) {
    pair->a = a;
    pair->b = b;
    pair->half[0] = pair->half[1] = pair->radius = 0;
    for (const pawl_pocket_body *body = a;; body = b) {
        if ((body->flags & PAWL_POCKET_BOX) != 0) {
            pair->half[0] = (uint16_t)(pair->half[0] + body->half[0]);
            pair->half[1] = (uint16_t)(pair->half[1] + body->half[1]);
        } else {
            pair->radius = (uint16_t)(pair->radius + body->half[0]);
        }
        if (body == b) return;
    }
}

static pawl_fx place_at(const pawl_pocket_body *body, uint8_t axis, uint32_t time) {
    return body->position[axis] + pawli_pocket_part(body->velocity[axis], time);
}

void pawli_pocket_reflect(const pawli_pocket_pair *pair, const pawl_fx in[2], pawl_fx out[2]) {
    const uint32_t x = pair->normal[0], y = pair->normal[1];
    out[0] = pawli_pocket_part(in[0], x) + pawli_pocket_part(in[1], y);
    out[1] = pawli_pocket_part(in[0], y) - pawli_pocket_part(in[1], x);
}

/* Inside the rounded corner, or on the way to it. Both gaps are positive and below the radius; they
 * are cut to 16 bits, which makes bodies at most 2^-15 of the radius larger. The derivative of the
 * squared distance is the speed along the gaps. */
static uint8_t look_at_corner(pawli_pocket_pair *pair) {
    uint32_t x = (uint32_t)pair->gap[0], y = (uint32_t)pair->gap[1];
    uint32_t radius = (uint32_t)pair->radius << 8;
    while (radius >> 16 != 0) {
        radius >>= 1;
        x >>= 1;
        y >>= 1;
    }
    const uint16_t narrow = (uint16_t)radius;
    pair->normal[0] = x;
    pair->normal[1] = y;
    if ((uint32_t)(uint16_t)x * (uint16_t)x <
        (uint32_t)narrow * narrow - (uint32_t)(uint16_t)y * (uint16_t)y)
        return PAWLI_POCKET_OVERLAP;
    pawli_pocket_reflect(pair, pair->inward, pair->speed);
    /* Rounded twice; who goes so slowly may as well be coming. */
    return pair->speed[0] >= -1 ? PAWLI_POCKET_COMING : PAWLI_POCKET_GOING;
}

uint8_t pawli_pocket_look(pawli_pocket_pair *pair, uint32_t time) {
    bool outside = false, going = false, beside = false;
    const pawl_fx radius = (pawl_fx)pair->radius << 8;
    for (uint8_t axis = 0; axis < 2; axis++) {
        pawl_fx distance = place_at(pair->b, axis, time) - place_at(pair->a, axis, time);
        pawl_fx inward = pair->a->velocity[axis] - pair->b->velocity[axis];
        pair->above[axis] = 0;
        if (distance < 0) {
            pair->above[axis] = 1;
            distance = -distance;
            inward = -inward;
        }
        distance -= (pawl_fx)pair->half[axis] << 8;
        if (distance >= radius) {
            outside = true;
            if (inward <= 0) going = true;
        }
        if (distance <= 0) beside = true;
        pair->gap[axis] = distance;
        pair->inward[axis] = inward;
    }
    if (going) return PAWLI_POCKET_GOING;
    if (outside) return PAWLI_POCKET_COMING;
    if (beside) return PAWLI_POCKET_OVERLAP;
    return look_at_corner(pair);
}

/* The direction of the corner, to 15 bits. */
static void turn_to_corner(pawli_pocket_pair *pair) {
    uint32_t x = (uint32_t)pair->gap[0], y = (uint32_t)pair->gap[1];
    while (((x | y) & 0x40000000u) == 0) {
        x <<= 1;
        y <<= 1;
    }
    const uint16_t narrow_x = (uint16_t)(x >> 16), narrow_y = (uint16_t)(y >> 16);
    const uint16_t length = pawli_pocket_length(narrow_x, narrow_y);
    pair->normal[0] = pawli_pocket_ratio(narrow_x, length);
    pair->normal[1] = pawli_pocket_ratio(narrow_y, length);
}

pawl_fx pawli_pocket_separation(pawli_pocket_pair *pair) {
    if (pair->radius > 0 && pair->gap[0] > 0 && pair->gap[1] > 0) {
        turn_to_corner(pair);
    } else {
        /* Of two sides at the same distance the one that takes less speed: who slides along a row
         * of boxes is not stopped by the joints. */
        pawl_fx more = pair->gap[1] - pair->gap[0];
        if (more == 0) more = pair->inward[0] - pair->inward[1];
        const uint8_t axis = more > 0;
        pair->normal[axis ^ 1u] = 0;
        pair->normal[axis] = PAWLI_POCKET_STEP;
    }
    pawli_pocket_reflect(pair, pair->gap, pair->speed);
    const pawl_fx distance = pair->speed[0] - ((pawl_fx)pair->radius << 8);
    pawli_pocket_reflect(pair, pair->inward, pair->speed);
    return distance;
}

uint32_t pawli_pocket_meet(pawli_pocket_pair *pair, uint32_t limit) {
    uint8_t last = pawli_pocket_look(pair, limit);
    if (last == PAWLI_POCKET_COMING) return PAWLI_POCKET_NEVER;
    const uint8_t first = pawli_pocket_look(pair, 0);
    if (first == PAWLI_POCKET_GOING) return PAWLI_POCKET_NEVER;
    /* They overlap already, or one stands on the other. */
    if (pawli_pocket_separation(pair) <= 0 || first == PAWLI_POCKET_OVERLAP) {
        if (pair->speed[0] > 0) return 0;
        if (first == PAWLI_POCKET_OVERLAP) return PAWLI_POCKET_NEVER;
    }
    uint32_t low = 0;
    while (limit - low > 1) {
        const uint32_t middle = (low + limit) >> 1;
        const uint8_t relation = pawli_pocket_look(pair, middle);
        if (relation == PAWLI_POCKET_COMING) {
            low = middle;
        } else {
            limit = middle;
            last = relation;
        }
    }
    return last == PAWLI_POCKET_OVERLAP ? low : PAWLI_POCKET_NEVER;
}
