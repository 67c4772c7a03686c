/* studio-test.c - runs with a past: whatever is sought, done and branched, the states are those of
 * the same run from its beginning.
 *
 * usage: studio-test SCENES REPLAY FILM     (folder of scenes; a replay and a film of demo.json) */
#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/runs/snapshot_file.h"
#include "cli/studio/inspect.h"
#include "cli/studio/studio.h"
#include "pawl/state.h"
#include "support/base/seeded.h"

#define TICKS 120u
#define DRAWN 8 /* scenes in each run: others in the next */
#define PATHS_MAX 128

static char *paths[PATHS_MAX];
static uint32_t path_count;
static const char *replay_path, *film_path;
static uint64_t seed;

static uint32_t draw(uint32_t most) {
    return (uint32_t)(seeded_next(&seed) % ((uint64_t)most + 1));
}

static cli_studio *open_run(const char *path, const char *script, size_t memory) {
    const cli_studio_def def = {
        .path = path, .script = script, .spare = {40, 40, 4, 0, 0}, .timeline = {memory, 60}};
    cli_studio *const studio = cli_studio_open(&def);
    ck_assert_msg(studio != NULL, "%s is not opened", path);
    return studio;
}

static uint32_t hash_now(const cli_studio *studio) {
    return studio->scene.arcade != NULL ? pawl_arcade_hash(studio->scene.arcade)
                                        : pawl_world_hash(studio->scene.world);
}

/* ---- whatever is sought ---- */

/* Hashes after each tick's edits, of a run from its beginning. */
static void play_through(cli_studio *studio, uint32_t *hashes, uint32_t ticks) {
    for (uint32_t i = 0; i <= ticks; i++) {
        hashes[i] = hash_now(studio);
        if (i < ticks) ck_assert_uint_eq(cli_studio_play(studio, 1), 1);
    }
}

static void seek_at_random(cli_studio *studio, const uint32_t *hashes, uint32_t ticks) {
    for (int i = 0; i < 20; i++) {
        const uint64_t tick = studio->first + draw(ticks);
        ck_assert_int_eq(cli_studio_seek(studio, tick), true);
        ck_assert_uint_eq(studio->tick, tick);
        ck_assert_msg(hash_now(studio) == hashes[tick - studio->first], "%s: tick %llu differs",
                      studio->path, (unsigned long long)tick);
        if (draw(3) > 0) continue;
        const uint32_t on = draw((uint32_t)(studio->last - tick));
        ck_assert_uint_eq(cli_studio_play(studio, on), on);
        ck_assert_uint_eq(hash_now(studio), hashes[tick + on - studio->first]);
    }
}

START_TEST(any_tick_of_any_scene_is_found) {
    static uint32_t hashes[TICKS + 1];
    /* All is kept; or little, so that most is stepped again. */
    const size_t memory = _i % 2 == 0 ? (size_t)64 << 20 : 1000u << draw(8);
    const char *const path = paths[(uint32_t)_i / 2];
    cli_studio *const studio = open_run(path, NULL, memory);
    play_through(studio, hashes, TICKS);
    seek_at_random(studio, hashes, TICKS);
    ck_assert_int_eq(cli_studio_seek(studio, studio->last + 1), false);
    cli_studio_close(studio);
}
END_TEST

START_TEST(any_tick_of_a_replay_is_found) {
    static uint32_t hashes[TICKS + 1];
    cli_studio *const studio = open_run(replay_path, NULL, _i % 2 == 0 ? 64u << 20 : 20000);
    ck_assert_int_eq(studio->type, CLI_STUDIO_REPLAY);
    ck_assert_int_eq(cli_studio_edit_line(studio, "gravity 0 1"), false);
    play_through(studio, hashes, TICKS);
    seek_at_random(studio, hashes, TICKS);
    cli_studio_seek(studio, studio->last);
    while (cli_studio_play(studio, 1000) == 1000) {
    }
    ck_assert_uint_eq(studio->last, studio->run.file.replay.last_tick);
    cli_studio_close(studio);
}
END_TEST

