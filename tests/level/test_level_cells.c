/* test_level_cells.c - what is built is what was drawn: regions of points and areas of cells,
 * against exact oracles. */
#include <check.h>
#include <stdlib.h>

#include "geom/predicate.h"
#include "mesh/arrange.h"
#include "mesh/winding.h"
#include "pawl/polygon.h"
#include "pawl/ring.h"
#include "pawl/convex.h"
#include "pawl/level.h"
#include "support/level/level_parts.h"
#include "support/level/level_random.h"
#include "support/base/seeded.h"

static pawl_place locate(const pawl_level *level, pawl_vec2 point) {
    pawl_place place;
    ck_assert_int_eq(pawl_level_locate(level, point, (uint32_t)point.x, &place), PAWL_OK);
    return place;
}

/* ---- the same level, not compact, put together from public parts ----------------------------- */

typedef struct twin {
    pawli_arrange arrange;
    void *memory;
    uint32_t *sets; /* regions of each triangle, a bit each; bit 31: inside the bounds */
} twin;

/* All convex parts of a polygon of three points or more in a ring. */
typedef struct parts {
    pawl_ring_buffer rings;
    void *memory;
} parts;

static parts find_parts(const pawl_rings *rings) {
    parts found;
    const uint32_t points = rings->ends[rings->count - 1];
    memset(&found, 0, sizeof found);
    found.rings.point_capacity = 20 * points;
    found.rings.ring_capacity = 10 * points;
    found.rings.points = calloc(found.rings.point_capacity, sizeof(pawl_vec2));
    found.rings.ends = calloc(found.rings.ring_capacity, sizeof(uint32_t));
    const pawl_polygon_limits limits = {points, 8 * points + 64, 16 * points + 64};
    const size_t size = pawl_polygon_size(&limits);
    found.memory = malloc(size);
    /* The same parts, or crossings would be rounded elsewhere. */
    ck_assert_int_eq(pawl_polygon_convex_parts(PAWL_FILL_NONZERO, rings, 64, &limits, found.memory,
                                               size, &found.rings),
                     PAWL_OK);
    return found;
}

static void free_parts(parts *found) {
    free(found->rings.points);
    free(found->rings.ends);
    free(found->memory);
}

/* The exact sums of a polygon's parts with a mirrored player, one after the other. */
typedef void (*sum_taker)(void *context, const pawl_vec2 *points, uint32_t count, uint16_t region);

static void inflate(const pawl_vec2 *points, uint32_t count, const pawl_level_def *def,
                    uint16_t region, sum_taker take, void *context) {
    pawl_vec2 hull[64], mirrored[16], sum[80];
    for (uint32_t i = 0; i < def->walker_point_count; i++)
        mirrored[i] = pawl_vec2_make(-def->walker_points[i].x, -def->walker_points[i].y);
    const int32_t corners = pawl_hull(points, (int32_t)count, hull);
    const int32_t got =
        pawl_minkowski_sum(hull, corners, mirrored, (int32_t)def->walker_point_count, sum);
    ck_assert_int_gt(got, 0);
    take(context, sum, (uint32_t)got, region);
}

static void each_sum(const pawl_level_def *def, sum_taker take, void *context) {
    for (uint32_t i = 0; i < def->polygon_count; i++) {
        const pawl_rings *const rings = &def->polygons[i].rings;
        uint32_t begin = 0;
        for (uint32_t k = 0; k < rings->count; begin = rings->ends[k++])
            if (rings->ends[k] - begin < 3)
                inflate(rings->points + begin, rings->ends[k] - begin, def, def->polygons[i].region,
                        take, context);
        parts found = find_parts(rings);
        begin = 0;
        for (uint32_t k = 0; k < found.rings.ring_count; begin = found.rings.ends[k++])
            inflate(found.rings.points + begin, found.rings.ends[k] - begin, def,
                    def->polygons[i].region, take, context);
        free_parts(&found);
    }
}

static void add_sum(void *context, const pawl_vec2 *points, uint32_t count, uint16_t region) {
    const pawl_rings rings = {points, &count, 1};
    ck_assert_int_eq(pawli_arrange_add_rings(context, &rings, region), PAWL_OK);
}

