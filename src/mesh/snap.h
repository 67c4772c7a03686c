/* snap.h - segments that cross become edges that do not: snap rounding.
 *
 * Source: Hobby, Practical segment intersection with finite precision output (1999); Guibas and
 * Marimont, Rounding arrangements dynamically (1998). The hot points are the ends of all segments
 * and their proper crossings, rounded by floor(x + 1/2). The pixel of a point p is the half-open
 * square [p - 1/2, p + 1/2). Every segment becomes the chain of the hot points whose pixels it
 * meets. No two edges of the result cross, none moves by more than sqrt(1/2), the result does not
 * depend on the order of the segments, and shifting them shifts the vertices alone.
 *
 * Cost: candidates come from packed trees (pack.h): n log n and the pairs that cross. */
#ifndef PAWLI_SNAP_H
#define PAWLI_SNAP_H

#include "pawl/vec.h"

/* A directed segment of a boundary: inside is on the left of a -> b. */
typedef struct pawli_segment {
    pawl_vec2 a, b; /* |coordinate| <= PAWL_COORD_MAX */
    uint16_t layer; /* windings are counted apart for each layer */
    uint16_t pad;
} pawli_segment;

/* A piece between two vertices, a < b as indices. */
typedef struct pawli_line {
    uint32_t a, b;
    uint16_t layer;
    int16_t winding; /* number of the left side of a -> b minus that of the right */
} pawli_line;

/* In the layer of a piece, where `keeps_folds` is set: it does not lie on its segment. */
#define PAWLI_LAYER_BENT 0x8000u

/* Vertices by (y, x), each once; edges by (a, b, layer), each once, those with winding 0 left out
 * along with vertices that no edge uses. With `keeps_folds`, which the caller sets, they stay, and
 * pieces that were moved are a layer of their own, PAWLI_LAYER_BENT above that of their segment:
 * layers of segments are below it then. */
typedef struct pawli_arrangement {
    pawl_vec2 *vertices;
    pawli_line *edges;
    uint32_t vertex_count, vertex_capacity;
    uint32_t edge_count, edge_capacity;
    bool keeps_folds;
    bool has_vertices; /* all were found: it is edges that have too little room */
} pawli_arrangement;

/* Bytes of scratch memory, aligned like uint64_t, for so many segments and capacities: about 4 for
 * each segment and 7 for each vertex. 0 when there cannot be so many. */
size_t pawli_snap_scratch(uint32_t segment_count, uint32_t vertex_capacity);

/* Segments of no length are left out. The arrays of `out` are used while working, also when it
 * fails, but then the counts are not touched; `has_vertices` is.
 *
 * vertex_capacity: at least the number of hot points. edge_capacity: room for all pieces (a chain
 * of k points has k - 1) and one more is always enough, and fastest; with less, pieces that lie on
 * each other are merged on the way, which is enough when a sixteenth of the room and the longest
 * chain remain free.
 *
 * CAPACITY: more vertices or edges than there is room for; RANGE: a coordinate beyond
 * PAWL_COORD_MAX, or a winding beyond +-INT16_MAX; NULL; MEMORY: scratch too small or not aligned.
 * Neither does an error depend on the order of the segments. */
pawl_status pawli_snap_round(const pawli_segment *segments, uint32_t count, void *scratch,
                             size_t scratch_size, pawli_arrangement *out);

/* What snap rounding needs. */
typedef struct pawli_snap_room {
    uint64_t vertices; /* different hot points */
    uint64_t pieces;   /* of all chains */
} pawli_snap_room;

/* More than this, of either, is told as no more than that it is more. */
#define PAWLI_SNAP_ROOM_MAX (UINT32_C(1) << 28)

/* Exactly how many hot points and pieces the segments have, in any memory that holds 7 bytes for
 * each segment and 15 for each of k points, of which there are 16 at least and one for two
 * segments: all crossings are looked at once for every k/2 different hot points. The segments must
 * not lie in the memory, which is aligned like uint64_t. MEMORY: too small; RANGE as above. */
pawl_status pawli_snap_needs(const pawli_segment *segments, uint32_t count, void *memory,
                             size_t size, pawli_snap_room *out);

#endif
