/* test_hash_tree.c - the tree is what state.h says, depends on the state alone, and a change of a
 * value is seen in its object, block and branch and nowhere else. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "state/object.h"
#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "support/base/seeded.h"

static pawl_world *make_everything(uint16_t spare, uint32_t steps) {
    pawl_world_def def = everything_def();
    def.contact_capacity = 4096u + spare;
    def.event_capacity = (uint16_t)(12 + spare);
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    ck_assert_int_eq(everything_run(world, 7, 0, steps), true);
    return world;
}

/* XXH32 over little-endian words, by its author's code. */
static uint32_t reference(const uint32_t *words, size_t count) {
    uint8_t bytes[4 * 1024];
    ck_assert_uint_le(count, sizeof bytes / 4);
    for (size_t i = 0; i < 4 * count; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    return XXH32(bytes, 4 * count, 0);
}

START_TEST(the_chain_hashes_the_chain_and_the_hash) {
    uint64_t seed = first_seed(_i);
    for (int i = 0; i < 100; i++) {
        const uint64_t both = seeded_next(&seed);
        const uint32_t words[2] = {(uint32_t)both, (uint32_t)(both >> 32)};
        ck_assert_uint_eq(pawl_hash_chain(words[0], words[1]), reference(words, 2));
    }
    ck_assert_uint_ne(pawl_hash_chain(0, 0), 0);
}
END_TEST

/* From the hashes of the objects up: so the order in which they are met does not matter, and who
 * knows what has changed knows the new hash. */
START_TEST(blocks_branches_and_the_world_are_sums) {
    pawl_world *const world = make_everything(0, 40);
    const pawl_hash_tree tree = pawl_world_hash_tree(world);
    uint32_t blocks_seen = 0, root = 0;
    for (int branch = PAWL_BRANCH_COUNT - 1; branch >= 0; branch--) {
        uint32_t blocks[64], count = 0, sum = 0;
        const uint32_t objects = pawl_world_get_object_count(world, (pawl_branch)branch);
        for (uint32_t first = 0; first < objects; first += PAWL_BLOCK_SIZE, count++) {
            blocks[count] = 0;
            for (uint32_t i = PAWL_BLOCK_SIZE; i-- > 0;)
                blocks[count] += pawl_object_hash(world, (pawl_branch)branch, first + i);
            ck_assert_uint_eq(pawl_block_hash(world, (pawl_branch)branch, count), blocks[count]);
            sum += blocks[count];
        }
        ck_assert_uint_gt(count, 0);
        ck_assert_uint_eq(tree.branches[branch], sum);
        ck_assert_uint_eq(pawl_block_hash(world, (pawl_branch)branch, count), 0);
        ck_assert_uint_eq(pawl_object_hash(world, (pawl_branch)branch, objects), 0);
        blocks_seen += count;
        root += sum;

        uint32_t all[64];
        ck_assert_uint_eq(pawl_block_hashes(world, (pawl_branch)branch, 0, all, 64), count);
        ck_assert_mem_eq(all, blocks, 4 * count);
        ck_assert_uint_eq(pawl_block_hashes(world, (pawl_branch)branch, count - 1, all, 64), 1);
        ck_assert_uint_eq(all[0], blocks[count - 1]);
        ck_assert_uint_eq(pawl_block_hashes(world, (pawl_branch)branch, 0, all, count - 1),
                          count - 1);
    }
    ck_assert_uint_eq(tree.root, root);
    ck_assert_uint_eq(pawl_world_hash(world), root);
    ck_assert_uint_gt(blocks_seen, 8);
    free(world);
}
END_TEST

START_TEST(the_tree_ignores_capacities_addresses_and_user_data) {
    pawl_world *const a = make_everything(0, 30), *const b = make_everything(500, 30);
    for (uint32_t step = 30; step < 60; step++) {
        const pawl_hash_tree tree_a = pawl_world_hash_tree(a), tree_b = pawl_world_hash_tree(b);
        ck_assert_mem_eq(&tree_a, &tree_b, sizeof tree_a);
        ck_assert_int_eq(pawl_world_compare(a, b, NULL), 0);
        const pawl_body_id body = pawl_world_next_body(b, NO_BODY);
        pawl_body_set_user_data(b, body, pawl_body_get_user_data(b, body) + step);
        ck_assert_int_eq(everything_run(a, 7, step, 1) && everything_run(b, 7, step, 1), true);
    }
    free(a);
    free(b);
}
END_TEST

/* The same two bodies; in one world their boxes are one entry of the geometries, in the other the
 * second box has an entry of its own. */
START_TEST(the_tree_ignores_where_geometry_lies) {
    pawl_world *worlds[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = make_space();
        const pawl_body_id a = add_body(worlds[i], PAWL_DYNAMIC, 0, 0);
        const pawl_body_id b = add_body(worlds[i], PAWL_DYNAMIC, 9, 0);
        const pawl_shape_id first = add_box(worlds[i], a, 0.5, i == 0 ? 0.5 : 0.75);
        add_box(worlds[i], b, 0.5, 0.5);
        ck_assert_int_eq(pawl_shape_destroy(worlds[i], first), PAWL_OK);
    }
    const uint16_t slot_a = pawli_shapes(worlds[0])[1].geometry;
    const uint16_t slot_b = pawli_shapes(worlds[1])[1].geometry;
    ck_assert_uint_ne(slot_a, slot_b);
    ck_assert_uint_eq(pawl_world_hash(worlds[0]), pawl_world_hash(worlds[1]));
    const pawl_hash_tree tree_a = pawl_world_hash_tree(worlds[0]);
    const pawl_hash_tree tree_b = pawl_world_hash_tree(worlds[1]);
    ck_assert_mem_eq(&tree_a, &tree_b, sizeof tree_a);
    ck_assert_int_eq(pawl_world_compare(worlds[0], worlds[1], NULL), 0);
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

/* ---- objects ---- */

static void assert_key_eq(const pawl_object_key *a, const pawl_object_key *b) {
    ck_assert_mem_eq(a, b, sizeof *a);
}

START_TEST(a_walk_meets_every_object_once_in_order) {
    pawl_world *const world = make_everything(0, 90);
    uint32_t walked = 0;
    for (int i = 0; i < PAWL_BRANCH_COUNT; i++) {
        const pawl_branch branch = (pawl_branch)i;
        const uint32_t count = pawl_world_get_object_count(world, branch);
        pawl_object_key key, found, before = {0, 0, 0, 0, 0, 0, 0};
        ck_assert_int_eq(pawl_object_find(world, branch, 0, &key), PAWL_OK);
        for (uint32_t index = 0; index < count; index++, walked++) {
            uint32_t matched = UINT32_MAX;
            ck_assert_int_eq(pawl_object_find(world, branch, index, &found), PAWL_OK);
            assert_key_eq(&key, &found);
            ck_assert_int_eq(pawl_object_match(world, branch, &key, &matched), PAWL_OK);
            ck_assert_uint_eq(matched, index);
            if (index > 0) ck_assert_int_lt(pawli_object_compare_keys(branch, &before, &key), 0);
            before = key;
            const pawl_status next = pawl_object_next(world, branch, &key);
            ck_assert_int_eq(next, index + 1 < count ? PAWL_OK : PAWL_ERR_RANGE);
        }
        assert_key_eq(&key, &before); /* untouched at the end */
        ck_assert_int_eq(pawl_object_find(world, branch, count, &found), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_object_find(world, branch, UINT32_MAX, &found), PAWL_ERR_RANGE);
    }
    const pawl_counters counters = pawl_world_get_counters(world);
    ck_assert_uint_eq(walked, 1 + counters.bodies + counters.shapes + counters.joints +
                                  pawl_world_get_object_count(world, PAWL_BRANCH_CONTACTS) +
                                  pawl_world_get_object_count(world, PAWL_BRANCH_SOFT) +
                                  pawl_world_get_object_count(world, PAWL_BRANCH_CHARACTERS) + 5);
    ck_assert_uint_gt(walked, 60);
    free(world);
}
END_TEST

START_TEST(keys_name_slots_serials_and_bodies) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), gone = add_unit_box(world, 5, 5);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_DISTANCE);
    def.body_a = ground;
    def.body_b = box;
    def.collide_connected = true;
    def.target = FX(1);
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, gone), PAWL_OK);
    run(world, 2);
    pawl_object_key key;
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_BODIES, 1, &key), PAWL_OK);
    const pawl_object_key body_key = {3, 0, 0, 2, 2, PAWLI_NONE, 0};
    assert_key_eq(&key, &body_key);
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_SHAPES, 1, &key), PAWL_OK);
    const pawl_object_key shape_key = {3, 3, 0, 2, 2, PAWLI_NONE, 0};
    assert_key_eq(&key, &shape_key);
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_JOINTS, 0, &key), PAWL_OK);
    const pawl_object_key joint_key = {1, 0, 0, 0, 0, 2, 0};
    assert_key_eq(&key, &joint_key);
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_CONTACTS, 0, &key), PAWL_OK);
    const pawl_object_key contact_key = {1, 3, 0, 0, 0, 2, 0};
    assert_key_eq(&key, &contact_key);
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_POOLS, 2, &key), PAWL_OK);
    const pawl_object_key pool_key = {0, 0, 2, PAWLI_NONE, PAWLI_NONE, PAWLI_NONE, 0};
    assert_key_eq(&key, &pool_key);
    free(world);
}
END_TEST

