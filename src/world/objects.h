/* objects.h - internal: the object table, which describes every type of stored object once.
 *
 * The field table says what an object is made of; this one says where the objects of a type lie,
 * which pool has their slots, in which order they follow each other, which object owns them, where
 * they are in a snapshot and in the hash tree, and which function knows what is wrong with one.
 * Encode, decode, save, hashes, difference, trace, validator and masks are driven by it.
 *
 * What is not in it, because a row would say it of one type alone or of no object at all:
 *   tree nodes, events, bits of bodies and shapes: no hash has them; save.c copies their arrays;
 *   numbers of geometries in a snapshot: two types share them, and convexes come first (encode.c,
 *     decode.c);
 *   capacities of the header: its bytes are as old as format 1 and hold that of events, too;
 *     capacities of later types stand in front of their pool;
 *   what bodies, joints and soft bodies ask for when they are loaded (decode_list.c): the world
 *     does not know of snapshots. */
#ifndef PAWLI_OBJECTS_H
#define PAWLI_OBJECTS_H

#include "base/rom.h"
#include "world/fields.h"

/* How the objects of a type follow each other. */
typedef enum pawli_objects_order {
    PAWLI_ORDER_ONE,    /* there is one, in the world itself */
    PAWLI_ORDER_LIST,   /* slots of a pool; the live ones are a list in creation order */
    PAWLI_ORDER_OWNED,  /* likewise, but a list of each owner, in the order of the owners */
    PAWLI_ORDER_SHARED, /* slots that owners refer to, in the order of their first use */
    PAWLI_ORDER_ARRAY,  /* side by side, as many as the world counts */
    PAWLI_ORDER_RUN, /* likewise: as many for each owner as it says, in the order of the owners */
    PAWLI_ORDER_POOL /* the pools of other types */
} pawli_objects_order;

/* All objects of one type. What a type does not have is 0. */
typedef struct pawli_objects {
    uint16_t size;                     /* bytes of an object */
    uint16_t array, count, capacity;   /* members of the world */
    uint16_t pool, first, last;        /* members of the world */
    uint8_t next, previous, free_link; /* members of an object: lists; the queue of free slots */
    uint8_t serial, generation, flags; /* members of an object */
    uint8_t owner_link;                /* member of an object: the slot of its owner */
    uint8_t first_of_owner, count_of_owner; /* members of the owner */
    uint8_t type, owner, order;             /* owner: a type */
    uint8_t count_size;                     /* bytes of count and capacity */
    uint8_t branch;                         /* of the hash tree */
    uint8_t section;                        /* of a snapshot */
    uint8_t pool_type;                      /* the type that describes its pool */
    uint8_t pool_section, free_section;     /* of a snapshot: its pool, its free slots */
    uint8_t places, place_count; /* member of an object: coordinates of the world, side by side */
} pawli_objects;

/* objects.c */
extern const pawli_objects pawli_objects_table[PAWLI_LAST_OBJECT + 1]; /* to be fetched */

/* Expanded where it is used, so that only the members are read that are asked for. */
static inline pawli_objects pawli_objects_of(int type) {
    pawli_objects copy;
    return *(const pawli_objects *)pawli_rom_fetch(&pawli_objects_table[type], &copy, sizeof copy);
}

/* What objects are called in texts, in a table by itself, so that a program without texts is linked
 * without names. */
typedef struct pawli_object_names {
    const char *name, *plural; /* plural: of those that have slots */
    const char *branch;        /* of the first type of a branch of the hash tree */
} pawli_object_names;

extern const pawli_object_names pawli_objects_names[PAWLI_LAST_OBJECT + 1]; /* to be fetched */

static inline pawli_object_names pawli_objects_names_of(int type) {
    pawli_object_names copy;
    return *(const pawli_object_names *)pawli_rom_fetch(&pawli_objects_names[type], &copy,
                                                        sizeof copy);
}

/* What is wrong with the object in a slot or at an index; null: nothing. It may rely on what fields
 * and lists say. */
typedef const char *(*pawli_find_defect)(const pawl_world *world, uint32_t at);

/* A column of the table that lies by itself, so that a program that hashes but validates nothing is
 * linked without these functions. Null where fields and lists say all. */
extern const pawli_find_defect pawli_objects_find_defect[PAWLI_LAST_OBJECT + 1]; /* to be fetched */

static inline pawli_find_defect pawli_objects_find_defect_of(int type) {
    pawli_find_defect copy;
    return *(const pawli_find_defect *)pawli_rom_fetch(&pawli_objects_find_defect[type], &copy,
                                                       sizeof copy);
}

/* The type whose pool is pool `index` of all pools; type 0: there is none. */
pawli_objects pawli_objects_of_pool(uint32_t index);
/* The type that `owner` owns, of an order; type 0: none. */
pawli_objects pawli_objects_owned_by(int owner, pawli_objects_order order);
/* Empty pools and lists. */
void pawli_objects_init(pawl_world *world);
/* Make a slot the last of the list. */
void pawli_objects_append(pawl_world *world, const pawli_objects *all, uint16_t slot);

/* ---- members by their place ---- */

static inline uint16_t *pawli_member(void *object, uint16_t member) {
    return (uint16_t *)(void *)((uint8_t *)object + member);
}

static inline uint16_t pawli_member_of(const void *object, uint16_t member) {
    return *(const uint16_t *)(const void *)((const uint8_t *)object + member);
}

