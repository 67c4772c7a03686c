/* test_compare.c - two worlds are compared value by value: against a comparison by the public
 * fields, and for every field of every object. */
#include "base/rom.h"
#include "state/object.h"
#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "support/base/seeded.h"

static pawl_world *make_everything(uint32_t steps) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    ck_assert_int_eq(everything_run(world, 7, 0, steps), true);
    return world;
}

static pawl_world *copy_of(const pawl_world *world) {
    void *const memory = malloc(world->total_size);
    memcpy(memory, world, world->total_size);
    return (pawl_world *)memory;
}

/* ---- every field ---- */

/* The objects of b that have a struct, as sections. */
static uint32_t users_of(const pawl_world *world, pawli_object_type kind, const void *at) {
    uint32_t users = 0;
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        pawli_object object = pawli_object_first(world, (pawl_branch)branch);
        for (; pawli_is_there(&object); pawli_object_next(&object)) {
            for (uint8_t i = 0; i < object.record_count; i++)
                users += (pawli_object_type)object.records[i] == kind &&
                         pawli_object_record_find(&object).at[i] == at;
        }
    }
    return users;
}

/* Change a field to something else that its canonical value tells; false when that is not to be
 * done because an object would change its name. */
static bool perturb(pawl_world *world, pawli_object_type kind, const pawli_field *field,
                    void *object, uint64_t *seed) {
    const bool names_contact =
        kind == PAWLI_OBJECT_CONTACT && (field->coding == PAWLI_CODE_SHAPE || field->number == 23);
    if (names_contact || !pawli_is_hashed(field)) return false;
    if (kind == PAWLI_OBJECT_TERRAIN && field->number == 1) return false; /* of another kind */
    /* How many objects there are. */
    if (kind == PAWLI_OBJECT_SOFT && (field->number == 3 || field->number == 4)) return false;
    if (kind == PAWLI_OBJECT_SOFT_POOL && field->number <= 2) return false;
    uint8_t *const at = (uint8_t *)object + field->offset;
    if (field->coding == PAWLI_CODE_BODY) {
        const uint16_t other = world->last_body;
        uint16_t slot;
        memcpy(&slot, at, sizeof slot);
        if (slot == other) return false;
        memcpy(at, &other, sizeof other);
        return true;
    }
    if (kind == PAWLI_OBJECT_CHARACTER && field->coding == PAWLI_CODE_SHAPE) {
        const uint16_t other = pawli_bodies(world)[world->last_body].first_shape;
        memcpy(at, &other, sizeof other);
        return true;
    }
    uint32_t bit = (uint32_t)(seeded_next(seed) >> 33) % (field->size * 8u);
    if (field->mask != 0) bit = 0;
    at[bit / 8] ^= (uint8_t)(1u << bit % 8);
    return kind != PAWLI_OBJECT_POOL || world->joint_pool.used != 0;
}

/* Of the branch that it belongs to. */
static uint8_t facet_of(pawli_object_type kind) {
    switch (kind) {
    case PAWLI_OBJECT_TERRAIN:
    case PAWLI_OBJECT_SOFT_LINK:
        return 2;
    case PAWLI_OBJECT_GEOMETRY:
    case PAWLI_OBJECT_SOFT_POINT:
    case PAWLI_OBJECT_SOFT_POOL:
        return 1;
    default:
        return 0;
    }
}

/* One change: who sees it. */
static void expect_one(const pawl_world *a, const pawl_world *b, const pawli_object *object,
                       pawli_object_type kind, const pawli_field *field, uint32_t users) {
    pawl_difference difference;
    const char *const name = pawli_fields_name(kind, field->number);
    const int32_t values = pawl_world_compare(a, b, &difference);
    ck_assert_msg(values == (int32_t)users && difference.objects == users &&
                      difference.values == users,
                  "%s: %d values instead of %u", name, values, users);
    ck_assert_int_eq(difference.branch, object->branch);
    ck_assert_int_eq(difference.in_a && difference.in_b, true);
    ck_assert_str_eq(difference.a.name, name);
    ck_assert_str_eq(difference.b.name, name);
    ck_assert_int_eq(difference.a.type, kind);
    ck_assert_int_eq(difference.a.number, field->number);
    ck_assert_int_ne(difference.a.value, difference.b.value);
    if (users == 1) {
        const pawl_object_key key = pawli_object_key(object);
        ck_assert_int_eq(pawli_object_compare_keys(object->branch, &key, &difference.key), 0);
        const void *const at = pawli_object_record_find(object).at[facet_of(kind)];
        ck_assert_int_eq(difference.a.value, pawli_fields_value(a, field, at));
    }
    const pawl_hash_tree tree_a = pawl_world_hash_tree(a), tree_b = pawl_world_hash_tree(b);
    ck_assert_uint_ne(tree_a.root, tree_b.root);
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        const bool is_equal = tree_a.branches[branch] == tree_b.branches[branch];
        ck_assert_msg(is_equal == (branch != (int)object->branch), "%s: part %d", name, branch);
    }
}

