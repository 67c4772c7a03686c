/* svg.c - a drawing as an SVG file: a mark becomes a path or a circle. */
#include <stdio.h>
#include <string.h>

#include "cli/common/output.h"
#include "cli/draw/sprite.h"

/* A coordinate in pixels with two decimals. */
static void print_length(FILE *file, int64_t length) {
    const int64_t rounded = (length < 0 ? -length : length) * 100 / CLI_PIXEL;
    const char *sign = length < 0 && rounded > 0 ? "-" : "";
    fprintf(file, "%s%lld", sign, (long long)(rounded / 100));
    if (rounded % 100 != 0) fprintf(file, ".%02lld", (long long)(rounded % 100));
}

static void print_pair(FILE *file, const char *command, int64_t x, int64_t y) {
    fputs(command, file);
    print_length(file, x);
    fputc(' ', file);
    print_length(file, y);
}

/* Rounded shapes are drawn the way SVG rounds: a wide line with round joins around the core, first
 * in the color of the outline, then narrower in that of the fill. */
static void print_path(FILE *file, const cli_mark *mark, cli_color fill, cli_color stroke,
                       int64_t width) {
    fputs("<path d=\"", file);
    for (int i = 0; i < mark->count; i++) {
        print_pair(file, i == 0 ? "M" : "L", mark->points[i].x, mark->points[i].y);
    }
    fprintf(file, "Z\" fill=\"#%06lx\" stroke=\"#%06lx\" stroke-width=\"", (unsigned long)fill,
            (unsigned long)stroke);
    print_length(file, width);
    fputs("\"/>\n", file);
}

static void print_circle(FILE *file, const cli_mark *mark) {
    fputs("<circle cx=\"", file);
    print_length(file, mark->points[0].x);
    fputs("\" cy=\"", file);
    print_length(file, mark->points[0].y);
    fputs("\" r=\"", file);
    print_length(file, mark->radius);
    fprintf(file, "\" fill=\"#%06lx\" stroke=\"#%06lx\" stroke-width=\"",
            (unsigned long)mark->paint.fill, (unsigned long)mark->paint.stroke);
    print_length(file, mark->stroke_width);
    fputs("\"/>\n", file);
}

static void print_mark(FILE *file, const cli_mark *mark) {
    const cli_paint paint = mark->paint;
    if (mark->count == 1) {
        print_circle(file, mark);
    } else if (mark->radius == 0) {
        print_path(file, mark, paint.fill, paint.stroke, mark->stroke_width);
    } else {
        const int64_t width = 2 * mark->radius;
        print_path(file, mark, paint.stroke, paint.stroke, width + mark->stroke_width);
        if (width > mark->stroke_width) {
            print_path(file, mark, paint.fill, paint.fill, width - mark->stroke_width);
        }
    }
}

/* Text with the characters that XML reserves written as entities. */
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

static void print_label(FILE *file, int32_t left, const char *text) {
    fprintf(file,
            "<text x=\"%ld\" y=\"%d\" font-family=\"sans-serif\" font-size=\"12\" "
            "fill=\"#%06lx\">",
            (long)left, (CLI_CAPTION_ROOM + CLI_CAPTION_HEIGHT) / 2, (unsigned long)CLI_INK);
    print_text(file, text);
    fputs("</text>\n", file);
}

/* In a strip above the scene, whatever reaches into it. */
static void print_caption(FILE *file, const cli_drawing *drawing) {
    if (drawing->top == 0) return;
    fprintf(file, "<rect width=\"100%%\" height=\"%ld\" fill=\"#%06lx\"/>\n", (long)drawing->top,
            (unsigned long)CLI_BACKGROUND);
    print_label(file, CLI_CAPTION_LEFT, drawing->caption);
    for (uint32_t i = 0; i < drawing->legend_count; i++) {
        const cli_legend *const entry = &drawing->legend[i];
        fprintf(file, "<rect x=\"%ld\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06lx\"/>\n",
                (long)entry->left, (CLI_CAPTION_ROOM - CLI_CAPTION_HEIGHT) / 2,
                CLI_CAPTION_HEIGHT + 1, CLI_CAPTION_HEIGHT + 1, (unsigned long)entry->paint.fill);
        print_label(file, entry->left + CLI_LEGEND_TEXT, entry->name);
    }
}

bool cli_svg_write(const char *path, const cli_drawing *drawing, const char **reason) {
    FILE *file = cli_output_open(path, reason);
    if (file == NULL) return false;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" "
            "viewBox=\"0 0 %ld %ld\" stroke-linejoin=\"round\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06lx\"/>\n",
            (long)drawing->width, (long)drawing->height, (long)drawing->width,
            (long)drawing->height, (unsigned long)CLI_BACKGROUND);
    for (size_t i = 0; i < drawing->count; i++) {
        print_mark(file, &drawing->marks[i]);
    }
    for (size_t i = 0; i < drawing->sprite_count; i++)
        cli_sprite_print(file, &drawing->sprites[i]);
    print_caption(file, drawing);
    fputs("</svg>\n", file);
    return cli_output_close(file, reason);
}
