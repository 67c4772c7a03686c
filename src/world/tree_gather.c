/* tree_gather.c - all shapes near one that moves, at once; see tree_gather.h. */
#include "world/tree_gather.h"

#if PAWLI_TREE_GATHERS
#include "geom/box_test.h"
#include "world/world.h"

/* Where the boxes of nodes and of shapes lie, and what they are compared with. */
typedef struct gather_view {
    const pawli_node *nodes;
    const pawli_shape *shapes;
    pawli_box_test test;
} gather_view;

PAWLI_INLINE gather_view view_of(const pawl_world *world, const pawl_box *box) {
    const gather_view view = {pawli_nodes_const(world), pawli_shapes_const(world),
                              pawli_box_test_of(box)};
    return view;
}

PAWLI_INLINE bool is_leaf(uint32_t link) {
    return (link & PAWLI_LEAF) != 0;
}

PAWLI_INLINE uint16_t gather_shape(uint32_t leaf) {
    return (uint16_t)(leaf & ~(unsigned)PAWLI_LEAF);
}

PAWLI_INLINE bool meets(const gather_view *view, uint32_t link) {
    const pawl_box *const box =
        is_leaf(link) ? &view->shapes[gather_shape(link)].fat_box : &view->nodes[link].box;
    return pawli_box_test_meets(&view->test, box);
}

#define PENDING_MOST 32u

/* Down from the root, as long as only one child has anything in the box, or the other one is a
 * leaf. */
pawli_tree_scope pawli_tree_scope_of(const pawl_world *world, pawl_box box) {
    const gather_view view = view_of(world, &box);
    pawli_tree_scope scope = {PAWLI_NONE, 0, {0, 0, 0, 0}};
    for (uint16_t at = world->tree_root; !is_leaf(at);) {
        const pawli_node *const node = &view.nodes[at];
        const bool first = meets(&view, node->child[0]);
        const bool second = meets(&view, node->child[1]);
        uint16_t below = node->child[first ? 0 : 1];
        if (first && second) {
            const int leaf = is_leaf(node->child[0]) ? 0 : 1;
            below = node->child[1 - leaf];
            if (!is_leaf(node->child[leaf]) || is_leaf(below)) break;
            if (scope.count == PAWLI_TREE_SCOPE_LEAVES) break;
            scope.leaves[scope.count++] = gather_shape(node->child[leaf]);
        }
        if ((!first && !second) || is_leaf(below)) break;
        scope.stop = at;
        at = below;
    }
    return scope;
}

/* From a leaf up, then down from all that is met beside this way. One of the leaves beside the
 * scope does not come by its node, so it climbs to the root, and all else of the scope lies on that
 * way. */
uint32_t pawli_tree_gather(const pawl_world *world, const pawli_tree_scope *scope, uint16_t shape,
                           pawl_box box, uint16_t found[PAWLI_TREE_GATHER_ROOM]) {
    const gather_view view = view_of(world, &box);
    uint16_t pending[PENDING_MOST];
    uint32_t count = 0, waiting = 0, link = shape | PAWLI_LEAF;
    uint16_t stop = scope->stop;
    for (uint32_t i = 0; i < scope->count; i++)
        if (scope->leaves[i] == shape) stop = PAWLI_NONE;
    for (uint16_t at = view.shapes[shape].node; at != stop; at = view.nodes[at].parent) {
        const uint32_t sibling = view.nodes[at].child[0] ^ view.nodes[at].child[1] ^ link;
        link = at;
        if (!meets(&view, sibling)) continue;
        if (waiting == PENDING_MOST) return PAWLI_TREE_GATHER_MANY;
        pending[waiting++] = (uint16_t)sibling;
    }
    for (uint32_t i = 0; stop != PAWLI_NONE && i < scope->count; i++) {
        const uint32_t leaf = scope->leaves[i] | PAWLI_LEAF;
        if (!meets(&view, leaf)) continue;
        if (waiting == PENDING_MOST) return PAWLI_TREE_GATHER_MANY;
        pending[waiting++] = (uint16_t)leaf;
    }
    while (waiting > 0) {
        link = pending[--waiting];
        while (!is_leaf(link)) {
            const uint32_t first = view.nodes[link].child[0], second = view.nodes[link].child[1];
            const bool meets_first = meets(&view, first);
            if (!meets(&view, second)) {
                if (!meets_first) break;
                link = first;
            } else if (!meets_first) {
                link = second;
            } else {
                if (waiting == PENDING_MOST) return PAWLI_TREE_GATHER_MANY;
                pending[waiting++] = (uint16_t)second;
                link = first;
            }
        }
        if (!is_leaf(link)) continue;
        if (count == PAWLI_TREE_GATHER_MOST) return PAWLI_TREE_GATHER_MANY;
        found[count++] = gather_shape(link);
    }
    return count;
}
#endif
