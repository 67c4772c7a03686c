/* pocket_ray.c - a segment against all bodies: a point that moves along it within a step, while
 * they stand still. */
#include "pocket/pocket.h"

#include <string.h>

/* It is clamped then, too. */
static bool is_out_of_range(pawl_fx position[2]) {
    return pawli_pocket_step_limit(position, 2, PAWL_POCKET_FAULT_POSITION) != 0;
}

int16_t pawl_pocket_ray(const pawl_pocket *pocket, const pawl_pocket_body *bodies,
                        const pawl_fx from[2], const pawl_fx to[2], uint8_t mask,
                        pawl_pocket_hit *hit) {
    if (pocket == NULL || bodies == NULL || from == NULL || to == NULL || hit == NULL)
        return PAWL_ERR_NULL;
    if (pocket->body_count > PAWL_POCKET_BODIES_MAX) return PAWL_ERR_RANGE;
    int16_t found = PAWL_POCKET_NONE;
    uint32_t first = PAWLI_POCKET_STEP;
    pawl_pocket_body point;
    memset(&point, 0, sizeof point);
    memcpy(point.position, from, sizeof point.position);
    memcpy(point.velocity, to, sizeof point.velocity);
    if (is_out_of_range(point.position) || is_out_of_range(point.velocity)) return PAWL_ERR_RANGE;
    for (uint8_t axis = 0; axis < 2; axis++)
        point.velocity[axis] -= point.position[axis];
    for (uint8_t i = 0; i < pocket->body_count; i++) {
        pawl_pocket_body body = bodies[i];
        pawli_pocket_pair pair;
        if ((body.flags & PAWL_POCKET_USED) == 0 || (body.category & mask) == 0) continue;
        if (is_out_of_range(body.position)) continue; /* the next step clamps it */
        body.velocity[0] = body.velocity[1] = 0;
        pawli_pocket_meet_set_pair(&pair, &point, &body);
        pair.time = 0;
        const bool inside = pawli_pocket_meet_look(&pair, 0) == PAWLI_POCKET_OVERLAP;
        if (first == 0 || (!inside && !pawli_pocket_meet(&pair, first))) continue;
        first = pair.time;
        found = i;
        hit->time = first;
        pawli_pocket_response_touch(&pair, first, hit->normal);
        if (inside) hit->normal[0] = hit->normal[1] = 0;
        for (uint8_t axis = 0; axis < 2; axis++)
            hit->point[axis] = pawli_pocket_meet_place(PAWLI_POCKET_COLUMN(&point, axis), first);
    }
    return found;
}
