/* test_outline_body.c - bodies from outlines: the shapes cover the inside to the last bit, the body
 * is what calls by hand make, all or nothing; and what is wrong with an outline is told with its
 * place. */
#include "support/shape/polygons.h"
#include "support/world/fixture.h"
#include "world/world.h"

#define SHAPES_MAX 2000
#define ROUNDS SEEDED_ROUNDS(600)

static polygon outline, shapes, difference;

static pawl_world *make_outline_world(uint16_t bodies, uint16_t room) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = bodies;
    def.shape_capacity = room;
    def.gravity = VEC(0, 0);
    return make_world(&def);
}

static pawl_body_def turning_def(void) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = VEC(3, -2);
    def.angle = PAWL_TURN(1, 7);
    return def;
}

/* With memory of just the size asked for, neither clean nor kept. */
static pawl_status build(pawl_world *world, const polygon *from, const pawl_shape_def *material,
                         pawl_outline_report *report, pawl_body_id *body) {
    const pawl_rings rings = polygon_rings(from);
    const pawl_body_def def = turning_def();
    const size_t size = pawl_outline_size(from->point_count);
    void *const memory = malloc(size);
    if (size == 0 || memory == NULL) abort();
    memset(memory, 0xA5, size);
    const pawl_status status =
        pawl_body_create_outline(world, &def, material, &rings, memory, size, report, body);
    free(memory);
    return status;
}

/* The corners of all shapes of a body, in order. */
static void collect_shapes(const pawl_world *world, pawl_body_id body, polygon *out) {
    out->point_count = out->ring_count = 0;
    pawl_shape_id at = pawl_body_next_shape(world, body, NO_SHAPE);
    for (; !pawl_shape_is_null(at); at = pawl_body_next_shape(world, body, at)) {
        pawl_convex convex;
        ck_assert_int_eq(pawl_shape_get_convex(world, at, &convex), PAWL_OK);
        ck_assert_int_eq(convex.radius, 0);
        for (int i = 0; i < convex.count; i++)
            polygon_add(out, convex.vertices[i].x, convex.vertices[i].y);
        polygon_end_ring(out);
    }
}

/* Whether a point is a corner of the outline. */
static bool is_corner(const polygon *p, pawl_vec2 point) {
    for (uint32_t i = 0; i < p->point_count; i++)
        if (polygon_same(p->points[i], point)) return true;
    return false;
}

/* Exactly the inside of the outline, whose outer rings run counter-clockwise and whose holes run
 * clockwise: the same area, and nothing is in one of them alone. So no two shapes overlap. */
static void assert_covers(const polygon *inside, const char *what, int round) {
    const int64_t want = polygon_area2(inside), got = polygon_area2(&shapes);
    ck_assert_msg(want == got, "%s %d: area2 %lld, not %lld", what, round, (long long)got,
                  (long long)want);
    polygon_operate(PAWL_XOR, PAWL_FILL_NONZERO, inside, &shapes, &difference);
    ck_assert_msg(difference.ring_count == 0, "%s %d: %u rings differ", what, round,
                  (unsigned)difference.ring_count);
    for (uint32_t i = 0; i < shapes.point_count; i++)
        ck_assert_msg(is_corner(inside, shapes.points[i]), "%s %d: a corner more", what, round);
}

/* The same rings in any order, from any corner, in any direction. */
static void shuffle_rings(uint64_t *seed, const polygon *from, polygon *out) {
    const uint32_t first = (uint32_t)(seeded_next(seed) % from->ring_count);
    out->point_count = out->ring_count = 0;
    for (uint32_t r = 0; r < from->ring_count; r++) {
        const uint32_t ring = (first + r) % from->ring_count;
        const uint32_t begin = polygon_begin(from, ring), size = from->ends[ring] - begin;
        const uint32_t turn = (uint32_t)(seeded_next(seed) % size);
        const bool backwards = (seeded_next(seed) >> 40 & 1) != 0;
        for (uint32_t i = 0; i < size; i++) {
            const uint32_t at = (turn + (backwards ? size - i : i)) % size;
            polygon_add(out, from->points[begin + at].x, from->points[begin + at].y);
        }
        polygon_end_ring(out);
    }
}

