/* mcu_bench.c - the scenes that `make bench-mcu` counts on microcontrollers: a pyramid of 15 boxes
 * and a stack of 10, each 60 steps to settle and then 60 that count.
 *
 * pawli_mark is called before and after every counted step; what counts instructions or cycles
 * (icount.c under QEMU, avrrun, the GBA's timers) looks at it. The program prints the state hash
 * of each scene at the end, which is the same on every machine. */
#include "common/put.h"
#include "target/boxes.h"
#include "target/mark.h"

#define SETTLING_STEPS 60
#define COUNTED_STEPS 60

static _Alignas(8) unsigned char memory[MCU_WORLD_BYTES];

static pawl_status make_pyramid(pawl_world **world) {
    const pawl_world_def def = tight_def(PYRAMID_BOXES, PYRAMID_CONTACTS);
    const pawl_status status = make_ground(memory, sizeof memory, &def, world);
    return status == PAWL_OK ? add_pyramid(*world) : status;
}

static pawl_status make_stack(pawl_world **world) {
    const pawl_world_def def = tight_def(10, 10);
    pawl_status status = make_ground(memory, sizeof memory, &def, world);
    for (int i = 0; i < 10 && status == PAWL_OK; i++)
        status = add_unit_box(*world, 0, PAWL_FX_ONE * i + HALF);
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
