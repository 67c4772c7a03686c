/* stabilize.c - what moves on slowly among bodies at rest feels a little friction.
 *
 * Joints have no friction and round things roll without resistance, so the arm of a ragdoll or a
 * ball in a hollow of a heap would swing for minutes, and keep hundreds of bodies awake that have
 * long been at rest. In an island of which three quarters are quiet, what is slower than L per
 * second is slowed by a hundredth of its weight, about what bearings and rolling cost outside of
 * simulations, until it may sleep as well. That is the push below which a body that begins at rest
 * falls asleep before it has reached the sleep speed: 0.1 L/s^2 for half a second.
 *
 * Left alone are islands in which something is meant to move: by a motor, a spring, a force or a
 * field, a conveyor, a kinematic body, a soft body that holds on, or because it may not sleep. */
#include "step/step.h"

/* Bodies of an island in the lower half of the mark of its root, quiet ones in the upper half. */
#define STABLE_ONE UINT32_C(1)
#define STABLE_QUIET UINT32_C(0x10000)
#define STABLE_NEVER UINT32_C(0xFFFF)

static bool has_long_been_quiet(const pawli_step *step, const pawli_body *body) {
    return body->type == PAWL_DYNAMIC && body->quiet_steps >= step->world->sleep_steps;
}

static bool any_is_quiet(const pawli_step *step) {
    for (uint32_t i = 0; i < step->awake_count; i++) {
        if (has_long_been_quiet(step, &step->bodies[step->awake[i]])) return true;
    }
    return false;
}

static void count_quiet(const pawli_step *step) {
    for (uint32_t i = 0; i < step->awake_count; i++)
        step->marks[step->awake[i]] = 0;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t slot = step->awake[i];
        const pawli_body *body = &step->bodies[slot];
        if (body->type != PAWL_DYNAMIC) continue;
        step->marks[pawli_islands_root(step, slot)] +=
            has_long_been_quiet(step, body) ? STABLE_ONE + STABLE_QUIET : STABLE_ONE;
    }
}

/* ---- islands in which something is meant to move -------------------------------------------- */

static void leave_island(const pawli_step *step, uint32_t solver) {
    const uint16_t slot = step->solver[solver].body;
    if (solver != 0 && step->bodies[slot].type == PAWL_DYNAMIC)
        step->marks[pawli_islands_root(step, slot)] = STABLE_NEVER;
}

static void leave_pushed(const pawli_step *step) {
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const pawli_body *body = &step->bodies[step->solver[i].body];
        const bool pushed =
            body->acceleration.x != 0 || body->acceleration.y != 0 || body->spin_acceleration != 0;
        if (pushed || !(body->flags & PAWLI_BODY_CAN_SLEEP)) leave_island(step, i);
    }
}

static bool carries(const pawli_step *step, uint32_t solver) {
    return solver != 0 && pawli_is_moving_kinematic(&step->bodies[step->solver[solver].body]);
}

static void leave_carried(const pawli_step *step) {
    if (PAWLI_LARGE_CODE && !step->has_carriers) return;
    for (uint32_t i = 0; i < step->row_count; i++) {
        const pawli_contact_row *row = &step->rows[i];
        if (row->tangent_speed == 0 && !carries(step, row->a) && !carries(step, row->b)) continue;
        leave_island(step, row->a);
        leave_island(step, row->b);
    }
}

/* A motor that holds still is a brake. */
static bool joint_drives(const pawli_joint *joint) {
    const bool runs = joint->motor_speed != 0 || (joint->type == PAWL_JOINT_MOTOR &&
                                                  (joint->place.x != 0 || joint->place.y != 0));
    const bool pulls = joint->hertz != 0 || joint->angular_hertz != 0;
    return ((joint->flags & PAWLI_JOINT_MOTOR) && runs) ||
           ((joint->flags & PAWLI_JOINT_SPRING) && pulls);
}

static void leave_driven(const pawli_step *step) {
    const pawli_joint *joints = pawli_joints_const(step->world);
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const pawli_joint *joint = &joints[step->solved_joints[i].joint];
        const uint32_t a = step->solver_index[joint->body_a], b = step->solver_index[joint->body_b];
        if (!joint_drives(joint) && !carries(step, a) && !carries(step, b)) continue;
        leave_island(step, a);
        leave_island(step, b);
    }
}

static void leave_attached(const pawli_step *step) {
    const pawl_world *world = step->world;
    for (uint16_t at = pawli_first_soft(world); at != PAWLI_NONE;
         at = pawli_softs_const(world)[at].next) {
        const pawli_soft *soft = &pawli_softs_const(world)[at];
        const pawli_soft_link *link = pawli_soft_links_const(world) + soft->first_link;
        for (uint32_t i = 0; i < soft->link_count; i++, link++) {
            if (link->type == PAWL_LINK_ATTACH && !(link->flags & PAWL_LINK_TORN))
                leave_island(step, pawli_solver_of(step, link->b));
        }
    }
}

/* ---- friction ------------------------------------------------------------------------------- */

static bool is_stabilized(const pawli_step *step, uint16_t slot) {
    const uint32_t mark = step->marks[pawli_islands_root(step, slot)];
    return 4 * (mark >> 16) >= 3 * (mark & UINT32_C(0xFFFF));
}

/* A hundredth of gravity, as a change of velocity in one step, to the nearest raw unit. */
static pawl_fx drag_of_step(const pawl_world *world) {
    const uint64_t gravity = (uint64_t)pawl_vec2_length(world->gravity);
    const uint64_t steps = (uint64_t)world->rate_numerator * 100;
    return pawl_saturate((int64_t)((gravity * world->rate_denominator + steps / 2) / steps));
}

/* Length of a velocity and the spin, which is one as well: what rolls keeps rolling. Below 2^31
 * each, so squares and their sum are below 2^64. */
static int64_t speed_of(const pawli_solver_body *body) {
    return pawli_isqrt_floor((uint64_t)pawl_vec2_dot(body->velocity, body->velocity) +
                             (uint64_t)pawli_product(body->spin, body->spin));
}

static void slow_down(pawli_solver_body *body, pawl_fx drag, pawl_fx speed_max) {
    const int64_t speed = speed_of(body);
    if (speed > speed_max) return;
    const pawl_fx left = speed > drag ? (pawl_fx)speed - drag : 0;
    const pawl_fx all = speed > drag ? (pawl_fx)speed : 1;
    body->velocity.x = pawl_muldiv(body->velocity.x, left, all);
    body->velocity.y = pawl_muldiv(body->velocity.y, left, all);
    body->spin = pawl_muldiv(body->spin, left, all);
}

void pawli_stabilize(pawli_step *step) {
    const pawl_world *world = step->world;
    const pawl_fx drag = drag_of_step(world);
    if (!world->sleeping || drag == 0 || !any_is_quiet(step)) return;
    count_quiet(step);
    leave_pushed(step);
    leave_carried(step);
    if (PAWL_WITH_JOINTS) leave_driven(step);
    if (PAWL_WITH_SOFT) leave_attached(step);
    for (uint32_t i = 1; i < step->solver_count; i++) {
        pawli_solver_body *solved = &step->solver[i];
        const pawli_body *body = &step->bodies[solved->body];
        if (body->type != PAWL_DYNAMIC || has_long_been_quiet(step, body)) continue;
        if (!is_stabilized(step, solved->body)) continue;
        const pawl_fx share = pawl_min(pawl_abs(body->gravity_scale), PAWL_FX_ONE);
        slow_down(solved, pawl_mul(drag, share), world->scales.length_unit);
    }
}
