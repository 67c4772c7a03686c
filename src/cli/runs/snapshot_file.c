/* snapshot_file.c - write and load snapshots. */
#include "cli/runs/snapshot_file.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "cli/common/output.h"
#include "pawl/state.h"

bool cli_snapshot_file_write(const char *path, const pawl_world *world) {
    if (path == NULL) return true;
    const size_t size = pawl_world_encode_size(world);
    size_t used = 0;
    uint8_t *bytes = cli_heap_allocate(size);
    const pawl_status status = pawl_world_encode(world, bytes, size, &used);
    if (status != PAWL_OK) cli_command_file_error(path, pawl_status_text(status));
    const bool good = status == PAWL_OK && cli_output_write(path, bytes, used, NULL);
    free(bytes);
    return good;
}

pawl_world *cli_snapshot_file_load(const char *path, uint64_t mib, int *code) {
    cli_file file;
    pawl_snapshot_info info;
    char reason[CLI_REASON_MAX];
    void *buffer = NULL;
    pawl_world *world = NULL;
    if (!cli_file_read(path, (size_t)mib * CLI_MIB, &file, reason)) {
        *code = cli_command_file_error(path, reason);
        return NULL;
    }
    pawl_status status = pawl_snapshot_inspect(file.bytes, file.size, &info);
    if (status == PAWL_OK) {
        const size_t size = pawl_world_size(&info.def);
        status = size / CLI_MIB >= mib ? PAWL_ERR_LIMIT : PAWL_OK;
        if (status == PAWL_OK) {
            buffer = cli_heap_allocate(size);
            status = pawl_world_decode(file.bytes, file.size, buffer, size, &world);
        }
        if (status == PAWL_OK && pawl_world_hash(world) != info.hash) status = PAWL_ERR_FORMAT;
    }
    free(file.bytes);
    if (status == PAWL_OK) return world;
    free(buffer);
    if (status == PAWL_ERR_UNSUPPORTED) {
        char text[PAWL_FEATURES_TEXT_MAX], lacks[PAWL_FEATURES_TEXT_MAX + 20];
        (void)pawl_features_print(info.features & ~PAWL_FEATURES, text, sizeof text);
        snprintf(lacks, sizeof lacks, "this build lacks: %s", text);
        cli_command_file_error(path, lacks);
    } else {
        cli_command_file_error(path, pawl_status_text(status));
    }
    *code = status == PAWL_ERR_VERSION ? CLI_EXIT_VERSION : CLI_EXIT_INPUT;
    return NULL;
}
