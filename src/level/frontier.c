/* frontier.c - a binary heap of nodes with a total order (Williams 1964). */
#include "level/frontier.h"

#include "base/assert.h"

static bool node_precedes(const pawli_frontier *set, uint32_t a, uint32_t b) {
    return set->cost[a] != set->cost[b] ? set->cost[a] < set->cost[b] : a < b;
}

static void place_at(pawli_frontier *set, uint32_t position, uint32_t node) {
    set->heap[position] = node;
    set->state[node] = position + 1;
}

void pawli_frontier_put(pawli_frontier *set, uint32_t node) {
    PAWL_ASSERT(set->state[node] != PAWLI_NODE_CLOSED);
    uint32_t at = set->state[node] == 0 ? set->count++ : set->state[node] - 1;
    while (at > 0) {
        const uint32_t parent = set->heap[(at - 1) / 2];
        if (!node_precedes(set, node, parent)) break;
        place_at(set, at, parent);
        at = (at - 1) / 2;
    }
    place_at(set, at, node);
}

uint32_t pawli_frontier_take(pawli_frontier *set) {
    PAWL_ASSERT(set->count > 0);
    const uint32_t first = set->heap[0];
    set->state[first] = PAWLI_NODE_CLOSED;
    set->count--;
    if (set->count == 0) return first;
    const uint32_t node = set->heap[set->count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < set->count; child = 2 * at + 1) {
        const bool has_right = child + 1 < set->count;
        if (has_right && node_precedes(set, set->heap[child + 1], set->heap[child])) child++;
        if (!node_precedes(set, set->heap[child], node)) break;
        place_at(set, at, set->heap[child]);
        at = child;
    }
    place_at(set, at, node);
    return first;
}
