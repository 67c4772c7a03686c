/* polygons.c - an island with a lake: outlines joined and taken away, cut into convex parts, cut by
 * a river and shattered by an earthquake. All of it is integers: areas add up. */
#include <pawl/cut.h>
#include <pawl/pawl_float.h>
#include <pawl/polygon.h>
#include <stdio.h>

#define POINTS 256
#define RINGS 64

static uint64_t memory[16384];
static pawl_vec2 points[3][POINTS], sites[6];
static uint32_t ends[3][RINGS], groups[RINGS];

static double units(int64_t area2) {
    return (double)area2 / 8589934592.0; /* twice the area, Q32.32 */
}

/* An island: two overlapping rectangles, less a lake in the middle. */
static int make_island(pawl_ring_buffer *out) {
    static const pawl_vec2 land[8] = {{0, 0},
                                      {PAWL_UNITS(8), 0},
                                      {PAWL_UNITS(8), PAWL_UNITS(4)},
                                      {0, PAWL_UNITS(4)},
                                      {PAWL_UNITS(2), PAWL_UNITS(2)},
                                      {PAWL_UNITS(6), PAWL_UNITS(2)},
                                      {PAWL_UNITS(6), PAWL_UNITS(8)},
                                      {PAWL_UNITS(2), PAWL_UNITS(8)}};
    static const pawl_vec2 lake[3] = {{PAWL_UNITS(3), PAWL_UNITS(3)},
                                      {PAWL_UNITS(5), PAWL_UNITS(3)},
                                      {PAWL_UNITS(4), PAWL_UNITS(5)}};
    static const uint32_t land_ends[2] = {4, 8}, lake_ends[1] = {3};
    const pawl_rings subject = {land, land_ends, 2}, clip = {lake, lake_ends, 1};
    const pawl_polygon_limits limits = {11, 0, 0};
    if (pawl_polygon_size(&limits) > sizeof memory ||
        pawl_polygon_boolean(PAWL_DIFFERENCE, PAWL_FILL_NONZERO, &subject, &clip, &limits, memory,
                             sizeof memory, out)) {
        return 1;
    }
    return 0;
}

static void print_pieces(const char *what, const pawl_pieces *pieces) {
    const pawl_rings rings = {pieces->points, pieces->ends, pieces->piece_count};
    printf("%s: %u pieces in %u groups, area %.4f\n", what, (unsigned)pieces->piece_count,
           (unsigned)pieces->group_count, units(pawl_rings_area2(&rings)));
}

int main(void) {
    pawl_ring_buffer island = {points[0], ends[0], POINTS, RINGS, 0, 0};
    pawl_ring_buffer convex = {points[1], ends[1], POINTS, RINGS, 0, 0};
    if (make_island(&island)) return 1;
    const pawl_rings outline = {points[0], ends[0], island.ring_count};
    printf("the island: %u rings, area %.4f\n", (unsigned)outline.count,
           units(pawl_rings_area2(&outline)));
    const pawl_vec2 asked[3] = {
        {PAWL_UNITS(1), PAWL_UNITS(1)}, {PAWL_UNITS(4), PAWL_UNITS(4)}, {0, 0}};
    static const char *const sides[3] = {"outside", "inside", "boundary"};
    for (int i = 0; i < 3; i++)
        printf("(%.0f, %.0f): %s\n", pawl_fx_to_float(asked[i].x), pawl_fx_to_float(asked[i].y),
               sides[pawl_rings_locate(&outline, PAWL_FILL_NONZERO, asked[i])]);

    const pawl_polygon_limits limits = {island.point_count, 0, 0};
    if (pawl_polygon_convex_parts(PAWL_FILL_NONZERO, &outline, PAWL_POLYGON_MAX, &limits, memory,
                                  sizeof memory, &convex)) {
        return 1;
    }
    const pawl_rings parts = {points[1], ends[1], convex.ring_count};
    printf("%u convex parts, area %.4f\n", (unsigned)parts.count, units(pawl_rings_area2(&parts)));

    /* A river from the lower left to the upper right. */
    pawl_pieces pieces = {points[2], ends[2], groups, POINTS, RINGS, 0, 0, 0, 0};
    if (pawl_cut_size(convex.point_count, 6) > sizeof memory ||
        pawl_cut(&parts, pawl_vec2_units(0, -1), pawl_vec2_units(8, 7), memory, sizeof memory,
                 &pieces)) {
        return 1;
    }
    print_pieces("cut by a river", &pieces);

    const pawl_shatter_pattern quake = {7,           1, pawl_vec2_units(6, 1), PAWL_FX(0, 1, 2),
                                        PAWL_FX_ONE, 6};
    const int32_t count = pawl_shatter_sites(&parts, &quake, sites);
    if (count < 1 ||
        pawl_shatter(&parts, sites, (uint32_t)count, 0, memory, sizeof memory, &pieces))
        return 1;
    print_pieces("shattered", &pieces);
    return 0;
}
