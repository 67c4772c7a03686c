/* test_replay_calls.c - every call that changes a world is in its replay, without being known to
 * it. Those about joints are in test_replay_joint_calls.c. */
#include "support/replay/replay_target.h"

static void create_body(target *t) {
    add_unit_box(t->world, 4, 4);
}

static void create_many(target *t) {
    for (int i = 0; i < 20; i++)
        add_unit_box(t->world, i, 6);
}

static void destroy_body(target *t) {
    pawl_body_destroy(t->world, t->body);
}

static void teleport(target *t) {
    pawl_body_set_pose(t->world, t->body, VEC(3, 7), 0x12345678);
}

static void set_velocity(target *t) {
    pawl_body_set_velocity(t->world, t->body, VEC(1, 1));
}

static void set_spin(target *t) {
    pawl_body_set_angular_velocity(t->world, t->body, FX(1));
}

static void send(target *t) {
    ck_assert_int_eq(pawl_body_set_target(t->world, t->body, VEC(2, 3), 0x01234567), PAWL_OK);
}

static void push(target *t) {
    pawl_body_apply_force(t->world, t->body, (pawl_wide2){FX(20), FX(30)}, VEC(0, 0));
}

static void push_center(target *t) {
    pawl_body_apply_force_to_center(t->world, t->body, (pawl_wide2){FX(20), 0});
}

static void twist(target *t) {
    pawl_body_apply_torque(t->world, t->body, FX(9));
}

static void hit(target *t) {
    pawl_body_apply_impulse(t->world, t->body, (pawl_wide2){FX(2), FX(3)}, VEC(0, 0));
}

static void hit_center(target *t) {
    pawl_body_apply_impulse_to_center(t->world, t->body, (pawl_wide2){0, FX(3)});
}

static void spin_up(target *t) {
    pawl_body_apply_angular_impulse(t->world, t->body, FX(2));
}

static void change_velocity(target *t) {
    pawl_body_change_velocity(t->world, t->body, VEC(0, 2), VEC(1, 1));
}

static void set_mass(target *t) {
    const pawl_mass mass = {FX(3), VEC(0.125, 0), FX(1)};
    ck_assert_int_eq(pawl_body_set_mass(t->world, t->body, mass), PAWL_OK);
}

static void reset_mass(target *t) {
    const pawl_mass mass = {FX(3), VEC(0.125, 0), FX(1)};
    ck_assert_int_eq(pawl_body_set_mass(t->world, t->body, mass), PAWL_OK);
    pawl_body_reset_mass(t->world, t->body);
    pawl_shape_set_density(t->world, t->shape, FX(4));
    pawl_body_reset_mass(t->world, t->body);
}

static void set_type(target *t) {
    pawl_body_set_type(t->world, t->body, PAWL_KINEMATIC);
}

static void put_to_sleep(target *t) {
    pawl_body_set_awake(t->world, t->other, false);
}

static void wake(target *t) {
    pawl_body_set_awake(t->world, t->other, false);
    pawl_body_set_awake(t->world, t->other, true);
    pawl_body_set_awake(t->world, t->body, false);
}

static void disable(target *t) {
    pawl_body_set_enabled(t->world, t->body, false);
}

static void fix_rotation(target *t) {
    pawl_body_set_fixed_rotation(t->world, t->body, true);
}

static void reshape(target *t) {
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), FX(1), &convex), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_convex(t->world, t->shape, &convex), PAWL_OK);
}

static void lock_axes(target *t) {
    pawl_body_set_lock_x(t->world, t->body, true);
    pawl_body_set_lock_y(t->world, t->body, true);
}

static void make_bullet(target *t) {
    pawl_body_set_bullet(t->world, t->body, true);
}

static void forbid_sleep(target *t) {
    pawl_body_set_can_sleep(t->world, t->body, false);
}

static void sleep_soon(target *t) {
    pawl_body_set_sleep_threshold(t->world, t->body, FX(2));
}

static void scale_gravity(target *t) {
    pawl_body_set_gravity_scale(t->world, t->body, FX(0.5));
}

static void set_damping(target *t) {
    pawl_body_set_damping(t->world, t->body, FX(0.5), FX(0.25));
}

static void set_body_data(target *t) {
    pawl_body_set_user_data(t->world, t->body, 99);
}

static void create_shape(target *t) {
    add_box(t->world, t->body, 0.25, 1);
}

static void destroy_shape(target *t) {
    pawl_shape_destroy(t->world, t->shape);
}

static void set_density(target *t) {
    pawl_shape_set_density(t->world, t->shape, FX(2));
}

