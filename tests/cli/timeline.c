/* timeline.c - the past of a run as it is kept, against a model that keeps all of it. */
#include <check.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/studio/timeline.h"
#include "support/base/seeded.h"

/* ---- a model ---- */

/* All states of a run, by tick. */
typedef struct model {
    uint64_t first;
    size_t count;
    uint8_t **states;
    size_t *sizes;
    size_t largest;
} model;

#define STATES_MAX 4000

static void model_begin(model *all, uint64_t first) {
    const model made = {first, 0, calloc(STATES_MAX, sizeof(uint8_t *)),
                        calloc(STATES_MAX, sizeof(size_t)), 0};
    *all = made;
}

static void model_put(model *all, size_t index, const uint8_t *state, size_t size) {
    free(all->states[index]);
    all->states[index] = malloc(size + 1);
    all->sizes[index] = size;
    memcpy(all->states[index], state, size);
    if (size > all->largest) all->largest = size;
}

static void model_end(model *all) {
    for (size_t i = 0; i < STATES_MAX; i++)
        free(all->states[i]);
    free(all->states);
    free(all->sizes);
}

static uint64_t model_last(const model *all) {
    return all->first + all->count - 1;
}

/* ---- states that change ---- */

#define SIZE_MAX_OF_STATE 3000
#define RECORD 24

static uint32_t below(uint64_t *seed, uint32_t limit) {
    return limit == 0 ? 0 : (uint32_t)(seeded_next(seed) >> 33) % limit;
}

/* As much of a state of that size as there is room for is something else. */
static size_t draw_state(uint64_t *seed, uint8_t *state) {
    const size_t size = below(seed, SIZE_MAX_OF_STATE);
    const uint32_t density = below(seed, 4);
    for (size_t i = 0; i < size; i++)
        state[i] = below(seed, 4) < density ? (uint8_t)seeded_next(seed) : 0;
    return size;
}

static size_t put_record(uint64_t *seed, uint8_t *state, size_t size) {
    const size_t at = below(seed, (uint32_t)size / 4 + 1) * 4u;
    if (size + RECORD > SIZE_MAX_OF_STATE) return size;
    memmove(state + at + RECORD, state + at, size - at);
    for (size_t i = 0; i < RECORD; i++)
        state[at + i] = (uint8_t)seeded_next(seed);
    return size + RECORD;
}

static size_t take_record(uint64_t *seed, uint8_t *state, size_t size) {
    if (size < RECORD) return size;
    const size_t at = below(seed, (uint32_t)(size - RECORD) / 4 + 1) * 4u;
    memmove(state + at, state + at + RECORD, size - at - RECORD);
    return size - RECORD;
}

/* The state of the next tick; returns its size. */
static size_t change(uint64_t *seed, uint8_t *state, size_t size) {
    const uint32_t choice = below(seed, 40);
    if (choice == 0) return draw_state(seed, state);
    if (choice < 6) size = put_record(seed, state, size);
    if (choice > 1 && choice < 8) size = take_record(seed, state, size);
    if (choice == 9 && size > 7) size -= below(seed, 7);
    if (choice > 35) return size;
    for (uint32_t words = below(seed, 30); words > 0 && size >= 4; words--) {
        const size_t at = below(seed, (uint32_t)size / 4) * 4u;
        uint32_t word;
        memcpy(&word, state + at, sizeof word);
        word += (uint32_t)seeded_int32(seed);
        memcpy(state + at, &word, sizeof word);
    }
    return size;
}

/* ---- what must hold ---- */

static void assert_bounded(const cli_timeline *timeline, const cli_timeline_def *def,
                           const model *all) {
    const size_t least = cli_timeline_memory_least(all->largest);
    const size_t limit = def->memory_max < least ? least : def->memory_max;
    ck_assert_uint_le(cli_timeline_memory(timeline), limit);
}

static uint64_t assert_found(cli_timeline *timeline, const model *all, uint64_t tick) {
    const cli_timeline_state found = cli_timeline_find(timeline, tick);
    ck_assert_uint_le(found.tick, tick);
    ck_assert_uint_ge(found.tick, all->first);
    const size_t index = (size_t)(found.tick - all->first);
    ck_assert_uint_eq((uintptr_t)found.bytes % sizeof(uint64_t), 0);
    ck_assert_uint_eq(found.size, all->sizes[index]);
    ck_assert_msg(memcmp(found.bytes, all->states[index], found.size) == 0,
                  "tick %llu is not what it was", (unsigned long long)found.tick);
    return found.tick;
}

