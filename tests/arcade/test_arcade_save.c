/* test_arcade_save.c - an arcade is its bytes: moved, saved, shifted, sorted or not. */
#include <inttypes.h>

#include "arcade/arcade.h"
#include "base/crc.h"
#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

/* A crowd of everything that there is, in a room whose floor is a slope; `shift` moves all. */
static pawl_arcade *make_crowd(int count, uint16_t capacity, pawl_vec2 shift) {
    uint64_t seed = seeded_base;
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = capacity;
    def.contact_capacity = 256;
    def.impact_limit = 8;
    def.bounds.lower = pawl_vec2_add(shift, VEC(-20, -10));
    def.bounds.upper = pawl_vec2_add(shift, VEC(20, 10));
    def.edges[PAWL_ARCADE_LEFT] = def.edges[PAWL_ARCADE_RIGHT] = PAWL_ARCADE_EDGE_WRAP;
    def.edges[PAWL_ARCADE_BOTTOM] = PAWL_ARCADE_EDGE_BOUNCE;
    def.edges[PAWL_ARCADE_TOP] = PAWL_ARCADE_EDGE_REPORT;
    pawl_arcade *const arcade = make_arcade(&def);
    const pawl_vec2 slope[] = {VEC(-12, -2), VEC(12, -2), VEC(12, 2)};
    const pawl_vec2 gem[] = {VEC(-0.5, 0), VEC(0, -0.75), VEC(0.75, 0), VEC(0, 0.5)};
    uint16_t kinds[7];
    kinds[0] = add_kind(arcade, immovable(polygon_kind(arcade, slope, 3, 0)));
    kinds[1] = add_kind(arcade, circle_kind(0.4375));
    kinds[2] = add_kind(arcade, box_kind(0.375, 0.5));
    kinds[3] = add_kind(arcade, polygon_kind(arcade, gem, 4, FX(0.125)));
    pawl_arcade_prototype kind = circle_kind(0.5);
    kind.response = PAWL_ARCADE_SPRING;
    kinds[4] = add_kind(arcade, kind);
    kind = box_kind(1, 1);
    kind.response = PAWL_ARCADE_SENSOR;
    kinds[5] = add_kind(arcade, immovable(kind));
    kind = elastic(circle_kind(0.25));
    kind.inverse_mass = FX(7);
    kinds[6] = add_kind(arcade, kind);
    add_arcade_body(arcade, kinds[0], pawl_vec2_add(shift, VEC(0, -6)), VEC(0, 0));
    for (int i = 1; i < count; i++) {
        const pawl_vec2 at = {(pawl_fx)(seeded_next(&seed) % FX(38)) - FX(19),
                              (pawl_fx)(seeded_next(&seed) % FX(10)) - FX(2)};
        const pawl_vec2 velocity = {seeded_int32(&seed) / 128, seeded_int32(&seed) / 128};
        add_arcade_body(arcade, kinds[1 + i % 6], pawl_vec2_add(shift, at), velocity);
    }
    return arcade;
}

static void assert_same(const pawl_arcade *a, const pawl_arcade *b, pawl_vec2 shift) {
    pawl_arcade_id of_a[128], of_b[128];
    const uint16_t count = pawl_arcade_get_bodies(a, of_a, 128);
    ck_assert_uint_eq(pawl_arcade_get_bodies(b, of_b, 128), count);
    for (int i = 0; i < count; i++) {
        assert_vec(pawl_vec2_sub(pawl_arcade_get_position(b, of_b[i]), shift),
                   pawl_arcade_get_position(a, of_a[i]));
        assert_vec(pawl_arcade_get_velocity(b, of_b[i]), pawl_arcade_get_velocity(a, of_a[i]));
    }
    ck_assert_uint_eq(pawl_arcade_get_faults(a), pawl_arcade_get_faults(b));
    ck_assert_uint_eq(pawl_arcade_get_dropped_count(a), pawl_arcade_get_dropped_count(b));
    const uint16_t contacts = pawl_arcade_get_contact_count(a);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(b), contacts);
    for (int i = 0; i < contacts; i++) {
        pawl_arcade_contact of = pawl_arcade_get_contacts(b)[i];
        of.point = pawl_vec2_sub(of.point, shift);
        ck_assert_msg(memcmp(&of, pawl_arcade_get_contacts(a) + i, sizeof of) == 0, "contact %d",
                      i);
    }
}

