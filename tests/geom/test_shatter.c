/* test_shatter.c - parts shattered into Voronoi cells: pieces that tile, each nearest to its site,
 * with the corners that a second way of computing them finds. */
#include "support/shape/cutting.h"

#define ROUNDS SEEDED_ROUNDS(30000)
#define SITES 12

static polygon parts;
static cutting cut, other;
static pawl_vec2 sites[64];

static pawl_shatter_pattern draw_pattern(uint64_t *seed, pawl_fx reach) {
    pawl_shatter_pattern pattern = {seeded_next(seed), seeded_next(seed), {0, 0}, 0, 0, 0};
    pattern.impact = cutting_point(seed, reach);
    pattern.focus = (pawl_fx)(seeded_next(seed) % (PAWL_FX_ONE + 1));
    pattern.spacing = (pawl_fx)(seeded_next(seed) % 3 == 0 ? 0 : reach / 8);
    pattern.site_count = (uint32_t)(seeded_next(seed) % SITES) + 1;
    return pattern;
}

/* Scattered ones; or on a grid, where many lie on one circle; or two in one place; or outside, so
 * that many have no cell until others are taken away. */
static uint32_t draw_sites(uint64_t *seed, pawl_fx reach) {
    const uint32_t how = (uint32_t)(seeded_next(seed) % 4);
    const pawl_rings rings = polygon_rings(&parts);
    const pawl_shatter_pattern pattern = draw_pattern(seed, reach);
    int32_t count = pawl_shatter_sites(&rings, &pattern, sites);
    ck_assert_int_ge(count, 0);
    if (count == 0) sites[count++] = cutting_point(seed, reach);
    if (how == 0) {
        const pawl_fx step = reach / 3 + 1;
        for (int32_t i = 0; i < count; i++)
            sites[i] = pawl_vec2_make(sites[i].x / step * step, sites[i].y / step * step);
    }
    if (how == 2) { /* most of them outside */
        for (int32_t i = 0; i < count; i++)
            sites[i] = cutting_point(seed, reach > PAWL_COORD_MAX / 4 ? reach : 2 * reach);
    }
    if (how == 1 && count > 2) sites[count - 1] = sites[0];
    return (uint32_t)count;
}

/* The site that is nearest to all corners of a piece, but for their rounding; or none: a site was
 * taken away. */
static uint32_t find_cell(const cutting *c, uint32_t piece, uint32_t count) {
    uint32_t best = UINT32_MAX;
    int128 least = 0;
    for (uint32_t i = 0; i < count; i++) {
        int128 sum = 0;
        for (uint32_t k = cutting_begin(c, piece); k < c->ends[piece]; k++) {
            const int128 x = (int128)c->points[k].x - sites[i].x;
            const int128 y = (int128)c->points[k].y - sites[i].y;
            sum += x * x + y * y;
        }
        if (best == UINT32_MAX || sum < least) {
            best = i;
            least = sum;
        }
    }
    return best;
}

/* Whether a corner of the cell of site i is nearer to another by more than rounding makes it: the
 * difference of the squares is linear, with the gradient 2 (s_j - s_i). */
static bool is_far(pawl_vec2 p, uint32_t i, uint32_t count) {
    const int128 x = (int128)p.x - sites[i].x, y = (int128)p.y - sites[i].y;
    for (uint32_t k = 0; k < count; k++) {
        const int128 u = (int128)p.x - sites[k].x, v = (int128)p.y - sites[k].y;
        const int128 slack = 2 * (int128)cutting_l1((edge){sites[i], sites[k]});
        if (x * x + y * y - u * u - v * v > slack) return true;
    }
    return false;
}

static bool may_be(const cutting *c, uint32_t piece, uint32_t site, uint32_t count) {
    for (uint32_t k = cutting_begin(c, piece); k < c->ends[piece]; k++) {
        if (is_far(c->points[k], site, count)) return false;
    }
    return true;
}

static uint32_t count_different(uint32_t count) {
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_new = true;
        for (uint32_t k = 0; k < i; k++)
            is_new = is_new && !polygon_same(sites[i], sites[k]);
        different += is_new;
    }
    return different;
}

/* Cells of pieces, for the grouping. False when they cannot be told: some site has none, so that it
 * may have been taken away, and pieces that others got are nearest to it; or pieces are so small
 * that rounding hides which they belong to. */
