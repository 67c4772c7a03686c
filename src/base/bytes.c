/* bytes.c - comparison of blocks: memcmp is none of the functions that a machine must have. */
#include "base/bytes.h"

/* Eight at a time: replays compare whole states. */
bool pawli_bytes_are_equal(const void *a, const void *b, size_t size) {
    const uint8_t *const left = (const uint8_t *)a, *const right = (const uint8_t *)b;
    size_t at = 0;
    for (; size - at >= sizeof(uint64_t); at += sizeof(uint64_t)) {
        uint64_t of_left, of_right;
        memcpy(&of_left, left + at, sizeof of_left);
        memcpy(&of_right, right + at, sizeof of_right);
        if (of_left != of_right) return false;
    }
    for (; at < size; at++)
        if (left[at] != right[at]) return false;
    return true;
}
