/* joint.h - internal: types of joints, and what their files share. */
#ifndef PAWLI_JOINT_H
#define PAWLI_JOINT_H

#include "pawl/joint.h"
#include "solver/joint_drive.h"

/* What preparing a joint may look at. */
typedef struct pawli_joint_setup {
    const pawl_world *world; /* only asked whether it goes round */
    const pawli_joint *joint;
    const pawli_body *a, *b;
    const pawli_joint_time *time;
    bool is_only; /* neither body that moves has another joint; the step says so */
    /* Filled in by pawli_angle_prepare: */
    pawli_scaled gyration;        /* k of the rate; zero when neither body turns */
    pawli_scaled inverse_inertia; /* (1/IA + 1/IB) k: turning impulse to rate */
    uint32_t *faults;
} pawli_joint_setup;

/* What a joint exerted in the last sub-step, normalized: on B, world axes. */
typedef struct pawli_reaction {
    pawl_vec2 linear;
    int32_t turning;
} pawli_reaction;

/* Each type is one file with these four functions. */
typedef struct pawli_joint_methods {
    void (*prepare)(pawli_joint_setup *setup, pawli_joint_row *row);
    void (*warm_start)(const pawli_joint_row *row, pawli_joint_pass *pass);
    void (*solve)(pawli_joint_row *row, pawli_joint_pass *pass);
    pawli_reaction (*reaction)(const pawl_world *world, const pawli_joint *joint,
                               const pawli_body *a, const pawli_body *b);
} pawli_joint_methods;

extern const pawli_joint_methods pawli_revolute, pawli_prismatic, pawli_distance, pawli_weld,
    pawli_wheel, pawli_motor, pawli_pulley, pawli_gear, pawli_ratchet;

/* Where the x axis of a frame points in the world. */
static inline pawl_angle pawli_frame_direction(pawl_joint_frame frame, const pawli_body *body) {
    return body->angle + frame.angle;
}

/* The direction of frame B minus that of frame A at the present poses, counted on from what the
 * joint remembers: right while a step turns it by less than half a turn. */
static inline int64_t pawli_joint_turned(const pawli_joint *joint, const pawli_body *a,
                                         const pawli_body *b) {
    const pawl_angle now =
        pawli_frame_direction(joint->frame_b, b) - pawli_frame_direction(joint->frame_a, a);
    const pawl_angle then = (pawl_angle)(uint64_t)joint->turned;
    return joint->turned + (int32_t)(now - then);
}

/* Frequency and damping ratio of what is rigid about a joint that is TUNED. */
static inline pawl_vec2 pawli_joint_tuning(const pawli_joint *joint) {
    return joint->type == PAWL_JOINT_PULLEY
               ? pawl_vec2_make(joint->angular_hertz, joint->angular_damping_ratio)
               : joint->place;
}

/* The share of A in a linear impulse. Many pairs are of equal bodies: the bits of
 * pawli_body_mass_ratio without its division. */
static inline int32_t pawli_joint_share(const pawli_body *a, const pawli_body *b) {
    const bool are_equal = a->mass == b->mass && a->mass_exponent == b->mass_exponent;
    return are_equal && a->mass != 0 ? PAWL_UNIT / 2 : pawli_body_mass_ratio(a, b);
}

/* A rigid DISTANCE joint of at most 2^-10 units holds its anchors together as a point: a direction
 * this short cannot be followed. */
#define PAWLI_ROD_SHORT PAWL_FX(0, 1, 1024)
#define PAWLI_ROD_IS_FREE (PAWLI_JOINT_LIMIT | PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING)
static inline bool pawli_joint_is_point(const pawli_joint *joint) {
    return joint->type == PAWL_JOINT_DISTANCE && !(joint->flags & PAWLI_ROD_IS_FREE) &&
           joint->target <= PAWLI_ROD_SHORT;
}

/* joint_prepare.c: what most types prepare. */
pawli_joint_setup pawli_joint_prepare_setup(const pawl_world *world, const pawli_joint *joint,
                                            const pawli_body *a, const pawli_body *b,
                                            const pawli_joint_time *time, uint32_t *faults);
/* Both levers; returns anchor B minus anchor A. */
pawli_gap pawli_joint_prepare_arms(const pawli_joint_setup *setup, pawli_lever *lever_a,
                                   pawli_lever *lever_b);
void pawli_joint_prepare_levers(const pawli_joint_setup *setup, pawli_joint_row *row);
pawli_gap pawli_joint_prepare_center_gap(const pawl_world *world, const pawli_body *a,
                                         const pawli_body *b);
pawli_gap pawli_joint_prepare_anchor_gap(const pawl_world *world, const pawli_joint *joint,
                                         const pawli_body *a, const pawli_body *b);
