/* keyed.c - sorting by keys of 64 bits, digit by digit, and keys along a curve.
 *
 * Source: Knuth, The Art of Computer Programming vol. 3, 5.2.5, algorithm R, from the lowest digit
 * of those that are taken. Digits that are the same in all keys take no pass. */
#include "mesh/keyed.h"

#include <stdbool.h>

#include "base/compiler.h"
#include "base/rom.h"
#include "fx/int128.h"
#include "mesh/pack.h"

#define LEVELS 30    /* of 32, without the finest two */
#define FINEST_BIT 2 /* so this is the lowest that counts, and bit LEVELS the highest */

#define DIGIT_BITS 8
#define DIGITS (1u << DIGIT_BITS)
#define BITS_MORE 4        /* than the number of keys has: about one in sixteen is like another */
#define ENTRY_MOVES_MAX 4u /* of an insertion, for each key */

/* Sort by the digits from a bit on in which keys differ. */
static pawli_keyed *sort_digits(pawli_keyed *entries, pawli_keyed *room, uint32_t count,
                                uint64_t differing, int low) {
    for (int shift = low; shift < 64; shift += DIGIT_BITS) {
        if ((differing >> shift & (DIGITS - 1)) == 0) continue;
        uint32_t begin[DIGITS] = {0}, sum = 0;
        for (uint32_t i = 0; i < count; i++)
            begin[entries[i].key >> shift & (DIGITS - 1)]++;
        for (uint32_t digit = 0; digit < DIGITS; digit++) {
            const uint32_t size = begin[digit];
            begin[digit] = sum;
            sum += size;
        }
        for (uint32_t i = 0; i < count; i++)
            room[begin[entries[i].key >> shift & (DIGITS - 1)]++] = entries[i];
        pawli_keyed *const sorted = room;
        room = entries;
        entries = sorted;
    }
    return entries;
}

/* By insertion; false when it takes more than a few moves for each. */
static bool insert_entries(pawli_keyed *entries, uint32_t count) {
    uint32_t moves = 0;
    for (uint32_t i = 1; i < count; i++) {
        const pawli_keyed entry = entries[i];
        uint32_t at = i;
        for (; at > 0 && entry.key < entries[at - 1].key; at--)
            entries[at] = entries[at - 1];
        if (at == i) continue;
        entries[at] = entry;
        moves += i - at;
        if (moves > ENTRY_MOVES_MAX * count) return false;
    }
    return true;
}

/* So many of the highest bits in which keys differ that nearly all keys differ in them, which
 * leaves an insertion little to do; where it has much to do, all bits are taken. */
pawli_keyed *pawli_keyed_sort(pawli_keyed *entries, pawli_keyed *room, uint32_t count) {
    uint64_t differing = 0;
    for (uint32_t i = 1; i < count; i++)
        differing |= entries[i].key ^ entries[0].key;
    if (!PAWLI_LARGE_CODE) return sort_digits(entries, room, count, differing, 0);
    int low = 64, bits = 64 - pawli_int128_leading_zeros(count) + BITS_MORE;
    for (; low > 0 && bits > 0; low--)
        if ((differing >> (low - 1) & 1u) != 0) bits--;
    pawli_keyed *const coarse = sort_digits(entries, room, count, differing, low);
    if (low == 0 || insert_entries(coarse, count)) return coarse;
    return sort_digits(coarse, coarse == entries ? room : entries, count, differing, 0);
}

/* Two levels of the curve at once. By how it is turned (16: axes swapped, 32: both mirrored) and
 * two bits of y and x, those of y first in each pair: the four bits of the position, and how it is
 * turned in the quarter of the quarter. On one level, seen as it is turned, quarters are numbered
 * clockwise from the lower left one; in the two lower ones the axes are swapped, and mirrored in
 * the right one. */
static const uint8_t curve_steps[64] PAWLI_ROM = {
    0x00, 0x11, 0x23, 0x12, 0x3E, 0x0F, 0x3D, 0x2C, 0x14, 0x37, 0x05, 0x06, 0x18, 0x3B, 0x09, 0x0A,
    0x10, 0x33, 0x01, 0x02, 0x04, 0x15, 0x27, 0x16, 0x2E, 0x2D, 0x1F, 0x3C, 0x08, 0x19, 0x2B, 0x1A,
    0x2A, 0x29, 0x1B, 0x38, 0x26, 0x25, 0x17, 0x34, 0x0C, 0x1D, 0x2F, 0x1E, 0x32, 0x03, 0x31, 0x20,
    0x3A, 0x0B, 0x39, 0x28, 0x1C, 0x3F, 0x0D, 0x0E, 0x36, 0x07, 0x35, 0x24, 0x22, 0x21, 0x13, 0x30};

/* A level above all points, all of them in its first quarter, makes the levels even; it swaps the
 * axes, so they begin swapped. */
static uint64_t step_along(uint32_t x, uint32_t y) {
    uint64_t bits = pawli_pack_curve_key(x, y), position = 0;
    uint32_t step = 16;
    for (int level = LEVELS; level > 0; level -= 2) {
        uint8_t copy;
        const uint8_t *const at = curve_steps + ((step & 48u) | (uint32_t)(bits >> 60));
        step = *(const uint8_t *)pawli_rom_fetch(at, &copy, 1);
        bits <<= 4;
        position = position << 4 | (step & 15u);
    }
    return position;
}

uint64_t pawli_keyed_curve(uint32_t x, uint32_t y) {
    uint64_t position = 0;
    if (PAWLI_LARGE_CODE) return step_along(x, y);
    for (int bit = LEVELS; bit >= FINEST_BIT; bit--) {
        const uint32_t right = x >> bit & 1u, upper = y >> bit & 1u;
        position = position << 2 | ((3u * right) ^ upper);
        if (upper) continue;
        const uint32_t flip = right ? UINT32_MAX : 0, old = x;
        x = y ^ flip;
        y = old ^ flip;
    }
    return position;
}
