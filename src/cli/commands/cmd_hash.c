/* cmd_hash.c - pawl hash: hashes of a run, tick by tick, and the tree of its end. */
#include <stdio.h>

#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/common/progress.h"
#include "cli/runs/source.h"

static const char help[] =
    "usage: pawl hash SCENE|SNAPSHOT|REPLAY [OPTION]...\n"
    "\n"
    "Steps a scene, a snapshot or a world replay and prints the hashes of its state:\n"
    "  tick=600 chain=89abcdef hash=0123abcd motion=4567cdef\n"
    "Equal hashes mean equal states; equal chains mean that all ticks before were equal as well.\n"
    "motion is of positions, velocities and faults alone: it survives changes of the layout.\n"
    "An arcade has no motion hash and no tree.\n"
    "\n"
    "  --ticks N  how many steps (default: of a scene what it says, of a snapshot none, of a\n"
    "             replay all)\n"
    "  --every K  print a line after every K steps, and not only at the end\n"
    "  --tree     and the tree of the end: world, its parts, their blocks of 16 objects\n"
    "  --json     print JSON instead of lines\n"
    "  --help     this text";

typedef struct hash_options {
    const char *file;
    uint64_t ticks, every;
    bool has_ticks, tree, json;
} hash_options;

static int read_options(hash_options *options, int argc, char **argv) {
    const cli_option table[] = {
        CLI_TICKS_ROW(options),
        {.name = "every", .number = &options->every, .low = 1, .high = CLI_TICKS_MAX},
        {.name = "tree", .flag = &options->tree},
        {.name = "json", .flag = &options->json},
        {.operand = &options->file, .missing = "no file", .surplus = "more than one file"},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

/* Of an arcade, which has one hash. */
static void print_arcade_line(const hash_options *options, const pawl_arcade *arcade,
                              uint32_t chain, bool is_first) {
    const unsigned long tick = pawl_arcade_get_tick(arcade), hash = pawl_arcade_hash(arcade);
    if (options->json) {
        printf("%s\n    {\"tick\": %lu, \"chain\": \"%08lx\", \"hash\": \"%08lx\"}",
               is_first ? "" : ",", tick, (unsigned long)chain, hash);
    } else {
        printf("tick=%lu chain=%08lx hash=%08lx\n", tick, (unsigned long)chain, hash);
    }
}

static void print_line(const hash_options *options, const cli_source *source, uint32_t chain,
                       bool is_first) {
    const unsigned long long tick = pawl_world_get_tick(source->world);
    const unsigned long hash = pawl_world_hash(source->world);
    const unsigned long motion = pawl_world_motion_hash(source->world);
    if (options->json) {
        printf("%s\n    {\"tick\": %llu, \"chain\": \"%08lx\", \"hash\": \"%08lx\", "
               "\"motion\": \"%08lx\"}",
               is_first ? "" : ",", tick, (unsigned long)chain, hash, motion);
    } else {
        printf("tick=%llu chain=%08lx hash=%08lx motion=%08lx\n", tick, (unsigned long)chain, hash,
               motion);
    }
}

static void print_blocks(const pawl_world *world, pawl_branch branch, bool is_json) {
    uint32_t hashes[64], first = 0, count;
    while ((count = pawl_block_hashes(world, branch, first, hashes, 64)) > 0) {
        for (uint32_t i = 0; i < count; i++) {
            if (is_json) {
                printf("%s\"%08lx\"", first + i > 0 ? ", " : "", (unsigned long)hashes[i]);
            } else {
                printf("%s %08lx",
                       (first + i) % 8 == 0 && first + i > 0 ? "\n                   " : "",
                       (unsigned long)hashes[i]);
            }
        }
        first += count;
    }
}

static void print_tree(const pawl_world *world, bool is_json) {
    const pawl_hash_tree tree = pawl_world_hash_tree(world);
    if (is_json) {
        printf(",\n  \"tree\": {\"root\": \"%08lx\", \"parts\": [", (unsigned long)tree.root);
    } else {
        printf("tree=%08lx\n", (unsigned long)tree.root);
    }
    for (int i = 0; i < PAWL_BRANCH_COUNT; i++) {
        const pawl_branch branch = (pawl_branch)i;
        if (branch >= PAWL_BRANCH_SOFT && pawl_world_get_object_count(world, branch) == 0) continue;
        const unsigned long count = pawl_world_get_object_count(world, branch);
        const unsigned long hash = tree.branches[i];
        printf(is_json ? "%s\n    {\"part\": \"%s\", \"hash\": \"%08lx\", \"objects\": %lu, "
                         "\"blocks\": ["
                       : "%s  %-8s %08lx %lu:",
               is_json && i > 0 ? "," : "", pawl_branch_text(branch), hash, count);
        print_blocks(world, branch, is_json);
        fputs(is_json ? "]}" : "\n", stdout);
    }
    if (is_json) fputs("]}", stdout);
}

static int hash_arcade(const hash_options *options, const cli_scene *scene) {
    const uint64_t ticks = options->has_ticks ? options->ticks : scene->ticks;
    uint32_t chain = 0;
    bool is_first = true;
    if (options->tree)
        return cli_command_usage_error("hash", "an arcade has no --tree", options->file);
    if (options->json) fputs("{\n  \"hashes\": [", stdout);
    for (uint64_t done = 0;; done++) {
        chain = pawl_hash_chain(chain, pawl_arcade_hash(scene->arcade));
        const bool is_due = options->every != 0 && done > 0 && done % options->every == 0;
        if (is_due || done == ticks) {
            print_arcade_line(options, scene->arcade, chain, is_first);
            is_first = false;
        }
        if (done == ticks) break;
        const pawl_status status = pawl_arcade_step(scene->arcade);
        if (status != PAWL_OK)
            return cli_command_file_error(options->file, pawl_status_text(status));
    }
    if (options->json) fputs("\n  ]\n}\n", stdout);
    return cli_command_finish_output(CLI_EXIT_OK);
}

static int hash_all(const hash_options *options, cli_source *source) {
    const uint64_t begin = source->tick;
    const uint64_t whole = source->last - begin;
    const uint64_t ticks = options->has_ticks ? options->ticks : whole;
    cli_progress progress = cli_progress_start();
    const pawl_lanes lanes = pawl_lanes_best();
    uint32_t chain = 0;
    bool is_first = true;
    if (source->type == CLI_SOURCE_REPLAY && ticks > whole) {
        return cli_command_usage_error("hash", "the replay is shorter than --ticks", source->path);
    }
    if (options->json) fputs("{\n  \"hashes\": [", stdout);
    for (uint64_t done = 0;; done++) {
        int code = cli_source_settle(source, NULL);
        if (code != CLI_EXIT_OK) return code;
        chain = pawl_hash_chain(chain, pawl_world_hash_lanes(source->world, lanes));
        const bool is_due = options->every != 0 && done > 0 && done % options->every == 0;
        if (is_due || done == ticks) {
            print_line(options, source, chain, is_first);
            is_first = false;
        }
        if (done == ticks) break;
        code = cli_source_step(source, NULL);
        if (code != CLI_EXIT_OK) return code;
        cli_progress_show(&progress, "tick", done, ticks);
    }
    cli_progress_end(&progress);
    if (options->json) fputs("\n  ]", stdout);
    if (options->tree) print_tree(source->world, options->json);
    if (options->json) fputs("\n}\n", stdout);
    return cli_command_finish_output(CLI_EXIT_OK);
}

int cli_cmd_hash(int argc, char **argv) {
    hash_options options = {0};
    cli_source source;
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    int code = cli_source_open_any(options.file, &source);
    if (code != CLI_EXIT_OK) return code;
    code = source.scene.arcade != NULL ? hash_arcade(&options, &source.scene)
                                       : hash_all(&options, &source);
    cli_source_close(&source);
    return code;
}
