/* arcade_ray.c - bullets and lasers: a segment against everything, nearest first.
 *
 * The part of the segment in each body is that of pawl_clip_segment. The caller's array is kept in
 * order from the start, so nothing else is needed to sort by; when it is full the last one falls
 * out. */
#include "arcade/arcade.h"
#include "collide/core.h"
#include "fx/range.h"

#include <string.h>

/* Bodies are asked in the order of creation, so those before an equal one stay there. */
static void insert_hit(pawl_arcade_ray_hit *hits, int32_t count, uint16_t capacity,
                       const pawl_arcade_ray_hit *hit) {
    uint16_t at = count < capacity ? (uint16_t)count : capacity;
    const uint16_t used = at;
    while (at > 0 && hit->enter < hits[at - 1].enter)
        at--;
    if (at == capacity) return;
    const uint16_t moved = (uint16_t)((used < capacity ? used : capacity - 1) - at);
    memmove(hits + at + 1, hits + at, moved * sizeof *hits);
    hits[at] = *hit;
}

static pawl_vec2 point_at_fraction(pawl_vec2 from, pawl_vec2 to, pawl_fraction fraction) {
    return pawl_vec2_add(from, pawli_fraction_of_move(pawl_vec2_sub(to, from), fraction));
}

int32_t pawl_arcade_ray(const pawl_arcade *arcade, pawl_vec2 from, pawl_vec2 to, uint16_t mask,
                        pawl_arcade_ray_hit *hits, uint16_t capacity) {
    if (arcade == NULL || (hits == NULL && capacity > 0)) return PAWL_ERR_NULL;
    if (!pawli_is_position(from) || !pawli_is_position(to)) return PAWL_ERR_RANGE;
    if (!pawli_is_translation(pawl_vec2_sub(to, from))) return PAWL_ERR_RANGE;
    int32_t count = 0;
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        const uint16_t slot = pawli_arcade_order(arcade)[rank];
        const pawli_arcade_prototype *const prototype = pawli_arcade_prototype_of(arcade, slot);
        if ((prototype->category & mask) == 0) continue;
        const pawli_frame frame = {
            pawli_arcade_bodies(arcade)[slot].position, {PAWL_UNIT, 0}, {0, 0}};
        pawl_convex made;
        const pawl_convex *const shape = pawli_arcade_prototype_convex(arcade, prototype, &made);
        const pawl_segment_clip clip = pawli_clip_segment(shape, &frame, from, to);
        if (!clip.hit) continue;
        pawl_arcade_ray_hit hit;
        memset(&hit, 0, sizeof hit);
        hit.body = pawli_arcade_id_of(arcade, slot);
        hit.enter = clip.enter;
        hit.exit = clip.exit;
        hit.enter_point = point_at_fraction(from, to, clip.enter);
        hit.exit_point = point_at_fraction(from, to, clip.exit);
        hit.enter_normal = clip.enter_normal;
        hit.exit_normal = clip.exit_normal;
        insert_hit(hits, count, capacity, &hit);
        count++;
    }
    return count;
}
