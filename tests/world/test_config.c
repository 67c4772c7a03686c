/* test_config.c - the knobs of config.h: program and library must agree on them, what is left out
 * is refused and changes nothing, and what is left gives the same hashes in every build. */
#include <stdio.h>

#include "support/world/fixture.h"

/* What a call answers that needs a feature. */
static pawl_status answer(int with) {
    return with ? PAWL_OK : PAWL_ERR_UNSUPPORTED;
}

START_TEST(a_program_configured_differently_is_refused) {
    const pawl_world_def def = pawl_world_def_default();
    const size_t size = pawl_world_size(&def);
    uint8_t *const memory = malloc(size);
    pawl_world *world = NULL;
    memset(memory, 0x5A, size);
    for (int bit = 0; bit < 32; bit++) {
        const uint32_t other = PAWL_CONFIG_ID ^ UINT32_C(1) << bit;
        ck_assert_int_eq(pawl_world_init_for(other, memory, size, &def, &world), PAWL_ERR_CONFIG);
    }
    ck_assert_ptr_null(world);
    for (size_t i = 0; i < size; i++)
        ck_assert_uint_eq(memory[i], 0x5A);
    ck_assert_int_eq(pawl_world_init_for(PAWL_CONFIG_ID, memory, size, &def, &world), PAWL_OK);
    free(memory);
}
END_TEST

START_TEST(the_status_of_another_configuration_has_a_name) {
    ck_assert_int_eq(PAWL_ERR_CONFIG, -11);
    ck_assert_str_eq(pawl_status_text(PAWL_ERR_CONFIG),
                     "program and library are configured differently");
    ck_assert_str_eq(pawl_fault_text(PAWL_FAULT_NOT_STOPPED), "fast body not stopped");
}
END_TEST

/* The knobs as the program sees them. */
static const struct {
    const char *name;
    int value;
} knobs[] = {
#define KNOB(name, macro) {#name, macro},
    PAWL_KNOBS(KNOB)};
#define KNOB_COUNT ((int)(sizeof knobs / sizeof knobs[0]))

START_TEST(build_options_tell_every_knob) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, " %s=%d ", knobs[_i].name, knobs[_i].value);
    ck_assert_ptr_nonnull(strstr(pawl_build_options(), wanted));
}
END_TEST

/* Those that change what there is in a world, with their bits. */
static const struct {
    int with;
    uint32_t bit;
} identities[] = {
    {PAWL_WITH_JOINTS, 1},
    {PAWL_WITH_HOOKS, 2},
    {PAWL_WITH_CONTINUOUS, 4},
    {PAWL_WITH_CHAINS, 8},
    {PAWL_WITH_POLYGONS, 16},
    {PAWL_WITH_SENSORS, 32},
    {PAWL_WITH_ONE_WAY, 64},
    {PAWL_WITH_SOFT, 128},
    {PAWL_WITH_FRACTURE, 2048},
    {!PAWL_WITH_RESTITUTION, UINT32_C(1) << 15},
    {!PAWL_WITH_ROLLING, UINT32_C(1) << 17},
    {!PAWL_WITH_TREE, UINT32_C(1) << 18},
};
#define IDENTITY_COUNT ((int)(sizeof identities / sizeof identities[0]))

START_TEST(the_identity_tells_the_knobs_of_a_world) {
    ck_assert_int_eq((PAWL_CONFIG_ID & identities[_i].bit) != 0, identities[_i].with);
}
END_TEST

START_TEST(build_options_name_the_profile) {
    static const char *const names[] = {"", " profile=full ", " profile=small ", " profile=tiny "};
    ck_assert_ptr_nonnull(strstr(pawl_build_options(), names[PAWL_PROFILE]));
}
END_TEST

