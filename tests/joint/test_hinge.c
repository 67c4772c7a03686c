/* test_hinge.c - rows of hinges against rows of joints in general, and in lanes against one after
 * the other. */
#include "joint/hinge_lanes.h"
#include "support/base/seeded.h"
#include "support/joint/joint_fixture.h"

/* A number of at most so many bits, of either sign. */
static int32_t pick(uint64_t *seed, int bits) {
    return (int32_t)(seeded_int64(seed) >> (63 - bits));
}

/* ---- rows in general are the measure -------------------------------------------------------- */

/* Two bodies of any place and turn, and a hinge between them. */
static pawl_world *make_two(uint64_t *seed, pawl_joint_id *joint) {
    pawl_world *const world = make_awake_world();
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
    const double a = 0.25 + (double)(seeded_next(seed) % 8) / 4;
    def.body_a = add_brick(world, 0, 0, a, 0.25, 1);
    def.body_b = add_brick(world, 1, 0, 0.25, 0.5, 1 + (double)(seeded_next(seed) % 50));
    def.frame_a.anchor = pawl_vec2_make(pick(seed, 17), pick(seed, 17));
    def.frame_b.anchor = pawl_vec2_make(pick(seed, 17), pick(seed, 17));
    ck_assert_int_eq(pawl_body_set_pose(world, def.body_a, pawl_vec2_make(pick(seed, 18), 0),
                                        (pawl_angle)seeded_next(seed)),
                     PAWL_OK);
    *joint = add_joint(world, &def);
    return world;
}

/* The same joint as a hinge and as a row in general. */
typedef struct two_rows {
    pawli_hinge_row hinge;
    pawli_joint_row row;
    pawli_joint_time time;
} two_rows;

static two_rows prepare_both(pawl_world *world, uint64_t *seed) {
    two_rows rows;
    memset(&rows, 0, sizeof rows);
    rows.time.rigid = pawli_softness_of_joint(PAWL_FX(60, 0, 1), PAWL_FX(2, 0, 1), 17895697);
    rows.time.bias_mass =
        pawli_near((int64_t)rows.time.rigid.bias_rate * rows.time.rigid.mass_scale, 22);
    pawli_joint *joint = &pawli_joints(world)[0];
    joint->impulses[0] = pick(seed, 16);
    joint->impulses[1] = pick(seed, 16);
    const pawli_body *a = &pawli_bodies(world)[joint->body_a];
    const pawli_body *b = &pawli_bodies(world)[joint->body_b];
    uint32_t faults = 0;
    pawli_joint_setup setup = pawli_joint_prepare_setup(joint, a, b, &rows.time, &faults);
    rows.hinge.alpha_a = rows.row.alpha_a = pawli_body_mass_ratio(a, b);
    rows.hinge.alpha_b = rows.row.alpha_b = PAWL_UNIT - rows.row.alpha_a;
    rows.row.impulses[0] = joint->impulses[0];
    rows.row.impulses[1] = joint->impulses[1];
    ck_assert_int_eq(pawli_joint_is_hinge(joint), true);
    ck_assert_int_eq(pawli_hinge_prepare(&setup, &rows.hinge), true);
    pawli_revolute.prepare(&setup, &rows.row);
    ck_assert_uint_eq(faults, 0);
    return rows;
}

START_TEST(a_hinge_is_prepared_as_a_row_in_general) {
    uint64_t seed = first_seed(_i);
    pawl_joint_id joint;
    pawl_world *const world = make_two(&seed, &joint);
    const two_rows rows = prepare_both(world, &seed);
    ck_assert_mem_eq(&rows.hinge.lever_a, &rows.row.lever_a, sizeof rows.row.lever_a);
    ck_assert_mem_eq(&rows.hinge.lever_b, &rows.row.lever_b, sizeof rows.row.lever_b);
    ck_assert_mem_eq(&rows.hinge.mass, &rows.row.mass, sizeof rows.row.mass);
    ck_assert_int_eq(rows.hinge.gap_x, rows.row.gap_x);
    ck_assert_int_eq(rows.hinge.gap_y, rows.row.gap_y);
    pawli_joint_row wide;
    pawli_hinge_widen(&rows.hinge, &pawli_joints(world)[0], &wide);
    ck_assert_mem_eq(&wide.lever_a, &rows.row.lever_a, sizeof wide.lever_a);
    ck_assert_mem_eq(&wide.mass, &rows.row.mass, sizeof wide.mass);
    ck_assert_int_eq(wide.impulses[1], rows.row.impulses[1]);
    free(world);
}
END_TEST

