/* test_level_limits.c - building levels with too little room, with just enough, and how much that
 * is. */
#include <check.h>
#include <stdlib.h>

#include "support/level/level_random.h"
#include "support/level/level_room.h"
#include "support/base/seeded.h"

static pawl_status build_with(const pawl_level_def *def, pawl_level_report *report) {
    const size_t need = pawl_level_build_size(def);
    uint32_t *const memory = malloc(need);
    uint32_t *const out = malloc(1u << 18);
    const pawl_status status =
        pawl_level_build(def, memory, need, NULL, out, UINT32_C(1) << 18, report);
    free(memory);
    free(out);
    return status;
}

START_TEST(every_limit_that_is_too_low_is_named) {
    level_random_options options = level_random_default();
    options.polygon_count = 8;
    options.room = PAWL_FX(2, 0, 1);
    level_random level = level_random_make(first_seed(_i), &options);
    pawl_level_report full, report;
    level.def.limits.vertices = 2000, level.def.limits.edges = 4000;
    ck_assert_int_eq(build_with(&level.def, &full), PAWL_OK);
    const uint32_t step = SEEDED_STRIDE(1);
    for (uint32_t limit = 1; limit < full.used.segments; limit += step) {
        level.def.limits.segments = limit;
        ck_assert_int_eq(build_with(&level.def, &report), PAWL_ERR_CAPACITY);
        ck_assert_int_eq(strncmp(report.reason, "limits.segments", 15), 0);
        ck_assert_int_eq(report.stage, PAWL_LEVEL_PARTS);
        ck_assert_uint_eq(report.used.segments, limit);
    }
    level.def.limits.segments = full.used.segments;
    ck_assert_int_eq(build_with(&level.def, &report), PAWL_OK);
    for (uint32_t limit = 8; limit < full.used.vertices; limit += step) {
        level.def.limits.vertices = limit;
        ck_assert_int_eq(build_with(&level.def, &report), PAWL_ERR_CAPACITY);
        ck_assert_msg(strncmp(report.reason, "limits.vertices", 15) == 0, "%u: %s", (unsigned)limit,
                      report.reason);
        ck_assert_uint_eq(report.used.vertices, limit);
    }
    level.def.limits.vertices = full.used.vertices + full.used.vertices / 4;
    for (uint32_t limit = 8; limit < full.used.edges; limit += step) {
        level.def.limits.edges = limit;
        ck_assert_int_eq(build_with(&level.def, &report), PAWL_ERR_CAPACITY);
        ck_assert_msg(strncmp(report.reason, "limits.edges", 12) == 0, "%u: %s", (unsigned)limit,
                      report.reason);
        ck_assert_int_eq(report.stage, PAWL_LEVEL_SNAP);
    }
    level.def.limits.edges = full.used.edges + full.used.edges / 4;
    ck_assert_int_eq(build_with(&level.def, &report), PAWL_OK);
    ck_assert_mem_eq(&report.used, &full.used, sizeof full.used);
    level_random_free(&level);
}
END_TEST

