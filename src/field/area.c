/* area.c - where a field is: convex polygons and half-planes, decided exactly.
 *
 * A half-plane is an area with one side, which runs to the left: below it is on its left. A polygon
 * is checked relative to its first point, so that areas may lie anywhere in the world; its
 * points are then at most PAWL_EXTENT_MAX from the first and from each other twice that, below
 * 2^30 raw units. */
#include "field/area.h"

#include "base/assert.h"
#include "fx/range.h"
#include "geom/bounds.h"

#include <string.h>

pawl_area pawl_area_everywhere(void) {
    return pawl_area_below(PAWL_FX_MAX);
}

pawl_area pawl_area_below(pawl_fx level) {
    pawl_area area;
    memset(&area, 0, sizeof area);
    area.level = level;
    return area;
}

pawl_area pawl_area_box(pawl_box box) {
    pawl_area area;
    memset(&area, 0, sizeof area);
    area.count = 4;
    area.points[0] = box.lower;
    area.points[1] = pawl_vec2_make(box.upper.x, box.lower.y);
    area.points[2] = box.upper;
    area.points[3] = pawl_vec2_make(box.lower.x, box.upper.y);
    return area;
}

bool pawl_area_is_valid(const pawl_area *area) {
    if (area == NULL) return false;
    if (area->count == 0) return true;
    if (area->count < 3 || area->count > PAWL_POLYGON_MAX) return false;
    pawl_vec2 points[PAWL_POLYGON_MAX];
    for (int i = 0; i < area->count; i++) {
        const pawl_vec2 point = area->points[i];
        if (!pawli_is_position(point)) return false;
        points[i] = pawl_vec2_sub(point, area->points[0]);
    }
    return pawl_polygon_check(points, area->count, 0, NULL) == PAWL_POLYGON_OK;
}

int pawli_area_sides(const pawl_area *area) {
    return area->count == 0 ? 1 : area->count;
}

pawli_half_plane pawli_area_side(const pawl_area *area, int side, pawl_vec2 origin) {
    PAWL_ASSERT(side >= 0);
    PAWL_ASSERT(side < pawli_area_sides(area));
    pawli_half_plane plane;
    if (area->count == 0) {
        plane.from = pawl_vec2_make(0, pawl_sub(area->level, origin.y));
        plane.along = pawl_vec2_make(-PAWL_FX_ONE, 0);
        return plane;
    }
    const pawl_vec2 from = area->points[side];
    const pawl_vec2 to = area->points[side + 1 < area->count ? side + 1 : 0];
    plane.from = pawl_vec2_sub(from, origin);
    plane.along = pawl_vec2_sub(to, from);
    return plane;
}

static bool area_holds(const pawl_area *area, pawl_vec2 point) {
    for (int i = 0; i < pawli_area_sides(area); i++) {
        const pawli_half_plane plane = pawli_area_side(area, i, point);
        if (pawli_side_of(&plane, pawl_vec2_make(0, 0)) < 0) return false;
    }
    return true;
}

bool pawl_area_contains(const pawl_area *area, pawl_vec2 point) {
    return pawl_area_is_valid(area) && area_holds(area, point);
}

pawl_vec2 pawli_area_image(const pawl_world *world, const pawl_area *area, pawl_vec2 place) {
    if (!pawli_way_goes_round(world) || area->count == 0) return place;
    const pawl_box box = pawli_area_bounds(area);
    const pawl_vec2 middle = {(pawl_fx)pawli_floor((int64_t)box.lower.x + box.upper.x, 1),
                              (pawl_fx)pawli_floor((int64_t)box.lower.y + box.upper.y, 1)};
    return pawl_vec2_add(middle, pawli_way_to(world, middle, place));
}

bool pawli_area_holds_in(const pawl_world *world, const pawl_area *area, pawl_vec2 place) {
    return area_holds(area, pawli_area_image(world, area, place));
}

pawl_box pawli_area_bounds(const pawl_area *area) {
    if (area->count == 0) {
        pawl_box box;
        box.lower = pawl_vec2_make(-PAWL_FX_MAX, -PAWL_FX_MAX);
        box.upper = pawl_vec2_make(PAWL_FX_MAX, area->level);
        return box;
    }
    return pawli_bounds_of(area->points, area->count);
}
