/* snapshot_file.c - write and load snapshots. */
#include "cli/runs/snapshot_file.h"

#include <stdlib.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "pawl/state.h"

bool pawli_snapshot_write(const char *path, const pawl_world *world) {
    if (path == NULL) return true;
    const uint32_t size = pawl_snapshot_size(world);
    uint32_t used = 0;
    uint8_t *bytes = pawli_allocate(size);
    const pawl_status status = pawl_world_encode(world, bytes, size, &used);
    if (status != PAWL_OK) pawli_file_error(path, pawl_status_text(status));
    const bool good = status == PAWL_OK && pawli_file_write(path, bytes, used);
    free(bytes);
    return good;
}

pawl_world *pawli_snapshot_load(const char *path, uint64_t mib, int *code) {
    pawli_file file;
    pawl_snapshot_info info;
    char reason[PAWLI_REASON_MAX];
    void *buffer = NULL;
    pawl_world *world = NULL;
    if (!pawli_file_read(path, (size_t)mib * PAWLI_MIB, &file, reason)) {
        *code = pawli_file_error(path, reason);
        return NULL;
    }
    pawl_status status = pawl_snapshot_read(file.bytes, file.size, &info);
    if (status == PAWL_OK) {
        const uint32_t size = pawl_world_size(&info.def);
        status = size / PAWLI_MIB >= mib ? PAWL_ERR_LIMIT : PAWL_OK;
        if (status == PAWL_OK) {
            buffer = pawli_allocate(size);
            status = pawl_world_decode(file.bytes, file.size, buffer, size, &world);
        }
        if (status == PAWL_OK && pawl_world_hash(world) != info.hash) status = PAWL_ERR_FORMAT;
    }
    free(file.bytes);
    if (status == PAWL_OK) return world;
    free(buffer);
    pawli_file_error(path, pawl_status_text(status));
    *code = status == PAWL_ERR_VERSION ? PAWLI_EXIT_VERSION : PAWLI_EXIT_INPUT;
    return NULL;
}
