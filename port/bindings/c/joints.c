/* joints.c - a bridge of twelve planks, one of whose hinges breaks under falling balls.
 *
 * Shows joints, and the events of a step: what began to touch, and which joint broke. */
#include <pawl/pawl.h>
#include <stdio.h>

#define PLANKS 12

static uint64_t memory[16384];

/* A hinge between two bodies at a point of the world; break_force 0: it never breaks. */
static pawl_status hinge(pawl_world *world, pawl_body_id a, pawl_body_id b, pawl_vec2 at,
                         pawl_wide break_force) {
    pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, a, b, at, 0);
    pawl_joint_id joint;
    def.break_force = break_force;
    return pawl_joint_create(world, &def, &joint);
}

static pawl_status build(pawl_world *world) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id ground, before, plank, ball;
    def.position = pawl_vec2_units(0, -10);
    pawl_status status =
        pawl_body_create_box(world, &def, NULL, PAWL_UNITS(20), PAWL_UNITS(1), &ground);
    def.type = PAWL_DYNAMIC;
    before = ground;
    for (int i = 0; i < PLANKS && !status; i++, before = plank) {
        const pawl_wide limit = i == PLANKS / 2 ? PAWL_WIDE(200, 0, 1) : 0;
        def.position = pawl_vec2_units(i, 0);
        status = pawl_body_create_box(world, &def, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 125), &plank);
        if (!status)
            status = hinge(world, before, plank,
                           pawl_vec2_make(pawl_from_int(i) - PAWL_DEC(0, 5), 0), limit);
    }
    if (!status) status = hinge(world, before, ground, pawl_vec2_make(PAWL_DEC(11, 5), 0), 0);
    for (int i = 0; i < 4 && !status; i++) {
        def.position = pawl_vec2_units(4 + i, 5 + 3 * i);
        status = pawl_body_create_circle(world, &def, NULL, PAWL_DEC(0, 75), &ball);
    }
    return status;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    unsigned begins = 0, ends = 0;
    def.body_capacity = def.shape_capacity = def.joint_capacity = 32;
    if (pawl_world_init(memory, sizeof memory, &def, &world) || build(world)) return 1;
    for (int tick = 0; tick < 300; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        const pawl_events events = pawl_world_get_events(world);
        begins += events.begin_count, ends += events.end_count;
        for (uint32_t i = 0; i < events.break_count; i++)
            printf("joints: one broke in step %d\n", tick);
    }
    printf("joints: %u touches began, %u ended, hash %08x\n", begins, ends,
           (unsigned)pawl_world_hash(world));
    return 0;
}
