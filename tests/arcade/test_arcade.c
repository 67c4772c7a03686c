/* test_arcade.c - arcades, kinds and bodies: making them, handles, and wrong use. */
#include "support/arcade/arcade.h"

START_TEST(an_arcade_takes_exactly_the_memory_it_asks_for) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = (uint16_t)(1 + _i * 13);
    const size_t size = pawl_arcade_size(&def);
    uint8_t *const memory = malloc(size + 8);
    pawl_arcade *arcade = NULL;
    memset(memory, 0xA5, size + 8);
    ck_assert_int_eq(pawl_arcade_init(memory, size - 1, &def, &arcade), PAWL_ERR_MEMORY);
    ck_assert_ptr_null(arcade);
    ck_assert_int_eq(pawl_arcade_init(memory + 1, size, &def, &arcade), PAWL_ERR_MEMORY);
    ck_assert_int_eq(memory[0], 0xA5);
    ck_assert_int_eq(pawl_arcade_init(memory, size, &def, &arcade), PAWL_OK);
    ck_assert_ptr_eq((void *)arcade, memory);
    const uint16_t kind = add_kind(arcade, circle_kind(0.5));
    for (int i = 0; i < def.body_capacity; i++)
        add_arcade_body(arcade, kind, VEC(i, 0), VEC(-1, 2));
    pawl_arcade_id none = NO_BODY;
    ck_assert_int_eq(pawl_arcade_create(arcade, kind, VEC(0, 0), VEC(0, 0), 0, &none),
                     PAWL_ERR_CAPACITY);
    step(arcade, 5);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(memory[size + (uint32_t)i], 0xA5);
    free(memory);
}
END_TEST

START_TEST(sixteen_bodies_fit_a_kilobyte) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = 16;
    def.prototype_capacity = 3;
    def.polygon_capacity = 0;
    def.contact_capacity = 0;
    /* Alignment costs some bytes that an 8-bit machine does not need. */
    ck_assert_uint_le(pawl_arcade_size(&def), 1160);
}
END_TEST

