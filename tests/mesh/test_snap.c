/* test_snap.c - snap rounding against trying everything with everything. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/snap.h"
#include "support/base/seeded.h"
#include "support/shape/snap_oracle.h"

#define C PAWL_COORD_MAX
#define MOST 400
#define GUARD 64

/* Snaps with exactly the given room, in blocks of exactly that size, with guard bytes behind. */
static pawl_status snap_into(const pawli_segment *segments, uint32_t count,
                             pawli_arrangement *out) {
    const size_t size = pawli_snap_scratch(count, out->vertex_capacity);
    const size_t vertices = out->vertex_capacity * sizeof(pawl_vec2);
    const size_t edges = out->edge_capacity * sizeof(pawli_line);
    uint8_t *const scratch = malloc(size + GUARD);
    out->vertices = malloc(vertices + GUARD);
    out->edges = malloc(edges + GUARD);
    uint8_t *const guards[3] = {scratch + size, (uint8_t *)out->vertices + vertices,
                                (uint8_t *)out->edges + edges};
    for (int i = 0; i < 3; i++)
        memset(guards[i], 0xA5, GUARD);
    const pawl_status status = pawli_snap_round(segments, count, scratch, size, out);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < GUARD; j++)
            if (guards[i][j] != 0xA5) ck_abort_msg("block %d is written %d bytes behind", i, j);
    free(scratch);
    return status;
}

/* With as much room as the pieces need. */
static pawli_arrangement snap(const pawli_segment *segments, uint32_t count, uint32_t hot_count,
                              uint32_t piece_count) {
    pawli_arrangement got = {NULL, NULL, 0, hot_count, 0, piece_count + 1, false, false};
    const pawl_status status = snap_into(segments, count, &got);
    if (status != PAWL_OK) ck_abort_msg("status %d", (int)status);
    return got;
}

static void assert_same(const pawli_arrangement *got, const pawli_arrangement *want,
                        pawl_vec2 shift) {
    if (got->vertex_count != want->vertex_count || got->edge_count != want->edge_count)
        ck_abort_msg("%u vertices and %u edges, not %u and %u", (unsigned)got->vertex_count,
                     (unsigned)got->edge_count, (unsigned)want->vertex_count,
                     (unsigned)want->edge_count);
    for (uint32_t i = 0; i < want->vertex_count; i++)
        if (got->vertices[i].x - shift.x != want->vertices[i].x ||
            got->vertices[i].y - shift.y != want->vertices[i].y)
            ck_abort_msg("vertex %u", (unsigned)i);
    if (memcmp(got->edges, want->edges, want->edge_count * sizeof(pawli_line)) != 0)
        ck_abort_msg("edges differ");
}

static pawl_fx random_coordinate(uint64_t *seed, int64_t size) {
    return (pawl_fx)((int64_t)(seeded_next(seed) % (uint64_t)(2 * size + 1)) - size);
}

static pawl_vec2 random_point(uint64_t *seed, int64_t size) {
    const pawl_fx x = random_coordinate(seed, size), y = random_coordinate(seed, size);
    return pawl_vec2_make(x, y);
}

static pawl_fx clamped(int64_t value, int64_t size) {
    return (pawl_fx)(value > size ? size : value < -size ? -size : value);
}

/* Rings that hold all that is difficult, within `size`: 0 any points, 1 almost parallel, 2 in line,
 * 3 short ones in clusters. */
static uint32_t make_rings(uint64_t *seed, int kind, int64_t size, uint32_t count,
                           pawli_segment *segments) {
    uint32_t made = 0;
    const pawl_vec2 p = random_point(seed, size), q = random_point(seed, size);
    while (made < count) {
        const uint32_t corners = 2 + (uint32_t)(seeded_next(seed) % 6);
        const uint32_t first = made;
        const uint16_t layer = (uint16_t)(seeded_next(seed) % 3);
        pawl_vec2 point = random_point(seed, size);
        for (uint32_t i = 0; i < corners && made < count; i++, made++) {
            if (kind == 0) point = random_point(seed, size);
            if (kind == 1) {
                point = i % 2 ? p : q;
                point.x = clamped((int64_t)point.x + random_coordinate(seed, 2), size);
                point.y = clamped((int64_t)point.y + random_coordinate(seed, 2), size);
            }
            if (kind == 2) {
                const int64_t t = (int64_t)(seeded_next(seed) % 9);
                point.x = (pawl_fx)(p.x / 8 * t - q.x / 8 * t);
                point.y = (pawl_fx)(p.y / 8 * t - q.y / 8 * t);
                point.x = clamped(point.x, size);
                point.y = clamped(point.y, size);
            }
            if (kind == 3) {
                point.x = clamped((int64_t)point.x + random_coordinate(seed, 1 + size / 64), size);
                point.y = clamped((int64_t)point.y + random_coordinate(seed, 1 + size / 64), size);
            }
            segments[made].a = point;
            segments[made].layer = layer;
            segments[made].pad = 0;
        }
        for (uint32_t i = first; i < made; i++)
            segments[i].b = segments[i + 1 < made ? i + 1 : first].a;
    }
    return made;
}