static twin make_twin(const pawl_level_def *def, pawl_box bounds) {
    twin made;
    const pawl_polygon_limits limits = {20000, 30000, 60000};
    const size_t size = pawli_arrange_size(&limits);
    made.memory = malloc(size);
    ck_assert_int_eq(pawli_arrange_begin(&limits, made.memory, size, &made.arrange), PAWL_OK);
    each_sum(def, add_sum, &made.arrange);
    const pawl_vec2 corners[4] = {bounds.lower,
                                  {bounds.upper.x, bounds.lower.y},
                                  bounds.upper,
                                  {bounds.lower.x, bounds.upper.y}};
    add_sum(&made.arrange, corners, 4, 31);
    ck_assert_int_eq(pawli_arrange_snap(&made.arrange), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_mesh(&made.arrange, NULL), PAWL_OK);
    const pawli_triangulation *const mesh = &made.arrange.mesh;
    made.sets = calloc(mesh->triangle_count, sizeof *made.sets);
    for (uint16_t layer = 0; layer < 32; layer++) {
        if (layer >= def->region_count && layer != 31) continue;
        ck_assert_int_eq(pawli_winding_set_layer(&made.arrange.lines, &made.arrange.mesh, layer),
                         PAWL_OK);
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            ck_assert_int_ge(mesh->triangles[t].winding, 0);
            if (mesh->triangles[t].winding > 0) made.sets[t] |= UINT32_C(1) << layer;
        }
    }
    return made;
}

static void free_twin(twin *made) {
    free(made->memory);
    free(made->sets);
}

static level_random_options any_options(uint64_t *seed) {
    level_random_options options = level_random_default();
    options.polygon_count = 1 + (uint32_t)(seeded_next(seed) % 30);
    options.region_count = 1 + (uint32_t)(seeded_next(seed) % 6);
    options.player_count = 1 + (uint32_t)(seeded_next(seed) % 8);
    options.room = PAWL_FX(1, 0, 1) + (pawl_fx)(seeded_next(seed) % 300000);
    if (seeded_next(seed) % 3 == 0) options.grain = PAWL_FX_ONE / 2;
    return options;
}

static level_random any_level(uint64_t *seed) {
    const level_random_options options = any_options(seed);
    level_random level = level_random_make(seeded_next(seed), &options);
    level.def.limits.segments = 20000;
    level.def.limits.vertices = 20000;
    level.def.limits.edges = 60000;
    if (seeded_next(seed) % 3 == 0) {
        level.def.bounds.lower = pawl_vec2_make(-300000, -200001);
        level.def.bounds.upper = pawl_vec2_make(250000, 300007);
    }
    return level;
}

/* Twice the area that has each set of regions. */
static void sum_cells(const pawl_level *level, uint64_t areas[64]) {
    memset(areas, 0, 64 * sizeof *areas);
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        const pawl_level_triangle at = pawl_level_get_triangle(level, t);
        areas[level_regions_of(level, t)] +=
            (uint64_t)pawli_orient(pawl_level_get_vertex(level, at.vertices[0]),
                                   pawl_level_get_vertex(level, at.vertices[1]),
                                   pawl_level_get_vertex(level, at.vertices[2]));
    }
}

static void corners_of(const pawli_triangulation *mesh, uint32_t t, pawl_vec2 corners[3]) {
    for (unsigned i = 0; i < 3; i++)
        corners[i] = mesh->vertices[mesh->triangles[t].vertex[i]];
}

/* A point strictly within a triangle near its middle, where there is one. */
static bool find_middle(const pawl_vec2 c[3], pawl_vec2 *out) {
    out->x = (pawl_fx)(((int64_t)c[0].x + c[1].x + c[2].x) / 3);
    out->y = (pawl_fx)(((int64_t)c[0].y + c[1].y + c[2].y) / 3);
    return pawli_orient(c[0], c[1], *out) > 0 && pawli_orient(c[1], c[2], *out) > 0 &&
           pawli_orient(c[2], c[0], *out) > 0;
}

START_TEST(the_compact_mesh_has_the_same_regions_everywhere_and_areas_to_the_last_bit) {
    uint64_t seed = first_seed(_i);
    uint32_t smaller = 0, probes = 0;
    const int rounds = SEEDED_ROUNDS(40);
    for (int n = 0; n < rounds; n++) {
        level_random drawn = any_level(&seed);
        const level_built built = level_build_now(&drawn.def);
        twin wide = make_twin(&drawn.def, built.level.bounds);
        const pawli_triangulation *const mesh = &wide.arrange.mesh;
        uint64_t want[64], got[64];
        memset(want, 0, sizeof want);
        sum_cells(&built.level, got);
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            pawl_vec2 corners[3], middle;
            if (wide.sets[t] >> 31 == 0) continue;
            const uint32_t set = wide.sets[t] & 63;
            corners_of(mesh, t, corners);
            want[set] += (uint64_t)pawli_orient(corners[0], corners[1], corners[2]);
            if (!find_middle(corners, &middle)) continue;
            probes++;
            const uint32_t found =
                level_regions_of(&built.level, locate(&built.level, middle).triangle);
            ck_assert_msg(found == set, "pass %d round %d: %x, not %x", _i, n, (unsigned)found,
                          (unsigned)set);
        }
        for (unsigned i = 0; i < 64; i++)
            ck_assert_msg(got[i] == want[i], "pass %d round %d: area of %x", _i, n, i);
        smaller += 2 * built.level.triangle_count < mesh->triangle_count;
        free_twin(&wide);
        free(built.block);
        level_random_free(&drawn);
    }
    ck_assert_msg((int)smaller > SEEDED_OFTEN(rounds / 2), "%u", (unsigned)smaller);
    ck_assert_msg((int)probes > SEEDED_OFTEN(10000), "%u", (unsigned)probes);
}
END_TEST

