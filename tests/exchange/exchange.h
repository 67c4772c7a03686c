/* exchange.h - files that machines give each other. A kind of file is a pair of functions: the
 * first writes some of them, the second reads those that another build has written, goes on with
 * what they hold and says whether all is as it was there.
 *
 * A new kind: a file exchange_NAME.c with its two functions, and a row in exchange.c. */
#ifndef PAWL_TESTS_EXCHANGE_H
#define PAWL_TESTS_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pawl/pawl.h"

typedef struct exchange_kind {
    const char *name;
    void (*write)(void);
    void (*read)(void);
} exchange_kind;

void exchange_write_snapshots(void); /* exchange_snapshot.c */
void exchange_read_snapshots(void);

/* Soft bodies among rigid ones; exchange_soft.c. As in support/state/pileup.h. */
pawl_world_def exchange_soft_def(void);
pawl_status exchange_soft_make(void *memory, size_t size, const pawl_world_def *def,
                               pawl_world **out);
void exchange_soft_call(void *nothing, pawl_world *world, uint32_t step);

/* Files of the folder that is being written or read; the program ends when that fails. */
#define EXCHANGE_FILE_MAX (1u << 18)
void exchange_put(const char *name, const void *bytes, size_t size);
size_t exchange_get(const char *name, void *bytes, size_t capacity);

/* One claim about a file: counted, and told when it does not hold. */
void exchange_expect(bool holds, const char *name, const char *claim);

#endif