START_TEST(a_key_of_what_is_gone_is_stale) {
    pawl_world *const world = make_default_world();
    const pawl_body_id a = add_unit_box(world, 0, 0);
    add_unit_box(world, 9, 0);
    pawl_object_key body, shape;
    uint32_t index = 77;
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_BODIES, 0, &body), PAWL_OK);
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_SHAPES, 0, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, a), PAWL_OK);
    ck_assert_int_eq(pawl_object_next(world, PAWL_BRANCH_BODIES, &body), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_object_next(world, PAWL_BRANCH_SHAPES, &shape), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_object_match(world, PAWL_BRANCH_BODIES, &body, &index), PAWL_ERR_STALE);
    ck_assert_uint_eq(index, 77);
    free(world);
}
END_TEST

START_TEST(a_key_does_not_name_who_took_the_slot) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 2;
    pawl_world *const world = make_world(&def);
    const pawl_body_id first = add_body(world, PAWL_STATIC, 0, 0);
    add_body(world, PAWL_STATIC, 0, 0);
    pawl_object_key key, other;
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_BODIES, 0, &key), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, first), PAWL_OK);
    add_body(world, PAWL_STATIC, 0, 0);
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_BODIES, 1, &other), PAWL_OK);
    ck_assert_uint_eq(other.slot, key.slot);
    ck_assert_int_eq(pawl_object_next(world, PAWL_BRANCH_BODIES, &key), PAWL_ERR_STALE);
    free(world);
}
END_TEST

