/* shape_cast.c - how far a crate can be lowered by a crane, and what it would meet. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

static pawl_status add(pawl_world *world, int x, int y, uint32_t name) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    def.position = pawl_vec2_units(x, y);
    def.user_data = name;
    return pawl_body_create_box(world, &def, NULL, PAWL_UNITS(1), PAWL_DEC(0, 5), &body);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add(world, -1, 0, 1) || add(world, 2, 2, 2) || add(world, 0, -3, 3)) return 1;

    pawl_convex crate;
    const pawl_pose hook = {pawl_vec2_units(0, 6), pawl_rot_from_angle(PAWL_TURN(1, 16))};
    const pawl_vec2 down = pawl_vec2_units(0, -12);
    if (pawl_make_box(PAWL_DEC(0, 9), PAWL_DEC(0, 9), &crate)) return 1;

    /* A ray from the middle misses the upper ledge, which the crate would hit. */
    pawl_query_hit first, all[4];
    if (pawl_world_ray_closest(world, hook.position, down, NULL, &first)) {
        const pawl_body_id body = pawl_shape_get_body(world, first.shape);
        printf("the ray meets body %u\n", (unsigned)pawl_body_get_user_data(world, body));
    }
    if (pawl_world_cast_closest(world, &crate, hook, down, NULL, &first)) {
        const pawl_body_id body = pawl_shape_get_body(world, first.shape);
        const pawl_fx way = pawl_mul(down.y, first.fraction / (PAWL_UNIT / PAWL_FX_ONE));
        printf("the crate meets body %u after %.3f units, at (%.2f, %.2f)\n",
               (unsigned)pawl_body_get_user_data(world, body), pawl_fx_to_float(-way),
               pawl_fx_to_float(first.point.x), pawl_fx_to_float(first.point.y));
    }
    const uint32_t count = pawl_world_cast_all(world, &crate, hook, down, NULL, all, 4);
    for (uint32_t i = 0; i < count && i < 4; i++) {
        const pawl_body_id body = pawl_shape_get_body(world, all[i].shape);
        printf("on its way: body %u at %.3f of it\n",
               (unsigned)pawl_body_get_user_data(world, body),
               pawl_fx_to_float(all[i].fraction / (PAWL_UNIT / PAWL_FX_ONE)));
    }
    return 0;
}
