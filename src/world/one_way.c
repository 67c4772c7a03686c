/* one_way.c - falling through platforms on purpose. When a body lands is decided in the step. */
#include "world/world.h"

pawl_status pawl_body_drop_through(pawl_world *world, pawl_body_id id) {
    if (world == NULL) return PAWL_ERR_NULL;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!PAWL_WITH_ONE_WAY) return PAWL_ERR_UNSUPPORTED;
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        pawli_contact *contact = &pawli_contacts(world)[i];
        const pawli_shape *a = &shapes[contact->shape_a], *b = &shapes[contact->shape_b];
        const bool platform_a = b->body == slot && (a->flags & PAWLI_SHAPE_ONE_WAY);
        const bool platform_b = a->body == slot && (b->flags & PAWLI_SHAPE_ONE_WAY);
        if (!platform_a && !platform_b) continue;
        pawli_event_add_late_end(world, contact);
        contact->flags = (uint8_t)(contact->flags & ~PAWLI_CONTACT_TOUCHING);
        contact->flags |= PAWLI_CONTACT_DROPPED;
    }
    pawli_wake(world, slot);
    return PAWL_OK;
}
