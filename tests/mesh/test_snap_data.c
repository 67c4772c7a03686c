/* test_snap_data.c - snap rounding of polygons that others made (support/base/data.h). */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/shape/clipper_data.h"
#include "support/base/data.h"
#include "support/base/seeded.h"
#include "support/shape/snap_oracle.h"

/* Segments up to which everything is tried with everything. */
#define FEW (SEEDED_SHARE > 1 ? 100u : 600u)
#define MANY (SEEDED_SHARE > 1 ? 3000u : 30000u)

#define LARGEST 4000000u /* room for vertices and edges */

typedef struct segment_list {
    pawli_segment *segments;
    uint32_t count;
} segment_list;

static pawl_vec2 scaled(pawl_vec2 p, unsigned shift) {
    return pawl_vec2_make((pawl_fx)(p.x * (INT64_C(1) << shift)),
                          (pawl_fx)(p.y * (INT64_C(1) << shift)));
}

static void add_ring(segment_list *list, const pawl_vec2 *points, uint32_t count, uint16_t layer) {
    list->segments = realloc(list->segments, (list->count + count + 1) * sizeof(pawli_segment));
    for (uint32_t i = 0; i < count; i++) {
        const pawli_segment made = {points[i], points[i + 1 < count ? i + 1 : 0], layer, 0};
        list->segments[list->count++] = made;
    }
}

static int32_t extent_of(const segment_list *list) {
    int32_t extent = 1;
    for (uint32_t i = 0; i < list->count; i++) {
        const pawl_vec2 p = list->segments[i].a;
        if (abs(p.x) > extent) extent = abs(p.x);
        if (abs(p.y) > extent) extent = abs(p.y);
    }
    return extent;
}

static pawl_status try_room(const pawli_segment *segments, uint32_t count, uint32_t room,
                            pawli_arrangement *out) {
    *out = make_arrangement(room, room);
    const size_t size = pawli_snap_scratch(count, room);
    void *const scratch = malloc(size);
    const pawl_status status = pawli_snap_round(segments, count, scratch, size, out);
    free(scratch);
    return status;
}

/* Snaps the segments at 2^shift times their size, less when that is out of range; all there is to
 * check. */
static void check_list(const segment_list *list, unsigned shift, const char *name, int number) {
    while (shift > 0 && ((int64_t)extent_of(list) << shift) > PAWL_COORD_MAX)
        shift--;
    if (list->count > MANY) return;
    pawli_segment *const segments = malloc((list->count + 1) * sizeof(pawli_segment));
    for (uint32_t i = 0; i < list->count; i++) {
        segments[i] = list->segments[i];
        segments[i].a = scaled(segments[i].a, shift);
        segments[i].b = scaled(segments[i].b, shift);
    }
    uint32_t room = list->count * 4 + 100;
    pawli_arrangement got;
    pawl_status status = try_room(segments, list->count, room, &got);
    for (; status == PAWL_ERR_CAPACITY && room < LARGEST; room *= 2) {
        release_arrangement(&got);
        status = try_room(segments, list->count, room * 2, &got);
    }
    if (status != PAWL_OK) ck_abort_msg("%s %d: status %d", name, number, (int)status);
    assert_edges_are_apart(&got);
    assert_closed(&got, 2);
    if (list->count <= FEW) {
        uint32_t hot_count, piece_count;
        pawli_arrangement want = oracle_snap(segments, list->count, &hot_count, &piece_count);
        if (want.vertex_count != got.vertex_count || want.edge_count != got.edge_count ||
            memcmp(want.vertices, got.vertices, got.vertex_count * sizeof(pawl_vec2)) != 0 ||
            memcmp(want.edges, got.edges, got.edge_count * sizeof(pawli_line)) != 0)
            ck_abort_msg("%s %d: not what trying everything gives", name, number);
        release_arrangement(&want);
    }
    release_arrangement(&got);
    free(segments);
}

START_TEST(polygons_of_clipper2_are_free_of_crossings) {
    static const unsigned shifts[3] = {0, 4, 16};
    clipper_reader reader;
    if (!open_clipper_data(&reader)) return;
    int cases = 0;
    for (clipper_case it; read_clipper_case(&reader, &it); cases++) {
        uint32_t *const ends = malloc((it.ring_count + 1) * sizeof(uint32_t));
        segment_list list = {NULL, 0};
        for (uint16_t layer = 0; layer < 2; layer++) {
            const pawl_rings rings = clipper_rings(&it, layer == 1, ends);
            for (uint32_t i = 0, begin = 0; i < rings.count; begin = rings.ends[i++])
                add_ring(&list, rings.points + begin, rings.ends[i] - begin, layer);
        }
        ck_assert_uint_eq(list.count, it.point_count);
        check_list(&list, shifts[_i], "clipper2", it.number);
        free(list.segments);
        free(ends);
        release_clipper_case(&it);
    }
    ck_assert_int_eq(cases, 195);
}
END_TEST

/* [[[x, y], ...], ...]: the whole part of the coordinates will do. */
static segment_list read_earcut(FILE *file) {
    segment_list list = {NULL, 0};
    pawl_vec2 *ring = NULL;
    uint32_t numbers = 0;
    int depth = 0;
    for (int c = fgetc(file); c != EOF; c = fgetc(file)) {
        if (c == '[') depth++;
        if (c == ']' && depth-- == 2) {
            add_ring(&list, ring, numbers / 2, 0);
            numbers = 0;
        }
        if (depth != 3 || !strchr("-0123456789", c)) continue;
        double value;
        ungetc(c, file);
        ck_assert_int_eq(fscanf(file, "%lf", &value), 1);
        ring = realloc(ring, (numbers / 2 + 1) * sizeof(pawl_vec2));
        *(numbers % 2 ? &ring[numbers / 2].y : &ring[numbers / 2].x) = (pawl_fx)value;
        numbers++;
    }
    free(ring);
    return list;
}

START_TEST(polygons_of_earcut_are_free_of_crossings) {
    const char *const earcut = data_path("geometry/earcut");
    if (!earcut) return;
    DIR *const folder = opendir(earcut);
    ck_assert_msg(folder != NULL, "there is no %s", earcut);
    int files = 0;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (!strstr(entry->d_name, ".json") || strcmp(entry->d_name, "expected.json") == 0)
            continue;
        char path[400];
        snprintf(path, sizeof path, "%s/%s", earcut, entry->d_name);
        FILE *const file = fopen(path, "r");
        ck_assert_ptr_nonnull(file);
        segment_list list = read_earcut(file);
        fclose(file);
        check_list(&list, _i == 0 ? 0 : 8, entry->d_name, _i);
        free(list.segments);
        files++;
    }
    closedir(folder);
    ck_assert_int_eq(files, 59);
}
END_TEST

Suite *suite_snap_data(void) {
    Suite *const suite = suite_create("snap_data");
    TCase *const cases = tcase_create("snap_data");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, polygons_of_clipper2_are_free_of_crossings, 0, 3);
    tcase_add_loop_test(cases, polygons_of_earcut_are_free_of_crossings, 0, 2);
    suite_add_tcase(suite, cases);
    return suite;
}
