/* hinge.c - rows of hinges: prepared, and as rows of joints in general for what is rare. */
#include "joint/hinge.h"

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

void pawli_hinge_widen(const pawli_hinge_row *hinge, const pawli_joint *joint,
                       pawli_joint_row *row) {
    memset(row, 0, sizeof *row);
    row->a = hinge->a;
    row->b = hinge->b;
    row->joint = hinge->joint;
    row->type = joint->type;
    row->flags = joint->flags;
    row->alpha_a = hinge->alpha_a;
    row->alpha_b = hinge->alpha_b;
    row->lever_a = hinge->lever_a;
    row->lever_b = hinge->lever_b;
    row->gap_x = hinge->gap_x;
    row->gap_y = hinge->gap_y;
    row->mass = hinge->mass;
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
    row.alpha_a = hinge->alpha_a;
    row.alpha_b = hinge->alpha_b;
    row.lever_a = hinge->lever_a;
    row.lever_b = hinge->lever_b;
    row.mass = hinge->mass;
    pawli_joint_row_invert_point(&row);
    hinge->mass = row.mass;
}
