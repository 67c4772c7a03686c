/* assert_port.c - what a failed PAWL_ASSERT does in test programs: say where, and abort. */
#include <stdio.h>
#include <stdlib.h>

#include "base/assert.h"

void pawl_port_assert_failed(const char *expression, const char *file, int line);

void pawl_port_assert_failed(const char *expression, const char *file, int line) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
    abort();
}
