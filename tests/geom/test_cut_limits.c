/* test_cut_limits.c - cuts worked out by hand, cases without area, and the largest
 * coordinates. Needs little memory, so that boards run it too. */
#include <check.h>
#include <string.h>

#include "base/xxh32.h"
#include "pawl/cut.h"
#include "pawl/fx.h"

#define POINTS 240
#define PIECES 48
#define U PAWL_FX_ONE
#define FAR (PAWL_COORD_MAX / 2)

static uint64_t memory[128];
static pawl_vec2 points[POINTS];
static uint32_t ends[PIECES], groups[PIECES];
static pawl_pieces out;

static const pawl_vec2 square[] = {{0, 0}, {4 * U, 0}, {4 * U, 4 * U}, {0, 4 * U}};
static const uint32_t four = 4;
static const pawl_rings one_square = {square, &four, 1};

static void clear_out(void) {
    out = (pawl_pieces){points, ends, groups, POINTS, PIECES, 0, 0, 0, 0};
}

static pawl_status cut(const pawl_rings *parts, pawl_vec2 a, pawl_vec2 b) {
    clear_out();
    memset(memory, 0xA5, sizeof memory);
    return pawl_cut(parts, a, b, memory, sizeof memory, &out);
}

static pawl_status shatter(const pawl_rings *parts, const pawl_vec2 *sites, uint32_t count) {
    clear_out();
    memset(memory, 0xA5, sizeof memory);
    return pawl_shatter(parts, sites, count, 0, memory, sizeof memory, &out);
}

static int64_t area2_of_all(void) {
    const pawl_rings rings = {points, ends, out.piece_count};
    return pawl_rings_area2(&rings);
}

static void assert_piece(uint32_t piece, uint32_t group, const pawl_vec2 *want, uint32_t count) {
    const uint32_t begin = piece == 0 ? 0 : ends[piece - 1];
    ck_assert_uint_eq(groups[piece], group);
    ck_assert_uint_eq(ends[piece] - begin, count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_int_eq(points[begin + i].x, want[i].x);
        ck_assert_int_eq(points[begin + i].y, want[i].y);
    }
}

/* The left side first; lines across, through two corners, through a corner and an edge. */
START_TEST(square_is_cut_as_by_hand) {
    const pawl_vec2 right_half[] = {{2 * U, 0}, {4 * U, 0}, {4 * U, 4 * U}, {2 * U, 4 * U}};
    const pawl_vec2 left_half[] = {{0, 0}, {2 * U, 0}, {2 * U, 4 * U}, {0, 4 * U}};
    const pawl_vec2 lower[] = {{0, 0}, {4 * U, 0}, {4 * U, 4 * U}};
    const pawl_vec2 upper[] = {{0, 0}, {4 * U, 4 * U}, {0, 4 * U}};
    const pawl_vec2 flat[] = {{0, 0}, {4 * U, 0}, {4 * U, U}};
    const pawl_vec2 rest[] = {{0, 0}, {4 * U, U}, {4 * U, 4 * U}, {0, 4 * U}};
    ck_assert_int_eq(cut(&one_square, (pawl_vec2){2 * U, -U}, (pawl_vec2){2 * U, 7}), PAWL_OK);
    ck_assert_uint_eq(out.piece_count, 2);
    ck_assert_uint_eq(out.group_count, 2);
    ck_assert_uint_eq(out.cell_count, 2);
    ck_assert_uint_eq(out.point_count, 8);
    assert_piece(0, 0, left_half, 4);
    assert_piece(1, 1, right_half, 4);
    ck_assert_int_eq(cut(&one_square, (pawl_vec2){2 * U, 7}, (pawl_vec2){2 * U, -U}), PAWL_OK);
    assert_piece(0, 0, right_half, 4);
    assert_piece(1, 1, left_half, 4);
    ck_assert_int_eq(cut(&one_square, (pawl_vec2){-U, -U}, (pawl_vec2){U, U}), PAWL_OK);
    assert_piece(0, 0, upper, 3);
    assert_piece(1, 1, lower, 3);
    ck_assert_int_eq(cut(&one_square, (pawl_vec2){0, 0}, (pawl_vec2){4 * U, U}), PAWL_OK);
    assert_piece(0, 0, rest, 4);
    assert_piece(1, 1, flat, 3);
}
END_TEST

