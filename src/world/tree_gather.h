/* tree_gather.h - internal: what is near many shapes at once, all that a query finds together. Like
 * queries (tree.h) it says nothing about an order. */
#ifndef PAWLI_TREE_GATHER_H
#define PAWLI_TREE_GATHER_H

#include "base/compiler.h"
#include "world/tree.h"

#if PAWL_WITH_TREE && PAWLI_LARGE_CODE
#define PAWLI_TREE_GATHERS 1

/* A part of the tree: all leaves that overlap some box lie below the child of `stop`, or are among
 * the few beside it. What moves is often in one place of a large world, and then what lies between
 * that place and the root need not be looked at for each shape. */
#define PAWLI_TREE_SCOPE_LEAVES 4u
typedef struct pawli_tree_scope {
    uint16_t stop; /* where climbing ends; PAWLI_NONE: at the root */
    uint16_t count;
    uint16_t leaves[PAWLI_TREE_SCOPE_LEAVES]; /* shapes */
} pawli_tree_scope;

pawli_tree_scope pawli_tree_scope_of(const struct pawl_world *world, pawl_box box);

/* All shapes whose fat box overlaps a box that lies within that of the scope, where the fat box of
 * `shape` lies, too; the shape itself need not be among them. Returns how many there are, or
 * PAWLI_TREE_GATHER_MANY when that may be more than there is room for. Not in worlds that go
 * round. */
#define PAWLI_TREE_GATHER_MOST 32u
#define PAWLI_TREE_GATHER_MANY UINT32_MAX
#define PAWLI_TREE_GATHER_ROOM (PAWLI_TREE_GATHER_MOST + 1u)
uint32_t pawli_tree_gather(const struct pawl_world *world, const pawli_tree_scope *scope,
                           uint16_t shape, pawl_box box, uint16_t found[PAWLI_TREE_GATHER_ROOM]);

#else
#define PAWLI_TREE_GATHERS 0
#endif
#endif