/* Outlines of some thousand forms: unions of random rings, with holes and islands, which touch
 * themselves in points. */
static void random_outline(uint64_t *seed, int round, polygon *out) {
    static polygon rings;
    static const pawl_fx scale[] = {1024, 4096, 131};
    const polygon_kind kind = (polygon_kind)(round % 3);
    do {
        polygon_random(seed, kind, 4, kind == POLYGON_STEPS ? 6 : 9, &rings);
        polygon_operate(PAWL_UNION, PAWL_FILL_EVEN_ODD, &rings, NULL, out);
    } while (out->ring_count == 0);
    for (uint32_t i = 0; i < out->point_count; i++)
        out->points[i] =
            pawl_vec2_make(out->points[i].x * scale[kind], out->points[i].y * scale[kind]);
}

START_TEST(shapes_cover_the_outline_exactly) {
    static polygon drawn;
    uint64_t seed = first_seed(_i);
    int refused = 0, holes = 0, many = 0;
    for (int round = 0; round < ROUNDS; round++) {
        random_outline(&seed, round, &drawn);
        shuffle_rings(&seed, &drawn, &outline);
        pawl_world *const world = make_outline_world(1, SHAPES_MAX);
        pawl_outline_report report;
        pawl_body_id body;
        const pawl_status status = build(world, &outline, NULL, &report, &body);
        if (status != PAWL_OK) {
            ck_assert_int_eq(status, PAWL_ERR_GEOMETRY);
            ck_assert_int_eq(report.fault, PAWL_OUTLINE_THIN);
            refused++;
        } else {
            collect_shapes(world, body, &shapes);
            ck_assert_uint_eq(report.shape_count, shapes.ring_count);
            ck_assert_int_eq(report.fault, PAWL_OUTLINE_OK);
            assert_covers(&drawn, "round", round);
            assert_sound(world);
            holes += drawn.ring_count > 1;
            many += shapes.ring_count > 3;
        }
        free(world);
    }
    ck_assert_int_gt(holes, SEEDED_OFTEN(ROUNDS / 5));
    ck_assert_int_gt(many, SEEDED_OFTEN(ROUNDS / 5));
    ck_assert_msg(refused <= ROUNDS / 50, "%d of %d are too thin", refused, ROUNDS);
}
END_TEST

static void set_outline(const pawl_vec2 *points, uint32_t count, uint32_t first_ring) {
    outline.point_count = outline.ring_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        polygon_add(&outline, points[i].x, points[i].y);
        if (i + 1 == first_ring || i + 1 == count) polygon_end_ring(&outline);
    }
}

#define U PAWL_FX_ONE

/* An L with a square hole in its foot: 12 - 1 square units. */
static const pawl_vec2 bracket[] = {
    {0, 0},     {4 * U, 0},     {4 * U, 2 * U},     {2 * U, 2 * U},         {2 * U, 4 * U},
    {0, 4 * U}, {U / 2, U / 2}, {U / 2, 3 * U / 2}, {3 * U / 2, 3 * U / 2}, {3 * U / 2, U / 2}};

