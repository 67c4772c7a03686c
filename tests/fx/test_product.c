/* test_product.c - products made of halves against the compiler's own. */
#include <check.h>
#include <inttypes.h>
#include <stdbool.h>

#include "fx/product.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(2000000)

static void check(int32_t a, int32_t b) {
    const int64_t expected = (int64_t)a * b;
    if (pawli_product_split(a, b) == expected && pawli_product(a, b) == expected) return;
    ck_abort_msg("%" PRId32 " * %" PRId32 " = %" PRId64 ", expected %" PRId64, a, b,
                 pawli_product_split(a, b), expected);
}

/* Half of what two products may be, so that their sum fits: neither factor of one is INT32_MIN. */
static int32_t inner(int32_t value) {
    return value == INT32_MIN ? -INT32_MAX : value;
}

static void check_two(int32_t a, int32_t x, int32_t b, int32_t y) {
    a = inner(a);
    b = inner(b);
    const int64_t first = (int64_t)a * x, second = (int64_t)b * y;
    const bool good = pawli_product_split_two(a, x, b, y) == first + second &&
                      pawli_product_add(a, x, b, y) == first + second &&
                      pawli_product_subtract(a, x, b, y) == first - second;
    if (good) return;
    ck_abort_msg("of %" PRId32 " * %" PRId32 " and %" PRId32 " * %" PRId32, a, x, b, y);
}

/* A factor of more than 32 bits times one of 30 at most fits. */
static void check_long(int32_t a, int32_t x, int32_t y) {
    a /= 4;
    const int64_t sum = (int64_t)x + y, difference = (int64_t)x - y;
    const bool good = pawli_product_long(a, sum) == a * sum &&
                      pawli_product_of_sum(a, x, y) == a * sum &&
                      pawli_product_of_difference(a, x, y) == a * difference;
    if (good) return;
    ck_abort_msg("of %" PRId32 " and %" PRId32 " with %" PRId32, a, x, y);
}

static const int32_t edges[] = {
    0,       1,        -1,        2,          0x7FFF,    0x8000,        0x8001,        0xFFFF,
    0x10000, 0x10001,  -0x7FFF,   -0x8000,    -0x8001,   -0xFFFF,       -0x10000,      -0x10001,
    0x18000, -0x18000, INT32_MAX, -INT32_MAX, INT32_MIN, INT32_MIN + 1, INT32_MAX - 1, 0x7FFF8000};
#define EDGES (sizeof edges / sizeof edges[0])

START_TEST(at_the_edges_of_halves) {
    for (size_t i = 0; i < EDGES; i++)
        for (size_t k = 0; k < EDGES; k++)
            check(edges[i], edges[k]);
}
END_TEST

START_TEST(two_at_the_edges_of_halves) {
    const int32_t first = edges[_i];
    for (size_t i = 0; i < EDGES; i++)
        for (size_t k = 0; k < EDGES; k++) {
            check_long(first, edges[i], edges[k]);
            for (size_t n = 0; n < EDGES; n++)
                check_two(first, edges[i], edges[k], edges[n]);
        }
}
END_TEST

START_TEST(at_random) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++)
        check(seeded_int32(&seed), seeded_int32(&seed));
}
END_TEST

START_TEST(two_at_random) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const int32_t a = seeded_int32(&seed), x = seeded_int32(&seed);
        const int32_t b = seeded_int32(&seed), y = seeded_int32(&seed);
        check_two(a, x, b, y);
        check_long(a, x, y);
    }
}
END_TEST

Suite *suite_product(void);
Suite *suite_product(void) {
    Suite *suite = suite_create("product");
    TCase *core = tcase_create("core");
    tcase_add_test(core, at_the_edges_of_halves);
    tcase_add_loop_test(core, two_at_the_edges_of_halves, 0, (int)EDGES);
    tcase_add_test(core, at_random);
    tcase_add_test(core, two_at_random);
    suite_add_tcase(suite, core);
    return suite;
}
