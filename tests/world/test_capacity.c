/* test_capacity.c - full pools refuse and change nothing; full contacts drop by a defined order. */
#include "world/tree.h"
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "world/world.h"

typedef struct image {
    uint8_t *bytes;
    size_t size;
} image;

static image copy_of(const pawl_world *world, const pawl_world_def *def) {
    image copy = {NULL, pawl_world_size(def)};
    copy.bytes = malloc(copy.size);
    memcpy(copy.bytes, world, copy.size);
    return copy;
}

static void assert_unchanged(const pawl_world *world, image before) {
    ck_assert_mem_eq(world, before.bytes, before.size);
    free(before.bytes);
}

START_TEST(a_full_pool_of_bodies_refuses_and_nothing_changes) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 5;
    pawl_world *const world = make_world(&def);
    pawl_body_id body[5], extra = {7, 8};
    for (int i = 0; i < 5; i++)
        body[i] = add_unit_box(world, 3 * i, 0);
    run(world, 1);
    const pawl_body_def body_def = pawl_body_def_default();
    const image before = copy_of(world, &def);
    ck_assert_int_eq(pawl_body_create(world, &body_def, &extra), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(pawl_body_id_store(extra), 7 << 16 | 8);
    assert_unchanged(world, before);
    ck_assert_int_eq(pawl_body_destroy(world, body[2]), PAWL_OK);
    ck_assert_int_eq(pawl_body_create(world, &body_def, &extra), PAWL_OK);
    ck_assert_int_eq(pawl_body_create(world, &body_def, &extra), PAWL_ERR_CAPACITY);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(a_full_pool_of_shapes_refuses_and_nothing_changes) {
    pawl_world_def def = pawl_world_def_default();
    def.shape_capacity = 4;
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 0);
    for (int i = 0; i < 3; i++)
        add_box(world, body, 1, 0.25 + i);
    run(world, 1);
    const pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_convex known = box_convex(0.5, 0.5), fresh = box_convex(9, 9);
    pawl_shape_id extra = {7, 8};
    const image before = copy_of(world, &def);
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &known, &extra), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &fresh, &extra), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(pawl_shape_id_store(extra), 7 << 16 | 8);
    assert_unchanged(world, before);
    free(world);
}
END_TEST

START_TEST(a_full_table_of_geometries_refuses_new_ones_only) {
    pawl_world_def def = pawl_world_def_default();
    def.geometry_capacity = 2;
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 0);
    const pawl_shape_id second = add_box(world, body, 1, 1);
    const pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_convex known = box_convex(0.5, 0.5), fresh = box_convex(9, 9);
    pawl_shape_id extra = {7, 8};
    const image before = copy_of(world, &def);
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &fresh, &extra), PAWL_ERR_CAPACITY);
    assert_unchanged(world, before);
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &known, &extra), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_counters(world).geometries, 2);
    ck_assert_int_eq(pawl_shape_destroy(world, second), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_counters(world).geometries, 1);
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &fresh, &extra), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_counters(world).geometries, 2);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(equal_geometry_is_stored_once) {
    pawl_world *const world = make_default_world();
    for (int i = 0; i < 40; i++) {
        const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 4 * i, 0);
        if (i % 4 == 0) add_box(world, body, 0.5, 0.5);
        if (i % 4 == 1) add_box(world, body, 0.5, 0.5 + 1 / 65536.0);
        const pawl_convex circle = circle_convex(0, 0, i % 4 == 2 ? 0.5 : 0.25);
        if (i % 4 >= 2) add_shape(world, body, &circle);
    }
    ck_assert_uint_eq(pawl_world_get_counters(world).geometries, 4);
    ck_assert_uint_eq(pawl_world_get_counters(world).shapes, 40);
    free(world);
}
END_TEST

/* The same world with and without sharing (every box a raw unit wider than the last). */
START_TEST(the_largest_capacities_work) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = PAWL_CAPACITY_MAX;
    def.contact_capacity = 4;
    def.geometry_capacity = def.event_capacity = 1;
    pawl_world *const world = make_world(&def);
    for (int i = 0; i < PAWL_CAPACITY_MAX; i++)
        add_unit_box(world, i % 180 * 2 - 180, i / 180 * 2);
    pawl_body_id extra;
    const pawl_body_def body_def = pawl_body_def_default();
    ck_assert_int_eq(pawl_body_create(world, &body_def, &extra), PAWL_ERR_CAPACITY);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).awake, PAWL_CAPACITY_MAX);
    assert_sound(world);
    free(world);
}
END_TEST

/* Ten boxes on the ground in a world with room for `contacts`. */
static pawl_world *make_row_of_boxes(uint32_t contacts, pawl_body_id *box) {
    pawl_world_def def = pawl_world_def_default();
    def.contact_capacity = contacts;
    pawl_world *const world = make_world(&def);
    add_ground(world);
    for (int i = 0; i < 10; i++)
        box[i] = add_unit_box(world, 3 * ((7 * i) % 10), 0.5);
    return world;
}

START_TEST(full_contacts_keep_the_lowest_keys_with_a_fault) {
    pawl_body_id box[10];
    pawl_world *const world = make_row_of_boxes((uint32_t)_i, box);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), _i < 10 ? PAWL_FAULT_CONTACTS_FULL : 0);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, _i < 10 ? _i : 10);
    uint32_t cursor = 0;
    pawl_contact contact;
    for (int i = 0; pawl_world_next_contact(world, &cursor, &contact); i++) {
        ck_assert_uint_eq(pawl_shape_id_store(contact.shape_b),
                          pawl_shape_id_store(shape_of(world, box[i])));
    }
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        assert_sound(world);
    }
    for (int i = 0; i < 10; i++) { /* those with a contact stand, the others fall through */
        const bool stands = pawl_body_get_position(world, box[i]).y > 0;
        ck_assert_msg(stands == (i < _i), "box %d of %d contacts", i, _i);
    }
    free(world);
}
END_TEST

