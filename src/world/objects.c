/* objects.c - the object table. A row names only what its type has. */
#include "world/objects.h"

#include "pawl/state.h"
#include "world/validate.h"

#include <string.h>

#define WORLD_AT(member) (uint16_t) offsetof(pawl_world, member)

/* Slots of a pool: where they lie, and the members that all slots have. */
#define SLOTS(struct_type, at_array, member)                                                  \
    .size = sizeof(struct_type), .array = WORLD_AT(at_array), .pool = WORLD_AT(member),       \
    .count = WORLD_AT(member.used), .capacity = WORLD_AT(member.capacity), .count_size = 2,   \
    .serial = offsetof(struct_type, serial), .generation = offsetof(struct_type, generation), \
    .flags = offsetof(struct_type, flags), .next = offsetof(struct_type, next)
/* The live ones are a list. */
#define LIST(struct_type, first_member, last_member)                                           \
    .order = PAWLI_ORDER_LIST, .first = WORLD_AT(first_member), .last = WORLD_AT(last_member), \
    .previous = offsetof(struct_type, previous), .free_link = offsetof(struct_type, next)
/* Objects side by side that are counted by the world. */
#define COUNTED(struct_type, at_array, count_member, capacity_member)                          \
    .size = sizeof(struct_type), .array = WORLD_AT(at_array), .count = WORLD_AT(count_member), \
    .capacity = WORLD_AT(capacity_member), .count_size = sizeof(((pawl_world *)0)->count_member)
/* Vectors from the origin of the world. */
#define PLACES(struct_type, member, number) \
    .places = offsetof(struct_type, member), .place_count = number
#define POOL(described_by, in_section, free_ones) \
    .pool_type = described_by, .pool_section = in_section, .free_section = free_ones

