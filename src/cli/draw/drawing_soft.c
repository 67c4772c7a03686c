/* drawing_soft.c - a soft body has points and links, but looks like a thing: its outline is filled,
 * the cells of a cloth are, and a rope is one line without joints. */
#include "cli/draw/drawing_soft.h"

#include <stdlib.h>
#include <string.h>

#include "cli/draw/drawing_parts.h"
#include "cli/common/heap.h"

#define WIDTH_MIN (3 * CLI_PIXEL) /* of the surface, without its outline */
#define OUTLINE (3 * CLI_PIXEL)   /* what it adds to the width, half on each side */
#define THREAD CLI_PIXEL
#define SHEET_LINKS 5 /* a cloth has at most four links for each point */

typedef struct painter {
    pawl_vec2 *points;
    pawl_soft_link *links; /* distances that are not torn */
    uint32_t point_count, link_count;
    const cli_view *view;
    cli_paint paint;
    cli_drawing *drawing;
} painter;

static bool is_surface(const pawl_soft_link *link) {
    return (link->flags & PAWL_LINK_SURFACE) != 0;
}

static painter read_soft(const pawl_world *world, pawl_soft_id soft, const cli_view *view,
                         cli_paint paint, cli_drawing *drawing) {
    painter to = {NULL, NULL, pawl_soft_get_point_count(world, soft), 0, view, paint, drawing};
    const uint32_t links = pawl_soft_get_link_count(world, soft);
    to.points = cli_heap_allocate(to.point_count * sizeof *to.points);
    to.links = cli_heap_allocate((links + 1) * sizeof *to.links);
    for (uint32_t i = 0; i < to.point_count; i++) {
        pawl_soft_point point = {{0, 0}, {0, 0}, 0};
        if (pawl_soft_get_point(world, soft, i, &point) == PAWL_OK) to.points[i] = point.position;
    }
    for (uint32_t i = 0; i < links; i++) {
        pawl_soft_link *link = &to.links[to.link_count];
        if (pawl_soft_get_link(world, soft, i, link) != PAWL_OK) continue;
        if (link->type != PAWL_LINK_DISTANCE || (link->flags & PAWL_LINK_TORN)) continue;
        to.link_count++;
    }
    return to;
}

static void draw_link(const painter *to, const pawl_soft_link *link, int64_t width,
                      cli_color color) {
    const cli_paint paint = {color, color};
    const pawl_vec2 ends[2] = {to->points[link->a], to->points[link->b]};
    cli_drawing_add_convex(to->view, ends, 2, width, paint, to->drawing);
}

static void draw_surface(const painter *to, int64_t width, cli_color color) {
    for (uint32_t i = 0; i < to->link_count; i++) {
        if (is_surface(&to->links[i])) draw_link(to, &to->links[i], width, color);
    }
}

/* How many of the first points surface links join to a ring, in order; 0: they do not. */
static uint32_t find_ring(const painter *to) {
    uint32_t joined = 1, closed = 0;
    bool *next = cli_heap_allocate(to->point_count * sizeof *next);
    memset(next, 0, to->point_count * sizeof *next);
    for (uint32_t i = 0; i < to->link_count; i++) {
        const pawl_soft_link *link = &to->links[i];
        if (!is_surface(link)) continue;
        const uint32_t low = link->a < link->b ? link->a : link->b;
        const uint32_t high = link->a < link->b ? link->b : link->a;
        if (high == low + 1) next[low] = true;
        if (low == 0 && high >= 2 && high > closed) closed = high;
    }
    while (joined < to->point_count && next[joined - 1])
        joined++;
    free(next);
    return closed > 0 && closed < joined ? closed + 1 : 0;
}

static void fill_ring(const painter *to, uint32_t count) {
    const pawl_rings ring = {to->points, &count, 1};
    pawl_ring_buffer parts = cli_drawing_parts_of_rings(&ring);
    for (uint32_t i = 0, first = 0; i < parts.ring_count; i++) {
        cli_drawing_fill_fan(parts.points + first, parts.ends[i] - first, to->view, to->paint,
                             to->drawing);
        first = parts.ends[i];
    }
    free(parts.ends);
    free(parts.points);
}

