/* validate_list.c - the invariants that the object table tells: counts, lists, runs, values, queues
 * of free slots; and the links of the tree. */
#include "world/validate.h"

#include "base/compiler.h"
#include "world/objects.h"

/* None, or one of an object of a type. */
static pawli_defect defect_of(const char *what, int type) {
    const pawli_defect defect = {what, what == NULL ? NULL : pawli_objects_names_of(type).name};
    return defect;
}

pawli_defect pawli_validate_list_find_count_defect(const pawl_world *world) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        const uint32_t used = pawli_objects_used(&all, world);
        if (used > pawli_objects_capacity(&all, world)) return defect_of("count", type);
        if (pawli_objects_live(&all, world) > used) return defect_of("live count", type);
    }
    return defect_of(NULL, 0);
}

/* ---- what lives ---- */

/* A list that begins at an object. */
typedef struct live_list {
    const pawl_world *world;
    pawli_objects all;
    const uint8_t *array;
    uint32_t used, live, seen; /* seen: in all lists of the type */
} live_list;

static const char *check_live(live_list *list, uint16_t at, uint32_t *serial) {
    if (at >= list->used) return "list";
    if (++list->seen > list->live) return "length of list";
    const uint8_t *object = list->array + (size_t)at * list->all.size;
    const uint32_t own = pawli_wide_member_of(object, list->all.serial);
    if (!(object[list->all.flags] & PAWLI_LIVE)) return "dead object on a list";
    if (own <= *serial) return "order of serials";
    *serial = own;
    return NULL;
}

static const char *check_object(const live_list *list, uint16_t at) {
    const pawli_find_defect find_defect = pawli_objects_find_defect_of(list->all.type);
    return find_defect == NULL ? NULL : find_defect(list->world, at);
}

/* Links both ways, ascending serials. */
static const char *check_list(live_list *list) {
    const pawli_objects *all = &list->all;
    uint16_t previous = PAWLI_NONE;
    uint32_t serial = 0;
    uint16_t at = pawli_objects_first(all, list->world);
    for (; at != PAWLI_NONE; at = pawli_objects_next(all, list->world, at)) {
        const char *defect = check_live(list, at, &serial);
        if (defect != NULL) return defect;
        const uint8_t *object = list->array + (size_t)at * all->size;
        if (pawli_member_of(object, all->previous) != previous) return "back link of list";
        previous = at;
    }
    return previous == pawli_member_of(list->world, all->last) ? NULL : "end of list";
}

/* Their parts of it are in place before objects are looked at. */
static const char *check_objects(const live_list *list) {
    uint16_t at = pawli_objects_first(&list->all, list->world);
    const char *defect = NULL;
    for (; at != PAWLI_NONE && defect == NULL; at = pawli_objects_next(&list->all, list->world, at))
        defect = check_object(list, at);
    return defect;
}

/* A list of each owner. */
static const char *check_owned(live_list *list) {
    const pawli_objects *all = &list->all, owners = pawli_objects_of(all->owner);
    uint16_t owner = pawli_objects_first(&owners, list->world);
    for (; owner != PAWLI_NONE; owner = pawli_objects_next(&owners, list->world, owner)) {
        uint32_t serial = 0;
        uint16_t at =
            pawli_member_of(pawli_objects_at(&owners, list->world, owner), all->first_of_owner);
        for (; at != PAWLI_NONE; at = pawli_objects_next(all, list->world, at)) {
            const char *defect = check_live(list, at, &serial);
            if (defect != NULL) return defect;
            const void *object = pawli_objects_at(all, list->world, at);
            if (pawli_member_of(object, all->owner_link) != owner) return "owner";
            defect = check_object(list, at);
            if (defect != NULL) return defect;
        }
    }
    return NULL;
}

/* Runs lie side by side, without gaps, in the order of their owners. */
static const char *check_runs(const pawl_world *world, const pawli_objects *run) {
    const pawli_objects owners = pawli_objects_of(run->owner);
    uint32_t count = 0;
    uint16_t at = pawli_objects_first(&owners, world);
    for (; at != PAWLI_NONE; at = pawli_objects_next(&owners, world, at)) {
        const void *owner = pawli_objects_at(&owners, world, at);
        if (pawli_member_of(owner, run->first_of_owner) != count) return "first of a run";
        count += pawli_member_of(owner, run->count_of_owner);
        if (count > pawli_objects_used(run, world)) return "length of a run";
    }
    return count == pawli_objects_used(run, world) ? NULL : "lost objects of runs";
}

