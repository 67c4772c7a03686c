/* pick_ups.c - coins are sensors; what a ball touches is taken after the step. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define COIN 7 /* what the game calls it, in the user data of the body */

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default(), ball_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_make(-PAWL_UNITS(5), PAWL_DEC(0, 5));
    ball_def.velocity = pawl_vec2_units(3, 0);
    pawl_body_id ground, ball;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_circle(world, &ball_def, NULL, PAWL_DEC(0, 5), &ball)) {
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        pawl_body_def coin_def = pawl_body_def_default();
        pawl_shape_def sensor = pawl_shape_def_default();
        pawl_body_id coin;
        coin_def.position = pawl_vec2_make(pawl_from_int(3 * i - 3), PAWL_DEC(0, 6));
        sensor.sensor = true;
        if (pawl_body_create_circle(world, &coin_def, &sensor, PAWL_DEC(0, 3), &coin)) return 1;
        pawl_body_set_user_data(world, coin, COIN);
    }

    int points = 0;
    for (int tick = 1; tick <= 240; tick++) {
        pawl_body_id taken[8];
        uint32_t count = 0;
        if (pawl_world_step(world, NULL)) return 1;
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t i = 0; i < events.sensor_begin_count && count < 8; i++) {
            const pawl_body_id body = pawl_shape_get_body(world, events.sensor_begins[i].sensor);
            if (pawl_body_get_user_data(world, body) == COIN) taken[count++] = body;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (pawl_body_destroy(world, taken[i])) continue; /* taken twice in one step */
            printf("tick %3d: coin at %.0f taken, %d points\n", tick,
                   pawl_fx_to_float(pawl_body_get_position(world, ball).x), ++points);
        }
    }
    return points == 3 ? 0 : 1;
}
