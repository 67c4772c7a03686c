/* test_delta.c - differences of snapshots: exact, small, and safe. */
#include "support/base/seeded.h"
#include "support/state/snapshots.h"

#define SEEDS 3

static bytes difference(bytes base, bytes next) {
    bytes made = {NULL, pawl_snapshot_diff_size_max(base.size, next.size)};
    made.at = malloc(made.size);
    size_t size = 0;
    ck_assert_int_eq(
        pawl_snapshot_diff(base.at, base.size, next.at, next.size, made.at, made.size, &size),
        PAWL_OK);
    ck_assert_uint_le(size, made.size);
    made.size = size;
    made.at = realloc(made.at, size);
    return made;
}

static pawl_status apply(bytes base, bytes delta, bytes *out) {
    size_t size = 0;
    out->size = pawl_snapshot_patch_size(delta.at, delta.size);
    out->at = malloc(out->size > 0 ? out->size : 1);
    const pawl_status status =
        pawl_snapshot_patch(base.at, base.size, delta.at, delta.size, out->at, out->size, &size);
    if (status == PAWL_OK) ck_assert_uint_eq(size, out->size);
    return status;
}

/* There and back; returns the bytes of the difference. */
static uint32_t round_trip(bytes base, bytes next) {
    bytes result;
    const bytes delta = difference(base, next);
    ck_assert_uint_eq(pawl_snapshot_patch_size(delta.at, delta.size), next.size);
    ck_assert_int_eq(apply(base, delta, &result), PAWL_OK);
    assert_same_bytes(result, next);
    free(result.at);
    free(delta.at);
    return delta.size;
}

START_TEST(every_state_follows_from_every_other) {
    const uint64_t seed = first_seed(_i);
    pawl_world *const world = make_everything();
    bytes made[10];
    const int count = SEEDED_PASSES(4, 10);
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(everything_run(world, seed, 9 * (uint32_t)i, (uint32_t)i), true);
        made[i] = encode(world);
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            const uint32_t size = round_trip(made[i], made[k]);
            if (i == k) ck_assert_uint_lt(size, 24);
            if (k == i + 1) ck_assert_uint_lt(size, made[k].size * 3 / 4);
        }
    }
    for (int i = 0; i < count; i++)
        free(made[i].at);
    free(world);
}
END_TEST

/* What a program changes between two steps, as a log keeps it. */
START_TEST(one_change_is_a_few_bytes) {
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 8, 0, 30), true);
    const pawl_body_id body = add_unit_box(world, 3, 9);
    pawl_body_id later[8];
    for (int i = 0; i < 8; i++)
        later[i] = add_unit_box(world, 4 + i, 9);
    run(world, 1);
    const bytes before = encode(world);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(1.5, 2.25)), PAWL_OK);
    const bytes pushed = encode(world);
    ck_assert_uint_lt(round_trip(before, pushed), 60);
    ck_assert_int_eq(pawl_body_destroy(world, later[0]), PAWL_OK); /* nothing behind it shifts */
    const bytes destroyed = encode(world);
    ck_assert_uint_lt(round_trip(pushed, destroyed), 150);
    add_unit_box(world, 3, 12);
    const bytes made = encode(world);
    ck_assert_uint_lt(round_trip(destroyed, made), 300);
    free(before.at);
    free(pushed.at);
    free(destroyed.at);
    free(made.at);
    free(world);
}
END_TEST

/* Worlds that have nothing in common. */
START_TEST(the_largest_size_is_never_passed) {
    pawl_world *const world = make_everything(), *const other = make_default_world();
    uint64_t seed = first_seed(7);
    for (int i = 0; i < 40; i++) {
        const pawl_body_id body = add_unit_box(other, i, i % 3);
        pawl_body_set_user_data(other, body, (uint32_t)seeded_next(&seed));
    }
    run(other, 20);
    ck_assert_int_eq(everything_run(world, 9, 0, 50), true);
    const bytes a = encode(world), b = encode(other);
    round_trip(a, b);
    round_trip(b, a);
    free(a.at);
    free(b.at);
    free(world);
    free(other);
}
END_TEST