START_TEST(an_older_touch_may_be_pushed_out_and_ends) {
    pawl_body_id box[10];
    pawl_world *const world = make_row_of_boxes(9, box);
    const pawl_shape_id ground = shape_of(world, pawl_world_next_body(world, NO_BODY));
    ck_assert_int_eq(pawl_body_set_pose(world, box[0], VEC(0, 50), 0), PAWL_OK);
    run(world, 2);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 9);
    ck_assert_int_eq(pawl_body_set_pose(world, box[0], VEC(0, 0.5), 0), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_CONTACTS_FULL);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.begin_count, 1);
    ck_assert_uint_eq(events.end_count, 1);
    ck_assert_uint_eq(pawl_shape_id_store(events.begins[0].shape_b),
                      pawl_shape_id_store(shape_of(world, box[0])));
    ck_assert_uint_eq(pawl_shape_id_store(events.ends[0].shape_a), pawl_shape_id_store(ground));
    ck_assert_uint_eq(pawl_shape_id_store(events.ends[0].shape_b),
                      pawl_shape_id_store(shape_of(world, box[9])));
    assert_sound(world);
    free(world);
}
END_TEST

/* A heap of boxes with far too little room, in two worlds whose trees have different histories. */
START_TEST(which_contacts_are_dropped_does_not_depend_on_the_tree) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    pawl_world_def def = pawl_world_def_default();
    def.contact_capacity = (uint32_t)(1 + 23 * _i);
    pawl_world *worlds[2];
    for (int w = 0; w < 2; w++) {
        worlds[w] = make_world(&def);
        add_ground(worlds[w]);
        for (int i = 0; i < 60; i++)
            add_unit_box(worlds[w], i % 8 * 0.75, 0.5 + i / 8 * 0.75);
    }
    for (int step = 0; step < 90; step++) {
        for (int i = 0; i < 30; i++) {
            const uint16_t slot = (uint16_t)(seeded_next(&seed) % 61);
            pawli_tree_remove(worlds[1], slot);
            pawli_tree_insert(worlds[1], slot);
        }
        run(worlds[0], 1);
        run(worlds[1], 1);
        assert_sound(worlds[1]);
        ck_assert_msg(pawl_world_hash(worlds[0]) == pawl_world_hash(worlds[1]), "seed %d, step %d",
                      _i, step);
    }
    ck_assert_uint_eq(pawl_world_get_faults(worlds[0]) & PAWL_FAULT_CONTACTS_FULL,
                      PAWL_FAULT_CONTACTS_FULL);
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

/* What a microcontroller would set aside for sixteen boxes on a floor: state and scratch. */
START_TEST(sixteen_boxes_with_forty_contacts_fit_16_kilobytes) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 17;
    def.joint_capacity = 0;
    def.geometry_capacity = 2;
    def.event_capacity = 16;
    def.contact_capacity = 40;
    ck_assert_uint_le(pawl_world_size(&def), 16384);
}
END_TEST

/* A pile of boxes has 2.7 contacts for each; so many bytes of state may one take. */
START_TEST(a_body_of_a_pile_takes_400_bytes) {
    pawl_world_def def = pawl_world_def_default();
    def.terrain = false;
    def.body_capacity = def.shape_capacity = 1003;
    def.joint_capacity = 0;
    def.geometry_capacity = 6;
    def.event_capacity = 1;
    def.contact_capacity = 2700;
    ck_assert_uint_le(pawl_world_state_size(&def) / 1003, 400);
}
END_TEST

/* 320 bytes without what soft bodies need of it, 16 of them the origin; 24 more where there may be
 * characters, and 8 for what is tuned. */
START_TEST(the_header_of_a_world_has_336_bytes) {
    ck_assert_uint_le(sizeof(pawl_world), PAWL_WITH_CHARACTERS ? 360 : 336);
}
END_TEST

Suite *suite_capacity(void) {
    Suite *const suite = suite_create("capacity");
    TCase *const tcase = tcase_create("capacity");
    tcase_add_test(tcase, sixteen_boxes_with_forty_contacts_fit_16_kilobytes);
    tcase_add_test(tcase, a_body_of_a_pile_takes_400_bytes);
    tcase_add_test(tcase, the_header_of_a_world_has_336_bytes);
    tcase_add_test(tcase, a_full_pool_of_bodies_refuses_and_nothing_changes);
    tcase_add_test(tcase, a_full_pool_of_shapes_refuses_and_nothing_changes);
    tcase_add_test(tcase, a_full_table_of_geometries_refuses_new_ones_only);
    tcase_add_test(tcase, equal_geometry_is_stored_once);
    tcase_add_test(tcase, the_largest_capacities_work);
    tcase_add_loop_test(tcase, full_contacts_keep_the_lowest_keys_with_a_fault, 1, 12);
    tcase_add_test(tcase, an_older_touch_may_be_pushed_out_and_ends);
    tcase_add_loop_test(tcase, which_contacts_are_dropped_does_not_depend_on_the_tree, 0, 6);
    suite_add_tcase(suite, tcase);
    return suite;
}
