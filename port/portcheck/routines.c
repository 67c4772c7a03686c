/* routines.c - memcpy, memmove and memset, and long division: what small machines bring themselves.
 *
 * A fault may show only from some length on: a counter of eight bits, a faster loop for long
 * blocks. So all short lengths are tried and those around powers of two, up to half of the memory
 * that the worlds of the later stages lie in. Bytes are written and read one by one, through
 * volatile, so that none of the functions is needed to test another. */
#include "portcheck/check.h"

#include "portcheck/answers.h"

#include <string.h>

#define SHORT_LENGTHS 20
#define GUARD 8 /* bytes behind a block that must stay as they were */

static uint8_t byte_at(size_t index) {
    return (uint8_t)(index * 167u + (index >> 8) * 59u + 1u);
}

static void fill(volatile uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = byte_at(i);
}

/* How many of the first `size` bytes are right, when those from `to` on came from `from`, or are
 * `value` where `from` is SIZE_MAX. */
static size_t count_right(const volatile uint8_t *bytes, size_t size, size_t to, size_t from,
                          size_t length, uint8_t value) {
    for (size_t i = 0; i < size; i++) {
        uint8_t expected = byte_at(i);
        if (i >= to && i - to < length)
            expected = from == SIZE_MAX ? value : byte_at(i - to + from);
        if (bytes[i] != expected) return i;
    }
    return size;
}

/* What is reported: the function with its arguments, and the first byte of the memory that is
 * wrong. */
static void expect_bytes(pawli_check *check, const char *function, size_t to, size_t second,
                         size_t length, size_t right, size_t size) {
    const int32_t arguments[3] = {(int32_t)to, (int32_t)second, (int32_t)length};
    pawli_expect_call(check, function, arguments, 3, (int32_t)right, (int32_t)size);
    if (right != size) pawli_fold(check, 1); /* how much is right differs with the memory */
}

/* Blocks that lie apart, and both ways of an overlap, at all alignments of both ends. */
static void check_moves(pawli_check *check, uint8_t *memory, size_t length) {
    const size_t apart = length + GUARD;
    for (size_t at = 0; at < 4; at++) {
        const size_t far = apart + (at ^ 1u), size = far + length + GUARD;
        fill(memory, size);
        memcpy(memory + far, memory + at, length);
        expect_bytes(check, "memcpy", far, at, length,
                     count_right(memory, size, far, at, length, 0), size);
        const size_t step = 1 + at * at; /* 1, 2, 5, 10 */
        fill(memory, size);
        memmove(memory + at + step, memory + at, length);
        expect_bytes(check, "memmove", at + step, at, length,
                     count_right(memory, size, at + step, at, length, 0), size);
        fill(memory, size);
        memmove(memory + at, memory + at + step, length);
        expect_bytes(check, "memmove", at, at + step, length,
                     count_right(memory, size, at, at + step, length, 0), size);
    }
}

static void check_sets(pawli_check *check, uint8_t *memory, size_t length) {
    static const int values[4] = {0, 0xA5, 0x1C3, -1};
    for (size_t at = 0; at < 4; at++) {
        const size_t size = at + length + GUARD;
        volatile int value = values[at];
        fill(memory, size);
        memset(memory + at, value, length);
        const uint8_t low = (uint8_t)((unsigned)values[at] & 0xFFu);
        expect_bytes(check, "memset", at, (size_t)low, length,
                     count_right(memory, size, at, SIZE_MAX, length, low), size);
    }
}

void pawli_check_memory(pawli_check *check) {
    size_t size;
    uint8_t *const memory = pawli_world_memory(&size);
    const size_t longest = size / 2 - 3 * GUARD;
    for (volatile size_t length = 0; length < SHORT_LENGTHS; length++) {
        check_moves(check, memory, length);
        check_sets(check, memory, length);
    }
    for (size_t power = 32; power - 1 < longest; power *= 2) {
        for (size_t length = power - 1; length <= power + 1 && length <= longest; length++) {
            check_moves(check, memory, length);
            check_sets(check, memory, length);
        }
    }
    check_moves(check, memory, longest);
    check_sets(check, memory, longest);
}

/* Start-up code clears it; a machine may have started with anything in it. */
void pawli_check_cleared(pawli_check *check) {
    size_t size, cleared = 0;
    const volatile uint8_t *const memory = pawli_world_memory(&size);
    while (cleared < size && memory[cleared] == 0)
        cleared++;
    pawli_expect_call(check, "zeroed bytes", NULL, 0, (int32_t)cleared, (int32_t)size);
    if (cleared != size) pawli_fold(check, 1);
}

/* Quotient and remainder of every pair of lengths must make the dividend again. */
void pawli_check_division(pawli_check *check) {
    uint64_t state = UINT64_C(0x853C49E6748FEA9B), sum = 0;
    for (int shift_a = 0; shift_a < 64; shift_a += 3) {
        for (int shift_b = 0; shift_b < 64; shift_b += 7) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const uint64_t a = (state | UINT64_C(1) << 63) >> shift_a;
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const uint64_t b = (state | UINT64_C(1) << 63) >> shift_b;
            volatile uint64_t dividend = a, divisor = b;
            const uint64_t quotient = dividend / divisor, remainder = dividend % divisor;
            const bool good = remainder < b && a - quotient * b == remainder;
            pawli_expect(check, "uint64 / and % of all lengths", good, true);
            volatile int64_t minus = -(int64_t)(a >> 1), other = (int64_t)(b >> 1 | 1u);
            const int64_t toward_zero = minus / other, rest = minus % other;
            const bool fits = rest <= 0 && -rest < other && toward_zero * other + rest == minus;
            pawli_expect(check, "int64 / and % of all lengths", fits, true);
            sum = (sum ^ quotient) * 31u + (uint64_t)toward_zero;
        }
    }
    pawli_expect(check, "quotients of all lengths", (int64_t)sum, (int64_t)PAWLI_ANSWER_QUOTIENTS);
}
