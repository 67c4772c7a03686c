/* heap.h - host memory that is freed all at once: what one file read needs, and nothing else. */
#ifndef CLI_HEAP_H
#define CLI_HEAP_H

#include <stddef.h>
#include <stdio.h>

typedef struct cli_heap {
    struct cli_heap_block *newest;
} cli_heap; /* starts as {0} */

/* Zeroed memory aligned for any type; never null: without memory the program ends with exit
 * code 2, because no command can do anything useful then. */
void *cli_heap_take(cli_heap *heap, size_t size);

/* A copy of text[0..length), with a terminating null. */
char *cli_heap_text(cli_heap *heap, const char *text, size_t length);

void cli_heap_free(cli_heap *heap);

/* The same without a heap, for buffers that grow or live longer; free() them. */
void *cli_heap_allocate(size_t size);
void *cli_heap_reallocate(void *old, size_t size);

/* A file that becomes a text when it is closed; never null. free() the text. */
FILE *cli_heap_open_text(char **text, size_t *size);

/* Says so and ends the program with exit code 2. */
_Noreturn void cli_heap_out_of_memory(void);

#endif
