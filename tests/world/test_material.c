/* test_material.c - contacts with terrain feel the material of their part. */
#include "support/soft/soft.h"
#include "support/world/materials.h"
#include "support/world/threads.h"

/* Each segment a chain of its own, which knows its neighbors, with the material of its own. */
static void add_single_segments(pawl_world *world, const drawn_ground *from) {
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    for (uint32_t i = 1; i + 1 < PARTS; i++) {
        const pawl_material material = material_at(from, i);
        const pawl_shape_def def = def_with(&material);
        pawl_chain chain = chain_of(&from->points[i - 1], 4);
        chain.one_sided = from->chain.one_sided;
        chain.ghost_ends = true;
        pawl_shape_id shape;
        ck_assert_int_eq(pawl_shape_create_chain(world, body, &def, &chain, &shape), PAWL_OK);
    }
}

/* What friction and restitution are mixed of, in their order. */
typedef struct mixed {
    uint64_t sum;
    uint32_t count;
} mixed;

static pawl_fx note_mixing(void *context, pawl_fx a, uint32_t user_a, pawl_fx b, uint32_t user_b) {
    mixed *const all = (mixed *)context;
    all->sum = all->sum * SEEDED_MULTIPLIER + ((uint32_t)a ^ (uint64_t)(uint32_t)b << 32);
    all->sum = all->sum * SEEDED_MULTIPLIER + (user_a ^ (uint64_t)user_b << 32);
    all->count++;
    return pawl_max(a, b);
}

START_TEST(a_contact_feels_the_material_of_its_segment) {
    uint32_t touching = 0;
    material_seed = seeded_fresh("materials of segments") | 1;
    for (int round = 0; round < SEEDED_ROUNDS(30); round++) {
        drawn_ground from;
        draw_ground(&from);
        const uint64_t seed = seeded_next(&material_seed);
        mixed of_a = {0, 0}, of_b = {0, 0};
        pawl_step_hooks hooks_a = {.context = &of_a}, hooks_b = {.context = &of_b};
        if (round % 2) {
            hooks_a.mix_friction = hooks_b.mix_friction = note_mixing;
            hooks_a.mix_restitution = hooks_b.mix_restitution = note_mixing;
        }
        pawl_world_def def = pawl_world_def_default();
        def.shape_capacity = 2 * PARTS;
        pawl_world *const a = make_world(&def), *const b = make_world(&def);
        add_fallers(a, seed); /* before the ground: their contacts come in the same order */
        add_fallers(b, seed);
        add_single_segments(a, &from);
        const pawl_shape_id ground = add_ground_chain(b, &from);
        ck_assert_int_eq(pawl_shape_set_materials(b, ground, &from.table), PAWL_OK);
        for (int i = 0; i < 240; i++) {
            ck_assert_int_eq(pawl_world_step(a, &hooks_a), PAWL_OK);
            ck_assert_int_eq(pawl_world_step(b, &hooks_b), PAWL_OK);
            ck_assert_msg(pawl_world_motion_hash(a) == pawl_world_motion_hash(b),
                          "round %d, step %d", round, i);
            ck_assert_uint_eq(of_a.count, of_b.count);
            ck_assert_msg(of_a.sum == of_b.sum, "round %d, step %d: mixed others", round, i);
            touching += pawl_world_get_counters(b).touching;
        }
        assert_sound(b);
        free(a);
        free(b);
    }
    ck_assert_uint_gt(touching, SEEDED_SHARE > 1 ? 100 : 10000);
}
END_TEST

/* A rope and a blob, which take what they touch of the ground as rigid bodies do. */
static void add_softs(soft_scene *scene, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        const double x = (double)(seeded_next(&seed) % 2400) / 64 - 19;
        if (i % 2) {
            add_rope(scene, VEC(x, 4), VEC(x + 3, 5), 12, 1, 0.5);
        } else {
            add_blob(scene, x, 4, 0.75, 12, 1);
        }
        add_soft(scene);
    }
}

START_TEST(soft_bodies_feel_the_material_of_a_segment) {
    material_seed = seeded_fresh("soft bodies on materials") | 1;
    for (int round = 0; round < SEEDED_ROUNDS(12); round++) {
        drawn_ground from;
        draw_ground(&from);
        const uint64_t seed = seeded_next(&material_seed);
        pawl_world_def def = soft_world_def();
        def.shape_capacity = 2 * PARTS;
        soft_scene *const a = make_soft_scene(&def), *const b = make_soft_scene(&def),
                          *const c = make_soft_scene(&def);
        add_softs(a, seed);
        add_softs(b, seed);
        add_softs(c, seed);
        add_single_segments(a->world, &from);
        const pawl_shape_id ground = add_ground_chain(b->world, &from);
        ck_assert_int_eq(pawl_shape_set_materials(b->world, ground, &from.table), PAWL_OK);
        add_ground_chain(c->world, &from);
        for (int i = 0; i < 200; i++) {
            run(a->world, 1);
            run(b->world, 1);
            run(c->world, 1);
            ck_assert_msg(pawl_world_motion_hash(a->world) == pawl_world_motion_hash(b->world),
                          "round %d, step %d", round, i);
        }
        ck_assert_uint_ne(pawl_world_motion_hash(b->world), pawl_world_motion_hash(c->world));
        free_soft_scene(a);
        free_soft_scene(b);
        free_soft_scene(c);
    }
}
END_TEST