static bool find_cells(const cutting *c, uint32_t count, uint32_t *cells) {
    if (c->pieces.cell_count != count_different(count)) return false;
    for (uint32_t i = 0; i < c->pieces.piece_count; i++) {
        cells[i] = find_cell(c, i, count);
        if (!may_be(c, i, cells[i], count)) return false;
        for (uint32_t k = 0; k < count; k++) {
            const bool is_other = !polygon_same(sites[k], sites[cells[i]]);
            if (is_other && may_be(c, i, k, count)) return false;
        }
    }
    return true;
}

START_TEST(pieces_tile_and_are_nearest_to_their_sites) {
    static uint32_t cells[CUTTING_PIECES];
    uint64_t seed = first_seed(_i);
    int32_t rounds = 0, whole = 0, many = 0, told = 0;
    for (int n = 0; n < ROUNDS / (_i == 3 ? 4 : 2) / CUTTING_KINDS; n++) {
        pawl_fx reach;
        if (!cutting_draw(&seed, _i, &reach, &parts)) continue;
        const uint32_t count = draw_sites(&seed, reach);
        const int64_t least = seeded_next(&seed) % 4 == 0 ? polygon_area2(&parts) / 20 : 0;
        const pawl_status status = cutting_shatter(&parts, sites, count, least, &cut);
        if (status == PAWL_ERR_GEOMETRY && cutting_may_be_refused(&parts)) continue;
        ck_assert_msg(status == PAWL_OK, "status %d: kind %d round %d", status, _i, n);
        const bool are_known = find_cells(&cut, count, cells);
        const char *const fault = cutting_fault(&parts, &cut, are_known ? cells : NULL, 2);
        ck_assert_msg(fault == NULL, "%s: kind %d round %d", fault, _i, n);
        if (count == 1) ck_assert_uint_eq(cut.pieces.cell_count, 1);
        for (int k = 0; k < 4; k++) {
            uint32_t inside, edge_of;
            const pawl_vec2 p = cutting_point(&seed, reach);
            cutting_count(&cut, p, &inside, &edge_of);
            ck_assert_uint_le(inside + (edge_of > 0), 1);
            const pawl_rings rings = polygon_rings(&parts);
            if (!polygon_is_clear(&rings, p)) continue;
            const bool is_in = pawl_rings_locate(&rings, PAWL_FILL_NONZERO, p) != PAWL_SIDE_OUTSIDE;
            ck_assert_msg(inside + edge_of > 0 || !is_in, "hole: kind %d round %d", _i, n);
        }
        whole += cut.pieces.cell_count == 1 && count > 1;
        many += cut.pieces.cell_count > 3;
        told += are_known;
        rounds++;
    }
    ck_assert_int_gt(rounds, SEEDED_OFTEN(ROUNDS / 10 / CUTTING_KINDS));
    ck_assert_int_gt(many, SEEDED_OFTEN(rounds / 3));
    ck_assert_int_gt(told, SEEDED_OFTEN(rounds / 3));
    ck_assert_int_gt(whole, SEEDED_OFTEN(0));
}
END_TEST

/* ---- a second way to the corners: all triples of sites, all pairs and edges ------------------ */

typedef struct found {
    pawl_vec2 points[2048];
    uint32_t count;
} found;

static void add_once(found *to, pawl_vec2 p) {
    for (uint32_t i = 0; i < to->count; i++) {
        if (polygon_same(to->points[i], p)) return;
    }
    if (to->count == 2048) abort();
    to->points[to->count++] = p;
}

static int128 floor_of(int128 a, int128 b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* A point x / w, y / w, w > 0; whether no site is nearer than site i. */
static bool is_nearest(int128 x, int128 y, int128 w, uint32_t i, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        /* |p - s_i|^2 <= |p - s_k|^2, times w, without p^2. */
        const int128 ix = sites[i].x, iy = sites[i].y, kx = sites[k].x, ky = sites[k].y;
        if ((ix * ix + iy * iy - kx * kx - ky * ky) * w > 2 * (x * (ix - kx) + y * (iy - ky)))
            return false;
    }
    return true;
}

static int128 side_at(pawl_vec2 a, pawl_vec2 b, int128 x, int128 y, int128 w) {
    return ((int128)b.x - a.x) * (y - a.y * w) - ((int128)b.y - a.y) * (x - a.x * w);
}

