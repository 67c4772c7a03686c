/* test_locked.c - inside of a function of the program that the library calls, nothing changes the
 * world: every call that would is refused, from every hook, and all that only read go on working.
 * Those of replays are in tests/replay/test_locked_replay.c. */
#include <setjmp.h>

#include "support/world/meddle.h"
#include "world/world.h"

#define STEPS 60

/* Hash of the world after so many steps of which the hooks answer as those above do. */
static uint32_t hash_of_quiet_run(int steps) {
    pawl_world *const world = make_asking_world();
    meddler.world = NULL;
    for (int i = 0; i < steps; i++)
        ck_assert_int_eq(pawl_world_step(world, &meddling_hooks), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    free(world);
    return hash;
}

START_TEST(inside_of_a_step_every_change_is_refused) {
    const uint32_t want = hash_of_quiet_run(STEPS);
    pawl_world *const world = make_asking_world();
    begin_meddling(world, 4);
    for (int i = 0; i < STEPS; i++) {
        ck_assert_int_eq(pawl_world_step(world, &meddling_hooks), PAWL_OK);
        ck_assert_uint_eq(pawl_world_get_tick(world), i + 1);
    }
    assert_called(SHOULD_COLLIDE, TRACE);
    end_meddling();
    ck_assert_uint_eq(pawl_world_hash(world), want);
    /* And afterwards all is open again. */
    const pawl_body_id body = add_unit_box(world, 0, 90);
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    free(world);
}
END_TEST

static void polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                    int32_t count, pawl_fx radius) {
    (void)context, (void)item, (void)points, (void)count, (void)radius;
    meddle(DRAW_POLYGON);
}

static void circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                   pawl_rot rotation) {
    (void)context, (void)item, (void)center, (void)radius, (void)rotation;
    meddle(DRAW_CIRCLE);
}

static void capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                    pawl_fx radius) {
    (void)context, (void)item, (void)a, (void)b, (void)radius;
    meddle(DRAW_CAPSULE);
}

static void box(void *context, const pawl_draw_item *item, pawl_box bounds) {
    (void)context, (void)item, (void)bounds;
    meddle(DRAW_BOX);
}

static void line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    (void)context, (void)item, (void)a, (void)b;
    meddle(DRAW_LINE);
}

static void point(void *context, const pawl_draw_item *item, pawl_vec2 at) {
    (void)context, (void)item, (void)at;
    meddle(DRAW_POINT);
}

static void number(void *context, const pawl_draw_item *item, pawl_vec2 at, pawl_wide value) {
    (void)context, (void)item, (void)at, (void)value;
    meddle(DRAW_NUMBER);
}

static pawl_pose pose(void *context, pawl_body_id body, pawl_pose now) {
    (void)context, (void)body;
    meddle(DRAW_POSE);
    return now;
}

static const pawl_draw_hooks draw_hooks = {.layers = PAWL_LAYER_ALL,
                                           .polygon = polygon,
                                           .circle = circle,
                                           .capsule = capsule,
                                           .box = box,
                                           .line = line,
                                           .point = point,
                                           .number = number,
                                           .pose = pose};

