/* level_block.h - blocks of baked levels: built from scenes, or read from files. */
#ifndef PAWLI_CLI_LEVEL_BLOCK_H
#define PAWLI_CLI_LEVEL_BLOCK_H

#include "cli/common/file.h"
#include "cli/scene/scene_level.h"
#include "pawl/walker.h"

typedef struct pawli_level_block {
    uint8_t *bytes; /* malloc'ed; null: none */
    uint32_t size;
    pawl_level level;         /* refers to the bytes */
    pawl_level_report report; /* of the build; zero for a block from a file */
} pawli_level_block;

/* Build the level of a scene file with a def from pawli_level_def(). Limits of the def that turn
 * out too low are raised as long as memory lasts. False after an error, which has been told to
 * `log` (null: nowhere) as "pawl: FILE:LINE: level, polygon N: reason", or without line and
 * polygon. */
bool pawli_level_block_build(const char *path, FILE *log, const pawli_scene_level *scene,
                             const pawl_level_def *def, pawli_level_block *out);

/* The same for a point, so that the walls are where they were drawn: for pictures. */
bool pawli_level_block_build_drawn(const char *path, FILE *log, const pawli_scene_level *scene,
                                   pawli_level_block *out);

/* Whether a file begins like a baked level. */
bool pawli_looks_like_level(const pawli_file *file);
bool pawli_path_is_level(const char *path);

/* Read a baked level and look at all of it. Returns an exit code; errors have been told. */
int pawli_level_block_read(const char *path, pawli_level_block *out);

void pawli_level_block_free(pawli_level_block *block);

/* XXH32 of the bytes. */
uint32_t pawli_level_block_hash(const pawli_level_block *block);

/* pawl info of such a file; info_level.c. Returns an exit code; errors have been told. */
int pawli_info_level(const char *path, bool is_json);

/* How many triangles a closed wall holds. */
uint32_t pawli_level_solid_count(const pawl_level *level, const pawl_gates *gates);

#endif
