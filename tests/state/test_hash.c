/* test_hash.c - the hash is what docs/format-hash.md says. */
#include "support/state/page_hash.h"
#include "support/state/snapshots.h"
#include "world/fields.h"

static const page_field nothing = {0, 0};

/* ---- the definition ---- */

static void assert_page(const pawl_world *world) {
    const pawl_hash_tree tree = pawl_world_hash_tree(world);
    const bytes snapshot = encode(world);
    const page_hash page = page_hash_of(snapshot.at, snapshot.size, nothing);
    ck_assert_int_eq(page.is_whole, true);
    ck_assert_uint_eq(page.state, pawl_world_hash(world));
    ck_assert_uint_eq(page.state, tree.root);
    ck_assert_uint_eq(page.motion, pawl_world_motion_hash(world));
    for (int i = 0; i < PAGE_PARTS; i++)
        ck_assert_msg(page.branches[i] == tree.branches[i], "%s", pawl_branch_text((pawl_branch)i));
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(snapshot.at, snapshot.size, &info), PAWL_OK);
    ck_assert_uint_eq(info.hash, page.state);
    free(snapshot.at);
}

START_TEST(a_second_implementation_of_the_page_agrees) {
    pawl_world *const world = make_everything();
    for (uint32_t step = 0; step < 150; step++) {
        assert_page(world);
        ck_assert_int_eq(everything_run(world, 11, step, 1), true);
    }
    for (pawl_body_id body = pawl_world_next_body(world, NO_BODY); pawl_body_is_valid(world, body);
         body = pawl_world_next_body(world, NO_BODY)) {
        ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
        assert_page(world);
    }
    free(world);
}
END_TEST

/* The example of the page, from the first word to the sum. */
static const uint32_t settings[] = {
    [0] = 1u << 24, [5] = 0xFFF60000, [6] = 0x10000, [7] = 60, [8] = 1, [9] = 4, [10] = 1};
static const uint32_t body_words[] = {
    [0] = 2u << 24,    [1] = 1,     [4] = 0xFFFE0000, [18] = 0x40000000, [19] = 0xE2,
    [20] = 0x4E623850, [21] = 0xE3, [25] = 1,         [26] = 2,          [27] = 15};
static const uint32_t geometry_words[] = {
    [0] = 4u << 24,   [4] = 4,       [6] = 0xFFFF8000, [7] = 0xFFFF8000,  [8] = 0x8000,
    [9] = 0xFFFF8000, [10] = 0x8000, [11] = 0x8000,    [12] = 0xFFFF8000, [13] = 0x8000};
static const uint32_t shape_words[] = {
    [0] = 3u << 24,   [1] = 1,          [2] = 0xFFFF,     [3] = 0xA67B260C, [4] = 0xFFFD7852,
    [5] = 0xFFFF7852, [6] = 0xFFFE87AE, [7] = 0x000087AE, [15] = 1,         [16] = 11};
#define HASH_OF(words) page_hash_words(words, (uint32_t)(sizeof(words) / sizeof(words)[0]))

START_TEST(the_example_of_the_page_is_right) {
    pawl_world *const world = make_default_world();
    ck_assert_uint_eq(HASH_OF(settings), 0x1E8478B4);
    ck_assert_uint_eq(pawl_world_hash(world), 0x1E8478B4);
    ck_assert_uint_eq(pawl_world_motion_hash(world), 0x281D3C46);

    const pawl_body_id body = add_unit_box(world, -2, 0);
    ck_assert_uint_eq(HASH_OF(body_words), 0xBEB84EAC);
    ck_assert_uint_eq(pawl_object_hash(world, PAWL_BRANCH_BODIES, 0), 0xBEB84EAC);
    ck_assert_uint_eq(HASH_OF(geometry_words), shape_words[3]);
    ck_assert_uint_eq(HASH_OF(shape_words), 0x967A5885);
    ck_assert_uint_eq(pawl_object_hash(world, PAWL_BRANCH_SHAPES, 0), 0x967A5885);
    const uint32_t pool_of_bodies[] = {6u << 24, 0, 2, 0, 1, 1, 2};
    const uint32_t pool_of_shapes[] = {6u << 24, 0, 3, 0, 1, 1, 2};
    ck_assert_uint_eq(HASH_OF(pool_of_bodies), 0xDA131502);
    ck_assert_uint_eq(HASH_OF(pool_of_shapes), 0xFF204AE0);
    ck_assert_uint_eq(pawl_world_hash(world), 0x4CEA7FC7);
    ck_assert_uint_eq(pawl_world_motion_hash(world), 0x3B0E7CEC);

    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    const uint32_t free_slot[] = {6u << 24, 1, 2, 1};
    ck_assert_uint_eq(HASH_OF(free_slot), 0xD80A7D6E);
    ck_assert_uint_eq(pawl_world_hash(world), 0x49BEC9DE);
    free(world);
}
END_TEST

/* So a field that is added later leaves the hashes of all worlds alone that do not use it, and a
 * build without it has the same ones. */
START_TEST(a_field_at_its_default_is_nothing) {
    pawl_world *const busy = make_everything(), *const plain = make_default_world();
    int silent = 0, told = 0;
    ck_assert_int_eq(everything_run(busy, 3, 0, 60), true);
    add_ground(plain);
    for (int i = 0; i < 5; i++)
        add_unit_box(plain, 0, 0.5 + i);
    run(plain, 30);
    for (int of = 0; of < 2; of++) {
        const bytes snapshot = encode(of == 0 ? busy : plain);
        const uint32_t whole = page_hash_of(snapshot.at, snapshot.size, nothing).state;
        for (int type = 1; type <= PAWLI_OBJECT_SOFT_POOL; type++) {
            const pawli_fields table = pawli_fields_of((pawli_object_type)type);
            for (uint16_t i = 0; i < table.count; i++) {
                if (!pawli_is_hashed(&table.fields[i])) continue;
                const page_field without = {(uint8_t)type, table.fields[i].number};
                const page_hash page = page_hash_of(snapshot.at, snapshot.size, without);
                ck_assert_msg((page.state == whole) == (page.left_out == 0), "%d %s", type,
                              pawli_fields_name((pawli_object_type)type, table.fields[i].number));
                silent += page.left_out == 0;
                told += page.left_out != 0;
            }
        }
        free(snapshot.at);
    }
    ck_assert_int_gt(silent, 100);
    ck_assert_int_gt(told, 150);
    free(busy);
    free(plain);
}
END_TEST

Suite *suite_hash(void) {
    Suite *const suite = suite_create("hash");
    TCase *const tcase = tcase_create("hash");
    tcase_add_test(tcase, a_second_implementation_of_the_page_agrees);
    tcase_add_test(tcase, the_example_of_the_page_is_right);
    tcase_add_test(tcase, a_field_at_its_default_is_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
