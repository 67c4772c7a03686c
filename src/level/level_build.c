/* level_build.c - a level from polygons and a walker, stage by stage. */
#include "level/level_build.h"

#include "base/align.h"
#include "base/check.h"
#include "mesh/compact.h"
#include "pawl/ring.h"

#define MEASURE_TRIES 3
#define MEASURE_ROOM 8u /* of vertices and edges, while segments are all that is wanted */
#define COOKIE UINT32_C(0x6C76656C) /* "level" as far as it goes */

pawl_level_def pawl_level_def_default(void) {
    pawl_level_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.region_count = 1;
    return def;
}

/* ---- memory ---------------------------------------------------------------------------------- */

size_t pawl_level_build_size(const pawl_level_def *def) {
    pawli_build_needs needs;
    uint32_t polygon;
    const char *reason;
    if (def == NULL || def->cookie != COOKIE) return 0;
    return pawli_build_needs_make(def, &needs, &polygon, &reason, NULL) == PAWL_OK ? needs.size : 0;
}

pawl_status pawl_level_def_check(const pawl_level_def *def, const char **field) {
    pawli_build_needs needs;
    uint32_t polygon;
    const char *reason;
    if (field != NULL) *field = NULL;
    if (def == NULL) return PAWL_ERR_NULL;
    PAWLI_CHECK(field, def->cookie == COOKIE, ERR_COOKIE, "cookie");
    return pawli_build_needs_make(def, &needs, &polygon, &reason, field);
}

/* The next bytes of the memory, a multiple of eight. */
static void *carve_bytes(uint8_t **at, size_t size) {
    uint8_t *const begin = *at;
    *at += (size + 7) / 8 * 8;
    return begin;
}

/* In the order of the needs. */
static pawl_status carve_memory(pawli_build *build, void *memory) {
    const pawli_build_needs *const needs = &build->needs;
    const size_t cells = (size_t)needs->cells, points = (size_t)needs->mirrored_count;
    uint8_t *at = (uint8_t *)memory;
    void *const arrange = carve_bytes(&at, needs->arrange);
    const pawl_status status =
        pawli_arrange_begin(&needs->limits, arrange, needs->arrange, &build->arrange);
    if (status != PAWL_OK) return status;
    const size_t segments = (size_t)needs->limits.segments * sizeof(pawli_segment);
    build->parts_memory = (uint8_t *)build->arrange.shared + (segments + 7) / 8 * 8;
    (void)carve_bytes(&at, needs->parts);
    build->parts_size = (size_t)(at - (uint8_t *)build->parts_memory);
    build->original = (pawl_vec2 *)carve_bytes(&at, points * sizeof(pawl_vec2));
    build->mirrored = (pawl_vec2 *)carve_bytes(&at, points * sizeof(pawl_vec2));
    build->clean = (pawl_vec2 *)carve_bytes(&at, PAWLI_PART_POINTS * sizeof(pawl_vec2));
    build->inflated =
        (pawl_vec2 *)carve_bytes(&at, (PAWLI_PART_POINTS + points) * sizeof(pawl_vec2));
    pawli_cells *const to = &build->cells;
    to->order = (uint32_t *)carve_bytes(&at, cells * sizeof *to->order);
    to->windings = (int32_t *)carve_bytes(&at, (size_t)needs->layers * sizeof *to->windings);
    to->ends = (uint16_t *)carve_bytes(&at, cells * sizeof *to->ends);
    to->members = (uint16_t *)carve_bytes(&at, (size_t)needs->members * sizeof *to->members);
    to->ranks = (uint16_t *)carve_bytes(&at, cells * sizeof *to->ranks);
    to->slots = (uint16_t *)carve_bytes(&at, (size_t)needs->slots * sizeof *to->slots);
    to->capacity = needs->cells;
    to->member_capacity = needs->members;
    to->slot_mask = needs->slots - 1;
    to->region_count = needs->layers - 1;
    return PAWL_OK;
}

/* ---- stages ---------------------------------------------------------------------------------- */

void pawli_level_build_report(const pawli_build *build, pawl_level_stage stage, uint32_t done,
                              uint32_t total) {
    const pawl_level_progress *const progress = build->progress;
    if (progress == NULL || progress->report == NULL) return;
    progress->report(progress->context, stage, done, total);
}

static void begin_stage(pawli_build *build, pawl_level_stage stage) {
    build->report.stage = stage;
    pawli_level_build_report(build, stage, 0, 1);
}

static pawl_status fail_build(pawli_build *build, pawl_status status, const char *reason) {
    build->report.reason = reason;
    return status;
}

static const pawl_vec2 origin = {0, 0};

/* From its lowest, then leftmost point, as the sum with a square, or with a point: that of the
 * others where the walker is as it is. */
