/* impact_sounds.c - a sound for each hit, as loud as it was fast, and what it was made of. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

enum {
    WOOD = 1,
    METAL = 2
}; /* user data of shapes */

static uint64_t memory[8192];

static void play(const pawl_world *world, int tick, const pawl_hit_event *hit) {
    const uint32_t a = pawl_shape_get_user_data(world, hit->shape_a);
    const uint32_t b = pawl_shape_get_user_data(world, hit->shape_b);
    const pawl_fx volume = pawl_min(PAWL_FX_ONE, hit->speed / 10);
    printf("tick %3d: %s, volume %.2f, at %.1f\n", tick,
           a == METAL || b == METAL ? "clang" : "thud", pawl_fx_to_float(volume),
           pawl_fx_to_float(hit->point.x));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default(), ball_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_units(0, 4);
    ball_def.velocity = pawl_vec2_units(1, 0);
    pawl_shape_def wood = pawl_shape_def_default(), metal = wood;
    wood.user_data = WOOD;
    metal.user_data = METAL;
    metal.restitution = PAWL_DEC(0, 6);
    metal.hit_events = true; /* of one of the two is enough */
    pawl_body_id ground, ball;
    if (pawl_body_create_box(world, &ground_def, &wood, PAWL_UNITS(9), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_circle(world, &ball_def, &metal, PAWL_DEC(0, 3), &ball)) {
        return 1;
    }

    int begun = 0, ended = 0;
    for (int tick = 1; tick <= 240; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        const pawl_events events = pawl_world_get_events(world);
        begun += (int)events.begin_count;
        ended += (int)events.end_count;
        for (uint32_t i = 0; i < events.hit_count; i++)
            play(world, tick, &events.hits[i]);
    }
    printf("touches begun %d, ended %d\n", begun, ended);
    return 0;
}
