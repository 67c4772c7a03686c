/* test_soft_range.c - soft bodies at the limits of all numbers: nothing overflows, which only the
 * sanitizers see (MODE=san), and what comes out is within its range. */
#include "support/base/seeded.h"
#include "support/soft/soft.h"

/* ---- all points and velocities of a world are in range --------------------------------------- */

static void assert_points_in_range(const pawl_world *world) {
    pawl_soft_id soft = PAWL_NULL_SOFT;
    for (;;) {
        soft = pawl_world_next_soft(world, soft);
        if (!pawl_soft_is_valid(world, soft)) return;
        for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++) {
            const pawl_soft_point point = soft_point(world, soft, i);
            ck_assert_int_le(pawl_abs(point.position.x), PAWL_COORD_MAX);
            ck_assert_int_le(pawl_abs(point.position.y), PAWL_COORD_MAX);
            ck_assert_int_le(pawl_abs(point.velocity.x), PAWL_SPEED_MAX);
            ck_assert_int_le(pawl_abs(point.velocity.y), PAWL_SPEED_MAX);
        }
    }
}

/* The largest steps of everything: a second at once, and all scales at their limit. */
static pawl_world_def coarse_def(void) {
    pawl_world_def def = soft_world_def();
    def.rate_numerator = def.rate_denominator = 1;
    def.soft_substeps = 1;
    def.length_unit = PAWL_LENGTH_UNIT_MAX;
    return def;
}

static pawl_world_def fine_def(void) {
    pawl_world_def def = soft_world_def();
    def.rate_numerator = 1000;
    def.soft_substeps = PAWL_SOFT_SUBSTEPS_MAX;
    def.gravity = pawl_vec2_make(0, 0);
    return def;
}

static pawl_soft_id add_two_points(soft_scene *scene, pawl_vec2 a, pawl_vec2 b) {
    ck_assert_int_eq(pawl_soft_add_rope(&scene->parts, a, b, 1, FX(1), FX(1), 0), PAWL_OK);
    return add_soft(scene);
}

/* ---- the cases that have overflowed ---------------------------------------------------------- */

/* A point is thousands of units deep: the way out, in 2^-22 units, takes 36 bits. */
START_TEST(a_point_deep_in_a_circle_comes_out) {
    static const double radii[] = {1, 513, 5000, 8191};
    pawl_world_def def = _i < 4 ? soft_world_def() : coarse_def();
    soft_scene *scene = make_soft_scene(&def);
    const pawl_body_id body =
        add_body(scene->world, _i % 2 == 0 ? PAWL_STATIC : PAWL_DYNAMIC, 0, 0);
    const pawl_convex circle = circle_convex(0, 0, radii[_i % 4]);
    add_shape(scene->world, body, &circle);
    const pawl_soft_id soft = add_two_points(scene, VEC(0.25, 0.5), VEC(0.5, 0.5));
    for (int i = 0; i < 60; i++) {
        run(scene->world, 1);
        assert_points_in_range(scene->world);
    }
    const pawl_soft_point point = soft_point(scene->world, soft, 0);
    const double far = hypot(units(point.position.x), units(point.position.y));
    ck_assert_msg(far > fmin(1, radii[_i % 4]), "at %f", far);
    free_soft_scene(scene);
}
END_TEST

/* An arm from one corner of what a body may measure to the other: 23168 units. */
START_TEST(a_body_is_held_at_the_longest_arm) {
    pawl_world_def def = soft_world_def();
    soft_scene *scene = make_soft_scene(&def);
    const pawl_body_id body = add_body(scene->world, PAWL_DYNAMIC, 0, 0);
    pawl_convex box;
    uint32_t link;
    ck_assert_int_eq(pawl_make_box(FX(1), FX(1), &box), PAWL_OK);
    add_shape(scene->world, body, &box);
    const pawl_mass mass = {
        .mass = FX(1), .inertia = FX(1.0625 + 0.5 * _i), .center = VEC(8190, 8190)};
    ck_assert_int_eq(pawl_body_set_mass(scene->world, body, mass), PAWL_OK);
    const pawl_soft_id soft = add_two_points(scene, VEC(-8190, -8190), VEC(-8190, -8189));
    ck_assert_int_eq(pawl_soft_attach(scene->world, soft, 0, body, VEC(-8190, -8190), &link),
                     PAWL_OK);
    for (int i = 0; i < 30; i++) {
        run(scene->world, 1);
        assert_points_in_range(scene->world);
    }
    free_soft_scene(scene);
}
END_TEST

/* A light body is pulled by a thousand pinned points at the other end of the world, 64 times in a
 * sub-step: each pull is 2^47, all of them together are beyond 2^63. */
