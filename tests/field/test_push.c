/* test_push.c - every field with any numbers in its def: an answer, a sound world, and the same
 * bits each time. Run with sanitizers it looks for undefined behaviour. */
#include <inttypes.h>

#include "support/shape/convex.h"
#include "support/world/fixture.h"

#define BODIES 24
#define ROUNDS 600

/* Shapes of all kinds and sizes, near the middle and at the edge of the world, fast and slow. */
static pawl_world *make_crowd(uint64_t *seed) {
    pawl_world *const world = make_default_world();
    for (int i = 0; i < BODIES; i++) {
        const pawl_convex shape =
            seeded_convex(seed, i % 6, INT32_C(1) << seeded_between(seed, 6, 26));
        pawl_body_def def = pawl_body_def_default();
        pawl_shape_def shape_def = pawl_shape_def_default();
        def.type = i % 8 == 7 ? PAWL_KINEMATIC : PAWL_DYNAMIC;
        def.position = seeded_point(seed, i % 3 ? FX(4) : PAWL_COORD_MAX);
        def.velocity = seeded_point(seed, i % 2 ? FX(4) : PAWL_SPEED_MAX);
        def.angular_velocity = seeded_between(seed, -FX(4), FX(4));
        def.gravity_scale = seeded_between(seed, -FX(1024), FX(1024));
        def.awake = i % 5 != 0;
        shape_def.density = i % 4 ? FX(1) : seeded_between(seed, 0, PAWL_FX_MAX);
        pawl_body_id body;
        pawl_shape_id id;
        ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
        if (i % 9 == 8) continue;
        ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &shape, &id), PAWL_OK);
    }
    return world;
}

/* Any bits where they hurt; `cookie` and flags as they were, areas that are valid half the time. */
static int32_t any(uint64_t *seed) {
    return seeded_next(seed) % 8 == 0 ? INT32_MIN : seeded_int32(seed);
}

static int32_t rate(uint64_t *seed) {
    return seeded_next(seed) % 16 == 0 ? any(seed) : seeded_between(seed, 0, FX(1024));
}

static pawl_vec2 speed(uint64_t *seed) {
    if (seeded_next(seed) % 16 == 0) return pawl_vec2_make(any(seed), any(seed));
    return seeded_point(seed, PAWL_SPEED_MAX);
}

static pawl_area any_area(uint64_t *seed) {
    pawl_area area = pawl_area_below(any(seed));
    if (seeded_next(seed) % 2) return area;
    const pawl_convex shape = seeded_convex(seed, 4, INT32_C(1) << seeded_between(seed, 6, 26));
    const pawl_vec2 offset = seeded_point(seed, PAWL_COORD_MAX);
    area.count = shape.count;
    for (int i = 0; i < shape.count; i++)
        area.points[i] = pawl_vec2_add(shape.vertices[i], offset);
    if (seeded_next(seed) % 16 == 0) area.points[1].y = any(seed);
    if (seeded_next(seed) % 16 == 0) area.count = (uint8_t)seeded_next(seed);
    return area;
}

static pawl_status explode(pawl_world *world, uint64_t *seed) {
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = seeded_point(seed, PAWL_COORD_MAX);
    def.radius = any(seed);
    def.falloff = rate(seed);
    def.impulse = seeded_int64(seed);
    def.impulse_per_length = seeded_int64(seed);
    return pawl_world_explode(world, &def);
}

static pawl_status blow(pawl_world *world, uint64_t *seed) {
    pawl_wind_def def = pawl_wind_def_default();
    def.velocity = speed(seed);
    def.drag = rate(seed);
    def.lift = rate(seed);
    def.max_speed = rate(seed);
    def.area = any_area(seed);
    def.wake = seeded_next(seed) % 2;
    return pawl_world_apply_wind(world, &def);
}

static pawl_status wet(pawl_world *world, uint64_t *seed) {
    pawl_water_def def = pawl_water_def_default();
    def.area = any_area(seed);
    def.density = any(seed);
    def.flow = speed(seed);
    def.linear_drag = rate(seed);
    def.angular_drag = rate(seed);
    def.wake = seeded_next(seed) % 2;
    return pawl_world_apply_water(world, &def);
}

static pawl_status attract(pawl_world *world, uint64_t *seed) {
    pawl_radial_gravity_def def = pawl_radial_gravity_def_default();
    def.center = seeded_point(seed, PAWL_COORD_MAX);
    def.strength = seeded_next(seed) % 8 ? seeded_int64(seed) : INT64_MIN;
    def.falloff = (pawl_falloff)(seeded_next(seed) % 4);
    def.inner_radius = rate(seed);
    if (seeded_next(seed) % 2) def.outer_radius = any(seed);
    def.wake = seeded_next(seed) % 2;
    return pawl_world_apply_radial_gravity(world, &def);
}

static pawl_status weigh(pawl_world *world, uint64_t *seed) {
    pawl_area_gravity_def def = pawl_area_gravity_def_default();
    def.area = any_area(seed);
    def.gravity = speed(seed);
    def.linear_damping = rate(seed);
    def.angular_damping = rate(seed);
    def.replace = seeded_next(seed) % 2;
    def.wake = seeded_next(seed) % 2;
    return pawl_world_apply_area_gravity(world, &def);
}

typedef pawl_status (*field)(pawl_world *world, uint64_t *seed);
static const field fields[] = {explode, blow, wet, attract, weigh};
#define FIELDS ((int)(sizeof fields / sizeof fields[0]))

static uint32_t play(int which, int *accepted) {
    uint64_t seed = first_seed(which);
    uint32_t hash = 0;
    *accepted = 0;
    for (int round = 0; round < ROUNDS / 20; round++) {
        const uint64_t from = seed;
        pawl_world *const world = make_crowd(&seed);
        for (int n = 0; n < 20; n++) {
            const pawl_status status = fields[which](world, &seed);
            ck_assert_msg(status == PAWL_OK || status == PAWL_ERR_RANGE ||
                              status == PAWL_ERR_GEOMETRY || status == PAWL_ERR_ARGUMENT,
                          "status %d; seed %" PRIu64, (int)status, from);
            *accepted += status == PAWL_OK;
            if (n % 4 == 3) run(world, 1);
            assert_sound(world);
        }
        hash = hash * 31 + pawl_world_hash(world);
        free(world);
    }
    return hash;
}

START_TEST(any_numbers_are_safe_and_repeat) {
    int accepted, again;
    const uint32_t hash = play(_i, &accepted);
    ck_assert_int_gt(accepted, ROUNDS / 20);
    ck_assert_int_lt(accepted, ROUNDS);
    ck_assert_uint_eq(play(_i, &again), hash);
    ck_assert_int_eq(again, accepted);
}
END_TEST

Suite *suite_push(void);
Suite *suite_push(void) {
    Suite *const suite = suite_create("push");
    TCase *const tcase = tcase_create("fields");
    tcase_add_loop_test(tcase, any_numbers_are_safe_and_repeat, 0, FIELDS);
    suite_add_tcase(suite, tcase);
    return suite;
}
