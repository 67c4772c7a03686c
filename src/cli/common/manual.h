/* manual.h - completions for shells and the manual page, made from the tables of the commands.
 *
 * While one is made, each command is called without arguments; instead of reading a command line,
 * cli_options_read hands over the help and the table that it would have read it by. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include <stdbool.h>

#include "cli/common/options.h"

typedef enum cli_manual_form {
    CLI_MANUAL_NONE = 0,
    CLI_MANUAL_BASH,
    CLI_MANUAL_ZSH,
    CLI_MANUAL_PAGE /* for man, in the language of mandoc and groff */
} cli_manual_form;

/* Print the form of all commands to stdout. `names` ends with null, `summaries` goes with it; `run`
 * calls one of them without arguments; `help` is what `pawl --help` says. */
void cli_manual_print(cli_manual_form form, const char *const *names, const char *const *summaries,
                      int (*run)(int argc, char **argv), const char *help);

/* Whether a form is being made; then the command was printed, and has nothing else to do. */
bool cli_manual_take(const char *command, const char *help, const cli_option *table);

#endif
