/* object.c - the objects of each branch of the hash tree, one after the other; see object.h.
 *
 * The object table says how those of a branch follow each other: the next object is a link or an
 * index away, the one at an index of a list as many links as the index says. */
#include "state/object.h"

#include <string.h>

/* ---- owners and their runs ------------------------------------------------------------------ */

static uint32_t place_of_item(uint16_t slot, uint32_t item) {
    return slot == PAWLI_NONE ? PAWLI_NO_OBJECT : (uint32_t)slot << PAWLI_ITEM_BITS | item;
}

static const void *owner_at(const pawli_object *object, uint16_t slot) {
    const pawli_objects owners = pawli_objects_of(object->type);
    return pawli_objects_at(&owners, object->world, slot);
}

/* How many objects run `number` of an owner has. */
static uint32_t length_of_run(const pawli_object *object, const void *owner, uint8_t number) {
    const pawli_objects run = pawli_objects_of(object->records[1 + number]);
    return pawli_member_of(owner, run.count_of_owner);
}

static uint32_t items_of(const pawli_object *object, uint16_t slot) {
    const void *owner = owner_at(object, slot);
    uint32_t items = 1;
    for (uint8_t i = 0; i < object->run_count; i++)
        items += length_of_run(object, owner, i);
    return items;
}

pawli_item pawli_object_item(const pawli_object *object) {
    const uint32_t item = object->at & ((UINT32_C(1) << PAWLI_ITEM_BITS) - 1u);
    pawli_item found = {(uint16_t)(object->at >> PAWLI_ITEM_BITS), 0, item};
    if (item == 0) return found;
    const void *owner = owner_at(object, found.slot);
    uint32_t length = length_of_run(object, owner, 0);
    found.record = 1;
    for (found.number--; found.number >= length && found.record < object->run_count;) {
        found.number -= length;
        length = length_of_run(object, owner, found.record++);
    }
    return found;
}

static uint32_t item_after(const pawli_object *object, const pawli_objects *owners) {
    const uint16_t slot = (uint16_t)(object->at >> PAWLI_ITEM_BITS);
    const uint32_t item = object->at & ((UINT32_C(1) << PAWLI_ITEM_BITS) - 1u);
    return item + 1 < items_of(object, slot)
               ? object->at + 1
               : place_of_item(pawli_objects_next(owners, object->world, slot), 0);
}

/* Whole owners are passed at once. */
static uint32_t item_at(const pawli_object *object, uint32_t index) {
    const pawli_objects owners = pawli_objects_of(object->type);
    uint16_t at = pawli_objects_first(&owners, object->world);
    for (; at != PAWLI_NONE; at = pawli_objects_next(&owners, object->world, at)) {
        const uint32_t items = items_of(object, at);
        if (index < items) return place_of_item(at, index);
        index -= items;
    }
    return PAWLI_NO_OBJECT;
}

/* ---- order ---------------------------------------------------------------------------------- */

static uint32_t known(uint16_t slot) {
    return slot == PAWLI_NONE ? PAWLI_NO_OBJECT : slot;
}

/* The first object of an owner or of one that was created after it. */
static uint32_t owned_from(const pawl_world *world, const pawli_objects *all, uint16_t owner) {
    const pawli_objects owners = pawli_objects_of(all->owner);
    for (; owner != PAWLI_NONE; owner = pawli_objects_next(&owners, world, owner)) {
        const void *at = pawli_objects_at(&owners, world, owner);
        const uint16_t first = pawli_member_of(at, all->first_of_owner);
        if (first != PAWLI_NONE) return first;
    }
    return PAWLI_NO_OBJECT;
}

static uint32_t owned_after(const pawl_world *world, const pawli_objects *all, uint16_t slot) {
    const uint16_t next = pawli_objects_next(all, world, slot);
    if (next != PAWLI_NONE) return next;
    const pawli_objects owners = pawli_objects_of(all->owner);
    const uint16_t owner = pawli_member_of(pawli_objects_at(all, world, slot), all->owner_link);
    return owned_from(world, all, pawli_objects_next(&owners, world, owner));
}

/* Of a branch whose objects are found by their index. */
static uint32_t count_places(const pawli_objects *all, const pawl_world *world) {
    return all->order == PAWLI_ORDER_POOL ? pawli_object_record_pool_count(world)
                                          : pawli_objects_used(all, world);
}

