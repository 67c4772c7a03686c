/* snapshot_file.h - snapshots in files. */
#ifndef CLI_SNAPSHOT_FILE_H
#define CLI_SNAPSHOT_FILE_H

#include <stdbool.h>

#include "pawl/snapshot.h"

/* Write a world; false after an error, which has been reported. A null path: nothing to do. */
bool cli_snapshot_file_write(const char *path, const pawl_world *world);

/* A world in malloc'ed memory, of at most so many MiB; terrain has no data. Null after an error,
 * which has been reported; then *code is the exit code. */
pawl_world *cli_snapshot_file_load(const char *path, uint64_t mib, int *code);

#endif
