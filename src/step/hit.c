/* hit.c - events of shapes that hit each other. Linked where a program takes events. */
#include "base/optional.h"
#include "step/step.h"

PAWLI_MARK(pawli_hit_mark);

/* The point of a row that hit hardest, -1 for none. */
static int hardest_hit(const pawli_step *step, const pawli_contact_row *row) {
    int hardest = -1;
    for (int i = 0; i < row->count; i++) {
        const int32_t approach = pawli_approach(step, row, i);
        if (!(row->pressed >> i & 1) || approach >= -pawli_hit_speed(step->world)) continue;
        if (hardest < 0 || approach < pawli_approach(step, row, hardest)) hardest = i;
    }
    return hardest;
}

void pawli_hit_report(pawli_step *step, const pawli_contact *contact,
                      const pawli_contact_row *row) {
    const uint8_t flags =
        step->shapes[contact->shape_a].flags | step->shapes[contact->shape_b].flags;
    if (!(flags & PAWLI_SHAPE_HIT_EVENTS)) return;
    const int index = hardest_hit(step, row);
    if (index < 0) return;
    const pawli_body *a = &step->bodies[step->shapes[contact->shape_a].body];
    pawl_hit_event hit;
    hit.shape_a = pawli_pool_shape_id(step->world, contact->shape_a);
    hit.shape_b = pawli_pool_shape_id(step->world, contact->shape_b);
    hit.point = pawli_way_in(step->world, pawli_contact_point_now(contact, index, a));
    hit.normal = contact->normal;
    hit.speed = -pawli_approach(step, row, index);
    pawli_event_add_hit(step->world, &hit);
}
