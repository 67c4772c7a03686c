/* hello.c - the smallest program: a box falls on the ground.
 *
 * Shows the life of a world: memory, init, bodies, steps, and the hash that two machines compare to
 * know that their worlds are the same. Each call says whether it could do what it was asked to;
 * PAWL_OK is 0.
 *
 *   make examples && build/examples/hello */
#include <pawl/pawl.h>
#include <stdio.h>

static uint64_t memory[2048]; /* 16 KB: the whole world, no malloc */

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_world *world;
    pawl_body_id id;
    def.body_capacity = def.shape_capacity = 8, def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    body.position.y = -PAWL_UNITS(1); /* the top of the ground is at height 0 */
    if (pawl_body_create_box(world, &body, NULL, PAWL_UNITS(20), PAWL_UNITS(1), &id)) return 1;
    body.type = PAWL_DYNAMIC, body.position.y = PAWL_DEC(4, 5);
    if (pawl_body_create_box(world, &body, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &id)) return 1;
    for (int tick = 0; tick < 120; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
}
