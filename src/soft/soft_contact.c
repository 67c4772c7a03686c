/* soft_contact.c - contacts of soft bodies: what overlaps is moved apart by inverse masses.
 *
 * A correction changes positions and, as velocities are differences of positions, velocities; where
 * it only recovers from an old overlap, the start of the movement is shifted along. Impulses are
 * equal and opposite to the rounding of positions: half of 2^-22 units times the mass for each. */
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

/* The largest share of a correction of a site, Q1.31: for the free end of a link whose other end is
 * pinned. */
#define SHARE_MAX_Q31 (UINT64_C(4) << 31)

int64_t pawli_soft_contact_target(const pawli_soft_step *step, int64_t was, int64_t reach) {
    if (was >= reach) return reach;
    /* 3072 units/s at the largest length unit: below 2^28 * 2^32. */
    const int64_t push = pawli_near((int64_t)pawli_push_speed(step->world) * step->substep, 26);
    const int64_t target = was + push;
    return target < reach ? target : reach;
}

/* Of a particle, inverse mass times share in the site, Q2.30: at most 2^30 * 2^31. */
static uint64_t weighted_share(const pawli_soft_particle *particle, uint32_t share) {
    return ((uint64_t)particle->inverse_mass * share) >> 31;
}

/* w_a (1 - t)^2 + w_b t^2, Q2.30. */
static uint64_t site_inverse_mass(const pawli_soft_step *step, const pawli_soft_site *site) {
    if (site->a == site->b) return step->particles[site->a].inverse_mass;
    const uint32_t share_a = PAWLI_SOFT_SHARE_ONE - site->t;
    return ((weighted_share(&step->particles[site->a], share_a) * share_a) >> 31) +
           ((weighted_share(&step->particles[site->b], site->t) * site->t) >> 31);
}

static void shift_particle(pawli_soft_particle *particle, pawl_rot normal, int64_t distance,
                           bool is_recovery) {
    const int64_t x = pawli_soft_component(normal.c, distance);
    const int64_t y = pawli_soft_component(normal.s, distance);
    if (is_recovery) {
        particle->from_x += x;
        particle->from_y += y;
    } else {
        particle->x += x;
        particle->y += y;
    }
}

/* distance * ratio / 2^31 to the nearest, with a ratio below 2^33. The product has up to 64 bits
 * and a sign, so the ratio comes in two pieces, of 17 and 16 bits: each product is below 2^48. */
static int64_t scale_q31(int64_t distance, uint64_t ratio) {
    const int64_t saturated = pawl_saturate(distance);
    const int64_t high = saturated * (int64_t)(ratio >> 16);
    const int64_t low = saturated * (int64_t)(ratio & 0xFFFF);
    const int64_t half = (INT64_C(1) << 30) - (saturated < 0 ? 1 : 0);
    return pawli_floor(high + pawli_floor(low + half, 16), 15);
}

/* Move a site, whose inverse mass is > 0, by moving its points; for recovery only the positions
 * that they seem to come from. */
static void move_site(const pawli_soft_step *step, const pawli_soft_site *site,
                      uint64_t inverse_mass, pawl_rot normal, int64_t distance, bool is_recovery) {
    if (distance == 0 || inverse_mass == 0) return;
    if (site->a == site->b) {
        shift_particle(&step->particles[site->a], normal, distance, is_recovery);
        return;
    }
    const uint32_t shares[2] = {PAWLI_SOFT_SHARE_ONE - site->t, site->t};
    const uint32_t particles[2] = {site->a, site->b};
    for (int i = 0; i < 2; i++) {
        uint64_t ratio =
            (weighted_share(&step->particles[particles[i]], shares[i]) << 31) / inverse_mass;
        if (ratio > SHARE_MAX_Q31 - 1) ratio = SHARE_MAX_Q31 - 1;
        shift_particle(&step->particles[particles[i]], normal, scale_q31(distance, ratio),
                       is_recovery);
    }
}

