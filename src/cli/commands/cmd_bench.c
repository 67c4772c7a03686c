/* cmd_bench.c - pawl bench: what the steps of a scene cost on this machine. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/common/counter.h"
#include "cli/common/heap.h"
#include "cli/common/options.h"
#include "cli/runs/profile.h"
#include "cli/scene/scene_load.h"
#include "pawl/state.h"

#define ROUNDS_MAX 1000u

static const char help[] =
    "usage: pawl bench SCENE [OPTION]...\n"
    "\n"
    "Steps a scene in several rounds, each from its beginning, and tells what a step costs:\n"
    "  steps=600 rounds=5 median_ms=0.061234 min_ms=0.059811 max_ms=0.064105\n"
    "  instructions=812345\n"
    "  stage           share      mean us       max us\n"
    "  ...\n"
    "  bodies=44 contacts=61 state_bytes=31234 scratch_bytes=23456 hash=0123abcd\n"
    "The times are those of rounds, divided by their steps; instructions those of one step, where\n"
    "the system counts them (perf events). One more round, which is not among them, measures the\n"
    "stages. Scripts and players are left out. All rounds must end with the same hash: else the\n"
    "exit code is 1.\n"
    "\n"
    "  --steps N   how many steps a round has (default: what the scene says, else 600)\n"
    "  --rounds N  how many rounds, 1 to 1000 (default 5)\n"
    "  --json      print JSON instead of lines\n"
    "  --help      this text";

typedef struct bench_options {
    const char *scene;
    uint64_t steps, rounds;
    bool has_steps, json;
} bench_options;

static int read_options(bench_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "steps",
         .number = &options->steps,
         .low = 1,
         .high = CLI_TICKS_MAX,
         .is_given = &options->has_steps},
        {.name = "rounds", .number = &options->rounds, .low = 1, .high = ROUNDS_MAX},
        {.name = "json", .flag = &options->json},
        {.operand = &options->scene, .missing = "no scene", .surplus = "more than one scene"},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

/* What the rounds have shown. */
typedef struct bench {
    const bench_options *options;
    uint64_t steps;
    uint64_t *times; /* nanoseconds of each round; malloc'ed */
    uint32_t round_count;
    uint64_t instructions; /* of the last round; 0: not counted */
    cli_profile profile;
    pawl_counters counters;
    size_t state_bytes, scratch_bytes;
    uint32_t hash;
    bool differs; /* two rounds ended with different hashes */
} bench;

/* Take all steps of a scene; false after an error, which has been reported. */
static bool take_steps(bench *job, cli_scene *scene) {
    for (uint64_t i = 0; i < job->steps; i++) {
        const pawl_status status = cli_scene_break_step(scene, cli_profile_hooks(&job->profile));
        if (status != PAWL_OK) {
            cli_command_file_error(job->options->scene, pawl_status_text(status));
            return false;
        }
        cli_profile_count(&job->profile);
    }
    return true;
}

static void note_end(bench *job, const cli_scene *scene, bool is_first) {
    const uint32_t hash = pawl_world_hash(scene->world);
    job->differs = job->differs || (!is_first && hash != job->hash);
    job->hash = hash;
    job->counters = pawl_world_get_counters(scene->world);
    job->state_bytes = pawl_world_state_size(&scene->def);
    job->scratch_bytes = pawl_world_scratch_size(&scene->def);
}

/* One round from the beginning of the scene: it is timed, or else profiled. */
static bool run_round(bench *job, const cli_counter *counter, bool is_timed) {
    cli_scene scene;
    if (!cli_scene_load(job->options->scene, stderr, &scene)) return false;
    job->steps = job->options->has_steps ? job->options->steps : scene.ticks;
    if (job->steps == 0) job->steps = 1;
    job->profile.is_on = !is_timed;
    const uint64_t counted = cli_counter_read(counter), begin = cli_clock_nanoseconds();
    const bool good = take_steps(job, &scene);
    const uint64_t end = cli_clock_nanoseconds();
    if (good && is_timed) {
        job->instructions = cli_counter_read(counter) - counted;
        job->times[job->round_count++] = end - begin;
    }
    if (good) note_end(job, &scene, is_timed && job->round_count == 1);
    cli_scene_load_free(&scene);
    return good;
}

