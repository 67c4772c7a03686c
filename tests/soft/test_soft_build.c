/* test_soft_build.c - builders: where the points are, what they weigh, what holds them. */
#include "support/soft/soft.h"

#define HALF FX(0.5)

static soft_scene *make_scene(void) {
    const pawl_world_def def = soft_world_def();
    return make_soft_scene(&def);
}

static int64_t mass_of(const soft_scene *scene) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < scene->parts.point_count; i++)
        sum += scene->points[i].mass;
    return sum;
}

static uint32_t count_links(const soft_scene *scene, uint8_t kind, uint8_t flags) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->parts.link_count; i++)
        count += scene->links[i].type == kind && scene->links[i].flags == flags;
    return count;
}

START_TEST(a_rope_is_a_row_of_points_with_links_and_bends) {
    soft_scene *scene = make_scene();
    add_rope(scene, VEC(1, 2), VEC(4, 5), 3, 7, 0.5);
    ck_assert_uint_eq(scene->parts.point_count, 4);
    ck_assert_uint_eq(scene->parts.link_count, 5);
    for (uint32_t i = 0; i < 4; i++) {
        assert_vec_eq(scene->points[i].position, VEC(1 + i, 2 + i));
        assert_vec_eq(scene->points[i].velocity, VEC(0, 0));
    }
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(scene->links[i].a, i);
        ck_assert_uint_eq(scene->links[i].b, i + 1);
        ck_assert_uint_eq(scene->links[i].flags, PAWL_LINK_SURFACE);
        ck_assert_int_eq(scene->links[i].stiffness, FX(1));
    }
    for (uint32_t i = 3; i < 5; i++) {
        ck_assert_uint_eq(scene->links[i].type, PAWL_LINK_BEND);
        ck_assert_uint_eq(scene->links[i].a, i - 3);
        ck_assert_uint_eq(scene->links[i].b, i - 2);
        ck_assert_uint_eq(scene->links[i].c, i - 1);
        ck_assert_int_eq(scene->links[i].stiffness, HALF);
    }
    add_soft(scene);
    free_soft_scene(scene);
}
END_TEST

/* 2 units in 3 parts: 43690.67 and 87381.33 raw units. */
START_TEST(points_are_placed_to_nearest_relative_to_the_first) {
    soft_scene *scene = make_scene();
    add_rope(scene, VEC(0, 0), VEC(2, -2), 3, 1, 0);
    ck_assert_int_eq(scene->points[1].position.x, 43691);
    ck_assert_int_eq(scene->points[2].position.x, 87381);
    ck_assert_int_eq(scene->points[1].position.y, -43691);
    ck_assert_int_eq(scene->points[2].position.y, -87381);
    free_soft_scene(scene);
}
END_TEST

START_TEST(masses_sum_exactly_to_the_given_one) {
    soft_scene *scene = make_scene();
    const pawl_fx mass = FX(5) + 3;
    const pawl_vec2 square[] = {VEC(0, 0), VEC(1, 0), VEC(1, 1), VEC(0, 1)};
    const pawl_box box = {VEC(-1, -1), VEC(1, 1)};
    for (uint32_t n = 3; n < 40; n++) {
        scene->parts.point_count = scene->parts.link_count = 0;
        ck_assert_int_eq(pawl_soft_add_rope(&scene->parts, VEC(0, 0), VEC(9, 0), n, mass, HALF, 0),
                         PAWL_OK);
        ck_assert_int_eq(mass_of(scene), mass);
        ck_assert_int_eq(pawl_soft_add_blob(&scene->parts, VEC(0, 0), FX(1), n, mass, HALF, HALF),
                         PAWL_OK);
        ck_assert_int_eq(mass_of(scene), 2 * mass);
        ck_assert_int_eq(pawl_soft_add_cloth(&scene->parts, box, n, 2, mass, HALF, 0), PAWL_OK);
        ck_assert_int_eq(mass_of(scene), 3 * mass);
        ck_assert_int_eq(pawl_soft_add_polygon(&scene->parts, square, 4, mass, HALF, HALF),
                         PAWL_OK);
        ck_assert_int_eq(mass_of(scene), 4 * mass);
    }
    free_soft_scene(scene);
}
END_TEST

