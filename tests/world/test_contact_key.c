/* test_contact_key.c - contacts that are found again by their keys: what a walk over all of them
 * shows, and nothing else. */
#include "pawl/snapshot.h"
#include "pawl/state.h"
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "support/world/jumble.h"

#define CONTACTS_MAX 4096

static uint32_t list_contacts(const pawl_world *world, pawl_contact *out) {
    uint32_t count = 0;
    for (uint32_t cursor = 0; pawl_world_next_contact(world, &cursor, &out[count]);)
        ck_assert_uint_lt(++count, CONTACTS_MAX);
    return count;
}

static bool same_key(const pawl_contact_key *a, const pawl_contact_key *b) {
    return pawl_shape_id_equal(a->shape_a, b->shape_a) &&
           pawl_shape_id_equal(a->shape_b, b->shape_b) && a->edge == b->edge;
}

/* Keys of the last step, in a list of now. */
static bool is_listed(const pawl_contact_key *key, const pawl_contact *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const pawl_contact_key at = pawl_contact_to_key(list[i]);
        if (same_key(key, &at)) return true;
    }
    return false;
}

static void check_step(const pawl_world *world, const pawl_contact *now, uint32_t count,
                       const pawl_contact *before, uint32_t before_count) {
    for (uint32_t i = 0; i < count; i++) {
        pawl_contact_key key = pawl_contact_to_key(now[i]);
        pawl_contact found;
        ck_assert_int_eq(pawl_contact_find(world, key, &found), true);
        ck_assert_mem_eq(&found, &now[i], sizeof found);
        const pawl_contact_key turned = {key.shape_b, key.shape_a, key.edge};
        ck_assert_int_eq(pawl_contact_is_valid(world, turned), true);
        for (uint32_t k = i + 1; k < count; k++) {
            const pawl_contact_key other = pawl_contact_to_key(now[k]);
            ck_assert_int_eq(same_key(&key, &other), false);
        }
        /* The first one of the pair. */
        key.edge = PAWL_CONTACT_EDGE_ANY;
        ck_assert_int_eq(pawl_contact_find(world, key, &found), true);
        ck_assert_uint_le(found.edge, now[i].edge);
        ck_assert_int_eq(pawl_shape_id_equal(found.shape_b, now[i].shape_b), true);
    }
    for (uint32_t i = 0; i < before_count; i++) {
        const pawl_contact_key key = pawl_contact_to_key(before[i]);
        ck_assert_int_eq(pawl_contact_is_valid(world, key), is_listed(&key, now, count));
    }
}

START_TEST(keys_find_what_a_walk_shows) {
    static pawl_contact lists[2][CONTACTS_MAX];
    uint32_t counts[2] = {0, 0}, lost = 0, kept = 0;
    uint64_t seeds = seeded_fresh("keys of contacts");
    for (int round = 0; round < SEEDED_PASSES(2, 8); round++) {
        jumble of;
        const pawl_world_def def = jumble_draw(&of, seeded_next(&seeds));
        pawl_world *const world = make_world(&def);
        jumble_fill(&of, world);
        counts[0] = counts[1] = 0;
        for (uint32_t step = 0; step < 80; step++) {
            const uint32_t at = step % 2;
            jumble_call(&of, world, step);
            run(world, 1);
            counts[at] = list_contacts(world, lists[at]);
            check_step(world, lists[at], counts[at], lists[!at], counts[!at]);
            for (uint32_t i = 0; i < counts[!at]; i++) {
                const pawl_contact_key key = pawl_contact_to_key(lists[!at][i]);
                ++*(pawl_contact_is_valid(world, key) ? &kept : &lost);
            }
        }
        free(world);
    }
    ck_assert_uint_gt(kept, 100);
    ck_assert_uint_gt(lost, 10);
}
END_TEST

/* As after a rollback, and on a machine that has joined late. */
START_TEST(a_key_means_the_same_in_a_copy) {
    pawl_world *const world = make_default_world();
    (void)add_ground(world);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    (void)add_unit_box(world, 0, 1.5);
    run(world, 30);
    static pawl_contact list[CONTACTS_MAX];
    const uint32_t count = list_contacts(world, list);
    ck_assert_uint_eq(count, 2);
    const pawl_world_def def = pawl_world_def_default();
    const size_t room = pawl_world_size(&def), capacity = pawl_world_encode_size(world);
    void *const memory = malloc(room), *const bytes = malloc(capacity);
    size_t size;
    pawl_world *copy;
    ck_assert_int_eq(pawl_world_encode(world, bytes, capacity, &size), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, box), PAWL_OK);
    for (uint32_t i = 0; i < count; i++)
        ck_assert_int_eq(pawl_contact_is_valid(world, pawl_contact_to_key(list[i])), false);
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, room, &copy), PAWL_OK);
    for (uint32_t i = 0; i < count; i++) {
        pawl_contact found;
        ck_assert_int_eq(pawl_contact_find(copy, pawl_contact_to_key(list[i]), &found), true);
        ck_assert_mem_eq(&found, &list[i], sizeof found);
    }
    free(bytes);
    free(memory);
    free(world);
}
END_TEST

START_TEST(what_does_not_touch_is_not_found) {
    pawl_world *const world = make_default_world();
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    const pawl_shape_id box = shape_of(world, add_unit_box(world, 0, 0.5));
    const pawl_shape_id far = shape_of(world, add_unit_box(world, 9, 50));
    run(world, 2);
    const pawl_contact_key good = {ground, box, 0}, other = {ground, box, 1};
    const pawl_contact_key apart = {ground, far, PAWL_CONTACT_EDGE_ANY}, same = {box, box, 0};
    const pawl_contact_key null = {NO_SHAPE, box, 0}, stale = {ground, {box.index1, 77}, 0};
    ck_assert_int_eq(pawl_contact_is_valid(world, good), true);
    ck_assert_int_eq(pawl_contact_is_valid(world, other), false);
    ck_assert_int_eq(pawl_contact_is_valid(world, apart), false);
    ck_assert_int_eq(pawl_contact_is_valid(world, same), false);
    ck_assert_int_eq(pawl_contact_is_valid(world, null), false);
    ck_assert_int_eq(pawl_contact_is_valid(world, stale), false);
    pawl_contact untouched, filled;
    memset(&untouched, 0xA5, sizeof untouched);
    memset(&filled, 0xA5, sizeof filled);
    ck_assert_int_eq(pawl_contact_find(world, apart, &untouched), false);
    ck_assert_mem_eq(&untouched, &filled, sizeof filled);
    ck_assert_int_eq(pawl_contact_find(world, good, NULL), false);
    free(world);
}
END_TEST

Suite *suite_contact_key(void) {
    Suite *const suite = suite_create("contact_key");
    TCase *const keys = tcase_create("keys");
    tcase_add_test(keys, keys_find_what_a_walk_shows);
    tcase_add_test(keys, a_key_means_the_same_in_a_copy);
    tcase_add_test(keys, what_does_not_touch_is_not_found);
    suite_add_tcase(suite, keys);
    return suite;
}
