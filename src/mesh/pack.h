/* pack.h - boxes packed into a tree once, to find those near a segment.
 *
 * Items are sorted along a curve that fills the plane; a leaf holds eight of them in a row, and
 * every node above eight nodes in a row. There are no links: 16 bytes for every seven items, and
 * their order. Unlike a grid it needs no cell size, so clusters and long segments do no harm, and
 * nothing depends on where the origin is. Source: Kamel and Faloutsos, On packing R-trees (1993),
 * with Morton's curve. */
#ifndef PAWLI_PACK_H
#define PAWLI_PACK_H

#include "pawl/vec.h"

#define PAWLI_PACK_FAN 8u
#define PAWLI_PACK_LEVELS 11u /* 8^11 > 2^32 */

typedef pawl_box (*pawli_pack_box)(const void *context, uint32_t item);

typedef struct pawli_pack {
    const uint32_t *order; /* the items */
    pawl_box *nodes;       /* level by level, leaves first */
    uint32_t count;
    uint32_t level_begin[PAWLI_PACK_LEVELS], level_count[PAWLI_PACK_LEVELS];
    unsigned level_count_used;
} pawli_pack;

/* -1, 0 or 1: which of two points comes first on the curve. */
static inline int pawli_pack_compare_curve(uint32_t ax, uint32_t ay, uint32_t bx, uint32_t by) {
    const uint32_t x = ax ^ bx, y = ay ^ by;
    /* The axis with the higher differing bit decides; y when both are the same bit. */
    if (y < x && y < (x ^ y)) return ax < bx ? -1 : 1;
    return ay < by ? -1 : ay > by ? 1 : 0;
}

/* The bits of a number with a zero above each. */
static inline uint64_t pawli_pack_spread(uint32_t value) {
    uint64_t bits = value;
    bits = (bits | bits << 16) & UINT64_C(0x0000FFFF0000FFFF);
    bits = (bits | bits << 8) & UINT64_C(0x00FF00FF00FF00FF);
    bits = (bits | bits << 4) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    bits = (bits | bits << 2) & UINT64_C(0x3333333333333333);
    return (bits | bits << 1) & UINT64_C(0x5555555555555555);
}

/* Where a point lies on the curve. */
static inline uint64_t pawli_pack_curve_key(uint32_t x, uint32_t y) {
    return pawli_pack_spread(y) << 1 | pawli_pack_spread(x);
}

/* How many nodes there are for so many items. */
uint32_t pawli_pack_nodes(uint32_t count);

/* `order` holds the items, sorted along the curve by their centers. */
void pawli_pack_build(pawli_pack *pack, const uint32_t *order, uint32_t count, pawl_box *nodes,
                      pawli_pack_box box_of, const void *context);

/* A search for what meets a segment: the box of the node overlaps that of ab, and some point p of
 * it has |cross(b - a, p - a)| <= reach. */
typedef struct pawli_pack_search {
    pawl_vec2 a, along;
    pawl_box box;
    int64_t reach;
    uint32_t node;
    unsigned level;
} pawli_pack_search;

/* Everything; or what comes at `position` of the order or later, up to seven before it as well. */
void pawli_pack_search_all(const pawli_pack *pack, pawli_pack_search *search);
void pawli_pack_search_from(pawli_pack_search *search, uint32_t position);

/* The next leaf that may hold something: positions *begin .. *end - 1 of the order. False at the
 * end. The box of the nodes must be within a unit of the range of positions. */
bool pawli_pack_next(const pawli_pack *pack, pawli_pack_search *search, uint32_t *begin,
                     uint32_t *end);

/* Fills in the segment; neither level nor node. */
pawli_pack_search pawli_pack_search_make(pawl_vec2 a, pawl_vec2 b, int64_t reach);

#endif
