/* test_scene.c - the shared scenes are the ones that the reference figures were measured on. */
#include <check.h>
#include <math.h>

#include "support/scene/scene.h"

/* Sums over all bodies of the benchmark scenes, from binary32 coordinates. Source: the runs that
 * timed the other engines. */
static const struct {
    const char *name;
    int bodies;
    double x, y, angle;
} sums[] = {
    {"S4-100", 103, -33.52594, 880.94640, 1.82760},
    {"S4-200", 203, -119.76485, 2055.03345, 3.94174},
    {"S4-400", 403, -76.05346, 5481.57161, 2.36609},
    {"S4", 1003, -452.36719, 21161.76948, 4.96991},
    {"S4-1600", 1603, -680.56884, 42938.56518, 17.44159},
    {"S4-2000", 2003, 79.67892, 58546.19315, 23.55292},
    {"S5a", 2055, 4050025, 1629, 0},
    {"S5b", 2054, 256469.60227, 195345.03009, 3030.86867},
    {"S6", 2000, 5560.86795, 473.24015, 2948.25725},
};

#define SUM_COUNT ((int)(sizeof sums / sizeof sums[0]))

START_TEST(benchmark_scenes_have_the_published_sums) {
    scene_def scene;
    ck_assert_int_eq(scene_build(sums[_i].name, SCENE_M, &scene), true);
    double x = 0, y = 0, angle = 0;
    for (int i = 0; i < scene.body_count; i++) {
        x += scene.bodies[i].position.x;
        y += scene.bodies[i].position.y;
        angle += scene.bodies[i].angle;
    }
    /* Each coordinate was rounded to Q16.16 and the sums to 5 decimals. */
    const double tolerance = 5e-6 + scene.body_count * 0x1p-17;
    ck_assert_int_eq(scene.body_count, sums[_i].bodies);
    ck_assert_msg(fabs(x - sums[_i].x) <= tolerance, "sum of x is %.5f", x);
    ck_assert_msg(fabs(y - sums[_i].y) <= tolerance, "sum of y is %.5f", y);
    ck_assert_msg(fabs(angle - sums[_i].angle) <= 1.5e-5, "sum of angles is %.5f", angle);
    scene_free(&scene);
}
END_TEST

START_TEST(benchmark_pile_starts_with_the_published_bodies) {
    static const double first[3][3] = {{-15.9679594, 0.9516548, 0.0431558},
                                       {-14.7565098, 1.0410030, -0.3875384},
                                       {-13.6204109, 1.0048349, 0.0961001}};
    scene_def scene;
    ck_assert_int_eq(scene_build("S4", SCENE_M, &scene), true);
    for (int i = 0; i < 3; i++) {
        const scene_body *const body = &scene.bodies[3 + i];
        ck_assert_msg(fabs(body->position.x - first[i][0]) <= 0x1p-17 + 1e-7, "x of body %d", i);
        ck_assert_msg(fabs(body->position.y - first[i][1]) <= 0x1p-17 + 1e-7, "y of body %d", i);
        ck_assert_msg(fabs(body->angle - first[i][2]) <= 1e-7, "angle of body %d", i);
        ck_assert_int_eq(body->vertex_count, i == 0 ? 1 : i == 1 ? 4 : 6);
    }
    scene_free(&scene);
}
END_TEST

static void assert_near(double value, double expected, double tolerance, const char *what) {
    ck_assert_msg(fabs(value - expected) <= tolerance, "%s is %.9f, not %.9f", what, value,
                  expected);
}

