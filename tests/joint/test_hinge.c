/* test_hinge.c - rows of hinges against rows of joints in general. */
#include "joint/hinge.h"
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
    pawli_joint_setup setup = pawli_joint_prepare_setup(world, joint, a, b, &rows.time, &faults);
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

Suite *suite_hinge(void) {
    Suite *const suite = suite_create("hinge");
    TCase *const tcase = tcase_create("hinge");
    tcase_add_loop_test(tcase, a_hinge_is_prepared_as_a_row_in_general, 0, 100);
    tcase_add_loop_test(tcase, a_hinge_is_solved_as_a_row_in_general, 0, 200);
    suite_add_tcase(suite, tcase);
    return suite;
}
