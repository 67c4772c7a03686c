/* cmd_import.c - pawl import: a map of Tiled or a project of LDtk as a scene. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "cli/common/options.h"
#include "cli/common/output.h"
#include "cli/tiled/tiled_import.h"

static const char help[] =
    "usage: pawl import MAP OUT [OPTION]...\n"
    "       pawl import MAP ROLES --guess\n"
    "\n"
    "Writes a map of the Tiled editor (.tmx, .tmj, .json) or a project of LDtk (.ldtk) as a scene\n"
    "(docs/format-scene.md); to stdout when OUT is \"-\". What becomes what is told in "
    "docs/tiled.md\n"
    "and docs/ldtk.md. What is left out is named on stderr. The result is two lines on stdout, or "
    "on stderr when the scene goes to stdout:\n"
    "  map: tilesets=1 tile_layers=1 tiles=310 object_layers=2 objects=14 image_layers=0\n"
    "  scene: bodies=9 dynamic=4 shapes=12 polygons=21 regions=3 player=yes left_out=2 warnings=0\n"
    "\n"
    "  --guess         write what is guessed of layers and objects to ROLES, for "
    "--roles\n" CLI_MAP_HELP
    "  --level NAME    one level of a project of LDtk, or one of its worlds\n"
    "  --strict        what is left out is an error, not a note or a warning\n"
    "  --help          this text";

typedef struct import_options {
    const char *map, *output, *level;
    bool guess;
    cli_map_options choice;
} import_options;

static int read_options(import_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "strict", .flag = &options->choice.strict},
        {.name = "guess", .flag = &options->guess},
        {.name = "level", .text = &options->level},
        CLI_MAP_ROWS(options->choice),
        {.operand = &options->map, .missing = "no map"},
        {.operand = &options->output,
         .missing = "no name for the scene",
         .surplus = "more than a map and a scene"},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

static void print_result(const cli_tiled_result *result) {
    const cli_tiled_counts *read = &result->read;
    printf("map: tilesets=%lu tile_layers=%lu tiles=%lu object_layers=%lu objects=%lu "
           "image_layers=%lu\n",
           (unsigned long)read->tilesets, (unsigned long)read->tile_layers,
           (unsigned long)read->tiles, (unsigned long)read->object_layers,
           (unsigned long)read->objects, (unsigned long)read->image_layers);
    printf("scene: bodies=%lu dynamic=%lu shapes=%lu polygons=%lu regions=%lu player=%s "
           "left_out=%lu warnings=%lu\n",
           (unsigned long)(result->bodies[0] + result->bodies[1] + result->bodies[2]),
           (unsigned long)result->bodies[PAWL_DYNAMIC], (unsigned long)result->shapes,
           (unsigned long)result->polygons, (unsigned long)result->regions,
           result->has_walker ? "yes" : "no", (unsigned long)result->left_out,
           (unsigned long)result->warnings);
}

int cli_cmd_import(int argc, char **argv) {
    import_options options = {.map = NULL};
    cli_tiled_result result;
    cli_file scene;
    char part[CLI_PART_MAX];
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    char *roles = NULL;
    size_t roles_size = 0;
    FILE *roles_file = options.guess ? cli_heap_open_text(&roles, &roles_size) : NULL;
    options.map = cli_options_part(part, options.map, options.level);
    const bool is_loaded =
        cli_scene_load_import(options.map, stderr, &options.choice, roles_file, &scene, &result);
    if (roles_file != NULL && fclose(roles_file) != 0) cli_heap_out_of_memory();
    if (!is_loaded) {
        free(roles);
        return CLI_EXIT_INPUT;
    }
    if (options.guess) {
        free(scene.bytes);
        scene.bytes = (uint8_t *)roles;
        scene.size = roles_size;
    }
    const bool good = cli_output_write(options.output, scene.bytes, scene.size, NULL);
    free(scene.bytes);
    if (!good) return CLI_EXIT_INPUT;
    print_result(&result);
    return cli_command_finish_output(CLI_EXIT_OK);
}
