/* hello.c - a floor and ten boxes on it, as in README: what each binding says first.
 *
 * One of five programs that each language has; all print the same lines. */
#include <pawl/pawl.h>
#include <stdio.h>

static uint64_t memory[4096];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_world *world;
    pawl_body_id id;
    def.body_capacity = def.shape_capacity = 16, def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    for (int i = 0; i < 11; i++, body.type = PAWL_DYNAMIC) {
        body.position.y = pawl_from_int(i) - PAWL_DEC(0, 5);
        const pawl_fx half = i == 0 ? PAWL_DEC(20, 5) : PAWL_DEC(0, 5);
        if (pawl_body_create_box(world, &body, NULL, half, PAWL_DEC(0, 5), &id)) return 1;
    }
    for (int tick = 0; tick < 300; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf("hello: hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
