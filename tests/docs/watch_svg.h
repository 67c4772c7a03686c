/* watch_svg.h - layers of a small drawing in world coordinates, and the file that they make. */
#ifndef PAWL_TESTS_WATCH_SVG_H
#define PAWL_TESTS_WATCH_SVG_H

#include <pawl/pawl.h>

/* From the back to the front. */
typedef enum svg_layer {
    SVG_FIELDS,
    SVG_STATIC,
    SVG_GHOSTS, /* where things began */
    SVG_TRAILS,
    SVG_BODIES,
    SVG_LINES,
    SVG_ASKED, /* rays, casts, places that were asked for */
    SVG_LAYERS
} svg_layer;

/* Whether what is drawn has to be in the picture. */
typedef enum svg_reach {
    SVG_CUT, /* the picture may cut it off */
    SVG_WHOLE
} svg_reach;

void svg_clear(svg_layer layer);
void svg_polygon(svg_layer layer, svg_reach reach, const char *style, const pawl_vec2 *points,
                 int32_t count, pawl_fx radius);
/* An open line of points. */
void svg_way(svg_layer layer, const char *style, const pawl_vec2 *points, int32_t count);
void svg_circle(svg_layer layer, svg_reach reach, const char *style, pawl_vec2 center,
                pawl_fx radius);
/* Radius 0: a thin line. */
void svg_line(svg_layer layer, svg_reach reach, const char *style, pawl_vec2 a, pawl_vec2 b,
              pawl_fx radius);
/* A dot of the same size in every picture. */
void svg_dot(svg_layer layer, const char *style, pawl_vec2 at);
bool svg_write(const char *path);

#endif
