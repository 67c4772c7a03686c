/* bridge.c - a bridge of planks on hinges carries boxes, until a heavy one breaks it.
 *
 * Shows chains of revolute joints, what they hold, and joints that break: once the bridge has come
 * to rest, one of its hinges stands no more than a force of 2000, and the step in which it breaks
 * reports it.
 *
 *   make examples && build/examples/bridge */
#include <pawl/pawl.h>
#include <stdio.h>

#define PLANKS 20
#define WEAK 12
#define BREAK_FORCE PAWL_WIDE(2000, 0, 1)

static uint64_t memory[16384];

static pawl_status add_box(pawl_world *world, pawl_body_type type, pawl_vec2 position,
                           pawl_fx half_width, pawl_fx half_height, pawl_fx density,
                           pawl_body_id *out) {
    pawl_body_def body_def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    body_def.type = type;
    body_def.position = position;
    shape_def.density = density;
    return pawl_body_create_box(world, &body_def, &shape_def, half_width, half_height, out);
}

/* A hinge between neighbours at their common edge. */
static pawl_status add_hinge(pawl_world *world, pawl_body_id left, pawl_body_id right, pawl_fx x,
                             pawl_joint_id *out) {
    const pawl_joint_def def =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, left, right, pawl_vec2_make(x, 0), 0);
    return pawl_joint_create(world, &def, out);
}

/* Two banks, planks one unit long from x = 0 to x = PLANKS, and a hinge at every full x. */
static pawl_status add_bridge(pawl_world *world, pawl_body_id planks[PLANKS],
                              pawl_joint_id hinges[PLANKS + 1]) {
    pawl_body_id banks[2];
    pawl_status status = add_box(world, PAWL_STATIC, pawl_vec2_make(PAWL_UNITS(-5), PAWL_UNITS(-5)),
                                 PAWL_UNITS(5), PAWL_UNITS(5), 0, &banks[0]);
    if (!status) {
        status = add_box(world, PAWL_STATIC, pawl_vec2_make(PAWL_UNITS(PLANKS + 5), PAWL_UNITS(-5)),
                         PAWL_UNITS(5), PAWL_UNITS(5), 0, &banks[1]);
    }
    for (int i = 0; i < PLANKS && !status; i++) {
        status = add_box(world, PAWL_DYNAMIC, pawl_vec2_make(pawl_from_int(i) + PAWL_DEC(0, 5), 0),
                         PAWL_DEC(0, 5), PAWL_DEC(0, 125), PAWL_UNITS(2), &planks[i]);
    }
    for (int i = 0; i <= PLANKS && !status; i++) {
        const pawl_body_id left = i == 0 ? banks[0] : planks[i - 1];
        const pawl_body_id right = i == PLANKS ? banks[1] : planks[i];
        status = add_hinge(world, left, right, pawl_from_int(i), &hinges[i]);
    }
    return status;
}

static pawl_fx lowest(const pawl_world *world, const pawl_body_id planks[PLANKS]) {
    pawl_fx low = 0;
    for (int i = 0; i < PLANKS; i++)
        low = pawl_min(low, pawl_body_get_position(world, planks[i]).y);
    return low;
}

static int hundredths(pawl_wide value) {
    return (int)(value * 100 / 65536);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_body_id planks[PLANKS], load;
    pawl_joint_id hinges[PLANKS + 1];
    def.body_capacity = def.shape_capacity = 32;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_bridge(world, planks, hinges)) return 1;
    for (int step = 1; step <= 60 * 15; step++) {
        pawl_status status = PAWL_OK;
        const pawl_vec2 above = pawl_vec2_make(PAWL_UNITS(PLANKS / 2), PAWL_UNITS(2));
        if (step == 60 * 3) status = pawl_joint_set_break(world, hinges[WEAK], BREAK_FORCE, 0);
        if (step == 60 * 4 || step == 60 * 6)
            status = add_box(world, PAWL_DYNAMIC, above, PAWL_DEC(0, 5), PAWL_DEC(0, 5),
                             PAWL_UNITS(2), &load);
        if (step == 60 * 10)
            status = add_box(world, PAWL_DYNAMIC, above, PAWL_UNITS(1), PAWL_UNITS(1),
                             PAWL_UNITS(20), &load);
        if (status || pawl_world_step(world, NULL)) return 1;
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t i = 0; i < events.break_count; i++) {
            int at = 0;
            while (hinges[at].index1 != events.breaks[i].joint.index1)
                at++;
            printf("%3d/60 s: hinge %d breaks\n", step, at);
        }
        if (step % 60 != 0) continue;
        const pawl_wide2 pull = pawl_joint_get_reaction_force(world, hinges[0]);
        printf(
            "%2d s: lowest plank at %6d hundredths, the left bank pulls %4d to the left, %3d up\n",
            step / 60, hundredths(lowest(world, planks)), (int)(-pull.x / 65536),
            (int)(pull.y / 65536));
    }
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
