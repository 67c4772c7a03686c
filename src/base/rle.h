/* rle.h - differences between two blocks of bytes that are mostly alike.
 *
 * What is packed is the exclusive or of the two. A byte 0x00 .. 0x7F announces one more than so
 * many bytes that follow as they are; 0x80 .. 0xFF stands for one more than so many zeros, less
 * 0x80. Nothing is ever longer than PAWLI_RLE_MAX. */
#ifndef PAWLI_RLE_H
#define PAWLI_RLE_H

#include "base/bytes.h"

#define PAWLI_RLE_MAX(size) ((size) + ((size) + 127u) / 128u)

/* `base` may be null: all zeros. */
void pawli_rle_pack(pawli_writer *to, const uint8_t *bytes, const uint8_t *base, uint32_t size);

/* Exactly `size` bytes; false, with the reader bad and `bytes` void, when that is not what is
 * there. `bytes` may be where `base` is. */
bool pawli_rle_unpack(pawli_reader *from, uint8_t *bytes, const uint8_t *base, uint32_t size);

#endif
