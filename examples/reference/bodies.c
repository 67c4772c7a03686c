/* bodies.c - what can be changed of a body while the world runs, and what each change does. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

static int run(pawl_world *world, int ticks) {
    for (int tick = 0; tick < ticks; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    return 0;
}

static void tell(const pawl_world *world, pawl_body_id body, const char *what) {
    const pawl_vec2 at = pawl_body_get_position(world, body);
    printf("%-34s at (%5.2f, %5.2f), turned %5.2f, %s\n", what, pawl_fx_to_float(at.x),
           pawl_fx_to_float(at.y),
           pawl_fx_to_float(pawl_angle_to_radians(pawl_body_get_angle(world, body))),
           pawl_body_is_awake(world, body) ? "awake" : "asleep");
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default(), crate_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    crate_def.type = PAWL_DYNAMIC;
    crate_def.position = pawl_vec2_make(0, PAWL_DEC(0, 5));
    pawl_body_id ground, crate = PAWL_NULL_BODY;
    if (pawl_body_def_check(&crate_def, NULL)) return 1;
    printf("before: %s\n", pawl_body_is_null(crate) ? "no crate" : "a crate");
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(20), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &crate_def, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &crate)) {
        return 1;
    }

    /* Sleep. */
    if (run(world, 90)) return 1;
    tell(world, crate, "left alone");
    pawl_body_set_awake(world, crate, true);
    tell(world, crate, "woken");

    /* A mass of the game's own: a crate of balsa, ten times as light, pushed by the same impulse.
     */
    const pawl_wide2 push = {PAWL_WIDE(1, 0, 1), 0};
    pawl_mass mass = pawl_body_get_mass(world, crate);
    printf("mass %.2f, inertia %.3f\n", pawl_wide_to_double(mass.mass),
           pawl_wide_to_double(mass.inertia));
    mass.mass /= 10;
    mass.inertia /= 10;
    pawl_body_set_mass(world, crate, mass);
    pawl_body_apply_impulse_to_center(world, crate, push);
    printf("balsa: %.2f units/s\n", pawl_fx_to_float(pawl_body_get_velocity(world, crate).x));
    pawl_body_reset_mass(world, crate); /* that of its shapes */
    pawl_body_set_velocity(world, crate, pawl_vec2_make(0, 0));
    pawl_body_apply_impulse_to_center(world, crate, push);
    printf("wood: %.2f units/s\n", pawl_fx_to_float(pawl_body_get_velocity(world, crate).x));

    /* A crate that does not tip over. */
    const pawl_vec2 top =
        pawl_vec2_add(pawl_body_get_position(world, crate), pawl_vec2_units(0, 1));
    pawl_body_set_fixed_rotation(world, crate, true);
    pawl_body_apply_impulse(world, crate, (pawl_wide2){PAWL_WIDE(2, 0, 1), 0}, top);
    if (run(world, 20)) return 1;
    tell(world, crate, "hit at the top, rotation fixed");
    pawl_body_set_fixed_rotation(world, crate, false);
    pawl_body_apply_impulse(world, crate, (pawl_wide2){PAWL_WIDE(2, 0, 1), 0}, top);
    if (run(world, 20)) return 1;
    tell(world, crate, pawl_body_has_fixed_rotation(world, crate) ? "fixed" : "and free to turn");

    /* Frozen in the air, then thawed. */
    if (pawl_body_set_pose(world, crate, pawl_vec2_units(3, 5), 0)) return 1;
    pawl_body_set_type(world, crate, PAWL_STATIC);
    if (run(world, 60)) return 1;
    tell(world, crate, "static: it hangs");
    pawl_body_set_type(world, crate, PAWL_DYNAMIC);
    if (run(world, 30)) return 1;
    tell(world, crate, "dynamic again: it falls");

    /* Out of the game, and back. */
    pawl_body_set_enabled(world, crate, false);
    if (run(world, 60)) return 1;
    tell(world, crate,
         pawl_body_is_enabled(world, crate) ? "enabled" : "disabled: time stands still");
    pawl_body_set_enabled(world, crate, true);
    if (run(world, 120)) return 1;
    tell(world, crate, "enabled");
    return 0;
}