/* The index of a part of heights goes from left to right. */
START_TEST(materials_of_heights_are_those_of_their_chain) {
    material_seed = seeded_fresh("materials of heights") | 1;
    for (int round = 0; round < SEEDED_ROUNDS(10); round++) {
        drawn_ground from;
        int16_t heights[PARTS + 1];
        uint8_t backwards[PARTS];
        draw_ground(&from);
        for (int i = 0; i <= PARTS; i++) {
            heights[i] = (int16_t)draw_material_number(-3, 3);
            from.points[PARTS - i] =
                pawl_vec2_make((i - PARTS / 2) * PAWL_FX_ONE, heights[i] * (PAWL_FX_ONE / 8));
        }
        for (int i = 0; i < PARTS; i++)
            backwards[i] = from.indices[PARTS - 1 - i];
        const pawl_heights field = {heights,
                                    PARTS + 1,
                                    PAWL_FX_ONE,
                                    PAWL_FX_ONE / 8,
                                    {-(PARTS / 2) * PAWL_FX_ONE, 0},
                                    from.chain.one_sided,
                                    true};
        const pawl_material_table table = {from.materials, backwards, SOME};
        const uint64_t seed = seeded_next(&material_seed);
        pawl_world *const a = make_default_world(), *const b = make_default_world();
        add_fallers(a, seed);
        add_fallers(b, seed);
        const pawl_shape_id chain = add_ground_chain(a, &from);
        pawl_shape_id shape;
        ck_assert_int_eq(
            pawl_shape_create_heights(b, add_body(b, PAWL_STATIC, 0, 0), &from.def, &field, &shape),
            PAWL_OK);
        ck_assert_int_eq(pawl_shape_set_materials(a, chain, &from.table), PAWL_OK);
        ck_assert_int_eq(pawl_shape_set_materials(b, shape, &table), PAWL_OK);
        for (uint32_t i = 0; i < PARTS; i++) {
            pawl_material of_a, of_b;
            ck_assert_int_eq(pawl_shape_get_material(a, chain, i, &of_a), PAWL_OK);
            ck_assert_int_eq(pawl_shape_get_material(b, shape, i, &of_b), PAWL_OK);
            ck_assert_mem_eq(&of_a, &of_b, sizeof of_a);
        }
        for (int i = 0; i < 200; i++) {
            run(a, 1);
            run(b, 1);
            ck_assert_uint_eq(pawl_world_motion_hash(a), pawl_world_motion_hash(b));
        }
        free(a);
        free(b);
    }
}
END_TEST

/* ---- lanes, workers, caches ------------------------------------------------------------------ */

/* So many that workers and lanes have something to do: each on its own, some of which resist. */
static void add_balls(pawl_world *world, uint64_t seed) {
    for (int i = 0; i < 150; i++) {
        const double x = (double)(seeded_next(&seed) % 3200) / 64 - 25;
        const pawl_body_id body = add_slider(world, 2, 0.25, x, 4 + i % 7);
        const int vx = (int)(seeded_next(&seed) % 13) - 6;
        ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(vx, 0)), PAWL_OK);
        ck_assert_int_eq(pawl_shape_set_friction(world, shape_of(world, body), PAWL_FX_ONE),
                         PAWL_OK);
    }
}

START_TEST(lanes_workers_and_caches_change_no_bit) {
    material_seed = seeded_fresh("materials in lanes") | 1;
    const pawl_world_def def = pawl_world_def_default();
    const pawl_lanes lanes = pawl_lanes_best();
    const size_t cache_size = pawl_world_cache_size(&def);
    const size_t lane_size = pawl_world_lanes_size(&def, lanes);
    const size_t worker_size = pawl_world_workers_size(&def);
    for (int round = 0; round < SEEDED_ROUNDS(10); round++) {
        drawn_ground from;
        draw_ground(&from);
        const uint64_t seed = seeded_next(&material_seed);
        threads context = {.seed = seed | 1};
        pawl_step_hooks hooks = {.cache = calloc(1, cache_size),
                                 .cache_size = cache_size,
                                 .lanes = lanes,
                                 .lane_memory = malloc(lane_size + 8),
                                 .lane_memory_size = lane_size};
        if (round % 2) {
            hooks.context = &context;
            hooks.parallel = threads_shuffled;
            hooks.workers = 4;
            hooks.worker_memory = malloc(worker_size);
            hooks.worker_memory_size = worker_size;
        }
        pawl_world *const a = make_default_world(), *const b = make_default_world();
        add_fallers(a, seed);
        add_fallers(b, seed);
        if (round % 4 > 1) {
            add_balls(a, seed);
            add_balls(b, seed);
        }
        const pawl_shape_id of_a = add_ground_chain(a, &from), of_b = add_ground_chain(b, &from);
        for (int i = 0; i < 200; i++) {
            if (i % 50 == 20) { /* while bodies lie on it */
                for (int k = 0; k < SOME; k++)
                    from.materials[k] = draw_material();
                ck_assert_int_eq(pawl_shape_set_materials(a, of_a, &from.table), PAWL_OK);
                ck_assert_int_eq(pawl_shape_set_materials(b, of_b, &from.table), PAWL_OK);
            }
            ck_assert_int_eq(pawl_world_step(a, NULL), PAWL_OK);
            ck_assert_int_eq(pawl_world_step(b, &hooks), PAWL_OK);
            ck_assert_msg(pawl_world_hash(a) == pawl_world_hash(b), "round %d, step %d", round, i);
        }
        free(hooks.cache);
        free(hooks.lane_memory);
        free(hooks.worker_memory);
        free(a);
        free(b);
    }
}
END_TEST