/* Beside it, along an edge, through a corner alone, and where a piece would be too thin: nothing is
 * cut. One raw unit more, and it is. */
START_TEST(lines_that_cut_nothing_off_leave_it_whole) {
    const pawl_fx thin = 2 * PAWL_SIZE_MIN - 3, thick = 2 * PAWL_SIZE_MIN - 2;
    const pawl_vec2 lines[][2] = {
        {{5 * U, 0}, {5 * U, U}},
        {{0, 0}, {U, 0}},
        {{4 * U, 0}, {4 * U, 1}},
        {{U, 4 * U}, {-U, 4 * U}},
        {{4 * U, 0}, {5 * U, U}},
        {{0, 4 * U}, {1, 4 * U + 1}},
        {{thin, 0}, {thin, U}},
        {{U, thin}, {0, thin}},
        {{1, 0}, {0, 1}},
        {{-FAR, -FAR}, {FAR, -FAR}},
        {{PAWL_COORD_MAX, -PAWL_COORD_MAX}, {5 * U, PAWL_COORD_MAX}},
        {{3 * U, 4 * U}, {4 * U, 4 * U - 1}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ck_assert_int_eq(cut(&one_square, lines[i][0], lines[i][1]), PAWL_OK);
        ck_assert_uint_eq(out.cell_count, 1);
        ck_assert_uint_eq(out.group_count, 1);
        ck_assert_uint_eq(out.piece_count, 1);
        assert_piece(0, 0, square, 4);
    }
    ck_assert_int_eq(cut(&one_square, (pawl_vec2){thick, 0}, (pawl_vec2){thick, U}), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 2);
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(square, 4));
}
END_TEST

/* Two raw units below the first corner the slanted edge is between raw points: the cut goes to the
 * nearest point that is not outside, in both pieces. x = 3 at y = 3 / 2000 of the height. */
START_TEST(cuts_are_rounded_inwards_once) {
    static const pawl_vec2 slanted[] = {{0, 0}, {2000, 3}, {2000, 1000}, {0, 1000}};
    static const pawl_rings rings = {slanted, &four, 1};
    const pawl_vec2 left[] = {{0, 0}, {1000, 2}, {1000, 1000}, {0, 1000}};
    const pawl_vec2 right[] = {{1000, 2}, {2000, 3}, {2000, 1000}, {1000, 1000}};
    const pawl_vec2 early[] = {{0, 0}, {100, 1}, {100, 1000}, {0, 1000}};
    ck_assert_int_eq(cut(&rings, (pawl_vec2){1000, 0}, (pawl_vec2){1000, 1}), PAWL_OK);
    assert_piece(0, 0, left, 4);
    assert_piece(1, 1, right, 4);
    ck_assert_int_eq(pawl_ring_area2(slanted, 4) - area2_of_all(), 1000); /* < 2000 + 3 */
    /* The nearest point lies outside: 0.15 is rounded up. */
    ck_assert_int_eq(cut(&rings, (pawl_vec2){100, 0}, (pawl_vec2){100, 1}), PAWL_OK);
    assert_piece(0, 0, early, 4);
}
END_TEST

/* An arch: a beam on two pillars, cut below the beam falls into three, and cut above stays whole on
 * both sides. The corners of the pillars lie inside the beam's lower edge. */
