/* moving_platform.c - a platform glides to and fro, and a crate rides on it. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def platform_def = pawl_body_def_default();
    platform_def.type = PAWL_KINEMATIC;
    pawl_body_def crate_def = pawl_body_def_default();
    crate_def.type = PAWL_DYNAMIC;
    crate_def.position = pawl_vec2_make(0, PAWL_DEC(0, 7));
    pawl_body_id platform, crate;
    if (pawl_body_create_box(world, &platform_def, NULL, PAWL_DEC(1, 5), PAWL_DEC(0, 2),
                             &platform) ||
        pawl_body_create_box(world, &crate_def, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &crate)) {
        return 1;
    }

    for (uint32_t tick = 0; tick < 480; tick++) {
        /* x = 2 - 2 cos(phase): four seconds for a way to and fro; the speed is its derivative. */
        const pawl_angle phase = tick * PAWL_TURN(1, 240);
        const pawl_fx speed = pawl_mul(PAWL_DEC(3, 1416), pawl_sin(phase)); /* 2 * 2 pi / 4 s */
        pawl_body_set_velocity(world, platform, pawl_vec2_make(speed, 0));
        if (pawl_world_step(world, NULL)) return 1;
        if ((tick + 1) % 60 > 0) continue;
        const pawl_fx at = pawl_body_get_position(world, platform).x;
        const pawl_fx on_it = pawl_sub(pawl_body_get_position(world, crate).x, at);
        printf("second %u: platform at %5.2f, crate %+.3f from its middle\n", (tick + 1) / 60,
               pawl_fx_to_float(at), pawl_fx_to_float(on_it));
    }
    return 0;
}
