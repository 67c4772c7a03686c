/* cmd_synctest.c - pawl synctest: roll back again and again, and compare.
 *
 * Two runs go side by side. One is left alone. The other saves each tick and goes back after each
 * step, as in a game with rollback, so that what a save leaves out shows as a difference: at once,
 * or ticks later, since it goes on from what it came back to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/runs/edits.h"
#include "cli/common/options.h"
#include "cli/common/progress.h"
#include "cli/runs/stepper.h"

#define DISTANCE_MAX 64u
#define SWEEP 16u /* distances of "all" */

static const char help[] =
    "usage: pawl synctest SCENE|REPLAY [OPTION]...\n"
    "\n"
    "Runs a scene or plays a world replay twice: left alone, and going back again and again. The\n"
    "two must have the same hashes in every part of the state, tick by tick. The result is a "
    "line:\n"
    "  ticks=600 rollbacks=592 steps_again=4736 contacts=21160 hash=0123abcd\n"
    "contacts: pairs that touched, summed over the ticks that were compared.\n"
    "\n"
    "  --distance D     ticks to go back each time, 1 to 64 (default 8); all: 1 to 16 in turn\n"
    "  --heavy          also make each state a snapshot, overwrite the memory, and load it\n"
    "  --ticks N        how many steps (default: what the scene or replay has)\n"
    "  --script FILE    calls to a scene's world (docs/format-script.md)\n"
    "  --force          play what another version recorded, too\n"
    "  --max-memory N   MiB that a replay and its world may take (default 512)\n"
    "  --json           print JSON instead of a line\n"
    "  --help           this text\n"
    "\n"
    "exit codes: 0 ok, 1 they differ or nothing was compared, 2 malformed, 3 another version";

typedef struct sync_options {
    const char *path, *script;
    uint64_t ticks, distance; /* 0: all in turn */
    bool has_ticks, heavy, json;
    cli_replay_budget budget;
} sync_options;

static int read_options(sync_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "distance",
         .number = &options->distance,
         .low = 1,
         .high = DISTANCE_MAX,
         .zero = "all"},
        {.name = "heavy", .flag = &options->heavy},
        CLI_TICKS_ROW(options),
        {.name = "script", .text = &options->script},
        CLI_BUDGET_ROWS(&options->budget),
        {.name = "json", .flag = &options->json},
        {.operand = &options->path,
         .missing = "no scene or replay",
         .surplus = "more than one file"},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

typedef struct sync_test {
    const sync_options *options;
    cli_stepper reference, tested;
    uint64_t last;
    /* Of the last ticks, by tick modulo DISTANCE_MAX + 1. */
    cli_stepper_place places[DISTANCE_MAX + 1];
    pawl_hash_tree trees[DISTANCE_MAX + 1];
    uint64_t rollbacks, steps_again, reloads, contacts;
    cli_progress progress;
} sync_test;

static size_t index_of(uint64_t tick) {
    return (size_t)(tick % (DISTANCE_MAX + 1));
}

static int tell_status(const sync_test *in, pawl_status status) {
    if (status == PAWL_OK) return CLI_EXIT_OK;
    return cli_command_file_error(in->options->path, pawl_status_text(status));
}

/* The world as it was left alone at the tick of the tested one: its place was saved then. */
static void tell_difference(const sync_test *in) {
    pawl_difference difference;
    pawl_world *world = NULL;
    const cli_stepper_place *place = &in->places[index_of(in->tested.tick)];
    const pawl_world *left_alone = cli_stepper_world(&in->reference);
    void *buffer = cli_heap_allocate(in->tested.world_size);
    if (in->reference.tick != in->tested.tick &&
        pawl_world_init(buffer, in->tested.world_size, &in->tested.def, &world) == PAWL_OK &&
        pawl_world_restore(world, place->save, place->size) == PAWL_OK) {
        left_alone = world;
    }
    pawl_world_compare(left_alone, cli_stepper_world(&in->tested), &difference);
    cli_edits_put_difference(stdout, &difference);
    free(buffer);
}

/* Whether the tested world is what the other was at this tick. `how` says what was done to it. */
static bool compare(const sync_test *in, const char *how, uint64_t distance) {
    const pawl_hash_tree *want = &in->trees[index_of(in->tested.tick)];
    const pawl_hash_tree got = pawl_world_hash_tree(cli_stepper_world(&in->tested));
    char text[CLI_BRANCHES_MAX];
    uint32_t branches = 0;
    for (uint32_t branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        if (want->branches[branch] != got.branches[branch]) branches |= UINT32_C(1) << branch;
    }
    if (branches == 0) return true;
    cli_replay_file_branches_text(branches, text);
    if (in->options->json) {
        printf("{\"result\": \"differs\", \"tick\": %llu, \"after\": \"%s\", \"distance\": %llu, "
               "\"parts\": \"%s\"}\n",
               (unsigned long long)in->tested.tick, how, (unsigned long long)distance, text);
    } else {
        printf("differs at tick %llu after %s (distance %llu): parts %s; a was left alone\n",
               (unsigned long long)in->tested.tick, how, (unsigned long long)distance, text);
        tell_difference(in);
    }
    return false;
}

