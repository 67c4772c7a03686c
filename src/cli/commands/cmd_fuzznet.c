/* cmd_fuzznet.c - pawl fuzznet: sessions of a game over bad networks, and what goes wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/common/options.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/text.h"
#include "cli/fuzz/fuzz_job.h"

#define JOBS_MAX 64u
#define GAMES_MAX 1000000000u
#define SHRINK_TRIES 1500u
#define PATH_LENGTH 80

static const char help[] =
    "usage: pawl fuzznet GAME.so [OPTION]...\n"
    "\n"
    "Plays a game, loaded from a shared object (docs/fuzznet.md), in sessions of several machines\n"
    "with everything that goes wrong: packets that are late, lost, doubled and damaged, clocks\n"
    "that run apart, pauses, crashes, late joiners, machines that cheat. Each game follows from a\n"
    "number. What must not happen (safety) and what must happen (liveness) is told; a failure is\n"
    "made short and written as a script that plays it again.\n"
    "\n"
    "  --games N      games to play (default 100)\n"
    "  --minutes M    play for so long instead\n"
    "  --seed N       of the first game; the next one has N + 1 (default: another one each time)\n"
    "  --script FILE  play this one game\n"
    "  --show         print the scripts instead of playing them\n"
    "  --findings N   end after so many failures (default 1)\n"
    "  --no-shrink    leave scripts as they are\n"
    "  --reals        the game may round real numbers as the machine does: leave that alone\n"
    "  --timeout S    seconds that a game may take (default 60)\n"
    "  --jobs J       so many games at a time, 1 to 64 (default 1)\n"
    "  -o PREFIX      of the files with scripts (default fuzznet-NAME-)\n"
    "  --json         print JSON instead of lines\n"
    "  --help         this text\n"
    "\n"
    "exit codes: 0 nothing was found, 1 something was, 2 no such game or script, usage, 3 a "
    "module\n"
    "of another version";

typedef struct fuzz_options {
    const char *module, *script, *prefix;
    uint64_t games, minutes, seed, findings, timeout, jobs;
    bool has_seed, has_minutes, show, no_shrink, reals, json;
} fuzz_options;

typedef struct fuzz_run {
    const fuzz_options *options;
    pawl_game *game;
    uint64_t begin_us, started, played, found, safety, liveness;
    uint64_t ticks, rollbacks, replayed, packets, joins, migrations;
    cli_progress progress;
} fuzz_run;

static int read_options(fuzz_options *options, int argc, char **argv) {
    options->games = 100;
    options->findings = options->jobs = 1;
    options->timeout = 60;
    const cli_option table[] = {
        {.name = "games", .number = &options->games, .low = 1, .high = GAMES_MAX},
        {.name = "minutes",
         .number = &options->minutes,
         .low = 1,
         .high = 525600,
         .is_given = &options->has_minutes},
        {.name = "seed",
         .number = &options->seed,
         .high = UINT64_C(1) << 62,
         .is_given = &options->has_seed},
        {.name = "script", .text = &options->script},
        {.name = "show", .flag = &options->show},
        {.name = "findings", .number = &options->findings, .low = 1, .high = GAMES_MAX},
        {.name = "no-shrink", .flag = &options->no_shrink},
        {.name = "reals", .flag = &options->reals},
        {.name = "timeout", .number = &options->timeout, .low = 1, .high = 86400},
        {.name = "jobs", .number = &options->jobs, .low = 1, .high = JOBS_MAX},
        {.name = "o", .text = &options->prefix},
        {.name = "json", .flag = &options->json},
        {.operand = &options->module, .missing = "no game", .surplus = "more than one game"},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

/* ---- what is told ---- */

static void put_lines(const fuzz_run *run, const cli_fuzz_verdict *verdict, const char *path,
                      uint32_t lines) {
    printf("%s: %s: %s\n", cli_fuzz_verdict_type(verdict->type),
           cli_fuzz_verdict_name(verdict->finding), verdict->text);
    if (verdict->cause != CLI_FUZZ_UNKNOWN)
        printf("cause, seen at tick %lu: %s\n", (unsigned long)verdict->tick,
               cli_fuzz_verdict_cause(verdict->cause));
    else if (verdict->finding == CLI_FUZZ_HASHES || verdict->finding == CLI_FUZZ_SYNC)
        printf("cause: %s\n", cli_fuzz_verdict_cause(verdict->cause));
    if (verdict->difference[0] != 0) printf("first difference: %s\n", verdict->difference);
    if (path == NULL) return;
    printf("%lu lines: %s; again: pawl fuzznet %s --script %s\n", (unsigned long)lines, path,
           run->options->module, path);
}

