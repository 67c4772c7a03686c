/* test_mover_range.c - movers at the limits of all numbers: nothing overflows, which only the
 * sanitizers see (MODE=san), and what comes out is within its range. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"

/* Often a limit; else of any size. */
static pawl_fx any_size(uint64_t *seed, pawl_fx low, pawl_fx high) {
    const uint64_t how = seeded_next(seed) % 6;
    if (how == 0) return low;
    if (how == 1) return high;
    const pawl_fx size = (pawl_fx)pawl_abs(seeded_int32(seed));
    return pawl_clamp(seeded_next(seed) % 2 == 0 ? size : -size, low, high);
}

static pawl_vec2 any_vec(uint64_t *seed, pawl_fx most) {
    const pawl_fx x = any_size(seed, -most, most);
    return pawl_vec2_make(x, any_size(seed, -most, most));
}

/* What no function has made: INT32_MIN, too. */
static pawl_vec2 any_bits(uint64_t *seed) {
    const int32_t x = seeded_next(seed) % 4 == 0 ? INT32_MIN : seeded_int32(seed);
    return pawl_vec2_make(x, seeded_next(seed) % 4 == 0 ? INT32_MIN : seeded_int32(seed));
}

static pawl_rot any_direction(uint64_t *seed) {
    return pawl_rot_from_angle((pawl_angle)(seeded_next(seed) >> (32 + seeded_next(seed) % 32)));
}

static void assert_mover_in_range(const pawl_mover *mover) {
    ck_assert_int_le(pawl_abs(mover->position.x), PAWL_COORD_MAX);
    ck_assert_int_le(pawl_abs(mover->position.y), PAWL_COORD_MAX);
    ck_assert_int_ge(pawl_min(mover->remainder.x, mover->remainder.y), 0);
}

/* ---- planes ---------------------------------------------------------------------------------- */

/* Planes and targets may be anything, and what a wedge without room pushes goes on and on. */
START_TEST(planes_of_any_numbers) {
    uint64_t seed = first_seed(_i);
    pawl_plane planes[PAWL_PLANES_MAX];
    memset(planes, 0, sizeof planes);
    for (int round = 0; round < 50; round++) {
        const uint32_t count = (uint32_t)(seeded_next(&seed) % (PAWL_PLANES_MAX + 1));
        for (uint32_t i = 0; i < count; i++) {
            planes[i].normal = any_direction(&seed);
            if (seeded_next(&seed) % 4 == 0) { /* as long as is taken for a unit vector */
                planes[i].normal.c = PAWL_UNIT + 16;
                planes[i].normal.s = 0;
            }
            if (seeded_next(&seed) % 8 == 0) {
                const pawl_vec2 bits = any_bits(&seed);
                planes[i].normal.c = bits.x;
                planes[i].normal.s = bits.y;
            }
            planes[i].separation = any_bits(&seed).x;
            planes[i].push_limit = any_bits(&seed).x;
        }
        const pawl_vec2 target = any_bits(&seed);
        const pawl_vec2 way = pawl_solve_planes(target, planes, count);
        ck_assert_int_le(pawl_max(pawl_abs(way.x), pawl_abs(way.y)), PAWL_COORD_MAX);
        const pawl_vec2 left = pawl_clip_velocity(target, planes, count);
        ck_assert_int_le(pawl_max(pawl_abs(left.x), pawl_abs(left.y)), PAWL_COORD_MAX);
    }
}
END_TEST

