/* test_query_ray.c - rays through worlds against a plain search, and a benchmark scene of which the
 * result is known. */
#include "support/world/crowd.h"

#include "query/query.h"
#include "world/terrain.h"

#include <math.h>

START_TEST(rays_find_what_a_plain_search_finds) {
    const char *const defect = check_crowd(check_ray, seeded_base + (uint64_t)_i, 600);
    ck_assert_msg(defect == NULL, "seed %d: %s is wrong", _i, defect ? defect : "");
}
END_TEST

/* ---- a scene with a known result ------------------------------------------------------------ */

#define SCENE_SHAPES 2000
#define SCENE_RAYS 1000

/* The generator of the scene, in single precision like the programs that gave the result. */
static float scene_random(uint32_t *state, float low, float high) {
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return low + (high - low) * ((float)(*state >> 8) * 0x1p-24f);
}

static pawl_fx nearest(double value) {
    return (pawl_fx)lrint(value * 65536);
}

static pawl_world *make_scene(void) {
    pawl_world_def def = pawl_world_def_default();
    uint32_t state = 4242;
    def.gravity = VEC(0, 0);
    def.body_capacity = def.shape_capacity = SCENE_SHAPES;
    pawl_world *const world = make_world(&def);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        pawl_body_def body = pawl_body_def_default();
        pawl_body_id id;
        pawl_convex convex;
        body.angle = pawl_angle_from_radians(nearest(scene_random(&state, 0, 3)));
        body.position.y = nearest(scene_random(&state, -100, 100));
        body.position.x = nearest(scene_random(&state, -100, 100));
        const pawl_fx first = nearest(scene_random(&state, 0.3f, 1.5f));
        if (i % 2) {
            const pawl_fx half_width = nearest(scene_random(&state, 0.3f, 1.5f));
            ck_assert_int_eq(pawl_make_box(half_width, first, &convex), PAWL_OK);
        } else {
            ck_assert_int_eq(pawl_make_circle(VEC(0, 0), first, &convex), PAWL_OK);
        }
        ck_assert_int_eq(pawl_body_create(world, &body, &id), PAWL_OK);
        add_shape(world, id, &convex);
    }
    run(world, 1);
    return world;
}

/* Box2D 3 has 940 hits and a sum of 162.8272 here, Box2D 2.4 one of 162.8267; a search in double
 * precision gives 162.8267. Each fraction is rounded down, which is nothing beside that. */
START_TEST(two_thousand_shapes_are_hit_as_often_as_in_other_engines) {
    pawl_world *const world = make_scene();
    uint32_t state = 31337;
    int hits = 0;
    double sum = 0;
    for (int i = 0; i < SCENE_RAYS; i++) {
        pawl_vec2 from;
        pawl_query_hit hit;
        from.x = nearest(scene_random(&state, -100, 100));
        from.y = nearest(scene_random(&state, -100, 100));
        const double angle = scene_random(&state, 0, 6.2831853f);
        const pawl_vec2 way = {nearest(50 * cos(angle)), nearest(50 * sin(angle))};
        if (!pawl_world_ray_closest(world, from, way, NULL, &hit)) continue;
        hits++;
        sum += hit.fraction / (double)PAWL_UNIT;
    }
    ck_assert_int_eq(hits, 940);
    assert_near(sum, 162.8267, 0.0002, "the sum of fractions");
    free(world);
}
END_TEST

/* ---- history --------------------------------------------------------------------------------- */

/* The same bodies in the same order, with or without moves on the way. */
static pawl_world *make_history(uint64_t seed, bool eventful) {
    uint64_t moves = seed ^ UINT64_C(0xABCDEF);
    pawl_world *const world = make_crowd_world();
    for (int i = 0; i < 30; i++) {
        const pawl_convex convex = seeded_convex(&seed, i % 6, FX(1.5));
        const pawl_body_id body = add_body(world, (pawl_body_type)(i % 3), 0, 0);
        add_shape(world, body, &convex);
        for (int k = 0; eventful && k < 4; k++) {
            const pawl_body_id any = crowd_body(world, &moves);
            pawl_body_set_pose(world, any, seeded_point(&moves, 4 * CROWD_REACH), 0);
            pawl_body_set_enabled(world, any, k % 2);
            pawl_body_set_enabled(world, any, true);
        }
    }
    for (pawl_body_id body = pawl_world_next_body(world, NO_BODY); body.index1 != 0;
         body = pawl_world_next_body(world, body)) {
        /* Every third body is the twin of the one before. */
        const uint64_t twin = seed;
        const pawl_vec2 at = seeded_point(&seed, CROWD_REACH);
        const pawl_angle angle = (pawl_angle)(seeded_next(&seed) >> 32);
        if (body.index1 % 3 == 1) seed = twin;
        pawl_body_set_pose(world, body, at, angle);
    }
    return world;
}

