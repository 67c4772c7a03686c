/* film.c - makes an animation of pictures, bytes red, green and blue each, as gbarun --film writes
 * them.
 *
 *   film WIDTH HEIGHT DELAY FILE.gif <PICTURES      DELAY in hundredths of a second
 *
 * At most 255 colors in all; what does not change from one picture to the next is left out. */
#include <gif_lib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLORS_MAX 255
#define CLEAR 255 /* lets the picture before show */
#define SIDE_MAX 1024

static int width, height, delay, color_count;
static GifColorType colors[256];
static unsigned char *shown, *wanted;
static unsigned char *pictures; /* all of them, as colors */
static size_t picture_count;

static void fail(const char *what) {
    fprintf(stderr, "film: %s\n", what);
    exit(2);
}

static int color_of(const unsigned char *rgb) {
    for (int i = 0; i < color_count; i++)
        if (colors[i].Red == rgb[0] && colors[i].Green == rgb[1] && colors[i].Blue == rgb[2])
            return i;
    if (color_count == COLORS_MAX) fail("too many colors");
    colors[color_count] = (GifColorType){rgb[0], rgb[1], rgb[2]};
    return color_count++;
}

static void read_pictures(void) {
    const size_t size = (size_t)width * (size_t)height;
    unsigned char *bytes = malloc(3 * size);
    if (bytes == NULL) fail("no memory");
    while (fread(bytes, 3, size, stdin) == size) {
        pictures = realloc(pictures, (picture_count + 1) * size);
        if (pictures == NULL) fail("no memory");
        for (size_t i = 0; i < size; i++)
            pictures[picture_count * size + i] = (unsigned char)color_of(bytes + 3 * i);
        picture_count++;
    }
    free(bytes);
    if (picture_count == 0) fail("no pictures");
}

static int write_bytes(GifFileType *file, const GifByteType *bytes, int count) {
    return (int)fwrite(bytes, 1, (size_t)count, file->UserData);
}

static GifFileType *open_gif(FILE *output) {
    static const unsigned char repeat[3] = {1, 0, 0}; /* for ever */
    int error = 0;
    GifFileType *file = EGifOpen(output, write_bytes, &error);
    ColorMapObject *map = GifMakeMapObject(256, colors);
    if (file == NULL || map == NULL) fail("no memory");
    EGifSetGifVersion(file, true);
    if (EGifPutScreenDesc(file, width, height, 8, 0, map) != GIF_OK ||
        EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) != GIF_OK ||
        EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") != GIF_OK ||
        EGifPutExtensionBlock(file, 3, repeat) != GIF_OK || EGifPutExtensionTrailer(file) != GIF_OK)
        fail("cannot write");
    GifFreeMapObject(map);
    return file;
}

/* The rows that changed, whole; at least one. */
static void put_picture(GifFileType *file, bool first) {
    const GraphicsControlBlock control = {DISPOSE_DO_NOT, false, delay, CLEAR};
    GifByteType bytes[4], row[SIDE_MAX];
    int top = 0, bottom = height;
    const size_t line = (size_t)width;
    while (!first && top < height - 1 && memcmp(shown + top * line, wanted + top * line, line) == 0)
        top++;
    while (!first && bottom > top + 1 &&
           memcmp(shown + (bottom - 1) * line, wanted + (bottom - 1) * line, line) == 0)
        bottom--;
    EGifGCBToExtension(&control, bytes);
    if (EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) != GIF_OK ||
        EGifPutImageDesc(file, 0, top, width, bottom - top, false, NULL) != GIF_OK)
        fail("cannot write");
    for (int y = top; y < bottom; y++) {
        for (int x = 0; x < width; x++) {
            const size_t at = (size_t)y * line + (size_t)x;
            row[x] = !first && shown[at] == wanted[at] ? CLEAR : wanted[at];
        }
        if (EGifPutLine(file, row, width) != GIF_OK) fail("cannot write");
    }
}

int main(int argc, char **argv) {
    int error = 0;
    if (argc != 5) fail("usage: film WIDTH HEIGHT DELAY FILE.gif <PICTURES");
    width = atoi(argv[1]);
    height = atoi(argv[2]);
    delay = atoi(argv[3]);
    if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) fail("wrong size");
    read_pictures();
    FILE *output = fopen(argv[4], "wb");
    if (output == NULL) fail("cannot write");
    GifFileType *file = open_gif(output);
    for (size_t i = 0; i < picture_count; i++) {
        const size_t size = (size_t)width * (size_t)height;
        wanted = pictures + i * size;
        put_picture(file, i == 0);
        shown = wanted;
    }
    if (EGifCloseFile(file, &error) != GIF_OK || fclose(output) != 0) fail("cannot write");
    free(pictures);
    return 0;
}
