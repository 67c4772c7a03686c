/* shape.c - two shapes of an arcade, still and swept, by their Minkowski difference b - a.
 *
 * Nothing turns, so the difference is exact. Boxes alone have a short way of their own (box.c); a
 * circle and a circle, or a box, have a difference of one or four vertices with a radius, which is
 * written down; where a polygon takes part collide/difference.c makes it. What the outline then
 * answers is the kit of collide.h.
 *
 * Ranges: half extents and polygons are at most 2^28 from their position, so a difference is less
 * than 2^30 wide; positions are 2^31 apart at most, moves with respect to each other 2^30 long. */
#include "arcade/arcade.h"
#include "arcade/box.h"
#include "collide/outline.h"

#include <string.h>

/* The outline of a difference, and what it points at. */
typedef struct figure {
    pawli_outline outline;
    pawl_vec2 vertices[4];
#if PAWL_ARCADE_POLYGONS
    pawli_difference difference;
    pawl_convex box;
#endif
} figure;

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

PAWLI_FOLD bool is_polygon(const pawli_kind *kind) {
    return PAWL_ARCADE_POLYGONS && kind->shape == PAWL_ARCADE_POLYGON;
}

pawl_box pawli_kind_box(const pawl_arcade *arcade, const pawli_kind *kind) {
    pawl_box box;
    if (is_polygon(kind)) {
        const pawl_convex *const polygon = pawli_polygons(arcade) + kind->polygon;
        box.lower = box.upper = polygon->vertices[0];
        for (int i = 1; i < polygon->count; i++) {
            const pawl_vec2 v = polygon->vertices[i];
            box.lower = pawl_vec2_make(pawl_min(box.lower.x, v.x), pawl_min(box.lower.y, v.y));
            box.upper = pawl_vec2_make(pawl_max(box.upper.x, v.x), pawl_max(box.upper.y, v.y));
        }
        box.lower.x -= polygon->radius;
        box.lower.y -= polygon->radius;
        box.upper.x += polygon->radius;
        box.upper.y += polygon->radius;
        return box;
    }
    box.upper = kind->half;
    if (kind->shape == PAWL_ARCADE_CIRCLE) box.upper.y = box.upper.x;
    box.lower = pawl_vec2_make(-box.upper.x, -box.upper.y);
    return box;
}

#if PAWL_ARCADE_POLYGONS
static const pawl_convex *convex_of(const pawl_arcade *arcade, const pawli_kind *kind,
                                    pawl_convex *made) {
    if (is_polygon(kind)) return pawli_polygons(arcade) + kind->polygon;
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
#endif

/* The difference b - a. */
static const pawli_outline *make_figure(const pawli_couple *couple, figure *out) {
    const pawli_kind *const a = couple->a, *const b = couple->b;
#if PAWL_ARCADE_POLYGONS
    if (is_polygon(a) || is_polygon(b)) {
        const pawl_rot still = {PAWL_UNIT, 0};
        const pawli_frame frame_a = {{0, 0}, still, {0, 0}};
        const pawli_frame frame_b = {couple->offset, still, {0, 0}};
        pawli_make_difference(convex_of(couple->arcade, b, &out->box), &frame_b,
                              convex_of(couple->arcade, a, &out->box), &frame_a, &out->difference);
        return &out->difference.outline;
    }
#endif
    pawli_outline *const outline = &out->outline;
    pawl_vec2 half = {0, 0};
    outline->count = 1;
    outline->radius = 0;
    for (int i = 0; i < 2; i++) {
        const pawli_kind *const kind = i == 0 ? a : b;
        if (kind->shape == PAWL_ARCADE_CIRCLE) {
            outline->radius += kind->half.x;
        } else {
            outline->count = 4;
            half.x += kind->half.x;
            half.y += kind->half.y;
        }
    }
    set_box_vertices(half, out->vertices);
    outline->vertices = out->vertices;
    outline->normals = box_normals;
    outline->x = couple->offset.x;
    outline->y = couple->offset.y;
    return outline;
}

static bool are_boxes(const pawli_couple *couple) {
    return couple->a->shape == PAWL_ARCADE_BOX && couple->b->shape == PAWL_ARCADE_BOX;
}

static pawl_vec2 reach_of(const pawli_couple *couple) {
    return pawl_vec2_make(couple->a->half.x + couple->b->half.x,
                          couple->a->half.y + couple->b->half.y);
}

/* Whether the boxes around the difference and around the way are apart, on one axis. */
static bool is_apart(int64_t offset, pawl_fx lower_b, pawl_fx upper_b, pawl_fx lower_a,
                     pawl_fx upper_a, pawl_fx move) {
    return offset + lower_b - upper_a > pawl_max(move, 0) ||
           offset + upper_b - lower_a < pawl_min(move, 0);
}

static bool is_away(const pawli_couple *couple, pawl_vec2 move) {
    const pawl_box a = pawli_kind_box(couple->arcade, couple->a);
    const pawl_box b = pawli_kind_box(couple->arcade, couple->b);
    return is_apart(couple->offset.x, b.lower.x, b.upper.x, a.lower.x, a.upper.x, move.x) ||
           is_apart(couple->offset.y, b.lower.y, b.upper.y, a.lower.y, a.upper.y, move.y);
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

bool pawli_couple_overlaps(const pawli_couple *couple, pawl_translation *out) {
    if (is_away(couple, pawl_vec2_make(0, 0))) return false;
    if (are_boxes(couple)) return pawli_boxes_overlap(couple->offset, reach_of(couple), out);
    figure f;
    const pawli_outline *const outline = make_figure(couple, &f);
    if (!pawli_outline_contains(outline)) return false;
    leave(outline, out);
    return true;
}

void pawli_couple_meet(const pawli_couple *couple, pawl_vec2 move, pawl_arcade_meeting *out) {
    memset(out, 0, sizeof *out);
    if (is_away(couple, move)) return;
    if (are_boxes(couple)) {
        pawli_boxes_meet(couple->offset, reach_of(couple), move, out);
        return;
    }
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