/* Not even the address of a buffer or the shape of the tree is left to tell them apart. */
START_TEST(results_do_not_depend_on_history) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    pawl_world *const plain = make_history(seed, false), *const eventful = make_history(seed, true);
    uint32_t found = 0;
    for (int i = 0; i < 200; i++) {
        const pawl_vec2 from = seeded_from(plain, &seed), way = seeded_way(&seed);
        const pawl_convex convex = seeded_convex(&seed, i % 6, FX(1));
        const pawl_pose pose = {from, {PAWL_UNIT, 0}};
        pawl_query_hit a[64], b[64];
        const uint32_t rays = pawl_world_ray_all(plain, from, way, NULL, a, 64);
        ck_assert_uint_eq(rays, pawl_world_ray_all(eventful, from, way, NULL, b, 64));
        for (uint32_t k = 0; k < rays; k++)
            ck_assert_msg(same_hit(&a[k], &b[k]), "ray %d, hit %u, seed %d", i, (unsigned)k, _i);
        const uint32_t casts = pawl_world_cast_all(plain, &convex, pose, way, NULL, a, 64);
        ck_assert_uint_eq(casts, pawl_world_cast_all(eventful, &convex, pose, way, NULL, b, 64));
        for (uint32_t k = 0; k < casts; k++)
            ck_assert_msg(same_hit(&a[k], &b[k]), "cast %d, hit %u, seed %d", i, (unsigned)k, _i);
        found += rays + casts;
    }
    ck_assert_uint_gt(found, 100);
    free(plain);
    free(eventful);
}
END_TEST

/* ---- worked rows ------------------------------------------------------------------------------
 */

/* Three unit boxes in a row along x, and the same again on top of the middle one. */
static pawl_world *make_row(pawl_body_id *bodies) {
    pawl_world *const world = make_space();
    const double at[4] = {0, 4, 8, 4};
    for (int i = 0; i < 4; i++) {
        bodies[i] = add_body(world, PAWL_STATIC, at[i], 0);
        add_box(world, bodies[i], 0.5, 0.5);
    }
    return world;
}

START_TEST(hits_come_by_fraction_and_then_by_age) {
    pawl_body_id bodies[4];
    pawl_world *const world = make_row(bodies);
    pawl_query_hit hits[5];
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(16, 0), VEC(-32, 0), NULL, hits, 5), 4);
    const int order[4] = {2, 1, 3, 0};
    const double fractions[4] = {7.5 / 32, 11.5 / 32, 11.5 / 32, 15.5 / 32};
    for (int i = 0; i < 4; i++) {
        const pawl_body_id body = pawl_shape_get_body(world, hits[i].shape);
        ck_assert_uint_eq(body.index1, bodies[order[i]].index1);
        ck_assert_int_eq(hits[i].fraction, (pawl_fraction)(fractions[i] * PAWL_UNIT));
        ck_assert_int_eq(hits[i].point.x, FX(16 - 32 * fractions[i]));
        ck_assert_int_eq(hits[i].normal.c, PAWL_UNIT);
        ck_assert_int_eq(hits[i].inside, false);
    }
    free(world);
}
END_TEST

START_TEST(a_ray_leaves_the_shape_it_starts_in_alone) {
    pawl_body_id bodies[4];
    pawl_world *const world = make_row(bodies);
    pawl_query_hit hit;
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(4, 0), VEC(8, 0), NULL, &hit), true);
    ck_assert_uint_eq(pawl_shape_get_body(world, hit.shape).index1, bodies[2].index1);
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(8, 0), VEC(8, 0), NULL), false);
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(4, 0), VEC(0, 0), NULL), false);
    free(world);
}
END_TEST

