/* object.c - a type of object with three fields of its own, which only MODE=object has: its struct
 * is in src/world/layout.h, its fields in fields.c, its row in objects.c, its room in
 * world_memory.c. That is enough for all that is done with a state. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/snapshot.h"
#include "pawl/state.h"
#include "world/objects.h"
#include "world/validate.h"

#define BRANCH ((pawl_branch)(PAWL_BRANCH_COUNT - 1))

static pawl_world *make_world(void) {
    const pawl_world_def def = pawl_world_def_default();
    const size_t size = pawl_world_size(&def);
    pawl_world *world;
    ck_assert_int_eq(pawl_world_init(malloc(size), size, &def, &world), PAWL_OK);
    return world;
}

static pawli_test_object *objects_of(pawl_world *world) {
    const pawli_objects all = pawli_objects_of(PAWLI_OBJECT_TEST);
    return (pawli_test_object *)(void *)pawli_objects_array(&all, world);
}

static void add_object(pawl_world *world, pawl_fx size, uint32_t color, uint16_t level) {
    const pawli_objects all = pawli_objects_of(PAWLI_OBJECT_TEST);
    const pawli_slots slots = {objects_of(world), all.size, all.free_link};
    const uint16_t slot = pawli_pool_take(&world->test_pool, slots);
    ck_assert_uint_ne(slot, PAWLI_NONE);
    pawli_test_object *const object = &objects_of(world)[slot];
    object->size = size;
    object->color = color;
    object->level = level;
    object->generation++;
    object->flags = PAWLI_LIVE;
    object->serial = world->test_pool.next_serial++;
    pawli_objects_append(world, &all, slot);
}

/* Three live ones, and one that was the last of the list and is free. */
static pawl_world *make_full(void) {
    pawl_world *const world = make_world();
    const pawli_objects all = pawli_objects_of(PAWLI_OBJECT_TEST);
    const pawli_slots slots = {objects_of(world), all.size, all.free_link};
    for (uint16_t i = 0; i < 4; i++)
        add_object(world, PAWL_FX(1, 0, 1) * i, 7 + 10u * i, (uint16_t)(1 + i));
    world->last_test = 2;
    objects_of(world)[2].next = PAWLI_NONE;
    objects_of(world)[3].flags = 0;
    pawli_pool_give(&world->test_pool, slots, 3);
    ck_assert_ptr_null(pawli_validate_find_defect(world).what);
    return world;
}

static pawl_world *decode_copy(const pawl_world *world) {
    const size_t size = world->total_size;
    const size_t room = pawl_world_encode_size(world);
    uint8_t *const snapshot = malloc(room);
    size_t length;
    pawl_world *copy = NULL;
    ck_assert_int_eq(pawl_world_encode(world, snapshot, room, &length), PAWL_OK);
    ck_assert_int_eq(pawl_world_decode(snapshot, length, malloc(size), size, &copy), PAWL_OK);
    free(snapshot);
    return copy;
}

static void *save_of(const pawl_world *world, uint32_t *size) {
    *size = (uint32_t)pawl_world_save_size(world);
    void *const save = malloc(*size);
    ck_assert_int_eq(pawl_world_save(world, save, *size), PAWL_OK);
    return save;
}

/* One bit of one field. */
static void change(pawl_world *world, int field) {
    pawli_test_object *const object = &objects_of(world)[1];
    if (field == 1) object->size ^= 1;
    if (field == 2) object->color ^= 1;
    if (field == 3) object->level ^= 1;
}

START_TEST(snapshots_and_saves_bring_it_back) {
    pawl_world *const world = make_full(), *const other = make_world();
    pawl_world *const copy = decode_copy(world);
    uint32_t size;
    void *const save = save_of(world, &size);
    ck_assert_int_eq(pawl_world_restore(other, save, size), PAWL_OK);
    ck_assert_ptr_null(pawli_validate_find_defect(copy).what);
    ck_assert_uint_eq(pawl_world_hash(copy), pawl_world_hash(world));
    ck_assert_uint_eq(pawl_world_hash(other), pawl_world_hash(world));
    ck_assert_int_eq(pawl_world_compare(copy, world, NULL), 0);
    ck_assert_int_eq(memcmp(objects_of(copy), objects_of(world), 3 * sizeof(pawli_test_object)), 0);
    ck_assert_int_eq(memcmp(objects_of(other), objects_of(world), 4 * sizeof(pawli_test_object)),
                     0);
    ck_assert_uint_eq(copy->test_pool.free_first, 3);
    free(save), free(copy), free(other), free(world);
}
END_TEST

