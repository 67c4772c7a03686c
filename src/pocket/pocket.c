/* pocket.c - making a pocket, and bodies that come and go. */
#include "pawl/pocket.h"

#include <string.h>

pawl_pocket_body pawl_pocket_body_default(void) {
    pawl_pocket_body body;
    memset(&body, 0, sizeof body);
    body.half[0] = body.half[1] = 128;
    body.inverse_mass = 1;
    body.elasticity = 128;
    body.friction = 64;
    body.stick = 17;
    body.category = 1;
    body.mask = 255;
    body.flags = PAWL_POCKET_USED;
    return body;
}

pawl_status pawl_pocket_init(pawl_pocket *pocket, pawl_pocket_body *bodies, uint8_t count) {
    if (pocket == NULL || bodies == NULL) return PAWL_ERR_NULL;
    if (count > PAWL_POCKET_BODIES_MAX) return PAWL_ERR_RANGE;
    memset(pocket, 0, sizeof *pocket);
    memset(bodies, 0, count * sizeof *bodies);
    pocket->bounds[0] = pocket->bounds[2] = -PAWL_POCKET_COORD_MAX;
    pocket->bounds[1] = pocket->bounds[3] = PAWL_POCKET_COORD_MAX;
    pocket->body_count = count;
    pocket->impact_limit = 64;
    return PAWL_OK;
}

int16_t pawl_pocket_add(const pawl_pocket *pocket, pawl_pocket_body *bodies,
                        const pawl_pocket_body *body) {
    if (pocket == NULL || bodies == NULL || body == NULL) return PAWL_ERR_NULL;
    if (pocket->body_count > PAWL_POCKET_BODIES_MAX) return PAWL_ERR_RANGE;
    for (uint8_t i = 0; i < pocket->body_count; i++) {
        if ((bodies[i].flags & PAWL_POCKET_USED) != 0) continue;
        bodies[i] = *body;
        bodies[i].flags |= PAWL_POCKET_USED;
        return i;
    }
    return PAWL_ERR_CAPACITY;
}

pawl_status pawl_pocket_remove(const pawl_pocket *pocket, pawl_pocket_body *bodies, uint8_t index) {
    if (pocket == NULL || bodies == NULL) return PAWL_ERR_NULL;
    if (index >= pocket->body_count || index >= PAWL_POCKET_BODIES_MAX) return PAWL_ERR_ARGUMENT;
    if ((bodies[index].flags & PAWL_POCKET_USED) == 0) return PAWL_ERR_STALE;
    memset(&bodies[index], 0, sizeof bodies[index]);
    return PAWL_OK;
}
