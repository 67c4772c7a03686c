/* frontier.h - internal: which node a search looks at next.
 *
 * A binary heap of node numbers in memory of the caller: least cost first, among equal ones the
 * lower number. That is a total order, so the order of insertions changes nothing. */
#ifndef PAWLI_FRONTIER_H
#define PAWLI_FRONTIER_H

#include <stdbool.h>
#include <stdint.h>

#define PAWLI_NODE_CLOSED UINT32_MAX

typedef struct pawli_frontier {
    uint32_t *heap;       /* room for all nodes */
    uint32_t *state;      /* of each node: 0 never met, CLOSED, else 1 + its position in `heap` */
    const uint64_t *cost; /* of each node */
    uint32_t count;
} pawli_frontier;

/* Put a node in, or move it up after its cost has fallen. */
void pawli_frontier_put(pawli_frontier *set, uint32_t node);

/* Take the first node out and close it; there is one. */
uint32_t pawli_frontier_take(pawli_frontier *set);

#endif
