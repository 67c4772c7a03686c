/* figure.c - two shapes of an arcade, one of them at least a polygon, still and swept.
 *
 * collide/difference.c makes their Minkowski difference b - a, exactly, and the outline then
 * answers as for collide.h.
 *
 * Ranges: half extents and polygons are at most 2^28 from their position, so a difference is less
 * than 2^30 wide; positions are 2^31 apart at most, moves with respect to each other 2^30 long. */
#include "arcade/figure.h"

#include "collide/outline.h"

#include <string.h>

/* Outward normals, counter-clockwise from (1, 0), and the signs of the vertex each edge starts at.
 */
static const pawl_rot box_normals[4] = {
    {PAWL_UNIT, 0}, {0, PAWL_UNIT}, {-PAWL_UNIT, 0}, {0, -PAWL_UNIT}};

static void set_box_vertices(pawl_vec2 half, pawl_vec2 *out) {
    out[0] = pawl_vec2_make(half.x, -half.y);
    out[1] = half;
    out[2] = pawl_vec2_make(-half.x, half.y);
    out[3] = pawl_vec2_make(-half.x, -half.y);
}

const pawl_convex *pawli_convex_of(const pawl_arcade *arcade, const pawli_kind *kind,
                                   pawl_convex *made) {
    if (PAWL_ARCADE_POLYGONS && kind->shape == PAWL_ARCADE_POLYGON)
        return pawli_polygons(arcade) + kind->polygon;
    memset(made, 0, sizeof *made);
    if (kind->shape == PAWL_ARCADE_CIRCLE) {
        made->count = 1;
        made->radius = kind->half.x;
        return made;
    }
    made->count = 4;
    set_box_vertices(kind->half, made->vertices);
    memcpy(made->normals, box_normals, sizeof box_normals);
    return made;
}

#if PAWL_ARCADE_POLYGONS
/* The outline of a difference, and what it points at. */
typedef struct figure {
    pawli_difference difference;
    pawl_convex box;
} figure;

/* Where a polygon takes part. */
static const pawli_outline *make_figure(const pawli_couple *couple, figure *out) {
    const pawl_rot still = {PAWL_UNIT, 0};
    const pawli_frame frame_a = {{0, 0}, still, {0, 0}};
    const pawli_frame frame_b = {couple->offset, still, {0, 0}};
    pawli_make_difference(pawli_convex_of(couple->arcade, couple->b, &out->box), &frame_b,
                          pawli_convex_of(couple->arcade, couple->a, &out->box), &frame_a,
                          &out->difference);
    return &out->difference.outline;
}

static pawl_rot opposite(pawl_rot normal) {
    const pawl_rot result = {-normal.c, -normal.s};
    return result;
}

/* The way out of the difference is that of a. */
static void leave(const pawli_outline *outline, pawl_translation *out) {
    pawli_outline_leave(outline, out);
    out->normal = opposite(out->normal);
    out->move = pawl_vec2_make(-out->move.x, -out->move.y);
}

bool pawli_figures_overlap(const pawli_couple *couple, pawl_translation *out) {
    figure f;
    const pawli_outline *const outline = make_figure(couple, &f);
    if (!pawli_outline_contains(outline)) return false;
    leave(outline, out);
    return true;
}

void pawli_figures_meet(const pawli_couple *couple, pawl_vec2 move, pawl_arcade_meeting *out) {
    figure f;
    const pawli_outline *const outline = make_figure(couple, &f);
    pawli_entry entry;
    pawli_outline_enter(outline, move, &entry);
    if (entry.inside) {
        pawl_translation out_of;
        leave(outline, &out_of);
        out->touching = true;
        out->normal = out_of.normal;
        out->hit = (move.x != 0 || move.y != 0) && pawli_outline_continues(outline, move);
    } else if (entry.hit && pawli_outline_crosses(outline, move)) {
        out->hit = true;
        out->fraction = entry.fraction;
        out->normal = opposite(entry.normal);
    }
}

#endif
