/* test_mover_planes.c - the parts of a move: planes, their solution, casts; misuse of all calls. */
#include "support/world/mover.h"
#include "support/base/seeded.h"

static pawl_plane plane_at(double degrees, double separation) {
    const pawl_angle angle = (pawl_angle)(int64_t)(degrees / 360 * 4294967296.0);
    pawl_plane plane;
    memset(&plane, 0, sizeof plane);
    plane.normal = pawl_rot_from_angle(angle);
    plane.separation = FX(separation);
    plane.push_limit = PAWL_FX_MAX;
    return plane;
}

static double height_of(const pawl_plane *plane, pawl_vec2 v) {
    return ((double)plane->normal.c * v.x + (double)plane->normal.s * v.y) / PAWL_UNIT;
}

/* ---- solving --------------------------------------------------------------------------------- */

/* Worked by hand; the wedges from the two lines' intersection. */
static const struct {
    double degrees[2], separations[2];
    double target[2], want[2];
} solved[] = {
    {{90, 90}, {0, 0}, {3, 1}, {3, 1}},         /* nothing in the way */
    {{90, 90}, {0, 0}, {3, -1}, {3, 0}},        /* along a floor */
    {{90, 90}, {0.5, 0.5}, {3, -1}, {3, -0.5}}, /* down to it */
    {{90, 90}, {-0.25, 0}, {0, 0}, {0, 0.25}},  /* out of it */
    {{90, 180}, {0, 0}, {3, -1}, {0, 0}},       /* into a corner */
    {{90, 180}, {0.5, 1}, {3, -1}, {1, -0.5}},
    {{135, 45}, {0, 0}, {0, -1}, {0, 0}},     /* a wedge of 90 degrees */
    {{45, 45}, {0, 0}, {0, -1}, {0.5, -0.5}}, /* a slope */
    {{90, 270}, {-0.5, 2}, {0, 0}, {0, 0.5}}, /* up, below a ceiling */
};

START_TEST(solutions_match_the_worked_row) {
    const pawl_plane planes[2] = {plane_at(solved[_i].degrees[0], solved[_i].separations[0]),
                                  plane_at(solved[_i].degrees[1], solved[_i].separations[1])};
    const pawl_vec2 got =
        pawl_solve_planes(VEC(solved[_i].target[0], solved[_i].target[1]), planes, 2);
    ck_assert_msg(abs(got.x - FX(solved[_i].want[0])) <= 1 &&
                      abs(got.y - FX(solved[_i].want[1])) <= 1,
                  "%f, %f", units(got.x), units(got.y));
}
END_TEST

START_TEST(a_soft_plane_pushes_no_further_than_its_limit) {
    pawl_plane plane = plane_at(90, -1);
    plane.push_limit = FX(0.25);
    assert_vec_eq(pawl_solve_planes(VEC(2, 0), &plane, 1), VEC(2, 0.25));
    plane.push_limit = -5;
    assert_vec_eq(pawl_solve_planes(VEC(2, 0), &plane, 1), VEC(2, 0));
    assert_vec_eq(pawl_clip_velocity(VEC(2, -1), &plane, 1), VEC(2, 0));
}
END_TEST

/* Against a brute force in double precision: the target, its projections on each line, and the
 * intersections of two, whichever is allowed by all planes and nearest. The normals are 45 to 135
 * degrees apart: of an error each round leaves the square of the cosine, 2^-20 in the end. */