START_TEST(hash_tree_and_difference_see_each_field) {
    pawl_world *const a = make_full(), *const b = make_full();
    pawl_difference difference;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    ck_assert_uint_eq(pawl_world_get_object_count(a, BRANCH), 3);
    change(b, _i);
    ck_assert_uint_ne(pawl_world_hash(a), pawl_world_hash(b));
    const pawl_hash_tree tree_a = pawl_world_hash_tree(a), tree_b = pawl_world_hash_tree(b);
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++)
        ck_assert_int_eq(tree_a.branches[branch] == tree_b.branches[branch], branch != (int)BRANCH);
    ck_assert_int_eq(pawl_world_compare(a, b, &difference), 1);
    ck_assert_int_eq(difference.branch, BRANCH);
    ck_assert_uint_eq(difference.a.number, (unsigned)_i);
    ck_assert_uint_gt(pawl_difference_print(&difference, text, sizeof text), 0);
    ck_assert_ptr_nonnull(
        strstr(text, "tests: 1 value in 1 object; first: test object 2 (slot 1)"));
    free(a), free(b);
}
END_TEST

START_TEST(its_pool_is_hashed) {
    pawl_world *const a = make_full(), *const b = make_full();
    objects_of(b)[3].generation++;
    ck_assert_uint_ne(pawl_world_hash(a), pawl_world_hash(b));
    ck_assert_uint_ne(pawl_world_hash_tree(a).branches[PAWL_BRANCH_POOLS],
                      pawl_world_hash_tree(b).branches[PAWL_BRANCH_POOLS]);
    ck_assert_int_eq(pawl_world_compare(a, b, NULL), 1);
    free(a), free(b);
}
END_TEST

START_TEST(the_validator_finds_what_is_wrong) {
    pawl_world *const world = make_full();
    pawli_test_object *const objects = objects_of(world);
    objects[1].level = 0;
    const pawli_defect defect = pawli_validate_find_defect(world);
    ck_assert_str_eq(defect.what, "level");
    ck_assert_str_eq(defect.type, "test object");
    objects[1].level = 2;
    objects[2].previous = 0;
    ck_assert_ptr_nonnull(pawli_validate_find_defect(world).what);
    objects[2].previous = 1;
    world->test_pool.free_first = 2;
    ck_assert_ptr_nonnull(pawli_validate_find_defect(world).what);
    free(world);
}
END_TEST

static void keep_hash(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                      uint32_t hash) {
    (void)world, (void)round;
    if (stage == PAWL_STAGE_BEGIN) *(uint32_t *)context = hash;
}

START_TEST(a_trace_tells_of_each_field) {
    pawl_world *const a = make_full(), *const b = make_full();
    uint32_t hash_a = 0, hash_b = 0;
    pawl_step_hooks hooks = {.context = &hash_a, .trace = keep_hash};
    change(b, _i);
    ck_assert_int_eq(pawl_world_step(a, &hooks), PAWL_OK);
    hooks.context = &hash_b;
    ck_assert_int_eq(pawl_world_step(b, &hooks), PAWL_OK);
    ck_assert_uint_ne(hash_a, hash_b);
    free(a), free(b);
}
END_TEST

START_TEST(a_masked_field_is_lost) {
    pawl_world *const world = make_full();
    uint32_t size;
    pawli_mask_field(PAWLI_OBJECT_TEST, 2, true);
    pawl_world *const copy = decode_copy(world);
    void *const save = save_of(world, &size);
    ck_assert_int_eq(pawl_world_restore(world, save, size), PAWL_OK);
    pawli_mask_field(PAWLI_OBJECT_TEST, 2, false);
    ck_assert_uint_eq(objects_of(copy)[1].color, 7);
    ck_assert_uint_eq(objects_of(world)[1].color, 7);
    free(save), free(copy), free(world);
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("object");
    TCase *const tests = tcase_create("object");
    tcase_add_test(tests, snapshots_and_saves_bring_it_back);
    tcase_add_loop_test(tests, hash_tree_and_difference_see_each_field, 1, 4);
    tcase_add_test(tests, its_pool_is_hashed);
    tcase_add_test(tests, the_validator_finds_what_is_wrong);
    tcase_add_loop_test(tests, a_trace_tells_of_each_field, 1, 4);
    tcase_add_test(tests, a_masked_field_is_lost);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