const pawli_objects pawli_objects_table[PAWLI_LAST_OBJECT + 1] PAWLI_ROM = {
    [PAWLI_OBJECT_WORLD] = {.type = PAWLI_OBJECT_WORLD,
                            .order = PAWLI_ORDER_ONE,
                            .size = sizeof(pawl_world),
                            .branch = PAWL_BRANCH_WORLD,
                            .section = PAWLI_SECTION_WORLD},
    [PAWLI_OBJECT_BODY] = {.type = PAWLI_OBJECT_BODY,
                           SLOTS(pawli_body, at_bodies, body_pool),
                           LIST(pawli_body, first_body, last_body),
                           PLACES(pawli_body, position, 1),
                           POOL(PAWLI_OBJECT_POOL, PAWLI_SECTION_POOLS, PAWLI_SECTION_FREE),
                           .branch = PAWL_BRANCH_BODIES,
                           .section = PAWLI_SECTION_BODIES},
    [PAWLI_OBJECT_SHAPE] = {.type = PAWLI_OBJECT_SHAPE,
                            SLOTS(pawli_shape, at_shapes, shape_pool),
                            PLACES(pawli_shape, fat_box, 2),
                            POOL(PAWLI_OBJECT_POOL, PAWLI_SECTION_POOLS, PAWLI_SECTION_FREE),
                            .order = PAWLI_ORDER_OWNED,
                            .free_link = offsetof(pawli_shape, body),
                            .owner = PAWLI_OBJECT_BODY,
                            .owner_link = offsetof(pawli_shape, body),
                            .first_of_owner = offsetof(pawli_body, first_shape),
                            .branch = PAWL_BRANCH_SHAPES,
                            .section = PAWLI_SECTION_SHAPES},
    [PAWLI_OBJECT_GEOMETRY] = {.type = PAWLI_OBJECT_GEOMETRY,
                               COUNTED(pawli_geometry, at_geometries, geometry_used,
                                       geometry_capacity),
                               .order = PAWLI_ORDER_SHARED,
                               .owner = PAWLI_OBJECT_SHAPE,
                               .first_of_owner = offsetof(pawli_shape, geometry),
                               .branch = PAWL_BRANCH_SHAPES,
                               .section = PAWLI_SECTION_GEOMETRIES},
    [PAWLI_OBJECT_CONTACT] = {.type = PAWLI_OBJECT_CONTACT,
                              COUNTED(pawli_contact, at_contacts, contact_count, contact_capacity),
                              .order = PAWLI_ORDER_ARRAY,
                              .branch = PAWL_BRANCH_CONTACTS,
                              .section = PAWLI_SECTION_CONTACTS},
    [PAWLI_OBJECT_POOL] = {.type = PAWLI_OBJECT_POOL,
                           .order = PAWLI_ORDER_POOL,
                           .size = sizeof(pawli_pool),
                           .branch = PAWL_BRANCH_POOLS,
                           .section = PAWLI_SECTION_POOLS},
    [PAWLI_OBJECT_JOINT] = {.type = PAWLI_OBJECT_JOINT,
                            SLOTS(pawli_joint, at_joints, joint_pool),
                            LIST(pawli_joint, first_joint, last_joint),
                            PLACES(pawli_joint, place, 2),
                            POOL(PAWLI_OBJECT_POOL, PAWLI_SECTION_POOLS, PAWLI_SECTION_FREE),
                            .branch = PAWL_BRANCH_JOINTS,
                            .section = PAWLI_SECTION_JOINTS},
    [PAWLI_OBJECT_TERRAIN] = {.type = PAWLI_OBJECT_TERRAIN,
                              COUNTED(pawli_geometry, at_geometries, geometry_used,
                                      geometry_capacity),
                              .order = PAWLI_ORDER_SHARED,
                              .owner = PAWLI_OBJECT_SHAPE,
                              .first_of_owner = offsetof(pawli_shape, geometry),
                              .branch = PAWL_BRANCH_SHAPES,
                              .section = PAWLI_SECTION_TERRAINS},
    [PAWLI_OBJECT_SOFT] = {.type = PAWLI_OBJECT_SOFT,
                           SLOTS(pawli_soft, at_softs, soft_pool),
                           LIST(pawli_soft, first_soft, last_soft),
                           POOL(PAWLI_OBJECT_SOFT_POOL, PAWLI_SECTION_SOFT,
                                PAWLI_SECTION_SOFT_FREE),
                           .branch = PAWL_BRANCH_SOFT,
                           .section = PAWLI_SECTION_SOFT_BODIES},
    [PAWLI_OBJECT_SOFT_POINT] = {.type = PAWLI_OBJECT_SOFT_POINT,
                                 COUNTED(pawli_soft_point, at_soft_points, soft_point_count,
                                         soft_point_capacity),
                                 PLACES(pawli_soft_point, position, 1),
                                 .order = PAWLI_ORDER_RUN,
                                 .owner = PAWLI_OBJECT_SOFT,
                                 .first_of_owner = offsetof(pawli_soft, first_point),
                                 .count_of_owner = offsetof(pawli_soft, point_count),
                                 .pool_section = PAWLI_SECTION_SOFT,
                                 .branch = PAWL_BRANCH_SOFT,
                                 .section = PAWLI_SECTION_SOFT_POINTS},
    [PAWLI_OBJECT_SOFT_LINK] = {.type = PAWLI_OBJECT_SOFT_LINK,
                                COUNTED(pawli_soft_link, at_soft_links, soft_link_count,
                                        soft_link_capacity),
                                .order = PAWLI_ORDER_RUN,
                                .owner = PAWLI_OBJECT_SOFT,
                                .first_of_owner = offsetof(pawli_soft, first_link),
                                .count_of_owner = offsetof(pawli_soft, link_count),
                                .pool_section = PAWLI_SECTION_SOFT,
                                .branch = PAWL_BRANCH_SOFT,
                                .section = PAWLI_SECTION_SOFT_LINKS},
    [PAWLI_OBJECT_SOFT_POOL] = {.type = PAWLI_OBJECT_SOFT_POOL,
                                .order = PAWLI_ORDER_ONE,
                                .size = sizeof(pawl_world),
                                .branch = PAWL_BRANCH_POOLS,
                                .section = PAWLI_SECTION_SOFT},
#if PAWL_WITH_CHARACTERS
    [PAWLI_OBJECT_CHARACTER] = {.type = PAWLI_OBJECT_CHARACTER,
                                SLOTS(pawli_character, at_characters, character_pool),
                                LIST(pawli_character, first_character, last_character),
                                PLACES(pawli_character, ground_center, 1),
                                POOL(PAWLI_OBJECT_POOL, PAWLI_SECTION_CHARACTER_POOL,
                                     PAWLI_SECTION_CHARACTER_FREE),
                                .branch = PAWL_BRANCH_CHARACTERS,
                                .section = PAWLI_SECTION_CHARACTERS},
#endif
#if PAWLI_TEST_OBJECT
    [PAWLI_OBJECT_TEST] = {.type = PAWLI_OBJECT_TEST,
                           SLOTS(pawli_test_object, at_tests, test_pool),
                           LIST(pawli_test_object, first_test, last_test),
                           POOL(PAWLI_OBJECT_POOL, PAWLI_SECTION_TEST_POOL,
                                PAWLI_SECTION_TEST_FREE),
                           .branch = PAWL_BRANCH_COUNT - 1,
                           .section = PAWLI_SECTION_TEST},
#endif
};