static const char *check_type(const pawl_world *world, int type) {
    live_list list = {world, pawli_objects_of(type), NULL, 0, 0, 0};
    const char *defect = NULL;
    if (list.all.pool == 0) return NULL;
    list.array = pawli_objects_array_const(&list.all, world);
    list.used = pawli_objects_used(&list.all, world);
    list.live = pawli_objects_live(&list.all, world);
    defect = list.all.order == PAWLI_ORDER_LIST ? check_list(&list) : check_owned(&list);
    if (defect == NULL && list.seen != pawli_objects_live(&list.all, world))
        defect = "live objects";
    for (int owned = 1; defect == NULL && owned <= PAWLI_LAST_OBJECT; owned++) {
        const pawli_objects run = pawli_objects_of(owned);
        if (run.owner == type && run.order == PAWLI_ORDER_RUN) defect = check_runs(world, &run);
    }
    if (defect == NULL && list.all.order == PAWLI_ORDER_LIST) defect = check_objects(&list);
    return defect;
}

pawli_defect pawli_validate_list_find_live_defect(const pawl_world *world) {
    pawli_defect defect = {NULL, NULL};
    for (int type = 1; type <= PAWLI_LAST_OBJECT && defect.what == NULL; type++)
        defect = defect_of(check_type(world, type), type);
    return defect;
}

pawli_defect pawli_validate_list_find_array_defect(const pawl_world *world) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        const pawli_find_defect find_defect = pawli_objects_find_defect_of(type);
        if (all.order != PAWLI_ORDER_ARRAY || find_defect == NULL) continue;
        for (uint32_t i = 0; i < pawli_objects_used(&all, world); i++) {
            const char *what = find_defect(world, i);
            if (what != NULL) return defect_of(what, type);
        }
    }
    return defect_of(NULL, 0);
}

/* ---- values ---- */

/* Also of a field that is masked out (fields.h), which may be wrong just because of that. */
static int64_t value_in_memory(const pawl_world *world, const pawli_field *field,
                               const void *object) {
#if PAWLI_TEST_MASK
    pawli_field whole = *field;
    if (whole.size == 0) whole.size = whole.whole_size;
    return pawli_fields_value(world, &whole, object);
#else
    return pawli_fields_value(world, field, object);
#endif
}

static const char *check_values(const pawl_world *world, int type, const void *object) {
    const pawli_fields table = pawli_fields_of((pawli_object_type)type);
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&table.fields[i], &copy, sizeof copy);
        if (field->range == PAWLI_RANGE_ANY) continue;
        const int64_t value = value_in_memory(world, field, object);
        const pawli_range range = pawli_fields_range(field->range);
        if (value >= range.low && value <= range.high) continue;
#if !PAWLI_HAS_NAMES
        return "value";
#else
        return pawli_fields_name((pawli_object_type)type, field->number);
#endif
    }
    return NULL;
}

static bool is_there(const pawli_objects *all, const pawl_world *world, uint32_t at) {
    if (all->pool != 0) return pawli_objects_is_live(all, world, at);
    if (all->order != PAWLI_ORDER_SHARED) return true;
    return pawli_geometries_const(world)[at].users > 0 && pawli_objects_holds(all, world, at);
}

PAWLI_RARE pawli_defect pawli_validate_list_find_value_defect(const pawl_world *world) {
    const char *what = NULL;
    int type = 0;
    while (type < PAWLI_LAST_OBJECT && what == NULL) {
        const pawli_objects all = pawli_objects_of(++type);
        if (all.pool != 0 && all.pool_type == PAWLI_OBJECT_POOL)
            what = check_values(world, PAWLI_OBJECT_POOL, pawli_objects_pool_const(&all, world));
        if (all.order == PAWLI_ORDER_POOL) continue;
        for (uint32_t i = 0; i < pawli_objects_used(&all, world) && what == NULL; i++) {
            if (is_there(&all, world, i))
                what = check_values(world, type, pawli_objects_at(&all, world, i));
        }
    }
    return defect_of(what, type);
}

/* ---- queues: all slots that have been used and are not live, each once ---- */

