/* winding.c - tours over all triangles, and winding numbers.
 *
 * A triangle's mark remembers across which edge the tour first came (plus one, so that zero means
 * never) and which edge it tries next. The first triangle has an edge of the box: there the tour
 * ends. Every edge of the tree is crossed twice, so a tour takes 2 * triangles moves. */
#include "mesh/winding.h"

#include "base/assert.h"

#define CAME_MASK 3u
#define NEXT_SHIFT 2

static unsigned came_across(const pawli_triangle *triangle) {
    return (triangle->mark & CAME_MASK) - 1u;
}

static void set_tour_mark(pawli_triangle *triangle, unsigned came, unsigned next) {
    const unsigned others = triangle->mark & ~PAWLI_TOUR_MARK;
    triangle->mark = (uint8_t)(others | (came + 1u) | next << NEXT_SHIFT);
}

static bool edge_precedes(const pawli_line *edge, uint32_t a, uint32_t b) {
    return edge->a != a ? edge->a < a : edge->b < b;
}

/* The edges of the arrangement between two of its vertices, a < b: index of the first, their number
 * through `count`. */
static uint32_t find_lines_between(const pawli_arrangement *lines, const uint32_t *index,
                                   uint32_t a, uint32_t b, uint32_t *count) {
    uint32_t begin = index == NULL ? 0 : index[a];
    uint32_t end = index == NULL ? lines->edge_count : index[a + 1];
    while (begin < end) {
        const uint32_t middle = begin + (end - begin) / 2;
        if (edge_precedes(&lines->edges[middle], a, b)) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    for (end = begin; end < lines->edge_count; end++) {
        if (lines->edges[end].a != a || lines->edges[end].b != b) break;
    }
    *count = end - begin;
    return begin;
}

/* The lines under edge `edge` of a triangle, and whether a move across it comes from their
 * right. */
static void look_up(pawli_tour *tour, const pawli_triangle *triangle, unsigned edge) {
    tour->line_count = 0;
    if (((unsigned)triangle->fixed >> edge & 1u) == 0) return;
    const uint32_t from = triangle->vertex[(edge + 1) % 3] - PAWLI_BOX_VERTICES;
    const uint32_t to = triangle->vertex[(edge + 2) % 3] - PAWLI_BOX_VERTICES;
    tour->is_leftward = from > to;
    tour->line = find_lines_between(tour->lines, tour->index, from < to ? from : to,
                                    from < to ? to : from, &tour->line_count);
}

void pawli_winding_index(const pawli_arrangement *lines, uint32_t *index) {
    uint32_t at = 0;
    for (uint32_t vertex = 0; vertex <= lines->vertex_count; vertex++) {
        while (at < lines->edge_count && lines->edges[at].a < vertex)
            at++;
        index[vertex] = at;
    }
}

static unsigned edge_towards(const pawli_triangle *triangle, uint32_t neighbor) {
    return triangle->neighbor[0] == neighbor ? 0 : triangle->neighbor[1] == neighbor ? 1 : 2;
}

void pawli_winding_tour_begin(const pawli_arrangement *lines, pawli_triangulation *mesh,
                              pawli_tour *tour) {
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        mesh->triangles[i].mark &= (uint8_t)~PAWLI_TOUR_MARK;
    uint32_t first = 0;
    while (edge_towards(&mesh->triangles[first], PAWLI_NO_TRIANGLE) == 2 &&
           mesh->triangles[first].neighbor[2] != PAWLI_NO_TRIANGLE)
        first++;
    set_tour_mark(&mesh->triangles[first], edge_towards(&mesh->triangles[first], PAWLI_NO_TRIANGLE),
                  0);
    *tour = (pawli_tour){.triangle = first, .is_first = true, .lines = lines, .mesh = mesh};
}

bool pawli_winding_tour_next(pawli_tour *tour) {
    pawli_triangle *const triangles = tour->mesh->triangles;
    pawli_triangle *const here = &triangles[tour->triangle];
    const unsigned came = came_across(here);
    for (unsigned i = (unsigned)here->mark >> NEXT_SHIFT & 3u; i < 3; i++) {
        const uint32_t neighbor = here->neighbor[i];
        if (neighbor == PAWLI_NO_TRIANGLE || (triangles[neighbor].mark & CAME_MASK) != 0) continue;
        set_tour_mark(here, came, i + 1);
        set_tour_mark(&triangles[neighbor], edge_towards(&triangles[neighbor], tour->triangle), 0);
        look_up(tour, here, i);
        tour->triangle = neighbor;
        tour->is_first = true;
        return true;
    }
    if (here->neighbor[came] == PAWLI_NO_TRIANGLE) return false;
    look_up(tour, here, came);
    tour->triangle = here->neighbor[came];
    tour->is_first = false;
    return true;
}

int32_t pawli_winding_tour_growth(const pawli_tour *tour, uint16_t layer) {
    for (uint32_t i = 0; i < tour->line_count; i++) {
        const pawli_line *const line = &tour->lines->edges[tour->line + i];
        if (line->layer == layer) return tour->is_leftward ? line->winding : -line->winding;
    }
    return 0;
}

/* Any number that is unlike those of others: the finalizer of SplitMix64 (Steele, Lea and Flood,
 * Fast splittable pseudorandom number generators, 2014). */
static uint64_t scatter_bits(uint64_t value) {
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return value ^ value >> 31;
}

bool pawli_winding_is_closed(const pawli_arrangement *lines) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < lines->edge_count; i++) {
        const pawli_line *const edge = &lines->edges[i];
        const uint32_t own =
            edge->layer & (lines->keeps_folds ? PAWLI_LAYER_BENT - 1u : UINT16_MAX);
        const uint64_t layer = (uint64_t)(own + UINT32_C(1)) << 32;
        sum += (scatter_bits(layer | edge->a) - scatter_bits(layer | edge->b)) *
               (uint64_t)edge->winding;
    }
    return sum == 0;
}

/* By how much the numbers of all layers together grow on the last move. */
static int32_t growth_of_all(const pawli_tour *tour) {
    int32_t sum = 0;
    for (uint32_t i = 0; i < tour->line_count; i++)
        sum += tour->lines->edges[tour->line + i].winding;
    return tour->is_leftward ? sum : -sum;
}

pawl_status pawli_winding_set_sum(const pawli_arrangement *lines, pawli_triangulation *mesh) {
    pawli_tour tour;
    int32_t winding = 0;
    pawli_winding_tour_begin(lines, mesh, &tour);
    do {
        winding += growth_of_all(&tour);
        if (winding > INT16_MAX || winding < -INT16_MAX) return PAWL_ERR_RANGE;
        if (tour.is_first) mesh->triangles[tour.triangle].winding = (int16_t)winding;
    } while (pawli_winding_tour_next(&tour));
    return PAWL_OK;
}

pawl_status pawli_winding_set_layer(const pawli_arrangement *lines, pawli_triangulation *mesh,
                                    uint16_t layer) {
    pawli_tour tour;
    int32_t winding = 0;
    pawli_winding_tour_begin(lines, mesh, &tour);
    do {
        winding += pawli_winding_tour_growth(&tour, layer);
        if (winding > INT16_MAX || winding < -INT16_MAX) return PAWL_ERR_RANGE;
        if (tour.is_first) mesh->triangles[tour.triangle].winding = (int16_t)winding;
    } while (pawli_winding_tour_next(&tour));
    return PAWL_OK;
}
