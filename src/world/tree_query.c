/* tree_query.c - all shapes whose fat box overlaps a box. */
#include "world/tree.h"

#include "base/optional.h"
#include "geom/box_test.h"
#include "period/period_image.h"
#include "world/world.h"

PAWLI_OPTIONAL(pawli_period_image_cut);
PAWLI_OPTIONAL(pawli_period_image_advance);

/* What is pending of the images of a box. */
PAWLI_FOLD void set_image(pawli_tree_query *query, uint16_t image) {
#if PAWL_WITH_PERIODS
    query->image = image;
#else
    (void)query, (void)image;
#endif
}

PAWLI_FOLD bool go_on_with_image(const pawl_world *world, pawli_tree_query *query) {
#if PAWL_WITH_PERIODS
    return query->image != PAWLI_TREE_LAST_IMAGE && pawli_period_image_advance(world, query);
#else
    (void)world, (void)query;
    return false;
#endif
}

#if PAWL_WITH_TREE

#define CLIMB 2u

static uint16_t query_shape(uint16_t leaf) {
    return (uint16_t)(leaf & ~(unsigned)PAWLI_LEAF);
}

/* Where the boxes of nodes and of shapes lie. */
typedef struct query_boxes {
    const pawli_node *nodes;
    const pawli_shape *shapes;
} query_boxes;

static inline query_boxes boxes_of(const pawl_world *world) {
    const query_boxes boxes = {pawli_nodes_const(world), pawli_shapes_const(world)};
    return boxes;
}

static inline bool query_meets(const query_boxes *in, uint16_t link, const pawli_box_test *test) {
    const pawl_box *here =
        link & PAWLI_LEAF ? &in->shapes[query_shape(link)].fat_box : &in->nodes[link].box;
    return pawli_box_test_meets(test, here);
}

/* Nothing is pending yet. */
static void reset_query(pawl_box box, pawli_tree_query *query) {
    query->box = box;
    query->node = query->top = PAWLI_NONE;
    query->child = 0;
    query->pending_count = 0;
}

void pawli_tree_query_begin_once(const pawl_world *world, pawl_box box, pawli_tree_query *query) {
    const uint16_t root = world->tree_root;
    const bool is_leaf = (root & PAWLI_LEAF) != 0; /* or PAWLI_NONE, which has the same bit set */
    const query_boxes boxes = boxes_of(world);
    const pawli_box_test test = pawli_box_test_of(&box);
    reset_query(box, query);
    set_image(query, PAWLI_TREE_LAST_IMAGE);
    if (!is_leaf || (root != PAWLI_NONE && query_meets(&boxes, root, &test))) {
        query->pending[query->pending_count++] = root;
    }
}

void pawli_tree_query_begin_beside(const pawl_world *world, uint16_t shape, pawl_box box,
                                   pawli_tree_query *query) {
    if (pawli_way_goes_round(world)) {
        pawli_tree_query_begin(world, box, query);
        return;
    }
    const query_boxes boxes = boxes_of(world);
    const pawli_node *nodes = boxes.nodes;
    const pawli_box_test test = pawli_box_test_of(&box);
    uint32_t count = 0;
    unsigned link = shape | PAWLI_LEAF;
    for (uint16_t at = boxes.shapes[shape].node; at != PAWLI_NONE; at = nodes[at].parent) {
        const uint16_t sibling = (uint16_t)(nodes[at].child[0] ^ nodes[at].child[1] ^ link);
        link = at;
        if (!query_meets(&boxes, sibling, &test)) continue;
        if (count == PAWLI_TREE_QUERY_PENDING) {
            pawli_tree_query_begin_once(world, box, query);
            return;
        }
        query->pending[count++] = sibling;
    }
    reset_query(box, query);
    set_image(query, PAWLI_TREE_LAST_IMAGE);
    query->pending_count = (uint16_t)count;
}

/* Up to the first ancestor that was reached from its first child, and on to its second; or to the
 * top. */
