/* compiler.h - what is asked of a compiler beyond C11, and nothing where it does not know it. */
#ifndef PAWLI_COMPILER_H
#define PAWLI_COMPILER_H

/* A function that says whether there is something which the build may have left out. Expanded even
 * by a compiler that was told to expand nothing, so that what depends on it can be left out too.
 * The checks of base/check.h are expanded for the same reason. */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_FOLD static inline __attribute__((always_inline))
#else
#define PAWLI_FOLD static inline
#endif

/* A function that is called seldom: small code before fast code. */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_RARE __attribute__((cold))
#else
#define PAWLI_RARE
#endif

/* A kernel of the solvers: worth expanding even where a compiler would not, unless it is asked for
 * small code. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__OPTIMIZE_SIZE__)
#define PAWLI_INLINE static inline __attribute__((always_inline))
#else
#define PAWLI_INLINE static inline
#endif

#endif
