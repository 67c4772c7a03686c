/* fuzz_cut.c - any bytes as polygons, lines and sites: pieces are convex, together as large as what
 * was cut, and the same when all is shifted. */
#include <string.h>

#include "fuzz.h"
#include "pawl/cut.h"

#define POINTS 64u
#define PARTS 5u
#define SITES 10u
#define PIECE_POINTS 4096u
#define PIECES 1024u

static uint64_t memory[1024];
static pawl_vec2 corners[POINTS], sites[SITES], line[2];
static uint32_t ends[PARTS];

typedef struct result {
    pawl_vec2 points[PIECE_POINTS];
    uint32_t ends[PIECES], groups[PIECES];
    pawl_pieces pieces;
    pawl_status status;
} result;

static result first, second;

static uint8_t take(const uint8_t **data, size_t *size) {
    if (*size == 0) return 0;
    --*size;
    return *(*data)++;
}

/* Small numbers, so that much lies in line; or scattered, so that cuts are rounded. */
static pawl_vec2 take_point(const uint8_t **data, size_t *size, uint8_t scale) {
    static const int32_t factors[] = {1, 60, 3000, 0x3FFFFF};
    const int32_t x = (int8_t)take(data, size), y = (int8_t)take(data, size);
    const int32_t bend = scale & 4 ? (scale & 3) * x * y : 0;
    return pawl_vec2_make(x * factors[scale & 3] + bend, y * factors[scale & 3] - bend / 2);
}

/* Most parts are hulls, or they would seldom be accepted. */
static uint32_t take_parts(const uint8_t **data, size_t *size, uint8_t scale) {
    uint32_t parts = 0, points = 0;
    const uint32_t wanted = take(data, size) % PARTS + 1u;
    while (parts < wanted && points + 8 < POINTS && *size > 0) {
        const uint8_t how = take(data, size);
        int32_t count = 3 + how % 6;
        for (int32_t i = 0; i < count; i++)
            corners[points + (uint32_t)i] = take_point(data, size, scale);
        if (how < 250) count = pawl_hull(corners + points, count, corners + points);
        if (count < 3) continue;
        points += (uint32_t)count;
        ends[parts++] = points;
    }
    return parts;
}

static void run(const pawl_rings *parts, uint32_t site_count, int64_t area2_min, result *out) {
    memset(memory, 0xA5, sizeof memory);
    out->pieces =
        (pawl_pieces){out->points, out->ends, out->groups, PIECE_POINTS, PIECES, 0, 0, 0, 0};
    if (site_count == 0) {
        out->status = pawl_cut(parts, line[0], line[1], memory, sizeof memory, &out->pieces);
    } else {
        out->status =
            pawl_shatter(parts, sites, site_count, area2_min, memory, sizeof memory, &out->pieces);
    }
}

static int64_t length_of(const pawl_vec2 *points, uint32_t count) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 along = pawl_vec2_sub(points[i + 1 < count ? i + 1 : 0], points[i]);
        sum += (along.x < 0 ? -(int64_t)along.x : along.x) +
               (along.y < 0 ? -(int64_t)along.y : along.y);
    }
    return sum;
}

static void check_pieces(const pawl_rings *parts) {
    int64_t bound = 0;
    for (uint32_t i = 0, begin = 0; i < parts->count; begin = parts->ends[i++])
        bound += 2 * length_of(parts->points + begin, parts->ends[i] - begin);
    const pawl_rings all = {first.points, first.ends, first.pieces.piece_count};
    const int64_t lost = pawl_rings_area2(parts) - pawl_rings_area2(&all);
    fuzz_require(lost <= bound && lost >= -bound);
    for (uint32_t i = 0, begin = 0; i < all.count; begin = all.ends[i++]) {
        pawl_vec2 hull[PAWL_POLYGON_MAX];
        const uint32_t count = all.ends[i] - begin;
        fuzz_require(count >= 3 && count <= PAWL_POLYGON_MAX);
        fuzz_require(pawl_hull(first.points + begin, (int32_t)count, hull) == (int32_t)count);
        fuzz_require(memcmp(hull, first.points + begin, count * sizeof hull[0]) == 0);
        fuzz_require(first.groups[i] < first.pieces.group_count);
    }
}

static void shift(pawl_vec2 *points, uint32_t count, pawl_vec2 by) {
    for (uint32_t i = 0; i < count; i++)
        points[i] = pawl_vec2_add(points[i], by);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t scale = take(&data, &size), options = take(&data, &size);
    const uint32_t part_count = take_parts(&data, &size, scale);
    if (part_count == 0) return 0;
    const uint32_t site_count = options % (SITES + 1), point_count = ends[part_count - 1];
    line[0] = take_point(&data, &size, scale);
    line[1] = take_point(&data, &size, scale);
    for (uint32_t i = 0; i < site_count; i++)
        sites[i] = take_point(&data, &size, options & 64 ? scale : (uint8_t)(scale & 3));
    const int64_t least = options & 128 ? (int64_t)take(&data, &size) << (options & 31) : 0;
    const pawl_rings parts = {corners, ends, part_count};
    run(&parts, site_count, least, &first);
    if (first.status == PAWL_OK) check_pieces(&parts);
    const pawl_vec2 by = {12345, -6789};
    shift(corners, point_count, by);
    shift(sites, site_count, by);
    shift(line, 2, by);
    run(&parts, site_count, least, &second);
    fuzz_require(first.status == second.status);
    if (first.status != PAWL_OK) return 0;
    fuzz_require(first.pieces.piece_count == second.pieces.piece_count);
    fuzz_require(first.pieces.point_count == second.pieces.point_count);
    shift(first.points, first.pieces.point_count, by);
    const size_t pieces = first.pieces.piece_count;
    fuzz_require(memcmp(first.points, second.points,
                        first.pieces.point_count * sizeof first.points[0]) == 0);
    fuzz_require(memcmp(first.ends, second.ends, pieces * sizeof first.ends[0]) == 0);
    fuzz_require(memcmp(first.groups, second.groups, pieces * sizeof first.groups[0]) == 0);
    return 0;
}
