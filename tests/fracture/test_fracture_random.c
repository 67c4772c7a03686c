/* test_fracture_random.c - what pieces conserve of the bodies that they are of. */
#include "support/world/breaking.h"

#include <math.h>

/* Sums over bodies, exactly: masses as integers at a common exponent, velocities raw. */
typedef struct sums {
    int128 mass, x, y;
    long double angular, reach; /* about a point, in raw units^2 of length and velocity */
} sums;

static const long double turn_unit = 4294967296.0L;

static void add_to(sums *s, const pawli_body *body, pawl_vec2 about, int exponent) {
    const int shift = body->mass_exponent - exponent;
    ck_assert_int_ge(shift, 0);
    ck_assert_int_lt(shift, 60);
    const int128 mass = (int128)body->mass << shift;
    s->mass += mass;
    s->x += mass * body->velocity.x;
    s->y += mass * body->velocity.y;
    const long double x = body->position.x - about.x + body->frac_x / 64.0L;
    const long double y = body->position.y - about.y + body->frac_y / 64.0L;
    const long double gyration =
        body->per_gyration == 0
            ? 0
            : 65536.0L / ldexpl(body->per_gyration, body->per_gyration_exponent);
    const long double spin = body->spin + body->spin_frac / 65536.0L;
    s->angular +=
        (long double)mass * (x * body->velocity.y - y * body->velocity.x + gyration * spin);
    s->reach = fmaxl(s->reach, hypotl(x, y) + body->extent);
}

/* A random body of up to three boxes side by side that turns and flies. */
static pawl_body_id add_random_body(pawl_world *world, uint64_t *seed) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position.x = (pawl_fx)(seeded_next(seed) >> 36) - (1 << 27);
    def.position.y = (pawl_fx)(seeded_next(seed) >> 36) - (1 << 27);
    def.angle = (pawl_angle)(seeded_next(seed) >> 32);
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    const int parts = 1 + (int)(seeded_next(seed) % 3);
    const pawl_fx half = (pawl_fx)(3000 + seeded_next(seed) % 200000);
    const pawl_fx high = (pawl_fx)(3000 + seeded_next(seed) % 200000);
    pawl_fx left = -(pawl_fx)(seeded_next(seed) % 100000);
    for (int i = 0; i < parts; i++, left += 2 * half) {
        pawl_convex box;
        pawl_shape_def shape = pawl_shape_def_default();
        shape.density = (pawl_fx)(6000 + seeded_next(seed) % 500000);
        pawl_shape_id id;
        ck_assert_int_eq(pawl_make_box_at(half, high, pawl_vec2_make(left + half, 0), 0, &box),
                         PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(world, body, &shape, &box, &id), PAWL_OK);
    }
    ck_assert_int_eq(
        pawl_body_set_velocity(world, body,
                               pawl_vec2_make((pawl_fx)(seeded_next(seed) >> 41) - (1 << 22),
                                              (pawl_fx)(seeded_next(seed) >> 41) - (1 << 22))),
        PAWL_OK);
    const pawl_fx turn = (pawl_fx)(seeded_next(seed) >> 44) - (1 << 19);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, turn), PAWL_OK);
    return body;
}

static long double magnitude_of(int128 value) {
    return (long double)(value < 0 ? -value : value);
}

static void assert_conserved(const pawl_world *world, const pawli_body *was, const breaker *b,
                             uint64_t seed) {
    int exponent = was->mass_exponent;
    for (uint32_t i = 0; i < b->made.count; i++) {
        const int own = slot_of(world, b->bodies[i])->mass_exponent;
        if (own < exponent) exponent = own;
    }
    sums before, after;
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    add_to(&before, was, was->position, exponent);
    for (uint32_t i = 0; i < b->made.count; i++)
        add_to(&after, slot_of(world, b->bodies[i]), was->position, exponent);
    const long double mass = (long double)before.mass;
    const long double lost = (long double)(before.mass - after.mass);
    const long double w = fabsl((was->spin + was->spin_frac / 65536.0L) *
                                ldexpl(was->per_gyration, was->per_gyration_exponent) / 65536.0L);
    const long double speed = hypotl(was->velocity.x, was->velocity.y) + w * was->extent;
    const long double d = before.reach;
    ck_assert_msg(lost >= -mass * 8 / turn_unit && lost <= mass / 100, "seed %llx: lost %Lg of %Lg",
                  (unsigned long long)seed, lost, mass);
    const long double linear =
        mass * (1 + 2 * w) + (lost < 0 ? 0 : lost) * speed + mass * speed * 8 / turn_unit;
    ck_assert_msg(magnitude_of(before.x - after.x) <= linear &&
                      magnitude_of(before.y - after.y) <= linear,
                  "seed %llx: momentum %Lg %Lg of %Lg", (unsigned long long)seed,
                  magnitude_of(before.x - after.x), magnitude_of(before.y - after.y), linear);
    const long double angular = mass * (d * (2 + 4 * w) + 2 * speed) +
                                2 * (lost < 0 ? 0 : lost) * speed * d +
                                mass * speed * d * 16 / turn_unit;
    ck_assert_msg(fabsl(before.angular - after.angular) <= angular,
                  "seed %llx: angular momentum %Lg of %Lg", (unsigned long long)seed,
                  fabsl(before.angular - after.angular), angular);
}

