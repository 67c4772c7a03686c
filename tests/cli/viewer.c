/* viewer.c - the time, camera and hand of `pawl view`, without its window. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/studio/viewer.h"
#include "support/base/seeded.h"

/* 20 units across and 200 pixels: a pixel is a tenth of a unit, and (100, 100) is the middle. */
#define WIDTH 200
#define SCENE                                                                                    \
    "{\"pawl-scene\": 1, \"camera\": {\"lower\": [-10, -10], \"upper\": [10, 10]}, \"bodies\": " \
    "[\n"                                                                                        \
    "  {\"type\": \"static\", \"position\": [0, -9], \"shapes\": [{\"box\": {\"width\": 40, "    \
    "\"height\": 1}}]},\n"                                                                       \
    "  {\"position\": [1, 0], \"shapes\": [{\"box\": {\"width\": 8, \"height\": 0.5}}]},\n"      \
    "  {\"position\": [0, 5], \"velocity\": [3, 0], \"shapes\": [{\"circle\": {\"radius\": "     \
    "1}}]}]}"

static char path[32];
static cli_viewer viewer;

static void open_viewer(void) {
    strcpy(path, "viewer-XXXXXX.json");
    const int file = mkstemps(path, 5); /* in the working folder */
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, SCENE, sizeof SCENE - 1), sizeof SCENE - 1);
    close(file);
    viewer = (cli_viewer){0};
    const cli_studio_def def = {.path = path, .timeline = cli_timeline_def_default()};
    ck_assert_int_eq(cli_viewer_open(&viewer, &def, WIDTH), true);
}

static void close_viewer(void) {
    cli_viewer_close(&viewer);
    unlink(path);
}

static double units(pawl_fx value) {
    return value / 65536.0;
}

static void assert_near(double got, double want, double tolerance, const char *what) {
    const double error = got - want;
    ck_assert_msg(error <= tolerance && error >= -tolerance, "%s is %.6f instead of %.6f", what,
                  got, want);
}

/* The n-th body of the scene. */
static pawl_body_id body_at(int n) {
    pawl_body_id body = {0, 0};
    for (int i = 0; i <= n; i++) {
        body = pawl_world_next_body(viewer.scene->world, body);
    }
    return body;
}

static uint64_t tick(void) {
    return pawl_world_get_tick(viewer.scene->world);
}

/* ---- time ---- */

START_TEST(a_second_of_any_frames_is_sixty_steps) {
    uint64_t seed = seeded_base + (uint64_t)_i, left = 1000000;
    cli_scene plain;
    ck_assert_int_eq(cli_scene_load(path, NULL, &plain), true);
    while (left > 0) {
        uint64_t frame = seeded_next(&seed) % 50000;
        if (frame > left) frame = left;
        cli_viewer_advance(&viewer, frame, NULL);
        left -= frame;
    }
    for (int i = 0; i < 60; i++) {
        ck_assert_int_eq(pawl_world_step(plain.world, NULL), PAWL_OK);
    }
    ck_assert_uint_eq(tick(), 60);
    ck_assert_uint_eq(viewer.owed, 0);
    ck_assert_uint_eq(pawl_world_hash(viewer.scene->world), pawl_world_hash(plain.world));
    cli_scene_load_free(&plain);
}
END_TEST

START_TEST(slow_motion_takes_eight_times_as_long) {
    viewer.speed = 1;
    for (int i = 0; i < 80; i++) {
        cli_viewer_advance(&viewer, 100000, NULL);
    }
    ck_assert_uint_eq(tick(), 60);
}
END_TEST

START_TEST(a_long_frame_loses_time) {
    cli_viewer_advance(&viewer, 3000000, NULL);
    ck_assert_uint_eq(tick(), 15);
}
END_TEST

START_TEST(pause_stops_time_and_not_single_steps) {
    viewer.paused = true;
    cli_viewer_advance(&viewer, 200000, NULL);
    ck_assert_uint_eq(tick(), 0);
    cli_viewer_step(&viewer, NULL);
    ck_assert_uint_eq(tick(), 1);
    ck_assert_int_lt(viewer.step_microseconds, 0);
}
END_TEST

static int64_t fake_clock(void) {
    static int64_t now = 0;
    return now += 7;
}

START_TEST(steps_are_measured) {
    cli_viewer_step(&viewer, fake_clock);
    ck_assert_int_eq(viewer.step_microseconds, 7);
}
END_TEST