static void nearest_allowed(const pawl_plane *planes, int count, double tx, double ty, double *bx,
                            double *by) {
    double best = 1e30, candidates[16][2];
    int made = 0;
    candidates[made][0] = tx, candidates[made++][1] = ty;
    for (int i = 0; i < count; i++) {
        const double ax = planes[i].normal.c / (double)PAWL_UNIT,
                     ay = planes[i].normal.s / (double)PAWL_UNIT;
        const double h = ax * tx + ay * ty + planes[i].separation;
        candidates[made][0] = tx - h * ax, candidates[made++][1] = ty - h * ay;
        for (int j = 0; j < i; j++) {
            const double cx = planes[j].normal.c / (double)PAWL_UNIT,
                         cy = planes[j].normal.s / (double)PAWL_UNIT;
            const double d = ax * cy - ay * cx;
            if (d * d < 1e-6) continue;
            const double p = -planes[i].separation, q = -planes[j].separation;
            candidates[made][0] = (p * cy - q * ay) / d,
            candidates[made++][1] = (ax * q - cx * p) / d;
        }
    }
    for (int i = 0; i < made; i++) {
        const double x = candidates[i][0], y = candidates[i][1];
        bool allowed = true;
        for (int k = 0; k < count; k++)
            allowed = allowed && (planes[k].normal.c * x + planes[k].normal.s * y) / PAWL_UNIT +
                                         planes[k].separation >=
                                     -0.01;
        const double far = (x - tx) * (x - tx) + (y - ty) * (y - ty);
        if (allowed && far < best) best = far, *bx = x, *by = y;
    }
}

START_TEST(solutions_are_the_nearest_allowed_points) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < 2000; n++) {
        pawl_plane planes[2];
        const double turn = (double)(seeded_next(&seed) % 360);
        const int count = 1 + (int)(seeded_next(&seed) % 2);
        for (int i = 0; i < count; i++)
            planes[i] = plane_at(turn + i * (45 + (double)(seeded_next(&seed) % 90)),
                                 (double)(seeded_next(&seed) % 2048) / 1024 - 1);
        const double tx = (double)(seeded_next(&seed) % 262144) - 131072;
        const double ty = (double)(seeded_next(&seed) % 262144) - 131072;
        double bx = 0, by = 0;
        nearest_allowed(planes, count, tx, ty, &bx, &by);
        const pawl_vec2 got =
            pawl_solve_planes(pawl_vec2_make((pawl_fx)tx, (pawl_fx)ty), planes, (uint32_t)count);
        const double far = (got.x - bx) * (got.x - bx) + (got.y - by) * (got.y - by);
        ck_assert_msg(far <= 4 * 4, "%f, %f instead of %f, %f: seed %d, case %d", units(got.x),
                      units(got.y), bx / 65536, by / 65536, _i, n);
    }
}
END_TEST

START_TEST(clipped_velocities_go_against_no_plane) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < 2000; n++) {
        pawl_plane planes[2];
        const double turn = (double)(seeded_next(&seed) % 360);
        for (int i = 0; i < 2; i++)
            planes[i] = plane_at(turn + (double)(seeded_next(&seed) % 90), 3);
        const pawl_vec2 v = pawl_vec2_make(seeded_int32(&seed) / 8, seeded_int32(&seed) / 8);
        const pawl_vec2 got = pawl_clip_velocity(v, planes, 2);
        for (int i = 0; i < 2; i++)
            ck_assert_msg(height_of(&planes[i], got) >= -2, "%f against plane %d: seed %d, case %d",
                          height_of(&planes[i], got), i, _i, n);
        if (height_of(&planes[0], v) >= 1 && height_of(&planes[1], v) >= 1) assert_vec_eq(got, v);
    }
}
END_TEST

START_TEST(no_planes_and_broken_ones_change_nothing) {
    pawl_plane plane = plane_at(90, -1);
    assert_vec_eq(pawl_solve_planes(VEC(2, -1), NULL, 3), VEC(2, -1));
    assert_vec_eq(pawl_solve_planes(VEC(2, -1), &plane, 0), VEC(2, -1));
    plane.normal.c = INT32_MIN;
    assert_vec_eq(pawl_solve_planes(VEC(2, -1), &plane, 1), VEC(2, -1));
    plane = plane_at(45, 0);
    plane.separation = INT32_MIN;
    const pawl_vec2 far = pawl_solve_planes(pawl_vec2_make(INT32_MIN, INT32_MAX), &plane, 1);
    ck_assert_int_le(far.x, PAWL_COORD_MAX);
    ck_assert_int_ge(far.y, -PAWL_COORD_MAX);
}
END_TEST

