/* pocket_meet.c - when two bodies meet.
 *
 * The distance of a moving point to a convex shape first falls and then rises, so a pair is
 * COMING for a time, and from then on it is not: a bisection finds the last time at which it is.
 * For each time it takes the very positions that the bodies would have, so that they do not overlap
 * where they are put. Just after the last time they must overlap; otherwise the bodies only pass
 * each other.
 *
 * Ericson, Real-Time Collision Detection (2005), 5.5, casts a point against the sum of two shapes
 * in the same way, with a division for each side and a root for each corner. */
#include "pocket/pocket.h"

#include <stddef.h>

static PAWLI_POCKET_HERE pawl_fx column_velocity(const uint8_t *column) {
    return *(const pawl_fx *)(const void *)(column + offsetof(pawl_pocket_body, velocity));
}

pawl_fx pawli_pocket_meet_place(const uint8_t *column, uint32_t time) {
    const pawl_fx position = *(const pawl_fx *)(const void *)column;
    return position + pawli_pocket_number_scale(column_velocity(column), time);
}

void pawli_pocket_meet_set_pair(pawli_pocket_pair *pair, pawl_pocket_body *a, pawl_pocket_body *b) {
    pair->a = a;
    pair->b = b;
    pair->side[0].half = pair->side[1].half = pair->radius = 0;
    for (const pawl_pocket_body *body = a;; body = b) {
        if ((body->flags & PAWL_POCKET_BOX) != 0) {
            pair->side[0].half = (uint16_t)(pair->side[0].half + body->half[0]);
            pair->side[1].half = (uint16_t)(pair->side[1].half + body->half[1]);
        } else {
            pair->radius = (uint16_t)(pair->radius + body->half[0]);
        }
        if (body == b) return;
    }
}

/* The normal is read again for each product: kept, it takes more registers than an AVR has. */
void pawli_pocket_meet_reflect(pawli_pocket_pair *pair, const pawl_fx in[2]) {
    const volatile uint32_t *const normal = pair->normal;
    pawl_fx along = pawli_pocket_number_scale(in[0], normal[0]);
    along += pawli_pocket_number_scale(in[1], normal[1]);
    pawl_fx across = pawli_pocket_number_scale(in[0], normal[1]);
    across -= pawli_pocket_number_scale(in[1], normal[0]);
    pair->speed[0] = along;
    pair->speed[1] = across;
}

/* Inside the rounded corner, or moving towards it. Both gaps are positive and below the radius;
 * they are cut to 16 bits, which makes bodies at most 2^-15 of the radius larger. The derivative of
 * the squared distance is the speed along the gaps. */
static uint8_t look_at_corner(pawli_pocket_pair *pair) {
    PAWLI_POCKET_SAVE_LAST();
    uint32_t x = (uint32_t)pair->gap[0];
    uint32_t y = (uint32_t)pair->gap[1];
    uint32_t radius = (uint32_t)pair->radius << 8;
    while (radius >> 16 != 0) {
        radius >>= 1;
        x >>= 1;
        y >>= 1;
    }
    pair->normal[0] = x;
    pair->normal[1] = y;
    if (x * x < radius * radius - y * y) return PAWLI_POCKET_OVERLAP;
    pawli_pocket_meet_reflect(pair, pair->inward);
    /* The speed is rounded twice; a body that slow may count as coming. */
    return pair->speed[0] >= -1 ? PAWLI_POCKET_COMING : PAWLI_POCKET_GOING;
}

enum {
    POCKET_OUTSIDE = 1,
    POCKET_LEAVES = 2,
    POCKET_BESIDE = 4
};

