/* test_state.c - the hash sees all of the state and nothing but the state. */
#include "world/tree.h"
#include "world/fields.h"
#include "support/world/fixture.h"
#include "support/scene/scene_pawl.h"
#include "support/base/seeded.h"

/* A busy world: a pile in which some sleep, some slide and some have been destroyed. */
static scene_world make_busy_world(uint16_t spare, uint32_t user_data) {
    scene_def scene;
    scene_world made;
    ck_assert_int_eq(scene_build("pile105", SCENE_M, &scene), true);
    pawl_world_def def = scene_world_def(&scene);
    def.body_capacity = (uint16_t)(def.body_capacity + spare);
    def.shape_capacity = (uint16_t)(def.shape_capacity + spare);
    def.contact_capacity += spare;
    def.event_capacity = (uint16_t)(4 + spare);
    ck_assert_int_eq(scene_world_make(&scene, &def, &made), true);
    scene_free(&scene);
    for (int i = 0; i < made.body_count; i++) {
        pawl_body_set_user_data(made.world, made.bodies[i], user_data * (uint32_t)i);
        pawl_shape_set_user_data(made.world, shape_of(made.world, made.bodies[i]), user_data);
    }
    ck_assert_int_eq(pawl_body_set_damping(made.world, made.bodies[5], 99, 77), PAWL_OK);
    run(made.world, 150);
    ck_assert_int_eq(pawl_body_destroy(made.world, made.bodies[7]), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(made.world, made.bodies[9]), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_awake(made.world, made.bodies[6], false), PAWL_OK);
    const pawl_wide2 force = {12345, 54321};
    ck_assert_int_eq(pawl_body_apply_force(made.world, made.bodies[4], force, pawl_vec2_make(1, 2)),
                     PAWL_OK);
    return made;
}

/* Where a world goes round, places are, too, as the period has them: a short one changes them. */
#define PERIOD_BITS 5 /* of a wrap, which is at most 16 */
static bool is_period(pawli_object_type kind, const pawli_field *field) {
    return kind == PAWLI_OBJECT_WORLD &&
           (field->number == PAWLI_FIELD_WRAP_X || field->number == PAWLI_FIELD_WRAP_Y);
}

/* Flip every bit of every field of the table that is state; the hash must notice each time. */
static int perturb(pawl_world *world, pawli_object_type kind, void *object) {
    const pawli_fields table = pawli_fields_of(kind);
    const uint32_t hash = pawl_world_hash(world), motion = pawl_world_motion_hash(world);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field *const field = &table.fields[i];
        uint8_t *const at = (uint8_t *)object + field->offset;
        if (field->flags & PAWLI_FIELD_UNHASHED) continue;
        const bool names_a_slot =
            field->coding == PAWLI_CODE_BODY || field->coding == PAWLI_CODE_SHAPE;
        const int bits = is_period(kind, field) ? PERIOD_BITS : field->size * 8;
        for (int bit = 0; bit < bits; bit++) {
            uint16_t slot;
            memcpy(&slot, at, sizeof slot < field->size ? sizeof slot : field->size);
            if (field->mask != 0 && !(field->mask >> bit & 1)) continue;
            uint8_t before[8];
            memcpy(before, at, field->size);
            at[bit / 8] ^= (uint8_t)(1u << bit % 8);
            const uint16_t other = slot == 20 ? 21 : 20; /* both are in use */
            if (names_a_slot) memcpy(at, &other, 2);
            const uint32_t changed = pawl_world_hash(world);
            const uint32_t changed_motion = pawl_world_motion_hash(world);
            memcpy(at, before, field->size);
            ck_assert_msg(changed != hash, "kind %d, %s, bit %d: same hash", kind,
                          pawli_fields_name(kind, field->number), bit);
            if (is_period(kind, field)) continue;
            const bool is_motion = (field->flags & PAWLI_FIELD_MOTION) != 0;
            ck_assert_msg((changed_motion != motion) == is_motion,
                          "kind %d, %s, bit %d: motion hash", kind,
                          pawli_fields_name(kind, field->number), bit);
        }
    }
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    return table.count;
}

START_TEST(every_bit_of_every_field_is_in_the_hash) {
    scene_world made = make_busy_world(0, 0);
    pawl_world *const world = made.world;
    int fields = perturb(world, PAWLI_OBJECT_WORLD, world);
    for (uint16_t i = 0; i < 12; i++) {
        if (!(pawli_bodies(world)[i].flags & PAWLI_BODY_LIVE)) continue;
        fields += perturb(world, PAWLI_OBJECT_BODY, &pawli_bodies(world)[i]);
        fields += perturb(world, PAWLI_OBJECT_SHAPE, &pawli_shapes(world)[i]);
    }
    for (uint32_t i = 0; i < world->contact_count; i += 7)
        fields += perturb(world, PAWLI_OBJECT_CONTACT, &pawli_contacts(world)[i]);
    for (uint16_t i = 0; i < world->geometry_used; i++)
        fields += perturb(world, PAWLI_OBJECT_GEOMETRY, &pawli_geometries(world)[i].convex);
    fields += perturb(world, PAWLI_OBJECT_POOL, &world->body_pool);
    fields += perturb(world, PAWLI_OBJECT_POOL, &world->shape_pool);
    ck_assert_int_gt(fields, 500);
    scene_world_free(&made);
}
END_TEST

