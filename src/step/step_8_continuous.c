/* step_8_continuous.c - stop what would pass through something.
 *
 * Contacts see the world once per step. What moves less than a quarter of its inner radius between
 * two looks cannot get past anything unseen, even sunk in; what moves farther is fast, and its way
 * from the old pose to the new one is swept. A body is stopped for what it would sink into by more
 * than half of its inner radius, and then where it first touches: so close (slop) that the next
 * step makes a contact, which finds the velocity untouched. What only grazes, slides or rolls never
 * sinks as deep and is never slowed. A body that touched already is stopped at that depth.
 *
 * A body that was deeper from the start, and sinks on, has a contact that does not hold it: its
 * spin carries the point of contact away from the surface while the center approaches. Such a body
 * does not turn in this step and only moves along the surface; it is stopped where even so it would
 * sink on. At the worst its center of mass stays where it is.
 *
 * Every fast body is swept against static shapes (meet.c), then bullets, fast or not, against
 * moving bodies (bullet.c): a large body is not fast that steps over a small one. A stop is a
 * shorter movement, over the whole step.
 *
 * A build without continuous collision looks for what bodies sink into like the others, but stops
 * none: it says with a fault that from here on other builds may not agree with it. */
#include "step/step.h"

#include "step/meet.h"

/* The smallest inner radius of the shapes of a body. */
PAWLI_INLINE pawl_fx inner_of(const pawli_step *step, const pawli_body *body) {
    const pawli_geometry *geometries = pawli_geometries_const(step->world);
    pawl_fx inner = PAWL_FX_MAX;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next)
        inner = pawl_min(inner, pawli_inner_of(&geometries[step->shapes[at].geometry]));
    return inner;
}

/* extent / k, Q16.16: how much farther than k times its angle a turn moves the tip. Rounded up, and
 * cut at 2^31, so that times any turn it stays below 2^62. */
static uint64_t rounded_up_tip_ratio(const pawli_body *body) {
    const uint64_t product = (uint64_t)(uint32_t)body->extent * body->per_gyration;
    const uint64_t ratio = (product >> -body->per_gyration_exponent) + 1;
    return ratio < UINT32_C(1) << 31 ? ratio : UINT32_C(1) << 31;
}

/* Whether any point of a body may have moved by more than a quarter of its inner radius, the other
 * quarter being for a body that was sunk in before. Movement and turn are Q10.22. */
PAWLI_INLINE bool is_fast(const pawli_step *step, const pawli_body *body,
                          const pawli_solver_body *solved) {
    const uint64_t motion =
        (uint64_t)pawli_magnitude32(solved->move_x) + pawli_magnitude32(solved->move_y);
    const uint64_t most = (uint64_t)inner_of(step, body) << 4;
    if (PAWLI_LARGE_CODE && motion > most) return true;
    const uint64_t turn = pawli_magnitude32(solved->turn) * rounded_up_tip_ratio(body);
    return motion + (turn >> 16) > most;
}

bool pawli_continuous_is_fast(const pawli_step *step, const pawli_solver_body *solved) {
    return is_fast(step, &step->bodies[solved->body], solved);
}

/* Every body is asked: where code may be large, without a call. */
#define IS_FAST(step, body, solved) \
    (PAWLI_LARGE_CODE ? is_fast(step, body, solved) : pawli_continuous_is_fast(step, solved))

/* Whether nothing static is within a circle around the center of mass of a body, all along its way
 * through the step, as phase 1 has seen: most that are fast are in free flight. Movements are
 * Q10.22; two raw units are for roundings. */
PAWLI_APART bool flies_free(const pawli_step *step, const pawli_solver_body *solved) {
    const pawli_body *body = &step->bodies[solved->body];
    const int32_t x = pawli_near32(solved->move_x, 6), y = pawli_near32(solved->move_y, 6);
    pawl_box box = {body->position, body->position};
    box.lower.x = pawl_saturate((int64_t)box.lower.x - body->extent + pawl_min(x, 0) - 2);
    box.lower.y = pawl_saturate((int64_t)box.lower.y - body->extent + pawl_min(y, 0) - 2);
    box.upper.x = pawl_saturate((int64_t)box.upper.x + body->extent + pawl_max(x, 0) + 2);
    box.upper.y = pawl_saturate((int64_t)box.upper.y + body->extent + pawl_max(y, 0) + 2);
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next) {
        if (!pawli_meet_is_known_free(step, at, box)) return false;
    }
    return true;
}

/* Take from a movement what leads along a normal, and all turning. */
static void give_way(pawli_solver_body *solved, pawl_rot normal) {
    const int64_t into =
        pawli_near((int64_t)normal.c * solved->move_x + (int64_t)normal.s * solved->move_y, 30);
    if (into > 0) {
        solved->move_x = pawl_saturate(solved->move_x - pawli_near(normal.c * into, 30));
        solved->move_y = pawl_saturate(solved->move_y - pawli_near(normal.s * into, 30));
    }
    solved->turn = 0;
    pawli_solver_body_hold(solved);
}

static void stop_at_static(pawli_step *step, pawli_solver_body *solved) {
    if (PAWL_WITH_CONTINUOUS && flies_free(step, solved)) return;
    pawli_meet_stop first = pawli_meet_static(step, solved->body, false);
    if (!PAWL_WITH_CONTINUOUS) {
        if (first.fraction < PAWL_UNIT) step->faults |= PAWL_FAULT_NOT_STOPPED;
        return;
    }
    if (first.sunk) {
        give_way(solved, first.normal);
        first = pawli_meet_static(step, solved->body, true);
    }
    pawli_flight_shorten(step, solved->body, first.fraction);
}

void pawli_continuous(pawli_step *step) {
    unsigned flags = 0; /* of any body */
    for (uint32_t i = 1; i < step->solver_count; i++) {
        pawli_solver_body *solved = &step->solver[i];
        const pawli_body *body = &step->bodies[solved->body];
        flags |= body->flags;
        if (!IS_FAST(step, body, solved)) continue;
        pawli_flight_limit_turn(step, solved);
        stop_at_static(step, solved); /* which nothing kinematic collides with */
    }
    if (flags & PAWLI_BODY_BULLET) pawli_bullet_stop_all(step);
}