START_TEST(room_for_joints_is_refused_without_them) {
    pawl_world_def def = pawl_world_def_default();
    ck_assert_int_eq(def.joint_capacity, PAWL_WITH_JOINTS ? 64 : 0);
    def.joint_capacity = 1;
    uint64_t memory[8] = {0};
    pawl_world *world = NULL;
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &def, &world),
                     PAWL_WITH_JOINTS ? PAWL_ERR_MEMORY : PAWL_ERR_UNSUPPORTED);
    ck_assert_int_eq(pawl_world_size(&def) > 0, PAWL_WITH_JOINTS);
}
END_TEST

/* ---- calls that need a feature -------------------------------------------------------------- */

/* What the calls below are made on. */
typedef struct stage {
    pawl_world *world;
    pawl_body_id ground, box;
} stage;

static pawl_status ask_for_joint(const stage *s) {
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
    def.body_a = s->ground;
    def.body_b = s->box;
    pawl_joint_id joint;
    return pawl_joint_create(s->world, &def, &joint);
}

static pawl_status ask_for_bullet_body(const stage *s) {
    pawl_body_def def = pawl_body_def_default();
    def.bullet = true;
    pawl_body_id body;
    return pawl_body_create(s->world, &def, &body);
}

static pawl_status ask_for_bullet(const stage *s) {
    return pawl_body_set_bullet(s->world, s->box, true);
}

static pawl_status ask_for_lock(const stage *s) {
    return pawl_body_set_lock_y(s->world, s->box, true);
}

static pawl_status ask_for_locked_body(const stage *s) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    def.lock_x = true;
    return pawl_body_create(s->world, &def, &body);
}

static pawl_status ask_for_chain(const stage *s) {
    static const pawl_vec2 points[] = {{0, 0}, {PAWL_FX_ONE, 0}};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_chain chain;
    memset(&chain, 0, sizeof chain);
    chain.points = points;
    chain.count = 2;
    pawl_shape_id shape;
    return pawl_shape_create_chain(s->world, s->ground, &def, &chain, &shape);
}

static pawl_status ask_for_tiles(const stage *s) {
    static const uint8_t cells[] = {PAWL_TILE_SOLID};
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_tile_map map = {
        .cells = cells, .width = 1, .height = 1, .cell_size = PAWL_FX_ONE, .lower = {0, 0}};
    pawl_shape_id shape;
    return pawl_shape_create_tiles(s->world, s->ground, &def, &map, &shape);
}

static pawl_status ask_for_shape(const stage *s, const pawl_shape_def *def) {
    const pawl_convex convex = box_convex(1, 1);
    pawl_shape_id shape;
    return pawl_shape_create(s->world, s->ground, def, &convex, &shape);
}

static pawl_status ask_for_sensor(const stage *s) {
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = true;
    return ask_for_shape(s, &def);
}

static pawl_status ask_for_platform(const stage *s) {
    pawl_shape_def def = pawl_shape_def_default();
    def.one_way = true;
    return ask_for_shape(s, &def);
}

static pawl_status ask_to_drop_through(const stage *s) {
    return pawl_body_drop_through(s->world, s->box);
}

static pawl_status ask_for_filter(const stage *s) {
    pawl_shape_def def = pawl_shape_def_default();
    def.custom_filter = true;
    return ask_for_shape(s, &def);
}

static pawl_status ask_for_pre_solve(const stage *s) {
    pawl_shape_def def = pawl_shape_def_default();
    def.pre_solve = true;
    return ask_for_shape(s, &def);
}

static pawl_status ask_for_bounce(const stage *s) {
    pawl_shape_def def = pawl_shape_def_default();
    def.restitution = 1;
    return ask_for_shape(s, &def);
}

static pawl_status ask_for_rolling_resistance(const stage *s) {
    pawl_shape_def def = pawl_shape_def_default();
    def.rolling_resistance = 1;
    return ask_for_shape(s, &def);
}

static pawl_shape_id shape_of_box(const stage *s) {
    return pawl_body_next_shape(s->world, s->box, NO_SHAPE);
}

static pawl_status ask_to_bounce(const stage *s) {
    return pawl_shape_set_restitution(s->world, shape_of_box(s), 1);
}