/* Apart as well: no step and no hash asks for a name. */
const pawli_object_names pawli_objects_names[PAWLI_LAST_OBJECT + 1] PAWLI_ROM = {
    [PAWLI_OBJECT_WORLD] = {"the world", NULL, "world"},
    [PAWLI_OBJECT_BODY] = {"body", "bodies", "bodies"},
    [PAWLI_OBJECT_SHAPE] = {"shape", "shapes", "shapes"},
    [PAWLI_OBJECT_GEOMETRY] = {"geometry", NULL, NULL},
    [PAWLI_OBJECT_CONTACT] = {"contact", NULL, "contacts"},
    [PAWLI_OBJECT_POOL] = {"pool", NULL, "pools"},
    [PAWLI_OBJECT_JOINT] = {"joint", "joints", "joints"},
    [PAWLI_OBJECT_TERRAIN] = {"terrain", NULL, NULL},
    [PAWLI_OBJECT_SOFT] = {"soft body", "soft bodies", "soft"},
    [PAWLI_OBJECT_SOFT_POINT] = {"point", NULL, NULL},
    [PAWLI_OBJECT_SOFT_LINK] = {"link", NULL, NULL},
    [PAWLI_OBJECT_SOFT_POOL] = {"pool of soft bodies", NULL, NULL},
#if PAWL_WITH_CHARACTERS
    [PAWLI_OBJECT_CHARACTER] = {"character", "characters", "characters"},
#endif
#if PAWLI_TEST_OBJECT
    [PAWLI_OBJECT_TEST] = {"test object", "test objects", "tests"},
#endif
};

const pawli_find_defect pawli_objects_find_defect[PAWLI_LAST_OBJECT + 1] PAWLI_ROM = {
    [PAWLI_OBJECT_BODY] = pawli_validate_find_body_defect,
    [PAWLI_OBJECT_SHAPE] = pawli_validate_find_shape_defect,
    [PAWLI_OBJECT_CONTACT] = pawli_validate_find_contact_defect,
    [PAWLI_OBJECT_JOINT] = pawli_validate_joint_find_defect,
    [PAWLI_OBJECT_SOFT] = pawli_validate_soft_find_defect,
#if PAWL_WITH_CHARACTERS
    [PAWLI_OBJECT_CHARACTER] = pawli_validate_find_character_defect,
#endif
};

pawli_objects pawli_objects_of_pool(uint32_t index) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool != 0 && index-- == 0) return all;
    }
    return pawli_objects_of(0);
}

pawli_objects pawli_objects_owned_by(int owner, pawli_objects_order order) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.owner == owner && all.order == order) return all;
    }
    return pawli_objects_of(0);
}

void pawli_objects_init(pawl_world *world) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool == 0) continue;
        pawli_pool *pool = pawli_objects_pool(&all, world);
        pawli_pool_init(pool, pool->capacity);
        if (all.order != PAWLI_ORDER_LIST) continue;
        *pawli_member(world, all.first) = *pawli_member(world, all.last) = PAWLI_NONE;
    }
}

void pawli_objects_append(pawl_world *world, const pawli_objects *all, uint16_t slot) {
    const pawli_live_list list = {pawli_member(world, all->first), pawli_member(world, all->last)};
    const pawli_slots slots = {pawli_objects_array(all, world), (uint16_t)all->size, all->next};
    PAWL_ASSERT(all->previous == all->next + sizeof(uint16_t));
    pawli_pool_append(list, slots, slot);
}
