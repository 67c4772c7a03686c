/* png.c - a canvas as a PNG file, by libpng's simplified interface. */
#include <png.h>
#include <stdio.h>
#include <string.h>

#include "cli/common/output.h"
#include "cli/draw/canvas.h"

bool cli_png_write(const char *path, const cli_canvas *canvas, const char **reason) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)canvas->width;
    image.height = (png_uint_32)canvas->height;
    image.format = PNG_FORMAT_RGB;
    FILE *const file = cli_output_open(path, reason);
    if (file == NULL) return false;
    if (png_image_write_to_stdio(&image, file, 0, canvas->pixels, 0, NULL) || ferror(file)) {
        return cli_output_close(file, reason);
    }
    cli_output_discard(file);
    *reason = "the picture cannot be packed";
    return false;
}
