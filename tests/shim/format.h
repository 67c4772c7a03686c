/* format.h - the conversions of printf that the tests use: %d %i %u %x %c %s %f %%, with h l ll j
 * z L, # for %x, zero padding, a width and a precision. %g is printed like %f. */
#ifndef PAWL_TESTS_SHIM_FORMAT_H
#define PAWL_TESTS_SHIM_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* To pawl_port_putc. */
__attribute__((format(printf, 1, 2))) void pawli_print(const char *format, ...);
__attribute__((format(printf, 1, 0))) void pawli_print_list(const char *format, va_list arguments);

/* To memory, like vsnprintf. */
__attribute__((format(printf, 3, 0))) int pawli_format(char *out, size_t size, const char *format,
                                                       va_list arguments);

#endif
