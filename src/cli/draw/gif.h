/* gif.h - an animation, frame by frame. */
#ifndef CLI_GIF_H
#define CLI_GIF_H

#include "cli/draw/canvas.h"

typedef struct cli_gif cli_gif;

/* Starts a file that repeats for ever; null after an error. */
cli_gif *cli_gif_open(const char *path, int32_t width, int32_t height, const char **reason);

/* Adds a frame that is shown for `delay` hundredths of a second. */
bool cli_gif_add(cli_gif *gif, const cli_canvas *canvas, int delay, const char **reason);

/* Ends the file and frees everything, also when the end fails. */
bool cli_gif_close(cli_gif *gif, const char **reason);
/* The same for a file that is not to be there. */
void cli_gif_discard(cli_gif *gif);

#endif
