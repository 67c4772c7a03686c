/* tree.h - internal: the dynamic tree of boxes over all enabled shapes.
 *
 * Nothing but speed may depend on the shape of the tree: queries report sets, and their
 * users sort. So the tree is not state, and is rebuilt when a world is loaded. Without
 * PAWL_WITH_TREE there is none: queries look at all shapes that would be in it. */
#ifndef PAWLI_TREE_H
#define PAWLI_TREE_H

#include "base/compiler.h"
#include "pawl/vec.h"

struct pawl_world;

void pawli_tree_insert(struct pawl_world *world, uint16_t shape);
/* The whole tree at once, where no node has ever been taken: of `first` and the shapes that follow
 * it by `node`, up to PAWLI_NONE, all of them marked PAWLI_SHAPE_IN_TREE. */
void pawli_tree_build(struct pawl_world *world, uint16_t first);
void pawli_tree_remove(struct pawl_world *world, uint16_t shape);
/* The fat box of a shape is a new one, and will soon be another, probably within `reach`: as long
 * as the node above it has room, nothing is to be done. Nodes may be larger than what is in them.
 */
void pawli_tree_move(struct pawl_world *world, uint16_t shape, pawl_box reach);
uint32_t pawli_tree_height(const struct pawl_world *world);

/* A query goes from the root down, first children first. Second ones wait where there is
 * room, which is enough for balanced trees; where a node is deeper, all below it is found by parent
 * links before what waits.
 *   pawli_tree_query query;
 *   pawli_tree_query_begin(world, box, &query);
 *   while ((shape = pawli_tree_query_next(world, &query)) != PAWLI_NONE) ...
 * The tree must not change during the query. In a world that goes round the box is one around a
 * place within it, and all are found, each of them once, that any image of the box overlaps; where
 * it is large, also others. */
#define PAWLI_TREE_QUERY_PENDING 32
#define PAWLI_TREE_LAST_IMAGE 8

typedef struct pawli_tree_query {
    pawl_box box;
#if PAWL_WITH_PERIODS
    uint16_t image; /* which one of the box it is; PAWLI_TREE_LAST_IMAGE: there are no more */
#endif
#if PAWL_WITH_TREE
    uint16_t top;  /* what lies below this node is found by parent links; PAWLI_NONE: nothing */
    uint16_t node; /* by parent links: inner node to look at next */
    uint8_t child; /* likewise: 0, 1: that child of it next; 2: none is left */
    uint16_t pending_count;
    uint16_t pending[PAWLI_TREE_QUERY_PENDING]; /* nodes and leaves that overlap the box */
#else
    uint16_t next; /* shape to look at next */
#endif
} pawli_tree_query;

void pawli_tree_query_begin(const struct pawl_world *world, pawl_box box, pawli_tree_query *query);
/* The same from a leaf up, which is shorter for a box around it. The shape itself need not be
 * found. */
void pawli_tree_query_begin_beside(const struct pawl_world *world, uint16_t shape, pawl_box box,
                                   pawli_tree_query *query);
uint16_t pawli_tree_query_next(const struct pawl_world *world, pawli_tree_query *query);
/* Without the images that a box has in a world that goes round, for what looks at these itself. */
#if PAWL_WITH_PERIODS
void pawli_tree_query_begin_once(const struct pawl_world *world, pawl_box box,
                                 pawli_tree_query *query);
#else
#define pawli_tree_query_begin_once pawli_tree_query_begin
#endif

/* ---- what is near many shapes: all that a query finds at once, in no order ---- */

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

pawli_tree_scope pawli_tree_query_scope_of(const struct pawl_world *world, pawl_box box);

/* All shapes whose fat box overlaps a box that lies within that of the scope, where the fat box of
 * `shape` lies, too; the shape itself need not be among them. Returns how many there are, or
 * PAWLI_TREE_GATHER_MANY when that is more than there is room for. Not in worlds that go
 * round. */
#define PAWLI_TREE_GATHER_MOST 32u
#define PAWLI_TREE_GATHER_MANY UINT32_MAX
uint32_t pawli_tree_query_gather(const struct pawl_world *world, const pawli_tree_scope *scope,
                                 uint16_t shape, pawl_box box,
                                 uint16_t found[PAWLI_TREE_GATHER_MOST]);

#else
#define PAWLI_TREE_GATHERS 0
#endif

/* The same for a box that moves along a straight line; a ray is a box without size. The shapes
 * come in no order that means anything, but roughly near ones first, so that a caller that wants
 * only the first hit can clip the rest of the movement and be done early.
 *   pawli_tree_cast cast;
 *   pawli_tree_cast_begin(world, box, translation, &cast);
 *   while ((shape = pawli_tree_cast_next(world, &cast)) != PAWLI_NONE) ...
 *       pawli_tree_cast_clip(&cast, fraction of a hit, Q2.30);
 * After a clip, shapes that can be hit at that very fraction are still reported.
 * Range: |component of the translation| <= 2^31 - 2. */
#define PAWLI_TREE_CAST_PENDING 32

typedef struct pawli_tree_cast {
    pawl_box swept; /* the box around the movement that is left */
    pawl_box start;
    pawl_vec2 translation;
    int64_t normal_x, normal_y;     /* of the movement, to its right or left: x >= 0 */
    int64_t across_min, across_max; /* where `start` lies along the normal */
    uint32_t edge_min, edge_max;    /* of the corners of a box that lie farthest along the normal:
                                       left edge and edge_min, right edge and edge_max */
    uint32_t front;                 /* the edge of a box that is met first on the longer axis */
    int32_t backward;               /* -1: towards lower coordinates on it; else 0 */
    uint16_t link;                  /* node or leaf to look at next */
    uint16_t done;                  /* 1: it has been, and all below it */
    uint16_t deep;                  /* 1: there was no room for all that are pending */
    uint16_t pending_count;
    uint16_t pending[PAWLI_TREE_CAST_PENDING];
} pawli_tree_cast;

void pawli_tree_cast_begin(const struct pawl_world *world, pawl_box start, pawl_vec2 translation,
                           pawli_tree_cast *cast);
void pawli_tree_cast_clip(pawli_tree_cast *cast, int32_t fraction);
uint16_t pawli_tree_cast_next(const struct pawl_world *world, pawli_tree_cast *cast);

/* The box around all of a movement. */
static inline pawl_box pawli_tree_swept(pawl_box box, pawl_vec2 translation) {
    box.lower.x = pawl_add(box.lower.x, pawl_min(translation.x, 0));
    box.lower.y = pawl_add(box.lower.y, pawl_min(translation.y, 0));
    box.upper.x = pawl_add(box.upper.x, pawl_max(translation.x, 0));
    box.upper.y = pawl_add(box.upper.y, pawl_max(translation.y, 0));
    return box;
}

#endif
