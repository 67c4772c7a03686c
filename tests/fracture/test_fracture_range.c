/* test_fracture_range.c - breaking at the limits of all numbers: nothing overflows, which only the
 * sanitizers see (MODE=san), and what comes out is within its range. */
#include "support/world/breaking.h"

#define SHAPES 4
#define CELLS 16

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

static void assert_bodies_in_range(const pawl_world *world) {
    pawl_body_id body = NO_BODY;
    while (pawl_body_is_valid(world, body = pawl_world_next_body(world, body))) {
        const pawli_body *const at = slot_of(world, body);
        ck_assert_int_le(pawl_abs(at->position.x), PAWL_COORD_MAX);
        ck_assert_int_le(pawl_abs(at->position.y), PAWL_COORD_MAX);
        ck_assert_int_le(pawl_abs(at->velocity.x), PAWL_SPEED_MAX);
        ck_assert_int_le(pawl_abs(at->velocity.y), PAWL_SPEED_MAX);
        ck_assert_int_le(pawl_abs(at->spin), PAWL_SPEED_MAX);
    }
}

/* Memory for as many shapes and cells as there may be is less than 2^31 bytes, or none. */
START_TEST(the_most_memory_fits) {
    static const uint32_t shapes[] = {1, 64, PAWL_CUT_POINTS_MAX / PAWL_POLYGON_MAX, 8192};
    static const uint32_t cells[] = {2, PAWL_FRACTURE_CELLS_MAX};
    uint64_t before = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t size = pawl_fracture_size(shapes[i], cells[_i]);
        ck_assert_uint_lt(size, UINT64_C(1) << 31);
        if (i < 3) ck_assert_uint_gt(size, before);
        if (i == 3) ck_assert_uint_eq(size, 0);
        before = size;
    }
}
END_TEST

/* A spin about a far center of mass that was set by hand: pieces at the other end would
 * go at 2^13 * 2^13 units/s and more. */
START_TEST(pieces_of_the_fastest_body) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(SHAPES, CELLS);
    pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_convex box = box_convex(5700, 5700);
    add_shape(world, body, &box);
    const pawl_mass mass = {.mass = FX(1),
                            .inertia = _i % 2 == 0 ? 1 : INT64_C(1) << 41,
                            .center = _i < 2 ? VEC(0, 0) : VEC(-5700, 5700)};
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass), PAWL_OK);
    pawl_body_set_velocity(world, body, VEC(8192, -8192));
    pawl_body_set_angular_velocity(world, body, PAWL_FX_MAX);
    pawl_world_clear_faults(world);
    const pawl_fracture_def def = breaking_def(1, CELLS, 1);
    ck_assert_int_eq(shatter(world, b, body, VEC(0, 0), &def), PAWL_OK);
    ck_assert_uint_gt(b->made.count, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world) & PAWL_FAULT_SPEED, PAWL_FAULT_SPEED);
    assert_bodies_in_range(world);
    free_breaker(b);
    free(world);
}
END_TEST

/* ---- anything -------------------------------------------------------------------------------- */

