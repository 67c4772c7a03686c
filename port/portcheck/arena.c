/* arena.c - the memory of portcheck: for one stage or episode after the other. */
#include "portcheck/check.h"

/* What needs most is the session of two worlds (episodes_session.c) and, where pointers have 64
 * bits, the stack of boxes (episodes_shape.c). */
static _Alignas(8) uint8_t memory[PAWLI_MEMORY_BYTES]; /* uint64_t alone is aligned to 1 .. 8 */

void *pawli_world_memory(size_t *size) {
    *size = sizeof memory;
    return memory;
}
