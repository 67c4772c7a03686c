/* test_invariance.c - results do not depend on where a scene is, nor on what is far away. */
#include "support/world/fixture.h"
#include "support/scene/scene_pawl.h"
#include "support/base/seeded.h"

#define STEPS SEEDED_ROUNDS(120)

static int scene_count(void) {
    int count = 0;
    while (scene_names[count])
        count++;
    return count;
}

/* What differs between two bodies in all that a body shows, positions relative to an offset; null
 * for nothing. */
static const char *difference(const pawl_world *a, pawl_body_id body_a, const pawl_world *b,
                              pawl_body_id body_b, pawl_vec2 offset) {
    const pawl_vec2 p = pawl_body_get_position(a, body_a), q = pawl_body_get_position(b, body_b);
    const pawl_vec2 v = pawl_body_get_velocity(a, body_a), u = pawl_body_get_velocity(b, body_b);
    if (q.x - p.x != offset.x || q.y - p.y != offset.y) return "position";
    if (v.x != u.x || v.y != u.y) return "velocity";
    if (pawl_body_get_angle(a, body_a) != pawl_body_get_angle(b, body_b)) return "angle";
    if (pawl_body_get_angular_velocity(a, body_a) != pawl_body_get_angular_velocity(b, body_b)) {
        return "angular velocity";
    }
    if (pawl_body_is_awake(a, body_a) != pawl_body_is_awake(b, body_b)) return "being awake";
    return NULL;
}

static void assert_same_contacts(const pawl_world *a, const pawl_world *b, pawl_vec2 offset) {
    pawl_contact one, two;
    uint32_t cursor_a = 0, cursor_b = 0;
    while (pawl_world_next_contact(a, &cursor_a, &one)) {
        ck_assert_int_eq(pawl_world_next_contact(b, &cursor_b, &two), true);
        for (int i = 0; i < one.count; i++) {
            two.points[i].x -= offset.x;
            two.points[i].y -= offset.y;
        }
        ck_assert_mem_eq(&one, &two, sizeof one);
    }
    ck_assert_int_eq(pawl_world_next_contact(b, &cursor_b, &two), false);
}

static void compare_shifted(const char *name, scene_scale scale, double x, double y) {
    scene_def plain, shifted;
    scene_world a, b;
    ck_assert_int_eq(scene_build(name, scale, &plain), true);
    ck_assert_int_eq(scene_build(name, scale, &shifted), true);
    scene_shift(&shifted, x, y);
    const pawl_world_def def = scene_world_def(&plain);
    ck_assert_int_eq(scene_world_make(&plain, &def, &a), true);
    ck_assert_int_eq(scene_world_make(&shifted, &def, &b), true);
    const pawl_vec2 offset = pawl_vec2_make(scene_fx(x), scene_fx(y));
    for (int step = 0; step < STEPS; step++) {
        run(a.world, 1);
        run(b.world, 1);
        for (int i = 0; i < a.body_count; i++) {
            const char *const what = difference(a.world, a.bodies[i], b.world, b.bodies[i], offset);
            ck_assert_msg(what == NULL, "%s at (%.5f, %.5f), step %d, body %d: %s", name, x, y,
                          step, i, what ? what : "");
        }
    }
    assert_same_contacts(a.world, b.world, offset);
    ck_assert_uint_eq(pawl_world_get_faults(a.world), pawl_world_get_faults(b.world));
    scene_world_free(&a);
    scene_world_free(&b);
    scene_free(&plain);
    scene_free(&shifted);
}

static double random_offset(uint64_t *seed) {
    return (double)(int32_t)(seeded_next(seed) >> 32) * (9000.0 / 2147483648.0);
}

/* Loop index: scene, times two scales. */
START_TEST(a_shifted_scene_gives_the_shifted_result_bit_for_bit) {
    const char *const name = scene_names[_i / 2];
    const scene_scale scale = _i % 2 == 0 ? SCENE_M : SCENE_P;
    uint64_t seed = seeded_base + (uint64_t)_i;
    compare_shifted(name, scale, 12345.678, -9876.54);
    compare_shifted(name, scale, -9000, 17.123);
    const double x = random_offset(&seed), y = random_offset(&seed);
    compare_shifted(name, scale, x, y);
}
END_TEST

