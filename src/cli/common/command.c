/* command.c - messages and numbers, the same for all commands. */
#include "cli/common/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int cli_command_usage_error(const char *command, const char *reason, const char *detail) {
    const char *space = command[0] == 0 ? "" : " ";
    fprintf(stderr, "pawl:%s%s%s %s", space, command, command[0] == 0 ? "" : ":", reason);
    if (detail != NULL) fprintf(stderr, ": %s", detail);
    fprintf(stderr, " (see pawl%s%s --help)\n", space, command);
    return CLI_EXIT_INPUT;
}

int cli_command_file_error(const char *path, const char *reason) {
    fprintf(stderr, "pawl: %s: %s\n", path, reason);
    return CLI_EXIT_INPUT;
}

int cli_command_finish_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    return cli_command_file_error("standard output", strerror(errno));
}

int cli_command_show_help(const char *text) {
    puts(text);
    return cli_command_finish_output(CLI_EXIT_OK);
}

/* Letters to insert, delete or replace (Levenshtein 1966), row by row. Both at most 31 long. */
static size_t edit_distance(const char *a, const char *b) {
    size_t row[32];
    const size_t width = strlen(b);
    for (size_t j = 0; j <= width; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != 0; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[width];
}

const char *cli_command_nearest_name(const char *text, const char *const *names) {
    const char *nearest = NULL;
    size_t best = strlen(text) < 4 ? 2 : 3; /* a suggestion must share most of its letters */
    if (strlen(text) > 31) return NULL;
    for (; *names != NULL; names++) {
        const size_t distance = edit_distance(text, *names);
        if (distance < best) {
            best = distance;
            nearest = *names;
        }
    }
    return nearest;
}