/* Points where three cells meet, strictly inside. */
static void find_inner(uint32_t count, found *to) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count; j++) {
            for (uint32_t k = j + 1; k < count; k++) {
                const int128 ax = sites[i].x, ay = sites[i].y, bx = sites[j].x, by = sites[j].y;
                const int128 cx = sites[k].x, cy = sites[k].y;
                const int128 aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
                int128 w = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by));
                int128 x = aa * (by - cy) + bb * (cy - ay) + cc * (ay - by);
                int128 y = aa * (cx - bx) + bb * (ax - cx) + cc * (bx - ax);
                if (w == 0) continue;
                if (w < 0) w = -w, x = -x, y = -y;
                bool is_inside = is_nearest(x, y, w, i, count);
                for (uint32_t e = 0; e < parts.point_count && is_inside; e++)
                    is_inside = side_at(parts.points[e], parts.points[polygon_next(&parts, 0, e)],
                                        x, y, w) > 0;
                if (!is_inside) continue;
                add_once(to, pawl_vec2_make((pawl_fx)floor_of(2 * x + w, 2 * w),
                                            (pawl_fx)floor_of(2 * y + w, 2 * w)));
            }
        }
    }
}

/* Points where two cells meet on an edge, strictly between its ends: the nearest if that is not
 * outside, else the first of the others that is not. */
static void find_outer(uint32_t count, found *to) {
    for (uint32_t e = 0; e < parts.point_count; e++) {
        const pawl_vec2 a = parts.points[e], b = parts.points[polygon_next(&parts, 0, e)];
        const int128 dx = (int128)b.x - a.x, dy = (int128)b.y - a.y;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t j = i + 1; j < count; j++) {
                const int128 ix = sites[i].x, iy = sites[i].y, jx = sites[j].x, jy = sites[j].y;
                /* a + t d: 2 (s_j - s_i) . p = s_j^2 - s_i^2 */
                int128 w = 2 * ((jx - ix) * dx + (jy - iy) * dy);
                int128 t =
                    jx * jx + jy * jy - ix * ix - iy * iy - 2 * ((jx - ix) * a.x + (jy - iy) * a.y);
                if (w < 0) w = -w, t = -t;
                if (w == 0 || t <= 0 || t >= w) continue;
                const int128 x = a.x * w + dx * t, y = a.y * w + dy * t;
                if (!is_nearest(x, y, w, i, count)) continue;
                const pawl_fx near_x = (pawl_fx)floor_of(2 * x + w, 2 * w);
                const pawl_fx near_y = (pawl_fx)floor_of(2 * y + w, 2 * w);
                const pawl_fx low_x = (pawl_fx)floor_of(x, w), low_y = (pawl_fx)floor_of(y, w);
                const pawl_fx far_x = x % w == 0 ? near_x : 2 * low_x + 1 - near_x;
                const pawl_fx far_y = y % w == 0 ? near_y : 2 * low_y + 1 - near_y;
                const pawl_vec2 around[] = {
                    {near_x, near_y}, {near_x, far_y}, {far_x, near_y}, {far_x, far_y}};
                for (int k = 0; k < 4; k++) {
                    if (polygon_orient(a, b, around[k]) < 0) continue;
                    add_once(to, around[k]);
                    break;
                }
            }
        }
    }
}

/* Up to six different sites inside the one part, on a grid, so that each has a cell. */
static uint32_t draw_inside(uint64_t *seed, pawl_fx reach, pawl_fx step) {
    const pawl_rings rings = polygon_rings(&parts);
    const uint32_t wanted = (uint32_t)(seeded_next(seed) % 6) + 1;
    uint32_t count = 0;
    for (uint32_t tries = 0; tries < 8 * wanted && count < wanted; tries++) {
        pawl_vec2 site = cutting_point(seed, reach);
        site = pawl_vec2_make(site.x / step * step, site.y / step * step);
        bool is_new = pawl_rings_locate(&rings, PAWL_FILL_NONZERO, site) == PAWL_SIDE_INSIDE;
        for (uint32_t i = 0; i < count; i++)
            is_new = is_new && !polygon_same(sites[i], site);
        if (is_new) sites[count++] = site;
    }
    if (count == 0) sites[count++] = parts.points[0];
    return count;
}

