/* reference.c - files that a map names: a map from elsewhere shall not read what it likes. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/common/reference.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/common/limits.h"

/* The folder of a file, with all links followed and a slash at its end; null after an error. */
static char *folder_of(const char *from) {
    const char *const slash = cli_file_is_stdin(from) ? NULL : strrchr(from, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - from) + 1;
    char *const name = cli_heap_allocate(length + 2);
    memcpy(name, from, length);
    strcpy(name + length, "."); /* "maps/." is the folder itself, also when it is a link */
    char *const folder = realpath(name, NULL);
    free(name);
    if (folder == NULL) return NULL;
    const size_t size = strlen(folder);
    char *const whole = cli_heap_reallocate(folder, size + 2);
    if (whole[size - 1] != '/') strcpy(whole + size, "/");
    return whole;
}

bool cli_reference_read(const char *from, const char *path, cli_file *out,
                        char reason[CLI_REASON_MAX]) {
    char *const target = realpath(path, NULL);
    char *const folder = target == NULL ? NULL : folder_of(from);
    bool good = false;
    if (folder == NULL) {
        snprintf(reason, CLI_REASON_MAX, "%s", strerror(errno));
    } else if (strncmp(target, folder, strlen(folder)) != 0 && !cli_limits_is_outside_allowed()) {
        snprintf(reason, CLI_REASON_MAX,
                 "outside of the map's folder (--allow-outside permits it)");
    } else {
        good = cli_file_read_limited(target, out, reason);
    }
    free(target);
    free(folder);
    return good;
}
