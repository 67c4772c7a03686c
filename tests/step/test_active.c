/* test_active.c - who takes part in a step: awake bodies in creation order, contacts unless idle.
 */
#include "support/world/fixture.h"

#include "step/step.h"

/* A step of a world as far as the lists go. */
static pawli_step begin_step(pawl_world *world, uint16_t *awake, uint32_t *active) {
    pawli_step step;
    memset(&step, 0, sizeof step);
    step.world = world;
    step.bodies = pawli_bodies(world);
    step.shapes = pawli_shapes(world);
    step.contacts = pawli_contacts(world);
    step.awake = awake;
    step.active = active;
    return step;
}

#define BODIES 70

static pawl_world *make_crowd(pawl_body_id *bodies) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = BODIES;
    def.shape_capacity = BODIES;
    pawl_world *const world = make_world(&def);
    for (int i = 0; i < BODIES; i++)
        bodies[i] = add_body(world, i % 3 == 0 ? PAWL_STATIC : PAWL_DYNAMIC, 3 * i, 0);
    return world;
}

/* Against the list of all bodies, which is in creation order. */
static void assert_awake(pawl_world *world) {
    uint16_t awake[BODIES];
    pawli_step step = begin_step(world, awake, NULL);
    const pawli_body *const bodies = pawli_bodies(world);
    uint32_t count = 0;
    pawli_active_list_bodies(&step);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        if (!(bodies[at].flags & PAWLI_BODY_AWAKE)) continue;
        ck_assert_uint_lt(count, step.awake_count);
        ck_assert_uint_eq(awake[count++], at);
    }
    ck_assert_uint_eq(step.awake_count, count);
}

START_TEST(awake_bodies_are_listed_in_creation_order) {
    pawl_body_id bodies[BODIES];
    pawl_world *const world = make_crowd(bodies);
    assert_awake(world);
    for (int i = 0; i < BODIES; i += 5)
        pawl_body_set_awake(world, bodies[i], false);
    assert_awake(world);
    pawl_body_set_type(world, bodies[1], PAWL_STATIC);
    pawl_body_set_type(world, bodies[3], PAWL_KINEMATIC);
    pawl_body_set_enabled(world, bodies[4], false);
    pawl_body_set_awake(world, bodies[5], true);
    assert_awake(world);
    free(world);
}
END_TEST

START_TEST(slots_that_are_used_again_do_not_change_the_order) {
    pawl_body_id bodies[BODIES];
    pawl_world *const world = make_crowd(bodies);
    pawl_body_destroy(world, bodies[1]);
    pawl_body_destroy(world, bodies[40]);
    assert_awake(world);
    add_body(world, PAWL_DYNAMIC, 0, 9);
    add_body(world, PAWL_DYNAMIC, 3, 9);
    assert_awake(world);
    free(world);
}
END_TEST

/* Boxes asleep on the ground, every one of them a contact. */
#define SLEEPERS (PAWLI_CONTACT_RUN + 3)

typedef struct sleepers {
    pawl_world *world;
    pawl_body_id ground, boxes[SLEEPERS];
} sleepers;

static sleepers make_sleepers(void) {
    sleepers made;
    made.world = make_default_world();
    made.ground = add_ground(made.world);
    for (uint32_t i = 0; i < SLEEPERS; i++)
        made.boxes[i] = add_unit_box(made.world, 2 * i, 0.5);
    run(made.world, 2 * STEPS_PER_SECOND);
    ck_assert_uint_eq(made.world->contact_count, SLEEPERS);
    ck_assert_uint_eq(pawl_world_get_counters(made.world).awake, 0);
    return made;
}

static uint32_t active_count(pawl_world *world) {
    uint32_t active[SLEEPERS + 1];
    pawli_step step = begin_step(world, NULL, active);
    pawli_active_list_contacts(&step);
    return step.active_count;
}

START_TEST(contacts_of_sleepers_are_idle_until_they_wake) {
    sleepers s = make_sleepers();
    ck_assert_uint_eq(active_count(s.world), 0);
    for (uint32_t i = 0; i < SLEEPERS; i++)
        ck_assert_uint_ne(pawli_contacts(s.world)[i].flags & PAWLI_CONTACT_IDLE, 0);
    pawl_body_set_awake(s.world, s.boxes[3], true);
    pawl_body_set_awake(s.world, s.boxes[7], true);
    assert_sound(s.world);
    ck_assert_uint_eq(active_count(s.world), 2);
    ck_assert_uint_eq(pawli_contacts(s.world)[3].flags & PAWLI_CONTACT_IDLE, 0);
    free(s.world);
}
END_TEST

/* Idle contacts lie before and behind the one that goes. */
START_TEST(idle_contacts_stay_and_those_that_parted_go) {
    sleepers s = make_sleepers();
    ck_assert_int_eq(pawl_body_set_pose(s.world, s.boxes[4], VEC(8, 50), 0), PAWL_OK);
    run(s.world, 1);
    assert_sound(s.world);
    ck_assert_uint_eq(s.world->contact_count, SLEEPERS - 1);
    ck_assert_uint_eq(pawl_world_get_counters(s.world).lost_pairs, 1);
    free(s.world);
}
END_TEST

