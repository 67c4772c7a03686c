/* soft_kit.h - soft bodies for tests: squares and blobs in a world with room for them. */
#ifndef SUPPORT_SOFT_KIT_H
#define SUPPORT_SOFT_KIT_H

#include "support/world/fixture.h"
#include "world/world.h"

#define NO_SOFT ((pawl_soft_id){0, 0})
#define REACH 1311 /* the default radius, raw: 0.02 */

static inline pawl_world_def make_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.soft_capacity = 24;
    def.soft_point_capacity = 800;
    def.soft_link_capacity = 4000;
    return def;
}

static inline pawl_world *make_soft_world(void) {
    const pawl_world_def def = make_def();
    return make_world(&def);
}

/* Points and links to build with, and a def that has them. */
typedef struct kit {
    pawl_soft_point points[400];
    pawl_soft_link links[2000];
    pawl_soft_parts parts;
    pawl_soft_def def;
} kit;

static inline void begin(kit *k) {
    memset(k, 0, sizeof *k);
    k->parts = (pawl_soft_parts){k->points, k->links, 400, 2000, 0, 0};
    k->def = pawl_soft_def_default();
}

static inline pawl_soft_id finish(kit *k, pawl_world *world) {
    k->def.points = k->points;
    k->def.links = k->links;
    k->def.point_count = k->parts.point_count;
    k->def.link_count = k->parts.link_count;
    pawl_soft_id soft = NO_SOFT;
    ck_assert_int_eq(pawl_soft_create(world, &k->def, &soft), PAWL_OK);
    return soft;
}

/* A square of side 1 around a place. */
static inline void begin_square(kit *k, pawl_vec2 at) {
    begin(k);
    const pawl_fx h = FX(0.5);
    const pawl_vec2 corners[4] = {
        {at.x - h, at.y - h}, {at.x + h, at.y - h}, {at.x + h, at.y + h}, {at.x - h, at.y + h}};
    ck_assert_int_eq(
        pawl_soft_add_polygon(&k->parts, corners, 4, PAWL_FX_ONE, PAWL_FX_ONE, PAWL_FX_ONE),
        PAWL_OK);
    k->def.outline_count = 4;
    k->def.damping = FX(2);
}

static inline void begin_blob(kit *k, pawl_vec2 at, double radius, uint32_t count) {
    begin(k);
    ck_assert_int_eq(
        pawl_soft_add_blob(&k->parts, at, FX(radius), count, PAWL_FX_ONE, PAWL_FX_ONE, FX(0.2)),
        PAWL_OK);
    k->def.outline_count = count;
    k->def.pressure = FX(0.5);
    k->def.damping = FX(1);
}

static inline pawl_vec2 point_of(const pawl_world *world, pawl_soft_id soft, uint32_t point) {
    pawl_soft_point at;
    ck_assert_int_eq(pawl_soft_get_point(world, soft, point, &at), PAWL_OK);
    return at.position;
}

static inline void no_sleep(pawl_world *world) {
    world->sleeping = 0;
}

#endif
