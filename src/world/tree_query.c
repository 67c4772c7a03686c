/* tree_query.c - all shapes whose fat box overlaps a box. */
#include "world/tree.h"

#include "world/world.h"

#if PAWL_WITH_TREE

#define CLIMB 2u

static uint16_t query_shape(uint16_t leaf) {
    return (uint16_t)(leaf & ~(unsigned)PAWLI_LEAF);
}

static inline bool query_meets(const pawl_world *world, uint16_t link, const pawl_box *box) {
    const pawl_box *here = link & PAWLI_LEAF ? &pawli_shapes_const(world)[query_shape(link)].fat_box
                                             : &pawli_nodes_const(world)[link].box;
    if (here->lower.x > box->upper.x) return false;
    if (here->upper.x < box->lower.x) return false;
    if (here->lower.y > box->upper.y) return false;
    return here->upper.y >= box->lower.y;
}

void pawli_tree_query_begin(const pawl_world *world, pawl_box box, pawli_tree_query *query) {
    const uint16_t root = world->tree_root;
    const bool is_leaf = (root & PAWLI_LEAF) != 0; /* or PAWLI_NONE, which has the same bit set */
    query->box = box;
    query->node = PAWLI_NONE;
    query->child = 0;
    query->by_links = 0;
    query->pending_count = 0;
    if (!is_leaf || (root != PAWLI_NONE && query_meets(world, root, &box))) {
        query->pending[query->pending_count++] = root;
    }
}

void pawli_tree_query_begin_beside(const pawl_world *world, uint16_t shape, pawl_box box,
                                   pawli_tree_query *query) {
    const pawli_node *nodes = pawli_nodes_const(world);
    uint32_t count = 0;
    unsigned link = shape | PAWLI_LEAF;
    for (uint16_t at = pawli_shapes_const(world)[shape].node; at != PAWLI_NONE;
         at = nodes[at].parent) {
        const uint16_t sibling = (uint16_t)(nodes[at].child[0] ^ nodes[at].child[1] ^ link);
        link = at;
        if (!query_meets(world, sibling, &box)) continue;
        if (count == PAWLI_TREE_QUERY_PENDING) {
            pawli_tree_query_begin(world, box, query);
            return;
        }
        query->pending[count++] = sibling;
    }
    query->box = box;
    query->node = PAWLI_NONE;
    query->child = 0;
    query->by_links = 0;
    query->pending_count = (uint16_t)count;
}

/* Up to the first ancestor that was reached from its first child, and on to its second. */
static void climb_query(const pawli_node *nodes, pawli_tree_query *query) {
    while (query->child == CLIMB && query->node != PAWLI_NONE) {
        const uint16_t parent = nodes[query->node].parent;
        if (parent != PAWLI_NONE && nodes[parent].child[0] == query->node) query->child = 1;
        query->node = parent;
    }
}

static uint16_t next_by_links(const pawl_world *world, pawli_tree_query *query) {
    const pawli_node *nodes = pawli_nodes_const(world);
    while (query->node != PAWLI_NONE) {
        const uint16_t child = nodes[query->node].child[query->child];
        const bool met = query_meets(world, child, &query->box);
        if (met && !(child & PAWLI_LEAF)) {
            query->node = child;
            query->child = 0;
            continue;
        }
        query->child++;
        climb_query(nodes, query);
        if (met) return query_shape(child);
    }
    return PAWLI_NONE;
}

/* What is pending are the second children that climbing from here would come to. */
static uint16_t go_on_by_links(const pawl_world *world, pawli_tree_query *query, uint16_t node) {
    query->node = node;
    query->by_links = 1;
    return next_by_links(world, query);
}

uint16_t pawli_tree_query_next(const pawl_world *world, pawli_tree_query *query) {
    const pawli_node *nodes = pawli_nodes_const(world);
    if (query->by_links) return next_by_links(world, query);
    const pawl_box box = query->box;
    uint32_t count = query->pending_count;
    while (count > 0) {
        uint16_t link = query->pending[--count];
        while (!(link & PAWLI_LEAF)) {
            const uint16_t first = nodes[link].child[0], second = nodes[link].child[1];
            if (!query_meets(world, second, &box)) {
                if (!query_meets(world, first, &box)) break;
                link = first;
            } else if (!query_meets(world, first, &box)) {
                link = second;
            } else {
                if (count == PAWLI_TREE_QUERY_PENDING) return go_on_by_links(world, query, link);
                query->pending[count++] = second;
                link = first;
            }
        }
        if (link & PAWLI_LEAF) {
            query->pending_count = (uint16_t)count;
            return query_shape(link);
        }
    }
    query->pending_count = 0;
    return PAWLI_NONE;
}

#else

void pawli_tree_query_begin(const pawl_world *world, pawl_box box, pawli_tree_query *query) {
    (void)world;
    query->box = box;
    query->next = 0;
}

void pawli_tree_query_begin_beside(const pawl_world *world, uint16_t shape, pawl_box box,
                                   pawli_tree_query *query) {
    (void)shape;
    pawli_tree_query_begin(world, box, query);
}

uint16_t pawli_tree_query_next(const pawl_world *world, pawli_tree_query *query) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    while (query->next < world->shape_pool.used) {
        const uint16_t at = query->next++;
        if ((shapes[at].flags & PAWLI_SHAPE_IN_TREE) &&
            pawl_box_overlaps(shapes[at].fat_box, query->box)) {
            return at;
        }
    }
    return PAWLI_NONE;
}

#endif
