/* gif.c - animations by giflib, with one fixed palette: the theme's colors.
 *
 * Small files come from writing little: each frame is only the box of pixels that changed, and
 * inside it unchanged pixels are transparent, which LZW packs into almost nothing. */
#include "cli/draw/gif.h"

#include <errno.h>
#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/common/output.h"

#define CLEAR 255          /* the palette entry that lets the previous frame through */
#define NEAREST_SIZE 32768 /* colors with 5 bits per channel */

struct cli_gif {
    FILE *output;
    GifFileType *file;
    int32_t width, height;
    bool started;
    int color_count;
    cli_color colors[255];
    uint8_t *shown, *wanted;       /* palette indices of the previous and of this frame */
    uint8_t nearest[NEAREST_SIZE]; /* palette index by 15-bit color */
};

static int32_t channel(cli_color color, int shift) {
    return (int32_t)(color >> shift & 0xFFu);
}

/* The nearest palette entry; the eye is most sensitive to green, least to blue. */
static uint8_t find_nearest(const cli_gif *gif, cli_color color) {
    int32_t best = INT32_MAX;
    uint8_t found = 0;
    for (int i = 0; i < gif->color_count; i++) {
        const int32_t red = channel(color, 16) - channel(gif->colors[i], 16);
        const int32_t green = channel(color, 8) - channel(gif->colors[i], 8);
        const int32_t blue = channel(color, 0) - channel(gif->colors[i], 0);
        const int32_t distance = 3 * red * red + 6 * green * green + blue * blue;
        if (distance < best) {
            best = distance;
            found = (uint8_t)i;
        }
    }
    return found;
}

static uint32_t cube_of(uint32_t red, uint32_t green, uint32_t blue) {
    return red / 8 << 10 | green / 8 << 5 | blue / 8;
}

/* Each 15-bit color stands for the middle of its cube, but the theme's own colors stay exact. */
static void fill_nearest(cli_gif *gif) {
    for (uint32_t i = 0; i < NEAREST_SIZE; i++) {
        const uint32_t red = i / 1024 * 8 + 4, green = i / 32 % 32 * 8 + 4, blue = i % 32 * 8 + 4;
        gif->nearest[i] = find_nearest(gif, red << 16 | green << 8 | blue);
    }
    for (int i = gif->color_count - 1; i >= 0; i--) {
        const cli_color color = gif->colors[i];
        gif->nearest[cube_of(color >> 16, color >> 8 & 0xFFu, color & 0xFFu)] = (uint8_t)i;
    }
}

/* giflib's own way to open a file makes it private to the user, hence ours. */
static int write_bytes(GifFileType *file, const GifByteType *bytes, int count) {
    return (int)fwrite(bytes, 1, (size_t)count, file->UserData);
}

/* "NETSCAPE2.0": repeat 0 times, which means for ever. */
static bool put_repeat(GifFileType *file) {
    const unsigned char repeat[3] = {1, 0, 0};
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(file, 3, repeat) == GIF_OK &&
           EGifPutExtensionTrailer(file) == GIF_OK;
}

static bool put_header(cli_gif *gif) {
    GifColorType entries[256];
    memset(entries, 0, sizeof entries);
    for (int i = 0; i < gif->color_count; i++) {
        entries[i].Red = (GifByteType)(gif->colors[i] >> 16);
        entries[i].Green = (GifByteType)(gif->colors[i] >> 8 & 0xFFu);
        entries[i].Blue = (GifByteType)(gif->colors[i] & 0xFFu);
    }
    ColorMapObject *map = GifMakeMapObject(256, entries);
    if (map == NULL) cli_heap_out_of_memory();
    EGifSetGifVersion(gif->file, true);
    const bool done = EGifPutScreenDesc(gif->file, gif->width, gif->height, 8, 0, map) == GIF_OK;
    GifFreeMapObject(map);
    return done && put_repeat(gif->file);
}