START_TEST(stages_are_measured_while_they_are_shown) {
    cli_viewer_step(&viewer, fake_clock);
    ck_assert_uint_eq(viewer.profile.steps, 0);
    viewer.overlays[CLI_OVERLAY_STAGES] = true;
    cli_viewer_step(&viewer, NULL);
    ck_assert_uint_eq(viewer.profile.steps, 0);
    cli_viewer_paint(&viewer);
    const size_t size = (size_t)viewer.canvas.width * (size_t)viewer.canvas.height * 3;
    uint8_t *const before = malloc(size);
    ck_assert_ptr_nonnull(before);
    memcpy(before, viewer.canvas.pixels, size);
    cli_viewer_step(&viewer, fake_clock);
    ck_assert_uint_eq(viewer.profile.steps, 1);
    ck_assert_uint_gt(viewer.profile.last[PAWL_STAGE_SOLVE], 0);
    cli_viewer_paint(&viewer);
    ck_assert_int_ne(memcmp(before, viewer.canvas.pixels, size), 0);
    free(before);
}
END_TEST

START_TEST(bodies_are_shown_between_their_last_two_places) {
    const pawl_body_id ball = body_at(2);
    const pawl_world *const world = viewer.scene->world;
    pawl_body_set_angular_velocity(viewer.scene->world, ball, -PAWL_FX(6, 0, 1));
    cli_viewer_step(&viewer, NULL);
    const double x = units(pawl_body_get_position(world, ball).x);
    const pawl_angle angle = pawl_body_get_angle(world, ball);
    cli_viewer_step(&viewer, NULL);
    const pawl_pose now = pawl_body_get_pose(world, ball);
    const pawl_angle turn = pawl_body_get_angle(world, ball) - angle;
    for (int quarter = 0; quarter < 4; quarter++) {
        viewer.owed = (uint64_t)quarter * 2000000; /* a step is 8 000 000 */
        const pawl_pose shown = cli_viewer_pose(&viewer, ball, now);
        assert_near(units(shown.position.x), x + (units(now.position.x) - x) * quarter / 4, 0.0001,
                    "x");
        const pawl_angle want = angle - (0u - turn) / 4 * (pawl_angle)quarter;
        assert_near(shown.rotation.s / 1073741824.0, units(pawl_sin(want)), 0.0001, "sine");
    }
    viewer.paused = true;
    ck_assert_int_eq(cli_viewer_pose(&viewer, ball, now).position.x, now.position.x);
}
END_TEST

START_TEST(a_body_without_a_past_is_shown_where_it_is) {
    const pawl_pose now = {{5, 6}, {PAWL_UNIT, 0}};
    viewer.owed = 4000000;
    ck_assert_int_eq(cli_viewer_pose(&viewer, body_at(2), now).position.x, 5);
    cli_viewer_step(&viewer, NULL);
    ck_assert_int_ne(cli_viewer_pose(&viewer, body_at(2), now).position.x, 5);
    cli_viewer_restart(&viewer);
    ck_assert_uint_eq(tick(), 0);
    ck_assert_uint_eq(viewer.owed, 0);
    ck_assert_int_eq(cli_viewer_pose(&viewer, body_at(2), now).position.x, 5);
}
END_TEST

START_TEST(restart_keeps_the_world_when_the_file_is_gone) {
    cli_viewer_step(&viewer, NULL);
    viewer.def.path = "no-such-scene.json";
    cli_viewer_restart(&viewer);
    ck_assert_uint_eq(tick(), 1);
}
END_TEST

/* ---- camera ---- */

static double x_of_pixel(int x) {
    const pawl_box box = cli_viewer_view(&viewer).box;
    return units(box.lower.x) + (units(box.upper.x) - units(box.lower.x)) * x / WIDTH;
}

START_TEST(the_camera_begins_as_the_scene_says) {
    const cli_view view = cli_viewer_view(&viewer);
    ck_assert_int_eq(view.box.lower.x, -PAWL_FX(10, 0, 1));
    ck_assert_int_eq(view.box.upper.y, PAWL_FX(10, 0, 1));
    ck_assert_int_eq(view.width, WIDTH);
    ck_assert_int_eq(view.height, WIDTH);
}
END_TEST

