/* replay_inputs.h - internal: runs of inputs, packed row by row.
 *
 * A row is the inputs of all players and then their status bytes. What is packed is each row xor
 * the one before it, the first of a run xor nothing; run lengths go on from row to row, and are
 * those of base/rle.h, byte for byte. */
#ifndef PAWLI_REPLAY_INPUTS_H
#define PAWLI_REPLAY_INPUTS_H

#include "replay/chunk.h"

/* More would make no smaller files. */
#define PAWLI_RUN_SIZE_MAX (UINT32_C(1) << 20)

/* Bytes that one more row takes at most: a head for every 127 bytes, and the zeros before it. */
static inline uint32_t pawli_input_room(uint32_t row) {
    return row + row / 127u + 3u;
}

/* A head of a packed run with this bit stands for zeros, one without it for bytes that follow; the
 * other bits are their number, less one. */
#define PAWLI_INPUT_ZEROS 0x80u

/* Write what is in the buffer as a chunk, if there is something. */
pawl_status pawli_replay_inputs_flush(pawl_replay_writer *writer);

/* Whether a run of inputs unpacks to exactly so many rows. */
bool pawli_replay_inputs_is_run(const uint8_t *packed, uint32_t size, uint64_t rows,
                                uint32_t row_size);

#endif
