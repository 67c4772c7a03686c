/* rope.c - a hero swings on a rope over a gap, and lets go. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    def.joint_capacity = 4;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def branch_def = pawl_body_def_default(), hero_def = branch_def;
    branch_def.position = pawl_vec2_units(0, 6);
    hero_def.type = PAWL_DYNAMIC;
    hero_def.position = pawl_vec2_units(-3, 5);
    pawl_body_id branch, hero;
    if (pawl_body_create_box(world, &branch_def, NULL, PAWL_UNITS(1), PAWL_DEC(0, 1), &branch) ||
        pawl_body_create_circle(world, &hero_def, NULL, PAWL_DEC(0, 4), &hero)) {
        return 1;
    }
    pawl_joint_def rope_def = pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, branch, hero,
                                                     branch_def.position, hero_def.position);
    const char *wrong;
    pawl_joint_id rope;
    rope_def.spring = true; /* of no strength: nothing pushes, and the limit alone holds */
    rope_def.hertz = 0;
    rope_def.limit = true;
    rope_def.upper = PAWL_UNITS(4);
    if (pawl_joint_def_check(&rope_def, &wrong) || pawl_joint_create(world, &rope_def, &rope))
        return 1;

    for (int tick = 1; tick <= 120; tick++) {
        const pawl_vec2 at = pawl_body_get_position(world, hero);
        if (at.x > PAWL_UNITS(2) && pawl_joint_is_valid(world, rope)) {
            pawl_joint_destroy(world, rope);
            printf("tick %d: lets go\n", tick);
        }
        if (tick == 40) pawl_joint_set_limit(world, rope, true, 0, PAWL_DEC(3, 5)); /* pulls up */
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 15 > 0) continue;
        printf("tick %3d: at (%5.2f, %5.2f), rope %.2f\n", tick,
               pawl_fx_to_float(pawl_body_get_position(world, hero).x),
               pawl_fx_to_float(pawl_body_get_position(world, hero).y),
               pawl_fx_to_float(pawl_joint_get_length(world, rope)));
    }
    return 0;
}
