/* file.h - whole files in memory. */
#ifndef PAWLI_CLI_FILE_H
#define PAWLI_CLI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PAWLI_MIB ((size_t)1024 * 1024)
#define PAWLI_REASON_MAX 80

typedef struct pawli_file {
    uint8_t *bytes; /* with a 0 behind them; free() it */
    size_t size;
} pawli_file;

/* Read a file, a device or a pipe of at most so many bytes. The size of a file is looked at before
 * anything is read. False after an error, with the reason. */
bool pawli_file_read(const char *path, size_t limit, pawli_file *out,
                     char reason[PAWLI_REASON_MAX]);

/* Write all of it; false after an error, which has been told. */
bool pawli_file_write(const char *path, const void *bytes, size_t size);

/* Make an empty file; null after an error, which has been told. */
FILE *pawli_file_create(const char *path);
/* Take away what was not finished; devices and pipes stay. */
void pawli_file_discard(const char *path);
/* Close it; false after an error, which has been told: this one, or one before. */
bool pawli_file_close(FILE *file, const char *path);

#endif
