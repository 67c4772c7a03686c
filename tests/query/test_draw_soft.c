/* test_draw_soft.c - the primitives of soft bodies: which links are drawn as what, in which order.
 */
#include "support/world/recording.h"
#include "support/soft/soft.h"

static recording tape;

/* A square of four surfaces and a diagonal with a bend, of which point 0 is pinned, and a body that
 * hangs on point 2: links 0 to 3 are surface, 4 inner, 5 a bend, 6 the attachment. */
static pawl_soft_id add_square(soft_scene *scene, pawl_body_id body) {
    static const double corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    pawl_soft_parts *const parts = &scene->parts;
    pawl_soft_id soft;
    uint32_t link;
    for (uint16_t i = 0; i < 4; i++) {
        parts->points[i].position = VEC(corners[i][0], corners[i][1]);
        parts->points[i].mass = i == 0 ? 0 : FX(1);
        parts->links[i].a = i;
        parts->links[i].b = (uint16_t)((i + 1) % 4);
        parts->links[i].flags = PAWL_LINK_SURFACE;
    }
    parts->links[4].a = 1;
    parts->links[4].b = 3;
    parts->links[5] = (pawl_soft_link){.a = 0, .b = 1, .c = 2, .type = PAWL_LINK_BEND};
    for (int i = 0; i < 6; i++)
        parts->links[i].stiffness = FX(1);
    parts->point_count = 4;
    parts->link_count = 6;
    scene->def.radius = FX(0.125);
    soft = add_soft(scene);
    ck_assert_int_eq(pawl_soft_attach(scene->world, soft, 2, body, VEC(0.25, 0), &link), PAWL_OK);
    ck_assert_uint_eq(link, 6);
    return soft;
}

static soft_scene *make_square(pawl_soft_id *soft, pawl_body_id *body) {
    const pawl_world_def def = soft_world_def();
    soft_scene *const scene = make_soft_scene(&def);
    *body = add_unit_box(scene->world, 3, 2);
    *soft = add_square(scene, *body);
    return scene;
}

static void assert_is(const primitive *drawn, primitive_kind kind, uint32_t part, pawl_vec2 a) {
    ck_assert_int_eq(drawn->kind, kind);
    ck_assert_uint_eq(drawn->item.part, part);
    assert_vec_eq(drawn->points[0], a);
}

START_TEST(links_and_pins_come_in_order) {
    pawl_soft_id soft;
    pawl_body_id body;
    soft_scene *const scene = make_square(&soft, &body);
    record(scene->world, PAWL_LAYER_SOFT, NULL, &tape);
    ck_assert_int_eq(tape.count, 7);
    assert_is(&tape.list[0], LINE, 4, VEC(1, 0)); /* what is inner lies below the surface */
    assert_vec_eq(tape.list[0].points[1], VEC(0, 1));
    for (uint32_t i = 0; i < 4; i++) {
        const primitive *const drawn = &tape.list[1 + i];
        assert_is(drawn, CAPSULE, i, scene->points[i].position);
        assert_vec_eq(drawn->points[1], scene->points[(i + 1) % 4].position);
        ck_assert_int_eq(drawn->radius, FX(0.125));
    }
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(tape.list[i].item.role, PAWL_DRAW_SOFT);
    for (int i = 0; i < 7; i++)
        ck_assert_uint_eq(pawl_soft_id_store(tape.list[i].item.soft), pawl_soft_id_store(soft));
    assert_is(&tape.list[5], POINT, 6, VEC(3.25, 2));
    ck_assert_int_eq(tape.list[5].item.role, PAWL_DRAW_PIN);
    ck_assert_int_eq(pawl_body_id_equal(tape.list[5].item.body, body), 1);
    assert_is(&tape.list[6], POINT, 0, VEC(0, 0));
    ck_assert_int_eq(tape.list[6].item.role, PAWL_DRAW_PIN);
    ck_assert_uint_eq(tape.list[6].item.body.index1, 0);
    free_soft_scene(scene);
}
END_TEST

START_TEST(torn_links_are_gone_and_sleepers_have_a_role) {
    pawl_soft_id soft;
    pawl_body_id body;
    soft_scene *const scene = make_square(&soft, &body);
    ck_assert_int_eq(pawl_soft_tear(scene->world, soft, 1), PAWL_OK);
    ck_assert_int_eq(pawl_soft_tear(scene->world, soft, 6), PAWL_OK);
    pawl_soft_set_awake(scene->world, soft, false);
    record(scene->world, PAWL_LAYER_SOFT, NULL, &tape);
    static const uint32_t left[] = {4, 0, 2, 3, 0};
    ck_assert_int_eq(tape.count, 5);
    for (int i = 0; i < 5; i++) {
        ck_assert_uint_eq(tape.list[i].item.part, left[i]);
        ck_assert_int_eq(tape.list[i].item.role, i < 4 ? PAWL_DRAW_SOFT_ASLEEP : PAWL_DRAW_PIN);
    }
    free_soft_scene(scene);
}
END_TEST

START_TEST(surfaces_without_a_capsule_callback_are_lines) {
    pawl_soft_id soft;
    pawl_body_id body;
    soft_scene *const scene = make_square(&soft, &body);
    pawl_draw_hooks hooks = recorder(&tape, PAWL_LAYER_SOFT);
    hooks.capsule = NULL;
    tape.count = 0;
    ck_assert_int_eq(pawl_world_draw(scene->world, &hooks), PAWL_OK);
    ck_assert_int_eq(tape.count, 7);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(tape.list[i].kind, LINE);
    free_soft_scene(scene);
}
END_TEST

START_TEST(clip_box_and_other_layers_leave_soft_bodies_out) {
    pawl_soft_id soft;
    pawl_body_id body;
    soft_scene *const scene = make_square(&soft, &body);
    const pawl_box below = {VEC(0.25, -1), VEC(0.5, 0.25)}; /* link 0 and the box of the diagonal */
    record(scene->world, PAWL_LAYER_SOFT, &below, &tape);
    ck_assert_int_eq(tape.count, 2);
    ck_assert_uint_eq(tape.list[0].item.part, 4);
    ck_assert_uint_eq(tape.list[1].item.part, 0);
    record(scene->world, PAWL_LAYER_ALL & ~PAWL_LAYER_SOFT, NULL, &tape);
    for (int i = 0; i < tape.count; i++)
        ck_assert_uint_eq(tape.list[i].item.soft.index1, 0);
    ck_assert_int_gt(tape.count, 0);
    free_soft_scene(scene);
}
END_TEST

Suite *suite_draw_soft(void) {
    Suite *const suite = suite_create("draw_soft");
    TCase *const tests = tcase_create("draw_soft");
    tcase_add_test(tests, links_and_pins_come_in_order);
    tcase_add_test(tests, torn_links_are_gone_and_sleepers_have_a_role);
    tcase_add_test(tests, surfaces_without_a_capsule_callback_are_lines);
    tcase_add_test(tests, clip_box_and_other_layers_leave_soft_bodies_out);
    suite_add_tcase(suite, tests);
    return suite;
}
