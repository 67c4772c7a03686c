/* soft.h - small soft bodies for tests, and what they weigh, move and hold. Numbers that are
 * measured are doubles; those that are compared exactly stay integers. */
#ifndef PAWL_TESTS_SOFT_H
#define PAWL_TESTS_SOFT_H

#include <math.h>

#include "support/world/fixture.h"

#define SOFT_POINTS 1024
#define SOFT_LINKS 4096

typedef struct soft_scene {
    pawl_world *world;
    pawl_soft_point points[SOFT_POINTS];
    pawl_soft_link links[SOFT_LINKS];
    pawl_soft_parts parts;
    pawl_soft_def def;
} soft_scene;

pawl_world_def soft_world_def(void);

/* free(scene->world) and free(scene). */
soft_scene *make_soft_scene(const pawl_world_def *def);

void free_soft_scene(soft_scene *scene);

/* A soft body of the parts so far, which begin anew. */
pawl_soft_id add_soft(soft_scene *scene);

void add_rope(soft_scene *scene, pawl_vec2 from, pawl_vec2 to, uint32_t links, double mass,
              double bend);

void add_blob(soft_scene *scene, double x, double y, double radius, uint32_t count, double mass);

pawl_soft_point soft_point(const pawl_world *world, pawl_soft_id soft, uint32_t index);

/* Kinetic energy and energy of height, in a gravity of 10. */
double soft_energy(const pawl_world *world, pawl_soft_id soft);

double body_energy(const pawl_world *world, pawl_body_id body);

/* By how much of its length the worst distance is off. */
double worst_stretch(const pawl_world *world, pawl_soft_id soft);

/* Ends at the tick in which it fell asleep, or after so many. */
int run_until_asleep(pawl_world *world, pawl_soft_id soft, int steps);

#endif
