/* compiler.h - tests whose answer a build knows beforehand. */
#ifndef PAWLI_COMPILER_H
#define PAWLI_COMPILER_H

/* A function that says whether there is something which the build may have left out. Expanded even
 * by a compiler that was told to expand nothing, so that what depends on it can be left out too. */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_FOLD static inline __attribute__((always_inline))
#else
#define PAWLI_FOLD static inline
#endif

#endif
