/* test_polygon_limits.c - polygons with too little room, with just enough, and used wrongly. */
#include <check.h>
#include <inttypes.h>

#include "mesh/arrange.h"
#include "support/shape/polygons.h"

#define GUARD 64
#define FILLER 0x5A
#define C (PAWL_COORD_MAX - 1)

typedef enum solver {
    BOOLEAN = 0,
    PARTS
} solver;

/* An input, and what comes out of it. */
typedef struct problem {
    solver solver;
    polygon first, second;
    pawl_polygon_limits limits;
    uint32_t point_capacity, ring_capacity;
    polygon result;
} problem;

static bool is_filled(const void *bytes, size_t size) {
    const uint8_t *const at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] != FILLER) return false;
    return true;
}

/* Memory of just the size that is asked for; nothing beyond it, nothing of `result` beyond its
 * capacity and, unless it works, nothing of it at all may change. */
static pawl_status solve(problem *p) {
    const size_t size = pawl_polygon_size(&p->limits);
    ck_assert_uint_gt(size, 0);
    uint8_t *const block = malloc(size + GUARD);
    memset(block, FILLER, size + GUARD);
    memset(&p->result, FILLER, sizeof p->result);
    pawl_ring_buffer out = {
        p->result.points, p->result.ends, p->point_capacity, p->ring_capacity, 77, 88};
    const pawl_rings first = polygon_rings(&p->first), second = polygon_rings(&p->second);
    const pawl_status status = p->solver == BOOLEAN
                                   ? pawl_polygon_boolean(PAWL_XOR, PAWL_FILL_NONZERO, &first,
                                                          &second, &p->limits, block, size, &out)
                                   : pawl_polygon_convex_parts(PAWL_FILL_NONZERO, &first, 5,
                                                               &p->limits, block, size, &out);
    ck_assert_int_eq(is_filled(block + size, GUARD), true);
    free(block);
    const uint32_t points = status == PAWL_OK ? out.point_count : 0;
    const uint32_t rings = status == PAWL_OK ? out.ring_count : 0;
    ck_assert_int_eq(
        is_filled(p->result.points + points, sizeof p->result.points - points * sizeof(pawl_vec2)),
        true);
    ck_assert_int_eq(
        is_filled(p->result.ends + rings, sizeof p->result.ends - rings * sizeof(uint32_t)), true);
    p->result.point_count = out.point_count;
    p->result.ring_count = out.ring_count;
    ck_assert_uint_le(points, p->point_capacity);
    ck_assert_uint_le(rings, p->ring_capacity);
    if (status == PAWL_ERR_CAPACITY) { /* what is needed, or nothing: a limit */
        const bool is_out =
            out.point_count > p->point_capacity || out.ring_count > p->ring_capacity;
        ck_assert_int_eq(is_out, out.point_count > 0);
        ck_assert_int_eq(out.ring_count > 0, out.point_count > 0);
    } else if (status != PAWL_OK) {
        ck_assert_uint_eq(out.point_count, 77);
        ck_assert_uint_eq(out.ring_count, 88);
    }
    return status;
}

static uint32_t *limit_of(problem *p, int which) {
    uint32_t *const limits[] = {&p->limits.segments, &p->limits.vertices, &p->limits.edges,
                                &p->point_capacity, &p->ring_capacity};
    return limits[which];
}
#define LIMITS 5

static void make_problem(uint64_t *seed, solver which, polygon_kind kind, problem *out) {
    polygon_random(seed, kind, 3, 7, &out->first);
    polygon_random(seed, kind, 3, 7, &out->second);
    out->solver = which;
    out->limits = polygon_limits(out->first.point_count + out->second.point_count);
    out->point_capacity = POLYGON_POINTS;
    out->ring_capacity = POLYGON_RINGS;
}

/* Each limit in turn, from 1 on: an error until it is enough, then always the same. But for edges:
 * those that lie on each other are merged when there is no room for more, and a little more room
 * than is enough may put that off until what is left is too little to go on with (LEAST_FREE of
 * snap.c). */
