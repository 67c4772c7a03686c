/* thumb_fault.h - what a Cortex-M core does when a program makes a fault: for the one file with the
 * vector table, where `stop` is the handler of all faults. The linker script has the names. */
#ifndef PAWLI_THUMB_FAULT_H
#define PAWLI_THUMB_FAULT_H

#include "pawl/port.h"

#include "common/fault.h"
#include "common/stack.h"

extern uint32_t pawli_stack_top, pawli_bss_end;
void pawli_stop(uint32_t counter, const uint32_t *stack);

__attribute__((used)) void pawli_stop(uint32_t counter, const uint32_t *stack) {
    pawli_report_fault("fault", counter, stack, &pawli_bss_end, &pawli_stack_top);
    pawl_port_halt(99);
}

/* The processor has pushed eight words, the seventh of which is where it was. What speaks of it
 * begins again at the top of the stack: there may be nothing left below. */
__attribute__((naked)) static void stop(void) {
    __asm__ volatile("mrs r1, msp\n"
                     "ldr r0, [r1, #24]\n"
                     "ldr r2, =pawli_stack_top\n"
                     "msr msp, r2\n"
                     "ldr r2, =pawli_stop\n"
                     "bx r2\n"
                     ".ltorg\n");
}

uint32_t pawli_stack_peak(void) {
    return pawli_used_stack(&pawli_bss_end, &pawli_stack_top);
}

#endif
