/* watch_svg.c - drawings as SVG: hundredths of a unit, whole numbers, the same on every machine. */
#include "watch_svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *bytes;
    size_t used, room;
} text;

static text layers[SVG_LAYERS];
static bool has_extent;
static long left, right, top, bottom; /* hundredths of a unit, y downwards */

static const char styles[] =
    "path,circle{stroke-linejoin:round;stroke-linecap:round}.st{fill:#cfc9be;stroke:#8c877f}.ki{"
    "fill:#6b7a8f;stroke:#40495a}.se{fill:#e2efda;"
    "stroke:#6b9e4f;stroke-dasharray:10 8}"
    ".h0{fill:#e4572e;stroke:#8e3a2a}.h1{fill:#f3a712;stroke:#97691b}.h2{fill:#2e86ab;"
    "stroke:#275970}.h3{fill:#76b041;stroke:#50713a}.h4{fill:#9b5de5;stroke:#653f94}.h5{"
    "fill:#17a398;stroke:#1a6967}.h6{fill:#ef6f9f;stroke:#954c6c}.h7{fill:#52658f;stroke:#3b4662}"
    ".z{opacity:.62}.gh{fill:none;stroke:#8c8791;stroke-dasharray:6 7}"
    ".tr{fill:none;stroke:#8c8791;stroke-dasharray:1 9}.jo{stroke:#1d1b26;fill:none}"
    ".so{stroke:#17a398;fill:none}.in{stroke:#17a398;fill:none;opacity:.35}"
    ".pi{fill:#1d1b26}.ra{stroke:#d7263d;fill:none}.hi{fill:#d7263d}"
    ".as{fill:#d7263d;fill-opacity:.12;stroke:#d7263d}.wa{fill:#2e86ab;fill-opacity:.22}"
    ".fi{fill:#f3a712;fill-opacity:.16}.pa{stroke:#d7263d;fill:none}</style>\n";

static void add(svg_layer layer, const char *format, ...) {
    text *out = &layers[layer];
    va_list values;
    if (out->room - out->used < 256) {
        out->room = out->room * 2 + 4096;
        out->bytes = realloc(out->bytes, out->room);
        if (out->bytes == NULL) exit(1);
    }
    va_start(values, format);
    out->used += (size_t)vsnprintf(out->bytes + out->used, out->room - out->used, format, values);
    va_end(values);
}

void svg_clear(svg_layer layer) {
    layers[layer].used = 0;
}

/* Nearest hundredth, ties upwards. */
static long hundredths(pawl_fx value) {
    const int64_t twice = (int64_t)value * 200 + PAWL_FX_ONE;
    const int64_t unit = 2 * (int64_t)PAWL_FX_ONE;
    return (long)(twice >= 0 ? twice / unit : -((-twice + unit - 1) / unit));
}

static void reach_to(long x, long y, long around) {
    if (!has_extent) {
        left = right = x;
        top = bottom = y;
        has_extent = true;
    }
    if (x - around < left) left = x - around;
    if (x + around > right) right = x + around;
    if (y - around < top) top = y - around;
    if (y + around > bottom) bottom = y + around;
}

static void add_points(svg_layer layer, svg_reach reach, const pawl_vec2 *points, int32_t count,
                       long around) {
    for (int32_t i = 0; i < count; i++) {
        const long x = hundredths(points[i].x), y = -hundredths(points[i].y);
        if (reach == SVG_WHOLE) reach_to(x, y, around);
        add(layer, "%s%ld %ld", i == 0 ? "M" : "L", x, y);
    }
}

static void add_width(svg_layer layer, pawl_fx radius) {
    if (radius > 0) add(layer, " style=\"stroke-width:%ld\"", 2 * hundredths(radius));
}

void svg_polygon(svg_layer layer, svg_reach reach, const char *style, const pawl_vec2 *points,
                 int32_t count, pawl_fx radius) {
    add(layer, "<path class=\"%s\"", style);
    add_width(layer, radius);
    add(layer, " d=\"");
    add_points(layer, reach, points, count, hundredths(radius));
    add(layer, "Z\"/>\n");
}

void svg_way(svg_layer layer, const char *style, const pawl_vec2 *points, int32_t count) {
    add(layer, "<path class=\"%s\" d=\"", style);
    add_points(layer, SVG_WHOLE, points, count, 0);
    add(layer, "\"/>\n");
}

void svg_circle(svg_layer layer, svg_reach reach, const char *style, pawl_vec2 center,
                pawl_fx radius) {
    const long x = hundredths(center.x), y = -hundredths(center.y), r = hundredths(radius);
    if (reach == SVG_WHOLE) reach_to(x, y, r);
    add(layer, "<circle class=\"%s\" cx=\"%ld\" cy=\"%ld\" r=\"%ld\"/>\n", style, x, y, r);
}

void svg_line(svg_layer layer, svg_reach reach, const char *style, pawl_vec2 a, pawl_vec2 b,
              pawl_fx radius) {
    const pawl_vec2 ends[2] = {a, b};
    add(layer, "<path class=\"%s\"", style);
    add_width(layer, radius);
    add(layer, " d=\"");
    add_points(layer, reach, ends, 2, hundredths(radius));
    add(layer, "\"/>\n");
}

void svg_dot(svg_layer layer, const char *style, pawl_vec2 at) {
    svg_circle(layer, SVG_WHOLE, style, at, PAWL_FX(0, 1, 10));
}

bool svg_write(const char *path) {
    const long margin = 60, least_width = 600, least_height = 300;
    if (!has_extent) return false;
    long width = right - left + 2 * margin, height = bottom - top + 2 * margin;
    const long wider = width < least_width ? (least_width - width) / 2 : 0;
    const long higher = height < least_height ? (least_height - height) / 2 : 0;
    width += 2 * wider;
    height += 2 * higher;
    /* At most 640 wide and 420 high. */
    const long shown = 640 * height > 420 * width ? 420 * width / height : 640;
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" "
            "viewBox=\"%ld %ld %ld %ld\">\n",
            shown, shown * height / width, left - margin - wider, top - margin - higher, width,
            height);
    fprintf(file, "<style>path,circle{stroke-width:%ld}", width / 440 + 2);
    fputs(styles, file);
    fprintf(file, "<rect x=\"%ld\" y=\"%ld\" width=\"%ld\" height=\"%ld\" fill=\"#fbf8f3\"/>\n",
            left - margin - wider, top - margin - higher, width, height);
    for (int i = 0; i < SVG_LAYERS; i++)
        if (layers[i].used > 0) fwrite(layers[i].bytes, 1, layers[i].used, file);
    fputs("</svg>\n", file);
    return fclose(file) == 0;
}
