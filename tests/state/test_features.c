/* test_features.c - what a world says that it uses: what its build has, while it is there. This
 * suite runs in every profile. */
#include "base/bytes.h"
#include "base/crc.h"
#include "pawl/state.h"
#include "state/snapshot.h"
#include "support/world/fixture.h"

#define FEATURES_AT 16u

static pawl_shape_id add_special(pawl_world *world, uint32_t feature) {
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex convex = box_convex(1, 1);
    pawl_shape_id shape = {0, 0};
    def.sensor = feature == PAWL_FEATURE_SENSORS;
    def.one_way = feature == PAWL_FEATURE_ONE_WAY;
    def.pre_solve = feature == PAWL_FEATURE_HOOKS;
    def.break_impulse = feature == PAWL_FEATURE_FRACTURE ? PAWL_FX_ONE : 0;
    def.restitution = feature == PAWL_FEATURE_RESTITUTION;
    def.rolling_resistance = feature == PAWL_FEATURE_ROLLING;
    const pawl_status status =
        pawl_shape_create(world, pawl_world_next_body(world, NO_BODY), &def, &convex, &shape);
    ck_assert_int_eq(status, PAWL_FEATURES & feature ? PAWL_OK : PAWL_ERR_UNSUPPORTED);
    return shape;
}

static const uint32_t special[] = {PAWL_FEATURE_SENSORS,     PAWL_FEATURE_ONE_WAY,
                                   PAWL_FEATURE_HOOKS,       PAWL_FEATURE_FRACTURE,
                                   PAWL_FEATURE_RESTITUTION, PAWL_FEATURE_ROLLING};

START_TEST(a_shape_counts_while_it_is_there) {
    pawl_world *const world = make_default_world();
    (void)add_ground(world);
    (void)add_unit_box(world, 0, 3);
    ck_assert_uint_eq(pawl_world_get_features(world), 0);
    const pawl_shape_id shape = add_special(world, special[_i]);
    const bool is_there = (PAWL_FEATURES & special[_i]) != 0;
    ck_assert_uint_eq(pawl_world_get_features(world), is_there ? special[_i] : 0);
    run(world, 2);
    if (is_there) ck_assert_int_eq(pawl_shape_destroy(world, shape), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_features(world), 0);
    free(world);
}
END_TEST

START_TEST(a_bullet_counts_while_it_is_one) {
    pawl_world *const world = make_default_world();
    const pawl_body_id box = add_unit_box(world, 0, 3);
    const pawl_status status = pawl_body_set_bullet(world, box, true);
    ck_assert_int_eq(status, PAWL_WITH_CONTINUOUS ? PAWL_OK : PAWL_ERR_UNSUPPORTED);
    ck_assert_uint_eq(pawl_world_get_features(world),
                      PAWL_WITH_CONTINUOUS ? PAWL_FEATURE_CONTINUOUS : 0);
    if (PAWL_WITH_CONTINUOUS) {
        ck_assert_int_eq(pawl_body_set_bullet(world, box, false), PAWL_OK);
        ck_assert_uint_eq(pawl_world_get_features(world), 0);
        ck_assert_int_eq(pawl_body_set_bullet(world, box, true), PAWL_OK);
        ck_assert_int_eq(pawl_body_destroy(world, box), PAWL_OK);
        ck_assert_uint_eq(pawl_world_get_features(world), 0);
    }
    free(world);
}
END_TEST

/* Also for a reader of its snapshot, whose build may have no locks. */
START_TEST(a_lock_counts_as_a_joint_while_it_is_there) {
    static uint8_t bytes[1 << 14];
    pawl_world *const world = make_default_world();
    const pawl_body_id box = add_unit_box(world, 0, 3);
    const pawl_status status = pawl_body_set_lock_x(world, box, true);
    ck_assert_int_eq(status, PAWL_WITH_JOINTS ? PAWL_OK : PAWL_ERR_UNSUPPORTED);
    const uint32_t expected = PAWL_WITH_JOINTS ? PAWL_FEATURE_JOINTS : 0;
    ck_assert_uint_eq(pawl_world_get_features(world), expected);
    ck_assert_int_eq(pawl_body_has_lock_x(world, box), PAWL_WITH_JOINTS);
    pawl_snapshot_info info;
    size_t size;
    ck_assert_int_eq(pawl_world_encode(world, bytes, sizeof bytes, &size), PAWL_OK);
    ck_assert_int_eq(pawl_snapshot_inspect(bytes, size, &info), PAWL_OK);
    ck_assert_uint_eq(info.features, expected);
    ck_assert_int_eq(pawl_body_set_lock_x(world, box, false), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_features(world), 0);
    free(world);
}
END_TEST

START_TEST(a_joint_counts_for_ever) {
    pawl_world *const world = make_default_world();
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
    def.body_a = add_ground(world);
    def.body_b = add_unit_box(world, 0, 3);
    pawl_joint_id joint;
    const pawl_status status = pawl_joint_create(world, &def, &joint);
    ck_assert_int_eq(status, PAWL_WITH_JOINTS ? PAWL_OK : PAWL_ERR_UNSUPPORTED);
    if (PAWL_WITH_JOINTS) ck_assert_int_eq(pawl_joint_destroy(world, joint), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_features(world), PAWL_WITH_JOINTS ? PAWL_FEATURE_JOINTS : 0);
    free(world);
}
END_TEST

