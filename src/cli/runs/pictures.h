/* pictures.h - the pictures of a run: stills of one tick, an animation of all of it, and a film. */
#ifndef CLI_PICTURES_H
#define CLI_PICTURES_H

#include "cli/scene/scene_load.h"
#include "cli/draw/canvas.h"
#include "cli/draw/drawing_image.h"
#include "cli/draw/gif.h"
#include "cli/common/options.h"
#include "cli/runs/film_file.h"

#define CLI_PICTURE_WIDTH_MAX 4096u
#define CLI_GIF_RATE_MAX 50u /* browsers show more slowly what is meant to be faster */

/* What was asked for; starts as CLI_PICTURE_DEFAULTS. */
typedef struct cli_picture_options {
    const char *svg, *png, *gif; /* null: none */
    uint64_t width;              /* pixels */
    const char *film;            /* film.h; null: none */
    uint64_t gif_rate;           /* pictures a second */
} cli_picture_options;
#define CLI_PICTURE_DEFAULTS \
    { NULL, NULL, NULL, 640, NULL, CLI_GIF_RATE_MAX }

/* The rows of a table of options for them, and their help. */
#define CLI_PICTURE_ROWS(options)                                                                  \
    {.name = "svg", .text = &(options).svg}, {.name = "png", .text = &(options).png},              \
        {.name = "gif", .text = &(options).gif},                                                   \
        {.name = "gif-rate", .number = &(options).gif_rate, .low = 1, .high = CLI_GIF_RATE_MAX}, { \
        .name = "width", .number = &(options).width, .low = 64, .high = CLI_PICTURE_WIDTH_MAX      \
    }

typedef struct cli_pictures {
    const cli_picture_options *options;
    const struct cli_walker *walker; /* walks beside the bodies; null: none */
    uint64_t frame, last;            /* tick of the stills, and the last of all */
    cli_view view;
    cli_drawing drawing;
    cli_images images;
    cli_canvas canvas;
    cli_gif *gif;
    uint64_t gif_next; /* tick of the next frame */
    cli_film_file film;
} cli_pictures;

#define CLI_GIF_LAST_DELAY 150 /* hundredths of a second before an animation starts again */

/* The tick of the next frame of an animation after the one at `tick`, at so many steps and so many
 * frames a second, and the hundredths of a second until then. Frames are where a clock of theirs
 * has them, so that an animation runs as fast as its world. */
uint64_t cli_pictures_gif_next(uint32_t numerator, uint32_t denominator, uint32_t frames,
                               uint64_t tick, int *delay);

/* Begin with a scene at its first tick: it says what is in view. False after an error, which has
 * been reported; cli_pictures_end is due all the same. */
bool cli_pictures_start(cli_pictures *pictures, const cli_picture_options *options,
                        const cli_scene *scene, uint64_t frame, uint64_t last);

/* Draw what is due at this tick; false after an error, which has been reported. */
bool cli_pictures_take(cli_pictures *pictures, const cli_scene *scene, uint64_t tick);

/* Finish the files. `good`: nothing has failed so far. False after an error, reported or not. */
bool cli_pictures_end(cli_pictures *pictures, bool good);

#endif
