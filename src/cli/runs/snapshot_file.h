/* snapshot_file.h - snapshots in files. */
#ifndef PAWLI_CLI_SNAPSHOT_FILE_H
#define PAWLI_CLI_SNAPSHOT_FILE_H

#include <stdbool.h>

#include "pawl/snapshot.h"

/* Write a world; false after an error, which has been told. A null path: nothing to do. */
bool pawli_snapshot_write(const char *path, const pawl_world *world);

/* A world in malloc'ed memory, of at most so many MiB; terrain has no data. Null after an error,
 * which has been told; then *code is the exit code. */
pawl_world *pawli_snapshot_load(const char *path, uint64_t mib, int *code);

#endif