START_TEST(while_a_world_is_drawn_every_change_is_refused) {
    pawl_world *const world = make_asking_world();
    for (int i = 0; i < STEPS; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    begin_meddling(world, 2);
    ck_assert_int_eq(pawl_world_draw(world, &draw_hooks), PAWL_OK);
    assert_called(DRAW_POLYGON, DRAW_POSE);
    end_meddling();
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(pawl_world_set_gravity(world, VEC(0, -1)), PAWL_OK);
    ck_assert_int_eq(pawl_world_draw(world, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_gravity(world, VEC(0, -2)), PAWL_OK);
    free(world);
}
END_TEST

/* A world is drawn inside of a hook of its step, and inside of a hook of drawing it. */
static void draw_again(void *context, const pawl_draw_item *item, pawl_vec2 at) {
    (void)item, (void)at;
    const pawl_draw_hooks inner = {.layers = PAWL_LAYER_CENTERS, .point = point};
    pawl_world *const world = context;
    const uint8_t lock = world->lock;
    ck_assert_int_eq(pawl_world_draw(world, &inner), PAWL_OK);
    ck_assert_uint_eq(world->lock, lock);
    ck_assert_int_eq(pawl_world_clear_faults(world), PAWL_ERR_LOCKED);
}

static int drawn;

static bool draw_and_solve(void *context, const pawl_world *world, const pawl_contact *contact) {
    const pawl_draw_hooks outer = {
        .layers = PAWL_LAYER_CENTERS, .point = draw_again, .context = context};
    (void)contact;
    drawn++;
    ck_assert_int_eq(pawl_world_draw(world, &outer), PAWL_OK);
    return true;
}

START_TEST(drawing_in_a_hook_unlocks_nothing) {
    pawl_world *const world = make_asking_world();
    const pawl_step_hooks hooks = {.context = world, .pre_solve = draw_and_solve};
    meddler.world = NULL;
    drawn = 0;
    for (int i = 0; i < STEPS; i++)
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
    ck_assert_int_gt(drawn, 0);
    free(world);
}
END_TEST

/* ---- what is not locked ---- */

/* Another world may be changed and stepped in a hook: it is not the one at work. */
static bool step_other(void *context, const pawl_world *world, const pawl_contact *contact) {
    pawl_world *const other = context;
    (void)world, (void)contact;
    add_unit_box(other, 0, 5);
    ck_assert_int_eq(pawl_body_destroy(other, pawl_world_next_body(other, NO_BODY)), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(other, NULL), PAWL_OK);
    return true;
}

START_TEST(another_world_is_not_locked) {
    pawl_world *const world = make_asking_world(), *const other = make_default_world();
    add_ground(other);
    const pawl_step_hooks hooks = {.context = other, .pre_solve = step_other};
    meddler.world = NULL;
    for (int i = 0; i < STEPS; i++)
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
    ck_assert_uint_gt(pawl_world_get_tick(other), 0);
    free(other);
    free(world);
}
END_TEST

/* ---- saves, and steps that were never finished ---- */

static void save_point(void *context, const pawl_draw_item *item, pawl_vec2 at) {
    pawl_world *const world = context;
    (void)item, (void)at;
    ck_assert_int_eq(pawl_world_save(world, meddler.save, meddler.save_size), PAWL_OK);
}

/* The lock is no part of a save. */
START_TEST(a_save_of_a_world_that_is_drawn_is_not_locked) {
    pawl_world *const world = make_asking_world();
    begin_meddling(world, 0);
    const pawl_draw_hooks hooks = {
        .layers = PAWL_LAYER_CENTERS, .point = save_point, .context = world};
    ck_assert_int_eq(pawl_world_draw(world, &hooks), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    run(world, 1);
    ck_assert_int_eq(pawl_world_restore(world, meddler.save, meddler.save_size), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    run(world, 1);
    end_meddling();
    free(world);
}
END_TEST

static jmp_buf out_of_the_step;

static bool leave(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)context, (void)world, (void)contact;
    longjmp(out_of_the_step, 1);
}

START_TEST(a_world_whose_step_was_left_stays_locked_until_it_is_made_anew) {
    const pawl_world_def def = asking_def();
    pawl_world *const world = make_asking_world();
    const size_t size = pawl_world_size(&def);
    begin_meddling(world, 0);
    const pawl_step_hooks hooks = {.pre_solve = leave};
    ck_assert_int_eq(pawl_world_save(world, meddler.save, meddler.save_size), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    if (setjmp(out_of_the_step) == 0) {
        for (int i = 0; i < STEPS; i++)
            ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
        ck_abort_msg("no step was left");
    }
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_ERR_LOCKED);
    ck_assert_int_eq(pawl_world_restore(world, meddler.save, meddler.save_size), PAWL_ERR_LOCKED);
    pawl_world *anew;
    ck_assert_int_eq(pawl_world_init(world, size, &def, &anew), PAWL_OK);
    ck_assert_int_eq(pawl_world_restore(anew, meddler.save, meddler.save_size), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(anew), hash);
    run(anew, STEPS);
    end_meddling();
    free(anew);
}
END_TEST

Suite *suite_locked(void) {
    Suite *const suite = suite_create("locked");
    TCase *const tests = tcase_create("locked");
    tcase_add_test(tests, inside_of_a_step_every_change_is_refused);
    tcase_add_test(tests, while_a_world_is_drawn_every_change_is_refused);
    tcase_add_test(tests, drawing_in_a_hook_unlocks_nothing);
    tcase_add_test(tests, another_world_is_not_locked);
    tcase_add_test(tests, a_save_of_a_world_that_is_drawn_is_not_locked);
    tcase_add_test(tests, a_world_whose_step_was_left_stays_locked_until_it_is_made_anew);
    suite_add_tcase(suite, tests);
    return suite;
}
