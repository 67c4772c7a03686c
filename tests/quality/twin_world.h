/* twin_world.h - what a world of the twin is made of. */
#ifndef PAWL_TESTS_TWIN_WORLD_H
#define PAWL_TESTS_TWIN_WORLD_H

#include "twin.h"
#include "twin_collide.h"
#include "twin_vector.h"

/* A contact soft constraint: a spring-damper in the form that the velocity solver needs. */
typedef struct twin_softness {
    double bias_rate, mass_scale, impulse_scale;
} twin_softness;

typedef struct twin_body {
    const scene_body *made_from;
    double inverse_mass, inverse_inertia;
    scene_vector position, velocity;
    double angle, angular_velocity;
    scene_vector move; /* of this step so far */
    double turn;
    twin_shape shape; /* where the body is at the start of the step */
    scene_vector lower, upper;
} twin_body;

/* One row per contact point. A mass is the inverse of the row's 1x1 system. */
typedef struct twin_row {
    scene_vector anchor_a, anchor_b;
    double base;       /* separation when the manifold was made */
    double separation; /* at the start of this step */
    int feature;
    double arm_a, arm_b;                 /* anchor x normal */
    double tangent_arm_a, tangent_arm_b; /* anchor x tangent */
    double mass, tangent_mass;
    double impulse, tangent_impulse, largest_impulse;
    double approach; /* normal velocity before the step */
} twin_row;

typedef struct twin_contact {
    int a, b;
    scene_vector normal;
    twin_row rows[2];
    int count;
    double coupling; /* how an impulse at one point changes the normal velocity of the other */
    twin_softness soft;
    double friction, restitution;
    /* Where the bodies were when the manifold was made. */
    scene_vector made_position; /* of B in the frame of A */
    double made_angle_a, made_angle_b;
} twin_contact;

/* A revolute joint; impulses in world axes. */
typedef struct twin_joint {
    int a, b;
    scene_vector local_a, local_b; /* anchors in the frames of the bodies */
    scene_vector arm_a, arm_b;     /* at the start of the step */
    scene_vector gap;              /* anchor B - anchor A then */
    scene_vector impulse;
    int color, made; /* order */
} twin_joint;

struct twin_world {
    twin_body *bodies;
    int body_count;
    twin_joint *joints;
    int joint_count;
    twin_contact *contacts, *old_contacts; /* in order of (a, b) */
    int contact_count, contact_capacity, old_count;
    scene_vector gravity;
    double unit, substep, margin, slop;
    int substeps;
    bool serial;
    double penetration;
};

/* Soft constraint of a frequency and damping ratio over one sub-step. */
twin_softness twin_make_soft(double hertz, double damping_ratio, double substep);

/* twin_joint.c */
/* Those that share no moving body side by side, those to what does not move last. */
void twin_order_joints(twin_world *twin);
bool twin_are_joined(const twin_world *twin, int a, int b);
void twin_prepare_joint(const twin_world *twin, twin_joint *joint);
void twin_push_joint(twin_world *twin, const twin_joint *joint, scene_vector impulse);
void twin_solve_joint(twin_world *twin, twin_joint *joint, bool bias);

#endif
