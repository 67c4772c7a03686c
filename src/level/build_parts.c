/* build_parts.c - from polygons to the segments of their inflated convex parts.
 *
 * The walker (+) is moved about a point; it touches a wall where that point lies in the wall (+)
 * the mirrored walker. The sum of two convex polygons is exact (ring.h), and the inflated wall is
 * the union of the sums of its parts, whatever the parts are. */
#include "level/level_build.h"
#include "geom/predicate.h"
#include "mesh/convex_parts.h"
#include "pawl/ring.h"
#include "geom/bounds.h"

static pawl_status fail_polygon(pawli_build *build, pawl_status status, const char *reason) {
    build->report.reason = reason;
    build->is_refused = true;
    return status;
}

static void grow_bounds(pawli_build *build, pawl_box box) {
    build->bounds = build->is_empty ? box : pawli_bounds_join(build->bounds, box);
    build->is_empty = false;
}

/* From the first one on that has no room segments are counted. */
static void begin_counting(pawli_build *build, uint32_t counted, const char *reason) {
    if (build->is_full) return;
    build->is_full = true;
    build->counted = counted;
    build->report.reason = reason;
    build->first_full = build->report.polygon;
}

static pawl_status inflate_ring(pawli_build *build, const pawl_vec2 *points, uint32_t count,
                                uint16_t layer) {
    const pawl_rings rings = {points, &count, 1};
    const uint32_t before = build->arrange.segment_count;
    if (build->is_full) {
        build->counted += count;
        return PAWL_OK;
    }
    const pawl_status status = pawli_arrange_add_rings(&build->arrange, &rings, layer);
    if (status == PAWL_ERR_CAPACITY) {
        begin_counting(build, before + count, "limits.segments: more edges than that");
        return PAWL_OK;
    }
    if (status != PAWL_OK) return fail_polygon(build, status, "inflated, it reaches too far out");
    return PAWL_OK;
}

/* A convex polygon without points in line, counter-clockwise; one or two points count as well. */
static pawl_status inflate(pawli_build *build, const pawl_vec2 *points, uint32_t count) {
    const int32_t sum = pawl_minkowski_sum(points, (int32_t)count, build->mirrored,
                                           (int32_t)build->needs.mirrored_count, build->inflated);
    if (sum == PAWL_ERR_RANGE)
        return fail_polygon(build, PAWL_ERR_RANGE, "inflated, it reaches too far out");
    if (sum < 0) return fail_polygon(build, (pawl_status)sum, "a part is not convex");
    build->report.parts++;
    if (sum < 3) build->report.flat++;
    const pawl_box box = pawli_bounds_of(build->inflated, (uint32_t)sum);
    if (!build->is_bounded) grow_bounds(build, box);
    /* What lies beyond the bounds is cut off anyway. */
    if (build->is_bounded && !pawl_box_overlaps(build->bounds, box)) return PAWL_OK;
    return inflate_ring(build, build->inflated, (uint32_t)sum, build->region);
}

/* ---- convex parts ---------------------------------------------------------------------------- */

/* Copies points but for those equal to the one before, in reverse when asked to. */
static uint32_t copy_different(const pawl_vec2 *points, uint32_t count, bool reverse,
                               pawl_vec2 *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 point = points[reverse ? count - 1 - i : i];
        if (kept == 0 || !pawli_is_same_point(point, out[kept - 1])) out[kept++] = point;
    }
    while (kept > 1 && pawli_is_same_point(out[kept - 1], out[0]))
        kept--;
    return kept;
}

/* Leaves out, in place, points where a convex polygon goes straight on. */
static uint32_t drop_straight(pawl_vec2 *points, uint32_t count) {
    const pawl_vec2 first = points[0];
    pawl_vec2 before = points[count - 1];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 here = points[i], after = i + 1 < count ? points[i + 1] : first;
        if (pawli_orient(before, here, after) != 0) points[kept++] = here;
        before = here;
    }
    return kept;
}

static pawl_status choose_growth(pawli_build *build, bool is_bent) {
    const pawl_fx wanted = !build->def->conservative ? 0
                           : is_bent                 ? PAWLI_GROWTH_BENT
                                                     : PAWLI_GROWTH;
    return wanted == build->growth ? PAWL_OK : pawli_level_build_mirror(build, wanted);
}

/* pawli_part_taker */
static pawl_status take_part(void *context, const pawl_vec2 *points, uint32_t count) {
    pawli_build *const build = (pawli_build *)context;
    const pawl_status status = choose_growth(build, build->is_bent);
    if (status != PAWL_OK) return status;
    const uint32_t different = copy_different(points, count, false, build->clean);
    if (count < 3) return inflate(build, build->clean, different);
    return inflate(build, build->clean, drop_straight(build->clean, different));
}

/* What is needed to cut a polygon that needs more than is usual, as its edges cross often. False:
 * more than can be addressed. */
static bool raise_limits(const pawli_build *build, const pawl_rings *rings,
                         pawl_polygon_limits *limits) {
    return pawli_convex_parts_limits(rings, build->parts_memory, build->parts_size, limits) ==
               PAWL_OK &&
           limits->segments > 0 && pawl_polygon_size(limits) > 0;
}

