/* soft_kit.c - what soft_kit.h declares. */
#include "support/soft/soft_kit.h"

pawl_world_def make_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.soft_capacity = 24;
    def.soft_point_capacity = 800;
    def.soft_link_capacity = 4000;
    return def;
}

pawl_world *make_soft_world(void) {
    const pawl_world_def def = make_def();
    return make_world(&def);
}

void begin_soft(kit *k) {
    memset(k, 0, sizeof *k);
    k->parts = (pawl_soft_parts){k->points, k->links, 400, 2000, 0, 0};
    k->def = pawl_soft_def_default();
}

pawl_soft_id finish(kit *k, pawl_world *world) {
    k->def.points = k->points;
    k->def.links = k->links;
    k->def.point_count = k->parts.point_count;
    k->def.link_count = k->parts.link_count;
    pawl_soft_id soft = NO_SOFT;
    ck_assert_int_eq(pawl_soft_create(world, &k->def, &soft), PAWL_OK);
    return soft;
}

void begin_square(kit *k, pawl_vec2 at) {
    begin_soft(k);
    const pawl_fx h = FX(0.5);
    const pawl_vec2 corners[4] = {
        {at.x - h, at.y - h}, {at.x + h, at.y - h}, {at.x + h, at.y + h}, {at.x - h, at.y + h}};
    ck_assert_int_eq(
        pawl_soft_add_polygon(&k->parts, corners, 4, PAWL_FX_ONE, PAWL_FX_ONE, PAWL_FX_ONE),
        PAWL_OK);
    k->def.outline_count = 4;
    k->def.damping = FX(2);
}

void begin_blob(kit *k, pawl_vec2 at, double radius, uint32_t count) {
    begin_soft(k);
    ck_assert_int_eq(
        pawl_soft_add_blob(&k->parts, at, FX(radius), count, PAWL_FX_ONE, PAWL_FX_ONE, FX(0.2)),
        PAWL_OK);
    k->def.outline_count = count;
    k->def.pressure = FX(0.5);
    k->def.damping = FX(1);
}

pawl_vec2 point_of(const pawl_world *world, pawl_soft_id soft, uint32_t point) {
    pawl_soft_point at;
    ck_assert_int_eq(pawl_soft_get_point(world, soft, point, &at), PAWL_OK);
    return at.position;
}
