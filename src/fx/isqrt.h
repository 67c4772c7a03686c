/* isqrt.h - integer square roots. */
#ifndef PAWLI_ISQRT_H
#define PAWLI_ISQRT_H

#include <stdint.h>

/* Square roots, rounded down and to nearest (no ties exist). The nearest one saturates to
 * UINT32_MAX, which concerns only values above 2^64 - 2^32. */
uint32_t pawli_isqrt_floor(uint64_t value);
uint32_t pawli_isqrt_near(uint64_t value);

#endif
