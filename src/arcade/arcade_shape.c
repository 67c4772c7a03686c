/* arcade_shape.c - two shapes of an arcade, still and swept, by their Minkowski difference b - a.
 *
 * Nothing turns, so the difference is exact. That of circles and boxes is a box with round corners
 * (circle_box.c, box_sweep.c); where a polygon takes part, polygon_sweep.c asks the kit of
 * collide.h. */
#define PAWLI_ARCADE_SHAPE_COPY
#include "arcade/arcade.h"
#include "arcade/polygon_sweep.h"
#include "arcade/circle_box.h"
#include "geom/bounds.h"

#include <string.h>

#if PAWL_ARCADE_POLYGONS
pawl_box pawli_arcade_shape_polygon_box(const pawl_convex *polygon) {
    pawl_box box = pawli_bounds_of(polygon->vertices, (uint32_t)polygon->count);
    box.lower.x -= polygon->radius;
    box.lower.y -= polygon->radius;
    box.upper.x += polygon->radius;
    box.upper.y += polygon->radius;
    return box;
}
#endif

/* The difference of circles and boxes. */
static pawli_circle_box circle_box_of(const pawli_arcade_pair *pair) {
    pawli_circle_box round = {pair->offset, {0, 0}, 0};
    const pawli_arcade_prototype *prototype = pair->a;
    for (int i = 0; i < 2; i++, prototype = pair->b) {
        if (prototype->shape == PAWL_ARCADE_CIRCLE) {
            round.radius += prototype->half.x;
        } else {
            round.reach = pawl_vec2_add(round.reach, prototype->half);
        }
    }
    return round;
}

/* Whether the boxes around the difference and around the path are apart, on one axis. A move is at
 * most 2^30, two shapes together reach 2^29: it fits. */
static bool is_apart(pawl_fx offset, pawl_fx lower_b, pawl_fx upper_b, pawl_fx lower_a,
                     pawl_fx upper_a, pawl_fx move) {
    return offset > pawl_max(move, 0) + (upper_a - lower_b) ||
           offset < pawl_min(move, 0) - (upper_b - lower_a);
}

static bool is_away(const pawli_arcade_pair *pair, pawl_vec2 move) {
    const pawl_box a = pawli_arcade_shape_box(pair->arcade, pair->a);
    const pawl_box b = pawli_arcade_shape_box(pair->arcade, pair->b);
    return is_apart(pair->offset.x, b.lower.x, b.upper.x, a.lower.x, a.upper.x, move.x) ||
           is_apart(pair->offset.y, b.lower.y, b.upper.y, a.lower.y, a.upper.y, move.y);
}

bool pawli_arcade_shape_overlap(const pawli_arcade_pair *pair, pawl_translation *out) {
#if PAWL_ARCADE_POLYGONS
    if (pawli_arcade_is_polygon(pair->a) || pawli_arcade_is_polygon(pair->b)) {
        return !is_away(pair, pawl_vec2_make(0, 0)) && pawli_polygon_sweep_overlap(pair, out);
    }
#endif
    const pawli_circle_box round = circle_box_of(pair);
    return pawli_circle_box_overlap(&round, out);
}

void pawli_arcade_shape_meet(const pawli_arcade_pair *pair, pawl_vec2 move,
                             pawl_arcade_meeting *out) {
    memset(out, 0, sizeof *out);
    if (is_away(pair, move)) return;
#if PAWL_ARCADE_POLYGONS
    if (pawli_arcade_is_polygon(pair->a) || pawli_arcade_is_polygon(pair->b)) {
        pawli_polygon_sweep_meet(pair, move, out);
        return;
    }
#endif
    const pawli_circle_box round = circle_box_of(pair);
    pawli_circle_box_meet(&round, move, out);
}
