/* test_soft_points.c - points and single links against exact results. */
#include "soft/soft.h"
#include "support/base/seeded.h"
#include "support/soft/soft.h"

/* Position in 2^-22 units. */
static int64_t fine_x(const pawl_world *world, uint32_t point) {
    const pawli_soft_point *points = pawli_soft_points_const(world);
    return (int64_t)points[point].position.x * 64 + points[point].frac_x;
}

static int64_t fine_y(const pawl_world *world, uint32_t point) {
    const pawli_soft_point *points = pawli_soft_points_const(world);
    return (int64_t)points[point].position.y * 64 + points[point].frac_y;
}

static void add_point(soft_scene *scene, pawl_vec2 position, pawl_fx mass) {
    pawl_soft_point *point = &scene->points[scene->parts.point_count++];
    memset(point, 0, sizeof *point);
    point->position = position;
    point->mass = mass;
}

static pawl_soft_link *add_distance(soft_scene *scene, uint16_t a, uint16_t b, pawl_fx length) {
    pawl_soft_link *link = &scene->links[scene->parts.link_count++];
    memset(link, 0, sizeof *link);
    link->a = a;
    link->b = b;
    link->length = length;
    link->stiffness = FX(1);
    return link;
}

/* No gravity, one sub-step: a step is one round of links. */
static soft_scene *make_single_round(void) {
    pawl_world_def def = soft_world_def();
    def.gravity = VEC(0, 0);
    def.sleeping = 0;
    def.soft_substeps = 1;
    soft_scene *scene = make_soft_scene(&def);
    scene->def.iterations = 1;
    return scene;
}

/* y = -g h^2 N (N + 1) / 2 after N sub-steps; half a 2^-22 unit of velocity is lost per step. */
START_TEST(a_point_falls_as_verlet_integration_says) {
    static const struct {
        uint32_t numerator, denominator;
        uint8_t substeps;
    } rows[] = {{60, 1, 8}, {60, 1, 1}, {60, 1, 32}, {50, 1, 7}, {16777216, 280896, 8}, {90, 7, 3}};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        pawl_world_def def = soft_world_def();
        def.rate_numerator = rows[row].numerator;
        def.rate_denominator = rows[row].denominator;
        def.soft_substeps = rows[row].substeps;
        soft_scene *scene = make_soft_scene(&def);
        add_point(scene, VEC(1, 2), FX(3));
        const pawl_soft_id soft = add_soft(scene);
        const double h = (double)rows[row].denominator / rows[row].numerator / rows[row].substeps;
        for (int tick = 1; tick <= 60; tick++) {
            run(scene->world, 1);
            const double n = tick * rows[row].substeps;
            const double lost = tick * n / 2 + tick;
            const double exact = 2 * 4194304.0 - 10 * h * h * n * (n + 1) / 2 * 4194304.0;
            assert_near((double)fine_y(scene->world, 0), exact, lost, "height");
            ck_assert_int_eq(fine_x(scene->world, 0), 4194304);
        }
        const double speed = -10 * h * 60 * rows[row].substeps;
        assert_near(units(soft_point(scene->world, soft, 0).velocity.y), speed,
                    30 / h / 4194304 + 1e-4, "speed");
        ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
        free_soft_scene(scene);
    }
}
END_TEST

START_TEST(gravity_scale_and_damping_act_once_per_step) {
    pawl_world_def def = soft_world_def();
    def.soft_substeps = 4;
    soft_scene *scene = make_soft_scene(&def);
    add_point(scene, VEC(0, 0), FX(1));
    scene->def.gravity_scale = -FX(0.5);
    const pawl_soft_id up = add_soft(scene);
    add_point(scene, VEC(0, 0), FX(1));
    scene->points[0].velocity = VEC(12, -12);
    scene->def.gravity_scale = 0;
    scene->def.damping = FX(6);
    const pawl_soft_id damped = add_soft(scene);
    run(scene->world, 1);
    assert_near(units(soft_point(scene->world, up, 0).velocity.y), 5.0 / 60, 1e-4, "rising");
    /* 12 / (1 + 6 / 60) */
    assert_near(units(soft_point(scene->world, damped, 0).velocity.x), 12 / 1.1, 1e-4, "damped");
    assert_near(units(soft_point(scene->world, damped, 0).velocity.y), -12 / 1.1, 1e-4, "damped");
    run(scene->world, 59);
    assert_near(units(soft_point(scene->world, damped, 0).velocity.x), 12 / pow(1.1, 60), 2e-3,
                "damped");
    free_soft_scene(scene);
}
END_TEST

