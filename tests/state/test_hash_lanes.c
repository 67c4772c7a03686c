/* test_hash_lanes.c - hashes in lanes are those of one object after the other. */
#include "base/lanes.h"
#include "support/base/seeded.h"
#include "support/state/snapshots.h"
#include "world/canonical.h"

/* ---- whole worlds ---- */

static void assert_lanes(const pawl_world *world) {
    const uint32_t wanted = pawl_world_hash_lanes(world, PAWL_LANES_NONE);
    ck_assert_uint_eq(pawl_world_hash(world), wanted);
    for (int i = 0; i < PAWL_LANES_COUNT; i++) {
        const pawl_lanes lanes = (pawl_lanes)i;
        if (!pawl_lanes_has(lanes)) continue;
        ck_assert_msg(pawl_world_hash_lanes(world, lanes) == wanted, "%s", pawl_lanes_name(lanes));
        ck_assert_msg(pawli_canonical_world(world, PAWLI_FIELD_MOTION, lanes) ==
                          pawl_world_motion_hash(world),
                      "%s", pawl_lanes_name(lanes));
    }
}

START_TEST(a_world_has_one_hash_in_all_lanes) {
    uint64_t seed = seeded_fresh("worlds hashed in lanes");
    for (int pass = 0; pass < SEEDED_PASSES(1, 4); pass++) {
        pawl_world *const world = make_everything();
        const uint32_t run_seed = (uint32_t)seeded_next(&seed);
        for (uint32_t step = 0; step < 150; step++) {
            assert_lanes(world);
            ck_assert_int_eq(everything_run(world, run_seed, step, 1), true);
        }
        for (pawl_body_id body = pawl_world_next_body(world, NO_BODY);
             pawl_body_is_valid(world, body); body = pawl_world_next_body(world, NO_BODY)) {
            ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
            assert_lanes(world);
        }
        free(world);
    }
    ck_assert_uint_eq(pawl_world_hash_lanes(NULL, pawl_lanes_best()), 0);
}
END_TEST

#if PAWLI_HASH_LANES
/* ---- objects of any bytes ---- */