/* Blocks and objects that are not those of the change stay as they are. */
static uint32_t blocks_that_differ(const pawl_world *a, const pawl_world *b, pawl_branch branch) {
    uint32_t count = 0;
    for (uint32_t i = 0; i * PAWL_BLOCK_SIZE < pawl_world_get_object_count(a, branch); i++)
        count += pawl_block_hash(a, branch, i) != pawl_block_hash(b, branch, i);
    return count;
}

/* Every object: a change of each of its fields in turn. */
START_TEST(a_change_of_any_field_is_found_and_named) {
    pawl_world *const a = make_everything(60);
    pawl_world *const b = copy_of(a);
    uint64_t seed = first_seed(_i);
    uint32_t changes = 0;
    pawli_object object = pawli_object_first(a, (pawl_branch)_i);
    for (uint32_t index = 0; pawli_is_there(&object); index++, pawli_object_next(&object)) {
        if (index % (uint32_t)SEEDED_STRIDE(1) != 0) continue;
        for (uint8_t i = 0; i < object.record_count; i++) {
            const void *const at = pawli_object_record_find(&object).at[i];
            if (at == NULL) continue;
            const pawli_object_type kind = (pawli_object_type)object.records[i];
            const pawli_fields table = pawli_fields_of(kind);
            const uint32_t users = users_of(a, kind, at);
            void *const there = (uint8_t *)b + ((const uint8_t *)at - (const uint8_t *)a);
            for (uint16_t number = 0; number < table.count; number++) {
                const pawli_field *const field = &table.fields[number];
                if (perturb(b, kind, field, there, &seed)) {
                    expect_one(a, b, &object, kind, field, users);
                    if (users == 1) {
                        ck_assert_uint_eq(blocks_that_differ(a, b, object.branch), 1);
                        ck_assert_uint_ne(pawl_object_hash(a, object.branch, index),
                                          pawl_object_hash(b, object.branch, index));
                    }
                    changes++;
                }
                memcpy(b, a, a->state_size);
            }
        }
    }
    ck_assert_uint_gt(changes, 2);
    free(a);
    free(b);
}
END_TEST

/* ---- against a slow comparison by what is public ---- */

static uint32_t hashed_values(const pawl_world *world, pawl_branch branch, uint32_t index,
                              pawl_field_value *out, uint32_t room) {
    uint32_t count = 0;
    pawl_field_value value;
    for (uint32_t i = 0; pawl_object_field(world, branch, index, i, &value) == PAWL_OK; i++) {
        ck_assert_uint_lt(count, room);
        if (value.is_hashed) out[count++] = value;
    }
    return count;
}

/* Values that occur in one list and not in the other, or differ: each name once. Sections that only
 * one of them has count where they are not zero, which is the default of all geometry. */
static uint32_t count_slowly(const pawl_field_value *a, uint32_t a_count, const pawl_field_value *b,
                             uint32_t b_count, bool is_first) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < a_count; i++) {
        const pawl_field_value *other = NULL;
        for (uint32_t k = 0; k < b_count && other == NULL; k++) {
            if (strcmp(a[i].name, b[k].name) == 0 && a[i].type == b[k].type) other = &b[k];
        }
        if (other == NULL) {
            count += a[i].number == 0 || a[i].value != 0;
        } else {
            count += is_first && a[i].value != other->value;
        }
    }
    return count;
}

/* Of objects that both have. */
static void compare_slowly(const pawl_world *a, const pawl_world *b, uint32_t *values,
                           uint32_t *objects, uint32_t *lonely) {
    static pawl_field_value list_a[400], list_b[400];
    for (int i = 0; i < PAWL_BRANCH_COUNT; i++) {
        const pawl_branch branch = (pawl_branch)i;
        uint32_t matched = 0;
        for (uint32_t index = 0; index < pawl_world_get_object_count(a, branch); index++) {
            pawl_object_key key;
            uint32_t there;
            ck_assert_int_eq(pawl_object_find(a, branch, index, &key), PAWL_OK);
            if (pawl_object_match(b, branch, &key, &there) != PAWL_OK) {
                ++*lonely;
                continue;
            }
            matched++;
            const uint32_t count_a = hashed_values(a, branch, index, list_a, 400);
            const uint32_t count_b = hashed_values(b, branch, there, list_b, 400);
            const uint32_t count = count_slowly(list_a, count_a, list_b, count_b, true) +
                                   count_slowly(list_b, count_b, list_a, count_a, false);
            *values += count;
            *objects += count != 0;
            const bool same =
                pawl_object_hash(a, branch, index) == pawl_object_hash(b, branch, there);
            ck_assert_int_eq(same, count == 0);
        }
        *lonely += pawl_world_get_object_count(b, branch) - matched;
    }
}

