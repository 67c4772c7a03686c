/* test_capacity_id.c - equal hashes and equal capacities step alike; equal hashes alone do not. */
#include "support/world/fixture.h"

static const pawl_body_id none = {0, 0};

static pawl_world_def small_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    return def;
}

static uint32_t id_of(const pawl_world_def *def) {
    pawl_world *const world = make_world(def);
    const uint32_t id = pawl_world_get_capacity_id(world);
    free(world);
    return id;
}

/* Both have been through the same calls and hash alike. The smaller one then uses a slot again. */
START_TEST(equal_hashes_of_other_capacities_may_part) {
    pawl_world_def def = small_def();
    pawl_world *const small = make_world(&def);
    def.body_capacity = 9;
    pawl_world *const large = make_world(&def);
    pawl_world *const worlds[] = {small, large};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 8; k++)
            add_body(worlds[i], PAWL_DYNAMIC, k, 0);
        const pawl_body_id first = pawl_world_next_body(worlds[i], none);
        ck_assert_int_eq(pawl_body_destroy(worlds[i], first), PAWL_OK);
        run(worlds[i], 1);
    }
    ck_assert_uint_eq(pawl_world_hash(small), pawl_world_hash(large));
    ck_assert_uint_ne(pawl_world_get_capacity_id(small), pawl_world_get_capacity_id(large));
    for (int i = 0; i < 2; i++)
        add_body(worlds[i], PAWL_DYNAMIC, 0, 5);
    ck_assert_uint_ne(pawl_world_hash(small), pawl_world_hash(large));
    free(small);
    free(large);
}
END_TEST

START_TEST(every_capacity_counts_and_nothing_else) {
    const pawl_world_def def = small_def();
    const uint32_t id = id_of(&def);
    ck_assert_uint_ne(id, 0);
    pawl_world_def others[10];
    for (int i = 0; i < 10; i++)
        others[i] = def;
    others[0].body_capacity++;
    others[1].shape_capacity++;
    others[2].geometry_capacity = 7;
    others[3].event_capacity = 7;
    others[4].joint_capacity = (uint16_t)(PAWL_WITH_JOINTS ? 63 : 0);
    others[5].contact_capacity = 31;
    others[6].soft_capacity = others[6].soft_point_capacity = others[6].soft_link_capacity =
        PAWL_WITH_SOFT ? 1 : 0;
    others[7] = others[8] = others[6];
    others[7].soft_point_capacity = PAWL_WITH_SOFT ? 2 : 0;
    others[8].soft_link_capacity = PAWL_WITH_SOFT ? 2 : 0;
    others[9].terrain = false; /* in builds without terrain, too */
    for (int i = 0; i < 10; i++) {
        const bool is_same = memcmp(&others[i], &def, sizeof def) == 0; /* a build without them */
        ck_assert_msg((id_of(&others[i]) == id) == is_same, "capacity %d", i);
        for (int k = 0; k < i; k++) {
            const bool is_twin = memcmp(&others[i], &others[k], sizeof def) == 0;
            ck_assert_msg((id_of(&others[i]) == id_of(&others[k])) == is_twin, "%d and %d", i, k);
        }
    }
    pawl_world_def same = def; /* spelt out, and what the hash has */
    same.geometry_capacity = same.event_capacity = 8;
    same.contact_capacity = 32;
    same.substeps = 7;
    same.gravity.y = 5;
    ck_assert_uint_eq(id_of(&same), id);
    ck_assert_uint_eq(pawl_world_get_capacity_id(NULL), 0);
}
END_TEST

/* What one of two builds lacks is not compared. */
START_TEST(room_for_joints_and_soft_bodies_has_bits_of_its_own) {
    pawl_world_def def = small_def();
    def.joint_capacity = 0;
    const uint32_t id = id_of(&def);
    ck_assert_uint_eq(id & (PAWL_CAPACITY_ID_JOINTS | PAWL_CAPACITY_ID_SOFT), 0);
    ck_assert_uint_ne(id, 0);
    def.joint_capacity = PAWL_WITH_JOINTS ? 5 : 0;
    ck_assert_int_eq(id_of(&def) != id, PAWL_WITH_JOINTS);
    ck_assert_uint_eq(id_of(&def) & ~PAWL_CAPACITY_ID_JOINTS, id);
    def.joint_capacity = 0;
    def.soft_capacity = def.soft_point_capacity = def.soft_link_capacity = PAWL_WITH_SOFT ? 5 : 0;
    ck_assert_int_eq(id_of(&def) != id, PAWL_WITH_SOFT);
    ck_assert_uint_eq(id_of(&def) & ~PAWL_CAPACITY_ID_SOFT, id);
}
END_TEST

START_TEST(a_snapshot_brings_its_capacities) {
    const pawl_world_def def = small_def();
    pawl_world *const world = make_world(&def);
    add_unit_box(world, 0, 0);
    size_t size;
    const size_t room = pawl_world_encode_size(world);
    uint8_t *const snapshot = malloc(room);
    ck_assert_int_eq(pawl_world_encode(world, snapshot, room, &size), PAWL_OK);
    void *const memory = malloc(pawl_world_size(&def));
    pawl_world *loaded;
    ck_assert_int_eq(pawl_world_decode(snapshot, size, memory, pawl_world_size(&def), &loaded),
                     PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_capacity_id(loaded), pawl_world_get_capacity_id(world));
    free(memory);
    free(snapshot);
    free(world);
}
END_TEST

Suite *suite_capacity_id(void) {
    Suite *const suite = suite_create("capacity_id");
    TCase *const tests = tcase_create("capacity_id");
    tcase_add_test(tests, equal_hashes_of_other_capacities_may_part);
    tcase_add_test(tests, every_capacity_counts_and_nothing_else);
    tcase_add_test(tests, room_for_joints_and_soft_bodies_has_bits_of_its_own);
    tcase_add_test(tests, a_snapshot_brings_its_capacities);
    suite_add_tcase(suite, tests);
    return suite;
}
