/* object.c - walks over the objects of each part of the state; see object.h.
 *
 * Bodies and joints are lists in creation order, shapes are lists of each body, contacts are a
 * sorted array: the next object is a link away, the one at an index as many links as the index
 * says. */
#include "state/object.h"

#include <string.h>

/* ---- soft bodies ---- */

#define ITEM_BITS 17

pawli_soft_item pawli_object_soft_item(const pawli_object *object) {
    const uint32_t item = object->at & ((UINT32_C(1) << ITEM_BITS) - 1u);
    pawli_soft_item found;
    found.slot = (uint16_t)(object->at >> ITEM_BITS);
    found.soft = &pawli_softs_const(object->world)[found.slot];
    const uint32_t points = found.soft->point_count;
    found.what = item == 0 ? 0 : item <= points ? 1 : 2;
    found.number = item == 0 ? 0 : item <= points ? item - 1 : item - points - 1;
    return found;
}

static uint32_t soft_place(uint16_t slot) {
    return slot == PAWLI_NONE ? PAWLI_NO_OBJECT : pawli_soft_place(slot, 0);
}

static uint32_t items_of(const pawli_soft *soft) {
    return 1u + soft->point_count + soft->link_count;
}

static uint32_t soft_after(const pawl_world *world, uint32_t at) {
    const pawli_soft *soft = &pawli_softs_const(world)[at >> ITEM_BITS];
    const uint32_t item = at & ((UINT32_C(1) << ITEM_BITS) - 1u);
    return item + 1 < items_of(soft) ? at + 1 : soft_place(soft->next);
}

/* Whole soft bodies are passed at once. */
static uint32_t soft_at(const pawl_world *world, uint32_t index) {
    const pawli_soft *softs = pawli_softs_const(world);
    for (uint16_t at = pawli_first_soft(world); at != PAWLI_NONE; at = softs[at].next) {
        const uint32_t items = items_of(&softs[at]);
        if (index < items) return pawli_soft_place(at, index);
        index -= items;
    }
    return PAWLI_NO_OBJECT;
}

/* ---- order ---- */

/* The first shape of a body or of one that was created after it. */
static uint32_t shape_from(const pawl_world *world, uint16_t body) {
    const pawli_body *bodies = pawli_bodies_const(world);
    while (body != PAWLI_NONE && bodies[body].first_shape == PAWLI_NONE)
        body = bodies[body].next;
    return body == PAWLI_NONE ? PAWLI_NONE : bodies[body].first_shape;
}

static uint32_t shape_after(const pawl_world *world, uint32_t slot) {
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    if (shape->next != PAWLI_NONE) return shape->next;
    return shape_from(world, pawli_bodies_const(world)[shape->body].next);
}

static uint32_t known(uint32_t slot) {
    return slot == PAWLI_NONE ? PAWLI_NO_OBJECT : slot;
}

pawli_object pawli_object_first(const pawl_world *world, pawl_part part) {
    pawli_object object = {world, part, PAWLI_NO_OBJECT};
    if (world == NULL) return object;
    switch (part) {
    case PAWL_PART_WORLD:
    case PAWL_PART_POOLS:
        object.at = 0;
        break;
    case PAWL_PART_BODIES:
        object.at = known(world->first_body);
        break;
    case PAWL_PART_SHAPES:
        object.at = known(shape_from(world, world->first_body));
        break;
    case PAWL_PART_JOINTS:
        object.at = known(pawli_first_joint(world));
        break;
    case PAWL_PART_CONTACTS:
        if (world->contact_count > 0) object.at = 0;
        break;
    case PAWL_PART_SOFT:
        object.at = soft_place(pawli_first_soft(world));
        break;
    }
    return object;
}

void pawli_object_next(pawli_object *object) {
    const pawl_world *world = object->world;
    const uint32_t at = object->at;
    PAWL_ASSERT(pawli_is_there(object));
    object->at = PAWLI_NO_OBJECT;
    switch (object->part) {
    case PAWL_PART_WORLD:
        break;
    case PAWL_PART_POOLS:
        if (at + 1 < pawli_pool_count(world)) object->at = at + 1;
        break;
    case PAWL_PART_BODIES:
        object->at = known(pawli_bodies_const(world)[at].next);
        break;
    case PAWL_PART_SHAPES:
        object->at = known(shape_after(world, at));
        break;
    case PAWL_PART_JOINTS:
        object->at = known(pawli_joints_const(world)[at].next);
        break;
    case PAWL_PART_CONTACTS:
        if (at + 1 < world->contact_count) object->at = at + 1;
        break;
    case PAWL_PART_SOFT:
        object->at = soft_after(world, at);
        break;
    }
}

pawli_object pawli_object_at(const pawl_world *world, pawl_part part, uint32_t index) {
    pawli_object object = pawli_object_first(world, part);
    if (index >= pawl_part_count(world, part)) {
        object.at = PAWLI_NO_OBJECT;
    } else if (part == PAWL_PART_CONTACTS || part == PAWL_PART_POOLS) {
        object.at = index;
    } else if (part == PAWL_PART_SOFT) {
        object.at = soft_at(world, index);
    } else {
        for (uint32_t i = 0; i < index; i++)
            pawli_object_next(&object);
    }
    return object;
}

