/* snapshots.h - snapshots in blocks of exactly their size, for the tests that read and break them.
 */
#ifndef PAWL_TESTS_SNAPSHOTS_H
#define PAWL_TESTS_SNAPSHOTS_H

#include "base/bytes.h"
#include "base/crc.h"
#include "support/state/everything.h"
#include "support/world/fixture.h"

#define FILL 0xAA /* what unused memory is full of */

/* free(.at) */
typedef struct bytes {
    uint8_t *at;
    uint32_t size;
} bytes;

bytes encode(const pawl_world *world);

bytes copy_of(bytes from);

void assert_same_bytes(bytes a, bytes b);

/* In memory that is as dirty as can be. */
pawl_world *decode(bytes from);

pawl_world *make_everything(void);

/* Make the checksum right again. */
void seal(bytes snapshot);

#endif