/* There is no room to cut the polygon: its parts can only be guessed. */
static void skip_polygon(pawli_build *build, const pawl_polygon_limits *limits) {
    build->report.used.vertices = build->needs.limits.vertices;
    begin_counting(build, build->arrange.segment_count,
                   "limits.vertices: too few to cut the polygon into convex parts");
    build->counted +=
        limits->vertices + (uint64_t)limits->vertices / 4 * build->needs.mirrored_count;
}

/* Rings that wind around each other, or one that is not convex. */
static pawl_status add_convex_parts(pawli_build *build, const pawl_rings *rings) {
    pawl_polygon_limits limits = {rings->ends[rings->count - 1], 0, 0};
    const pawli_part_taker taker = {take_part, build, &build->is_bent};
    pawl_status status = PAWL_ERR_CAPACITY;
    /* What is usual first, then what is needed. */
    for (int round = 0; round < 2 && status == PAWL_ERR_CAPACITY; round++) {
        if (round > 0 && !raise_limits(build, rings, &limits)) {
            build->is_beyond = true;
            return fail_polygon(build, status, "limits.vertices: too few to cut the polygon");
        }
        const size_t need = pawl_polygon_size(&limits);
        if (round > 0 && need > build->cut) build->cut = need;
        if (need > build->parts_size) {
            skip_polygon(build, &limits);
            return PAWL_OK;
        }
        build->is_refused = false;
        status = pawli_convex_parts(PAWL_FILL_NONZERO, rings, PAWLI_PART_POINTS, &limits,
                                    build->parts_memory, build->parts_size, taker);
        if (status == PAWL_OK || build->is_refused) return status;
    }
    return fail_polygon(build, status, "it cannot be cut into convex parts");
}

/* A ring of nothing but one point is a post, however often it has it. */
static bool is_post(const pawl_vec2 *points, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (!pawli_is_same_point(points[i], points[0])) return false;
    return count > 0;
}

static pawl_status inflate_polygon(pawli_build *build, const pawl_level_polygon *polygon) {
    const pawl_rings *const rings = &polygon->rings;
    bool is_hard = false;
    build->region = polygon->region;
    const pawl_status chosen = choose_growth(build, false);
    if (chosen != PAWL_OK) return chosen;
    for (uint32_t i = 0; i < rings->count; i++) {
        uint32_t count;
        const pawl_vec2 *const points = pawli_build_needs_ring(rings, i, &count);
        if (is_post(points, count)) count = 1;
        const int convexity = rings->count == 1 ? pawli_build_needs_convexity(points, count) : 0;
        if (count > 2 && convexity == 0) is_hard = true;
        if (count == 0 || (count > 2 && convexity == 0)) continue;
        uint32_t kept = copy_different(points, count, convexity < 0, build->clean);
        if (count > 2) kept = drop_straight(build->clean, kept);
        const pawl_status status = inflate(build, build->clean, kept);
        if (status != PAWL_OK) return status;
    }
    return is_hard ? add_convex_parts(build, rings) : PAWL_OK;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool fits_arrangement(int64_t value) {
    return value >= -(int64_t)PAWLI_ARRANGE_COORD_MAX && value <= PAWLI_ARRANGE_COORD_MAX;
}

static pawl_status add_bounds(pawli_build *build) {
    pawl_box *const box = &build->bounds;
    if (!build->is_bounded) {
        const int64_t margin = PAWLI_LEVEL_MARGIN;
        if (!fits_arrangement(box->lower.x - margin) || !fits_arrangement(box->lower.y - margin) ||
            !fits_arrangement(box->upper.x + margin) || !fits_arrangement(box->upper.y + margin)) {
            return fail_polygon(build, PAWL_ERR_RANGE,
                                "the bounds that the level needs are too far out");
        }
        box->lower.x -= PAWLI_LEVEL_MARGIN, box->lower.y -= PAWLI_LEVEL_MARGIN;
        box->upper.x += PAWLI_LEVEL_MARGIN, box->upper.y += PAWLI_LEVEL_MARGIN;
    }
    const pawl_vec2 corners[4] = {
        box->lower, {box->upper.x, box->lower.y}, box->upper, {box->lower.x, box->upper.y}};
    return inflate_ring(build, corners, 4, (uint16_t)(build->needs.layers - 1));
}

pawl_status pawli_build_parts(pawli_build *build) {
    const pawl_level_def *const def = build->def;
    build->is_full = false;
    build->cut = 0;
    for (uint32_t i = 0; i < def->polygon_count; i++) {
        pawli_level_build_report(build, PAWL_LEVEL_PARTS, i, def->polygon_count);
        build->report.polygon = i;
        const pawl_status status = inflate_polygon(build, &def->polygons[i]);
        build->report.used.segments = build->arrange.segment_count;
        if (status != PAWL_OK) return status;
    }
    build->report.polygon = UINT32_MAX;
    pawli_level_build_report(build, PAWL_LEVEL_PARTS, def->polygon_count, def->polygon_count);
    const pawl_status status = add_bounds(build);
    build->report.used.segments = build->arrange.segment_count;
    if (status != PAWL_OK || !build->is_full) return status;
    build->report.polygon = build->first_full;
    return PAWL_ERR_CAPACITY;
}
