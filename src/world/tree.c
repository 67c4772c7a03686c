/* tree.c - dynamic tree of axis-aligned boxes: insert by surface area, balance by height.
 *
 * Source: Bittner, Hapala, Havran, "Fast insertion-based optimization of bounding volume
 * hierarchies" (2013) for the greedy descent by perimeter cost; AVL rotations after Adelson-
 * Velsky and Landis (1962) applied on the way up. Leaves are the shapes themselves: only inner
 * nodes take memory, one less than there are shapes. Perimeters are sums of two differences of
 * 32-bit coordinates, so they fit int64 with room. A tree of many leaves at once is built from the
 * root down, split in the middle of space: no sort, no stack, and no memory but the nodes'. */
#include "world/tree.h"
#include "base/compiler.h"
#include "geom/bounds.h"

#include "world/world.h"

#include <string.h>

#if PAWL_WITH_TREE
static bool child_is_leaf(uint16_t child) {
    return (child & PAWLI_LEAF) != 0;
}

static uint16_t child_shape(uint16_t leaf) {
    return (uint16_t)(leaf & ~(unsigned)PAWLI_LEAF);
}

static const pawl_box *child_box(const pawl_world *world, uint16_t child) {
    if (child_is_leaf(child)) return &pawli_shapes_const(world)[child_shape(child)].fat_box;
    return &pawli_nodes_const(world)[child].box;
}

static uint8_t child_height(pawl_world *world, uint16_t child) {
    return child_is_leaf(child) ? 0 : pawli_nodes(world)[child].height;
}

static void set_parent(pawl_world *world, uint16_t child, uint16_t parent) {
    if (child_is_leaf(child)) {
        pawli_shapes(world)[child_shape(child)].node = parent;
    } else {
        pawli_nodes(world)[child].parent = parent;
    }
}

/* Half the perimeter. */
PAWLI_APART int64_t box_cost(const pawl_box *box) {
    return ((int64_t)box->upper.x - box->lower.x) + ((int64_t)box->upper.y - box->lower.y);
}

/* Of the box around two. */
PAWLI_APART int64_t joined_cost(const pawl_box *a, const pawl_box *b) {
    const pawl_box joined = pawli_bounds_join(*a, *b);
    return box_cost(&joined);
}

static uint16_t take_node(pawl_world *world) {
    const uint16_t node = world->free_node;
    if (node == PAWLI_NONE) return world->node_used++;
    world->free_node = pawli_nodes(world)[node].parent;
    return node;
}

static void give_node(pawl_world *world, uint16_t node) {
    pawli_nodes(world)[node].parent = world->free_node;
    world->free_node = node;
}

/* The child link of `parent` (or the root) that pointed at `old` now points at `fresh`. */
static void replace_child(pawl_world *world, uint16_t parent, uint16_t old, uint16_t fresh) {
    if (parent == PAWLI_NONE) {
        world->tree_root = fresh;
    } else {
        pawli_node *node = &pawli_nodes(world)[parent];
        node->child[node->child[0] == old ? 0 : 1] = fresh;
    }
    set_parent(world, fresh, parent);
}

static void refresh_node(pawl_world *world, uint16_t at) {
    pawli_node *node = &pawli_nodes(world)[at];
    const uint8_t left = child_height(world, node->child[0]);
    const uint8_t right = child_height(world, node->child[1]);
    node->height = (uint8_t)((left > right ? left : right) + 1u);
    node->box =
        pawli_bounds_join(*child_box(world, node->child[0]), *child_box(world, node->child[1]));
}

/* Lift the taller child of `at` above it when the heights differ by more than one. The lower of
 * the lifted node's children moves under `at`. Returns the node now in its place. */
PAWLI_APART uint16_t balance_node(pawl_world *world, uint16_t at) {
    pawli_node *nodes = pawli_nodes(world);
    pawli_node *node = &nodes[at];
    const int left = child_height(world, node->child[0]);
    const int right = child_height(world, node->child[1]);
    if (left - right <= 1 && right - left <= 1) return at;

    const int tall_side = right > left ? 1 : 0;
    const uint16_t tall = node->child[tall_side];
    pawli_node *lifted = &nodes[tall];
    const int low_side =
        child_height(world, lifted->child[0]) <= child_height(world, lifted->child[1]) ? 0 : 1;
    const uint16_t low = lifted->child[low_side];

    replace_child(world, node->parent, at, tall);
    lifted->child[low_side] = at;
    node->parent = tall;
    node->child[tall_side] = low;
    set_parent(world, low, at);
    refresh_node(world, at);
    refresh_node(world, tall);
    return tall;
}

