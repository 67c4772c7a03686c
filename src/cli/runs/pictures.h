/* pictures.h - the pictures of a run: stills of one tick, and an animation of all of it. */
#ifndef PAWLI_CLI_PICTURES_H
#define PAWLI_CLI_PICTURES_H

#include "cli/draw/canvas.h"
#include "cli/draw/gif.h"
#include "cli/common/options.h"

#define PAWLI_PICTURE_WIDTH_MAX 4096u

/* What was asked for; starts as PAWLI_PICTURE_DEFAULTS. */
typedef struct pawli_picture_options {
    const char *svg, *png, *gif; /* null: none */
    uint64_t width;              /* pixels */
} pawli_picture_options;
#define PAWLI_PICTURE_DEFAULTS \
    { NULL, NULL, NULL, 640 }

/* The rows of a table of options for them, and their help. */
#define PAWLI_PICTURE_ROWS(options)                                                             \
    {.name = "svg", .text = &(options).svg}, {.name = "png", .text = &(options).png},           \
        {.name = "gif", .text = &(options).gif}, {                                              \
        .name = "width", .number = &(options).width, .low = 64, .high = PAWLI_PICTURE_WIDTH_MAX \
    }

typedef struct pawli_pictures {
    const pawli_picture_options *options;
    const struct pawli_player *player; /* who walks beside the bodies; null: nobody */
    uint64_t frame, last;              /* tick of the stills, and the last of all */
    pawli_view view;
    pawli_drawing drawing;
    pawli_canvas canvas;
    pawli_gif *gif;
    uint32_t gif_every; /* steps per frame */
    int gif_delay;
} pawli_pictures;

/* Begin with a scene at its first tick: it says what is in view. False after an error, which has
 * been told; pawli_pictures_end is due all the same. */
bool pawli_pictures_start(pawli_pictures *pictures, const pawli_picture_options *options,
                          const pawli_scene *scene, uint64_t frame, uint64_t last);

/* Draw what is due at this tick; false after an error, which has been told. */
bool pawli_pictures_take(pawli_pictures *pictures, const pawli_scene *scene, uint64_t tick);

/* Finish the files. `good`: nothing has failed so far. False after an error, told or not. */
bool pawli_pictures_end(pawli_pictures *pictures, bool good);

#endif
