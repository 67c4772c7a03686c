/* integers.c - the integers that C11 leaves to the machine and to the compiler, and what compilers
 * are known to get wrong. All operands are volatile: the target computes, not the compiler. */
#include "portcheck/check.h"

#include <limits.h>
#include <string.h>

#ifdef __GNUC__
#define APART __attribute__((noinline))
#else
#define APART
#endif

/* Start-up code copies the first and clears the second. */
static volatile int32_t set_by_startup = INT32_C(0x12345678);
static volatile int32_t cleared_by_startup;

static void check_machine(pawli_check *check) {
    pawli_expect(check, "CHAR_BIT", CHAR_BIT, 8);
    pawli_expect(check, "initialised variable", set_by_startup, INT32_C(0x12345678));
    pawli_expect(check, "zeroed variable", cleared_by_startup, 0);
    volatile uint32_t all = UINT32_MAX;
    pawli_expect(check, "(int32)0xFFFFFFFF", (int32_t)all, -1);
    volatile int8_t byte = -128;
    pawli_expect(check, "(uint8)-128", (uint8_t)byte, 128);
    /* Plain char may have a sign or not; by way of it a byte must come back. */
    volatile char plain = (char)200;
    pawli_expect(check, "(uint8)(char)200", (uint8_t)plain, 200);
    volatile int64_t large = INT64_C(1) << 40;
    pawli_expect(check, "(bool)(1 << 40)", (bool)large, 1);
}

static void check_signed(pawli_check *check) {
    volatile int16_t short_value = -300;
    volatile int32_t value = -7;
    volatile int64_t wide = -7, far = -INT64_C(0x123456789ABCDEF);
    volatile int shift = 1, far_shift = 33;
    pawli_expect(check, "int16 -300 >> 4", short_value >> 4, -19);
    pawli_expect(check, "-7 >> 1", value >> shift, -4);
    pawli_expect(check, "int64 -7 >> 1", wide >> shift, -4);
    pawli_expect(check, "int64 >> 33", far >> far_shift, -9544372);
    volatile int32_t two = 2, minus_two = -2;
    pawli_expect(check, "-7 / 2", value / two, -3);
    pawli_expect(check, "-7 / -2", value / minus_two, 3);
    pawli_expect(check, "-7 % 2", value % two, -1);
    pawli_expect(check, "7 % -2", -value % minus_two, 1);
    pawli_expect(check, "int64 -7 / 2", wide / two, -3);
    pawli_expect(check, "int64 -7 % 2", wide % two, -1);
    volatile int64_t divisor = -INT64_C(1000003);
    pawli_expect(check, "int64 /", far / divisor, INT64_C(81985283260));
    pawli_expect(check, "int64 %", far % divisor, -INT64_C(637115));
}

static void check_wide(pawli_check *check) {
    volatile int32_t a = -INT32_C(1545041011), b = -INT32_C(182180);
    pawli_expect(check, "int32 * int32 -> 64", (int64_t)a * b, INT64_C(281475571383980));
    volatile uint32_t ua = UINT32_C(0xFEDCBA98), ub = UINT32_C(0xFFFFFFFF);
    pawli_expect(check, "uint32 * uint32 -> 64", (int64_t)((uint64_t)ua * ub),
                 (int64_t)UINT64_C(0xFEDCBA9701234568));
    volatile uint64_t u = UINT64_C(6364136223846793005), v = UINT64_C(0x853C49E6748FEA9B);
    pawli_expect(check, "uint64 *", (int64_t)(u * v), (int64_t)UINT64_C(0xEDF1DBFE72E6223F));
    pawli_expect(check, "uint64 /", (int64_t)(v / ua), INT64_C(2245299917));
    pawli_expect(check, "uint64 %", (int64_t)(v % ua), INT64_C(1886269155));
    /* Every distance: shifts are sequences of byte moves and loops on small machines. */
    uint64_t left = 0, right = 0;
    for (volatile int shift = 0; shift < 64; shift++) {
        left = left * 31u + (v << shift);
        right = right * 31u + (v >> shift);
    }
    pawli_expect(check, "uint64 << 0..63", (int64_t)left, (int64_t)UINT64_C(0xA687B26F1F8ED017));
    pawli_expect(check, "uint64 >> 0..63", (int64_t)right, (int64_t)UINT64_C(0xDE4175A8C6D57B84));
    volatile int64_t p = INT64_C(0x100000000), q = -1;
    pawli_expect(check, "int64 <", p < q, 0);
    pawli_expect(check, "(int32)int64", (int32_t)(p - 2), -2);
}

