/* test_entropy.c - bits written as fractions of bits are read again. Seeds are drawn afresh and
 * printed; PAWL_SEED=... repeats a run. */
#include "replay/entropy.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "support/base/seeded.h"

#define BITS 20000u
#define MODELS 16u

typedef struct coded_bit {
    uint8_t model, bit;
} coded_bit;

static void start_models(uint16_t *models) {
    for (uint32_t i = 0; i < MODELS; i++)
        models[i] = PAWLI_MODEL_NEW;
}

/* Bits of which those of model m are ones with a share of m / 16, and sometimes all alike for long:
 * so there are runs of 0xFF that a carry goes through. */
static void draw_bits(coded_bit *bits, uint64_t *seed) {
    for (uint32_t i = 0; i < BITS; i++) {
        const uint32_t model = (uint32_t)(seeded_next(seed) % MODELS);
        bits[i].model = (uint8_t)model;
        bits[i].bit = seeded_next(seed) % MODELS < model;
    }
}

static uint32_t write_bits(const coded_bit *bits, uint64_t seed, uint8_t *to, uint32_t size) {
    uint16_t models[MODELS];
    start_models(models);
    pawli_entropy coder = pawli_entropy_begin_write(to, size);
    for (uint32_t i = 0; i < BITS; i++) {
        (void)pawli_entropy_code_bit(&coder, &models[bits[i].model], bits[i].bit != 0);
        if (i % 97 == 0) (void)pawli_entropy_code_plain(&coder, seeded_next(&seed), 1 + i % 64);
    }
    const uint32_t used = pawli_entropy_end_write(&coder);
    ck_assert_int_eq(coder.bad, 0);
    return used;
}

static void assert_reads(const coded_bit *bits, uint64_t seed, const uint8_t *from, uint32_t size) {
    uint16_t models[MODELS];
    start_models(models);
    pawli_entropy coder = pawli_entropy_begin_read(from, size);
    for (uint32_t i = 0; i < BITS; i++) {
        const bool bit = pawli_entropy_code_bit(&coder, &models[bits[i].model], false);
        ck_assert_msg(bit == (bits[i].bit != 0), "bit %u", (unsigned)i);
        if (i % 97 != 0) continue;
        const unsigned count = 1 + i % 64;
        const uint64_t mask = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1u;
        const uint64_t want = seeded_next(&seed) & mask;
        ck_assert_msg(pawli_entropy_code_plain(&coder, 0, count) == want, "number %u", (unsigned)i);
    }
    ck_assert_msg(pawli_entropy_end_read(&coder), "another end");
}

START_TEST(what_is_written_is_read) {
    uint64_t seed = seeded_fresh("entropy");
    coded_bit *const bits = malloc(BITS * sizeof *bits);
    uint8_t *const room = malloc(BITS);
    for (int round = 0; round < SEEDED_ROUNDS(30); round++) {
        draw_bits(bits, &seed);
        const uint32_t size = write_bits(bits, seed, room, BITS);
        uint8_t *const exact = malloc(size); /* a sanitizer sees a byte too far */
        memcpy(exact, room, size);
        assert_reads(bits, seed, exact, size);
        free(exact);
    }
    free(room);
    free(bits);
}
END_TEST

/* The bits cost what their shares say, but for a few percent. */
START_TEST(bits_cost_what_they_tell) {
    uint64_t seed = seeded_fresh("entropy");
    static const double shares[] = {0.5, 0.1, 0.01};
    for (int i = 0; i < 3; i++) {
        uint8_t room[8192];
        uint16_t model = PAWLI_MODEL_NEW;
        uint32_t ones = 0;
        pawli_entropy coder = pawli_entropy_begin_write(room, sizeof room);
        for (uint32_t n = 0; n < BITS; n++) {
            const bool bit = (double)(seeded_next(&seed) >> 11) * 0x1p-53 < shares[i];
            ones += bit;
            (void)pawli_entropy_code_bit(&coder, &model, bit);
        }
        const double p = (double)ones / BITS;
        const double least = -(double)BITS * (p * log2(p) + (1 - p) * log2(1 - p)) / 8;
        const double size = pawli_entropy_end_write(&coder);
        ck_assert_msg(size < 1.1 * least + 40, "%g bytes for %g", size, least);
        ck_assert_msg(size > 0.99 * least - 8, "%g bytes for %g", size, least);
    }
}
END_TEST

START_TEST(what_does_not_fit_is_bad_and_harms_nothing) {
    uint64_t seed = seeded_fresh("entropy");
    coded_bit *const bits = malloc(BITS * sizeof *bits);
    draw_bits(bits, &seed);
    for (uint32_t size = 0; size < 40; size++) {
        uint8_t *const room = malloc(size + 1);
        uint16_t models[MODELS];
        start_models(models);
        pawli_entropy coder = pawli_entropy_begin_write(room, size);
        for (uint32_t i = 0; i < BITS; i++)
            (void)pawli_entropy_code_bit(&coder, &models[bits[i].model], bits[i].bit != 0);
        (void)pawli_entropy_end_write(&coder);
        ck_assert_msg(coder.bad, "%u bytes were enough", (unsigned)size);
        free(room);
    }
    free(bits);
}
END_TEST

/* Any bytes are read as something, and their end is noticed after at most so many bits. */
START_TEST(any_bytes_end) {
    uint64_t seed = seeded_fresh("entropy");
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        const uint32_t size = (uint32_t)(seeded_next(&seed) % 20);
        uint8_t *const bytes = malloc(size + 1);
        for (uint32_t i = 0; i < size; i++)
            bytes[i] = round % 3 == 0 ? 0xFF : (uint8_t)(seeded_next(&seed) >> 56);
        uint16_t models[MODELS];
        start_models(models);
        pawli_entropy coder = pawli_entropy_begin_read(bytes, size);
        uint32_t count = 0;
        while (!coder.bad && count < 100000u) {
            (void)pawli_entropy_code_bit(&coder, &models[count % MODELS], false);
            count++;
        }
        ck_assert_msg(coder.bad, "%u bytes last for %u bits", (unsigned)size, (unsigned)count);
        free(bytes);
    }
}
END_TEST

Suite *suite_entropy(void);
Suite *suite_entropy(void) {
    TCase *cases = tcase_create("entropy");
    tcase_add_test(cases, what_is_written_is_read);
    tcase_add_test(cases, bits_cost_what_they_tell);
    tcase_add_test(cases, what_does_not_fit_is_bad_and_harms_nothing);
    tcase_add_test(cases, any_bytes_end);
    Suite *suite = suite_create("entropy");
    suite_add_tcase(suite, cases);
    return suite;
}