START_TEST(zoom_keeps_the_place_under_the_mouse) {
    for (int i = 0; i < 20; i++) {
        const double before = x_of_pixel(150), across = units(viewer.across);
        cli_viewer_zoom(&viewer, _i == 1, 150, 20);
        assert_near(x_of_pixel(150), before, 0.001, "the place");
        ck_assert_int_eq(units(viewer.across) < across, _i == 1);
    }
    cli_viewer_resize(&viewer, WIDTH, 2 * WIDTH);
    for (int i = 0; i < 200; i++) {
        cli_viewer_zoom(&viewer, _i == 1, 0, 0);
        cli_viewer_pan(&viewer, 1000, 1000);
    }
    const pawl_box box = cli_viewer_view(&viewer).box; /* at the limits, not beyond */
    ck_assert_int_lt(box.lower.x, box.upper.x);
    ck_assert_int_lt(box.upper.x, PAWL_FX_MAX);
    ck_assert_int_gt(box.lower.y, -PAWL_FX_MAX);
    cli_viewer_paint(&viewer);
}
END_TEST

START_TEST(pan_moves_by_pixels_and_resize_keeps_the_scale) {
    cli_viewer_pan(&viewer, 30, 20);
    assert_near(units(viewer.center.x), 3, 0.001, "x");
    assert_near(units(viewer.center.y), -2, 0.001, "y");
    cli_viewer_resize(&viewer, 100, 50);
    const pawl_box box = cli_viewer_view(&viewer).box;
    assert_near(units(box.upper.x - box.lower.x), 20, 0.001, "width");
    assert_near(units(box.upper.y - box.lower.y), 10, 0.001, "height");
}
END_TEST

/* ---- the hand ---- */

/* The end of the plank, a body eight times as long as wide, goes where it is pulled and stays. */
START_TEST(the_hand_carries_a_body_by_its_end) {
    const pawl_body_id plank = body_at(1);
    cli_viewer_grab(&viewer, 139, 100);
    ck_assert_int_eq(pawl_body_id_equal(viewer.studio->hand.body, plank), true);
    assert_near(units(viewer.studio->hand.grip.x), 2.9, 0.001, "x in the frame of the plank");
    assert_near(units(viewer.studio->hand.grip.y), 0, 0.001, "y in the frame of the plank");
    cli_viewer_drag(&viewer, 60, 40);
    for (int i = 0; i < 600; i++) {
        cli_viewer_step(&viewer, NULL);
    }
    const pawl_pose pose = pawl_body_get_pose(viewer.scene->world, plank);
    const pawl_vec2 grip = pawl_pose_apply(pose, viewer.studio->hand.grip);
    assert_near(units(grip.x), -4, 0.1, "x of the grip");
    assert_near(units(grip.y), 6, 0.1, "y of the grip");
    cli_viewer_paint(&viewer);
    cli_viewer_release(&viewer);
    for (int i = 0; i < 120; i++) {
        cli_viewer_step(&viewer, NULL);
    }
    ck_assert_int_lt(pawl_body_get_position(viewer.scene->world, plank).y, -PAWL_FX(7, 0, 1));
}
END_TEST

START_TEST(the_hand_takes_nothing_where_nothing_moves) {
    cli_viewer_grab(&viewer, 20, 30); /* air */
    ck_assert_uint_eq(viewer.studio->hand.body.index1, 0);
    cli_viewer_grab(&viewer, 100, 190); /* ground */
    ck_assert_uint_eq(viewer.studio->hand.body.index1, 0);
}
END_TEST

/* ---- going back ---- */

START_TEST(time_goes_back_and_on_to_the_same) {
    uint32_t hashes[61];
    for (int i = 0; i <= 60; i++) {
        hashes[i] = pawl_world_hash(viewer.scene->world);
        if (i < 60) cli_viewer_step(&viewer, NULL);
    }
    cli_viewer_step_back(&viewer);
    ck_assert_uint_eq(tick(), 59);
    ck_assert_int_eq(viewer.paused, true);
    ck_assert_uint_eq(pawl_world_hash(viewer.scene->world), hashes[59]);
    cli_viewer_rewind(&viewer);
    cli_viewer_advance(&viewer, 200000, NULL);
    ck_assert_uint_eq(tick(), 59 - 12);
    ck_assert_uint_eq(pawl_world_hash(viewer.scene->world), hashes[59 - 12]);
    for (int i = 0; i < 10; i++)
        cli_viewer_advance(&viewer, 200000, NULL);
    ck_assert_uint_eq(tick(), 0);
    ck_assert_int_eq(viewer.paused, true);
    cli_viewer_seek(&viewer, 60);
    ck_assert_uint_eq(pawl_world_hash(viewer.scene->world), hashes[60]);
}
END_TEST

