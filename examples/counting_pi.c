/* counting_pi.c - two blocks, a wall, and the digits of pi.
 *
 * The large block comes towards the small one, which stands before a wall. Nothing is lost in an
 * impact. With 100^n times the mass of the small block the number of all bounces is the first n + 1
 * digits of pi: Galperin, Playing Pool with Pi (2003). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pawl/arcade.h"

#define STEPS_MAX 60000 /* a thousand seconds */
#define DIGITS 4

static void must(pawl_status status) {
    if (status == PAWL_OK) return;
    fprintf(stderr, "counting_pi: %s\n", pawl_status_text(status));
    exit(1);
}

/* The wall is the left edge of the bounds. */
static pawl_arcade *make_arcade(void *memory, size_t size) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *arcade = NULL;
    def.body_capacity = def.prototype_capacity = 2;
    def.polygon_capacity = 0;
    def.contact_capacity = 1; /* they are only counted */
    def.impact_limit = 4096;
    def.gravity = pawl_vec2_make(0, 0);
    def.edges[PAWL_ARCADE_LEFT] = PAWL_ARCADE_EDGE_BOUNCE;
    def.bounds.lower = pawl_vec2_make(0, -PAWL_FX(100, 0, 1));
    def.bounds.upper = pawl_vec2_make(PAWL_FX(8000, 0, 1), PAWL_FX(100, 0, 1));
    must(pawl_arcade_init(memory, size, &def, &arcade));
    return arcade;
}

/* A box of one unit; what counts of two masses is their ratio. */
static pawl_arcade_id add_block(pawl_arcade *arcade, pawl_fx inverse_mass, int32_t at,
                                int32_t speed) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    pawl_arcade_id block;
    uint16_t made;
    kind.shape = PAWL_ARCADE_BOX;
    kind.inverse_mass = inverse_mass;
    kind.elasticity = PAWL_FX_ONE;
    kind.friction = kind.stick = 0;
    must(pawl_arcade_add_prototype(arcade, &kind, &made));
    must(pawl_arcade_create(arcade, made, pawl_vec2_make(at * PAWL_FX_ONE, 0),
                            pawl_vec2_make(speed * PAWL_FX_ONE, 0), 0, &block));
    return block;
}

/* Both move away from the wall, and the small block does not catch up. */
static int is_over(const pawl_arcade *arcade, pawl_arcade_id small, pawl_arcade_id large) {
    const pawl_fx slow = pawl_arcade_get_velocity(arcade, small).x;
    return slow >= 0 && pawl_arcade_get_velocity(arcade, large).x >= slow;
}

static uint32_t count_bounces(int32_t ratio) {
    static uint64_t memory[256];
    pawl_arcade *const arcade = make_arcade(memory, sizeof memory);
    const pawl_arcade_id small = add_block(arcade, ratio, 1000, 0);
    const pawl_arcade_id large = add_block(arcade, 1, 1100, -7);
    uint32_t bounces = 0;
    for (int step = 0; step < STEPS_MAX && !is_over(arcade, small, large); step++) {
        must(pawl_arcade_step(arcade));
        bounces += pawl_arcade_get_contact_count(arcade) + pawl_arcade_get_dropped_count(arcade);
    }
    if (!is_over(arcade, small, large) || pawl_arcade_get_faults(arcade) != 0) exit(1);
    return bounces;
}

int main(void) {
    int32_t ratio = 1;
    for (int n = 0; n < DIGITS; n++, ratio *= 100)
        printf("mass ratio %7" PRId32 ": %4" PRIu32 " bounces\n", ratio, count_bounces(ratio));
    return 0;
}
