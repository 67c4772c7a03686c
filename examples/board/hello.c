/* hello.c - examples/hello.c for machines without a C library: the same box falls, and the hash
 * is the same.
 *
 *   make TARGET=cortex-m0 OPT=-Os board-hello */
#include "common/put.h"
#include "pawl/pawl.h"

static _Alignas(8) uint8_t memory[4096];

static pawl_status add_box(pawl_world *world, pawl_body_type type, pawl_vec2 position,
                           pawl_fx half_width, pawl_fx half_height, pawl_body_id *out) {
    pawl_body_def body_def = pawl_body_def_default();
    const pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_convex box;
    pawl_shape_id shape;
    body_def.type = type;
    body_def.position = position;
    pawl_status status = pawl_make_box(half_width, half_height, &box);
    if (status == PAWL_OK) status = pawl_body_create(world, &body_def, out);
    if (status == PAWL_OK) status = pawl_shape_create(world, *out, &shape_def, &box, &shape);
    return status;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_body_id ground, box;
    def.body_capacity = def.shape_capacity = 2; /* capacities are not part of the hash */
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world) != PAWL_OK) return 1;
    const pawl_vec2 below = pawl_vec2_make(0, -PAWL_FX_ONE);
    const pawl_vec2 above = pawl_vec2_make(0, PAWL_FX(4, 1, 2));
    const pawl_fx half = PAWL_FX(0, 1, 2);
    if (add_box(world, PAWL_STATIC, below, PAWL_FX(20, 0, 1), PAWL_FX_ONE, &ground)) return 1;
    if (add_box(world, PAWL_DYNAMIC, above, half, half, &box)) return 1;

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
