/* elevator.c - a cabin on a slider with a motor goes to the floors that are called. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_body_def shaft_def = pawl_body_def_default();
    pawl_body_def cabin_def = pawl_body_def_default(), load_def;
    cabin_def.type = PAWL_DYNAMIC;
    load_def = cabin_def;
    load_def.position = pawl_vec2_make(0, PAWL_DEC(0, 7));
    pawl_body_id shaft, cabin, load;
    if (pawl_body_create(world, &shaft_def, &shaft) ||
        pawl_body_create_box(world, &cabin_def, NULL, PAWL_UNITS(1), PAWL_DEC(0, 2), &cabin) ||
        pawl_body_create_box(world, &load_def, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &load)) {
        return 1;
    }
    pawl_joint_def rail = pawl_joint_def_at(world, PAWL_JOINT_PRISMATIC, shaft, cabin,
                                            pawl_vec2_make(0, 0), PAWL_TURN(1, 4)); /* up */
    pawl_joint_id slider;
    if (pawl_joint_create(world, &rail, &slider)) return 1;
    pawl_joint_set_limit(world, slider, true, 0, PAWL_UNITS(6));

    const int floors[] = {1, 2, 0}; /* called one after the other, 3 units apart */
    for (int tick = 1; tick <= 540; tick++) {
        const int called = floors[(tick - 1) / 180];
        const pawl_fx way =
            pawl_sub(PAWL_UNITS(3) * called, pawl_joint_get_translation(world, slider));
        const pawl_fx speed = pawl_clamp(4 * way, -PAWL_UNITS(2), PAWL_UNITS(2));
        pawl_joint_set_motor(world, slider, true, speed, PAWL_WIDE(200, 0, 1));
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 60 > 0) continue;
        const pawl_wide force = pawl_joint_get_reaction_force(world, slider).y;
        printf("second %d: called to %d, at %.2f, the motor pulls with %.1f\n", tick / 60, called,
               pawl_fx_to_float(pawl_joint_get_translation(world, slider)) / 3,
               pawl_wide_to_double(force));
    }
    return 0;
}
