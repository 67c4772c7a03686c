/* canonical_world.c - the canonical words of a whole state, in the order of the object table.
 *
 * Objects that are owned by no others come by the numbers of their types: bodies, each followed by
 * its shapes and their geometry; contacts; the pools of all types before that of pools, with their
 * free queues; then joints and soft bodies, each with its pool, if there has ever been one. What
 * comes later goes on like this. */
#include "world/canonical.h"
#include "world/objects.h"

/* A type and how its objects are read. */
typedef struct canonical_type {
    pawli_objects all;
    pawli_canonical_table table;
} canonical_type;

/* An owner, what it owns, and what that refers to. */
#define OWNED_MAX 3
typedef struct family {
    pawli_canonical_rows rows;
    canonical_type owner, owned[OWNED_MAX];
    uint8_t count;
} family;

static bool is_in_family(const family *of, uint8_t type) {
    bool is_in = of->owner.table.type == (pawli_object_type)type;
    for (uint8_t i = 0; i < of->count && !is_in; i++)
        is_in = of->owned[i].table.type == (pawli_object_type)type;
    return is_in;
}

/* Owners have lower numbers than what they own. Types of which no field counts are left out, with
 * all that they own. */
static void make_family(family *of, int type, uint8_t flags) {
    of->rows.used = 0;
    of->count = 0;
    of->owner.all = pawli_objects_of(type);
    of->owner.table = pawli_canonical_prepare(&of->rows, (pawli_object_type)type, flags);
    for (type++; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.owner == 0 || !is_in_family(of, all.owner)) continue;
        PAWL_ASSERT(of->count < OWNED_MAX);
        canonical_type *owned = &of->owned[of->count];
        owned->table = pawli_canonical_prepare(&of->rows, (pawli_object_type)type, flags);
        if (owned->table.count == 0) continue;
        owned->all = all;
        of->count++;
    }
}

/* What an object refers to: of one type or another. */
static void add_shared(pawli_canonical *to, uint8_t owner, const canonical_type *type,
                       const canonical_type *end, const void *object) {
    for (; type < end; type++) {
        if (type->all.owner != owner) continue;
        const uint16_t at = pawli_member_of(object, type->all.first_of_owner);
        if (!pawli_objects_holds(&type->all, to->world, at)) continue;
        pawli_canonical_object(to, &type->table, pawli_objects_at(&type->all, to->world, at));
        return;
    }
}

static void add_list_of(pawli_canonical *to, const canonical_type *type,
                        const canonical_type *shared, const canonical_type *end, uint16_t first) {
    const uint8_t *array = pawli_objects_array_const(&type->all, to->world);
    const uint32_t size = type->all.size;
    const uint16_t serial = type->all.serial, next = type->all.next;
    for (uint16_t at = first; at != PAWLI_NONE;) {
        const uint8_t *object = array + at * size;
        pawli_canonical_name(to, type->table.type, at, pawli_wide_member_of(object, serial));
        pawli_canonical_object(to, &type->table, object);
        add_shared(to, type->all.type, shared, end, object);
        at = pawli_member_of(object, next);
    }
}

static void add_run_of(pawli_canonical *to, const canonical_type *type, const void *owner) {
    const uint16_t count = pawli_member_of(owner, type->all.count_of_owner);
    const uint8_t *object = (const uint8_t *)pawli_objects_at(
        &type->all, to->world, pawli_member_of(owner, type->all.first_of_owner));
    for (uint16_t i = 0; i < count; i++, object += type->all.size)
        pawli_canonical_object(to, &type->table, object);
}