static void climb_query(const pawli_node *nodes, pawli_tree_query *query) {
    while (query->child == CLIMB && query->node != query->top) {
        const uint16_t parent = nodes[query->node].parent;
        if (nodes[parent].child[0] == query->node) query->child = 1;
        query->node = parent;
    }
}

/* PAWLI_NONE when nothing more is found below the top. */
static uint16_t next_by_links(const pawl_world *world, pawli_tree_query *query) {
    const query_boxes boxes = boxes_of(world);
    const pawli_node *nodes = boxes.nodes;
    const pawli_box_test test = pawli_box_test_of(&query->box);
    while (query->child != CLIMB) {
        const uint16_t child = nodes[query->node].child[query->child];
        const bool met = query_meets(&boxes, child, &test);
        if (met && !(child & PAWLI_LEAF)) {
            query->node = child;
            query->child = 0;
            continue;
        }
        query->child++;
        climb_query(nodes, query);
        if (met) return query_shape(child);
    }
    query->top = PAWLI_NONE;
    return PAWLI_NONE;
}

/* What is pending lies outside of a node that is so deep, and waits. */
static uint16_t begin_by_links(const pawl_world *world, pawli_tree_query *query, uint16_t node) {
    query->node = query->top = node;
    query->child = 0;
    return next_by_links(world, query);
}

