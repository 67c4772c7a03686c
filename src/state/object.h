/* object.h - internal: the objects of a world as the parts of the hash tree list them, and their
 * values one by one. */
#ifndef PAWLI_OBJECT_H
#define PAWLI_OBJECT_H

#include "pawl/state.h"
#include "world/canonical.h"

#define PAWLI_NO_OBJECT UINT32_MAX
#define PAWLI_SOFT_POOL 3 /* behind the pools of bodies, shapes, joints */

/* That of soft bodies is there only once there has been one, as in pawl_world_hash: worlds without
 * them are what they were before there could be any. */
static inline uint32_t pawli_pool_count(const pawl_world *world) {
    return PAWL_WITH_SOFT && world->soft_pool.used != 0 ? 4 : 3;
}

/* The hashes of soft bodies count likewise. */
static inline int pawli_counted_parts(const uint32_t parts[PAWL_PART_COUNT]) {
    return parts[PAWL_PART_SOFT] == 0 ? PAWL_PART_COUNT - 1 : PAWL_PART_COUNT;
}

/* Which object of which world. */
typedef struct pawli_object {
    const pawl_world *world;
    pawl_part part;
    uint32_t at; /* slot of a body, shape or joint; index of a contact or a pool; 0 for the world;
                    slot and item of a soft body, see pawli_soft_item;
                    PAWLI_NO_OBJECT behind the last, and in a null world */
} pawli_object;

static inline bool pawli_is_there(const pawli_object *object) {
    return object->at != PAWLI_NO_OBJECT;
}

/* A soft body has one object for itself, one for each point and one for each link: its items 0, 1
 * and so on. There are at most 2^17 of them, and fewer than 2^15 slots. */
typedef struct pawli_soft_item {
    const pawli_soft *soft;
    uint16_t slot;
    uint8_t what; /* 0: the soft body, 1: a point, 2: a link */
    uint32_t number;
} pawli_soft_item;
pawli_soft_item pawli_object_soft_item(const pawli_object *object);
static inline uint32_t pawli_soft_place(uint16_t slot, uint32_t item) {
    return (uint32_t)slot << 17 | item;
}

/* In the order of the tree. */
pawli_object pawli_object_first(const pawl_world *world, pawl_part part);
void pawli_object_next(pawli_object *object);
pawli_object pawli_object_at(const pawl_world *world, pawl_part part, uint32_t index);

pawl_object_key pawli_object_key(const pawli_object *object);
/* Negative when a comes before b, 0 when they name the same object in two worlds. */
int pawli_object_compare_keys(pawl_part part, const pawl_object_key *a, const pawl_object_key *b);

/* An object is described by one or more structs: a shape by itself and its geometry, which is a
 * convex or a terrain. A facet is the place of one in the list of all that a part may have. */
uint8_t pawli_object_record_count(pawl_part part);
pawli_object_type pawli_object_record_type(pawl_part part, uint8_t facet);
/* The struct; null when the object has none of this kind, so that all fields are at rest. */
const void *pawli_object_record(const pawli_object *object, uint8_t facet);

/* How to hash the objects of a part. */
#define PAWLI_RECORDS_OF_OBJECT 3
typedef struct pawli_part_plan {
    pawli_canonical_plan facets[PAWLI_RECORDS_OF_OBJECT];
    pawli_canonical_row rows[PAWLI_CANONICAL_ROWS];
} pawli_part_plan;
void pawli_object_plan(pawli_part_plan *plan, pawl_part part);
/* 0 for none. */
uint32_t pawli_object_hash(const pawli_object *object, const pawli_part_plan *plan);

/* Values that the field table does not have, because they lie in no struct. */
#define PAWLI_NUMBER_SLOT 0         /* of a body, shape or joint; of the next free handles */
#define PAWLI_NUMBER_OWNER 255      /* serial of the body of a shape */
#define PAWLI_NUMBER_GENERATION 255 /* of the next free handles */

/* The free slots of a pool in the order in which they will be used again. */
typedef struct pawli_free_slot {
    uint16_t slot, generation; /* slot: PAWLI_NONE behind the last */
} pawli_free_slot;
const pawli_pool *pawli_object_pool(const pawli_object *object); /* null: never used */
pawli_free_slot pawli_object_first_free(const pawli_object *pool);
void pawli_object_next_free(const pawli_object *pool, pawli_free_slot *at);

/* Texts for people: into text[0..size), cut to what fits. */
typedef struct pawli_text {
    char *text;
    size_t size, length; /* length: of all that fitted, without the 0 */
} pawli_text;
pawli_text pawli_object_value_begin_text(char *text, size_t size);
void pawli_object_value_add_text(pawli_text *out, const char *text);
void pawli_object_value_add_number(pawli_text *out, uint64_t number);

/* Values as pawl_field_value. */
void pawli_object_value_describe(const pawli_field *field, pawli_object_type kind, int64_t value,
                                 pawl_field_value *out);
void pawli_object_value_describe_special(const char *name, pawli_object_type kind, uint8_t number,
                                         int64_t value, pawl_field_value *out);
void pawli_object_value_describe_free(uint32_t index, bool generation, int64_t value,
                                      pawl_field_value *out);

#endif
