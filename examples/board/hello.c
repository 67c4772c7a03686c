/* hello.c - examples/hello.c for machines without a C library: the same box falls, and the hash
 * is the same.
 *
 *   make TARGET=cortex-m0 OPT=-Os board-hello */
#include "common/put.h"
#include "pawl/pawl.h"

static _Alignas(8) uint8_t memory[4096];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_world *world;
    pawl_body_id ground, box;
    def.body_capacity = def.shape_capacity = 2; /* capacities are not part of the hash */
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    body.position.y = -PAWL_UNITS(1);
    if (pawl_body_create_box(world, &body, NULL, PAWL_UNITS(20), PAWL_UNITS(1), &ground)) return 1;
    body.type = PAWL_DYNAMIC;
    body.position.y = PAWL_DEC(4, 5);
    if (pawl_body_create_box(world, &body, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &box)) return 1;

    for (int tick = 1; tick <= 120; tick++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) return 1;
        if (tick % 10 != 0) continue;
        pawli_put_text("step ");
        pawli_put_number(tick);
        pawli_put_text(": height ");
        pawli_put_number(pawl_body_get_position(world, box).y);
        pawli_put_text("/65536\n");
    }
    pawli_put_text("hash ");
    pawli_put_hex(pawl_world_hash(world));
    pawl_port_putc('\n');
    return 0;
}