/* Whatever is accepted is the right result. */
START_TEST(damage_is_noticed) {
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 10, 0, 30), true);
    const bytes base = encode(world);
    ck_assert_int_eq(everything_run(world, 10, 30, 1), true);
    const bytes next = encode(world), delta = difference(base, next);
    uint32_t refused = 0;
    for (uint32_t at = 0; at < delta.size; at += at < 64 ? 1 : SEEDED_STRIDE(1)) {
        for (int bit = 0; bit < 8; bit += 1 + 6 * (SEEDED_SHARE > 1)) {
            bytes result;
            delta.at[at] ^= (uint8_t)(1 << bit);
            const size_t size = pawl_snapshot_patch_size(delta.at, delta.size);
            if (size < 4 * next.size) {
                const pawl_status status = apply(base, delta, &result);
                if (status == PAWL_OK) assert_same_bytes(result, next);
                const pawl_status want = at < 4 || size == 0 ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT;
                if (status != PAWL_OK) ck_assert_int_eq(status, want);
                refused += status != PAWL_OK;
                free(result.at);
            }
            delta.at[at] ^= (uint8_t)(1 << bit);
        }
    }
    ck_assert_uint_gt(refused, 64);
    for (uint32_t cut = 0; cut < delta.size; cut += cut < 64 ? 1 : SEEDED_STRIDE(1)) {
        bytes result;
        const bytes part = copy_of((bytes){delta.at, cut});
        const pawl_status want =
            pawl_snapshot_patch_size(part.at, cut) == 0 ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT;
        ck_assert_int_eq(apply(base, part, &result), want);
        free(part.at);
        free(result.at);
    }
    bytes result;
    ck_assert_int_eq(apply(next, delta, &result), PAWL_ERR_CORRUPT); /* another base */
    free(result.at);
    base.at[base.size / 2] ^= 4; /* the right one, damaged */
    ck_assert_int_ne(apply(base, delta, &result), PAWL_OK);
    free(result.at);
    free(base.at);
    free(next.at);
    free(delta.at);
    free(world);
}
END_TEST

START_TEST(misuse_is_answered) {
    pawl_world *const world = make_everything();
    const bytes base = encode(world);
    run(world, 1);
    const bytes next = encode(world), delta = difference(base, next);
    uint8_t *const room = malloc(next.size);
    size_t size = 5;
    ck_assert_int_eq(pawl_snapshot_diff(NULL, 9, next.at, next.size, room, next.size, &size),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_snapshot_diff(base.at, base.size, NULL, 9, room, next.size, &size),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(
        pawl_snapshot_diff(base.at, base.size, next.at, next.size, room, delta.size - 1, &size),
        PAWL_ERR_MEMORY);
    /* What is always enough: the exact size would take another pass. */
    ck_assert_uint_eq(size, pawl_snapshot_diff_size_max(base.size, next.size));
    size = 5;
    ck_assert_int_eq(
        pawl_snapshot_diff(base.at, base.size - 1, next.at, next.size, room, next.size, &size),
        PAWL_ERR_CORRUPT);
    ck_assert_int_eq(
        pawl_snapshot_diff(base.at, base.size, next.at + 1, next.size - 1, room, next.size, &size),
        PAWL_ERR_FORMAT);
    ck_assert_int_eq(
        pawl_snapshot_patch(base.at, base.size, delta.at, delta.size, room, next.size - 1, &size),
        PAWL_ERR_MEMORY);
    ck_assert_uint_eq(size, next.size);
    size = 5;
    ck_assert_int_eq(pawl_snapshot_patch(NULL, 0, delta.at, delta.size, room, next.size, &size),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_snapshot_patch(base.at, 3, delta.at, delta.size, room, next.size, &size),
                     PAWL_ERR_CORRUPT);
    ck_assert_uint_eq(pawl_snapshot_patch_size(NULL, 100), 0);
    ck_assert_uint_eq(size, 5);
    free(room);
    free(base.at);
    free(next.at);
    free(delta.at);
    free(world);
}
END_TEST

Suite *suite_delta(void) {
    Suite *const suite = suite_create("delta");
    TCase *const tcase = tcase_create("delta");
    tcase_add_loop_test(tcase, every_state_follows_from_every_other, 0, SEEDS);
    tcase_add_test(tcase, one_change_is_a_few_bytes);
    tcase_add_test(tcase, the_largest_size_is_never_passed);
    tcase_add_test(tcase, damage_is_noticed);
    tcase_add_test(tcase, misuse_is_answered);
    suite_add_tcase(suite, tcase);
    return suite;
}
