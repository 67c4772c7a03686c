/* boxes.c - worlds of boxes, step by step. */
#include "target/boxes.h"

pawl_status add_box(pawl_world *world, const pawl_body_def *def, pawl_fx half_width,
                    pawl_fx half_height) {
    pawl_convex box;
    pawl_body_id body;
    pawl_shape_id shape;
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_status status = pawl_make_box(half_width, half_height, &box);
    if (status == PAWL_OK) status = pawl_body_create(world, def, &body);
    if (status == PAWL_OK) status = pawl_shape_create(world, body, &material, &box, &shape);
    return status;
}

pawl_status add_unit_box(pawl_world *world, pawl_fx x, pawl_fx y) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(x, y);
    return add_box(world, &def, HALF, HALF);
}

pawl_world_def tight_def(uint16_t boxes, uint16_t contacts) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = (uint16_t)(boxes + 1);
    def.contact_capacity = contacts;
    def.geometry_capacity = 2;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.terrain = false;
    def.sleeping = 0;
    return def;
}

pawl_status make_ground(void *memory, size_t size, const pawl_world_def *def, pawl_world **world) {
    const pawl_status status = pawl_world_init(memory, size, def, world);
    if (status != PAWL_OK) return status;
    pawl_body_def ground = pawl_body_def_default();
    ground.position.y = -PAWL_FX_ONE;
    return add_box(*world, &ground, PAWL_FX(100, 0, 1), PAWL_FX_ONE);
}

pawl_status add_pyramid(pawl_world *world) {
    const pawl_fx ninth = PAWL_FX(0, 9, 16);
    pawl_status status = PAWL_OK;
    for (int i = 0; i < PYRAMID_ROWS; i++)
        for (int j = i; j < PYRAMID_ROWS && status == PAWL_OK; j++)
            status = add_unit_box(world, ninth * (i + 2 * (j - i) - PYRAMID_ROWS),
                                  PAWL_FX_ONE * i + HALF);
    return status;
}