START_TEST(speeds_and_the_edge_of_the_world_are_limits_with_faults) {
    pawl_world_def def = soft_world_def();
    def.gravity = VEC(0, 0);
    soft_scene *scene = make_soft_scene(&def);
    add_point(scene, pawl_vec2_make(PAWL_COORD_MAX - FX(1), 0), FX(1));
    scene->points[0].velocity = VEC(500, 0);
    const pawl_soft_id fast = add_soft(scene);
    run(scene->world, 1);
    ck_assert_int_eq(soft_point(scene->world, fast, 0).position.x, PAWL_COORD_MAX);
    ck_assert_int_eq(soft_point(scene->world, fast, 0).velocity.x, 0);
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), PAWL_FAULT_WORLD_EDGE);
    ck_assert_int_eq(pawl_world_clear_faults(scene->world), PAWL_OK);
    /* Two points 500 units apart whose link is one unit long. */
    add_point(scene, VEC(0, 0), FX(1));
    add_point(scene, VEC(400, 300), FX(1));
    add_distance(scene, 0, 1, FX(1));
    const pawl_soft_id snapped = add_soft(scene);
    run(scene->world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), PAWL_FAULT_SPEED);
    for (uint32_t i = 0; i < 2; i++) {
        const pawl_vec2 v = soft_point(scene->world, snapped, i).velocity;
        ck_assert_msg(pawl_abs(v.x) <= PAWL_SPEED_MAX && pawl_abs(v.y) <= PAWL_SPEED_MAX, "fast");
    }
    free_soft_scene(scene);
}
END_TEST

/* Whether a is the share m_b / (m_a + m_b) of the error. */
static void assert_shared(int64_t moved, int64_t error, int64_t own, int64_t other) {
    const int64_t off = moved * (own + other) - error * other;
    const int64_t bound = 2 * (own + other);
    ck_assert_msg(off <= bound && -off <= bound, "moved %lld of %lld", (long long)moved,
                  (long long)error);
}

START_TEST(a_link_shares_its_error_by_masses) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(200); n++) {
        pawl_random random = pawl_random_make(seed, (uint64_t)n);
        soft_scene *scene = make_single_round();
        const pawl_fx mass_a = pawl_random_between(&random, PAWL_POINT_MASS_MIN, FX(16));
        const pawl_fx mass_b = pawl_random_between(&random, PAWL_POINT_MASS_MIN, FX(16));
        const pawl_fx distance = pawl_random_between(&random, FX(1), FX(8));
        const pawl_fx length = pawl_random_between(&random, FX(1), FX(8));
        const bool upright = pawl_random_below(&random, 2) == 1;
        const pawl_vec2 origin = VEC(-3, 5);
        const pawl_vec2 end = upright ? pawl_vec2_make(origin.x, origin.y + distance)
                                      : pawl_vec2_make(origin.x + distance, origin.y);
        add_point(scene, origin, mass_a);
        add_point(scene, end, mass_b);
        add_distance(scene, 0, 1, length);
        add_soft(scene);
        run(scene->world, 1);
        const int64_t error = ((int64_t)distance - length) * 64;
        const int64_t a = upright ? fine_y(scene->world, 0) - origin.y * 64
                                  : fine_x(scene->world, 0) - origin.x * 64;
        const int64_t b = upright ? end.y * INT64_C(64) - fine_y(scene->world, 1)
                                  : end.x * INT64_C(64) - fine_x(scene->world, 1);
        assert_shared(a, error, mass_a, mass_b);
        assert_shared(b, error, mass_b, mass_a);
        free_soft_scene(scene);
    }
}
END_TEST

START_TEST(a_pinned_point_stays_where_it_is) {
    soft_scene *scene = make_single_round();
    add_point(scene, VEC(0, 0), 0);
    scene->points[0].velocity = VEC(3, 3);
    add_point(scene, VEC(2, 0), FX(1));
    add_distance(scene, 0, 1, FX(1));
    const pawl_soft_id soft = add_soft(scene);
    run(scene->world, 1);
    assert_vec_eq(soft_point(scene->world, soft, 0).position, VEC(0, 0));
    ck_assert_int_eq(llabs(fine_x(scene->world, 1) - 4194304) <= 2, 1);
    free_soft_scene(scene);
}
END_TEST

START_TEST(stiffness_is_the_part_of_the_error_that_goes) {
    soft_scene *scene = make_single_round();
    add_point(scene, VEC(0, 0), 0);
    add_point(scene, VEC(2, 0), FX(1));
    add_distance(scene, 0, 1, FX(1))->stiffness = FX(0.25);
    add_soft(scene);
    run(scene->world, 1);
    ck_assert_int_eq(llabs(fine_x(scene->world, 1) - 7 * 1048576) <= 2, 1);
    free_soft_scene(scene);
}
END_TEST

