/* png.c - a canvas as a PNG file, by libpng's simplified interface. */
#include <errno.h>
#include <png.h>
#include <string.h>

#include "cli/draw/canvas.h"

bool cli_png_write(const char *path, const cli_canvas *canvas, const char **reason) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)canvas->width;
    image.height = (png_uint_32)canvas->height;
    image.format = PNG_FORMAT_RGB;
    errno = 0;
    if (png_image_write_to_file(&image, path, 0, canvas->pixels, 0, NULL)) return true;
    *reason = errno != 0 ? strerror(errno) : "cannot write the PNG file";
    return false;
}
