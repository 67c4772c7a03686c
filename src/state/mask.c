/* mask.c - fields that are left out, in the builds of MODE=mask: see fields.h. */
#include "world/fields.h"

#include <string.h>

#if PAWLI_TEST_MASK

/* The tables are no constants in these builds. */
void pawli_mask_field(pawli_object_type kind, uint8_t number, bool masked) {
    const pawli_fields table = pawli_fields_of(kind);
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field *field = (pawli_field *)&table.fields[i];
        if (field->number != number) continue;
        if (field->size != 0) field->whole_size = field->size;
        field->size = masked ? 0 : field->whole_size;
    }
}

static void reset(pawli_object_type kind, void *object) {
    const pawli_fields table = pawli_fields_of(kind);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field *field = &table.fields[i];
        uint8_t *at = (uint8_t *)object + field->offset;
        if (field->size != 0 || field->whole_size == 0) continue;
        const int64_t rest = field->rest;
        for (int byte = 0; byte < field->whole_size; byte++)
            at[byte] = (uint8_t)((uint64_t)rest >> 8 * byte & 0xFF); /* of little-endian hosts */
    }
}

void pawli_mask_reset(pawl_world *world) {
    reset(PAWLI_OBJECT_WORLD, world);
    reset(PAWLI_OBJECT_SOFT_POOL, world);
    reset(PAWLI_OBJECT_POOL, &world->body_pool);
    reset(PAWLI_OBJECT_POOL, &world->shape_pool);
    reset(PAWLI_OBJECT_POOL, &world->joint_pool);
    for (uint16_t i = 0; i < world->body_pool.used; i++)
        reset(PAWLI_OBJECT_BODY, &pawli_bodies(world)[i]);
    for (uint16_t i = 0; i < world->shape_pool.used; i++)
        reset(PAWLI_OBJECT_SHAPE, &pawli_shapes(world)[i]);
    for (uint16_t i = 0; i < world->joint_pool.used; i++)
        reset(PAWLI_OBJECT_JOINT, &pawli_joints(world)[i]);
    for (uint16_t i = 0; i < world->soft_pool.used; i++)
        reset(PAWLI_OBJECT_SOFT, &pawli_softs(world)[i]);
    for (uint16_t i = 0; i < world->soft_point_count; i++)
        reset(PAWLI_OBJECT_SOFT_POINT, &pawli_soft_points(world)[i]);
    for (uint16_t i = 0; i < world->soft_link_count; i++)
        reset(PAWLI_OBJECT_SOFT_LINK, &pawli_soft_links(world)[i]);
    for (uint32_t i = 0; i < world->contact_count; i++)
        reset(PAWLI_OBJECT_CONTACT, &pawli_contacts(world)[i]);
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        pawli_geometry *geometry = &pawli_geometries(world)[i];
        if (pawli_is_convex(geometry)) {
            reset(PAWLI_OBJECT_GEOMETRY, &geometry->convex);
        } else {
            reset(PAWLI_OBJECT_TERRAIN, geometry);
        }
    }
}

#endif
