/* zeros.h - what a function without a status gives when it is misused. */
#ifndef PAWL_TESTS_ZEROS_H
#define PAWL_TESTS_ZEROS_H

#include <check.h>
#include <stddef.h>

/* Every byte of `count` results, their padding included. */
void assert_zeros(const void *results, size_t size, size_t count);

#endif
