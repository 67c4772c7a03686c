/* fault.c - what is said of a crash before a board stops. */
#include "common/fault.h"

#include "common/put.h"
#include "common/stack.h"

/* A large frame that is never written whole leaves paint behind it: within so many bytes of the end
 * the stack counts as run out. */
#define NEARLY 256u

void pawli_report_fault(const char *what, uint32_t counter, const volatile uint32_t *stack,
                        const volatile uint32_t *begin, const volatile uint32_t *top) {
    const uint32_t used = pawli_used_stack(begin, top);
    const uint32_t size = (uint32_t)((uintptr_t)top - (uintptr_t)begin);
    pawli_put_text(what);
    pawli_put_text(" at program counter ");
    pawli_put_hex(counter);
    pawli_put_text(", stack ");
    pawli_put_number(used);
    pawli_put_text(" of ");
    pawli_put_number(size);
    pawli_put_text(stack <= begin || used + NEARLY > size ? " bytes: it ran out\n" : " bytes\n");
}
