/* aeabi.c - the names by which clang calls memcpy, memmove and memset on Arm: "Run-time ABI for the
 * Arm Architecture", 4.3.4. */
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
