/* tree.h - internal: the dynamic tree of boxes over all enabled shapes.
 *
 * Nothing but speed may depend on the shape of the tree: queries report sets, and whoever uses
 * them sorts. So the tree is not state, and is rebuilt when a world is loaded. */
#ifndef PAWLI_TREE_H
#define PAWLI_TREE_H

#include "pawl/vec.h"

struct pawl_world;

void pawli_tree_insert(struct pawl_world *world, uint16_t shape);
void pawli_tree_remove(struct pawl_world *world, uint16_t shape);
uint32_t pawli_tree_height(const struct pawl_world *world);

/* A query is a walk along parent links: no stack, no recursion, any depth.
 *   pawli_tree_walk walk = pawli_tree_begin(world, box);
 *   while ((shape = pawli_tree_next(world, &walk)) != PAWLI_NONE) ...
 * The tree must not change during the walk. */
typedef struct pawli_tree_walk {
    pawl_box box;
    uint16_t node; /* inner node to look at next */
    uint8_t child; /* 0, 1: that child of it next; 2: climb */
} pawli_tree_walk;

pawli_tree_walk pawli_tree_begin(const struct pawl_world *world, pawl_box box);
uint16_t pawli_tree_next(const struct pawl_world *world, pawli_tree_walk *walk);

#endif