/* Each tick leads to a kept one, none to one before that of an earlier tick, and all kept ones are
 * met: so it is the nearest. The first and the last one are kept. */
static void assert_all(cli_timeline *timeline, const model *all) {
    uint64_t before = 0, met = 0;
    ck_assert_uint_eq(cli_timeline_first(timeline), all->first);
    ck_assert_uint_eq(cli_timeline_last(timeline), model_last(all));
    for (uint64_t tick = all->first; tick <= model_last(all); tick++) {
        const uint64_t found = assert_found(timeline, all, tick);
        ck_assert_msg(found == tick || found == before, "tick %llu leads to %llu instead of %llu",
                      (unsigned long long)tick, (unsigned long long)found,
                      (unsigned long long)before);
        met += found == tick ? 1 : 0;
        before = found;
    }
    ck_assert_uint_eq(assert_found(timeline, all, all->first), all->first);
    ck_assert_uint_eq(before, model_last(all));
    ck_assert_uint_eq(met, cli_timeline_kept(timeline));
}

/* Some of everything that can be done to a timeline. */
static void act(cli_timeline *timeline, model *all, uint64_t *seed, uint8_t *state, size_t *size) {
    const uint32_t choice = below(seed, 100);
    if (choice < 80 && all->count < STATES_MAX) {
        *size = change(seed, state, *size);
        cli_timeline_add(timeline, state, *size);
        model_put(all, all->count++, state, *size);
    } else if (choice < 90) {
        *size = change(seed, state, *size);
        cli_timeline_replace(timeline, state, *size);
        model_put(all, all->count - 1, state, *size);
    } else if (choice < 98) {
        for (uint64_t at = all->first + below(seed, (uint32_t)all->count), n = 0; n < 6; n++)
            assert_found(timeline, all, at - (below(seed, 2) == 0 || at == all->first ? 0 : 1));
    } else if (choice == 98 || below(seed, 20) == 0) {
        const uint64_t wanted = all->first + below(seed, (uint32_t)all->count);
        const uint64_t nearest = cli_timeline_find(timeline, wanted).tick;
        const uint64_t last = cli_timeline_cut(timeline, wanted);
        ck_assert_uint_eq(last, nearest);
        all->count = (size_t)(last - all->first) + 1;
        *size = all->sizes[all->count - 1];
        memcpy(state, all->states[all->count - 1], *size);
    }
}

/* Budgets from nothing to more than all of it. */
static size_t draw_budget(uint64_t *seed) {
    const size_t least = cli_timeline_memory_least(SIZE_MAX_OF_STATE);
    switch (below(seed, 4)) {
    case 0:
        return below(seed, (uint32_t)least);
    case 1:
        return least + below(seed, 3 * SIZE_MAX_OF_STATE);
    case 2:
        return least + below(seed, 100 * SIZE_MAX_OF_STATE);
    default:
        return least + below(seed, 4000 * SIZE_MAX_OF_STATE);
    }
}

/* One run of it. Returns how many of its ticks were kept at the end, of a thousand. */
static uint64_t play(uint64_t *seed, const cli_timeline_def *def, int actions) {
    static uint8_t state[SIZE_MAX_OF_STATE + RECORD];
    size_t size = draw_state(seed, state);
    model all;
    model_begin(&all, below(seed, 2) == 0 ? 0 : seeded_next(seed) >> 8);
    model_put(&all, all.count++, state, size);
    cli_timeline *const timeline = cli_timeline_create(def, all.first, state, size);
    for (int i = 0; i < actions; i++) {
        act(timeline, &all, seed, state, &size);
        assert_bounded(timeline, def, &all);
        if (i % 256 == 255) assert_all(timeline, &all);
    }
    assert_all(timeline, &all);
    const uint64_t share = cli_timeline_kept(timeline) * 1000 / all.count;
    cli_timeline_free(timeline);
    model_end(&all);
    return share;
}

START_TEST(every_kept_state_comes_back_within_any_budget) {
    uint64_t seed = seeded_fresh("any budget");
    int some = 0, few = 0, all = 0;
    for (int round = 0; round < SEEDED_ROUNDS(60); round++) {
        const cli_timeline_def def = {draw_budget(&seed), below(&seed, 80)};
        const uint64_t share = play(&seed, &def, 1200);
        few += share < 100;
        some += share >= 100 && share < 1000;
        all += share == 1000;
    }
    ck_assert_int_gt(few, SEEDED_OFTEN(3));
    ck_assert_int_gt(some, SEEDED_OFTEN(3));
    ck_assert_int_gt(all, SEEDED_OFTEN(3));
}
END_TEST

