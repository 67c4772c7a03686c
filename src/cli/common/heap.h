/* heap.h - host memory that is freed all at once: what one file read needs, and nothing else. */
#ifndef PAWLI_CLI_HEAP_H
#define PAWLI_CLI_HEAP_H

#include <stddef.h>
#include <stdio.h>

typedef struct pawli_heap {
    struct pawli_heap_block *newest;
} pawli_heap; /* starts as {0} */

/* Zeroed memory aligned for any type; never null: without memory the program ends with exit
 * code 2, because no command can do anything useful then. */
void *pawli_heap_take(pawli_heap *heap, size_t size);

/* A copy of text[0..length), with a terminating null. */
char *pawli_heap_text(pawli_heap *heap, const char *text, size_t length);

void pawli_heap_free(pawli_heap *heap);

/* The same without a heap, for buffers that grow or live longer; free() them. */
void *pawli_allocate(size_t size);
void *pawli_reallocate(void *old, size_t size);

/* A file that becomes a text when it is closed; never null. free() the text. */
FILE *pawli_open_text(char **text, size_t *size);

/* Says so and ends the program with exit code 2. */
_Noreturn void pawli_out_of_memory(void);

#endif