/* Small, extreme and any words, and runs of zeros, as states have them. */
static void draw_bytes(uint8_t *to, uint32_t size, uint64_t *seed) {
    static const uint32_t extremes[] = {0, 1, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (uint32_t i = 0; i < size; i += 4) {
        const uint64_t drawn = seeded_next(seed);
        uint32_t word = (uint32_t)(drawn >> 32);
        if (drawn % 4 == 0) word = 0;
        if (drawn % 4 == 1) word = extremes[(drawn >> 8) % 7];
        memcpy(to + i, &word, 4);
    }
}

/* Objects of a type, side by side in a block that ends with the last one, so that a
 * sanitizer sees what reads beyond; and words that lie elsewhere. */
typedef struct batch {
    uint8_t *objects;
    pawli_hash_loose loose;
} batch;

/* Many objects have much in common: most are one that stays, with some words of their own. */
static void draw_batch(batch *to, const uint8_t *usual, uint32_t size, uint64_t *seed) {
    const uint64_t spread = seeded_next(seed) % 3; /* none, some, all words */
    to->objects = malloc((size_t)size * PAWLI_HASH_BATCH);
    draw_bytes(to->objects, size * PAWLI_HASH_BATCH, seed);
    for (uint32_t at = 0; at < size * PAWLI_HASH_BATCH; at += 4) {
        const bool is_own = spread == 2 || (spread == 1 && seeded_next(seed) % 32 == 0);
        if (!is_own) memcpy(to->objects + at, usual + at % size, 4);
    }
    for (uint32_t i = 0; i < PAWLI_HASH_LOOSE; i++)
        draw_bytes((uint8_t *)to->loose.words[i], sizeof to->loose.words[i], seed);
}

/* By the way of one object after the other. */
static uint32_t hash_at(const pawli_canonical_table *table, const pawli_objects *all,
                        const batch *from, uint32_t loose, uint32_t at) {
    pawli_canonical_name name = {{(uint32_t)all->type << 24, 0, 0, 0}};
    uint8_t whole[PAWLI_HASH_BYTES + 4] __attribute__((aligned(8)));
    const uint8_t *object = from->objects + (size_t)at * all->size;
    memcpy(whole, object, all->size);
    memset(whole + all->size, 0, 4);
    if (all->serial != 0) name.words[PAWLI_NAME_SERIAL] = pawli_wide_member_of(object, all->serial);
    if (all->owner_link != 0)
        name.words[PAWLI_NAME_OWNER] = pawli_member_of(object, all->owner_link) ^ 0xFFFFu;
    for (uint32_t i = 0; i < PAWLI_CANONICAL_NAME; i++)
        if (loose >> i & 1u) name.words[i] = from->loose.words[i][at];
    if (loose >> PAWLI_NAME_EDGE & 1u)
        memcpy(whole + all->size, &from->loose.words[PAWLI_NAME_EDGE][at], 4);
    return pawli_canonical_hash(table, whole, &name);
}

/* Which words of a type may lie elsewhere. */
static uint32_t draw_loose(const pawli_objects *all, uint64_t *seed) {
    const uint64_t drawn = seeded_next(seed);
    uint32_t loose = 0;
    if (drawn & 1) loose |= 1u << PAWLI_NAME_SLOT;
    if ((drawn & 2) && all->serial == 0) loose |= 1u << PAWLI_NAME_SERIAL;
    if (drawn & 4) loose |= 1u << PAWLI_NAME_SHARED;
    if ((drawn & 8) && all->type == PAWLI_OBJECT_CONTACT) loose |= 1u << PAWLI_NAME_EDGE;
    return loose;
}

static uint32_t hash_first(pawli_hash_kernel kernel, pawli_hash_scheme *scheme, const batch *from,
                           uint32_t count) {
    return kernel(scheme, from->objects, &from->loose, count);
}

static void assert_batches(int type, uint8_t flags, pawl_lanes lanes, uint64_t *seed) {
    const pawli_objects all = pawli_objects_of(type);
    const pawli_hash_kernel kernel = pawli_canonical_lanes_kernel(lanes);
    const uint32_t loose = draw_loose(&all, seed);
    pawli_canonical_rows rows = {.used = 0};
    uint8_t usual[PAWLI_HASH_BYTES];
    pawli_hash_scheme scheme;
    const pawli_canonical_table table =
        pawli_canonical_prepare(&rows, (pawli_object_type)type, flags);
    ck_assert_msg(pawli_canonical_lanes_make(&scheme, &table, &all, loose), "type %d", type);
    draw_bytes(usual, all.size, seed);
    for (int round = 0; round < 4; round++) { /* with what was usual in those before */
        batch from;
        uint32_t sum = 0;
        draw_batch(&from, usual, all.size, seed);
        for (uint32_t i = 0; i < PAWLI_HASH_BATCH; i++) {
            sum += hash_at(&table, &all, &from, loose, i);
            ck_assert_msg(hash_first(kernel, &scheme, &from, i + 1) == sum,
                          "object %u of type %d in %s", (unsigned)i, type, pawl_lanes_name(lanes));
        }
        free(from.objects);
    }
}

START_TEST(any_bytes_of_any_type_have_one_hash) {
    uint64_t seed = seeded_fresh("objects hashed in lanes");
    for (int round = 0; round < SEEDED_ROUNDS(100); round++)
        for (int type = 2; type <= PAWLI_LAST_OBJECT; type++)
            for (int i = PAWL_LANES_DEFAULT; i < PAWL_LANES_COUNT; i++) {
                const pawli_objects all = pawli_objects_of(type);
                if (!pawl_lanes_has((pawl_lanes)i) || all.size == 0) continue;
                if (pawli_canonical_lanes_kernel((pawl_lanes)i) == NULL) continue;
                if (all.order == PAWLI_ORDER_POOL || all.order == PAWLI_ORDER_ONE) continue;
                assert_batches(type, 0, (pawl_lanes)i, &seed);
                assert_batches(type, PAWLI_FIELD_MOTION, (pawl_lanes)i, &seed);
            }
}
END_TEST
#endif

Suite *suite_hash_lanes(void) {
    Suite *const suite = suite_create("hash_lanes");
    TCase *const tcase = tcase_create("hash_lanes");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_world_has_one_hash_in_all_lanes);
#if PAWLI_HASH_LANES
    tcase_add_test(tcase, any_bytes_of_any_type_have_one_hash);
#endif
    suite_add_tcase(suite, tcase);
    return suite;
}