/* Go back so many ticks, and come again. */
static int roll_back(sync_test *in, uint64_t distance) {
    const uint64_t now = in->tested.tick;
    int code =
        tell_status(in, cli_stepper_restore(&in->tested, &in->places[index_of(now - distance)]));
    in->rollbacks++;
    while (code == CLI_EXIT_OK && in->tested.tick < now) {
        code = cli_stepper_step(&in->tested);
        in->steps_again++;
        if (code == CLI_EXIT_OK && !compare(in, "a rollback", distance)) {
            return CLI_EXIT_FAILED;
        }
    }
    return code;
}

static int step_both(sync_test *in) {
    int code = cli_stepper_step(&in->reference);
    if (code == CLI_EXIT_OK) code = cli_stepper_step(&in->tested);
    if (code != CLI_EXIT_OK) return code;
    const uint64_t tick = in->tested.tick;
    const pawl_world *world = cli_stepper_world(&in->reference);
    in->trees[index_of(tick)] = pawl_world_hash_tree(world);
    in->contacts += pawl_world_get_counters(world).touching;
    if (!compare(in, "a step", 0)) return CLI_EXIT_FAILED;
    return tell_status(in, cli_stepper_save(&in->tested, &in->places[index_of(tick)]));
}

static int reload(sync_test *in) {
    const int code = tell_status(in, cli_stepper_reload(&in->tested));
    in->reloads++;
    if (code != CLI_EXIT_OK) return code;
    return compare(in, "a snapshot", 0) ? CLI_EXIT_OK : CLI_EXIT_FAILED;
}

static int run(sync_test *in) {
    const sync_options *options = in->options;
    const uint64_t first = in->tested.tick;
    in->trees[index_of(first)] = pawl_world_hash_tree(cli_stepper_world(&in->reference));
    int code = tell_status(in, cli_stepper_save(&in->tested, &in->places[index_of(first)]));
    while (code == CLI_EXIT_OK && in->tested.tick < in->last) {
        code = step_both(in);
        const uint64_t done = in->tested.tick - first;
        const uint64_t distance = options->distance > 0 ? options->distance : 1 + done % SWEEP;
        if (code == CLI_EXIT_OK && done >= distance) code = roll_back(in, distance);
        if (code == CLI_EXIT_OK && options->heavy) code = reload(in);
        cli_progress_show(&in->progress, "tick", in->tested.tick, in->last);
    }
    return code;
}

static int print_result(const sync_test *in, uint64_t ticks) {
    const unsigned long hash = pawl_world_hash(cli_stepper_world(&in->tested));
    printf(in->options->json
               ? "{\"result\": \"ok\", \"ticks\": %llu, \"rollbacks\": %llu, \"steps_again\": "
                 "%llu, \"snapshots\": %llu, \"contacts\": %llu, \"hash\": \"%08lx\"}\n"
               : "ticks=%llu rollbacks=%llu steps_again=%llu snapshots=%llu contacts=%llu "
                 "hash=%08lx\n",
           (unsigned long long)ticks, (unsigned long long)in->rollbacks,
           (unsigned long long)in->steps_again, (unsigned long long)in->reloads,
           (unsigned long long)in->contacts, hash);
    if (in->rollbacks > 0) return CLI_EXIT_OK;
    cli_command_file_error(in->options->path,
                           "nothing was compared: fewer ticks than the distance");
    return CLI_EXIT_FAILED;
}

static int test_both(sync_test *in) {
    const sync_options *options = in->options;
    const uint64_t first = in->tested.tick;
    in->last = options->has_ticks ? first + options->ticks : in->tested.last;
    if (in->tested.is_replay && in->last > in->tested.last) {
        return cli_command_file_error(options->path, "--ticks is more than the replay has");
    }
    in->progress = cli_progress_start();
    const int code = run(in);
    cli_progress_end(&in->progress);
    return code == CLI_EXIT_OK ? print_result(in, in->last - first) : code;
}

int cli_cmd_synctest(int argc, char **argv) {
    sync_options options = {.distance = 8};
    options.budget = cli_replay_file_default_budget();
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    sync_test *in = cli_heap_allocate(sizeof *in);
    memset(in, 0, sizeof *in);
    in->options = &options;
    int code = cli_stepper_open(&in->reference, options.path, options.script, &options.budget);
    if (code == CLI_EXIT_OK) {
        code = cli_stepper_open(&in->tested, options.path, options.script, &options.budget);
        if (code == CLI_EXIT_OK) {
            code = test_both(in);
            cli_stepper_close(&in->tested);
        }
        cli_stepper_close(&in->reference);
    }
    for (uint32_t i = 0; i <= DISTANCE_MAX; i++)
        free(in->places[i].save);
    free(in);
    return cli_command_finish_output(code);
}
