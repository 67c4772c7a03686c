/* joint.h - internal: joints while the solver works on them.
 *
 * Normalisation (docs/joints.md). A linear impulse is multiplied by (1/mA + 1/mB), as in contacts.
 * A turning impulse is measured as the change of a length per second: with k the radius of
 * gyration of the body that turns more easily, the rate of a joint is k (wB - wA), and an impulse
 * of 1 changes that rate by exactly 1. So every row of every joint is a velocity, every error a
 * length, and no mass and no inertia appears in a sub-step.
 *
 * A lever is an anchor's arm divided by its body's k: dimensionless, Q12.20, within 1023. */
#ifndef PAWLI_JOINT_H
#define PAWLI_JOINT_H

#include "solver/solver_body.h"
#include "pawl/joint.h"

/* One end of a joint: the anchor seen from the centre of mass, in world axes. */
typedef struct pawli_lever {
    pawl_vec2 arm;            /* at the start of the step, Q16.16 */
    int32_t first_x, first_y; /* arm / k then, Q12.20 */
    int32_t x, y;             /* and now */
    int32_t move_x, move_y;   /* of the anchor by turning, since the start of the step, Q10.22 */
} pawli_lever;

/* How the two bodies share a turn. rate = gain_b uB - gain_a uA; an impulse changes uB by arm_b
 * and uA by -arm_a times itself. All Q12.20. */
typedef struct pawli_turning {
    int32_t gain_a, gain_b;
    int32_t arm_a, arm_b;
} pawli_turning;

/* A row that pulls its error to zero, within limits: what a motor or a spring needs. */
typedef struct pawli_drive {
    pawli_softness softness; /* of a spring */
    int32_t gap;             /* error at the start of the step, Q10.22 */
    int32_t speed;           /* of a motor, Q16.16 */
    int32_t most;            /* largest impulse per sub-step, Q16.16 */
} pawli_drive;

/* A direction that two bodies push each other along: v = n . (vB - vA) + cross_b uB - cross_a uA
 * (axis.h). */
typedef struct pawli_axis {
    pawl_rot direction;       /* n, Q2.30 */
    int32_t cross_a, cross_b; /* lever x n, Q12.20 */
    int32_t mass;             /* 1 / (1 + alpha_a cross_a^2 + alpha_b cross_b^2), Q2.30 */
    int32_t place;            /* how far B is along it now, Q10.22 */
} pawli_axis;

/* A number that turns lengths in Q10.22 into levers in Q12.20: near(length * mantissa, shift). */
typedef struct pawli_per_length {
    uint32_t mantissa; /* 0: the product is 0 */
    int shift;
} pawli_per_length;

/* What each row of a type is for is said in its file. */
typedef struct pawli_joint_row {
    uint16_t a, b; /* solver bodies */
    uint16_t joint;
    uint8_t type, flags;      /* as in pawli_joint */
    uint8_t hinge;            /* 1: its sub-steps are those of hinge.h */
    int32_t alpha_a, alpha_b; /* shares of a linear impulse, Q2.30 */
    pawli_lever lever_a, lever_b;
    int32_t gap_x, gap_y; /* anchor B minus anchor A at the start of the step, Q10.22 */
    int32_t mass_xx, mass_xy, mass_yy; /* inverse of the matrix K' of a point, Q2.30 */
    int32_t per_det;                   /* 2^det_shift / det K', Q2.30; 0: K' is large */
    int det_shift;
    pawl_rot first_axis;             /* x axis of frame A at the start of the step, Q2.30 */
    pawl_rot turned_a;               /* the turn of A since then */
    pawli_axis along, side;          /* PULLEY: the rope of A and that of B */
    int32_t first_place, first_side; /* their places at the start of the step */
    int32_t second_x, second_y;      /* at the start of the step, Q10.22. PRISMATIC: centre B minus
                                        centre      A; PULLEY: anchor B minus ground B */
    pawli_per_length per_gyration_a, per_span; /* PRISMATIC, WHEEL: 1/k of A; PRISMATIC: axis.h */
    pawl_vec2 slide;                           /* MOTOR: the linear velocity in the axes of A */
    pawl_rot span; /* WELD: see there; at the start of the step, Q2.30 */
    pawli_turning turning;
    pawli_drive spring, motor, bend, twist; /* bend: of the angle; twist: angular motor */
    int32_t lower_gap, upper_gap; /* room to the limits at the start of the step, Q10.22 */
    int32_t angle_gap;            /* error of the angle at the start of the step, Q10.22 */
    int32_t length_gap;           /* DISTANCE, PULLEY: error of the length then, Q10.22 */
    int32_t teeth;                /* RATCHET */
    int32_t impulses[PAWLI_JOINT_IMPULSES];
} pawli_joint_row;

