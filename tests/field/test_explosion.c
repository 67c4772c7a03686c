/* test_explosion.c - blasts against closest points and widths in doubles. */
#include <inttypes.h>
#include <math.h>

#include "support/world/field.h"

#define ROUNDS SEEDED_ROUNDS(1700) /* times six kinds: 10^4 poses */

/* ---- the oracle ----------------------------------------------------------------------------- */

typedef struct real_impact {
    double distance, width; /* raw units; distance <= 0: inside */
    double x, y;            /* away from the centre */
    double arm_x, arm_y;    /* from the centre of the blast */
} real_impact;

/* The vertices of the shape relative to the centre of the blast, in raw units. */
static real_impact meet(const placed *shape) {
    real_impact met = {HUGE_VAL, 0, 0, 0, 0, 0};
    bool in = shape->count > 2;
    for (int i = 0; i < shape->count; i++) {
        const real2 a = shape->vertices[i], b = shape->vertices[(i + 1) % shape->count];
        const long double ex = b.x - a.x, ey = b.y - a.y, length2 = ex * ex + ey * ey;
        long double t = length2 > 0 ? -(a.x * ex + a.y * ey) / length2 : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const double x = (double)(a.x + ex * t), y = (double)(a.y + ey * t);
        if (a.x * ey - a.y * ex < 0) in = false; /* the origin lies on the right of this edge */
        if (hypot(x, y) < met.distance) met = (real_impact){hypot(x, y), 0, x, y, x, y};
    }
    const double core = met.distance;
    met.distance = in ? -1 : core - (double)shape->radius;
    if (met.distance <= 0) {
        met.x = met.y = met.arm_x = met.arm_y = 0;
        for (int i = 0; i < shape->count; i++) {
            met.x += (double)shape->vertices[i].x;
            met.y += (double)shape->vertices[i].y;
        }
    }
    const double size = hypot(met.x, met.y);
    met.x /= size;
    met.y /= size;
    if (met.distance > 0) {
        met.arm_x = met.x * met.distance;
        met.arm_y = met.y * met.distance;
    }
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < shape->count; i++) {
        const real2 v = shape->vertices[i];
        const double at = (double)v.y * met.x - (double)v.x * met.y;
        least = fmin(least, at);
        most = fmax(most, at);
    }
    met.width = most - least + 2 * (double)shape->radius;
    return met;
}

static double strength_at(const pawl_explosion_def *def, double distance) {
    if (distance <= def->radius) return 1;
    if (distance > (double)def->radius + def->falloff) return 0;
    return ((double)def->radius + def->falloff - distance) / def->falloff;
}

/* Where a blast meets a corner or an edge is decided by a raw unit, so shapes and distances of
 * less than a sixteenth of a unit are not drawn: directions are then good to 2^-10. */
