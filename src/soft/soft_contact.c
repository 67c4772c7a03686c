/* soft_contact.c - pushing things apart, in proportion to what they weigh.
 *
 * A push changes places and, as velocities are differences of places, velocities; where it is only
 * to mend an overlap the start of the movement is moved along. Impulses are equal and opposite to
 * the rounding of places: half a fine unit (2^-23) times the mass for each of them. */
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

/* A share of what moves, at most this much: the far end of a link by one that is held. */
#define RATIO_MAX (UINT64_C(4) << 31)

int64_t pawli_soft_contact_target(const pawli_soft_step *step, int64_t was, int64_t reach) {
    if (was >= reach) return reach;
    const int64_t push = pawli_near((int64_t)step->world->scales.push_speed * step->substep, 26);
    const int64_t wanted = was + push;
    return wanted < reach ? wanted : reach;
}

/* Of a node, how much it has to do with the movement of the grip: weight times share, Q2.30. */
static uint64_t part_of(const pawli_soft_particle *node, uint32_t share) {
    return ((uint64_t)node->weight * share) >> 31;
}

/* w_a (1 - t)^2 + w_b t^2, Q2.30. */
static uint64_t weight_of(const pawli_soft_step *step, const pawli_soft_site *grip) {
    if (grip->a == grip->b) return step->nodes[grip->a].weight;
    const uint32_t rest = PAWLI_SOFT_WHOLE - grip->t;
    return ((part_of(&step->nodes[grip->a], rest) * rest) >> 31) +
           ((part_of(&step->nodes[grip->b], grip->t) * grip->t) >> 31);
}

static void shift(pawli_soft_particle *node, pawl_rot normal, int64_t way, bool is_ease) {
    const int64_t x = pawli_near(normal.c * way, 30), y = pawli_near(normal.s * way, 30);
    if (is_ease) {
        node->from_x += x;
        node->from_y += y;
    } else {
        node->x += x;
        node->y += y;
    }
}

/* way * ratio / 2^31 to the nearest. The product has up to 64 bits and a sign, so the ratio comes
 * in two parts, of 17 and 16 bits. */
static int64_t scaled(int64_t way, uint64_t ratio) {
    const int64_t saturated = pawl_saturate(way);
    const int64_t high = saturated * (int64_t)(ratio >> 16);
    const int64_t low = saturated * (int64_t)(ratio & 0xFFFF);
    const int64_t half = (INT64_C(1) << 30) - (saturated < 0 ? 1 : 0);
    return pawli_floor(high + pawli_floor(low + half, 16), 15);
}

/* Move the place of a grip, which has a weight > 0: by moving its points; or only the places that
 * they seem to come from. */
static void move(const pawli_soft_step *step, const pawli_soft_site *grip, uint64_t weight,
                 pawl_rot normal, int64_t way, bool is_ease) {
    if (way == 0 || weight == 0) return;
    if (grip->a == grip->b) {
        shift(&step->nodes[grip->a], normal, way, is_ease);
        return;
    }
    const uint32_t shares[2] = {PAWLI_SOFT_WHOLE - grip->t, grip->t};
    const uint32_t nodes[2] = {grip->a, grip->b};
    for (int i = 0; i < 2; i++) {
        uint64_t ratio = (part_of(&step->nodes[nodes[i]], shares[i]) << 31) / weight;
        if (ratio > RATIO_MAX - 1) ratio = RATIO_MAX - 1;
        shift(&step->nodes[nodes[i]], normal, scaled(way, ratio), is_ease);
    }
}

/* How the place of a grip has moved in the sub-step along a direction; or its velocity. */
static int64_t moved_along(const pawli_soft_step *step, const pawli_soft_site *grip,
                           pawl_rot direction, bool as_velocity) {
    int64_t ways[2];
    const uint32_t nodes[2] = {grip->a, grip->b};
    for (int i = 0; i < 2; i++) {
        const pawli_soft_particle *node = &step->nodes[nodes[i]];
        const pawli_soft_start *start = &step->starts[nodes[i]];
        const int64_t x = node->x - (as_velocity ? node->from_x : start->x);
        const int64_t y = node->y - (as_velocity ? node->from_y : start->y);
        ways[i] = pawli_soft_along(direction, pawl_saturate(x), pawl_saturate(y));
    }
    return ways[0] + scaled(ways[1] - ways[0], grip->t);
}

/* Something against which a grip is pressed: how it yields. */
typedef struct counterpart {
    pawli_soft_rigid *rigid; /* or null */
    int32_t arm_x, arm_y;
    uint16_t soft; /* of the grip that is pressed, for levers */
    const pawli_soft_site *grip;
    uint64_t weight;
    uint32_t share; /* of a correction: its own */
} counterpart;

typedef struct press {
    pawli_soft_step *step;
    const pawli_soft_site *grip;
    uint64_t weight; /* Q2.30, of the reference mass of its soft body */
    counterpart other;
} press;

