/* test_siphash.c - SipHash-2-4 against the vectors that its authors published. */
#include <check.h>
#include <string.h>

#include "base/siphash.h"
#include "support/base/seeded.h"

/* vectors.h of the reference implementation, https://github.com/veorq/SipHash: key 00 01 .. 0f, and
 * the message of row n is the n bytes 00 01 ..; row 15 is also in appendix A of the paper. */
static const uint64_t published[64] = {
    UINT64_C(0x726FDB47DD0E0E31), UINT64_C(0x74F839C593DC67FD), UINT64_C(0x0D6C8009D9A94F5A),
    UINT64_C(0x85676696D7FB7E2D), UINT64_C(0xCF2794E0277187B7), UINT64_C(0x18765564CD99A68D),
    UINT64_C(0xCBC9466E58FEE3CE), UINT64_C(0xAB0200F58B01D137), UINT64_C(0x93F5F5799A932462),
    UINT64_C(0x9E0082DF0BA9E4B0), UINT64_C(0x7A5DBBC594DDB9F3), UINT64_C(0xF4B32F46226BADA7),
    UINT64_C(0x751E8FBC860EE5FB), UINT64_C(0x14EA5627C0843D90), UINT64_C(0xF723CA908E7AF2EE),
    UINT64_C(0xA129CA6149BE45E5), UINT64_C(0x3F2ACC7F57C29BDB), UINT64_C(0x699AE9F52CBE4794),
    UINT64_C(0x4BC1B3F0968DD39C), UINT64_C(0xBB6DC91DA77961BD), UINT64_C(0xBED65CF21AA2EE98),
    UINT64_C(0xD0F2CBB02E3B67C7), UINT64_C(0x93536795E3A33E88), UINT64_C(0xA80C038CCD5CCEC8),
    UINT64_C(0xB8AD50C6F649AF94), UINT64_C(0xBCE192DE8A85B8EA), UINT64_C(0x17D835B85BBB15F3),
    UINT64_C(0x2F2E6163076BCFAD), UINT64_C(0xDE4DAAACA71DC9A5), UINT64_C(0xA6A2506687956571),
    UINT64_C(0xAD87A3535C49EF28), UINT64_C(0x32D892FAD841C342), UINT64_C(0x7127512F72F27CCE),
    UINT64_C(0xA7F32346F95978E3), UINT64_C(0x12E0B01ABB051238), UINT64_C(0x15E034D40FA197AE),
    UINT64_C(0x314DFFBE0815A3B4), UINT64_C(0x027990F029623981), UINT64_C(0xCADCD4E59EF40C4D),
    UINT64_C(0x9ABFD8766A33735C), UINT64_C(0x0E3EA96B5304A7D0), UINT64_C(0xAD0C42D6FC585992),
    UINT64_C(0x187306C89BC215A9), UINT64_C(0xD4A60ABCF3792B95), UINT64_C(0xF935451DE4F21DF2),
    UINT64_C(0xA9538F0419755787), UINT64_C(0xDB9ACDDFF56CA510), UINT64_C(0xD06C98CD5C0975EB),
    UINT64_C(0xE612A3CB9ECBA951), UINT64_C(0xC766E62CFCADAF96), UINT64_C(0xEE64435A9752FE72),
    UINT64_C(0xA192D576B245165A), UINT64_C(0x0A8787BF8ECB74B2), UINT64_C(0x81B3E73D20B49B6F),
    UINT64_C(0x7FA8220BA3B2ECEA), UINT64_C(0x245731C13CA42499), UINT64_C(0xB78DBFAF3A8D83BD),
    UINT64_C(0xEA1AD565322A1A0B), UINT64_C(0x60E61C23A3795013), UINT64_C(0x6606D7E446282B93),
    UINT64_C(0x6CA4ECB15C5F91E1), UINT64_C(0x9F626DA15C9625F3), UINT64_C(0xE51B38608EF25F57),
    UINT64_C(0x958A324CEB064572)};

START_TEST(published_values_come_out) {
    uint8_t key[PAWLI_SIPHASH_KEY], message[64];
    for (uint8_t i = 0; i < 64; i++) {
        if (i < PAWLI_SIPHASH_KEY) key[i] = i;
        message[i] = i;
    }
    for (size_t size = 0; size < 64; size++)
        ck_assert_uint_eq(pawli_siphash(key, message, size), published[size]);
    ck_assert_uint_eq(pawli_siphash(key, NULL, 5), published[0]);
}
END_TEST

/* What the vectors do not reach: lengths of 256 and more, and bytes that are not aligned. */
START_TEST(each_bit_of_key_message_and_length_counts) {
    uint64_t seed = first_seed(_i); /* _i names a failing run */
    uint8_t key[PAWLI_SIPHASH_KEY], message[301];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(seeded_next(&seed) >> 56);
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(seeded_next(&seed) >> 56);
    const size_t from = (size_t)(seeded_next(&seed) % 8), size = 293 - (size_t)_i;
    const uint64_t before = pawli_siphash(key, message + from, size);
    for (uint32_t bit = 0; bit < 8 * sizeof key; bit++) {
        key[bit / 8] = (uint8_t)(key[bit / 8] ^ 1u << bit % 8);
        ck_assert_uint_ne(pawli_siphash(key, message + from, size), before);
        key[bit / 8] = (uint8_t)(key[bit / 8] ^ 1u << bit % 8);
    }
    for (uint32_t bit = 0; bit < 8 * size; bit++) {
        uint8_t *const at = message + from + bit / 8;
        *at = (uint8_t)(*at ^ 1u << bit % 8);
        ck_assert_uint_ne(pawli_siphash(key, message + from, size), before);
        *at = (uint8_t)(*at ^ 1u << bit % 8);
    }
    ck_assert_uint_eq(pawli_siphash(key, message + from, size), before);
    ck_assert_uint_ne(pawli_siphash(key, message + from, size - 1), before);
    uint8_t moved[301];
    memcpy(moved, message + from, size);
    ck_assert_uint_eq(pawli_siphash(key, moved, size), before);
}
END_TEST

Suite *suite_siphash(void) {
    Suite *const suite = suite_create("siphash");
    TCase *const values = tcase_create("values");
    tcase_add_test(values, published_values_come_out);
    tcase_add_loop_test(values, each_bit_of_key_message_and_length_counts, 0, 20);
    suite_add_tcase(suite, values);
    return suite;
}