START_TEST(pieces_of_a_cell_that_do_not_touch_are_groups) {
    static const pawl_vec2 arch[] = {
        {0, 0},         {U, 0},         {U, 2 * U},  {0, 2 * U},     {2 * U, 0},     {3 * U, 0},
        {3 * U, 2 * U}, {2 * U, 2 * U}, {-U, 2 * U}, {4 * U, 2 * U}, {4 * U, 3 * U}, {-U, 3 * U},
    };
    static const uint32_t arch_ends[] = {4, 8, 12};
    static const pawl_rings rings = {arch, arch_ends, 3};
    ck_assert_int_eq(cut(&rings, (pawl_vec2){0, U}, (pawl_vec2){U, U}), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 2);
    ck_assert_uint_eq(out.piece_count, 5);
    ck_assert_uint_eq(out.group_count, 3);
    ck_assert_uint_eq(groups[0], 0);
    ck_assert_uint_eq(groups[1], 0);
    ck_assert_uint_eq(groups[2], 0);
    ck_assert_uint_eq(groups[3], 1);
    ck_assert_uint_eq(groups[4], 2);
    ck_assert_int_eq(cut(&rings, (pawl_vec2){0, 5 * U / 2}, (pawl_vec2){U, 5 * U / 2}), PAWL_OK);
    ck_assert_uint_eq(out.group_count, 2);
    ck_assert_uint_eq(out.piece_count, 4);
    ck_assert_int_eq(cut(&rings, (pawl_vec2){0, 2 * U}, (pawl_vec2){U, 2 * U}), PAWL_OK);
    ck_assert_uint_eq(out.group_count, 3);
    ck_assert_uint_eq(out.piece_count, 3);
    ck_assert_int_eq(area2_of_all(), pawl_rings_area2(&rings));
}
END_TEST

/* Two squares that touch in a corner, or overlap, or lie apart. */
START_TEST(corners_do_not_hold_and_overlaps_do) {
    pawl_vec2 pair[8];
    const uint32_t pair_ends[] = {4, 8};
    const pawl_rings rings = {pair, pair_ends, 2};
    const pawl_vec2 shifts[] = {{4 * U, 4 * U},  {3 * U, 3 * U}, {9 * U, 0}, {4 * U, U},
                                {4 * U, -4 * U}, {U, -2 * U},    {0, 4 * U}, {-4 * U, 4 * U - 1}};
    const uint32_t want[] = {2, 1, 2, 1, 2, 1, 1, 1};
    for (uint32_t n = 0; n < 8; n++) {
        for (uint32_t i = 0; i < 4; i++) {
            pair[i] = square[i];
            pair[4 + i] = pawl_vec2_add(square[i], shifts[n]);
        }
        ck_assert_int_eq(shatter(&rings, square, 1), PAWL_OK);
        ck_assert_uint_eq(out.piece_count, 2);
        ck_assert_uint_eq(out.group_count, want[n]);
    }
}
END_TEST

/* Four sites of a square grid meet in one point, which four pieces share. */
START_TEST(sites_on_a_circle_share_one_corner) {
    const pawl_vec2 sites[] = {{U, U}, {3 * U, U}, {U, 3 * U}, {3 * U, 3 * U}, {U, U}, {U, U}};
    const pawl_vec2 quarter[] = {{2 * U, 2 * U}, {4 * U, 2 * U}, {4 * U, 4 * U}, {2 * U, 4 * U}};
    for (uint32_t count = 4; count <= 6; count++) { /* with equal sites, too */
        ck_assert_int_eq(shatter(&one_square, sites, count), PAWL_OK);
        ck_assert_uint_eq(out.piece_count, 4);
        ck_assert_uint_eq(out.cell_count, 4);
        ck_assert_uint_eq(out.group_count, 4);
        ck_assert_int_eq(area2_of_all(), pawl_ring_area2(square, 4));
        assert_piece(3, 3, quarter, 4);
    }
    ck_assert_int_eq(shatter(&one_square, sites, 1), PAWL_OK);
    assert_piece(0, 0, square, 4);
    /* Sites outside, one of whose cells misses the square. */
    const pawl_vec2 outside[] = {{9 * U, 2 * U}, {99 * U, 2 * U}, {-9 * U, 2 * U}};
    ck_assert_int_eq(shatter(&one_square, outside, 3), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 1);
    const pawl_vec2 beside[] = {{9 * U, 2 * U}, {99 * U, 2 * U}, {-U, 2 * U}};
    ck_assert_int_eq(shatter(&one_square, beside, 3), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 1); /* the bisector is the right edge */
    const pawl_vec2 across[] = {{9 * U, 2 * U}, {99 * U, 2 * U}, {-7 * U, 2 * U}};
    ck_assert_int_eq(shatter(&one_square, across, 3), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 2);
}
END_TEST

