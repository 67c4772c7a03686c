/* keyed.c - sorting by keys of 64 bits, digit by digit, and keys along a curve.
 *
 * Source: Knuth, The Art of Computer Programming vol. 3, 5.2.5, algorithm R, from the lowest digit.
 * Digits that are the same in all keys take no pass. */
#include "mesh/keyed.h"

#define AXIS_BITS 31 /* differences of coordinates */
#define FINEST_BIT 2

#define KEY_BITS 64
#define DIGIT_BITS 8
#define DIGITS (1u << DIGIT_BITS)

static uint32_t digit_at(const pawli_keyed *entry, int shift) {
    return (uint32_t)(entry->key >> shift) & (DIGITS - 1);
}

pawli_keyed *pawli_keyed_sort(pawli_keyed *entries, pawli_keyed *room, uint32_t count) {
    for (int shift = 0; shift < KEY_BITS && count > 0; shift += DIGIT_BITS) {
        uint32_t begin[DIGITS] = {0};
        for (uint32_t i = 0; i < count; i++)
            begin[digit_at(entries + i, shift)]++;
        if (begin[digit_at(entries, shift)] == count) continue;
        uint32_t sum = 0;
        for (uint32_t digit = 0; digit < DIGITS; digit++) {
            const uint32_t size = begin[digit];
            begin[digit] = sum;
            sum += size;
        }
        for (uint32_t i = 0; i < count; i++)
            room[begin[digit_at(entries + i, shift)]++] = entries[i];
        pawli_keyed *const sorted = room;
        room = entries;
        entries = sorted;
    }
    return entries;
}

/* Two levels of the curve at once, by how it is turned (1: axes swapped, 2: both mirrored), two bits
 * of x and two of y: the four bits of the position, and how it is turned in the quarter of the
 * quarter, times 16. On one level, seen as it is turned, the quarter is (3 * right) ^ upper; in the
 * lower ones the axes are swapped, and mirrored in the right one. */
static const uint8_t curve_steps[64] = {
    0x00, 0x23, 0x14, 0x05, 0x11, 0x12, 0x37, 0x06, 0x3E, 0x3D, 0x18, 0x09, 0x0F, 0x2C, 0x3B, 0x0A,
    0x10, 0x01, 0x2E, 0x1F, 0x33, 0x02, 0x2D, 0x3C, 0x04, 0x27, 0x08, 0x2B, 0x15, 0x16, 0x19, 0x1A,
    0x2A, 0x1B, 0x0C, 0x2F, 0x29, 0x38, 0x1D, 0x1E, 0x26, 0x17, 0x32, 0x31, 0x25, 0x34, 0x03, 0x20,
    0x3A, 0x39, 0x36, 0x35, 0x0B, 0x28, 0x07, 0x24, 0x1C, 0x0D, 0x22, 0x13, 0x3F, 0x0E, 0x21, 0x30};

/* A level above all points, all of them in its first quarter,
 * makes the levels even; it swaps the axes, so they begin swapped. */
uint64_t pawli_keyed_curve(uint32_t x, uint32_t y) {
    uint64_t position = 0;
    uint32_t turned = 1;
    for (int bit = AXIS_BITS - 1; bit >= FINEST_BIT; bit -= 2) {
        const uint32_t step = curve_steps[turned << 4 | (x >> bit & 3u) << 2 | (y >> bit & 3u)];
        position = position << 4 | (step & 15u);
        turned = step >> 4;
    }
    return position;
}
