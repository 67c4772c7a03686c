/* siphash.h - SipHash-2-4: a hash that can be computed only with its key. */
#ifndef PAWLI_SIPHASH_H
#define PAWLI_SIPHASH_H

#include "pawl/base.h"

#define PAWLI_SIPHASH_KEY 16u /* bytes of a key */

/* Of bytes, under a key; nothing for a null pointer. */
uint64_t pawli_siphash(const uint8_t *key, const void *data, size_t size);

#endif
