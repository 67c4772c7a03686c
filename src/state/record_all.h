/* record_all.h - internal: many records at once, where that is in lanes; see record.h. */
#ifndef PAWLI_RECORD_ALL_H
#define PAWLI_RECORD_ALL_H

#include "state/record.h"

#if PAWLI_RECORD_LANES
#define PAWLI_RECORD_ROW 32u /* as many as stay close to the processor */
/* pawli_record_load, and whether what it has loaded pawli_record_is_in_range, of records that
 * follow each other, into objects of `to_size` bytes that do so and
 * are all zeros. */
bool pawli_record_all_load(const pawli_record *record, const uint8_t *from, uint8_t *to,
                           size_t to_size, uint32_t count);
#endif

#endif
