/* ray.c - a segment against all bodies: a point that moves along it within a step, while they stand
 * still. */
#include "pocket/pocket.h"

#include <string.h>

static bool is_within(const pawl_fx v[2]) {
    const pawl_fx most = PAWL_POCKET_COORD_MAX;
    return v[0] <= most && v[0] >= -most && v[1] <= most && v[1] >= -most;
}

int16_t pawl_pocket_ray(const pawl_pocket *pocket, const pawl_pocket_body *bodies,
                        const pawl_fx from[2], const pawl_fx to[2], uint8_t mask,
                        pawl_pocket_hit *hit) {
    if (pocket == NULL || bodies == NULL || from == NULL || to == NULL || hit == NULL)
        return PAWL_ERR_NULL;
    if (pocket->body_count > PAWL_POCKET_BODIES_MAX) return PAWL_ERR_RANGE;
    if (!is_within(from) || !is_within(to)) return PAWL_ERR_RANGE;
    int16_t found = PAWL_POCKET_NONE;
    uint32_t first = PAWLI_POCKET_STEP;
    pawl_pocket_body point;
    memset(&point, 0, sizeof point);
    for (uint8_t axis = 0; axis < 2; axis++) {
        point.position[axis] = from[axis];
        point.velocity[axis] = to[axis] - from[axis];
    }
    for (uint8_t i = 0; i < pocket->body_count; i++) {
        pawl_pocket_body body = bodies[i];
        pawli_pocket_pair pair;
        if ((body.flags & PAWL_POCKET_USED) == 0 || (body.category & mask) == 0) continue;
        if (!is_within(body.position)) continue; /* the next step clamps it */
        body.velocity[0] = body.velocity[1] = 0;
        pawli_pocket_set_pair(&pair, &point, &body);
        const bool inside = pawli_pocket_look(&pair, 0) == PAWLI_POCKET_OVERLAP;
        const uint32_t time = inside ? 0 : pawli_pocket_meet(&pair, first);
        if (time >= first) continue;
        first = time;
        found = i;
        hit->time = time;
        hit->normal[0] = hit->normal[1] = 0;
        for (uint8_t axis = 0; axis < 2; axis++)
            hit->point[axis] = from[axis] + pawli_pocket_part(point.velocity[axis], time);
        if (inside) continue;
        (void)pawli_pocket_look(&pair, time);
        (void)pawli_pocket_separation(&pair);
        pawli_pocket_put_normal(&pair, hit->normal);
    }
    return found;
}