START_TEST(counts_are_those_of_a_slow_comparison) {
    pawl_world *const a = make_everything(20), *const b = make_everything(20);
    uint32_t both = 0, lonely_in_all = 0;
    for (uint32_t step = 20; step < 20 + (uint32_t)SEEDED_ROUNDS(60); step++) {
        uint32_t values = 0, objects = 0, lonely = 0;
        pawl_difference difference, back;
        const int32_t count = pawl_world_compare(a, b, &difference);
        compare_slowly(a, b, &values, &objects, &lonely);
        ck_assert_uint_eq(difference.objects, objects + lonely);
        ck_assert_int_eq(count, (int32_t)difference.values);
        ck_assert_msg(lonely == 0 ? difference.values == values
                                  : difference.values >= values + lonely,
                      "%u values instead of %u and %u objects", difference.values, values, lonely);
        ck_assert_int_eq(pawl_world_compare(b, a, &back), count);
        ck_assert_uint_eq(back.objects, difference.objects);
        if (count != 0) {
            ck_assert_int_eq(back.branch, difference.branch);
            ck_assert_int_eq(back.in_a, difference.in_b);
            ck_assert_int_eq(back.in_b, difference.in_a);
            ck_assert_int_eq(back.a.value, difference.b.value);
        }
        ck_assert_int_eq(pawl_world_hash(a) == pawl_world_hash(b), count == 0);
        both += objects;
        lonely_in_all += lonely;
        ck_assert_int_eq(everything_run(a, 7, step, 1), true);
        ck_assert_int_eq(everything_run(b, 8, step, 1), true);
    }
    ck_assert_uint_gt(both, 100);
    ck_assert_int_gt((int)lonely_in_all, SEEDED_OFTEN(100));
    free(a);
    free(b);
}
END_TEST

/* ---- what only one has ---- */

START_TEST(a_missing_object_is_one_difference_and_not_many) {
    pawl_world *const a = make_space(), *const b = make_space();
    for (int i = 0; i < 40; i++) {
        add_unit_box(a, 3 * i, 0);
        const pawl_body_id body = add_unit_box(b, 3 * i, 0);
        if (i == 20) ck_assert_int_eq(pawl_body_destroy(b, body), PAWL_OK);
    }
    pawl_difference difference;
    ck_assert_int_gt(pawl_world_compare(a, b, &difference), 4);
    ck_assert_uint_eq(difference.objects, 4); /* the body, its shape, two pools */
    ck_assert_int_eq(difference.branch, PAWL_BRANCH_BODIES);
    ck_assert_int_eq(difference.in_a && !difference.in_b, true);
    ck_assert_uint_eq(difference.key.serial, 21);
    ck_assert_int_gt(pawl_world_compare(b, a, &difference), 4);
    ck_assert_int_eq(difference.in_b && !difference.in_a, true);
    ck_assert_uint_eq(difference.key.serial, 21);
    free(a);
    free(b);
}
END_TEST

START_TEST(null_is_a_world_without_objects) {
    pawl_world *const world = make_default_world();
    pawl_difference difference;
    memset(&difference, 0x5A, sizeof difference);
    ck_assert_int_eq(pawl_world_compare(NULL, NULL, &difference), 0);
    ck_assert_uint_eq(difference.objects, 0);
    ck_assert_int_eq(pawl_world_compare(world, world, &difference), 0);
    ck_assert_int_eq(pawl_world_compare(world, NULL, NULL),
                     pawl_world_compare(NULL, world, &difference));
    ck_assert_uint_eq(difference.objects, 4); /* the world and three pools */
    ck_assert_uint_eq(difference.values, 6 + 1 + 1 + 1);
    ck_assert_int_eq(difference.in_b && !difference.in_a, true);
    ck_assert_int_eq(difference.branch, PAWL_BRANCH_WORLD);
    free(world);
}
END_TEST

