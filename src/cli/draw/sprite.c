/* sprite.c - pictures in pictures. Corner by corner they are parallelograms: for each of four
 * points of a pixel the share of both sides says which texel lies there.
 *
 * Why it cannot overflow: corners are within 2^24 pixels, 2^32 in 1/256, so products are below
 * 2^65; what is farther than 2^20 pixels is not painted, and then they are below 2^59. */
#include "cli/draw/sprite.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"

#define FAR (INT64_C(1) << 28) /* in 1/256 pixel */
#define LABEL_HEIGHT 9

bool cli_sprite_unpack(cli_texture *texture, uint32_t pixels_max, const char **reason) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    *reason = "it is no PNG";
    if (!png_image_begin_read_from_memory(&image, texture->bytes, texture->size)) return false;
    image.format = PNG_FORMAT_RGBA;
    if (image.width > CLI_SPRITE_SIDE_MAX || image.height > CLI_SPRITE_SIDE_MAX ||
        image.width * image.height > pixels_max) {
        *reason = "all together have more than 16777216 pixels";
        png_image_free(&image);
        return false;
    }
    uint8_t *pixels = cli_heap_allocate((size_t)4 * image.width * image.height);
    if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
        *reason = "it is damaged";
        free(pixels);
        return false;
    }
    texture->pixels = pixels;
    texture->width = image.width;
    texture->height = image.height;
    return true;
}

/* ---- on a canvas ---- */

/* From the upper left corner along both sides. */
typedef struct grid {
    cli_drawing_point origin, across, down;
    int64_t area; /* above 0 */
    int shift;    /* so that the area times a side of the texture fits */
} grid;

static bool make_grid(const cli_sprite *sprite, grid *out) {
    const cli_drawing_point *c = sprite->corners;
    for (int i = 0; i < 4; i++) {
        if (c[i].x > FAR || c[i].x < -FAR || c[i].y > FAR || c[i].y < -FAR) return false;
    }
    out->origin = c[3];
    out->across = (cli_drawing_point){c[2].x - c[3].x, c[2].y - c[3].y};
    out->down = (cli_drawing_point){c[0].x - c[3].x, c[0].y - c[3].y};
    out->area = out->across.x * out->down.y - out->across.y * out->down.x;
    out->shift = 0;
    int64_t area = out->area < 0 ? -out->area : out->area;
    for (; area > INT64_C(1) << 46; area /= 2)
        out->shift++;
    return area > 0;
}

/* Which of `count` texels a share of the area is; -1 outside. */
static int64_t texel(const grid *by, int64_t share, uint32_t count) {
    int64_t area = by->area;
    if (area < 0) area = -area, share = -share;
    if (share < 0 || share >= area) return -1;
    for (int i = 0; i < by->shift; i++)
        area /= 2, share /= 2;
    const int64_t at = share * count / area;
    return at < count ? at : count - 1;
}

/* The texel at a point, or null. */
static const uint8_t *texel_at(const grid *by, const cli_texture *of, int64_t x, int64_t y) {
    x -= by->origin.x;
    y -= by->origin.y;
    const int64_t column = texel(by, x * by->down.y - y * by->down.x, of->width);
    const int64_t row = texel(by, by->across.x * y - by->across.y * x, of->height);
    if (column < 0 || row < 0) return NULL;
    return of->pixels + 4 * ((size_t)row * of->width + (size_t)column);
}

static void paint_pixel(cli_canvas *canvas, const cli_sprite *sprite, const grid *by, int32_t x,
                        int32_t y) {
    uint32_t sums[3] = {0, 0, 0}, opacity = 0;
    for (int i = 0; i < 4; i++) {
        const int64_t at_x = (int64_t)x * CLI_PIXEL + (i % 2 == 0 ? 64 : 192);
        const int64_t at_y = (int64_t)y * CLI_PIXEL + (i < 2 ? 64 : 192);
        const uint8_t *one = texel_at(by, sprite->texture, at_x, at_y);
        if (one == NULL) continue;
        for (int j = 0; j < 3; j++)
            sums[j] += (uint32_t)one[j] * one[3];
        opacity += one[3];
    }
    if (opacity == 0) return;
    const cli_color color = sums[0] / opacity << 16 | sums[1] / opacity << 8 | sums[2] / opacity;
    cli_canvas_blend(canvas, x, y, color, (int32_t)opacity * sprite->opacity / (4 * 255));
}

static int32_t pixel_of(int64_t at, int32_t size) {
    const int64_t pixel = at < 0 ? -1 : at / CLI_PIXEL;
    return pixel < 0 ? 0 : pixel >= size ? size - 1 : (int32_t)pixel;
}

static cli_drawing_point middle_of(const cli_sprite *sprite) {
    return (cli_drawing_point){(sprite->corners[0].x + sprite->corners[2].x) / 2,
                               (sprite->corners[0].y + sprite->corners[2].y) / 2};
}

