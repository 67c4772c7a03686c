/* spaceship.c - two thrusters push a ship where they are mounted. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

/* A force along the ship, at a point of the ship. */
static void fire(pawl_world *world, pawl_body_id ship, pawl_vec2 mount) {
    const pawl_pose pose = pawl_body_get_pose(world, ship);
    const pawl_vec2 push = pawl_rotate(pose.rotation, pawl_vec2_units(4, 0));
    const pawl_wide2 force = {push.x, push.y};
    pawl_body_apply_force(world, ship, force, pawl_pose_apply(pose, mount));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    def.gravity = pawl_vec2_make(0, 0);
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_vec2 outline[3] = {
        {PAWL_DEC(1, 5), 0}, {-PAWL_UNITS(1), PAWL_DEC(0, 8)}, {-PAWL_UNITS(1), -PAWL_DEC(0, 8)}};
    const pawl_vec2 left = {-PAWL_UNITS(1), PAWL_DEC(0, 5)},
                    right = {-PAWL_UNITS(1), -PAWL_DEC(0, 5)};
    pawl_body_def ship_def = pawl_body_def_default();
    ship_def.type = PAWL_DYNAMIC;
    ship_def.angular_damping = PAWL_UNITS(1);
    pawl_body_id ship;
    if (pawl_body_create_polygon(world, &ship_def, NULL, outline, 3, 0, &ship)) return 1;

    for (int tick = 1; tick <= 240; tick++) {
        if (tick <= 90 || tick > 150) fire(world, ship, left);
        if (tick <= 120 || tick > 150) fire(world, ship, right);
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        const pawl_vec2 nose =
            pawl_pose_apply(pawl_body_get_pose(world, ship), pawl_vec2_make(PAWL_DEC(1, 5), 0));
        const pawl_vec2 velocity = pawl_body_get_velocity_at(world, ship, nose);
        printf("tick %3d: nose at (%5.2f, %5.2f), moving (%5.2f, %5.2f), damping %.0f\n", tick,
               pawl_fx_to_float(nose.x), pawl_fx_to_float(nose.y), pawl_fx_to_float(velocity.x),
               pawl_fx_to_float(velocity.y),
               pawl_fx_to_float(pawl_body_get_angular_damping(world, ship)));
    }
    return pawl_body_get_linear_damping(world, ship) == 0 ? 0 : 1; /* space has no air */
}
