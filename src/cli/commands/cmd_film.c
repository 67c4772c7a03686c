/* cmd_film.c - pawl film: what was to be seen of a run, without simulating it. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/common/command.h"
#include "cli/common/progress.h"
#include "cli/draw/canvas.h"
#include "cli/runs/film_reader.h"
#include "cli/runs/pictures.h"

#define FILM_MIB_MAX 4095u

static const char help[] =
    "usage: pawl film FILE [OPTION]...\n"
    "\n"
    "Shows a film (docs/films.md), which `pawl run --film` and `pawl replay --film` record. "
    "Nothing\n"
    "is simulated, so films of all versions can be shown. One line on stdout:\n"
    "  film frames=601 ticks=0..600 rate=60/1 bodies=44 bytes=81234\n"
    "`bodies` are those of the last frame. ` (cut off)` at its end: the file has no end.\n"
    "\n"
    "  --tick N        draw the frame at or before tick N (default: the last)\n"
    "  --svg FILE      draw it as SVG\n"
    "  --png FILE      draw it as PNG\n"
    "  --gif FILE      show all of it as an animation\n"
    "  --gif-rate N    pictures a second of it, at most 50 (default 50)\n"
    "  --width N       width of the pictures in pixels, 64 to 4096 (default 640)\n"
    "  --help          this text";

typedef struct film_options {
    const char *path;
    uint64_t tick;
    bool has_tick;
    cli_picture_options pictures;
} film_options;

typedef struct film_job {
    const film_options *options;
    cli_film_reader reader;
    cli_view view;
    cli_drawing drawing;
    cli_canvas canvas;
} film_job;

static void find_view(film_job *job) {
    job->view = cli_drawing_captioned(
        cli_drawing_view_of_box(job->reader.box, (int32_t)job->options->pictures.width));
    job->canvas = cli_canvas_make(job->view.width, job->view.height);
}

static bool write_stills(film_job *job) {
    const cli_picture_options *options = &job->options->pictures;
    const char *reason = NULL;
    if (options->svg == NULL && options->png == NULL) return true;
    const uint64_t tick = job->options->has_tick ? job->options->tick : job->reader.film.last_tick;
    if (tick < job->reader.film.first_tick || job->reader.film.frames == 0) {
        (void)cli_command_file_error(job->options->path, "--tick is before the first frame");
        return false;
    }
    if (!cli_film_reader_seek(&job->reader, tick)) return false;
    cli_drawing_film_add(job->reader.playback, &job->view, &job->drawing);
    if (options->svg != NULL && !cli_svg_write(options->svg, &job->drawing, &reason)) {
        (void)cli_command_file_error(options->svg, reason);
        return false;
    }
    if (options->png == NULL) return true;
    cli_canvas_paint(&job->canvas, &job->drawing);
    if (cli_png_write(options->png, &job->canvas, &reason)) return true;
    (void)cli_command_file_error(options->png, reason);
    return false;
}

static bool add_frames(film_job *job, cli_gif *gif, const char **reason) {
    const pawl_film *const film = &job->reader.film;
    const uint32_t frames = (uint32_t)job->options->pictures.gif_rate;
    cli_progress progress = cli_progress_start();
    bool good = true;
    for (uint64_t tick = film->first_tick, next; good && tick <= film->last_tick; tick = next) {
        int delay = 0;
        if (!cli_film_reader_seek(&job->reader, tick)) return false;
        cli_drawing_film_add(job->reader.playback, &job->view, &job->drawing);
        cli_canvas_paint(&job->canvas, &job->drawing);
        next = cli_pictures_gif_next(film->rate_numerator, film->rate_denominator, frames, tick,
                                     &delay);
        if (next > film->last_tick) delay = CLI_GIF_LAST_DELAY;
        good = cli_gif_add(gif, &job->canvas, delay, reason);
        cli_progress_show(&progress, "tick", tick, film->last_tick);
    }
    cli_progress_end(&progress);
    return good;
}

static bool write_gif(film_job *job) {
    const char *const path = job->options->pictures.gif;
    const char *reason = NULL;
    if (path == NULL || job->reader.film.frames == 0) return true;
    cli_gif *gif = cli_gif_open(path, job->view.width, job->view.height, &reason);
    bool good = gif != NULL && add_frames(job, gif, &reason);
    if (gif != NULL && !good) {
        cli_gif_discard(gif);
    } else if (gif != NULL) {
        good = cli_gif_close(gif, &reason);
    }
    if (!good && reason != NULL) (void)cli_command_file_error(path, reason);
    return good;
}

static void print_line(const film_job *job) {
    printf("film frames=%lu ticks=%llu..%llu rate=%lu/%lu bodies=%lu bytes=%lu%s\n",
           (unsigned long)job->reader.film.frames, (unsigned long long)job->reader.film.first_tick,
           (unsigned long long)job->reader.film.last_tick,
           (unsigned long)job->reader.film.rate_numerator,
           (unsigned long)job->reader.film.rate_denominator, (unsigned long)job->reader.bodies,
           (unsigned long)job->reader.film.size, job->reader.film.is_cut_off ? " (cut off)" : "");
}

static int show_film(film_job *job) {
    const int code = cli_film_reader_open(&job->reader, job->options->path, FILM_MIB_MAX);
    if (code != CLI_EXIT_OK) return code;
    find_view(job);
    if (!write_stills(job) || !write_gif(job)) return CLI_EXIT_INPUT;
    print_line(job);
    return CLI_EXIT_OK;
}

int cli_cmd_film(int argc, char **argv) {
    film_options options = {.pictures = CLI_PICTURE_DEFAULTS};
    const cli_option table[] = {
        {.name = "tick",
         .number = &options.tick,
         .high = UINT64_MAX,
         .is_given = &options.has_tick},
        CLI_PICTURE_ROWS(options.pictures),
        {.operand = &options.path, .missing = "no film", .surplus = "more than one film"},
        {.name = NULL},
    };
    const int usage = cli_options_read(argc, argv, help, table);
    if (usage != CLI_OPTIONS_READ) return usage;
    if (options.has_tick && options.pictures.svg == NULL && options.pictures.png == NULL) {
        return cli_command_usage_error("film", "--tick needs --svg or --png", NULL);
    }
    film_job job = {.options = &options};
    const int code = show_film(&job);
    cli_film_reader_close(&job.reader);
    free(job.drawing.marks);
    cli_canvas_free(&job.canvas);
    return cli_command_finish_output(code);
}