/* libfixmath's way to round a product. avr-gcc 5.4 compiles it without the shift, unless told
 * -fno-split-wide-types. */
static APART int32_t half_bit(int32_t a, int32_t b) {
    const int64_t product = (int64_t)a * b;
    return (int32_t)((product & 0x8000) >> 15);
}

static APART int32_t round_product(int32_t a, int32_t b) {
    const int64_t product = (int64_t)a * b;
    int32_t result = (int32_t)(product >> 16);
    result += (int32_t)((product & 0x8000) >> 15);
    return result;
}

static void check_half_bit(pawli_check *check) {
    volatile int32_t a = INT32_C(809637), b = -INT32_C(2153309), c = 65536, d = 32769;
    pawli_expect(check, "int64 (p & 0x8000) >> 15", half_bit(a, b), 1);
    pawli_expect(check, "int64 (p & 0x8000) >> 15", half_bit(c, d), 0);
    pawli_expect(check, "int64 (p >> 16) + ((p & 0x8000) >> 15)", round_product(a, b), -26602152);
    pawli_expect(check, "int64 (p >> 16) + ((p & 0x8000) >> 15)", round_product(c, d), 32769);
}

/* Where int has 16 bits, small types promote to fewer bits: the casts must be enough. */
static void check_promotion(pawli_check *check) {
    volatile uint16_t u = 40000;
    volatile uint8_t byte = 0xC3;
    volatile int16_t minus = -1;
    pawli_expect(check, "(uint32)40000 * 40000", (int64_t)((uint32_t)u * u), 1600000000);
    pawli_expect(check, "(uint32)40000 << 16", (int64_t)((uint32_t)u << 16), INT64_C(2621440000));
    pawli_expect(check, "(uint16)(0xC3 << 8)", (uint16_t)((uint16_t)byte << 8), 0xC300);
    pawli_expect(check, "(uint8)~0xC3 >> 2", (uint8_t)~byte >> 2, 0x0F);
    pawli_expect(check, "(int32)-1 < (int32)40000", (int32_t)minus < (int32_t)u, 1);
    pawli_expect(check, "(int16)40000", (int16_t)u, -25536);
    pawli_expect(check, "int16 -1 -> uint32", (int64_t)(uint32_t)minus, INT64_C(0xFFFFFFFF));
    pawli_expect(check, "int8 * int16", (int32_t)(int8_t)byte * (int32_t)minus, 61);
}

static bool is_little_endian(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Bytes to words and back by memcpy, at every alignment; word order by shifts must agree. */
static void check_words(pawli_check *check) {
    uint8_t bytes[16], copy[8];
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(i * 17 + 1);
    for (int at = 0; at < 4; at++) {
        uint32_t word;
        memcpy(&word, bytes + at, sizeof word);
        if (!is_little_endian()) {
            word = word << 24 | (word & 0xFF00u) << 8 | (word >> 8 & 0xFF00u) | word >> 24;
        }
        const uint32_t spelled = bytes[at] | (uint32_t)bytes[at + 1] << 8 |
                                 (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
        pawli_expect(check, "uint32 by memcpy", (int64_t)word, (int64_t)spelled);
    }
    uint64_t low_first = UINT64_C(0x8877665544332211);
    memcpy(copy, &low_first, 8);
    pawli_expect(check, "lowest byte of uint64", copy[is_little_endian() ? 0 : 7], 0x11);
}

void pawli_stage_integers(pawli_check *check) {
    pawli_check_cleared(check);
    check_machine(check);
    check_signed(check);
    check_wide(check);
    pawli_check_division(check);
    check_half_bit(check);
    check_promotion(check);
    pawli_check_memory(check);
    check_words(check);
}
