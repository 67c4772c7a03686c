/* build_cells.c - which regions hold each triangle.
 *
 * A tour (winding.h) keeps the winding numbers of all layers at once. The sets of regions that it
 * meets get numbers in the order in which they are found; a hash table finds them again. When all
 * triangles have one, the sets are sorted, so that numbers in the block do not depend on the
 * tour. */
#include "base/sort.h"
#include "level/level_build.h"
#include "mesh/winding.h"

/* Where a tour is. */
typedef struct cell_slot {
    uint32_t hash;  /* of the set: those of its members, xored */
    uint32_t count; /* members */
} cell_slot;

/* Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4), each region its own bits. */
static uint32_t hash_of_members(uint16_t region) {
    const uint32_t mixed = ((uint32_t)region + 1) * UINT32_C(0x9E3779B1);
    return (mixed ^ mixed >> 15) * UINT32_C(0x85EBCA77);
}

static uint32_t begin_of_cell(const pawli_cells *cells, uint32_t cell) {
    return cell == 0 ? 0 : cells->ends[cell - 1];
}

/* Whether a cell has as many members, and the tour is in all of them. */
static bool is_here(const pawli_cells *cells, uint32_t cell, uint32_t count) {
    const uint32_t begin = begin_of_cell(cells, cell), end = cells->ends[cell];
    if (end - begin != count) return false;
    for (uint32_t i = begin; i < end; i++)
        if (cells->windings[cells->members[i]] <= 0) return false;
    return true;
}

/* Puts the set where the tour is behind the others. Without room for it all are forgotten, and
 * those that come from then on counted anew: a set may be counted several times, but none is
 * missing. */
static bool add_cell(pawli_cells *cells, uint32_t count) {
    const bool fits =
        cells->count < cells->capacity && count <= cells->member_capacity - cells->member_count;
    cells->needed++;
    cells->needed_members += count;
    if (!fits) {
        cells->is_full = true;
        cells->count = cells->member_count = 0;
        memset(cells->slots, 0, ((size_t)cells->slot_mask + 1) * sizeof *cells->slots);
        if (cells->capacity == 0 || count > cells->member_capacity) return false;
    }
    for (uint32_t region = 0; region < cells->region_count; region++) {
        if (cells->windings[region] > 0) cells->members[cells->member_count++] = (uint16_t)region;
    }
    cells->ends[cells->count++] = (uint16_t)cells->member_count;
    return true;
}

/* The number of the set where the tour is; PAWLI_CELL_OUTSIDE: no room for another one. */
static uint16_t find_cell(pawli_cells *cells, const cell_slot *here) {
    uint32_t slot = (here->hash ^ here->hash >> 16) & cells->slot_mask;
    for (; cells->slots[slot] != 0; slot = (slot + 1) & cells->slot_mask) {
        const uint16_t cell = (uint16_t)(cells->slots[slot] - 1);
        if (is_here(cells, cell, here->count)) return cell;
    }
    if (!add_cell(cells, here->count)) return PAWLI_CELL_OUTSIDE;
    if (cells->count == 1) slot = (here->hash ^ here->hash >> 16) & cells->slot_mask;
    cells->slots[slot] = (uint16_t)cells->count;
    return (uint16_t)(cells->count - 1);
}

/* The last move of the tour crossed lines: the winding numbers of their layers change. */
static void cross_lines(pawli_cells *cells, const pawli_tour *tour, cell_slot *here) {
    for (uint32_t i = 0; i < tour->line_count; i++) {
        const pawli_line *const line = &tour->lines->edges[tour->line + i];
        int32_t *const winding = &cells->windings[line->layer];
        const bool before = *winding > 0;
        *winding += tour->is_leftward ? line->winding : -line->winding;
        const bool after = *winding > 0;
        if (before == after || line->layer >= cells->region_count) continue;
        here->hash ^= hash_of_members(line->layer);
        here->count += after ? 1u : UINT32_MAX;
    }
}

pawl_status pawli_build_cells_label(pawli_cells *cells, pawli_arrange *arrange) {
    pawli_triangle *const triangles = arrange->mesh.triangles;
    pawli_tour tour;
    cell_slot here = {0, 0};
    uint16_t cell = 0;
    memset(cells->slots, 0, ((size_t)cells->slot_mask + 1) * sizeof *cells->slots);
    memset(cells->windings, 0, ((size_t)cells->region_count + 1) * sizeof *cells->windings);
    cells->count = cells->member_count = cells->needed = 0;
    cells->needed_members = 0;
    cells->is_full = false;
    (void)find_cell(cells, &here); /* the empty one is always there */
    bool is_new = false;
    pawli_winding_tour_begin(&arrange->lines, &arrange->mesh, &tour);
    do {
        cross_lines(cells, &tour, &here);
        is_new = is_new || tour.line_count > 0;
        if (!tour.is_first) continue;
        const bool is_inside = cells->windings[cells->region_count] > 0;
        if (is_inside && is_new) {
            cell = find_cell(cells, &here);
            is_new = false;
        }
        triangles[tour.triangle].winding = (int16_t)(is_inside ? cell : PAWLI_CELL_OUTSIDE);
    } while (pawli_winding_tour_next(&tour));
    return cells->is_full ? PAWL_ERR_CAPACITY : PAWL_OK;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* pawli_before: in the order of words. No two cells are the same. */
static bool cell_precedes(const void *context, const void *a, const void *b) {
    const pawli_cells *const cells = (const pawli_cells *)context;
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    uint32_t i = begin_of_cell(cells, left), j = begin_of_cell(cells, right);
    for (; i < cells->ends[left] && j < cells->ends[right]; i++, j++) {
        if (cells->members[i] != cells->members[j]) return cells->members[i] < cells->members[j];
    }
    return i == cells->ends[left] && j < cells->ends[right];
}

void pawli_build_cells_sort(pawli_cells *cells) {
    for (uint32_t i = 0; i < cells->count; i++)
        cells->order[i] = i;
    pawli_sort(cells->order, cells->count, sizeof *cells->order, cell_precedes, cells);
    for (uint32_t i = 0; i < cells->count; i++)
        cells->ranks[cells->order[i]] = (uint16_t)i;
}