/* Both sides by their shares; `way` > 0 parts them along the direction. */
static void part(const press *p, pawl_rot direction, int64_t way, bool is_velocity) {
    const counterpart *other = &p->other;
    uint32_t share = other->share;
    pawli_soft_response lever;
    if (other->rigid != NULL) {
        lever = pawli_solve_rigid_response(p->step, other->rigid, other->soft, (uint32_t)p->weight,
                                           other->arm_x, other->arm_y, direction);
        share = lever.share;
    }
    const int64_t small = pawl_saturate(way);
    const int64_t yields = pawli_near(small * (int64_t)share, 31);
    const int64_t own = small - yields;
    move(p->step, p->grip, p->weight, direction, is_velocity ? -own : own, is_velocity);
    if (other->rigid == NULL) {
        move(p->step, other->grip, other->weight, direction, is_velocity ? yields : -yields,
             is_velocity);
    } else if (is_velocity) {
        pawli_solve_rigid_push_velocity(other->rigid, &lever, direction,
                                        -pawli_near(small * (int64_t)share, 15));
    } else {
        pawli_solve_rigid_push(p->step, other->rigid, &lever, direction,
                               -pawli_near(small * (int64_t)share, 15));
    }
}

static int64_t other_along(const press *p, pawl_rot direction, bool as_velocity) {
    const counterpart *other = &p->other;
    if (other->rigid == NULL) {
        return moved_along(p->step, other->grip, direction, as_velocity);
    }
    int32_t x, y;
    pawli_solve_rigid_moved_at(other->rigid, other->arm_x, other->arm_y, &x, &y);
    return pawli_soft_along(direction, x, y);
}

static int64_t relative_along(const press *p, pawl_rot direction, bool as_velocity) {
    return moved_along(p->step, p->grip, direction, as_velocity) -
           other_along(p, direction, as_velocity);
}

static void rub(const press *p, const pawli_soft_contact *touch, int64_t pushed) {
    const pawl_rot t = {touch->normal.s, -touch->normal.c};
    const int64_t limit = pawli_near((int64_t)pawl_saturate(pushed) * touch->friction, 16);
    const int64_t slip =
        relative_along(p, t, false) - pawli_soft_along(t, touch->belt.x, touch->belt.y);
    const int64_t held = slip > limit ? limit : slip < -limit ? -limit : slip;
    if (held != 0) part(p, t, -held, false);
}

/* What is left of the approach, and what is to come back, both as velocities. */
static void bounce(const press *p, const pawli_soft_contact *touch, int64_t approach) {
    if (touch->restitution <= 0 || approach <= 0) return;
    const int64_t speed = pawli_near(approach, 6) * p->step->per_substep;
    if (speed < (int64_t)p->step->world->scales.bounce_speed * PAWL_FX_ONE) return;
    const int64_t wanted = pawli_near(approach * touch->restitution, 16);
    const int64_t lacks = wanted - relative_along(p, touch->normal, true);
    if (lacks > 0) part(p, touch->normal, lacks, true);
}

static void solve(const press *p, const pawli_soft_contact *touch) {
    const int64_t approach = -relative_along(p, touch->normal, false);
    const int64_t ease = touch->ease < touch->lacks ? touch->ease : touch->lacks;
    if (ease > 0) { /* the grip alone, and it gains nothing by it */
        move(p->step, p->grip, p->weight, touch->normal, ease, false);
        move(p->step, p->grip, p->weight, touch->normal, ease, true);
    }
    const int64_t pushed = touch->lacks - ease;
    if (pushed <= 0) return;
    part(p, touch->normal, pushed, false);
    rub(p, touch, pushed);
    bounce(p, touch, approach);
}

static void mark(const pawli_soft_step *step, const pawli_soft_site *grip) {
    step->nodes[grip->a].touching = PAWLI_POINT_TOUCHING;
    step->nodes[grip->b].touching = PAWLI_POINT_TOUCHING;
}

void pawli_soft_contact_solve_body(const pawli_soft_scope *scope, const pawli_soft_site *grip,
                                   pawli_soft_rigid *rigid, int32_t arm_x, int32_t arm_y,
                                   const pawli_soft_contact *touch) {
    const press p = {scope->step,
                     grip,
                     weight_of(scope->step, grip),
                     {rigid, arm_x, arm_y, scope->slot, NULL, 0, 0}};
    mark(scope->step, grip);
    scope->step->pressed = true;
    if (p.weight > 0 || rigid->moves) solve(&p, touch);
}

/* w1 / (w1 + w2) as Q1.31; both below 2^53. */
static uint32_t share_of(uint64_t w1, uint64_t w2) {
    while ((w1 | w2) >= UINT64_C(1) << 31) {
        w1 >>= 1;
        w2 >>= 1;
    }
    if (w1 + w2 == 0) return 0;
    return (uint32_t)((w1 << 31) / (w1 + w2));
}

void pawli_soft_contact_solve_sites(pawli_soft_step *step, uint16_t soft_a,
                                    const pawli_soft_site *a, uint16_t soft_b,
                                    const pawli_soft_site *b, const pawli_soft_contact *touch) {
    press p = {step, a, weight_of(step, a), {NULL, 0, 0, soft_b, b, weight_of(step, b), 0}};
    if (p.weight == 0 && p.other.weight == 0) return;
    /* inverse masses: weights are in units of one over the reference mass of their soft body */
    uint64_t of_b = p.other.weight, of_a = p.weight;
    if (soft_a != soft_b) {
        const pawli_scaled ratio =
            pawli_scaled_divide(step->works[soft_a].reference, step->works[soft_b].reference);
        of_a <<= 22;
        of_b = (uint64_t)pawli_scaled_apply(ratio, (int64_t)of_b, 22);
    }
    p.other.share = share_of(of_b, of_a);
    mark(step, a);
    mark(step, b);
    solve(&p, touch);
}

#endif
