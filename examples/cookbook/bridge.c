/* bridge.c - planks on hinges; each hinge breaks when it has to hold too much. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define PLANKS 8

static uint64_t memory[16384];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = def.joint_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_body_def rock_def = pawl_body_def_default();
    pawl_body_id rock, last, load;
    if (pawl_body_create(world, &rock_def, &rock)) return 1;
    last = rock;
    for (int i = 0; i <= PLANKS; i++) {
        pawl_body_id next = rock; /* the last hinge is at the other rock */
        if (i < PLANKS) {
            pawl_body_def plank = pawl_body_def_default();
            plank.type = PAWL_DYNAMIC;
            plank.position = pawl_vec2_make(pawl_from_int(i - 4) + PAWL_DEC(0, 5), 0);
            if (pawl_body_create_box(world, &plank, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 1), &next))
                return 1;
        }
        pawl_joint_def hinge =
            pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, last, next, pawl_vec2_units(i - 4, 0), 0);
        pawl_joint_id joint;
        hinge.break_force = PAWL_WIDE(400, 0, 1);
        hinge.user_data = (uint32_t)i;
        if (pawl_joint_create(world, &hinge, &joint)) return 1;
        last = next;
    }
    pawl_body_def load_def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    load_def.type = PAWL_DYNAMIC;
    load_def.position = pawl_vec2_make(0, PAWL_DEC(0, 6));
    if (pawl_body_create_box(world, &load_def, &material, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &load))
        return 1;

    for (int tick = 1; tick <= 180; tick++) {
        if (tick == 90) { /* a truck, ten times as heavy */
            pawl_shape_set_density(world, pawl_body_next_shape(world, load, PAWL_NULL_SHAPE),
                                   PAWL_UNITS(10));
        }
        if (pawl_world_step(world, NULL)) return 1;
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t i = 0; i < events.break_count; i++)
            printf("tick %d: hinge %u breaks\n", tick, (unsigned)events.breaks[i].user_data);
        if (tick % 45 > 0) continue;
        int hinges = 0;
        for (pawl_joint_id joint = PAWL_NULL_JOINT;
             joint = pawl_world_next_joint(world, joint), !pawl_joint_is_null(joint);)
            hinges++;
        printf("tick %3d: load at %6.2f, %d hinges hold\n", tick,
               pawl_fx_to_float(pawl_body_get_position(world, load).y), hinges);
    }
    return 0;
}
