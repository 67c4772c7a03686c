/* compiler.h - what is asked of a compiler beyond C11, and nothing where it does not know it. */
#ifndef PAWLI_COMPILER_H
#define PAWLI_COMPILER_H

#include "pawl/config.h"

#include <stdint.h>

/* Whether registers have 64 bits, which the width of an address does not tell: WebAssembly and the
 * ABIs of 64-bit machines with short addresses have them, too. */
#if UINTPTR_MAX > UINT32_MAX || defined(__wasm__) || defined(__x86_64__) || defined(__aarch64__)
#define PAWLI_LONG_REGISTERS 1
#else
#define PAWLI_LONG_REGISTERS 0
#endif

/* Whether what only saves time may take code: not on boards, and not where small code is asked
 * for. */
#if PAWLI_LONG_REGISTERS && !defined(__OPTIMIZE_SIZE__)
#define PAWLI_LARGE_CODE 1
#else
#define PAWLI_LARGE_CODE 0
#endif

/* A number of 32 bits, as wide as a register, so that it need not be extended for every product.
 * Not int_fast32_t: that has 32 bits on many a 64-bit machine (musl, macOS, WebAssembly). */
#if PAWLI_LONG_REGISTERS
typedef int64_t pawli_fast32;
#else
typedef int_fast32_t pawli_fast32;
#endif

/* Whether the machine multiplies 64 bits by 64, and the compiler has a type for the product: with
 * the same bits as the digits of int128.c, which take four multiplications. */
#if defined(__SIZEOF_INT128__) && (defined(__x86_64__) || defined(__aarch64__))
#define PAWLI_WIDE_PRODUCTS 1
__extension__ typedef unsigned __int128 pawli_wide_product;
#else
#define PAWLI_WIDE_PRODUCTS 0
#endif

/* A function that says whether there is something which the build may have left out. Expanded even
 * by a compiler that was told to expand nothing, so that what depends on it can be left out too.
 * The checks of base/check.h are expanded for the same reason. And a piece of one function that
 * workers call as well: it is no function of its own in any build. */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_FOLD static inline __attribute__((always_inline))
#else
#define PAWLI_FOLD static inline
#endif

/* A condition that nearly always holds. clang else computes what a saturation would give each time,
 * and selects: a third more instructions in the kernels of contacts. */
#if defined(__clang__)
#define PAWLI_USUALLY(condition) __builtin_expect((condition) ? 1 : 0, 1)
#else
#define PAWLI_USUALLY(condition) (condition)
#endif

/* The number of zeros below the lowest bit of a word that is not 0. */
static inline uint32_t pawli_trailing_zeros(uint32_t word) {
#if defined(__GNUC__) && PAWLI_LONG_REGISTERS
    return (uint32_t)__builtin_ctz(word);
#else
    uint32_t count = 0;
    for (; !(word & 1u); word >>= 1)
        count++;
    return count;
#endif
}

/* Memory that is read soon, where there is a cache that is worth it: it may be any address. */
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__x86_64__) || defined(__aarch64__))
#define PAWLI_PREFETCHES 1
#define PAWLI_PREFETCH(at) __builtin_prefetch(at)
#else
#define PAWLI_PREFETCHES 0
#define PAWLI_PREFETCH(at) ((void)(at))
#endif

/* A sum or an address that is computed as it stands. clang for x86-64 else folds sums into an
 * address of three parts, which it then takes to pieces again, with a copy more: 7 % of a step. And
 * it carries the parts of an address where one register would do. */
#if defined(__clang__) && defined(__x86_64__)
#define PAWLI_AS_IT_STANDS(sum) __asm__("" : "+r"(sum))
#else
#define PAWLI_AS_IT_STANDS(sum) ((void)0)
#endif

/* A function that is called seldom: small code before fast code. */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_RARE __attribute__((cold))
#else
#define PAWLI_RARE
#endif

/* A function that is one where small code is asked for, although a compiler would expand it: one
 * that is called from several places, or whose caller has no registers left. */
#if (defined(__GNUC__) || defined(__clang__)) && defined(__OPTIMIZE_SIZE__)
#define PAWLI_APART static __attribute__((noinline))
#else
#define PAWLI_APART static
#endif

/* A function with large locals, which would otherwise be on the stack for as long as its caller is:
 * under all else that this calls. */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_STACK_APART static __attribute__((noinline))
#else
#define PAWLI_STACK_APART static
#endif

/* A kernel of the solvers: worth expanding even where a compiler would not, unless it is asked for
 * small code. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__OPTIMIZE_SIZE__)
#define PAWLI_INLINE static inline __attribute__((always_inline))
#else
#define PAWLI_INLINE static inline
#endif

/* A function that loops of workers call as the serial loops do: it is expanded in both, so that the
 * serial ones cost what they do without workers. The second one is PAWLI_APART otherwise. */
#if PAWL_WITH_WORKERS
#define PAWLI_IN_LOOPS PAWLI_INLINE
#define PAWLI_APART_IN_LOOPS PAWLI_INLINE
#else
#define PAWLI_IN_LOOPS static
#define PAWLI_APART_IN_LOOPS PAWLI_APART
#endif

/* A kernel that is one function with small code. */
#if defined(__OPTIMIZE_SIZE__)
#define PAWLI_KERNEL_APART PAWLI_APART
#else
#define PAWLI_KERNEL_APART PAWLI_INLINE
#endif

/* A kernel that several files call. With small code there is one copy of it: the header declares
 * it, and has it for the one file that asks for it, by a macro of its own:
 *   #if PAWLI_ONE_COPY
 *   int pawli_kernel(int x);
 *   #endif
 *   #if !PAWLI_ONE_COPY || defined(PAWLI_KERNEL_COPY)
 *   PAWLI_KERNEL int pawli_kernel(int x) { ... }
 *   #endif
 * Where the library is one file there is one copy anyway. */
#if defined(__OPTIMIZE_SIZE__) && !(defined(PAWL_LINK_ALL) && PAWL_LINK_ALL)
#define PAWLI_ONE_COPY 1
#define PAWLI_KERNEL
#define PAWLI_SHARED
#else
#define PAWLI_ONE_COPY 0
#define PAWLI_KERNEL PAWLI_INLINE
#define PAWLI_SHARED static inline /* the same for what is no kernel */
#endif

#endif