START_TEST(too_little_room_is_an_error_and_nothing_is_written_beyond_it) {
    room drawn;
    make_room(&drawn);
    pawl_level_report report;
    const level_built built = level_build_now(&drawn.def);
    const size_t need = pawl_level_build_size(&drawn.def);
    uint64_t *const memory = malloc(need + 8);
    for (uint32_t size = 0; size < built.size; size += 4) {
        uint32_t *const out = malloc(size + 4);
        out[size / 4] = UINT32_C(0x12345678);
        ck_assert_int_eq(pawl_level_build(&drawn.def, memory, need, NULL, out, size, &report),
                         PAWL_ERR_MEMORY);
        ck_assert_uint_eq(report.size, built.size);
        ck_assert_uint_eq(out[size / 4], UINT32_C(0x12345678));
        free(out);
    }
    uint32_t *const out = malloc(built.size + 4);
    ck_assert_int_eq(pawl_level_build(&drawn.def, memory, need - 1, NULL, out, built.size, &report),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(
        pawl_level_build(&drawn.def, (uint8_t *)memory + 4, need, NULL, out, built.size, &report),
        PAWL_ERR_MEMORY);
    ck_assert_int_eq(
        pawl_level_build(&drawn.def, memory, need, NULL, (uint8_t *)out + 2, built.size, &report),
        PAWL_ERR_MEMORY);
    memset(memory, 0x77, need + 8);
    ck_assert_int_eq(pawl_level_build(&drawn.def, memory, need, NULL, out, built.size, NULL),
                     PAWL_OK);
    ck_assert_mem_eq(out, built.block, built.size);
    ck_assert_uint_eq(((uint8_t *)memory)[need], 0x77);
    free(out);
    free(memory);
    free(built.block);
}
END_TEST

/* Doors in a row, each over the next one: as many sets as there are, and one less. */
START_TEST(more_sets_of_regions_than_there_is_room_for_are_an_error) {
    pawl_vec2 points[36];
    pawl_level_polygon polygons[9];
    pawl_region regions[9];
    const uint32_t end = 4;
    memset(polygons, 0, sizeof polygons);
    memset(regions, 0, sizeof regions);
    for (int32_t i = 0; i < 9; i++) {
        const pawl_vec2 ring[4] = {
            {10 * i, i}, {10 * i + 15, i}, {10 * i + 15, 50 - i}, {10 * i, 50 - i}};
        memcpy(points + 4 * i, ring, sizeof ring);
        polygons[i].rings.points = points + 4 * i;
        polygons[i].rings.ends = &end;
        polygons[i].rings.count = 1;
        polygons[i].region = (uint16_t)i;
    }
    pawl_level_def def = pawl_level_def_default();
    def.polygons = polygons;
    def.polygon_count = 9;
    def.regions = regions;
    def.region_count = 9;
    def.limits.vertices = 500, def.limits.edges = 500;
    pawl_level_report report;
    ck_assert_int_eq(build_with(&def, &report), PAWL_OK);
    ck_assert_uint_eq(report.cells, 1 + 9 + 8);
    for (uint16_t cells = 1; cells < 18; cells++) {
        def.cells = cells;
        ck_assert_int_eq(build_with(&def, &report), PAWL_ERR_CAPACITY);
        ck_assert_int_eq(strncmp(report.reason, "cells", 5), 0);
        ck_assert_int_eq(report.stage, PAWL_LEVEL_MESH);
    }
    def.cells = 18;
    ck_assert_int_eq(build_with(&def, &report), PAWL_OK);
    def.cells = UINT16_MAX;
    ck_assert_int_eq(build_with(&def, &report), PAWL_OK);
}
END_TEST

/* Where polygons are drawn over each other by chance one in a thousand is crowded, and named. */
START_TEST(the_usual_limits_are_enough_for_levels_that_are_not_crowded) {
    uint64_t seed = first_seed(_i);
    int crowded = 0;
    for (int n = 0; n < SEEDED_ROUNDS(15); n++) {
        level_random_options options = level_random_default();
        options.polygon_count = 1 + (uint32_t)(seeded_next(&seed) % 60);
        options.region_count = 1 + (uint32_t)(seeded_next(&seed) % 3);
        options.player_count = 1 + (uint32_t)(seeded_next(&seed) % 8);
        level_random level = level_random_make(seeded_next(&seed), &options);
        pawl_level_report report;
        const pawl_status status = build_with(&level.def, &report);
        crowded += status == PAWL_ERR_CAPACITY && strncmp(report.reason, "limits.", 7) == 0;
        ck_assert_msg(status == PAWL_OK || crowded == 1, "pass %d round %d: %s", _i, n,
                      report.reason);
        level_random_free(&level);
    }
}
END_TEST

/* A ring that crosses itself everywhere takes more room than its corners let expect. */
START_TEST(limits_that_are_doubled_when_they_are_named_are_enough_in_the_end) {
    uint64_t seed = first_seed(_i);
    pawl_vec2 points[60];
    const uint32_t end = 60;
    for (uint32_t i = 0; i < end; i++) {
        points[i].x = (pawl_fx)(seeded_next(&seed) % 1000000);
        points[i].y = (pawl_fx)(seeded_next(&seed) % 1000000);
    }
    pawl_level_polygon polygon;
    memset(&polygon, 0, sizeof polygon);
    polygon.rings.points = points;
    polygon.rings.ends = &end;
    polygon.rings.count = 1;
    pawl_level_def def = pawl_level_def_default();
    def.polygons = &polygon;
    def.polygon_count = 1;
    pawl_level_report report;
    uint32_t doubled = 0;
    for (; build_with(&def, &report) == PAWL_ERR_CAPACITY && doubled < 20; doubled++) {
        if (strncmp(report.reason, "limits.segments:", 16) == 0)
            def.limits.segments = 2 * report.used.segments;
        else if (strncmp(report.reason, "limits.vertices:", 16) == 0)
            def.limits.vertices = 2 * report.used.vertices;
        else if (strncmp(report.reason, "limits.edges:", 13) == 0)
            def.limits.edges = 2 * report.used.edges;
    }
    ck_assert_str_eq(report.reason, "");
    ck_assert_uint_ge(doubled, 1);
    ck_assert_uint_lt(doubled, 20);
}
END_TEST

/* The figures that are promised for a level of this size. */
START_TEST(a_level_of_473_edges_fits_256_KB_and_has_less_than_40_bytes_a_vertex) {
    const level_random_options options = level_random_default();
    level_random level = level_random_make(53, &options);
    ck_assert_uint_eq(level.edge_count, 473);
    level_built built = level_build_now(&level.def);
    level.def.limits = built.report.used;
    level.def.limits.vertices += level.def.limits.vertices / 16;
    level.def.limits.edges += level.def.limits.edges / 8;
    free(built.block);
    built = level_build_now(&level.def);
    const size_t all = pawl_level_build_size(&level.def) + built.size;
    ck_assert_msg(all <= 262144, "%lu bytes", (unsigned long)all);
    ck_assert_uint_eq(built.level.is_wide, false);
    ck_assert_uint_le(built.size, 40 * built.level.vertex_count);
    ck_assert_uint_le(2 * built.level.vertex_count, 3 * level.edge_count);
    free(built.block);
    level_random_free(&level);
}
END_TEST

/* Too slow for the sanitizers. */
START_TEST(a_large_level_is_wide_and_has_less_than_72_bytes_a_vertex) {
    level_random_options options = level_random_default();
    options.polygon_count = SEEDED_SHARE > 1 ? 100 : 3200;
    level_random level = level_random_make(3, &options);
    const level_built built = level_build_now(&level.def);
    ck_assert_uint_eq(built.level.is_wide, SEEDED_SHARE == 1);
    ck_assert_uint_le(built.size, 72 * built.level.vertex_count);
    free(built.block);
    level_random_free(&level);
}
END_TEST

Suite *suite_level_limits(void);
Suite *suite_level_limits(void) {
    Suite *const suite = suite_create("level_limits");
    TCase *const tcase = tcase_create("all");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, every_limit_that_is_too_low_is_named, 0, 2);
    tcase_add_test(tcase, too_little_room_is_an_error_and_nothing_is_written_beyond_it);
    tcase_add_test(tcase, more_sets_of_regions_than_there_is_room_for_are_an_error);
    tcase_add_loop_test(tcase, the_usual_limits_are_enough_for_levels_that_are_not_crowded, 0, 2);
    tcase_add_loop_test(tcase, limits_that_are_doubled_when_they_are_named_are_enough_in_the_end, 0,
                        4);
    tcase_add_test(tcase, a_level_of_473_edges_fits_256_KB_and_has_less_than_40_bytes_a_vertex);
    tcase_add_test(tcase, a_large_level_is_wide_and_has_less_than_72_bytes_a_vertex);
    suite_add_tcase(suite, tcase);
    return suite;
}