/* ---- names ---- */

static void name_contact(const pawl_world *world, uint32_t at, pawl_object_key *key) {
    const pawli_contact *contact = &pawli_contacts_const(world)[at];
    const pawli_shape *a = &pawli_shapes_const(world)[contact->shape_a];
    const pawli_shape *b = &pawli_shapes_const(world)[contact->shape_b];
    key->serial = a->serial;
    key->serial_b = b->serial;
    key->detail = contact->edge;
    key->slot = contact->shape_a;
    key->body_a = a->body;
    key->body_b = b->body;
}

static void name_soft(const pawli_object *object, pawl_object_key *key) {
    const pawli_soft_item item = pawli_object_soft_item(object);
    key->serial = item.soft->serial;
    key->serial_b = item.what;
    key->detail = item.number;
    key->slot = item.slot;
}

static void name_slot(const pawl_world *world, pawl_part part, uint16_t slot,
                      pawl_object_key *key) {
    key->slot = slot;
    if (part == PAWL_PART_BODIES) {
        key->serial = pawli_bodies_const(world)[slot].serial;
        key->body_a = slot;
    } else if (part == PAWL_PART_SHAPES) {
        const pawli_shape *shape = &pawli_shapes_const(world)[slot];
        key->serial = shape->serial;
        key->serial_b = pawli_bodies_const(world)[shape->body].serial;
        key->body_a = shape->body;
    } else {
        const pawli_joint *joint = &pawli_joints_const(world)[slot];
        key->serial = joint->serial;
        key->body_a = joint->body_a;
        key->body_b = joint->body_b;
    }
}

pawl_object_key pawli_object_key(const pawli_object *object) {
    pawl_object_key key = {0, 0, 0, PAWLI_NONE, PAWLI_NONE, PAWLI_NONE, 0};
    switch (object->part) {
    case PAWL_PART_WORLD:
        break;
    case PAWL_PART_POOLS:
        key.detail = object->at;
        break;
    case PAWL_PART_CONTACTS:
        name_contact(object->world, object->at, &key);
        break;
    case PAWL_PART_SOFT:
        name_soft(object, &key);
        break;
    default:
        name_slot(object->world, object->part, (uint16_t)object->at, &key);
        break;
    }
    return key;
}