/* A post that is near a sleeper without touching it: nobody wakes when it goes. */
START_TEST(idle_contacts_end_when_something_static_is_put_elsewhere) {
    sleepers s = make_sleepers();
    const pawl_body_id post = add_body(s.world, PAWL_STATIC, 2 * SLEEPERS - 0.96875, 3);
    add_box(s.world, post, 0.5, 2.5);
    run(s.world, 2 * STEPS_PER_SECOND);
    ck_assert_uint_eq(s.world->contact_count, SLEEPERS + 1);
    ck_assert_uint_eq(pawl_world_get_counters(s.world).awake, 0);
    ck_assert_int_eq(pawl_body_set_pose(s.world, post, VEC(200, 3), 0), PAWL_OK);
    run(s.world, 1);
    assert_sound(s.world);
    ck_assert_uint_eq(pawl_world_get_counters(s.world).awake, 0);
    ck_assert_uint_eq(s.world->contact_count, SLEEPERS);
    free(s.world);
}
END_TEST

START_TEST(runs_of_idle_contacts_are_passed_as_one) {
    pawli_contact contacts[13];
    for (uint32_t busy = 0; busy <= 13; busy++) {
        for (uint32_t end = busy; end <= 13; end++) {
            memset(contacts, 0, sizeof contacts);
            for (uint32_t i = 0; i < 13; i++)
                contacts[i].flags = i == busy ? PAWLI_CONTACT_TOUCHING : PAWLI_CONTACT_IDLE;
            for (uint32_t at = 0; at <= busy && at <= end; at++)
                ck_assert_uint_eq(pawli_active_next(contacts, at, end), busy < end ? busy : end);
        }
    }
}
END_TEST

/* Posts near two sleepers without touching them: the contact of one that wakes lies right behind a
 * run, and comes to lie in its place. */
START_TEST(runs_end_where_contacts_are_dropped) {
    sleepers s = make_sleepers();
    pawl_body_id posts[2];
    for (int i = 0; i < 2; i++) {
        posts[i] = add_body(s.world, PAWL_STATIC, 2 * (i + 2), 1.53125);
        add_box(s.world, posts[i], 0.5, 0.5);
    }
    run(s.world, 1);
    pawl_body_set_awake(s.world, s.boxes[3], true);
    run(s.world, 3);
    ck_assert_uint_eq(s.world->contact_count, SLEEPERS + 2);
    ck_assert_uint_eq(pawli_contacts(s.world)[4].flags & PAWLI_CONTACT_IDLE_RUN,
                      PAWLI_CONTACT_IDLE_RUN);
    ck_assert_uint_eq(active_count(s.world), 2);
    ck_assert_int_eq(pawl_body_destroy(s.world, posts[0]), PAWL_OK);
    assert_sound(s.world);
    ck_assert_uint_eq(active_count(s.world), 2);
    free(s.world);
}
END_TEST

#define MANY (3 * PAWLI_CONTACT_RUN + 5)

/* Runs are noted, and what was noted is believed until it is broken. */
START_TEST(long_runs_are_noted_until_something_comes_between) {
    pawli_contact contacts[MANY];
    memset(contacts, 0, sizeof contacts);
    for (uint32_t i = 1; i < MANY; i++)
        contacts[i].flags = PAWLI_CONTACT_IDLE;
    for (int round = 0; round < 2; round++) {
        ck_assert_uint_eq(pawli_active_next(contacts, 1, MANY), MANY);
        ck_assert_uint_eq(pawli_active_next(contacts, 1, PAWLI_CONTACT_RUN), PAWLI_CONTACT_RUN);
        for (uint32_t i = 0; i < MANY; i++) {
            const bool begins = i % PAWLI_CONTACT_RUN == 1 && i + PAWLI_CONTACT_RUN <= MANY;
            const uint8_t want = begins ? PAWLI_CONTACT_IDLE_RUN : 0;
            ck_assert_uint_eq(contacts[i].flags & PAWLI_CONTACT_IDLE_RUN, want);
        }
    }
    for (uint32_t at = 2; at < MANY; at++) {
        const uint8_t flags = contacts[at].flags;
        pawli_active_break_run(contacts, at);
        contacts[at].flags = PAWLI_CONTACT_TOUCHING;
        ck_assert_uint_eq(pawli_active_next(contacts, 1, MANY), at);
        contacts[at].flags = flags;
        ck_assert_uint_eq(pawli_active_next(contacts, 1, MANY), MANY);
    }
}
END_TEST

Suite *suite_active(void) {
    Suite *const suite = suite_create("active");
    TCase *const tcase = tcase_create("active");
    tcase_add_test(tcase, awake_bodies_are_listed_in_creation_order);
    tcase_add_test(tcase, slots_that_are_used_again_do_not_change_the_order);
    tcase_add_test(tcase, contacts_of_sleepers_are_idle_until_they_wake);
    tcase_add_test(tcase, idle_contacts_stay_and_those_that_parted_go);
    tcase_add_test(tcase, idle_contacts_end_when_something_static_is_put_elsewhere);
    tcase_add_test(tcase, runs_of_idle_contacts_are_passed_as_one);
    tcase_add_test(tcase, runs_end_where_contacts_are_dropped);
    tcase_add_test(tcase, long_runs_are_noted_until_something_comes_between);
    suite_add_tcase(suite, tcase);
    return suite;
}
