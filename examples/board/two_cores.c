/* two_cores.c - a world on two cores: core 1 steps it, core 0 draws copies of it. Neither waits for
 * the other, and no lock is needed: a world has one owner, and what crosses is a save in a buffer
 * that belongs to one core at a time.
 *
 *   make TARGET=rp2040 two-cores
 *
 * The box is that of hello.c, so the last hash is the same, however often core 0 has looked. */
#include <stdatomic.h>

#include "common/put.h"
#include "pawl/pawl.h"
#include "rp2040/rp2040.h"

enum {
    TICKS = 120
};
enum {
    EMPTY,
    FULL,
    FAILED
}; /* core 1 writes into an empty parcel, core 0 reads a full one */

static _Alignas(8) uint8_t stepped_memory[4096], drawn_memory[4096]; /* one world each */
static _Alignas(8) uint8_t parcel[4096];                             /* a save of core 1's */
static _Alignas(8) uint8_t stack_of_core_1[8192];
static atomic_uint parcel_state;
static pawl_body_id box;

static pawl_world_def small_world(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 2;
    def.joint_capacity = 0;
    return def;
}

/* Leaves the parcel where core 0 has not yet taken the last one: that picture is dropped, and the
 * world steps on. */
static pawl_status send_copy(const pawl_world *world) {
    if (atomic_load_explicit(&parcel_state, memory_order_acquire) == FULL) return PAWL_OK;
    const pawl_status status = pawl_world_save(world, parcel, sizeof parcel);
    if (status == PAWL_OK) atomic_store_explicit(&parcel_state, FULL, memory_order_release);
    return status;
}

static pawl_status play(void) {
    const pawl_world_def def = small_world();
    pawl_body_def body = pawl_body_def_default();
    pawl_world *world;
    pawl_body_id ground;
    pawl_status status = pawl_world_init(stepped_memory, sizeof stepped_memory, &def, &world);
    if (status != PAWL_OK) return status;
    body.position.y = -PAWL_UNITS(1);
    status = pawl_body_create_box(world, &body, NULL, PAWL_UNITS(20), PAWL_UNITS(1), &ground);
    if (status != PAWL_OK) return status;
    body.type = PAWL_DYNAMIC;
    body.position.y = PAWL_DEC(4, 5);
    status = pawl_body_create_box(world, &body, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &box);
    for (int tick = 1; tick <= TICKS && status == PAWL_OK; tick++) {
        status = pawl_world_step(world, NULL); /* a game sleeps here until the next sixtieth */
        if (status == PAWL_OK) status = send_copy(world);
    }
    while (status == PAWL_OK && pawl_world_get_tick(world) == TICKS)
        status = send_copy(world); /* the last one must arrive */
    return status;
}

static void run_core_1(void) {
    (void)play();
    atomic_store_explicit(&parcel_state, FAILED, memory_order_release);
    for (;;) {
    }
}

/* What it draws is its own world; rays and other questions can be asked of it as well. */
static void draw(const pawl_world *world) {
    pawli_put_text("tick ");
    pawli_put_number((int64_t)pawl_world_get_tick(world));
    pawli_put_text(": height ");
    pawli_put_number(pawl_body_get_position(world, box).y);
    pawli_put_text("/65536\n");
}

int main(void) {
    const pawl_world_def def = small_world();
    pawl_world *world;
    if (pawl_world_init(drawn_memory, sizeof drawn_memory, &def, &world) != PAWL_OK) return 1;
    pawli_rp2040_start_core1(run_core_1, stack_of_core_1 + sizeof stack_of_core_1);
    while (pawl_world_get_tick(world) < TICKS) {
        const unsigned state = atomic_load_explicit(&parcel_state, memory_order_acquire);
        if (state == FAILED) return 1;
        if (state == EMPTY) continue;
        const pawl_status status = pawl_world_restore(world, parcel, sizeof parcel);
        atomic_store_explicit(&parcel_state, EMPTY, memory_order_release);
        if (status != PAWL_OK) return 1;
        draw(world);
    }
    pawli_put_text("hash ");
    pawli_put_hex(pawl_world_hash(world));
    pawl_port_putc('\n');
    return 0;
}