START_TEST(wrong_defs_are_refused) {
    const pawl_arcade_def good = pawl_arcade_def_default();
    pawl_arcade_def bad[14];
    for (int i = 0; i < 14; i++)
        bad[i] = good;
    bad[0].body_capacity = 0;
    bad[1].body_capacity = PAWL_ARCADE_BODIES_MAX + 1;
    bad[2].prototype_capacity = 0;
    bad[3].impact_limit = 0;
    bad[4].gravity.x = PAWL_ARCADE_SPEED_MAX + 1;
    bad[5].bounds.lower.x = bad[5].bounds.upper.x;
    bad[6].bounds.upper.y = INT32_MAX;
    bad[7].edges[1] = 4;
    bad[8].edges[2] = PAWL_ARCADE_EDGE_WRAP; /* without the other one */
    bad[9].rate_denominator = 0;
    bad[10].rate_numerator = 0;
    bad[11].rate_numerator = 1001;
    bad[12].contact_capacity = PAWL_ARCADE_CONTACTS_MAX + 1;
    bad[13].polygon_capacity = PAWL_ARCADE_POLYGONS_MAX + 1;
    uint64_t memory[8];
    pawl_arcade *arcade = NULL;
    for (int i = 0; i < 14; i++) {
        ck_assert_msg(pawl_arcade_size(&bad[i]) == 0, "row %d has a size", i);
        const pawl_status status = pawl_arcade_init(memory, sizeof memory, &bad[i], &arcade);
        ck_assert_msg(status == PAWL_ERR_RANGE, "row %d: %d", i, status);
    }
    bad[0] = good;
    bad[0].cookie = 0;
    ck_assert_int_eq(pawl_arcade_init(memory, sizeof memory, &bad[0], &arcade), PAWL_ERR_COOKIE);
    ck_assert_int_eq(pawl_arcade_init(NULL, 0, &good, &arcade), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_init(memory, sizeof memory, NULL, &arcade), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_init(memory, sizeof memory, &good, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_init_for(1, memory, sizeof memory, &good, &arcade),
                     PAWL_ERR_CONFIG);
    ck_assert_ptr_null(arcade);
}
END_TEST

START_TEST(wrong_kinds_are_refused) {
    pawl_arcade *const arcade = make_still_arcade();
    const pawl_arcade_prototype good = circle_kind(1);
    uint16_t out = 77;
    struct {
        pawl_arcade_prototype kind;
        pawl_status status;
    } rows[17];
    const int count = 17;
    for (int i = 0; i < count; i++) {
        rows[i].kind = good;
        rows[i].status = PAWL_ERR_RANGE;
    }
    rows[0].kind.cookie = 0, rows[0].status = PAWL_ERR_COOKIE;
    rows[1].kind.shape = 3, rows[1].status = PAWL_ERR_ARGUMENT;
    rows[2].kind.response = 3, rows[2].status = PAWL_ERR_ARGUMENT;
    rows[3].kind.shape = PAWL_ARCADE_POLYGON, rows[3].status = PAWL_ERR_ARGUMENT;
    rows[4].kind.half.x = PAWL_SIZE_MIN - 1;
    rows[5].kind.half.x = PAWL_EXTENT_MAX / 2 + 1;
    rows[6].kind.shape = PAWL_ARCADE_BOX, rows[6].kind.half.y = PAWL_SIZE_MIN - 1;
    rows[7].kind.inverse_mass = -1;
    rows[8].kind.elasticity = -1;
    rows[9].kind.elasticity = PAWL_FX_ONE + 1;
    rows[10].kind.friction = PAWL_FX_ONE + 1;
    rows[11].kind.stick = FX(255) + 1;
    rows[12].kind.air_drag = -1;
    rows[13].kind.gravity_scale = FX(127) + 1;
    rows[14].kind.gravity_scale = -FX(127) - 1;
    rows[15].kind.spring = FX(16383) + 1;
    rows[16].kind.friction = -1;
    for (int i = 0; i < count; i++) {
        const pawl_status status = pawl_arcade_add_prototype(arcade, &rows[i].kind, &out);
        ck_assert_msg(status == rows[i].status, "row %d: %d", i, status);
    }
    ck_assert_uint_eq(out, 77);
    ck_assert_int_eq(pawl_arcade_set_prototype(arcade, 0, &good), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_arcade_add_prototype(NULL, &good, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_add_prototype(arcade, NULL, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_add_prototype(arcade, &good, NULL), PAWL_ERR_NULL);
    for (int i = 0; i < 16; i++)
        add_kind(arcade, good);
    ck_assert_int_eq(pawl_arcade_add_prototype(arcade, &good, &out), PAWL_ERR_CAPACITY);
    free(arcade);
}
END_TEST

START_TEST(a_kind_is_kept_to_its_stated_precision) {
    pawl_arcade *const arcade = make_still_arcade();
    pawl_arcade_prototype kind = box_kind(1.5, 2.5), got;
    kind.response = PAWL_ARCADE_SPRING;
    kind.inverse_mass = 12345;
    kind.elasticity = 2 * 12345 + 1;
    kind.friction = PAWL_FX_ONE;
    kind.stick = 256 * 77 + 128;
    kind.air_drag = 256 * 78 - 129;
    kind.gravity_scale = -FX(127);
    kind.spring = 16384 * 99 + 8191;
    kind.category = 0x1234;
    kind.mask = 0x4321;
    const uint16_t index = add_kind(arcade, kind);
    ck_assert_int_eq(pawl_arcade_get_prototype(arcade, index, &got), PAWL_OK);
    ck_assert_int_eq(got.shape, PAWL_ARCADE_BOX);
    ck_assert_int_eq(got.response, PAWL_ARCADE_SPRING);
    assert_vec(got.half, VEC(1.5, 2.5));
    ck_assert_int_eq(got.inverse_mass, 12345);
    ck_assert_int_eq(got.elasticity, 2 * 12346);
    ck_assert_int_eq(got.friction, PAWL_FX_ONE);
    ck_assert_int_eq(got.stick, 256 * 78);
    ck_assert_int_eq(got.air_drag, 256 * 77);
    ck_assert_int_eq(got.gravity_scale, -FX(127));
    ck_assert_int_eq(got.spring, 16384 * 99);
    ck_assert_uint_eq(got.category, 0x1234);
    ck_assert_uint_eq(got.mask, 0x4321);
    ck_assert_int_eq(pawl_arcade_set_prototype(arcade, index, &got), PAWL_OK);
    pawl_arcade_prototype again;
    ck_assert_int_eq(pawl_arcade_get_prototype(arcade, index, &again), PAWL_OK);
    ck_assert_int_eq(memcmp(&again, &got, sizeof got), 0);
    ck_assert_int_eq(pawl_arcade_get_prototype(arcade, 1, &got), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_arcade_get_prototype(NULL, 0, &got), PAWL_ERR_NULL);
    free(arcade);
}
END_TEST

START_TEST(polygons_that_are_none_or_too_large_are_refused) {
    pawl_arcade *const arcade = make_still_arcade();
    const pawl_vec2 triangle[] = {VEC(0, 0), VEC(4, 0), VEC(0, 4)};
    const pawl_vec2 large[] = {VEC(0, 0), VEC(4096, 0), VEC(0, 4)};
    pawl_convex convex, bad;
    uint16_t out = 9;
    ck_assert_int_eq(pawl_make_polygon(triangle, 3, 0, &convex), PAWL_OK);
    ck_assert_int_eq(pawl_make_polygon(large, 3, 0, &bad), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &bad, &out), PAWL_ERR_RANGE);
    memset(&bad, 0xFF, sizeof bad);
    ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &bad, &out), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawl_arcade_add_polygon(arcade, NULL, &out), PAWL_ERR_NULL);
    ck_assert_uint_eq(out, 9);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &convex, &out), PAWL_OK);
        ck_assert_uint_eq(out, i);
    }
    ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &convex, &out), PAWL_ERR_CAPACITY);
    free(arcade);
}
END_TEST