static int64_t random_size(uint64_t *seed, int round) {
    if (round % 7 == 0) return C;
    return (INT64_C(2) << (seeded_next(seed) % 29)) - 1;
}

static void shuffle(uint64_t *seed, pawli_segment *segments, uint32_t count) {
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t j = (uint32_t)(seeded_next(seed) % i);
        const pawli_segment segment = segments[i - 1];
        segments[i - 1] = segments[j];
        segments[j] = segment;
    }
}

static void release(pawli_arrangement *a, pawli_arrangement *b) {
    release_arrangement(a);
    release_arrangement(b);
}

START_TEST(result_is_that_of_trying_everything) {
    uint64_t seed = first_seed(_i);
    uint32_t crossed = 0;
    for (int round = 0; round < SEEDED_ROUNDS(400); round++) {
        pawli_segment segments[MOST];
        const int64_t size = random_size(&seed, round);
        const uint32_t most = round % 10 == 0 ? 100 : 25;
        const uint32_t count =
            make_rings(&seed, _i, size, (uint32_t)(seeded_next(&seed) % most), segments);
        uint32_t hot_count, piece_count;
        pawli_arrangement want = oracle_snap(segments, count, &hot_count, &piece_count);
        pawli_arrangement got = snap(segments, count, hot_count, piece_count);
        const pawl_vec2 none = {0, 0};
        assert_same(&got, &want, none);
        assert_edges_are_apart(&got);
        assert_closed(&got, 3);
        crossed += piece_count > count;
        free(got.vertices);
        free(got.edges);
        shuffle(&seed, segments, count);
        got = snap(segments, count, hot_count, piece_count);
        assert_same(&got, &want, none);
        free(got.vertices);
        free(got.edges);
        const pawl_vec2 by = random_point(&seed, C - size);
        for (uint32_t i = 0; i < count; i++) {
            segments[i].a = pawl_vec2_add(segments[i].a, by);
            segments[i].b = pawl_vec2_add(segments[i].b, by);
        }
        got = snap(segments, count, hot_count, piece_count);
        assert_same(&got, &want, by);
        release(&got, &want);
    }
    ck_assert_msg((int)crossed > SEEDED_ROUNDS(400) / 2, "only %u met", (unsigned)crossed);
}
END_TEST

/* Room for hot points: exactly enough is enough. Room for edges: from none to more than enough;
 * what is enough for one order is for any, and the result is the same. */
START_TEST(too_little_room_is_an_error_in_any_order) {
    uint64_t seed = first_seed(_i);
    int merged = 0;
    for (int round = 0; round < SEEDED_ROUNDS(60); round++) {
        pawli_segment segments[MOST], other[MOST];
        const uint32_t count = make_rings(&seed, _i, round % 2 ? 5 : 40, 24, segments);
        uint32_t hot_count, piece_count;
        pawli_arrangement want = oracle_snap(segments, count, &hot_count, &piece_count);
        memcpy(other, segments, sizeof segments);
        shuffle(&seed, other, count);
        const pawl_vec2 none = {0, 0};
        /* Every amount; where there are many, every so many of them and the last two. */
        const uint32_t vertex_step = 1 + hot_count / 50, edge_step = 1 + piece_count / 50;
        for (uint32_t room = 0; room <= hot_count;
             room += room + vertex_step < hot_count ? vertex_step : 1) {
            pawli_arrangement got = {NULL, NULL, 77, room, 77, piece_count + 1, false, false};
            const pawl_status status = snap_into(segments, count, &got);
            if (status != (room < hot_count ? PAWL_ERR_CAPACITY : PAWL_OK))
                ck_abort_msg("%u of %u vertices: %d", (unsigned)room, (unsigned)hot_count,
                             (int)status);
            if (got.has_vertices != (room >= hot_count)) ck_abort_msg("the wrong limit is told");
            if (status != PAWL_OK && (got.vertex_count != 77 || got.edge_count != 77))
                ck_abort_msg("counts are touched");
            if (status == PAWL_OK) assert_same(&got, &want, none);
            release_arrangement(&got);
        }
        for (uint32_t room = 0; room <= piece_count + 1;
             room += room + edge_step < piece_count ? edge_step : 1) {
            pawli_arrangement got = {NULL, NULL, 77, hot_count, 77, room, false, false};
            pawli_arrangement again = got;
            const pawl_status status = snap_into(segments, count, &got);
            if (snap_into(other, count, &again) != status) ck_abort_msg("another order is refused");
            if (!got.has_vertices) ck_abort_msg("the wrong limit is told");
            if (status == PAWL_OK) {
                assert_same(&got, &want, none);
                assert_same(&again, &want, none);
                merged += room < piece_count;
            } else if (got.vertex_count != 77 || got.edge_count != 77) {
                ck_abort_msg("counts are touched");
            }
            if (status != PAWL_OK && status != PAWL_ERR_CAPACITY) ck_abort_msg("%d", (int)status);
            if (status != PAWL_OK && room > piece_count) ck_abort_msg("enough was not enough");
            release(&got, &again);
        }
        release_arrangement(&want);
    }
    ck_assert_msg(merged > SEEDED_OFTEN(100), "only %d times pieces were merged on the way",
                  merged);
}
END_TEST

