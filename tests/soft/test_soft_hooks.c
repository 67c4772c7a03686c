/* test_soft_hooks.c - the program decides which shapes a soft body meets. */
#include "support/soft/soft_kit.h"

static kit parts;

#define ASKED_MAX 4096

typedef struct record {
    pawl_shape_id refused; /* null: none */
    uint32_t count;
    uint64_t last_tick;
    pawl_soft_id softs[ASKED_MAX];
    pawl_shape_id shapes[ASKED_MAX];
} record;

static record asked;

static bool should_collide_soft(void *context, const pawl_world *world, pawl_soft_id soft,
                                pawl_shape_id shape) {
    record *const r = context;
    r->last_tick = pawl_world_get_tick(world);
    if (r->count < ASKED_MAX) {
        r->softs[r->count] = soft;
        r->shapes[r->count] = shape;
    }
    r->count++;
    return !pawl_shape_id_equal(shape, r->refused);
}

static pawl_shape_id add_floor(pawl_world *world, double y, bool custom_filter) {
    const pawl_convex convex = box_convex(4, 0.25);
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.custom_filter = custom_filter;
    ck_assert_int_eq(
        pawl_shape_create(world, add_body(world, PAWL_STATIC, 0, y), &def, &convex, &shape),
        PAWL_OK);
    return shape;
}

static pawl_soft_id add_square(pawl_world *world, double x, double y) {
    begin_square(&parts, VEC(x, y));
    return finish(&parts, world);
}

static void run_asking(pawl_world *world, int steps) {
    const pawl_step_hooks hooks = {.context = &asked, .should_collide_soft = should_collide_soft};
    for (int i = 0; i < steps; i++)
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
}

/* The upper floor is refused, the lower one not; the one between has no custom filter. */
START_TEST(a_refused_shape_is_passed) {
    pawl_world *const world = make_soft_world();
    memset(&asked, 0, sizeof asked);
    asked.refused = add_floor(world, 0, true);
    const pawl_shape_id lower = add_floor(world, -3, true);
    const pawl_soft_id square = add_square(world, 0, 2);
    run_asking(world, 180);
    ck_assert_uint_gt(asked.count, 2);
    bool saw[2] = {false, false};
    for (uint32_t i = 0; i < asked.count && i < ASKED_MAX; i++) {
        ck_assert_int_eq(pawl_soft_id_equal(asked.softs[i], square), true);
        saw[pawl_shape_id_equal(asked.shapes[i], lower)] = true;
    }
    ck_assert_int_eq(saw[0] && saw[1], true);
    assert_near(units(pawl_soft_get_center(world, square).y), -2.25, 0.05, "height");
    free(world);
}
END_TEST

/* A dynamic crate, of which a rope is to know nothing, keeps its way; else it is stopped. */
START_TEST(dynamic_bodies_are_asked_about) {
    double height[2];
    for (int refused = 0; refused < 2; refused++) {
        pawl_world *const world = make_soft_world();
        const pawl_body_id crate = add_unit_box(world, 0, 2);
        const pawl_shape_id shape = shape_of(world, crate);
        memset(&asked, 0, sizeof asked);
        if (refused) asked.refused = shape;
        ck_assert_int_eq(pawl_shape_set_custom_filter(world, shape, true), PAWL_OK);
        begin_soft(&parts);
        ck_assert_int_eq(
            pawl_soft_add_rope(&parts.parts, VEC(-3, 0), VEC(3, 0), 12, FX(2), FX(1), 0), PAWL_OK);
        parts.points[0].mass = parts.points[12].mass = 0;
        finish(&parts, world);
        run_asking(world, 120);
        height[refused] = units(pawl_body_get_position(world, crate).y);
        free(world);
    }
    ck_assert_msg(height[0] > -1, "on the rope at %f", height[0]);
    ck_assert_msg(height[1] < -5, "through the rope at %f", height[1]);
}
END_TEST