static const char *check_queue(const pawl_world *world, const pawli_objects *all) {
    const pawli_pool *pool = pawli_objects_pool_const(all, world);
    const uint32_t expected = (uint32_t)pool->used - pool->live;
    uint16_t last = PAWLI_NONE;
    uint32_t seen = 0;
    uint16_t at = pool->free_first;
    for (; at != PAWLI_NONE; at = pawli_objects_next_free(all, world, at)) {
        if (at >= pool->used || ++seen > expected) return "free slots";
        if (pawli_objects_is_live(all, world, at)) return "live object in the queue";
        last = at;
    }
    if (last != pool->free_last) return "last free slot";
    return seen == expected ? NULL : "lost slots";
}

PAWLI_RARE pawli_defect pawli_validate_list_find_queue_defect(const pawl_world *world) {
    pawli_defect defect = {NULL, NULL};
    for (int type = 1; type <= PAWLI_LAST_OBJECT && defect.what == NULL; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool != 0) defect = defect_of(check_queue(world, &all), type);
    }
    return defect;
}

/* ---- the tree ---- */

/* Whether a child knows its parent. */
static bool is_child_of(const pawl_world *world, uint16_t child, uint16_t parent) {
    if (!(child & PAWLI_LEAF)) {
        return child < world->node_used && pawli_nodes_const(world)[child].parent == parent;
    }
    const uint16_t slot = (uint16_t)(child & ~PAWLI_LEAF);
    if (slot >= world->shape_pool.used) return false;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    return (shape->flags & PAWLI_SHAPE_IN_TREE) != 0 && shape->node == parent;
}

/* Every node above a shape has two children that know it, one of which leads to the shape. */
static const char *check_path(const pawl_world *world, uint16_t shape) {
    const pawli_node *nodes = pawli_nodes_const(world);
    uint16_t below = shape | PAWLI_LEAF;
    for (uint16_t at = pawli_shapes_const(world)[shape].node; at != PAWLI_NONE;
         at = nodes[at].parent) {
        const uint16_t *child = nodes[at].child;
        if (child[0] == child[1] || (child[0] != below && child[1] != below)) return "tree child";
        if (!is_child_of(world, child[0], at) || !is_child_of(world, child[1], at)) {
            return "tree parent";
        }
        below = at;
    }
    return below == world->tree_root ? NULL : "tree root";
}

/* Whether a node lies on the path from its leftmost leaf up; the children of a free node are what
 * they happened to be. */
static bool is_in_tree(const pawl_world *world, uint16_t node) {
    const pawli_node *nodes = pawli_nodes_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint16_t child = node;
    for (uint32_t depth = 0; !(child & PAWLI_LEAF); depth++) {
        if (child >= world->node_used || depth > world->node_used) return false;
        child = nodes[child].child[0];
    }
    const uint16_t slot = (uint16_t)(child & ~PAWLI_LEAF);
    if (slot >= world->shape_pool.used || !(shapes[slot].flags & PAWLI_SHAPE_IN_TREE)) return false;
    uint16_t at = shapes[slot].node;
    while (at != PAWLI_NONE && at != node)
        at = nodes[at].parent;
    return at == node;
}

/* Nodes that are not in the tree are on the list. */
static const char *check_free_nodes(const pawl_world *world, uint32_t leaves) {
    const uint32_t expected = world->node_used - (leaves > 1 ? leaves - 1 : 0);
    uint32_t seen = 0;
    uint16_t at = world->free_node;
    for (; at != PAWLI_NONE; at = pawli_nodes_const(world)[at].parent) {
        if (at >= world->node_used || ++seen > expected) return "free nodes";
        if (is_in_tree(world, at)) return "free node in the tree";
    }
    return seen == expected ? NULL : "lost nodes";
}

PAWLI_RARE const char *pawli_validate_list_find_tree_defect(const pawl_world *world) {
    uint32_t leaves = 0;
    if (!PAWL_WITH_TREE) return NULL;
    for (uint16_t i = 0; i < world->shape_pool.used; i++) {
        if (!(pawli_shapes_const(world)[i].flags & PAWLI_SHAPE_IN_TREE)) continue;
        leaves++;
        const char *defect = check_path(world, i);
        if (defect != NULL) return defect;
    }
    return check_free_nodes(world, leaves);
}