static pawli_segment make_segment(pawl_fx ax, pawl_fx ay, pawl_fx bx, pawl_fx by) {
    const pawli_segment segment = {{ax, ay}, {bx, by}, 0, 0};
    return segment;
}

/* 32767 times the same line is counted; once more does not fit. What cancels is never too much. */
START_TEST(winding_beyond_16_bits_is_an_error) {
    const uint32_t most = INT16_MAX;
    pawli_segment *const segments = malloc(3 * most * sizeof(pawli_segment));
    for (uint32_t i = 0; i < 2 * most; i++)
        segments[i] = i < most ? make_segment(0, 0, 3, 1) : make_segment(3, 1, 0, 0);
    static const uint32_t rooms[2] = {300, 100000};
    for (int i = 0; i < 2; i++) {
        pawli_arrangement got = {NULL, NULL, 0, 10, 0, rooms[i], false, false};
        ck_assert_int_eq(snap_into(segments, most, &got), PAWL_OK);
        ck_assert_uint_eq(got.edge_count, 1);
        ck_assert_int_eq(got.edges[0].winding, 32767);
        release_arrangement(&got);
        ck_assert_int_eq(snap_into(segments + most, most, &got), PAWL_OK);
        ck_assert_int_eq(got.edges[0].winding, -32767);
        release_arrangement(&got);
        ck_assert_int_eq(snap_into(segments, 2 * most, &got), PAWL_OK);
        ck_assert_uint_eq(got.edge_count, 0);
        ck_assert_uint_eq(got.vertex_count, 0);
        release_arrangement(&got);
        segments[2 * most] = segments[0];
        for (uint32_t j = 0; j < most; j++)
            segments[2 * most + j] = segments[0];
        ck_assert_int_eq(snap_into(segments, 3 * most, &got), PAWL_OK);
        ck_assert_int_eq(got.edges[0].winding, 32767);
        release_arrangement(&got);
        const pawli_segment kept = segments[most];
        segments[most] = segments[0];
        ck_assert_int_eq(snap_into(segments, most + 1, &got), PAWL_ERR_RANGE);
        release_arrangement(&got);
        segments[most] = kept;
    }
    free(segments);
}
END_TEST