static uint8_t look_along(pawli_pocket_pair *pair, uint8_t axis, uint32_t time) {
    uint8_t seen = 0;
    const uint8_t *a = PAWLI_POCKET_COLUMN(pair->a, axis), *b = PAWLI_POCKET_COLUMN(pair->b, axis);
    pawl_fx distance = pawli_pocket_meet_place(b, time) - pawli_pocket_meet_place(a, time);
    pair->side[axis].above = 0;
    if (distance < 0) {
        pair->side[axis].above = 1;
        distance = -distance;
        const uint8_t *const c = a;
        a = b;
        b = c;
    }
    const pawl_fx inward = column_velocity(a) - column_velocity(b);
    pair->inward[axis] = inward;
    distance -= (pawl_fx)pair->side[axis].half << 8;
    pair->gap[axis] = distance;
    if (distance >= (pawl_fx)pair->radius << 8) {
        seen = inward <= 0 ? POCKET_LEAVES : POCKET_OUTSIDE;
    }
    if (distance <= 0) seen |= POCKET_BESIDE;
    return seen;
}

uint8_t pawli_pocket_meet_look(pawli_pocket_pair *pair, uint32_t time) {
    uint8_t seen = look_along(pair, 0, time);
    seen |= look_along(pair, 1, time);
    if ((seen & POCKET_LEAVES) != 0) return PAWLI_POCKET_GOING;
    if ((seen & POCKET_OUTSIDE) != 0) return PAWLI_POCKET_COMING;
    if ((seen & POCKET_BESIDE) != 0) return PAWLI_POCKET_OVERLAP;
    return look_at_corner(pair);
}

/* The direction of the corner, to 15 bits. */
static void turn_to_corner(pawli_pocket_pair *pair) {
    uint32_t x = (uint32_t)pair->gap[0];
    uint32_t y = (uint32_t)pair->gap[1];
    while (((x | y) & 0x40000000u) == 0) {
        x <<= 1;
        y <<= 1;
    }
    x >>= 16;
    y >>= 16;
    const uint16_t length = pawli_pocket_number_length((uint16_t)x, (uint16_t)y);
    pair->normal[0] = pawli_pocket_number_ratio((uint16_t)x, length);
    pair->normal[1] = pawli_pocket_number_ratio((uint16_t)y, length);
}

pawl_fx pawli_pocket_meet_separation(pawli_pocket_pair *pair) {
    if (pair->radius > 0 && pair->gap[0] > 0 && pair->gap[1] > 0) {
        turn_to_corner(pair);
    } else {
        /* Of two sides at the same distance the one that takes less speed: what slides along a row
         * of boxes is not stopped by the joints. */
        pawl_fx more = pair->gap[1] - pair->gap[0];
        if (more == 0) more = pair->inward[0] - pair->inward[1];
        pair->normal[0] = pair->normal[1] = 0;
        if (more > 0) {
            pair->normal[1] = PAWLI_POCKET_STEP;
        } else {
            pair->normal[0] = PAWLI_POCKET_STEP;
        }
    }
    pawli_pocket_meet_reflect(pair, pair->gap);
    const pawl_fx distance = pair->speed[0] - ((pawl_fx)pair->radius << 8);
    pawli_pocket_meet_reflect(pair, pair->inward);
    return distance;
}

bool pawli_pocket_meet(pawli_pocket_pair *pair, uint32_t limit) {
    uint8_t last = pawli_pocket_meet_look(pair, limit);
    if (last == PAWLI_POCKET_COMING) return false;
    const uint8_t first = pawli_pocket_meet_look(pair, 0);
    if (first == PAWLI_POCKET_GOING) return false;
    /* The last time may be `low` to `low` and `above`. */
    uint16_t low = 0, above = 0;
    if (limit != 0) above = (uint16_t)(limit - 1);
    /* They overlap already, or one stands on the other. */
    if (pawli_pocket_meet_separation(pair) <= 0 || first == PAWLI_POCKET_OVERLAP) {
        if (pair->speed[0] > 0) {
            last = PAWLI_POCKET_OVERLAP;
            above = 0;
        } else if (first == PAWLI_POCKET_OVERLAP) {
            return false;
        }
    }
    while (above != 0) {
        const uint16_t half = (uint16_t)(above - (above >> 1)), middle = (uint16_t)(low + half);
        const uint8_t relation = pawli_pocket_meet_look(pair, middle);
        if (relation == PAWLI_POCKET_COMING) {
            low = middle;
            above >>= 1;
        } else {
            above = (uint16_t)(half - 1);
            last = relation;
        }
    }
    pair->time = low;
    return last == PAWLI_POCKET_OVERLAP;
}
