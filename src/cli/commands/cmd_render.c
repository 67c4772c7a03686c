/* cmd_render.c - pawl render: a picture of a level, of a walk through it, and of paths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/canvas.h"
#include "cli/common/command.h"
#include "cli/runs/level_view.h"
#include "cli/common/options.h"
#include "cli/runs/pictures.h"

#define TICKS_MAX 1000000u

static const char help[] =
    "usage: pawl render FILE OUT.svg|OUT.png [OPTION]...\n"
    "\n"
    "Draws the level of a scene, of a map of Tiled, or of `pawl bake`: walls as they were drawn\n"
    "and inflated by the player's shape, the mesh, the walk of a script, and the paths from the\n"
    "spawn to the goals. One line on stdout for the level, for the walk and for each path:\n"
    "  level vertices=120 triangles=234 solid=130 regions=3 hash=0123abcd\n"
    "  walk ticks=600 player=12.5,1 ground=none contacts=210 places=0123abcd\n"
    "  path to=door corners=5 length=21.25 expanded=48\n"
    "The last number of a walk is a hash of every place on it, the same on every machine.\n"
    "\n"
    "  --show LIST     layers, with commas between: solid (inflated walls), level (as drawn),\n"
    "                  parts (convex, each inflated), mesh, outline, player, walk, path,\n"
    "                  corridor (triangles of the path); default: all but parts, mesh\n"
    "                  and corridor\n"
    "  --level NAME    one level of a project of LDtk (docs/ldtk.md), or one of its worlds\n"
    "  --script FILE   what the player does (docs/format-script.md)\n"
    "  --ticks N       how many steps to walk (default: with a script what the scene says, or\n"
    "                  600)\n"
    "  --from X,Y      where paths begin (default: the spawn)\n"
    "  --to X,Y        a goal (default: those of the scene); may be given several times\n"
    "  --open REGION   open a region for the picture and the paths: its name, or its number;\n"
    "                  may be given several times\n" CLI_MAP_HELP
    "  --width N       pixels, 64 to 4096 (default 640)\n"
    "  --help          this text";

typedef struct render_options {
    const char *file, *output, *show, *script, *from, *level;
    cli_option_list to, open;
    uint64_t ticks, width;
    bool has_ticks;
    cli_map_options map;
} render_options;

static bool has_ending(const char *path, const char *ending) {
    const size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

static int check_options(const render_options *options) {
    if (!has_ending(options->output, ".svg") && !has_ending(options->output, ".png")) {
        return cli_command_usage_error("render", "the picture's name ends with .svg or .png",
                                       options->output);
    }
    if (options->script != NULL && cli_level_block_is_at(options->file)) {
        return cli_command_usage_error(
            "render", "a baked level has no spawn: a script needs the scene", options->script);
    }
    return CLI_OPTIONS_READ;
}

static int read_options(render_options *options, int argc, char **argv) {
    static const char needed[] = "two files are needed: a level, and a picture to write";
    const cli_option table[] = {
        {.name = "show", .text = &options->show},
        {.name = "script", .text = &options->script},
        {.name = "level", .text = &options->level},
        {.name = "ticks",
         .number = &options->ticks,
         .high = TICKS_MAX,
         .is_given = &options->has_ticks},
        {.name = "from", .text = &options->from},
        {.name = "to", .list = &options->to},
        {.name = "open", .list = &options->open},
        CLI_MAP_ROWS(options->map),
        {.name = "width", .number = &options->width, .low = 64, .high = CLI_PICTURE_WIDTH_MAX},
        {.operand = &options->file, .missing = needed},
        {.operand = &options->output, .missing = needed},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    return code == CLI_OPTIONS_READ ? check_options(options) : code;
}

/* ---- values of options ---- */

static bool read_layers(const char *list, uint32_t *show) {
    static const char *const names[] = {"solid",  "level", "parts", "mesh",    "outline",
                                        "player", "walk",  "path",  "corridor"};
    if (list == NULL) {
        *show = CLI_SHOW_DEFAULT;
        return true;
    }
    for (*show = 0; *list != 0;) {
        const size_t length = strcspn(list, ",");
        uint32_t bit = 0;
        for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            if (strlen(names[i]) == length && strncmp(names[i], list, length) == 0) bit = 1u << i;
        }
        if (bit == 0) {
            cli_command_usage_error("render", "--show: unknown layer", list);
            return false;
        }
        *show |= bit;
        list += length;
        if (*list == ',') list++;
    }
    return true;
}

