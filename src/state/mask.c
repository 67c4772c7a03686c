/* mask.c - fields that are left out, in the builds of MODE=mask: see fields.h. */
#include "world/objects.h"

#include <string.h>

#if PAWLI_TEST_MASK

/* The tables are no constants in these builds. */
void pawli_mask_field(pawli_object_type type, uint8_t number, bool masked) {
    const pawli_fields table = pawli_fields_of(type);
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field *field = (pawli_field *)&table.fields[i];
        if (field->number != number) continue;
        if (field->size != 0) field->whole_size = field->size;
        field->size = masked ? 0 : field->whole_size;
    }
}

static void reset(pawli_object_type type, void *object) {
    const pawli_fields table = pawli_fields_of(type);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field *field = &table.fields[i];
        uint8_t *at = (uint8_t *)object + field->offset;
        if (field->size != 0 || field->whole_size == 0) continue;
        const uint64_t value = (uint64_t)pawli_fields_default(field);
        for (int byte = 0; byte < field->whole_size; byte++)
            at[byte] = (uint8_t)(value >> 8 * byte & 0xFF); /* of little-endian hosts */
    }
}

static void reset_contact(pawl_world *world, uint32_t at) {
    pawli_whole_contact whole = pawli_contact_whole(world, at);
    reset(PAWLI_OBJECT_CONTACT, &whole);
    (void)pawli_contact_put(world, at, &whole);
}

/* What describes the pool of a type. */
static void *pool_or_world(pawl_world *world, const pawli_objects *all) {
    return all->pool_type == PAWLI_OBJECT_POOL ? (void *)pawli_objects_pool(all, world) : world;
}

void pawli_mask_reset(pawl_world *world) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool != 0) reset((pawli_object_type)all.pool_type, pool_or_world(world, &all));
        if (all.order == PAWLI_ORDER_POOL || type == PAWLI_OBJECT_SOFT_POOL) continue;
        for (uint32_t i = 0; i < pawli_objects_used(&all, world); i++) {
            if (!pawli_objects_holds(&all, world, i)) continue;
            if (type == PAWLI_OBJECT_CONTACT) {
                reset_contact(world, i);
                continue;
            }
            reset((pawli_object_type)type, pawli_objects_array(&all, world) + i * all.size);
        }
    }
}

#endif