START_TEST(too_little_room_is_an_error_and_enough_is_enough) {
    static problem p, whole;
    const int rounds = SEEDED_ROUNDS(40);
    uint64_t seed = first_seed(_i);
    int32_t failed = 0, worked = 0;
    for (int n = 0; n < rounds; n++) {
        make_problem(&seed, _i % 2 == 0 ? BOOLEAN : PARTS, (polygon_kind)(n % 3), &whole);
        ck_assert_int_eq(solve(&whole), PAWL_OK);
        for (int which = 0; which < LIMITS; which++) {
            bool enough = false;
            p = whole;
            for (uint32_t limit = which < 3 ? 1 : 0; limit < 140; limit++) {
                *limit_of(&p, which) = limit;
                const pawl_status status = solve(&p);
                failed += status != PAWL_OK;
                if (status == PAWL_OK) {
                    enough = true;
                    ck_assert_int_eq(polygon_equal(&p.result, &whole.result), true);
                    if (worked++ % 8 == 0) break;
                } else {
                    ck_assert_int_eq(status, PAWL_ERR_CAPACITY);
                    ck_assert_msg(!enough || which == 2, "limit %d of %d: seed %d round %d",
                                  (int)limit, which, _i, n);
                }
            }
        }
    }
    ck_assert_int_gt(failed, rounds * 20);
    ck_assert_int_gt(worked, rounds);
}
END_TEST

static const pawl_vec2 square[] = {{-C, -C}, {C, -C}, {C, C}, {-C, C}};
static const uint32_t four[] = {4};
static const pawl_rings good = {square, four, 1};
static uint64_t memory[8192];
static pawl_vec2 points[64];
static uint32_t ends[16];

static pawl_ring_buffer room(void) {
    const pawl_ring_buffer buffer = {points, ends, 64, 16, 77, 88};
    return buffer;
}

/* Both functions with the same arguments, which must give the same answer. */
static pawl_status call(pawl_fill fill, const pawl_rings *rings, const pawl_polygon_limits *limits,
                        void *at, size_t size, pawl_ring_buffer *out) {
    const pawl_status status =
        pawl_polygon_boolean(PAWL_UNION, fill, rings, NULL, limits, at, size, out);
    if (status != PAWL_OK && out != NULL) ck_assert_uint_eq(out->point_count, 77);
    ck_assert_int_eq(pawl_polygon_convex_parts(fill, rings, 8, limits, at, size, out), status);
    if (status != PAWL_OK && out != NULL) ck_assert_uint_eq(out->ring_count, 88);
    return status;
}

START_TEST(largest_square_works) {
    const pawl_polygon_limits limits = {4, 0, 0};
    pawl_ring_buffer out = room();
    ck_assert_int_eq(call(PAWL_FILL_NONZERO, &good, &limits, memory, sizeof memory, &out), PAWL_OK);
    ck_assert_uint_eq(out.point_count, 4);
    ck_assert_mem_eq(out.points, square, sizeof square);
}
END_TEST

START_TEST(nothing_gives_nothing) {
    const pawl_polygon_limits limits = {4, 0, 0};
    const pawl_vec2 line[] = {{0, 0}, {5, 7}, {3, 3}, {3, 3}, {3, 3}};
    const uint32_t line_ends[] = {0, 2, 3, 5};
    const pawl_rings flat = {line, line_ends, 4}, none = {NULL, NULL, 0};
    const pawl_rings *const all[] = {NULL, &none, &flat};
    for (int i = 0; i < 3; i++) {
        pawl_ring_buffer out = {NULL, NULL, 0, 0, 77, 88};
        ck_assert_int_eq(call(PAWL_FILL_EVEN_ODD, all[i], &limits, memory, sizeof memory, &out),
                         PAWL_OK);
        ck_assert_uint_eq(out.point_count, 0);
        ck_assert_uint_eq(out.ring_count, 0);
    }
}
END_TEST

