/* arena.h - where arrays lie in one block of memory, worked out before there is one.
 *
 * Begin with {0, alignment}, or with the size of what lies in front; reserve the arrays in their
 * order; the end is the size of the block. Offsets and size are meant for blocks below 4 GiB:
 * `size` counts on beyond, so that a layout can be refused after all is reserved. */
#ifndef PAWLI_ARENA_H
#define PAWLI_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct pawli_arena {
    uint64_t size;      /* reserved so far */
    uint32_t alignment; /* of every array: a power of two */
} pawli_arena;

/* The offset of the next array, of `count` items of `size` bytes. */
uint32_t pawli_arena_reserve(pawli_arena *arena, uint32_t count, size_t size);

/* The size of the block, a multiple of `alignment`. */
uint64_t pawli_arena_end(const pawli_arena *arena, uint32_t alignment);

#endif