cli_gif *cli_gif_open(const char *path, int32_t width, int32_t height, const char **reason) {
    int error = 0;
    FILE *output = cli_output_open(path, reason);
    if (output == NULL) return NULL;
    GifFileType *file = EGifOpen(output, write_bytes, &error);
    if (file == NULL) cli_heap_out_of_memory();
    const size_t size = (size_t)width * (size_t)height;
    cli_gif *gif = cli_heap_allocate(sizeof *gif);
    gif->output = output;
    gif->file = file;
    gif->width = width;
    gif->height = height;
    gif->started = false;
    gif->shown = cli_heap_allocate(size);
    gif->wanted = cli_heap_allocate(size);
    gif->color_count = cli_theme_palette(gif->colors);
    fill_nearest(gif);
    if (put_header(gif)) return gif;
    *reason = GifErrorString(gif->file->Error);
    cli_gif_discard(gif);
    return NULL;
}

typedef struct pixel_box {
    int32_t left, top, right, bottom; /* right and bottom are outside */
} pixel_box;

/* The box of pixels that differ from the previous frame; one pixel when none does, since a frame
 * cannot be empty. */
static pixel_box find_changes(const cli_gif *gif) {
    pixel_box box = {gif->width, gif->height, 0, 0};
    for (int32_t y = 0; y < gif->height; y++) {
        for (int32_t x = 0; x < gif->width; x++) {
            const size_t at = (size_t)y * (size_t)gif->width + (size_t)x;
            if (gif->started && gif->shown[at] == gif->wanted[at]) continue;
            if (x < box.left) box.left = x;
            if (y < box.top) box.top = y;
            if (x >= box.right) box.right = x + 1;
            box.bottom = y + 1;
        }
    }
    if (box.bottom == 0) box = (pixel_box){0, 0, 1, 1};
    return box;
}

static bool put_frame_header(cli_gif *gif, const pixel_box *box, int delay) {
    const GraphicsControlBlock control = {DISPOSE_DO_NOT, false, delay, CLEAR};
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK &&
           EGifPutImageDesc(gif->file, box->left, box->top, box->right - box->left,
                            box->bottom - box->top, false, NULL) == GIF_OK;
}

/* One row of the box; afterwards it counts as shown. */
static bool put_row(cli_gif *gif, const pixel_box *box, int32_t y, uint8_t *row) {
    const int32_t width = box->right - box->left;
    const size_t start = (size_t)y * (size_t)gif->width + (size_t)box->left;
    uint8_t *shown = gif->shown + start;
    const uint8_t *wanted = gif->wanted + start;
    for (int32_t x = 0; x < width; x++) {
        row[x] = gif->started && shown[x] == wanted[x] ? CLEAR : wanted[x];
        shown[x] = wanted[x];
    }
    return EGifPutLine(gif->file, row, width) == GIF_OK;
}

bool cli_gif_add(cli_gif *gif, const cli_canvas *canvas, int delay, const char **reason) {
    const size_t size = (size_t)gif->width * (size_t)gif->height;
    for (size_t i = 0; i < size; i++) {
        const uint8_t *pixel = canvas->pixels + 3 * i;
        gif->wanted[i] = gif->nearest[cube_of(pixel[0], pixel[1], pixel[2])];
    }
    const pixel_box box = find_changes(gif);
    uint8_t *row = cli_heap_allocate((size_t)gif->width);
    bool done = put_frame_header(gif, &box, delay);
    for (int32_t y = box.top; done && y < box.bottom; y++) {
        done = put_row(gif, &box, y, row);
    }
    free(row);
    gif->started = true;
    if (!done && ferror(gif->output)) *reason = strerror(errno);
    if (!done && *reason == NULL) *reason = GifErrorString(gif->file->Error);
    return done;
}

static void free_gif(cli_gif *gif) {
    free(gif->shown);
    free(gif->wanted);
    free(gif);
}

bool cli_gif_close(cli_gif *gif, const char **reason) {
    int error = 0;
    const bool ended = EGifCloseFile(gif->file, &error) == GIF_OK;
    bool closed = ended;
    if (ended || ferror(gif->output)) {
        closed = cli_output_close(gif->output, reason) && ended;
    } else {
        cli_output_discard(gif->output);
        *reason = GifErrorString(error);
    }
    free_gif(gif);
    return closed;
}

void cli_gif_discard(cli_gif *gif) {
    int error = 0;
    (void)EGifCloseFile(gif->file, &error);
    cli_output_discard(gif->output);
    free_gif(gif);
}