static void set_friction(target *t) {
    pawl_shape_set_friction(t->world, t->shape, FX(0.125));
}

static void set_restitution(target *t) {
    pawl_shape_set_restitution(t->world, t->shape, FX(0.5));
}

static void set_tangent_speed(target *t) {
    pawl_shape_set_tangent_speed(t->world, t->shape, FX(1));
}

static void set_rolling(target *t) {
    pawl_shape_set_rolling_resistance(t->world, t->shape, FX(0.25));
}

static void set_break_impulse(target *t) {
    pawl_shape_set_break_impulse(t->world, t->shape, FX(2));
}

static void break_body(target *t) {
    static uint64_t memory[2048];
    const pawl_fracture_def def = pawl_fracture_def_default();
    pawl_fragments made = {NULL, 0, 0, 0};
    ck_assert_uint_le(pawl_fracture_size(2, 8), sizeof memory);
    const pawl_body_id body = pawl_shape_get_body(t->world, t->shape);
    ck_assert_int_eq(pawl_body_shatter(t->world, body, pawl_body_get_center(t->world, body), &def,
                                       memory, sizeof memory, &made),
                     PAWL_OK);
    ck_assert_uint_gt(made.count, 1);
}

static void set_filter(target *t) {
    const pawl_filter filter = {4, 2, -1, 0};
    pawl_shape_set_filter(t->world, t->shape, filter);
}

static void make_sensor(target *t) {
    pawl_shape_set_sensor(t->world, t->shape, true);
}

static void make_one_way(target *t) {
    pawl_shape_set_one_way(t->world, t->shape, true);
}

static void ask_about(target *t) {
    pawl_shape_set_custom_filter(t->world, t->shape, true);
    pawl_shape_set_pre_solve(t->world, t->shape, true);
}

static void report_hits(target *t) {
    pawl_shape_set_hit_events(t->world, t->shape, true);
}

static void set_shape_data(target *t) {
    pawl_shape_set_user_data(t->world, t->shape, 98);
}

static void drop_through(target *t) {
    pawl_body_drop_through(t->world, t->other);
}

static void explode(target *t) {
    pawl_explosion_def def = pawl_explosion_def_default();
    def.radius = FX(20);
    def.impulse = FX(2);
    ck_assert_int_eq(pawl_world_explode(t->world, &def), PAWL_OK);
}

static void blow(target *t) {
    pawl_wind_def def = pawl_wind_def_default();
    def.velocity = VEC(10, 0);
    def.wake = true;
    ck_assert_int_eq(pawl_world_apply_wind(t->world, &def), PAWL_OK);
}

static void blow_at_shape(target *t) {
    pawl_wind_def def = pawl_wind_def_default();
    def.velocity = VEC(10, 0);
    def.wake = true;
    ck_assert_int_eq(pawl_shape_apply_wind(t->world, t->shape, &def), PAWL_OK);
}

static void flood(target *t) {
    pawl_water_def def = pawl_water_def_default();
    def.area = pawl_area_below(FX(10));
    def.wake = true;
    ck_assert_int_eq(pawl_world_apply_water(t->world, &def), PAWL_OK);
}

static void attract(target *t) {
    pawl_radial_gravity_def def = pawl_radial_gravity_def_default();
    def.center = VEC(0, 20);
    def.wake = true;
    ck_assert_int_eq(pawl_world_apply_radial_gravity(t->world, &def), PAWL_OK);
}

static void bend_gravity(target *t) {
    pawl_area_gravity_def def = pawl_area_gravity_def_default();
    def.gravity = VEC(5, 5);
    def.wake = true;
    ck_assert_int_eq(pawl_world_apply_area_gravity(t->world, &def), PAWL_OK);
}

static void push_by_mover(target *t) {
    pawl_mover_def def = pawl_mover_def_default();
    def.push = FX(4);
    pawl_mover_report report;
    memset(&report, 0, sizeof report);
    report.hit_count = 1;
    report.hits[0].shape = t->shape;
    report.hits[0].point = pawl_body_get_position(t->world, t->body);
    report.hits[0].normal.c = -(INT32_C(1) << 30);
    report.hits[0].speed = FX(3);
    ck_assert_int_eq(pawl_mover_push(t->world, &def, &report), PAWL_OK);
}

static void weigh_by_mover(target *t) {
    const pawl_mover_def def = pawl_mover_def_default();
    pawl_mover mover;
    memset(&mover, 0, sizeof mover);
    mover.on_ground = 1;
    mover.ground_shape = t->shape;
    mover.position = pawl_body_get_position(t->world, t->body);
    ck_assert_int_eq(pawl_mover_apply_weight(t->world, &def, &mover, FX(4)), PAWL_OK);
}

