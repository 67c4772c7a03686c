/* aeabi.c - what compilers call on Arm: "Run-time ABI for the Arm Architecture". The names by which
 * clang calls memcpy, memmove and memset (4.3.4), and for small code on a Cortex-M0 divisions
 * (4.3.1) in place of libgcc's, which take eight times as much flash. */
#include <stdint.h>
#include <string.h>

#define COPY(name, function)                                   \
    void name(void *target, const void *source, size_t size);  \
    void name(void *target, const void *source, size_t size) { \
        function(target, source, size);                        \
    }
#define SET(name)                                    \
    void name(void *target, size_t size, int byte);  \
    void name(void *target, size_t size, int byte) { \
        memset(target, byte, size);                  \
    }
#define CLEAR(name)                        \
    void name(void *target, size_t size);  \
    void name(void *target, size_t size) { \
        memset(target, 0, size);           \
    }

COPY(__aeabi_memcpy, memcpy)
COPY(__aeabi_memcpy4, memcpy)
COPY(__aeabi_memcpy8, memcpy)
COPY(__aeabi_memmove, memmove)
COPY(__aeabi_memmove4, memmove)
COPY(__aeabi_memmove8, memmove)
SET(__aeabi_memset)
SET(__aeabi_memset4)
SET(__aeabi_memset8)
CLEAR(__aeabi_memclr)
CLEAR(__aeabi_memclr4)
CLEAR(__aeabi_memclr8)

#if defined(__ARM_ARCH_6M__) && defined(__OPTIMIZE_SIZE__)
/* Shift-subtract: the numerator moves out of r1, r0 at the top, into the remainder in r5, r4, and
 * the quotient in at the bottom. The remainder is less than the divisor in r3, r2, so what it has
 * become is less than twice that, and a bit that is carried out of it is taken off by the
 * subtraction. A divisor of 32 bits that is larger than r1 has half of the rounds, because that
 * would become the remainder. By zero: all ones. */
void __aeabi_uldivmod(void);
void __aeabi_uidivmod(void);
void __aeabi_uidiv(void);
__attribute__((naked)) void __aeabi_uldivmod(void) {
    __asm__(".syntax unified\n\t"
            "push {r4, r5, r6, lr}\n\t"
            "movs r4, #0\n\t"
            "movs r5, #0\n\t"
            "movs r6, #64\n\t"
            "cmp r3, #0\n\t"
            "bne 1f\n\t"
            "cmp r1, r2\n\t"
            "bcs 1f\n\t"
            "movs r4, r1\n\t"
            "movs r1, r0\n\t"
            "movs r0, #0\n\t"
            "movs r6, #32\n"
            "1:\n\t"
            "adds r0, r0, r0\n\t"
            "adcs r1, r1\n\t"
            "adcs r4, r4\n\t"
            "adcs r5, r5\n\t"
            "bcs 2f\n\t"
            "cmp r5, r3\n\t"
            "bhi 2f\n\t"
            "bne 3f\n\t"
            "cmp r4, r2\n\t"
            "bcc 3f\n"
            "2:\n\t"
            "subs r4, r4, r2\n\t"
            "sbcs r5, r3\n\t"
            "adds r0, #1\n"
            "3:\n\t"
            "subs r6, #1\n\t"
            "bne 1b\n\t"
            "movs r2, r4\n\t"
            "movs r3, r5\n\t"
            "pop {r4, r5, r6, pc}\n\t");
}

/* The same of 32 bits: the remainder is in r2. */
__attribute__((naked)) void __aeabi_uidivmod(void) {
    __asm__(".syntax unified\n\t"
            "movs r2, #0\n\t"
            "movs r3, #32\n"
            "1:\n\t"
            "adds r0, r0, r0\n\t"
            "adcs r2, r2\n\t"
            "bcs 2f\n\t"
            "cmp r2, r1\n\t"
            "bcc 3f\n"
            "2:\n\t"
            "subs r2, r2, r1\n\t"
            "adds r0, #1\n"
            "3:\n\t"
            "subs r3, #1\n\t"
            "bne 1b\n\t"
            "movs r1, r2\n\t"
            "bx lr\n\t");
}

void __aeabi_uidiv(void) __attribute__((alias("__aeabi_uidivmod")));
#endif