START_TEST(a_shape_is_hashed_with_the_body_it_is_on) {
    pawl_world *worlds[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = make_space();
        pawl_body_id bodies[2];
        for (int k = 0; k < 2; k++)
            bodies[k] = add_body(worlds[i], PAWL_STATIC, 0, 0);
        add_box(worlds[i], bodies[i], 1, 1);
    }
    ck_assert_uint_ne(pawl_object_hash(worlds[0], PAWL_BRANCH_SHAPES, 0),
                      pawl_object_hash(worlds[1], PAWL_BRANCH_SHAPES, 0));
    ck_assert_int_gt(pawl_world_compare(worlds[0], worlds[1], NULL), 0);
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

START_TEST(any_key_is_safe) {
    pawl_world *const world = make_everything(0, 20);
    uint64_t seed = first_seed(_i);
    int next = 0;
    for (int i = 0; i < SEEDED_ROUNDS(20000); i++) {
        pawl_object_key key, found;
        uint32_t index = 0;
        const pawl_branch branch = (pawl_branch)(seeded_next(&seed) >> 61);
        const uint64_t bits = seeded_next(&seed);
        memset(&key, 0, sizeof key);
        key.serial = (uint32_t)(bits % 70);
        key.serial_b = bits >> 62 & 1 ? (uint32_t)(bits >> 16) % 40 : 0;
        key.detail = (uint32_t)(bits >> 32) % 5;
        key.slot = (uint16_t)(bits >> 48);
        if (bits >> 63) key.slot = (uint16_t)(key.serial - 1u);
        if (pawl_object_next(world, branch, &key) == PAWL_OK) next++;
        if (pawl_object_match(world, branch, &key, &index) == PAWL_OK) {
            ck_assert_int_eq(pawl_object_find(world, branch, index, &found), PAWL_OK);
        }
    }
    ck_assert_int_gt(next, SEEDED_OFTEN(50));
    free(world);
}
END_TEST

/* ---- fields ---- */

START_TEST(fields_are_those_of_the_object) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, -1.5, 2);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0.25, -3)), PAWL_OK);
    pawl_body_set_user_data(world, body, 4711);
    pawl_field_value value;
    ck_assert_int_eq(pawl_object_field(world, PAWL_BRANCH_BODIES, 0, 0, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "slot");
    ck_assert_int_eq(value.value, 0);
    ck_assert_int_eq(pawl_object_field(world, PAWL_BRANCH_BODIES, 0, 1, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "position.x");
    ck_assert_int_eq(value.value, FX(-1.5));
    ck_assert_int_eq(value.fraction, 16);
    ck_assert_int_eq(value.type, PAWLI_OBJECT_BODY);
    ck_assert_int_eq(value.number, 1);
    ck_assert_int_eq(value.is_hashed, 1);
    ck_assert_int_eq(pawl_object_field(world, PAWL_BRANCH_BODIES, 0, 5, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "velocity.y");
    ck_assert_int_eq(value.value, FX(-3));
    ck_assert_int_eq(pawl_object_field(world, PAWL_BRANCH_SHAPES, 0, 1, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "body");
    ck_assert_int_eq(value.number, 255);
    ck_assert_int_eq(value.value, 1);
    ck_assert_int_eq(pawl_object_field(world, PAWL_BRANCH_SHAPES, 0, 2, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "fat_box.lower.x");
    int unhashed = 0;
    for (uint32_t i = 0; pawl_object_field(world, PAWL_BRANCH_BODIES, 0, i, &value) == PAWL_OK;
         i++) {
        if (value.is_hashed) continue;
        ck_assert_str_eq(value.name, "user_data");
        ck_assert_int_eq(value.value, 4711);
        unhashed++;
    }
    ck_assert_int_eq(unhashed, 1);
    free(world);
}
END_TEST

START_TEST(every_object_has_all_fields_of_its_tables) {
    pawl_world *const world = make_everything(0, 90);
    int convexes = 0, terrains = 0, queued = 0;
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        for (uint32_t index = 0; index < pawl_world_get_object_count(world, (pawl_branch)branch);
             index++) {
            uint32_t counts[PAWLI_LAST_OBJECT + 1] = {0}, count = 0;
            pawl_field_value value;
            pawl_status status = PAWL_OK;
            for (; count < 300 && status == PAWL_OK; count++) {
                memset(&value, 0xEE, sizeof value);
                status = pawl_object_field(world, (pawl_branch)branch, index, count, &value);
                if (status != PAWL_OK) break;
                ck_assert_ptr_nonnull(memchr(value.name, 0, sizeof value.name));
                const bool is_special = value.number == 0 || value.number == 255;
                if (is_special && branch == PAWL_BRANCH_POOLS) queued++;
                if (!is_special) counts[value.type]++;
            }
            ck_assert_int_eq(status, PAWL_ERR_RANGE);
            for (int kind = 1; kind <= PAWLI_LAST_OBJECT; kind++) {
                const uint32_t whole = pawli_fields_of((pawli_object_type)kind).count;
                ck_assert_msg(counts[kind] == 0 || counts[kind] == whole, "kind %d: %u of %u", kind,
                              counts[kind], whole);
            }
            convexes += counts[PAWLI_OBJECT_GEOMETRY] != 0;
            terrains += counts[PAWLI_OBJECT_TERRAIN] != 0;
        }
    }
    ck_assert_int_gt(convexes, 10);
    ck_assert_int_eq(terrains, 2);
    ck_assert_int_gt(queued, 3);
    free(world);
}
END_TEST

START_TEST(misuse_answers_and_changes_nothing) {
    pawl_world *const world = make_default_world();
    pawl_object_key key;
    pawl_field_value value;
    uint32_t index = 5;
    memset(&key, 0x5A, sizeof key);
    memset(&value, 0x5A, sizeof value);
    const pawl_object_key key_before = key;
    const pawl_field_value value_before = value;
    const pawl_hash_tree none = pawl_world_hash_tree(NULL);
    ck_assert_uint_eq(none.root, 0);
    for (int branch = -3; branch < PAWL_BRANCH_COUNT + 3; branch++) {
        const pawl_branch which = (pawl_branch)branch;
        ck_assert_uint_eq(branch < 0 || branch >= PAWL_BRANCH_COUNT || none.branches[branch] == 0,
                          1);
        ck_assert_uint_eq(pawl_world_get_object_count(NULL, which), 0);
        ck_assert_uint_eq(pawl_block_hash(NULL, which, 0), 0);
        ck_assert_uint_eq(pawl_object_hash(NULL, which, 0), 0);
        ck_assert_uint_eq(pawl_block_hash(world, which, UINT32_MAX), 0);
        ck_assert_uint_eq(pawl_block_hash(world, which, UINT32_C(1) << 28), 0); /* 2^32 objects */
        ck_assert_uint_eq(pawl_block_hashes(world, which, 0, NULL, 1), 0);
        ck_assert_uint_eq(pawl_block_hashes(world, which, 0, &index, 0), 0);
        ck_assert_int_eq(pawl_object_find(NULL, which, 0, &key), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_find(world, which, 0, NULL), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_find(world, which, 3, &key), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_object_next(NULL, which, &key), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_next(world, which, NULL), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_match(NULL, which, &key, &index), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_match(world, which, NULL, &index), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_match(world, which, &key, NULL), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_field(NULL, which, 0, 0, &value), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_field(world, which, 0, 0, NULL), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_object_field(world, which, 3, 0, &value), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_object_field(world, which, 0, UINT32_MAX, &value), PAWL_ERR_RANGE);
        const bool is_branch = branch >= 0 && branch < PAWL_BRANCH_COUNT;
        ck_assert_int_eq(strcmp(pawl_branch_text(which), "unknown part") != 0, is_branch);
    }
    ck_assert_uint_eq(index, 5);
    ck_assert_mem_eq(&key, &key_before, sizeof key);
    ck_assert_mem_eq(&value, &value_before, sizeof value);
    free(world);
}
END_TEST

Suite *suite_hash_tree(void) {
    Suite *const suite = suite_create("hash_tree");
    TCase *const tcase = tcase_create("hash_tree");
    tcase_add_loop_test(tcase, the_chain_hashes_the_chain_and_the_hash, 0, 3);
    tcase_add_test(tcase, blocks_branches_and_the_world_are_sums);
    tcase_add_test(tcase, the_tree_ignores_capacities_addresses_and_user_data);
    tcase_add_test(tcase, the_tree_ignores_where_geometry_lies);
    tcase_add_test(tcase, a_walk_meets_every_object_once_in_order);
    tcase_add_test(tcase, keys_name_slots_serials_and_bodies);
    tcase_add_test(tcase, a_key_of_what_is_gone_is_stale);
    tcase_add_test(tcase, a_key_does_not_name_who_took_the_slot);
    tcase_add_test(tcase, a_shape_is_hashed_with_the_body_it_is_on);
    tcase_add_loop_test(tcase, any_key_is_safe, 0, 3);
    tcase_add_test(tcase, fields_are_those_of_the_object);
    tcase_add_test(tcase, every_object_has_all_fields_of_its_tables);
    tcase_add_test(tcase, misuse_answers_and_changes_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
