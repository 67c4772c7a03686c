/* pyramid_board.c - the pyramid of 15 boxes in as little memory as it takes: capacities are exact.
 *
 * Prints the hash of the state after 120 steps, which is the same on every machine and for every
 * profile, and how much memory that took: the world with its scratch memory, and the deepest stack
 * of the steps, which is painted before. pawli_mark is called around each of the last 60 steps, for
 * tools that count instructions. */
#include "common/put.h"
#include "target/boxes.h"
#include "target/mark.h"

#define SETTLING_STEPS 60
#define COUNTED_STEPS 60

#ifndef PYRAMID_BYTES
#define PYRAMID_BYTES 12032
#endif
static uint64_t memory[PYRAMID_BYTES / 8];

static pawl_status make_pyramid(pawl_world **world, uint32_t *size) {
    const pawl_world_def def = tight_def(PYRAMID_BOXES, PYRAMID_CONTACTS);
    *size = pawl_world_size(&def);
    const pawl_status status = make_ground(memory, sizeof memory, &def, world);
    return status == PAWL_OK ? add_pyramid(*world) : status;
}

/* ---- the stack ------------------------------------------------------------------------------ */

#define PAINT 0xA5
#define PAINTED 3072 /* bytes */

/* The two functions below have the same frame, which starts where their caller's ends. */
static __attribute__((noinline)) void paint(void) {
    volatile uint8_t below[PAINTED];
    for (size_t i = 0; i < sizeof below; i++)
        below[i] = PAINT;
}

static __attribute__((noinline)) uint32_t count_touched(void) {
    volatile uint8_t below[PAINTED];
    uint32_t untouched = 0;
    /* Never written here: it holds what the calls before have left. */
    __asm__ volatile("" : : "g"(below) : "memory");
    while (untouched < sizeof below && below[untouched] == PAINT)
        untouched++;
    return (uint32_t)sizeof below - untouched;
}

static __attribute__((noinline)) pawl_status run(pawl_world **world, uint32_t *size) {
    pawl_status status = make_pyramid(world, size);
    for (int step = 0; step < SETTLING_STEPS && status == PAWL_OK; step++)
        status = pawl_world_step(*world, NULL);
    for (int step = 0; step < COUNTED_STEPS && status == PAWL_OK; step++) {
        pawli_mark();
        status = pawl_world_step(*world, NULL);
        pawli_mark();
    }
    return status;
}

static void put_value(const char *name, uint32_t value) {
    pawli_put_text(name);
    pawli_put_number((int64_t)value);
}

int main(void) {
    pawl_world *world = NULL;
    uint32_t size = 0;
    paint();
    const pawl_status status = run(&world, &size);
    const uint32_t stack = count_touched();
    put_value("world ", size);
    put_value(" stack ", stack);
    if (status != PAWL_OK) {
        pawli_put_text(" failed: ");
        pawli_put_text(pawl_status_text(status));
        pawl_port_putc('\n');
        return 1;
    }
    put_value(" contacts ", pawl_world_get_counters(world).contacts);
    put_value(" faults ", pawl_world_get_faults(world));
    pawli_put_text(" hash ");
    pawli_put_hex(pawl_world_hash(world));
    pawl_port_putc('\n');
    return 0;
}
