/* box_sweep.h - internal: two boxes whose sides lie along the axes. */
#ifndef PAWLI_BOX_SWEEP_H
#define PAWLI_BOX_SWEEP_H

#include "pawl/arcade.h"

/* floor(n * 2^bits / m) for n <= m, 0 < m, bits <= 31, and what is left of n * 2^bits (`remainder`
 * may be null). A shift and a subtraction for each bit: parts without a divider are no slower. */
uint32_t pawli_box_sweep_fraction(uint32_t n, uint32_t m, int bits, uint32_t *remainder);

/* Two boxes, b's center minus a's, and the sum of their half extents: whether they touch or
 * overlap. Then the normal from a to b, and the depth and move of b that part them. */
bool pawli_box_sweep_overlap(pawl_vec2 offset, pawl_vec2 reach, pawl_translation *out);

/* Boxes that touch or overlap, with a moving; normal is that of the overlap on entry. */
void pawli_box_sweep_touch(pawl_vec2 offset, pawl_vec2 reach, pawl_vec2 move,
                           pawl_arcade_meeting *out);

/* Where the origin, on its path, enters a box: by a side across which axis, at n / m of it. n < 0:
 * it starts within the slab that it enters last. Range: |move| <= 2^30 on each axis. */
typedef struct pawli_slab_entry {
    int64_t n;
    uint32_t m;
    bool by_x;
} pawli_slab_entry;

/* Whether the path passes through the inside of the box of a difference, ahead of its start. */
bool pawli_box_sweep_enter(pawl_vec2 offset, pawl_vec2 reach, pawl_vec2 move,
                           pawli_slab_entry *out);

/* Fill in hit, fraction and normal; n >= 0. */
void pawli_box_sweep_hit(const pawli_slab_entry *entry, pawl_vec2 move, pawl_arcade_meeting *out);

#endif