/* In each step soft bodies come in their order, and of each the shapes in theirs, whatever the
 * tree makes of them. */
START_TEST(pairs_are_asked_about_in_order) {
    pawl_world *const world = make_soft_world();
    pawl_shape_id floors[5];
    pawl_soft_id softs[3];
    memset(&asked, 0, sizeof asked);
    for (int i = 0; i < 5; i++)
        floors[i] = add_floor(world, -0.0078125 * ((i * 3) % 5), true);
    for (int i = 0; i < 3; i++)
        softs[i] = add_square(world, 2.0 * ((i * 2) % 3) - 2, 0.75);
    run_asking(world, 1);
    ck_assert_uint_ge(asked.count, 15); /* and again where they leave what was looked up */
    for (uint32_t i = 0; i < 15; i++) {
        ck_assert_int_eq(pawl_soft_id_equal(asked.softs[i], softs[i / 5]), true);
        ck_assert_int_eq(pawl_shape_id_equal(asked.shapes[i], floors[i % 5]), true);
    }
    ck_assert_uint_eq(asked.last_tick, 0);
    free(world);
}
END_TEST

/* Neither a hook that allows all, nor one about shapes that have no custom filter, is felt. */
START_TEST(what_is_not_refused_goes_its_way) {
    pawl_world *const with = make_soft_world(), *const without = make_soft_world();
    memset(&asked, 0, sizeof asked);
    for (int i = 0; i < 2; i++) {
        pawl_world *const world = i == 0 ? with : without;
        add_floor(world, 0, true);
        add_floor(world, 0.1, false);
        add_unit_box(world, 0.3, 4);
        add_square(world, 0, 2);
    }
    for (int i = 0; i < 120; i++) {
        run_asking(with, 1);
        ck_assert_int_eq(pawl_world_step(without, NULL), PAWL_OK);
        ck_assert_uint_eq(pawl_world_hash(with), pawl_world_hash(without));
    }
    ck_assert_uint_gt(asked.count, 0);
    for (uint32_t i = 0; i < asked.count && i < ASKED_MAX; i++)
        ck_assert_uint_eq(asked.shapes[i].index1, 1);
    free(with);
    free(without);
}
END_TEST

/* A soft body that sleeps is not asked about, nor one that hangs on the body. */
START_TEST(sleepers_and_what_holds_are_not_asked_about) {
    pawl_world *const world = make_soft_world();
    uint32_t link;
    memset(&asked, 0, sizeof asked);
    add_floor(world, 0, true);
    const pawl_soft_id square = add_square(world, 0, 0.8);
    run_asking(world, 600);
    ck_assert_int_eq(pawl_soft_is_awake(world, square), false);
    asked.count = 0;
    run_asking(world, 10);
    ck_assert_uint_eq(asked.count, 0);
    const pawl_body_id crate = add_unit_box(world, 0, 1.25);
    pawl_shape_set_custom_filter(world, shape_of(world, crate), true);
    ck_assert_int_eq(pawl_soft_attach(world, square, 3, crate, VEC(-0.5, 0), &link), PAWL_OK);
    run_asking(world, 1);
    for (uint32_t i = 0; i < asked.count && i < ASKED_MAX; i++)
        ck_assert_uint_eq(asked.shapes[i].index1, 1);
    free(world);
}
END_TEST

Suite *suite_soft_hooks(void) {
    Suite *const suite = suite_create("soft_hooks");
    TCase *const hooks = tcase_create("hooks");
    tcase_add_test(hooks, a_refused_shape_is_passed);
    tcase_add_test(hooks, dynamic_bodies_are_asked_about);
    tcase_add_test(hooks, pairs_are_asked_about_in_order);
    tcase_add_test(hooks, what_is_not_refused_goes_its_way);
    tcase_add_test(hooks, sleepers_and_what_holds_are_not_asked_about);
    suite_add_tcase(suite, hooks);
    return suite;
}
