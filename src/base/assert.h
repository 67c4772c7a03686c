/* assert.h - checks of programmer errors inside the library. They have no effects: results are
 * bit-identical with them on or off. */
#ifndef PAWLI_ASSERT_H
#define PAWLI_ASSERT_H

#include "pawl/base.h"
#include "pawl/config.h"

#if PAWL_ASSERTS
/* Supplied by the port or the test program; must not return. */
extern void pawl_port_assert_failed(const char *expression, const char *file, int line);
#define PAWL_ASSERT(condition) \
    ((condition) ? (void)0 : pawl_port_assert_failed(#condition, __FILE__, __LINE__))
#else
#define PAWL_ASSERT(condition) ((void)sizeof(condition))
#endif

#endif