START_TEST(a_shifted_arcade_gives_the_shifted_result) {
    uint64_t seed = first_seed(_i);
    const pawl_vec2 shift = {seeded_int32(&seed) % FX(16000), seeded_int32(&seed) % FX(16000)};
    pawl_arcade *const a = make_crowd(48, 64, VEC(0, 0)), *const b = make_crowd(48, 64, shift);
    int contacts = 0;
    for (int i = 0; i < SEEDED_ROUNDS(200); i++) {
        step(a, 1);
        step(b, 1);
        assert_same(a, b, shift);
        contacts += pawl_arcade_get_contact_count(a);
    }
    ck_assert_int_gt(contacts, SEEDED_OFTEN(500));
    free(a);
    free(b);
}
END_TEST

START_TEST(sorting_the_bodies_changes_no_bit) {
    pawl_arcade *const a = make_crowd(24, 24, VEC(0, 0)), *const b = make_crowd(24, 25, VEC(0, 0));
    ck_assert_uint_eq(a->offset_spans, 0);
    ck_assert_uint_gt(b->offset_spans, 0);
    int contacts = 0;
    for (int i = 0; i < SEEDED_ROUNDS(1000); i++) {
        step(a, 1);
        step(b, 1);
        ck_assert_uint_eq(pawl_arcade_hash(a), pawl_arcade_hash(b));
        assert_same(a, b, VEC(0, 0));
        contacts += pawl_arcade_get_contact_count(a);
    }
    ck_assert_int_gt(contacts, SEEDED_OFTEN(500));
    free(a);
    free(b);
}
END_TEST

START_TEST(the_state_bytes_are_the_whole_state_wherever_they_lie) {
    pawl_arcade *const a = make_crowd(48, 64, VEC(0, 0));
    pawl_arcade *b = make_crowd(48, 64, VEC(0, 0));
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = 64;
    def.contact_capacity = 256;
    const size_t size = pawl_arcade_size(&def), state = pawl_arcade_state_size(a);
    ck_assert_uint_lt(state, size);
    step(a, 100);
    /* Everything behind the state is rubbish, and the block lies elsewhere. */
    uint8_t *const memory = malloc(size);
    memset(memory, 0xA5, size);
    memcpy(memory, a, state);
    free(b);
    b = (pawl_arcade *)(void *)memory;
    for (int i = 0; i < 100; i++) {
        step(a, 1);
        step(b, 1);
        ck_assert_uint_eq(pawl_arcade_hash(a), pawl_arcade_hash(b));
        assert_same(a, b, VEC(0, 0));
    }
    free(a);
    free(b);
}
END_TEST

START_TEST(a_snapshot_restores_what_it_was_taken_of) {
    pawl_arcade *const a = make_crowd(60, 64, VEC(3, -5)), *const b = make_crowd(2, 80, VEC(0, 0));
    pawl_arcade_id ids[64], out;
    step(a, 50);
    pawl_arcade_get_bodies(a, ids, 64);
    for (int i = 1; i < 40; i += 3)
        ck_assert_int_eq(pawl_arcade_destroy(a, ids[i]), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_set_user_data(a, ids[0], 777), PAWL_OK);
    const size_t size = pawl_arcade_encode_size(a);
    size_t used = 0;
    ck_assert_uint_gt(size, 1000);
    uint8_t *const bytes = malloc(size);
    ck_assert_int_eq(pawl_arcade_encode(a, bytes, size - 1, &used), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(used, size);
    used = 0;
    ck_assert_int_eq(pawl_arcade_encode(a, bytes, size, &used), PAWL_OK);
    ck_assert_uint_eq(used, size);
    ck_assert_int_eq(pawl_arcade_decode(b, bytes, size), PAWL_OK);
    ck_assert_uint_eq(pawl_arcade_hash(b), pawl_arcade_hash(a));
    ck_assert_uint_eq(pawl_arcade_get_user_data(b, ids[0]), 777);
    ck_assert_int_eq(pawl_arcade_is_valid(b, ids[1]), false);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(b), 0);
    uint8_t *const again = malloc(size);
    ck_assert_int_eq(pawl_arcade_encode(b, again, size, &used), PAWL_OK);
    ck_assert_uint_eq(used, size);
    ck_assert_int_eq(memcmp(bytes, again, size), 0);
    for (int i = 0; i < 60; i++) {
        step(a, 1);
        step(b, 1);
        ck_assert_uint_eq(pawl_arcade_hash(b), pawl_arcade_hash(a));
        assert_same(a, b, VEC(0, 0));
    }
    (void)out;
    free(bytes);
    free(again);
    free(a);
    free(b);
}
END_TEST

/* What a rollback does: another arcade takes a snapshot that is one to fifteen steps old, and makes
 * these steps again. It keeps what it has of the one before to work with. */