/* How a site has moved in the sub-step along a direction; or its velocity. */
static int64_t site_moved_along(const pawli_soft_step *step, const pawli_soft_site *site,
                                pawl_rot direction, bool as_velocity) {
    int64_t moves[2];
    const uint32_t particles[2] = {site->a, site->b};
    for (int i = 0; i < 2; i++) {
        const pawli_soft_particle *particle = &step->particles[particles[i]];
        const pawli_soft_start *start = &step->starts[particles[i]];
        const int64_t x = particle->x - (as_velocity ? particle->from_x : start->x);
        const int64_t y = particle->y - (as_velocity ? particle->from_y : start->y);
        moves[i] = pawli_soft_along(direction, pawl_saturate(x), pawl_saturate(y));
    }
    return moves[0] + scale_q31(moves[1] - moves[0], site->t);
}

/* The other side of a contact: a rigid body or a site. */
typedef struct contact_side {
    pawli_soft_rigid *rigid; /* or null */
    int32_t arm_x, arm_y;
    uint16_t soft; /* soft body of the first site */
    const pawli_soft_site *site;
    uint64_t inverse_mass;
    uint32_t share; /* of a correction: its own */
} contact_side;

typedef struct contact_pair {
    pawli_soft_step *step;
    const pawli_soft_site *site;
    uint64_t inverse_mass; /* Q2.30, of the reference mass of its soft body */
    contact_side other;
} contact_pair;

/* Both sides by their shares; distance > 0 takes them apart along the direction. */
static void separate(const contact_pair *p, pawl_rot direction, int64_t distance,
                     bool is_velocity) {
    const contact_side *other = &p->other;
    uint32_t share = other->share;
    pawli_soft_response response;
    if (other->rigid != NULL) {
        response = pawli_solve_rigid_response(p->step, other->rigid, other->soft,
                                              (uint32_t)p->inverse_mass, other->arm_x, other->arm_y,
                                              direction);
        share = response.share;
    }
    const int64_t narrowed = pawl_saturate(distance); /* times a share at most 2^62 */
    const int64_t other_move = pawli_near(narrowed * (int64_t)share, 31);
    const int64_t own_move = narrowed - other_move;
    move_site(p->step, p->site, p->inverse_mass, direction, is_velocity ? -own_move : own_move,
              is_velocity);
    if (other->rigid == NULL) {
        move_site(p->step, other->site, other->inverse_mass, direction,
                  is_velocity ? other_move : -other_move, is_velocity);
    } else if (is_velocity) {
        pawli_solve_rigid_push_velocity(other->rigid, &response, direction,
                                        -pawli_near(narrowed * (int64_t)share, 15));
    } else {
        pawli_solve_rigid_push(p->step, other->rigid, &response, direction,
                               -pawli_near(narrowed * (int64_t)share, 15));
    }
}

static int64_t other_moved_along(const contact_pair *p, pawl_rot direction, bool as_velocity) {
    const contact_side *other = &p->other;
    if (other->rigid == NULL) {
        return site_moved_along(p->step, other->site, direction, as_velocity);
    }
    int32_t x, y;
    pawli_solve_rigid_moved_at(other->rigid, other->arm_x, other->arm_y, &x, &y);
    return pawli_soft_along(direction, x, y);
}

static int64_t relative_move_along(const contact_pair *p, pawl_rot direction, bool as_velocity) {
    return site_moved_along(p->step, p->site, direction, as_velocity) -
           other_moved_along(p, direction, as_velocity);
}

static void clamp_contact_friction(const contact_pair *p, const pawli_soft_contact *contact,
                                   int64_t pushed) {
    const pawl_rot t = {contact->normal.s, -contact->normal.c};
    /* A coefficient of friction has 31 bits: below 2^62. */
    const int64_t limit = pawli_near((int64_t)pawl_saturate(pushed) * contact->friction, 16);
    const int64_t slip = relative_move_along(p, t, false) -
                         pawli_soft_along(t, contact->tangent_move.x, contact->tangent_move.y);
    const int64_t held = slip > limit ? limit : slip < -limit ? -limit : slip;
    if (held != 0) separate(p, t, -held, false);
}