/* Behind the last, with the types of the branch. */
static pawli_object begin_branch(const pawl_world *world, pawl_branch branch) {
    pawli_object object = {world, branch, PAWLI_NO_OBJECT, 0, 0, 0, {0, 0, 0}};
    for (int type = PAWLI_LAST_OBJECT; type > 0; type--) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.branch != (int)branch) continue;
        PAWL_ASSERT(object.record_count < PAWLI_RECORDS_OF_OBJECT);
        object.type = all.type;
        object.record_count++;
        for (uint8_t i = PAWLI_RECORDS_OF_OBJECT - 1; i > 0; i--)
            object.records[i] = object.records[i - 1];
        object.records[0] = all.type;
        if (all.order == PAWLI_ORDER_RUN) object.run_count++;
    }
    return object;
}

pawli_object pawli_object_first(const pawl_world *world, pawl_branch branch) {
    pawli_object object = begin_branch(world, branch);
    const pawli_objects all = pawli_objects_of(object.type);
    if (world == NULL || object.type == 0) return object;
    if (all.order == PAWLI_ORDER_LIST) {
        const uint16_t first = pawli_objects_first(&all, world);
        object.at = object.run_count == 0 ? known(first) : place_of_item(first, 0);
    } else if (all.order == PAWLI_ORDER_OWNED) {
        const pawli_objects owners = pawli_objects_of(all.owner);
        object.at = owned_from(world, &all, pawli_objects_first(&owners, world));
    } else if (count_places(&all, world) > 0) {
        object.at = 0;
    }
    return object;
}

void pawli_object_next(pawli_object *object) {
    const pawl_world *world = object->world;
    const pawli_objects all = pawli_objects_of(object->type);
    PAWL_ASSERT(pawli_is_there(object));
    if (all.order == PAWLI_ORDER_LIST) {
        object->at = object->run_count > 0
                         ? item_after(object, &all)
                         : known(pawli_objects_next(&all, world, (uint16_t)object->at));
    } else if (all.order == PAWLI_ORDER_OWNED) {
        object->at = owned_after(world, &all, (uint16_t)object->at);
    } else {
        object->at = object->at + 1 < count_places(&all, world) ? object->at + 1 : PAWLI_NO_OBJECT;
    }
}

pawli_object pawli_object_at(const pawl_world *world, pawl_branch branch, uint32_t index) {
    pawli_object object = pawli_object_first(world, branch);
    const pawli_objects all = pawli_objects_of(object.type);
    if (index >= pawl_world_get_object_count(world, branch)) {
        object.at = PAWLI_NO_OBJECT;
    } else if (object.run_count > 0) {
        object.at = item_at(&object, index);
    } else if (all.order == PAWLI_ORDER_LIST || all.order == PAWLI_ORDER_OWNED) {
        for (uint32_t i = 0; i < index; i++)
            pawli_object_next(&object);
    } else {
        object.at = index;
    }
    return object;
}

uint32_t pawl_world_get_object_count(const pawl_world *world, pawl_branch branch) {
    const pawli_object any = begin_branch(world, branch);
    const pawli_objects all = pawli_objects_of(any.type);
    if (world == NULL || any.type == 0) return 0;
    if (all.pool == 0) return count_places(&all, world);
    uint32_t count = pawli_objects_live(&all, world);
    for (uint8_t i = 1; i <= any.run_count; i++) {
        const pawli_objects run = pawli_objects_of(any.records[i]);
        count += pawli_objects_used(&run, world);
    }
    return count;
}

/* ---- names ---------------------------------------------------------------------------------- */

static void name_contact(const pawl_world *world, uint32_t at, pawl_object_key *key) {
    const pawli_contact *contact = &pawli_contacts_const(world)[at];
    const pawli_shape *a = &pawli_shapes_const(world)[contact->shape_a];
    const pawli_shape *b = &pawli_shapes_const(world)[contact->shape_b];
    key->serial = a->serial;
    key->serial_b = b->serial;
    key->detail = pawli_edge_of(world, at);
    key->slot = contact->shape_a;
    key->body_a = a->body;
    key->body_b = b->body;
}

