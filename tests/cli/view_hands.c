/* view_hands.c - lists, panels, keys and the mouse of `pawl view`, without its window.
 *
 * usage: view_hands SCENES     (folder of scenes) */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/studio/app.h"
#include "support/base/seeded.h"

/* 20 units across and 400 pixels: a pixel is a twentieth of a unit, and (200, 200) is the middle.
 */
#define WIDTH 400
#define SCENE                                                                                    \
    "{\"pawl-scene\": 1, \"camera\": {\"lower\": [-10, -10], \"upper\": [10, 10]}, \"bodies\": " \
    "[\n"                                                                                        \
    "  {\"type\": \"static\", \"position\": [0, -9], \"shapes\": [{\"box\": {\"width\": 40, "    \
    "\"height\": 1}}]},\n"                                                                       \
    "  {\"position\": [-8, 5], \"velocity\": [2, 0.25], \"shapes\": [{\"box\": {\"width\": 2, "  \
    "\"height\": 2}, \"friction\": 0.3}]}]}"
#define BOX "<click 40,100>" /* at the first tick */

static const char *scenes;
static char path[32];
static cli_app app;

static void open_app_of(const char *const *paths, uint32_t count, int32_t width) {
    const cli_app_def def = {.paths = paths, .path_count = count, .width = width};
    app = (cli_app){0};
    ck_assert_int_eq(cli_app_open(&app, &def), 0);
}

static void open_app(void) {
    static const char *paths[1];
    strcpy(path, "hands-XXXXXX.json");
    const int file = mkstemps(path, 5); /* in the working folder */
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, SCENE, sizeof SCENE - 1), sizeof SCENE - 1);
    close(file);
    paths[0] = path;
    open_app_of(paths, 1, WIDTH);
}

static void close_app(void) {
    cli_app_close(&app);
    unlink(path);
}

static pawl_vec2 gravity(void) {
    return pawl_world_get_gravity(app.viewer.scene->world);
}

static uint8_t *copy_of(const cli_canvas *canvas, size_t *size) {
    *size = 3 * (size_t)canvas->width * (size_t)canvas->height;
    uint8_t *const out = malloc(*size);
    ck_assert_ptr_nonnull(out);
    memcpy(out, canvas->pixels, *size);
    return out;
}

/* ---- keys as a text ---- */

