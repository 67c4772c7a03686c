/* optional.h - features that a program links only when it uses them.
 *
 * What every step passes through must not name the code of joints, soft bodies, terrain, circles or
 * polygons, or each program would have it: archives give a linker whatever anything linked already
 * refers to. So these references are weak. A weak reference takes no member out of an archive; it
 * is 0 where nothing else took it. What does take it is the call that creates the first object of a
 * feature, whose file refers to the rest of it (PAWLI_PULLS). No pointer is stored, so states stay
 * what they are.
 *
 * A feature has one mark, a constant byte, and `src/world/linked.h` asks for nothing but marks.
 * What refers to a feature weakly is called only for objects of it, and no world has these where it
 * is not linked: pawl_world_step and what loads worlds refuse them.
 *
 * With object formats that know no such references (PE/COFF, Mach-O), and where the library is one
 * file, all of them are strong: everything is linked, or left to --gc-sections. PAWL_LINK_ALL=1
 * asks for it by hand. */
#ifndef PAWLI_OPTIONAL_H
#define PAWLI_OPTIONAL_H

#include <stddef.h>
#include <stdint.h>

#ifndef PAWL_LINK_ALL
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__ELF__) || defined(__wasm__)) && \
    !defined(__CYGWIN__)
#define PAWL_LINK_ALL 0
#else
#define PAWL_LINK_ALL 1
#endif
#endif
#if PAWL_LINK_ALL != 0 && PAWL_LINK_ALL != 1
#error "PAWL_LINK_ALL must be 0 or 1"
#endif

/* The mark of a feature, defined in a file of it that refers to all of the rest. It has two names.
 * What asks whether it is linked knows one, weakly; what takes its file out of the archive needs
 * another: a file that happens to see the weak declaration would have no other reference, and the
 * linker of WebAssembly forgets one that follows a weak one before the archive's index is read. */
#if PAWL_LINK_ALL
#define PAWLI_MARK(mark)       \
    extern const uint8_t mark; \
    const uint8_t mark = 1
#else
#define PAWLI_MARK(mark)                      \
    extern const uint8_t mark, mark##_pulled; \
    const uint8_t mark = 1, mark##_pulled = 1
#endif

/* In the file with the call that creates the first object: takes the file of the mark out of the
 * archive. `reference` is a name that nothing else has. */
#if PAWL_LINK_ALL
#define PAWLI_PULLS(reference, mark) extern const uint8_t mark
#else
#define PAWLI_PULLS(reference, mark)    \
    extern const uint8_t mark##_pulled; \
    static const uint8_t *const reference __attribute__((used)) = &mark##_pulled
#endif

/* In a file that calls a function of a feature, behind all includes. */
#if PAWL_LINK_ALL
#define PAWLI_OPTIONAL(function) struct pawli_optional
#define PAWLI_OPTIONAL_MARK(mark) struct pawli_optional
#define PAWLI_IS_LINKED(mark) true
#else
#define PAWLI_OPTIONAL(function) extern __typeof__(function) function __attribute__((weak))
#define PAWLI_OPTIONAL_MARK(mark) extern const uint8_t mark __attribute__((weak))
#define PAWLI_IS_LINKED(mark) (&(mark) != NULL)
#endif

#endif
