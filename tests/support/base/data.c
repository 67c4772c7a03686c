/* data.c - where the data of others are. */
#include "support/base/data.h"

#include <stdio.h>
#include <stdlib.h>

const char *data_path(const char *name) {
    static char path[1024];
    const char *const folder = getenv("PAWL_DATA");
    if (folder == NULL || folder[0] == '\0') {
        printf("skipped: PAWL_DATA does not tell where %s is\n", name);
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}
