/* rle.c - runs of zeros and of other bytes. */
#include "base/rle.h"

#define RLE_RUN_MAX 128u
#define RLE_ZEROS 0x80u

static uint8_t xor_with_base(const uint8_t *bytes, const uint8_t *base, uint32_t at) {
    return base == NULL ? bytes[at] : (uint8_t)(bytes[at] ^ base[at]);
}

/* How many of the next bytes are alike in being zero or not, at most as many as a run can have.
 * A single zero does not end a run of others: it would cost a byte more. */
static uint32_t run_length(const uint8_t *bytes, const uint8_t *base, uint32_t at, uint32_t size) {
    const uint32_t end = size - at < RLE_RUN_MAX ? size : at + RLE_RUN_MAX;
    uint32_t next = at;
    if (xor_with_base(bytes, base, at) == 0) {
        while (next < end && xor_with_base(bytes, base, next) == 0)
            next++;
        return next - at;
    }
    while (next < end && (xor_with_base(bytes, base, next) != 0 ||
                          (next + 1 < end && xor_with_base(bytes, base, next + 1) != 0)))
        next++;
    return next - at;
}

void pawli_rle_pack(pawli_writer *to, const uint8_t *bytes, const uint8_t *base, uint32_t size) {
    PAWL_ASSERT(bytes != NULL || size == 0);
    for (uint32_t at = 0; at < size;) {
        const uint32_t length = run_length(bytes, base, at, size);
        if (xor_with_base(bytes, base, at) == 0) {
            pawli_write_u8(to, (uint8_t)(RLE_ZEROS | (length - 1)));
        } else {
            pawli_write_u8(to, (uint8_t)(length - 1));
            for (uint32_t i = 0; i < length; i++)
                pawli_write_u8(to, xor_with_base(bytes, base, at + i));
        }
        at += length;
    }
}

bool pawli_rle_unpack(pawli_reader *from, uint8_t *bytes, const uint8_t *base, uint32_t size) {
    for (uint32_t at = 0; at < size;) {
        const uint8_t head = pawli_read_u8(from);
        const uint32_t length = (head & ~RLE_ZEROS) + 1u;
        const bool zeros = (head & RLE_ZEROS) != 0;
        const uint8_t *const run = zeros ? NULL : pawli_read_bytes(from, length);
        if (from->bad || length > size - at || (!zeros && run == NULL)) {
            from->bad = true;
            return false;
        }
        for (uint32_t i = 0; i < length; i++, at++)
            bytes[at] = (uint8_t)((zeros ? 0 : run[i]) ^ (base == NULL ? 0 : base[at]));
    }
    return true;
}