/* Every shape of the pieces has its corners where they were cut, in the frame of the body. */
static void assert_in_place(const pawl_world *world, const pawli_body *was, const breaker *b) {
    pawl_pose pose = {was->position, was->rotation};
    for (uint32_t i = 0; i < b->made.count; i++) {
        const pawli_body *const piece = slot_of(world, b->bodies[i]);
        ck_assert_uint_eq(piece->angle, was->angle);
        const pawl_vec2 want = pawl_pose_apply(pose, pawl_vec2_sub(piece->center, was->center));
        ck_assert_int_le(pawl_abs(want.x - piece->position.x), 1);
        ck_assert_int_le(pawl_abs(want.y - piece->position.y), 1);
    }
}

#define BREAKS 1500

START_TEST(random_bodies_keep_mass_and_momentum) {
    uint64_t seed = first_seed(_i);
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(3, 16);
    int broken = 0;
    for (int round = 0; round < SEEDED_ROUNDS(BREAKS); round++) {
        const uint64_t named = seed;
        const pawl_body_id body = add_random_body(world, &seed);
        const pawli_body was = *slot_of(world, body);
        const pawl_vec2 near_by = pawl_vec2_make((pawl_fx)(seeded_next(&seed) % 100000) - 50000,
                                                 (pawl_fx)(seeded_next(&seed) % 100000) - 50000);
        const pawl_vec2 at = pawl_vec2_add(was.position, near_by);
        const pawl_vec2 to = pawl_vec2_add(was.position, pawl_vec2_make(near_by.y, near_by.x + 9));
        const pawl_fracture_def how =
            breaking_def(seeded_next(&seed), (uint16_t)(2 + seeded_next(&seed) % 15), 0.0625);
        if (round % 2 == 0) {
            ck_assert_int_eq(cut(world, b, body, at, to), PAWL_OK);
        } else {
            ck_assert_int_eq(shatter(world, b, body, at, &how), PAWL_OK);
        }
        if (b->made.count == 0) {
            ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
            continue;
        }
        broken++;
        ck_assert_uint_ge(b->made.count, 2);
        assert_conserved(world, &was, b, named);
        assert_in_place(world, &was, b);
        if (round % 64 == 0) assert_sound(world);
        for (uint32_t i = 0; i < b->made.count; i++)
            ck_assert_int_eq(pawl_body_destroy(world, b->bodies[i]), PAWL_OK);
    }
    ck_assert_uint_eq(pawl_world_get_counters(world).bodies, 0);
    ck_assert_uint_eq(pawl_world_get_counters(world).shapes, 0);
    ck_assert_int_gt(broken, SEEDED_ROUNDS(BREAKS) / 2);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(a_speed_beyond_the_limit_is_clamped_with_a_fault) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 2);
    const pawl_body_id bar = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, bar, 8, 0.125);
    ck_assert_int_eq(pawl_body_set_velocity(world, bar, VEC(0, 8191)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, bar, FX(100)), PAWL_OK);
    ck_assert_int_eq(cut(world, b, bar, VEC(4, -1), VEC(4, 1)), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_SPEED);
    assert_sound(world);
    free_breaker(b);
    free(world);
}
END_TEST

Suite *suite_fracture_random(void);
Suite *suite_fracture_random(void) {
    Suite *const suite = suite_create("fracture_random");
    TCase *const cases = tcase_create("fracture_random");
#if PAWL_WITH_FRACTURE
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, random_bodies_keep_mass_and_momentum, 0, 4);
    tcase_add_test(cases, a_speed_beyond_the_limit_is_clamped_with_a_fault);
#endif
    suite_add_tcase(suite, cases);
    return suite;
}
