/* joints.c - one joint of each type, each with something to hold, for five seconds.
 *
 * Shows how joints are made: a def for two bodies as they stand, with limit, motor or spring as
 * the type has them, and what can be read from a joint while the world runs.
 *
 *   make examples && build/examples/joints */
#include <pawl/pawl.h>
#include <stdio.h>

#define JOINTS PAWL_JOINT_LAST

static uint64_t memory[16384];

/* Bodies in pairs, ten units apart: an anchorage and a box of 2 x 1 that is joined to it. */
typedef struct pair {
    pawl_body_id a, b;
    pawl_vec2 at; /* where A is */
} pair;

static pawl_vec2 beside(pawl_vec2 at, pawl_fx x, pawl_fx y) {
    return pawl_vec2_make(at.x + x, at.y + y);
}

static pawl_body_id add(pawl_world *world, pawl_body_type type, pawl_vec2 position) {
    pawl_body_def body_def = pawl_body_def_default();
    pawl_body_id body = PAWL_NULL_BODY;
    body_def.type = type;
    body_def.position = position;
    if (pawl_body_create_box(world, &body_def, NULL, PAWL_UNITS(1), PAWL_DEC(0, 5), &body))
        printf("no room for a body\n");
    return body;
}

/* What each type is asked to do here. */
static pawl_joint_def describe(const pawl_world *world, pawl_joint_type type, const pair *p) {
    pawl_joint_def def = pawl_joint_def_at(world, type, p->a, p->b, beside(p->at, PAWL_UNITS(1), 0),
                                           PAWL_TURN(3, 4));
    switch (type) {
    case PAWL_JOINT_REVOLUTE: /* a flap that is stopped at 1 radian */
        def.limit = true;
        def.lower = PAWL_UNITS(-1);
        break;
    case PAWL_JOINT_PRISMATIC: /* a lift: its axis points down, its motor up */
        def.limit = def.motor = true;
        def.lower = PAWL_UNITS(-3);
        def.upper = PAWL_UNITS(3);
        def.motor_speed = PAWL_UNITS(-1);
        def.motor_max = PAWL_WIDE(100, 0, 1);
        break;
    case PAWL_JOINT_DISTANCE: /* a rope of 4 units */
        def.limit = true;
        def.upper = PAWL_UNITS(4);
        break;
    case PAWL_JOINT_WELD: /* a springboard */
        def.spring = true;
        def.angular_hertz = PAWL_UNITS(2);
        def.angular_damping_ratio = PAWL_DEC(0, 2);
        break;
    case PAWL_JOINT_WHEEL: /* hangs on its suspension and turns */
        def.spring = def.motor = true;
        def.hertz = PAWL_UNITS(1);
        def.frame_b.anchor = pawl_vec2_make(0, 0);
        def.motor_speed = PAWL_UNITS(3);
        def.motor_max = PAWL_WIDE(5, 0, 1);
        break;
    case PAWL_JOINT_MOTOR: /* a magnet that pulls it up to 2 units above */
        def.spring = true;
        def.hertz = PAWL_UNITS(2);
        def.angular_hertz = PAWL_UNITS(2);
        def.spring_force_max = def.spring_torque_max = PAWL_WIDE(200, 0, 1);
        def.frame_a.anchor.y = PAWL_UNITS(2);
        break;
    case PAWL_JOINT_PULLEY: /* A hangs on the other end */
        def.ground_a = beside(p->at, 0, PAWL_UNITS(5));
        def.ground_b = beside(p->at, PAWL_UNITS(2), PAWL_UNITS(5));
        def.frame_a.anchor = def.frame_b.anchor = pawl_vec2_make(0, 0);
        def.target = PAWL_UNITS(12);
        break;
    case PAWL_JOINT_RATCHET: /* a quarter of a radian between teeth */
        def.ratio = PAWL_DEC(0, 25);
        break;
    default:
        break;
    }
    return def;
}

static const char *const names[JOINTS] = {"revolute", "prismatic", "distance", "weld", "wheel",
                                          "motor",    "filter",    "pulley",   "gear", "ratchet"};

static void show(const char *what, int64_t value) {
    const int64_t hundredths = (value * 100 + (value < 0 ? -32768 : 32768)) / 65536;
    const int size = (int)(hundredths < 0 ? -hundredths : hundredths);
    printf("  %s %s%d.%02d", what, hundredths < 0 ? "-" : " ", size / 100, size % 100);
}

/* Bodies that only turn, for gear and ratchet: each on a hinge of its own. */
static pawl_status hinge(pawl_world *world, pawl_body_id ground, pawl_body_id body) {
    const pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, ground, body,
                                                 pawl_body_get_position(world, body), 0);
    pawl_joint_id joint;
    return pawl_joint_create(world, &def, &joint);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pair pairs[JOINTS];
    pawl_joint_id joints[JOINTS];
    def.body_capacity = def.shape_capacity = 2 * JOINTS + 1;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    const pawl_body_id ground = add(world, PAWL_STATIC, pawl_vec2_make(0, PAWL_UNITS(-50)));
    for (int i = 0; i < JOINTS; i++) {
        const pawl_joint_type type = (pawl_joint_type)(PAWL_JOINT_REVOLUTE + i);
        const bool both = type == PAWL_JOINT_PULLEY || type == PAWL_JOINT_GEAR;
        pairs[i].at = pawl_vec2_make(pawl_from_int(10 * i), 0);
        pairs[i].a = add(world, both ? PAWL_DYNAMIC : PAWL_STATIC, pairs[i].at);
        pairs[i].b = add(world, PAWL_DYNAMIC, beside(pairs[i].at, PAWL_UNITS(2), 0));
        if (type == PAWL_JOINT_GEAR && hinge(world, ground, pairs[i].a)) return 1;
        if (type >= PAWL_JOINT_GEAR && hinge(world, ground, pairs[i].b)) return 1;
        const pawl_joint_def joint = describe(world, type, &pairs[i]);
        if (pawl_joint_create(world, &joint, &joints[i])) return 1;
    }
    for (int step = 0; step < 300; step++) {
        const pawl_wide push = step < 60 ? PAWL_WIDE(2, 0, 1) : -PAWL_WIDE(2, 0, 1);
        pawl_body_apply_torque(world, pairs[8].a, push); /* A of the gear turns B along */
        pawl_body_apply_torque(world, pairs[9].b, push); /* forth, and held back */
        if (pawl_world_step(world, NULL)) return 1;
    }
    for (int i = 0; i < JOINTS; i++) {
        const pawl_vec2 at = pawl_body_get_position(world, pairs[i].b);
        printf("%-9s", names[i]);
        show("right", at.x - pairs[i].at.x);
        show("up", at.y - pairs[i].at.y);
        show("turned", pawl_joint_get_angle(world, joints[i]));
        show("force up", pawl_joint_get_reaction_force(world, joints[i]).y);
        show("torque", pawl_joint_get_reaction_torque(world, joints[i]));
        printf("\n");
    }
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