/* Ten bodies in a ring with a joint of each type between neighbours, all features on. */
static pawl_world *make_ring(void) {
    pawl_world *const world = make_default_world();
    pawl_body_id bodies[24];
    for (int i = 0; i < 24; i++)
        bodies[i] = add_unit_box(world, 3 * i, i % 3);
    for (int i = 0; i < PAWL_JOINT_LAST; i++) {
        const pawl_joint_type type = (pawl_joint_type)(PAWL_JOINT_REVOLUTE + i);
        pawl_joint_def def = pawl_joint_def_at(world, type, bodies[i], bodies[i + 1],
                                               pawl_body_get_position(world, bodies[i]), 99);
        def.limit = def.motor = def.spring = true;
        def.upper = def.target = def.hertz = def.motor_speed = PAWL_FX_ONE;
        def.motor_max = def.force_max = def.spring_force_max = def.spring_torque_max = 65536;
        pawl_joint_id joint;
        ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    }
    run(world, 10);
    return world;
}

START_TEST(every_bit_of_every_joint_is_in_the_hash) {
    pawl_world *const world = make_ring();
    int fields = 0;
    for (uint16_t at = world->first_joint; at != PAWLI_NONE; at = pawli_joints(world)[at].next)
        fields += perturb(world, PAWLI_OBJECT_JOINT, &pawli_joints(world)[at]);
    fields += perturb(world, PAWLI_OBJECT_POOL, &world->joint_pool);
    ck_assert_int_gt(fields, 10 * 30);
    free(world);
}
END_TEST

START_TEST(field_numbers_ascend_and_fields_do_not_overlap) {
    for (int kind = PAWLI_OBJECT_WORLD; kind <= PAWLI_OBJECT_SOFT_POOL; kind++) {
        const pawli_fields table = pawli_fields_of((pawli_object_type)kind);
        ck_assert_int_eq(table.type, kind);
        for (uint16_t i = 0; i < table.count; i++) {
            for (uint16_t j = 0; j < i; j++) {
                const pawli_field *const a = &table.fields[j], *const b = &table.fields[i];
                const char *const first = pawli_fields_name(table.type, a->number);
                const char *const second = pawli_fields_name(table.type, b->number);
                ck_assert_msg(a->number < b->number, "%s and %s", first, second);
                ck_assert_msg(a->offset + a->size <= b->offset || b->offset + b->size <= a->offset,
                              "%s and %s overlap", first, second);
            }
        }
    }
}
END_TEST

/* Bytes that the hash leaves out because they follow from others or only link objects; and slots
 * in the table, which must stay slots. */
typedef struct cached {
    size_t offset, size;
} cached;
#define CACHED(type, member) \
    { offsetof(type, member), sizeof(((type *)0)->member) }

static const cached cached_in_body[] = {
    CACHED(pawli_body, rotation), CACHED(pawli_body, extent),      CACHED(pawli_body, next),
    CACHED(pawli_body, previous), CACHED(pawli_body, first_shape), CACHED(pawli_body, island),
};
static const cached cached_in_shape[] = {
    CACHED(pawli_shape, body),
    CACHED(pawli_shape, next),
    CACHED(pawli_shape, geometry),
    CACHED(pawli_shape, node),
};
static const cached cached_in_contact[] = {
    CACHED(pawli_contact, shape_a),
    CACHED(pawli_contact, shape_b),
};

static const cached cached_in_joint[] = {
    CACHED(pawli_joint, body_a), CACHED(pawli_joint, body_b), CACHED(pawli_joint, next_a),
    CACHED(pawli_joint, next_b), CACHED(pawli_joint, next),   CACHED(pawli_joint, previous),
};

/* A byte that may be changed without the hash noticing must not matter to any later step. */
static void expect_no_influence(const scene_world *made, uint32_t later, size_t object, size_t size,
                                const cached *skip, size_t skip_count) {
    uint8_t *const memory = malloc(made->size);
    pawl_world *const world = (pawl_world *)(void *)memory;
    const uint32_t hash = pawl_world_hash(made->world);
    for (size_t at = 0; at < size; at++) {
        bool is_cached = false;
        for (size_t i = 0; i < skip_count; i++)
            is_cached |= at >= skip[i].offset && at < skip[i].offset + skip[i].size;
        if (is_cached) continue;
        memcpy(memory, made->memory, made->size);
        memory[object + at] ^= 1;
        if (pawl_world_hash(world) != hash) continue;
        run(world, 20);
        ck_assert_msg(pawl_world_hash(world) == later, "byte %zu of a struct of %zu", at, size);
    }
    free(memory);
}