/* Whether the name fits into the frame, or nearly. */
static bool has_label_room(const cli_sprite *sprite) {
    const cli_drawing_point at = middle_of(sprite);
    int64_t reach = 0;
    for (int i = 0; i < 4; i++) {
        const int64_t away = sprite->corners[i].x - at.x;
        if (away > reach) reach = away;
        if (-away > reach) reach = -away;
    }
    return cli_font_width(sprite->name, LABEL_HEIGHT) <= reach / (CLI_PIXEL / 2) + 2 * LABEL_HEIGHT;
}

static void paint_label(cli_canvas *canvas, const cli_sprite *sprite) {
    const cli_drawing_point at = middle_of(sprite);
    const int32_t half = cli_font_width(sprite->name, LABEL_HEIGHT) / 2;
    if (!has_label_room(sprite) || at.x < 0 || at.y < 0 || at.x / CLI_PIXEL >= canvas->width ||
        at.y / CLI_PIXEL >= canvas->height)
        return;
    cli_font_paint(canvas, (int32_t)(at.x / CLI_PIXEL) - half,
                   (int32_t)(at.y / CLI_PIXEL) - LABEL_HEIGHT / 2, LABEL_HEIGHT, sprite->name,
                   CLI_INK);
}

void cli_sprite_paint(cli_canvas *canvas, const cli_sprite *sprite) {
    cli_drawing_point low = sprite->corners[0], high = low;
    grid by;
    if (sprite->texture->pixels == NULL) {
        paint_label(canvas, sprite);
        return;
    }
    if (!make_grid(sprite, &by)) return;
    for (int i = 1; i < 4; i++) {
        const cli_drawing_point one = sprite->corners[i];
        low = (cli_drawing_point){one.x < low.x ? one.x : low.x, one.y < low.y ? one.y : low.y};
        high =
            (cli_drawing_point){one.x > high.x ? one.x : high.x, one.y > high.y ? one.y : high.y};
    }
    if (high.x < 0 || high.y < 0) return;
    const int32_t right = pixel_of(high.x, canvas->width), last = pixel_of(high.y, canvas->height);
    for (int32_t y = pixel_of(low.y, canvas->height); y <= last; y++) {
        for (int32_t x = pixel_of(low.x, canvas->width); x <= right; x++)
            paint_pixel(canvas, sprite, &by, x, y);
    }
}

/* ---- in an SVG ---- */

static void print_base64(FILE *file, const uint8_t *bytes, size_t size) {
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        if (i + 1 < size) three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < size) three |= bytes[i + 2];
        fputc(signs[three >> 18 & 63], file);
        fputc(signs[three >> 12 & 63], file);
        fputc(i + 1 < size ? signs[three >> 6 & 63] : '=', file);
        fputc(i + 2 < size ? signs[three & 63] : '=', file);
    }
}

/* 1/256 pixels over `count`, with six decimals. */
static void print_share(FILE *file, int64_t length, uint32_t count) {
    const uint64_t size =
        (uint64_t)(length < 0 ? -length : length) * 1000000 / ((uint64_t)CLI_PIXEL * count);
    fprintf(file, "%s%llu.%06llu ", length < 0 ? "-" : "", (unsigned long long)(size / 1000000),
            (unsigned long long)(size % 1000000));
}

static void print_text(FILE *file, const char *text) {
    for (; *text != 0; text++) {
        if (*text == '&') {
            fputs("&amp;", file);
        } else if (*text == '<') {
            fputs("&lt;", file);
        } else if ((unsigned char)*text >= ' ') {
            fputc(*text, file);
        }
    }
}

static void print_name(FILE *file, const cli_sprite *sprite) {
    const cli_drawing_point at = middle_of(sprite);
    if (at.x > FAR || at.x < -FAR || at.y > FAR || at.y < -FAR) return;
    if (!has_label_room(sprite)) return;
    fputs("<text text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"12\" transform=\""
          "translate(",
          file);
    print_share(file, at.x, 1);
    print_share(file, at.y, 1);
    fprintf(file, ")\" fill=\"#%06lx\">", (unsigned long)CLI_INK);
    print_text(file, sprite->name);
    fputs("</text>\n", file);
}

void cli_sprite_print(FILE *file, const cli_sprite *sprite) {
    const cli_texture *of = sprite->texture;
    grid by;
    if (of->pixels == NULL) {
        print_name(file, sprite);
        return;
    }
    if (!make_grid(sprite, &by)) return;
    fputs("<image transform=\"matrix(", file);
    print_share(file, by.across.x, of->width);
    print_share(file, by.across.y, of->width);
    print_share(file, by.down.x, of->height);
    print_share(file, by.down.y, of->height);
    print_share(file, by.origin.x, 1);
    print_share(file, by.origin.y, 1);
    fprintf(file,
            ")\" width=\"%lu\" height=\"%lu\" opacity=\"%d.%03d\" href=\"data:image/png;base64,",
            (unsigned long)of->width, (unsigned long)of->height, (int)(sprite->opacity / 256),
            (int)(sprite->opacity % 256 * 1000 / 256));
    print_base64(file, of->bytes, of->size);
    fputs("\"/>\n", file);
}