/* Cells too small or too thin go to their neighbours; the last one stays whatever it is. */
START_TEST(small_cells_go_to_their_neighbors) {
    const pawl_vec2 sites[] = {{0, 0}, {20, 0}, {4 * U, 4 * U}};
    const pawl_vec2 thirds[] = {{U / 2, U}, {3 * U, U}};
    ck_assert_int_eq(shatter(&one_square, sites, 3), PAWL_OK); /* the first is 10 thick */
    ck_assert_uint_eq(out.cell_count, 2);
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(square, 4));
    /* The one that grows was looked at before, and has a corner less now. */
    const pawl_vec2 corner[] = {{20, 20}, {0, 0}};
    clear_out();
    out.point_capacity = 4;
    ck_assert_int_eq(pawl_shatter(&one_square, corner, 2, 0, memory, sizeof memory, &out), PAWL_OK);
    assert_piece(0, 0, square, 4);
    const int64_t area2 = pawl_ring_area2(square, 4), left = 7 * (area2 / 16);
    clear_out();
    ck_assert_int_eq(pawl_shatter(&one_square, thirds, 2, left, memory, sizeof memory, &out),
                     PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 2);
    clear_out();
    ck_assert_int_eq(pawl_shatter(&one_square, thirds, 2, left + 1, memory, sizeof memory, &out),
                     PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 1);
    clear_out();
    ck_assert_int_eq(pawl_shatter(&one_square, thirds, 2, INT64_MAX, memory, sizeof memory, &out),
                     PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 1);
    assert_piece(0, 0, square, 4);
}
END_TEST

/* A part thinner than any shape may be is cut all the same, into pieces as thin. */
START_TEST(thin_parts_are_cut) {
    static const pawl_vec2 card[] = {{0, 0}, {4 * U, 0}, {4 * U, 3}, {0, 3}};
    static const pawl_rings rings = {card, &four, 1};
    ck_assert_int_eq(cut(&rings, (pawl_vec2){U, 0}, (pawl_vec2){U, 1}), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 2);
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(card, 4));
}
END_TEST

/* Sixteen corners become pieces of at most PAWL_POLYGON_MAX; in too small a place they cannot. */
START_TEST(pieces_with_many_corners_are_split) {
    pawl_vec2 round[16];
    const uint32_t sixteen = 16;
    const pawl_rings rings = {round, &sixteen, 1};
    static const pawl_vec2 eighth[] = {{16, 0}, {15, 6}, {11, 11}, {6, 15}};
    for (int i = 0; i < 16; i++) {
        pawl_vec2 p = eighth[i % 4];
        for (int turn = 0; turn < i / 4; turn++)
            p = pawl_vec2_make(-p.y, p.x);
        round[i] = pawl_vec2_make(p.x * U, p.y * U);
    }
    ck_assert_int_eq(shatter(&rings, square, 1), PAWL_OK);
    ck_assert_uint_eq(out.piece_count, (16 - 2 + PAWL_POLYGON_MAX - 3) / (PAWL_POLYGON_MAX - 2));
    ck_assert_uint_eq(out.group_count, 1);
    ck_assert_uint_eq(out.cell_count, 1);
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(round, 16));
    for (int i = 0; i < 16; i++)
        round[i] = pawl_vec2_make(round[i].x / U, round[i].y / U);
    ck_assert_int_eq(shatter(&rings, square, 1), PAWL_ERR_GEOMETRY);
    ck_assert_uint_eq(out.piece_count, 0);
}
END_TEST

/* One corner too many, and no diagonal that leaves both sides as thick as 30 raw units: the best
 * leaves 29.49. Twice as large it is cut. */
