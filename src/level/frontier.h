/* open_set.h - internal: which node a search looks at next.
 *
 * A binary heap of node numbers in memory of the caller: least cost first, among equal ones the
 * lower number. That is a total order, so the order of insertions changes nothing. */
#ifndef PAWLI_OPEN_SET_H
#define PAWLI_OPEN_SET_H

#include <stdbool.h>
#include <stdint.h>

#define PAWLI_NODE_CLOSED UINT32_MAX

typedef struct pawli_open_set {
    uint32_t *heap;       /* room for all nodes */
    uint32_t *state;      /* of each node: 0 never met, CLOSED, else 1 + its position in `heap` */
    const uint64_t *cost; /* of each node */
    uint32_t count;
} pawli_open_set;

/* Put a node in, or move it up after its cost has fallen. */
void pawli_open_put(pawli_open_set *set, uint32_t node);

/* Take the first node out and close it; there is one. */
uint32_t pawli_open_take(pawli_open_set *set);

#endif
