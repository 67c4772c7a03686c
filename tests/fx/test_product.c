/* test_product.c - products made of halves against the compiler's own. */
#include <check.h>
#include <inttypes.h>

#include "fx/product.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(2000000)

static void check(int32_t a, int32_t b) {
    const int64_t expected = (int64_t)a * b;
    if (pawli_product_split(a, b) == expected && pawli_product(a, b) == expected) return;
    ck_abort_msg("%" PRId32 " * %" PRId32 " = %" PRId64 ", expected %" PRId64, a, b,
                 pawli_product_split(a, b), expected);
}

START_TEST(at_the_edges_of_halves) {
    static const int32_t edges[] = {0,
                                    1,
                                    -1,
                                    2,
                                    0x7FFF,
                                    0x8000,
                                    0x8001,
                                    0xFFFF,
                                    0x10000,
                                    0x10001,
                                    -0x7FFF,
                                    -0x8000,
                                    -0x8001,
                                    -0xFFFF,
                                    -0x10000,
                                    -0x10001,
                                    0x18000,
                                    -0x18000,
                                    INT32_MAX,
                                    -INT32_MAX,
                                    INT32_MIN,
                                    INT32_MIN + 1,
                                    INT32_MAX - 1,
                                    0x7FFF8000};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        for (size_t k = 0; k < sizeof edges / sizeof edges[0]; k++)
            check(edges[i], edges[k]);
}
END_TEST

START_TEST(at_random) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++)
        check(seeded_int32(&seed), seeded_int32(&seed));
}
END_TEST

Suite *suite_product(void);
Suite *suite_product(void) {
    Suite *suite = suite_create("product");
    TCase *core = tcase_create("core");
    tcase_add_test(core, at_the_edges_of_halves);
    tcase_add_test(core, at_random);
    suite_add_tcase(suite, core);
    return suite;
}
