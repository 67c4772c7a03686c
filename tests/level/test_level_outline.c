/* test_level_outline.c - the boundary of what is solid in random levels: its area, that it is made
 * of simple rings which touch in no more than points, and what soft bodies make of it. */
#include <stdlib.h>

#include "geom/predicate.h"
#include "pawl/level.h"
#include "support/world/fixture.h"
#include "support/level/level_parts.h"
#include "support/level/level_random.h"
#include "support/base/seeded.h"

/* Rings out of the heap. */
static pawl_ring_buffer outline_of(const pawl_level *level, const pawl_gates *gates) {
    pawl_ring_buffer buffer;
    memset(&buffer, 0, sizeof buffer);
    const pawl_status status = pawl_level_outline(level, gates, &buffer);
    ck_assert_int_eq(status, buffer.point_count == 0 ? PAWL_OK : PAWL_ERR_CAPACITY);
    pawl_ring_buffer out = {calloc(buffer.point_count + 1, sizeof(pawl_vec2)),
                            calloc(buffer.ring_count + 1, sizeof(uint32_t)),
                            buffer.point_count,
                            buffer.ring_count,
                            0,
                            0};
    ck_assert_int_eq(pawl_level_outline(level, gates, &out), PAWL_OK);
    ck_assert_uint_eq(out.point_count, buffer.point_count);
    ck_assert_uint_eq(out.ring_count, buffer.ring_count);
    return out;
}

static void drop(pawl_ring_buffer *rings) {
    free(rings->points);
    free(rings->ends);
}

static int64_t solid_area2(const pawl_level *level, const pawl_gates *gates) {
    int64_t area2 = 0;
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        if (!pawl_level_is_solid(level, gates, t)) continue;
        const pawl_level_triangle at = pawl_level_get_triangle(level, t);
        area2 += pawli_orient(pawl_level_get_vertex(level, at.vertices[0]),
                              pawl_level_get_vertex(level, at.vertices[1]),
                              pawl_level_get_vertex(level, at.vertices[2]));
    }
    return area2;
}

static uint32_t begin_of(const pawl_ring_buffer *rings, uint32_t ring) {
    return ring == 0 ? 0 : rings->ends[ring - 1];
}

