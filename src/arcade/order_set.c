/* order_set.c - a set of bodies that gives them in the order of creation: a bit for each rank. */
#include "arcade/arcade.h"

#include <string.h>

void pawli_order_set_clear(pawl_arcade *arcade) {
    memset(pawli_order_set_words(arcade), 0,
           (size_t)PAWLI_ORDER_SET_WORDS(arcade->body_count) * sizeof(uint32_t));
}

void pawli_order_set_add(pawl_arcade *arcade, uint16_t rank) {
    pawli_order_set_words(arcade)[rank / 32] |= UINT32_C(1) << rank % 32;
}

void pawli_order_set_remove(pawl_arcade *arcade, uint16_t rank) {
    pawli_order_set_words(arcade)[rank / 32] &= ~(UINT32_C(1) << rank % 32);
}

bool pawli_order_set_has(const pawl_arcade *arcade, uint16_t rank) {
    return (pawli_order_set_words(arcade)[rank / 32] >> rank % 32 & 1u) != 0;
}

/* How many zero bits are below the lowest one of a word that has one. */
static uint32_t zeros_below(uint32_t word) {
#if defined(__GNUC__) && PAWLI_LONG_REGISTERS
    return (uint32_t)__builtin_ctz(word); /* one instruction there, a call elsewhere */
#else
    uint32_t zeros = 0;
    for (; (word & 1u) == 0; word >>= 1)
        zeros++;
    return zeros;
#endif
}

uint16_t pawli_order_set_next(const pawl_arcade *arcade, uint32_t rank) {
    const uint32_t *const marks = pawli_order_set_words(arcade);
    for (; rank < arcade->body_count; rank = (rank / 32 + 1) * 32) {
        const uint32_t word = marks[rank / 32] >> rank % 32;
        if (word != 0) return (uint16_t)(rank + zeros_below(word));
    }
    return arcade->body_count;
}
