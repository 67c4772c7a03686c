/* box.h - internal: two boxes whose sides lie along the axes. */
#ifndef PAWLI_ARCADE_BOX_H
#define PAWLI_ARCADE_BOX_H

#include "pawl/arcade.h"

/* floor(n * 2^bits / m) for n <= m, 0 < m, bits <= 31, and what is left of n * 2^bits (`rest` may
 * be null). A shift and a subtraction for each bit: parts without a divider are no slower. */
uint32_t pawli_fraction_of(uint32_t n, uint32_t m, int bits, uint32_t *rest);

/* Two boxes, b's centre minus a's, and the sum of their half extents: whether they touch or
 * overlap. Then the normal from a to b, and the depth and move of b that part them. */
bool pawli_boxes_overlap(pawl_vec2 offset, pawl_vec2 reach, pawl_translation *out);

/* The same with a moving; *out is zero on entry. Range: |move| <= 2^30 on each axis. */
void pawli_boxes_meet(pawl_vec2 offset, pawl_vec2 reach, pawl_vec2 move, pawl_arcade_meeting *out);

#endif
