/* world.c - worlds of stages and episodes: the memory that all of them share, and bodies in it. */
#include "portcheck/check.h"

#include "pawl/config.h"
#include "pawl/pawl.h"

pawl_world *pawli_make_world(pawli_check *check, uint16_t bodies, uint16_t joints) {
    return pawli_make_peopled(check, bodies, joints, 0);
}

pawl_world *pawli_make_peopled(pawli_check *check, uint16_t bodies, uint16_t joints,
                               uint16_t characters) {
    pawl_world_def def = pawl_world_def_default();
    def.character_capacity = characters;
    def.body_capacity = def.shape_capacity = bodies;
    def.event_capacity = 2;
    def.contact_capacity = joints > 0 ? 6 : 3 * (uint32_t)bodies;
    def.joint_capacity = joints;
    pawl_world *world = NULL;
    size_t size;
    void *const memory = pawli_world_memory(&size);
    const pawl_status status = pawl_world_size(&def) > size
                                   ? PAWL_ERR_MEMORY
                                   : pawl_world_init(memory, size, &def, &world);
    pawli_expect(check, "pawl_world_init()", status, PAWL_OK);
    return world;
}

pawl_fx pawli_hundredths(int16_t value) {
    return (int32_t)value * 65536 / 100;
}

pawl_body_id pawli_add(pawli_check *check, pawl_world *world, pawl_body_type type, int16_t x,
                       int16_t y, int16_t width, int16_t height) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id body_id = {0, 0};
    pawl_shape_id shape_id;
    pawl_convex convex;
    body.type = type;
    body.position = pawl_vec2_make(pawli_hundredths(x), pawli_hundredths(y));
    pawl_status status =
        height == 0 ? pawl_make_circle(pawl_vec2_make(0, 0), pawli_hundredths(width), &convex)
                    : pawl_make_box(pawli_hundredths(width), pawli_hundredths(height), &convex);
    if (status == PAWL_OK) status = pawl_body_create(world, &body, &body_id);
    if (status == PAWL_OK) status = pawl_shape_create(world, body_id, &shape, &convex, &shape_id);
    pawli_expect(check, "a body with a shape", status, PAWL_OK);
    return body_id;
}

void pawli_run_to(pawli_check *check, pawl_world *world, int32_t tick) {
    while ((int32_t)pawl_world_get_tick(world) < tick)
        if (pawl_world_step(world, NULL) != PAWL_OK) break;
    pawli_fold(check, pawl_world_hash(world));
    pawli_mark(check, "world at tick", tick);
}
