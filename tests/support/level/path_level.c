/* path_level.c - what path_level.h declares. */
#include "support/level/path_level.h"

static uint16_t path_kind(const PathPlan *plan, uint64_t *seed) {
    uint32_t draw = path_pick(seed, 100);
    for (uint16_t kind = KIND_GROUND; kind < KIND_COUNT; kind++) {
        if (draw < plan->share[kind]) return kind;
        draw -= plan->share[kind];
    }
    return KIND_FREE;
}

static void path_vertices(PathLevel *to, const PathPlan *plan, uint64_t *seed) {
    const uint32_t columns = plan->width + 1, span = 2 * (uint32_t)plan->shake + 1;
    to->vertex_count = columns * (plan->height + 1);
    to->vertices = malloc(to->vertex_count * sizeof *to->vertices);
    for (uint32_t i = 0; i < to->vertex_count; i++) {
        const uint32_t x = i % columns, y = i / columns;
        int32_t dx = (int32_t)path_pick(seed, span) - plan->shake;
        int32_t dy = (int32_t)path_pick(seed, span) - plan->shake;
        if (x == 0 || x == plan->width) dx = 0;
        if (y == 0 || y == plan->height) dy = 0;
        to->vertices[i].x = plan->origin.x + (int32_t)x * plan->spacing + dx;
        to->vertices[i].y = plan->origin.y + (int32_t)y * plan->spacing + dy;
    }
}

/* Each triangle's neighbours, found by its edges' end points through the squares around it. */
static uint32_t path_neighbor(const PathLevel *in, const PathPlan *plan, uint32_t t, uint32_t a,
                              uint32_t b) {
    const int32_t square = (int32_t)(t / 2), width = (int32_t)plan->width;
    const int32_t near[5] = {square, square - 1, square + 1, square - width, square + width};
    for (int k = 0; k < 10; k++) {
        const int32_t other = near[k / 2] * 2 + k % 2;
        if (other < 0 || (uint32_t)other >= in->triangle_count || (uint32_t)other == t) continue;
        const uint32_t *const v = in->triangles[other].vertices;
        for (int i = 0; i < 3; i++) {
            if (v[i] == b && v[(i + 1) % 3] == a) return (uint32_t)other;
        }
    }
    return PAWL_TRIANGLE_NONE;
}

static void path_triangles(PathLevel *to, const PathPlan *plan, uint64_t *seed) {
    const uint32_t columns = plan->width + 1;
    to->triangle_count = 2 * plan->width * plan->height;
    to->triangles = calloc(to->triangle_count, sizeof *to->triangles);
    for (uint32_t square = 0; square < plan->width * plan->height; square++) {
        const uint32_t a = square / plan->width * columns + square % plan->width;
        const uint32_t corners[4] = {a, a + 1, a + columns + 1, a + columns};
        const uint32_t turn = path_pick(seed, 4);
        for (uint32_t half = 0; half < 2; half++) {
            pawl_level_triangle *const triangle = &to->triangles[2 * square + half];
            for (uint32_t i = 0; i < 3; i++) {
                triangle->vertices[i] = corners[(turn + 2 * half + i) % 4];
            }
            triangle->cell =
                half == 1 && plan->by_square ? triangle[-1].cell : path_kind(plan, seed);
        }
    }
    for (uint32_t t = 0; t < to->triangle_count; t++) {
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t *const v = to->triangles[t].vertices;
            to->triangles[t].neighbors[i] =
                path_neighbor(to, plan, t, v[(i + 1) % 3], v[(i + 2) % 3]);
        }
    }
}

PathLevel path_level_make(const PathPlan *plan, uint64_t *seed) {
    static const uint16_t cell_ends[KIND_COUNT] = {0, 1, 2, 3, 4}, members[4] = {0, 1, 2, 3};
    static const pawl_vec2 player = {0, 0};
    pawl_region regions[4];
    memset(regions, 0, sizeof regions);
    for (int i = 0; i < 4; i++)
        regions[i].direction.s = PAWL_UNIT;
    regions[2].type = PAWL_REGION_ONE_WAY;
    regions[3].type = PAWL_REGION_AREA;
    PathLevel made;
    memset(&made, 0, sizeof made);
    path_vertices(&made, plan, seed);
    path_triangles(&made, plan, seed);
    level_parts parts;
    memset(&parts, 0, sizeof parts);
    parts.vertices = made.vertices;
    parts.triangles = made.triangles;
    parts.cell_ends = cell_ends;
    parts.members = members;
    parts.regions = regions;
    parts.player = &player;
    parts.bounds.lower = made.vertices[0];
    parts.bounds.upper = made.vertices[made.vertex_count - 1];
    parts.counts.vertices = made.vertex_count;
    parts.counts.triangles = made.triangle_count;
    parts.counts.cells = KIND_COUNT;
    parts.counts.members = 4;
    parts.counts.regions = 4;
    parts.counts.walker_points = 1;
    parts.counts.is_wide = pawli_level_layout_needs_wide(made.vertex_count, made.triangle_count);
    const uint32_t room = 256 + made.vertex_count * 8 + made.triangle_count * 28;
    made.block = malloc(room);
    ck_assert_int_eq(level_write(&parts, made.block, room, &made.size), PAWL_OK);
    ck_assert_int_eq(pawl_level_open(made.block, made.size, &made.level), PAWL_OK);
    return made;
}

void path_level_free(PathLevel *level) {
    free(level->vertices);
    free(level->triangles);
    free(level->block);
}

bool path_holds(const PathLevel *level, uint32_t t, pawl_vec2 point) {
    for (uint32_t i = 0; i < 3; i++) {
        if (path_orient(path_corner(level, t, i), path_corner(level, t, i + 1), point) < 0) {
            return false;
        }
    }
    return true;
}

bool path_is_wall(const PathLevel *level, bool doors_open, uint32_t t) {
    const uint16_t kind = level->triangles[t].cell;
    return kind == KIND_GROUND || (kind == KIND_DOOR && !doors_open);
}

bool path_may_cross(const PathLevel *level, bool doors_open, uint32_t t, uint32_t i) {
    const uint32_t to = level->triangles[t].neighbors[i];
    if (to == PAWL_TRIANGLE_NONE) return false;
    const uint16_t from_kind = level->triangles[t].cell, kind = level->triangles[to].cell;
    if (kind == from_kind) return true;
    if (kind == KIND_ONE_WAY) {
        return path_corner(level, t, i + 2).x <= path_corner(level, t, i + 1).x;
    }
    return !path_is_wall(level, doors_open, to);
}
