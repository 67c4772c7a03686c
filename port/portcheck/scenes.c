/* scenes.c - three small worlds, one after the other in the same memory, whose hash is marked
 * every few ticks. Circles and boxes alone, and no fast movement: every size profile has them. */
#include "portcheck/check.h"

#include "pawl/config.h"
#include "pawl/pawl.h"

/* Arguments of 64 bits take a lot of code on small machines: once is enough. */
static void expect_awake(pawli_check *check, const char *what, const pawl_world *world,
                         pawl_body_id body, bool awake) {
    pawli_expect(check, what, pawl_body_is_awake(world, body), awake);
}

static void expect_no_faults(pawli_check *check, const pawl_world *world) {
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(world), 0);
}

pawl_world *pawli_make_pile(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 4, 0);
    if (world == NULL) return NULL;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    (void)pawli_add(check, world, PAWL_DYNAMIC, 0, 60, 50, 50);
    const pawl_body_id plank = pawli_add(check, world, PAWL_DYNAMIC, 30, 150, 60, 20);
    (void)pawli_add(check, world, PAWL_DYNAMIC, -60, 40, 30, 0);
    (void)pawl_body_set_velocity(world, plank, pawl_vec2_make(-PAWL_FX(1, 0, 1), 0));
    (void)pawl_body_set_angular_velocity(world, plank, PAWL_FX(2, 0, 1));
    return world;
}

/* Nothing moves so fast that continuous collision would matter, which small builds do without. */
void pawli_stage_contacts(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 5, 0);
    if (world == NULL) return;
    (void)pawl_world_set_sleeping_enabled(world, false);
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    (void)pawli_add(check, world, PAWL_DYNAMIC, 0, 60, 50, 50);
    const pawl_body_id tilted = pawli_add(check, world, PAWL_DYNAMIC, 30, 190, 60, 30);
    (void)pawli_add(check, world, PAWL_DYNAMIC, -95, 40, 30, 0);
    const pawl_body_id ball = pawli_add(check, world, PAWL_DYNAMIC, 250, 40, 40, 0);
    (void)pawl_body_set_pose(world, tilted, pawl_vec2_make(PAWL_FX(0, 3, 10), PAWL_FX(1, 9, 10)),
                             PAWL_TURN(1, 14));
    (void)pawl_body_set_velocity(world, ball, pawl_vec2_make(-PAWL_FX(2, 0, 1), 0));
    for (int32_t tick = 1; tick <= 200; tick += tick == 1 ? 19 : 20)
        pawli_run_to(check, world, tick);
    expect_no_faults(check, world);
}

#if !defined(PAWL_WITH_JOINTS) || PAWL_WITH_JOINTS
/* An arm that a motor turns, a second one hanging from it, and a ball on a rod. */
void pawli_stage_joints(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 4, 3);
    if (world == NULL) return;
    const pawl_body_id frame = pawli_add(check, world, PAWL_STATIC, 0, 300, 20, 20);
    const pawl_body_id arm = pawli_add(check, world, PAWL_DYNAMIC, 60, 300, 60, 10);
    const pawl_body_id second = pawli_add(check, world, PAWL_DYNAMIC, 160, 300, 50, 10);
    const pawl_body_id ball = pawli_add(check, world, PAWL_DYNAMIC, 260, 250, 25, 0);
    const pawl_vec2 hub = pawl_vec2_make(0, PAWL_FX(3, 0, 1));
    const pawl_vec2 elbow = pawl_vec2_make(PAWL_FX(1, 15, 100), PAWL_FX(3, 0, 1));
    const pawl_vec2 hand = pawl_vec2_make(PAWL_FX(2, 1, 10), PAWL_FX(3, 0, 1));
    const pawl_vec2 end = pawl_vec2_make(PAWL_FX(2, 6, 10), PAWL_FX(2, 5, 10));
    pawl_joint_def defs[3] = {
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, frame, arm, hub, 0),
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, arm, second, elbow, 0),
        pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, second, ball, hand, end)};
    defs[0].motor = true;
    defs[0].motor_speed = PAWL_FX(1, 5, 10);
    defs[0].motor_max = PAWL_WIDE(40, 0, 1);
    defs[1].limit = true;
    defs[1].lower = -PAWL_FX(1, 0, 1);
    defs[1].upper = PAWL_FX(0, 5, 10);
    pawli_expect(check, "joint_def.ratio", defs[0].ratio, 65536);
    for (int i = 0; i < 3; i++) {
        pawl_joint_id joint;
        pawli_expect(check, "pawl_joint_create()", pawl_joint_create(world, &defs[i], &joint),
                     PAWL_OK);
    }
    for (int32_t tick = 1; tick <= 120; tick += tick == 1 ? 14 : 15)
        pawli_run_to(check, world, tick);
    expect_no_faults(check, world);
}
#endif

/* Two boxes apart come to rest; one is pushed into the other, which wakes, and both rest again. */
void pawli_stage_sleep(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 3, 0);
    if (world == NULL) return;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    const pawl_body_id left = pawli_add(check, world, PAWL_DYNAMIC, -60, 40, 40, 40);
    const pawl_body_id right = pawli_add(check, world, PAWL_DYNAMIC, 60, 55, 50, 50);
    pawli_run_to(check, world, 10);
    expect_awake(check, "awake at tick 10", world, left, true);
    pawli_run_to(check, world, 90);
    expect_awake(check, "left box awake at tick 90", world, left, false);
    expect_awake(check, "right box awake at tick 90", world, right, false);
    (void)pawl_body_set_velocity(world, left, pawl_vec2_make(PAWL_FX(3, 0, 1), 0));
    pawli_run_to(check, world, 91);
    expect_awake(check, "right box awake at tick 91", world, right, false);
    pawli_run_to(check, world, 110);
    expect_awake(check, "right box awake at tick 110", world, right, true);
    pawli_run_to(check, world, 200);
    expect_awake(check, "left box awake at tick 200", world, left, false);
    expect_awake(check, "right box awake at tick 200", world, right, false);
    expect_no_faults(check, world);
}