START_TEST(what_is_not_hashed_changes_no_result) {
    scene_world made = make_busy_world(0, 0);
    uint8_t *const memory = malloc(made.size);
    memcpy(memory, made.memory, made.size);
    run((pawl_world *)(void *)memory, 20);
    const uint32_t later = pawl_world_hash((pawl_world *)(void *)memory);
    const pawl_world *const world = made.world;
    for (uint32_t i = 4; i < 7; i++) {
        expect_no_influence(&made, later, world->at_bodies + i * sizeof(pawli_body),
                            sizeof(pawli_body), cached_in_body,
                            sizeof cached_in_body / sizeof cached_in_body[0]);
        expect_no_influence(&made, later, world->at_shapes + i * sizeof(pawli_shape),
                            sizeof(pawli_shape), cached_in_shape,
                            sizeof cached_in_shape / sizeof cached_in_shape[0]);
        expect_no_influence(&made, later, world->at_contacts + i * sizeof(pawli_contact),
                            sizeof(pawli_contact), cached_in_contact,
                            sizeof cached_in_contact / sizeof cached_in_contact[0]);
    }
    free(memory);
    scene_world_free(&made);
}
END_TEST

START_TEST(what_is_not_hashed_of_a_joint_changes_no_result) {
    pawl_world *const world = make_ring();
    scene_world made;
    memset(&made, 0, sizeof made);
    made.world = world;
    made.memory = world;
    made.size = world->total_size;
    void *const memory = malloc(made.size);
    memcpy(memory, world, made.size);
    run((pawl_world *)memory, 20);
    const uint32_t later = pawl_world_hash((pawl_world *)memory);
    for (uint32_t i = 0; i < PAWL_JOINT_LAST; i++) {
        expect_no_influence(&made, later, world->at_joints + i * sizeof(pawli_joint),
                            sizeof(pawli_joint), cached_in_joint,
                            sizeof cached_in_joint / sizeof cached_in_joint[0]);
    }
    free(memory);
    free(world);
}
END_TEST

/* Cached values are what they would be if computed now. */
START_TEST(cached_values_follow_from_the_state) {
    scene_world made = make_busy_world(0, 0);
    const pawli_body *const bodies = pawli_bodies(made.world);
    for (int i = 0; i < 60; i++) {
        for (uint16_t at = made.world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
            const pawl_rot rotation = pawl_rot_from_angle(bodies[at].angle);
            ck_assert_int_eq(bodies[at].rotation.c, rotation.c);
            ck_assert_int_eq(bodies[at].rotation.s, rotation.s);
            const pawl_fx extent = bodies[at].extent;
            pawli_body_mass_update_extent(made.world, at);
            ck_assert_int_eq(bodies[at].extent, extent);
        }
        if (i == 20) pawl_shape_set_density(made.world, shape_of(made.world, made.bodies[8]), 7);
        if (i == 30) pawl_body_set_type(made.world, made.bodies[10], PAWL_KINEMATIC);
        run(made.world, 1);
    }
    scene_world_free(&made);
}
END_TEST

START_TEST(the_hash_ignores_user_data_and_the_address) {
    scene_world a = make_busy_world(0, 0), b = make_busy_world(0, 0x12345678);
    for (int i = 0; i < 50; i++) {
        ck_assert_uint_eq(pawl_world_hash(a.world), pawl_world_hash(b.world));
        ck_assert_uint_eq(pawl_world_motion_hash(a.world), pawl_world_motion_hash(b.world));
        run(a.world, 1);
        run(b.world, 1);
    }
    scene_world_free(&a);
    scene_world_free(&b);
}
END_TEST

START_TEST(the_hash_ignores_capacities) {
    scene_world a = make_busy_world(0, 0), b = make_busy_world(1000, 0);
    for (int i = 0; i < 50; i++) {
        ck_assert_uint_eq(pawl_world_hash(a.world), pawl_world_hash(b.world));
        run(a.world, 1);
        run(b.world, 1);
    }
    scene_world_free(&a);
    scene_world_free(&b);
}
END_TEST

