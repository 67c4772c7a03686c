/* validate_list.c - the invariants of free slots and of the links of the tree. */
#include "world/validate_list.h"

#include "world/world.h"

/* ---- queues: all slots that have been used and are not live, each once ---- */

static const char *check_free_bodies(const pawl_world *world) {
    const pawli_body *bodies = pawli_bodies_const(world);
    const pawli_pool *pool = &world->body_pool;
    const uint32_t expected = (uint32_t)pool->used - pool->live;
    uint16_t last = PAWLI_NONE;
    uint32_t seen = 0;
    for (uint16_t at = pool->free_first; at != PAWLI_NONE; at = bodies[at].next) {
        if (at >= pool->used || ++seen > expected) return "free bodies";
        if (bodies[at].flags & PAWLI_BODY_LIVE) return "live body in the queue";
        last = at;
    }
    if (last != pool->free_last) return "last free body";
    return seen == expected ? NULL : "lost bodies";
}

static const char *check_free_shapes(const pawl_world *world) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_pool *pool = &world->shape_pool;
    const uint32_t expected = (uint32_t)pool->used - pool->live;
    uint16_t last = PAWLI_NONE;
    uint32_t seen = 0;
    for (uint16_t at = pool->free_first; at != PAWLI_NONE; at = shapes[at].body) {
        if (at >= pool->used || ++seen > expected) return "free shapes";
        if (shapes[at].flags & PAWLI_SHAPE_LIVE) return "live shape in the queue";
        last = at;
    }
    if (last != pool->free_last) return "last free shape";
    return seen == expected ? NULL : "lost shapes";
}

const char *pawli_validate_list_find_queue_defect(const pawl_world *world) {
    const char *defect = check_free_bodies(world);
    return defect != NULL ? defect : check_free_shapes(world);
}

/* ---- the tree ---- */

/* Whether a child knows its parent. */
static bool is_child_of(const pawl_world *world, uint16_t child, uint16_t parent) {
    if (!(child & PAWLI_LEAF)) {
        return child < world->node_used && pawli_nodes_const(world)[child].parent == parent;
    }
    const uint16_t slot = (uint16_t)(child & ~PAWLI_LEAF);
    if (slot >= world->shape_pool.used) return false;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    return (shape->flags & PAWLI_SHAPE_IN_TREE) != 0 && shape->node == parent;
}

/* Every node above a shape has two children that know it, one of which leads to the shape. */
static const char *check_path(const pawl_world *world, uint16_t shape) {
    const pawli_node *nodes = pawli_nodes_const(world);
    uint16_t below = shape | PAWLI_LEAF;
    for (uint16_t at = pawli_shapes_const(world)[shape].node; at != PAWLI_NONE;
         at = nodes[at].parent) {
        const uint16_t *child = nodes[at].child;
        if (child[0] == child[1] || (child[0] != below && child[1] != below)) return "tree child";
        if (!is_child_of(world, child[0], at) || !is_child_of(world, child[1], at)) {
            return "tree parent";
        }
        below = at;
    }
    return below == world->tree_root ? NULL : "tree root";
}

/* Whether a node lies on the path from its leftmost leaf up; the children of a free node are what
 * they happened to be. */
static bool is_in_tree(const pawl_world *world, uint16_t node) {
    const pawli_node *nodes = pawli_nodes_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint16_t child = node;
    for (uint32_t depth = 0; !(child & PAWLI_LEAF); depth++) {
        if (child >= world->node_used || depth > world->node_used) return false;
        child = nodes[child].child[0];
    }
    const uint16_t slot = (uint16_t)(child & ~PAWLI_LEAF);
    if (slot >= world->shape_pool.used || !(shapes[slot].flags & PAWLI_SHAPE_IN_TREE)) return false;
    uint16_t at = shapes[slot].node;
    while (at != PAWLI_NONE && at != node)
        at = nodes[at].parent;
    return at == node;
}

/* Nodes that are not in the tree are on the list. */
static const char *check_free_nodes(const pawl_world *world, uint32_t leaves) {
    const uint32_t expected = world->node_used - (leaves > 1 ? leaves - 1 : 0);
    uint32_t seen = 0;
    uint16_t at = world->free_node;
    for (; at != PAWLI_NONE; at = pawli_nodes_const(world)[at].parent) {
        if (at >= world->node_used || ++seen > expected) return "free nodes";
        if (is_in_tree(world, at)) return "free node in the tree";
    }
    return seen == expected ? NULL : "lost nodes";
}

const char *pawli_validate_list_find_tree_defect(const pawl_world *world) {
    uint32_t leaves = 0;
    for (uint16_t i = 0; i < world->shape_pool.used; i++) {
        if (!(pawli_shapes_const(world)[i].flags & PAWLI_SHAPE_IN_TREE)) continue;
        leaves++;
        const char *defect = check_path(world, i);
        if (defect != NULL) return defect;
    }
    return check_free_nodes(world, leaves);
}
