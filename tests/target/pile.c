/* pile.c - six boxes fall into a pile on the ground: what a small microcontroller can do. Prints a
 * hash of all movement in 120 steps, which is the same on every machine; for the state hash, and
 * the tables that it follows, there is no room in 128 KB. The runner of AVRs (avrrun.c) counts the
 * cycles of each step. */
#include "common/put.h"
#include "target/boxes.h"

#define STEPS 120
#define BOXES 6

/* What the world below needs where pointers have two bytes is less. */
#ifndef PILE_WORLD_BYTES
#define PILE_WORLD_BYTES 8328
#endif
static _Alignas(8) uint8_t memory[PILE_WORLD_BYTES]; /* uint64_t alone is aligned to 1 on AVR */

/* Tell the runner that section `number` begins; 0: that it ends. */
static void mark(uint8_t number) {
#ifdef __AVR__
    *(volatile uint8_t *)0x3E = number; /* GPIOR0 */
#else
    (void)number;
#endif
}

/* Three columns of two boxes, leaning this way and that. */
static pawl_status build(pawl_world *world) {
    pawl_body_def def = pawl_body_def_default();
    def.position = pawl_vec2_make(0, -PAWL_FX(1, 0, 1));
    pawl_status status = add_box(world, &def, PAWL_FX(10, 0, 1), PAWL_FX(1, 0, 1));
    def.type = PAWL_DYNAMIC;
    for (int32_t i = 0; i < BOXES && status == PAWL_OK; i++) {
        const int32_t column = i % 3 - 1, row = i / 3;
        def.position.x = column * PAWL_FX(1, 1, 10) + row * PAWL_FX(0, 1, 4);
        def.position.y = PAWL_FX(0, 3, 4) + row * PAWL_FX(1, 1, 4) + i * PAWL_FX(0, 1, 16);
        def.angle = (uint32_t)i * UINT32_C(0x07000000);
        status = add_box(world, &def, PAWL_FX(0, 1, 2), PAWL_FX(0, 4, 10));
    }
    return status;
}

/* Of where the bodies are. */
static uint32_t mix_motion(const pawl_world *world, uint32_t hash) {
    for (pawl_body_id id = pawl_world_next_body(world, PAWL_NULL_BODY); !pawl_body_is_null(id);
         id = pawl_world_next_body(world, id)) {
        const pawl_vec2 place = pawl_body_get_position(world, id);
        hash = (hash << 1 | hash >> 31) ^ (uint32_t)place.x;
        hash = (hash << 1 | hash >> 31) ^ (uint32_t)place.y;
        hash = (hash << 1 | hash >> 31) ^ (uint32_t)pawl_body_get_angle(world, id);
    }
    return hash;
}

static pawl_status run(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = BOXES + 1;
    def.contact_capacity = 3 * BOXES;
    def.joint_capacity = 0;
    def.terrain = false;
    pawli_put_text("world ");
    pawli_put_number(pawl_world_size(&def));
    pawli_put_text(" bytes\n");
    pawl_world *world;
    uint32_t hash = 0;
    pawl_status status = pawl_world_init(memory, sizeof memory, &def, &world);
    if (status == PAWL_OK) status = build(world);
    for (int i = 0; i < STEPS && status == PAWL_OK; i++) {
        mark(1);
        status = pawl_world_step(world, NULL);
        mark(0);
        hash = mix_motion(world, hash);
    }
    if (status != PAWL_OK) return status;
    pawli_put_text("hash ");
    pawli_put_hex(hash);
    pawl_port_putc('\n');
    return PAWL_OK;
}

int main(void) {
    const pawl_status status = run();
    if (status == PAWL_OK) return 0;
    pawli_put_text("status -");
    pawli_put_number((uint32_t) - (int)status);
    pawl_port_putc('\n');
    return 1;
}
