/* object.h - internal: the objects of a world as the branches of the hash tree list them, and their
 * values one by one. */
#ifndef PAWLI_OBJECT_H
#define PAWLI_OBJECT_H

#include "pawl/state.h"
#include "world/canonical.h"
#include "world/objects.h"

#define PAWLI_NO_OBJECT UINT32_MAX
#define PAWLI_RECORDS_OF_OBJECT 3 /* no branch has more types */

/* How many pools are objects: those of bodies, shapes and joints, and others as far as they have
 * ever been used, as in pawl_world_hash. Worlds without soft bodies are what they were before there
 * could be any. */
uint32_t pawli_object_record_pool_count(const pawl_world *world);

/* The hashes of branches that came later count likewise. */
static inline int pawli_counted_branches(const uint32_t branches[PAWL_BRANCH_COUNT]) {
    int count = PAWL_BRANCH_COUNT;
    while (count > PAWL_BRANCH_SOFT && branches[count - 1] == 0)
        count--;
    return count;
}

/* Which object of which world. */
typedef struct pawli_object {
    const pawl_world *world;
    pawl_branch branch;
    uint32_t at; /* slot; index in an array, or of a pool; 0 for the world; slot and item of objects
                    that own others of their branch, see pawli_item;
                    PAWLI_NO_OBJECT behind the last, and in a null world */
    uint8_t type;                             /* the first type of the branch */
    uint8_t run_count, record_count;          /* types that are its runs; all types of the branch */
    uint8_t records[PAWLI_RECORDS_OF_OBJECT]; /* the types, see below */
} pawli_object;

static inline bool pawli_is_there(const pawli_object *object) {
    return object->at != PAWLI_NO_OBJECT;
}

/* A soft body has one object for itself, one for each point and one for each link: its items 0, 1
 * and so on. There are at most 2^17 of them, and fewer than 2^15 slots. */
#define PAWLI_ITEM_BITS 17
typedef struct pawli_item {
    uint16_t slot;  /* of the owner */
    uint8_t record; /* 0: the owner, 1: one of its first run (a point), 2: of the second (a link) */
    uint32_t number; /* in the run */
} pawli_item;
pawli_item pawli_object_item(const pawli_object *object);

/* In the order of the tree. */
pawli_object pawli_object_first(const pawl_world *world, pawl_branch branch);
void pawli_object_next(pawli_object *object);
pawli_object pawli_object_at(const pawl_world *world, pawl_branch branch, uint32_t index);

/* The object with a key of this very world, as far as the key says where it would be. */
pawli_object pawli_object_place(const pawl_world *world, pawl_branch branch,
                                const pawl_object_key *key);

pawl_object_key pawli_object_key(const pawli_object *object);
/* Negative when a comes before b, 0 when they name the same object in two worlds. */
int pawli_object_compare_keys(pawl_branch branch, const pawl_object_key *a,
                              const pawl_object_key *b);

/* object_record.c: an object is described by one or more structs: a shape by itself and its
 * geometry, which is a convex or a terrain. These are its records, one for each type of the branch.
 * Null where the object has none of a type, so that all its fields are at their defaults. */
typedef struct pawli_object_structs {
    const void *at[PAWLI_RECORDS_OF_OBJECT];
} pawli_object_structs;
pawli_object_structs pawli_object_record_find(const pawli_object *object);

/* How to hash the objects of a branch: one of its first type, and of its runs. */
typedef struct pawli_branch_tables {
    pawli_canonical_reader readers[PAWLI_RECORDS_OF_OBJECT];
    pawli_canonical_rows rows;
} pawli_branch_tables;
void pawli_object_record_prepare(pawli_branch_tables *tables, const pawli_object *any);
/* 0 for none. */
uint32_t pawli_object_record_hash(const pawli_object *object, pawli_branch_tables *tables);

/* Values that the field table does not have, because they lie in no struct. */
#define PAWLI_NUMBER_SLOT 0         /* of a body, shape or joint; of the next free handles */
#define PAWLI_NUMBER_OWNER 255      /* serial of the body of a shape */
#define PAWLI_NUMBER_GENERATION 255 /* of the next free handles */

/* The free slots of a pool in the order in which they will be used again. */
typedef struct pawli_free_slot {
    uint16_t slot, generation; /* slot: PAWLI_NONE behind the last */
} pawli_free_slot;
pawli_free_slot pawli_object_record_first_free(const pawli_object *pool);
void pawli_object_record_next_free(const pawli_object *pool, pawli_free_slot *at);

/* Texts for people: into text[0..size), cut to what fits. */
typedef struct pawli_text {
    char *text;
    size_t size, length; /* length: of all that fitted, without the 0 */
} pawli_text;
pawli_text pawli_object_value_begin_text(char *text, size_t size);
void pawli_object_value_add_text(pawli_text *out, const char *text);
void pawli_object_value_add_number(pawli_text *out, uint64_t number);

/* A value as it is compared: a place without the shift of the world. */
int64_t pawli_object_value_of(const pawl_world *world, pawli_object_type type,
                              const pawli_field *field, const void *at);

/* As pawl_object_field, of an object that is there; false behind its last field. */
bool pawli_object_value_take(const pawli_object *object, uint32_t field, pawl_field_value *out);

/* Values as pawl_field_value. */
void pawli_object_value_describe(const pawli_field *field, pawli_object_type type, int64_t value,
                                 pawl_field_value *out);
void pawli_object_value_describe_special(const char *name, pawli_object_type type, uint8_t number,
                                         int64_t value, pawl_field_value *out);
void pawli_object_value_describe_free(uint32_t index, bool generation, int64_t value,
                                      pawl_field_value *out);

#endif
