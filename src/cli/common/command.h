/* command.h - what main.c and the commands share. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

/* Exit codes of every command. */
#define CLI_EXIT_OK 0
#define CLI_EXIT_FAILED 1  /* a check failed, or two runs diverged */
#define CLI_EXIT_INPUT 2   /* malformed input, usage, or a file that cannot be read or written */
#define CLI_EXIT_VERSION 3 /* written by another version */

/* argv[0] is the name of the command. Each returns an exit code. */
int cli_cmd_bake(int argc, char **argv);
int cli_cmd_bench(int argc, char **argv);
int cli_cmd_bisect(int argc, char **argv);
int cli_cmd_cut(int argc, char **argv);
int cli_cmd_log(int argc, char **argv);
int cli_cmd_diff(int argc, char **argv);
int cli_cmd_film(int argc, char **argv);
int cli_cmd_fuzznet(int argc, char **argv);
int cli_cmd_hash(int argc, char **argv);
int cli_cmd_netplay_host(int argc, char **argv);
int cli_cmd_import(int argc, char **argv);
int cli_cmd_info(int argc, char **argv);
int cli_cmd_netplay_join(int argc, char **argv);
int cli_cmd_net(int argc, char **argv);
int cli_cmd_new(int argc, char **argv);
int cli_cmd_record(int argc, char **argv);
int cli_cmd_render(int argc, char **argv);
int cli_cmd_replay(int argc, char **argv);
int cli_cmd_run(int argc, char **argv);
int cli_cmd_snapshot(int argc, char **argv);
int cli_cmd_synctest(int argc, char **argv);
int cli_cmd_verify(int argc, char **argv);
int cli_cmd_view(int argc, char **argv);

/* "pawl: COMMAND: reason: detail" on stderr, with a pointer to the help text; detail may be null.
 * Returns CLI_EXIT_INPUT. */
int cli_command_usage_error(const char *command, const char *reason, const char *detail);

/* "pawl: FILE: reason" on stderr; returns CLI_EXIT_INPUT. */
int cli_command_file_error(const char *path, const char *reason);

/* The answer to --help; returns an exit code. */
int cli_command_show_help(const char *text);

/* The name nearest to a misspelt one in a list that ends with null; null when none is near. */
const char *cli_command_nearest_name(const char *text, const char *const *names);

/* After the last line on stdout: whether all of it was written. Returns code, or
 * CLI_EXIT_INPUT after saying what is wrong. */
int cli_command_finish_output(int code);

#endif