START_TEST(the_body_is_what_calls_by_hand_make) {
    pawl_world *const one = make_outline_world(4, 64), *const hand = make_outline_world(4, 64);
    pawl_shape_def material = pawl_shape_def_default();
    material.density = FX(2.5);
    material.user_data = 9;
    pawl_body_id got, want;
    pawl_shape_id shape;
    set_outline(bracket, 10, 6);
    ck_assert_int_eq(build(one, &outline, &material, NULL, &got), PAWL_OK);
    collect_shapes(one, got, &shapes);
    const pawl_body_def def = turning_def();
    ck_assert_int_eq(pawl_body_create(hand, &def, &want), PAWL_OK);
    for (uint32_t i = 0; i < shapes.ring_count; i++) {
        const uint32_t begin = polygon_begin(&shapes, i);
        pawl_convex convex;
        ck_assert_int_eq(
            pawl_make_polygon(shapes.points + begin, (int32_t)(shapes.ends[i] - begin), 0, &convex),
            PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(hand, want, &material, &convex, &shape), PAWL_OK);
    }
    ck_assert_uint_eq(pawl_body_id_store(got), pawl_body_id_store(want));
    const pawl_mass mass = pawl_body_get_mass(one, got), same = pawl_body_get_mass(hand, want);
    ck_assert_int_eq(mass.mass, same.mass);
    ck_assert_int_eq(mass.inertia, same.inertia);
    assert_vec_eq(mass.center, same.center);
    ck_assert_int_eq(mass.mass, PAWL_WIDE(27, 1, 2)); /* 11 square units at 2.5 */
    /* Moments of the squares: 8 at (2, 1), 4 at (1, 3), less 1 at (1, 1). */
    assert_near(units(mass.center.x), 19.0 / 11, 2.0 / 65536, "x");
    assert_near(units(mass.center.y), 19.0 / 11, 2.0 / 65536, "y");
    ck_assert_int_eq(pawl_body_set_angular_velocity(one, got, FX(3)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(hand, want, FX(3)), PAWL_OK);
    for (int step = 0; step < 60; step++) {
        ck_assert_uint_eq(pawl_world_hash(one), pawl_world_hash(hand));
        run(one, 1);
        run(hand, 1);
    }
    free(one);
    free(hand);
}
END_TEST

START_TEST(no_material_is_the_default_one) {
    pawl_world *const plain = make_outline_world(4, 64), *const told = make_outline_world(4, 64);
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_body_id body;
    set_outline(bracket, 10, 6);
    ck_assert_int_eq(build(plain, &outline, NULL, NULL, &body), PAWL_OK);
    ck_assert_int_eq(build(told, &outline, &material, NULL, &body), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(plain), pawl_world_hash(told));
    free(plain);
    free(told);
}
END_TEST

/* Rings that are no outline, worked by hand: how many points, how many of them in the first ring;
 * the fault and its places. */
static const struct {
    const char *name;
    pawl_vec2 points[10];
    uint32_t count, first_ring;
    pawl_outline_fault fault;
    uint32_t where, other;
} faults[] = {
    {"two points", {{0, 0}, {U, 0}}, 2, 2, PAWL_OUTLINE_COUNT, 0, 0},
    {"a hole of two points",
     {{0, 0}, {U, 0}, {U, U}, {9, 9}, {U / 2, 99}},
     5,
     3,
     PAWL_OUTLINE_COUNT,
     1,
     0},
    {"far away", {{0, 0}, {U, 0}, {8192 * U, U}, {0, U}}, 4, 4, PAWL_OUTLINE_RANGE, 2, 0},
    {"a bow tie",
     {{0, 0}, {2 * U, 2 * U}, {2 * U, 0}, {0, 2 * U}},
     4,
     4,
     PAWL_OUTLINE_CROSSING,
     0,
     2},
    {"the last edge crosses the second",
     {{0, 0}, {2 * U, 0}, {-U, U}, {0, 3 * U}},
     4,
     4,
     PAWL_OUTLINE_CROSSING,
     1,
     3},
    {"a hole through the side",
     {{0, 0}, {4 * U, 0}, {4 * U, 4 * U}, {0, 4 * U}, {3 * U, U}, {5 * U, 2 * U}, {3 * U, 3 * U}},
     7,
     4,
     PAWL_OUTLINE_CROSSING,
     1,
     4},
    {"all in line", {{0, 0}, {2 * U, 0}, {U, 0}}, 3, 3, PAWL_OUTLINE_EMPTY, 0, 0},
    {"the same ring twice",
     {{0, 0}, {U, 0}, {U, U}, {U, U}, {U, 0}, {0, 0}},
     6,
     3,
     PAWL_OUTLINE_EMPTY,
     0,
     0},
    {"a sliver", {{0, 0}, {4 * U, 0}, {4 * U, 20}, {0, 20}}, 4, 4, PAWL_OUTLINE_THIN, 0, 1},
    {"a corner beside an edge",
     {{0, 0}, {4 * U, 3}, {4 * U, 4 * U}, {U, 1}},
     4,
     4,
     PAWL_OUTLINE_THIN,
     3,
     0},
};
#define FAULT_COUNT ((int)(sizeof faults / sizeof faults[0]))

START_TEST(what_is_wrong_is_told_with_its_place) {
    pawl_world *const world = make_outline_world(4, 64);
    pawl_outline_report report = {PAWL_OUTLINE_OK, 77, 77, 77};
    pawl_body_id body = {77, 78};
    uint8_t *const before = malloc(world->state_size);
    memcpy(before, world, world->state_size);
    set_outline(faults[_i].points, faults[_i].count, faults[_i].first_ring);
    const pawl_status status = build(world, &outline, NULL, &report, &body);
    const bool is_far = faults[_i].fault == PAWL_OUTLINE_RANGE;
    ck_assert_msg(status == (is_far ? PAWL_ERR_RANGE : PAWL_ERR_GEOMETRY), "%s", faults[_i].name);
    ck_assert_int_eq(report.fault, faults[_i].fault);
    ck_assert_uint_eq(report.where, faults[_i].where);
    ck_assert_uint_eq(report.other, faults[_i].other);
    ck_assert_uint_eq(report.shape_count, 0);
    ck_assert_int_eq(build(world, &outline, NULL, NULL, &body), status);
    ck_assert_int_eq(memcmp(world, before, world->state_size), 0);
    ck_assert_uint_eq(body.index1, 77);
    ck_assert_uint_gt(strlen(pawl_outline_fault_text(report.fault)), 7);
    free(before);
    free(world);
}
END_TEST

/* An exact oracle for the pair that is told: every proper crossing of two edges by itself. */
START_TEST(the_first_crossing_is_told) {
    uint64_t seed = first_seed(_i);
    int crossed = 0;
    pawl_world *const world = make_outline_world(1, SHAPES_MAX);
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t n = 4 + (uint32_t)(seeded_next(&seed) % 9);
        outline.point_count = outline.ring_count = 0;
        for (uint32_t i = 0; i < n; i++)
            polygon_add(&outline, U * polygon_coordinate(&seed, POLYGON_GRID),
                        U * polygon_coordinate(&seed, POLYGON_GRID));
        polygon_end_ring(&outline);
        const pawl_vec2 *const p = outline.points;
        uint32_t where = n, other = n;
        for (uint32_t i = 0; i < n && where == n; i++) {
            for (uint32_t k = i + 1; k < n && where == n; k++) {
                const pawl_vec2 a = p[i], b = p[(i + 1) % n], c = p[k], d = p[(k + 1) % n];
                if (polygon_orient(a, b, c) * polygon_orient(a, b, d) >= 0) continue;
                if (polygon_orient(c, d, a) * polygon_orient(c, d, b) >= 0) continue;
                where = i;
                other = k;
            }
        }
        pawl_outline_report report;
        pawl_body_id body;
        const pawl_status status = build(world, &outline, NULL, &report, &body);
        if (where < n) {
            ck_assert_int_eq(status, PAWL_ERR_GEOMETRY);
            ck_assert_int_eq(report.fault, PAWL_OUTLINE_CROSSING);
            ck_assert_uint_eq(report.where, where);
            ck_assert_uint_eq(report.other, other);
            crossed++;
        } else if (status == PAWL_OK) {
            ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
        } else {
            ck_assert_int_eq(report.fault, PAWL_OUTLINE_EMPTY);
        }
    }
    free(world);
    ck_assert_int_gt(crossed, SEEDED_OFTEN(ROUNDS / 2));
    ck_assert_int_lt(crossed, SEEDED_SHARE > 1 ? ROUNDS + 1 : ROUNDS);
}
END_TEST

