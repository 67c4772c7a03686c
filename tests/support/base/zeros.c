/* zeros.c - what zeros.h declares. */
#include "support/base/zeros.h"

void assert_zeros(const void *results, size_t size, size_t count) {
    for (size_t i = 0; i < size * count; i++)
        ck_assert_msg(((const unsigned char *)results)[i] == 0, "result %d is not zero",
                      (int)(i / size));
}
