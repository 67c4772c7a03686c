/* test_cut.c - parts cut by a line, against crossings and areas in 128 bits. */
#include "support/shape/cutting.h"

#define ROUNDS SEEDED_ROUNDS(40000)

static polygon parts;
static cutting cut, other;

/* Through corners, along edges, or anywhere. */
static void draw_line(uint64_t *seed, pawl_fx reach, pawl_vec2 *a, pawl_vec2 *b) {
    const uint32_t how = (uint32_t)(seeded_next(seed) % 8), count = parts.point_count;
    *a = cutting_point(seed, reach);
    if (how < 2) *a = parts.points[seeded_next(seed) % count];
    do {
        *b = cutting_point(seed, reach);
        if (how == 0) *b = parts.points[seeded_next(seed) % count];
        if (how == 7) *b = pawl_vec2_make(a->x + (pawl_fx)(seeded_next(seed) % 5) - 2, a->y + 1);
    } while (polygon_same(*a, *b));
}

static int128 side_of(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    return ((int128)b.x - a.x) * ((int128)p.y - a.y) - ((int128)b.y - a.y) * ((int128)p.x - a.x);
}

/* On which side of the line the pieces lie, by their old corners: in thin pieces new ones, rounded,
 * may lie as far on the wrong side. */
static const uint32_t *find_cells(const cutting *c, pawl_vec2 a, pawl_vec2 b) {
    static uint32_t cells[CUTTING_PIECES];
    for (uint32_t i = 0; i < c->pieces.piece_count; i++) {
        int128 sum = 0;
        for (uint32_t k = cutting_begin(c, i); k < c->ends[i]; k++) {
            if (cutting_has_point(&parts, c->points[k])) sum += side_of(a, b, c->points[k]);
        }
        cells[i] = c->pieces.cell_count == 2 && sum < 0;
    }
    return cells;
}

START_TEST(pieces_tile_what_was_cut) {
    uint64_t seed = first_seed(_i);
    int32_t used = 0, rounds = 0;
    for (int n = 0; n < ROUNDS / CUTTING_KINDS; n++) {
        pawl_fx reach;
        pawl_vec2 a, b;
        if (!cutting_draw(&seed, _i, &reach, &parts)) continue;
        draw_line(&seed, reach, &a, &b);
        const pawl_status status = cutting_line(&parts, a, b, &cut);
        if (status == PAWL_ERR_GEOMETRY && cutting_may_be_refused(&parts)) continue;
        ck_assert_msg(status == PAWL_OK, "status %d: kind %d round %d", status, _i, n);
        const char *const fault = cutting_fault(&parts, &cut, find_cells(&cut, a, b), 1);
        ck_assert_msg(fault == NULL, "%s: kind %d round %d", fault, _i, n);
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
        used += cut.pieces.cell_count == 2;
        rounds++;
    }
    ck_assert_int_gt(rounds, SEEDED_OFTEN(ROUNDS / CUTTING_KINDS / 2));
    ck_assert_int_gt(used, SEEDED_OFTEN(ROUNDS / CUTTING_KINDS / 3));
}
END_TEST

/* floor and ceiling of from + along * share / whole on one axis. */
static bool is_around(pawl_fx value, pawl_fx from, int128 along, int128 share, int128 whole) {
    const int128 off = ((int128)value - from) * whole - along * share;
    return off < whole && -off < whole;
}

/* Corners stay, on their side; new ones are next to the exact crossings, and there is one for each
 * edge that the line crosses. */
