/* gif.h - an animation, frame by frame. */
#ifndef PAWLI_CLI_GIF_H
#define PAWLI_CLI_GIF_H

#include "cli/draw/canvas.h"

typedef struct pawli_gif pawli_gif;

/* Starts a file that repeats for ever; null after an error. */
pawli_gif *pawli_gif_open(const char *path, int32_t width, int32_t height, const char **reason);

/* Adds a frame that is shown for `delay` hundredths of a second. */
bool pawli_gif_add(pawli_gif *gif, const pawli_canvas *canvas, int delay, const char **reason);

/* Ends the file and frees everything; also after an error. */
bool pawli_gif_close(pawli_gif *gif, const char **reason);

#endif