START_TEST(a_rope_link_pulls_but_does_not_push) {
    soft_scene *scene = make_single_round();
    for (int i = 0; i < 2; i++) {
        add_point(scene, VEC(0, i), 0);
        add_point(scene, VEC(i == 0 ? 2 : 0.5, i), FX(1));
        add_distance(scene, (uint16_t)(2 * i), (uint16_t)(2 * i + 1), FX(1))->flags =
            PAWL_LINK_ROPE;
    }
    add_soft(scene);
    run(scene->world, 1);
    ck_assert_int_eq(llabs(fine_x(scene->world, 1) - 4194304) <= 2, 1);
    ck_assert_int_eq(fine_x(scene->world, 3), 2097152);
    free_soft_scene(scene);
}
END_TEST

/* a at (0, 0), c at (4, 0), b put 1 up and a quarter along; then b is set elsewhere. The error E is
 * shared with g_a^2 = (3/4)^2 + (1/4)^2 and g_c^2 = 2 (1/4)^2: b takes 4/7 of it. */
START_TEST(a_bend_puts_its_point_back_and_keeps_the_centre) {
    soft_scene *scene = make_single_round();
    add_point(scene, VEC(0, 0), FX(1));
    add_point(scene, VEC(1, 1), FX(1));
    add_point(scene, VEC(4, 0), FX(1));
    pawl_soft_link *link = add_distance(scene, 0, 1, 0);
    link->type = PAWL_LINK_BEND;
    link->c = 2;
    const pawl_soft_id soft = add_soft(scene);
    ck_assert_int_eq(pawl_soft_set_point_position(scene->world, soft, 1, VEC(1, 3)), PAWL_OK);
    run(scene->world, 1);
    const double unit = 4194304, e = 2 * unit, d = 1 + 0.625 + 0.125;
    const pawl_world *world = scene->world;
    assert_near((double)fine_x(world, 1), unit, 4, "b.x");
    assert_near((double)fine_y(world, 1), 3 * unit - e / d, 4, "b.y");
    assert_near((double)fine_x(world, 0), -0.25 * e / d, 4, "a.x");
    assert_near((double)fine_y(world, 0), 0.75 * e / d, 4, "a.y");
    assert_near((double)fine_x(world, 2), 4 * unit + 0.25 * e / d, 4, "c.x");
    assert_near((double)fine_y(world, 2), 0.25 * e / d, 4, "c.y");
    free_soft_scene(scene);
}
END_TEST

/* A square of side 2 that is to have twice the area: every point moves out along its diagonal by
 * C g / (4 |g|^2) with C = -8, |g| = sqrt(8), a unit along each axis halved. */
START_TEST(pressure_moves_the_outline_out_along_the_gradient) {
    soft_scene *scene = make_single_round();
    static const double x[] = {-1, 1, 1, -1}, y[] = {-1, -1, 1, 1};
    for (int i = 0; i < 4; i++)
        add_point(scene, VEC(x[i] + 5, y[i] + 7), FX(1));
    scene->def.outline_count = 4;
    scene->def.pressure = FX(0.5);
    const pawl_soft_id soft = add_soft(scene);
    ck_assert_int_eq(pawl_soft_get_target_area2(scene->world, soft), INT64_C(8) << 32);
    ck_assert_int_eq(pawl_soft_set_target_area2(scene->world, soft, INT64_C(16) << 32), PAWL_OK);
    run(scene->world, 1);
    for (uint32_t i = 0; i < 4; i++) {
        assert_near((double)fine_x(scene->world, i), (5 + 1.25 * x[i]) * 4194304, 4, "x");
        assert_near((double)fine_y(scene->world, i), (7 + 1.25 * y[i]) * 4194304, 4, "y");
    }
    free_soft_scene(scene);
}
END_TEST

Suite *suite_soft_points(void);
Suite *suite_soft_points(void) {
    TCase *tcase = tcase_create("soft_points");
    tcase_add_test(tcase, a_point_falls_as_verlet_integration_says);
    tcase_add_test(tcase, gravity_scale_and_damping_act_once_per_step);
    tcase_add_test(tcase, speeds_and_the_edge_of_the_world_are_limits_with_faults);
    tcase_add_loop_test(tcase, a_link_shares_its_error_by_masses, 0, 2);
    tcase_add_test(tcase, a_pinned_point_stays_where_it_is);
    tcase_add_test(tcase, stiffness_is_the_part_of_the_error_that_goes);
    tcase_add_test(tcase, a_rope_link_pulls_but_does_not_push);
    tcase_add_test(tcase, a_bend_puts_its_point_back_and_keeps_the_centre);
    tcase_add_test(tcase, pressure_moves_the_outline_out_along_the_gradient);
    Suite *suite = suite_create("soft_points");
    suite_add_tcase(suite, tcase);
    return suite;
}