#include "support/replay/terrain_calls.inc"

static void clear_faults(target *t) {
    pawl_body_set_pose(t->world, t->other, pawl_vec2_make(PAWL_COORD_MAX, 0), 0);
    pawl_body_set_velocity(t->world, t->other, VEC(8000, 0));
    pawl_world_clear_faults(t->world);
}

static void shift_world(target *t) {
    ck_assert_int_eq(pawl_world_shift(t->world, VEC(1000, -500.125)), PAWL_OK);
}

static void set_gravity(target *t) {
    pawl_world_set_gravity(t->world, VEC(1, -9));
}

static void set_substeps(target *t) {
    pawl_world_set_substeps(t->world, 2);
}

static void tune_contacts(target *t) {
    const pawl_contact_tuning tuning = {FX(20), FX(5), FX(2)};
    pawl_world_set_contact_tuning(t->world, tuning);
}

static void set_thresholds(target *t) {
    pawl_world_set_restitution_threshold(t->world, FX(0.5));
    pawl_world_set_hit_threshold(t->world, FX(0.25));
}

static void stop_sleeping(target *t) {
    pawl_world_set_sleeping_enabled(t->world, false);
}

/* A rollback is a change like any other, as long as the tick is the same. */
static void restore(target *t) {
    const size_t size = pawl_world_save_size(t->world);
    void *const save = malloc(size);
    ck_assert_int_eq(pawl_world_save(t->world, save, size), PAWL_OK);
    create_many(t);
    ck_assert_int_eq(pawl_world_restore(t->world, save, size), PAWL_OK);
    free(save);
    set_velocity(t);
}

static const target_call calls[] = {
    {"pawl_body_create", create_body},
    {"pawl_body_create, often", create_many},
    {"pawl_body_destroy", destroy_body},
    {"pawl_body_set_pose", teleport},
    {"pawl_body_set_velocity", set_velocity},
    {"pawl_body_set_angular_velocity", set_spin},
    {"pawl_body_set_target", send},
    {"pawl_body_apply_force", push},
    {"pawl_body_apply_force_to_center", push_center},
    {"pawl_body_apply_torque", twist},
    {"pawl_body_apply_impulse", hit},
    {"pawl_body_apply_impulse_to_center", hit_center},
    {"pawl_body_apply_angular_impulse", spin_up},
    {"pawl_body_change_velocity", change_velocity},
    {"pawl_body_set_mass", set_mass},
    {"pawl_body_reset_mass", reset_mass},
    {"pawl_body_set_type", set_type},
    {"pawl_body_set_awake, false", put_to_sleep},
    {"pawl_body_set_awake, true", wake},
    {"pawl_body_set_enabled", disable},
    {"pawl_body_set_fixed_rotation", fix_rotation},
    {"pawl_body_set_lock_x, _y", lock_axes},
    {"pawl_shape_set_convex", reshape},
    {"pawl_body_set_bullet", make_bullet},
    {"pawl_body_set_can_sleep", forbid_sleep},
    {"pawl_body_set_sleep_threshold", sleep_soon},
    {"pawl_body_set_gravity_scale", scale_gravity},
    {"pawl_body_set_damping", set_damping},
    {"pawl_body_set_user_data", set_body_data},
    {"pawl_shape_create", create_shape},
    {"pawl_shape_destroy", destroy_shape},
    {"pawl_shape_set_density", set_density},
    {"pawl_shape_set_friction", set_friction},
    {"pawl_shape_set_restitution", set_restitution},
    {"pawl_shape_set_tangent_speed", set_tangent_speed},
    {"pawl_shape_set_rolling_resistance", set_rolling},
    {"pawl_shape_set_break_impulse", set_break_impulse},
    {"pawl_body_shatter", break_body},
    {"pawl_shape_set_filter", set_filter},
    {"pawl_shape_set_sensor", make_sensor},
    {"pawl_shape_set_one_way", make_one_way},
    {"pawl_shape_set_custom_filter and pawl_shape_set_pre_solve", ask_about},
    {"pawl_shape_set_hit_events", report_hits},
    {"pawl_shape_set_user_data", set_shape_data},
    {"pawl_body_drop_through", drop_through},
    {"pawl_world_explode", explode},
    {"pawl_world_apply_wind", blow},
    {"pawl_shape_apply_wind", blow_at_shape},
    {"pawl_world_apply_water", flood},
    {"pawl_world_apply_radial_gravity", attract},
    {"pawl_world_apply_area_gravity", bend_gravity},
    {"pawl_mover_push", push_by_mover},
    {"pawl_mover_apply_weight", weigh_by_mover},
    {"pawl_shape_create_chain", create_chain},
    {"pawl_shape_create_heights", create_heights},
    {"pawl_shape_set_materials", set_materials},
    {"pawl_shape_set_materials of new terrain", create_with_materials},
    {"pawl_shape_create_tiles", create_tiles},
    {"pawl_shape_create_tiles, another one", change_tiles},
    {"pawl_shape_destroy of terrain", destroy_chain},
    {"pawl_world_clear_faults", clear_faults},
    {"pawl_world_set_gravity", set_gravity},
    {"pawl_world_shift", shift_world},
    {"pawl_world_set_substeps", set_substeps},
    {"pawl_world_set_contact_tuning", tune_contacts},
    {"pawl_world_set_restitution_threshold and pawl_world_set_hit_threshold", set_thresholds},
    {"pawl_world_set_sleeping_enabled", stop_sleeping},
    {"pawl_world_restore", restore},
};
#define CALLS ((int)(sizeof calls / sizeof calls[0]))

