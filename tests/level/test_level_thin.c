/* test_level_thin.c - walls as thin as raw units: what belongs to a wall stops a walker, or the
 * build is refused.
 *
 * The oracle is exact and knows nothing of meshes: a walker of shape P at x touches a wall where
 * some edge of the wall's rings, with real coordinates, meets x + P. Conservative levels must be
 * solid in every such x. The others may lose two raw units on each side, so there the edge must
 * meet the box less that much. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/convex.h"
#include "support/base/seeded.h"
#include "support/level/level_random.h"

#define POINTS_MAX 96u
#define RINGS_MAX 4u
#define BENDS_MAX 14u
#define LOST 2 /* raw units on each side of a level that is not conservative */

/* A polygon and a walker. */
typedef struct wall {
    pawl_vec2 points[POINTS_MAX];
    uint32_t ends[RINGS_MAX];
    uint32_t point_count, ring_count;
    pawl_vec2 walker[8], core[8]; /* the core: where every touch must be solid */
    uint32_t walker_count;
    pawl_level_polygon polygons[2];
    pawl_region regions[3];
    pawl_level_def def;
} wall;

typedef enum wall_form {
    WALL_LINE = 0, /* a bent line, there and back */
    WALL_COMB,
    WALL_SPIRAL,
    WALL_SPIKE,  /* on something large */
    WALL_PINCH,  /* two large things and a thin neck */
    WALL_SLIVER, /* three to six points nearly in line */
    WALL_FRAME,  /* a large hole */
    WALL_ANY,    /* crosses itself */
    WALL_FORMS
} wall_form;

/* ---- drawing --------------------------------------------------------------------------------- */

static int32_t draw(uint64_t *seed, int32_t most) {
    return (int32_t)(seeded_next(seed) % (2 * (uint64_t)most + 1)) - most;
}

static pawl_vec2 draw_point(uint64_t *seed, int32_t most) {
    const int32_t x = draw(seed, most), y = draw(seed, most);
    return pawl_vec2_make(x, y);
}

static void put(wall *to, pawl_vec2 point) {
    ck_assert_uint_lt(to->point_count, POINTS_MAX);
    to->points[to->point_count++] = point;
}

static void end_ring(wall *to) {
    to->ends[to->ring_count++] = to->point_count;
}

/* The points in order, then back, each up to `thick` raw units beside itself. */
static void put_folded(uint64_t *seed, wall *to, const pawl_vec2 *line, uint32_t count,
                       int32_t thick) {
    for (uint32_t i = 0; i < count; i++)
        put(to, line[i]);
    for (uint32_t i = count; i-- > 0;)
        put(to, pawl_vec2_add(line[i], draw_point(seed, thick)));
    end_ring(to);
}

static uint32_t draw_line(uint64_t *seed, int32_t size, pawl_vec2 *line) {
    const uint32_t count = 2 + (uint32_t)(seeded_next(seed) % BENDS_MAX);
    for (uint32_t i = 0; i < count; i++)
        line[i] = draw_point(seed, size);
    return count;
}

static void draw_comb(uint64_t *seed, wall *to, int32_t size, int32_t thick) {
    const int32_t teeth = 2 + (int32_t)(seeded_next(seed) % 6), bend = draw(seed, size / 4);
    for (int32_t i = 0; i < teeth; i++) {
        const int32_t x = 2 * size / teeth * i - size + draw(seed, 2);
        put(to, pawl_vec2_make(x, 0));
        put(to, pawl_vec2_make(x + bend, size));
        put(to, pawl_vec2_make(x + bend + draw(seed, thick), size + draw(seed, thick)));
        put(to, pawl_vec2_make(x + draw(seed, thick), draw(seed, thick)));
    }
    const bool is_thin = seeded_next(seed) % 2 == 0;
    put(to, pawl_vec2_make(size, is_thin ? -1 : -size));
    put(to, pawl_vec2_make(-size, is_thin ? -1 : -size));
    end_ring(to);
}

static void draw_spiral(uint64_t *seed, wall *to, int32_t size, int32_t thick) {
    pawl_vec2 line[BENDS_MAX + 2];
    const uint32_t count = 5 + (uint32_t)(seeded_next(seed) % 9);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t arm = size - size / 16 * (int32_t)i, skew = draw(seed, size / 32 + 1);
        line[i] = pawl_vec2_make(i % 4 < 2 ? -arm : arm, (i + 1) % 4 < 2 ? -arm + skew : arm);
    }
    put_folded(seed, to, line, count, thick);
}

