/* heap.c - a list of blocks from which small pieces are cut; all are freed together. */
#include "cli/common/heap.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/limits.h"

#define BLOCK_SIZE ((size_t)64 * 1024)

typedef struct cli_heap_block {
    struct cli_heap_block *older;
    size_t size, used;
    max_align_t bytes[];
} heap_block;

_Noreturn void cli_heap_out_of_memory(void) {
    fputs("pawl: out of memory\n", stderr);
    exit(2);
}

FILE *cli_heap_open_text(char **text, size_t *size) {
    FILE *file = open_memstream(text, size);
    if (file == NULL) cli_heap_out_of_memory();
    return file;
}

void *cli_heap_allocate(size_t size) {
    return cli_heap_reallocate(NULL, size);
}

void *cli_heap_reallocate(void *old, size_t size) {
    void *memory = realloc(old, size == 0 ? 1 : size);
    if (memory == NULL) cli_heap_out_of_memory();
    return memory;
}

static size_t taken; /* by the blocks of all heaps */

static void check_limit(size_t size) {
    char hint[CLI_LIMITS_HINT_MAX];
    const uint64_t mib = cli_limits_get(CLI_LIMIT_MEMORY);
    if ((taken + size) / ((size_t)1024 * 1024) < mib) return;
    fprintf(stderr, "pawl: more than %llu MiB of memory to read a file %s\n",
            (unsigned long long)mib, cli_limits_hint(CLI_LIMIT_MEMORY, hint));
    exit(2);
}

static heap_block *add_block(cli_heap *heap, size_t size) {
    check_limit(size);
    taken += size;
    heap_block *block = cli_heap_allocate(sizeof(heap_block) + size);
    block->older = heap->newest;
    block->size = size;
    block->used = 0;
    heap->newest = block;
    return block;
}

void *cli_heap_take(cli_heap *heap, size_t size) {
    const size_t unit = sizeof(max_align_t);
    const size_t rounded = (size + unit - 1) / unit * unit;
    heap_block *block = heap->newest;
    if (block == NULL || block->size - block->used < rounded) {
        block = add_block(heap, rounded > BLOCK_SIZE ? rounded : BLOCK_SIZE);
    }
    void *piece = (unsigned char *)block->bytes + block->used;
    block->used += rounded;
    return memset(piece, 0, rounded);
}

char *cli_heap_text(cli_heap *heap, const char *text, size_t length) {
    char *copy = cli_heap_take(heap, length + 1);
    if (length > 0) memcpy(copy, text, length);
    return copy;
}

void cli_heap_free(cli_heap *heap) {
    while (heap->newest != NULL) {
        heap_block *older = heap->newest->older;
        taken -= heap->newest->size;
        free(heap->newest);
        heap->newest = older;
    }
}