/* A regular polygon of many corners is cut along diagonals, six corners a shape. */
START_TEST(parts_of_many_corners_are_cut) {
    pawl_world *const world = make_outline_world(1, 64);
    pawl_body_id body;
    pawl_outline_report report;
    static polygon round_one;
    round_one.point_count = round_one.ring_count = 0;
    for (uint32_t i = 0; i < 64; i++) {
        const pawl_rot turn = pawl_rot_from_angle((pawl_angle)(i << 26));
        const pawl_vec2 p = pawl_rotate(turn, VEC(5, 0));
        polygon_add(&round_one, p.x, p.y);
    }
    polygon_end_ring(&round_one);
    ck_assert_int_eq(build(world, &round_one, NULL, &report, &body), PAWL_OK);
    ck_assert_uint_le(report.shape_count, (64 - 2 + PAWL_POLYGON_MAX - 3) / (PAWL_POLYGON_MAX - 2));
    collect_shapes(world, body, &shapes);
    assert_covers(&round_one, "corners", 64);
    free(world);
}
END_TEST

/* Where the same geometries are there already, they need no room. */
START_TEST(a_full_pool_changes_nothing_and_says_what_is_needed) {
    set_outline(bracket, 10, 6);
    pawl_outline_report report;
    pawl_body_id body = {77, 78};
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 2;
    def.shape_capacity = 16;
    def.geometry_capacity = 16;
    pawl_world *const large = make_world(&def);
    ck_assert_int_eq(build(large, &outline, NULL, &report, &body), PAWL_OK);
    const uint16_t needed = (uint16_t)report.shape_count;
    ck_assert_uint_ge(needed, 4);
    for (int which = 0; which < 4; which++) {
        def.body_capacity = which == 0 ? 1 : 2;
        def.shape_capacity = (uint16_t)(needed + (which == 1 ? 0 : which == 3 ? needed + 1 : 1));
        def.geometry_capacity = (uint16_t)(which == 2 ? needed : needed + 1);
        pawl_world *const world = make_world(&def);
        add_box(world, add_body(world, PAWL_STATIC, 0, 0), 3, 3);
        if (which == 3) { /* twice the same: the bodies are too few */
            ck_assert_int_eq(build(world, &outline, NULL, &report, &body), PAWL_OK);
            ck_assert_int_eq(pawl_body_destroy(world, pawl_world_next_body(world, NO_BODY)), 0);
            ck_assert_int_eq(build(world, &outline, NULL, &report, &body), PAWL_OK);
        } else {
            uint8_t *const before = malloc(world->state_size);
            memcpy(before, world, world->state_size);
            body = (pawl_body_id){77, 78};
            ck_assert_int_eq(build(world, &outline, NULL, &report, &body), PAWL_ERR_CAPACITY);
            ck_assert_uint_eq(report.shape_count, needed);
            ck_assert_int_eq(memcmp(world, before, world->state_size), 0);
            ck_assert_uint_eq(body.index1, 77);
            free(before);
        }
        assert_sound(world);
        free(world);
    }
    free(large);
}
END_TEST

