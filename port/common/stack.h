/* stack.h - how much stack a program has used. Start-up code paints the free stack; what has lost
 * its paint was in use at some time. */
#ifndef PAWLI_STACK_H
#define PAWLI_STACK_H

#include <stdint.h>

/* Bytes of stack used up to now; 0 where nobody knows (the default). */
uint32_t pawli_stack_peak(void);

#define PAWLI_STACK_PAINT UINT32_C(0x5AC0FFEE)

/* Call in start-up code, with the address of its frame; what lies just below that is in use. */
static inline void pawli_paint_stack(volatile uint32_t *begin, const void *frame) {
    const uintptr_t end = (uintptr_t)frame - 128;
    while ((uintptr_t)begin < end)
        *begin++ = PAWLI_STACK_PAINT;
}

static inline uint32_t pawli_used_stack(const volatile uint32_t *begin,
                                        const volatile uint32_t *top) {
    while (begin < top && *begin == PAWLI_STACK_PAINT)
        begin++;
    return (uint32_t)((uintptr_t)top - (uintptr_t)begin);
}

#endif
