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
    /* Filled in by pawli_prepare_turning: */
    pawli_scaled reach;     /* k of the rate; zero when neither body turns */
    pawli_scaled looseness; /* (1/IA + 1/IB) k: turning impulse to rate */
    uint32_t *faults;
} pawli_joint_setup;

/* One pass over a joint: the bodies' velocities, and null softness to relax. */
typedef struct pawli_joint_pass {
    const pawli_solver_body *a, *b;
    const pawli_softness *softness;
    const pawli_joint_time *time;
    pawli_duo v;
    uint32_t faults;
} pawli_joint_pass;

/* What a joint exerted in the last sub-step, normalised: on B, world axes. */
typedef struct pawli_reaction {
    pawl_vec2 linear;
    int32_t turning;
} pawli_reaction;

/* Each type is one file with these four functions. */
typedef struct pawli_joint_kind {
    void (*prepare)(pawli_joint_setup *setup, pawli_joint_row *row);
    void (*warm_start)(const pawli_joint_row *row, pawli_joint_pass *pass);
    void (*solve)(pawli_joint_row *row, pawli_joint_pass *pass);
    pawli_reaction (*reaction)(const pawli_joint *joint, const pawli_body *a, const pawli_body *b);
} pawli_joint_kind;

/* A vector in 2^-22 units. */
typedef struct pawli_gap {
    int64_t x, y;
} pawli_gap;

extern const pawli_joint_kind pawli_revolute, pawli_prismatic, pawli_distance, pawli_weld,
    pawli_wheel, pawli_motor, pawli_pulley, pawli_gear, pawli_ratchet;
const pawli_joint_kind *pawli_joint_kind_of(uint8_t type); /* kind.c; null: nothing to solve */

/* setup.c: what most types prepare. */
pawli_joint_setup pawli_set_up_joint(const pawli_joint *joint, const pawli_body *a,
                                     const pawli_body *b, const pawli_joint_time *time,
                                     uint32_t *faults);
void pawli_prepare_levers(const pawli_joint_setup *setup, pawli_joint_row *row);
void pawli_prepare_point(pawli_joint_row *row); /* the matrix; after the levers */
pawli_gap pawli_center_gap(const pawli_body *a, const pawli_body *b);
pawli_gap pawli_anchor_gap(const pawli_joint *joint, const pawli_body *a, const pawli_body *b);
/* An anchor seen from a point of the world. */
pawli_gap pawli_anchor_from(const pawli_body *body, pawl_vec2 anchor, pawl_vec2 point);
pawl_rot pawli_frame_axis(const pawli_body *body, pawl_joint_frame frame); /* x axis, world */
void pawli_prepare_turning(pawli_joint_setup *setup, pawli_joint_row *row);
/* (1/IA + 1/IB) k: what turns a normalised turning impulse into a real one. Gears have ratios. */
pawli_scaled pawli_joint_looseness(const pawli_joint *joint, const pawli_body *a,
                                   const pawli_body *b);

/* drive.c: springs, motors and limits in solver units. */
pawli_softness pawli_joint_softness(pawl_fx hertz, pawl_fx damping_ratio,
                                    const pawli_joint_time *time);
int64_t pawli_turns_of(int64_t radians); /* Q16.16 to 2^-32 turns */
int32_t pawli_turn_length(const pawli_joint_setup *setup, int64_t turns); /* times k, Q10.22 */
int32_t pawli_turn_gap(const pawli_joint_setup *setup, pawl_fx angle);    /* present - angle */
int32_t pawli_turn_speed(const pawli_joint_setup *setup, pawl_fx speed);  /* radians/s */
int32_t pawli_most_torque(const pawli_joint_setup *setup, pawl_wide torque);
int32_t pawli_most_force(const pawli_joint_setup *setup, pawl_wide force);
pawli_scaled pawli_lightness(const pawli_body *a, const pawli_body *b); /* 1/mA + 1/mB */
/* Limits, motor and spring of the angle, for types that have them there: solving takes the four
 * impulses spring, motor, lower, upper. */
void pawli_prepare_turn_rows(const pawli_joint_setup *setup, pawli_joint_row *row);
void pawli_solve_turn_rows(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[4]);

/* axis.c: sliding along the x axis of frame A, and limits, motor and spring along `along`. */
pawl_rot pawli_direction(int64_t x, int64_t y); /* of a vector, |x|, |y| < 2^62; Q2.30 */
pawl_rot pawli_turn_by(pawl_rot turn, pawl_rot v);
/* 1 / sqrt((IA + IB) (1/mA + 1/mB)): of two bodies that push each other with the angle held. */
pawli_scaled pawli_span(const pawli_joint_setup *setup);
pawl_vec2 pawli_in_frame(const pawli_body *a, pawl_joint_frame frame, int64_t along,
                         int64_t across);
void pawli_prepare_slide(const pawli_joint_setup *setup, pawli_joint_row *row);
void pawli_aim_slide(pawli_joint_row *row, pawli_gap gap, uint32_t *faults);
void pawli_prepare_axis_rows(const pawli_joint_setup *setup, pawli_joint_row *row);
void pawli_solve_axis_spring(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse);
void pawli_solve_axis_motor(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse);
void pawli_solve_axis_limit(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[2]);

/* joint.c */
/* The direction of frame B minus that of frame A at the present poses, counted on from what the
 * joint remembers: right while a step turns it by less than half a turn. */
int64_t pawli_joint_turned(const pawli_joint *joint, const pawli_body *a, const pawli_body *b);
void pawli_fill_joint(pawli_joint *joint, const pawl_joint_def *def); /* all but the bodies */
void pawli_destroy_joint(pawl_world *world, uint16_t joint);          /* and wake its bodies */
void pawli_look_again(pawl_world *world, uint16_t body); /* its pairs, with the next step */

/* Count how far the frames have turned since the last time. */
void pawli_remember_turns(pawli_joint *joint, const pawli_body *a, const pawli_body *b);

/* gear.c: directions of the two frames in 2^-32 turns, counted over many. */
int64_t pawli_gear_turned_a(const pawli_joint *joint, const pawli_body *a);
void pawli_gear_remember(pawli_joint *joint, int64_t turned_a);
/* ratchet.c: the last tooth at or below the present angle. */
int32_t pawli_ratchet_tooth(const pawli_joint *joint, const pawli_body *a, const pawli_body *b);

/* joint_read.c */
bool pawli_joint_breaks(const pawl_world *world, const pawli_joint *joint);

#endif