START_TEST(wrong_arguments_change_nothing) {
    pawl_world *const world = make_outline_world(4, 64);
    uint8_t *const before = malloc(world->state_size);
    memcpy(before, world, world->state_size);
    set_outline(bracket, 10, 6);
    const pawl_rings rings = polygon_rings(&outline);
    const pawl_body_def def = turning_def();
    pawl_body_def bad = def;
    pawl_shape_def material = pawl_shape_def_default();
    pawl_body_id out = {77, 78};
    static uint64_t memory[2048];
    const size_t size = pawl_outline_size(10);
    ck_assert_uint_le(size, sizeof memory);
#define REFUSED(want, ...) ck_assert_int_eq(pawl_body_create_outline(__VA_ARGS__), want)
    REFUSED(PAWL_ERR_NULL, NULL, &def, NULL, &rings, memory, size, NULL, &out);
    REFUSED(PAWL_ERR_NULL, world, NULL, NULL, &rings, memory, size, NULL, &out);
    REFUSED(PAWL_ERR_NULL, world, &def, NULL, NULL, memory, size, NULL, &out);
    REFUSED(PAWL_ERR_NULL, world, &def, NULL, &rings, NULL, size, NULL, &out);
    REFUSED(PAWL_ERR_NULL, world, &def, NULL, &rings, memory, size, NULL, NULL);
    REFUSED(PAWL_ERR_MEMORY, world, &def, NULL, &rings, memory, size - 1, NULL, &out);
    REFUSED(PAWL_ERR_MEMORY, world, &def, NULL, &rings, (uint8_t *)memory + 4, size, NULL, &out);
    pawl_rings wrong = rings;
    wrong.points = NULL;
    REFUSED(PAWL_ERR_NULL, world, &def, NULL, &wrong, memory, size, NULL, &out);
    wrong = rings;
    wrong.ends = NULL;
    REFUSED(PAWL_ERR_NULL, world, &def, NULL, &wrong, memory, size, NULL, &out);
    wrong = rings;
    wrong.count = 0;
    REFUSED(PAWL_ERR_ARGUMENT, world, &def, NULL, &wrong, memory, size, NULL, &out);
    static const uint32_t falling[] = {6, 3}, many[] = {70000}, none[] = {0};
    wrong.ends = falling;
    wrong.count = 2;
    REFUSED(PAWL_ERR_ARGUMENT, world, &def, NULL, &wrong, memory, size, NULL, &out);
    wrong.ends = many;
    wrong.count = 1;
    REFUSED(PAWL_ERR_ARGUMENT, world, &def, NULL, &wrong, memory, size, NULL, &out);
    wrong.ends = none;
    REFUSED(PAWL_ERR_GEOMETRY, world, &def, NULL, &wrong, memory, size, NULL, &out);
    bad.cookie = 0;
    REFUSED(PAWL_ERR_COOKIE, world, &bad, NULL, &rings, memory, size, NULL, &out);
    material.friction = -1;
    REFUSED(PAWL_ERR_RANGE, world, &def, &material, &rings, memory, size, NULL, &out);
#undef REFUSED
    ck_assert_int_eq(memcmp(world, before, world->state_size), 0);
    ck_assert_uint_eq(out.index1, 77);
    ck_assert_uint_eq(pawl_outline_size(0), 0);
    ck_assert_uint_eq(pawl_outline_size(PAWL_OUTLINE_POINTS_MAX + 1), 0);
    ck_assert_uint_gt(pawl_outline_size(PAWL_OUTLINE_POINTS_MAX), 0);
    ck_assert_str_eq(pawl_outline_fault_text((pawl_outline_fault)99), "unknown fault");
    free(before);
    free(world);
}
END_TEST

Suite *suite_outline_body(void) {
    Suite *const suite = suite_create("outline_body");
    TCase *const tcase = tcase_create("bodies from outlines");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, shapes_cover_the_outline_exactly, 0, SEEDED_PASSES(1, 3));
    tcase_add_test(tcase, the_body_is_what_calls_by_hand_make);
    tcase_add_test(tcase, no_material_is_the_default_one);
    tcase_add_loop_test(tcase, what_is_wrong_is_told_with_its_place, 0, FAULT_COUNT);
    tcase_add_loop_test(tcase, the_first_crossing_is_told, 0, SEEDED_PASSES(1, 3));
    tcase_add_test(tcase, parts_of_many_corners_are_cut);
    tcase_add_test(tcase, a_full_pool_changes_nothing_and_says_what_is_needed);
    tcase_add_test(tcase, wrong_arguments_change_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