PAWLI_FOLD uint16_t next_of_query(const pawl_world *world, pawli_tree_query *query) {
    const query_boxes boxes = boxes_of(world);
    const pawli_node *nodes = boxes.nodes;
    if (query->top != PAWLI_NONE) {
        const uint16_t found = next_by_links(world, query);
        if (found != PAWLI_NONE) return found;
    }
    const pawli_box_test test = pawli_box_test_of(&query->box);
    uint32_t count = query->pending_count;
    while (count > 0) {
        uint16_t link = query->pending[--count];
        while (!(link & PAWLI_LEAF)) {
            const uint16_t first = nodes[link].child[0], second = nodes[link].child[1];
            const bool meets_first = query_meets(&boxes, first, &test);
            if (!query_meets(&boxes, second, &test)) {
                if (!meets_first) break;
                link = first;
            } else if (!meets_first) {
                link = second;
            } else if (count < PAWLI_TREE_QUERY_PENDING) {
                query->pending[count++] = second;
                link = first;
            } else {
                query->pending_count = (uint16_t)count;
                const uint16_t found = begin_by_links(world, query, link);
                if (found != PAWLI_NONE) return found;
                break;
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

/* ---- all at once ---- */

#if PAWLI_TREE_GATHERS
/* Down from the root, as long as only one child has anything in the box, or the other one is a
 * leaf. */
pawli_tree_scope pawli_tree_query_scope_of(const pawl_world *world, pawl_box box) {
    const query_boxes boxes = boxes_of(world);
    const pawli_box_test test = pawli_box_test_of(&box);
    pawli_tree_scope scope = {PAWLI_NONE, 0, {0, 0, 0, 0}};
    for (uint16_t at = world->tree_root; !(at & PAWLI_LEAF);) {
        const pawli_node *const node = &boxes.nodes[at];
        const bool first = query_meets(&boxes, node->child[0], &test);
        const bool second = query_meets(&boxes, node->child[1], &test);
        uint16_t below = node->child[first ? 0 : 1];
        if (first && second) {
            const int leaf = (node->child[0] & PAWLI_LEAF) != 0 ? 0 : 1;
            below = node->child[1 - leaf];
            if (!(node->child[leaf] & PAWLI_LEAF) || (below & PAWLI_LEAF) != 0) break;
            if (scope.count == PAWLI_TREE_SCOPE_LEAVES) break;
            scope.leaves[scope.count++] = query_shape(node->child[leaf]);
        }
        if ((!first && !second) || (below & PAWLI_LEAF) != 0) break;
        scope.stop = at;
        at = below;
    }
    return scope;
}

/* From a leaf up, then down from all that is met beside this way. One of the leaves beside the
 * scope does not come by its node, so it climbs to the root, and all else of the scope lies on that
 * way. */
uint32_t pawli_tree_query_gather(const pawl_world *world, const pawli_tree_scope *scope,
                                 uint16_t shape, pawl_box box,
                                 uint16_t found[PAWLI_TREE_GATHER_MOST]) {
    const query_boxes boxes = boxes_of(world);
    const pawli_box_test test = pawli_box_test_of(&box);
    uint16_t pending[PAWLI_TREE_QUERY_PENDING];
    uint32_t count = 0, waiting = 0;
    uint16_t link = (uint16_t)(shape | PAWLI_LEAF), stop = scope->stop;
    for (uint32_t i = 0; i < scope->count; i++)
        if (scope->leaves[i] == shape) stop = PAWLI_NONE;
    for (uint16_t at = boxes.shapes[shape].node; at != stop; at = boxes.nodes[at].parent) {
        const uint16_t sibling =
            (uint16_t)(boxes.nodes[at].child[0] ^ boxes.nodes[at].child[1] ^ link);
        link = at;
        if (!query_meets(&boxes, sibling, &test)) continue;
        if (waiting == PAWLI_TREE_QUERY_PENDING) return PAWLI_TREE_GATHER_MANY;
        pending[waiting++] = sibling;
    }
    for (uint32_t i = 0; stop != PAWLI_NONE && i < scope->count; i++) {
        const uint16_t leaf = (uint16_t)(scope->leaves[i] | PAWLI_LEAF);
        if (!query_meets(&boxes, leaf, &test)) continue;
        if (waiting == PAWLI_TREE_QUERY_PENDING) return PAWLI_TREE_GATHER_MANY;
        pending[waiting++] = leaf;
    }
    while (waiting > 0) {
        link = pending[--waiting];
        while (!(link & PAWLI_LEAF)) {
            const uint16_t first = boxes.nodes[link].child[0], second = boxes.nodes[link].child[1];
            const bool meets_first = query_meets(&boxes, first, &test);
            if (!query_meets(&boxes, second, &test)) {
                if (!meets_first) break;
                link = first;
            } else if (!meets_first) {
                link = second;
            } else {
                if (waiting == PAWLI_TREE_QUERY_PENDING) return PAWLI_TREE_GATHER_MANY;
                pending[waiting++] = second;
                link = first;
            }
        }
        if (!(link & PAWLI_LEAF)) continue;
        if (count == PAWLI_TREE_GATHER_MOST) return PAWLI_TREE_GATHER_MANY;
        found[count++] = query_shape(link);
    }
    return count;
}
#endif

#else

void pawli_tree_query_begin_once(const pawl_world *world, pawl_box box, pawli_tree_query *query) {
    (void)world;
    query->box = box;
    query->next = 0;
    set_image(query, PAWLI_TREE_LAST_IMAGE);
}

void pawli_tree_query_begin_beside(const pawl_world *world, uint16_t shape, pawl_box box,
                                   pawli_tree_query *query) {
    (void)shape;
    pawli_tree_query_begin(world, box, query);
}

PAWLI_FOLD uint16_t next_of_query(const pawl_world *world, pawli_tree_query *query) {
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

/* ---- images --------------------------------------------------------------------------------- */

#if PAWL_WITH_PERIODS
void pawli_tree_query_begin(const pawl_world *world, pawl_box box, pawli_tree_query *query) {
    const bool round = pawli_way_goes_round(world);
    pawli_tree_query_begin_once(world, round ? pawli_period_image_cut(world, box) : box, query);
    if (round) set_image(query, 0);
}
#endif

uint16_t pawli_tree_query_next(const pawl_world *world, pawli_tree_query *query) {
    for (;;) {
        const uint16_t found = next_of_query(world, query);
        if (found != PAWLI_NONE || !go_on_with_image(world, query)) return found;
    }
}