START_TEST(the_push_is_that_of_doubles) {
    uint64_t seed = first_seed(_i);
    int hits = 0, misses = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t from = seed;
        pawl_world *const world = make_space();
        const int32_t size = seeded_between(&seed, 1 << 15, 1 << 20);
        const pawl_convex shape = seeded_convex(&seed, _i, size);
        const pawl_vec2 at = seeded_point(&seed, PAWL_COORD_MAX / 4);
        const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
        add_shape(world, body, &shape);
        ck_assert_int_eq(pawl_body_set_pose(world, body, at, (pawl_angle)seeded_next(&seed)),
                         PAWL_OK);
        pawl_explosion_def def = pawl_explosion_def_default();
        def.center = pawl_vec2_add(at, seeded_point(&seed, 3 * size));
        def.radius = seeded_between(&seed, 0, size);
        def.falloff = seeded_between(&seed, 1, 2 * size);
        def.impulse_per_length = seeded_between(&seed, -FX(4), FX(4));
        def.impulse = seeded_between(&seed, -FX(4), FX(4));

        pawl_pose pose = {inside(world, body)->position, inside(world, body)->rotation};
        const pawl_vec2 middle = pose.position;
        pose.position =
            pawl_vec2_sub(middle, pawl_rotate(pose.rotation, inside(world, body)->center));
        const placed seen = place(&shape, pose, def.center);
        const real_impact want = meet(&seen);
        const double mass = value_of(pawli_body_mass(inside(world, body)));
        const double inverse = value_of(pawli_body_per_gyration(inside(world, body))) / 65536;
        const double per_length = units(def.impulse_per_length) * want.width / 65536;
        const double change =
            (per_length + units(def.impulse)) * strength_at(&def, want.distance) / mass;
        const double arm_x = want.arm_x - middle.x + def.center.x;
        const double arm_y = want.arm_y - middle.y + def.center.y;
        const double spin = (arm_x * want.y - arm_y * want.x) * change * inverse;

        ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
        const pawli_body *const pushed = inside(world, body);
        const bool too_fast = fabs(change) > 8000 || fabs(spin) > 8000;
        if (too_fast || (fabs(want.distance) < 4096 && want.distance > -1)) {
            free(world);
            continue;
        }
        const double largest =
            (fabs(per_length) + fabs(units(def.impulse))) / mass * (1 + 4 * size * inverse);
        const double bound = 0.0001 + largest * 0.003;
        const double ex = units(pushed->velocity.x) - want.x * change;
        const double ey = units(pushed->velocity.y) - want.y * change;
        const double es = units(pushed->spin) - spin;
        ck_assert_msg(fabs(ex) < bound && fabs(ey) < bound && fabs(es) < bound,
                      "(%.5f, %.5f, %.5f) off, bound %.5f, distance %.1f; seed %" PRIu64, ex, ey,
                      es, bound, want.distance, from);
        if (strength_at(&def, want.distance) > 0) hits++;
        if (strength_at(&def, want.distance) <= 0) misses++;
        ck_assert_uint_eq(pawl_world_get_faults(world), 0);
        free(world);
    }
    ck_assert_int_gt(hits, ROUNDS / 5);
    ck_assert_int_gt(misses, ROUNDS / 10);
}
END_TEST

/* ---- worked rows ---------------------------------------------------------------------------- */

/* A unit box at the origin, mass 1; blasts from all sides. */
START_TEST(worked_rows) {
    const struct {
        double x, y, radius, falloff, per_length, impulse, want_x, want_y;
    } rows[] = {
        {-1.5, 0, 1, 0, 2, 0, 2, 0}, /* one away, just in reach */
        {-1.5, 0, 0.9999, 0, 2, 0, 0, 0},
        {-1.5, 0, 0, 2, 2, 0, 1, 0}, /* half-way out */
        {-1.5, 0, 0, 4, 2, 0, 1.5, 0},
        {0, -2.5, 2, 0, 0, 3, 0, 3}, /* on the body, whatever its width */
        {0, -2.5, 2, 0, 1, 3, 0, 4},
        {0, 2.5, 2, 0, -1, 0, 0, 1},  /* an implosion */
        {0.25, 0, 1, 0, 1, 0, -1, 0}, /* inside, towards the middle */
        {0, 0, 1, 0, 1, 0, 0, 1},     /* in the middle: up */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_world *const world = make_space();
        const pawl_body_id body = add_unit_box(world, 0, 0);
        pawl_explosion_def def = pawl_explosion_def_default();
        def.center = VEC(rows[i].x, rows[i].y);
        def.radius = FX(rows[i].radius);
        def.falloff = FX(rows[i].falloff);
        def.impulse_per_length = FX(rows[i].per_length);
        def.impulse = FX(rows[i].impulse);
        ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
        const pawl_vec2 v = pawl_body_get_velocity(world, body);
        ck_assert_msg(abs(v.x - FX(rows[i].want_x)) <= 1 && abs(v.y - FX(rows[i].want_y)) <= 1,
                      "row %d: (%.5f, %.5f)", (int)i, units(v.x), units(v.y));
        ck_assert_uint_eq(pawl_world_get_faults(world), 0);
        free(world);
    }
}
END_TEST

