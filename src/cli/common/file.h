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

/* Read a file, a device or a pipe of at most so many bytes. The size of a file is looked at before
 * anything is read. False after an error, with the reason. */
bool cli_file_read(const char *path, size_t limit, cli_file *out, char reason[CLI_REASON_MAX]);

/* Write all of it; false after an error, which has been reported. */
bool cli_file_write(const char *path, const void *bytes, size_t size);

/* Make an empty file; null after an error, which has been reported. */
FILE *cli_file_create(const char *path);
/* Take away what was not finished; devices and pipes stay. */
void cli_file_discard(const char *path);
/* Close it; false after an error, which has been reported: this one, or one before. */
bool cli_file_close(FILE *file, const char *path);

#endif
