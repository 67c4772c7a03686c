/* golden.c - the hashes of known scenes, levels and arcades, to be the same on every target,
 * compiler and option.
 *
 *   golden --list        the names of all of them
 *   golden NAME          run one of them, print its golden text; exit status 1 when this build
 *                        cannot run it to its end
 *   golden --check DIR   run all of them and compare with DIR/NAME.txt; exit status 1 when
 *                        anything differs
 *   golden --check DIR --shifted SEED
 *                        the same of those that are worlds, which are shifted on the way
 *   golden --check DIR --third NUMBER
 *                        every third of all of them, from that one on: 0, 1 or 2
 *   golden --periodic SEED
 *                        scenes in worlds that go round, against themselves in plain ones
 *
 * A build that leaves features out must compute the same for as long as a scene needs none of them.
 *
 * Plain C on the library alone: no real numbers, no malloc. But builds that validate step with a
 * watch over the energy of islands, which needs both. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/arcades.h"
#include "golden/episodes.h"
#include "golden/levels.h"
#include "golden/periodic.h"
#include "golden/run.h"
#include "golden/shifted.h"
#include "golden/softs.h"
#include "pawl/pawl.h"
#include "pawl/port.h"
#include "scenes.inc"

#if PAWL_VALIDATE
#include "support/world/energy_watch.h"
#endif

#define SCENE_COUNT (sizeof scenes / sizeof scenes[0])
#define LINE_MAX_SIZE 128

static uint64_t memory[1 << 16]; /* 512 KiB; level-random needs most of it */

/* Where the lines of a run go: to standard output, or against the lines of a file. */
typedef struct output {
    const char *path; /* null: print */
    FILE *expected;
    int line;
    bool differs;
    bool ends; /* the scene has been run to its end */
} output;

static void put_line(output *out, const char *format, ...) {
    char line[LINE_MAX_SIZE], expected[LINE_MAX_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);

    if (!out->path) {
        printf("%s\n", line);
        return;
    }
    if (out->differs) return;
    out->line++;
    if (!fgets(expected, sizeof expected, out->expected)) expected[0] = '\0';
    expected[strcspn(expected, "\r\n")] = '\0';
    if (strcmp(line, expected) == 0) return;
    out->differs = true;
    printf("%s:%d: differs\n  expected  %s\n  computed  %s\n", out->path, out->line, expected,
           line);
}

static void put_checkpoint(void *context, uint32_t tick, uint32_t motion, uint32_t state) {
    put_line(context, "tick=%" PRIu32 " motion=%08" PRIx32 " state=%08" PRIx32, tick, motion,
             state);
}

static void put_end(void *context, uint32_t faults, uint32_t answers) {
    put_line(context, "faults=%" PRIu32 " answers=%08" PRIx32, faults, answers);
}

#if PAWL_VALIDATE
static energy_watch *watch; /* over the world of the scene */

static pawl_status watched_step(void *context, pawl_world *world) {
    (void)context;
    if (!watch) watch = energy_watch_make(world, 60);
    return energy_watch_step(watch, NULL);
}

/* False when an island has gained energy. */
static bool end_watch(const char *name) {
    const char *const alarm = watch ? energy_watch_alarm(watch) : NULL;
    if (alarm) printf("%s: %s\n", name, alarm);
    const bool quiet = !alarm;
    energy_watch_free(watch);
    watch = NULL;
    return quiet;
}
#else
#define watched_step NULL

static bool end_watch(const char *name) {
    (void)name;
    return true;
}
#endif

static bool is_shifted;
static uint64_t shift_seed;

static bool run_scene(const golden_scene *scene, output *out) {
    const golden_sink sink = {out, put_checkpoint, put_end,
                              is_shifted ? golden_shifted_step : watched_step};
    golden_shifted_begin(shift_seed, scene->calls != 0);
    put_line(out, "# build/golden %s", scene->name);
    put_line(out, "# %d bodies, %d steps of 1/60 s, sleeping %s, simulation version %d",
             (int)scene->body_count, (int)scene->steps, scene->sleeping ? "on" : "off",
             PAWL_SIMULATION_VERSION);
    const pawl_status status = golden_run(scene, scene->steps, memory, sizeof memory, &sink);
    out->ends = status == PAWL_OK;
    if (!end_watch(scene->name)) return false;
    if (out->ends) return true;
    if (status == PAWL_ERR_UNSUPPORTED && PAWL_CONFIG_ID != PAWL_CONFIG_ID_FULL) return true;
    fprintf(stderr, "golden: %s: %s\n", scene->name, pawl_status_text(status));
    return false;
}

static void put_sum(void *context, const char *what, const char *unit, uint32_t count,
                    uint32_t hash) {
    put_line(context, "%s %s=%" PRIu32 " hash=%08" PRIx32, what, unit, count, hash);
}