static pawl_body_id add_any_body(pawl_world *world, uint64_t *seed) {
    pawl_body_def def = pawl_body_def_default();
    const uint64_t type = seeded_next(seed) % 4;
    def.type = type == 0 ? PAWL_STATIC : type == 1 ? PAWL_KINEMATIC : PAWL_DYNAMIC;
    def.position = any_vec(seed, PAWL_COORD_MAX);
    def.velocity = any_vec(seed, PAWL_SPEED_MAX);
    def.angular_velocity = any_size(seed, -PAWL_FX_MAX, PAWL_FX_MAX);
    def.angle = seeded_next(seed) % 2 == 0 ? (pawl_angle)seeded_next(seed) : 0;
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    for (int i = 0; i < SHAPES; i++) {
        pawl_shape_def shape_def = pawl_shape_def_default();
        pawl_convex convex;
        pawl_shape_id shape;
        shape_def.density = any_size(seed, 0, PAWL_FX_MAX);
        shape_def.break_impulse = seeded_next(seed) % 2 == 0 ? 1 : PAWL_BREAK_IMPULSE_MAX;
        const pawl_fx width = any_size(seed, PAWL_SIZE_MIN, FX(4000));
        const pawl_fx height = any_size(seed, PAWL_SIZE_MIN, FX(4000));
        const pawl_vec2 middle = any_vec(seed, FX(4000));
        const pawl_status made =
            seeded_next(seed) % 3 == 0
                ? pawl_make_circle(middle, width, &convex)
                : pawl_make_box_at(width, height, middle, (pawl_angle)seeded_next(seed), &convex);
        if (made == PAWL_OK) (void)!pawl_shape_create(world, body, &shape_def, &convex, &shape);
    }
    if (seeded_next(seed) % 2 != 0) return body;
    const pawl_mass mass = {
        .mass = 1 + (int64_t)(seeded_next(seed) >> (16 + seeded_next(seed) % 47)),
        .inertia = (int64_t)(seeded_next(seed) >> (16 + seeded_next(seed) % 47)),
        .center = any_vec(seed, PAWL_EXTENT_MAX)};
    (void)!pawl_body_set_mass(world, body, mass);
    return body;
}

static void break_anything(pawl_world *world, breaker *b, pawl_body_id body, uint64_t *seed) {
    pawl_fracture_def def = pawl_fracture_def_default();
    const pawl_vec2 at = any_vec(seed, PAWL_COORD_MAX);
    def.seed = seeded_next(seed);
    def.cells = (uint16_t)(2 + seeded_next(seed) % (CELLS - 1));
    def.size_min = seeded_next(seed) % 4 == 0 ? 0 : any_size(seed, PAWL_SIZE_MIN, FX(1024));
    def.focus = any_size(seed, 0, FX(1));
    const pawl_vec2 to = pawl_body_get_position(world, body);
    if (seeded_next(seed) % 3 == 0) {
        (void)!cut(world, b, body, at, seeded_next(seed) % 2 == 0 ? to : any_vec(seed, FX(16000)));
    } else {
        (void)!shatter(world, b, body, seeded_next(seed) % 2 == 0 ? to : at, &def);
    }
    (void)!pawl_world_break(world, &def, b->memory, b->size);
}

START_TEST(anything_legal_stays_in_range) {
    uint64_t seed = first_seed(_i);
    pawl_world_def world_def = pawl_world_def_default();
    world_def.body_capacity = world_def.shape_capacity = PIECES_MAX;
    world_def.rate_numerator = seeded_next(&seed) % 2 == 0 ? 1 : 1000;
    world_def.gravity = any_vec(&seed, PAWL_SPEED_MAX);
    pawl_world *const world = make_world(&world_def);
    breaker *const b = make_breaker(SHAPES, CELLS);
    for (int i = 0; i < 4; i++)
        add_any_body(world, &seed);
    for (int i = 0; i < 6; i++) {
        pawl_body_id body = pawl_world_next_body(world, NO_BODY);
        for (uint64_t skip = seeded_next(&seed) % 8; skip > 0; skip--) {
            const pawl_body_id next = pawl_world_next_body(world, body);
            if (pawl_body_is_valid(world, next)) body = next;
        }
        break_anything(world, b, body, &seed);
        assert_bodies_in_range(world);
        run(world, 1);
    }
    free_breaker(b);
    free(world);
}
END_TEST

Suite *suite_fracture_range(void) {
    Suite *suite = suite_create("fracture_range");
    TCase *tcase = tcase_create("fracture_range");
    tcase_set_timeout(tcase, 120);
#if PAWL_WITH_FRACTURE
    tcase_add_loop_test(tcase, the_most_memory_fits, 0, 2);
    tcase_add_loop_test(tcase, pieces_of_the_fastest_body, 0, 4);
    tcase_add_loop_test(tcase, anything_legal_stays_in_range, 0, SEEDED_PASSES(16, 64));
#endif
    suite_add_tcase(suite, tcase);
    return suite;
}