START_TEST(handles_go_stale_and_slots_are_used_again_first_in_first_out) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = 3;
    pawl_arcade *const arcade = make_arcade(&def);
    const uint16_t kind = add_kind(arcade, circle_kind(1));
    pawl_arcade_id ids[3], list[4];
    for (int i = 0; i < 3; i++)
        ids[i] = add_arcade_body(arcade, kind, VEC(i, 0), VEC(0, 0));
    ck_assert_int_eq(pawl_arcade_destroy(arcade, ids[1]), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_destroy(arcade, ids[0]), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_destroy(arcade, ids[0]), PAWL_ERR_STALE);
    const pawl_arcade_id a = add_arcade_body(arcade, kind, VEC(10, 0), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, kind, VEC(11, 0), VEC(0, 0));
    ck_assert_uint_eq(a.index1, ids[1].index1);
    ck_assert_uint_eq(b.index1, ids[0].index1);
    ck_assert_uint_eq(a.generation, 2);
    ck_assert_int_eq(pawl_arcade_is_valid(arcade, ids[1]), false);
    ck_assert_int_eq(pawl_arcade_is_valid(arcade, a), true);
    ck_assert_uint_eq(pawl_arcade_get_bodies(arcade, list, 4), 3);
    ck_assert_int_eq(pawl_arcade_id_equal(list[0], ids[2]), true);
    ck_assert_int_eq(pawl_arcade_id_equal(list[1], a), true);
    ck_assert_int_eq(pawl_arcade_id_equal(list[2], b), true);
    ck_assert_uint_eq(pawl_arcade_get_bodies(arcade, list, 1), 1);
    pawl_arcade_id at = PAWL_NULL_ARCADE;
    for (int i = 0; i < 3; i++) {
        at = pawl_arcade_next_body(arcade, at);
        ck_assert_int_eq(pawl_arcade_id_equal(at, i == 0 ? ids[2] : i == 1 ? a : b), true);
    }
    ck_assert_int_eq(pawl_arcade_is_null(pawl_arcade_next_body(arcade, at)), true);
    ck_assert_int_eq(pawl_arcade_is_null(pawl_arcade_next_body(arcade, ids[1])), true);
    ck_assert_int_eq(pawl_arcade_is_null(pawl_arcade_next_body(NULL, PAWL_NULL_ARCADE)), true);
    ck_assert_int_eq(pawl_arcade_id_equal(pawl_arcade_id_load(pawl_arcade_id_store(a)), a), true);
    free(arcade);
}
END_TEST

START_TEST(a_stale_handle_answers_zero_and_changes_nothing) {
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t kind = add_kind(arcade, circle_kind(1));
    pawl_arcade_id live = NO_BODY;
    ck_assert_int_eq(pawl_arcade_create(arcade, kind, VEC(3, 4), VEC(5, 6), 9, &live), PAWL_OK);
    const uint32_t hash = pawl_arcade_hash(arcade);
    const pawl_arcade_id stale[] = {{0, 0}, {0, 1}, {1, 0}, {1, 2}, {2, 1}, {65535, 1}, {65, 1}};
    for (unsigned i = 0; i < sizeof stale / sizeof stale[0]; i++) {
        const pawl_arcade_id id = stale[i];
        assert_vec(pawl_arcade_get_position(arcade, id), VEC(0, 0));
        assert_vec(pawl_arcade_get_velocity(arcade, id), VEC(0, 0));
        ck_assert_uint_eq(pawl_arcade_get_user_data(arcade, id), 0);
        ck_assert_uint_eq(pawl_arcade_get_prototype_of(arcade, id), 0);
        ck_assert_int_eq(pawl_arcade_set_position(arcade, id, VEC(0, 0)), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_arcade_set_velocity(arcade, id, VEC(0, 0)), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_arcade_set_prototype_of(arcade, id, 0), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_arcade_set_user_data(arcade, id, 0), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_arcade_destroy(arcade, id), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_arcade_meet(arcade, id, VEC(1, 0), live, VEC(0, 0)).hit, false);
    }
    ck_assert_uint_eq(pawl_arcade_hash(arcade), hash);
    assert_vec(pawl_arcade_get_position(arcade, live), VEC(3, 4));
    assert_vec(pawl_arcade_get_velocity(arcade, live), VEC(5, 6));
    ck_assert_uint_eq(pawl_arcade_get_user_data(arcade, live), 9);
    free(arcade);
}
END_TEST

