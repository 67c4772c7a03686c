/* fill.h - internal: what winding numbers mean. */
#ifndef PAWLI_FILL_H
#define PAWLI_FILL_H

#include "pawl/ring.h"

static inline bool pawli_fill_is_valid(pawl_fill fill) {
    return fill == PAWL_FILL_NONZERO || fill == PAWL_FILL_EVEN_ODD || fill == PAWL_FILL_POSITIVE ||
           fill == PAWL_FILL_NEGATIVE;
}

/* Whether a point around which rings wind so many times is inside; never by an unknown rule. */
static inline bool pawli_fills(pawl_fill fill, int64_t winding) {
    switch (fill) {
    case PAWL_FILL_NONZERO:
        return winding != 0;
    case PAWL_FILL_EVEN_ODD:
        return ((uint64_t)winding & 1) != 0;
    case PAWL_FILL_POSITIVE:
        return winding > 0;
    case PAWL_FILL_NEGATIVE:
        return winding < 0;
    }
    return false;
}

#endif
