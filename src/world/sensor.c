/* sensor.c - who is in a sensor. A sensor and each shape near it are a contact without points,
 * which nothing but the collision phase and these calls looks at. */
#include "world/world.h"

bool pawl_shape_next_visitor(const pawl_world *world, pawl_shape_id sensor, uint32_t *cursor,
                             pawl_shape_id *visitor) {
    if (world == NULL || cursor == NULL || visitor == NULL) return false;
    const uint16_t slot = pawli_pool_find_shape(world, sensor);
    if (!pawl_shape_is_sensor(world, sensor)) return false;
    const pawli_contact *contacts = pawli_contacts_const(world);
    while (*cursor < world->contact_count) {
        const pawli_contact *contact = &contacts[(*cursor)++];
        if (!(contact->flags & PAWLI_CONTACT_OVERLAPS)) continue;
        if (contact->shape_a != slot && contact->shape_b != slot) continue;
        *visitor = pawli_pool_shape_id(world, contact->shape_a == slot ? contact->shape_b
                                                                       : contact->shape_a);
        return true;
    }
    return false;
}
