/* test_lists.c - many bodies in one call, and the contacts of one body: what one finds by asking
 * for each. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "support/world/jumble.h"

#define BODIES_MAX 600

/* A heap that has been going on for a while, with bodies that have gone. */
static pawl_world *make_heap(uint64_t seed, uint32_t steps) {
    jumble of;
    const pawl_world_def def = jumble_draw(&of, seed);
    pawl_world *const world = make_world(&def);
    jumble_fill(&of, world);
    for (uint32_t step = 0; step < steps; step++) {
        jumble_call(&of, world, step);
        run(world, 1);
    }
    return world;
}

static bool same_pose(const pawl_pose *a, const pawl_pose *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

START_TEST(all_poses_are_those_of_each_body_in_creation_order) {
    static pawl_body_id bodies[BODIES_MAX];
    static pawl_pose poses[BODIES_MAX], again[BODIES_MAX];
    pawl_world *const world = make_heap(seeded_fresh("lists of poses") + (uint64_t)_i * 2, 40);
    const uint32_t count = pawl_world_get_all_poses(world, bodies, poses, BODIES_MAX);
    ck_assert_uint_eq(count, pawl_world_get_counters(world).bodies);
    ck_assert_uint_gt(count, 1);
    pawl_body_id at = NO_BODY;
    for (uint32_t i = 0; i < count; i++) {
        at = pawl_world_next_body(world, at);
        const pawl_pose pose = pawl_body_get_pose(world, at);
        ck_assert_uint_eq(pawl_body_id_store(bodies[i]), pawl_body_id_store(at));
        ck_assert_int_eq(same_pose(&pose, &poses[i]), true);
    }
    ck_assert_uint_eq(pawl_world_get_poses(world, bodies, count, again), 0);
    ck_assert_int_eq(memcmp(poses, again, count * sizeof *poses), 0);
    free(world);
}
END_TEST

START_TEST(stale_handles_have_no_pose_and_are_counted) {
    pawl_world *const world = make_default_world();
    const pawl_body_id dead = add_unit_box(world, 1, 1), live = add_unit_box(world, 2, 3);
    ck_assert_int_eq(pawl_body_destroy(world, dead), PAWL_OK);
    const pawl_body_id asked[] = {dead, live, NO_BODY, live};
    const pawl_pose none = {{0, 0}, {0, 0}};
    pawl_pose poses[4];
    memset(poses, 0xA5, sizeof poses);
    ck_assert_uint_eq(pawl_world_get_poses(world, asked, 4, poses), 2);
    ck_assert_int_eq(same_pose(&poses[0], &none), true);
    ck_assert_int_eq(same_pose(&poses[2], &none), true);
    assert_vec_eq(poses[1].position, VEC(2, 3));
    assert_vec_eq(poses[3].position, VEC(2, 3));
    memset(poses, 0xA5, sizeof poses);
    ck_assert_uint_eq(pawl_world_get_poses(NULL, asked, 4, poses), 4);
    ck_assert_uint_eq(pawl_world_get_poses(world, NULL, 4, poses), 4);
    ck_assert_uint_eq(pawl_world_get_poses(world, asked, 4, NULL), 4);
    ck_assert_uint_eq(pawl_world_get_poses(world, asked, 0, poses), 0);
    ck_assert_uint_eq(*(const uint8_t *)poses, 0xA5);
    free(world);
}
END_TEST

START_TEST(either_list_may_be_left_out_and_short_ones_have_the_oldest) {
    pawl_world *const world = make_default_world();
    pawl_body_id made[5], bodies[5];
    pawl_pose poses[5];
    for (int i = 0; i < 5; i++)
        made[i] = add_unit_box(world, i, 0);
    for (uint32_t room = 0; room < 5; room++) {
        memset(bodies, 0, sizeof bodies);
        memset(poses, 0, sizeof poses);
        ck_assert_uint_eq(pawl_world_get_all_poses(world, bodies, NULL, room), 5);
        ck_assert_uint_eq(pawl_world_get_all_poses(world, NULL, poses, room), 5);
        for (uint32_t i = 0; i < 5; i++) {
            const uint32_t wanted = i < room ? pawl_body_id_store(made[i]) : 0;
            ck_assert_uint_eq(pawl_body_id_store(bodies[i]), wanted);
            ck_assert_int_eq(poses[i].position.x, i < room ? FX(i) : 0);
        }
    }
    ck_assert_uint_eq(pawl_world_get_all_poses(NULL, bodies, poses, 5), 0);
    ck_assert_uint_eq(pawl_world_get_all_poses(world, NULL, NULL, 5), 5);
    free(world);
}
END_TEST

/* The contacts of a body are those of the world that it is in, in the same order. */
static void check_contacts(const pawl_world *world, pawl_body_id body, uint32_t *found) {
    uint32_t cursor = 0, own = 0;
    pawl_contact all, mine;
    while (pawl_world_next_contact(world, &cursor, &all)) {
        const pawl_body_id a = pawl_shape_get_body(world, all.shape_a);
        const pawl_body_id b = pawl_shape_get_body(world, all.shape_b);
        if (!pawl_body_id_equal(a, body) && !pawl_body_id_equal(b, body)) continue;
        ck_assert_int_eq(pawl_body_next_contact(world, body, &own, &mine), true);
        ck_assert_int_eq(memcmp(&all, &mine, sizeof all), 0);
        ++*found;
    }
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pawl_body_next_contact(world, body, &own, &mine), false);
}

