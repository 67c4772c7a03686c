/* siphash.c - SipHash-2-4.
 *
 * Source: Aumasson and Bernstein, SipHash: a fast short-input PRF (2012), section 2. The message
 * is a sequence of 64-bit words, low byte first; the last one holds the bytes that are left, zeros,
 * and the length modulo 256 on top. Unsigned 64-bit arithmetic throughout: wrapping is its meaning.
 * Nothing here branches on the key or the message, only on the length. */
#include "base/siphash.h"

#define SIP_ROUNDS_OF_WORD 2
#define SIP_ROUNDS_AT_END 4

static uint64_t rotate_word_left(uint64_t value, int count) {
    return value << count | value >> (64 - count);
}

/* SipRound, figure 2.1. */
static void do_sip_rounds(uint64_t v[4], int rounds) {
    for (; rounds > 0; rounds--) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotate_word_left(v[1], 13) ^ v[0];
        v[3] = rotate_word_left(v[3], 16) ^ v[2];
        v[0] = rotate_word_left(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotate_word_left(v[1], 17) ^ v[2];
        v[3] = rotate_word_left(v[3], 21) ^ v[0];
        v[2] = rotate_word_left(v[2], 32);
    }
}

static uint64_t fetch_sip_word(const uint8_t *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = count; i > 0; i--)
        word = word << 8 | bytes[i - 1u];
    return word;
}

static void mix_sip_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    do_sip_rounds(v, SIP_ROUNDS_OF_WORD);
    v[0] ^= word;
}

uint64_t pawli_siphash(const uint8_t *key, const void *data, size_t size) {
    const uint8_t *bytes = (const uint8_t *)data;
    if (bytes == NULL) size = 0;
    const uint64_t low = fetch_sip_word(key, 8), high = fetch_sip_word(key + 8, 8);
    /* "somepseudorandomlygeneratedbytes" */
    uint64_t v[4] = {low ^ UINT64_C(0x736F6D6570736575), high ^ UINT64_C(0x646F72616E646F6D),
                     low ^ UINT64_C(0x6C7967656E657261), high ^ UINT64_C(0x7465646279746573)};
    const uint64_t length = (uint64_t)(size & 0xFFu) << 56;
    for (; size >= 8; size -= 8, bytes += 8)
        mix_sip_word(v, fetch_sip_word(bytes, 8));
    mix_sip_word(v, length | (size > 0 ? fetch_sip_word(bytes, size) : 0u));
    v[2] ^= 0xFFu;
    do_sip_rounds(v, SIP_ROUNDS_AT_END);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