static bool run_level(const golden_level *level, output *out) {
    const golden_level_sink sink = {out, put_sum};
    golden_drawing drawing;
    pawl_status status = golden_level_draw(level, memory, sizeof memory, &drawing);
    put_line(out, "# build/golden %s", level->name);
    put_line(out, "# %d polygons, %d edges, walks of %d ticks, simulation version %d",
             (int)drawing.polygon_count, (int)drawing.point_count, (int)level->ticks,
             PAWL_SIMULATION_VERSION);
    if (status == PAWL_OK) status = golden_level_run(level, memory, sizeof memory, &sink);
    out->ends = true;
    if (status == PAWL_OK) return true;
    fprintf(stderr, "golden: %s: %s\n", level->name, pawl_status_text(status));
    return false;
}

static void put_arcade(void *context, uint32_t tick, uint32_t bodies, uint32_t contacts,
                       uint32_t answers, uint32_t state) {
    put_line(context,
             "tick=%" PRIu32 " bodies=%" PRIu32 " contacts=%" PRIu32 " answers=%08" PRIx32
             " state=%08" PRIx32,
             tick, bodies, contacts, answers, state);
}

static void put_arcade_end(void *context, uint32_t faults, uint32_t bytes, uint32_t hash) {
    put_line(context, "faults=%" PRIu32 " snapshot=%" PRIu32 " hash=%08" PRIx32, faults, bytes,
             hash);
}

static bool run_arcade(const golden_arcade *arcade, output *out) {
    const golden_arcade_sink sink = {out, put_arcade, put_arcade_end};
    put_line(out, "# build/golden %s", arcade->name);
    put_line(out, "# %d steps, simulation version %d", (int)arcade->steps, PAWL_SIMULATION_VERSION);
    const pawl_status status = golden_arcade_run(arcade, memory, sizeof memory, &sink);
    out->ends = status == PAWL_OK;
    if (out->ends) return true;
    if (status == PAWL_ERR_UNSUPPORTED && !PAWL_ARCADE_POLYGONS) return true;
    fprintf(stderr, "golden: %s: %s\n", arcade->name, pawl_status_text(status));
    return false;
}

static void put_tears(void *context, uint32_t faults, uint32_t tears) {
    put_line(context, "faults=%" PRIu32 " tears=%" PRIu32, faults, tears);
}

static bool run_soft(output *out) {
    const golden_soft_sink sink = {out, put_checkpoint, put_tears,
                                   is_shifted ? golden_shifted_step : NULL};
    golden_shifted_begin(shift_seed, false);
    put_line(out, "# build/golden soft");
    put_line(out, "# %d steps of 1/60 s, simulation version %d", GOLDEN_SOFT_STEPS,
             PAWL_SIMULATION_VERSION);
    const pawl_status status = golden_soft_run(memory, sizeof memory, &sink);
    out->ends = status == PAWL_OK;
    if (out->ends) return true;
    if (status == PAWL_ERR_UNSUPPORTED && !PAWL_WITH_SOFT) return true;
    fprintf(stderr, "golden: soft: %s\n", pawl_status_text(status));
    return false;
}

/* ---- episodes ---- */

void *pawli_world_memory(size_t *size) {
    *size = PAWLI_MEMORY_BYTES;
    return memory;
}

void pawl_port_putc(char c) {
    putchar(c);
}

/* How a run of them goes. */
typedef struct episodes_run {
    output *out;
    bool is_good;
} episodes_run;

static void put_episode(void *context, const char *name, const pawli_check *found) {
    episodes_run *const run = context;
    char line[LINE_MAX_SIZE];
    if (found == NULL) { /* not in this profile: nor is its line */
        run->out->ends = false;
        run->out->line++;
        if (run->out->path && !fgets(line, sizeof line, run->out->expected)) run->is_good = false;
        return;
    }
    put_line(run->out, "%s hash=%08" PRIx32, name, found->hash);
    if (found->failures == 0) return;
    run->is_good = false;
    printf("%s: ", name);
    pawli_put_failure(found);
    printf("\n");
}

static bool run_episodes(output *out) {
    episodes_run run = {out, true};
    const golden_episode_sink sink = {&run, put_episode};
    put_line(out, "# build/golden episodes");
    put_line(out, "# each of them in %d bytes, simulation version %d", PAWLI_MEMORY_BYTES,
             PAWL_SIMULATION_VERSION);
    out->ends = true;
    golden_episodes_run(&sink);
    return run.is_good;
}

/* The scenes, then the levels, then the arcades, then the soft bodies, then the episodes. */
#define FIRST_ARCADE (SCENE_COUNT + GOLDEN_LEVEL_COUNT)
#define FIRST_SOFT (FIRST_ARCADE + GOLDEN_ARCADE_COUNT)
#define ITEM_COUNT (FIRST_SOFT + 2)

