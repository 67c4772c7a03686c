/* seeded.c - what seeded.h declares. */
#include "support/base/seeded.h"

uint64_t seeded_base = SEEDED_MULTIPLIER;

uint64_t seeded_next(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(0x2545F4914F6CDD1D);
}

int64_t seeded_int64(uint64_t *seed) {
    const unsigned shift = (unsigned)(seeded_next(seed) >> 58);
    const int64_t magnitude = (int64_t)(seeded_next(seed) >> shift >> 1);
    return seeded_next(seed) >> 63 ? -magnitude : magnitude;
}

int32_t seeded_int32(uint64_t *seed) {
    const unsigned shift = (unsigned)(seeded_next(seed) >> 59);
    const int32_t magnitude = (int32_t)(seeded_next(seed) >> 33 >> shift);
    return seeded_next(seed) >> 63 ? -magnitude : magnitude;
}
