/* cmd_bake.c - pawl bake: the level of a scene as a block of bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/scene/level_block.h"
#include "cli/common/options.h"
#include "cli/common/output.h"
#include "cli/scene/scene_load.h"

#define NAME_MAX_LENGTH 60u
#define PLAYER_TEXT_MAX 80u

static const char help[] =
    "usage: pawl bake FILE OUT [OPTION]...\n"
    "\n"
    "Builds the level of a scene (docs/format-scene.md) or of a map of Tiled (docs/tiled.md), "
    "with\n"
    "the walls inflated by the player's shape, and writes it as one block of bytes that\n"
    "pawl_level_open uses in place (docs/levels.md). The same file gives the same bytes on every\n"
    "machine. The result is one line on stdout:\n"
    "  vertices=120 triangles=234 regions=3 cells=4 parts=31 bytes=4360 bytes_per_vertex=36.3 "
    "hash=0123abcd\n"
    "\n"
    "  --conservative  inflate by a raw unit more: rounding never lets anybody into a wall\n"
    "  --level NAME    one level of a project of LDtk (docs/ldtk.md), or one of its worlds\n"
    "  --player SHAPE  instead of the file's: \"box W H\", \"diamond W H\" or \"point\"\n"
    "  --c NAME        write a C source instead: static const uint8_t NAME[], aligned, to be\n"
    "                  included where it is used, so that it lies in flash\n" CLI_MAP_HELP
    "  --json          print JSON instead of the line\n"
    "  --help          this text\n"
    "\n"
    "`pawl info OUT` looks at all of a block and tells what is in it.";

typedef struct bake_options {
    const char *file, *output, *walker, *name, *level;
    bool conservative, json;
    cli_map_options map;
} bake_options;

static bool is_identifier(const char *text) {
    if (text[0] == 0 || strlen(text) > NAME_MAX_LENGTH) return false;
    if (text[0] >= '0' && text[0] <= '9') return false;
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
           strlen(text);
}

static int read_options(bake_options *options, int argc, char **argv) {
    static const char needed[] = "two files are needed: what to build, what to write";
    const cli_option table[] = {
        {.name = "conservative", .flag = &options->conservative},
        {.name = "player", .text = &options->walker},
        {.name = "c", .text = &options->name},
        {.name = "level", .text = &options->level},
        {.name = "json", .flag = &options->json},
        CLI_MAP_ROWS(options->map),
        {.operand = &options->file, .missing = needed},
        {.operand = &options->output, .missing = needed},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    if (code != CLI_OPTIONS_READ) return code;
    if (options->name != NULL && !is_identifier(options->name)) {
        return cli_command_usage_error("bake", "no name in C", options->name);
    }
    return CLI_OPTIONS_READ;
}

/* ---- the shape of --player ---- */

/* A positive number of at most 1024 units, halved; 0 when it is none. */
static pawl_fx take_half(const char *word) {
    pawl_fx value = 0;
    if (word == NULL || pawl_fx_parse(word, strlen(word), &value) != PAWL_OK) return 0;
    return value < 2 || value > PAWL_FX(1024, 0, 1) ? 0 : value / 2;
}

/* Counter-clockwise; the number of points, 0 when the text makes no sense. */
static uint32_t read_walker(const char *text, pawl_vec2 out[4]) {
    char copy[PLAYER_TEXT_MAX];
    if (strlen(text) >= sizeof copy) return 0;
    strcpy(copy, text);
    const char *const type = strtok(copy, " ");
    if (type == NULL) return 0;
    if (strcmp(type, "point") == 0 && strtok(NULL, " ") == NULL) {
        out[0] = pawl_vec2_make(0, 0);
        return 1;
    }
    const bool is_box = strcmp(type, "box") == 0;
    if (!is_box && strcmp(type, "diamond") != 0) return 0;
    const pawl_fx x = take_half(strtok(NULL, " ")), y = take_half(strtok(NULL, " "));
    if (x == 0 || y == 0 || strtok(NULL, " ") != NULL) return 0;
    out[0] = is_box ? pawl_vec2_make(-x, -y) : pawl_vec2_make(0, -y);
    out[1] = is_box ? pawl_vec2_make(x, -y) : pawl_vec2_make(x, 0);
    out[2] = is_box ? pawl_vec2_make(x, y) : pawl_vec2_make(0, y);
    out[3] = is_box ? pawl_vec2_make(-x, y) : pawl_vec2_make(-x, 0);
    return 4;
}