START_TEST(values_out_of_range_are_refused) {
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t kind = add_kind(arcade, circle_kind(1));
    const pawl_arcade_id body = add_arcade_body(arcade, kind, VEC(0, 0), VEC(0, 0));
    const pawl_vec2 far = {0, PAWL_COORD_MAX + 1}, fast = {-PAWL_ARCADE_SPEED_MAX - 1, 0};
    const uint8_t edges[4] = {0, 0, 0, 0}, bad[4] = {0, 0, 0, 9};
    pawl_arcade_id out = NO_BODY;
    ck_assert_int_eq(pawl_arcade_create(arcade, kind, far, VEC(0, 0), 0, &out), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_arcade_create(arcade, kind, VEC(0, 0), fast, 0, &out), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_arcade_create(arcade, 1, VEC(0, 0), VEC(0, 0), 0, &out),
                     PAWL_ERR_ARGUMENT);
    ck_assert_uint_eq(out.index1, 0);
    ck_assert_int_eq(pawl_arcade_set_position(arcade, body, far), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_arcade_set_velocity(arcade, body, fast), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_arcade_set_prototype_of(arcade, body, 1), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_arcade_set_gravity(arcade, fast), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_arcade_set_bounds(arcade, (pawl_box){{0, 0}, {0, 1}}, edges),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_arcade_set_bounds(arcade, (pawl_box){{0, 0}, {1, 1}}, bad),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_arcade_set_bounds(arcade, (pawl_box){{0, 0}, {1, 1}}, edges), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_get_bounds(arcade).upper.x, 1);
    ck_assert_int_eq(pawl_arcade_set_gravity(arcade, VEC(1, -2)), PAWL_OK);
    assert_vec(pawl_arcade_get_gravity(arcade), VEC(1, -2));
    free(arcade);
}
END_TEST