/* Bodies of the other benchmark scenes; positions were rounded to Q16.16. */
START_TEST(benchmark_scenes_have_the_published_bodies) {
    static const struct {
        const char *name;
        int body;
        double x, y, angle, extent;
    } rows[] = {
        {"S5b", 4, -18.1621380, 1, 1.2887496, 0.5385165},
        {"S5b", 68, 184.0399780, 46.1723671, 1.7235510, 0.5385165},
        {"S6", 0, -29.5950089, -91.2122650, 0, 1.1295493},
        {"S6", 1, 60.5633545, -17.7388687, 1.6018285, 1.6950826},
    };
    scene_def scene;
    ck_assert_int_eq(scene_build(rows[_i].name, SCENE_M, &scene), true);
    const scene_body *const body = &scene.bodies[rows[_i].body];
    assert_near(body->position.x, rows[_i].x, 0x1p-17 + 1e-7, "x");
    assert_near(body->position.y, rows[_i].y, 0x1p-17 + 1e-7, "y");
    if (rows[_i].angle != 0) assert_near(body->angle, rows[_i].angle, 1e-7, "angle");
    assert_near(scene_extent(body), rows[_i].extent, 1e-6, "extent");
    scene_free(&scene);
}
END_TEST

START_TEST(benchmark_movers_get_the_published_kicks) {
    scene_def scene;
    scene_kick kicks[50];
    ck_assert_int_eq(scene_build("S5a", SCENE_M, &scene), true);
    ck_assert_int_eq(scene.mover_count, 50);
    ck_assert_int_eq(scene.first_mover + scene.mover_count, scene.body_count);
    ck_assert_int_eq(scene_kicks(&scene, 0, kicks), true);
    assert_near(kicks[0].velocity.x, 1.2678323, 1e-7, "vx");
    assert_near(kicks[0].velocity.y, -0.4011245, 1e-7, "vy");
    assert_near(kicks[0].angular_velocity, -1.3533862, 1e-7, "w");
    ck_assert_int_eq(scene_kicks(&scene, 150, kicks), true);
    assert_near(kicks[0].velocity.x, -2.2572777, 1e-7, "vx");
    assert_near(kicks[0].velocity.y, 6.8656530, 1e-7, "vy");
    assert_near(kicks[0].angular_velocity, -1.0045888, 1e-7, "w");
    ck_assert_int_eq(scene_kicks(&scene, 151, kicks), false);
    scene_free(&scene);
}
END_TEST

START_TEST(benchmark_rays_start_with_the_published_one) {
    scene_def scene;
    ck_assert_int_eq(scene_build("S6", SCENE_M, &scene), true);
    ck_assert_int_eq(scene.ray_count, 1000);
    assert_near(scene.rays[0].from.x, -23.840332, 1e-6, "x");
    assert_near(scene.rays[0].from.y, 32.491165, 1e-6, "y");
    assert_near(scene.rays[0].translation.x, 50 * cos(3.283995), 5e-5, "translation x");
    assert_near(scene.rays[0].translation.y, 50 * sin(3.283995), 5e-5, "translation y");
    scene_free(&scene);
}
END_TEST

START_TEST(benchmark_joints_are_as_many_as_published) {
    scene_def grid, bridge;
    ck_assert_int_eq(scene_build("S3", SCENE_M, &grid), true);
    ck_assert_int_eq(scene_build("S3b", SCENE_M, &bridge), true);
    int moving = 0;
    for (int i = 0; i < grid.body_count; i++)
        moving += grid.bodies[i].dynamic;
    ck_assert_int_eq(moving, 393);
    ck_assert_int_eq(grid.joint_count, 754);
    ck_assert_int_eq(bridge.body_count, 101);
    ck_assert_int_eq(bridge.joint_count, 101);
    ck_assert_int_eq(bridge.bodies[0].vertex_count, 0);
    assert_near(bridge.bodies[1].position.x, -49.5, 0, "x of the first plank");
    assert_near(bridge.joints[100].point.x, 50, 0, "x of the last joint");
    scene_free(&grid);
    scene_free(&bridge);
}
END_TEST

START_TEST(every_listed_scene_builds_at_every_scale) {
    for (int scale = SCENE_M; scale <= SCENE_PG; scale++) {
        scene_def scene;
        ck_assert_msg(scene_build(scene_names[_i], (scene_scale)scale, &scene), "%s at %s",
                      scene_names[_i], scene_scale_text((scene_scale)scale));
        ck_assert_int_gt(scene.body_count, 1);
        ck_assert_msg(scene.duration > 0, "%s takes no time", scene.name);
        scene_free(&scene);
    }
}
END_TEST

