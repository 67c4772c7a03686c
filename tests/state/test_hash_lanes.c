/* test_hash_lanes.c - hashes in lanes are those of one object after the other. */
#include "base/lanes.h"
#include "support/base/seeded.h"
#include "support/state/snapshots.h"
#include "world/canonical_lanes.h"

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

/* In a block that ends with the object, so that a sanitizer sees what reads beyond. */
static void assert_batch(int type, uint8_t flags, pawl_lanes lanes, uint64_t *seed) {
    const uint16_t size = pawli_objects_of(type).size;
    const pawli_hash_kernel kernel = pawli_canonical_kernels_of(lanes);
    const bool is_contact = type == PAWLI_OBJECT_CONTACT;
    const uint32_t whole = size + (is_contact ? (uint32_t)sizeof(uint32_t) : 0);
    pawli_canonical_rows rows = {.used = 0};
    pawli_canonical_name names[PAWLI_HASH_BATCH];
    uint8_t *objects[PAWLI_HASH_BATCH];
    uint32_t hashes[PAWLI_HASH_BATCH];
    pawli_hash_quads quads;
    pawli_hash_batch batch;
    const pawli_canonical_table table =
        pawli_canonical_prepare(&rows, (pawli_object_type)type, flags);
    ck_assert_msg(pawli_canonical_lanes_make(&quads, &table, size), "type %d has no quads", type);
    for (uint32_t i = 0; i < PAWLI_HASH_BATCH; i++) {
        batch.objects[i] = objects[i] = malloc(whole);
        draw_bytes(objects[i], whole, seed);
        draw_bytes((uint8_t *)&names[i], sizeof names[i], seed);
        for (uint32_t k = 0; k < PAWLI_CANONICAL_NAME; k++)
            batch.loose[k][i] = names[i].words[k];
        batch.loose[PAWLI_NAME_EDGE][i] = 0;
        if (is_contact) memcpy(&batch.loose[PAWLI_NAME_EDGE][i], objects[i] + size, 4);
    }
    kernel(&quads, &batch, hashes);
    for (uint32_t i = 0; i < PAWLI_HASH_BATCH; i++) {
        ck_assert_msg(hashes[i] == pawli_canonical_hash(&table, objects[i], &names[i]),
                      "type %d in %s", type, pawl_lanes_name(lanes));
        free(objects[i]);
    }
}

START_TEST(any_bytes_of_any_type_have_one_hash) {
    uint64_t seed = seeded_fresh("objects hashed in lanes");
    for (int round = 0; round < SEEDED_ROUNDS(500); round++)
        for (int type = 2; type <= PAWLI_LAST_OBJECT; type++)
            for (int i = PAWL_LANES_SSE41; i <= PAWL_LANES_AVX512; i++) {
                const pawli_objects all = pawli_objects_of(type);
                if (!pawl_lanes_has((pawl_lanes)i) || all.size == 0) continue;
                if (all.order == PAWLI_ORDER_POOL || all.order == PAWLI_ORDER_ONE) continue;
                assert_batch(type, 0, (pawl_lanes)i, &seed);
                assert_batch(type, PAWLI_FIELD_MOTION, (pawl_lanes)i, &seed);
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
