/* bench.c - runs a benchmark scene in the engine that this program was linked with.
 *
 *     bench-ENGINE SCENE time     milliseconds per step, heap, and where the bodies are at the end
 *     bench-ENGINE SCENE count    lets callgrind count the instructions of some steps
 *
 * One line of comma-separated values goes to stdout; report.py turns them into tables. Counting
 * needs `valgrind --tool=callgrind --instr-atstart=no`: only the steps of the window are counted,
 * and the ones before it run at nearly full speed. */
#include "engine.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

/* Every scene is built anew, warmed up by one step, and timed over `timed` steps; instructions are
 * counted from step `from` on, the first step after creation being 0. */
typedef struct bench_window {
    const char *scene;
    int timed;
    int from, count;
} bench_window;

static const bench_window windows[] = {
    {"S1", 300, 60, 60},
    {"S2", 200, 20, 10},
    {"S4", 600, 400, 30},
};

static const bench_window *find_window(const char *scene) {
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
        if (strcmp(windows[i].scene, scene) == 0) return &windows[i];
    }
    return NULL;
}

/* Seconds of processor time: other programs on the machine hardly matter. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Bytes handed out by malloc and not yet freed. */
static size_t heap_size(void) {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void take_steps(engine *made, int count) {
    for (int i = 0; i < count; i++)
        engine_step(made);
}

static void print_end(const engine *made, const scene_def *scene) {
    double sum = 0, highest = 0;
    int count = 0;
    for (int i = 0; i < scene->body_count; i++) {
        if (!scene->bodies[i].dynamic) continue;
        const double y = engine_height(made, i);
        sum += y;
        if (y > highest) highest = y;
        count++;
    }
    printf("%.4f,%.4f\n", sum / count, highest);
}

static void time_steps(const scene_def *scene, const bench_window *window) {
    const size_t heap_before = heap_size();
    engine *const made = engine_make(scene);
    take_steps(made, 1);
    const double begin = now();
    take_steps(made, window->timed);
    const double seconds = now() - begin;
    printf("%s,%s,%.6f,%zu,%d,", engine_name(), scene->name, seconds * 1000 / window->timed,
           heap_size() - heap_before, scene->body_count);
    print_end(made, scene);
    engine_free(made);
}

static void count_instructions(const scene_def *scene, const bench_window *window) {
    engine *const made = engine_make(scene);
    take_steps(made, window->from);
    CALLGRIND_START_INSTRUMENTATION;
    take_steps(made, window->count);
    CALLGRIND_STOP_INSTRUMENTATION;
    printf("%s,%s,%d,", engine_name(), scene->name, window->count);
    print_end(made, scene);
    engine_free(made);
}

int main(int argc, char **argv) {
    const bench_window *const window = argc == 3 ? find_window(argv[1]) : NULL;
    scene_def scene;
    if (!window || !scene_build(argv[1], SCENE_M, &scene)) {
        fprintf(stderr, "usage: %s S1|S2|S4 time|count\n", argv[0]);
        return 2;
    }
    if (strcmp(argv[2], "count") == 0) {
        count_instructions(&scene, window);
    } else {
        time_steps(&scene, window);
    }
    scene_free(&scene);
    return 0;
}
