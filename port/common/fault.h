/* fault.h - what is said of a crash before a board stops. */
#ifndef PAWLI_FAULT_H
#define PAWLI_FAULT_H

#include <stdint.h>

/* One line: what it was, the instruction, how much of the stack from `begin` to `top` has ever been
 * used, and whether that was all, or nearly. For a handler that has begun a stack of its own. */
void pawli_report_fault(const char *what, uint32_t counter, const volatile uint32_t *stack,
                        const volatile uint32_t *begin, const volatile uint32_t *top);

#endif
