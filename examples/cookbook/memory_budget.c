/* memory_budget.c - the size of a world before it is made, and how to make it smaller. */
#include <pawl/pawl.h>
#include <stdio.h>

#define BUDGET 16384

static uint64_t memory[BUDGET / 8];

static void tell(const char *what, const pawl_world_def *def) {
    printf("%-28s state %6u + scratch %6u = %6u bytes\n", what,
           (unsigned)pawl_world_state_size(def), (unsigned)pawl_world_scratch_size(def),
           (unsigned)pawl_world_size(def));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    tell("as by default", &def);
    def.body_capacity = def.shape_capacity = 17;
    tell("17 bodies", &def);
    def.joint_capacity = 0;
    tell("no joints", &def);
    def.terrain = false;
    tell("no chains and tile maps", &def);
    def.contact_capacity = 40; /* 4 for each shape by default */
    tell("40 contacts", &def);
    def.geometry_capacity = 2; /* all boxes are alike */
    tell("two geometries", &def);
    def.event_capacity = 8;
    tell("8 events in a step", &def);

    const char *wrong;
    pawl_world *world;
    if (pawl_world_def_check(&def, &wrong)) {
        printf("%s is wrong\n", wrong);
        return 1;
    }
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default();
    pawl_body_id body;
    ground_def.position = pawl_vec2_units(0, -1);
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_UNITS(1), &body))
        return 1;
    for (int i = 0; i < 16; i++) {
        pawl_body_def box = pawl_body_def_default();
        box.type = PAWL_DYNAMIC;
        box.position =
            pawl_vec2_make(pawl_from_int(2 * (i % 4) - 3), pawl_from_int(i / 4) + PAWL_DEC(0, 5));
        if (pawl_body_create_box(world, &box, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &body))
            return 1;
    }
    for (int tick = 0; tick < 120; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    const pawl_counters counters = pawl_world_get_counters(world);
    printf("bodies %u, contacts %u, geometries %u, awake %u, faults: %s\n",
           (unsigned)counters.bodies, (unsigned)counters.contacts, (unsigned)counters.geometries,
           (unsigned)counters.awake, pawl_fault_text(pawl_world_get_faults(world)));
    return 0;
}
