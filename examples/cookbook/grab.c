/* grab.c - what is under the pointer is found, dragged, and let go. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

/* A joint that pulls the point of a body under the pointer to the pointer. */
static pawl_joint_id take(pawl_world *world, pawl_body_id ground, pawl_vec2 pointer) {
    pawl_query_overlap found;
    pawl_joint_id joint = PAWL_NULL_JOINT;
    if (pawl_world_overlap_point(world, pointer, NULL, &found, 1) == 0) return joint;
    const pawl_body_id body = pawl_shape_get_body(world, found.shape);
    if (pawl_body_get_type(world, body) != PAWL_DYNAMIC) return joint;
    pawl_joint_def mouse = pawl_joint_def_at(world, PAWL_JOINT_MOTOR, ground, body, pointer, 0);
    mouse.spring = true;
    mouse.hertz = PAWL_UNITS(5);
    mouse.damping_ratio = PAWL_DEC(0, 7);
    mouse.spring_force_max = 100 * pawl_body_get_mass(world, body).mass; /* ten times its weight */
    mouse.collide_connected = true;
    if (pawl_joint_create(world, &mouse, &joint)) return PAWL_NULL_JOINT;
    return joint;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default(), crate_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    crate_def.type = PAWL_DYNAMIC;
    crate_def.position = pawl_vec2_make(0, PAWL_DEC(0, 5));
    pawl_body_id ground, crate;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &crate_def, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &crate)) {
        return 1;
    }

    pawl_vec2 pointer = {PAWL_DEC(0, 3), PAWL_DEC(0, 8)};
    const pawl_vec2 foot = pawl_body_get_position(world, ground);
    pawl_joint_id held = take(world, ground, pointer);
    printf("%s\n", pawl_joint_is_null(held) ? "nothing is there" : "taken");
    for (int tick = 1; tick <= 120; tick++) {
        if (tick <= 60) { /* the pointer goes up and to the right */
            pointer = pawl_vec2_add(pointer, pawl_vec2_make(PAWL_DEC(0, 04), PAWL_DEC(0, 04)));
            const pawl_joint_frame frame = {pawl_vec2_sub(pointer, foot), 0};
            pawl_joint_set_frame_a(world, held, frame);
        }
        if (tick == 90) pawl_joint_destroy(world, held);
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        const pawl_vec2 at = pawl_body_get_position(world, crate);
        printf("tick %3d: pointer (%.2f, %.2f), crate (%.2f, %.2f)\n", tick,
               pawl_fx_to_float(pointer.x), pawl_fx_to_float(pointer.y), pawl_fx_to_float(at.x),
               pawl_fx_to_float(at.y));
    }
    return 0;
}
