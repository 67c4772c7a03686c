/* snap_oracle.h - snap rounding by trying everything with everything, in native 128 bits. */
#ifndef PAWL_TESTS_SNAP_ORACLE_H
#define PAWL_TESTS_SNAP_ORACLE_H

#include "mesh/snap.h"

/* Where two segments cross properly, rounded by floor(x + 1/2). */
bool oracle_crossing(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d, pawl_vec2 *out);

/* Whether a segment meets the half-open pixel of a point, by clipping it with exact fractions. */
bool oracle_meets_pixel(pawl_vec2 a, pawl_vec2 b, pawl_vec2 point);

/* What pawli_snap_round should make of the segments, apart from errors; free it with
 * release_arrangement. `hot_count`: vertices before unused ones are dropped. `piece_count`: before
 * pieces are merged. Checks that no vertex of a chain is farther than sqrt(1/2) from its segment.
 */
pawli_arrangement oracle_snap(const pawli_segment *segments, uint32_t count, uint32_t *hot_count,
                              uint32_t *piece_count);
void release_arrangement(pawli_arrangement *arrangement);

/* Arrays of exactly this size on the heap. */
pawli_arrangement make_arrangement(uint32_t vertex_capacity, uint32_t edge_capacity);

/* Two edges that meet elsewhere than in a common end: fails the test. Tries all
 * pairs of edges whose heights overlap; vertices and edges must be in order. */
void assert_edges_are_apart(const pawli_arrangement *arrangement);

/* At every vertex as much comes in as goes out, in each of so many layers; else fails the test. */
void assert_closed(const pawli_arrangement *it, uint16_t layers);

#endif
