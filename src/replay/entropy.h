/* entropy.h - internal: single bits as fractions of bits, both ways.
 *
 * An adaptive binary range coder (Martin, Range encoding, 1979; adaptive binary models as in
 * Witten, Neal, Cleary, Arithmetic coding for data compression, 1987), in integers of 32 bits. The
 * same call writes a bit or reads one, so that a walk over data is written once for both ways.
 *
 * A model is the probability of a zero, 12 bits, above the number of bits it has seen, up to 15: it
 * learns fast at first. No probability is ever 0 or 1.
 *
 * Overflow: range is at least 2^24 and a probability below 2^12, so a part of the range is between
 * 1 and the range less 1. All sums are of unsigned numbers; the one that can wrap is the carry. */
#ifndef PAWLI_ENTROPY_H
#define PAWLI_ENTROPY_H

#include "base/bytes.h"

/* Of a model that has seen nothing: one half. */
#define PAWLI_MODEL_NEW ((uint16_t)(2048u << 4))

typedef struct pawli_entropy {
    uint8_t *to;         /* where it writes */
    const uint8_t *from; /* where it reads; null: it writes */
    uint32_t size, at;   /* bytes of either; written or read so far, also beyond the end */
    uint32_t low, range; /* reading: low is what is left of the code */
    uint32_t ones;       /* bytes 0xFF behind the held one that a carry would change */
    uint8_t held;        /* a byte that a carry would change */
    bool has_held;
    bool bad; /* does not fit, or ended too soon */
} pawli_entropy;

pawli_entropy pawli_entropy_begin_write(void *to, uint32_t size);
pawli_entropy pawli_entropy_begin_read(const void *from, uint32_t size);

/* Writes the bit, or reads one, and answers it. */
bool pawli_entropy_code_bit(pawli_entropy *coder, uint16_t *model, bool bit);
/* The low `count` bits of a number, at most 64, that nothing is known of. */
uint64_t pawli_entropy_code_plain(pawli_entropy *coder, uint64_t number, unsigned count);

/* Bytes written in all; trailing zeros are left out, and a reader supplies them. */
uint32_t pawli_entropy_end_write(pawli_entropy *coder);
/* Whether the bytes were as many as there should be. */
bool pawli_entropy_end_read(const pawli_entropy *coder);

#endif