static int order(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

int pawli_object_compare_keys(pawl_part part, const pawl_object_key *a, const pawl_object_key *b) {
    const int first = order(a->serial, b->serial), second = order(a->serial_b, b->serial_b);
    if (part == PAWL_PART_SHAPES) return second != 0 ? second : first; /* they come by body */
    if (first != 0) return first;
    return second != 0 ? second : order(a->detail, b->detail);
}

/* ---- facets ---- */

uint8_t pawli_object_record_count(pawl_part part) {
    return part == PAWL_PART_SHAPES || part == PAWL_PART_SOFT ? 3 : part == PAWL_PART_POOLS ? 2 : 1;
}

pawli_object_type pawli_object_record_type(pawl_part part, uint8_t facet) {
    switch (part) {
    case PAWL_PART_WORLD:
        return PAWLI_OBJECT_WORLD;
    case PAWL_PART_BODIES:
        return PAWLI_OBJECT_BODY;
    case PAWL_PART_JOINTS:
        return PAWLI_OBJECT_JOINT;
    case PAWL_PART_CONTACTS:
        return PAWLI_OBJECT_CONTACT;
    case PAWL_PART_POOLS:
        return facet == 0 ? PAWLI_OBJECT_POOL : PAWLI_OBJECT_SOFT_POOL;
    case PAWL_PART_SOFT:
        return facet == 0   ? PAWLI_OBJECT_SOFT
               : facet == 1 ? PAWLI_OBJECT_SOFT_POINT
                            : PAWLI_OBJECT_SOFT_LINK;
    default:
        return facet == 0   ? PAWLI_OBJECT_SHAPE
               : facet == 1 ? PAWLI_OBJECT_GEOMETRY
                            : PAWLI_OBJECT_TERRAIN;
    }
}

static const void *shape_facet(const pawl_world *world, uint32_t slot, uint8_t facet) {
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    if (facet == 0) return shape;
    const pawli_geometry *geometry = &pawli_geometries_const(world)[shape->geometry];
    if (facet == 1) return pawli_is_convex(geometry) ? &geometry->convex : NULL;
    return pawli_is_convex(geometry) ? NULL : geometry;
}

static const void *soft_facet(const pawli_object *object, uint8_t facet) {
    const pawli_soft_item item = pawli_object_soft_item(object);
    if (item.what != facet) return NULL;
    if (facet == 0) return item.soft;
    if (facet == 1) {
        return pawli_soft_points_const(object->world) + item.soft->first_point + item.number;
    }
    return pawli_soft_links_const(object->world) + item.soft->first_link + item.number;
}

static const void *pool_facet(const pawli_object *object, uint8_t facet) {
    const bool is_soft = object->at == PAWLI_SOFT_POOL;
    if (facet == 1) return is_soft ? object->world : NULL;
    return is_soft ? NULL : pawli_object_pool(object);
}

const void *pawli_object_record(const pawli_object *object, uint8_t facet) {
    const pawl_world *world = object->world;
    switch (object->part) {
    case PAWL_PART_WORLD:
        return world;
    case PAWL_PART_BODIES:
        return &pawli_bodies_const(world)[object->at];
    case PAWL_PART_JOINTS:
        return &pawli_joints_const(world)[object->at];
    case PAWL_PART_CONTACTS:
        return &pawli_contacts_const(world)[object->at];
    case PAWL_PART_POOLS:
        return pool_facet(object, facet);
    case PAWL_PART_SOFT:
        return soft_facet(object, facet);
    default:
        return shape_facet(world, object->at, facet);
    }
}

/* ---- pools ---- */

/* That of joints counts only once there has been one, as in pawl_world_hash: builds without joints
 * then agree with others. */
const pawli_pool *pawli_object_pool(const pawli_object *object) {
    const pawl_world *world = object->world;
    if (object->at == 0) return &world->body_pool;
    if (object->at == 1) return &world->shape_pool;
    if (object->at == PAWLI_SOFT_POOL) return &world->soft_pool;
    return PAWL_WITH_JOINTS && world->joint_pool.used != 0 ? &world->joint_pool : NULL;
}

static uint16_t generation_of(const pawli_object *pool, uint16_t slot) {
    if (pool->at == 0) return pawli_bodies_const(pool->world)[slot].generation;
    if (pool->at == 1) return pawli_shapes_const(pool->world)[slot].generation;
    if (pool->at == PAWLI_SOFT_POOL) return pawli_softs_const(pool->world)[slot].generation;
    return pawli_joints_const(pool->world)[slot].generation;
}

/* Through the field that links free slots of that kind. */
static uint16_t free_after(const pawli_object *pool, uint16_t slot) {
    if (pool->at == 0) return pawli_bodies_const(pool->world)[slot].next;
    if (pool->at == 1) return pawli_shapes_const(pool->world)[slot].body;
    if (pool->at == PAWLI_SOFT_POOL) return pawli_softs_const(pool->world)[slot].next;
    return pawli_joints_const(pool->world)[slot].next;
}

static pawli_free_slot free_slot(const pawli_object *pool, uint16_t slot) {
    pawli_free_slot at = {slot, 0};
    if (slot != PAWLI_NONE) at.generation = generation_of(pool, slot);
    return at;
}

pawli_free_slot pawli_object_first_free(const pawli_object *pool) {
    const pawli_pool *slots = pawli_object_pool(pool);
    return free_slot(pool, slots == NULL ? PAWLI_NONE : slots->free_first);
}

void pawli_object_next_free(const pawli_object *pool, pawli_free_slot *at) {
    *at = free_slot(pool, free_after(pool, at->slot));
}

/* ---- hash ---- */

void pawli_object_plan(pawli_part_plan *plan, pawl_part part) {
    memset(plan, 0, sizeof *plan);
    pawli_canonical_row *rows = plan->rows;
    for (uint8_t i = 0; i < pawli_object_record_count(part); i++)
        rows =
            pawli_canonical_prepare(&plan->facets[i], pawli_object_record_type(part, i), 0, rows);
    PAWL_ASSERT(rows <= plan->rows + PAWLI_CANONICAL_ROWS);
}

uint32_t pawli_object_hash(const pawli_object *object, const pawli_part_plan *plan) {
    const pawl_world *world = object->world;
    pawli_canonical feed;
    if (!pawli_is_there(object)) return 0;
    pawli_canonical_begin(&feed, world);
    if (object->part == PAWL_PART_BODIES || object->part == PAWL_PART_SHAPES ||
        object->part == PAWL_PART_JOINTS) {
        const pawl_object_key key = pawli_object_key(object);
        pawli_canonical_name(&feed, pawli_object_record_type(object->part, 0), key.slot,
                             key.serial);
        if (object->part == PAWL_PART_SHAPES) pawli_canonical_word(&feed, key.serial_b);
    }
    if (object->part == PAWL_PART_SOFT) {
        const pawli_soft_item item = pawli_object_soft_item(object);
        const uint16_t number = item.what == 0 ? item.slot : (uint16_t)item.number;
        pawli_canonical_name(&feed, pawli_object_record_type(object->part, item.what), number,
                             item.soft->serial);
    }
    for (uint8_t i = 0; i < pawli_object_record_count(object->part); i++) {
        const void *at = pawli_object_record(object, i);
        if (at != NULL) pawli_canonical_object(&feed, &plan->facets[i], at);
    }
    if (object->part == PAWL_PART_POOLS) {
        pawli_free_slot at = pawli_object_first_free(object);
        for (; at.slot != PAWLI_NONE; pawli_object_next_free(object, &at))
            pawli_canonical_name(&feed, PAWLI_OBJECT_POOL, at.slot, at.generation);
    }
    return pawli_canonical_end(&feed);
}
