/* inttypes.h - what the tests of boards use; they are compiled by clang, which tells the formats.
 */
#ifndef PAWL_TESTS_SHIM_INTTYPES_H
#define PAWL_TESTS_SHIM_INTTYPES_H

#include <stdint.h>

#define PRId32 __INT32_FMTd__
#define PRId64 __INT64_FMTd__
#define PRIu32 __UINT32_FMTu__
#define PRIu64 __UINT64_FMTu__
#define PRIx32 __UINT32_FMTx__
#define PRIx64 __UINT64_FMTx__

#endif
