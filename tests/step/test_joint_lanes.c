/* test_joint_lanes.c - whole steps of bodies on hinges: in lanes, the state after each step is that
 * of one joint after the other. */
#include "base/lanes.h"
#include "support/base/seeded.h"
#include "support/joint/joint_fixture.h"

#if PAWL_WITH_LANES && PAWL_WITH_JOINTS
/* A number of at most so many bits, of either sign. */
static int32_t pick(uint64_t *seed, int bits) {
    return (int32_t)(seeded_int64(seed) >> (63 - bits));
}

#define LINKS 60

/* A body of any kind at some place of a net. */
static pawl_body_id add_knot(pawl_world *world, uint64_t *seed, int i) {
    const uint64_t type = seeded_next(seed) % 12;
    const pawl_body_id body =
        add_body(world, type > 1 ? PAWL_DYNAMIC : (pawl_body_type)type, 2 * (i % 8), 2 * (i / 8));
    add_box(world, body, type == 2 ? 8 : 0.5, type == 3 ? 0.03125 : 0.5);
    const int speed = type == 4 ? 29 : 20;
    if (type != 0) {
        ck_assert_int_eq(
            pawl_body_set_velocity(world, body, pawl_vec2_make(pick(seed, speed), pick(seed, 20))),
            PAWL_OK);
    }
    return body;
}

/* A net of so many eighths of hinges, in a world with memory for as many joints or more. */
typedef struct net_plan {
    uint64_t type, hinges, seed;
} net_plan;

/* Some hinges have a motor, are far too long, or weak. */
static void add_link(pawl_world *world, net_plan *plan, pawl_body_id a, pawl_body_id b) {
    uint64_t *const seed = &plan->seed;
    const uint64_t type = seeded_next(seed) % 16;
    const bool is_hinge = seeded_next(seed) % 8 < plan->hinges;
    pawl_joint_def def = pawl_joint_def_default(is_hinge ? PAWL_JOINT_REVOLUTE : PAWL_JOINT_WELD);
    def.body_a = a;
    def.body_b = b;
    const int bits = type == 1 ? 23 : 16;
    def.frame_a.anchor = pawl_vec2_make(pick(seed, bits), pick(seed, 16));
    def.frame_b.anchor = pawl_vec2_make(pick(seed, bits), pick(seed, 16));
    if (is_hinge && type == 2) set_motor(&def, 3, 100);
    if (is_hinge && type == 4) set_limit(&def, -0.5, 0.5);
    if (type == 3) def.break_force = WIDE(40);
    if (type == 5) def.constraint_hertz = FX(1) + pick(seed, 20);
    def.load_events = type == 3 && seeded_next(seed) % 2 == 0;
    pawl_joint_id joint = PAWL_NULL_JOINT;
    if (pawl_joint_create(world, &def, &joint) == PAWL_OK) return;
    ck_assert_int_eq(pawl_joint_is_valid(world, joint), false); /* between what does not move */
}

typedef enum net_type {
    NET_CHAIN,
    NET_TREE,
    NET_GRID,
    NET_RANDOM,
    NET_TYPES
} net_type;

/* What hangs on body i: a joint to an earlier one, or two. */
static void link_knot(pawl_world *world, net_plan *plan, const pawl_body_id *bodies, int i) {
    const uint64_t type = plan->type;
    if (type == NET_CHAIN) add_link(world, plan, bodies[i - 1], bodies[i]);
    if (type == NET_TREE) add_link(world, plan, bodies[(i - 1) / 2], bodies[i]);
    if (type == NET_GRID && i / 8 != (i - 1) / 8) add_link(world, plan, bodies[i - 8], bodies[i]);
    if (type == NET_GRID && i / 8 == (i - 1) / 8) {
        add_link(world, plan, bodies[i - 1], bodies[i]);
        if (i >= 8) add_link(world, plan, bodies[i - 8], bodies[i]);
    }
    if (type != NET_RANDOM) return;
    for (int k = 0; k < 3; k++)
        add_link(world, plan, bodies[seeded_next(&plan->seed) % (uint64_t)i], bodies[i]);
}

/* Memory for all joints, for more, or for some of them alone. */
static pawl_world *make_net(uint64_t first) {
    net_plan plan = {0, 0, first};
    uint64_t *const seed = &plan.seed;
    plan.type = seeded_next(seed) % NET_TYPES;
    plan.hinges = 2 + seeded_next(seed) % 7;
    pawl_world_def def = awake_def(10);
    def.body_capacity = def.shape_capacity = LINKS;
    const uint64_t more = seeded_next(seed) % 2 ? 8 : 3 * LINKS;
    def.joint_capacity = (uint16_t)(16 + seeded_next(seed) % more);
    def.substeps = (uint8_t)(1 + seeded_next(seed) % 5);
    def.sleeping = seeded_next(seed) % 4 == 0;
    pawl_world *const world = make_world(&def);
    pawl_body_id bodies[LINKS];
    bodies[0] = add_knot(world, seed, 0);
    for (int i = 1; i < LINKS; i++) {
        bodies[i] = add_knot(world, seed, i);
        link_knot(world, &plan, bodies, i);
    }
    return world;
}

#define STEPS 40

/* The hash after each step. */
static void run_net(uint64_t seed, pawl_lanes lanes, uint32_t hashes[STEPS]) {
    pawl_world *const world = make_net(seed);
    const pawl_step_hooks hooks = {.lanes = lanes};
    for (int step = 0; step < STEPS; step++) {
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
        hashes[step] = pawl_world_hash(world);
    }
    free(world);
}

static void compare_net(uint64_t net, pawl_lanes lanes) {
    uint32_t alone[STEPS], in_lanes[STEPS];
    run_net(net, PAWL_LANES_NONE, alone);
    run_net(net, lanes, in_lanes);
    for (int step = 0; step < STEPS; step++)
        ck_assert_msg(in_lanes[step] == alone[step], "net 0x%llX differs after step %d",
                      (unsigned long long)net, step);
}

START_TEST(a_net_goes_the_same_way_in_all_lanes) {
    const pawl_world_def def = awake_def(10);
    if (!pawl_lanes_has((pawl_lanes)_i)) return;
    (void)pawl_world_lanes_size(&def, (pawl_lanes)_i); /* links the code of lanes */
    uint64_t seed = seeded_fresh("nets in lanes");
    /* Its masses turned far twice in a step, so that one had no place in a lane. */
    compare_net(UINT64_C(0xF035E4D15FF6961F), (pawl_lanes)_i);
    for (int round = 0; round < SEEDED_ROUNDS(60); round++)
        compare_net(seeded_next(&seed), (pawl_lanes)_i);
}
END_TEST
#endif

Suite *suite_joint_lanes(void) {
    Suite *const suite = suite_create("joint_lanes");
    TCase *const tcase = tcase_create("joint_lanes");
#if PAWL_WITH_LANES && PAWL_WITH_JOINTS
    tcase_add_loop_test(tcase, a_net_goes_the_same_way_in_all_lanes, 0, PAWL_LANES_COUNT);
#endif
    suite_add_tcase(suite, tcase);
    return suite;
}