START_TEST(everything_is_kept_where_there_is_room) {
    uint64_t seed = seeded_fresh("room for all");
    const cli_timeline_def def = cli_timeline_def_default();
    for (int round = 0; round < SEEDED_ROUNDS(12); round++)
        ck_assert_uint_eq(play(&seed, &def, 1500), 1000);
}
END_TEST

/* What malloc has given in all; 0 where it does not say. */
static size_t malloced(void) {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

/* What is freed and kept for the next call counts as given, before and behind. */
#define MALLOC_KEEPS ((size_t)300000)

START_TEST(memory_is_what_malloc_has_given) {
    uint64_t seed = seeded_fresh("malloc");
    static uint8_t state[SIZE_MAX_OF_STATE + RECORD];
    size_t size = draw_state(&seed, state);
    const cli_timeline_def def = {cli_timeline_memory_least(SIZE_MAX_OF_STATE) + 1500000, 30};
    const size_t before = malloced();
    if (before == 0) {
        puts("skipped: this malloc does not say what it has given");
        return;
    }
    cli_timeline *const timeline = cli_timeline_create(&def, 0, state, size);
    for (int i = 0; i < 15000; i++) {
        size = change(&seed, state, size);
        cli_timeline_add(timeline, state, size);
        const size_t given = malloced() - before, said = cli_timeline_memory(timeline);
        ck_assert_uint_ge(given + MALLOC_KEEPS, said);
        ck_assert_uint_le(given, said + 32 * (size_t)cli_timeline_kept(timeline) + MALLOC_KEEPS);
    }
    cli_timeline_free(timeline);
    ck_assert_uint_le(malloced(), before + MALLOC_KEEPS);
}
END_TEST

/* ---- how much it costs ---- */

#define WORDS 20000

static uint32_t words[WORDS + 100];

static void draw_words(uint64_t *seed) {
    for (int i = 0; i < WORDS; i++)
        words[i] = below(seed, 3) == 0 ? (uint32_t)seeded_next(seed) : below(seed, 4);
}

START_TEST(what_does_not_change_costs_next_to_nothing) {
    uint64_t seed = seeded_fresh("rest");
    const cli_timeline_def def = {SIZE_MAX, UINT32_MAX};
    draw_words(&seed);
    cli_timeline *const timeline = cli_timeline_create(&def, 0, words, WORDS * sizeof *words);
    const size_t before = cli_timeline_memory(timeline);
    for (int tick = 1; tick <= 1000; tick++) {
        words[below(&seed, WORDS)] += 5;
        cli_timeline_add(timeline, words, WORDS * sizeof *words);
    }
    ck_assert_uint_le(cli_timeline_memory(timeline) - before, 1000 * 48);
    cli_timeline_free(timeline);
}
END_TEST

/* Contacts come and go, and with them other words: in one place of the state or in several. */
START_TEST(what_comes_and_goes_does_not_make_the_rest_different) {
    uint64_t seed = seeded_fresh("coming and going");
    const cli_timeline_def def = {SIZE_MAX, UINT32_MAX};
    draw_words(&seed);
    uint32_t count = WORDS;
    cli_timeline *const timeline = cli_timeline_create(&def, 0, words, count * sizeof *words);
    const size_t before = cli_timeline_memory(timeline);
    for (int tick = 1; tick <= 1000; tick++) {
        const uint32_t at = below(&seed, 15000), other = 16000 + below(&seed, 3000);
        const bool comes = count < WORDS + 60 && (count <= WORDS - 60 || below(&seed, 2) == 0);
        if (comes) {
            memmove(words + other + 1, words + other, (count - other) * sizeof *words);
            memmove(words + at + 18, words + at, (count - at) * sizeof *words);
            for (uint32_t i = 0; i < 18; i++)
                words[at + i] = (uint32_t)seeded_next(&seed);
            count += 19;
        } else {
            memmove(words + at, words + at + 18, (count - at - 18) * sizeof *words);
            memmove(words + other, words + other + 1, (count - other - 1) * sizeof *words);
            count -= 19;
        }
        cli_timeline_add(timeline, words, count * sizeof *words);
    }
    const size_t each = (cli_timeline_memory(timeline) - before) / 1000;
    ck_assert_uint_le(each, 19 * 4 + 80);
    cli_timeline_free(timeline);
}
END_TEST

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Played backwards and forwards over borders of groups; then by leaps. */
START_TEST(neighbors_are_quicker_than_leaps) {
    uint64_t seed = seeded_fresh("neighbors");
    const cli_timeline_def def = {SIZE_MAX, 200};
    const uint32_t ticks = 1000;
    double near = 1e9, far = 1e9; /* the best of three times, since others use the machine */
    draw_words(&seed);
    cli_timeline *const timeline = cli_timeline_create(&def, 0, words, WORDS * sizeof *words);
    for (uint32_t tick = 1; tick <= ticks; tick++) {
        for (int i = 0; i < 100; i++)
            words[below(&seed, WORDS)] += 77;
        cli_timeline_add(timeline, words, WORDS * sizeof *words);
    }
    for (int i = 0; i < 3; i++) {
        const double begin = seconds();
        for (uint32_t tick = ticks; tick-- > 0;)
            cli_timeline_find(timeline, tick);
        for (uint32_t tick = 0; tick < ticks; tick++)
            cli_timeline_find(timeline, tick);
        const double middle = seconds();
        for (uint32_t n = 0; n < 2 * ticks; n++)
            cli_timeline_find(timeline, n % 2 == 0 ? 99 : 700);
        const double end = seconds();
        if (middle - begin < near) near = middle - begin;
        if (end - middle < far) far = end - middle;
    }
    ck_assert_msg(near < far / 8, "neighbors took %.4f s, leaps %.4f s", near, far);
    cli_timeline_free(timeline);
}
END_TEST

/* ---- what is forgotten ---- */

/* States of random words, which do not get smaller, of which a tenth changes from tick to tick. */
#define NOISE 500

/* The longest way from a kept tick to one that is not. */
static uint64_t longest_gap(uint64_t *seed, size_t memory, uint32_t interval, uint64_t ticks) {
    const cli_timeline_def def = {cli_timeline_memory_least(NOISE * 4) + memory, interval};
    uint32_t noise[NOISE];
    uint64_t longest = 0;
    for (int i = 0; i < NOISE; i++)
        noise[i] = (uint32_t)seeded_next(seed);
    cli_timeline *const timeline = cli_timeline_create(&def, 0, noise, sizeof noise);
    for (uint64_t tick = 1; tick <= ticks; tick++) {
        for (int i = 0; i < NOISE / 10; i++)
            noise[below(seed, NOISE)] = (uint32_t)seeded_next(seed);
        cli_timeline_add(timeline, noise, sizeof noise);
    }
    for (uint64_t tick = 0; tick <= ticks; tick++) {
        const uint64_t gap = tick - cli_timeline_find(timeline, tick).tick;
        if (gap > longest) longest = gap;
    }
    cli_timeline_free(timeline);
    return longest;
}

/* A group of the timeline has about 60 bytes, and the list of them may be half empty. */
START_TEST(whole_states_stay_an_interval_apart_as_long_as_they_fit) {
    uint64_t seed = seeded_fresh("intervals");
    for (int round = 0; round < SEEDED_ROUNDS(10); round++) {
        const uint32_t interval = 2 + below(&seed, 60);
        const uint64_t ticks = interval * (40u + below(&seed, 80));
        const size_t all = (size_t)(ticks / interval + 2) * (NOISE * 4 + 128);
        ck_assert_uint_lt(longest_gap(&seed, 2 * all, interval, ticks), interval);
        /* With a quarter of the room every fourth one would be left; the newest chain takes some of
         * it, and gaps differ by up to two. */
        ck_assert_uint_lt(longest_gap(&seed, all / 4, interval, ticks), 12 * interval);
        ck_assert_uint_gt(longest_gap(&seed, 0, interval, ticks), ticks / 2);
    }
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("timeline");
    TCase *const tests = tcase_create("timeline");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, every_kept_state_comes_back_within_any_budget);
    tcase_add_test(tests, everything_is_kept_where_there_is_room);
    tcase_add_test(tests, memory_is_what_malloc_has_given);
    tcase_add_test(tests, what_does_not_change_costs_next_to_nothing);
    tcase_add_test(tests, what_comes_and_goes_does_not_make_the_rest_different);
    tcase_add_test(tests, neighbors_are_quicker_than_leaps);
    tcase_add_test(tests, whole_states_stay_an_interval_apart_as_long_as_they_fit);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
