/* file.h - whole files in memory. */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define CLI_MIB ((size_t)1024 * 1024)
#define CLI_REASON_MAX 80

typedef struct cli_file {
    uint8_t *bytes; /* with a 0 behind them; free() it */
    size_t size;
} cli_file;

/* Read a file of at most so many bytes; "-" is standard input, which may be read more than once.
 * The size of a file is looked at before anything is read. Devices, sockets and pipes with a name,
 * which may never end or begin, are refused. False after an error, with the reason. */
bool cli_file_read(const char *path, size_t limit, cli_file *out, char reason[CLI_REASON_MAX]);

/* The same for a scene, a map or what it refers to, with the limit of the command line. */
bool cli_file_read_limited(const char *path, cli_file *out, char reason[CLI_REASON_MAX]);

/* The same for what reads line by line, but for standard input. Null after an error. */
FILE *cli_file_open(const char *path, char reason[CLI_REASON_MAX]);

/* The first bytes of a file, to see what it is. The reader that comes later finds it as it was, so
 * nothing is taken from a pipe. Returns how many; 0 after an error, which the reader tells. */
size_t cli_file_peek(const char *path, void *bytes, size_t size);

bool cli_file_is_stdin(const char *path);

/* Whether this is a file that the program has read. */
struct stat;
bool cli_file_is_input(const struct stat *about);

/* What a file is by its first bytes, for a reader that does not take it: "a replay: pawl replay
 * plays it"; null when it is nothing known. A reader that takes text does not ask about that. */
const char *cli_file_other_type(const cli_file *file, bool takes_text);

#endif