/* The highest speeds against the lightest and the heaviest bodies, with the greatest push. */
START_TEST(a_push_of_any_report) {
    uint64_t seed = first_seed(_i);
    pawl_world *const world = make_default_world();
    pawl_mover_def def = pawl_mover_def_default();
    def.push = PAWL_FX_MAX;
    pawl_body_id bodies[3];
    for (int i = 0; i < 3; i++) {
        static const pawl_wide masses[] = {1, 65536, INT64_C(1) << 47};
        bodies[i] = add_unit_box(world, 3 * i, 0);
        const pawl_mass mass = {.mass = masses[i], .inertia = masses[i]};
        ck_assert_int_eq(pawl_body_set_mass(world, bodies[i], mass), PAWL_OK);
    }
    for (int round = 0; round < 20; round++) {
        pawl_mover_report report;
        memset(&report, 0, sizeof report);
        report.hit_count = 1 + (uint32_t)(seeded_next(&seed) % 20);
        for (int i = 0; i < PAWL_MOVER_HITS_MAX; i++) {
            pawl_mover_hit *const hit = &report.hits[i];
            hit->shape = shape_of(world, bodies[seeded_next(&seed) % 3]);
            hit->point = any_bits(&seed);
            hit->normal = any_direction(&seed);
            hit->speed = seeded_next(&seed) % 4 == 0 ? PAWL_FX_MAX : any_bits(&seed).x;
        }
        ck_assert_int_eq(pawl_mover_push(world, &def, &report), PAWL_OK);
        for (int i = 0; i < 3; i++) {
            const pawl_vec2 velocity = pawl_body_get_velocity(world, bodies[i]);
            ck_assert_int_le(pawl_abs(velocity.x), PAWL_SPEED_MAX);
            ck_assert_int_le(pawl_abs(velocity.y), PAWL_SPEED_MAX);
        }
    }
    free(world);
}
END_TEST

/* Ground beyond the edge of the world, within reach of a snap: a mover that followed it could not
 * be moved any more. */
START_TEST(ground_is_not_followed_out_of_the_world) {
    pawl_world *const world = make_default_world();
    pawl_mover_def def = pawl_mover_def_default();
    pawl_mover mover;
    pawl_convex box;
    memset(&mover, 0, sizeof mover);
    def.up.s = -PAWL_UNIT; /* the ground is above, its surface at 16385, the foot at 16384.7 */
    def.snap_distance = FX(2);
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 16383);
    ck_assert_int_eq(pawl_make_box_at(FX(4), FX(1), VEC(0, 3), 0, &box), PAWL_OK);
    mover.ground_shape = add_shape(world, body, &box);
    mover.ground_center = pawl_body_get_center(world, body);
    mover.on_ground = 1;
    mover.position = VEC(0, 16383.9);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pawl_mover_move(world, &def, &mover, VEC(0, 0), 0, NULL), PAWL_OK);
        assert_mover_in_range(&mover);
    }
    free(world);
}
END_TEST

/* ---- anything -------------------------------------------------------------------------------- */

static void add_any_body(pawl_world *world, uint64_t *seed) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_convex convex;
    pawl_shape_id shape;
    const uint64_t type = seeded_next(seed) % 3;
    def.type = type == 0 ? PAWL_STATIC : type == 1 ? PAWL_KINEMATIC : PAWL_DYNAMIC;
    def.position = any_vec(seed, PAWL_COORD_MAX);
    def.velocity = any_vec(seed, PAWL_SPEED_MAX);
    def.angular_velocity = any_size(seed, -PAWL_FX_MAX, PAWL_FX_MAX);
    def.angle = seeded_next(seed) % 2 == 0 ? (pawl_angle)seeded_next(seed) : 0;
    shape_def.one_way = seeded_next(seed) % 4 == 0;
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    const pawl_fx width = any_size(seed, PAWL_SIZE_MIN, FX(5700));
    const pawl_fx height = any_size(seed, PAWL_SIZE_MIN, FX(5700));
    const pawl_status made = seeded_next(seed) % 4 == 0
                                 ? pawl_make_circle(any_vec(seed, FX(1000)), width, &convex)
                                 : pawl_make_box(width, height, &convex);
    ck_assert_int_eq(made, PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &convex, &shape), PAWL_OK);
}