START_TEST(misuse_is_told) {
    const pawl_polygon_limits limits = {4, 0, 0}, no_segments = {0, 9, 9};
    const pawl_polygon_limits huge[] = {{UINT32_MAX, 0, 0}, {4, UINT32_MAX, 0}, {4, 0, UINT32_MAX}};
    const pawl_fill fill = PAWL_FILL_NONZERO;
    const size_t size = pawl_polygon_size(&limits);
    pawl_ring_buffer out = room();
    ck_assert_int_eq(call(fill, &good, NULL, memory, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(call(fill, &good, &limits, NULL, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(call(fill, &good, &limits, memory, size, NULL), PAWL_ERR_NULL);
    pawl_ring_buffer no_points = {NULL, ends, 4, 1, 77, 88}, no_ends = {points, NULL, 4, 1, 77, 88};
    ck_assert_int_eq(call(fill, &good, &limits, memory, size, &no_points), PAWL_ERR_NULL);
    ck_assert_int_eq(call(fill, &good, &limits, memory, size, &no_ends), PAWL_ERR_NULL);
    ck_assert_int_eq(call((pawl_fill)4, &good, &limits, memory, size, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(call(fill, &good, &no_segments, memory, size, &out), PAWL_ERR_ARGUMENT);
    ck_assert_uint_eq(pawl_polygon_size(NULL), 0);
    ck_assert_uint_eq(pawl_polygon_size(&no_segments), 0);
    for (int i = 0; i < 3; i++) {
        ck_assert_uint_eq(pawl_polygon_size(&huge[i]), 0);
        ck_assert_int_eq(call(fill, &good, &huge[i], memory, size, &out), PAWL_ERR_ARGUMENT);
    }
    ck_assert_int_eq(call(fill, &good, &limits, (uint8_t *)memory + 4, size, &out),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(call(fill, &good, &limits, memory, 0, &out), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_polygon_convex_parts(fill, &good, 8, &limits, memory, size - 1, &out),
                     PAWL_ERR_MEMORY);
    for (uint32_t cap = 0; cap < 3; cap++)
        ck_assert_int_eq(pawl_polygon_convex_parts(fill, &good, cap, &limits, memory, size, &out),
                         PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_polygon_convex_parts(fill, &good, 65536, &limits, memory, size, &out),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(
        pawl_polygon_boolean((pawl_boolean)4, fill, &good, &good, &limits, memory, size, &out),
        PAWL_ERR_ARGUMENT);
}
END_TEST

START_TEST(wrong_rings_are_told) {
    const pawl_polygon_limits limits = {16, 0, 0};
    const uint32_t back[] = {4, 3}, one[] = {1};
    const pawl_rings no_points = {NULL, four, 1}, no_ends = {square, NULL, 1};
    const pawl_rings backwards = {square, back, 2};
    pawl_ring_buffer out = room();
    const pawl_fill fill = PAWL_FILL_NONZERO;
    ck_assert_int_eq(call(fill, &no_points, &limits, memory, sizeof memory, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(call(fill, &no_ends, &limits, memory, sizeof memory, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(call(fill, &backwards, &limits, memory, sizeof memory, &out),
                     PAWL_ERR_ARGUMENT);
    const pawl_vec2 far[] = {{C + 1, 0}, {0, C + 1}, {-C - 1, 0}, {0, -C - 1}, {INT32_MIN, 0}};
    for (int i = 0; i < 5; i++) {
        const pawl_rings beyond = {&far[i], one, 1};
        ck_assert_int_eq(call(fill, &beyond, &limits, memory, sizeof memory, &out), PAWL_ERR_RANGE);
    }
}
END_TEST

/* The formula for limits of zero, and the level that must be built within 256 KiB. */
START_TEST(memory_is_what_is_documented) {
    const pawl_polygon_limits zeros = {1000, 0, 0}, full = {1000, 2016, 3064};
    ck_assert_uint_gt(pawl_polygon_size(&zeros), 0);
    ck_assert_uint_eq(pawl_polygon_size(&zeros), pawl_polygon_size(&full));
    const pawl_polygon_limits level = {1681, 2160, 3400};
    ck_assert_uint_gt(pawli_arrange_size(&level), 0);
    ck_assert_uint_le(pawli_arrange_size(&level), 210 * 1024);
}
END_TEST

Suite *suite_polygon_limits(void) {
    Suite *const suite = suite_create("polygon_limits");
    TCase *const cases = tcase_create("polygon_limits");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, too_little_room_is_an_error_and_enough_is_enough, 0, 4);
    tcase_add_test(cases, largest_square_works);
    tcase_add_test(cases, nothing_gives_nothing);
    tcase_add_test(cases, misuse_is_told);
    tcase_add_test(cases, wrong_rings_are_told);
    tcase_add_test(cases, memory_is_what_is_documented);
    suite_add_tcase(suite, cases);
    return suite;
}
