/* soft.h - internal: soft bodies while calls and the step work on them.
 *
 * A velocity is kept as the movement in a sub-step, Q10.22: what Verlet integration goes by. The
 * sub-step takes h = denominator / (numerator * soft_substeps) seconds, exactly. */
#ifndef PAWLI_SOFT_H
#define PAWLI_SOFT_H

#include "world/world.h"

/* soft_def.c */
pawl_status pawli_soft_def_check(const pawl_soft_def *def);

/* soft_link.c: what a link keeps of the places of its points. */
pawl_fx pawli_soft_link_length(pawl_vec2 a, pawl_vec2 b); /* to nearest, saturating */
/* Where b is in the frame of c - a: along it and across it (to the left), as multiples of c - a,
 * Q16.16, to nearest. a and c differ. */
pawl_vec2 pawli_soft_link_bend_place(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c);
/* A link tears; with a distance the bends that hold its ends side by side. */
void pawli_soft_link_tear(pawl_world *world, uint16_t soft, uint32_t link);
void pawli_soft_link_fill(pawli_soft_link *link, const pawl_soft_link *def,
                          const pawl_soft_point *points);
void pawli_soft_link_describe(const pawli_soft_link *link, pawl_soft_link *out);

/* soft_point.c: velocities, units/s in Q16.16, and movements in a sub-step, Q10.22. Both to
 * nearest, half away from zero. */
int64_t pawli_soft_point_moved_of(const pawl_world *world, int64_t velocity);
pawl_fx pawli_soft_point_velocity_of(const pawl_world *world,
                                     int32_t moved); /* within PAWL_SPEED_MAX */
/* The farthest that a point may go in a sub-step on an axis: at PAWL_SPEED_MAX, and PAWL_STEP_MAX
 * in a step. */
int32_t pawli_soft_point_moved_max(const pawl_world *world);
/* A movement within it; beyond it one of the faults PAWL_FAULT_SPEED and PAWL_FAULT_TRANSLATION. */
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
