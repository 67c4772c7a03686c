/* view_list.c - the list of scenes of `pawl view`, and scenes that are not all of boxes, without
 * its window.
 *
 * usage: view_list SCENES     (folder of scenes) */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli/studio/app.h"

#define WIDTH 400

static const char *scenes;
static cli_app app;

static void open_app(const char *const *paths, uint32_t count) {
    const cli_app_def def = {.paths = paths, .path_count = count, .width = WIDTH};
    app = (cli_app){0};
    ck_assert_int_eq(cli_app_open(&app, &def), 0);
}

static void close_app(void) {
    cli_app_close(&app);
}

/* In the middle of a jelly there is nothing but what its outline encloses. */
START_TEST(a_click_selects_a_soft_body) {
    char file[1000], keys[60];
    snprintf(file, sizeof file, "%s/jelly.json", scenes);
    const char *const paths[] = {file};
    const pawl_soft_id none = {0, 0};
    open_app(paths, 1);
    cli_app_press(&app, " <wait 2>");
    const pawl_world *const world = app.viewer.scene->world;
    const pawl_soft_id soft = pawl_world_next_soft(world, none);
    const cli_view view = cli_viewer_view(&app.viewer);
    const int64_t across = (int64_t)view.box.upper.x - view.box.lower.x;
    const pawl_vec2 center = pawl_soft_get_center(world, soft);
    const int64_t right = ((int64_t)center.x - view.box.lower.x) * view.width / across;
    const int64_t down = ((int64_t)view.box.upper.y - center.y) * view.width / across;
    snprintf(keys, sizeof keys, "<click %d,%d><wait 1>", (int)right, (int)down);
    cli_app_press(&app, keys);
    ck_assert_int_eq(app.viewer.side, CLI_SIDE_INSPECTOR);
    ck_assert_int_eq(app.viewer.selection.branch, PAWL_BRANCH_SOFT);
    ck_assert_int_eq(app.viewer.selection.slot, soft.index1 - 1);
    ck_assert_uint_eq(cli_viewer_side_soft(&app.viewer).index1, soft.index1);
    ck_assert_ptr_null(app.viewer.studio->script.first);
}
END_TEST

/* An arcade takes no edits, and has no values; it plays as it does without a window. */
START_TEST(an_arcade_is_shown) {
    char file[1000];
    snprintf(file, sizeof file, "%s/breakout.json", scenes);
    const char *const paths[] = {file};
    cli_scene alone;
    open_app(paths, 1);
    ck_assert_int_eq(cli_scene_load_any(file, NULL, NULL, &alone), true);
    cli_app_press(&app, "i<wait 30>p<wait 30><click 200,200><wait 40>i/x<enter>b<wait 9>");
    const cli_viewer *const viewer = &app.viewer;
    ck_assert_ptr_eq(cli_studio_world(viewer->studio), NULL);
    ck_assert_uint_eq(viewer->studio->tick, 99);
    ck_assert_uint_eq(viewer->inspector.row_count, 0);
    for (uint64_t tick = 0; tick < viewer->studio->tick; tick++)
        ck_assert_int_eq(pawl_arcade_step(alone.arcade), PAWL_OK);
    ck_assert_uint_eq(pawl_arcade_hash(viewer->scene->arcade), pawl_arcade_hash(alone.arcade));
    cli_scene_load_free(&alone);
}
END_TEST

START_TEST(a_folder_is_a_list_in_order) {
    open_app(&scenes, 1);
    const cli_gallery *const gallery = &app.gallery;
    ck_assert_int_eq(app.is_list, true);
    ck_assert_uint_gt(gallery->count, 20);
    for (uint32_t i = 1; i < gallery->count; i++)
        ck_assert_int_lt(strcmp(gallery->entries[i - 1].name, gallery->entries[i].name), 0);
    cli_app_press(&app, "<enter>");
    ck_assert_int_eq(app.is_list, false);
    ck_assert_str_eq(strrchr(app.viewer.def.path, '/'), "/arch.json");
    cli_app_press(&app, "<wait 5>]<wait 5>");
    ck_assert_str_eq(strrchr(app.viewer.def.path, '/'), "/breakout.json");
    ck_assert_uint_eq(app.viewer.studio->tick, 5);
    cli_app_press(&app, "[l");
    ck_assert_int_eq(app.is_list, true);
    ck_assert_uint_eq(gallery->focus, 0);
    cli_app_press(&app, "<esc>[");
    ck_assert_int_eq(app.is_list, false);
    ck_assert_str_eq(strrchr(app.viewer.def.path, '/'), "/arch.json");
    cli_app_press(&app, "lq");
    ck_assert_int_eq(app.quit, true);
}
END_TEST

START_TEST(a_card_is_clicked) {
    char file[1000];
    snprintf(file, sizeof file, "%s/pyramid.json", scenes);
    const char *const paths[] = {file, scenes, file};
    open_app(paths, 3);
    ck_assert_str_eq(app.gallery.entries[0].path, file);
    ck_assert_str_eq(app.gallery.entries[app.gallery.count - 1].path, file);
    cli_app_press(&app, "<wait 1><click 60,80>");
    ck_assert_int_eq(app.is_list, false);
    ck_assert_str_eq(app.viewer.def.path, file);
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 2) return EXIT_FAILURE;
    scenes = argv[1];
    Suite *const suite = suite_create("view_list");
    TCase *const tests = tcase_create("view_list");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, NULL, close_app);
    tcase_add_test(tests, a_click_selects_a_soft_body);
    tcase_add_test(tests, an_arcade_is_shown);
    tcase_add_test(tests, a_folder_is_a_list_in_order);
    tcase_add_test(tests, a_card_is_clicked);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