static const char *path_of(const char *name) {
    for (uint32_t i = 0; i < path_count; i++) {
        if (strstr(paths[i], name) != NULL) return paths[i];
    }
    ck_abort_msg("there is no %s", name);
}

/* Where the corners of two pictures are, at most 2 pixels apart: a film rounds places. */
static void assert_alike(const cli_drawing *a, const cli_drawing *b, uint64_t tick) {
    ck_assert_uint_gt(a->count, 5);
    ck_assert_uint_eq(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        ck_assert_uint_eq(a->marks[i].count, b->marks[i].count);
        for (uint32_t k = 0; k < a->marks[i].count; k++) {
            const int64_t x = (int64_t)a->marks[i].points[k].x - b->marks[i].points[k].x;
            const int64_t y = (int64_t)a->marks[i].points[k].y - b->marks[i].points[k].y;
            ck_assert_msg(llabs(x) <= 2 * CLI_PIXEL && llabs(y) <= 2 * CLI_PIXEL,
                          "tick %llu, mark %zu is elsewhere", (unsigned long long)tick, i);
        }
    }
}

START_TEST(a_film_shows_what_its_run_shows) {
    cli_studio *const film = open_run(film_path, NULL, 1 << 20);
    cli_studio *const run = open_run(path_of("/demo.json"), NULL, 64 << 20);
    const cli_view view = {film->film.box, 640, 400, 0};
    const cli_show show = {.layers = PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT | PAWL_LAYER_JOINTS};
    ck_assert_uint_eq(film->first, 0);
    ck_assert_uint_eq(film->last, 300);
    ck_assert_uint_eq(cli_studio_play(run, 300), 300);
    for (int i = 0; i < 20; i++) {
        const uint64_t tick = draw(300);
        cli_drawing pictures[2] = {{0}, {0}};
        ck_assert_int_eq(cli_studio_seek(film, tick) && cli_studio_seek(run, tick), true);
        (void)cli_studio_draw(film, &view, &show, false, &pictures[0]);
        (void)cli_studio_draw(run, &view, &show, false, &pictures[1]);
        assert_alike(&pictures[0], &pictures[1], tick);
        free(pictures[0].marks);
        free(pictures[1].marks);
    }
    cli_studio_close(film);
    cli_studio_close(run);
}
END_TEST

START_TEST(a_film_can_do_nothing_else) {
    cli_studio *const film = open_run(film_path, NULL, 1 << 20);
    ck_assert_uint_eq(cli_studio_play(film, 100), 100);
    ck_assert_uint_eq(cli_studio_play(film, 1000), 200);
    ck_assert_uint_eq(cli_studio_play(film, 1), 0);
    ck_assert_int_eq(cli_studio_seek(film, 301), false);
    ck_assert_ptr_null(cli_studio_world(film));
    ck_assert_int_eq(cli_studio_edit_line(film, "gravity 0 0"), false);
    ck_assert_int_eq(cli_studio_edit_grab(film, pawl_vec2_make(0, 0)), false);
    ck_assert_uint_eq(cli_studio_sample_of(film, 300)->hash, 0);
    ck_assert_ptr_null(cli_studio_sample_of(film, 301));
    cli_studio_close(film);
}
END_TEST

START_TEST(a_snapshot_goes_on_as_its_run) {
    cli_studio *const whole = open_run(replay_path, NULL, (size_t)64 << 20);
    char *const path = strdup("studio-XXXXXX");
    close(mkstemp(path));
    cli_studio_play(whole, 50);
    ck_assert_int_eq(cli_snapshot_file_write(path, whole->scene.world), true);
    cli_studio *const studio = open_run(path, NULL, 100000);
    ck_assert_int_eq(studio->type, CLI_STUDIO_SNAPSHOT);
    ck_assert_uint_eq(studio->first, 50);
    ck_assert_uint_eq(hash_now(studio), hash_now(whole));
    ck_assert_uint_eq(cli_studio_play(studio, 60), 60);
    ck_assert_uint_eq(cli_studio_play(whole, 60), 60);
    ck_assert_uint_eq(hash_now(studio), hash_now(whole));
    for (int i = 0; i < 20; i++) {
        const uint64_t tick = 50 + draw(60);
        ck_assert_int_eq(cli_studio_seek(studio, tick) && cli_studio_seek(whole, tick), true);
        ck_assert_uint_eq(hash_now(studio), hash_now(whole));
    }
    cli_studio_close(studio);
    cli_studio_close(whole);
    unlink(path);
    free(path);
}
END_TEST

