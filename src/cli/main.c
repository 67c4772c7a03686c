/* main.c - the pawl program: one table of commands, one file per command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/common/limits.h"
#include "cli/common/manual.h"
#include "cli/common/output.h"
#include "pawl/pawl.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"new", cli_cmd_new, "a folder with a game for two that runs, with rollback"},
    {"run", cli_cmd_run, "simulate a scene; print its hash, draw it as SVG, PNG or GIF"},
    {"view", cli_cmd_view, "show a scene in a window"},
    {"record", cli_cmd_record, "simulate a scene and write a replay of it"},
    {"replay", cli_cmd_replay, "play a replay; print hashes, draw it"},
    {"bench", cli_cmd_bench, "what the steps of a scene cost on this machine"},
    {"film", cli_cmd_film, "show a film; draw it"},
    {"verify", cli_cmd_verify, "whether replays give what they say, bit for bit"},
    {"info", cli_cmd_info, "what is in a scene, a map, a replay, a snapshot or a baked level"},
    {"log", cli_cmd_log, "what a board told over its serial line: a replay, hashes"},
    {"cut", cli_cmd_cut, "a part of a replay as a replay"},
    {"import", cli_cmd_import, "a map of Tiled or LDtk, or a drawing, as a scene"},
    {"bake", cli_cmd_bake, "build the level of a scene, with walls for a player"},
    {"render", cli_cmd_render, "draw a level, a walk through it, and paths"},
    {"snapshot", cli_cmd_snapshot, "write the state of a scene as a file"},
    {"hash", cli_cmd_hash, "hashes of a scene, snapshot or replay, tick by tick or as a tree"},
    {"diff", cli_cmd_diff, "the first value in which two runs differ"},
    {"synctest", cli_cmd_synctest, "roll back again and again, and compare"},
    {"bisect", cli_cmd_bisect, "where a replay, or two builds, begin to differ"},
    {"host", cli_cmd_netplay_host, "play with other machines: wait for them"},
    {"join", cli_cmd_netplay_join, "play with other machines, or watch: go to a host"},
    {"net", cli_cmd_net, "a bad network between the machines of a game"},
    {"fuzznet", cli_cmd_fuzznet,
     "play a game of your own over bad networks, and look for failures"},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void put_help(FILE *out) {
    fputs("pawl - deterministic 2D physics\n"
          "\n"
          "usage: pawl COMMAND [OPTION]... [FILE]...\n"
          "       pawl COMMAND --help\n"
          "       pawl --help | --version\n"
          "\n"
          "commands:\n",
          out);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("\n"
          "options of all commands:\n"
          "  -h, --help       what a command does, and its options\n"
          "  --limit NAME=N   let a file ask for more than usual; NAME is one of\n",
          out);
    for (int i = 0; i < CLI_LIMIT_COUNT; i++) {
        fprintf(out, "                     %-7s %s (%llu)\n", cli_limits_name((cli_limit)i),
                cli_limits_text((cli_limit)i), (unsigned long long)cli_limits_get((cli_limit)i));
    }
    fputs("  --allow-outside  let a map refer to files outside of its folder\n"
          "  -                as the name of a file: standard input, or standard output\n"
          "\n"
          "exit codes: 0 ok, 1 diverged or a check failed, 2 malformed input, usage or I/O,\n"
          "3 written by another version\n",
          out);
}

static void print_version(void) {
    printf("pawl %d.%d.%d, simulation version %d\n%s\n", PAWL_VERSION_MAJOR, PAWL_VERSION_MINOR,
           PAWL_VERSION_PATCH, PAWL_SIMULATION_VERSION, pawl_build_options());
}

static int run_command(int argc, char **argv) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[0], commands[i].name) == 0) return commands[i].run(argc, argv);
    }
    const char *names[COMMAND_COUNT + 2] = {"help"};
    char reason[64] = "unknown command";
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i + 1] = commands[i].name;
    const char *nearest = cli_command_nearest_name(argv[0], names);
    struct stat about;
    if (nearest != NULL) {
        snprintf(reason, sizeof reason, "unknown command, did you mean %s", nearest);
    } else if (stat(argv[0], &about) == 0) {
        snprintf(reason, sizeof reason, "no command before a file, such as pawl run");
    }
    return cli_command_usage_error("", reason, argv[0]);
}

/* For packages: `pawl help --completions bash`, `pawl help --completions zsh`, `pawl help
 * --manual`.
 */
static int show_manual(cli_manual_form form) {
    const char *names[COMMAND_COUNT + 1] = {NULL}, *summaries[COMMAND_COUNT + 1] = {NULL};
    char *help = NULL;
    size_t size = 0;
    FILE *const out = cli_heap_open_text(&help, &size);
    put_help(out);
    if (fclose(out) != 0) cli_heap_out_of_memory();
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i].name;
        summaries[i] = commands[i].summary;
    }
    cli_manual_print(form, names, summaries, run_command, help);
    free(help);
    return cli_command_finish_output(CLI_EXIT_OK);
}

static cli_manual_form form_of(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--manual") == 0) return CLI_MANUAL_PAGE;
    if (argc != 3 || strcmp(argv[1], "--completions") != 0) return CLI_MANUAL_NONE;
    if (strcmp(argv[2], "bash") == 0) return CLI_MANUAL_BASH;
    return strcmp(argv[2], "zsh") == 0 ? CLI_MANUAL_ZSH : CLI_MANUAL_NONE;
}

/* `pawl help` and `pawl help COMMAND`. */
static int show_help(int argc, char **argv) {
    char option[] = "--help";
    const cli_manual_form form = form_of(argc, argv);
    if (form != CLI_MANUAL_NONE) return show_manual(form);
    char *asked[] = {argc > 1 ? argv[1] : NULL, option, NULL};
    if (argc > 1 && argv[1][0] == '-') {
        return cli_command_usage_error(
            "", "help takes --completions bash, --completions zsh, --manual, or a command",
            argv[1]);
    }
    if (argc > 2) return cli_command_usage_error("", "more than one command", argv[2]);
    if (argc == 2) return run_command(2, asked);
    put_help(stdout);
    return cli_command_finish_output(CLI_EXIT_OK);
}

int main(int argc, char **argv) {
    cli_output_prepare();
    if (argc < 2) return cli_command_usage_error("", "no command", NULL);
    if (strcmp(argv[1], "help") == 0) return show_help(argc - 1, argv + 1);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        return show_help(1, argv + 1);
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_version();
        return cli_command_finish_output(CLI_EXIT_OK);
    }
    return run_command(argc - 1, argv + 1);
}
