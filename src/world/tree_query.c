/* tree_query.c - the walk over all shapes whose fat box overlaps a box. */
#include "world/tree.h"

#include "world/world.h"

#include <string.h>

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

pawli_tree_walk pawli_tree_begin(const pawl_world *world, pawl_box box) {
    pawli_tree_walk walk;
    memset(&walk, 0, sizeof walk);
    walk.box = box;
    const uint16_t root = world->tree_root;
    const bool is_leaf = (root & PAWLI_LEAF) != 0; /* or PAWLI_NONE, which has the same bit set */
    if (!is_leaf || (root != PAWLI_NONE && meets(world, root, &box))) {
        walk.pending[walk.pending_count++] = root;
    }
    return walk;
}

/* Up to the first ancestor that was reached from its first child, and on to its second. */
static void climb(const pawli_node *nodes, pawli_tree_walk *walk) {
    while (walk->child == CLIMB && walk->node != PAWLI_NONE) {
        const uint16_t parent = nodes[walk->node].parent;
        if (parent != PAWLI_NONE && nodes[parent].child[0] == walk->node) walk->child = 1;
        walk->node = parent;
    }
}

static uint16_t next_by_links(const pawl_world *world, pawli_tree_walk *walk) {
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
static uint16_t go_on_by_links(const pawl_world *world, pawli_tree_walk *walk, uint16_t node) {
    walk->node = node;
    walk->by_links = 1;
    return next_by_links(world, walk);
}

uint16_t pawli_tree_next(const pawl_world *world, pawli_tree_walk *walk) {
    const pawli_node *nodes = pawli_nodes_const(world);
    if (walk->by_links) return next_by_links(world, walk);
    const pawl_box box = walk->box;
    uint32_t count = walk->pending_count;
    while (count > 0) {
        const uint16_t link = walk->pending[--count];
        if (link & PAWLI_LEAF) {
            walk->pending_count = (uint16_t)count;
            return shape_of(link);
        }
        if (count + 2 > PAWLI_WALK_PENDING) return go_on_by_links(world, walk, link);
        const uint16_t first = nodes[link].child[0], second = nodes[link].child[1];
        if (meets(world, second, &box)) walk->pending[count++] = second;
        if (meets(world, first, &box)) walk->pending[count++] = first;
    }
    walk->pending_count = 0;
    return PAWLI_NONE;
}
