/* cmd_new.c - pawl new: a folder with a game in it that runs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common/command.h"
#include "cli/common/embedded.h"
#include "cli/common/heap.h"
#include "cli/common/options.h"
#include "cli/common/output.h"

#define NAME_MAX_BYTES 40

static const char help[] =
    "usage: pawl new NAME [--sdl | --raylib | --love | --board]\n"
    "\n"
    "Makes a folder NAME with a game for two that runs at once: rules, a session with rollback\n"
    "over UDP, a Makefile. NAME has letters, digits, - and _. Without an option it runs in a\n"
    "terminal, where a generator presses the keys.\n"
    "\n"
    "  --sdl     a window and the keyboard, by SDL2\n"
    "  --raylib  the same by raylib\n"
    "  --love    the same in Lua, by LÖVE\n"
    "  --board   for a microcontroller or a console, by the ports of pawl\n"
    "  --help    this text";

typedef struct new_options {
    const char *name;
    bool sdl, raylib, love, board;
} new_options;

/* What a type consists of, and what is to be typed then. */
static const struct {
    const char *folder, *next;
} types[] = {{"text/", "make && ./%s"},
             {"sdl/", "make && ./%s"},
             {"raylib/", "make && ./%s"},
             {"love/", "make && love ."},
             {"board/", "cat README.md"}};

static bool is_name(const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const size_t size = strlen(text);
    return size > 0 && size <= NAME_MAX_BYTES && text[0] != '-' && strspn(text, letters) == size;
}

static int read_options(new_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "sdl", .flag = &options->sdl},
        {.name = "raylib", .flag = &options->raylib},
        {.name = "love", .flag = &options->love},
        {.name = "board", .flag = &options->board},
        {.operand = &options->name, .missing = "no name", .surplus = "more than one name"},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    if (code != CLI_OPTIONS_READ) return code;
    if (options->sdl + options->raylib + options->love + options->board > 1)
        return cli_command_usage_error("new", "more than one type", NULL);
    if (!is_name(options->name))
        return cli_command_usage_error(
            "new", "a name has 1 to 40 letters, digits, - and _, and no - first", options->name);
    return CLI_OPTIONS_READ;
}

/* A line with the name in the place of @NAME@. */
static void put_line(FILE *out, const char *line, const char *name) {
    static const char mark[] = "@NAME@";
    for (const char *found; (found = strstr(line, mark)) != NULL; line = found + sizeof mark - 1)
        fprintf(out, "%.*s%s", (int)(found - line), line, name);
    fputs(line, out);
}

/* Files lie side by side in the new folder. */
static bool write_file(const cli_embedded *file, const char *name) {
    char path[NAME_MAX_BYTES + 64];
    const char *const base = strrchr(file->path, '/');
    snprintf(path, sizeof path, "%s/%s", name, base == NULL ? file->path : base + 1);
    FILE *out = cli_output_open(path, NULL);
    if (out == NULL) return false;
    for (uint32_t i = 0; file->lines[i] != NULL; i++)
        put_line(out, file->lines[i], name);
    return cli_output_close(out, NULL);
}

/* Whether a file is part of a type: boards have no sockets, and a README of their own; what is of
 * another language shares nothing. */
static bool is_part(const char *path, int type) {
    const char *const folder = types[type].folder;
    if (strncmp(path, folder, strlen(folder)) == 0) return true;
    if (strncmp(path, "game/", 5) != 0 || strcmp(folder, "love/") == 0) return false;
    return strcmp(folder, "board/") != 0 || strncmp(path, "game/game.", 10) == 0;
}

int cli_cmd_new(int argc, char **argv) {
    new_options options = {0};
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    const int type = options.board    ? 4
                     : options.love   ? 3
                     : options.raylib ? 2
                     : options.sdl    ? 1
                                      : 0;
    if (mkdir(options.name, 0777) != 0)
        return cli_command_file_error(options.name, strerror(errno));
    uint32_t count = 0;
    for (const cli_embedded *file = cli_embedded_files; file->path != NULL; file++) {
        if (!is_part(file->path, type)) continue;
        if (!write_file(file, options.name)) return CLI_EXIT_INPUT;
        count++;
    }
    printf("%s: %lu files; next: cd %s && ", options.name, (unsigned long)count, options.name);
    printf(types[type].next, options.name);
    putchar('\n');
    return cli_command_finish_output(CLI_EXIT_OK);
}
