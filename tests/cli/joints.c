/* joints.c - rube_joints.json, a RUBE scene with every kind of joint: after ten seconds each has
 * done what it should. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "cli/scene/scene_load.h"

#define TICKS 600

static cli_scene scene;
static FILE *notes;
static char told[512];

static void open_scene(void) {
    notes = fmemopen(told, sizeof told, "w");
    ck_assert_int_eq(cli_scene_load("tests/cli/rube_joints.json", notes, &scene), true);
    fclose(notes);
}

static void close_scene(void) {
    cli_scene_load_free(&scene);
}

static void run(int ticks) {
    for (int i = 0; i < ticks; i++)
        ck_assert_int_eq(pawl_world_step(scene.world, NULL), PAWL_OK);
}

static pawl_body_id body_at(int n) {
    pawl_body_id body = {0, 0};
    for (int i = 0; i <= n; i++)
        body = pawl_world_next_body(scene.world, body);
    return body;
}

/* Where a body is at the end: within `reach` of x, y on both axes, and as many degrees of its
 * angle. Numbers follow from the file: a mass of 1 on a spring of 1 Hz sinks by 10 / (2 pi)^2,
 * 6 units/s against 4 units/s^2 stop after 4.5 units, ropes and rails end where they end. */
typedef struct place {
    const char *name;
    int body;
    double x, y, reach, degrees, turn_reach; /* turn_reach 0: any angle */
} place;

static const place places[] = {
    {"a rigid weld holds", 1, 2, 12, 0.02, 0, 0.5},
    {"a soft weld sags by some degrees", 2, 2, 15.9, 0.08, -3, 2.5},
    {"wheels with motors carry the car away", 3, 49, 1.34, 0.5, 0, 2},
    {"a follower is where it is pulled to", 6, 33, 12, 0.05, 28.65, 1},
    {"a rope hangs straight down", 7, 38, 10, 0.1, 0, 0},
    {"friction stops a puck", 8, 50.5, 14, 0.1, 21.5, 2},
    {"a lift ends at its limit", 9, 56, 10, 0.02, 0, 0.5},
    {"a weight hangs from a spring", 10, 62, 10.747, 0.02, 0, 0.5},
    {"the light side of a pulley is up", 11, 68, 8, 0.05, 0, 1},
    {"the heavy side of a pulley is down", 12, 74, 1, 0.03, 0, 1},
    {"a motor turns up to the limit", 13, 82, 8, 0.02, 85.94, 0.5},
    {"a motor turns the large gear", 21, 5, 20, 0.01, 57.3, 0.5},
    {"the small gear turns back twice as far", 22, 8, 20, 0.01, -114.6, 1},
    {"a ball lies in a chain", 18, 90, 20.5, 2, 0, 0},
    {"a ball stays in its room", 20, 20, 18.5, 3.6, 0, 0},
};

#define PLACES ((int)(sizeof places / sizeof places[0]))

static double distance(double a, double b) {
    return a > b ? a - b : b - a;
}

START_TEST(each_joint_does_what_it_should) {
    const place *wanted = &places[_i];
    run(TICKS);
    const pawl_vec2 position = pawl_body_get_position(scene.world, body_at(wanted->body));
    const double x = position.x / 65536.0, y = position.y / 65536.0;
    const double degrees =
        (int32_t)pawl_body_get_angle(scene.world, body_at(wanted->body)) * (360.0 / 4294967296.0);
    ck_assert_msg(distance(x, wanted->x) <= wanted->reach &&
                      distance(y, wanted->y) <= wanted->reach,
                  "%s: it is at (%.4f, %.4f)", wanted->name, x, y);
    ck_assert_msg(wanted->turn_reach == 0 ||
                      distance(degrees, wanted->degrees) <= wanted->turn_reach,
                  "%s: it is turned by %.3f degrees", wanted->name, degrees);
}
END_TEST

START_TEST(a_bullet_does_not_pass_the_plate) {
    run(TICKS);
    const pawl_vec2 plate = pawl_body_get_position(scene.world, body_at(15));
    const pawl_vec2 shot = pawl_body_get_position(scene.world, body_at(16));
    ck_assert_int_lt(shot.x, plate.x);
    ck_assert_int_gt(plate.x, PAWL_FX(80, 0, 1)); /* it was hit */
}
END_TEST

START_TEST(the_puck_is_seen_by_the_gate_once) {
    uint32_t begins = 0, ends = 0;
    for (int i = 0; i < TICKS; i++) {
        run(1);
        const pawl_events events = pawl_world_get_events(scene.world);
        begins += events.sensor_begin_count;
        ends += events.sensor_end_count;
    }
    ck_assert_uint_eq(begins, 1);
    ck_assert_uint_eq(ends, 1);
}
END_TEST

START_TEST(two_runs_are_the_same) {
    run(TICKS);
    const uint32_t hash = pawl_world_hash(scene.world);
    ck_assert_uint_eq(pawl_world_get_faults(scene.world), 0);
    cli_scene_load_free(&scene);
    open_scene();
    run(TICKS);
    ck_assert_uint_eq(pawl_world_hash(scene.world), hash);
}
END_TEST

START_TEST(only_joints_that_pawl_cannot_have_are_left_out) {
    ck_assert_str_eq(told,
                     "pawl: tests/cli/rube_joints.json:93: note: joint 14 \"odd\": left out: "
                     "a gear of other joints than two hinges\n"
                     "pawl: tests/cli/rube_joints.json:94: note: joint 15 \"idle\": left out: "
                     "neither body is dynamic\n");
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("joints");
    TCase *const tests = tcase_create("joints");
    tcase_add_checked_fixture(tests, open_scene, close_scene);
    tcase_add_loop_test(tests, each_joint_does_what_it_should, 0, PLACES);
    tcase_add_test(tests, a_bullet_does_not_pass_the_plate);
    tcase_add_test(tests, the_puck_is_seen_by_the_gate_once);
    tcase_add_test(tests, two_runs_are_the_same);
    tcase_add_test(tests, only_joints_that_pawl_cannot_have_are_left_out);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