/* An anchor seen from a point of the world. */
pawli_gap pawli_joint_prepare_anchor_from(const pawl_world *world, const pawli_body *body,
                                          pawl_vec2 anchor, pawl_vec2 point);
pawl_rot pawli_joint_prepare_frame_axis(const pawli_body *body,
                                        pawl_joint_frame frame); /* x axis, world */
/* Largest impulses per sub-step, 2^-32 units/s. */
int64_t pawli_joint_prepare_max_impulse(const pawli_joint_setup *setup, pawli_scaled factor,
                                        pawl_wide load);
int64_t pawli_joint_prepare_max_force(const pawli_joint_setup *setup, pawl_wide force);
pawli_scaled pawli_joint_prepare_inverse_mass(const pawli_body *a,
                                              const pawli_body *b); /* 1/mA + 1/mB */

/* angle.c: the share of the bodies in a turn, and angles in the units of the solver. */
void pawli_angle_prepare(pawli_joint_setup *setup, pawli_joint_row *row);
/* (1/IA + 1/IB) k: what turns a normalized turning impulse into a real one. Gears have ratios. */
pawli_scaled pawli_angle_inverse_inertia(const pawli_joint *joint, const pawli_body *a,
                                         const pawli_body *b);
int64_t pawli_angle_to_turns(int64_t radians); /* Q16.16 to 2^-32 turns */
int32_t pawli_angle_to_length(const pawli_joint_setup *setup, int64_t turns); /* times k, Q10.22 */
int32_t pawli_angle_gap(const pawli_joint_setup *setup, pawl_fx angle);       /* present - angle */
int32_t pawli_angle_speed(const pawli_joint_setup *setup, pawl_fx speed);     /* radians/s */
int64_t pawli_angle_max_torque(const pawli_joint_setup *setup,
                               pawl_wide torque); /* 2^-32 units/s */
/* Limits, motor and spring of the angle, for types that have them there: solving takes the four
 * impulses spring, motor, lower, upper. */
void pawli_angle_prepare_rows(const pawli_joint_setup *setup, pawli_joint_row *row);
void pawli_angle_solve_rows(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[4]);

/* axis.c: sliding along the x axis of frame A, and limits, motor and spring along `along`. */
pawl_rot pawli_axis_direction(int64_t x, int64_t y); /* of a vector, |x|, |y| < 2^62; Q2.30 */
pawl_rot pawli_axis_rotate(pawl_rot turn, pawl_rot v);
/* 1 / sqrt((IA + IB) (1/mA + 1/mB)): of two bodies that push each other with the angle held. */
pawli_scaled pawli_axis_span(const pawli_joint_setup *setup);
pawl_vec2 pawli_axis_in_frame(const pawli_body *a, pawl_joint_frame frame, int64_t along,
                              int64_t across);
void pawli_axis_prepare_slide(const pawli_joint_setup *setup, pawli_joint_row *row);
void pawli_axis_aim_slide(pawli_joint_row *row, pawli_gap gap, uint32_t *faults);
void pawli_axis_prepare_rows(const pawli_joint_setup *setup, pawli_joint_row *row);
/* Push along `along`, 2^-32 units/s. */
void pawli_axis_drive(const pawli_joint_row *row, pawli_joint_pass *pass, int64_t impulse);
void pawli_axis_solve_spring(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse);
void pawli_axis_solve_motor(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse);
void pawli_axis_solve_limit(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[2]);

/* joint.c */
/* Null: nothing to solve. */
const pawli_joint_methods *pawli_joint_methods_of(uint8_t type);
void pawli_joint_fill(pawli_joint *joint, const pawl_joint_def *def); /* all but the bodies */
void pawli_joint_remove(pawl_world *world, uint16_t joint);           /* and wake its bodies */
void pawli_joint_find_pairs_again(pawl_world *world,
                                  uint16_t body); /* its pairs, with the next step */

/* Count how far the frames have turned since the last time. */
void pawli_joint_count_turns(pawli_joint *joint, const pawli_body *a, const pawli_body *b);

/* gear.c: directions of the two frames in 2^-32 turns, counted over many. */
int64_t pawli_gear_turned_a(const pawli_joint *joint, const pawli_body *a);
void pawli_gear_remember(pawli_joint *joint, int64_t turned_a);
/* ratchet.c: the last tooth at or below the present angle. */
int32_t pawli_ratchet_tooth(const pawli_joint *joint, const pawli_body *a, const pawli_body *b);

/* joint_read.c */
bool pawli_joint_read_breaks(const pawl_world *world, const pawli_joint *joint);

#endif