static pawl_status ask_to_resist_rolling(const stage *s) {
    return pawl_shape_set_rolling_resistance(s->world, shape_of_box(s), 2);
}

static pawl_fx mix(void *context, pawl_fx a, uint32_t user_data_a, pawl_fx b,
                   uint32_t user_data_b) {
    (void)context, (void)user_data_a, (void)user_data_b;
    return pawl_max(a, b);
}

static pawl_status ask_for_hook(const stage *s) {
    pawl_step_hooks hooks;
    memset(&hooks, 0, sizeof hooks);
    hooks.mix_friction = mix;
    return pawl_world_step(s->world, &hooks);
}

static pawl_status ask_for_bouncing_hook(const stage *s) {
    pawl_step_hooks hooks;
    memset(&hooks, 0, sizeof hooks);
    hooks.mix_restitution = mix;
    return pawl_world_step(s->world, &hooks);
}

static pawl_status ask_for_capsule(const stage *s) {
    pawl_convex convex;
    (void)s;
    return pawl_make_capsule(VEC(0, 0), VEC(1, 0), FX(0.5), &convex);
}

static pawl_status ask_for_rounded_box(const stage *s) {
    static const pawl_vec2 points[] = {{0, 0}, {PAWL_FX_ONE, 0}, {0, PAWL_FX_ONE}};
    pawl_convex convex;
    (void)s;
    return pawl_make_polygon(points, 3, FX(0.25), &convex);
}

static pawl_status ask_for_pentagon(const stage *s) {
    const pawl_vec2 points[] = {VEC(0, 0), VEC(2, 0), VEC(3, 1), VEC(1, 3), VEC(-1, 1)};
    pawl_convex convex;
    (void)s;
    return pawl_make_polygon(points, 5, 0, &convex);
}

static const struct {
    pawl_status (*ask)(const stage *s);
    int with;
} calls[] = {
    {ask_for_joint, PAWL_WITH_JOINTS},
    {ask_for_bullet_body, PAWL_WITH_CONTINUOUS},
    {ask_for_bullet, PAWL_WITH_CONTINUOUS},
    {ask_for_lock, PAWL_WITH_JOINTS},
    {ask_for_locked_body, PAWL_WITH_JOINTS},
    {ask_for_chain, PAWL_WITH_CHAINS},
    {ask_for_tiles, PAWL_WITH_CHAINS},
    {ask_for_sensor, PAWL_WITH_SENSORS},
    {ask_for_platform, PAWL_WITH_ONE_WAY},
    {ask_to_drop_through, PAWL_WITH_ONE_WAY},
    {ask_for_filter, PAWL_WITH_HOOKS},
    {ask_for_pre_solve, PAWL_WITH_HOOKS},
    {ask_for_hook, PAWL_WITH_HOOKS},
    {ask_for_capsule, PAWL_WITH_POLYGONS},
    {ask_for_rounded_box, PAWL_WITH_POLYGONS},
    {ask_for_pentagon, PAWL_WITH_POLYGONS},
    {ask_for_bounce, PAWL_WITH_RESTITUTION},
    {ask_for_rolling_resistance, PAWL_WITH_ROLLING},
    {ask_to_bounce, PAWL_WITH_RESTITUTION},
    {ask_to_resist_rolling, PAWL_WITH_ROLLING},
    {ask_for_bouncing_hook, PAWL_WITH_HOOKS &&PAWL_WITH_RESTITUTION},
};
#define CALL_COUNT ((int)(sizeof calls / sizeof calls[0]))

START_TEST(what_is_left_out_is_refused_and_changes_nothing) {
    stage s = {make_default_world(), NO_BODY, NO_BODY};
    s.ground = add_ground(s.world);
    s.box = add_unit_box(s.world, 0, 0.5);
    run(s.world, 2);
    const uint32_t before = pawl_world_hash(s.world);
    ck_assert_int_eq(calls[_i].ask(&s), answer(calls[_i].with));
    if (!calls[_i].with) ck_assert_uint_eq(pawl_world_hash(s.world), before);
    free(s.world);
}
END_TEST