static pawli_solver_body moving_body(uint64_t *seed) {
    pawli_solver_body body;
    memset(&body, 0, sizeof body);
    body.velocity = pawl_vec2_make(pick(seed, 20), pick(seed, 20));
    body.spin = pick(seed, 20);
    body.move_x = pick(seed, 20);
    body.move_y = pick(seed, 20);
    return body;
}

static void assert_close(const char *what, int32_t a, int32_t b) {
    ck_assert_msg(a - b <= 32 && b - a <= 32, "%s: %d, in general %d", what, (int)a, (int)b);
}

/* Hinges round less often, so that they come to nearly the same velocities: arms are below 3 units
 * and levers below 16. */
START_TEST(a_hinge_is_solved_as_a_row_in_general) {
    uint64_t seed = first_seed(_i);
    pawl_joint_id joint;
    pawl_world *const world = make_two(&seed, &joint);
    two_rows rows = prepare_both(world, &seed);
    pawli_solver_body a = moving_body(&seed), b = moving_body(&seed);
    const pawli_softness *const softness = _i % 2 ? &rows.time.rigid : NULL;
    pawli_joint_pass pass = {
        &a, &b, softness, &rows.time, pawli_velocity_load(&a, &b, false), 0, {0, 0, 0, 0, 0, 0}};
    pawli_revolute.solve(&rows.row, &pass);
    const pawli_velocities general = pass.v;
    uint32_t faults = 0;
    const bool solved = softness ? pawli_solve_hinge(&rows.hinge, &a, &b, &rows.time, &faults)
                                 : pawli_relax_hinge(&rows.hinge, &a, &b, &faults);
    ck_assert_int_eq(solved, true);
    ck_assert_uint_eq(faults | pass.faults, 0);
    assert_close("impulse x", rows.hinge.impulse_x, rows.row.impulses[0]);
    assert_close("impulse y", rows.hinge.impulse_y, rows.row.impulses[1]);
    assert_close("velocity x of A", a.velocity.x, (int32_t)general.ax);
    assert_close("velocity y of A", a.velocity.y, (int32_t)general.ay);
    assert_close("spin of A", a.spin, (int32_t)general.a_spin);
    assert_close("velocity x of B", b.velocity.x, (int32_t)general.bx);
    assert_close("velocity y of B", b.velocity.y, (int32_t)general.by);
    assert_close("spin of B", b.spin, (int32_t)general.b_spin);
    free(world);
}
END_TEST

#if PAWLI_HINGES_IN_LANES
/* ---- lanes: one after the other is the measure ---------------------------------------------- */

#define ROWS 37
#define BODIES (2 * ROWS + 1)

/* Rows that share no body, but for body 0, which does not move. */
typedef struct hinge_heap {
    pawli_hinge_row rows[ROWS];
    pawli_solver_body bodies[BODIES];
    pawl_rot turned[BODIES];
    pawli_joint_time time;
    uint32_t faults;
    int alone; /* rows that lanes have left alone */
} hinge_heap;

static pawli_lever pick_lever(uint64_t *seed, int bits) {
    pawli_lever lever = {{pick(seed, 22), pick(seed, 22)}, 0, 0, 0, 0, 0, 0};
    lever.first_x = lever.x = pick(seed, bits);
    lever.first_y = lever.y = pick(seed, bits);
    return lever;
}

static void pick_row(hinge_heap *heap, int i, uint64_t *seed, int speed) {
    pawli_hinge_row *row = &heap->rows[i];
    row->a = (uint16_t)(2 * i + 1);
    row->b = (uint16_t)(2 * i + 2);
    row->alpha_a = (int32_t)(seeded_next(seed) % (PAWL_UNIT + 1u));
    if (seeded_next(seed) % 8 == 0) row->alpha_a = seeded_next(seed) % 2 ? PAWL_UNIT : 0;
    if (row->alpha_a == 0) row->a = 0;
    if (row->alpha_a == PAWL_UNIT) row->b = 0;
    row->alpha_b = PAWL_UNIT - row->alpha_a;
    row->lever_a = pick_lever(seed, row->a == 0 ? 0 : 22);
    row->lever_b = pick_lever(seed, row->b == 0 ? 0 : 22);
    row->gap_x = pick(seed, speed);
    row->gap_y = pick(seed, speed);
    row->arm_gap_x = (row->lever_b.arm.x - row->lever_a.arm.x) * 64;
    row->arm_gap_y = (row->lever_b.arm.y - row->lever_a.arm.y) * 64;
    row->impulse_x = pick(seed, speed);
    row->impulse_y = pick(seed, speed);
    pawli_point_matrix k = {PAWLI_LEVER_ONE, 0, PAWLI_LEVER_ONE};
    pawli_add_lever(&k, row->alpha_a, &row->lever_a);
    pawli_add_lever(&k, row->alpha_b, &row->lever_b);
    pawli_joint_row_invert_matrix(&k, &row->mass);
}

