/* gif.h - an animation, frame by frame. */
#ifndef CLI_GIF_H
#define CLI_GIF_H

#include "cli/draw/canvas.h"

typedef struct cli_gif cli_gif;

/* Starts a file that repeats for ever; null after an error. */
cli_gif *cli_gif_open(const char *path, int32_t width, int32_t height, const char **reason);

/* Adds a frame that is shown for `delay` hundredths of a second. */
bool cli_gif_add(cli_gif *gif, const cli_canvas *canvas, int delay, const char **reason);

/* Ends the file and frees everything; also after an error. */
bool cli_gif_close(cli_gif *gif, const char **reason);

#endif