static void draw_spike(uint64_t *seed, wall *to, int32_t size, int32_t thick) {
    const pawl_vec2 tip = draw_point(seed, 2 * size);
    put(to, pawl_vec2_make(-size, -3 * size));
    put(to, pawl_vec2_make(size, -3 * size));
    put(to, pawl_vec2_make(size / 3, -2 * size));
    put(to, tip);
    put(to, pawl_vec2_make(size / 3 - (int32_t)(seeded_next(seed) % (uint64_t)(thick + 1)),
                           -2 * size + draw(seed, thick)));
    end_ring(to);
}

static void draw_pinch(uint64_t *seed, wall *to, int32_t size, int32_t thick) {
    const pawl_vec2 left = draw_point(seed, size / 4), right = draw_point(seed, size / 4);
    const pawl_vec2 from = pawl_vec2_make(left.x - size, left.y);
    const pawl_vec2 into = pawl_vec2_make(right.x + size, right.y);
    put(to, pawl_vec2_make(from.x - size, from.y - size));
    put(to, from);
    put(to, into);
    put(to, pawl_vec2_make(into.x + size, into.y - size));
    put(to, pawl_vec2_make(into.x + size, into.y + size));
    put(to, pawl_vec2_add(into, draw_point(seed, thick)));
    put(to, pawl_vec2_add(from, draw_point(seed, thick)));
    put(to, pawl_vec2_make(from.x - size, from.y + size));
    end_ring(to);
}

static void draw_sliver(uint64_t *seed, wall *to, int32_t size, int32_t thick) {
    const pawl_vec2 along = draw_point(seed, size);
    const int32_t count = 3 + (int32_t)(seeded_next(seed) % 4);
    for (int32_t i = 0; i < count; i++) {
        const int64_t share = draw(seed, 1000);
        const pawl_vec2 at =
            pawl_vec2_make((int32_t)(along.x * share / 1000), (int32_t)(along.y * share / 1000));
        put(to, pawl_vec2_add(at, draw_point(seed, thick)));
    }
    end_ring(to);
}

/* Never exactly on the outer ring: there the two would cancel. */
static void draw_frame(uint64_t *seed, wall *to, int32_t size, int32_t thick) {
    pawl_vec2 outer[4];
    for (int32_t i = 0; i < 4; i++) {
        const int32_t x = i == 0 || i == 3 ? -size : size, y = i < 2 ? -size : size;
        outer[i] = pawl_vec2_make(x + draw(seed, size / 8), y + draw(seed, size / 8));
        put(to, outer[i]);
    }
    end_ring(to);
    for (int32_t i = 4; i-- > 0;) {
        const int32_t in = 1 + (int32_t)(seeded_next(seed) % (uint64_t)(thick + 1));
        put(to, pawl_vec2_make(outer[i].x + (outer[i].x < 0 ? in : -in),
                               outer[i].y + (outer[i].y < 0 ? in : -in)));
    }
    end_ring(to);
}

static void draw_wall(uint64_t *seed, wall_form form, int32_t size, int32_t thick, wall *to) {
    pawl_vec2 line[BENDS_MAX + 2];
    uint32_t count;
    memset(to, 0, sizeof *to);
    switch (form) {
    case WALL_COMB:
        draw_comb(seed, to, size, thick);
        break;
    case WALL_SPIRAL:
        draw_spiral(seed, to, size, thick);
        break;
    case WALL_SPIKE:
        draw_spike(seed, to, size, thick);
        break;
    case WALL_PINCH:
        draw_pinch(seed, to, size, thick);
        break;
    case WALL_SLIVER:
        draw_sliver(seed, to, size, thick);
        break;
    case WALL_FRAME:
        draw_frame(seed, to, size, thick);
        break;
    case WALL_LINE:
        count = draw_line(seed, size, line);
        put_folded(seed, to, line, count, thick);
        break;
    default:
        count = draw_line(seed, size, line);
        for (uint32_t i = 0; i < count; i++)
            put(to, line[i]);
        end_ring(to);
    }
}

/* A box of its own half extents; the core is less by what may be lost. */
static void set_box(wall *to, int32_t width, int32_t height, int32_t less) {
    for (int32_t i = 0; i < 4; i++) {
        const int32_t right = i == 1 || i == 2 ? 1 : -1, up = i > 1 ? 1 : -1;
        to->walker[i] = pawl_vec2_make(right * width, up * height);
        to->core[i] = pawl_vec2_make(right * (width - less), up * (height - less));
    }
    to->walker_count = 4;
}

