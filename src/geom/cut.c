/* cut.c - convex parts cut by a line or into Voronoi cells.
 *
 * The cells of all sites are looked at one after the other; a site whose cell is no good is taken
 * away, and those that may have grown are looked at again. Then all pieces are made a second time,
 * and written.
 *
 * Memory: a ring, two lists of borders and their signs, as long as a cell can get; of each site its
 * state and how much its cell writes. */
#include "pawl/cut.h"

#include "base/align.h"
#include "geom/cell.h"
#include "geom/piece.h"
#include "geom/predicate.h"
#include "fx/range.h"
#include "geom/bounds.h"

typedef struct cut_work {
    pawli_pattern pattern;
    pawli_cell cell;
    pawl_vec2 *ring;
    uint32_t *piece_counts, *point_counts; /* of the cell of a site */
    int64_t area2_min;
    uint32_t left; /* sites that have not been taken away */
} cut_work;

/* ---- memory -------------------------------------------------------------------------------- */

static uint64_t memory_for(uint32_t point_count, uint32_t site_count) {
    const uint64_t room = pawli_cell_room(point_count, site_count);
    const uint64_t size = room * (sizeof(pawl_vec2) + 2 * sizeof(uint32_t) + sizeof(int8_t)) +
                          site_count * (uint64_t)(2 * sizeof(uint32_t) + sizeof(uint8_t));
    return (size + 7) & ~UINT64_C(7);
}

size_t pawl_cut_size(uint32_t point_count, uint32_t site_count) {
    if (point_count > PAWL_CUT_POINTS_MAX || site_count > PAWL_CUT_SITES_MAX) return 0;
    const uint64_t size = memory_for(point_count, site_count);
    return size <= SIZE_MAX / 2 ? (size_t)size : 0;
}

static void lay_out_cut(cut_work *w, void *memory) {
    const pawl_rings *const parts = w->pattern.parts;
    const uint32_t sites = w->pattern.site_count;
    const size_t room = (size_t)pawli_cell_room(parts->ends[parts->count - 1], sites);
    w->ring = memory;
    w->cell.borders = (uint32_t *)(void *)(w->ring + room);
    w->cell.spare = w->cell.borders + room;
    w->piece_counts = w->cell.spare + room;
    w->point_counts = w->piece_counts + (size_t)sites;
    w->cell.signs = (int8_t *)(void *)(w->point_counts + sites);
    w->pattern.states = (uint8_t *)(void *)(w->cell.signs + room);
    w->cell.pattern = &w->pattern;
    w->left = sites;
    for (uint32_t i = 0; i < sites; i++) {
        w->pattern.states[i] = PAWLI_SITE_NEW;
        w->piece_counts[i] = 0;
    }
}

/* ---- what is accepted ---------------------------------------------------------------------- */

static pawl_status add_to_box(const pawl_vec2 *points, uint32_t count, pawl_box *box) {
    for (uint32_t i = 0; i < count; i++) {
        if (!pawli_is_position(points[i])) return PAWL_ERR_RANGE;
        pawli_bounds_add(box, points[i]);
    }
    const pawl_vec2 size = pawl_vec2_sub(box->upper, box->lower);
    return size.x <= PAWL_COORD_MAX && size.y <= PAWL_COORD_MAX ? PAWL_OK : PAWL_ERR_RANGE;
}

pawl_status pawli_cut_check_parts(const pawl_rings *parts, pawl_box *box) {
    if (parts == NULL || parts->points == NULL || parts->ends == NULL) return PAWL_ERR_NULL;
    if (parts->count == 0) return PAWL_ERR_ARGUMENT;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < parts->count; i++) {
        const uint32_t end = parts->ends[i];
        if (end > PAWL_CUT_POINTS_MAX || end < begin || end - begin < 3) return PAWL_ERR_ARGUMENT;
        begin = end;
    }
    box->lower = box->upper = parts->points[0];
    const pawl_status status = add_to_box(parts->points, begin, box);
    if (status != PAWL_OK) return status;
    for (uint32_t i = 0; i < parts->count; i++) {
        uint32_t count;
        const pawl_vec2 *const points = pawli_cell_part(parts, i, &count);
        if (!pawli_piece_is_convex(points, count)) return PAWL_ERR_GEOMETRY;
    }
    return PAWL_OK;
}

static pawl_status check_out(const pawl_pieces *out) {
    if (out->point_capacity > 0 && out->points == NULL) return PAWL_ERR_NULL;
    if (out->piece_capacity > 0 && (out->ends == NULL || out->groups == NULL)) {
        return PAWL_ERR_NULL;
    }
    return PAWL_OK;
}

/* ---- pieces -------------------------------------------------------------------------------- */

/* Where pieces go; without `out` they are counted. */
typedef struct piece_sink {
    pawl_pieces *out;
    uint32_t piece_count, point_count;
} piece_sink;

static uint32_t find_lowest_point(const pawl_vec2 *ring, uint32_t count) {
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (pawli_is_lower(ring[i], ring[lowest])) lowest = i;
    }
    return lowest;
}

