/* object_record.c - the structs that describe an object of the hash tree, and its hash. */
#include "state/object.h"

/* ---- records -------------------------------------------------------------------------------- */

static const void *item_record(const pawli_object *object, pawli_item item) {
    const pawli_objects owners = pawli_objects_of(object->type);
    const void *owner = pawli_objects_at(&owners, object->world, item.slot);
    if (item.record == 0) return owner;
    const pawli_objects run = pawli_objects_of(object->records[item.record]);
    const uint16_t first = pawli_member_of(owner, run.first_of_owner);
    return pawli_objects_at(&run, object->world, first + item.number);
}

/* What a slot refers to, if it is of that type. */
static const void *shared_record(const pawli_object *object, const void *owner, uint8_t record) {
    const pawli_objects all = pawli_objects_of(object->records[record]);
    const uint16_t at = pawli_member_of(owner, all.first_of_owner);
    return pawli_objects_holds(&all, object->world, at) ? pawli_objects_at(&all, object->world, at)
                                                        : NULL;
}

/* The pools that always count. That of joints has an object, but is nothing until there has been a
 * joint: builds without joints then agree with others. */
#define FIRST_POOLS 3
#define POOLS_WITHOUT_USE 2

/* Null: never used. */
static const pawli_pool *pool_of_object(const pawli_object *object) {
    const pawli_objects all = pawli_objects_of_pool(object->at);
    const pawli_pool *pool = pawli_objects_pool_const(&all, object->world);
    return object->at < POOLS_WITHOUT_USE || pool->used != 0 ? pool : NULL;
}

static const void *pool_record(const pawli_object *object, uint8_t record) {
    const pawli_objects all = pawli_objects_of_pool(object->at);
    if (all.pool_type != object->records[record]) return NULL;
    if (all.pool_type == PAWLI_OBJECT_POOL) return pool_of_object(object);
    return pool_of_object(object) == NULL ? NULL : object->world;
}

pawli_object_structs pawli_object_record_find(const pawli_object *object) {
    pawli_object_structs found = {{NULL, NULL, NULL}};
    if (object->run_count > 0) {
        const pawli_item item = pawli_object_item(object);
        found.at[item.record] = item_record(object, item);
        return found;
    }
    const pawli_objects all = pawli_objects_of(object->type);
    const bool is_pool = all.order == PAWLI_ORDER_POOL;
    found.at[0] =
        is_pool ? pool_record(object, 0) : pawli_objects_at(&all, object->world, object->at);
    for (uint8_t i = 1; i < object->record_count; i++)
        found.at[i] = is_pool ? pool_record(object, i) : shared_record(object, found.at[0], i);
    return found;
}

/* ---- pools ---------------------------------------------------------------------------------- */

uint32_t pawli_object_record_pool_count(const pawl_world *world) {
    uint32_t count = FIRST_POOLS;
    for (uint32_t i = FIRST_POOLS;; i++) {
        const pawli_objects all = pawli_objects_of_pool(i);
        if (all.type == 0) return count;
        if (pawli_objects_used(&all, world) != 0) count = i + 1;
    }
}

static pawli_free_slot free_slot(const pawli_object *pool, const pawli_objects *all,
                                 uint16_t slot) {
    pawli_free_slot at = {slot, 0};
    if (slot != PAWLI_NONE) at.generation = pawli_objects_generation(all, pool->world, slot);
    return at;
}

pawli_free_slot pawli_object_record_first_free(const pawli_object *pool) {
    const pawli_objects all = pawli_objects_of_pool(pool->at);
    const pawli_pool *slots = pool_of_object(pool);
    return free_slot(pool, &all, slots == NULL ? PAWLI_NONE : slots->free_first);
}

void pawli_object_record_next_free(const pawli_object *pool, pawli_free_slot *at) {
    const pawli_objects all = pawli_objects_of_pool(pool->at);
    *at = free_slot(pool, &all, pawli_objects_next_free(&all, pool->world, at->slot));
}

/* ---- hash ----------------------------------------------------------------------------------- */

void pawli_object_record_prepare(pawli_branch_tables *tables, const pawli_object *any) {
    tables->rows.used = 0;
    for (uint8_t i = 0; i <= any->run_count; i++)
        pawli_canonical_world_begin(&tables->readers[i], &tables->rows, any->world,
                                    (pawli_object_type)any->records[i], 0);
}

uint32_t pawli_object_record_hash(const pawli_object *object, pawli_branch_tables *tables) {
    if (!pawli_is_there(object)) return 0;
    if (object->type == PAWLI_OBJECT_POOL) {
        const pawli_objects all = pawli_objects_of_pool(object->at);
        return pawli_canonical_world_pool(object->world, &all);
    }
    if (object->run_count == 0) return pawli_canonical_world_at(&tables->readers[0], object->at);
    const pawli_item item = pawli_object_item(object);
    return item.record == 0 ? pawli_canonical_world_at(&tables->readers[0], item.slot)
                            : pawli_canonical_world_item(&tables->readers[item.record], item.slot,
                                                         (uint16_t)item.number);
}
