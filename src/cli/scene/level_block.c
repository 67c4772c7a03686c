/* level_block.c - build and read the bytes of levels. */
#include "cli/scene/level_block.h"

#include <stdlib.h>
#include <string.h>

#include "base/xxh32.h"
#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/common/limits.h"
#include "cli/common/progress.h"
#include "level/level_format.h"

#define SIZE_FIRST (64u * 1024u)
#define SIZE_MAX_MIB ((size_t)1024)
#define TRIES 6 /* segments, crossings, sets of regions, the block, and one to build */

/* ---- building ---- */

static void show_stage(void *context, pawl_level_stage stage, uint32_t done, uint32_t total) {
    static const char *const names[] = {"parts", "crossings", "mesh", "outline", "writing"};
    cli_progress_show(context, names[stage], done, total);
}

static void tell_failure(const char *path, FILE *log, const cli_scene_level *scene,
                         pawl_status status, const pawl_level_report *report) {
    if (log == NULL) return;
    const char *const reason = report->reason[0] == 0 ? pawl_status_text(status) : report->reason;
    const bool has_polygon = report->polygon < scene->polygon_count;
    const uint32_t line = has_polygon ? scene->polygon_lines[report->polygon] : 0;
    char where[40] = "", what[40] = "";
    if (line != 0) snprintf(where, sizeof where, ":%lu", (unsigned long)line);
    if (has_polygon) {
        snprintf(what, sizeof what, ", polygon %lu", (unsigned long)report->polygon);
    }
    if (strncmp(reason, "limits.", 7) == 0) {
        char hint[CLI_LIMITS_HINT_MAX];
        fprintf(log, "pawl: %s%s: level%s: walls of more than %llu pieces %s\n", path, where, what,
                (unsigned long long)cli_limits_get(CLI_LIMIT_EDGES),
                cli_limits_hint(CLI_LIMIT_EDGES, hint));
        return;
    }
    fprintf(log, "pawl: %s%s: level%s: %s\n", path, where, what, reason);
}

/* After a limit was met: whether there is a higher one to try. The report says how much is needed;
 * no more than the limit of the command line is given. */
static bool raise_limits(const pawl_level_report *report, pawl_level_def *def, uint32_t *capacity) {
    const uint32_t most = (uint32_t)cli_limits_get(CLI_LIMIT_EDGES);
    pawl_polygon_limits needed = report->needed;
    if (strncmp(report->reason, "out:", 4) == 0 && report->size > *capacity) {
        *capacity = report->size;
        return true;
    }
    if (needed.segments == 0 || report->needed_cells == 0) return false;
    /* Pieces that lie on each other take room once only: so many may do. */
    if (needed.edges > most) needed.edges = most;
    if (needed.segments > most || needed.vertices > most) return false;
    if (def->limits.edges == most && def->cells == report->needed_cells) return false;
    def->limits = needed;
    def->cells = report->needed_cells;
    return true;
}

/* One try; the memory is the build's alone. */
static pawl_status build_once(const pawl_level_def *def, const pawl_level_progress *progress,
                              uint32_t capacity, cli_level_block *out) {
    const size_t size = pawl_level_build_size(def);
    void *const memory = cli_heap_allocate(size > 0 ? size : 8); /* 0: the build says why */
    out->bytes = cli_heap_reallocate(out->bytes, capacity);
    const pawl_status status =
        pawl_level_build(def, memory, size, progress, out->bytes, capacity, &out->report);
    free(memory);
    return status;
}

/* A limit, or the block. */
static bool is_too_small(pawl_status status) {
    return status == PAWL_ERR_CAPACITY || status == PAWL_ERR_MEMORY;
}

bool cli_level_block_build(const char *path, FILE *log, const cli_scene_level *scene,
                           const pawl_level_def *wanted, cli_level_block *out) {
    pawl_level_def def = *wanted;
    cli_progress line = cli_progress_start();
    const pawl_level_progress progress = {show_stage, &line};
    uint32_t capacity = SIZE_FIRST;
    memset(out, 0, sizeof *out);
    pawl_status status = PAWL_ERR_CAPACITY;
    for (int i = 0; i < TRIES && is_too_small(status); i++) {
        status = build_once(&def, &progress, capacity, out);
        if (is_too_small(status) && !raise_limits(&out->report, &def, &capacity)) break;
    }
    cli_progress_end(&line);
    if (status == PAWL_OK) {
        out->size = out->report.size;
        status = pawl_level_open(out->bytes, out->size, &out->level);
    }
    if (status == PAWL_OK) return true;
    tell_failure(path, log, scene, status, &out->report);
    cli_level_block_free(out);
    return false;
}

bool cli_level_block_build_drawn(const char *path, FILE *log, const cli_scene_level *scene,
                                 cli_level_block *out) {
    pawl_level_def def = cli_level_def(scene);
    def.walker_points = NULL;
    def.walker_point_count = 0;
    def.conservative = false;
    return cli_level_block_build(path, log, scene, &def, out);
}

/* ---- files ---- */

bool cli_level_block_is_in(const cli_file *file) {
    return file->size >= PAWLI_LEVEL_MAGIC_SIZE &&
           memcmp(file->bytes, PAWLI_LEVEL_MAGIC, PAWLI_LEVEL_MAGIC_SIZE) == 0;
}

/* Only of regular files: a pipe can be read but once. */
bool cli_level_block_is_at(const char *path) {
    uint8_t bytes[PAWLI_LEVEL_MAGIC_SIZE];
    const cli_file start = {bytes, cli_file_peek(path, bytes, sizeof bytes)};
    return cli_level_block_is_in(&start);
}

int cli_level_block_read(const char *path, cli_level_block *out) {
    cli_file file;
    char reason[CLI_REASON_MAX];
    memset(out, 0, sizeof *out);
    if (!cli_file_read(path, SIZE_MAX_MIB * CLI_MIB, &file, reason)) {
        return cli_command_file_error(path, reason);
    }
    out->bytes = file.bytes;
    out->size = (uint32_t)file.size;
    const pawl_status status = pawl_level_open(out->bytes, out->size, &out->level);
    if (status == PAWL_OK) return CLI_EXIT_OK;
    cli_level_block_free(out);
    cli_command_file_error(path, pawl_status_text(status));
    return status == PAWL_ERR_VERSION ? CLI_EXIT_VERSION : CLI_EXIT_INPUT;
}

void cli_level_block_free(cli_level_block *block) {
    free(block->bytes);
    block->bytes = NULL;
}

uint32_t cli_level_block_hash(const cli_level_block *block) {
    return pawli_xxh32_bytes(block->bytes, block->size, 0);
}

uint32_t cli_level_block_solid_count(const pawl_level *level, const pawl_gates *gates) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->triangle_count; i++)
        count += pawl_level_is_solid(level, gates, i) ? 1u : 0u;
    return count;
}
