/* test_crc.c - checksums against their published check values and a plain division. */
#include <check.h>

#include "base/crc.h"
#include "support/base/seeded.h"

START_TEST(published_values_come_out) {
    ck_assert_uint_eq(pawli_crc_32(0, "123456789", 9), 0xCBF43926);
    ck_assert_uint_eq(pawli_crc_16(0, "123456789", 9), 0x906E);
    ck_assert_uint_eq(pawli_crc_32(0, "", 0), 0);
    ck_assert_uint_eq(pawli_crc_16(0, "", 0), 0);
    ck_assert_uint_eq(pawli_crc_32(0, "a", 1), 0xE8B7BE43);
}
END_TEST

/* Division by the reflected polynomial, a bit at a time. */
static uint32_t divide(const uint8_t *bytes, size_t size, uint32_t polynomial, uint32_t ones) {
    uint32_t rest = ones;
    for (size_t i = 0; i < size * 8; i++) {
        const uint32_t bit = (rest ^ (uint32_t)(bytes[i / 8] >> i % 8)) & 1;
        rest = rest >> 1 ^ (bit ? polynomial : 0);
    }
    return rest ^ ones;
}

START_TEST(any_bytes_in_any_parts_have_the_remainder_of_a_division) {
    uint64_t seed = first_seed(_i); /* _i names a failing run */
    uint8_t bytes[100] = {0};
    for (size_t size = 0; size <= sizeof bytes; size++) {
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(seeded_next(&seed) >> 56);
        const size_t cut = size == 0 ? 0 : (size_t)(seeded_next(&seed) % size);
        const uint32_t first32 = pawli_crc_32(0, bytes, cut);
        const uint16_t first16 = pawli_crc_16(0, bytes, cut);
        ck_assert_uint_eq(pawli_crc_32(first32, bytes + cut, size - cut),
                          divide(bytes, size, 0xEDB88320, 0xFFFFFFFF));
        ck_assert_uint_eq(pawli_crc_16(first16, bytes + cut, size - cut),
                          divide(bytes, size, 0x8408, 0xFFFF));
    }
}
END_TEST

Suite *suite_crc(void) {
    Suite *const suite = suite_create("crc");
    TCase *const sums = tcase_create("sums");
    tcase_add_test(sums, published_values_come_out);
    tcase_add_loop_test(sums, any_bytes_in_any_parts_have_the_remainder_of_a_division, 0, 20);
    suite_add_tcase(suite, sums);
    return suite;
}
