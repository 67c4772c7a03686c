/* mcu_bench.c - the scenes that `make bench-mcu` counts on microcontrollers: a pyramid of 15 boxes
 * and a stack of 10, each 60 steps to settle and then 60 that count.
 *
 * pawli_mark is called before and after every counted step; what counts instructions or cycles
 * (icount.c under QEMU, avrrun, the GBA's timers) looks at it. The program prints the state hash
 * of each scene at the end, which is the same on every machine. */
#include "common/put.h"
#include "pawl/pawl.h"
#include "target/mark.h"

#define SETTLING_STEPS 60
#define COUNTED_STEPS 60
#define HALF PAWL_FX(0, 1, 2)

static _Alignas(8) unsigned char memory[MCU_WORLD_BYTES];

static pawl_status add_box(pawl_world *world, pawl_body_type type, pawl_fx x, pawl_fx y,
                           pawl_fx half_width, pawl_fx half_height) {
    pawl_convex box;
    pawl_status status = pawl_make_box(half_width, half_height, &box);
    if (status != PAWL_OK) return status;
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id body_id;
    body.type = type;
    body.position = pawl_vec2_make(x, y);
    status = pawl_body_create(world, &body, &body_id);
    if (status != PAWL_OK) return status;
    const pawl_shape_def shape = pawl_shape_def_default();
    pawl_shape_id shape_id;
    return pawl_shape_create(world, body_id, &shape, &box, &shape_id);
}

static pawl_status make_ground(int bodies, int contacts, pawl_world **world) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = (uint16_t)(bodies + 1);
    def.contact_capacity = (uint16_t)contacts;
    def.geometry_capacity = 2;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.sleeping = 0;
    const pawl_status status = pawl_world_init(memory, sizeof memory, &def, world);
    if (status != PAWL_OK) return status;
    return add_box(*world, PAWL_STATIC, 0, -PAWL_FX_ONE, PAWL_FX(100, 0, 1), PAWL_FX_ONE);
}

/* Box j of row i at (9/16 i + 9/8 (j - i) - 9/16 n, 1/2 + i). */
static pawl_status make_pyramid(pawl_world **world) {
    const pawl_fx ninth = PAWL_FX(0, 9, 16);
    pawl_status status = make_ground(15, 25, world);
    for (int i = 0; i < 5; i++)
        for (int j = i; j < 5 && status == PAWL_OK; j++)
            status = add_box(*world, PAWL_DYNAMIC, ninth * (i + 2 * (j - i) - 5),
                             PAWL_FX_ONE * i + HALF, HALF, HALF);
    return status;
}

static pawl_status make_stack(pawl_world **world) {
    pawl_status status = make_ground(10, 10, world);
    for (int i = 0; i < 10 && status == PAWL_OK; i++)
        status = add_box(*world, PAWL_DYNAMIC, 0, PAWL_FX_ONE * i + HALF, HALF, HALF);
    return status;
}

static pawl_status count(const char *name, pawl_status (*make)(pawl_world **)) {
    pawl_world *world = NULL;
    pawl_status status = make(&world);
    for (int step = 0; step < SETTLING_STEPS && status == PAWL_OK; step++)
        status = pawl_world_step(world, NULL);
    for (int step = 0; step < COUNTED_STEPS && status == PAWL_OK; step++) {
        pawli_mark();
        status = pawl_world_step(world, NULL);
        pawli_mark();
    }
    pawli_put_padded(name, 10);
    if (status == PAWL_OK) {
        pawli_put_hex(pawl_world_hash(world));
    } else {
        pawli_put_text(pawl_status_text(status));
    }
    pawl_port_putc('\n');
    return status;
}

int main(void) {
    const pawl_status pyramid = count("pyramid15", make_pyramid);
    const pawl_status stack = count("stack10", make_stack);
    return pyramid == PAWL_OK && stack == PAWL_OK ? 0 : 1;
}
