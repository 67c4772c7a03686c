/* tree_cast.c - all shapes whose fat box a moving box may meet, near ones first.
 *
 * A box meets what moves when the box around the movement overlaps it, and when it does not lie
 * wholly on one side of the movement: the separating axes of a segment and a box (Ericson,
 * Real-Time Collision Detection (2005), 5.3.3). Both are decided exactly and without a division:
 * of the corners only the two that lie farthest to the sides are looked at, and which ones these
 * are depends on the direction alone.
 *
 * Where two children are met the second is put aside until the first is done with. There is room
 * for all that balanced trees need; in a tree of any other height the cast finds them again by
 * parent links.
 *
 * Overflow: |translation| <= 2^31 - 2 and |coordinate| <= 2^31 - 1 on each axis, so that a
 * product of the two is below 2^62 - 2^31, and the sum of two such is below 2^63. */
#include "world/tree.h"

#include "base/assert.h"
#include "fx/round.h"
#include "geom/box_test.h"
#include "world/world.h"

#include <string.h>

#define LEFT ((uint32_t)offsetof(pawl_box, lower.x))
#define RIGHT ((uint32_t)offsetof(pawl_box, upper.x))
#define BOTTOM ((uint32_t)offsetof(pawl_box, lower.y))
#define CAST_TOP ((uint32_t)offsetof(pawl_box, upper.y))

#if PAWL_WITH_TREE
static bool link_is_leaf(uint16_t link) {
    return (link & PAWLI_LEAF) != 0;
}

static uint16_t leaf_shape(uint16_t link) {
    return (uint16_t)(link & ~(unsigned)PAWLI_LEAF);
}

#endif

/* The edge that lies at so many bytes of a box. */
static pawl_fx box_edge(const pawl_box *box, uint32_t edge) {
    pawl_fx coordinate;
    memcpy(&coordinate, (const uint8_t *)box + edge, sizeof coordinate);
    return coordinate;
}

/* The corners of a box that lie farthest to the two sides of the movement: the normal never points
 * to the left. */
static int64_t across_min(const pawli_tree_cast *cast, const pawl_box *box) {
    return cast->normal_x * box->lower.x + cast->normal_y * box_edge(box, cast->edge_min);
}

static int64_t across_max(const pawli_tree_cast *cast, const pawl_box *box) {
    return cast->normal_x * box->upper.x + cast->normal_y * box_edge(box, cast->edge_max);
}

/* `swept` is the test of the box around the movement that is left. */
static inline bool cast_meets(const pawli_tree_cast *cast, const pawli_box_test *swept,
                              const pawl_box *box) {
    if (!pawli_box_test_meets(swept, box)) return false;
    return across_min(cast, box) <= cast->across_max && across_max(cast, box) >= cast->across_min;
}

#if PAWL_WITH_TREE
static const pawl_box *link_box(const pawl_world *world, uint16_t link) {
    if (link_is_leaf(link)) return &pawli_shapes_const(world)[leaf_shape(link)].fat_box;
    return &pawli_nodes_const(world)[link].box;
}

/* Whether the movement comes upon box a before box b, along its longer axis. Either answer is right
 * as far as results go, but it must be the same on the way down and up. */
static inline bool cast_meets_first(const pawli_tree_cast *cast, const pawl_box *a,
                                    const pawl_box *b) {
    return (box_edge(a, cast->front) ^ cast->backward) <
           (box_edge(b, cast->front) ^ cast->backward);
}

#endif

/* The end of an interval that moves as far as `length`, rounded outwards. */
static pawl_fx moved_lower(pawl_fx lower, int64_t length) {
    return length < 0 ? pawl_saturate(lower + pawli_floor(length, 30)) : lower;
}

static pawl_fx moved_upper(pawl_fx upper, int64_t length) {
    return length > 0 ? pawl_saturate(upper - pawli_floor(-length, 30)) : upper;
}

void pawli_tree_cast_clip(pawli_tree_cast *cast, int32_t fraction) {
    PAWL_ASSERT(fraction >= 0 && fraction <= PAWL_UNIT);
    /* Fractions are rounded down: a hit at this one lies before the next. */
    const int32_t end = fraction < PAWL_UNIT ? fraction + 1 : PAWL_UNIT;
    const int64_t x = (int64_t)cast->translation.x * end;
    const int64_t y = (int64_t)cast->translation.y * end;
    cast->swept.lower.x = moved_lower(cast->start.lower.x, x);
    cast->swept.lower.y = moved_lower(cast->start.lower.y, y);
    cast->swept.upper.x = moved_upper(cast->start.upper.x, x);
    cast->swept.upper.y = moved_upper(cast->start.upper.y, y);
}