static void put_json(const cli_fuzz_verdict *verdict, uint64_t seed, const char *path,
                     uint32_t lines) {
    printf("{\"result\": \"%s\", \"finding\": \"%s\", \"seed\": %llu, \"machine\": %lu, "
           "\"tick\": %lu, \"cause\": ",
           cli_fuzz_verdict_type(verdict->type), cli_fuzz_verdict_name(verdict->finding),
           (unsigned long long)seed, (unsigned long)verdict->machine, (unsigned long)verdict->tick);
    cli_text_put_json(
        stdout, verdict->cause == CLI_FUZZ_UNKNOWN ? "" : cli_fuzz_verdict_cause(verdict->cause));
    fputs(", \"text\": ", stdout);
    cli_text_put_json(stdout, verdict->text);
    fputs(", \"difference\": ", stdout);
    cli_text_put_json(stdout, verdict->difference);
    fputs(", \"script\": ", stdout);
    cli_text_put_json(stdout, path == NULL ? "" : path);
    printf(", \"lines\": %lu}\n", (unsigned long)lines);
}

static void put_sum(const fuzz_run *run) {
    const fuzz_options *const options = run->options;
    printf(options->json
               ? "{\"result\": \"%s\", \"seed\": %llu, \"games\": %llu, \"ticks\": %llu, "
                 "\"packets\": %llu, \"joins\": %llu, \"rollbacks\": %llu, \"replayed\": %llu, "
                 "\"migrations\": %llu, \"safety\": %llu, \"liveness\": %llu}\n"
               : "%s: seed=%llu games=%llu ticks=%llu packets=%llu joins=%llu rollbacks=%llu "
                 "replayed=%llu migrations=%llu safety=%llu liveness=%llu\n",
           run->found == 0 ? "ok" : "failed", (unsigned long long)options->seed,
           (unsigned long long)run->played, (unsigned long long)run->ticks,
           (unsigned long long)run->packets, (unsigned long long)run->joins,
           (unsigned long long)run->rollbacks, (unsigned long long)run->replayed,
           (unsigned long long)run->migrations, (unsigned long long)run->safety,
           (unsigned long long)run->liveness);
}

/* ---- findings ---- */

static bool write_script(const fuzz_run *run, const cli_fuzz_job *job, const char *path) {
    FILE *const file = cli_output_open(path, NULL);
    if (file == NULL) return false;
    fprintf(file, "# pawl fuzznet %s --script %s\n", run->options->module, path);
    fprintf(file, "# %s: %s: %s\n", cli_fuzz_verdict_type(job->verdict.type),
            cli_fuzz_verdict_name(job->verdict.finding), job->verdict.text);
    cli_fuzz_script_write(&job->script, file);
    return cli_output_close(file, NULL);
}

/* False when the script cannot be written. */
static bool tell_finding(fuzz_run *run, cli_fuzz_job *job) {
    const fuzz_options *const options = run->options;
    char path[4096];
    const bool is_given = options->script != NULL;
    run->found++;
    if (job->verdict.type == CLI_FUZZ_SAFETY) run->safety++;
    if (job->verdict.type == CLI_FUZZ_LIVENESS) run->liveness++;
    cli_progress_end(&run->progress);
    if (!options->no_shrink && !is_given)
        cli_fuzz_shrink(run->game, options->timeout, SHRINK_TRIES, &job->script, &job->verdict);
    if (options->prefix != NULL)
        snprintf(path, sizeof path, "%s%llu.txt", options->prefix, (unsigned long long)job->number);
    else
        snprintf(path, sizeof path, "fuzznet-%s-%llu.txt", run->game->name,
                 (unsigned long long)job->number);
    const bool good = is_given || write_script(run, job, path);
    const char *const told = is_given ? NULL : path;
    if (options->json)
        put_json(&job->verdict, job->number, told, job->script.count);
    else
        put_lines(run, &job->verdict, told, job->script.count);
    fflush(stdout);
    return good;
}

