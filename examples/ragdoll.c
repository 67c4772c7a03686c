/* ragdoll.c - a puppet of eleven bodies falls down a flight of steps.
 *
 * Shows a figure in one call: revolute joints with limits, a little friction in each (a motor of
 * speed 0), and bodies that collide with everything but what they are joined to. After a minute it
 * lies still, asleep.
 *
 *   make examples && build/examples/ragdoll */
#include <pawl/pawl.h>
#include <stdio.h>

#define STEPS_OF_STAIRS 8

static uint64_t memory[16384];

static pawl_status add_stairs(pawl_world *world) {
    pawl_status status = PAWL_OK;
    for (int i = 0; i <= STEPS_OF_STAIRS && !status; i++) {
        pawl_body_def def = pawl_body_def_default();
        const bool last = i == STEPS_OF_STAIRS;
        pawl_body_id body;
        def.position = pawl_vec2_make(last ? pawl_from_int(i + 9) : pawl_from_int(i),
                                      PAWL_UNITS(-5) - pawl_ratio(i, 2));
        status = pawl_body_create_box(world, &def, NULL, last ? PAWL_UNITS(10) : PAWL_DEC(0, 5),
                                      PAWL_UNITS(5), &body);
    }
    return status;
}

static int hundredths(pawl_fx value) {
    return (int)pawl_near_to_int((pawl_fx)(value * INT64_C(100)));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_limb limbs[PAWL_PERSON_LIMBS];
    pawl_body_id bodies[PAWL_PERSON_LIMBS];
    pawl_joint_id joints[PAWL_PERSON_LIMBS];
    int stretched = 0, bent = 0;
    def.body_capacity = def.shape_capacity = 32;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_stairs(world)) return 1;
    pawl_ragdoll_make_person(limbs);
    pawl_ragdoll_def person = pawl_ragdoll_def_default();
    person.body.position = pawl_vec2_make(0, PAWL_UNITS(1));
    person.limbs = limbs;
    person.limb_count = PAWL_PERSON_LIMBS;
    if (pawl_ragdoll_create(world, &person, bodies, joints)) return 1;
    if (pawl_body_set_velocity(world, bodies[0], pawl_vec2_make(PAWL_UNITS(4), 0))) return 1;
    for (int step = 1; step <= 60 * 60; step++) {
        if (pawl_world_step(world, NULL)) return 1;
        for (int i = 1; i < PAWL_PERSON_LIMBS; i++) {
            const pawl_fx angle = pawl_joint_get_angle(world, joints[i]);
            const int most = hundredths(angle > limbs[i].upper ? angle - limbs[i].upper
                                                               : limbs[i].lower - angle);
            const int gap = hundredths(pawl_joint_get_length(world, joints[i]));
            if (most > bent) bent = most;
            if (gap > stretched) stretched = gap;
        }
        if (step % 60 != 0 || (step > 600 && step % 600 != 0)) continue;
        const pawl_vec2 at = pawl_body_get_position(world, bodies[0]);
        printf("%2d s: chest at (%4d, %4d) hundredths%s\n", step / 60, hundredths(at.x),
               hundredths(at.y), pawl_body_is_awake(world, bodies[0]) ? "" : ", asleep");
    }
    printf("joints came apart by up to %d hundredths of a unit\n", stretched);
    printf("and bent beyond their limits by up to %d hundredths of a radian\n", bent);
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