/* Exchange a child of `at` with a grandchild on the other side where that makes the node between
 * them smaller (Kopta et al. 2012). */
PAWLI_APART void rotate_node(pawl_world *world, uint16_t at) {
    pawli_node *nodes = pawli_nodes(world);
    int64_t best = 0;
    int best_side = 0, best_grandchild = -1;
    for (int side = 0; side < 2; side++) {
        const uint16_t child = nodes[at].child[side], uncle = nodes[at].child[1 - side];
        if (child_is_leaf(child)) continue;
        const int64_t now = box_cost(&nodes[child].box);
        for (int i = 0; i < 2; i++) {
            const uint16_t stays = nodes[child].child[1 - i];
            const int64_t gain =
                now - joined_cost(child_box(world, uncle), child_box(world, stays));
            if (gain > best) {
                best = gain;
                best_side = side;
                best_grandchild = i;
            }
        }
    }
    if (best_grandchild < 0) return;
    const uint16_t child = nodes[at].child[best_side], uncle = nodes[at].child[1 - best_side];
    const uint16_t lifted = nodes[child].child[best_grandchild];
    nodes[at].child[1 - best_side] = lifted;
    set_parent(world, lifted, at);
    nodes[child].child[best_grandchild] = uncle;
    set_parent(world, uncle, child);
    refresh_node(world, child);
    refresh_node(world, at);
}

static bool boxes_are_equal(pawl_box a, pawl_box b) {
    return a.lower.x == b.lower.x && a.lower.y == b.lower.y && a.upper.x == b.upper.x &&
           a.upper.y == b.upper.y;
}

/* A node looks at its children and theirs: above two that have stayed what they were, nothing
 * changes. */
static void refresh_upwards(pawl_world *world, uint16_t at) {
    int unchanged = 0;
    while (at != PAWLI_NONE && unchanged < 2) {
        const pawl_box box = pawli_nodes(world)[at].box;
        const uint8_t height = pawli_nodes(world)[at].height;
        at = balance_node(world, at);
        refresh_node(world, at);
        rotate_node(world, at);
        const pawli_node *node = &pawli_nodes(world)[at];
        unchanged = height == node->height && boxes_are_equal(box, node->box) ? unchanged + 1 : 0;
        at = node->parent;
    }
}

/* What descending into `child` with a new box would add to the cost of the tree, counting the
 * new inner node when the child is a leaf. */
PAWLI_APART int64_t descent_cost(const pawl_world *world, uint16_t child, const pawl_box *box) {
    const pawl_box *here = child_box(world, child);
    const int64_t joined = joined_cost(here, box);
    return child_is_leaf(child) ? joined : joined - box_cost(here);
}

PAWLI_APART uint16_t find_sibling(const pawl_world *world, const pawl_box *box) {
    uint16_t at = world->tree_root;
    while (!child_is_leaf(at)) {
        const pawli_node *node = &pawli_nodes_const(world)[at];
        const int64_t joined = joined_cost(&node->box, box);
        const int64_t inherited = joined - box_cost(&node->box);
        const int64_t left = descent_cost(world, node->child[0], box) + inherited;
        const int64_t right = descent_cost(world, node->child[1], box) + inherited;
        if (joined < left && joined < right) break;
        at = left <= right ? node->child[0] : node->child[1];
    }
    return at;
}

/* The node above the new leaf has room for `reach`, in which the leaf lies. */
static void insert_leaf(pawl_world *world, uint16_t shape, pawl_box reach) {
    pawli_shape *leaf_shape = &pawli_shapes(world)[shape];
    const uint16_t leaf = (uint16_t)(shape | PAWLI_LEAF);
    PAWL_ASSERT(!(leaf_shape->flags & PAWLI_SHAPE_IN_TREE));
    leaf_shape->flags |= PAWLI_SHAPE_IN_TREE;
    if (world->tree_root == PAWLI_NONE) {
        world->tree_root = leaf;
        leaf_shape->node = PAWLI_NONE;
        return;
    }
    const uint16_t sibling = find_sibling(world, &reach);
    const uint16_t parent = child_is_leaf(sibling) ? pawli_shapes(world)[child_shape(sibling)].node
                                                   : pawli_nodes(world)[sibling].parent;
    const uint16_t fresh = take_node(world);
    pawli_node *node = &pawli_nodes(world)[fresh];
    replace_child(world, parent, sibling, fresh);
    node->child[0] = sibling;
    node->child[1] = leaf;
    set_parent(world, sibling, fresh);
    leaf_shape->node = fresh;
    refresh_node(world, fresh);
    node->box = pawli_bounds_join(node->box, reach);
    refresh_upwards(world, parent);
}

