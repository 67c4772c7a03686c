/* breakable_wall.c - two balls hit a pane: the slow one is stopped, the fast one breaks it. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[65536], breaking[2048];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 64; /* room for the pieces */
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default(), pane_def = ground_def,
                  ball_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    pane_def.position = pawl_vec2_units(0, 2); /* static: it hangs in its frame until it breaks */
    pawl_shape_def glass = pawl_shape_def_default();
    glass.break_impulse = PAWL_WIDE(6, 0, 1);
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_make(-PAWL_DEC(1, 5), PAWL_UNITS(3));
    ball_def.velocity = pawl_vec2_units(4, 0);
    pawl_body_id ground, pane, slow, fast;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &pane_def, &glass, PAWL_DEC(0, 2), PAWL_UNITS(2), &pane) ||
        pawl_body_create_circle(world, &ball_def, NULL, PAWL_DEC(0, 4), &slow)) {
        return 1;
    }
    ball_def.position = pawl_vec2_units(6, 3);
    ball_def.velocity = pawl_vec2_units(-16, 2);
    if (pawl_body_create_circle(world, &ball_def, NULL, PAWL_DEC(0, 4), &fast)) return 1;

    pawl_fracture_def how = pawl_fracture_def_default();
    const char *wrong;
    how.cells = 10;
    if (pawl_fracture_def_check(&how, &wrong) || pawl_fracture_size(1, 10) > sizeof breaking)
        return 1;
    for (int tick = 1; tick <= 120; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        if (tick == 21)
            printf("the slow ball has %.1f units/s left\n",
                   pawl_fx_to_float(pawl_body_get_velocity(world, slow).x));
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t i = 0; i < events.fracture_count; i++)
            printf("tick %d: hit with an impulse of %.1f\n", tick,
                   pawl_wide_to_double(events.fractures[i].impulse));
        const uint32_t before = pawl_world_get_counters(world).bodies;
        const int32_t broken = pawl_world_break(world, &how, breaking, sizeof breaking);
        if (broken < 0) return 1;
        if (broken > 0)
            printf("%u pieces\n", (unsigned)(pawl_world_get_counters(world).bodies + 1 - before));
    }
    printf("the pane %s\n", pawl_body_is_valid(world, pane) ? "stands" : "is gone");
    return 0;
}