/* ---- output ---- */

/* Bytes in rows, aligned as pawl_level_open wants it, in C11 and in C++11. */
static bool write_c(const bake_options *options, const cli_level_block *block) {
    FILE *const file = cli_output_open(options->output, NULL);
    if (file == NULL) return false;
    fprintf(file,
            "/* A level for pawl_level_open(%s, sizeof %s, &level), made by pawl bake. */\n"
            "#include <stdint.h>\n"
            "#ifdef __cplusplus\n"
            "alignas(4)\n"
            "#else\n"
            "_Alignas(4)\n"
            "#endif\n"
            "static const uint8_t %s[%lu] = {",
            options->name, options->name, options->name, (unsigned long)block->size);
    for (uint32_t i = 0; i < block->size; i++)
        fprintf(file, "%s0x%02x,", i % 16 == 0 ? "\n    " : " ", block->bytes[i]);
    fputs("\n};\n", file);
    return cli_output_close(file, NULL);
}

static void print_result(const bake_options *options, const cli_level_block *block) {
    const pawl_level_report *const report = &block->report;
    const unsigned long tenths =
        (unsigned long)(((uint64_t)block->size * 10 + report->vertices / 2) / report->vertices);
    printf(options->json
               ? "{\"vertices\": %lu, \"triangles\": %lu, \"regions\": %lu, \"cells\": %lu, "
                 "\"parts\": %lu, \"bytes\": %lu, \"bytes_per_vertex\": %lu.%lu, "
                 "\"hash\": \"%08lx\"}\n"
               : "vertices=%lu triangles=%lu regions=%lu cells=%lu parts=%lu bytes=%lu "
                 "bytes_per_vertex=%lu.%lu hash=%08lx\n",
           (unsigned long)report->vertices, (unsigned long)report->triangles,
           (unsigned long)block->level.region_count, (unsigned long)block->level.cell_count,
           (unsigned long)report->parts, (unsigned long)block->size, tenths / 10, tenths % 10,
           (unsigned long)cli_level_block_hash(block));
}

static int bake(const bake_options *options, const cli_scene_level *scene) {
    pawl_level_def def = cli_level_def(scene);
    pawl_vec2 walker[4];
    cli_level_block block;
    def.conservative = def.conservative || options->conservative;
    if (options->walker != NULL) {
        def.walker_points = walker;
        def.walker_point_count = read_walker(options->walker, walker);
        if (def.walker_point_count == 0) {
            return cli_command_usage_error("bake", "no player's shape", options->walker);
        }
    }
    if (!cli_level_block_build(options->file, stderr, scene, &def, &block)) return CLI_EXIT_INPUT;
    const bool good = options->name != NULL
                          ? write_c(options, &block)
                          : cli_output_write(options->output, block.bytes, block.size, NULL);
    if (good) print_result(options, &block);
    cli_level_block_free(&block);
    return good ? cli_command_finish_output(CLI_EXIT_OK) : CLI_EXIT_INPUT;
}

int cli_cmd_bake(int argc, char **argv) {
    bake_options options = {.file = NULL};
    cli_scene scene;
    char part[CLI_PART_MAX];
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    const cli_scene_room none = {0, 0, 0, 0, 0};
    options.file = cli_options_part(part, options.file, options.level);
    if (!cli_scene_load_with(options.file, stderr, none, &options.map, &scene))
        return CLI_EXIT_INPUT;
    const int code = scene.level == NULL
                         ? cli_command_file_error(options.file, "the scene has no level")
                         : bake(&options, scene.level);
    cli_scene_load_free(&scene);
    return code;
}
