/* build_needs.c - what a def asks for: whether it makes sense, and how much memory it takes.
 *
 * How many segments there will be is guessed from the corners: a convex ring of n points becomes
 * n + k segments, k being the points of the walker. Others with r reflex corners are taken to fall
 * into r + 1 convex parts that meet along r edges: n + 2 r + (r + 1) k segments. Hertel and
 * Mehlhorn make at most 2 r + 1 parts, and usually fewer than r + 1. */
#include "base/check.h"
#include "level/level_build.h"
#include "mesh/convex_parts.h"
#include "fx/range.h"

PAWL_STATIC_ASSERT(PAWL_LEVEL_REGIONS_MAX < UINT16_MAX, "the bounds are one layer more");

const pawl_vec2 *pawli_build_needs_ring(const pawl_rings *rings, uint32_t ring, uint32_t *count) {
    const uint32_t begin = ring == 0 ? 0 : rings->ends[ring - 1];
    *count = rings->ends[ring] - begin;
    return *count == 0 ? NULL : rings->points + begin;
}

/* ---- corners --------------------------------------------------------------------------------- */

/* The edges of a ring that have a length, one after the other. */
typedef struct edges {
    const pawl_vec2 *points;
    uint32_t count, at;
} edges;

static pawl_vec2 ring_edge(const pawl_vec2 *points, uint32_t count, uint32_t index) {
    return pawl_vec2_sub(points[index + 1 < count ? index + 1 : 0], points[index]);
}

static bool next_edge(edges *from, pawl_vec2 *edge) {
    while (from->at < from->count) {
        *edge = ring_edge(from->points, from->count, from->at++);
        if (edge->x != 0 || edge->y != 0) return true;
    }
    return false;
}

static bool is_late(pawl_vec2 direction) {
    return direction.y < 0 || (direction.y == 0 && direction.x < 0);
}

/* How a ring turns. */
typedef struct turns {
    uint32_t left, right;
    uint32_t back;   /* straight back */
    uint32_t halves; /* changes between directions upwards and downwards: twice for each turn */
} turns;

static turns count_turns(const pawl_vec2 *points, uint32_t count) {
    turns found = {0, 0, 0, 0};
    edges all = {points, count, 0};
    pawl_vec2 first, before, edge;
    if (!next_edge(&all, &first)) return found;
    before = first;
    for (bool more = true; more; before = edge) {
        more = next_edge(&all, &edge);
        if (!more) edge = first;
        const int64_t cross = pawl_vec2_cross(before, edge);
        if (cross > 0) found.left++;
        if (cross < 0) found.right++;
        if (cross == 0 && pawl_vec2_dot(before, edge) < 0) found.back++;
        if (is_late(before) != is_late(edge)) found.halves++;
    }
    return found;
}