/* What is left of the approach, and what is to come back, both as velocities. An approach is below
 * 2^34: two sites that each have moved by less than 2^31 on an axis, one of them scaled. So the
 * products with the rate, which has 31 bits, and with a restitution of at most 1 are below 2^59. */
static void apply_contact_restitution(const contact_pair *p, const pawli_soft_contact *contact,
                                      int64_t approach) {
    if (contact->restitution <= 0 || approach <= 0) return;
    const int64_t speed = pawli_near(approach, 6) * p->step->per_substep;
    if (speed < (int64_t)pawli_bounce_speed(p->step->world) * PAWL_FX_ONE) return;
    const int64_t target = pawli_near(approach * contact->restitution, 16);
    const int64_t missing = target - relative_move_along(p, contact->normal, true);
    if (missing > 0) separate(p, contact->normal, missing, true);
}

static void solve_contact_pair(const contact_pair *p, const pawli_soft_contact *contact) {
    const int64_t approach = -relative_move_along(p, contact->normal, false);
    const int64_t recovery =
        contact->recovery < contact->overlap ? contact->recovery : contact->overlap;
    if (recovery > 0) { /* the site alone, and without velocity */
        move_site(p->step, p->site, p->inverse_mass, contact->normal, recovery, false);
        move_site(p->step, p->site, p->inverse_mass, contact->normal, recovery, true);
    }
    const int64_t pushed = contact->overlap - recovery;
    if (pushed <= 0) return;
    separate(p, contact->normal, pushed, false);
    clamp_contact_friction(p, contact, pushed);
    apply_contact_restitution(p, contact, approach);
}

static void mark_touching(const pawli_soft_step *step, const pawli_soft_site *site) {
    step->particles[site->a].touching = PAWLI_POINT_TOUCHING;
    step->particles[site->b].touching = PAWLI_POINT_TOUCHING;
}

void pawli_soft_contact_solve_body(const pawli_soft_scope *scope, const pawli_soft_site *site,
                                   pawli_soft_rigid *rigid, int32_t arm_x, int32_t arm_y,
                                   const pawli_soft_contact *contact) {
    const contact_pair p = {scope->step,
                            site,
                            site_inverse_mass(scope->step, site),
                            {rigid, arm_x, arm_y, scope->slot, NULL, 0, 0}};
    mark_touching(scope->step, site);
    scope->step->contact_moved = true;
    if (p.inverse_mass > 0 || rigid->moves) solve_contact_pair(&p, contact);
}

/* w1 / (w1 + w2) as Q1.31. */
static uint32_t contact_share(uint64_t w1, uint64_t w2) {
    while ((w1 | w2) >= UINT64_C(1) << 31) {
        w1 >>= 1;
        w2 >>= 1;
    }
    if (w1 + w2 == 0) return 0;
    return (uint32_t)((w1 << 31) / (w1 + w2));
}

void pawli_soft_contact_solve_sites(pawli_soft_step *step, uint16_t soft_a,
                                    const pawli_soft_site *a, uint16_t soft_b,
                                    const pawli_soft_site *b, const pawli_soft_contact *contact) {
    contact_pair p = {step,
                      a,
                      site_inverse_mass(step, a),
                      {NULL, 0, 0, soft_b, b, site_inverse_mass(step, b), 0}};
    if (p.inverse_mass == 0 && p.other.inverse_mass == 0) return;
    /* inverse masses are in units of one over the reference mass of their soft body: 2^30 and less,
     * times 2^22; that of b, times a ratio of up to 2^22, saturates at 2^63 */
    uint64_t of_b = p.other.inverse_mass, of_a = p.inverse_mass;
    if (soft_a != soft_b) {
        const pawli_scaled ratio = pawli_scaled_divide(step->solver_softs[soft_a].reference,
                                                       step->solver_softs[soft_b].reference);
        of_a <<= 22;
        of_b = (uint64_t)pawli_scaled_apply(ratio, (int64_t)of_b, 22);
    }
    p.other.share = contact_share(of_b, of_a);
    mark_touching(step, a);
    mark_touching(step, b);
    solve_contact_pair(&p, contact);
}

#endif