/* ---- islands --------------------------------------------------------------------------------
 * A scene near the origin, and strangers 4000 units to the right: a ground, boxes that fall on
 * it, kinematic ones that shove them. Strangers come and go. */
#define STRANGERS 40
#define FAR 4000

typedef struct strangers {
    pawl_world *world;
    pawl_body_id body[STRANGERS];
    uint64_t seed;
} strangers;

static double draw(strangers *s, double low, double high) {
    return low + (high - low) * (double)(seeded_next(&s->seed) >> 40) / (1 << 24);
}

static void add_stranger(strangers *s, int at) {
    pawl_body_def def = pawl_body_def_default();
    def.type = seeded_next(&s->seed) % 5 == 0 ? PAWL_KINEMATIC : PAWL_DYNAMIC;
    def.position = pawl_vec2_make(scene_fx(draw(s, FAR, FAR + 20)), scene_fx(draw(s, 0, 20)));
    def.velocity = pawl_vec2_make(scene_fx(draw(s, -5, 5)), scene_fx(draw(s, -5, 5)));
    def.angle = (pawl_angle)seeded_next(&s->seed);
    if (pawl_body_create(s->world, &def, &s->body[at]) != PAWL_OK) return;
    const double size = draw(s, 0.25, 1);
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_box(scene_fx(size), scene_fx(0.5), &convex), PAWL_OK);
    add_shape(s->world, s->body[at], &convex);
    if (seeded_next(&s->seed) % 2) add_shape(s->world, s->body[at], &convex);
}

/* One random thing done to the strangers. */
static void stir(strangers *s) {
    const int at = (int)(seeded_next(&s->seed) % STRANGERS);
    const pawl_body_id body = s->body[at];
    switch (seeded_next(&s->seed) % 8) {
    case 0:
    case 1:
    case 2:
        if (pawl_body_is_valid(s->world, body)) {
            ck_assert_int_eq(pawl_body_destroy(s->world, body), PAWL_OK);
        } else {
            add_stranger(s, at);
        }
        break;
    case 3:
        pawl_body_set_velocity(s->world, body, VEC(3, 1));
        break;
    case 4:
        pawl_body_set_pose(s->world, body, VEC(FAR + 8, 9), 77);
        break;
    case 5:
        pawl_body_set_enabled(s->world, body, seeded_next(&s->seed) % 2);
        break;
    case 6:
        pawl_shape_destroy(s->world, shape_of(s->world, body));
        break;
    default:
        pawl_body_set_type(s->world, body, (pawl_body_type)(seeded_next(&s->seed) % 3));
        break;
    }
}

/* Body i of a scene, made by way of a scene of that body alone. */
static pawl_body_id add_scene_body(pawl_world *world, const scene_body *from) {
    pawl_convex convex;
    ck_assert_int_eq(scene_convex(from, &convex), PAWL_OK);
    pawl_body_def def = pawl_body_def_default();
    def.type = from->dynamic ? PAWL_DYNAMIC : PAWL_STATIC;
    def.position = pawl_vec2_make(scene_fx(from->position.x), scene_fx(from->position.y));
    def.angle = scene_angle(from->angle);
    def.velocity = pawl_vec2_make(scene_fx(from->velocity.x), scene_fx(from->velocity.y));
    def.angular_velocity = scene_fx(from->angular_velocity);
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.density = scene_fx(from->density);
    shape_def.friction = scene_fx(from->friction);
    shape_def.restitution = scene_fx(from->restitution);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &convex, &shape), PAWL_OK);
    return body;
}

/* Strangers come 0: before the scene, 1: after it, 2: in between; 3: all of that, and they are
 * stirred before every step. */