/* ---- planes of a world ----------------------------------------------------------------------- */

START_TEST(planes_come_nearest_first_and_only_within_the_skin) {
    pawl_world *const world = make_space();
    const pawl_shape_id floor = add_block(world, -5, -1, 5, 0);
    const pawl_shape_id wall = add_block(world, 1, -1, 2, 5);
    add_block(world, -5, 0, -0.75, 5);
    player p = player_at(0.6875 - 1 / 128.0, 0.8125 + 1 / 256.0);
    p.def.radius = FX(0.3125);
    pawl_plane planes[PAWL_PLANES_MAX];
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, p.mover.position, planes, 16), 2);
    ck_assert_msg(pawl_shape_id_equal(planes[0].shape, floor), "the floor is nearer");
    ck_assert_int_eq(planes[0].separation, FX(1 / 256.0));
    ck_assert_int_eq(planes[0].normal.s, PAWL_UNIT);
    ck_assert_int_eq(planes[0].point.y, 0);
    ck_assert_msg(pawl_shape_id_equal(planes[1].shape, wall), "the wall is farther");
    ck_assert_int_eq(planes[1].separation, FX(1 / 128.0));
    ck_assert_int_eq(planes[1].normal.c, -PAWL_UNIT);
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, p.mover.position, planes, 1), 1);
    ck_assert_msg(pawl_shape_id_equal(planes[0].shape, floor), "a short list keeps the nearest");
    p.mover.position.y -= FX(0.25);
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, p.mover.position, planes, 16), 2);
    assert_near(units(planes[0].separation), 1 / 256.0 - 0.25, 0.0001, "depth");
    free(world);
}
END_TEST

START_TEST(equal_planes_come_in_order_of_creation) {
    pawl_world *const world = make_space();
    pawl_shape_id shapes[20];
    for (int i = 0; i < 20; i++)
        shapes[i] = add_block(world, -5 - i, -1 - i, 5 + i, 0);
    player p = player_at(0, 0.8125);
    p.def.radius = FX(0.3125);
    pawl_plane planes[PAWL_PLANES_MAX];
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, p.mover.position, planes, 99), 16);
    for (int i = 0; i < PAWL_PLANES_MAX; i++)
        ck_assert_msg(pawl_shape_id_equal(planes[i].shape, shapes[i]), "plane %d", i);
    free(world);
}
END_TEST

START_TEST(a_cast_that_only_grazes_is_not_stopped) {
    pawl_world *const world = make_space();
    add_block(world, 4, -1, 8, 0);
    player p = player_at(0, 0);
    p.def.radius = FX(0.3125);
    pawl_query_hit hit;
    const double height = 0.8125 + 1 / 128.0;
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, height), VEC(12, 0), &hit), false);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, height - 1 / 128.0), VEC(12, 0), &hit),
                     true);
    free(world);
}
END_TEST

START_TEST(a_cast_ends_half_a_skin_before) {
    pawl_world *const world = make_space();
    const pawl_shape_id wall = add_block(world, 4, -5, 5, 5);
    player p = player_at(0, 0);
    pawl_query_hit hit;
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, 0), VEC(8, 0), &hit), true);
    assert_near(hit.fraction / (double)PAWL_UNIT * 8, 4 - 0.3 - 1 / 128.0, 0.0001, "way");
    ck_assert_msg(pawl_shape_id_equal(hit.shape, wall), "the wall");
    ck_assert_int_eq(hit.normal.c, -PAWL_UNIT);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, 0), VEC(-8, 0), &hit), false);
    ck_assert_int_eq(hit.fraction, PAWL_UNIT);
    ck_assert_int_eq(hit.shape.index1, 0);
    /* Along it and away from it, even from inside: free. Against it: not at all. */
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(3.7, 0), VEC(0, 8), &hit), false);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(3.9, 0), VEC(-8, 0), &hit), false);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(3.9, 0), VEC(1, 0), &hit), true);
    ck_assert_int_eq(hit.fraction, 0);
    p.def.filter.mask = 2;
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, 0), VEC(8, 0), &hit), false);
    free(world);
}
END_TEST