pawl_status pawli_level_build_mirror(pawli_build *build, pawl_fx growth) {
    const pawl_vec2 square[4] = {
        {-growth, -growth}, {growth, -growth}, {growth, growth}, {-growth, growth}};
    const pawl_level_def *const def = build->def;
    const int32_t count = def->walker_points == NULL ? 1 : (int32_t)def->walker_point_count;
    pawl_vec2 *const mirrored = build->inflated; /* not used now */
    for (int32_t i = 0; i < count; i++)
        mirrored[i] = pawl_vec2_make(-build->original[i].x, -build->original[i].y);
    const int32_t sum = pawl_minkowski_sum(mirrored, count, growth > 0 ? square : &origin,
                                           growth > 0 ? 4 : 1, build->mirrored);
    if (sum < 0) return fail_build(build, PAWL_ERR_RANGE, "the player is too large");
    build->growth = growth;
    build->needs.mirrored_count = (uint32_t)sum;
    return PAWL_OK;
}

/* The walker as it is and mirrored. */
static pawl_status prepare_walker(pawli_build *build) {
    const pawl_level_def *const def = build->def;
    const pawl_vec2 *const points = def->walker_points == NULL ? &origin : def->walker_points;
    const int32_t count = def->walker_points == NULL ? 1 : (int32_t)def->walker_point_count;
    if (pawl_minkowski_sum(points, count, &origin, 1, build->original) < 0) {
        return fail_build(build, PAWL_ERR_GEOMETRY,
                          "the player is not convex, or not counter-clockwise");
    }
    return pawli_level_build_mirror(build, def->conservative ? PAWLI_GROWTH : 0);
}

/* What all segments need, and so much that polygons can be cut. Where limits were so low that there
 * is no room to find out, what is usual. */
static void tell_limits(const pawli_build *build, pawl_level_report *report) {
    pawl_polygon_limits limits;
    const pawl_status status = pawli_arrange_needs(&build->arrange, &limits);
    if (status == PAWL_ERR_MEMORY)
        limits = (pawl_polygon_limits){build->arrange.segment_count, 0, 0};
    else if (status != PAWL_OK)
        return;
    report->needed = pawli_build_needs_raise(limits, build->cut, &build->needs);
}

static pawl_status snap(pawli_build *build) {
    pawli_arrangement *const lines = &build->arrange.lines;
    begin_stage(build, PAWL_LEVEL_SNAP);
    const pawl_status status = pawli_arrange_snap(&build->arrange);
    if (status == PAWL_ERR_CAPACITY) {
        tell_limits(build, &build->report);
        build->report.used.vertices = lines->vertex_capacity;
        if (!lines->has_vertices) {
            return fail_build(build, status, "limits.vertices: edges cross more often than that");
        }
        build->report.used.edges = lines->edge_capacity;
        return fail_build(build, status, "limits.edges: edges are cut into more pieces than that");
    }
    if (status != PAWL_OK)
        return fail_build(build, status, "too many polygons lie over each other");
    build->report.used.vertices = lines->vertex_count;
    build->report.used.edges = lines->edge_count;
    pawli_level_build_report(build, PAWL_LEVEL_SNAP, 1, 1);
    return PAWL_OK;
}

/* Four regions a cell on average; where that is beyond 16 bits, the most there can be. */
static void tell_cells(pawli_build *build) {
    const pawli_cells *const cells = &build->cells;
    uint64_t needed = (cells->needed_members + 3) / 4;
    if (needed < cells->needed) needed = cells->needed;
    if (needed > PAWLI_CELLS_MAX) needed = PAWLI_CELLS_MAX;
    build->report.needed = build->needs.limits;
    build->report.needed_cells = needed > cells->capacity ? (uint16_t)needed : 0;
}

static pawl_status make_mesh(pawli_build *build) {
    begin_stage(build, PAWL_LEVEL_MESH);
    pawl_status status = pawli_arrange_mesh(&build->arrange, NULL);
    if (status != PAWL_OK) return fail_build(build, status, "the edges could not be triangulated");
    status = pawli_build_cells_label(&build->cells, &build->arrange);
    build->report.cells = build->cells.count;
    if (status == PAWL_ERR_CAPACITY) tell_cells(build);
    if (status != PAWL_OK)
        return fail_build(build, status, "cells: more regions overlap than that");
    pawli_level_build_report(build, PAWL_LEVEL_MESH, 1, 1);
    return PAWL_OK;
}

/* Again, from the edges between different cells alone. */
static pawl_status make_compact(pawli_build *build) {
    pawli_arrange *const arrange = &build->arrange;
    begin_stage(build, PAWL_LEVEL_COMPACT);
    pawli_compact(arrange);
    pawl_box box = build->bounds;
    box.lower = pawl_vec2_make(box.lower.x - 1, box.lower.y - 1);
    box.upper = pawl_vec2_make(box.upper.x + 1, box.upper.y + 1);
    pawl_status status = pawli_arrange_mesh(arrange, &box);
    if (status == PAWL_OK)
        status = pawli_compact_label(&arrange->lines, &arrange->mesh, PAWLI_CELL_OUTSIDE);
    if (status != PAWL_OK)
        return fail_build(build, status, "the outline could not be triangulated");
    pawli_level_build_report(build, PAWL_LEVEL_COMPACT, 1, 1);
    return PAWL_OK;
}

