/* bench.c - runs a benchmark scene in the engine that this program was linked with.
 *
 *     bench-ENGINE SCENE time     milliseconds per step, heap, and what came out at the end
 *     bench-ENGINE SCENE count    lets callgrind count the instructions of some steps
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
    {"S1", 1, 300, 60, 60},     {"S2", 1, 200, 20, 10},  {"S3", 1, 300, 10, 60},
    {"S3b", 1, 300, 60, 60},    {"S4", 1, 600, 400, 30}, {"S5a", 150, 600, 150, 60},
    {"S5b", 150, 600, 150, 60}, {"S6", 1, 20, 1, 1},
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
    printf("%s,%s,%.6f,%zu,%d,", engine_name(), scene->name, took * 1e-3 / window->timed,
           heap_size() - heap_before, scene->body_count);
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
    printf("%s,%s,%d,", engine_name(), scene->name, window->count);
    print_end(run);
    engine_free(run->made);
}

int main(int argc, char **argv) {
    const bench_window *const window = argc == 3 ? find_window(argv[1]) : NULL;
    scene_def scene;
    bench_run run = {.scene = &scene};
    if (!window || !scene_build(argv[1], SCENE_M, &scene)) {
        fprintf(stderr, "usage: %s S1|S2|S3|S3b|S4|S5a|S5b|S6 time|count\n", argv[0]);
        return 2;
    }
    if (strcmp(argv[2], "count") == 0) {
        count_instructions(&run, window);
    } else {
        time_steps(&run, window);
    }
    scene_free(&scene);
    return 0;
}