/* ---- misuse ---------------------------------------------------------------------------------- */

typedef void change_def(pawl_mover_def *def);
static void no_cookie(pawl_mover_def *def) {
    def->cookie = 1;
}
static void thin_skin(pawl_mover_def *def) {
    def->skin = PAWL_MOVER_SKIN_MIN - 1;
}
static void thick_skin(pawl_mover_def *def) {
    def->skin = INT32_MAX;
}
static void no_radius(pawl_mover_def *def) {
    def->radius = 4 * def->skin - 1;
}
static void large_radius(pawl_mover_def *def) {
    def->radius = INT32_MAX;
}
static void negative_height(pawl_mover_def *def) {
    def->half_height = -1;
}
static void too_high(pawl_mover_def *def) {
    def->half_height = INT32_MAX;
}
static void no_up(pawl_mover_def *def) {
    def->up.s = 0;
}
static void too_steep(pawl_mover_def *def) {
    def->slope_limit = PAWL_TURN(1, 4);
}
static void negative_step(pawl_mover_def *def) {
    def->step_height = INT32_MIN;
}
static void negative_snap(pawl_mover_def *def) {
    def->snap_distance = -1;
}
static void negative_push(pawl_mover_def *def) {
    def->push = -1;
}

static const struct {
    change_def *change;
    pawl_status want;
} bad_defs[] = {
    {no_cookie, PAWL_ERR_COOKIE},    {thin_skin, PAWL_ERR_RANGE},
    {thick_skin, PAWL_ERR_RANGE},    {no_radius, PAWL_ERR_RANGE},
    {large_radius, PAWL_ERR_RANGE},  {negative_height, PAWL_ERR_RANGE},
    {too_high, PAWL_ERR_RANGE},      {no_up, PAWL_ERR_RANGE},
    {too_steep, PAWL_ERR_RANGE},     {negative_step, PAWL_ERR_RANGE},
    {negative_snap, PAWL_ERR_RANGE}, {negative_push, PAWL_ERR_RANGE},
};

START_TEST(a_wrong_def_is_refused_by_every_call) {
    pawl_world *const world = make_space();
    add_ground(world);
    player p = player_at(0, 1);
    const pawl_mover before = p.mover;
    pawl_query_hit hit;
    pawl_plane planes[2];
    bad_defs[_i].change(&p.def);
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(1, 0), 0, &p.report),
                     bad_defs[_i].want);
    ck_assert_mem_eq(&before, &p.mover, sizeof before);
    ck_assert_int_eq(pawl_mover_push(world, &p.def, &p.report), bad_defs[_i].want);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, 1), VEC(0, -5), &hit), false);
    ck_assert_int_eq(hit.fraction, 0);
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, VEC(0, 0), planes, 2), 0);
    free(world);
}
END_TEST

