/* soft.h - internal: soft bodies while calls and the step work on them.
 *
 * What callers see:  soft.c (create, destroy)  soft_def.c (checks)  soft_build.c (builders)
 *                    soft_body.c  soft_point.c  soft_link.c (calls to the whole, a point, a link)
 * What queries and movers see: soft_piece.c (convexes, an area, places)
 *
 * A step of the world calls, in this order:
 *
 *     soft_sleep    wake_attached             before pairs are found: bodies and soft bodies that
 *                                             hold each other wake together
 *     soft_solve                              after the rigid solver; its memory is laid out by
 *      |                                      soft_scratch
 *      |- soft_sleep       wake_near          soft bodies that something restless may touch wake
 *      |- solve_integrate  prepare            particles from points
 *      |- solve_link       prepare            rows: solve_attach, then solve_bend and solve_chain
 *      |- soft_candidates  find               shapes, and with soft_edges edges, near each body
 *      |
 *      |  each sub-step:
 *      |- solve_rigid      move               rigid bodies move on
 *      |- solve_integrate                     gravity, damping, prediction of places (Verlet)
 *      |- solve_link       begin              tearing
 *      |- solve_link       iterate            `iterations` times, Gauss-Seidel:
 *      |   |- solve_chain                       distances of a chain at once, with
 *      |   |   '- solve_geometric_stiffness     the second order where light points are pulled hard
 *      |   |- solve_bend                        b stays in the frame of c - a
 *      |   |- solve_attach                      a point on a rigid body
 *      |   '- solve_area                        pressure
 *      |- soft_collide                        contacts, as positions, after the constraints:
 *      |   |- collide_soft                      points against links of soft bodies
 *      |   |- collide_corner                    links against corners of shapes
 *      |   |- collide_convex                    points against circles and dynamic bodies;
 *      |   |                                    these three solve a contact with soft_contact,
 *      |   |                                    which pushes rigid bodies by solve_rigid
 *      |   '- collide_fixed                     points against fixed edges: half-planes of
 *      |                                        soft_plane, then the exact decision of soft_exact
 *      |
 *      |- solve_integrate  finish             points from particles
 *      |- solve_link       finish             tear events
 *      |- solve_rigid      finish             what was pushed, to the rigid solver's bodies
 *      '- soft_sleep                          what is not restless sleeps
 *
 * soft_solve.h has the data of the solver, soft_collide.h that of collisions.
 *
 * A velocity is kept as the movement in a sub-step, Q10.22: what Verlet integration goes by. The
 * sub-step takes h = denominator / (numerator * soft_substeps) seconds, exactly. */
#ifndef PAWLI_SOFT_H
#define PAWLI_SOFT_H

#include "world/world.h"

/* Highest gravity scale and damping rate, as of bodies. */
#define PAWLI_SOFT_SCALE_MAX PAWL_FX(1024, 0, 1)

/* soft_def.c */
pawl_status pawli_soft_def_check(const pawl_soft_def *def);

/* soft_link.c: what a link keeps of the places of its points. */
pawl_fx pawli_soft_link_length(pawl_vec2 a, pawl_vec2 b); /* to nearest, saturating */
/* A link tears; with a distance the bends that hold its ends side by side. */
void pawli_soft_link_tear(pawl_world *world, uint16_t soft, uint32_t link);
void pawli_soft_link_fill(pawli_soft_link *link, const pawl_soft_link *def,
                          const pawl_soft_point *points);

/* soft_point.c: velocities, units/s in Q16.16, and movements in a sub-step, Q10.22. Both to
 * nearest, half away from zero. */
int64_t pawli_soft_point_moved_of(const pawl_world *world, int64_t velocity);
/* Within PAWL_SPEED_MAX. */
pawl_fx pawli_soft_point_velocity_of(const pawl_world *world, int32_t moved);
/* A movement as far as a point may go in a sub-step on an axis: at PAWL_SPEED_MAX, and
 * PAWL_STEP_MAX in a step. Beyond it one of the faults PAWL_FAULT_SPEED and
 * PAWL_FAULT_TRANSLATION. */
int32_t pawli_soft_point_limit_moved(const pawl_world *world, int64_t moved, uint32_t *faults);
/* impulse / mass: a velocity in Q16.16, to nearest, saturated with PAWL_FAULT_FORCE_RANGE. */
int64_t pawli_soft_point_impulse_per_mass(pawl_world *world, pawl_wide impulse, int64_t mass);

/* soft_body.c: twice the area in an outline of `count` points, which lie `stride` bytes apart;
 * Q32.32, exact, saturating; 0 without an outline. */
int64_t pawli_soft_body_area2(const pawl_vec2 *first, size_t stride, uint32_t count);

static inline int64_t pawli_soft_outline_area2(const pawli_soft_point *points, uint32_t count) {
    return pawli_soft_body_area2(&points->position, sizeof *points, count);
}

/* Whether both coordinates are at most `limit` away from 0. */
static inline bool pawli_soft_is_within(pawl_vec2 value, pawl_fx limit) {
    return value.x >= -limit && value.x <= limit && value.y >= -limit && value.y <= limit;
}

#endif