static void put_piece(piece_sink *to, const pawl_vec2 *ring, uint32_t count) {
    if (to->out != NULL) {
        uint32_t at = find_lowest_point(ring, count);
        for (uint32_t i = 0; i < count; i++) {
            to->out->points[to->point_count + i] = ring[at];
            at = at + 1 < count ? at + 1 : 0;
        }
        to->out->ends[to->piece_count] = to->point_count + count;
    }
    to->point_count += count;
    to->piece_count++;
}

/* Hands out the piece of the first points; what is left takes its place. */
static uint32_t put_first(piece_sink *to, pawl_vec2 *ring, uint32_t count, uint32_t size) {
    put_piece(to, ring, size);
    for (uint32_t i = size - 1; i < count; i++)
        ring[i - (size - 2)] = ring[i];
    return count - (size - 2);
}

/* A piece, or several when rounding has bent it or it has too many corners; false when those would
 * be too thin. */
static bool put_split(piece_sink *to, pawl_vec2 *ring, uint32_t count, bool thin_allowed) {
    if (!pawli_piece_is_convex(ring, count)) {
        const uint32_t size = pawli_piece_unbend(ring, count, thin_allowed);
        if (size == 0) return false;
        count = put_first(to, ring, count, size);
    }
    if (!thin_allowed && !pawli_piece_is_thick(ring, count)) return false;
    while (count > PAWL_POLYGON_MAX) {
        const uint32_t size = pawli_piece_split(ring, count, thin_allowed);
        if (size == 0) return false;
        count = put_first(to, ring, count, size);
    }
    put_piece(to, ring, count);
    return true;
}

static bool is_part_thick(const cut_work *w, uint32_t part) {
    uint32_t count;
    const pawl_vec2 *const points = pawli_cell_part(w->pattern.parts, part, &count);
    return pawli_piece_is_thick(points, count);
}

/* The pieces of a site's cell in one part; false when they are no good. Adds to the area. */
static bool make_pieces(cut_work *w, uint32_t part, uint32_t site, piece_sink *to,
                        uint64_t *area2) {
    if (!pawli_cell_find(&w->cell, part, site)) return true;
    const uint32_t count = pawli_piece_tidy(w->ring, pawli_cell_round(&w->cell, w->ring));
    if (count < 3) return false;
    /* Stops long before it could wrap. */
    if (*area2 < (uint64_t)w->area2_min) *area2 += (uint64_t)pawl_ring_area2(w->ring, count);
    return put_split(to, w->ring, count, !is_part_thick(w, part));
}

/* All pieces of a cell. */
static bool make_cell(cut_work *w, uint32_t site, piece_sink *to) {
    const uint32_t before = to->piece_count;
    uint64_t area2 = 0;
    for (uint32_t part = 0; part < w->pattern.parts->count; part++) {
        if (!make_pieces(w, part, site, to, &area2)) return false;
    }
    return w->left == 1 || to->piece_count == before || area2 >= (uint64_t)w->area2_min;
}

/* ---- sites --------------------------------------------------------------------------------- */

/* The cells that may grow must be looked at again. In a part where a cell is, it grows only across
 * an edge it has there: old and new cell are convex, so a way straight from one to the other leads
 * through both cells alone. But one that was not in the part may come in anywhere. */
static void take_away(cut_work *w, uint32_t site) {
    const bool is_one_part = w->pattern.parts->count == 1;
    for (uint32_t i = 0; i < w->pattern.site_count; i++) {
        if (w->pattern.states[i] == PAWLI_SITE_GONE) continue;
        if (!is_one_part || w->piece_counts[i] == 0) w->pattern.states[i] = PAWLI_SITE_NEW;
    }
    if (is_one_part && pawli_cell_find(&w->cell, 0, site)) {
        for (uint32_t i = 0; i < w->cell.count; i++) {
            const uint32_t border = w->cell.borders[i];
            if (border >= w->cell.point_count)
                w->pattern.states[border - w->cell.point_count] = PAWLI_SITE_NEW;
        }
    }
    w->pattern.states[site] = PAWLI_SITE_GONE;
    w->left--;
}

static void drop_equal_sites(cut_work *w) {
    const pawl_vec2 *const sites = w->pattern.sites;
    for (uint32_t i = 1; i < w->pattern.site_count && sites != NULL; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (!pawli_is_same_point(sites[i], sites[k])) continue;
            w->pattern.states[i] = PAWLI_SITE_GONE;
            w->left--;
            break;
        }
    }
}

/* Takes sites away until the cells of the others are good. Each round of the loop settles a site or
 * takes one away. */
static pawl_status settle_sites(cut_work *w) {
    uint32_t site = 0;
    drop_equal_sites(w);
    while (site < w->pattern.site_count) {
        if (w->pattern.states[site] != PAWLI_SITE_NEW) {
            site++;
            continue;
        }
        piece_sink counts = {NULL, 0, 0};
        if (make_cell(w, site, &counts)) {
            w->pattern.states[site] = PAWLI_SITE_GOOD;
            w->piece_counts[site] = counts.piece_count;
            w->point_counts[site] = counts.point_count;
        } else if (w->left == 1) {
            return PAWL_ERR_GEOMETRY;
        } else {
            take_away(w, site);
            site = 0;
        }
    }
    return PAWL_OK;
}