void pawli_tree_cast_begin(const pawl_world *world, pawl_box start, pawl_vec2 translation,
                           pawli_tree_cast *cast) {
    const pawl_fx x = translation.x, y = translation.y;
    const bool wide = pawl_abs(x) >= pawl_abs(y);
    cast->start = start;
    cast->translation = translation;
    cast->normal_x = y >= 0 ? y : -y;
    cast->normal_y = y >= 0 ? -x : x;
    cast->edge_min = cast->normal_y < 0 ? CAST_TOP : BOTTOM;
    cast->edge_max = cast->normal_y < 0 ? BOTTOM : CAST_TOP;
    cast->across_min = across_min(cast, &start);
    cast->across_max = across_max(cast, &start);
    cast->backward = (wide ? x : y) < 0 ? -1 : 0;
    cast->front = wide ? (x < 0 ? RIGHT : LEFT) : (y < 0 ? CAST_TOP : BOTTOM);
    cast->link = world->tree_root;
    cast->done = 0;
    cast->deep = 0;
    cast->pending_count = 0;
    pawli_tree_cast_clip(cast, PAWL_UNIT);
#if PAWL_WITH_TREE
    const pawli_box_test swept = pawli_box_test_of(&cast->swept);
    if (link_is_leaf(cast->link) && cast->link != PAWLI_NONE &&
        !cast_meets(cast, &swept, link_box(world, cast->link))) {
        cast->link = PAWLI_NONE;
    }
#else
    cast->link = 0;
#endif
}

#if PAWL_WITH_TREE

/* The same by parent links: the second child of an ancestor that was reached from the first one. */
static uint16_t climb_cast(const pawl_world *world, const pawli_tree_cast *cast,
                           const pawli_box_test *swept, uint16_t link) {
    PAWL_ASSERT(link != PAWLI_NONE);
    const pawli_node *nodes = pawli_nodes_const(world);
    uint16_t parent =
        link_is_leaf(link) ? pawli_shapes_const(world)[leaf_shape(link)].node : nodes[link].parent;
    while (parent != PAWLI_NONE) {
        const uint16_t *child = nodes[parent].child;
        const bool swap =
            !cast_meets_first(cast, link_box(world, child[0]), link_box(world, child[1]));
        if (link == child[swap] && cast_meets(cast, swept, link_box(world, child[!swap])))
            return child[!swap];
        link = parent;
        parent = nodes[link].parent;
    }
    return PAWLI_NONE;
}

/* What is to be looked at after a link and all below it. */
static uint16_t next_pending_link(const pawl_world *world, pawli_tree_cast *cast,
                                  const pawli_box_test *swept, uint16_t link) {
    if (cast->deep) return link == PAWLI_NONE ? PAWLI_NONE : climb_cast(world, cast, swept, link);
    for (uint32_t count = cast->pending_count; count > 0; count--) {
        const uint16_t pending = cast->pending[count - 1];
        if (!cast_meets(cast, swept, link_box(world, pending))) continue;
        cast->pending_count = (uint16_t)(count - 1);
        return pending;
    }
    cast->pending_count = 0;
    return PAWLI_NONE;
}

/* When there is no more room the cast goes on by parent links, which need no memory. */
static inline void add_pending_link(pawli_tree_cast *cast, uint16_t link) {
    if (cast->pending_count == PAWLI_TREE_CAST_PENDING) {
        cast->deep = 1;
    } else {
        cast->pending[cast->pending_count++] = link;
    }
}

uint16_t pawli_tree_cast_next(const pawl_world *world, pawli_tree_cast *cast) {
    const pawli_node *nodes = pawli_nodes_const(world);
    const pawli_box_test swept = pawli_box_test_of(&cast->swept);
    uint16_t link = cast->link;
    bool done = cast->done != 0;
    for (;;) {
        if (done) link = next_pending_link(world, cast, &swept, link);
        if (link_is_leaf(link)) break; /* or PAWLI_NONE, which has the same bit set */
        const uint16_t left = nodes[link].child[0], right = nodes[link].child[1];
        const pawl_box *at_left = link_box(world, left), *at_right = link_box(world, right);
        const bool meets_left = cast_meets(cast, &swept, at_left);
        done = false;
        if (!cast_meets(cast, &swept, at_right)) {
            link = meets_left ? left : link;
            done = !meets_left;
        } else if (!meets_left) {
            link = right;
        } else if (cast_meets_first(cast, at_left, at_right)) {
            add_pending_link(cast, right);
            link = left;
        } else {
            add_pending_link(cast, left);
            link = right;
        }
    }
    cast->link = link;
    cast->done = 1;
    return link == PAWLI_NONE ? PAWLI_NONE : leaf_shape(link);
}

#else

uint16_t pawli_tree_cast_next(const pawl_world *world, pawli_tree_cast *cast) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_box_test swept = pawli_box_test_of(&cast->swept);
    while (cast->link < world->shape_pool.used) {
        const uint16_t at = cast->link++;
        if ((shapes[at].flags & PAWLI_SHAPE_IN_TREE) &&
            cast_meets(cast, &swept, &shapes[at].fat_box))
            return at;
    }
    return PAWLI_NONE;
}

#endif