static void name_item(const pawli_object *object, pawl_object_key *key) {
    const pawli_item item = pawli_object_item(object);
    const pawli_objects all = pawli_objects_of(object->type);
    key->serial = pawli_objects_serial(&all, object->world, item.slot);
    key->serial_b = item.record;
    key->detail = item.number;
    key->slot = item.slot;
}

static void name_slot(const pawli_object *object, const pawli_objects *all, pawl_object_key *key) {
    const pawl_world *world = object->world;
    const void *at = pawli_objects_at(all, world, object->at);
    key->slot = (uint16_t)object->at;
    key->serial = pawli_wide_member_of(at, all->serial);
    if (all->type == PAWLI_OBJECT_BODY) {
        key->body_a = key->slot;
    } else if (all->type == PAWLI_OBJECT_JOINT) {
        key->body_a = ((const pawli_joint *)at)->body_a;
        key->body_b = ((const pawli_joint *)at)->body_b;
    } else if (all->order == PAWLI_ORDER_OWNED) {
        const pawli_objects owners = pawli_objects_of(all->owner);
        key->body_a = pawli_member_of(at, all->owner_link);
        key->serial_b = pawli_objects_serial(&owners, world, key->body_a);
    }
}

pawl_object_key pawli_object_key(const pawli_object *object) {
    pawl_object_key key = {0, 0, 0, PAWLI_NONE, PAWLI_NONE, PAWLI_NONE, 0};
    const pawli_objects all = pawli_objects_of(object->type);
    if (all.order == PAWLI_ORDER_POOL) {
        key.detail = object->at;
    } else if (all.order == PAWLI_ORDER_ARRAY) {
        name_contact(object->world, object->at, &key);
    } else if (object->run_count > 0) {
        name_item(object, &key);
    } else if (all.serial != 0) {
        name_slot(object, &all, &key);
    }
    return key;
}

static int compare_words(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

int pawli_object_compare_keys(pawl_branch branch, const pawl_object_key *a,
                              const pawl_object_key *b) {
    const int first = compare_words(a->serial, b->serial),
              second = compare_words(a->serial_b, b->serial_b);
    if (branch == PAWL_BRANCH_SHAPES) return second != 0 ? second : first; /* they come by body */
    if (first != 0) return first;
    return second != 0 ? second : compare_words(a->detail, b->detail);
}

/* The first contact at or behind a key. They are sorted, by at most 18 comparisons. */
static uint32_t find_contact(const pawli_object *any, const pawl_object_key *key) {
    uint32_t low = 0, high = any->world->contact_count;
    while (low < high) {
        pawli_object middle = *any;
        middle.at = low + (high - low) / 2;
        const pawl_object_key at = pawli_object_key(&middle);
        if (pawli_object_compare_keys(PAWL_BRANCH_CONTACTS, &at, key) < 0) {
            low = middle.at + 1;
        } else {
            high = middle.at;
        }
    }
    return low < any->world->contact_count ? low : PAWLI_NO_OBJECT;
}

static uint32_t find_item(const pawli_object *any, const pawl_object_key *key) {
    uint32_t item = key->serial_b == 0 ? 0 : 1 + key->detail;
    const void *owner = owner_at(any, key->slot);
    if (key->serial_b > any->run_count) return PAWLI_NO_OBJECT;
    for (uint8_t i = 0; i < key->serial_b; i++) {
        const uint32_t length = length_of_run(any, owner, i);
        if (i + 1u < key->serial_b) item += length;
        if (i + 1u == key->serial_b && key->detail >= length) return PAWLI_NO_OBJECT;
    }
    return place_of_item(key->slot, item);
}

pawli_object pawli_object_place(const pawl_world *world, pawl_branch branch,
                                const pawl_object_key *key) {
    pawli_object object = pawli_object_first(world, branch);
    const pawli_objects all = pawli_objects_of(object.type);
    if (!pawli_is_there(&object)) return object;
    if (all.order == PAWLI_ORDER_POOL) {
        object.at =
            key->detail < pawli_object_record_pool_count(world) ? key->detail : PAWLI_NO_OBJECT;
    } else if (all.order == PAWLI_ORDER_ARRAY) {
        object.at = find_contact(&object, key);
    } else if (all.serial != 0) {
        const bool live = pawli_objects_is_live(&all, world, key->slot);
        object.at = !live                  ? PAWLI_NO_OBJECT
                    : object.run_count > 0 ? find_item(&object, key)
                                           : key->slot;
    }
    return object;
}
