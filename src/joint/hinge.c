/* hinge.c - rows of hinges: prepared, and as rows of joints in general for what is rare. */
#include "joint/hinge.h"

#include <stddef.h>
#include <string.h>

/* Distances from -limit are below 2 limit when their union is, limit being a power of two. */
static bool is_short(const pawli_lever *lever) {
    const uint32_t far =
        (uint32_t)(lever->x + PAWLI_HINGE_LEVER) | (uint32_t)(lever->y + PAWLI_HINGE_LEVER);
    const uint32_t long_arm = ((uint32_t)lever->arm.x + (uint32_t)PAWLI_HINGE_ARM) |
                              ((uint32_t)lever->arm.y + (uint32_t)PAWLI_HINGE_ARM);
    return far < 2 * (uint32_t)PAWLI_HINGE_LEVER && long_arm < 2 * (uint32_t)PAWLI_HINGE_ARM;
}

bool pawli_hinge_prepare(const pawli_joint_setup *setup, pawli_hinge_row *row) {
    const pawli_joint *joint = setup->joint;
    const pawli_gap gap = pawli_joint_prepare_arms(setup, &row->lever_a, &row->lever_b);
    const bool near = gap.x == (int32_t)gap.x && gap.y == (int32_t)gap.y;
    if (!near || !is_short(&row->lever_a) || !is_short(&row->lever_b)) return false;
    pawli_point_matrix k = {PAWLI_LEVER_ONE, 0, PAWLI_LEVER_ONE};
    pawli_add_lever(&k, row->alpha_a, &row->lever_a);
    pawli_add_lever(&k, row->alpha_b, &row->lever_b);
    if (k.xx >= PAWLI_POINT_LARGE || k.yy >= PAWLI_POINT_LARGE) return false;
    pawli_joint_row_invert_matrix(&k, &row->mass);
    const pawl_vec2 a = row->lever_a.arm, b = row->lever_b.arm;
    row->gap_x = (int32_t)gap.x;
    row->gap_y = (int32_t)gap.y;
    row->arm_gap_x = (b.x - a.x) * 64;
    row->arm_gap_y = (b.y - a.y) * 64;
    row->impulse_x = joint->impulses[0];
    row->impulse_y = joint->impulses[1];
    return true;
}

/* From the shares of an impulse to the mass both rows have the same numbers. */
#define SHARED_BEGIN offsetof(pawli_hinge_row, alpha_a)
#define SHARED_SIZE (offsetof(pawli_hinge_row, arm_gap_x) - SHARED_BEGIN)
PAWL_STATIC_ASSERT(offsetof(pawli_joint_row, first_axis) - offsetof(pawli_joint_row, alpha_a) ==
                       SHARED_SIZE,
                   "both rows begin alike");

static void copy_shared(const pawli_hinge_row *hinge, pawli_joint_row *row) {
    memcpy((uint8_t *)row + offsetof(pawli_joint_row, alpha_a),
           (const uint8_t *)hinge + SHARED_BEGIN, SHARED_SIZE);
}

void pawli_hinge_widen(const pawli_hinge_row *hinge, const pawli_joint *joint,
                       pawli_joint_row *row) {
    memset(row, 0, sizeof *row);
    row->a = hinge->a;
    row->b = hinge->b;
    row->joint = hinge->joint;
    row->type = joint->type;
    row->flags = joint->flags;
    copy_shared(hinge, row);
    row->turned_a.c = PAWL_UNIT;
    row->teeth = joint->teeth;
    memcpy(row->impulses, joint->impulses, sizeof row->impulses);
    row->impulses[0] = hinge->impulse_x;
    row->impulses[1] = hinge->impulse_y;
}

void pawli_hinge_take(const pawli_joint_row *row, pawli_hinge_row *hinge) {
    hinge->mass = row->mass;
    hinge->impulse_x = row->impulses[0];
    hinge->impulse_y = row->impulses[1];
}

void pawli_hinge_invert(pawli_hinge_row *hinge) {
    pawli_joint_row row;
    copy_shared(hinge, &row);
    pawli_joint_row_invert_point(&row);
    hinge->mass = row.mass;
}

void pawli_hinge_limit(const pawli_hinge_velocities *v, pawli_solver_body *a, pawli_solver_body *b,
                       uint32_t *faults) {
    a->velocity.x = pawli_limit_speed(v->ax, faults);
    a->velocity.y = pawli_limit_speed(v->ay, faults);
    a->spin = pawli_limit_speed(v->a_spin, faults);
    b->velocity.x = pawli_limit_speed(v->bx, faults);
    b->velocity.y = pawli_limit_speed(v->by, faults);
    b->spin = pawli_limit_speed(v->b_spin, faults);
}

int32_t pawli_hinge_narrow(int64_t value, uint32_t *faults) {
    return pawli_narrow_symmetric(value, faults);
}
