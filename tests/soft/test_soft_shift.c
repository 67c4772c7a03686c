/* test_soft_shift.c - soft bodies depend on nothing but differences of places, and on nobody whom
 * they do not meet. */
#include "support/soft/soft_kit.h"

static uint8_t map_cells[16 * 8];

/* Blobs and boxes among tiles, moved by an offset; `far` things that nobody meets change the tree.
 */
static pawl_world *make_mixed(pawl_vec2 offset, int far) {
    kit k;
    pawl_world *const world = make_soft_world();
    for (int i = 0; i < 128; i++)
        map_cells[i] = (uint8_t)(i < 16 || i % 16 == 0 || i % 16 == 15 || i == 20 || i == 27 ? 1
                                 : i == 21                                                   ? 3
                                                                                             : 0);
    pawl_body_def body = pawl_body_def_default();
    body.position = offset;
    pawl_body_id ground;
    ck_assert_int_eq(pawl_body_create(world, &body, &ground), PAWL_OK);
    const pawl_tile_map map = {map_cells, 16, 8, PAWL_FX_ONE, VEC(-8, -1)};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create_tiles(world, ground, &def, &map, &shape), PAWL_OK);
    for (int i = 0; i < far; i++)
        add_unit_box(world, 500 + 3 * i, 500 + i % 7);
    for (int i = 0; i < 6; i++) {
        begin_blob(&k, pawl_vec2_add(offset, VEC(-5 + 2 * i, 2 + i % 2)), 0.6, 10);
        finish(&k, world);
        const pawl_body_id box = add_unit_box(world, 0, 0);
        const pawl_vec2 at = pawl_vec2_add(offset, VEC(-5 + 2 * i, 4 + i % 3));
        ck_assert_int_eq(pawl_body_set_pose(world, box, at, 0), PAWL_OK);
    }
    return world;
}

static void assert_same_softs(const pawl_world *a, const pawl_world *b, pawl_vec2 offset) {
    pawl_soft_id at = pawl_world_next_soft(a, NO_SOFT), other = pawl_world_next_soft(b, NO_SOFT);
    int touching = 0;
    while (pawl_soft_is_valid(a, at)) {
        for (uint32_t i = 0; i < pawl_soft_get_point_count(a, at); i++) {
            pawl_soft_point p, q;
            ck_assert_int_eq(pawl_soft_get_point(a, at, i, &p), PAWL_OK);
            ck_assert_int_eq(pawl_soft_get_point(b, other, i, &q), PAWL_OK);
            assert_vec_eq(q.position, pawl_vec2_add(p.position, offset));
            assert_vec_eq(q.velocity, p.velocity);
            touching++;
        }
        at = pawl_world_next_soft(a, at);
        other = pawl_world_next_soft(b, other);
    }
    ck_assert_int_eq(touching, 60);
}

START_TEST(a_shifted_world_is_the_same_world) {
    static const pawl_vec2 offsets[] = {{12345, -777}, {-3000001, 5}, {32, 33}};
    const pawl_vec2 offset = offsets[_i];
    pawl_world *const a = make_mixed(VEC(0, 0), 0), *const b = make_mixed(offset, 0);
    for (int i = 0; i < 240; i++) {
        run(a, 1);
        run(b, 1);
        assert_same_softs(a, b, offset);
    }
    free(a);
    free(b);
}
END_TEST

START_TEST(things_that_nobody_meets_change_nothing) {
    pawl_world *const a = make_mixed(VEC(0, 0), 0), *const b = make_mixed(VEC(0, 0), 60);
    for (int i = 0; i < 240; i++) {
        run(a, 1);
        run(b, 1);
        assert_same_softs(a, b, VEC(0, 0));
    }
    free(a);
    free(b);
}
END_TEST

Suite *suite_soft_shift(void);
Suite *suite_soft_shift(void) {
    Suite *const suite = suite_create("soft_shift");
    TCase *const tcase = tcase_create("soft_shift");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_shifted_world_is_the_same_world, 0, 3);
    tcase_add_test(tcase, things_that_nobody_meets_change_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
