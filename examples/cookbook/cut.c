/* cut.c - a sword cuts a crate along the line of its stroke; then a half is shattered. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[65536], cutting[2048];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 64;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default(), crate_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    crate_def.type = PAWL_DYNAMIC;
    crate_def.position = pawl_vec2_units(0, 1);
    pawl_body_id ground, crate;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &crate_def, NULL, PAWL_UNITS(1), PAWL_UNITS(1), &crate)) {
        return 1;
    }

    pawl_body_id pieces[16];
    pawl_fragments fragments = {pieces, 16, 0, 0};
    for (int tick = 1; tick <= 120; tick++) {
        if (tick == 10) {
            const pawl_vec2 from = pawl_vec2_units(-2, 0), to = pawl_vec2_units(2, 2);
            if (pawl_body_cut(world, crate, from, to, cutting, sizeof cutting, &fragments))
                return 1;
            printf("cut: %u pieces, of these %u on the left of the stroke\n",
                   (unsigned)fragments.count, (unsigned)fragments.left);
            const pawl_vec2 push = pawl_vec2_make(-PAWL_UNITS(2), PAWL_UNITS(3));
            pawl_body_set_velocity(world, pieces[0], push);
        }
        if (tick == 60) {
            pawl_fracture_def burst = pawl_fracture_def_default();
            const pawl_vec2 at = pawl_body_get_center(world, pieces[1]);
            burst.cells = 5;
            if (pawl_body_shatter(world, pieces[1], at, &burst, cutting, sizeof cutting,
                                  &fragments))
                return 1;
            printf("shattered: %u pieces\n", (unsigned)fragments.count);
        }
        if (pawl_world_step(world, NULL)) return 1;
    }
    printf("crate %s, bodies %u, faults: %s\n", pawl_body_is_valid(world, crate) ? "whole" : "gone",
           (unsigned)pawl_world_get_counters(world).bodies,
           pawl_fault_text(pawl_world_get_faults(world)));
    return 0;
}