static pawl_mover_def any_mover_def(uint64_t *seed) {
    pawl_mover_def def = pawl_mover_def_default();
    def.skin = any_size(seed, PAWL_MOVER_SKIN_MIN, PAWL_MOVER_EXTENT_MAX / 4);
    def.radius = any_size(seed, 4 * def.skin, PAWL_MOVER_EXTENT_MAX);
    def.half_height = any_size(seed, 0, PAWL_MOVER_EXTENT_MAX - def.radius);
    def.step_height = any_size(seed, 0, PAWL_MOVER_EXTENT_MAX);
    def.snap_distance = any_size(seed, 0, PAWL_MOVER_EXTENT_MAX);
    def.push = any_size(seed, 0, PAWL_FX_MAX);
    def.slope_limit = (pawl_angle)(seeded_next(seed) >> 34);
    if (seeded_next(seed) % 2 == 0) def.up = any_direction(seed);
    ck_assert_int_eq(pawl_mover_def_check(&def, NULL), PAWL_OK);
    return def;
}

/* What a caller may have written: of the ground, and of the last move. */
static void set_anything(pawl_mover *mover, uint64_t *seed) {
    const pawl_fx limit = mover->remainder.x;
    mover->position = any_vec(seed, PAWL_COORD_MAX);
    mover->velocity = any_bits(seed);
    mover->ground_velocity = any_bits(seed);
    mover->ground_center = any_bits(seed);
    mover->ground_angle = (pawl_angle)seeded_next(seed);
    mover->remainder.x = limit;
}

static void ask_anything(const pawl_world *world, const pawl_mover_def *def, uint64_t *seed) {
    pawl_query_hit hit;
    pawl_plane planes[PAWL_PLANES_MAX];
    (void)pawl_mover_cast(world, def, any_vec(seed, PAWL_COORD_MAX), any_vec(seed, PAWL_STEP_MAX),
                          &hit);
    ck_assert_int_le(hit.fraction, PAWL_UNIT);
    ck_assert_uint_le(
        pawl_mover_collide(world, def, any_vec(seed, PAWL_COORD_MAX), planes, PAWL_PLANES_MAX),
        PAWL_PLANES_MAX);
}

START_TEST(anything_legal_stays_in_range) {
    static const uint32_t rates[][2] = {{1, 1}, {1000, 1}, {60, 1}, {UINT32_MAX, UINT32_MAX / 2}};
    uint64_t seed = first_seed(_i);
    pawl_world_def world_def = pawl_world_def_default();
    const uint64_t rate = seeded_next(&seed) % 4;
    world_def.rate_numerator = rates[rate][0];
    world_def.rate_denominator = rates[rate][1];
    pawl_world *const world = make_world(&world_def);
    for (int i = 0; i < 8; i++)
        add_any_body(world, &seed);
    const pawl_mover_def def = any_mover_def(&seed);
    pawl_mover mover;
    memset(&mover, 0, sizeof mover);
    for (int i = 0; i < 16; i++) {
        pawl_mover_report report;
        if (i % 4 == 0) set_anything(&mover, &seed);
        const pawl_vec2 velocity = any_vec(&seed, PAWL_SPEED_MAX);
        ck_assert_int_eq(pawl_mover_move(world, &def, &mover, velocity,
                                         seeded_next(&seed) % 4 == 0 ? PAWL_MOVER_DROP : 0,
                                         &report),
                         PAWL_OK);
        assert_mover_in_range(&mover);
        ck_assert_int_eq(pawl_mover_push(world, &def, &report), PAWL_OK);
        ask_anything(world, &def, &seed);
        run(world, 1);
    }
    free(world);
}
END_TEST

Suite *suite_mover_range(void) {
    Suite *suite = suite_create("mover_range");
    TCase *tcase = tcase_create("mover_range");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, planes_of_any_numbers, 0, SEEDED_ROUNDS(500));
    tcase_add_loop_test(tcase, a_push_of_any_report, 0, SEEDED_ROUNDS(100));
    tcase_add_test(tcase, ground_is_not_followed_out_of_the_world);
    tcase_add_loop_test(tcase, anything_legal_stays_in_range, 0, SEEDED_ROUNDS(1000));
    suite_add_tcase(suite, tcase);
    return suite;
}