static bool count_game(fuzz_run *run, cli_fuzz_job *job) {
    run->played++;
    run->ticks += job->verdict.ticks;
    run->rollbacks += job->verdict.rollbacks;
    run->replayed += job->verdict.replayed;
    run->packets += job->verdict.packets;
    run->joins += job->verdict.joins;
    run->migrations += job->verdict.migrations;
    return job->verdict.type == CLI_FUZZ_FINE || tell_finding(run, job);
}

/* ---- playing ---- */

static bool wants_more(const fuzz_run *run) {
    const fuzz_options *const options = run->options;
    if (run->found >= options->findings || cli_clock_is_interrupted()) return false;
    if (!options->has_minutes) return run->started < options->games;
    return cli_clock_now() - run->begin_us < options->minutes * 60000000u;
}

static cli_fuzz_job *find_idle(cli_fuzz_job *jobs, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        if (jobs[i].process == 0) return &jobs[i];
    return NULL;
}

static bool start_next(fuzz_run *run, cli_fuzz_job *job) {
    job->number = run->options->seed + run->started++;
    cli_fuzz_draw(job->number, run->game, !run->options->reals, &job->script);
    return cli_fuzz_job_start(job, run->game, true);
}

static int play_all(fuzz_run *run) {
    const fuzz_options *const options = run->options;
    cli_fuzz_job *const jobs = cli_heap_allocate((size_t)options->jobs * sizeof *jobs);
    bool good = true;
    uint64_t running = 0;
    memset(jobs, 0, (size_t)options->jobs * sizeof *jobs);
    run->progress = cli_progress_start();
    cli_clock_catch_interrupts();
    while (running > 0 || (good && wants_more(run))) {
        while (good && running < options->jobs && wants_more(run)) {
            good = start_next(run, find_idle(jobs, options->jobs));
            running += good ? 1 : 0;
        }
        if (running == 0) break;
        cli_fuzz_job *const job =
            cli_fuzz_job_wait(jobs, (uint32_t)options->jobs, options->timeout);
        running--;
        if (run->found < options->findings && !count_game(run, job)) good = false;
        cli_progress_show(&run->progress, "game", run->played,
                          options->has_minutes ? run->started : options->games);
    }
    cli_progress_end(&run->progress);
    free(jobs);
    put_sum(run);
    return !good ? CLI_EXIT_INPUT : run->found > 0 ? CLI_EXIT_FAILED : CLI_EXIT_OK;
}

static int play_script(fuzz_run *run) {
    const char *const path = run->options->script;
    char reason[CLI_REASON_MAX];
    cli_fuzz_job job = {0};
    cli_file file;
    if (!cli_file_read(path, CLI_MIB, &file, reason)) return cli_command_file_error(path, reason);
    const bool good = cli_fuzz_script_read((const char *)file.bytes, &job.script, reason);
    free(file.bytes);
    if (!good) return cli_command_file_error(path, reason);
    if (!cli_fuzz_job_play(run->game, &job.script, run->options->timeout, false, &job.verdict))
        return CLI_EXIT_INPUT;
    (void)count_game(run, &job);
    put_sum(run);
    return run->found > 0 ? CLI_EXIT_FAILED : CLI_EXIT_OK;
}

static int show(const fuzz_run *run) {
    cli_fuzz_script script;
    for (uint64_t i = 0; i < run->options->games; i++) {
        cli_fuzz_draw(run->options->seed + i, run->game, !run->options->reals, &script);
        printf("# --seed %llu\n", (unsigned long long)(run->options->seed + i));
        cli_fuzz_script_write(&script, stdout);
    }
    return CLI_EXIT_OK;
}

int cli_cmd_fuzznet(int argc, char **argv) {
    fuzz_options options = {0};
    fuzz_run run = {.options = &options};
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    if (!options.has_seed) options.seed = cli_clock_entropy();
    int code = cli_fuzz_module_load(options.module, &run.game);
    if (code != CLI_EXIT_OK) return code;
    run.begin_us = cli_clock_now();
    if (options.script != NULL)
        code = play_script(&run);
    else
        code = options.show ? show(&run) : play_all(&run);
    return cli_command_finish_output(code);
}
