/* cell.c - the borders of a cell: its part's edges, cut by one half-plane after the other.
 *
 * Source: Sutherland and Hodgman, Reentrant polygon clipping (1974), for convex polygons that are
 * lists of lines: on which side of a new line the crossing of two others lies is the sign of a
 * determinant, so nothing is rounded and nothing goes wrong when many lines meet in a point.
 *
 * Overflow. Between sites: everything lies in a box of sides below 2^30, so x and y of an edge are
 * below 2^30 and those of a bisector, 2 d, below 2^31; c, a cross product or d^2, is below 2^61;
 * the turn of two borders is at most 8 * (2^30 - 1)^2 < 2^63. With a line, whose points may be
 * 2^31 - 2 from everything: x and y of the line below 2^31, its c 0; c of an edge below 2^62, the
 * turn of line and edge below 2^62. The determinant has three products below 2^124. */
#include "geom/cell.h"

#include "fx/int128.h"
#include "geom/predicate.h"

const pawl_vec2 *pawli_cell_part(const pawl_rings *parts, uint32_t part, uint32_t *count) {
    const uint32_t begin = part == 0 ? 0 : parts->ends[part - 1];
    *count = parts->ends[part] - begin;
    return parts->points + begin;
}

bool pawli_cell_is_corner(const pawl_vec2 *points, uint32_t count, uint32_t index) {
    const pawl_vec2 before = points[index > 0 ? index - 1 : count - 1];
    const pawl_vec2 after = points[index + 1 < count ? index + 1 : 0];
    return pawli_orient(before, points[index], after) != 0;
}

pawl_vec2 pawli_cell_origin(const pawli_cell *cell) {
    return cell->pattern->sites != NULL ? cell->pattern->sites[cell->site] : cell->pattern->a;
}

/* What lies left of the line through `from` along `along`. */
static pawli_half left_of(pawl_vec2 from, pawl_vec2 along, pawl_vec2 origin) {
    pawli_half half;
    half.x = along.y;
    half.y = -(int64_t)along.x;
    half.c = -pawl_vec2_cross(along, pawl_vec2_sub(from, origin));
    return half;
}

pawli_half pawli_cell_half(const pawli_cell *cell, uint32_t border) {
    const pawli_pattern *const pattern = cell->pattern;
    const pawl_vec2 origin = pawli_cell_origin(cell);
    pawli_half half;
    if (border < cell->point_count) {
        const pawl_vec2 begin = cell->points[border];
        const pawl_vec2 end = cell->points[border + 1 < cell->point_count ? border + 1 : 0];
        half = left_of(begin, pawl_vec2_sub(end, begin), origin);
    } else if (pattern->sites == NULL) {
        const pawl_vec2 from = cell->site == 0 ? pattern->a : pattern->b;
        const pawl_vec2 to = cell->site == 0 ? pattern->b : pattern->a;
        half = left_of(pattern->a, pawl_vec2_sub(to, from), origin);
    } else {
        const pawl_vec2 d =
            pawl_vec2_sub(pattern->sites[border - cell->point_count], pattern->sites[cell->site]);
        half.x = 2 * (int64_t)d.x;
        half.y = 2 * (int64_t)d.y;
        half.c = pawl_vec2_dot(d, d);
    }
    return half;
}

int64_t pawli_cell_half_turn(pawli_half first, pawli_half second) {
    return first.x * second.y - first.y * second.x;
}

int pawli_cell_half_sign(pawli_half first, pawli_half second, pawli_half half) {
    const pawli_int128 one = pawli_int128_multiply(first.c, pawli_cell_half_turn(second, half));
    const pawli_int128 two = pawli_int128_multiply(second.c, pawli_cell_half_turn(half, first));
    const pawli_int128 three = pawli_int128_multiply(half.c, pawli_cell_half_turn(first, second));
    return pawli_int128_sign(pawli_int128_add(pawli_int128_add(one, two), three));
}

static void start_with_part(pawli_cell *cell) {
    cell->count = 0;
    for (uint32_t i = 0; i < cell->point_count; i++) {
        if (pawli_cell_is_corner(cell->points, cell->point_count, i))
            cell->borders[cell->count++] = i;
    }
}

/* The sign of corner i, where border i ends, for all of them. Whether some are inside, some
 * outside. */
static void find_signs(pawli_cell *cell, pawli_half cut, bool *some_inside, bool *some_outside) {
    const uint32_t count = cell->count;
    const pawli_half first = pawli_cell_half(cell, cell->borders[0]);
    pawli_half border = first;
    *some_inside = *some_outside = false;
    for (uint32_t i = 0; i < count; i++) {
        const pawli_half next = i + 1 < count ? pawli_cell_half(cell, cell->borders[i + 1]) : first;
        const int sign = pawli_cell_half_sign(border, next, cut);
        cell->signs[i] = (int8_t)sign;
        *some_inside = *some_inside || sign > 0;
        *some_outside = *some_outside || sign < 0;
        border = next;
    }
}

/* The borders from the first that ends inside without beginning there to the last that begins
 * inside without ending there; then the cut. */
static void replace_outside(pawli_cell *cell, uint32_t cut) {
    const uint32_t count = cell->count;
    uint32_t first = 0;
    while (cell->signs[first] <= 0 || cell->signs[first > 0 ? first - 1 : count - 1] > 0)
        first++;
    uint32_t kept = 0, at = first;
    do {
        cell->spare[kept++] = cell->borders[at];
        if (cell->signs[at] <= 0) break;
        at = at + 1 < count ? at + 1 : 0;
    } while (at != first);
    cell->spare[kept++] = cut;
    uint32_t *const swapped = cell->borders;
    cell->borders = cell->spare;
    cell->spare = swapped;
    cell->count = kept;
}

bool pawli_cell_find(pawli_cell *cell, uint32_t part, uint32_t site) {
    const pawli_pattern *const pattern = cell->pattern;
    cell->points = pawli_cell_part(pattern->parts, part, &cell->point_count);
    cell->part = part;
    cell->site = site;
    start_with_part(cell);
    for (uint32_t i = 0; i < pattern->site_count; i++) {
        if (i == site || pattern->states[i] == PAWLI_SITE_GONE) continue;
        bool some_inside, some_outside;
        const uint32_t cut = cell->point_count + i;
        find_signs(cell, pawli_cell_half(cell, cut), &some_inside, &some_outside);
        if (!some_inside) {
            cell->count = 0;
            return false;
        }
        if (some_outside) replace_outside(cell, cut);
    }
    return true;
}