/* No vertex of the compact mesh could be left out: more than two edges between different cells
 * meet there, or two that are not in line. */
START_TEST(every_vertex_of_the_compact_mesh_is_needed) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(20); n++) {
        level_random drawn = any_level(&seed);
        const level_built built = level_build_now(&drawn.def);
        const pawl_level *const level = &built.level;
        uint32_t *const degree = calloc(level->vertex_count, sizeof *degree);
        pawl_vec2 *const arms = calloc(level->vertex_count, 2 * sizeof *arms);
        for (uint32_t t = 0; t < level->triangle_count; t++) {
            const pawl_level_triangle at = pawl_level_get_triangle(level, t);
            for (unsigned i = 0; i < 3; i++) {
                const uint32_t a = at.vertices[(i + 1) % 3], b = at.vertices[(i + 2) % 3];
                const uint32_t neighbor = at.neighbors[i];
                if (neighbor != PAWL_TRIANGLE_NONE && neighbor < t) continue;
                if (neighbor != PAWL_TRIANGLE_NONE &&
                    pawl_level_get_triangle(level, neighbor).cell == at.cell)
                    continue;
                const pawl_vec2 along =
                    pawl_vec2_sub(pawl_level_get_vertex(level, b), pawl_level_get_vertex(level, a));
                if (degree[a] < 2) arms[2 * a + degree[a]] = along;
                if (degree[b] < 2) arms[2 * b + degree[b]] = along;
                degree[a]++, degree[b]++;
            }
        }
        for (uint32_t v = 0; v < level->vertex_count; v++) {
            ck_assert_uint_ge(degree[v], 2);
            if (degree[v] > 2) continue;
            ck_assert_int_ne(pawl_vec2_cross(arms[2 * v], arms[2 * v + 1]), 0);
        }
        free(degree);
        free(arms);
        free(built.block);
        level_random_free(&drawn);
    }
}
END_TEST

/* ---- the form of the block ------------------------------------------------------------------- */

/* Morton's curve, bit by bit. */
static uint64_t interleave(pawl_vec2 point, pawl_vec2 lower) {
    const uint32_t x = (uint32_t)point.x - (uint32_t)lower.x;
    const uint32_t y = (uint32_t)point.y - (uint32_t)lower.y;
    uint64_t key = 0;
    for (unsigned bit = 0; bit < 32; bit++) {
        key |= (uint64_t)(x >> bit & 1u) << (2 * bit);
        key |= (uint64_t)(y >> bit & 1u) << (2 * bit + 1);
    }
    return key;
}

static void check_triangle(const pawl_level *level, uint32_t t) {
    const pawl_level_triangle at = pawl_level_get_triangle(level, t);
    pawl_vec2 c[3];
    for (unsigned i = 0; i < 3; i++)
        c[i] = pawl_level_get_vertex(level, at.vertices[i]);
    ck_assert_uint_lt(at.vertices[0], at.vertices[1]);
    ck_assert_uint_lt(at.vertices[0], at.vertices[2]);
    if (t > 0) {
        const pawl_level_triangle before = pawl_level_get_triangle(level, t - 1);
        unsigned i = 0;
        while (i < 2 && before.vertices[i] == at.vertices[i])
            i++;
        ck_assert_uint_lt(before.vertices[i], at.vertices[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (at.neighbors[i] == PAWL_TRIANGLE_NONE) continue;
        const pawl_level_triangle other = pawl_level_get_triangle(level, at.neighbors[i]);
        if (other.cell != at.cell) continue; /* an edge that must be there */
        for (unsigned k = 0; k < 3; k++)
            ck_assert_int_le(pawli_predicate_in_circle(
                                 c[0], c[1], c[2], pawl_level_get_vertex(level, other.vertices[k])),
                             0);
    }
}

START_TEST(blocks_have_the_order_and_the_triangles_that_the_format_says) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(20); n++) {
        level_random drawn = any_level(&seed);
        const level_built built = level_build_now(&drawn.def);
        const pawl_level *const level = &built.level;
        uint8_t *const used = calloc(level->cell_count, 1);
        uint32_t outer = 0;
        for (uint32_t v = 1; v < level->vertex_count; v++)
            ck_assert_uint_lt(interleave(pawl_level_get_vertex(level, v - 1), level->bounds.lower),
                              interleave(pawl_level_get_vertex(level, v), level->bounds.lower));
        for (uint32_t t = 0; t < level->triangle_count; t++) {
            const pawl_level_triangle at = pawl_level_get_triangle(level, t);
            check_triangle(level, t);
            used[at.cell] = 1;
            for (unsigned i = 0; i < 3; i++)
                outer += at.neighbors[i] == PAWL_TRIANGLE_NONE;
        }
        for (uint32_t cell = 1; cell < level->cell_count; cell++)
            ck_assert_uint_eq(used[cell], 1);
        ck_assert_uint_eq(level->triangle_count, 2 * level->vertex_count - 2 - outer);
        free(used);
        free(built.block);
        level_random_free(&drawn);
    }
}
END_TEST