static inline uint32_t pawli_wide_member_of(const void *object, uint16_t member) {
    return *(const uint32_t *)(const void *)((const uint8_t *)object + member);
}

/* ---- the objects of a world ---- */

/* Members of the world that count. */
static inline uint32_t pawli_objects_counted(const pawli_objects *all, const pawl_world *world,
                                             uint16_t member) {
    if (all->count_size == 0) return 1;
    return all->count_size == 4 ? pawli_wide_member_of(world, member)
                                : pawli_member_of(world, member);
}

/* Slots or places of the array that are in use, or were. */
static inline uint32_t pawli_objects_used(const pawli_objects *all, const pawl_world *world) {
    return pawli_objects_counted(all, world, all->count);
}

static inline uint32_t pawli_objects_capacity(const pawli_objects *all, const pawl_world *world) {
    return pawli_objects_counted(all, world, all->capacity);
}

static inline pawli_pool *pawli_objects_pool(const pawli_objects *all, pawl_world *world) {
    return (pawli_pool *)(void *)((uint8_t *)world + all->pool);
}

static inline const pawli_pool *pawli_objects_pool_const(const pawli_objects *all,
                                                         const pawl_world *world) {
    return (const pawli_pool *)(const void *)((const uint8_t *)world + all->pool);
}

/* How many objects there are. */
static inline uint32_t pawli_objects_live(const pawli_objects *all, const pawl_world *world) {
    return all->pool != 0 ? pawli_objects_pool_const(all, world)->live
                          : pawli_objects_used(all, world);
}

static inline uint8_t *pawli_objects_array(const pawli_objects *all, pawl_world *world) {
    return (uint8_t *)world + (all->array == 0 ? 0 : pawli_wide_member_of(world, all->array));
}

static inline const uint8_t *pawli_objects_array_const(const pawli_objects *all,
                                                       const pawl_world *world) {
    return (const uint8_t *)world + (all->array == 0 ? 0 : pawli_wide_member_of(world, all->array));
}

static inline const void *pawli_objects_at(const pawli_objects *all, const pawl_world *world,
                                           uint32_t at) {
    return pawli_objects_array_const(all, world) + (size_t)at * all->size;
}

/* The object as the field table describes it: itself, or a copy of a contact and its edge. */
static inline const void *pawli_objects_whole(const pawli_objects *all, const pawl_world *world,
                                              uint32_t at, pawli_whole_contact *contact) {
    if (all->type != PAWLI_OBJECT_CONTACT) return pawli_objects_at(all, world, at);
    *contact = pawli_contact_whole(world, at);
    return contact;
}

/* The oldest object of a list. */
static inline uint16_t pawli_objects_first(const pawli_objects *all, const pawl_world *world) {
    return pawli_member_of(world, all->first);
}

static inline uint16_t pawli_objects_next(const pawli_objects *all, const pawl_world *world,
                                          uint16_t slot) {
    return pawli_member_of(pawli_objects_at(all, world, slot), all->next);
}

/* The free slot that is used after another one. */
static inline uint16_t pawli_objects_next_free(const pawli_objects *all, const pawl_world *world,
                                               uint16_t slot) {
    return pawli_member_of(pawli_objects_at(all, world, slot), all->free_link);
}

static inline uint16_t pawli_objects_generation(const pawli_objects *all, const pawl_world *world,
                                                uint16_t slot) {
    return pawli_member_of(pawli_objects_at(all, world, slot), all->generation);
}

static inline uint32_t pawli_objects_serial(const pawli_objects *all, const pawl_world *world,
                                            uint16_t slot) {
    return pawli_wide_member_of(pawli_objects_at(all, world, slot), all->serial);
}

/* Whether a slot has a live object. */
static inline bool pawli_objects_is_live(const pawli_objects *all, const pawl_world *world,
                                         uint32_t slot) {
    if (slot >= pawli_objects_used(all, world)) return false;
    const uint8_t *object = (const uint8_t *)pawli_objects_at(all, world, slot);
    return (object[all->flags] & PAWLI_LIVE) != 0;
}

/* How many vectors from the origin of the world an object has now: of joints only pulleys have
 * any, of characters those on the ground, and a shape that has never been in the tree has no box.
 */
static inline uint32_t pawli_objects_places(const pawli_objects *all, const void *object) {
    if (all->type == PAWLI_OBJECT_JOINT &&
        ((const pawli_joint *)object)->type != PAWLI_JOINT_TYPE_PULLEY)
        return 0;
    if (all->type == PAWLI_OBJECT_SHAPE) {
        const pawl_box box = ((const pawli_shape *)object)->fat_box;
        if (box.lower.x == box.upper.x) return 0;
    }
#if PAWL_WITH_CHARACTERS
    if (all->type == PAWLI_OBJECT_CHARACTER &&
        !(((const pawli_character *)object)->flags & PAWLI_CHARACTER_ON_GROUND))
        return 0;
#endif
    return all->place_count;
}

/* Whether what lies in a shared slot is of this type: convexes and terrains lie side by side. */
static inline bool pawli_objects_holds(const pawli_objects *all, const pawl_world *world,
                                       uint32_t at) {
    if (all->order != PAWLI_ORDER_SHARED) return true;
    return pawli_is_convex(&pawli_geometries_const(world)[at]) ==
           (all->type == PAWLI_OBJECT_GEOMETRY);
}

#endif