/* ---- whatever is done ---- */

static bool takes_edits(const cli_studio *studio) {
    return studio->scene.arcade == NULL && studio->script.body_count > 0;
}

static void edit_at_random(cli_studio *studio) {
    char line[80];
    const pawl_vec2 at = {(int32_t)draw(10u << 16) - (5 << 16), (int32_t)draw(10u << 16)};
    const uint32_t body = draw(studio->script.body_count - 1);
    switch (draw(5)) {
    case 0:
        (void)cli_studio_edit_make(studio, (cli_studio_made)draw(1), at,
                                   20000 + (int32_t)draw(60000));
        return;
    case 1:
        snprintf(line, sizeof line, "gravity %d.%u %d", (int)draw(6) - 3, draw(99), -(int)draw(12));
        break;
    case 2:
        snprintf(line, sizeof line, "body %u push %d.%u %d", body, (int)draw(8) - 4, draw(9),
                 (int)draw(8));
        break;
    case 3:
        snprintf(line, sizeof line, draw(1) == 0 ? "body %u destroy" : "body @%u push 1 2", body);
        break;
    case 4:
        (void)cli_studio_edit_grab(studio, at);
        cli_studio_edit_drag(studio, pawl_vec2_make(at.y, at.x));
        return;
    default:
        cli_studio_edit_release(studio);
        return;
    }
    (void)cli_studio_edit_line(studio, line); /* some are refused: the body is gone */
}

/* Edits, steps and seeks; then the same from the text of the script. */
static void play_by_hand(cli_studio *studio) {
    for (int i = 0; i < 30; i++) {
        if (draw(2) == 0) edit_at_random(studio);
        cli_studio_play(studio, draw(12));
        if (draw(5) == 0) {
            cli_studio_edit_release(studio);
            cli_studio_seek(studio, draw((uint32_t)studio->last));
        }
    }
    cli_studio_edit_release(studio);
    cli_studio_seek(studio, studio->last);
}

static char *write_script(const cli_studio *studio) {
    char *const text = cli_script_add_text(&studio->script);
    char *const path = strdup("studio-XXXXXX");
    const int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    free(text);
    return path;
}

START_TEST(the_script_of_what_was_done_makes_the_same_run) {
    cli_studio *const studio =
        open_run(paths[(uint32_t)_i], NULL, draw(1) == 0 ? (size_t)64 << 20 : 30000);
    if (takes_edits(studio)) {
        play_by_hand(studio);
        char *const path = write_script(studio);
        cli_studio *const again = open_run(paths[(uint32_t)_i], path, (size_t)64 << 20);
        const uint32_t ticks = (uint32_t)studio->last;
        ck_assert_uint_eq(cli_studio_play(again, ticks), ticks);
        for (uint64_t tick = 0; tick <= ticks; tick++) {
            ck_assert_msg(cli_studio_sample_of(again, tick)->hash ==
                              cli_studio_sample_of(studio, tick)->hash,
                          "%s: tick %llu differs", studio->path, (unsigned long long)tick);
            ck_assert_uint_eq(cli_studio_sample_of(again, tick)->edits,
                              cli_studio_sample_of(studio, tick)->edits);
        }
        ck_assert_uint_eq(hash_now(again), hash_now(studio));
        cli_studio_close(again);
        unlink(path);
        free(path);
    }
    cli_studio_close(studio);
}
END_TEST

