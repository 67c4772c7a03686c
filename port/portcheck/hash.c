/* hash.c - XXH32, by which worlds are compared: if it differs, everything seems to. */
#include "portcheck/answers.h"
#include "portcheck/check.h"

#include "pawl/state.h"

#define BYTES 48

void pawli_stage_hash(pawli_check *check) {
    pawli_expect(check, "pawl_xxh32(\"\")", (int64_t)pawl_xxh32("", 0, 0), INT64_C(0x02CC5D05));
    pawli_expect(check, "pawl_xxh32(\"abc\")", (int64_t)pawl_xxh32("abc", 3, 0),
                 INT64_C(0x32D153FF));
    uint8_t bytes[BYTES + 3];
    for (int at = 0; at < 3; at++) { /* the alignment of the bytes must not matter */
        for (int i = 0; i < BYTES; i++)
            bytes[at + i] = (uint8_t)(i * 37 + 11);
        for (int i = 0; i < PAWLI_XXH32_COUNT; i++) {
            const size_t length = (size_t)i * 47 / (PAWLI_XXH32_COUNT - 1);
            pawli_expect(check, "pawl_xxh32(bytes)",
                         (int64_t)pawl_xxh32(bytes + at, length, UINT32_C(0x9E3779B1)),
                         (int64_t)pawli_xxh32[i]);
        }
    }
}
