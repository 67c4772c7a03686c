/* pictures.c - what to draw at which tick of a run. */
#include "cli/runs/pictures.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/draw/drawing_world.h"
#include "cli/draw/drawing_level.h"
#include "cli/runs/walker.h"

#define GIF_RATE 20u /* frames per second, about */

static bool has_picture(const cli_picture_options *options) {
    return options->svg != NULL || options->png != NULL || options->gif != NULL;
}

uint32_t cli_pictures_gif_rate(uint32_t numerator, uint32_t denominator, int *delay) {
    const uint64_t rounded = ((uint64_t)numerator / denominator + GIF_RATE / 2) / GIF_RATE;
    const uint32_t every = rounded > 0 ? (uint32_t)rounded : 1u;
    *delay = (int)((100 * (uint64_t)every * denominator + numerator / 2) / numerator);
    return every;
}

bool cli_pictures_start(cli_pictures *pictures, const cli_picture_options *options,
                        const cli_scene *scene, uint64_t frame, uint64_t last) {
    const char *reason = NULL;
    memset(pictures, 0, sizeof *pictures);
    pictures->options = options;
    pictures->frame = frame;
    pictures->last = last;
    if (options->film != NULL && !cli_film_file_create(&pictures->film, options->film, scene)) {
        return false;
    }
    if (!has_picture(options)) return true;
    pictures->view = cli_drawing_world_view(scene, (int32_t)options->width);
    pictures->canvas = cli_canvas_make(pictures->view.width, pictures->view.height);
    if (options->gif == NULL) return true;

    pictures->gif_every = cli_pictures_gif_rate(scene->def.rate_numerator,
                                                scene->def.rate_denominator, &pictures->gif_delay);
    pictures->gif =
        cli_gif_open(options->gif, pictures->view.width, pictures->view.height, &reason);
    if (pictures->gif == NULL) cli_command_file_error(options->gif, reason);
    return pictures->gif != NULL;
}

static void draw(cli_pictures *pictures, const cli_scene *scene) {
    cli_drawing_world_add_scene(scene, &pictures->view, &pictures->drawing);
    if (pictures->walker != NULL && pictures->walker->path != NULL) {
        cli_walker_draw(pictures->walker, &pictures->view, &pictures->drawing);
    } else {
        cli_drawing_level_add_scene(scene, &pictures->view, &pictures->drawing);
    }
}

static bool add_gif_frame(cli_pictures *pictures, const cli_scene *scene, uint64_t tick) {
    const char *reason = NULL;
    if (pictures->gif == NULL || tick % pictures->gif_every != 0) return true;
    const bool last = pictures->last - tick < pictures->gif_every;
    draw(pictures, scene);
    cli_canvas_paint(&pictures->canvas, &pictures->drawing);
    if (cli_gif_add(pictures->gif, &pictures->canvas,
                    last ? CLI_GIF_LAST_DELAY : pictures->gif_delay, &reason)) {
        return true;
    }
    cli_command_file_error(pictures->options->gif, reason);
    return false;
}

static bool write_stills(cli_pictures *pictures, const cli_scene *scene, uint64_t tick) {
    const cli_picture_options *options = pictures->options;
    const char *reason = NULL;
    if (tick != pictures->frame || (options->svg == NULL && options->png == NULL)) return true;
    draw(pictures, scene);
    if (options->svg != NULL && !cli_svg_write(options->svg, &pictures->drawing, &reason)) {
        cli_command_file_error(options->svg, reason);
        return false;
    }
    if (options->png == NULL) return true;
    cli_canvas_paint(&pictures->canvas, &pictures->drawing);
    if (cli_png_write(options->png, &pictures->canvas, &reason)) return true;
    cli_command_file_error(options->png, reason);
    return false;
}

bool cli_pictures_take(cli_pictures *pictures, const cli_scene *scene, uint64_t tick) {
    return cli_film_file_add(&pictures->film, scene, tick) &&
           add_gif_frame(pictures, scene, tick) && write_stills(pictures, scene, tick);
}

bool cli_pictures_end(cli_pictures *pictures, bool good) {
    const char *reason = NULL;
    good = cli_film_file_close(&pictures->film, good);
    if (pictures->gif != NULL && !cli_gif_close(pictures->gif, &reason) && good) {
        cli_command_file_error(pictures->options->gif, reason);
        good = false;
    }
    free(pictures->drawing.marks);
    cli_canvas_free(&pictures->canvas);
    return good;
}
