/* portcheck.c - does this machine compute what every other machine computes? */
#include "common/put.h"
#include "pawl/pawl.h"

static uint64_t memory[1200];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 4;
    def.contact_capacity = 8;
    def.joint_capacity = 0;
    pawl_world *world;
    if (pawl_world_init(memory, sizeof memory, &def, &world) != PAWL_OK) return 1;
    for (int i = 0; i < 3; i++) {
        pawl_body_def body = pawl_body_def_default();
        body.type = i == 0 ? PAWL_STATIC : PAWL_DYNAMIC;
        body.position = pawl_vec2_make(0, PAWL_FX(i, 0, 1));
        pawl_body_id body_id;
        pawl_shape_id shape_id;
        pawl_convex box;
        const pawl_shape_def shape = pawl_shape_def_default();
        if (pawl_make_box(PAWL_FX(0, 1, 2), PAWL_FX(0, 1, 2), &box) != PAWL_OK ||
            pawl_body_create(world, &body, &body_id) != PAWL_OK ||
            pawl_shape_create(world, body_id, &shape, &box, &shape_id) != PAWL_OK) {
            return 1;
        }
    }
    for (int i = 0; i < 60; i++)
        if (pawl_world_step(world, NULL) != PAWL_OK) return 1;
    pawli_put_text("hash ");
    pawli_put_hex(pawl_world_hash(world));
    pawl_port_putc('\n');
    return 0;
}
