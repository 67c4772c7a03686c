/* predicate.c - comparing the products of the circle test. */
#define PAWLI_PREDICATE_COPY
#include "geom/predicate.h"

#include "fx/int128.h"

int pawli_predicate_compare_products(int64_t a, int64_t b, int64_t c, int64_t d) {
    return pawli_int128_compare(
        pawli_int128_multiply_unsigned(pawli_magnitude(a), pawli_magnitude(b)),
        pawli_int128_multiply_unsigned(pawli_magnitude(c), pawli_magnitude(d)));
}