START_TEST(keys_are_read_and_mistakes_found) {
    static const char *const good[] = {
        "",         "134", "i<down><enter>", "<click 1,2>", "<wheel 3,4 -5>", "<drag 0,0 65535,9>",
        "<wait 7>x"};
    static const char *const bad[] = {
        "<",         "<foo>",           "<click 1>",  "<click 1,2",
        "<wait 0>",  "<wheel 1,2>",     "<drag 1,2>", "<click -1,2>",
        "<enter 3>", "<wait 99999999>", "<up",        "<click 1,70000>"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        ck_assert_msg(cli_keys_find_mistake(good[i]) == NULL, "\"%s\" is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(cli_keys_find_mistake(bad[i]) == bad[i], "\"%s\" is taken", bad[i]);
    cli_keys_event events[CLI_KEYS_STEPS_MAX];
    uint32_t count = 0;
    ck_assert_str_eq(cli_keys_read("<drag 1,2 30,4>Q", events, &count), "Q");
    ck_assert_uint_eq(count, 3);
    ck_assert_int_eq(events[0].type, CLI_KEYS_PRESS);
    ck_assert_int_eq(events[0].x, 1);
    ck_assert_int_eq(events[1].type, CLI_KEYS_MOVE);
    ck_assert_int_eq(events[1].x, 30);
    ck_assert_int_eq(events[2].type, CLI_KEYS_RELEASE);
    ck_assert_int_eq(events[2].y, 4);
    ck_assert_str_eq(cli_keys_read("Q", events, &count), "");
    ck_assert_int_eq(events[0].key, 'q');
}
END_TEST

/* ---- the mouse on the picture ---- */

START_TEST(a_click_selects_and_changes_nothing) {
    cli_app_press(&app, BOX);
    ck_assert_int_eq(app.viewer.side, CLI_SIDE_INSPECTOR);
    ck_assert_int_eq(app.viewer.selection.branch, PAWL_BRANCH_BODIES);
    ck_assert_int_eq(app.viewer.selection.slot, 1);
    cli_app_press(&app, "<wait 60>");
    ck_assert_ptr_null(app.viewer.studio->script.first);
    cli_app_press(&app, "<esc>");
    ck_assert_int_eq(app.viewer.side, CLI_SIDE_NONE);
    ck_assert_int_eq(app.quit, false);
    cli_app_press(&app, "<esc>");
    ck_assert_int_eq(app.quit, true);
}
END_TEST

START_TEST(a_drag_or_a_long_press_pulls) {
    cli_app_press(&app,
                  _i == 0 ? "<press 40,100><move 44,100><wait 2>" : "<press 40,100><wait 20>");
    ck_assert_uint_eq(app.viewer.studio->hand.body.index1, 2);
    ck_assert_ptr_nonnull(app.viewer.studio->script.first);
    cli_app_press(&app, "<release 44,100>");
    ck_assert_uint_eq(app.viewer.studio->hand.body.index1, 0);
    ck_assert_int_eq(app.viewer.side, CLI_SIDE_NONE);
}
END_TEST

START_TEST(a_closed_panel_leaves_the_picture_as_it_was) {
    static const char *const open_and_close[] = {"ii",     "pp",      "i<esc>",
                                                 "p<esc>", "ip<esc>", "/<esc><esc>"};
    size_t size;
    cli_app_press(&app, "<wait 30> ");
    uint8_t *const before = copy_of(cli_app_paint(&app), &size);
    cli_app_press(&app, open_and_close[_i]);
    ck_assert_int_eq(memcmp(before, cli_app_paint(&app)->pixels, size), 0);
    cli_app_press(&app, "i");
    ck_assert_int_ne(memcmp(before, cli_app_paint(&app)->pixels, size), 0);
    free(before);
}
END_TEST

/* ---- the inspector ---- */

static const cli_inspector_row *watched_row(void) {
    const cli_inspector *const inspector = &app.viewer.inspector;
    cli_inspector_refresh(&app.viewer);
    ck_assert_uint_lt(inspector->focus, inspector->row_count);
    return &inspector->rows[inspector->focus];
}

START_TEST(a_value_is_found_by_its_name) {
    cli_app_press(&app, "/VELO");
    cli_inspector_refresh(&app.viewer);
    ck_assert_uint_gt(app.viewer.inspector.row_count, 4);
    cli_app_press(&app, "city.x<backspace>y<down><enter>");
    ck_assert_int_eq(cli_viewer_input_is_typing(&app.viewer), false);
    ck_assert_int_eq(app.viewer.selection.slot, 1); /* the second body */
    ck_assert_str_eq(watched_row()->field.value.name, "velocity.y");
    ck_assert_str_eq(watched_row()->field.decimal, "0.25");
    cli_app_press(&app, "<up>");
    ck_assert_str_eq(watched_row()->field.value.name, "velocity.x");
}
END_TEST

/* What is watched has the value of each tick, also of those before it was watched, and after
 * another future has begun. */
static void assert_curve(const char *scene_path, const char *script) {
    const cli_studio_def def = {.path = scene_path, .script = script};
    cli_watch *const watch = &app.viewer.inspector.watch;
    cli_studio *const plain = cli_studio_open(&def);
    cli_inspect_watch field = watch->field;
    ck_assert_ptr_nonnull(plain);
    for (uint64_t tick = 0; tick <= app.viewer.studio->last; tick++) {
        int64_t value = 0;
        pawl_field_value want;
        ck_assert_int_eq(cli_watch_get(watch, tick, &value), CLI_WATCH_KNOWN);
        ck_assert_int_eq(cli_inspect_look(plain->scene.world, &field, &want), true);
        ck_assert_msg(value == want.value, "tick %llu: %lld instead of %lld",
                      (unsigned long long)tick, (long long)value, (long long)want.value);
        ck_assert_uint_eq(cli_studio_play(plain, 1), 1);
    }
    cli_studio_close(plain);
}

START_TEST(a_watched_value_is_exact_at_every_tick) {
    char script[] = "hands-XXXXXX.txt";
    close(mkstemps(script, 4));
    cli_app_press(&app, "<wait 200>/velocity.y<down><enter><wait 10>");
    assert_curve(path, NULL);
    /* In the past gravity becomes another one. */
    cli_app_press(&app, "bbb<click 60,430>p<down><right>i<wait 3> <wait 100>");
    ck_assert_int_lt((int)app.viewer.studio->last, 200);
    ck_assert_int_eq(cli_app_save_script(&app, script), true);
    assert_curve(path, script);
    unlink(script);
}
END_TEST

/* ---- sliders ---- */

START_TEST(values_are_decimals) {
    ck_assert_int_eq(cli_sliders_step(CLI_SLIDER_FRICTION, PAWL_FX(0, 3, 10), 1),
                     PAWL_FX(0, 35, 100));
    ck_assert_int_eq(cli_sliders_step(CLI_SLIDER_GRAVITY_Y, PAWL_FX(-10, 0, 1), 1),
                     -PAWL_FX(9, 5, 10));
    ck_assert_int_eq(cli_sliders_step(CLI_SLIDER_GRAVITY_Y, -PAWL_FX(9, 81, 100), 1),
                     -PAWL_FX(9, 5, 10));
    ck_assert_int_eq(cli_sliders_step(CLI_SLIDER_GRAVITY_Y, -PAWL_FX(9, 81, 100), -1),
                     PAWL_FX(-10, 0, 1));
    ck_assert_int_eq(cli_sliders_step(CLI_SLIDER_FRICTION, PAWL_FX(2, 0, 1), 1), PAWL_FX(2, 0, 1));
    uint64_t seed = seeded_fresh("decimals");
    for (int i = 0; i < 1000; i++) {
        const cli_slider which = (cli_slider)(1 + seeded_next(&seed) % (CLI_SLIDER_COUNT - 1));
        const pawl_fx high = cli_sliders_step(which, PAWL_FX_MAX, 0);
        const pawl_fx value =
            cli_sliders_step(which, (pawl_fx)(seeded_next(&seed) % (uint64_t)high), 0);
        char text[PAWL_FX_TEXT_MAX];
        ck_assert_int_eq(pawl_fx_print(value, text, sizeof text), PAWL_OK);
        const char *const point = strchr(text, '.');
        ck_assert_msg(point == NULL || strlen(point) <= 3, "%s is no short decimal", text);
        if (value == high || value == 0) continue;
        ck_assert_int_eq(cli_sliders_step(which, cli_sliders_step(which, value, 1), -1), value);
    }
}
END_TEST

START_TEST(arrows_change_the_world_and_r_gives_the_value_of_the_file) {
    cli_app_press(&app, "<wait 20>p<down><down><right><right>");
    ck_assert_int_eq(gravity().y, PAWL_FX(-9, 0, 1));
    ck_assert_str_eq(app.viewer.studio->script.first->text, "gravity 0 -9.5");
    ck_assert_uint_eq(app.viewer.studio->script.first->tick, 20);
    cli_app_press(&app, "<up><left>r");
    ck_assert_int_eq(gravity().x, 0);
    cli_app_press(&app, "<down>r");
    ck_assert_int_eq(gravity().y, PAWL_FX(-10, 0, 1));
    const uint64_t tick = app.viewer.studio->tick;
    cli_app_press(&app, "p r"); /* without the panel it starts again, paused */
    ck_assert_uint_gt(tick, 0);
    ck_assert_uint_eq(app.viewer.studio->tick, 0);
}
END_TEST

START_TEST(a_slider_is_dragged) {
    const cli_panel_box panel = cli_viewer_side_panel(&app.viewer);
    char keys[100];
    cli_app_press(&app, "p");
    uint32_t edits = 0;
    for (int32_t y = panel.top; y < panel.top + panel.height; y += 4) {
        snprintf(keys, sizeof keys, "<drag %d,%d %d,%d>", panel.left + 20, y, panel.left + 90, y);
        cli_app_press(&app, keys);
    }
    for (const cli_script_call *call = app.viewer.studio->script.first; call != NULL;
         call = call->next)
        edits++;
    ck_assert_uint_gt(edits, 3);
    ck_assert_uint_lt(app.viewer.speed, CLI_SPEED_PLAIN);
    ck_assert_int_lt(gravity().x, 0);
    ck_assert_uint_eq(app.viewer.studio->hand.body.index1, 0);
}
END_TEST

START_TEST(a_body_has_sliders_of_its_own) {
    pawl_fx value = 0;
    cli_app_press(&app, "p");
    ck_assert_int_eq(cli_sliders_get(&app.viewer, CLI_SLIDER_FRICTION, &value), false);
    cli_app_press(&app, BOX);
    ck_assert_int_eq(app.viewer.side, CLI_SIDE_SLIDERS);
    ck_assert_int_eq(cli_sliders_get(&app.viewer, CLI_SLIDER_FRICTION, &value), true);
    ck_assert_int_eq(value, PAWL_FX(0, 3, 10));
    for (int which = CLI_SLIDER_VELOCITY_X; which < CLI_SLIDER_COUNT; which++) {
        pawl_fx before, after, file;
        app.viewer.sliders.focus = (cli_slider)which;
        ck_assert_int_eq(cli_sliders_get(&app.viewer, (cli_slider)which, &before), true);
        cli_app_press(&app, "<right>");
        ck_assert_int_eq(cli_sliders_get(&app.viewer, (cli_slider)which, &after), true);
        ck_assert_int_gt(after, before);
        cli_app_press(&app, "r");
        ck_assert_int_eq(cli_sliders_get(&app.viewer, (cli_slider)which, &after), true);
        ck_assert_int_eq(cli_sliders_get_of_file(&app.viewer, (cli_slider)which, &file), true);
        ck_assert_int_eq(after, before);
        ck_assert_int_eq(after, file);
    }
}
END_TEST

/* ---- anything ---- */

static uint64_t seed;

static uint32_t draw(uint32_t most) {
    return (uint32_t)(seeded_next(&seed) % ((uint64_t)most + 1));
}

static int put_event(char *text, size_t size, int32_t width, int32_t height) {
    static const char *const keys[] = {"i",
                                       "i",
                                       "p",
                                       "p",
                                       "/",
                                       "l",
                                       "[",
                                       "]",
                                       " ",
                                       "n",
                                       "b",
                                       "z",
                                       "r",
                                       "s",
                                       "h",
                                       "1",
                                       "3",
                                       "9",
                                       "+",
                                       "-",
                                       "<up>",
                                       "<down>",
                                       "<down>",
                                       "<left>",
                                       "<right>",
                                       "<home>",
                                       "<end>",
                                       "<pageup>",
                                       "<pagedown>",
                                       "<enter>",
                                       "<esc>",
                                       "/vel<down><enter>",
                                       "/x<backspace>in<enter>",
                                       "/zz<esc>"};
    const uint32_t x = draw((uint32_t)width), y = draw((uint32_t)height);
    switch (draw(9)) {
    case 0:
        return snprintf(text, size, "<click %u,%u>", x, y);
    case 1:
        return snprintf(text, size, "<drag %u,%u %u,%u>", x, y, draw((uint32_t)width),
                        draw((uint32_t)height));
    case 2:
        return snprintf(text, size, "<press %u,%u><wait %u><move %u,%u><wait 3><release %u,%u>", x,
                        y, 1 + draw(15), x, y / 2, x, y / 2);
    case 3:
        return snprintf(text, size, "<wheel %u,%u %d>", x, y, (int)draw(8) - 4);
    case 4:
    case 5:
        return snprintf(text, size, "<wait %u>", 1 + draw(20));
    default:
        return snprintf(text, size, "%s", keys[draw(sizeof keys / sizeof keys[0] - 1)]);
    }
}

static void draw_keys(char *text, size_t size, int32_t width) {
    size_t used = 0;
    for (int i = 0; i < 40; i++)
        used += (size_t)put_event(text + used, size - used, width, width);
}

/* Anything can be done to any scene, twice with the same result; and what was done is a script. */
START_TEST(any_keys_do_the_same_twice) {
    char keys[8000], script[] = "hands-XXXXXX.txt", folder[1000];
    uint32_t hashes[2];
    uint8_t *pixels[2];
    size_t sizes[2];
    close_app();
    seed = first_seed(_i) ^ seeded_fresh("keys");
    const int32_t width = 64 + (int32_t)draw(600);
    draw_keys(keys, sizeof keys, width);
    open_app_of(&scenes, 1, width);
    const char *drawn = app.gallery.entries[draw(app.gallery.count - 1)].path;
    snprintf(folder, sizeof folder, "%s", drawn);
    drawn = folder;
    cli_app_close(&app);
    printf("pawl view %s --width %d --keys '%s'\n", drawn, width, keys);
    fflush(stdout);
    close(mkstemps(script, 4));
    for (int pass = 0; pass < 2; pass++) {
        open_app_of(&drawn, 1, width);
        cli_app_press(&app, keys);
        app.quit = false;
        cli_app_advance_frame(&app, 0);
        pixels[pass] = copy_of(cli_app_paint(&app), &sizes[pass]);
        hashes[pass] = !app.has_run
                           ? 0
                           : cli_studio_sample_of(app.viewer.studio, app.viewer.studio->tick)->hash;
        if (pass == 0) cli_app_close(&app);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(sizes[0], sizes[1]);
    ck_assert_int_eq(memcmp(pixels[0], pixels[1], sizes[0]), 0);
    free(pixels[0]);
    free(pixels[1]);
    if (app.has_run && app.viewer.scene->arcade != NULL) {
        ck_assert_int_eq(cli_app_save_script(&app, script), false);
    } else if (app.has_run) {
        const cli_studio_def def = {.path = app.viewer.def.path, .script = script};
        ck_assert_int_eq(cli_app_save_script(&app, script), true);
        cli_studio *const again = cli_studio_open(&def);
        ck_assert_ptr_nonnull(again);
        (void)cli_studio_play(again, (uint32_t)app.viewer.studio->last);
        const cli_studio_sample *const a = cli_studio_sample_of(again, again->last);
        const cli_studio_sample *const b = cli_studio_sample_of(app.viewer.studio, again->last);
        ck_assert_uint_eq(again->last, app.viewer.studio->last);
        ck_assert_uint_eq(a->hash, b->hash);
        cli_studio_close(again);
    }
    unlink(script);
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 2) return EXIT_FAILURE;
    scenes = argv[1];
    Suite *const suite = suite_create("view_hands");
    TCase *const tests = tcase_create("view_hands");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, open_app, close_app);
    tcase_add_test(tests, keys_are_read_and_mistakes_found);
    tcase_add_test(tests, a_click_selects_and_changes_nothing);
    tcase_add_loop_test(tests, a_drag_or_a_long_press_pulls, 0, 2);
    tcase_add_loop_test(tests, a_closed_panel_leaves_the_picture_as_it_was, 0, 6);
    tcase_add_test(tests, a_value_is_found_by_its_name);
    tcase_add_test(tests, a_watched_value_is_exact_at_every_tick);
    tcase_add_test(tests, values_are_decimals);
    tcase_add_test(tests, arrows_change_the_world_and_r_gives_the_value_of_the_file);
    tcase_add_test(tests, a_slider_is_dragged);
    tcase_add_test(tests, a_body_has_sliders_of_its_own);
    tcase_add_loop_test(tests, any_keys_do_the_same_twice, 0, SEEDED_PASSES(4, 12));
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