START_TEST(the_timeline_leads_to_its_ticks) {
    for (int i = 0; i < 300; i++)
        cli_viewer_step(&viewer, NULL);
    ck_assert_int_eq(cli_viewer_time_is_at(&viewer, viewer.canvas.height - 1), false);
    viewer.overlays[CLI_OVERLAY_TIMELINE] = true;
    ck_assert_int_eq(cli_viewer_time_is_at(&viewer, viewer.canvas.height - 1), true);
    ck_assert_int_eq(cli_viewer_time_is_at(&viewer, 0), false);
    ck_assert_uint_eq(cli_viewer_time_tick(&viewer, 0), 0);
    ck_assert_uint_eq(cli_viewer_time_tick(&viewer, WIDTH), 300);
    uint64_t before = 0;
    for (int x = 0; x < WIDTH; x++) {
        const uint64_t there = cli_viewer_time_tick(&viewer, x);
        ck_assert_uint_ge(there, before);
        before = there;
    }
    cli_viewer_paint(&viewer);
}
END_TEST

/* ---- a character ---- */

START_TEST(keys_steer_the_first_character) {
    static const char with[] =
        "{\"pawl-scene\": 1, \"bodies\": [{\"type\": \"static\", \"shapes\": [{\"box\": "
        "{\"width\": 90, \"height\": 2}}]}], \"characters\": [{\"position\": [0, 1.82]}, "
        "{\"position\": [-5, 1.82]}]}";
    const pawl_character_input right = {PAWL_FX_ONE, 0, PAWL_CHARACTER_JUMP};
    FILE *file = fopen(path, "w");
    fwrite(with, 1, sizeof with - 1, file);
    fclose(file);
    ck_assert_int_eq(cli_viewer_steers(&viewer), false);
    cli_viewer_steer(&viewer, &right);
    cli_viewer_restart(&viewer);
    ck_assert_int_eq(cli_viewer_steers(&viewer), true);
    cli_viewer_steer(&viewer, &right);
    cli_viewer_advance(&viewer, 200000, NULL);
    const pawl_world *world = viewer.scene->world;
    const pawl_character_state first =
        pawl_character_get_state(world, viewer.scene->characters[0].id);
    const pawl_character_state second =
        pawl_character_get_state(world, viewer.scene->characters[1].id);
    ck_assert_int_gt(first.position.x, PAWL_FX(0, 1, 2));
    ck_assert_int_gt(first.velocity.y, 0);
    ck_assert_int_eq(second.position.x, PAWL_FX(-5, 0, 1));
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("viewer");
    TCase *const tests = tcase_create("viewer");
    tcase_add_checked_fixture(tests, open_viewer, close_viewer);
    tcase_add_loop_test(tests, a_second_of_any_frames_is_sixty_steps, 0, 10);
    tcase_add_test(tests, slow_motion_takes_eight_times_as_long);
    tcase_add_test(tests, a_long_frame_loses_time);
    tcase_add_test(tests, pause_stops_time_and_not_single_steps);
    tcase_add_test(tests, steps_are_measured);
    tcase_add_test(tests, stages_are_measured_while_they_are_shown);
    tcase_add_test(tests, bodies_are_shown_between_their_last_two_places);
    tcase_add_test(tests, a_body_without_a_past_is_shown_where_it_is);
    tcase_add_test(tests, restart_keeps_the_world_when_the_file_is_gone);
    tcase_add_test(tests, the_camera_begins_as_the_scene_says);
    tcase_add_loop_test(tests, zoom_keeps_the_place_under_the_mouse, 0, 2);
    tcase_add_test(tests, pan_moves_by_pixels_and_resize_keeps_the_scale);
    tcase_add_test(tests, the_hand_carries_a_body_by_its_end);
    tcase_add_test(tests, the_hand_takes_nothing_where_nothing_moves);
    tcase_add_test(tests, time_goes_back_and_on_to_the_same);
    tcase_add_test(tests, the_timeline_leads_to_its_ticks);
    tcase_add_test(tests, keys_steer_the_first_character);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