static bool is_same(pawl_vec2 a, pawl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* No point twice in a ring, no point in line, the first one lowest. Returns how many points of
 * other rings are met. */
static int check_rings(const pawl_ring_buffer *rings) {
    int touches = 0;
    for (uint32_t r = 0; r < rings->ring_count; r++) {
        const uint32_t begin = begin_of(rings, r), end = rings->ends[r];
        ck_assert_uint_ge(end, begin + 3);
        for (uint32_t i = begin; i < end; i++) {
            const pawl_vec2 at = rings->points[i];
            const pawl_vec2 before = rings->points[i == begin ? end - 1 : i - 1];
            const pawl_vec2 after = rings->points[i + 1 == end ? begin : i + 1];
            ck_assert_msg(pawli_orient(before, at, after) != 0, "ring %u goes straight on", r);
            const pawl_vec2 first = rings->points[begin];
            ck_assert_msg(at.y > first.y || (at.y == first.y && at.x >= first.x),
                          "ring %u does not start at its lowest point", r);
            for (uint32_t k = 0; k < rings->point_count; k++) {
                if (k == i || !is_same(at, rings->points[k])) continue;
                ck_assert_msg(k < begin || k >= end, "ring %u comes back to a point", r);
                touches++;
            }
        }
    }
    return touches;
}

START_TEST(rings_enclose_exactly_what_is_solid) {
    level_random_options options = level_random_default();
    uint64_t seed = first_seed(_i);
    int holes = 0, touches = 0;
    for (int round = 0; round < SEEDED_ROUNDS(12); round++) {
        options.region_count = round % 3 == 0 ? 1 : 4;
        options.grain = round % 2 ? FX(1) : FX(0.01);
        options.player_count = round % 4 ? 1 : 8;
        level_random drawn = level_random_make(seeded_next(&seed), &options);
        const level_built built = level_build_now(&drawn.def);
        for (int open = 0; open < 2; open++) {
            pawl_gates gates;
            memset(&gates, open ? 0xAA : 0, sizeof gates);
            pawl_ring_buffer rings = outline_of(&built.level, &gates);
            const pawl_rings view = {rings.points, rings.ends, rings.ring_count};
            ck_assert_int_eq(pawl_rings_area2(&view), solid_area2(&built.level, &gates));
            touches += check_rings(&rings);
            for (uint32_t r = 0; r < rings.ring_count; r++) {
                const uint32_t begin = begin_of(&rings, r);
                if (pawl_ring_area2(rings.points + begin, rings.ends[r] - begin) < 0) holes++;
            }
            drop(&rings);
        }
        free(built.block);
        level_random_free(&drawn);
    }
    ck_assert_int_gt(holes, SEEDED_OFTEN(5));
    (void)touches;
}
END_TEST

/* A grid of squares, some solid: full of corners that touch. */
#define GRID 6
static void make_grid(uint64_t *seed, pawl_level_polygon *polygons, pawl_vec2 *points,
                      uint32_t *ends, uint32_t *count) {
    *count = 0;
    for (int i = 0; i < GRID * GRID; i++) {
        if (seeded_next(seed) >> 63) continue;
        const pawl_fx x = FX(i % GRID), y = FX(i / GRID);
        pawl_vec2 *at = points + 4 * *count;
        at[0] = pawl_vec2_make(x, y);
        at[1] = pawl_vec2_make(x + FX(1), y);
        at[2] = pawl_vec2_make(x + FX(1), y + FX(1));
        at[3] = pawl_vec2_make(x, y + FX(1));
        ends[*count] = 4;
        polygons[*count].rings = (pawl_rings){at, &ends[*count], 1};
        polygons[*count].region = 0;
        (*count)++;
    }
}

START_TEST(corners_that_touch_are_no_crossings) {
    static pawl_level_polygon polygons[GRID * GRID];
    static pawl_vec2 points[4 * GRID * GRID];
    static uint32_t ends[GRID * GRID];
    uint64_t seed = first_seed(_i);
    int touches = 0;
    for (int round = 0; round < SEEDED_ROUNDS(60); round++) {
        pawl_level_def def = pawl_level_def_default();
        make_grid(&seed, polygons, points, ends, &def.polygon_count);
        def.polygons = polygons;
        if (round % 2) def.bounds = (pawl_box){VEC(0, 0), VEC(GRID, GRID)}; /* solid at the rim */
        const level_built built = level_build_now(&def);
        pawl_ring_buffer rings = outline_of(&built.level, NULL);
        const pawl_rings view = {rings.points, rings.ends, rings.ring_count};
        ck_assert_int_eq(pawl_rings_area2(&view), 2 * (int64_t)def.polygon_count << 32);
        touches += check_rings(&rings);
        drop(&rings);
        free(built.block);
    }
    ck_assert_int_gt(touches, SEEDED_OFTEN(100));
}
END_TEST

START_TEST(wrong_use_is_refused) {
    uint32_t block[LEVEL_SQUARE_SIZE / 4];
    pawl_level level;
    const uint32_t size = level_square(false, block);
    ck_assert_int_eq(pawl_level_open(block, size, &level), PAWL_OK);
    pawl_vec2 points[4] = {{7, 7}, {7, 7}, {7, 7}, {7, 7}};
    uint32_t ends[1] = {9};
    pawl_ring_buffer out = {points, ends, 3, 1, 0, 0};
    ck_assert_int_eq(pawl_level_outline(NULL, NULL, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_outline(&level, NULL, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_outline(&level, NULL, &out), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(out.point_count, 4);
    ck_assert_uint_eq(out.ring_count, 1);
    ck_assert_int_eq(points[0].x, 7);
    ck_assert_uint_eq(ends[0], 9);
    out.point_capacity = 4;
    out.ring_capacity = 0;
    ck_assert_int_eq(pawl_level_outline(&level, NULL, &out), PAWL_ERR_CAPACITY);
    out.ring_capacity = 1;
    ck_assert_int_eq(pawl_level_outline(&level, NULL, &out), PAWL_OK);
    const pawl_vec2 want[4] = {{-3, -2}, {3, -2}, {3, 2}, {-3, 2}};
    ck_assert_mem_eq(points, want, sizeof want);
    ck_assert_uint_eq(ends[0], 4);
    out.points = NULL;
    ck_assert_int_eq(pawl_level_outline(&level, NULL, &out), PAWL_ERR_NULL);
}
END_TEST

/* ---- soft bodies in a level ------------------------------------------------------------------ */

/* One chain for each ring; those of edges that are too short for one are passed over. */
static int add_chains(pawl_world *world, pawl_body_id body, const pawl_ring_buffer *rings) {
    int count = 0;
    for (uint32_t r = 0; r < rings->ring_count; r++) {
        const uint32_t begin = begin_of(rings, r);
        const pawl_chain chain = {rings->points + begin, (int32_t)(rings->ends[r] - begin), true,
                                  true, false};
        const pawl_shape_def def = pawl_shape_def_default();
        pawl_shape_id shape;
        const pawl_status status = pawl_shape_create_chain(world, body, &def, &chain, &shape);
        if (status != PAWL_OK) return -1;
        count++;
    }
    return count;
}

static pawl_soft_id add_blob(pawl_world *world, pawl_vec2 at, uint64_t *seed) {
    pawl_soft_point points[10];
    pawl_soft_link links[40];
    pawl_soft_parts parts = {points, links, 10, 40, 0, 0};
    ck_assert_int_eq(pawl_soft_add_blob(&parts, at, FX(0.3), 10, PAWL_FX_ONE, PAWL_FX_ONE, FX(0.2)),
                     PAWL_OK);
    for (int i = 0; i < 10; i++)
        points[i].velocity =
            VEC((int)(seeded_next(seed) >> 54) - 512, (int)(seeded_next(seed) >> 54) - 512);
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = parts.point_count;
    def.link_count = parts.link_count;
    def.outline_count = 10;
    def.pressure = FX(0.5);
    pawl_soft_id soft;
    ck_assert_int_eq(pawl_soft_create(world, &def, &soft), PAWL_OK);
    return soft;
}

/* How many of its points lie in what is solid. A point of a wall's edge is free. */
static int count_inside(const pawl_world *world, pawl_soft_id soft, const pawl_level *level) {
    int count = 0;
    for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++) {
        pawl_soft_point at;
        pawl_place place;
        ck_assert_int_eq(pawl_soft_get_point(world, soft, i, &at), PAWL_OK);
        if (pawl_level_locate(level, at.position, 0, &place) != PAWL_OK) continue;
        if (pawl_level_is_solid(level, NULL, place.triangle)) count++;
    }
    return count;
}

START_TEST(blobs_never_get_into_a_level) {
    level_random_options options = level_random_default();
    uint64_t seed = first_seed(_i);
    options.polygon_count = 24;
    int played = 0, moved = 0;
    for (int round = 0; round < SEEDED_ROUNDS(12); round++) {
        options.grain = FX(0.25);
        options.player_count = 1;
        level_random drawn = level_random_make(seeded_next(&seed), &options);
        const level_built built = level_build_now(&drawn.def);
        pawl_ring_buffer rings = outline_of(&built.level, NULL);
        pawl_world_def def = pawl_world_def_default();
        def.soft_capacity = 12;
        def.soft_point_capacity = 120;
        def.soft_link_capacity = 480;
        pawl_world *const world = make_world(&def);
        const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
        if (add_chains(world, ground, &rings) > 0) {
            pawl_soft_id softs[12];
            int count = 0;
            const pawl_box b = built.level.bounds;
            for (int i = 0; i < 100 && count < 12; i++) {
                const pawl_vec2 at = {
                    b.lower.x + (int32_t)(seeded_next(&seed) % (uint64_t)(b.upper.x - b.lower.x)),
                    b.lower.y + (int32_t)(seeded_next(&seed) % (uint64_t)(b.upper.y - b.lower.y))};
                softs[count] = add_blob(world, at, &seed);
                if (count_inside(world, softs[count], &built.level) == 0) {
                    count++;
                } else {
                    ck_assert_int_eq(pawl_soft_destroy(world, softs[count]), PAWL_OK);
                }
            }
            for (int step = 0; step < 60; step++) {
                run(world, 1);
                for (int i = 0; i < count; i++) {
                    ck_assert_int_eq(count_inside(world, softs[i], &built.level), 0);
                    moved++;
                }
            }
            played++;
        }
        free(world);
        drop(&rings);
        free(built.block);
        level_random_free(&drawn);
    }
    ck_assert_int_gt(played, 0);
    ck_assert_int_gt(moved, SEEDED_OFTEN(500));
}
END_TEST

Suite *suite_level_outline(void);
Suite *suite_level_outline(void) {
    Suite *const suite = suite_create("level_outline");
    TCase *const tcase = tcase_create("level_outline");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, rings_enclose_exactly_what_is_solid, 0, 2);
    tcase_add_loop_test(tcase, corners_that_touch_are_no_crossings, 0, 2);
    tcase_add_test(tcase, wrong_use_is_refused);
    tcase_add_test(tcase, blobs_never_get_into_a_level);
    suite_add_tcase(suite, tcase);
    return suite;
}