/* Any convex shape about the origin or beside it. */
static void set_hull(uint64_t *seed, wall *to, int32_t size) {
    int32_t count = 0;
    while (count < 3) {
        for (int i = 0; i < 8; i++)
            to->walker[i] = draw_point(seed, size);
        count = pawl_hull(to->walker, 8, to->walker);
    }
    memcpy(to->core, to->walker, sizeof to->core);
    to->walker_count = (uint32_t)count;
}

static void set_def(uint64_t *seed, wall *of, bool conservative) {
    static const uint8_t types[3] = {PAWL_REGION_WALL, PAWL_REGION_WALL, PAWL_REGION_AREA};
    for (int i = 0; i < 3; i++) {
        of->regions[i] = pawl_region_default();
        of->regions[i].type = types[i];
    }
    of->polygons[0].rings = (pawl_rings){of->points, of->ends, of->ring_count};
    of->polygons[0].region = (uint16_t)(seeded_next(seed) % 3);
    of->def = pawl_level_def_default();
    of->def.polygons = of->polygons;
    of->def.polygon_count = 1;
    of->def.regions = of->regions;
    of->def.region_count = 3;
    of->def.walker_points = of->walker;
    of->def.walker_point_count = of->walker_count;
    of->def.conservative = conservative;
    of->def.limits.segments = 20000;
    of->def.limits.vertices = 60000;
    of->def.limits.edges = 120000;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static int128 cross(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
}

/* Whether the segment ab meets the core at x, its boundary included: the shares of ab on the inner
 * sides of all edges have something in common. Shares are fractions of sides, at most 2^110. */
static bool touches(const wall *of, pawl_vec2 x, pawl_vec2 a, pawl_vec2 b) {
    int128 low = 0, low_of = 1, high = 1, high_of = 1;
    for (uint32_t i = 0; i < of->walker_count; i++) {
        const pawl_vec2 p = pawl_vec2_add(x, of->core[i]);
        const pawl_vec2 q = pawl_vec2_add(x, of->core[i + 1 < of->walker_count ? i + 1 : 0]);
        const int128 from = cross(p, q, a), to = cross(p, q, b);
        if (from < 0 && to < 0) return false;
        if (from < 0 && -from * low_of > low * (to - from)) low = -from, low_of = to - from;
        if (to < 0 && from * high_of < high * (from - to)) high = from, high_of = from - to;
    }
    return low * high_of <= high * low_of;
}

static bool must_stop(const wall *of, pawl_vec2 x) {
    for (uint32_t r = 0, begin = 0; r < of->ring_count; begin = of->ends[r++]) {
        for (uint32_t i = begin; i < of->ends[r]; i++) {
            const pawl_vec2 b = of->points[i + 1 < of->ends[r] ? i + 1 : begin];
            if (touches(of, x, of->points[i], b)) return true;
        }
    }
    return false;
}

/* Somewhere along an edge, so that some point of the core comes to lie near it. */
static pawl_vec2 draw_place(uint64_t *seed, const wall *of) {
    const uint32_t ring = (uint32_t)(seeded_next(seed) % of->ring_count);
    const uint32_t begin = ring == 0 ? 0 : of->ends[ring - 1], end = of->ends[ring];
    const uint32_t at = begin + (uint32_t)(seeded_next(seed) % (end - begin));
    const pawl_vec2 a = of->points[at], b = of->points[at + 1 < end ? at + 1 : begin];
    const uint32_t corner = (uint32_t)(seeded_next(seed) % of->walker_count);
    const pawl_vec2 p = of->core[corner];
    const pawl_vec2 q = of->core[corner + 1 < of->walker_count ? corner + 1 : 0];
    const int64_t share = (int64_t)(seeded_next(seed) % 1025);
    const int64_t side = (int64_t)(seeded_next(seed) % 1025);
    const int64_t inward = (int64_t)(seeded_next(seed) % 1025);
    const int64_t x = a.x + ((int64_t)b.x - a.x) * share / 1024;
    const int64_t y = a.y + ((int64_t)b.y - a.y) * share / 1024;
    const int64_t px = (p.x * (1024 - side) + q.x * side) / 1024 * inward / 1024;
    const int64_t py = (p.y * (1024 - side) + q.y * side) / 1024 * inward / 1024;
    return pawl_vec2_make((pawl_fx)(x - px) + draw(seed, 1), (pawl_fx)(y - py) + draw(seed, 1));
}

static bool is_stopped(const wall *of, const pawl_level *level, pawl_vec2 x) {
    pawl_place place;
    ck_assert_int_eq(pawl_level_locate(level, x, 0, &place), PAWL_OK);
    const uint16_t region = of->polygons[0].region;
    if (!pawl_level_is_in(level, place.triangle, region)) return false;
    return of->regions[region].type == PAWL_REGION_AREA ||
           pawl_level_is_solid(level, NULL, place.triangle);
}

/* Returns how many places were looked at that must be solid, and are. */
static int check_wall(uint64_t *seed, const wall *of, const char *what) {
    const level_built built = level_build_now(&of->def);
    int found = 0;
    for (int i = 0; i < 60; i++) {
        const pawl_vec2 x = draw_place(seed, of);
        if (!must_stop(of, x)) continue;
        ck_assert_msg(is_stopped(of, &built.level, x), "%s: nothing at %d, %d", what, (int)x.x,
                      (int)x.y);
        found++;
    }
    free(built.block);
    return found;
}

/* ---- all forms ------------------------------------------------------------------------------- */

START_TEST(a_thin_wall_stops_a_walker_wherever_it_touches) {
    const int rounds = SEEDED_ROUNDS(200);
    uint64_t seed = seeded_fresh("thin walls") + (uint64_t)_i;
    static wall of;
    int found = 0;
    for (int n = 0; n < rounds; n++) {
        const uint64_t begin = seed;
        const bool conservative = n % 2 == 0;
        const int32_t size = 64 << (int)(seeded_next(&seed) % 20);
        const int32_t thick = (int32_t)(seeded_next(&seed) % 4);
        char what[80];
        draw_wall(&seed, (wall_form)_i, size, thick, &of);
        const int32_t extent = 4 << (int)(seeded_next(&seed) % 17);
        const int32_t width = extent + draw(&seed, 1), height = extent + draw(&seed, 1);
        if (conservative && n % 4 == 0) {
            set_hull(&seed, &of, extent);
        } else {
            set_box(&of, width, height, conservative ? 0 : LOST);
        }
        set_def(&seed, &of, conservative);
        snprintf(what, sizeof what, "form %d, round %d, seed 0x%llx", _i, n,
                 (unsigned long long)begin);
        found += check_wall(&seed, &of, what);
    }
    ck_assert_int_gt(found, SEEDED_OFTEN(rounds * 10));
}
END_TEST

/* All points of a small world, and walkers that are points, too. */
START_TEST(no_point_of_a_thin_wall_is_free_when_conservative) {
    const int rounds = SEEDED_ROUNDS(90);
    uint64_t seed = seeded_fresh("small thin walls") + (uint64_t)_i;
    static wall of;
    int found = 0;
    for (int n = 0; n < rounds; n++) {
        const uint64_t begin = seed;
        draw_wall(&seed, (wall_form)_i, 16, n % 4, &of);
        set_box(&of, n % 3, n / 3 % 3, 0);
        of.walker_count = (uint32_t)pawl_hull(of.walker, 4, of.walker);
        memcpy(of.core, of.walker, sizeof of.core);
        set_def(&seed, &of, true);
        const level_built built = level_build_now(&of.def);
        for (uint32_t i = 0; i < of.point_count; i++) {
            const pawl_vec2 x = pawl_vec2_sub(of.points[i], of.walker[i % of.walker_count]);
            ck_assert_msg(is_stopped(&of, &built.level, x),
                          "form %d, round %d, seed 0x%llx: %d, %d", _i, n,
                          (unsigned long long)begin, (int)x.x, (int)x.y);
            found++;
        }
        for (int32_t y = -52; y <= 52 && of.walker_count > 2; y++) {
            for (int32_t x = -40; x <= 40; x++) {
                if (!must_stop(&of, pawl_vec2_make(x, y))) continue;
                ck_assert_msg(is_stopped(&of, &built.level, pawl_vec2_make(x, y)),
                              "form %d, round %d, seed 0x%llx: nothing at %d, %d", _i, n,
                              (unsigned long long)begin, (int)x, (int)y);
                found++;
            }
        }
        free(built.block);
    }
    ck_assert_int_gt(found, SEEDED_OFTEN(rounds * 10));
}
END_TEST

/* ---- worked ones ----------------------------------------------------------------------------- */

static void set_ring(wall *to, const pawl_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        put(to, points[i]);
    end_ring(to);
}

static void expect(const wall *of, pawl_fx x, pawl_fx y, bool stops) {
    const level_built built = level_build_now(&of->def);
    ck_assert_msg(is_stopped(of, &built.level, pawl_vec2_make(x, y)) == stops, "at %d, %d", (int)x,
                  (int)y);
    free(built.block);
}

/* Whose second leg is 1 to 17 raw units thick; alone it is convex. */
START_TEST(both_legs_of_a_chevron_are_walls) {
    static const pawl_vec2 chevron[6] = {{251446, -549091}, {727288, -716041}, {744474, -408568},
                                         {744475, -408550}, {727289, -716023}, {251446, -549073}};
    static wall of;
    for (int conservative = 0; conservative < 2; conservative++) {
        uint64_t seed = 1;
        memset(&of, 0, sizeof of);
        set_ring(&of, chevron, 6);
        set_box(&of, 33000, 33000, 0);
        set_def(&seed, &of, conservative != 0);
        expect(&of, 735881, -562000, true);
        expect(&of, 489367, -632566, true);
        expect(&of, 600000, -450000, false);
    }
}
END_TEST

START_TEST(a_ring_there_and_back_is_a_wall_and_one_point_a_post) {
    static const pawl_vec2 line[5] = {{0, 0}, {4000, 0}, {4000, 7000}, {4000, 0}, {0, 0}};
    static const pawl_vec2 post[3] = {{900, 5000}, {900, 5000}, {900, 5000}};
    static wall of;
    uint64_t seed = 1;
    memset(&of, 0, sizeof of);
    set_ring(&of, line, 5);
    set_ring(&of, post, 3);
    set_box(&of, 10, 10, 0);
    set_def(&seed, &of, false);
    expect(&of, 2000, 3, true);
    expect(&of, 4005, 6000, true);
    expect(&of, 905, 5005, true);
    expect(&of, 2000, 3000, false);
}
END_TEST

/* A hole that reaches exactly to the outer ring opens it; one raw unit less does not. */
START_TEST(a_hole_up_to_the_edge_is_an_opening) {
    static const pawl_vec2 outer[4] = {{0, 0}, {4000, 0}, {4000, 4000}, {0, 4000}};
    for (int32_t left = 0; left < 2; left++) {
        const pawl_vec2 hole[4] = {{left, 1000}, {left, 3000}, {2000, 3000}, {2000, 1000}};
        static wall of;
        uint64_t seed = 1;
        memset(&of, 0, sizeof of);
        set_ring(&of, outer, 4);
        set_ring(&of, hole, 4);
        set_box(&of, 10, 10, 0);
        set_def(&seed, &of, false);
        expect(&of, 0, 2000, left > 0);
        expect(&of, 1000, 2000, false);
        expect(&of, 0, 500, true);
    }
}
END_TEST

/* Nothing thin: not one segment more than before. */
START_TEST(walls_that_are_not_thin_cost_what_they_did) {
    static const pawl_vec2 hook[6] = {{0, 0},       {4000, 0},    {4000, 4000},
                                      {3000, 4000}, {3000, 1000}, {0, 1000}};
    static wall of;
    uint64_t seed = 1;
    memset(&of, 0, sizeof of);
    set_ring(&of, hook, 6);
    set_box(&of, 10, 10, 0);
    set_def(&seed, &of, true);
    const level_built built = level_build_now(&of.def);
    ck_assert_uint_eq(built.report.parts, 2);
    ck_assert_uint_eq(built.report.used.segments, 14);
    free(built.block);
}
END_TEST

Suite *suite_level_thin(void);
Suite *suite_level_thin(void) {
    Suite *const suite = suite_create("level_thin");
    TCase *const tcase = tcase_create("all");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, both_legs_of_a_chevron_are_walls);
    tcase_add_test(tcase, a_ring_there_and_back_is_a_wall_and_one_point_a_post);
    tcase_add_test(tcase, a_hole_up_to_the_edge_is_an_opening);
    tcase_add_test(tcase, walls_that_are_not_thin_cost_what_they_did);
    tcase_add_loop_test(tcase, a_thin_wall_stops_a_walker_wherever_it_touches, 0, WALL_FORMS);
    tcase_add_loop_test(tcase, no_point_of_a_thin_wall_is_free_when_conservative, 0, WALL_FORMS);
    suite_add_tcase(suite, tcase);
    return suite;
}