/* All shapes leave the tree and enter it again in another order: another tree, the same world. */
START_TEST(the_shape_of_the_tree_matters_to_nothing) {
    scene_world a = make_busy_world(0, 0), b = make_busy_world(0, 0);
    uint64_t seed = seeded_base;
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 40; k++) {
            const uint16_t slot = (uint16_t)(seeded_next(&seed) % b.world->shape_pool.used);
            if (!(pawli_shapes(b.world)[slot].flags & PAWLI_SHAPE_IN_TREE)) continue;
            pawli_tree_remove(b.world, slot);
            pawli_tree_insert(b.world, slot);
        }
        assert_sound(b.world);
        ck_assert_uint_eq(pawl_world_hash(a.world), pawl_world_hash(b.world));
        run(a.world, 1);
        run(b.world, 1);
    }
    scene_world_free(&a);
    scene_world_free(&b);
}
END_TEST

START_TEST(the_free_slots_are_part_of_the_state) {
    uint32_t hashes[3];
    for (int i = 0; i < 3; i++) {
        pawl_world *const world = make_default_world();
        const pawl_body_id a = add_body(world, PAWL_STATIC, 0, 0);
        const pawl_body_id b = add_body(world, PAWL_STATIC, 0, 0);
        if (i == 0) pawl_body_destroy(world, b);
        pawl_body_destroy(world, a);
        if (i == 1) pawl_body_destroy(world, b);
        hashes[i] = pawl_world_hash(world);
        free(world);
    }
    ck_assert_uint_ne(hashes[0], hashes[1]); /* the same bodies are gone, in another order */
    ck_assert_uint_ne(hashes[1], hashes[2]);
}
END_TEST

START_TEST(faults_are_in_both_hashes) {
    pawl_world *const world = make_space();
    const uint32_t hash = pawl_world_hash(world), motion = pawl_world_motion_hash(world);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(8192, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_change_velocity(world, body, VEC(1, 0), VEC(0, 0)), PAWL_OK);
    const uint32_t faulty = pawl_world_hash(world), faulty_motion = pawl_world_motion_hash(world);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_SPEED);
    ck_assert_int_eq(pawl_world_clear_faults(world), PAWL_OK);
    ck_assert_uint_ne(pawl_world_hash(world), faulty);
    ck_assert_uint_ne(pawl_world_motion_hash(world), faulty_motion);
    ck_assert_uint_ne(faulty, hash);
    ck_assert_uint_ne(faulty_motion, motion);
    free(world);
}
END_TEST

START_TEST(a_material_is_in_the_hash_but_not_in_the_motion_hash) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    const uint32_t hash = pawl_world_hash(world), motion = pawl_world_motion_hash(world);
    ck_assert_int_eq(pawl_shape_set_friction(world, shape_of(world, body), FX(0.5)), PAWL_OK);
    ck_assert_uint_ne(pawl_world_hash(world), hash);
    ck_assert_uint_eq(pawl_world_motion_hash(world), motion);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, 1)), PAWL_OK);
    ck_assert_uint_ne(pawl_world_motion_hash(world), motion);
    free(world);
}
END_TEST

/* Published test values of XXH32. */
START_TEST(xxh32_gives_the_published_values) {
    static const struct {
        const char *text;
        uint32_t want;
    } rows[] = {{"", 0x02CC5D05},
                {"a", 0x550D7456},
                {"abc", 0x32D153FF},
                {"Nobody inspects the spammish repetition", 0xE2293B2F}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_uint_eq(pawl_xxh32(rows[i].text, strlen(rows[i].text), 0), rows[i].want);
    ck_assert_uint_ne(pawl_xxh32("abc", 3, 1), pawl_xxh32("abc", 3, 0));
    ck_assert_uint_eq(pawl_world_hash(NULL), 0);
    ck_assert_uint_eq(pawl_world_motion_hash(NULL), 0);
}
END_TEST

Suite *suite_state(void) {
    Suite *const suite = suite_create("state");
    TCase *const tcase = tcase_create("state");
    tcase_add_test(tcase, every_bit_of_every_field_is_in_the_hash);
    tcase_add_test(tcase, every_bit_of_every_joint_is_in_the_hash);
    tcase_add_test(tcase, what_is_not_hashed_of_a_joint_changes_no_result);
    tcase_add_test(tcase, field_numbers_ascend_and_fields_do_not_overlap);
    tcase_add_test(tcase, what_is_not_hashed_changes_no_result);
    tcase_add_test(tcase, cached_values_follow_from_the_state);
    tcase_add_test(tcase, the_hash_ignores_user_data_and_the_address);
    tcase_add_test(tcase, the_hash_ignores_capacities);
    tcase_add_test(tcase, the_shape_of_the_tree_matters_to_nothing);
    tcase_add_test(tcase, the_free_slots_are_part_of_the_state);
    tcase_add_test(tcase, faults_are_in_both_hashes);
    tcase_add_test(tcase, a_material_is_in_the_hash_but_not_in_the_motion_hash);
    tcase_add_test(tcase, xxh32_gives_the_published_values);
    suite_add_tcase(suite, tcase);
    return suite;
}