START_TEST(body_counts_follow_the_definitions) {
    static const struct {
        const char *name;
        int bodies;
    } rows[] = {{"stack10", 11}, {"pyr20", 211}, {"card", 41},     {"table", 19},
                {"arch", 22},    {"domino", 17}, {"heavy100", 8},  {"circpile", 63},
                {"S1", 211},     {"S2", 1831},   {"pile12345", 63}};
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        scene_def scene;
        ck_assert_msg(scene_build(rows[i].name, SCENE_P, &scene), "%s", rows[i].name);
        ck_assert_msg(scene.body_count == rows[i].bodies, "%s has %d bodies", scene.name,
                      scene.body_count);
        scene_free(&scene);
    }
}
END_TEST

START_TEST(unknown_names_are_refused) {
    static const char *const names[] = {"",       "stack",   "stack1x", "stack-1", "pyr0",
                                        "table5", "stackof", "S3c",     "1",       "card "};
    scene_def scene;
    ck_assert_msg(!scene_build(names[_i], SCENE_M, &scene), "built \"%s\"", names[_i]);
}
END_TEST

START_TEST(shift_moves_by_the_rounded_offset_and_nothing_else) {
    scene_def plain, shifted;
    ck_assert_int_eq(scene_build("pile101", SCENE_P, &plain), true);
    ck_assert_int_eq(scene_build("pile101", SCENE_P, &shifted), true);
    scene_shift(&shifted, 12345.678, -9876.54);
    for (int i = 0; i < plain.body_count; i++) {
        const scene_body *const a = &plain.bodies[i], *const b = &shifted.bodies[i];
        ck_assert_int_eq(scene_fx(b->position.x) - scene_fx(a->position.x), scene_fx(12345.678));
        ck_assert_int_eq(scene_fx(b->position.y) - scene_fx(a->position.y), scene_fx(-9876.54));
        ck_assert_uint_eq(scene_angle(b->angle), scene_angle(a->angle));
    }
    scene_free(&plain);
    scene_free(&shifted);
}
END_TEST

START_TEST(rounding_matches_worked_values) {
    ck_assert_int_eq(scene_fx(0.5), 32768);
    ck_assert_int_eq(scene_fx(0.001), 66);
    ck_assert_int_eq(scene_fx(-0.5 / 65536), 0); /* ties go upward */
    ck_assert_int_eq(scene_fx(0.5 / 65536), 1);
    ck_assert_uint_eq(scene_angle(0), 0);
    ck_assert_uint_eq(scene_angle(3.14159265358979323846), UINT32_C(1) << 31);
    ck_assert_uint_eq(scene_angle(-1e-12), 0); /* rounds to a whole turn, which is none */
    ck_assert_uint_eq(scene_angle(-3.14159265358979323846 / 2), UINT32_C(3) << 30);
}
END_TEST

Suite *suite_scene(void) {
    Suite *const suite = suite_create("scene");
    TCase *const tcase = tcase_create("scene");
    int count = 0;
    while (scene_names[count])
        count++;
    tcase_add_loop_test(tcase, benchmark_scenes_have_the_published_sums, 0, SUM_COUNT);
    tcase_add_test(tcase, benchmark_pile_starts_with_the_published_bodies);
    tcase_add_loop_test(tcase, benchmark_scenes_have_the_published_bodies, 0, 4);
    tcase_add_test(tcase, benchmark_movers_get_the_published_kicks);
    tcase_add_test(tcase, benchmark_rays_start_with_the_published_one);
    tcase_add_test(tcase, benchmark_joints_are_as_many_as_published);
    tcase_add_loop_test(tcase, every_listed_scene_builds_at_every_scale, 0, count);
    tcase_add_test(tcase, body_counts_follow_the_definitions);
    tcase_add_loop_test(tcase, unknown_names_are_refused, 0, 10);
    tcase_add_test(tcase, shift_moves_by_the_rounded_offset_and_nothing_else);
    tcase_add_test(tcase, rounding_matches_worked_values);
    suite_add_tcase(suite, tcase);
    return suite;
}