START_TEST(filters_choose_who_is_seen) {
    pawl_body_id bodies[4];
    pawl_world *const world = make_row(bodies);
    pawl_query_filter filter = pawl_query_filter_default();
    pawl_query_hit hit;
    filter.ignore = bodies[0];
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(-2, 0), VEC(16, 0), &filter, NULL, 0), 3);
    pawl_body_destroy(world, bodies[0]); /* a stale handle ignores nobody */
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(-2, 0), VEC(16, 0), &filter, NULL, 0), 3);
    filter = pawl_query_filter_default();
    ck_assert_int_eq(
        pawl_shape_set_filter(world, shape_of(world, bodies[1]), (pawl_filter){2, 4, 0, 0}),
        PAWL_OK);
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(-2, 0), VEC(16, 0), &filter, NULL, 0), 2);
    filter.category = 4;
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(-2, 0), VEC(16, 0), &filter, NULL, 0), 3);
    filter.mask = 2;
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(-2, 0), VEC(16, 0), &filter, &hit), true);
    ck_assert_uint_eq(hit.shape.index1, shape_of(world, bodies[1]).index1);
    filter.mask = 0;
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(-2, 0), VEC(16, 0), &filter), false);
    pawli_shapes(world)[shape_of(world, bodies[2]).index1 - 1].flags |= PAWLI_SHAPE_SENSOR;
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(6, 0), VEC(16, 0), NULL), false);
    filter = pawl_query_filter_default();
    filter.sensors = true;
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(6, 0), VEC(16, 0), &filter), true);
    free(world);
}
END_TEST

START_TEST(a_zeroed_filter_sees_nobody) {
    pawl_body_id bodies[4];
    pawl_world *const world = make_row(bodies);
    pawl_query_filter zero;
    pawl_query_closest closest;
    memset(&zero, 0, sizeof zero);
    const pawl_box all = {VEC(-99, -99), VEC(99, 99)};
    const pawl_vec2 from = VEC(-2, 0), way = VEC(16, 0);
    const pawl_query_filter given = pawl_query_filter_default();
    for (int i = 0; i < 2; i++) {
        const pawl_query_filter *filter = i == 0 ? &given : &zero;
        const uint32_t seen = i == 0 ? 4 : 0;
        ck_assert_uint_eq(pawl_world_ray_all(world, from, way, filter, NULL, 0), seen);
        ck_assert_uint_eq(pawl_world_overlap_box(world, all, filter, NULL, 0), seen);
        ck_assert_int_eq(pawl_world_closest(world, from, FX(9), filter, &closest), i == 0);
    }
    free(world);
}
END_TEST

/* A segment from (0, 0) to (4, 0) of a body turned by a quarter: its right is where x > 0. */
START_TEST(one_sided_pieces_stop_what_comes_from_their_right) {
    pawl_convex segment;
    ck_assert_int_eq(pawl_make_segment(VEC(0, 0), VEC(4, 0), &segment), PAWL_OK);
    const pawl_convex circle = circle_convex(0, 0, 1);
    const pawli_shape_piece piece = {.convex = &segment, .one_sided = 1};
    const pawli_shape_piece solid = {.convex = &segment, .one_sided = 0};
    const pawli_frame frame = {VEC(10, 10), {0, PAWL_UNIT}, VEC(2, 0)};
    const pawl_rot upright = {PAWL_UNIT, 0};
    const struct {
        const pawl_convex *convex;
        double x, move;
        bool stops;
    } rows[] = {{NULL, 12, -4, true},      {NULL, 8, 4, false},      {NULL, 12, 0, false},
                {&circle, 12, -4, true},   {&circle, 12, 4, false},  {&circle, 8, 4, false},
                {&circle, 10.5, -1, true}, {&circle, 9.5, -1, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const pawli_probe probe = {
            rows[i].convex, {VEC(rows[i].x, 10), upright, {0, 0}}, VEC(rows[i].move, 1)};
        ck_assert_msg(pawli_query_piece_stops(&piece, &frame, &probe) == rows[i].stops, "row %zu",
                      i);
        ck_assert_int_eq(pawli_query_piece_stops(&solid, &frame, &probe), true);
    }
}
END_TEST

/* Every point of a box in the world, as the body sees it, lies in the box that is asked of the
 * pieces; and that one is no larger than the box of the turned corners and a raw unit. */
START_TEST(a_box_seen_by_a_body_holds_the_same_points) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < 2000; n++) {
        const int32_t reach = 1 << (4 + crowd_pick(&seed, 26));
        const pawl_pose pose = seeded_pose(&seed, reach);
        const pawl_vec2 center = seeded_point(&seed, FX(20));
        const pawli_frame frame = {pose.position, pose.rotation, center};
        const pawl_vec2 a = seeded_point(&seed, reach), b = seeded_point(&seed, reach);
        const pawl_box box = {{pawl_min(a.x, b.x), pawl_min(a.y, b.y)},
                              {pawl_max(a.x, b.x), pawl_max(a.y, b.y)}};
        const pawl_box local = pawli_box_in_frame(&frame, box);
        int64_t left = INT64_MAX, right = INT64_MIN, bottom = INT64_MAX, top = INT64_MIN;
        for (int corner = 0; corner < 4; corner++) {
            const pawl_vec2 at = {corner & 1 ? a.x : b.x, corner & 2 ? a.y : b.y};
            const pawl_vec2 arm = pawl_vec2_sub(at, pose.position);
            const pawl_vec2 seen = pawl_vec2_add(pawl_unrotate(pose.rotation, arm), center);
            left = seen.x < left ? seen.x : left;
            right = seen.x > right ? seen.x : right;
            bottom = seen.y < bottom ? seen.y : bottom;
            top = seen.y > top ? seen.y : top;
        }
        const bool holds = local.lower.x <= left && local.upper.x >= right &&
                           local.lower.y <= bottom && local.upper.y >= top;
        const bool is_tight = local.lower.x >= left - 1 && local.upper.x <= right + 1 &&
                              local.lower.y >= bottom - 1 && local.upper.y <= top + 1;
        ck_assert_msg(holds && is_tight, "seed %d, box %d", _i, n);
    }
}
END_TEST

