/* pictures.c - what to draw at which tick of a run. */
#include "cli/runs/pictures.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/draw/drawing_world.h"
#include "cli/draw/drawing_level.h"
#include "cli/runs/walker.h"

#define DELAY_MOST 65535u /* of a frame of a GIF */

static bool has_picture(const cli_picture_options *options) {
    return options->svg != NULL || options->png != NULL || options->gif != NULL;
}

/* How many frames begin up to a tick: whole periods of the rate first, so that no product is too
 * large. */
static uint64_t frames_until(uint32_t numerator, uint32_t denominator, uint32_t frames,
                             uint64_t tick) {
    const uint64_t of_period = (uint64_t)frames * denominator;
    return tick / numerator * of_period + tick % numerator * of_period / numerator;
}

uint64_t cli_pictures_gif_next(uint32_t numerator, uint32_t denominator, uint32_t frames,
                               uint64_t tick, int *delay) {
    const uint64_t now = frames_until(numerator, denominator, frames, tick);
    uint64_t next = tick + 1, then;
    while ((then = frames_until(numerator, denominator, frames, next)) == now)
        next++;
    const uint64_t hundredths = then * 100 / frames - now * 100 / frames;
    *delay = (int)(hundredths > DELAY_MOST ? DELAY_MOST : hundredths);
    return next;
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
    cli_drawing_image_load(&pictures->images, scene);
    if (options->gif == NULL) return true;

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
    cli_drawing_image_add(&pictures->images, scene, &pictures->view, &pictures->drawing);
}

static bool add_gif_frame(cli_pictures *pictures, const cli_scene *scene, uint64_t tick) {
    const cli_picture_options *const options = pictures->options;
    const char *reason = NULL;
    int delay = 0;
    if (pictures->gif == NULL || tick < pictures->gif_next) return true;
    pictures->gif_next =
        cli_pictures_gif_next(scene->def.rate_numerator, scene->def.rate_denominator,
                              (uint32_t)options->gif_rate, tick, &delay);
    if (pictures->gif_next > pictures->last) delay = CLI_GIF_LAST_DELAY;
    draw(pictures, scene);
    cli_canvas_paint(&pictures->canvas, &pictures->drawing);
    if (cli_gif_add(pictures->gif, &pictures->canvas, delay, &reason)) return true;
    cli_command_file_error(options->gif, reason);
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
    if (pictures->gif != NULL && !good) {
        cli_gif_discard(pictures->gif);
    } else if (pictures->gif != NULL && !cli_gif_close(pictures->gif, &reason)) {
        cli_command_file_error(pictures->options->gif, reason);
        good = false;
    }
    free(pictures->drawing.marks);
    cli_drawing_image_free(&pictures->images);
    cli_canvas_free(&pictures->canvas);
    return good;
}
