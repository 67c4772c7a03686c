/* level_block.h - blocks of baked levels: built from scenes, or read from files. */
#ifndef CLI_LEVEL_BLOCK_H
#define CLI_LEVEL_BLOCK_H

#include "cli/common/file.h"
#include "cli/scene/scene_level.h"
#include "pawl/level.h"

typedef struct cli_level_block {
    uint8_t *bytes; /* malloc'ed; null: none */
    uint32_t size;
    pawl_level level;         /* refers to the bytes */
    pawl_level_report report; /* of the build; zero for a block from a file */
} cli_level_block;

/* Build the level of a scene file with a def from cli_level_def(). Limits of the def that turn
 * out too low are raised as long as memory lasts. False after an error, which has been reported to
 * `log` (null: nowhere) as "pawl: FILE:LINE: level, polygon N: reason", or without line and
 * polygon. */
bool cli_level_block_build(const char *path, FILE *log, const cli_scene_level *scene,
                           const pawl_level_def *def, cli_level_block *out);

/* The same for a point, so that the walls are where they were drawn: for pictures. */
bool cli_level_block_build_drawn(const char *path, FILE *log, const cli_scene_level *scene,
                                 cli_level_block *out);

/* Whether a file begins like a baked level. */
bool cli_level_block_is_in(const cli_file *file);
bool cli_level_block_is_at(const char *path);

/* Read a baked level and look at all of it. Returns an exit code; errors have been reported. */
int cli_level_block_read(const char *path, cli_level_block *out);

void cli_level_block_free(cli_level_block *block);

/* XXH32 of the bytes. */
uint32_t cli_level_block_hash(const cli_level_block *block);

/* pawl info of such a file; info_level.c. Returns an exit code; errors have been reported. */
int cli_info_level(const char *path, bool is_json);

/* How many triangles a closed wall holds. */
uint32_t cli_level_block_solid_count(const pawl_level *level, const pawl_gates *gates);

#endif