/* Velocities of about so many bits; those of 29 and 30 are beyond lanes. */
static hinge_heap pick_heap(uint64_t *seed, int speed) {
    hinge_heap heap;
    memset(&heap, 0, sizeof heap);
    heap.time.rigid = pawli_softness_of_joint(PAWL_FX(60, 0, 1), PAWL_FX(2, 0, 1), 17895697);
    heap.time.bias_mass =
        pawli_near((int64_t)heap.time.rigid.bias_rate * heap.time.rigid.mass_scale, 22);
    for (int i = 0; i < BODIES; i++) {
        pawli_solver_body *body = &heap.bodies[i];
        const int turn = (int)(seeded_next(seed) % 31);
        heap.turned[i] = pawl_rot_from_angle(i == 0 ? 0 : (pawl_angle)pick(seed, turn));
        if (i == 0) continue;
        body->velocity = pawl_vec2_make(pick(seed, speed), pick(seed, speed));
        body->spin = pick(seed, speed);
        body->spin_frac = (int16_t)pick(seed, 15);
        body->velocity_frac_x = (int16_t)pick(seed, 15);
        body->move_x = pick(seed, speed);
        body->move_y = pick(seed, speed);
    }
    for (int i = 0; i < ROWS; i++)
        pick_row(&heap, i, seed, speed);
    return heap;
}

static void warm_start_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    pawli_warm_start_hinge(row, &heap->bodies[row->a], &heap->bodies[row->b], &heap->faults);
    heap->alone++;
}

/* What the kernels of hinges leave alone stays as it is: in both ways. */
static void solve_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    (void)pawli_solve_hinge(row, &heap->bodies[row->a], &heap->bodies[row->b], &heap->time,
                            &heap->faults);
    heap->alone++;
}

static void relax_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    (void)pawli_relax_hinge(row, &heap->bodies[row->a], &heap->bodies[row->b], &heap->faults);
    heap->alone++;
}

static void turn_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    pawli_turn_hinge(row, heap->turned[row->a], heap->turned[row->b]);
    heap->alone++;
}

typedef struct hinge_passes {
    pawli_hinge_serial *one;
    size_t in_lanes; /* of the kernels */
} hinge_passes;