START_TEST(rays_that_make_no_sense_hit_nothing) {
    pawl_body_id bodies[4];
    pawl_world *const world = make_row(bodies);
    const pawl_fx max = PAWL_COORD_MAX, beyond = PAWL_COORD_MAX + 1;
    const pawl_query_hit none = {0};
    const struct {
        const pawl_world *world;
        pawl_vec2 from, way;
    } rows[] = {{NULL, VEC(-2, 0), VEC(16, 0)},  {world, {-beyond, 0}, {max, 0}},
                {world, {0, beyond}, {0, -max}}, {world, {-max, 0}, {beyond, 0}},
                {world, {1, 0}, {max, 0}},       {world, {0, -1}, {0, -max}},
                {world, {INT32_MIN, 0}, {1, 0}}, {world, {0, 0}, {INT32_MIN, INT32_MIN}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_query_hit hit = {.part = 77}, list[2] = {{.part = 77}};
        ck_assert_msg(!pawl_world_ray_closest(rows[i].world, rows[i].from, rows[i].way, NULL, &hit),
                      "row %zu", i);
        ck_assert_msg(same_hit(&hit, &none), "row %zu leaves something", i);
        ck_assert_int_eq(pawl_world_ray_any(rows[i].world, rows[i].from, rows[i].way, NULL), false);
        ck_assert_uint_eq(
            pawl_world_ray_all(rows[i].world, rows[i].from, rows[i].way, NULL, list, 2), 0);
        ck_assert_uint_eq(list[0].part, 77);
    }
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(-2, 0), VEC(16, 0), NULL, NULL), false);
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(-2, 0), VEC(16, 0), NULL, NULL, 2), 0);
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(-2, 0), VEC(16, 0), NULL, NULL, 0), 4);
    /* As long as rays may be. */
    ck_assert_int_eq(pawl_world_ray_any(world, pawl_vec2_make(-max, 0), VEC(16383, 0), NULL),
                     false);
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(-1, 0), pawl_vec2_make(max, 0), NULL), true);
    free(world);
}
END_TEST

Suite *suite_query_ray(void) {
    Suite *const suite = suite_create("query_ray");
    TCase *const rays = tcase_create("rays");
    tcase_set_timeout(rays, 60);
    tcase_add_loop_test(rays, rays_find_what_a_plain_search_finds, 0, 10);
    tcase_add_test(rays, two_thousand_shapes_are_hit_as_often_as_in_other_engines);
    tcase_add_loop_test(rays, results_do_not_depend_on_history, 0, 5);
    tcase_add_test(rays, hits_come_by_fraction_and_then_by_age);
    tcase_add_test(rays, a_ray_leaves_the_shape_it_starts_in_alone);
    tcase_add_test(rays, filters_choose_who_is_seen);
    tcase_add_test(rays, a_zeroed_filter_sees_nobody);
    tcase_add_test(rays, one_sided_pieces_stop_what_comes_from_their_right);
    tcase_add_loop_test(rays, a_box_seen_by_a_body_holds_the_same_points, 0, 3);
    tcase_add_test(rays, rays_that_make_no_sense_hit_nothing);
    suite_add_tcase(suite, rays);
    return suite;
}