/* Sub-step length and the stiffness of everything rigid. */
typedef struct pawli_joint_time {
    uint32_t substep;    /* h, Q0.32 */
    int32_t per_substep; /* 1/h, Q16.16 */
    pawli_softness rigid;
    int64_t bias_mass; /* its bias rate times its mass scale, Q8.24 */
} pawli_joint_time;

/* What preparing a joint may look at. */
typedef struct pawli_joint_setup {
    const pawli_joint *joint;
    const pawli_body *a, *b;
    const pawli_joint_time *time;
    /* Filled in by pawli_angle_prepare: */
    pawli_scaled reach;     /* k of the rate; zero when neither body turns */
    pawli_scaled looseness; /* (1/IA + 1/IB) k: turning impulse to rate */
    uint32_t *faults;
} pawli_joint_setup;

/* One pass over a joint: the bodies' velocities, and null softness to relax. */
typedef struct pawli_joint_pass {
    const pawli_solver_body *a, *b;
    const pawli_softness *softness;
    const pawli_joint_time *time;
    pawli_velocities v;
    uint32_t faults;
} pawli_joint_pass;

/* What a joint exerted in the last sub-step, normalised: on B, world axes. */
typedef struct pawli_reaction {
    pawl_vec2 linear;
    int32_t turning;
} pawli_reaction;

/* Each type is one file with these four functions. */
typedef struct pawli_joint_methods {
    void (*prepare)(pawli_joint_setup *setup, pawli_joint_row *row);
    void (*warm_start)(const pawli_joint_row *row, pawli_joint_pass *pass);
    void (*solve)(pawli_joint_row *row, pawli_joint_pass *pass);
    pawli_reaction (*reaction)(const pawli_joint *joint, const pawli_body *a, const pawli_body *b);
} pawli_joint_methods;

/* A vector in 2^-22 units. */
typedef struct pawli_gap {
    int64_t x, y;
} pawli_gap;

extern const pawli_joint_methods pawli_revolute, pawli_prismatic, pawli_distance, pawli_weld,
    pawli_wheel, pawli_motor, pawli_pulley, pawli_gear, pawli_ratchet;
const pawli_joint_methods *
pawli_joint_methods_of(uint8_t type); /* kind.c; null: nothing to solve */

/* joint_prepare.c: what most types prepare. */
pawli_joint_setup pawli_joint_prepare_setup(const pawli_joint *joint, const pawli_body *a,
                                            const pawli_body *b, const pawli_joint_time *time,
                                            uint32_t *faults);
void pawli_joint_prepare_levers(const pawli_joint_setup *setup, pawli_joint_row *row);
void pawli_joint_prepare_point(pawli_joint_row *row); /* the matrix; after the levers */
pawli_gap pawli_joint_prepare_center_gap(const pawli_body *a, const pawli_body *b);
pawli_gap pawli_joint_prepare_anchor_gap(const pawli_joint *joint, const pawli_body *a,
                                         const pawli_body *b);
/* An anchor seen from a point of the world. */
pawli_gap pawli_joint_prepare_anchor_from(const pawli_body *body, pawl_vec2 anchor,
                                          pawl_vec2 point);
pawl_rot pawli_joint_prepare_frame_axis(const pawli_body *body,
                                        pawl_joint_frame frame); /* x axis, world */
void pawli_angle_prepare(pawli_joint_setup *setup, pawli_joint_row *row);
/* (1/IA + 1/IB) k: what turns a normalised turning impulse into a real one. Gears have ratios. */
pawli_scaled pawli_angle_inverse_inertia(const pawli_joint *joint, const pawli_body *a,
                                         const pawli_body *b);

/* angle.c: springs, motors and limits in solver units. */
pawli_softness pawli_softness_of_joint(pawl_fx hertz, pawl_fx damping_ratio,
                                       const pawli_joint_time *time);
int64_t pawli_angle_to_turns(int64_t radians); /* Q16.16 to 2^-32 turns */
int32_t pawli_angle_to_length(const pawli_joint_setup *setup, int64_t turns); /* times k, Q10.22 */
int32_t pawli_angle_gap(const pawli_joint_setup *setup, pawl_fx angle);       /* present - angle */
int32_t pawli_angle_speed(const pawli_joint_setup *setup, pawl_fx speed);     /* radians/s */
int32_t pawli_angle_max_torque(const pawli_joint_setup *setup, pawl_wide torque);
int32_t pawli_joint_prepare_max_force(const pawli_joint_setup *setup, pawl_wide force);
pawli_scaled pawli_joint_prepare_inverse_mass(const pawli_body *a,
                                              const pawli_body *b); /* 1/mA + 1/mB */
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
void pawli_axis_solve_spring(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse);
void pawli_axis_solve_motor(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse);
void pawli_axis_solve_limit(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[2]);

/* joint.c */
/* The direction of frame B minus that of frame A at the present poses, counted on from what the
 * joint remembers: right while a step turns it by less than half a turn. */
int64_t pawli_joint_turned(const pawli_joint *joint, const pawli_body *a, const pawli_body *b);
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