START_TEST(steps_made_again_from_one_to_fifteen_back_give_the_same_bits) {
    enum {
        RING = 16,
        SIZE = 8192
    };
    pawl_arcade *const a = make_crowd(60, 64, VEC(0, 0)), *const b = make_crowd(3, 64, VEC(0, 0));
    uint8_t *const ring = malloc(RING * SIZE);
    int contacts = 0;
    for (int i = 0; i < SEEDED_ROUNDS(180); i++) {
        const int back = 1 + i % (RING - 1);
        size_t size = 0;
        ck_assert_int_eq(pawl_arcade_encode(a, ring + i % RING * SIZE, SIZE, &size), PAWL_OK);
        ck_assert_uint_gt(size, 1000);
        step(a, 1);
        contacts += pawl_arcade_get_contact_count(a);
        if (i + 1 < back) continue;
        const uint8_t *const old = ring + (i + 1 - back) % RING * SIZE;
        size = pawl_arcade_encode_size(a);
        ck_assert_int_eq(pawl_arcade_decode(b, old, size), PAWL_OK);
        step(b, back);
        ck_assert_msg(pawl_arcade_hash(b) == pawl_arcade_hash(a), "%d back from %d", back, i);
        assert_same(a, b, VEC(0, 0));
    }
    ck_assert_int_gt(contacts, SEEDED_OFTEN(500));
    free(ring);
    free(a);
    free(b);
}
END_TEST

/* Every word of the state, changed by one bit, changes the hash; all but user data are in it. */
START_TEST(the_hash_sees_every_bit_of_the_state) {
    pawl_arcade *const a = make_crowd(10, 16, VEC(0, 0));
    pawl_arcade_id ids[16];
    step(a, 20);
    pawl_arcade_get_bodies(a, ids, 16);
    ck_assert_int_eq(pawl_arcade_destroy(a, ids[3]), PAWL_OK);
    const uint32_t hash = pawl_arcade_hash(a);
    uint8_t *const body = (uint8_t *)(pawli_arcade_bodies(a) + 2);
    const size_t fields[] = {
        offsetof(pawli_arcade_body, position),   offsetof(pawli_arcade_body, frac),
        offsetof(pawli_arcade_body, fine),       offsetof(pawli_arcade_body, velocity),
        offsetof(pawli_arcade_body, generation), offsetof(pawli_arcade_body, user_data)};
    for (size_t i = 0; i + 1 < sizeof fields / sizeof fields[0]; i++) {
        body[fields[i]] ^= 1;
        ck_assert_msg(pawl_arcade_hash(a) != hash, "field %zu", i);
        body[fields[i]] ^= 1;
    }
    body[fields[5]] ^= 1;
    ck_assert_uint_eq(pawl_arcade_hash(a), hash);
    a->time_frac ^= 1;
    ck_assert_uint_ne(pawl_arcade_hash(a), hash);
    a->time_frac ^= 1;
    a->gravity.x ^= 1;
    ck_assert_uint_ne(pawl_arcade_hash(a), hash);
    a->gravity.x ^= 1;
    a->edges[3] ^= 1;
    ck_assert_uint_ne(pawl_arcade_hash(a), hash);
    a->edges[3] ^= 1;
    pawli_arcade_prototypes(a)[1].friction ^= 1;
    ck_assert_uint_ne(pawl_arcade_hash(a), hash);
    pawli_arcade_prototypes(a)[1].friction ^= 1;
    pawli_arcade_polygons(a)[0].vertices[1].y ^= 1;
    ck_assert_uint_ne(pawl_arcade_hash(a), hash);
    pawli_arcade_polygons(a)[0].vertices[1].y ^= 1;
    ck_assert_uint_eq(pawl_arcade_hash(a), hash);
    free(a);
}
END_TEST

