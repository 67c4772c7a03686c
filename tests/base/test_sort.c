/* test_sort.c - sorting in place, against the C library. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "support/base/seeded.h"

#define MOST 3000

typedef struct item {
    uint32_t key, one, two; /* one and two follow from the key */
} item;

static int compare(const void *first, const void *second) {
    const item *const a = first, *const b = second;
    return a->key < b->key ? -1 : a->key > b->key;
}

static bool is_before(const void *context, const void *first, const void *second) {
    ++**(uint32_t *const *)context;
    return compare(first, second) < 0;
}

static item make_item(uint32_t key) {
    const item made = {key, key * 7u, ~key};
    return made;
}

/* Sorts by both and compares every byte; the number of comparisons. */
static uint32_t check_sort(const item *items, uint32_t count) {
    item *const ours = malloc((count + 1) * sizeof(item)), *const theirs =
                                                               malloc((count + 1) * sizeof(item));
    memcpy(ours, items, count * sizeof(item));
    memcpy(theirs, items, count * sizeof(item));
    ours[count] = make_item(0x12345678u);
    uint32_t comparisons = 0;
    uint32_t *const counter = &comparisons;
    pawli_sort(ours, count, sizeof(item), is_before, &counter);
    qsort(theirs, count, sizeof(item), compare);
    if (memcmp(ours, theirs, count * sizeof(item)) != 0) ck_abort_msg("%u items", (unsigned)count);
    ck_assert_uint_eq(ours[count].key, 0x12345678u);
    free(ours);
    free(theirs);
    return comparisons;
}

START_TEST(random_items_are_sorted_whole) {
    static item items[MOST];
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(300); round++) {
        const uint32_t count = (uint32_t)(seeded_next(&seed) % (round % 3 == 0 ? 40 : MOST));
        const uint32_t keys = round % 2 ? UINT32_MAX : 1 + (uint32_t)(seeded_next(&seed) % 20);
        for (uint32_t i = 0; i < count; i++)
            items[i] = make_item((uint32_t)(seeded_next(&seed) >> 32) % keys);
        check_sort(items, count);
    }
}
END_TEST

/* Gives keys only when quicksort compares, so that its pivots are always the least (McIlroy,
 * A killer adversary for quicksort, 1999). */
typedef struct adversary {
    uint32_t keys[MOST];
    uint32_t solid, candidate, comparisons;
} adversary;

static bool is_before_for_adversary(const void *context, const void *first, const void *second) {
    adversary *const it = *(adversary *const *)context;
    const uint32_t a = *(const uint32_t *)first, b = *(const uint32_t *)second;
    it->comparisons++;
    if (it->keys[a] == MOST && it->keys[b] == MOST)
        it->keys[a == it->candidate ? a : b] = it->solid++;
    if (it->keys[a] == MOST)
        it->candidate = a;
    else if (it->keys[b] == MOST)
        it->candidate = b;
    return it->keys[a] < it->keys[b];
}

START_TEST(no_input_costs_more_than_n_log_n) {
    static adversary it;
    static uint32_t order[MOST];
    static item items[MOST];
    adversary *const pointer = &it;
    for (uint32_t i = 0; i < MOST; i++) {
        it.keys[i] = MOST;
        order[i] = i;
    }
    pawli_sort(order, MOST, sizeof(uint32_t), is_before_for_adversary, &pointer);
    for (uint32_t i = 0; i < MOST; i++)
        items[i] = make_item(it.keys[i]);
    const uint32_t bound = MOST * 12 * 5; /* log2(MOST) < 12 */
    const uint32_t spent = check_sort(items, MOST);
    ck_assert_msg(spent < bound, "%u comparisons", (unsigned)spent);
    ck_assert_msg(spent > MOST * 12 * 2, "the adversary did not work: %u", (unsigned)spent);
    for (uint32_t i = 0; i < MOST; i++)
        items[i] = make_item(i);
    ck_assert_uint_lt(check_sort(items, MOST), MOST * 12 * 2);
    for (uint32_t i = 0; i < MOST; i++)
        items[i] = make_item(MOST - i);
    ck_assert_uint_lt(check_sort(items, MOST), MOST * 12 * 3);
    for (uint32_t i = 0; i < MOST; i++)
        items[i] = make_item(5);
    ck_assert_uint_lt(check_sort(items, MOST), MOST * 12 * 2);
}
END_TEST

Suite *suite_sort(void) {
    Suite *const suite = suite_create("sort");
    TCase *const cases = tcase_create("sort");
    tcase_add_loop_test(cases, random_items_are_sorted_whole, 0, 2);
    tcase_add_test(cases, no_input_costs_more_than_n_log_n);
    suite_add_tcase(suite, cases);
    return suite;
}