START_TEST(polygons_and_edges_are_given_back) {
    pawl_arcade_def def = pawl_arcade_def_default();
    const uint8_t modes[4] = {2, 2, 1, 3}, other[4] = {0, 3, 2, 2};
    const pawl_vec2 points[2][3] = {{VEC(0, 0), VEC(2, 0), VEC(0, 1)},
                                    {VEC(-1, -1), VEC(3, 0), VEC(1, 2)}};
    uint8_t edges[4] = {9, 9, 9, 9};
    pawl_convex made[2], got;
    memcpy(def.edges, modes, sizeof modes);
    pawl_arcade *const arcade = make_arcade(&def);
    memset(&got, 7, sizeof got);
    const pawl_convex untouched = got;
    ck_assert_int_eq(pawl_arcade_get_edges(NULL, edges), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_get_edges(arcade, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(edges[0], 9);
    ck_assert_int_eq(pawl_arcade_get_edges(arcade, edges), PAWL_OK);
    ck_assert_mem_eq(edges, modes, sizeof modes);
    ck_assert_int_eq(pawl_arcade_set_bounds(arcade, def.bounds, other), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_get_edges(arcade, edges), PAWL_OK);
    ck_assert_mem_eq(edges, other, sizeof other);
    for (uint16_t i = 0; i < 2; i++) {
        uint16_t index = 9;
        ck_assert_int_eq(pawl_arcade_get_polygon(arcade, i, &got), PAWL_ERR_ARGUMENT);
        ck_assert_mem_eq(&got, &untouched, sizeof got);
        ck_assert_int_eq(pawl_make_polygon(points[i], 3, i * FX(0.25), &made[i]), PAWL_OK);
        ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &made[i], &index), PAWL_OK);
        ck_assert_uint_eq(index, i);
    }
    ck_assert_int_eq(pawl_arcade_get_polygon(NULL, 0, &got), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_get_polygon(arcade, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_get_polygon(arcade, 65535, &got), PAWL_ERR_ARGUMENT);
    for (uint16_t i = 0; i < 2; i++) {
        ck_assert_int_eq(pawl_arcade_get_polygon(arcade, i, &got), PAWL_OK);
        ck_assert_mem_eq(&got, &made[i], sizeof got);
    }
    free(arcade);
}
END_TEST

/* Of a unit's half size, b to the right of a, which moves. */
START_TEST(parting_bodies_touch_and_a_way_that_ends_on_the_outline_hits) {
    const struct {
        pawl_fx apart, move;
        bool hit, touching;
        pawl_fraction fraction;
    } rows[] = {{FX(0.75), 100, true, true, 0},         {FX(0.75), -100, false, true, 0},
                {FX(0.75), 0, false, true, 0},          {FX(1), 100, true, true, 0},
                {FX(1), -100, false, true, 0},          {FX(2), FX(2), true, false, PAWL_UNIT / 2},
                {FX(2), FX(1), true, false, PAWL_UNIT}, {FX(2), FX(1) - 1, false, false, 0}};
    const pawl_vec2 square[4] = {VEC(-0.5, -0.5), VEC(0.5, -0.5), VEC(0.5, 0.5), VEC(-0.5, 0.5)};
    pawl_arcade *const arcade = make_still_arcade();
    pawl_arcade_prototype kind = circle_kind(0.5);
    if (_i % 3 == 1) kind = box_kind(0.5, 0.5);
    if (_i % 3 == 2) kind = polygon_kind(arcade, square, 4, 0);
    const uint16_t made = add_kind(arcade, kind);
    const pawl_arcade_id a = add_arcade_body(arcade, made, VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id b =
        add_arcade_body(arcade, made, pawl_vec2_make(rows[_i / 3].apart, 0), VEC(0, 0));
    const pawl_arcade_meeting got =
        pawl_arcade_meet(arcade, a, pawl_vec2_make(rows[_i / 3].move, 0), b, VEC(0, 0));
    ck_assert_int_eq(got.hit, rows[_i / 3].hit);
    ck_assert_int_eq(got.touching, rows[_i / 3].touching);
    ck_assert_int_eq(got.fraction, rows[_i / 3].fraction);
    ck_assert_int_eq(got.normal.c, got.hit || got.touching ? PAWL_UNIT : 0);
    free(arcade);
}
END_TEST

START_TEST(null_pointers_do_no_harm) {
    pawl_arcade_id id = {1, 1};
    ck_assert_int_eq(pawl_arcade_step(NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_arcade_hash(NULL), 0);
    ck_assert_uint_eq(pawl_arcade_get_body_count(NULL), 0);
    ck_assert_uint_eq(pawl_arcade_get_tick(NULL), 0);
    ck_assert_uint_eq(pawl_arcade_get_faults(NULL), 0);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(NULL), 0);
    ck_assert_uint_eq(pawl_arcade_get_dropped_count(NULL), 0);
    ck_assert_uint_eq(pawl_arcade_state_size(NULL), 0);
    ck_assert_ptr_null(pawl_arcade_get_contacts(NULL));
    pawl_arcade_clear_faults(NULL);
    assert_vec(pawl_arcade_get_position(NULL, id), VEC(0, 0));
    ck_assert_int_eq(pawl_arcade_destroy(NULL, id), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_set_position(NULL, id, VEC(0, 0)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_encode(NULL, NULL, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_decode(NULL, &id, 4), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_ray(NULL, VEC(0, 0), VEC(1, 0), 1, NULL, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_arcade_get_contact_impulse(NULL, NULL), 0);
}
END_TEST

Suite *suite_arcade(void);

Suite *suite_arcade(void) {
    Suite *const suite = suite_create("arcade");
    TCase *const all = tcase_create("arcade");
    tcase_add_loop_test(all, an_arcade_takes_exactly_the_memory_it_asks_for, 0, 4);
    tcase_add_test(all, sixteen_bodies_fit_a_kilobyte);
    tcase_add_test(all, wrong_defs_are_refused);
    tcase_add_test(all, wrong_kinds_are_refused);
    tcase_add_test(all, a_kind_is_kept_to_its_stated_precision);
    tcase_add_test(all, polygons_that_are_none_or_too_large_are_refused);
    tcase_add_test(all, handles_go_stale_and_slots_are_used_again_first_in_first_out);
    tcase_add_test(all, a_stale_handle_answers_zero_and_changes_nothing);
    tcase_add_test(all, values_out_of_range_are_refused);
    tcase_add_test(all, polygons_and_edges_are_given_back);
    tcase_add_loop_test(all, parting_bodies_touch_and_a_way_that_ends_on_the_outline_hits, 0, 24);
    tcase_add_test(all, null_pointers_do_no_harm);
    suite_add_tcase(suite, all);
    return suite;
}
