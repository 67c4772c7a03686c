/* fx_text.h - decimal text as a whole number of decimal places, for units other than Q16.16. */
#ifndef PAWLI_FX_TEXT_H
#define PAWLI_FX_TEXT_H

#include <stddef.h>

#include "pawl/fx.h"

/* The number in the text times 10^places (0 .. 18), rounded half away from zero. The grammar is
 * that of pawl_fx_parse. Errors: FORMAT; RANGE when the result is beyond +-limit (< 2^63). */
pawl_status pawli_fx_text_parse(const char *text, size_t length, int places, uint64_t limit,
                                int64_t *out);

#endif