/* Hit below its middle at a corner, a box turns. */
START_TEST(a_blast_off_the_middle_turns) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(-1, -0.25);
    def.impulse_per_length = FX(1);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    /* Torque arm 1/4, inertia 1/6. */
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 1.5, 0.0005, "w");
    assert_near(units(pawl_body_get_velocity(world, body).x), 1, 0.0001, "vx");
    free(world);
}
END_TEST

/* From far away as well: it is the corner that is hit, and not a place at the other end of a long
 * lever, where the rounding of the velocity would count. */
START_TEST(a_far_blast_turns_by_the_corner_it_hits) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(-2000.25, -1500.75);
    def.radius = FX(4000);
    def.impulse = FX(1);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    const pawl_vec2 v = pawl_body_get_velocity(world, body);
    assert_near(hypot(units(v.x), units(v.y)), 1, 0.0001, "speed");
    assert_near(units(pawl_body_get_angular_velocity(world, body)),
                6 * (-0.5 * units(v.y) + 0.5 * units(v.x)), 0.0002, "w");
    free(world);
}
END_TEST

/* The impulse on the body comes once, at its closest shape; that per length at every shape. */
START_TEST(a_body_of_two_shapes_is_hit_twice_but_once_as_a_body) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_convex left = circle_convex(-1, 0, 0.5), right = circle_convex(1, 0, 0.5);
    add_shape(world, body, &right);
    add_shape(world, body, &left);
    const double mass = 2 * acos(-1.0) / 4;
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(-2, 0);
    def.radius = FX(5);
    def.impulse = FX(_i == 0 ? 1 : 0);
    def.impulse_per_length = FX(_i == 0 ? 0 : 1);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    assert_near(units(pawl_body_get_velocity(world, body).x), (_i == 0 ? 1 : 2) / mass, 0.0002,
                "vx");
    free(world);
}
END_TEST

/* 0: pushed, 1: other mask, 2: disabled, 3: static, 4: kinematic, 5: asleep - and woken. */
START_TEST(only_who_is_meant_is_pushed) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id body = add_unit_box(world, 0, 0.5);
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(-1.25, 0.5);
    def.impulse = FX(1);
    if (_i == 1) def.mask = ~UINT32_C(1);
    if (_i == 2) ck_assert_int_eq(pawl_body_set_enabled(world, body, false), PAWL_OK);
    if (_i == 3) ck_assert_int_eq(pawl_body_set_type(world, body, PAWL_STATIC), PAWL_OK);
    if (_i == 4) ck_assert_int_eq(pawl_body_set_type(world, body, PAWL_KINEMATIC), PAWL_OK);
    if (_i == 5) {
        run(world, 120);
        ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    }
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_velocity(world, body).x > 0, _i == 0 || _i == 5);
    if (_i == 5) ck_assert_int_eq(pawl_body_is_awake(world, body), true);
    assert_sound(world);
    free(world);
}
END_TEST

/* Who is out of reach sleeps on. */
START_TEST(a_far_blast_wakes_nobody) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id body = add_unit_box(world, 0, 0.5);
    run(world, 120);
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(-3, 0.5);
    def.falloff = FX(1.25);
    def.impulse = FX(1);
    const uint32_t hash = pawl_world_hash(world);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    free(world);
}
END_TEST

/* ---- everywhere the same, and misuse -------------------------------------------------------- */

#define CROWD 12

