/* joint_twin.h - the joints of a world once more, in double precision and from the textbook.
 *
 * Each joint is a list of blocks of Jacobian rows; effective masses are J M^-1 J^T, solved by
 * elimination, and nothing is normalised or carried over. The method is that of the engine: soft
 * steps with a relaxing pass (Catto, "Solver2D", 2024). No contacts, no damping. */
#ifndef PAWL_TESTS_JOINT_TWIN_H
#define PAWL_TESTS_JOINT_TWIN_H

#include "pawl/pawl.h"

#define TWIN_MAX 64

typedef struct twin_body {
    double x, y, angle, vx, vy, w;
    double inverse_mass, inverse_inertia;
    double push_x, push_y; /* acceleration */
} twin_body;

typedef struct twin_joint {
    pawl_joint_def def;
    int a, b;
    double impulses[8];
    double tooth;
} twin_joint;

typedef struct twin {
    twin_body bodies[TWIN_MAX];
    pawl_body_id ids[TWIN_MAX];
    twin_joint joints[TWIN_MAX];
    int body_count, joint_count, substeps;
    double step;
} twin;

/* The world as it stands, whose bodies have their centre of mass at their origin. False: it is too
 * large. */
bool joint_twin_make(twin *made, const pawl_world *world, const pawl_world_def *def);
void joint_twin_step(twin *t);

/* Largest distance of any body from its twin over so many steps, in units and in radians. */
typedef struct twin_error {
    double place, angle;
} twin_error;
void joint_twin_compare(const twin *t, const pawl_world *world, twin_error *error); /* the larger */

/* Kinetic and potential energy of a body as the engine has it. */
double joint_twin_energy(const pawl_world *world, pawl_body_id body, double gravity);

#endif