/* ---- conservative ---------------------------------------------------------------------------- */

/* A level, and what of it lies within exact sums. */
typedef struct depth {
    const pawl_level *level;
    uint32_t inside;  /* free vertices strictly within a sum */
    uint32_t corners; /* corners of sums strictly in the free */
    uint32_t looked;
} depth;

static bool is_free(const pawl_level *level, uint32_t triangle) {
    return triangle == PAWL_TRIANGLE_NONE || pawl_level_get_triangle(level, triangle).cell == 0;
}

/* Whether everything around a point is free. */
static bool is_free_around(const pawl_level *level, pawl_vec2 point) {
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        const pawl_level_triangle at = pawl_level_get_triangle(level, t);
        bool holds = true;
        for (unsigned i = 0; i < 3; i++)
            holds = holds && pawli_orient(pawl_level_get_vertex(level, at.vertices[i]),
                                          pawl_level_get_vertex(level, at.vertices[(i + 1) % 3]),
                                          point) >= 0;
        if (holds && at.cell != 0) return false;
    }
    return true;
}

static void look_at_sum(void *context, const pawl_vec2 *points, uint32_t count, uint16_t region) {
    depth *const found = context;
    const pawl_level *const level = found->level;
    (void)region;
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        if (!is_free(level, t)) continue;
        const pawl_level_triangle at = pawl_level_get_triangle(level, t);
        for (unsigned k = 0; k < 3; k++) {
            bool within = count > 2;
            for (uint32_t i = 0; i < count && within; i++)
                within = pawli_orient(points[i], points[i + 1 < count ? i + 1 : 0],
                                      pawl_level_get_vertex(level, at.vertices[k])) > 0;
            found->inside += within;
            found->looked++;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        found->corners += is_free_around(level, points[i]);
}

START_TEST(a_conservative_level_never_lets_anybody_into_the_exact_walls) {
    uint64_t seed = first_seed(_i);
    depth plain = {NULL, 0, 0, 0}, safe = {NULL, 0, 0, 0};
    for (int n = 0; n < SEEDED_ROUNDS(12); n++) {
        level_random_options options = level_random_default();
        options.polygon_count = 12;
        options.player_count = 3 + (uint32_t)(seeded_next(&seed) % 6);
        options.room = PAWL_FX(2, 0, 1);
        level_random drawn = level_random_make(seeded_next(&seed), &options);
        drawn.def.limits.segments = 4000;
        drawn.def.limits.vertices = 4000, drawn.def.limits.edges = 8000;
        level_built built = level_build_now(&drawn.def);
        plain.level = &built.level;
        each_sum(&drawn.def, look_at_sum, &plain);
        free(built.block);
        drawn.def.conservative = true;
        built = level_build_now(&drawn.def);
        safe.level = &built.level;
        each_sum(&drawn.def, look_at_sum, &safe);
        /* What the block says of the player is the player itself. */
        ck_assert_uint_eq(built.level.walker_point_count, drawn.def.walker_point_count);
        free(built.block);
        level_random_free(&drawn);
    }
    ck_assert_msg((int)safe.looked > SEEDED_OFTEN(10000), "%u", (unsigned)safe.looked);
    ck_assert_msg((int)(plain.inside + plain.corners) > SEEDED_OFTEN(20), "%u, %u",
                  (unsigned)plain.inside, (unsigned)plain.corners);
    ck_assert_uint_eq(safe.inside, 0);
    ck_assert_uint_eq(safe.corners, 0);
}
END_TEST

Suite *suite_level_cells(void);
Suite *suite_level_cells(void) {
    Suite *const suite = suite_create("level_cells");
    TCase *const tcase = tcase_create("all");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(
        tcase, the_compact_mesh_has_the_same_regions_everywhere_and_areas_to_the_last_bit, 0, 2);
    tcase_add_loop_test(tcase, every_vertex_of_the_compact_mesh_is_needed, 0, 2);
    tcase_add_loop_test(tcase, blocks_have_the_order_and_the_triangles_that_the_format_says, 0, 2);
    tcase_add_loop_test(tcase, a_conservative_level_never_lets_anybody_into_the_exact_walls, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