/* ---- output -------------------------------------------------------------------------------- */

static pawl_status check_capacity(const cut_work *w, const pawl_pieces *out) {
    uint64_t pieces = 0, points = 0;
    for (uint32_t i = 0; i < w->pattern.site_count; i++) {
        if (w->pattern.states[i] != PAWLI_SITE_GOOD) continue;
        pieces += w->piece_counts[i];
        points += w->point_counts[i];
    }
    const bool fits = pieces <= out->piece_capacity && points <= out->point_capacity;
    return fits ? PAWL_OK : PAWL_ERR_CAPACITY;
}

static uint32_t begin_of_piece(const pawl_pieces *pieces, uint32_t piece) {
    return piece == 0 ? 0 : pieces->ends[piece - 1];
}

static bool are_joined(const pawl_pieces *pieces, uint32_t a, uint32_t b) {
    const uint32_t begin_a = begin_of_piece(pieces, a), begin_b = begin_of_piece(pieces, b);
    return pawli_piece_is_joined(pieces->points + begin_a, pieces->ends[a] - begin_a,
                                 pieces->points + begin_b, pieces->ends[b] - begin_b);
}

/* The groups of pieces begin .. end - 1, of one cell. While they are found, each piece knows an
 * earlier one of its group; the first knows itself (Galler and Fischer 1964). */
static void find_groups(pawl_pieces *out, uint32_t begin, uint32_t end) {
    uint32_t *const groups = out->groups;
    for (uint32_t i = begin; i < end; i++) {
        groups[i] = i;
        for (uint32_t k = begin; k < i; k++) {
            uint32_t one = i, two = k;
            while (groups[one] != one)
                one = groups[one];
            while (groups[two] != two)
                two = groups[two];
            if (one == two || !are_joined(out, i, k)) continue;
            groups[one > two ? one : two] = one < two ? one : two;
        }
    }
    for (uint32_t i = begin; i < end; i++)
        groups[i] = groups[groups[i]];
    for (uint32_t i = begin; i < end; i++)
        groups[i] = groups[i] == i ? out->group_count++ : groups[groups[i]];
}

static void write_pieces(cut_work *w, pawl_pieces *out) {
    piece_sink to = {out, 0, 0};
    out->group_count = out->cell_count = 0;
    for (uint32_t i = 0; i < w->pattern.site_count; i++) {
        if (w->pattern.states[i] != PAWLI_SITE_GOOD || w->piece_counts[i] == 0) continue;
        const uint32_t before = to.piece_count;
        (void)make_cell(w, i, &to);
        find_groups(out, before, to.piece_count);
        out->cell_count++;
    }
    out->piece_count = to.piece_count;
    out->point_count = to.point_count;
}

static pawl_status run_cut(cut_work *w, void *memory, size_t size, pawl_pieces *out) {
    const pawl_rings *const parts = w->pattern.parts;
    const size_t needed = pawl_cut_size(parts->ends[parts->count - 1], w->pattern.site_count);
    if (!pawli_is_aligned(memory) || needed == 0 || size < needed) return PAWL_ERR_MEMORY;
    lay_out_cut(w, memory);
    pawl_status status = settle_sites(w);
    if (status == PAWL_OK) status = check_capacity(w, out);
    if (status == PAWL_OK) write_pieces(w, out);
    return status;
}

pawl_status pawl_cut(const pawl_rings *parts, pawl_vec2 a, pawl_vec2 b, void *memory, size_t size,
                     pawl_pieces *out) {
    if (memory == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_box box;
    pawl_status status = check_out(out);
    if (status == PAWL_OK) status = pawli_cut_check_parts(parts, &box);
    if (status != PAWL_OK) return status;
    if (!pawli_is_position(a) || !pawli_is_position(b)) return PAWL_ERR_RANGE;
    if (pawli_is_same_point(a, b)) return PAWL_ERR_ARGUMENT;
    cut_work w = {.pattern = {.parts = parts, .a = a, .b = b, .site_count = 2}};
    return run_cut(&w, memory, size, out);
}

pawl_status pawl_shatter(const pawl_rings *parts, const pawl_vec2 *sites, uint32_t site_count,
                         int64_t area2_min, void *memory, size_t size, pawl_pieces *out) {
    if (sites == NULL || memory == NULL || out == NULL) return PAWL_ERR_NULL;
    if (site_count == 0 || site_count > PAWL_CUT_SITES_MAX || area2_min < 0) {
        return PAWL_ERR_ARGUMENT;
    }
    pawl_box box;
    pawl_status status = check_out(out);
    if (status == PAWL_OK) status = pawli_cut_check_parts(parts, &box);
    if (status == PAWL_OK) status = add_to_box(sites, site_count, &box);
    if (status != PAWL_OK) return status;
    cut_work w = {.pattern = {.parts = parts, .sites = sites, .site_count = site_count},
                  .area2_min = area2_min};
    return run_cut(&w, memory, size, out);
}