static uint32_t blast_at(pawl_vec2 offset) {
    pawl_world *const world = make_default_world();
    uint32_t words[3 * CROWD];
    pawl_body_id bodies[CROWD];
    uint64_t seed = seeded_base;
    for (int i = 0; i < CROWD; i++) {
        const pawl_convex shape = seeded_convex(&seed, i % KINDS, FX(0.5));
        bodies[i] = add_body(world, PAWL_DYNAMIC, 0, 0);
        add_shape(world, bodies[i], &shape);
        const pawl_vec2 at = pawl_vec2_add(offset, VEC(i % 4 * 2, i / 4 * 2));
        ck_assert_int_eq(pawl_body_set_pose(world, bodies[i], at, (pawl_angle)seeded_next(&seed)),
                         PAWL_OK);
    }
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = pawl_vec2_add(offset, VEC(2.25, 1.5));
    def.falloff = FX(3);
    def.impulse_per_length = FX(3);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    run(world, 30);
    for (int i = 0; i < CROWD; i++) {
        const pawl_vec2 at = pawl_vec2_sub(pawl_body_get_position(world, bodies[i]), offset);
        words[3 * i] = (uint32_t)at.x;
        words[3 * i + 1] = (uint32_t)at.y;
        words[3 * i + 2] = pawl_body_get_angle(world, bodies[i]);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
    return pawl_xxh32(words, sizeof words, 0);
}

START_TEST(a_shifted_blast_pushes_alike_bit_for_bit) {
    const uint32_t want = blast_at(VEC(0, 0));
    for (int i = 0; i < FAR_PLACES; i++)
        ck_assert_uint_eq(blast_at(far_place(i)), want);
}
END_TEST

START_TEST(misuse_is_an_error_and_changes_nothing) {
    pawl_world *const world = make_default_world();
    add_unit_box(world, 0, 0);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_explosion_def good = pawl_explosion_def_default();
    pawl_explosion_def bad[7];
    for (int i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].cookie++;
    bad[1].radius = -1;
    bad[2].falloff = INT32_MIN;
    bad[3].falloff = PAWL_COORD_MAX;
    bad[4].radius = PAWL_FX_MAX;
    bad[5].center.x = PAWL_COORD_MAX + 1;
    bad[6].center.y = INT32_MIN;
    ASSERT_REFUSES(pawl_world_explode, world, good, bad, PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

START_TEST(a_blast_without_an_impulse_pushes_nobody) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(-1, 0);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 0));
    def.impulse = PAWL_WIDE(3, 0, 1);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(3, 0)); /* mass 1 */
    free(world);
}
END_TEST

START_TEST(extremes_saturate_with_a_fault) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(-1, -0.125);
    def.impulse = _i == 0 ? INT64_MAX : INT64_MIN;
    def.impulse_per_length = def.impulse;
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_FORCE_RANGE | PAWL_FAULT_SPEED);
    ck_assert_int_eq(pawl_body_get_velocity(world, body).x,
                     _i == 0 ? PAWL_SPEED_MAX : -PAWL_SPEED_MAX);
    assert_sound(world);
    free(world);
}
END_TEST

Suite *suite_explosion(void);
Suite *suite_explosion(void) {
    Suite *const suite = suite_create("explosion");
    TCase *const tcase = tcase_create("explosion");
    tcase_add_loop_test(tcase, the_push_is_that_of_doubles, 0, KINDS);
    tcase_add_test(tcase, worked_rows);
    tcase_add_test(tcase, a_blast_off_the_middle_turns);
    tcase_add_test(tcase, a_far_blast_turns_by_the_corner_it_hits);
    tcase_add_loop_test(tcase, a_body_of_two_shapes_is_hit_twice_but_once_as_a_body, 0, 2);
    tcase_add_loop_test(tcase, only_who_is_meant_is_pushed, 0, 6);
    tcase_add_test(tcase, a_far_blast_wakes_nobody);
    tcase_add_test(tcase, a_blast_without_an_impulse_pushes_nobody);
    tcase_add_test(tcase, a_shifted_blast_pushes_alike_bit_for_bit);
    tcase_add_test(tcase, misuse_is_an_error_and_changes_nothing);
    tcase_add_loop_test(tcase, extremes_saturate_with_a_fault, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