START_TEST(contacts_of_a_body_are_those_of_the_world_with_it) {
    const uint64_t seed = seeded_fresh("contacts of bodies");
    uint32_t found = 0;
    for (int i = 0; i < SEEDED_ROUNDS(20); i++) {
        pawl_world *const world = make_heap(seed + (uint64_t)i * 2, 60);
        pawl_body_id at = NO_BODY;
        while (!pawl_body_is_null(at = pawl_world_next_body(world, at)))
            check_contacts(world, at, &found);
        free(world);
    }
    ck_assert_uint_gt(found, 100);
}
END_TEST

START_TEST(misuse_finds_no_contact) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), box = add_unit_box(world, 0, 0.5);
    run(world, 2);
    pawl_contact contact;
    uint32_t cursor = 0;
    ck_assert_int_eq(pawl_body_next_contact(NULL, box, &cursor, &contact), false);
    ck_assert_int_eq(pawl_body_next_contact(world, NO_BODY, &cursor, &contact), false);
    ck_assert_int_eq(pawl_body_next_contact(world, box, NULL, &contact), false);
    ck_assert_int_eq(pawl_body_next_contact(world, box, &cursor, NULL), false);
    ck_assert_uint_eq(cursor, 0);
    cursor = UINT32_MAX;
    ck_assert_int_eq(pawl_body_next_contact(world, box, &cursor, &contact), false);
    cursor = 0;
    ck_assert_int_eq(pawl_body_next_contact(world, ground, &cursor, &contact), true);
    const pawl_body_id bare = add_body(world, PAWL_DYNAMIC, 0, 0);
    cursor = 0;
    ck_assert_int_eq(pawl_body_next_contact(world, bare, &cursor, &contact), false);
    free(world);
}
END_TEST

Suite *suite_lists(void) {
    Suite *const suite = suite_create("lists");
    TCase *const tcase = tcase_create("lists");
    tcase_add_loop_test(tcase, all_poses_are_those_of_each_body_in_creation_order, 0, 5);
    tcase_add_test(tcase, stale_handles_have_no_pose_and_are_counted);
    tcase_add_test(tcase, either_list_may_be_left_out_and_short_ones_have_the_oldest);
    tcase_add_test(tcase, contacts_of_a_body_are_those_of_the_world_with_it);
    tcase_add_test(tcase, misuse_finds_no_contact);
    suite_add_tcase(suite, tcase);
    return suite;
}