static bool read_point(const char *text, pawl_vec2 *out) {
    const size_t length = strcspn(text, ",");
    const char *const second = text + length + (text[length] == ',' ? 1 : 0);
    if (pawl_fx_parse(text, length, &out->x) == PAWL_OK &&
        pawl_fx_parse(second, strlen(second), &out->y) == PAWL_OK) {
        return true;
    }
    cli_command_usage_error("render", "not a point: X,Y", text);
    return false;
}

static bool read_region(const cli_level_view *job, const char *text, uint32_t *region) {
    uint64_t number = 0;
    *region = PAWL_LEVEL_REGIONS_MAX;
    if (job->scene != NULL) *region = cli_scene_level_find_region(job->scene, text);
    if (*region == PAWL_LEVEL_REGIONS_MAX &&
        cli_options_parse_number(text, 0, job->block->level.region_count - 1u, &number)) {
        *region = (uint32_t)number;
    }
    if (*region != PAWL_LEVEL_REGIONS_MAX && *region != 0) return true;
    cli_command_usage_error("render",
                            *region == 0 ? "--open: the ground neither opens nor closes"
                                         : "--open: there is no such region",
                            text);
    return false;
}

static bool open_regions(const render_options *options, cli_level_view *job) {
    for (uint32_t i = 0; i < options->open.count; i++) {
        uint32_t region = 0;
        if (!read_region(job, options->open.at[i], &region)) return false;
        pawl_gates_set_open(&job->gates, region, true);
    }
    return true;
}

/* ---- what is drawn ---- */

/* Without --to all goals of the scene. */
static bool find_paths(const render_options *options, cli_level_view *job) {
    pawl_vec2 from = {0, 0};
    const bool has_spawn = job->scene != NULL && job->scene->has_spawn;
    const uint32_t goals = job->scene == NULL ? 0 : job->scene->goal_count;
    if (options->to.count == 0 && (goals == 0 || (options->from == NULL && !has_spawn))) {
        return true;
    }
    if (options->from == NULL && !has_spawn) {
        cli_command_usage_error("render", "there is no spawn: --to needs --from", NULL);
        return false;
    }
    if (options->from != NULL && !read_point(options->from, &from)) return false;
    if (options->from == NULL) from = job->scene->spawn;
    for (uint32_t i = 0; i < options->to.count; i++) {
        cli_level_goal goal = {.name = options->to.at[i]};
        if (!read_point(goal.name, &goal.position)) return false;
        if (!cli_level_view_path(job, from, &goal)) return false;
    }
    for (uint32_t i = 0; options->to.count == 0 && i < goals; i++) {
        if (!cli_level_view_path(job, from, &job->scene->goals[i])) return false;
    }
    return true;
}

static bool write_picture(const char *path, const cli_drawing *drawing) {
    const char *reason = NULL;
    bool good = true;
    if (has_ending(path, ".svg")) {
        good = cli_svg_write(path, drawing, &reason);
    } else {
        cli_canvas canvas = cli_canvas_make(drawing->width, drawing->height);
        cli_canvas_paint(&canvas, drawing);
        good = cli_png_write(path, &canvas, &reason);
        cli_canvas_free(&canvas);
    }
    if (!good) cli_command_file_error(path, reason);
    return good;
}

static int render(const render_options *options) {
    cli_level_view job;
    int code = cli_level_view_open(options->file, options->script, &options->map, &job);
    if (code != CLI_EXIT_OK) return code;
    const uint64_t ticks = options->has_ticks        ? options->ticks
                           : options->script != NULL ? job.loaded.ticks
                                                     : 0;
    bool good = read_layers(options->show, &job.show) && open_regions(options, &job);
    good = good && cli_level_view_walk(&job, ticks) && find_paths(options, &job);
    if (good) {
        cli_level_view_draw(&job, (int32_t)options->width);
        good = write_picture(options->output, &job.drawing);
    }
    if (good) cli_level_view_print(&job);
    cli_level_view_close(&job);
    return good ? cli_command_finish_output(CLI_EXIT_OK) : CLI_EXIT_INPUT;
}

int cli_cmd_render(int argc, char **argv) {
    render_options options = {.width = 640};
    char part[CLI_PART_MAX];
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    options.file = cli_options_part(part, options.file, options.level);
    return render(&options);
}