/* ---- what a game sees ------------------------------------------------------------------------ */

START_TEST(a_box_slides_over_ice_and_stops_on_rubber) {
    static const uint8_t indices[] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
    pawl_world *const world = make_default_world();
    const pawl_shape_id ground = add_strips(world, indices);
    const pawl_body_id box = add_unit_box(world, -15, 0.5);
    run(world, 60);
    ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(5, 0)), PAWL_OK);
    uint32_t on_ice = 0, on_rubber = 0;
    for (int i = 0; i < 400; i++) {
        run(world, 1);
        uint32_t cursor = 0;
        pawl_contact contact;
        bool rubber = false;
        while (pawl_body_next_contact(world, box, &cursor, &contact)) {
            pawl_material material;
            ck_assert_int_eq(pawl_shape_get_material(world, ground, contact.part, &material),
                             PAWL_OK);
            if (material.user_data == 11) rubber = true;
        }
        if (rubber) {
            on_rubber++;
        } else if (on_rubber == 0) {
            ck_assert_int_eq(pawl_body_get_velocity(world, box).x, FX(5));
            on_ice++;
        }
    }
    ck_assert_uint_gt(on_ice, 100);
    ck_assert_uint_gt(on_rubber, 100);
    const double x = units(pawl_body_get_position(world, box).x);
    ck_assert_msg(x > -0.5 && x < 2, "stopped at %g", x);
    ck_assert_int_eq(pawl_body_get_velocity(world, box).x, 0);
    free(world);
}
END_TEST

START_TEST(a_belt_carries_boxes_as_far_as_it_goes) {
    static const uint8_t indices[] = {9, 9, 9, 2, 2, 2, 1, 1, 9, 9};
    pawl_world *const world = make_default_world();
    add_strips(world, indices);
    const pawl_body_id before = add_unit_box(world, -14, 0.5), on = add_unit_box(world, -6, 0.5);
    run(world, 30);
    const pawl_fx still = pawl_body_get_position(world, before).x;
    run(world, 60);
    assert_near(units(pawl_body_get_velocity(world, on).x), 2, 0.01, "speed on the belt");
    run(world, 540);
    ck_assert_int_eq(pawl_body_get_position(world, before).x, still);
    const double x = units(pawl_body_get_position(world, on).x);
    ck_assert_msg(x > 3.4 && x < 5, "it is at %g", x); /* it ends at 4 */
    free(world);
}
END_TEST

START_TEST(a_ball_stops_in_mud_and_rolls_elsewhere) {
    static const uint8_t indices[] = {9, 9, 9, 9, 9, 9, 3, 3, 3, 3};
    pawl_world *const world = make_default_world();
    add_strips(world, indices);
    const pawl_body_id ball = add_slider(world, 2, 1, -15, 0.5);
    ck_assert_int_eq(pawl_shape_set_friction(world, shape_of(world, ball), PAWL_FX_ONE), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(3, 0)), PAWL_OK);
    run(world, 120);
    const pawl_fx speed = pawl_body_get_velocity(world, ball).x;
    run(world, 120);
    ck_assert_int_lt(pawl_body_get_position(world, ball).x, FX(3));
    ck_assert_int_eq(pawl_body_get_velocity(world, ball).x, speed);
    run(world, 600);
    ck_assert_int_eq(pawl_body_get_velocity(world, ball).x, 0);
    ck_assert_int_gt(pawl_body_get_position(world, ball).x, FX(4));
    ck_assert_int_lt(pawl_body_get_position(world, ball).x, FX(12));
    free(world);
}
END_TEST

Suite *suite_material(void);
Suite *suite_material(void) {
    Suite *const suite = suite_create("material");
    TCase *const tests = tcase_create("material");
    tcase_add_test(tests, a_contact_feels_the_material_of_its_segment);
    tcase_add_test(tests, soft_bodies_feel_the_material_of_a_segment);
    tcase_add_test(tests, materials_of_heights_are_those_of_their_chain);
    tcase_add_test(tests, lanes_workers_and_caches_change_no_bit);
    tcase_add_test(tests, a_box_slides_over_ice_and_stops_on_rubber);
    tcase_add_test(tests, a_belt_carries_boxes_as_far_as_it_goes);
    tcase_add_test(tests, a_ball_stops_in_mud_and_rolls_elsewhere);
    suite_add_tcase(suite, tests);
    return suite;
}