START_TEST(a_branch_keeps_the_past_and_shows_what_was_left) {
    static uint32_t hashes[TICKS + 1];
    cli_studio *const studio = open_run(paths[(uint32_t)_i], NULL, (size_t)64 << 20);
    if (takes_edits(studio)) {
        play_through(studio, hashes, TICKS);
        const uint64_t tick = draw(TICKS - 1);
        cli_studio_seek(studio, tick);
        ck_assert_int_eq(cli_studio_edit_line(studio, "gravity 3 7"), true);
        ck_assert_uint_eq(studio->last, tick);
        const uint32_t on = TICKS - (uint32_t)tick;
        ck_assert_uint_eq(cli_studio_play(studio, on), on);
        for (int i = 0; i < 20; i++) {
            const uint64_t to = draw(TICKS);
            cli_studio_seek(studio, to);
            if (to < tick) ck_assert_uint_eq(hash_now(studio), hashes[to]);
            const cli_scene *const ghost = cli_studio_ghost_show(studio);
            ck_assert_int_eq(ghost != NULL, to >= tick);
            if (ghost != NULL) ck_assert_uint_eq(pawl_world_hash(ghost->world), hashes[to]);
        }
    }
    cli_studio_close(studio);
}
END_TEST

/* ---- mistakes ---- */

START_TEST(what_is_refused_changes_nothing) {
    static const char *const lines[] = {
        "",
        "gravty 0 1",
        "body 99999 push 0 1",
        "create x circle",
        "create 5 circle 1",
        "gravity 0",
        "character 0 jump yes for 3",
        "body 0 velocity 1e9 0",
        "tick 3 gravity 0 1",
    };
    cli_studio *studio = open_run(paths[0], NULL, (size_t)64 << 20);
    for (uint32_t i = 1; !takes_edits(studio); i++) {
        cli_studio_close(studio);
        studio = open_run(paths[i], NULL, (size_t)64 << 20);
    }
    cli_studio_play(studio, 10);
    const uint32_t hash = hash_now(studio), bodies = studio->script.body_count;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ck_assert_msg(!cli_studio_edit_line(studio, lines[i]), "\"%s\" is taken", lines[i]);
    }
    ck_assert_uint_eq(hash_now(studio), hash);
    ck_assert_uint_eq(studio->script.body_count, bodies);
    ck_assert_uint_eq(cli_script_count_after(&studio->script, 0), 0);
    cli_studio_close(studio);
    const cli_studio_def none = {.path = "no-such-file", .timeline = cli_timeline_def_default()};
    ck_assert_ptr_null(cli_studio_open(&none));
}
END_TEST

/* ---- values ---- */

typedef struct seen {
    uint32_t fields, named;
} seen;

static void look_at_field(void *context, const cli_inspect_object *object,
                          const cli_inspect_field *field) {
    seen *const all = context;
    const double back = ldexp(strtod(field->decimal, NULL), field->value.fraction);
    all->fields++;
    all->named += strstr(field->value.name, "velocity") != NULL;
    ck_assert_msg(field->unit != NULL, "%s: %s has no unit", object->name, field->value.name);
    ck_assert_msg(strstr(field->meaning, "unknown") == NULL, "%s: %s is %s", object->name,
                  field->value.name, field->meaning);
    /* Doubles hold 53 bits. */
    if (field->value.value < INT64_C(1) << 50 && field->value.value > -(INT64_C(1) << 50)) {
        ck_assert_msg(llround(back) == field->value.value, "%s: %s is not %lld", field->value.name,
                      field->decimal, (long long)field->value.value);
    }
}

START_TEST(every_value_has_a_decimal_and_a_unit) {
    cli_studio *const studio = open_run(paths[(uint32_t)_i], NULL, (size_t)64 << 20);
    const pawl_world *const world = cli_studio_world(studio);
    seen all = {0, 0};
    cli_studio_play(studio, 30);
    if (world != NULL) {
        const cli_inspect_visitor everything = {&all, NULL, look_at_field}, nothing = {0};
        const uint32_t fields = cli_inspect_search(world, "", UINT32_MAX, &everything);
        ck_assert_uint_gt(fields, 0);
        ck_assert_uint_eq(fields, all.fields);
        ck_assert_uint_eq(cli_inspect_search(world, "velocity", 1000, &nothing),
                          all.named < 1000 ? all.named : 1000);
        const pawl_body_id none = {0, 0};
        const pawl_body_id body = pawl_world_next_body(world, none);
        cli_inspect_watch watch = {.branch = PAWL_BRANCH_BODIES, .name = "position.x"};
        pawl_field_value value;
        if (body.index1 != 0) {
            ck_assert_uint_gt(
                cli_inspect_list(world, PAWL_BRANCH_BODIES, (uint16_t)(body.index1 - 1u), &nothing),
                0);
            ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_BODIES, 0, &watch.key), PAWL_OK);
            ck_assert_int_eq(cli_inspect_look(world, &watch, &value), true);
            ck_assert_int_eq(value.value, pawl_body_get_position(world, body).x);
        }
    }
    cli_studio_close(studio);
}
END_TEST

