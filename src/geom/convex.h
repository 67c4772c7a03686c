/* convex.h - internal: any convex from its points and radius, by the maker of its kind. */
#ifndef PAWLI_CONVEX_H
#define PAWLI_CONVEX_H

#include "pawl/shape.h"

/* Errors as those of the maker. `vertices` has room for PAWL_POLYGON_MAX. */
pawl_status pawli_make_convex(const pawl_vec2 *vertices, int32_t count, pawl_fx radius,
                              pawl_convex *out);

#endif
