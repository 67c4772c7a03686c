/* mcu_bench.c - the scenes that `make bench-mcu` counts on microcontrollers: a pyramid of 15 boxes
 * and a stack of 10, each 60 steps to settle and then 60 that count. Where there is room for a
 * cache (not with MCU_CACHE_BYTES=0) both again with one, and the pyramid by two sub-steps.
 *
 * pawli_mark is called before and after every counted step; what counts instructions or cycles
 * (icount.c under QEMU, avrrun, the GBA's timers) looks at it. The program prints the state hash
 * of each scene at the end, which is the same on every machine and with or without a cache, and the
 * bytes of the cache. */
#include "common/put.h"
#include "target/boxes.h"
#include "target/mark.h"

#include <string.h>

#define SETTLING_STEPS 60
#define COUNTED_STEPS 60

static _Alignas(8) unsigned char memory[MCU_WORLD_BYTES];
#if MCU_CACHE_BYTES
static _Alignas(8) unsigned char cache[MCU_CACHE_BYTES];
#endif

static pawl_world_def pyramid_def(void) {
    return tight_def(PYRAMID_BOXES, PYRAMID_CONTACTS);
}

static pawl_world_def stack_def(void) {
    return tight_def(10, 10);
}

static pawl_status make_pyramid(pawl_world **world) {
    const pawl_world_def def = pyramid_def();
    const pawl_status status = make_ground(memory, sizeof memory, &def, world);
    return status == PAWL_OK ? add_pyramid(*world) : status;
}

static pawl_status make_stack(pawl_world **world) {
    const pawl_world_def def = stack_def();
    pawl_status status = make_ground(memory, sizeof memory, &def, world);
    for (int i = 0; i < 10 && status == PAWL_OK; i++)
        status = add_unit_box(*world, 0, PAWL_FX_ONE * i + HALF);
    return status;
}

static pawl_status count(const char *name, pawl_status (*make)(pawl_world **),
                         const pawl_step_hooks *hooks) {
    pawl_world *world = NULL;
    pawl_status status = make(&world);
    for (int step = 0; step < SETTLING_STEPS && status == PAWL_OK; step++)
        status = pawl_world_step(world, hooks);
    for (int step = 0; step < COUNTED_STEPS && status == PAWL_OK; step++) {
        pawli_mark();
        status = pawl_world_step(world, hooks);
        pawli_mark();
    }
    pawli_put_padded(name, 16);
    if (status == PAWL_OK) {
        pawli_put_hex(pawl_world_hash(world));
    } else {
        pawli_put_text(pawl_status_text(status));
    }
    pawl_port_putc('\n');
    return status;
}

#if MCU_CACHE_BYTES
static pawl_status make_pyramid_two(pawl_world **world) {
    const pawl_status status = make_pyramid(world);
    return status == PAWL_OK ? pawl_world_set_substeps(*world, 2) : status;
}

static pawl_status count_kept(const char *name, pawl_status (*make)(pawl_world **),
                              const pawl_world_def *def) {
    pawl_step_hooks hooks = {.cache = cache, .cache_size = pawl_world_cache_size(def)};
    if (hooks.cache_size > sizeof cache) return PAWL_ERR_MEMORY;
    memset(cache, 0, sizeof cache);
    pawli_put_padded("cache", 16);
    pawli_put_number((int64_t)hooks.cache_size);
    pawl_port_putc('\n');
    return count(name, make, &hooks);
}
#endif

int main(void) {
    pawl_status status = count("pyramid15", make_pyramid, NULL);
    if (status == PAWL_OK) status = count("stack10", make_stack, NULL);
#if MCU_CACHE_BYTES
    const pawl_world_def pyramid = pyramid_def(), stack = stack_def();
    if (status == PAWL_OK) status = count_kept("pyramid15-kept", make_pyramid, &pyramid);
    if (status == PAWL_OK) status = count_kept("stack10-kept", make_stack, &stack);
    if (status == PAWL_OK) status = count_kept("pyramid15-two", make_pyramid_two, &pyramid);
#endif
    return status == PAWL_OK ? 0 : 1;
}