static pawl_status write_block(pawli_build *build) {
    begin_stage(build, PAWL_LEVEL_WRITE);
    const pawl_status status = pawli_build_write(build);
    if (status == PAWL_OK) pawli_level_build_report(build, PAWL_LEVEL_WRITE, 1, 1);
    return status;
}

static pawl_status find_segments(pawli_build *build, void *memory) {
    pawl_status status = carve_memory(build, memory);
    if (status != PAWL_OK) return fail_build(build, status, "the limits make no sense");
    status = prepare_walker(build);
    return status == PAWL_OK ? pawli_build_parts(build) : status;
}

/* There was no room for the segments. Without the room for what comes of them they often fit: then
 * it is known what they need. What was guessed of polygons that had no room is known after that, so
 * a few more tries may be worth it. */
static void measure(const pawli_build *full, void *memory, size_t size, pawl_level_report *report) {
    pawli_build build = *full;
    pawl_status status = PAWL_ERR_CAPACITY;
    for (int i = 0; i < MEASURE_TRIES && status == PAWL_ERR_CAPACITY; i++) {
        if (build.is_beyond || build.counted > PAWLI_LIMIT_MAX / 4) return;
        pawl_polygon_limits limits = {(uint32_t)build.counted, 0, 0};
        report->needed = pawli_build_needs_raise(limits, build.cut, &full->needs);
        limits.vertices = limits.edges = MEASURE_ROOM;
        pawli_build again = *full;
        again.progress = NULL;
        again.is_empty = true;
        again.bounds = full->def->bounds;
        if (!pawli_build_needs_resize(&limits, build.cut, &again.needs)) return;
        if (again.needs.size > size) return;
        status = find_segments(&again, memory);
        uint8_t *const end = (uint8_t *)memory + size;
        again.arrange.shared_size = (size_t)(end - (uint8_t *)again.arrange.shared);
        build = again;
        build.needs = full->needs;
    }
    if (status == PAWL_OK) tell_limits(&build, report);
}

static pawl_status run_build(pawli_build *build, void *memory) {
    pawl_status status = find_segments(build, memory);
    if (status == PAWL_OK) status = snap(build);
    if (status == PAWL_OK) status = make_mesh(build);
    if (status == PAWL_OK) status = make_compact(build);
    if (status == PAWL_OK) status = write_block(build);
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool is_zero_box(pawl_box box) {
    return box.lower.x == 0 && box.lower.y == 0 && box.upper.x == 0 && box.upper.y == 0;
}

static pawl_status check_build_call(pawli_build *build, const void *memory, size_t size) {
    const pawl_level_def *const def = build->def;
    if (def == NULL || memory == NULL || build->out == NULL) {
        return fail_build(build, PAWL_ERR_NULL, "a pointer is null");
    }
    if (def->cookie != COOKIE) {
        return fail_build(build, PAWL_ERR_COOKIE, "the def is not from pawl_level_def_default()");
    }
    const pawl_status status = pawli_build_needs_make(def, &build->needs, &build->report.polygon,
                                                      &build->report.reason, NULL);
    if (status != PAWL_OK) return status;
    if (!pawli_is_aligned(memory) || (uintptr_t)build->out % 4 != 0) {
        return fail_build(build, PAWL_ERR_MEMORY, "the memory, or out, is not aligned");
    }
    if (size < build->needs.size) {
        return fail_build(build, PAWL_ERR_MEMORY,
                          "less memory than pawl_level_build_size() asks for");
    }
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_level_build(const pawl_level_def *def, void *memory, size_t size,
                                        const pawl_level_progress *progress, void *out,
                                        size_t out_size, pawl_level_report *report) {
    pawli_build build;
    memset(&build, 0, sizeof build);
    build.def = def;
    build.progress = progress;
    build.report.polygon = UINT32_MAX;
    build.report.reason = "";
    build.out = (uint8_t *)out;
    build.out_size = pawli_clamp_size32(out_size);
    pawl_status status = check_build_call(&build, memory, size);
    if (status == PAWL_OK) {
        build.is_bounded = !is_zero_box(def->bounds);
        build.bounds = def->bounds;
        build.is_empty = true;
        build.report.needed_cells = (uint16_t)build.needs.cells;
        const pawli_build begun = build;
        status = run_build(&build, memory);
        if (status == PAWL_ERR_CAPACITY && build.report.stage == PAWL_LEVEL_PARTS) {
            pawli_build full = begun;
            full.counted = build.counted;
            full.cut = build.cut;
            full.is_beyond = build.is_beyond;
            measure(&full, memory, size, &build.report);
        }
    }
    if (status == PAWL_OK) build.report.reason = "";
    if (status != PAWL_ERR_CAPACITY) {
        memset(&build.report.needed, 0, sizeof build.report.needed);
        build.report.needed_cells = 0;
    }
    if (report != NULL) *report = build.report;
    return status;
}
