/* test_soft_calls.c - what one may ask of a soft body and do to it, and wrong use of it. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "soft/soft.h"
#include "state/snapshot.h"
#include "world/world.h"

static pawl_soft_point points[4];
static pawl_soft_link links[5];

static pawl_world_def small_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 4;
    def.soft_capacity = 2;
    def.soft_point_capacity = 8;
    def.soft_link_capacity = 11;
    return def;
}

static pawl_world *make_small(void) {
    const pawl_world_def def = small_def();
    return make_world(&def);
}

/* A square of 2 x 2, counter-clockwise, with one diagonal. */
static pawl_soft_def square_def(void) {
    static const double corners[4][2] = {{1, 1}, {3, 1}, {3, 3}, {1, 3}};
    memset(points, 0, sizeof points);
    memset(links, 0, sizeof links);
    for (int i = 0; i < 4; i++) {
        points[i].position = VEC(corners[i][0], corners[i][1]);
        points[i].mass = FX(i + 1);
        links[i].a = (uint16_t)i;
        links[i].b = (uint16_t)((i + 1) % 4);
        links[i].flags = PAWL_LINK_SURFACE;
        links[i].stiffness = FX(1);
    }
    links[4].b = 2;
    links[4].stiffness = FX(0.5);
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = 4;
    def.link_count = 5;
    def.outline_count = 4;
    return def;
}

static pawl_soft_id add_square(pawl_world *world) {
    const pawl_soft_def def = square_def();
    pawl_soft_id soft = {0, 0};
    ck_assert_int_eq(pawl_soft_create(world, &def, &soft), PAWL_OK);
    return soft;
}

START_TEST(it_tells_what_it_is) {
    pawl_world *const world = make_small();
    const pawl_soft_id soft = add_square(world);
    pawl_soft_link link;
    ck_assert_int_eq(pawl_soft_get_area2(world, soft), INT64_C(8) << 32);
    ck_assert_int_eq(pawl_soft_get_target_area2(world, soft), INT64_C(8) << 32);
    const pawl_box box = pawl_soft_get_box(world, soft);
    assert_vec_eq(box.lower, VEC(1, 1));
    assert_vec_eq(box.upper, VEC(3, 3));
    assert_vec_eq(pawl_soft_get_center(world, soft), VEC(2, 2.4)); /* (1+6+9+4)/10, (1+2+9+12)/10 */
    ck_assert_int_eq(pawl_soft_get_link(world, soft, 4, &link), PAWL_OK);
    ck_assert_int_eq(link.length, 185364); /* 2 sqrt(2) */
    ck_assert_int_eq(link.stiffness, FX(0.5));
    ck_assert_int_eq(pawl_soft_set_point_mass(world, soft, 2, 0), PAWL_OK);
    assert_vec_eq(pawl_soft_get_center(world, soft), VEC(11.0 / 7, 15.0 / 7));
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_int_eq(pawl_soft_set_point_mass(world, soft, i, 0), PAWL_OK);
    assert_vec_eq(pawl_soft_get_center(world, soft), VEC(2, 2));
    ck_assert_int_eq(pawl_soft_set_target_area2(world, soft, INT64_C(9) << 32), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_target_area2(world, soft), INT64_C(9) << 32);
    assert_sound(world);
    free(world);
}
END_TEST