/* Joints of a world that has room for them and one that has none. */
START_TEST(worlds_of_other_capacities_are_compared) {
    pawl_world_def small = pawl_world_def_default(), large = pawl_world_def_default();
    small.body_capacity = small.shape_capacity = 2;
    small.joint_capacity = 0;
    large.body_capacity = 2000;
    pawl_world *const a = make_world(&small), *const b = make_world(&large);
    add_ground(a);
    add_ground(b);
    const pawl_body_id first = add_unit_box(a, 0, 0.75), second = add_unit_box(b, 0, 0.75);
    run(a, 30);
    run(b, 30);
    ck_assert_int_eq(pawl_world_compare(a, b, NULL), 0);
    ck_assert_int_eq(pawl_body_destroy(a, first), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(b, second), PAWL_OK);
    ck_assert_int_eq(pawl_world_compare(a, b, NULL), 0);
    add_unit_box(a, 0, 1); /* takes the free slot */
    add_unit_box(b, 0, 1); /* takes a fresh one */
    pawl_difference difference;
    ck_assert_int_gt(pawl_world_compare(a, b, &difference), 0);
    ck_assert_int_eq(difference.branch, PAWL_BRANCH_BODIES);
    ck_assert_str_eq(difference.a.name, "slot");
    ck_assert_int_eq(difference.a.value, 1);
    ck_assert_int_eq(difference.b.value, 2);
    free(a);
    free(b);
}
END_TEST

START_TEST(the_order_of_free_slots_is_compared) {
    pawl_world *worlds[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = make_space();
        pawl_body_id bodies[3];
        for (int k = 0; k < 3; k++)
            bodies[k] = add_body(worlds[i], PAWL_STATIC, 0, 0);
        pawl_body_destroy(worlds[i], bodies[i == 0 ? 1 : 2]);
        pawl_body_destroy(worlds[i], bodies[i == 0 ? 2 : 1]);
    }
    pawl_difference difference;
    ck_assert_int_eq(pawl_world_compare(worlds[0], worlds[1], &difference), 2);
    ck_assert_int_eq(difference.branch, PAWL_BRANCH_POOLS);
    ck_assert_str_eq(difference.a.name, "free[0].slot");
    ck_assert_int_eq(difference.a.value, 1);
    ck_assert_int_eq(difference.b.value, 2);
    pawl_field_value value;
    ck_assert_int_eq(pawl_object_field(worlds[0], PAWL_BRANCH_POOLS, 0, 3, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "free[0].slot");
    ck_assert_int_eq(value.value, 1);
    ck_assert_int_eq(pawl_object_field(worlds[0], PAWL_BRANCH_POOLS, 0, 6, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "free[1].generation");
    ck_assert_int_eq(value.value, pawli_bodies(worlds[0])[2].generation);
    const uint32_t hash = pawl_object_hash(worlds[1], PAWL_BRANCH_POOLS, 0);
    pawli_bodies(worlds[1])[2].generation ^= 4;
    ck_assert_uint_ne(pawl_object_hash(worlds[1], PAWL_BRANCH_POOLS, 0), hash);
    ck_assert_int_eq(pawl_world_compare(worlds[0], worlds[1], &difference), 3);
    pawli_bodies(worlds[1])[1].generation ^= 8;
    ck_assert_int_eq(pawl_world_compare(worlds[0], worlds[1], &difference), 4);
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

START_TEST(a_shape_of_another_kind_is_compared_with_what_it_is_not) {
    static const pawl_vec2 points[] = {{0, 0}, {FX(1), 0}};
    pawl_world *const a = make_space(), *const b = make_space();
    const pawl_body_id body_a = add_body(a, PAWL_STATIC, 0, 0);
    const pawl_body_id body_b = add_body(b, PAWL_STATIC, 0, 0);
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_chain chain = {points, 2, false, false, false};
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create_chain(a, body_a, &def, &chain, &shape), PAWL_OK);
    add_box(b, body_b, 0.5, 0.5);
    pawl_difference difference;
    uint32_t values = 0, objects = 0, lonely = 0;
    compare_slowly(a, b, &values, &objects, &lonely);
    ck_assert_int_eq(pawl_world_compare(a, b, &difference), (int32_t)values);
    ck_assert_uint_eq(difference.objects, 1);
    ck_assert_uint_eq(lonely, 0);
    ck_assert_uint_gt(values, 10);
    free(a);
    free(b);
}
END_TEST

Suite *suite_compare(void) {
    Suite *const suite = suite_create("compare");
    TCase *const tcase = tcase_create("compare");
    tcase_add_loop_test(tcase, a_change_of_any_field_is_found_and_named, 0, PAWL_BRANCH_COUNT);
    tcase_add_test(tcase, counts_are_those_of_a_slow_comparison);
    tcase_add_test(tcase, a_missing_object_is_one_difference_and_not_many);
    tcase_add_test(tcase, null_is_a_world_without_objects);
    tcase_add_test(tcase, worlds_of_other_capacities_are_compared);
    tcase_add_test(tcase, the_order_of_free_slots_is_compared);
    tcase_add_test(tcase, a_shape_of_another_kind_is_compared_with_what_it_is_not);
    suite_add_tcase(suite, tcase);
    return suite;
}
