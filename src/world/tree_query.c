/* tree_query.c - the walk over all shapes whose fat box overlaps a box. */
#include "world/tree.h"

#include "world/world.h"

#define CLIMB 2u

static uint16_t shape_of(uint16_t leaf) {
    return (uint16_t)(leaf & ~(unsigned)PAWLI_LEAF);
}

static inline bool meets(const pawl_world *world, uint16_t link, const pawl_box *box) {
    const pawl_box *here = link & PAWLI_LEAF ? &pawli_shapes_const(world)[shape_of(link)].fat_box
                                             : &pawli_nodes_const(world)[link].box;
    if (here->lower.x > box->upper.x) return false;
    if (here->upper.x < box->lower.x) return false;
    if (here->lower.y > box->upper.y) return false;
    return here->upper.y >= box->lower.y;
}

void pawli_tree_query_begin(const pawl_world *world, pawl_box box, pawli_tree_query *walk) {
    const uint16_t root = world->tree_root;
    const bool is_leaf = (root & PAWLI_LEAF) != 0; /* or PAWLI_NONE, which has the same bit set */
    walk->box = box;
    walk->node = PAWLI_NONE;
    walk->child = 0;
    walk->by_links = 0;
    walk->pending_count = 0;
    if (!is_leaf || (root != PAWLI_NONE && meets(world, root, &box))) {
        walk->pending[walk->pending_count++] = root;
    }
}

void pawli_tree_query_begin_beside(const pawl_world *world, uint16_t shape, pawl_box box,
                                   pawli_tree_query *walk) {
    const pawli_node *nodes = pawli_nodes_const(world);
    uint32_t count = 0;
    unsigned link = shape | PAWLI_LEAF;
    for (uint16_t at = pawli_shapes_const(world)[shape].node; at != PAWLI_NONE;
         at = nodes[at].parent) {
        const uint16_t sibling = (uint16_t)(nodes[at].child[0] ^ nodes[at].child[1] ^ link);
        link = at;
        if (!meets(world, sibling, &box)) continue;
        if (count == PAWLI_TREE_QUERY_PENDING) {
            pawli_tree_query_begin(world, box, walk);
            return;
        }
        walk->pending[count++] = sibling;
    }
    walk->box = box;
    walk->node = PAWLI_NONE;
    walk->child = 0;
    walk->by_links = 0;
    walk->pending_count = (uint16_t)count;
}

/* Up to the first ancestor that was reached from its first child, and on to its second. */
static void climb(const pawli_node *nodes, pawli_tree_query *walk) {
    while (walk->child == CLIMB && walk->node != PAWLI_NONE) {
        const uint16_t parent = nodes[walk->node].parent;
        if (parent != PAWLI_NONE && nodes[parent].child[0] == walk->node) walk->child = 1;
        walk->node = parent;
    }
}

static uint16_t next_by_links(const pawl_world *world, pawli_tree_query *walk) {
    const pawli_node *nodes = pawli_nodes_const(world);
    while (walk->node != PAWLI_NONE) {
        const uint16_t child = nodes[walk->node].child[walk->child];
        const bool met = meets(world, child, &walk->box);
        if (met && !(child & PAWLI_LEAF)) {
            walk->node = child;
            walk->child = 0;
            continue;
        }
        walk->child++;
        climb(nodes, walk);
        if (met) return shape_of(child);
    }
    return PAWLI_NONE;
}

/* What is pending are the second children that climbing from here would come to. */
static uint16_t go_on_by_links(const pawl_world *world, pawli_tree_query *walk, uint16_t node) {
    walk->node = node;
    walk->by_links = 1;
    return next_by_links(world, walk);
}

uint16_t pawli_tree_query_next(const pawl_world *world, pawli_tree_query *walk) {
    const pawli_node *nodes = pawli_nodes_const(world);
    if (walk->by_links) return next_by_links(world, walk);
    const pawl_box box = walk->box;
    uint32_t count = walk->pending_count;
    while (count > 0) {
        uint16_t link = walk->pending[--count];
        while (!(link & PAWLI_LEAF)) {
            const uint16_t first = nodes[link].child[0], second = nodes[link].child[1];
            if (!meets(world, second, &box)) {
                if (!meets(world, first, &box)) break;
                link = first;
            } else if (!meets(world, first, &box)) {
                link = second;
            } else {
                if (count == PAWLI_TREE_QUERY_PENDING) return go_on_by_links(world, walk, link);
                walk->pending[count++] = second;
                link = first;
            }
        }
        if (link & PAWLI_LEAF) {
            walk->pending_count = (uint16_t)count;
            return shape_of(link);
        }
    }
    walk->pending_count = 0;
    return PAWLI_NONE;
}