/* ---- the same hashes ------------------------------------------------------------------------ */

/* Every kind of shape that every profile has. */
static pawl_world *make_heap(void) {
    static const pawl_vec2 triangle[] = {{-32768, -32768}, {32768, -32768}, {0, 40000}};
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 12;
    pawl_world *const world = make_world(&def);
    pawl_convex shapes[4];
    ck_assert_int_eq(pawl_make_segment(VEC(-20, 0), VEC(20, 0), &shapes[0]), PAWL_OK);
    shapes[1] = circle_convex(0.125, 0, 0.5);
    shapes[2] = box_convex(0.5, 0.375);
    ck_assert_int_eq(pawl_make_polygon(triangle, 3, 0, &shapes[3]), PAWL_OK);
    add_shape(world, add_body(world, PAWL_STATIC, 0, 0), &shapes[0]);
    for (int i = 0; i < 9; i++) {
        const double x = 0.75 * (i % 3) - 1, y = 0.75 + 1.125 * (i / 3);
        add_shape(world, add_body(world, PAWL_DYNAMIC, x, y), &shapes[1 + i % 3]);
    }
    return world;
}

START_TEST(a_heap_has_the_same_hash_in_every_build) {
    pawl_world *const world = make_heap();
    run(world, 120);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    ck_assert_uint_eq(pawl_world_hash(world), UINT32_C(0x2B81D8E1));
    ck_assert_uint_eq(pawl_world_motion_hash(world), UINT32_C(0xEF935EAF));
    free(world);
}
END_TEST

/* ---- fast bodies ---------------------------------------------------------------------------- */

static pawl_world *throw_at_wall(double distance, double speed) {
    pawl_world *const world = make_space();
    const pawl_body_id wall = add_body(world, PAWL_STATIC, distance, 0);
    add_box(world, wall, 0.0625, 4);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(speed, 0)), PAWL_OK);
    return world;
}

START_TEST(a_build_that_cannot_stop_a_fast_body_says_so) {
    pawl_world *const world = throw_at_wall(4, 300);
    run(world, 2);
    ck_assert_uint_eq(pawl_world_get_faults(world),
                      PAWL_WITH_CONTINUOUS ? 0 : PAWL_FAULT_NOT_STOPPED);
    free(world);
}
END_TEST

/* The hash is that of a build that would have looked. */
START_TEST(a_fast_body_with_nothing_on_its_way_is_no_fault) {
    pawl_world *const world = throw_at_wall(-40, 300);
    run(world, 4);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    ck_assert_uint_eq(pawl_world_hash(world), UINT32_C(0xA95ECE55));
    free(world);
}
END_TEST

Suite *suite_config(void);
Suite *suite_config(void) {
    Suite *const suite = suite_create("config");
    TCase *const cases = tcase_create("config");
    tcase_add_test(cases, a_program_configured_differently_is_refused);
    tcase_add_test(cases, the_status_of_another_configuration_has_a_name);
    tcase_add_loop_test(cases, build_options_tell_every_knob, 0, KNOB_COUNT);
    tcase_add_loop_test(cases, the_identity_tells_the_knobs_of_a_world, 0, IDENTITY_COUNT);
    tcase_add_test(cases, build_options_name_the_profile);
    tcase_add_test(cases, room_for_joints_is_refused_without_them);
    tcase_add_loop_test(cases, what_is_left_out_is_refused_and_changes_nothing, 0, CALL_COUNT);
    tcase_add_test(cases, a_heap_has_the_same_hash_in_every_build);
    tcase_add_test(cases, a_build_that_cannot_stop_a_fast_body_says_so);
    tcase_add_test(cases, a_fast_body_with_nothing_on_its_way_is_no_fault);
    suite_add_tcase(suite, cases);
    return suite;
}