int pawli_build_needs_convexity(const pawl_vec2 *points, uint32_t count) {
    if (count < 3 || count > PAWLI_PART_POINTS) return 0;
    const turns found = count_turns(points, count);
    if (found.back > 0 || found.halves != 2) return 0;
    if (found.right == 0 && found.left > 0) return 1;
    return found.left == 0 && found.right > 0 ? -1 : 0;
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* What polygons come to. */
typedef struct estimate {
    uint64_t segments;
    uint32_t hard; /* points of the largest polygon that has to be cut into parts, short rings
                      included */
} estimate;

static void estimate_polygon(const pawl_rings *rings, uint32_t mirrored_count, estimate *sum) {
    uint64_t points = 0, left = 0, right = 0;
    for (uint32_t i = 0; i < rings->count; i++) {
        uint32_t count;
        const pawl_vec2 *const ring = pawli_build_needs_ring(rings, i, &count);
        if (count == 1 || count == 2) sum->segments += (uint64_t)count + mirrored_count;
        if (count < 3) continue;
        const turns found = count_turns(ring, count);
        points += count;
        left += found.left;
        right += found.right;
    }
    if (points == 0) return;
    uint32_t count;
    const bool single = rings->count == 1;
    const pawl_vec2 *const ring = pawli_build_needs_ring(rings, 0, &count);
    if (single && pawli_build_needs_convexity(ring, count) != 0) {
        sum->segments += points + mirrored_count;
        return;
    }
    /* Each hole has to be joined to what is around it. */
    const uint64_t reflex = (left < right ? left : right) + rings->count - 1;
    const uint64_t shared = reflex - reflex / 5;
    sum->segments += points + 2 * shared + (shared + 1) * mirrored_count;
    const uint32_t all = rings->ends[rings->count - 1];
    if (all > sum->hard) sum->hard = all;
}

/* Replaces zeros. False when they are more than can be addressed. */
static bool complete_limits(pawl_polygon_limits *limits, uint64_t segments) {
    if (limits->segments == 0) {
        segments += 32; /* the bounds among them */
        if (segments > PAWLI_LIMIT_MAX / 4) return false;
        limits->segments = (uint32_t)segments;
    }
    if (limits->segments > PAWLI_LIMIT_MAX / 4) return false;
    const uint32_t some = limits->segments;
    if (limits->vertices == 0) limits->vertices = some + some / 2 + 32;
    if (limits->edges == 0) limits->edges = 2 * some + some / 2 + 64;
    if (limits->vertices < 8) limits->vertices = 8; /* what is written is sorted there */
    if (limits->edges < 8) limits->edges = 8;
    return limits->vertices <= PAWLI_LIMIT_MAX && limits->edges <= PAWLI_LIMIT_MAX;
}

static void complete_cells(const pawl_level_def *def, uint32_t regions, pawli_build_needs *needs) {
    uint32_t cells = def->cells;
    if (cells == 0) {
        cells = 16 * regions;
        if (regions < 8 && UINT32_C(1) << regions < cells) cells = UINT32_C(1) << regions;
    }
    if (cells < 2) cells = 2;
    if (cells > PAWLI_CELLS_MAX) cells = PAWLI_CELLS_MAX;
    needs->cells = cells;
    needs->members = 4 * cells < UINT16_MAX ? 4 * cells : UINT16_MAX;
    for (needs->slots = 4; needs->slots < 2 * cells;)
        needs->slots *= 2;
}

/* What the convex parts of the largest polygon need; SIZE_MAX: more than can be addressed. */
static size_t usual_cut(uint32_t hard) {
    const pawl_polygon_limits own = {hard, 0, 0};
    const size_t need = hard == 0 ? 0 : pawl_polygon_size(&own);
    return hard > 0 && need == 0 ? SIZE_MAX : need;
}

/* What there is to cut polygons in, behind the segments. */
static size_t cut_room(const pawl_polygon_limits *limits) {
    const size_t snap = pawli_snap_scratch(limits->segments, limits->vertices);
    const size_t segments = (size_t)limits->segments * sizeof(pawli_segment) + 8;
    const size_t mesh = pawli_triangulation_size(limits->vertices + PAWLI_BOX_VERTICES);
    const size_t spare = mesh > segments ? mesh - segments : 0;
    return spare > snap ? spare : snap;
}

static bool add_size(size_t *sum, uint64_t size) {
    const uint64_t rounded = (size + 7) / 8 * 8;
    if (rounded > SIZE_MAX / 2 - *sum) return false;
    *sum += (size_t)rounded;
    return true;
}

static bool complete_sizes(pawli_build_needs *needs) {
    const size_t have = cut_room(&needs->limits);
    needs->arrange = pawli_arrange_size(&needs->limits);
    needs->parts = needs->cut > have ? (needs->cut - have + 7) / 8 * 8 : 0;
    const uint64_t points = 3 * (uint64_t)needs->mirrored_count + 2 * PAWLI_PART_POINTS;
    needs->size = 0;
    return needs->arrange != 0 && needs->cut < SIZE_MAX / 2 &&
           add_size(&needs->size, needs->arrange) && add_size(&needs->size, needs->parts) &&
           add_size(&needs->size, points * 8) &&
           add_size(&needs->size, (uint64_t)needs->cells * 4) &&
           add_size(&needs->size, (uint64_t)needs->layers * 4) &&
           add_size(&needs->size, (uint64_t)needs->cells * 2) &&
           add_size(&needs->size, (uint64_t)needs->members * 2) &&
           add_size(&needs->size, (uint64_t)needs->cells * 2) &&
           add_size(&needs->size, (uint64_t)needs->slots * 2);
}

bool pawli_build_needs_resize(const pawl_polygon_limits *limits, size_t cut,
                              pawli_build_needs *needs) {
    needs->limits = *limits;
    if (cut > needs->cut) needs->cut = cut;
    return complete_sizes(needs);
}

pawl_polygon_limits pawli_build_needs_raise(pawl_polygon_limits limits, size_t cut,
                                            const pawli_build_needs *needs) {
    const pawl_polygon_limits none = {0, 0, 0};
    pawli_build_needs fit = *needs;
    if (limits.segments == 0 || !complete_limits(&limits, 0)) return none;
    while (cut > needs->cut && cut_room(&limits) < cut) {
        limits.vertices += limits.vertices / 8 + 8;
        if (limits.vertices > PAWLI_LIMIT_MAX || pawli_arrange_size(&limits) == 0) return none;
    }
    return pawli_build_needs_resize(&limits, 0, &fit) ? limits : none;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static pawl_status refuse(pawl_status status, const char **reason, const char *text) {
    *reason = text;
    return status;
}

static pawl_status check_polygon(const pawl_level_polygon *polygon, uint32_t regions,
                                 const char **reason) {
    const pawl_rings *const rings = &polygon->rings;
    uint32_t points = 0;
    if (polygon->region >= regions) {
        return refuse(PAWL_ERR_ARGUMENT, reason, "the polygon's region is not there");
    }
    if (rings->count > 0 && rings->ends == NULL) {
        return refuse(PAWL_ERR_NULL, reason, "the polygon has no ends of rings");
    }
    for (uint32_t i = 0; i < rings->count; i++) {
        if (rings->ends[i] < points) {
            return refuse(PAWL_ERR_ARGUMENT, reason, "the ends of the polygon's rings descend");
        }
        points = rings->ends[i];
    }
    if (points > 0 && rings->points == NULL) {
        return refuse(PAWL_ERR_NULL, reason, "the polygon has no points");
    }
    if (points > PAWLI_LIMIT_MAX / 4) {
        return refuse(PAWL_ERR_CAPACITY, reason, "the polygon has too many points");
    }
    for (uint32_t i = 0; i < points; i++) {
        if (!pawli_vec_in_range(rings->points[i], PAWLI_ARRANGE_COORD_MAX)) {
            return refuse(PAWL_ERR_RANGE, reason, "a point of the polygon is too far out");
        }
    }
    return PAWL_OK;
}

static pawl_status check_regions(const pawl_level_def *def, uint32_t *count, const char **reason) {
    *count = def->region_count;
    if (def->regions == NULL) {
        *count = 1;
        if (def->region_count <= 1) return PAWL_OK;
        return refuse(PAWL_ERR_NULL, reason, "there are no regions");
    }
    if (*count < 1 || *count > PAWL_LEVEL_REGIONS_MAX) {
        return refuse(PAWL_ERR_ARGUMENT, reason, "there must be 1 to 256 regions");
    }
    for (uint32_t i = 0; i < *count; i++) {
        const pawl_region region = pawli_build_write_region(def, i);
        if (!pawli_level_open_region_is_sound(&region)) {
            return refuse(PAWL_ERR_ARGUMENT, reason,
                          "a region's kind, padding, friction or direction is wrong");
        }
    }
    return PAWL_OK;
}

static pawl_status check_walker(const pawl_level_def *def, const char **reason) {
    if (def->walker_points == NULL) {
        if (def->walker_point_count == 0) return PAWL_OK;
        return refuse(PAWL_ERR_NULL, reason, "the player has no points");
    }
    if (def->walker_point_count < 1 || def->walker_point_count > UINT16_MAX) {
        return refuse(PAWL_ERR_ARGUMENT, reason, "the player must have 1 to 65535 points");
    }
    for (uint32_t i = 0; i < def->walker_point_count; i++) {
        if (!pawli_vec_in_range(def->walker_points[i], PAWLI_ARRANGE_COORD_MAX)) {
            return refuse(PAWL_ERR_RANGE, reason, "a point of the player is too far out");
        }
    }
    return PAWL_OK;
}

static pawl_status check_bounds(pawl_box bounds, const char **reason) {
    if (bounds.lower.x == 0 && bounds.lower.y == 0 && bounds.upper.x == 0 && bounds.upper.y == 0) {
        return PAWL_OK;
    }
    if (!pawli_vec_in_range(bounds.lower, PAWLI_ARRANGE_COORD_MAX) ||
        !pawli_vec_in_range(bounds.upper, PAWLI_ARRANGE_COORD_MAX) ||
        bounds.lower.x >= bounds.upper.x || bounds.lower.y >= bounds.upper.y) {
        return refuse(PAWL_ERR_RANGE, reason, "the bounds are empty or too far out");
    }
    return PAWL_OK;
}

pawl_status pawli_build_needs_make(const pawl_level_def *def, pawli_build_needs *needs,
                                   uint32_t *polygon, const char **reason, const char **field) {
    estimate sum = {0, 0};
    uint32_t regions;
    *polygon = UINT32_MAX;
    pawl_status status = check_regions(def, &regions, reason);
    if (status != PAWL_OK) return pawli_check_failed(field, "regions", status);
    status = check_walker(def, reason);
    if (status != PAWL_OK) return pawli_check_failed(field, "walker_points", status);
    status = check_bounds(def->bounds, reason);
    if (status != PAWL_OK) return pawli_check_failed(field, "bounds", status);
    if (def->polygon_count > 0 && def->polygons == NULL) {
        (void)pawli_check_failed(field, "polygons", PAWL_ERR_NULL);
        return refuse(PAWL_ERR_NULL, reason, "there are no polygons");
    }
    needs->layers = regions + 1;
    needs->mirrored_count =
        (def->walker_points == NULL ? 1 : def->walker_point_count) + (def->conservative ? 4 : 0);
    for (uint32_t i = 0; i < def->polygon_count; i++) {
        status = check_polygon(&def->polygons[i], regions, reason);
        if (status != PAWL_OK) {
            *polygon = i;
            return pawli_check_failed(field, "polygons", status);
        }
        estimate_polygon(&def->polygons[i].rings, needs->mirrored_count, &sum);
    }
    complete_cells(def, regions, needs);
    needs->cut = usual_cut(sum.hard);
    needs->limits = def->limits;
    if (!complete_limits(&needs->limits, sum.segments) || !complete_sizes(needs)) {
        (void)pawli_check_failed(field, "limits", PAWL_ERR_CAPACITY);
        return refuse(PAWL_ERR_CAPACITY, reason, "the limits are more than can be addressed");
    }
    return PAWL_OK;
}
