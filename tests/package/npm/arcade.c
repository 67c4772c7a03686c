/* arcade.c - a drawn arcade of circles and boxes between walls, and what becomes of it.
 *
 * usage: arcade SEED */
#include <pawl/arcade.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t memory[1 << 14];
static uint32_t state;

/* xorshift32, Marsaglia 2003 */
static uint32_t draw(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

int main(int argc, char **argv) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    pawl_arcade *arcade;
    uint16_t ball, box;
    state = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    for (int i = 0; i < 4; i++)
        def.edges[i] = PAWL_ARCADE_EDGE_BOUNCE;
    def.bounds.lower = pawl_vec2_units(-20, -20);
    def.bounds.upper = pawl_vec2_units(20, 20);
    if (pawl_arcade_size(&def) > sizeof memory ||
        pawl_arcade_init(memory, sizeof memory, &def, &arcade) ||
        pawl_arcade_add_prototype(arcade, &kind, &ball))
        return 1;
    kind.shape = PAWL_ARCADE_BOX;
    if (pawl_arcade_add_prototype(arcade, &kind, &box)) return 1;
    for (uint16_t i = 0; i < 30; i++) {
        const int32_t x = (int32_t)draw(37) - 18, y = (int32_t)draw(37) - 18;
        const int32_t dx = (int32_t)draw(21) - 10, dy = (int32_t)draw(21) - 10;
        pawl_arcade_id id;
        if (pawl_arcade_create(arcade, draw(2) ? ball : box, pawl_vec2_units(x, y),
                               pawl_vec2_units(dx, dy), i, &id))
            return 1;
    }
    for (int tick = 0; tick < 300; tick++) {
        if (pawl_arcade_step(arcade)) return 1;
        if (tick % 60 == 59) printf("arcade: hash %08x\n", (unsigned)pawl_arcade_hash(arcade));
    }
    return 0;
}
