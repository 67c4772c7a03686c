/* convex.h - internal: any convex from its points and radius, by the maker of its kind. */
#ifndef PAWLI_GEOM_CONVEX_H
#define PAWLI_GEOM_CONVEX_H

#include "pawl/convex.h"

/* Errors as those of the maker, and PAWL_ERR_UNSUPPORTED where the program has none of the kind.
 * `vertices` has room for PAWL_POLYGON_MAX. */
pawl_status pawli_convex_make(const pawl_vec2 *vertices, int32_t count, pawl_fx radius,
                              pawl_convex *out);

/* Whether the program has the code that makes and weighs a convex like this valid one. */
bool pawli_convex_has_maker(const pawl_convex *shape);

#endif
