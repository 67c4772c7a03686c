/* bullets.c - a pellet and a bullet, 240 units a second fast, against thin plates that move. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

static pawl_status add(pawl_world *world, int x, int y, bool is_plate, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.gravity_scale = 0;
    def.position = pawl_vec2_units(x, y);
    if (is_plate)
        return pawl_body_create_box(world, &def, NULL, PAWL_DEC(0, 05), PAWL_UNITS(1), out);
    def.velocity = pawl_vec2_units(240, 0); /* four units in a step */
    return pawl_body_create_circle(world, &def, NULL, PAWL_DEC(0, 1), out);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_id pellet, bullet, plates[2];
    if (add(world, -2, 3, false, &pellet) || add(world, -2, 0, false, &bullet) ||
        add(world, 4, 3, true, &plates[0]) || add(world, 4, 0, true, &plates[1])) {
        return 1;
    }
    pawl_body_set_bullet(world, bullet, true);
    for (int tick = 1; tick <= 4; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        printf("tick %d: pellet at %5.2f, bullet at %5.2f, sweeps %u\n", tick,
               pawl_fx_to_float(pawl_body_get_position(world, pellet).x),
               pawl_fx_to_float(pawl_body_get_position(world, bullet).x),
               (unsigned)pawl_world_get_counters(world).sweeps);
    }
    for (int i = 0; i < 2; i++)
        printf("the plate of the %s moves with %.2f units/s\n", i == 0 ? "pellet" : "bullet",
               pawl_fx_to_float(pawl_body_get_velocity(world, plates[i]).x));
    printf("is a bullet: %d and %d\n", pawl_body_is_bullet(world, pellet),
           pawl_body_is_bullet(world, bullet));
    return 0;
}