START_TEST(nine_corners_are_split_where_a_diagonal_leaves_enough) {
    static const pawl_vec2 nine[] = {{-47, -49}, {-35, -47}, {22, -20},  {29, 3},   {-29, 33},
                                     {-49, 40},  {-60, 14},  {-55, -26}, {-53, -37}};
    static const uint32_t count = 9;
    pawl_vec2 larger[9];
    const pawl_rings rings = {nine, &count, 1}, larger_rings = {larger, &count, 1};
    ck_assert_int_eq(shatter(&rings, square, 1), PAWL_ERR_GEOMETRY);
    ck_assert_uint_eq(out.piece_count, 0);
    for (int i = 0; i < 9; i++)
        larger[i] = pawl_vec2_make(nine[i].x * 2, nine[i].y * 2);
    ck_assert_int_eq(shatter(&larger_rings, square, 1), PAWL_OK);
    ck_assert_uint_eq(out.piece_count, PAWL_POLYGON_MAX == 8 ? 2 : 4);
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(larger, 9));
}
END_TEST

/* The largest box, in the farthest corner, and lines and sites as far away as can be. */
START_TEST(largest_coordinates_are_cut) {
    const pawl_fx max = PAWL_COORD_MAX;
    pawl_vec2 box[4] = {{0, 0}, {max, 0}, {max, max}, {0, max}};
    const pawl_rings rings = {box, &four, 1};
    ck_assert_int_eq(cut(&rings, (pawl_vec2){-max, -max + 1}, (pawl_vec2){max, max}), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 2); /* half a unit beside one corner, through the other */
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(box, 4));
    ck_assert_int_eq(cut(&rings, (pawl_vec2){-max, max}, (pawl_vec2){max, 5}), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 2);
    const int64_t lost = pawl_ring_area2(box, 4) - area2_of_all();
    ck_assert_int_eq(lost, 0); /* upright edges: no cut leaves them */
    const pawl_vec2 sites[] = {{0, 0}, {max, 3}, {max - 7, max}, {5, max - 1}, {max / 2, max / 3}};
    ck_assert_int_eq(shatter(&rings, sites, 5), PAWL_OK);
    ck_assert_uint_eq(out.cell_count, 5);
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(box, 4));
    for (int i = 0; i < 4; i++)
        box[i] = pawl_vec2_make(-box[i].x, -box[i].y);
    ck_assert_int_eq(cut(&rings, (pawl_vec2){max, max}, (pawl_vec2){-max, 2 - max}), PAWL_OK);
    ck_assert_int_eq(area2_of_all(), pawl_ring_area2(box, 4));
    box[0].x = 1;
    ck_assert_int_eq(cut(&rings, box[0], box[1]), PAWL_ERR_RANGE);
}
END_TEST

static pawl_shatter_pattern pattern_of(uint64_t seed, uint32_t count) {
    pawl_shatter_pattern pattern = {seed, 54, {U, U}, PAWL_FX_ONE, 0, 0};
    pattern.site_count = count;
    return pattern;
}

