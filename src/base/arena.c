/* arena.c - where arrays lie in one block of memory. */
#include "base/arena.h"

uint64_t pawli_arena_end(const pawli_arena *arena, uint32_t alignment) {
    return (arena->size + (alignment - 1u)) & ~(uint64_t)(alignment - 1u);
}

uint32_t pawli_arena_reserve(pawli_arena *arena, uint32_t count, size_t size) {
    const uint64_t offset = pawli_arena_end(arena, arena->alignment);
    arena->size = offset + (uint64_t)count * size;
    return (uint32_t)offset;
}