START_TEST(a_body_is_pulled_by_all_that_can_pull) {
    pawl_world_def def = _i == 0 ? coarse_def() : fine_def();
    soft_scene *scene = make_soft_scene(&def);
    const pawl_body_id body = add_unit_box(scene->world, -16000, 0);
    uint32_t link;
    for (uint32_t i = 0; i < SOFT_POINTS; i++) {
        scene->points[i].position = VEC(16000, 16000);
        scene->points[i].velocity = VEC(0, 0);
        scene->points[i].mass = 0;
    }
    scene->parts.point_count = SOFT_POINTS;
    scene->def.iterations = PAWL_SOFT_ITERATIONS_MAX;
    const pawl_soft_id soft = add_soft(scene);
    for (uint32_t i = 0; i < SOFT_POINTS; i++)
        ck_assert_int_eq(pawl_soft_attach(scene->world, soft, i, body, VEC(0, 0), &link), PAWL_OK);
    run(scene->world, 3);
    ck_assert_int_eq(pawl_world_get_faults(scene->world) & PAWL_FAULT_TRANSLATION,
                     PAWL_FAULT_TRANSLATION);
    free_soft_scene(scene);
}
END_TEST

/* An outline as large as the world that is to have an area as large as can be, held by a body: the
 * pressure moves its points by 2^37. */
START_TEST(pressure_on_the_largest_outline) {
    pawl_world_def def = _i == 0 ? soft_world_def() : coarse_def();
    soft_scene *scene = make_soft_scene(&def);
    const pawl_body_id body = add_unit_box(scene->world, -8000, -8000);
    uint32_t link;
    static const double places[4][2] = {{-8000, -8000}, {8000, -8000}, {8000, 8000}, {-8000, 8000}};
    for (uint32_t i = 0; i < 4; i++) {
        scene->points[i].position = VEC(places[i][0], places[i][1]);
        scene->points[i].mass = FX(1);
    }
    scene->parts.point_count = 4;
    scene->def.outline_count = 4;
    scene->def.pressure = FX(1);
    const pawl_soft_id soft = add_soft(scene);
    ck_assert_int_eq(pawl_soft_attach(scene->world, soft, 0, body, VEC(0, 0), &link), PAWL_OK);
    ck_assert_int_eq(pawl_soft_set_target_area2(scene->world, soft, INT64_MAX), PAWL_OK);
    for (int i = 0; i < 10; i++) {
        run(scene->world, 1);
        assert_points_in_range(scene->world);
    }
    free_soft_scene(scene);
}
END_TEST

/* A body at the greatest speed would go thousands of units in a sub-step, which Q10.22 does not
 * hold. What it carries goes the same way, as far as a step may. */
START_TEST(what_is_too_fast_for_a_step_goes_its_way) {
    pawl_world_def def = coarse_def();
    def.soft_substeps = (uint8_t)(1 + _i);
    soft_scene *scene = make_soft_scene(&def);
    const pawl_body_id body = add_unit_box(scene->world, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(scene->world, body, VEC(8192, -8192)), PAWL_OK);
    scene->points[0].mass = PAWL_POINT_MASS_MIN;
    scene->parts.point_count = 1;
    const pawl_soft_id soft = add_soft(scene);
    uint32_t link;
    ck_assert_int_eq(pawl_soft_attach(scene->world, soft, 0, body, VEC(0, 0), &link), PAWL_OK);
    run(scene->world, 1);
    assert_points_in_range(scene->world);
    const pawl_soft_point point = soft_point(scene->world, soft, 0);
    ck_assert_msg(units(point.velocity.x) > 508 && units(point.velocity.y) < -508, "%f %f",
                  units(point.velocity.x), units(point.velocity.y));
    ck_assert_int_eq(pawl_world_get_faults(scene->world) & PAWL_FAULT_TRANSLATION,
                     PAWL_FAULT_TRANSLATION);
    free_soft_scene(scene);
}
END_TEST

/* ---- anything -------------------------------------------------------------------------------- */

/* Often a limit, or near one; else of any size. */
static pawl_fx any_size(uint64_t *seed, pawl_fx low, pawl_fx high) {
    const uint64_t how = seeded_next(seed) % 8;
    if (how == 0) return low;
    if (how == 1) return high;
    const pawl_fx size = (pawl_fx)pawl_abs(seeded_int32(seed));
    const pawl_fx value = seeded_next(seed) % 2 == 0 || low >= 0 ? size : -size;
    return pawl_clamp(value, low, high);
}