START_TEST(a_cloth_begins_at_its_upper_left_corner) {
    soft_scene *scene = make_scene();
    const pawl_box box = {VEC(-1, -1), VEC(2, 1)};
    ck_assert_int_eq(pawl_soft_add_cloth(&scene->parts, box, 3, 2, FX(12), FX(1), HALF), PAWL_OK);
    ck_assert_uint_eq(scene->parts.point_count, 12);
    assert_vec_eq(scene->points[0].position, VEC(-1, 1));
    assert_vec_eq(scene->points[3].position, VEC(2, 1));
    assert_vec_eq(scene->points[4].position, VEC(-1, 0));
    assert_vec_eq(scene->points[11].position, VEC(2, -1));
    ck_assert_uint_eq(count_links(scene, PAWL_LINK_DISTANCE, PAWL_LINK_SURFACE), 10);
    ck_assert_uint_eq(count_links(scene, PAWL_LINK_DISTANCE, 0), 7 + 12);
    add_soft(scene);
    ck_assert_int_eq(pawl_soft_add_cloth(&scene->parts, box, 3, 2, FX(12), FX(1), 0), PAWL_OK);
    ck_assert_uint_eq(scene->parts.link_count, 17);
    free_soft_scene(scene);
}
END_TEST

START_TEST(a_polygon_has_all_its_diagonals) {
    soft_scene *scene = make_scene();
    const pawl_vec2 points[] = {VEC(0, 0), VEC(2, 0), VEC(3, 2), VEC(1, 3), VEC(-1, 2)};
    ck_assert_int_eq(pawl_soft_add_polygon(&scene->parts, points, 5, FX(5), FX(1), HALF), PAWL_OK);
    ck_assert_uint_eq(scene->parts.link_count, 10);
    ck_assert_uint_eq(count_links(scene, PAWL_LINK_DISTANCE, PAWL_LINK_SURFACE), 5);
    for (uint32_t i = 0; i < 10; i++) {
        for (uint32_t j = 0; j < i; j++) {
            const pawl_soft_link *p = &scene->links[i], *q = &scene->links[j];
            ck_assert_msg((p->a != q->a || p->b != q->b) && (p->a != q->b || p->b != q->a),
                          "links %u and %u are the same", (unsigned)i, (unsigned)j);
        }
        ck_assert_int_eq(scene->links[i].stiffness, i < 5 ? FX(1) : HALF);
    }
    scene->def.outline_count = 5;
    const pawl_soft_id soft = add_soft(scene);
    ck_assert_int_eq(pawl_soft_get_target_area2(scene->world, soft), INT64_C(16) << 32);
    free_soft_scene(scene);
}
END_TEST

START_TEST(a_blob_is_a_ring_around_its_centre) {
    soft_scene *scene = make_scene();
    add_blob(scene, 3, -2, 2, 12, 6);
    ck_assert_uint_eq(scene->parts.point_count, 12);
    ck_assert_uint_eq(scene->parts.link_count, 24);
    assert_vec_eq(scene->points[0].position, VEC(5, -2));
    assert_vec_eq(scene->points[3].position, VEC(3, 0));
    for (uint32_t i = 0; i < 12; i++) {
        const pawl_vec2 from = pawl_vec2_sub(scene->points[i].position, VEC(3, -2));
        ck_assert_msg(pawl_abs(pawl_vec2_length(from) - FX(2)) <= 1, "point %u", (unsigned)i);
        ck_assert_uint_eq(scene->links[i].b, (i + 1) % 12);
        ck_assert_uint_eq(scene->links[12 + i].c, (i + 2) % 12);
    }
    const pawl_soft_id soft = add_soft(scene);
    ck_assert_msg(pawl_soft_get_target_area2(scene->world, soft) > 0, "it runs clockwise");
    free_soft_scene(scene);
}
END_TEST

