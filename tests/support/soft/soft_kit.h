/* soft_kit.h - soft bodies for tests: squares and blobs in a world with room for them. */
#ifndef SUPPORT_SOFT_KIT_H
#define SUPPORT_SOFT_KIT_H

#include "support/world/fixture.h"
#include "world/world.h"

#define NO_SOFT PAWL_NULL_SOFT
#define REACH 1311 /* the default radius, raw: 0.02 */

pawl_world_def make_def(void);

pawl_world *make_soft_world(void);

/* Points and links to build with, and a def that has them. */
typedef struct kit {
    pawl_soft_point points[400];
    pawl_soft_link links[2000];
    pawl_soft_parts parts;
    pawl_soft_def def;
} kit;

void begin_soft(kit *k);

pawl_soft_id finish(kit *k, pawl_world *world);

/* A square of side 1 around a place. */
void begin_square(kit *k, pawl_vec2 at);

void begin_blob(kit *k, pawl_vec2 at, double radius, uint32_t count);

pawl_vec2 point_of(const pawl_world *world, pawl_soft_id soft, uint32_t point);

static inline void no_sleep(pawl_world *world) {
    world->sleeping = 0;
}

#endif