START_TEST(corners_keep_their_side_and_cuts_are_next_to_the_crossing) {
    uint64_t seed = first_seed(_i);
    int32_t used = 0, both = 0;
    for (int n = 0; n < ROUNDS / 2; n++) {
        parts.point_count = parts.ring_count = 0;
        const pawl_fx reach = cutting_reach(&seed);
        pawl_vec2 a, b;
        if (!cutting_add_hull(&seed, reach, 3 + (uint32_t)(seeded_next(&seed) % 4), &parts))
            continue;
        draw_line(&seed, reach, &a, &b);
        ck_assert_int_eq(cutting_line(&parts, a, b, &cut), PAWL_OK);
        if (cut.pieces.cell_count != 2) continue;
        ck_assert_uint_eq(cut.pieces.group_count, 2);
        const uint32_t *const cells = find_cells(&cut, a, b);
        const int128 line = (int128)cutting_l1((edge){a, b});
        uint32_t crossed = 0, on_line = 0, added = 0, shared = 0;
        for (uint32_t i = 0; i < parts.point_count; i++) {
            const pawl_vec2 p = parts.points[i], q = parts.points[polygon_next(&parts, 0, i)];
            const int128 side = side_of(a, b, p), next = side_of(a, b, q);
            crossed += (side < 0 && next > 0) || (side > 0 && next < 0);
            on_line += side == 0;
            for (uint32_t k = 0; k < cut.pieces.piece_count; k++) {
                for (uint32_t m = cutting_begin(&cut, k); m < cut.ends[k]; m++) {
                    if (!polygon_same(cut.points[m], p)) continue;
                    /* A cut may be rounded to a corner less than a unit away. */
                    if (side <= line && side >= -line) continue;
                    ck_assert_msg((side < 0) == cells[k], "side: %d/%d", _i, n);
                }
            }
        }
        for (uint32_t m = 0; m < cut.pieces.point_count; m++) {
            const pawl_vec2 p = cut.points[m];
            if (cutting_has_point(&parts, p)) continue;
            bool is_found = false;
            for (uint32_t i = 0; i < parts.point_count; i++) {
                const pawl_vec2 u = parts.points[i], v = parts.points[polygon_next(&parts, 0, i)];
                int128 one = side_of(a, b, u), two = side_of(a, b, v);
                if ((one < 0) == (two < 0) || one == 0 || two == 0) continue;
                const int128 share = one < 0 ? -one : one, whole = share + (two < 0 ? -two : two);
                is_found = is_found || (is_around(p.x, u.x, (int128)v.x - u.x, share, whole) &&
                                        is_around(p.y, u.y, (int128)v.y - u.y, share, whole) &&
                                        side_of(u, v, p) >= 0);
            }
            ck_assert_msg(is_found, "a new corner: %d/%d", _i, n);
            for (uint32_t k = 0; k < m && is_found; k++)
                is_found = !polygon_same(cut.points[k], p);
            added += is_found;
        }
        for (uint32_t m = 0; m < cut.pieces.point_count; m++) {
            for (uint32_t k = m + 1; k < cut.pieces.point_count; k++)
                shared += polygon_same(cut.points[m], cut.points[k]);
        }
        ck_assert_uint_le(added, crossed); /* fewer: rounded to a corner */
        ck_assert_uint_eq(crossed + on_line, 2);
        if (cut.pieces.piece_count == 2) both += shared == 2; /* else one is in line in a piece */
        used++;
    }
    ck_assert_int_gt(used, SEEDED_OFTEN(ROUNDS / 8));
    ck_assert_int_gt(both, SEEDED_OFTEN(used / 10 * 9));
}
END_TEST

START_TEST(shifting_shifts_the_pieces) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS / 16; n++) {
        pawl_fx reach;
        pawl_vec2 a, b;
        if (!cutting_draw(&seed, _i, &reach, &parts) || reach > PAWL_COORD_MAX / 4) continue;
        draw_line(&seed, reach, &a, &b);
        const pawl_vec2 by = cutting_point(&seed, PAWL_COORD_MAX / 2);
        const pawl_status status = cutting_line(&parts, a, b, &cut);
        for (uint32_t i = 0; i < parts.point_count; i++)
            parts.points[i] = pawl_vec2_add(parts.points[i], by);
        ck_assert_int_eq(cutting_line(&parts, pawl_vec2_add(a, by), pawl_vec2_add(b, by), &other),
                         status);
        if (status != PAWL_OK) continue;
        ck_assert_uint_eq(cut.pieces.piece_count, other.pieces.piece_count);
        ck_assert_uint_eq(cut.pieces.point_count, other.pieces.point_count);
        ck_assert_uint_eq(cut.pieces.group_count, other.pieces.group_count);
        for (uint32_t i = 0; i < cut.pieces.point_count; i++) {
            const bool same = polygon_same(pawl_vec2_add(cut.points[i], by), other.points[i]);
            ck_assert_msg(same, "kind %d round %d", _i, n);
        }
        for (uint32_t i = 0; i < cut.pieces.piece_count; i++)
            ck_assert_uint_eq(cut.ends[i], other.ends[i]);
    }
}
END_TEST

Suite *suite_cut(void) {
    Suite *const suite = suite_create("cut");
    TCase *const cases = tcase_create("cut");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, pieces_tile_what_was_cut, 0, CUTTING_KINDS);
    tcase_add_loop_test(cases, corners_keep_their_side_and_cuts_are_next_to_the_crossing, 0, 2);
    tcase_add_loop_test(cases, shifting_shifts_the_pieces, 0, CUTTING_KINDS);
    suite_add_tcase(suite, cases);
    return suite;
}