/* h = d / (n s): moved = v 2^6 h and back, against 128-bit arithmetic. */
START_TEST(it_is_made_of_what_the_def_says) {
    pawl_world *const world = make_small();
    pawl_soft_id soft = add_square(world);
    ck_assert_int_eq(pawl_soft_get_outline_count(world, soft), 4);
    ck_assert_int_eq(pawl_soft_set_pressure(world, soft, FX(0.25)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_set_damping(world, soft, FX(3)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_set_gravity_scale(world, soft, FX(-2)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_set_iterations(world, soft, 7), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_pressure(world, soft), FX(0.25));
    ck_assert_int_eq(pawl_soft_get_damping(world, soft), FX(3));
    ck_assert_int_eq(pawl_soft_get_gravity_scale(world, soft), FX(-2));
    ck_assert_int_eq(pawl_soft_get_iterations(world, soft), 7);
    const pawl_soft_point point = {VEC(1, 1), {0, 0}, PAWL_FX_ONE};
    pawl_soft_def def = pawl_soft_def_default();
    def.points = &point;
    def.point_count = 1;
    def.friction = FX(0.75);
    def.restitution = FX(0.5);
    def.radius = FX(0.125);
    ck_assert_int_eq(pawl_soft_create(world, &def, &soft), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_outline_count(world, soft), 0);
    ck_assert_int_eq(pawl_soft_get_friction(world, soft), FX(0.75));
    ck_assert_int_eq(pawl_soft_get_restitution(world, soft), FX(0.5));
    ck_assert_int_eq(pawl_soft_get_radius(world, soft), FX(0.125));
    ck_assert_int_eq(pawl_soft_destroy(world, soft), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_radius(world, soft), 0);
    ck_assert_int_eq(pawl_soft_get_iterations(NULL, soft), 0);
    free(world);
}
END_TEST

START_TEST(velocities_are_movements_to_nearest) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(20000); round++) {
        pawl_world layout;
        memset(&layout, 0, sizeof layout);
        layout.rate_denominator =
            1 + (uint32_t)(seeded_next(&seed) >> (32 + seeded_next(&seed) % 32));
        const uint64_t rate = 1 + seeded_next(&seed) % 1000;
        const uint64_t numerator = rate * layout.rate_denominator;
        if (numerator > UINT32_MAX) continue;
        layout.rate_numerator = (uint32_t)numerator;
        layout.soft_substeps = (uint8_t)(1 + seeded_next(&seed) % PAWL_SOFT_SUBSTEPS_MAX);
        const int32_t velocity = seeded_int32(&seed) / 4;
        const int128 top = (int128)velocity * 64 * layout.rate_denominator;
        const int128 bottom = (int128)layout.rate_numerator * layout.soft_substeps;
        const int64_t moved = pawli_soft_point_moved_of(&layout, velocity);
        const int128 off = 2 * (top - moved * bottom);
        ck_assert_msg(off <= bottom && off >= -bottom, "seed %d round %d", _i, round);
        ck_assert_int_eq(pawli_soft_point_moved_of(&layout, -(int64_t)velocity), -moved);
        uint32_t faults = 0;
        const int32_t limit = pawli_soft_point_limit_moved(&layout, INT64_MAX, &faults);
        ck_assert_int_le(limit, 64 * (int64_t)PAWL_STEP_MAX / layout.soft_substeps);
        faults = 0;
        const int32_t limited = pawli_soft_point_limit_moved(&layout, moved, &faults);
        ck_assert_int_eq(limited != moved, faults != 0);
        ck_assert_int_le(limited < 0 ? -limited : limited, limit);
        const int128 back = (int128)limited * bottom, unit = (int128)64 * layout.rate_denominator;
        const int128 error =
            2 * (back - (int128)pawli_soft_point_velocity_of(&layout, limited) * unit);
        ck_assert_msg(error <= unit && error >= -unit, "back, seed %d round %d", _i, round);
    }
}
END_TEST

START_TEST(pushes_change_velocities) {
    pawl_world *const world = make_small();
    const pawl_soft_id soft = add_square(world);
    pawl_soft_point point;
    ck_assert_int_eq(pawl_soft_set_point_velocity(world, soft, 1, VEC(3, -1.5)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_point(world, soft, 1, &point), PAWL_OK);
    ck_assert_int_le(pawl_abs(point.velocity.x - FX(3)), 4); /* 480 Hz: 2^-22 * 480 is 7.5 raw */
    ck_assert_int_le(pawl_abs(point.velocity.y + FX(1.5)), 4);
    const pawl_wide2 impulse = {FX(-4), FX(8)}; /* its mass is 2 */
    ck_assert_int_eq(pawl_soft_apply_point_impulse(world, soft, 1, impulse), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_point(world, soft, 1, &point), PAWL_OK);
    ck_assert_int_le(pawl_abs(point.velocity.x - FX(1)), 8);
    ck_assert_int_le(pawl_abs(point.velocity.y - FX(2.5)), 8);
    const pawl_wide2 huge = {PAWL_WIDE_MAX, -PAWL_WIDE_MAX};
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    ck_assert_int_eq(pawl_soft_apply_point_impulse(world, soft, 1, huge), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_SPEED | PAWL_FAULT_FORCE_RANGE);
    ck_assert_int_eq(pawl_soft_set_point_mass(world, soft, 1, 0), PAWL_OK);
    ck_assert_int_eq(pawl_soft_set_point_velocity(world, soft, 1, VEC(3, 3)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_apply_point_impulse(world, soft, 1, impulse), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_point(world, soft, 1, &point), PAWL_OK);
    assert_vec_eq(point.velocity, VEC(0, 0)); /* it is pinned */
    ck_assert_int_eq(pawl_soft_set_awake(world, soft, false), PAWL_OK);
    ck_assert_int_eq(pawl_soft_is_awake(world, soft), false);
    ck_assert_int_eq(pawl_soft_set_point_position(world, soft, 0, VEC(1, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_is_awake(world, soft), true);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(an_attachment_goes_with_its_body_and_keeps_its_number) {
    pawl_world *const world = make_small();
    const pawl_soft_id first = add_square(world);
    const pawl_soft_id second = add_square(world); /* its links have to make room */
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 5);
    const pawl_body_id other = add_body(world, PAWL_STATIC, 0, 9);
    pawl_body_id told = {9, 9};
    pawl_vec2 anchor;
    pawl_soft_link link;
    uint32_t number = 77;
    ck_assert_int_eq(pawl_soft_attach(world, first, 3, body, VEC(0.5, 0.25), &number), PAWL_OK);
    ck_assert_uint_eq(number, 5);
    ck_assert_int_eq(pawl_soft_attach(world, first, 1, other, VEC(0, 0), &number),
                     PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(number, 5);
    ck_assert_int_eq(pawl_soft_get_attachment(world, first, 5, &told, &anchor), PAWL_OK);
    ck_assert_uint_eq(pawl_body_id_store(told), pawl_body_id_store(body));
    assert_vec_eq(anchor, VEC(0.5, 0.25));
    ck_assert_int_eq(pawl_soft_get_attachment(world, first, 4, &told, &anchor), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_soft_get_link(world, second, 4, &link), PAWL_OK);
    ck_assert_uint_eq(link.b, 2); /* the links of the second have moved as a whole */
    assert_sound(world);
    ck_assert_int_eq(pawl_soft_set_awake(world, first, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    ck_assert_int_eq(pawl_soft_is_awake(world, first), true);
    ck_assert_uint_eq(pawl_soft_get_link_count(world, first), 6);
    ck_assert_int_eq(pawl_soft_get_link(world, first, 5, &link), PAWL_OK);
    ck_assert_uint_eq(link.flags, PAWL_LINK_TORN);
    ck_assert_int_eq(pawl_soft_get_attachment(world, first, 5, &told, &anchor), PAWL_OK);
    ck_assert_uint_eq(pawl_body_id_store(told), 0);
    ck_assert_int_eq(pawl_soft_tear(world, second, 0), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_link(world, second, 0, &link), PAWL_OK);
    ck_assert_uint_eq(link.flags, PAWL_LINK_SURFACE | PAWL_LINK_TORN);
    assert_sound(world);
    free(world);
}
END_TEST

/* What a def must not say, one thing at a time. */
typedef struct mistake {
    const char *name;
    void (*make)(pawl_soft_def *def);
    pawl_status want;
} mistake;

static void no_cookie(pawl_soft_def *def) {
    def->cookie = 0;
}
static void no_points(pawl_soft_def *def) {
    def->points = NULL;
}
static void no_links(pawl_soft_def *def) {
    def->links = NULL;
}
static void few_points(pawl_soft_def *def) {
    def->point_count = 0;
}
static void many_points(pawl_soft_def *def) {
    def->point_count = 65536;
}
static void far_point(pawl_soft_def *def) {
    (void)def, points[1].position.x = PAWL_COORD_MAX + 1;
}
static void fast_point(pawl_soft_def *def) {
    (void)def, points[1].velocity.y = -PAWL_SPEED_MAX - 1;
}
static void light_point(pawl_soft_def *def) {
    (void)def, points[1].mass = PAWL_POINT_MASS_MIN - 1;
}
static void heavy_point(pawl_soft_def *def) {
    (void)def, points[1].mass = PAWL_POINT_MASS_MAX + 1;
}
static void loose_link(pawl_soft_def *def) {
    (void)def, links[1].b = 4;
}
static void short_circuit(pawl_soft_def *def) {
    (void)def, links[1].b = links[1].a;
}
static void third_point(pawl_soft_def *def) {
    (void)def, links[1].c = 1;
}
static void attached(pawl_soft_def *def) {
    (void)def, links[1].type = PAWL_LINK_ATTACH;
}
static void torn(pawl_soft_def *def) {
    (void)def, links[1].flags = PAWL_LINK_TORN;
}
static void unknown_kind(pawl_soft_def *def) {
    (void)def, links[1].type = 3;
}
static void no_length(pawl_soft_def *def) {
    (void)def, points[1].position = points[0].position;
}
static void long_link(pawl_soft_def *def) {
    (void)def, points[2].position.x = FX(300);
}
static void stiff(pawl_soft_def *def) {
    (void)def, links[0].stiffness = FX(1) + 1;
}
static void tears_at_once(pawl_soft_def *def) {
    (void)def, links[0].tear = FX(1);
}
static void bad_bend(pawl_soft_def *def) {
    (void)def, links[1].type = PAWL_LINK_BEND, links[1].c = 1;
}
static void small_outline(pawl_soft_def *def) {
    def->outline_count = 2;
}
static void large_outline(pawl_soft_def *def) {
    def->outline_count = 5;
}
static void clockwise(pawl_soft_def *def) {
    (void)def;
    const pawl_soft_point swapped = points[1];
    points[1] = points[3];
    points[3] = swapped;
}
static void high_pressure(pawl_soft_def *def) {
    def->pressure = FX(1) + 1;
}
static void low_friction(pawl_soft_def *def) {
    def->friction = -1;
}
static void bouncy(pawl_soft_def *def) {
    def->restitution = FX(1) + 1;
}
static void damped(pawl_soft_def *def) {
    def->damping = FX(1024) + 1;
}
static void no_iterations(pawl_soft_def *def) {
    def->iterations = 0;
}
static void many_iterations(pawl_soft_def *def) {
    def->iterations = PAWL_SOFT_ITERATIONS_MAX + 1;
}
static void thick(pawl_soft_def *def) {
    def->radius = -1;
}

static const mistake mistakes[] = {
    {"cookie", no_cookie, PAWL_ERR_COOKIE},
    {"points", no_points, PAWL_ERR_NULL},
    {"links", no_links, PAWL_ERR_NULL},
    {"few points", few_points, PAWL_ERR_RANGE},
    {"many points", many_points, PAWL_ERR_RANGE},
    {"far point", far_point, PAWL_ERR_RANGE},
    {"fast point", fast_point, PAWL_ERR_RANGE},
    {"light point", light_point, PAWL_ERR_RANGE},
    {"heavy point", heavy_point, PAWL_ERR_RANGE},
    {"loose link", loose_link, PAWL_ERR_ARGUMENT},
    {"short circuit", short_circuit, PAWL_ERR_ARGUMENT},
    {"third point", third_point, PAWL_ERR_ARGUMENT},
    {"attached", attached, PAWL_ERR_ARGUMENT},
    {"torn", torn, PAWL_ERR_ARGUMENT},
    {"unknown kind", unknown_kind, PAWL_ERR_ARGUMENT},
    {"no length", no_length, PAWL_ERR_GEOMETRY},
    {"long link", long_link, PAWL_ERR_RANGE},
    {"stiff", stiff, PAWL_ERR_RANGE},
    {"tears at once", tears_at_once, PAWL_ERR_RANGE},
    {"bad bend", bad_bend, PAWL_ERR_ARGUMENT},
    {"small outline", small_outline, PAWL_ERR_ARGUMENT},
    {"large outline", large_outline, PAWL_ERR_ARGUMENT},
    {"clockwise", clockwise, PAWL_ERR_GEOMETRY},
    {"high pressure", high_pressure, PAWL_ERR_RANGE},
    {"low friction", low_friction, PAWL_ERR_RANGE},
    {"bouncy", bouncy, PAWL_ERR_RANGE},
    {"damped", damped, PAWL_ERR_RANGE},
    {"no iterations", no_iterations, PAWL_ERR_RANGE},
    {"many iterations", many_iterations, PAWL_ERR_RANGE},
    {"thick", thick, PAWL_ERR_RANGE},
};
#define MISTAKES (int)(sizeof mistakes / sizeof mistakes[0])

START_TEST(a_wrong_def_changes_nothing) {
    pawl_world *const world = make_small();
    pawl_soft_def def = square_def();
    pawl_soft_id soft = {7, 7};
    mistakes[_i].make(&def);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_status status = pawl_soft_create(world, &def, &soft);
    ck_assert_msg(status == mistakes[_i].want, "%s: %s", mistakes[_i].name,
                  pawl_status_text(status));
    ck_assert_uint_eq(soft.index1, 7);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_uint_eq(world->soft_pool.used, 0);
    free(world);
}
END_TEST

START_TEST(stale_handles_and_nulls_are_refused) {
    pawl_world *const world = make_small();
    const pawl_soft_id soft = add_square(world), none = {0, 0};
    pawl_soft_point point = {{1, 2}, {3, 4}, 5};
    const pawl_soft_point untouched = point;
    pawl_soft_link link;
    ck_assert_int_eq(pawl_soft_get_point(world, soft, 4, &point), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_get_link(world, soft, 5, &link), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_set_point_mass(world, soft, 0, -1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_set_iterations(world, soft, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_set_target_area2(world, soft, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_destroy(world, soft), PAWL_OK);
    const pawl_soft_id stale[] = {soft, none};
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pawl_soft_get_point(world, stale[i], 0, &point), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_soft_set_awake(world, stale[i], true), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_soft_set_pressure(world, stale[i], 0), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_soft_tear(world, stale[i], 0), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_soft_get_area2(world, stale[i]), 0);
        ck_assert_uint_eq(pawl_soft_get_point_count(world, stale[i]), 0);
        ck_assert_int_eq(pawl_soft_is_awake(world, stale[i]), false);
    }
    ck_assert_mem_eq(&point, &untouched, sizeof point);
    ck_assert_int_eq(pawl_soft_get_point(NULL, soft, 0, &point), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_get_point(world, soft, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_create(world, NULL, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_world_get_events(NULL).tear_count, 0);
    free(world);
}
END_TEST

/* Worlds without room for soft bodies are written as before there could be any; a room that nobody
 * uses does not change the hash, but the snapshot has it. */
START_TEST(a_world_without_soft_bodies_is_what_it_was) {
    pawl_world_def def = small_def();
    pawl_world *const with = make_world(&def);
    def.soft_capacity = def.soft_point_capacity = def.soft_link_capacity = 0;
    pawl_world *const without = make_world(&def);
    static uint8_t bytes[2][8192];
    size_t size[2];
    ck_assert_uint_eq(pawl_world_hash(with), pawl_world_hash(without));
    ck_assert_uint_eq(pawl_world_hash_tree(with).root, pawl_world_hash_tree(without).root);
    ck_assert_uint_eq(pawl_world_hash_tree(with).branches[PAWL_BRANCH_SOFT], 0);
    ck_assert_int_eq(pawl_world_encode(with, bytes[0], sizeof bytes[0], &size[0]), PAWL_OK);
    ck_assert_int_eq(pawl_world_encode(without, bytes[1], sizeof bytes[1], &size[1]), PAWL_OK);
    ck_assert_uint_eq(bytes[1][PAWLI_SNAPSHOT_HEADER], PAWLI_LAST_HARD_OBJECT);
    ck_assert_uint_gt(size[0], size[1]);
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(bytes[0], size[0], &info), PAWL_OK);
    ck_assert_uint_eq(info.def.soft_link_capacity, 11);
    ck_assert_uint_eq(info.def.soft_substeps, 8);
    ck_assert_int_eq(pawl_snapshot_inspect(bytes[1], size[1], &info), PAWL_OK);
    ck_assert_uint_eq(info.def.soft_capacity, 0);
    const pawl_soft_id soft = add_square(with);
    ck_assert_uint_ne(pawl_world_hash(with), pawl_world_hash(without));
    ck_assert_uint_ne(pawl_world_motion_hash(with), pawl_world_motion_hash(without));
    ck_assert_int_eq(pawl_soft_destroy(with, soft), PAWL_OK);
    ck_assert_uint_ne(pawl_world_hash(with), pawl_world_hash(without)); /* the next handle */
    ck_assert_uint_eq(pawl_world_motion_hash(with), pawl_world_motion_hash(without));
    free(with);
    free(without);
}
END_TEST

Suite *suite_soft_calls(void) {
    Suite *const suite = suite_create("soft_calls");
    TCase *const tests = tcase_create("soft_calls");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, it_tells_what_it_is);
    tcase_add_test(tests, it_is_made_of_what_the_def_says);
    tcase_add_loop_test(tests, velocities_are_movements_to_nearest, 0, 4);
    tcase_add_test(tests, pushes_change_velocities);
    tcase_add_test(tests, an_attachment_goes_with_its_body_and_keeps_its_number);
    tcase_add_loop_test(tests, a_wrong_def_changes_nothing, 0, MISTAKES);
    tcase_add_test(tests, stale_handles_and_nulls_are_refused);
    tcase_add_test(tests, a_world_without_soft_bodies_is_what_it_was);
    suite_add_tcase(suite, tests);
    return suite;
}