START_TEST(builders_add_to_what_is_there) {
    soft_scene *scene = make_scene();
    add_blob(scene, 0, 0, 1, 8, 1);
    add_rope(scene, VEC(1, 0), VEC(2, 0), 2, 1, 0.5);
    ck_assert_uint_eq(scene->parts.point_count, 11);
    ck_assert_uint_eq(scene->links[16].a, 8);
    ck_assert_uint_eq(scene->links[17].b, 10);
    ck_assert_uint_eq(scene->links[18].c, 10);
    add_soft(scene);
    free_soft_scene(scene);
}
END_TEST

START_TEST(misuse_is_answered_and_adds_nothing) {
    soft_scene *scene = make_scene();
    pawl_soft_parts *parts = &scene->parts;
    const pawl_vec2 o = VEC(0, 0), p = VEC(1, 0), far = {PAWL_COORD_MAX, PAWL_COORD_MAX};
    const pawl_vec2 beyond = {PAWL_FX_MAX, 0};
    const pawl_box box = {VEC(-1, -1), VEC(1, 1)}, flat = {VEC(-1, 1), VEC(1, 1)};
    const pawl_vec2 corners[] = {o, p, beyond};
    const pawl_fx one = FX(1);
    ck_assert_int_eq(pawl_soft_add_rope(NULL, o, p, 2, one, one, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_add_cloth(NULL, box, 2, 2, one, one, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_add_polygon(parts, NULL, 3, one, one, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_add_blob(NULL, o, one, 3, one, one, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, 0, one, one, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_soft_add_cloth(parts, box, 0, 2, one, one, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_soft_add_cloth(parts, box, 2, 0, one, one, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_soft_add_polygon(parts, corners, 2, one, one, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_soft_add_blob(parts, o, one, 2, one, one, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, beyond, 2, one, one, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, 2, one, one + 1, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, 2, one, one, -1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, 2, 3 * PAWL_POINT_MASS_MIN - 1, one, 0),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, 1, PAWL_FX_MAX, one, 0), PAWL_OK);
    parts->point_count = parts->link_count = 0;
    ck_assert_int_eq(pawl_soft_add_cloth(parts, flat, 2, 2, one, one, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_polygon(parts, corners, 3, one, one, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_blob(parts, far, one, 8, one, one, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_blob(parts, o, 0, 8, one, one, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, UINT32_MAX, one, one, 0), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_soft_add_cloth(parts, box, UINT32_MAX, UINT32_MAX, one, one, 0),
                     PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, SOFT_POINTS, FX(9999), one, 0),
                     PAWL_ERR_CAPACITY);
    parts->link_capacity = 4;
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, 3, one, one, one), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(parts->point_count, 0);
    ck_assert_uint_eq(parts->link_count, 0);
    ck_assert_int_eq(pawl_soft_add_rope(parts, o, p, 4, one, one, 0), PAWL_OK);
    free_soft_scene(scene);
}
END_TEST

Suite *suite_soft_build(void);
Suite *suite_soft_build(void) {
    TCase *tcase = tcase_create("soft_build");
    tcase_add_test(tcase, a_rope_is_a_row_of_points_with_links_and_bends);
    tcase_add_test(tcase, points_are_placed_to_nearest_relative_to_the_first);
    tcase_add_test(tcase, masses_sum_exactly_to_the_given_one);
    tcase_add_test(tcase, a_cloth_begins_at_its_upper_left_corner);
    tcase_add_test(tcase, a_polygon_has_all_its_diagonals);
    tcase_add_test(tcase, a_blob_is_a_ring_around_its_centre);
    tcase_add_test(tcase, builders_add_to_what_is_there);
    tcase_add_test(tcase, misuse_is_answered_and_adds_nothing);
    Suite *suite = suite_create("soft_build");
    suite_add_tcase(suite, tcase);
    return suite;
}
