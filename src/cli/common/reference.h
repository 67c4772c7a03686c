/* reference.h - files that another file refers to: a tileset of a map. */
#ifndef CLI_REFERENCE_H
#define CLI_REFERENCE_H

#include "cli/common/file.h"

/* Read the file at `path`, to which the one at `from` refers. It must lie in the folder of that
 * file or below, where links end counting, unless --allow-outside was given. False after an error,
 * with the reason. */
bool cli_reference_read(const char *from, const char *path, cli_file *out,
                        char reason[CLI_REASON_MAX]);

#endif
