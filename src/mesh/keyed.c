/* keyed.c - sorting by keys of 64 bits, digit by digit.
 *
 * Source: Knuth, The Art of Computer Programming vol. 3, 5.2.5, algorithm R, from the lowest digit.
 * Digits that are the same in all keys take no pass. */
#include "mesh/keyed.h"

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