void pawli_tree_insert(pawl_world *world, uint16_t shape) {
    insert_leaf(world, shape, pawli_shapes(world)[shape].fat_box);
}

void pawli_tree_remove(pawl_world *world, uint16_t shape) {
    pawli_shape *leaf_shape = &pawli_shapes(world)[shape];
    const uint16_t leaf = (uint16_t)(shape | PAWLI_LEAF);
    PAWL_ASSERT(leaf_shape->flags & PAWLI_SHAPE_IN_TREE);
    leaf_shape->flags = (uint8_t)(leaf_shape->flags & ~PAWLI_SHAPE_IN_TREE);
    const uint16_t parent = leaf_shape->node;
    leaf_shape->node = PAWLI_NONE;
    if (parent == PAWLI_NONE) {
        PAWL_ASSERT(world->tree_root == leaf);
        world->tree_root = PAWLI_NONE;
        return;
    }
    const pawli_node node = pawli_nodes(world)[parent];
    const uint16_t sibling = node.child[node.child[0] == leaf ? 1 : 0];
    replace_child(world, node.parent, parent, sibling);
    give_node(world, parent);
    refresh_upwards(world, node.parent);
}

/* As half perimeters of the leaf. Measured: 1 costs a third more, 8 a little more. */
#define STRAY_MAX 3

/* Whether a leaf that reaches so far may stay beside its sibling: the node above both is not much
 * larger than the sibling and the leaf need. */
static bool may_stay(const pawl_box *joined, const pawl_box *sibling, const pawl_box *reach) {
    return box_cost(joined) - box_cost(sibling) <= STRAY_MAX * box_cost(reach);
}

static void enlarge_upwards(pawl_world *world, uint16_t at, pawl_box reach) {
    pawli_node *nodes = pawli_nodes(world);
    while (at != PAWLI_NONE && !pawl_box_contains(nodes[at].box, reach)) {
        nodes[at].box = pawli_bounds_join(nodes[at].box, reach);
        at = nodes[at].parent;
    }
}

void pawli_tree_move(pawl_world *world, uint16_t shape, pawl_box reach) {
    const pawli_shape *moved = &pawli_shapes(world)[shape];
    PAWL_ASSERT(moved->flags & PAWLI_SHAPE_IN_TREE);
    if (moved->node == PAWLI_NONE) return;
    pawli_node *node = &pawli_nodes(world)[moved->node];
    if (pawl_box_contains(node->box, moved->fat_box)) return;
    const int side = node->child[0] == (uint16_t)(shape | PAWLI_LEAF) ? 1 : 0;
    const pawl_box *sibling = child_box(world, node->child[side]);
    const pawl_box joined = pawli_bounds_join(*sibling, reach);
    if (may_stay(&joined, sibling, &reach)) {
        node->box = joined;
        enlarge_upwards(world, node->parent, joined);
        return;
    }
    pawli_tree_remove(world, shape);
    insert_leaf(world, shape, reach);
}

/* ---- all at once ---- */

/* Leaves that are yet to be put below a node: linked through their `node`, with the box around
 * their centers. Until its turn comes, the node keeps them in its first child and its box. */
typedef struct tree_leaves {
    uint16_t first;
    pawl_box centers;
} tree_leaves;

/* A box that adds nothing to another. */
static tree_leaves no_leaves(void) {
    const tree_leaves none = {PAWLI_NONE, {{INT32_MAX, INT32_MAX}, {-INT32_MAX, -INT32_MAX}}};
    return none;
}

static void add_leaf(pawl_world *world, tree_leaves *to, uint16_t shape, pawl_vec2 center) {
    const pawl_box point = {center, center};
    to->centers = pawli_bounds_join(to->centers, point);
    pawli_shapes(world)[shape].node = to->first;
    to->first = shape;
}

/* Halves of coordinates: their sum fits. */
static pawl_vec2 leaf_center(const pawl_world *world, uint16_t shape) {
    const pawl_box *box = &pawli_shapes_const(world)[shape].fat_box;
    const pawl_vec2 center = {box->lower.x / 2 + box->upper.x / 2,
                              box->lower.y / 2 + box->upper.y / 2};
    return center;
}