static int compare_times(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds of a step, from those of a round. */
static uint64_t step_time(const bench *job, uint64_t round) {
    return (round + job->steps / 2) / job->steps;
}

/* Of the sorted times; between the middle two of an even number. */
static uint64_t median_time(const bench *job) {
    const uint32_t half = job->round_count / 2;
    const uint64_t upper = job->times[half];
    const uint64_t lower = job->round_count % 2 == 0 ? job->times[half - 1] : upper;
    return step_time(job, lower + (upper - lower) / 2);
}

/* As milliseconds, "0.061234". */
static void put_time(const char *before, uint64_t nanoseconds) {
    printf("%s%llu.%06llu", before, (unsigned long long)(nanoseconds / 1000000),
           (unsigned long long)(nanoseconds % 1000000));
}

static void put_times(const bench *job, bool is_json) {
    put_time(is_json ? "\n  \"median_ms\": " : " median_ms=", median_time(job));
    put_time(is_json ? ",\n  \"min_ms\": " : " min_ms=", step_time(job, job->times[0]));
    put_time(is_json ? ",\n  \"max_ms\": " : " max_ms=",
             step_time(job, job->times[job->round_count - 1]));
}

static void print_lines(const bench *job) {
    printf("steps=%llu rounds=%lu", (unsigned long long)job->steps,
           (unsigned long)job->round_count);
    put_times(job, false);
    puts("");
    if (job->instructions != 0) {
        printf("instructions=%llu\n", (unsigned long long)(job->instructions / job->steps));
    }
    cli_profile_print(&job->profile, false);
    printf("bodies=%lu contacts=%lu state_bytes=%lu scratch_bytes=%lu hash=%08lx\n",
           (unsigned long)job->counters.bodies, (unsigned long)job->counters.touching,
           (unsigned long)job->state_bytes, (unsigned long)job->scratch_bytes,
           (unsigned long)job->hash);
}

static void print_json(const bench *job) {
    printf("{\n  \"steps\": %llu,\n  \"rounds\": %lu,", (unsigned long long)job->steps,
           (unsigned long)job->round_count);
    put_times(job, true);
    if (job->instructions != 0) {
        printf(",\n  \"instructions\": %llu", (unsigned long long)(job->instructions / job->steps));
    }
    printf(",\n  \"bodies\": %lu,\n  \"contacts\": %lu,\n  \"state_bytes\": %lu,\n"
           "  \"scratch_bytes\": %lu,\n  \"hash\": \"%08lx\"",
           (unsigned long)job->counters.bodies, (unsigned long)job->counters.touching,
           (unsigned long)job->state_bytes, (unsigned long)job->scratch_bytes,
           (unsigned long)job->hash);
    cli_profile_print(&job->profile, true);
    puts("\n}");
}

static int run_bench(bench *job) {
    cli_counter counter = cli_counter_open();
    bool good = true;
    for (uint64_t i = 0; good && i < job->options->rounds; i++)
        good = run_round(job, &counter, true);
    good = good && run_round(job, &counter, false);
    cli_counter_close(&counter);
    if (!good) return CLI_EXIT_INPUT;
    qsort(job->times, job->round_count, sizeof *job->times, compare_times);
    if (job->options->json) {
        print_json(job);
    } else {
        print_lines(job);
    }
    if (job->differs) {
        fputs("pawl: bench: two rounds ended differently\n", stderr);
        (void)cli_command_finish_output(CLI_EXIT_OK);
        return CLI_EXIT_FAILED;
    }
    return cli_command_finish_output(CLI_EXIT_OK);
}

int cli_cmd_bench(int argc, char **argv) {
    bench_options options = {.rounds = 5};
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    bench job = {.options = &options};
    job.times = cli_heap_allocate(options.rounds * sizeof *job.times);
    const int code = run_bench(&job);
    free(job.times);
    return code;
}
