/* trials.c - how good is the physics on scenes that nobody has seen? Draws scenes from a seed that
 * differs in every run, and states figures beside their bars. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trials.h"
#include "support/base/seeded.h"
#include "trial.h"

static const struct {
    const char *name;
    trial_function *run;
} all_trials[] = {
    {"stacks", trial_stacks},
    {"pendulums", trial_pendulums},
    {"weak", trial_weak},
    {"rods", trial_rods},
    {"joints", trial_assemblies},
    {"beams", trial_beams},
    {"limits", trial_limits},
    {"loads", trial_loads},
    {"flat", trial_flat},
    {"cradle", trial_cradle},
    {"bullets", trial_bullets},
    {"piles", trial_piles},
    {"ragdolls", trial_ragdolls},
    {"large", trial_large},
    {"translation", trial_translation},
    {"isolation", trial_isolation},
};
#define TRIAL_COUNT ((int)(sizeof all_trials / sizeof all_trials[0]))

static void print_help(void) {
    printf("usage: trials [--full] [--seed N] [--store] [trial...]\n"
           "Draws scenes from a fresh seed, runs them and states figures beside their bars.\n"
           "  --full   all scenes of the acceptance table, not a sample\n"
           "  --seed   repeats the run of that seed; so does QUALITY_SEED=N\n"
           "  --store  rows as stored.c has them\n"
           "  --time   how long each trial takes\n"
           "  --verbose  which assemblies of joints fail, and what they are made of\n"
           "Without names: all of\n ");
    for (int i = 0; i < TRIAL_COUNT; i++)
        printf(" %s", all_trials[i].name);
    printf("\nExit status: 0 all bars are met, 1 one is not, 2 usage.\n");
}

static uint64_t draw_seed(void) {
    const char *const given = getenv("QUALITY_SEED");
    if (given && *given) return strtoull(given, NULL, 0);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = SEEDED_MULTIPLIER ^ ((uint64_t)now.tv_nsec << 20) ^ (uint64_t)now.tv_sec ^
                    (uint64_t)getpid();
    return seeded_next(&seed) % 1000000000;
}

/* Each trial has a stream of its own: alone it draws what it draws among the others. */
static uint64_t seed_of(uint64_t seed, const char *name) {
    uint64_t mixed = SEEDED_MULTIPLIER ^ (seed * UINT64_C(0xD1342543DE82EF95));
    for (; *name; name++)
        mixed = (mixed ^ (unsigned char)*name) * UINT64_C(0x100000001B3);
    mixed |= 1;
    seeded_next(&mixed);
    return mixed;
}

static void run_trial(trial_table *trials, int index, bool timed) {
    struct timespec from, to;
    trials->random = seed_of(trials->seed, all_trials[index].name);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    all_trials[index].run(trials);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    if (!timed) return;
    printf("  %s: %.2f s\n", all_trials[index].name,
           (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
}

static int find_trial(const char *name) {
    for (int i = 0; i < TRIAL_COUNT; i++) {
        if (strcmp(all_trials[i].name, name) == 0) return i;
    }
    fprintf(stderr, "trials: no trial is called \"%s\" (try --help)\n", name);
    exit(2);
}

int trials_main(int count, char **words, const trial_engine *engine) {
    trial_table trials = {.engine = engine, .seed = draw_seed()};
    bool chosen[TRIAL_COUNT] = {false}, any = false, timed = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--help") == 0) {
            print_help();
            return 0;
        } else if (strcmp(words[i], "--full") == 0) {
            trials.full = true;
        } else if (strcmp(words[i], "--store") == 0) {
            trials.store = true;
        } else if (strcmp(words[i], "--verbose") == 0) {
            trials.verbose = true;
        } else if (strcmp(words[i], "--time") == 0) {
            timed = true;
        } else if (strcmp(words[i], "--seed") == 0 && i + 1 < count) {
            trials.seed = strtoull(words[++i], NULL, 0);
        } else {
            chosen[find_trial(words[i])] = any = true;
        }
    }
    if (!trials.store) {
        printf("%s\nQUALITY_SEED=%" PRIu64 " repeats this run\n", pawl_build_options(),
               trials.seed);
        printf("%-11s %-2s %-15s %5s %13s %10s %10s %10s\n", "scene", "", "figure", "of", "bar",
               engine->name, "twin", "Box2D v3");
    }
    for (int i = 0; i < TRIAL_COUNT; i++) {
        if (!any || chosen[i]) run_trial(&trials, i, timed);
    }
    if (trials.store) return 0;
    printf("%d rows, %d failed, %d short of their bars, %d aims missed; QUALITY_SEED=%" PRIu64 "\n",
           trials.rows, trials.failures, trials.short_rows, trials.aims_missed, trials.seed);
    return trials.failures == 0 ? 0 : 1;
}
