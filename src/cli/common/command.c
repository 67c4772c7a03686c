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