/* A list in creation order. Slots do not count for what moves. */
static void add_owners(pawli_canonical *to, const family *of, uint8_t flags) {
    const canonical_type *end = of->owned + of->count;
    const pawli_objects *all = &of->owner.all;
    const uint8_t *array = pawli_objects_array_const(all, to->world);
    const uint32_t size = all->size;
    const uint16_t serial = all->serial, next = all->next;
    const uint16_t slot_bits = flags != 0 ? 0 : UINT16_MAX;
    for (uint16_t at = pawli_objects_first(all, to->world); at != PAWLI_NONE;) {
        const uint8_t *object = array + at * size;
        pawli_canonical_name(to, of->owner.table.type, at & slot_bits,
                             pawli_wide_member_of(object, serial));
        pawli_canonical_object(to, &of->owner.table, object);
        for (const canonical_type *type = of->owned; type < end; type++) {
            if (type->all.order == PAWLI_ORDER_OWNED)
                add_list_of(to, type, type + 1, end,
                            pawli_member_of(object, type->all.first_of_owner));
            if (PAWL_WITH_SOFT && type->all.order == PAWLI_ORDER_RUN) add_run_of(to, type, object);
        }
        at = pawli_member_of(object, next);
    }
}

/* Owned objects without their owners. */
static void add_owned(pawli_canonical *to, const family *of) {
    const pawli_objects owners = pawli_objects_of(of->owner.all.owner);
    uint16_t at = pawli_objects_first(&owners, to->world);
    for (; at != PAWLI_NONE; at = pawli_objects_next(&owners, to->world, at)) {
        const void *owner = pawli_objects_at(&owners, to->world, at);
        add_list_of(to, &of->owner, of->owned, of->owned + of->count,
                    pawli_member_of(owner, of->owner.all.first_of_owner));
    }
}

static void add_array(pawli_canonical *to, const canonical_type *type) {
    const uint32_t count = pawli_objects_used(&type->all, to->world);
    for (uint32_t i = 0; i < count; i++)
        pawli_canonical_object(to, &type->table, pawli_objects_at(&type->all, to->world, i));
}

/* With the free slots in the order in which they will be used again, and their generations: the ids
 * of objects yet to be made depend on them. */
static void add_pool(pawli_canonical *to, const pawli_objects *all) {
    const pawli_object_type type = (pawli_object_type)all->pool_type;
    const pawli_pool *pool = pawli_objects_pool_const(all, to->world);
    pawli_canonical_fields(
        to, type, type == PAWLI_OBJECT_POOL ? (const void *)pool : (const void *)to->world, 0);
    for (uint16_t at = pool->free_first; at != PAWLI_NONE;
         at = pawli_objects_next_free(all, to->world, at))
        pawli_canonical_name(to, type, at, pawli_objects_generation(all, to->world, at));
}

static void add_pools(pawli_canonical *to) {
    for (int type = 1; type < PAWLI_OBJECT_POOL; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool != 0) add_pool(to, &all);
    }
}

/* Objects that are owned by no others. */
static void add_unowned(pawli_canonical *to, int type, uint8_t flags) {
    family of;
    const pawli_objects all = pawli_objects_of(type);
    const bool is_later = type > PAWLI_OBJECT_POOL;
    if (is_later && pawli_objects_used(&all, to->world) == 0) return;
    make_family(&of, type, flags);
    if (of.owner.table.count + of.count == 0) return;
    if (all.order == PAWLI_ORDER_LIST) {
        add_owners(to, &of, flags);
    } else {
        add_array(to, &of.owner);
    }
    if (is_later && flags == 0) add_pool(to, &all);
}

void pawli_canonical_world_objects(pawli_canonical *to, pawli_object_type type, uint8_t flags) {
    family of;
    if (pawli_objects_of((int)type).order != PAWLI_ORDER_OWNED) {
        add_unowned(to, (int)type, flags);
        return;
    }
    make_family(&of, (int)type, flags);
    if (of.owner.table.count + of.count != 0) add_owned(to, &of);
}

void pawli_canonical_world(pawli_canonical *to, uint8_t flags) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.order == PAWLI_ORDER_POOL) {
            if (flags == 0) add_pools(to);
        } else if (all.owner == 0 && type != PAWLI_OBJECT_SOFT_POOL) {
            add_unowned(to, type, flags);
        }
    }
}
