/* bench.c - runs a benchmark scene in the engine that this program was linked with.
 *
 *     bench-ENGINE SCENE time [LANES]    milliseconds per step, heap, and what came out at the end
 *     bench-ENGINE SCENE count [LANES]   lets callgrind count the instructions of some steps
 *     bench-ENGINE about [LANES]         version, numbers, instruction set, assertions, work per
 * step bench-ENGINE lanes                 the LANES that can be chosen on this machine
 *
 * One line of comma-separated values goes to stdout; report.py turns them into tables. Counting
 * needs `valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no`: only the steps of the
 * window are counted, and the ones before it run at nearly full speed. In a scene with rays, all
 * rays together count as one step. */
#include "engine.h"
#include "measure.h"

#include <malloc.h>
#include <string.h>
#include <valgrind/callgrind.h>

#define MOVERS_MAX 50

/* Every scene is built anew, warmed up, and timed over `timed` steps; instructions are counted from
 * step `from` on, the first step after creation being 0. */
typedef struct bench_window {
    const char *scene;
    int warm_up, timed;
    int from, count;
} bench_window;

static const bench_window windows[] = {
    {"S1", 1, 300, 60, 60},      {"S2", 1, 200, 20, 10},       {"S3", 1, 300, 10, 60},
    {"S3b", 1, 300, 60, 60},     {"S4", 1, 600, 400, 30},      {"S5a", 150, 600, 150, 60},
    {"S5b", 150, 600, 150, 60},  {"S6", 1, 20, 1, 1},          {"S4-100", 1, 600, 400, 30},
    {"S4-400", 1, 600, 400, 30}, {"S4-1600", 1, 600, 400, 30},
};

/* A scene in the engine, and how far it is. */
typedef struct bench_run {
    const scene_def *scene;
    engine *made;
    int step;
    int hits; /* of all rays, once */
    double fractions;
} bench_run;

static const bench_window *find_window(const char *scene) {
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
        if (strcmp(windows[i].scene, scene) == 0) return &windows[i];
    }
    return NULL;
}

/* Bytes handed out by malloc and not yet freed. */
static size_t heap_size(void) {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void cast_rays(bench_run *run) {
    run->hits = 0;
    run->fractions = 0;
    for (int i = 0; i < run->scene->ray_count; i++) {
        const double fraction = engine_ray(run->made, &run->scene->rays[i]);
        if (fraction > 1) continue;
        run->hits++;
        run->fractions += fraction;
    }
}

/* One step, with the kicks that come before it; or all rays. Only this is counted. */
static void take_step(bench_run *run, bool rays) {
    scene_kick kicks[MOVERS_MAX];
    const bool kicked = scene_kicks(run->scene, run->step, kicks);
    CALLGRIND_TOGGLE_COLLECT;
    if (rays) {
        cast_rays(run);
    } else {
        for (int i = 0; kicked && i < run->scene->mover_count; i++)
            engine_kick(run->made, run->scene->first_mover + i, &kicks[i]);
        engine_step(run->made);
    }
    CALLGRIND_TOGGLE_COLLECT;
    run->step++;
}

static void take_steps(bench_run *run, int count, bool rays) {
    for (int i = 0; i < count; i++)
        take_step(run, rays);
}

/* Mean and greatest height of what moves, or the number of hits and the sum of their fractions. */
static void print_end(const bench_run *run) {
    const scene_def *const scene = run->scene;
    double sum = 0, highest = -1e9;
    int count = 0;
    if (scene->ray_count > 0) {
        printf("%d,%.4f\n", run->hits, run->fractions);
        return;
    }
    for (int i = scene->first_mover; i < scene->body_count; i++) {
        if (!scene->bodies[i].dynamic) continue;
        const double y = engine_height(run->made, i);
        sum += y;
        if (y > highest) highest = y;
        count++;
    }
    printf("%.4f,%.4f\n", sum / count, highest);
}

static void time_steps(bench_run *run, const bench_window *window) {
    const scene_def *const scene = run->scene;
    const size_t heap_before = heap_size();
    run->made = engine_make(scene);
    take_steps(run, window->warm_up, false);
    const double begin = now();
    take_steps(run, window->timed, scene->ray_count > 0);
    const double took = now() - begin;
    printf("%s,%.6f,%zu,%d,", scene->name, took * 1e-3 / window->timed, heap_size() - heap_before,
           scene->body_count);
    print_end(run);
    engine_free(run->made);
}

static void count_instructions(bench_run *run, const bench_window *window) {
    const scene_def *const scene = run->scene;
    run->made = engine_make(scene);
    take_steps(run, window->from, false);
    CALLGRIND_START_INSTRUMENTATION;
    take_steps(run, window->count, scene->ray_count > 0);
    CALLGRIND_STOP_INSTRUMENTATION;
    printf("%s,%d,", scene->name, window->count);
    print_end(run);
    engine_free(run->made);
}

/* Whether the engine can do what a name of lanes asks for; "" is what it does unasked. */
static bool choose_lanes(const char *name) {
    for (int i = 0; i < PAWL_LANES_COUNT; i++) {
        const pawl_lanes lanes = (pawl_lanes)i;
        if (strcmp(name, pawl_lanes_name(lanes)) == 0) return engine_set_lanes(lanes);
    }
    return name[0] == 0 && engine_set_lanes(PAWL_LANES_DEFAULT);
}

static int tell_lanes(void) {
    for (int i = 1; i < PAWL_LANES_COUNT; i++) {
        if (engine_set_lanes((pawl_lanes)i)) puts(pawl_lanes_name((pawl_lanes)i));
    }
    return 0;
}

static int tell_about(void) {
    const engine_about about = engine_describe();
    printf("%s;%s;%s;%s;%s\n", about.version, about.numbers, about.set, about.checks, about.work);
    return 0;
}

static int run_scene(const char *name, bool counts) {
    const bench_window *const window = find_window(name);
    scene_def scene;
    bench_run run = {.scene = &scene};
    if (!window || !scene_build(name, SCENE_M, &scene)) return 2;
    if (counts) {
        count_instructions(&run, window);
    } else {
        time_steps(&run, window);
    }
    scene_free(&scene);
    return 0;
}

int main(int argc, char **argv) {
    const bool is_about = argc >= 2 && strcmp(argv[1], "about") == 0;
    const int lanes_at = is_about ? 2 : 3;
    const bool is_chosen = choose_lanes(argc > lanes_at ? argv[lanes_at] : "");
    int code = 2;
    if (is_about && is_chosen) {
        code = tell_about();
    } else if (argc == 2 && strcmp(argv[1], "lanes") == 0) {
        code = tell_lanes();
    } else if (argc >= 3 && is_chosen) {
        const bool counts = strcmp(argv[2], "count") == 0;
        if (counts || strcmp(argv[2], "time") == 0) code = run_scene(argv[1], counts);
    }
    if (code != 0) {
        fprintf(stderr,
                "usage: %s S1|S2|S3|S3b|S4|S4-100|S4-400|S4-1600|S5a|S5b|S6 time|count [LANES]\n"
                "       %s about [LANES]\n"
                "       %s lanes\n",
                argv[0], argv[0], argv[0]);
    }
    return code;
}