/* Within 2^20 raw units the numerators, below 2^66, times anything needed fit 128 bits. */
START_TEST(corners_are_those_of_the_diagram) {
    static found want, have;
    uint64_t seed = first_seed(_i);
    int32_t rounds = 0, corners = 0;
    for (int n = 0; n < ROUNDS / 4; n++) {
        const pawl_fx reach = _i == 0 ? 1000 : _i == 1 ? 65536 : 1000000;
        parts.point_count = parts.ring_count = 0;
        if (!cutting_add_hull(&seed, reach, 3 + (uint32_t)(seeded_next(&seed) % 6), &parts))
            continue;
        const uint32_t count = draw_inside(&seed, reach, n % 4 == 0 ? reach / 3 : 1);
        if (cutting_shatter(&parts, sites, count, 0, &cut) != PAWL_OK) continue;
        want.count = have.count = 0;
        find_inner(count, &want);
        find_outer(count, &want);
        for (uint32_t i = 0; i < cut.pieces.point_count; i++)
            if (!cutting_has_point(&parts, cut.points[i])) add_once(&have, cut.points[i]);
        if (cut.pieces.cell_count != count) continue; /* a site was taken away */
        bool is_whole = true;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < want.count; i++) {
            if (cutting_has_point(&parts, want.points[i])) continue;
            bool is_there = false;
            for (uint32_t k = 0; k < have.count && !is_there; k++)
                is_there = polygon_same(want.points[i], have.points[k]);
            kept += is_there;
            /* One that is in line in all pieces, or at the end of a spike, is left out. */
            uint32_t inside, edge_of = 0;
            if (!is_there) cutting_count(&cut, want.points[i], &inside, &edge_of);
            is_whole = is_whole && (is_there || edge_of > 0);
        }
        ck_assert_msg(is_whole && kept == have.count, "seed %d round %d: %u corners, not %u", _i, n,
                      have.count, kept);
        corners += (int32_t)kept;
        rounds++;
    }
    ck_assert_int_gt(rounds, SEEDED_OFTEN(ROUNDS / 16));
    ck_assert_int_gt(corners, SEEDED_OFTEN(ROUNDS / 4));
}
END_TEST

START_TEST(shifting_shifts_sites_and_pieces) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS / 32; n++) {
        pawl_fx reach;
        if (!cutting_draw(&seed, _i, &reach, &parts) || reach > PAWL_COORD_MAX / 4) continue;
        pawl_shatter_pattern pattern = draw_pattern(&seed, reach);
        pawl_rings rings = polygon_rings(&parts);
        const int32_t count = pawl_shatter_sites(&rings, &pattern, sites);
        ck_assert_int_ge(count, 0);
        if (count == 0) continue;
        const pawl_vec2 by = cutting_point(&seed, PAWL_COORD_MAX / 2);
        const pawl_status status = cutting_shatter(&parts, sites, (uint32_t)count, 5, &cut);
        for (uint32_t i = 0; i < parts.point_count; i++)
            parts.points[i] = pawl_vec2_add(parts.points[i], by);
        pattern.impact = pawl_vec2_add(pattern.impact, by);
        static pawl_vec2 shifted[SITES];
        ck_assert_int_eq(pawl_shatter_sites(&rings, &pattern, shifted), count);
        for (int32_t i = 0; i < count; i++)
            ck_assert_msg(polygon_same(pawl_vec2_add(sites[i], by), shifted[i]), "%d/%d", _i, n);
        ck_assert_int_eq(cutting_shatter(&parts, shifted, (uint32_t)count, 5, &other), status);
        if (status != PAWL_OK) continue;
        ck_assert_uint_eq(cut.pieces.piece_count, other.pieces.piece_count);
        ck_assert_uint_eq(cut.pieces.point_count, other.pieces.point_count);
        for (uint32_t i = 0; i < cut.pieces.point_count; i++)
            ck_assert_msg(polygon_same(pawl_vec2_add(cut.points[i], by), other.points[i]), "%d/%d",
                          _i, n);
        for (uint32_t i = 0; i < cut.pieces.piece_count; i++) {
            ck_assert_uint_eq(cut.ends[i], other.ends[i]);
            ck_assert_uint_eq(cut.groups[i], other.groups[i]);
        }
    }
}
END_TEST

Suite *suite_shatter(void) {
    Suite *const suite = suite_create("shatter");
    TCase *const cases = tcase_create("shatter");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, pieces_tile_and_are_nearest_to_their_sites, 0, CUTTING_KINDS);
    tcase_add_loop_test(cases, corners_are_those_of_the_diagram, 0, 3);
    tcase_add_loop_test(cases, shifting_shifts_sites_and_pieces, 0, CUTTING_KINDS);
    suite_add_tcase(suite, cases);
    return suite;
}
