/* entropy.c - the range coder of entropy.h.
 *
 * Writing: the code lies in [low, low + range), of which the leading bytes are settled one after
 * the other. A sum that wraps carries into bytes that are settled already: the last one that is not
 * 0xFF is held back for it, and the 0xFF behind it are only counted. */
#include "replay/entropy.h"

#define RANGE_MIN (UINT32_C(1) << 24)
/* A reader takes four bytes at first, so up to four that were left out as zeros. */
#define READ_BEYOND 4u

pawli_entropy pawli_entropy_begin_write(void *to, uint32_t size) {
    pawli_entropy coder;
    memset(&coder, 0, sizeof coder);
    coder.to = (uint8_t *)to;
    coder.size = size;
    coder.range = UINT32_MAX;
    return coder;
}

static uint8_t next_coded_byte(pawli_entropy *coder) {
    const uint32_t at = coder->at++;
    if (at < coder->size) return coder->from[at];
    if (at >= coder->size + READ_BEYOND) {
        coder->at--; /* it stays where it is, however long this goes on */
        coder->bad = true;
    }
    return 0;
}

pawli_entropy pawli_entropy_begin_read(const void *from, uint32_t size) {
    pawli_entropy coder;
    memset(&coder, 0, sizeof coder);
    coder.from = (const uint8_t *)from;
    coder.size = size;
    coder.range = UINT32_MAX;
    for (int i = 0; i < 4; i++)
        coder.low = coder.low << 8 | next_coded_byte(&coder);
    return coder;
}

static void put_coded_byte(pawli_entropy *coder, uint8_t byte) {
    if (coder->at >= coder->size) {
        coder->bad = true;
        return;
    }
    coder->to[coder->at++] = byte;
}

static void put_held(pawli_entropy *coder, uint8_t behind) {
    if (coder->has_held) put_coded_byte(coder, coder->held);
    for (; coder->ones > 0 && !coder->bad; coder->ones--)
        put_coded_byte(coder, behind);
    coder->ones = 0;
}

static void carry_into_held(pawli_entropy *coder) {
    PAWL_ASSERT(coder->has_held && coder->held != UINT8_MAX);
    coder->held++;
    if (coder->ones == 0) return;
    /* The last of the 0xFF, which are 0 now, is the one that may change next. */
    coder->ones--;
    put_held(coder, 0);
    coder->held = 0;
}

static void settle_byte(pawli_entropy *coder) {
    const uint8_t byte = (uint8_t)(coder->low >> 24);
    if (byte == UINT8_MAX && coder->has_held) {
        coder->ones++;
    } else {
        put_held(coder, UINT8_MAX);
        coder->held = byte;
        coder->has_held = true;
    }
}

/* The bit is one whose share of the range is the part above `bound`, or zero with the part below.
 */
static bool narrow_range(pawli_entropy *coder, uint32_t bound, bool bit) {
    if (coder->from != NULL) bit = coder->low >= bound;
    if (!bit) {
        coder->range = bound;
    } else {
        coder->range -= bound;
        if (coder->from != NULL) {
            coder->low -= bound;
        } else {
            coder->low += bound;
            if (coder->low < bound) carry_into_held(coder);
        }
    }
    while (coder->range < RANGE_MIN) {
        const bool reads = coder->from != NULL;
        if (!reads) settle_byte(coder);
        coder->low = coder->low << 8 | (reads ? next_coded_byte(coder) : 0u);
        coder->range <<= 8;
    }
    return bit;
}

/* By which share of the rest a probability moves, as a shift: about one over the bits seen. */
static unsigned shift_after(unsigned seen) {
    return seen < 1 ? 1u : seen < 3 ? 2u : seen < 7 ? 3u : seen < 15 ? 4u : 5u;
}

bool pawli_entropy_code_bit(pawli_entropy *coder, uint16_t *model, bool bit) {
    unsigned zero = *model >> 4;
    const unsigned seen = *model & 15u, shift = shift_after(seen);
    PAWL_ASSERT(zero > 0 && zero < 4096u);
    bit = narrow_range(coder, (coder->range >> 12) * zero, bit);
    /* From 2048 on with these shifts it stays between 2 and 4094. */
    if (bit) {
        zero -= zero >> shift;
    } else {
        zero += (4096u - zero) >> shift;
    }
    *model = (uint16_t)(zero << 4 | (seen < 15 ? seen + 1 : 15));
    return bit;
}

uint64_t pawli_entropy_code_plain(pawli_entropy *coder, uint64_t number, unsigned count) {
    uint64_t out = 0;
    PAWL_ASSERT(count <= 64);
    for (unsigned left = count; left > 0; left--) {
        const bool bit = narrow_range(coder, coder->range >> 1, (number >> (left - 1) & 1u) != 0);
        out = out << 1 | (bit ? 1u : 0u);
    }
    return out;
}

uint32_t pawli_entropy_end_write(pawli_entropy *coder) {
    /* The next number with 24 zeros at its end, which may carry, is in a range of 2^24 or more. */
    const uint32_t low_bits = RANGE_MIN - 1u;
    const uint32_t code = (coder->low + low_bits) & ~low_bits;
    PAWL_ASSERT((uint32_t)(code - coder->low) < coder->range);
    if (code < coder->low) carry_into_held(coder);
    coder->low = code;
    for (int i = 0; i < 4; i++) {
        settle_byte(coder);
        coder->low <<= 8;
    }
    put_held(coder, UINT8_MAX);
    for (uint32_t i = 0; i < READ_BEYOND && !coder->bad; i++) {
        if (coder->at == 0 || coder->to[coder->at - 1] != 0) break;
        coder->at--;
    }
    return coder->at;
}

bool pawli_entropy_end_read(const pawli_entropy *coder) {
    return !coder->bad && coder->at >= coder->size;
}
