/* tree_query.c - the walk over all shapes whose fat box overlaps a box. */
#include "world/tree.h"

#include "world/world.h"

#define CLIMB 2u

pawli_tree_walk pawli_tree_begin(const pawl_world *world, pawl_box box) {
    pawli_tree_walk walk;
    walk.box = box;
    walk.node = world->tree_root;
    walk.child = 0;
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

uint16_t pawli_tree_next(const pawl_world *world, pawli_tree_walk *walk) {
    const pawli_node *nodes = pawli_nodes_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    if (walk->node != PAWLI_NONE && (walk->node & PAWLI_LEAF)) { /* a tree of one shape */
        const uint16_t only = (uint16_t)(walk->node & ~(unsigned)PAWLI_LEAF);
        walk->node = PAWLI_NONE;
        return pawl_box_overlaps(shapes[only].fat_box, walk->box) ? only : PAWLI_NONE;
    }
    while (walk->node != PAWLI_NONE) {
        const uint16_t child = nodes[walk->node].child[walk->child];
        if (child & PAWLI_LEAF) {
            const uint16_t shape = (uint16_t)(child & ~(unsigned)PAWLI_LEAF);
            walk->child++;
            climb(nodes, walk);
            if (pawl_box_overlaps(shapes[shape].fat_box, walk->box)) return shape;
        } else if (pawl_box_overlaps(nodes[child].box, walk->box)) {
            walk->node = child;
            walk->child = 0;
        } else {
            walk->child++;
            climb(nodes, walk);
        }
    }
    return PAWLI_NONE;
}