/* ---- numbers ---- */

START_TEST(energy_is_that_of_the_bodies) {
    /* One ball of mass 4 that falls freely: 4 (v^2 / 2 + 10 h) stays what it is, nearly. */
    static const char scene[] =
        "{\"pawl-scene\": 1, \"gravity\": [0, -10], \"bodies\": [{\"position\": [0, 50], "
        "\"velocity\": [3, 0], \"shapes\": [{\"circle\": {\"radius\": 1}}]}]}";
    char path[] = "studio-XXXXXX.json";
    const int file = mkstemps(path, 5);
    ck_assert_int_eq(write(file, scene, sizeof scene - 1), sizeof scene - 1);
    close(file);
    cli_studio *const studio = open_run(path, NULL, (size_t)64 << 20);
    const pawl_body_id none = {0, 0};
    const pawl_body_id body = pawl_world_next_body(studio->scene.world, none);
    const double mass = (double)pawl_body_get_mass(studio->scene.world, body).mass / 65536;
    cli_studio_play(studio, 60);
    for (uint64_t tick = 0; tick <= 60; tick++) {
        const double got = (double)cli_studio_sample_of(studio, tick)->energy / 65536;
        const double want = mass * (4.5 + 500);
        ck_assert_msg(got > want * 0.98 && got < want * 1.02, "tick %d: %f for %f", (int)tick, got,
                      want);
    }
    cli_studio_close(studio);
    unlink(path);
}
END_TEST

/* ---- the run ---- */

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_scenes(const char *folder) {
    DIR *const open = opendir(folder);
    const struct dirent *entry;
    while (open != NULL && (entry = readdir(open)) != NULL && path_count < PATHS_MAX) {
        if (strstr(entry->d_name, ".json") == NULL) continue;
        paths[path_count] = malloc(strlen(folder) + strlen(entry->d_name) + 2);
        sprintf(paths[path_count++], "%s/%s", folder, entry->d_name);
    }
    if (open != NULL) closedir(open);
    qsort(paths, path_count, sizeof *paths, compare_paths);
}

/* The scenes of this run come first. */
static void draw_scenes(void) {
    for (uint32_t i = 0; i + 1 < path_count; i++) {
        char **const other = &paths[i + draw(path_count - 1 - i)], *const path = *other;
        *other = paths[i];
        paths[i] = path;
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return EXIT_FAILURE;
    find_scenes(argv[1]);
    replay_path = argv[2];
    film_path = argv[3];
    seed = seeded_fresh("studio");
    draw_scenes();
    const int scenes = path_count < DRAWN ? (int)path_count : DRAWN;
    Suite *const suite = suite_create("studio");
    TCase *const tests = tcase_create("studio");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, any_tick_of_any_scene_is_found, 0, 2 * scenes);
    tcase_add_loop_test(tests, any_tick_of_a_replay_is_found, 0, 2);
    tcase_add_test(tests, a_film_shows_what_its_run_shows);
    tcase_add_test(tests, a_film_can_do_nothing_else);
    tcase_add_test(tests, a_snapshot_goes_on_as_its_run);
    tcase_add_loop_test(tests, the_script_of_what_was_done_makes_the_same_run, 0, scenes);
    tcase_add_loop_test(tests, a_branch_keeps_the_past_and_shows_what_was_left, 0, scenes);
    tcase_add_loop_test(tests, every_value_has_a_decimal_and_a_unit, 0, (int)path_count);
    tcase_add_test(tests, what_is_refused_changes_nothing);
    tcase_add_test(tests, energy_is_that_of_the_bodies);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
