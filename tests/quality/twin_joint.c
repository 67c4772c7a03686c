/* twin_joint.c - revolute joints of the twin: a point as one 2x2 system, solved anew in every pass.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "twin_world.h"

static const double pi = 3.14159265358979323846;

/* Soft constraint of a frequency and damping ratio over one sub-step. */
twin_softness twin_make_soft(double hertz, double damping_ratio, double substep) {
    const double omega = 2 * pi * hertz;
    const double a1 = 2 * damping_ratio + substep * omega;
    const double a2 = substep * omega * a1;
    return (twin_softness){omega / a1, a2 / (1 + a2), 1 / (1 + a2)};
}

bool twin_are_joined(const twin_world *twin, int a, int b) {
    for (int i = 0; i < twin->joint_count; i++) {
        const twin_joint *const joint = &twin->joints[i];
        if ((joint->a == a && joint->b == b) || (joint->a == b && joint->b == a)) return true;
    }
    return false;
}

/* Anchors of a joint now, seen from the centres: they turn with the bodies in every sub-step. */
static scene_vector turned_arm(scene_vector arm, const twin_body *body) {
    return rotate(arm, body->turn);
}

static bool share_body(const twin_joint *one, const twin_joint *other) {
    return one->a == other->a || one->a == other->b || one->b == other->a || one->b == other->b;
}

static bool is_free(const twin_world *twin, int joint, int color) {
    for (int i = 0; i < joint; i++) {
        if (twin->joints[i].color == color && share_body(&twin->joints[i], &twin->joints[joint]))
            return false;
    }
    return true;
}

static int compare_color(const void *a, const void *b) {
    const twin_joint *const one = a, *const other = b;
    if (one->color != other->color) return one->color < other->color ? -1 : 1;
    return one->made < other->made ? -1 : 1;
}

void twin_order_joints(twin_world *twin) {
    for (int i = 0; i < twin->joint_count; i++) {
        twin_joint *const joint = &twin->joints[i];
        joint->made = i;
        joint->color = 0;
        while (!is_free(twin, i, joint->color))
            joint->color++;
        if (twin->bodies[joint->a].inverse_mass > 0 && twin->bodies[joint->b].inverse_mass > 0)
            continue;
        joint->color = INT_MAX;
    }
    qsort(twin->joints, (size_t)twin->joint_count, sizeof *twin->joints, compare_color);
}

void twin_prepare_joint(const twin_world *twin, twin_joint *joint) {
    const twin_body *const a = &twin->bodies[joint->a], *const b = &twin->bodies[joint->b];
    joint->arm_a = rotate(joint->local_a, a->angle);
    joint->arm_b = rotate(joint->local_b, b->angle);
    joint->gap = sub(add(b->position, joint->arm_b), add(a->position, joint->arm_a));
}

/* An impulse at the anchors: B is pushed, A pushed back. */
void twin_push_joint(twin_world *twin, const twin_joint *joint, scene_vector impulse) {
    twin_body *const a = &twin->bodies[joint->a], *const b = &twin->bodies[joint->b];
    a->velocity = sub(a->velocity, scale(impulse, a->inverse_mass));
    a->angular_velocity -= a->inverse_inertia * cross(turned_arm(joint->arm_a, a), impulse);
    b->velocity = add(b->velocity, scale(impulse, b->inverse_mass));
    b->angular_velocity += b->inverse_inertia * cross(turned_arm(joint->arm_b, b), impulse);
}

static scene_vector velocity_at(const twin_body *body, scene_vector arm) {
    return (scene_vector){body->velocity.x - body->angular_velocity * arm.y,
                          body->velocity.y + body->angular_velocity * arm.x};
}

/* The 2x2 system of a point, solved directly; soft (60 Hz, damping ratio 2) in the first pass. */
void twin_solve_joint(twin_world *twin, twin_joint *joint, bool bias) {
    const twin_body *const a = &twin->bodies[joint->a], *const b = &twin->bodies[joint->b];
    const scene_vector arm_a = turned_arm(joint->arm_a, a), arm_b = turned_arm(joint->arm_b, b);
    const double linear = a->inverse_mass + b->inverse_mass;
    const double ia = a->inverse_inertia, ib = b->inverse_inertia;
    const double xx = linear + ia * arm_a.y * arm_a.y + ib * arm_b.y * arm_b.y;
    const double xy = -ia * arm_a.x * arm_a.y - ib * arm_b.x * arm_b.y;
    const double yy = linear + ia * arm_a.x * arm_a.x + ib * arm_b.x * arm_b.x;
    const twin_softness soft =
        bias ? twin_make_soft(fmin(60, 0.25 / twin->substep), 2, twin->substep)
             : (twin_softness){0, 1, 0};
    const scene_vector moved = sub(b->move, a->move);
    const scene_vector turned = sub(sub(arm_b, joint->arm_b), sub(arm_a, joint->arm_a));
    const scene_vector gap = add(joint->gap, add(moved, turned));
    const scene_vector speed = sub(velocity_at(b, arm_b), velocity_at(a, arm_a));
    const scene_vector wrong = add(speed, scale(gap, soft.bias_rate));
    const double determinant = xx * yy - xy * xy;
    const scene_vector wanted = {(yy * wrong.x - xy * wrong.y) / determinant,
                                 (xx * wrong.y - xy * wrong.x) / determinant};
    const scene_vector impulse =
        sub(scale(wanted, -soft.mass_scale), scale(joint->impulse, soft.impulse_scale));
    joint->impulse = add(joint->impulse, impulse);
    twin_push_joint(twin, joint, impulse);
}