START_TEST(wrong_arguments_are_refused) {
    pawl_world *const world = make_space();
    add_ground(world);
    player p = player_at(0, 1);
    pawl_query_hit hit;
    pawl_plane plane;
    const pawl_mover before = p.mover;
    ck_assert_int_eq(pawl_mover_move(NULL, &p.def, &p.mover, VEC(1, 0), 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_move(world, NULL, &p.mover, VEC(1, 0), 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_move(world, &p.def, NULL, VEC(1, 0), 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(1, 0), 2, NULL),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(8193, 0), 0, NULL),
                     PAWL_ERR_RANGE);
    const pawl_vec2 lowest = {INT32_MIN, INT32_MIN};
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, lowest, 0, NULL), PAWL_ERR_RANGE);
    ck_assert_mem_eq(&before, &p.mover, sizeof before);
    p.mover.position = lowest;
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(1, 0), 0, NULL), PAWL_ERR_RANGE);
    p.mover = before;
    p.mover.remainder.x = -1;
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(1, 0), 0, NULL), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_mover_push(NULL, &p.def, &p.report), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_push(world, &p.def, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, 1), VEC(0, -5), NULL), false);
    ck_assert_int_eq(pawl_mover_cast(NULL, &p.def, VEC(0, 1), VEC(0, -5), &hit), false);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, lowest, VEC(0, -5), &hit), false);
    ck_assert_int_eq(pawl_mover_cast(world, &p.def, VEC(0, 1), lowest, &hit), false);
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, VEC(0, 0.8), NULL, 4), 0);
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, lowest, &plane, 1), 0);
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, VEC(0, 0.8), &plane, 0), 0);
    ck_assert_uint_eq(pawl_mover_collide(world, &p.def, VEC(0, 0.8), &plane, 1), 1);
    free(world);
}
END_TEST

/* A mover that was loaded from a broken file, and reports of bodies that are no more. */
START_TEST(nonsense_in_a_mover_does_no_harm) {
    pawl_world *const world = make_space();
    add_ground(world);
    player p = player_at(0, 1);
    memset(&p.mover, 0x7F, sizeof p.mover);
    p.mover.position = VEC(0, 1);
    p.mover.remainder = VEC(0, 0);
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(1, 0), 0, NULL), PAWL_OK);
    p.mover.ground_shape = shape_of(world, pawl_world_next_body(world, NO_BODY));
    p.mover.on_ground = 255;
    p.mover.ground_center = pawl_vec2_make(INT32_MIN, INT32_MAX);
    p.mover.ground_angle = 77;
    p.mover.ground_normal.c = p.mover.ground_normal.s = INT32_MIN;
    p.mover.ground_velocity = p.mover.ground_center;
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(1, 0), 0, NULL), PAWL_OK);
    p.mover.position = pawl_vec2_make(PAWL_COORD_MAX, -PAWL_COORD_MAX);
    for (int i = 0; i < 10; i++)
        ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, VEC(8192, -8192), 0, NULL),
                         PAWL_OK);
    ck_assert_int_eq(p.mover.position.x, PAWL_COORD_MAX);
    p.def.push = PAWL_FX_MAX;
    memset(&p.report, 0x7F, sizeof p.report);
    ck_assert_int_eq(pawl_mover_push(world, &p.def, &p.report), PAWL_OK);
    free(world);
}
END_TEST

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

Suite *suite_mover_planes(void) {
    Suite *const suite = suite_create("mover_planes");
    TCase *const planes = tcase_create("planes");
    tcase_add_loop_test(planes, solutions_match_the_worked_row, 0, COUNT(solved));
    tcase_add_test(planes, a_soft_plane_pushes_no_further_than_its_limit);
    tcase_add_loop_test(planes, solutions_are_the_nearest_allowed_points, 0, 4);
    tcase_add_loop_test(planes, clipped_velocities_go_against_no_plane, 0, 4);
    tcase_add_test(planes, no_planes_and_broken_ones_change_nothing);
    tcase_add_test(planes, planes_come_nearest_first_and_only_within_the_skin);
    tcase_add_test(planes, equal_planes_come_in_order_of_creation);
    tcase_add_test(planes, a_cast_that_only_grazes_is_not_stopped);
    tcase_add_test(planes, a_cast_ends_half_a_skin_before);
    suite_add_tcase(suite, planes);
    TCase *const misuse = tcase_create("misuse");
    tcase_add_loop_test(misuse, a_wrong_def_is_refused_by_every_call, 0, COUNT(bad_defs));
    tcase_add_test(misuse, wrong_arguments_are_refused);
    tcase_add_test(misuse, nonsense_in_a_mover_does_no_harm);
    suite_add_tcase(suite, misuse);
    return suite;
}