#define PASS_OF(name) \
    { name##_one, offsetof(pawli_hinge_kernels, name) }
static const hinge_passes passes[] = {PASS_OF(warm_start), PASS_OF(solve), PASS_OF(turn),
                                      PASS_OF(relax)};
#define PASSES (sizeof passes / sizeof passes[0])

static pawli_hinge_pass *pass_of(const pawli_hinge_kernels *kernels, size_t offset) {
    pawli_hinge_pass *pass;
    memcpy(&pass, (const char *)kernels + offset, sizeof pass);
    return pass;
}

/* All passes twice, as in two sub-steps. */
static void run_in_lanes(hinge_heap *heap, const pawli_hinge_kernels *kernels) {
    const size_t size = (ROWS + kernels->width) / kernels->width * pawli_hinge_batch_size(kernels);
    int32_t *const values = malloc(size);
    const pawli_hinge_lanes lanes = {kernels,
                                     heap->rows,
                                     heap->bodies,
                                     heap->turned,
                                     values,
                                     heap->time.rigid.mass_scale,
                                     heap->time.rigid.impulse_scale,
                                     (int32_t)heap->time.bias_mass};
    const pawli_hinge_run run = {0, ROWS, 0};
    pawli_hinge_lanes_pack(&lanes, &run);
    for (size_t i = 0; i < 2 * PASSES; i++) {
        const hinge_passes *const pass = &passes[i % PASSES];
        pawli_hinge_lanes_run(&lanes, &run, pass_of(kernels, pass->in_lanes), pass->one, heap);
    }
    pawli_hinge_lanes_write_back(&lanes, &run);
    free(values);
}

static void run_alone(hinge_heap *heap) {
    for (size_t i = 0; i < 2 * PASSES; i++) {
        for (int row = 0; row < ROWS; row++)
            passes[i % PASSES].one(heap, &heap->rows[row]);
    }
}

START_TEST(lanes_have_the_bits_of_one_after_the_other) {
    if (!pawl_lanes_has((pawl_lanes)_i)) return;
    const pawli_hinge_kernels *const kernels = pawli_hinge_kernels_of((pawl_lanes)_i);
    if (kernels == NULL) return;
    uint64_t seed = seeded_fresh("hinges in lanes");
    int in_lanes = 0, alone = 0;
    for (int round = 0; round < SEEDED_ROUNDS(1500); round++) {
        hinge_heap heap = pick_heap(&seed, 8 + (int)(seeded_next(&seed) % 23));
        hinge_heap other = heap;
        run_alone(&heap);
        run_in_lanes(&other, kernels);
        in_lanes += 2 * (int)PASSES * ROWS - other.alone;
        alone += other.alone;
        ck_assert_uint_eq(other.faults, heap.faults);
        ck_assert_mem_eq(other.bodies, heap.bodies, sizeof heap.bodies);
        for (int i = 0; i < ROWS; i++) {
            ck_assert_int_eq(other.rows[i].impulse_x, heap.rows[i].impulse_x);
            ck_assert_int_eq(other.rows[i].impulse_y, heap.rows[i].impulse_y);
        }
    }
    ck_assert_int_gt(in_lanes, alone);
    ck_assert_int_gt(alone, SEEDED_OFTEN(0));
}
END_TEST

/* ---- whole steps ---------------------------------------------------------------------------- */

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

/* Mostly hinges, some with a motor, far too long, or weak. */
static void add_link(pawl_world *world, uint64_t *seed, pawl_body_id a, pawl_body_id b) {
    const uint64_t type = seeded_next(seed) % 16;
    pawl_joint_def def = pawl_joint_def_default(type == 0 ? PAWL_JOINT_WELD : PAWL_JOINT_REVOLUTE);
    def.body_a = a;
    def.body_b = b;
    const int bits = type == 1 ? 23 : 16;
    def.frame_a.anchor = pawl_vec2_make(pick(seed, bits), pick(seed, 16));
    def.frame_b.anchor = pawl_vec2_make(pick(seed, bits), pick(seed, 16));
    if (type == 2) set_motor(&def, 3, 100);
    if (type == 3) def.break_force = WIDE(40);
    pawl_joint_id joint = PAWL_NULL_JOINT;
    if (pawl_joint_create(world, &def, &joint) == PAWL_OK) return;
    ck_assert_int_eq(pawl_joint_is_valid(world, joint), false); /* between what does not move */
}

static pawl_world *make_net(uint64_t *seed) {
    pawl_world_def def = awake_def(10);
    def.body_capacity = def.shape_capacity = LINKS;
    def.joint_capacity = 3 * LINKS;
    def.substeps = (uint8_t)(1 + seeded_next(seed) % 5);
    pawl_world *const world = make_world(&def);
    pawl_body_id bodies[LINKS];
    for (int i = 0; i < LINKS; i++)
        bodies[i] = add_knot(world, seed, i);
    for (int i = 0; i < LINKS; i++) {
        add_link(world, seed, bodies[i], bodies[(i + 1) % LINKS]);
        add_link(world, seed, bodies[i], bodies[seeded_next(seed) % LINKS]);
    }
    return world;
}

/* The chain of its hash, step by step. */
static uint32_t run_net(uint64_t seed, pawl_lanes lanes) {
    pawl_world *const world = make_net(&seed);
    const pawl_step_hooks hooks = {.lanes = lanes};
    uint32_t chain = 0;
    for (int step = 0; step < 30; step++) {
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
        chain = pawl_hash_chain(chain, pawl_world_hash(world));
    }
    free(world);
    return chain;
}

START_TEST(a_net_goes_the_same_way_in_all_lanes) {
    const pawl_world_def def = awake_def(10);
    if (!pawl_lanes_has((pawl_lanes)_i)) return;
    (void)pawl_world_lanes_size(&def, (pawl_lanes)_i); /* links the code of lanes */
    uint64_t seed = seeded_fresh("nets in lanes");
    for (int round = 0; round < SEEDED_ROUNDS(40); round++) {
        const uint64_t net = seeded_next(&seed);
        const uint32_t alone = run_net(net, PAWL_LANES_NONE),
                       in_lanes = run_net(net, (pawl_lanes)_i);
        ck_assert_msg(in_lanes == alone, "net 0x%llX differs", (unsigned long long)net);
    }
}
END_TEST
#endif

Suite *suite_hinge(void) {
    Suite *const suite = suite_create("hinge");
    TCase *const tcase = tcase_create("hinge");
    tcase_add_loop_test(tcase, a_hinge_is_prepared_as_a_row_in_general, 0, 100);
    tcase_add_loop_test(tcase, a_hinge_is_solved_as_a_row_in_general, 0, 200);
#if PAWLI_HINGES_IN_LANES
    tcase_add_loop_test(tcase, lanes_have_the_bits_of_one_after_the_other, 0, PAWL_LANES_COUNT);
    tcase_add_loop_test(tcase, a_net_goes_the_same_way_in_all_lanes, 0, PAWL_LANES_COUNT);
#endif
    suite_add_tcase(suite, tcase);
    return suite;
}
