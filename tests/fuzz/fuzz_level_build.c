/* fuzz_level_build.c - any bytes as polygons: what is built can be opened, and is the same in the
 * opposite order. */
#include <string.h>

#include "fuzz.h"
#include "pawl/level.h"
#include "pawl/convex.h"

#define POINTS 48u
#define RINGS 24u
#define REGIONS 4u

static uint64_t memory[UINT32_C(1) << 19];
static uint32_t first[UINT32_C(1) << 16], second[UINT32_C(1) << 16];

/* What is drawn. */
typedef struct drawing {
    pawl_vec2 points[POINTS];
    uint32_t ends[RINGS];
    pawl_level_polygon polygons[RINGS], reversed[RINGS];
    pawl_region regions[REGIONS];
    pawl_vec2 player[8];
    pawl_level_def def;
} drawing;

static drawing drawn;

static uint8_t take(const uint8_t **data, size_t *size) {
    if (*size == 0) return 0;
    --*size;
    return *(*data)++;
}

/* Small numbers, so that much lies in line; or scattered, so that crossings are rounded. */
static pawl_vec2 take_point(const uint8_t **data, size_t *size, uint8_t scale) {
    const int32_t x = (int8_t)take(data, size), y = (int8_t)take(data, size);
    const int32_t factor = scale % 4 == 0   ? 1
                           : scale % 4 == 1 ? 1000
                           : scale % 4 == 2 ? 100000
                                            : 0x7FFFFF;
    const int32_t bend = scale % 4 == 2 ? 977 * x * y : 0;
    return pawl_vec2_make(x * factor + bend, y * factor - bend / 2);
}

static void draw(const uint8_t *data, size_t size) {
    const uint8_t scale = take(&data, &size), options = take(&data, &size);
    uint32_t points = 0, rings = 0, polygons = 0;
    memset(&drawn, 0, sizeof drawn);
    drawn.def = pawl_level_def_default();
    const uint32_t corners = options % 8 + 1u;
    for (uint32_t i = 0; i < corners; i++)
        drawn.player[i] = take_point(&data, &size, (uint8_t)(scale / 4));
    const int32_t hull = pawl_hull(drawn.player, (int32_t)corners, drawn.player);
    fuzz_require(hull > 0);
    while (size > 0 && rings < RINGS && points < POINTS) {
        const uint8_t what = take(&data, &size);
        pawl_level_polygon *const polygon = &drawn.polygons[polygons];
        const uint32_t begin = points, ring = rings;
        uint32_t count = what % 16u;
        for (; count > 0 && points < POINTS; count--)
            drawn.points[points++] = take_point(&data, &size, scale);
        drawn.ends[rings++] = points - begin;
        if (what & 64 && rings < RINGS && size > 0) { /* a ring more */
            for (count = 4; count > 0 && points < POINTS; count--)
                drawn.points[points++] = take_point(&data, &size, scale);
            drawn.ends[rings++] = points - begin;
        }
        polygon->rings.points = drawn.points + begin;
        polygon->rings.ends = drawn.ends + ring;
        polygon->rings.count = rings - ring;
        polygon->region = what >> 4 & 3u;
        polygons++;
    }
    for (uint32_t i = 0; i < polygons; i++)
        drawn.reversed[i] = drawn.polygons[polygons - 1 - i];
    drawn.def.polygons = drawn.polygons;
    drawn.def.polygon_count = polygons;
    drawn.def.regions = drawn.regions;
    drawn.def.region_count = REGIONS;
    drawn.def.walker_points = drawn.player;
    drawn.def.walker_point_count = (uint32_t)hull;
    drawn.def.conservative = (options & 16) != 0;
    if (options & 32) {
        drawn.def.bounds.lower = pawl_vec2_make(-30 - scale, -20);
        drawn.def.bounds.upper = pawl_vec2_make(40, 33 + options);
    }
    drawn.def.limits.vertices = 8000;
    drawn.def.limits.edges = 30000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pawl_level_report report;
    pawl_level level;
    draw(data, size);
    const size_t need = pawl_level_build_size(&drawn.def);
    if (need > sizeof memory) return 0;
    const pawl_status status =
        pawl_level_build(&drawn.def, memory, sizeof memory, NULL, first, sizeof first, &report);
    fuzz_require(status == PAWL_OK || status == PAWL_ERR_RANGE || status == PAWL_ERR_CAPACITY);
    if (status != PAWL_OK) return 0;
    fuzz_require(pawl_level_open(first, report.size, &level) == PAWL_OK);
    drawn.def.polygons = drawn.reversed;
    memset(memory, 0xAA, sizeof memory);
    fuzz_require(pawl_level_build(&drawn.def, memory, sizeof memory, NULL, second, sizeof second,
                                  &report) == PAWL_OK);
    fuzz_require(memcmp(first, second, report.size) == 0);
    return 0;
}
