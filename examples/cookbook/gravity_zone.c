/* gravity_zone.c - a room without gravity, one where up is down, and a switch for the world. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_id balls[3];
    for (int i = 0; i < 3; i++) { /* one in each room, and one outside */
        pawl_body_def ball = pawl_body_def_default();
        ball.type = PAWL_DYNAMIC;
        ball.position = pawl_vec2_units(4 * i - 4, 0);
        ball.velocity = pawl_vec2_units(0, 1);
        if (pawl_body_create_circle(world, &ball, NULL, PAWL_DEC(0, 5), &balls[i])) return 1;
    }

    pawl_area_gravity_def drift = pawl_area_gravity_def_default(), turned = drift;
    const pawl_box left = {pawl_vec2_units(-6, -6), pawl_vec2_units(-2, 6)};
    const pawl_box middle = {pawl_vec2_units(-2, -6), pawl_vec2_units(2, 6)};
    const char *wrong;
    drift.area = pawl_area_box(left); /* gravity 0, as by default */
    drift.linear_damping = PAWL_DEC(0, 5);
    turned.area = pawl_area_box(middle);
    turned.gravity = pawl_vec2_units(0, 3);
    if (pawl_area_gravity_def_check(&drift, &wrong) || !pawl_area_is_valid(&turned.area)) return 1;

    for (int tick = 1; tick <= 120; tick++) {
        if (pawl_world_apply_area_gravity(world, &drift) ||
            pawl_world_apply_area_gravity(world, &turned)) {
            return 1;
        }
        if (tick == 61) {
            pawl_world_set_gravity(world, pawl_vec2_neg(pawl_world_get_gravity(world)));
            printf("the gravity of the world is turned\n");
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        printf("tick %3d:", tick);
        for (int i = 0; i < 3; i++)
            printf("  %6.2f", pawl_fx_to_float(pawl_body_get_position(world, balls[i]).y));
        printf("\n");
    }
    return 0;
}
