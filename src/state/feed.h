/* feed.h - internal: the canonical words of an object, as every hash of the state takes them.
 *
 * An object feeds a word (kind << 24 | slot), its serial, and for each field that is not at its
 * default a word (kind << 24 | number) and the value: one word, two when it does not fit 32 bits
 * with its sign. */
#ifndef PAWLI_FEED_H
#define PAWLI_FEED_H

#include "base/xxh32.h"
#include "state/fields.h"

/* `flags`: only fields that have all of them; 0: all fields. */
void pawli_feed_fields(pawli_xxh32 *hash, const pawl_world *world, pawli_kind kind,
                       const void *object, uint8_t flags);
void pawli_feed_name(pawli_xxh32 *hash, pawli_kind kind, uint16_t slot, uint32_t serial);

#endif