static pawl_vec2 any_vec(uint64_t *seed, pawl_fx most) {
    const pawl_fx x = any_size(seed, -most, most);
    return pawl_vec2_make(x, any_size(seed, -most, most));
}

static pawl_world_def any_world_def(uint64_t *seed) {
    static const uint32_t rates[][2] = {{1, 1}, {1000, 1}, {60, 1}, {7, 5}};
    pawl_world_def def = soft_world_def();
    const uint64_t rate = seeded_next(seed) % 4;
    def.gravity = any_vec(seed, PAWL_SPEED_MAX);
    def.rate_numerator = rates[rate][0];
    def.rate_denominator = rates[rate][1];
    def.soft_substeps = (uint8_t)(seeded_next(seed) % 2 ? 1 : 1 + seeded_next(seed) % 32);
    def.length_unit = any_size(seed, PAWL_LENGTH_UNIT_MIN, PAWL_LENGTH_UNIT_MAX);
    return def;
}

static void add_any_body(pawl_world *world, uint64_t *seed) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_convex convex;
    pawl_body_id body;
    pawl_shape_id shape;
    const uint64_t type = seeded_next(seed) % 3;
    def.type = type == 0 ? PAWL_STATIC : type == 1 ? PAWL_KINEMATIC : PAWL_DYNAMIC;
    def.position = any_vec(seed, PAWL_COORD_MAX);
    def.velocity = any_vec(seed, PAWL_SPEED_MAX);
    def.angular_velocity = any_size(seed, -PAWL_FX_MAX, PAWL_FX_MAX);
    def.angle = seeded_next(seed) % 2 ? (pawl_angle)seeded_next(seed) : 0;
    shape_def.friction = any_size(seed, 0, PAWL_FX_MAX);
    shape_def.restitution = any_size(seed, 0, FX(1));
    shape_def.tangent_speed = any_size(seed, -PAWL_SPEED_MAX, PAWL_SPEED_MAX);
    shape_def.one_way = seeded_next(seed) % 8 == 0;
    const pawl_fx size = any_size(seed, FX(0.01), FX(5000));
    pawl_status status;
    if (seeded_next(seed) % 2 == 0) {
        status = pawl_make_circle(VEC(0, 0), size, &convex);
    } else {
        status = pawl_make_box(size, any_size(seed, FX(0.01), FX(5000)), &convex);
    }
    if (status != PAWL_OK || pawl_body_create(world, &def, &body) != PAWL_OK) return;
    (void)!pawl_shape_create(world, body, &shape_def, &convex, &shape);
    if (seeded_next(seed) % 2 == 0) return;
    const pawl_mass mass = {
        .mass = 1 + (int64_t)(seeded_next(seed) >> (16 + seeded_next(seed) % 47)),
        .inertia = (int64_t)(seeded_next(seed) >> (16 + seeded_next(seed) % 47)),
        .center = any_vec(seed, PAWL_EXTENT_MAX)};
    (void)!pawl_body_set_mass(world, body, mass);
}

static void add_any_parts(soft_scene *scene, uint64_t *seed) {
    const pawl_fx stiffness = any_size(seed, 0, FX(1)), bend = any_size(seed, 0, FX(1));
    const pawl_vec2 at = any_vec(seed, PAWL_COORD_MAX);
    const pawl_vec2 to = pawl_vec2_make(
        pawl_clamp(at.x + any_size(seed, -FX(100), FX(100)), -PAWL_COORD_MAX, PAWL_COORD_MAX),
        at.y);
    const pawl_fx mass = any_size(seed, FX(1), FX(16384));
    if (seeded_next(seed) % 2 == 0) {
        (void)!pawl_soft_add_rope(&scene->parts, at, to, 1 + seeded_next(seed) % 20, mass,
                                  stiffness, bend);
    } else {
        const uint32_t count = 3 + (uint32_t)(seeded_next(seed) % 10);
        if (pawl_soft_add_blob(&scene->parts, at, any_size(seed, FX(0.01), FX(100)), count, mass,
                               stiffness, bend) == PAWL_OK) {
            scene->def.outline_count = count;
            scene->def.pressure = any_size(seed, 0, FX(1));
        }
    }
    for (uint32_t i = 0; i < scene->parts.point_count; i++) {
        pawl_soft_point *point = &scene->points[i];
        point->velocity = any_vec(seed, PAWL_SPEED_MAX);
        if (seeded_next(seed) % 4 != 0) continue;
        point->mass = seeded_next(seed) % 4 == 0
                          ? 0
                          : any_size(seed, PAWL_POINT_MASS_MIN, PAWL_POINT_MASS_MAX);
    }
    for (uint32_t i = 0; i < scene->parts.link_count; i++) {
        pawl_soft_link *link = &scene->links[i];
        if (link->type != PAWL_LINK_DISTANCE || seeded_next(seed) % 4 != 0) continue;
        link->length = any_size(seed, 0, PAWL_LINK_LENGTH_MAX);
        if (seeded_next(seed) % 8 == 0) link->tear = any_size(seed, FX(2), FX(255));
    }
}