/* Damage with a right checksum: refused with nothing changed, or a state that can be stepped. */
START_TEST(hostile_bytes_are_refused_or_do_no_harm) {
    uint64_t seed = first_seed(_i);
    pawl_arcade *const a = make_crowd(20, 24, VEC(0, 0)), *const b = make_crowd(5, 24, VEC(0, 0));
    pawl_arcade_id ids[24];
    step(a, 10);
    pawl_arcade_get_bodies(a, ids, 24);
    ck_assert_int_eq(pawl_arcade_destroy(a, ids[7]), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_destroy(a, ids[4]), PAWL_OK);
    size_t size = pawl_arcade_encode_size(a);
    uint8_t *const good = malloc(size), *const bad = malloc(size);
    ck_assert_int_eq(pawl_arcade_encode(a, good, size, &size), PAWL_OK);
    int refused = 0, taken = 0;
    for (int n = 0; n < SEEDED_ROUNDS(4000); n++) {
        memcpy(bad, good, size);
        uint32_t length = (uint32_t)size;
        if (seeded_next(&seed) % 8 == 0) length = (uint32_t)(seeded_next(&seed) % length);
        for (uint64_t k = seeded_next(&seed) % 3 + 1; k > 0 && length > 12; k--) {
            const uint32_t at = (uint32_t)(8 + seeded_next(&seed) % (length - 12));
            bad[at] = (uint8_t)seeded_next(&seed);
        }
        if (length >= 12) {
            const uint32_t crc = pawli_crc_32(0, bad, length - 4);
            for (int i = 0; i < 4; i++)
                bad[length - 4 + (uint32_t)i] = (uint8_t)(crc >> 8 * i);
        }
        const uint32_t hash = pawl_arcade_hash(b);
        const pawl_status status = pawl_arcade_decode(b, bad, length);
        if (status != PAWL_OK) {
            ck_assert_uint_eq(pawl_arcade_hash(b), hash);
            refused++;
            continue;
        }
        taken++;
        for (int i = 0; i < 2; i++)
            step(b, 1);
        pawl_arcade_id out = NO_BODY;
        for (int i = 0; i < 6; i++) {
            if (pawl_arcade_create(b, 0, VEC(0, 0), VEC(0, 0), 0, &out) != PAWL_OK) break;
        }
        const uint16_t count = pawl_arcade_get_bodies(b, ids, 24);
        if (count > 0) ck_assert_int_eq(pawl_arcade_destroy(b, ids[count / 2]), PAWL_OK);
    }
    ck_assert_int_gt(refused, SEEDED_OFTEN(500));
    ck_assert_int_gt(taken, SEEDED_OFTEN(500));
    bad[0] = 0;
    ck_assert_int_eq(pawl_arcade_decode(b, bad, size), PAWL_ERR_FORMAT);
    memcpy(bad, good, size);
    bad[4]++;
    ck_assert_int_eq(pawl_arcade_decode(b, bad, size), PAWL_ERR_VERSION);
    bad[4]--;
    bad[20] ^= 1;
    ck_assert_int_eq(pawl_arcade_decode(b, bad, size), PAWL_ERR_CORRUPT);
    pawl_arcade *const small = make_crowd(5, 21, VEC(0, 0));
    pawl_arcade *const tight = make_crowd(5, 19, VEC(0, 0));
    ck_assert_int_eq(pawl_arcade_decode(small, good, size), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_decode(tight, good, size), PAWL_ERR_CAPACITY);
    free(small);
    free(tight);
    free(good);
    free(bad);
    free(a);
    free(b);
}
END_TEST

START_TEST(two_bodies_in_one_slot_are_refused) {
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t kind = add_kind(arcade, circle_kind(1));
    add_arcade_body(arcade, kind, VEC(0, 0), VEC(0, 0));
    add_arcade_body(arcade, kind, VEC(4, 0), VEC(0, 0));
    uint8_t bytes[512];
    size_t size = 0;
    ck_assert_int_eq(pawl_arcade_encode(arcade, bytes, sizeof bytes, &size), PAWL_OK);
    /* The slot of the second body, whose 36 bytes are the last before the checksum. */
    uint8_t *const slot = bytes + size - 4 - 36;
    ck_assert_uint_eq(slot[0], 1);
    slot[0] = 0;
    const uint32_t crc = pawli_crc_32(0, bytes, size - 4);
    for (int i = 0; i < 4; i++)
        bytes[size - 4 + i] = (uint8_t)(crc >> 8 * i);
    ck_assert_int_eq(pawl_arcade_decode(arcade, bytes, size), PAWL_ERR_FORMAT);
    free(arcade);
}
END_TEST

START_TEST(sixty_steps_take_a_second_exactly) {
    pawl_arcade *const arcade = make_still_arcade();
    for (int second = 0; second < 3; second++) {
        uint64_t time = 0;
        for (int i = 0; i < 60; i++) {
            step(arcade, 1);
            time += arcade->duration;
        }
        ck_assert_uint_eq(time, UINT64_C(1) << 31);
    }
    free(arcade);
}
END_TEST

Suite *suite_arcade_save(void);

Suite *suite_arcade_save(void) {
    Suite *const suite = suite_create("arcade_save");
    TCase *const all = tcase_create("arcade_save");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, a_shifted_arcade_gives_the_shifted_result, 0, 3);
    tcase_add_test(all, sorting_the_bodies_changes_no_bit);
    tcase_add_test(all, the_state_bytes_are_the_whole_state_wherever_they_lie);
    tcase_add_test(all, a_snapshot_restores_what_it_was_taken_of);
    tcase_add_test(all, steps_made_again_from_one_to_fifteen_back_give_the_same_bits);
    tcase_add_test(all, the_hash_sees_every_bit_of_the_state);
    tcase_add_loop_test(all, hostile_bytes_are_refused_or_do_no_harm, 0, 2);
    tcase_add_test(all, two_bodies_in_one_slot_are_refused);
    tcase_add_test(all, sixty_steps_take_a_second_exactly);
    suite_add_tcase(suite, all);
    return suite;
}
