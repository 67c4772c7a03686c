/* explosion.c - a bomb between crates. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define CRATES 6

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default();
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    pawl_body_id ground, crates[CRATES];
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(30), PAWL_DEC(0, 5), &ground))
        return 1;
    for (int i = 0; i < CRATES; i++) {
        pawl_body_def crate = pawl_body_def_default();
        crate.type = PAWL_DYNAMIC;
        crate.position = pawl_vec2_make(pawl_from_int(2 * i - 5), PAWL_DEC(0, 5));
        if (pawl_body_create_box(world, &crate, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &crates[i]))
            return 1;
    }

    for (int tick = 1; tick <= 240; tick++) {
        if (tick == 10) {
            pawl_explosion_def bomb = pawl_explosion_def_default();
            const char *wrong;
            bomb.center = pawl_vec2_make(PAWL_DEC(0, 5), 0); /* a little to the right */
            bomb.radius = PAWL_UNITS(1);
            bomb.falloff = PAWL_UNITS(4);
            bomb.impulse_per_length = PAWL_WIDE(8, 0, 1);
            if (pawl_explosion_def_check(&bomb, &wrong)) {
                printf("%s is wrong\n", wrong);
                return 1;
            }
            if (pawl_world_explode(world, &bomb)) return 1;
            for (int i = 0; i < CRATES; i++) {
                const pawl_vec2 velocity = pawl_body_get_velocity(world, crates[i]);
                printf("crate %d: thrown with %5.2f units/s\n", i + 1,
                       pawl_fx_to_float(pawl_vec2_length(velocity)));
            }
        }
        if (pawl_world_step(world, NULL)) return 1;
    }
    return 0;
}
