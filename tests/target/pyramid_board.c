/* pyramid_board.c - the pyramid of 15 boxes in as little memory as it takes: capacities are exact.
 *
 * Prints the hash of the state after 120 steps, which is the same on every machine and for every
 * profile, and how much memory that took: the world with its scratch memory, and the deepest stack
 * of the steps, which is painted before. pawli_mark is called around each of the last 60 steps, for
 * tools that count instructions. */
#include "common/put.h"
#include "pawl/pawl.h"
#include "target/mark.h"

#define ROWS 5
#define SETTLING_STEPS 60
#define COUNTED_STEPS 60

#ifndef PYRAMID_BYTES
#define PYRAMID_BYTES 12032
#endif
static uint64_t memory[PYRAMID_BYTES / 8];

#define HALF PAWL_FX(0, 1, 2)

static pawl_status add_box(pawl_world *world, pawl_body_type type, pawl_vec2 position,
                           pawl_fx half_width, pawl_fx half_height) {
    pawl_convex box;
    pawl_status status = pawl_make_box(half_width, half_height, &box);
    if (status != PAWL_OK) return status;
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id body_id;
    body.type = type;
    body.position = position;
    status = pawl_body_create(world, &body, &body_id);
    if (status != PAWL_OK) return status;
    const pawl_shape_def shape = pawl_shape_def_default();
    pawl_shape_id shape_id;
    return pawl_shape_create(world, body_id, &shape, &box, &shape_id);
}

/* Box j of row i at (9/16 i + 9/8 (j - i) - 9/16 rows, 1/2 + i). */
static pawl_status make_pyramid(pawl_world **world, uint32_t *size) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    def.geometry_capacity = 2;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.sleeping = 0; /* every step is one that works */
    def.contact_capacity = 25;
    *size = pawl_world_size(&def);
    pawl_status status = pawl_world_init(memory, sizeof memory, &def, world);
    if (status != PAWL_OK) return status;
    const pawl_fx ninth = PAWL_FX(0, 9, 16);
    status = add_box(*world, PAWL_STATIC, pawl_vec2_make(0, -PAWL_FX_ONE), PAWL_FX(100, 0, 1),
                     PAWL_FX_ONE);
    for (int i = 0; i < ROWS; i++)
        for (int j = i; j < ROWS && status == PAWL_OK; j++)
            status =
                add_box(*world, PAWL_DYNAMIC,
                        pawl_vec2_make(ninth * (i + 2 * (j - i) - ROWS), PAWL_FX_ONE * i + HALF),
                        HALF, HALF);
    return status;
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
    put_value(" contacts ", pawl_world_counters(world).contacts);
    put_value(" faults ", pawl_world_faults(world));
    pawli_put_text(" hash ");
    pawli_put_hex(pawl_world_hash(world));
    pawl_port_putc('\n');
    return 0;
}
