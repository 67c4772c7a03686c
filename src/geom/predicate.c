/* predicate.c - comparing the products of the circle test. */
#define PAWLI_PREDICATE_COPY
#include "geom/predicate.h"

#include "fx/int128.h"

int pawli_predicate_compare_products(int64_t a, int64_t b, int64_t c, int64_t d) {
    const pawli_int128 first =
                           pawli_int128_multiply_unsigned(pawli_magnitude(a), pawli_magnitude(b)),
                       second =
                           pawli_int128_multiply_unsigned(pawli_magnitude(c), pawli_magnitude(d));
    if (!PAWLI_WIDE_PRODUCTS) return pawli_int128_compare(first, second);
    if (first.high != second.high) return first.high < second.high ? -1 : 1;
    return (first.low > second.low) - (first.low < second.low);
}