static pawl_soft_id add_any_soft(soft_scene *scene, uint64_t *seed) {
    pawl_soft_id soft = PAWL_NULL_SOFT;
    pawl_soft_def *def = &scene->def;
    *def = pawl_soft_def_default();
    scene->parts.point_count = scene->parts.link_count = 0;
    add_any_parts(scene, seed);
    def->friction = any_size(seed, 0, PAWL_FX_MAX);
    def->restitution = any_size(seed, 0, FX(1));
    def->damping = any_size(seed, 0, FX(1024));
    def->gravity_scale = any_size(seed, -FX(1024), FX(1024));
    def->radius = any_size(seed, 0, PAWL_LINK_LENGTH_MAX);
    def->iterations = seeded_next(seed) % 2 ? 4 : PAWL_SOFT_ITERATIONS_MAX;
    def->self_collide = seeded_next(seed) % 2;
    def->points = scene->points;
    def->links = scene->links;
    def->point_count = scene->parts.point_count;
    def->link_count = scene->parts.link_count;
    (void)!pawl_soft_create(scene->world, def, &soft);
    return soft;
}

static void call_anything(pawl_world *world, pawl_soft_id soft, uint64_t *seed) {
    const uint32_t count = pawl_soft_get_point_count(world, soft);
    if (count == 0) return;
    const uint32_t point = (uint32_t)(seeded_next(seed) % count);
    const pawl_wide2 impulse = {seeded_int64(seed), seeded_int64(seed)};
    pawl_body_id body = NO_BODY;
    uint32_t link;
    switch (seeded_next(seed) % 8) {
    case 0:
        pawl_soft_set_point_position(world, soft, point, any_vec(seed, PAWL_COORD_MAX));
        break;
    case 1:
        pawl_soft_apply_point_impulse(world, soft, point, impulse);
        break;
    case 2:
        pawl_soft_apply_impulse(world, soft, impulse);
        break;
    case 3:
        pawl_soft_change_velocity(world, soft, any_vec(seed, PAWL_FX_MAX));
        break;
    case 4:
        pawl_soft_set_target_area2(world, soft, seeded_int64(seed));
        break;
    case 5:
        pawl_soft_set_point_mass(world, soft, point,
                                 any_size(seed, PAWL_POINT_MASS_MIN, PAWL_POINT_MASS_MAX));
        break;
    default:
        for (uint64_t i = seeded_next(seed) % 8; i < 8; i++) {
            const pawl_body_id next = pawl_world_next_body(world, body);
            if (pawl_body_is_valid(world, next)) body = next;
        }
        (void)!pawl_soft_attach(world, soft, point, body, any_vec(seed, PAWL_EXTENT_MAX), &link);
        break;
    }
}

START_TEST(anything_legal_stays_in_range) {
    uint64_t seed = first_seed(_i);
    const pawl_world_def def = any_world_def(&seed);
    soft_scene *scene = make_soft_scene(&def);
    pawl_soft_id soft[4];
    for (int i = 0; i < 6; i++)
        add_any_body(scene->world, &seed);
    for (int i = 0; i < 4; i++)
        soft[i] = add_any_soft(scene, &seed);
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 4; k++)
            call_anything(scene->world, soft[k], &seed);
        run(scene->world, 1);
        assert_points_in_range(scene->world);
    }
    free_soft_scene(scene);
}
END_TEST

Suite *suite_soft_range(void) {
    Suite *suite = suite_create("soft_range");
    TCase *tcase = tcase_create("soft_range");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_point_deep_in_a_circle_comes_out, 0, 8);
    tcase_add_loop_test(tcase, a_body_is_held_at_the_longest_arm, 0, 8);
    tcase_add_loop_test(tcase, a_body_is_pulled_by_all_that_can_pull, 0, 2);
    tcase_add_loop_test(tcase, pressure_on_the_largest_outline, 0, 2);
    tcase_add_loop_test(tcase, what_is_too_fast_for_a_step_goes_its_way, 0, 4);
    tcase_add_loop_test(tcase, anything_legal_stays_in_range, 0, SEEDED_PASSES(16, 64));
    suite_add_tcase(suite, tcase);
    return suite;
}
