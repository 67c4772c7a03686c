/* test_quotient.c - short division against the compiler's own. */
#include <check.h>
#include <inttypes.h>

#include "fx/quotient.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(2000000)

static void check(uint64_t numerator, uint32_t divisor) {
    const uint64_t expected = numerator / divisor;
    if (expected > UINT32_MAX) return;
    const uint32_t got = pawli_quotient_short(numerator, divisor);
    if (got == expected && pawli_quotient(numerator, divisor) == expected) return;
    ck_abort_msg("%" PRIu64 " / %" PRIu32 " = %" PRIu32 ", expected %" PRIu64, numerator, divisor,
                 got, expected);
}

START_TEST(at_the_edges_of_digits) {
    static const uint32_t divisors[] = {1,          2,          0xFFFF,     0x10000,    0x10001,
                                        0x7FFFFFFF, 0x80000000, 0x80000001, 0x8000FFFF, 0xFFFF0000,
                                        0xFFFF0001, 0xFFFFFFFE, 0xFFFFFFFF, 0x1000000,  0x1000001};
    static const uint32_t quotients[] = {0,          1,          2,          0xFFFE,     0xFFFF,
                                         0x10000,    0x10001,    0x7FFFFFFF, 0x80000000, 0xFFFEFFFF,
                                         0xFFFF0000, 0xFFFFFFFE, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof divisors / sizeof divisors[0]; i++) {
        for (size_t k = 0; k < sizeof quotients / sizeof quotients[0]; k++) {
            const uint64_t exact = (uint64_t)divisors[i] * quotients[k];
            check(exact, divisors[i]);
            check(exact + divisors[i] - 1, divisors[i]);
            if (exact > 0) check(exact - 1, divisors[i]);
        }
    }
}
END_TEST

static uint32_t random_digits(uint64_t *seed) {
    return (uint32_t)(seeded_next(seed) >> 32 >> (seeded_next(seed) & 31u));
}

START_TEST(at_random) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t divisor = random_digits(&seed) | 1u, quotient = random_digits(&seed);
        check((uint64_t)divisor * quotient + seeded_next(&seed) % divisor, divisor);
    }
}
END_TEST

/* As the solver divides: by numbers that need not fit 32 bits. */
START_TEST(by_long_divisors) {
    ck_assert_uint_eq(pawli_quotient(UINT64_C(1) << 54, (UINT64_C(1) << 32) + 1), (1 << 22) - 1);
    ck_assert_uint_eq(pawli_quotient(UINT64_C(1) << 54, UINT64_C(1) << 24), 1 << 30);
}
END_TEST

Suite *suite_quotient(void);
Suite *suite_quotient(void) {
    Suite *suite = suite_create("quotient");
    TCase *core = tcase_create("core");
    tcase_add_test(core, at_the_edges_of_digits);
    tcase_add_test(core, at_random);
    tcase_add_test(core, by_long_divisors);
    suite_add_tcase(suite, core);
    return suite;
}
