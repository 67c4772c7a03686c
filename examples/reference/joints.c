/* joints.c - joints that are changed, read back, and made again from what was read. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[16384];

static pawl_status add_wheel(pawl_world *world, pawl_body_id frame, int x, pawl_body_id *body,
                             pawl_joint_id *axle) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_units(x, 0);
    const pawl_status status = pawl_body_create_circle(world, &def, NULL, PAWL_DEC(0, 5), body);
    if (status) return status;
    const pawl_joint_def axle_def =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, frame, *body, def.position, 0);
    return pawl_joint_create(world, &axle_def, axle);
}

/* Two bodies of a joint collide only when they are told to. */
static int collide_or_not(pawl_world *world, pawl_body_id a, pawl_body_id b) {
    pawl_joint_def near_def = pawl_joint_def_default(PAWL_JOINT_FILTER);
    pawl_joint_id near;
    near_def.body_a = a;
    near_def.body_b = b;
    if (pawl_body_set_pose(world, b, pawl_vec2_units(0, 0), 0) ||
        pawl_joint_create(world, &near_def, &near) || pawl_world_step(world, NULL)) {
        return 1;
    }
    printf("touching %u", (unsigned)pawl_world_get_counters(world).touching);
    pawl_joint_set_collide_connected(world, near, true);
    if (pawl_world_step(world, NULL)) return 1;
    printf(", and when they may: %u\n", (unsigned)pawl_world_get_counters(world).touching);
    return 0;
}

/* A weight on a hook: told what is too much, held more softly, and by a spring with a limit. */
static int bear_loads(pawl_world *world, pawl_body_id frame) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id weight;
    pawl_joint_id hook;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_units(20, -1);
    if (pawl_body_create_box(world, &def, NULL, PAWL_UNITS(1), PAWL_UNITS(1), &weight)) return 1;
    const pawl_joint_def hook_def = pawl_joint_def_between(
        world, PAWL_JOINT_DISTANCE, frame, weight, pawl_vec2_units(20, 2), def.position);
    if (pawl_joint_create(world, &hook_def, &hook)) return 1;
    pawl_joint_set_load_threshold(world, hook, PAWL_WIDE(30, 0, 1), 0); /* it weighs 40 */
    if (pawl_world_step(world, NULL)) return 1;
    printf("loads told: %u", (unsigned)pawl_world_get_events(world).load_count);
    pawl_joint_set_constraint_tuning(world, hook, PAWL_UNITS(1), PAWL_UNITS(1));
    for (int tick = 0; tick < 300; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf(", at 1 Hz it gives way to %.2f", pawl_fx_to_float(pawl_joint_get_length(world, hook)));
    pawl_joint_set_spring(world, hook, true, PAWL_UNITS(8), PAWL_UNITS(1));
    pawl_joint_set_spring_range(world, hook, -PAWL_WIDE(30, 0, 1), 0); /* pulls, and not enough */
    for (int tick = 0; tick < 60; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf(", and falls: %.2f\n", pawl_fx_to_float(pawl_joint_get_length(world, hook)));
    return 0;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = def.joint_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    const pawl_body_def frame_def = pawl_body_def_default();
    pawl_body_id frame, a, b;
    pawl_joint_id axle_a, axle_b, gear;
    if (pawl_body_create(world, &frame_def, &frame) || add_wheel(world, frame, 0, &a, &axle_a) ||
        add_wheel(world, frame, 2, &b, &axle_b)) {
        return 1;
    }

    /* A gear box with two gears: only the rate is held, so the ratio can be changed while it runs.
     */
    pawl_joint_def gear_def =
        pawl_joint_def_at(world, PAWL_JOINT_GEAR, a, b, pawl_vec2_units(2, 0), 0);
    gear_def.motor = true;
    gear_def.motor_max = PAWL_WIDE(100, 0, 1);
    gear_def.user_data = 1;
    if (pawl_joint_create(world, &gear_def, &gear)) return 1;
    pawl_joint_set_motor(world, axle_a, true, PAWL_UNITS(2), PAWL_WIDE(50, 0, 1));
    for (uint32_t number = 1; number <= 2; number++) {
        pawl_joint_set_ratio(world, gear, number == 1 ? PAWL_UNITS(2) : PAWL_DEC(0, 5));
        pawl_joint_set_user_data(world, gear, number);
        for (int tick = 0; tick < 120; tick++)
            if (pawl_world_step(world, NULL)) return 1;
        if (pawl_joint_get_def(world, gear, &gear_def)) return 1;
        printf("gear %u: ratio %.1f, wheels turn with %.2f and %.2f rad/s\n",
               (unsigned)gear_def.user_data, pawl_fx_to_float(gear_def.ratio),
               pawl_fx_to_float(pawl_body_get_angular_velocity(world, a)),
               pawl_fx_to_float(pawl_body_get_angular_velocity(world, b)));
    }

    /* The type of a joint cannot be changed: destroy it, and make another from its def. */
    const uint32_t word = pawl_joint_id_store(axle_b);
    const pawl_joint_id same = pawl_joint_id_load(word);
    if (!pawl_joint_id_equal(same, axle_b) || pawl_joint_get_def(world, same, &gear_def)) return 1;
    pawl_joint_destroy(world, gear);
    pawl_joint_destroy(world, axle_b);
    gear_def.type = PAWL_JOINT_WELD;
    if (pawl_joint_create(world, &gear_def, &axle_b)) return 1;
    for (int tick = 0; tick < 60; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf("welded: %.2f rad/s; the old handle is %s\n",
           pawl_fx_to_float(pawl_body_get_angular_velocity(world, b)),
           pawl_joint_is_valid(world, same) ? "good" : "stale");

    /* The frame on B moves: the wheel hangs on its rim now. */
    const pawl_joint_frame rim = {pawl_vec2_make(0, PAWL_DEC(0, 5)), 0};
    pawl_joint_set_motor(world, axle_a, false, 0, 0);
    pawl_joint_set_frame_b(world, axle_a, rim);
    for (int tick = 0; tick < 600; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    const pawl_vec2 swinging = pawl_body_get_position(world, a);
    printf("hung by its rim: %.2f away from the axle\n",
           pawl_fx_to_float(pawl_vec2_length(swinging)));

    return collide_or_not(world, a, b) || bear_loads(world, frame);
}
