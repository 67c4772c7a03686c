/* step_01.c - one box falls.
 *
 *   make examples && build/examples/tutorial/step_01 */
#include <pawl/pawl.h>
#include <stdio.h>

static uint64_t memory[4096]; /* 32 KB for the whole world: pawl never asks for more */

/* Q16.16 as hundredths, for printf. */
static int hundredths(pawl_fx value) {
    return (int)((int64_t)value * 100 / PAWL_FX_ONE);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_world *world;
    pawl_body_id box;

    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    body.type = PAWL_DYNAMIC;
    body.position = pawl_vec2_units(0, 8);
    if (pawl_body_create_box(world, &body, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &box)) return 1;

    for (int tick = 1; tick <= 60; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 20 != 0) continue;
        printf("tick %2d: height %4d hundredths\n", tick,
               hundredths(pawl_body_get_position(world, box).y));
    }
    return 0;
}