static const char *item_name(size_t item) {
    if (item < SCENE_COUNT) return scenes[item].name;
    if (item < FIRST_ARCADE) return golden_level_at((int)(item - SCENE_COUNT))->name;
    if (item < FIRST_SOFT) return golden_arcade_at((int)(item - FIRST_ARCADE))->name;
    return item == FIRST_SOFT ? "soft" : "episodes";
}

static bool run_item(size_t item, output *out) {
    if (item < SCENE_COUNT) return run_scene(&scenes[item], out);
    if (item < FIRST_ARCADE) return run_level(golden_level_at((int)(item - SCENE_COUNT)), out);
    if (item < FIRST_SOFT) return run_arcade(golden_arcade_at((int)(item - FIRST_ARCADE)), out);
    return item == FIRST_SOFT ? run_soft(out) : run_episodes(out);
}

static bool check_item(size_t item, const char *folder) {
    char path[512], rest[LINE_MAX_SIZE];
    snprintf(path, sizeof path, "%s/%s.txt", folder, item_name(item));
    output out = {path, fopen(path, "r"), 0, false, false};
    if (!out.expected) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    bool same = run_item(item, &out) && !out.differs;
    if (same && !out.ends) printf("%s: not to its end with this profile\n", item_name(item));
    if (same && out.ends && fgets(rest, sizeof rest, out.expected)) {
        printf("%s:%d: the golden goes on, the run does not\n", path, out.line + 1);
        same = false;
    }
    fclose(out.expected);
    return same;
}

/* Whether an item is a world that can be shifted. */
static bool is_world(size_t item) {
    return item < SCENE_COUNT || item == FIRST_SOFT;
}

/* Those of every `stride` from `first` on. */
static int check_all(const char *folder, size_t first, size_t stride) {
    int passed = 0, failed = 0;
    for (size_t i = first; i < ITEM_COUNT; i += stride) {
        if (is_shifted && !is_world(i)) continue;
        if (check_item(i, folder)) {
            passed++;
        } else {
            failed++;
        }
    }
    if (is_shifted) {
        printf("shifted %" PRIu32 " times, seed %" PRIu64 "\n", golden_shifted_count(), shift_seed);
        if (golden_shifted_count() < 300) return 1; /* small builds do not go to all ends */
    }
    printf("goldens: %d passed, %d failed", passed, failed);
    if (stride > 1) printf(", %d skipped", (int)ITEM_COUNT - passed - failed);
    printf("\n");
    return failed != 0;
}

static int check_periodic(uint64_t seed) {
    int failed = 0;
    for (size_t i = 0; i < SCENE_COUNT; i++)
        failed += !golden_periodic_check(&scenes[i], seed, memory, sizeof memory);
    const golden_periodic_count count = golden_periodic_counted();
    printf("periodic: %" PRIu32 " scenes, %" PRIu32 " steps, %" PRIu32 " shifts, %" PRIu32
           " bodies over a seam, seed %" PRIu64 "; %d failed\n",
           count.scenes, count.steps, count.shifts, count.crossings, seed, failed);
    const bool has_all = count.scenes == SCENE_COUNT && count.shifts >= 300;
    return failed != 0 || (PAWL_CONFIG_ID == PAWL_CONFIG_ID_FULL && !has_all);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < ITEM_COUNT; i++)
            printf("%s\n", item_name(i));
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "--check") == 0 && strcmp(argv[3], "--shifted") == 0) {
        is_shifted = true;
        shift_seed = strtoull(argv[4], NULL, 0);
        return check_all(argv[2], 0, 1);
    }
    if (argc == 5 && strcmp(argv[1], "--check") == 0 && strcmp(argv[3], "--third") == 0)
        return check_all(argv[2], strtoul(argv[4], NULL, 0) % 3, 3);
    if (argc == 3 && strcmp(argv[1], "--check") == 0) return check_all(argv[2], 0, 1);
    if (argc == 3 && strcmp(argv[1], "--periodic") == 0)
        return check_periodic(strtoull(argv[2], NULL, 0));
    for (size_t i = 0; argc == 2 && i < ITEM_COUNT; i++) {
        output out = {NULL, NULL, 0, false, false};
        if (strcmp(argv[1], item_name(i)) != 0) continue;
        if (!run_item(i, &out)) return 1;
        if (!out.ends) fprintf(stderr, "golden: %s: not to its end with this profile\n", argv[1]);
        return out.ends ? 0 : 1;
    }
    fprintf(stderr, "usage: golden --list | NAME | --check DIR [--shifted SEED | --third NUMBER] | "
                    "--periodic SEED\n");
    return 2;
}