/* Sites lie inside, as far apart as demanded, and denser near the impact the stronger the focus. */
START_TEST(sites_are_scattered_around_the_impact) {
    static pawl_vec2 sites[64];
    pawl_shatter_pattern pattern = pattern_of(11, 64);
    uint32_t near[2] = {0, 0};
    for (uint32_t focused = 0; focused < 2; focused++) {
        pattern.focus = focused ? PAWL_FX_ONE : 0;
        const int32_t count = pawl_shatter_sites(&one_square, &pattern, sites);
        ck_assert_int_eq(count, 64);
        for (int32_t i = 0; i < count; i++) {
            ck_assert_int_ne(pawl_rings_locate(&one_square, PAWL_FILL_NONZERO, sites[i]),
                             PAWL_SIDE_OUTSIDE);
            const pawl_vec2 off = pawl_vec2_sub(sites[i], pattern.impact);
            near[focused] += pawl_vec2_dot(off, off) <= (int64_t)U * U;
        }
    }
    ck_assert_uint_gt(near[0], 4); /* pi of 16 square units: 12.6 of 64 expected */
    ck_assert_uint_gt(near[1], 2 * near[0]);
    pattern.spacing = U;
    const int32_t count = pawl_shatter_sites(&one_square, &pattern, sites);
    ck_assert_int_gt(count, 4);
    ck_assert_int_lt(count, 26); /* as many as there is room for */
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < i; k++) {
            const pawl_vec2 apart = pawl_vec2_sub(sites[i], sites[k]);
            ck_assert_int_ge(pawl_vec2_dot(apart, apart), (int64_t)U * U);
        }
    }
    /* Far away it counts as the nearest corner. */
    static pawl_vec2 other[8];
    pattern = pattern_of(5, 8);
    pattern.impact = (pawl_vec2){-PAWL_COORD_MAX, PAWL_COORD_MAX};
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &pattern, sites), 8);
    pattern.impact = square[3];
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &pattern, other), 8);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(sites[i].x, other[i].x);
        ck_assert_int_eq(sites[i].y, other[i].y);
    }
}
END_TEST

/* Slanted squares in pieces: the same on every machine. */
START_TEST(every_machine_makes_the_same_pieces) {
    static pawl_vec2 sites[12];
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    for (int32_t n = 1; n <= 8; n++) {
        const pawl_vec2 base = {1000 * n, -77777 * n}, along = {90000 + n, 7001 * n};
        const pawl_vec2 up = {-along.y, along.x};
        const pawl_vec2 corners[] = {base, pawl_vec2_add(base, along),
                                     pawl_vec2_add(pawl_vec2_add(base, along), up),
                                     pawl_vec2_add(base, up)};
        const pawl_rings rings = {corners, &four, 1};
        pawl_shatter_pattern pattern = pattern_of((uint64_t)n, 10);
        pattern.impact = corners[2];
        pattern.focus = PAWL_FX_ONE / 2;
        const int32_t count = pawl_shatter_sites(&rings, &pattern, sites);
        ck_assert_int_eq(count, 10);
        ck_assert_int_eq(shatter(&rings, sites, (uint32_t)count), PAWL_OK);
        ck_assert_uint_ge(out.piece_count, 9);
        for (uint32_t i = 0; i < out.point_count; i++) {
            pawli_xxh32_word(&hash, (uint32_t)points[i].x);
            pawli_xxh32_word(&hash, (uint32_t)points[i].y);
        }
        pawli_xxh32_words(&hash, ends, out.piece_count);
        pawli_xxh32_words(&hash, groups, out.piece_count);
    }
    /* Builds with fewer corners cut along more diagonals. */
    if (PAWL_POLYGON_MAX == 8) ck_assert_uint_eq(pawli_xxh32_end(&hash), UINT32_C(0x0E6CF8D1));
}
END_TEST

Suite *suite_cut_limits(void) {
    Suite *const suite = suite_create("cut_limits");
    TCase *const cases = tcase_create("cut_limits");
    tcase_add_test(cases, square_is_cut_as_by_hand);
    tcase_add_test(cases, lines_that_cut_nothing_off_leave_it_whole);
    tcase_add_test(cases, cuts_are_rounded_inwards_once);
    tcase_add_test(cases, pieces_of_a_cell_that_do_not_touch_are_groups);
    tcase_add_test(cases, corners_do_not_hold_and_overlaps_do);
    tcase_add_test(cases, sites_on_a_circle_share_one_corner);
    tcase_add_test(cases, small_cells_go_to_their_neighbors);
    tcase_add_test(cases, thin_parts_are_cut);
    tcase_add_test(cases, pieces_with_many_corners_are_split);
    tcase_add_test(cases, nine_corners_are_split_where_a_diagonal_leaves_enough);
    tcase_add_test(cases, largest_coordinates_are_cut);
    tcase_add_test(cases, sites_are_scattered_around_the_impact);
    tcase_add_test(cases, every_machine_makes_the_same_pieces);
    suite_add_tcase(suite, cases);
    return suite;
}
