/* no_stack.c - for machines whose start-up code does not paint the stack. */
#include "common/stack.h"

uint32_t pawli_stack_peak(void) {
    return 0;
}