START_TEST(a_call_between_two_steps_is_an_edit) {
    assert_call_is_an_edit(&calls[_i]);
}
END_TEST

START_TEST(a_call_before_the_first_or_after_the_last_step_counts) {
    assert_call_counts_at_the_ends(&calls[_i], calls[_i].call != change_tiles);
}
END_TEST

/* Of the same size, so that only the content tells one from the other. */
START_TEST(a_table_with_other_content_is_written_again) {
    static const pawl_material materials[] = {{FX(1), 0, FX(1), 0, 7}, {0, 0, -FX(1), 0, 8}};
    static const uint8_t indices[] = {0};
    recording run;
    target t = begin_target(&run);
    for (int i = 0; i < TICKS; i++) {
        const pawl_material_table table = {&materials[i / 4 % 2], indices, 1};
        ck_assert_int_eq(pawl_shape_set_materials(t.world, t.chain, &table), PAWL_OK);
        record_step(&run);
    }
    end_recording(&run);
    assert_plays_alike(&run, "tables");
    free_recording(&run);
}
END_TEST

/* Questions, refused calls, values that were there before, and data that lie elsewhere. */
START_TEST(what_changes_nothing_is_no_edit) {
    recording run;
    target t = begin_target(&run);
    static pawl_vec2 moved[2] = {{FX(20), FX(1)}, {FX(24), FX(2)}};
    for (int i = 0; i < TICKS; i++) {
        ck_assert_int_eq(pawl_shape_bind(t.world, t.chain, moved), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_gravity_scale(t.world, t.body, FX(1)), PAWL_OK);
        ck_assert_int_eq(pawl_world_set_substeps(t.world, 99), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_body_destroy(t.world, NO_BODY), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_shape_set_friction(t.world, t.shape, -1), PAWL_ERR_RANGE);
        (void)pawl_world_get_counters(t.world);
        (void)pawl_world_hash_tree(t.world);
        record_step(&run);
    }
    ck_assert_uint_eq(run.recorder.edits, 0);
    end_recording(&run);
    assert_plays_alike(&run, "nothing");
    free_recording(&run);
}
END_TEST

/* Terrain whose data is not there cannot be recorded. */
START_TEST(unbound_terrain_is_refused) {
    recording run;
    target t = begin_target(&run);
    uint32_t size;
    uint8_t *const snapshot = snapshot_of(t.world, &size);
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 48;
    def.shape_capacity = 64;
    def.joint_capacity = 8;
    ck_assert_int_eq(pawl_world_decode(snapshot, size, t.world, pawl_world_size(&def), &run.world),
                     PAWL_OK);
    ck_assert_int_eq(pawl_recorder_step(&run.recorder, run.world, NULL), PAWL_ERR_ARGUMENT);
    free(snapshot);
    free_recording(&run);
}
END_TEST

Suite *suite_replay_calls(void);
Suite *suite_replay_calls(void) {
    TCase *cases = tcase_create("replay_calls");
    tcase_add_loop_test(cases, a_call_between_two_steps_is_an_edit, 0, CALLS);
    tcase_add_loop_test(cases, a_call_before_the_first_or_after_the_last_step_counts, 0, CALLS);
    tcase_add_test(cases, a_table_with_other_content_is_written_again);
    tcase_add_test(cases, what_changes_nothing_is_no_edit);
    tcase_add_test(cases, unbound_terrain_is_refused);
    Suite *suite = suite_create("replay_calls");
    suite_add_tcase(suite, cases);
    return suite;
}