/* Neighbors with higher numbers: those of point i are at firsts[i] .. firsts[i + 1]. */
static void list_neighbors(const painter *to, uint32_t *firsts, uint16_t *neighbors) {
    memset(firsts, 0, (to->point_count + 2) * sizeof *firsts);
    for (uint32_t i = 0; i < to->link_count; i++) {
        const pawl_soft_link *link = &to->links[i];
        firsts[(link->a < link->b ? link->a : link->b) + 2]++;
    }
    for (uint32_t i = 2; i < to->point_count + 2; i++)
        firsts[i] += firsts[i - 1];
    for (uint32_t i = 0; i < to->link_count; i++) {
        const pawl_soft_link *link = &to->links[i];
        const uint32_t low = link->a < link->b ? link->a : link->b;
        neighbors[firsts[low + 1]++] = link->a < link->b ? link->b : link->a;
    }
}

static bool are_joined(const uint32_t *firsts, const uint16_t *neighbors, uint16_t a, uint16_t b) {
    const uint16_t low = a < b ? a : b, high = a < b ? b : a;
    for (uint32_t i = firsts[low]; i < firsts[low + 1]; i++) {
        if (neighbors[i] == high) return true;
    }
    return false;
}

static bool is_left(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    const int64_t abx = (int64_t)b.x - a.x, aby = (int64_t)b.y - a.y;
    return abx * ((int64_t)c.y - a.y) > aby * ((int64_t)c.x - a.x);
}

/* Three points with a link between any two are a triangle of cloth. */
static void fill_triangles(const painter *to) {
    uint32_t *firsts = cli_heap_allocate((to->point_count + 2) * sizeof *firsts);
    uint16_t *neighbors = cli_heap_allocate((to->link_count + 1) * sizeof *neighbors);
    list_neighbors(to, firsts, neighbors);
    for (uint32_t a = 0; a < to->point_count; a++) {
        for (uint32_t i = firsts[a]; i < firsts[a + 1]; i++) {
            for (uint32_t j = i + 1; j < firsts[a + 1]; j++) {
                const uint16_t b = neighbors[i], c = neighbors[j];
                if (!are_joined(firsts, neighbors, b, c)) continue;
                const pawl_vec2 at = to->points[a];
                const bool left = is_left(at, to->points[b], to->points[c]);
                const pawl_vec2 corners[3] = {at, to->points[left ? b : c],
                                              to->points[left ? c : b]};
                cli_drawing_fill_fan(corners, 3, to->view, to->paint, to->drawing);
            }
        }
    }
    free(neighbors);
    free(firsts);
}

/* In a sheet, the diagonals are left out. */
static void draw_threads(const painter *to, bool is_sheet) {
    const cli_color color = cli_theme_mix(to->paint.fill, to->paint.stroke, is_sheet ? 64 : 128);
    pawl_fx shortest = PAWL_FX_MAX;
    for (uint32_t i = 0; i < to->link_count; i++)
        shortest = pawl_min(shortest, to->links[i].length);
    const pawl_fx longest = is_sheet ? shortest + shortest / 4 : PAWL_FX_MAX;
    for (uint32_t i = 0; i < to->link_count; i++) {
        const pawl_soft_link *link = &to->links[i];
        if (!is_surface(link) && link->length <= longest) draw_link(to, link, THREAD, color);
    }
}

void cli_drawing_soft_add(const pawl_world *world, pawl_soft_id soft, pawl_fx radius,
                          const cli_view *view, cli_paint paint, cli_drawing *drawing) {
    painter to = read_soft(world, soft, view, paint, drawing);
    const pawl_fx across = pawl_sub(view->box.upper.x, view->box.lower.x);
    const int64_t thick = 2 * (int64_t)radius * view->width * CLI_PIXEL / across;
    const int64_t width = thick < WIDTH_MIN ? WIDTH_MIN : thick;
    const uint32_t ring = find_ring(&to);
    const bool is_sheet = ring == 0 && to.link_count <= SHEET_LINKS * to.point_count;
    draw_surface(&to, width + OUTLINE, paint.stroke);
    if (ring != 0) fill_ring(&to, ring);
    if (is_sheet) fill_triangles(&to);
    if (ring == 0) draw_threads(&to, is_sheet);
    draw_surface(&to, width, paint.fill);
    free(to.links);
    free(to.points);
}