static void compare_in_company(const char *name, int kind) {
    scene_def scene;
    scene_world alone;
    ck_assert_int_eq(scene_build(name, SCENE_M, &scene), true);
    pawl_world_def def = scene_world_def(&scene);
    ck_assert_int_eq(scene_world_make(&scene, &def, &alone), true);
    def.body_capacity = (uint16_t)(def.body_capacity + STRANGERS + 1);
    def.shape_capacity = (uint16_t)(def.shape_capacity + 2 * STRANGERS + 1);
    def.contact_capacity += 8000;
    strangers s = {make_world(&def), {{0, 0}}, seeded_base + (uint64_t)kind};
    pawl_body_id *const bodies = malloc((size_t)scene.body_count * sizeof *bodies);
    add_box(s.world, add_body(s.world, PAWL_STATIC, FAR + 10, -1), 40, 1);
    for (int i = 0; kind != 1 && i < STRANGERS; i++)
        stir(&s);
    for (int i = 0; i < scene.body_count; i++) {
        bodies[i] = add_scene_body(s.world, &scene.bodies[i]);
        for (int k = 0; kind >= 2 && k < 3; k++)
            stir(&s);
    }
    for (int i = 0; kind != 0 && i < STRANGERS; i++)
        stir(&s);
    for (int step = 0; step < 2 * STEPS; step++) {
        for (int k = 0; kind == 3 && k < 4; k++)
            stir(&s);
        run(alone.world, 1);
        run(s.world, 1);
        for (int i = 0; i < scene.body_count; i++) {
            const char *const what =
                difference(alone.world, alone.bodies[i], s.world, bodies[i], VEC(0, 0));
            ck_assert_msg(what == NULL, "%s, kind %d, step %d, body %d: %s", name, kind, step, i,
                          what ? what : "");
        }
    }
    assert_sound(s.world);
    ck_assert_uint_eq(pawl_world_get_faults(s.world) & PAWL_FAULT_CONTACTS_FULL, 0);
    free(s.world);
    free(bodies);
    scene_world_free(&alone);
    scene_free(&scene);
}

static const char *const company_scenes[] = {"pile101", "stack10", "card",     "domino",
                                             "arch",    "circ10",  "heavy100", "pyr10"};

START_TEST(strangers_far_away_change_nothing) {
    compare_in_company(company_scenes[_i / 4], _i % 4);
}
END_TEST

/* Two stacks whose bodies are created in turn, in either order of stacks. */
START_TEST(the_order_of_unrelated_bodies_does_not_matter) {
    pawl_world *const worlds[2] = {make_default_world(), make_default_world()};
    pawl_body_id body[2][2][6];
    for (int w = 0; w < 2; w++) {
        add_ground(worlds[w]);
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k < 2; k++) {
                const int which = w == 0 ? k : 1 - k;
                const double x = (which ? 20 : -20) + 0.125 * (i % 2);
                body[w][which][i] = add_unit_box(worlds[w], x, 0.5 + 1.0625 * i);
            }
        }
    }
    for (int step = 0; step < 240; step++) {
        run(worlds[0], 1);
        run(worlds[1], 1);
        for (int i = 0; i < 12; i++) {
            const char *const what = difference(worlds[0], body[0][i / 6][i % 6], worlds[1],
                                                body[1][i / 6][i % 6], VEC(0, 0));
            ck_assert_msg(what == NULL, "step %d, body %d: %s", step, i, what ? what : "");
        }
    }
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

Suite *suite_invariance(void) {
    Suite *const suite = suite_create("invariance");
    TCase *const tcase = tcase_create("invariance");
    tcase_add_loop_test(tcase, a_shifted_scene_gives_the_shifted_result_bit_for_bit, 0,
                        2 * scene_count());
    tcase_add_loop_test(tcase, strangers_far_away_change_nothing, 0, 4 * 8);
    tcase_add_test(tcase, the_order_of_unrelated_bodies_does_not_matter);
    suite_add_tcase(suite, tcase);
    return suite;
}
