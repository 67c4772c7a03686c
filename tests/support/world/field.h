/* field.h - what the tests of fields share: the inside of a body, places far away, misuse. */
#ifndef PAWL_TESTS_FIELD_H
#define PAWL_TESTS_FIELD_H

#include <math.h>

#include "support/shape/convex.h"
#include "support/world/fixture.h"
#include "world/world.h"

static inline const pawli_body *inside(const pawl_world *world, pawl_body_id body) {
    return &pawli_bodies_const(world)[body.index1 - 1];
}

static inline double value_of(pawli_scaled scaled) {
    return ldexp(scaled.mantissa, scaled.exponent);
}

#define FAR_PLACES 3

/* Where everything must happen as it does at the origin. */
pawl_vec2 far_place(int i);

/* What a call says to bad definitions: to the first, of another cookie, to the second, and to the
 * others, which are out of range. Without a world or a definition it says so. */
#define ASSERT_REFUSES(call, world, good, bad, second)                           \
    do {                                                                         \
        for (size_t k = 0; k < sizeof(bad) / sizeof(bad)[0]; k++)                \
            ck_assert_int_eq(call(world, &(bad)[k]), k == 0   ? PAWL_ERR_COOKIE  \
                                                     : k == 1 ? (second)         \
                                                              : PAWL_ERR_RANGE); \
        ck_assert_int_eq(call(NULL, &(good)), PAWL_ERR_NULL);                    \
        ck_assert_int_eq(call(world, NULL), PAWL_ERR_NULL);                      \
    } while (0)

#endif