/* The link to a single leaf, or to a new node whose turn is yet to come. */
static uint16_t link_to(pawl_world *world, const tree_leaves *from, uint16_t parent) {
    uint16_t *next = &pawli_shapes(world)[from->first].node;
    if (*next == PAWLI_NONE) {
        *next = parent;
        return (uint16_t)(from->first | PAWLI_LEAF);
    }
    const uint16_t fresh = take_node(world);
    pawli_node *node = &pawli_nodes(world)[fresh];
    node->parent = parent;
    node->child[0] = from->first;
    node->box = from->centers;
    return fresh;
}

/* Below the middle of the longer axis, or above; where all centers are one point, by turns. Both
 * halves get something: the middle is rounded down, so it is below the last center. */
static void split_node(pawl_world *world, uint16_t at) {
    pawli_node *node = &pawli_nodes(world)[at];
    const pawl_box box = node->box;
    const int64_t width = (int64_t)box.upper.x - box.lower.x;
    const int64_t height = (int64_t)box.upper.y - box.lower.y;
    const bool by_x = width >= height;
    const int64_t middle = by_x ? box.lower.x + width / 2 : box.lower.y + height / 2;
    tree_leaves halves[2] = {no_leaves(), no_leaves()};
    int side = 0;
    uint16_t next;
    for (uint16_t shape = node->child[0]; shape != PAWLI_NONE; shape = next) {
        const pawl_vec2 center = leaf_center(world, shape);
        next = pawli_shapes(world)[shape].node;
        side = width + height == 0 ? 1 - side : (by_x ? center.x : center.y) > middle;
        add_leaf(world, &halves[side], shape, center);
    }
    for (int i = 0; i < 2; i++)
        node->child[i] = link_to(world, &halves[i], at);
}

/* Nodes are taken in the order in which their turns come, so children have higher indices. Each
 * split halves a coordinate or the count: no leaf is deeper than 32 + 32 + 15. */
static void build_by_links(pawl_world *world, uint16_t first) {
    tree_leaves all = no_leaves();
    uint16_t next;
    for (uint16_t shape = first; shape != PAWLI_NONE; shape = next) {
        next = pawli_shapes(world)[shape].node;
        add_leaf(world, &all, shape, leaf_center(world, shape));
    }
    world->tree_root = link_to(world, &all, PAWLI_NONE);
    for (uint16_t at = 0; at < world->node_used; at++)
        split_node(world, at);
}

#if !PAWL_SMALL_CODE && !defined(__OPTIMIZE_SIZE__)
/* The same tree where there is scratch memory to lay centers side by side, which need not wait for
 * one link after the other. Until its turn comes a node keeps the first of its leaves and their
 * count as children, and as height whether its list would be in their order or the other way
 * around: a list turns around with every split. */
typedef struct tree_point {
    pawl_fx center[2];
    uint32_t shape, pad; /* 16 bytes are moved at once */
} tree_point;

static uint16_t link_to_points(pawl_world *world, const tree_point *all, uint16_t first,
                               uint16_t count, uint16_t parent) {
    if (count == 1) {
        pawli_shapes(world)[all[first].shape].node = parent;
        return (uint16_t)(all[first].shape | PAWLI_LEAF);
    }
    pawl_box box = no_leaves().centers;
    for (const tree_point *point = all + first, *end = point + count; point < end; point++) {
        const pawl_vec2 center = {point->center[0], point->center[1]};
        const pawl_box own = {center, center};
        box = pawli_bounds_join(box, own);
    }
    const uint16_t fresh = take_node(world);
    pawli_node *node = &pawli_nodes(world)[fresh];
    node->parent = parent;
    node->child[0] = first;
    node->child[1] = count;
    node->box = box;
    return fresh;
}

/* Above the middle of an axis to the spare points, the others to the front, in their order. Returns
 * how many those are. */
static uint32_t divide_points(tree_point *range, tree_point *spare, uint32_t count, int axis,
                              pawl_fx middle) {
    uint32_t below = 0, above = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t is_above = range[i].center[axis] > middle;
        const tree_point point = range[i];
        range[below] = point;
        spare[above] = point;
        above += is_above;
        below += 1u - is_above;
    }
    return below;
}

/* By turns, the first of the list above. */
static uint32_t deal_points(tree_point *range, tree_point *spare, uint32_t count, bool is_turned) {
    const uint32_t first = is_turned ? (count - 1u) & 1u : 0;
    for (uint32_t i = 0; i < count; i++)
        *((i & 1u) == first ? &spare[i / 2] : &range[i / 2]) = range[i];
    return first == 0 ? count / 2 : (count + 1u) / 2;
}