START_TEST(misuse_is_refused) {
    static uint64_t scratch[1000];
    pawl_vec2 vertices[8];
    pawli_line edges[8];
    pawli_segment segment = make_segment(0, 0, 1, 1);
    pawli_arrangement out = {vertices, edges, 0, 8, 0, 8, false, false};
    const size_t size = pawli_snap_scratch(1, 8);
    ck_assert_int_eq(pawli_snap_round(&segment, 1, scratch, size, &out), PAWL_OK);
    ck_assert_uint_eq(out.edge_count, 1);
    ck_assert_int_eq(pawli_snap_round(NULL, 1, scratch, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawli_snap_round(&segment, 1, scratch, size, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawli_snap_round(&segment, 1, NULL, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawli_snap_round(&segment, 1, scratch, size - 1, &out), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawli_snap_round(&segment, 1, (uint8_t *)scratch + 4, size, &out),
                     PAWL_ERR_MEMORY);
    out.vertices = NULL;
    ck_assert_int_eq(pawli_snap_round(&segment, 1, scratch, size, &out), PAWL_ERR_NULL);
    out.vertices = vertices;
    out.edges = NULL;
    ck_assert_int_eq(pawli_snap_round(&segment, 1, scratch, size, &out), PAWL_ERR_NULL);
    out.edges = edges;
    ck_assert_int_eq(pawli_snap_round(NULL, 0, scratch, sizeof scratch, &out), PAWL_OK);
    ck_assert_uint_eq(out.edge_count + out.vertex_count, 0);
    static const int32_t bad[] = {C + 1, -C - 1, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 16; i++) {
        pawli_segment wrong = make_segment(0, 0, C, -C);
        pawl_fx *const places[4] = {&wrong.a.x, &wrong.a.y, &wrong.b.x, &wrong.b.y};
        *places[i / 4] = bad[i % 4];
        ck_assert_int_eq(pawli_snap_round(&wrong, 1, scratch, size, &out), PAWL_ERR_RANGE);
    }
    pawli_arrangement nothing = {NULL, NULL, 0, 0, 0, 0, false, false};
    ck_assert_int_eq(pawli_snap_round(NULL, 0, NULL, 0, &nothing), PAWL_OK);
    ck_assert_int_eq(pawli_snap_round(&segment, 1, scratch, size, &nothing), PAWL_ERR_CAPACITY);
}
END_TEST

/* What the walls of a level of 470 edges become when they are inflated, in size: rings of ten that
 * cross about 577 times. All that is needed at a time stays below 120 KB. */
START_TEST(level_of_1680_segments_fits_120_kilobytes) {
    static const pawl_vec2 ring[10] = {{-40, -60}, {40, -60}, {60, -40}, {70, 0},  {60, 40},
                                       {40, 60},   {-40, 60}, {-60, 40}, {-70, 0}, {-60, -40}};
    static pawli_segment segments[1680];
    uint64_t seed = SEEDED_MULTIPLIER; /* of other levels some cross less often */
    for (int i = 0; i < 168; i++) {
        const pawl_vec2 centre = random_point(&seed, 900 << 16);
        for (int j = 0; j < 10; j++) {
            const pawl_vec2 a = ring[j], b = ring[(j + 1) % 10];
            segments[10 * i + j] = make_segment(a.x * 65536 + centre.x, a.y * 65536 + centre.y,
                                                b.x * 65536 + centre.x, b.y * 65536 + centre.y);
        }
    }
    uint32_t hot_count, piece_count;
    pawli_arrangement want = oracle_snap(segments, 1680, &hot_count, &piece_count);
    pawli_arrangement got = snap(segments, 1680, hot_count, piece_count);
    const pawl_vec2 none = {0, 0};
    assert_same(&got, &want, none);
    assert_edges_are_apart(&got);
    const uint32_t crossings = hot_count - 1680;
    const size_t size = sizeof segments + got.vertex_capacity * sizeof(pawl_vec2) +
                        got.edge_capacity * sizeof(pawli_line) +
                        pawli_snap_scratch(1680, got.vertex_capacity);
    ck_assert_msg(crossings > 450 && crossings < 700, "%u crossings", (unsigned)crossings);
    ck_assert_msg(size < 120000, "%u bytes, %u crossings", (unsigned)size, (unsigned)crossings);
    release(&got, &want);
}
END_TEST

/* Two long lines a unit apart, which cross again and again when rounded crossings are split one
 * after another. */
START_TEST(nearly_parallel_lines_stay_where_they_are) {
    static const pawl_vec2 points[7] = {{-200294, 53668}, {-31929, 13225}, {-179578, 103680},
                                        {207359, 0},      {-31929, 13225}, {-179579, 103680},
                                        {207360, 0}};
    pawli_segment segments[7];
    for (int i = 0; i < 7; i++) {
        const int next = i == 3 ? 0 : i == 6 ? 4 : i + 1;
        segments[i] = make_segment(points[i].x, points[i].y, points[next].x, points[next].y);
        segments[i].layer = i > 3;
    }
    uint32_t hot_count, piece_count;
    pawli_arrangement want = oracle_snap(segments, 7, &hot_count, &piece_count);
    pawli_arrangement got = snap(segments, 7, hot_count, piece_count);
    const pawl_vec2 none = {0, 0};
    assert_same(&got, &want, none);
    assert_edges_are_apart(&got);
    assert_closed(&got, 2);
    ck_assert_uint_lt(got.vertex_count, 20);
    release(&got, &want);
}
END_TEST

Suite *suite_snap(void) {
    Suite *const suite = suite_create("snap");
    TCase *const cases = tcase_create("snap");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, result_is_that_of_trying_everything, 0, 4);
    tcase_add_loop_test(cases, too_little_room_is_an_error_in_any_order, 0, 4);
    tcase_add_test(cases, winding_beyond_16_bits_is_an_error);
    tcase_add_test(cases, misuse_is_refused);
    tcase_add_test(cases, level_of_1680_segments_fits_120_kilobytes);
    tcase_add_test(cases, nearly_parallel_lines_stay_where_they_are);
    suite_add_tcase(suite, cases);
    return suite;
}
