/* pogo.c - a hero stands on a leg that only pushes: it walks over steps and jumps off. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define LEG PAWL_UNITS(1)

static uint64_t memory[8192];

/* A leg from what lies below, if it is near enough: a new one each tick, for it may be another
 * body. */
static pawl_status stand(pawl_world *world, pawl_body_id hero, pawl_joint_id *leg) {
    const pawl_vec2 from = pawl_body_get_position(world, hero);
    pawl_query_filter others = pawl_query_filter_default();
    pawl_query_hit hit;
    others.ignore = hero;
    if (pawl_joint_is_valid(world, *leg)) pawl_joint_destroy(world, *leg);
    if (!pawl_world_ray_closest(world, from, pawl_vec2_make(0, -LEG - LEG / 4), &others, &hit))
        return PAWL_OK;
    pawl_joint_def def = pawl_joint_def_between(
        world, PAWL_JOINT_DISTANCE, pawl_shape_get_body(world, hit.shape), hero, hit.point, from);
    def.collide_connected = true;
    def.target = LEG;
    def.spring = true;
    def.hertz = PAWL_UNITS(4);
    def.damping_ratio = PAWL_DEC(0, 8);
    def.spring_force_upper = PAWL_WIDE_MAX; /* from 0 on: it pushes, and never pulls */
    return pawl_joint_create(world, &def, leg);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = def.joint_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    for (int i = 0; i < 4; i++) { /* a stair, each step 0.3 higher */
        pawl_body_def step_def = pawl_body_def_default();
        pawl_body_id step;
        step_def.position = pawl_vec2_make(i * PAWL_UNITS(2), i * PAWL_DEC(0, 3) - PAWL_UNITS(1));
        if (pawl_body_create_box(world, &step_def, NULL, PAWL_UNITS(1), PAWL_UNITS(1), &step))
            return 1;
    }
    pawl_body_def hero_def = pawl_body_def_default();
    pawl_body_id hero;
    pawl_joint_id leg = PAWL_NULL_JOINT;
    hero_def.type = PAWL_DYNAMIC;
    hero_def.position = pawl_vec2_make(0, PAWL_DEC(1, 5));
    hero_def.fixed_rotation = true;
    if (pawl_body_create_circle(world, &hero_def, NULL, PAWL_DEC(0, 3), &hero)) return 1;

    for (int tick = 1; tick <= 240; tick++) {
        pawl_vec2 velocity = pawl_body_get_velocity(world, hero);
        velocity.x = tick > 60 && tick <= 210 ? PAWL_UNITS(2) : 0; /* walks */
        if (tick == 210) velocity.y = PAWL_UNITS(5);               /* and jumps */
        pawl_body_set_velocity(world, hero, velocity);
        if (stand(world, hero, &leg) || pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        const pawl_wide push = pawl_joint_get_reaction_force(world, leg).y;
        printf("tick %3d: at (%.2f, %.2f), leg %.2f long pushes with %.1f\n", tick,
               pawl_fx_to_float(pawl_body_get_position(world, hero).x),
               pawl_fx_to_float(pawl_body_get_position(world, hero).y),
               pawl_fx_to_float(pawl_joint_get_length(world, leg)), (double)push / 65536);
    }
    return 0;
}