/* As split_node. */
static void split_points(pawl_world *world, tree_point *all, tree_point *spare, uint16_t at) {
    pawli_node *node = &pawli_nodes(world)[at];
    const uint16_t first = node->child[0], count = node->child[1];
    const uint8_t is_turned = node->height;
    const pawl_box box = node->box;
    const int64_t width = (int64_t)box.upper.x - box.lower.x;
    const int64_t height = (int64_t)box.upper.y - box.lower.y;
    const bool by_x = width >= height;
    const int64_t middle = by_x ? box.lower.x + width / 2 : box.lower.y + height / 2;
    tree_point *range = all + first;
    const uint32_t below = width + height == 0
                               ? deal_points(range, spare, count, is_turned)
                               : divide_points(range, spare, count, !by_x, (pawl_fx)middle);
    memcpy(range + below, spare, (count - below) * sizeof *range);
    const uint16_t starts[3] = {first, (uint16_t)(first + below), (uint16_t)(first + count)};
    for (int i = 0; i < 2; i++) {
        const uint16_t own = (uint16_t)(starts[i + 1] - starts[i]);
        node->child[i] = link_to_points(world, all, starts[i], own, at);
        if (own > 1) pawli_nodes(world)[node->child[i]].height = !is_turned;
    }
}

/* False where there is no room. */
static bool build_by_points(pawl_world *world, uint16_t first) {
    const size_t room = (size_t)(world->total_size - world->state_size) / sizeof(tree_point);
    tree_point *const all = (tree_point *)(void *)((uint8_t *)world + world->state_size);
    uint32_t count = 0;
    for (uint16_t at = first; at != PAWLI_NONE; at = pawli_shapes(world)[at].node)
        count++;
    if (room < 2 * (size_t)count) return false;
    tree_point *const spare = all + count, *point = spare;
    for (uint16_t shape = first; shape != PAWLI_NONE; shape = pawli_shapes(world)[shape].node) {
        const pawl_vec2 center = leaf_center(world, shape);
        const tree_point made = {{center.x, center.y}, shape, 0};
        *--point = made; /* as a list that is turned around */
    }
    world->tree_root = link_to_points(world, all, 0, (uint16_t)count, PAWLI_NONE);
    if (count > 1) pawli_nodes(world)[0].height = 0;
    for (uint16_t at = 0; at < world->node_used; at++)
        split_points(world, all, spare, at);
    return true;
}
#endif

void pawli_tree_build(pawl_world *world, uint16_t first) {
    PAWL_ASSERT(world->tree_root == PAWLI_NONE && world->node_used == 0);
    if (first == PAWLI_NONE) return;
#if PAWL_SMALL_CODE || defined(__OPTIMIZE_SIZE__)
    build_by_links(world, first);
#else
    if (!build_by_points(world, first)) build_by_links(world, first);
#endif
    for (uint16_t at = world->node_used; at > 0; at--)
        refresh_node(world, (uint16_t)(at - 1u));
}

uint32_t pawli_tree_height(const pawl_world *world) {
    if (world->tree_root == PAWLI_NONE || child_is_leaf(world->tree_root)) return 0;
    return pawli_nodes_const(world)[world->tree_root].height;
}

#else

void pawli_tree_insert(pawl_world *world, uint16_t shape) {
    pawli_shapes(world)[shape].flags |= PAWLI_SHAPE_IN_TREE;
    pawli_shapes(world)[shape].node = PAWLI_NONE;
}

void pawli_tree_remove(pawl_world *world, uint16_t shape) {
    pawli_shape *leaf = &pawli_shapes(world)[shape];
    PAWL_ASSERT(leaf->flags & PAWLI_SHAPE_IN_TREE);
    leaf->flags = (uint8_t)(leaf->flags & ~PAWLI_SHAPE_IN_TREE);
}

void pawli_tree_build(pawl_world *world, uint16_t first) {
    pawli_shape *shapes = pawli_shapes(world);
    for (uint16_t shape = first; shape != PAWLI_NONE;) {
        const uint16_t next = shapes[shape].node;
        shapes[shape].node = PAWLI_NONE;
        shape = next;
    }
}

void pawli_tree_move(pawl_world *world, uint16_t shape, pawl_box reach) {
    (void)world, (void)shape, (void)reach;
}

uint32_t pawli_tree_height(const pawl_world *world) {
    (void)world;
    return 0;
}

#endif
