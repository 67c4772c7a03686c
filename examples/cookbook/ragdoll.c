/* ragdoll.c - a trunk, a head, arms and legs on hinges with limits. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[16384];

static pawl_body_id add_part(pawl_world *world, int32_t x, int32_t y, int32_t half_width,
                             int32_t half_height) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id body = PAWL_NULL_BODY;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(pawl_ratio(x, 10), pawl_ratio(y, 10));
    shape.filter.group = -1; /* parts of one figure do not collide */
    if (pawl_body_create_box(world, &def, &shape, pawl_ratio(half_width, 10),
                             pawl_ratio(half_height, 10), &body)) {
        return PAWL_NULL_BODY;
    }
    return body;
}

static pawl_status add_hinge(pawl_world *world, pawl_body_id a, pawl_body_id b, int32_t x,
                             int32_t y, pawl_fx lower, pawl_fx upper) {
    const pawl_vec2 at = {pawl_ratio(x, 10), pawl_ratio(y, 10)};
    pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, a, b, at, 0);
    pawl_joint_id joint;
    def.limit = true;
    def.lower = lower; /* radians */
    def.upper = upper;
    return pawl_joint_create(world, &def, &joint);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = def.joint_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_id stair;
    for (int i = 0; i < 4; i++) {
        pawl_body_def stair_def = pawl_body_def_default();
        stair_def.position = pawl_vec2_units(i, -i - 2);
        if (pawl_body_create_box(world, &stair_def, NULL, PAWL_UNITS(1), PAWL_UNITS(1), &stair))
            return 1;
    }
    const pawl_fx bent = PAWL_DEC(2, 0), stiff = PAWL_DEC(0, 4);
    const pawl_body_id trunk = add_part(world, 0, 10, 3, 6), head = add_part(world, 0, 19, 3, 3);
    const pawl_body_id thigh = add_part(world, 0, 1, 2, 4), shin = add_part(world, 0, -6, 1, 4);
    const pawl_body_id arm = add_part(world, 0, 12, 1, 4), hand = add_part(world, 0, 5, 1, 4);
    if (add_hinge(world, trunk, head, 0, 16, -stiff, stiff) ||
        add_hinge(world, trunk, thigh, 0, 4, -stiff, bent) ||
        add_hinge(world, thigh, shin, 0, -2, -bent, 0) || /* a knee bends backwards */
        add_hinge(world, trunk, arm, 0, 15, -bent, bent) ||
        add_hinge(world, arm, hand, 0, 9, 0, bent)) {
        return 1;
    }
    pawl_body_apply_impulse(world, head, (pawl_wide2){PAWL_WIDE(2, 0, 1), 0},
                            pawl_vec2_units(0, 2));
    for (int tick = 1; tick <= 240; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    for (pawl_joint_id joint = PAWL_NULL_JOINT;
         joint = pawl_body_next_joint(world, trunk, joint), !pawl_joint_is_null(joint);)
        printf("a hinge of the trunk: %.2f rad\n",
               pawl_fx_to_float(pawl_joint_get_angle(world, joint)));
    return 0;
}