static pawl_world *make_with_shape(const pawl_convex *convex) {
    pawl_world *const world = make_default_world();
    (void)add_shape(world, add_body(world, PAWL_DYNAMIC, 0, 3), convex);
    return world;
}

START_TEST(plain_shapes_are_no_polygons) {
    static const pawl_vec2 corners[] = {
        {0, 0}, {131072, 0}, {196608, 65536}, {65536, 196608}, {-65536, 65536}};
    for (uint32_t count = 3; count <= 5; count++) {
        for (pawl_fx radius = 0; radius <= 6554; radius += 6554) {
            pawl_convex convex;
            const bool is_plain = count < 5 && radius == 0;
            const pawl_status status = pawl_make_polygon(corners, count, radius, &convex);
            ck_assert_int_eq(status,
                             is_plain || PAWL_WITH_POLYGONS ? PAWL_OK : PAWL_ERR_UNSUPPORTED);
            if (status != PAWL_OK) continue;
            pawl_world *const world = make_with_shape(&convex);
            ck_assert_uint_eq(pawl_world_get_features(world), is_plain ? 0 : PAWL_FEATURE_POLYGONS);
            free(world);
        }
    }
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    pawl_world *const world = make_with_shape(&circle);
    ck_assert_uint_eq(pawl_world_get_features(world), 0);
    ck_assert_uint_eq(pawl_world_get_features(NULL), 0);
    free(world);
}
END_TEST

/* ---- in a snapshot ---- */

START_TEST(a_header_that_says_less_than_the_records_is_refused) {
    static uint8_t bytes[4096];
    static uint64_t memory[1 << 14];
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    pawl_world *const world = make_world(&def);
    size_t size;
    (void)add_ground(world);
    (void)add_special(world, special[_i]);
    const uint32_t features = PAWL_FEATURES & special[_i];
    ck_assert_int_eq(pawl_world_encode(world, bytes, sizeof bytes, &size), PAWL_OK);
    const uint32_t told = features & PAWLI_FEATURES_IN_HEADER;
    ck_assert_uint_eq(pawli_fetch_u32(bytes + FEATURES_AT), told);
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(bytes, size, &info), PAWL_OK);
    ck_assert_uint_eq(info.features, features);
    pawli_store_u32(bytes + FEATURES_AT, 0);
    pawli_store_u32(bytes + size - 4, pawli_crc_32(0, bytes, (uint32_t)size - 4));
    pawl_world *loaded = NULL;
    ck_assert_int_eq(pawl_snapshot_inspect(bytes, size, &info), PAWL_OK);
    ck_assert_uint_eq(info.features, features); /* whatever the header says */
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, sizeof memory, &loaded),
                     told == 0 ? PAWL_OK : PAWL_ERR_FORMAT);
    free(world);
}
END_TEST

/* ---- names ---- */

START_TEST(features_have_names) {
    char text[PAWL_FEATURES_TEXT_MAX];
    ck_assert_uint_eq(pawl_features_print(0, text, sizeof text), 4);
    ck_assert_str_eq(text, "none");
    ck_assert_uint_eq(
        pawl_features_print(PAWL_FEATURE_JOINTS | PAWL_FEATURE_SOFT, text, sizeof text), 19);
    ck_assert_str_eq(text, "joints, soft bodies");
    ck_assert_uint_lt(pawl_features_print(PAWL_FEATURES_ALL, text, sizeof text), sizeof text - 1);
    ck_assert_str_eq(text,
                     "joints, hooks, continuous collision, chains and tiles, polygons, sensors, "
                     "one-way platforms, soft bodies, fracture, restitution, rolling resistance, "
                     "characters");
    (void)pawl_features_print(PAWL_FEATURE_SENSORS | PAWL_FEATURES_ALL << 1, text, 9);
    ck_assert_str_eq(text, "hooks, c");
    ck_assert_uint_eq(pawl_features_print(PAWL_FEATURES_ALL + 1u, text, sizeof text), 16);
    ck_assert_str_eq(text, "unknown features");
    ck_assert_uint_eq(pawl_features_print(1, text, 1), 0);
    ck_assert_str_eq(text, "");
    ck_assert_uint_eq(pawl_features_print(1, text, 0), 0);
    ck_assert_uint_eq(pawl_features_print(1, NULL, 9), 0);
}
END_TEST

Suite *suite_features(void);
Suite *suite_features(void) {
    const int count = (int)(sizeof special / sizeof special[0]);
    TCase *const cases = tcase_create("features");
    tcase_add_loop_test(cases, a_shape_counts_while_it_is_there, 0, count);
    tcase_add_test(cases, a_bullet_counts_while_it_is_one);
    tcase_add_test(cases, a_joint_counts_for_ever);
    tcase_add_test(cases, a_lock_counts_as_a_joint_while_it_is_there);
    tcase_add_test(cases, plain_shapes_are_no_polygons);
    tcase_add_loop_test(cases, a_header_that_says_less_than_the_records_is_refused, 0, count);
    tcase_add_test(cases, features_have_names);
    Suite *const suite = suite_create("features");
    suite_add_tcase(suite, cases);
    return suite;
}
