/* id.h - handles. Stand-alone: four bytes each, safe to store, copy and send.
 *
 * Zero is null. A handle names a slot and the generation it was made in: once the object is
 * destroyed every old handle answers PAWL_ERR_STALE. Slots are reused first-in first-out, so a
 * generation comes round again only after 65535 reuses of the same slot. */
#ifndef PAWL_ID_H
#define PAWL_ID_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pawl_body_id {
    uint16_t index1;     /* slot + 1; 0 is null */
    uint16_t generation; /* never 0 in a live handle */
} pawl_body_id;

typedef struct pawl_shape_id {
    uint16_t index1;
    uint16_t generation;
} pawl_shape_id;

typedef struct pawl_joint_id {
    uint16_t index1;
    uint16_t generation;
} pawl_joint_id;

typedef struct pawl_soft_id {
    uint16_t index1;
    uint16_t generation;
} pawl_soft_id;

typedef struct pawl_character_id {
    uint16_t index1;
    uint16_t generation;
} pawl_character_id;

/* Null handles, as values and in comparisons; a static variable is null by = {0, 0}. */
#ifdef __cplusplus
#define PAWL_NULL_BODY (pawl_body_id{0, 0})
#define PAWL_NULL_SHAPE (pawl_shape_id{0, 0})
#define PAWL_NULL_JOINT (pawl_joint_id{0, 0})
#define PAWL_NULL_SOFT (pawl_soft_id{0, 0})
#define PAWL_NULL_CHARACTER (pawl_character_id{0, 0})
#else
#define PAWL_NULL_BODY ((pawl_body_id){0, 0})
#define PAWL_NULL_SHAPE ((pawl_shape_id){0, 0})
#define PAWL_NULL_JOINT ((pawl_joint_id){0, 0})
#define PAWL_NULL_SOFT ((pawl_soft_id){0, 0})
#define PAWL_NULL_CHARACTER ((pawl_character_id){0, 0})
#endif

/* Whether a handle names nothing at all; a handle that is not null may be stale all the same. */
static inline bool pawl_body_is_null(pawl_body_id id) {
    return id.index1 == 0;
}
static inline bool pawl_shape_is_null(pawl_shape_id id) {
    return id.index1 == 0;
}
static inline bool pawl_joint_is_null(pawl_joint_id id) {
    return id.index1 == 0;
}
static inline bool pawl_soft_is_null(pawl_soft_id id) {
    return id.index1 == 0;
}
static inline bool pawl_character_is_null(pawl_character_id id) {
    return id.index1 == 0;
}

/* One word for the wire or a save file. */
static inline uint32_t pawl_body_id_store(pawl_body_id id) {
    return (uint32_t)id.index1 << 16 | id.generation;
}

/* The handle of such a word. */
static inline pawl_body_id pawl_body_id_load(uint32_t word) {
    pawl_body_id id;
    id.index1 = (uint16_t)(word >> 16);
    id.generation = (uint16_t)(word & 0xFFFFu);
    return id;
}

/* One word for the wire or a save file. */
static inline uint32_t pawl_shape_id_store(pawl_shape_id id) {
    return (uint32_t)id.index1 << 16 | id.generation;
}

/* The handle of such a word. */
static inline pawl_shape_id pawl_shape_id_load(uint32_t word) {
    pawl_shape_id id;
    id.index1 = (uint16_t)(word >> 16);
    id.generation = (uint16_t)(word & 0xFFFFu);
    return id;
}

/* One word for the wire or a save file. */
static inline uint32_t pawl_joint_id_store(pawl_joint_id id) {
    return (uint32_t)id.index1 << 16 | id.generation;
}

/* The handle of such a word. */
static inline pawl_joint_id pawl_joint_id_load(uint32_t word) {
    pawl_joint_id id;
    id.index1 = (uint16_t)(word >> 16);
    id.generation = (uint16_t)(word & 0xFFFFu);
    return id;
}

/* One word for the wire or a save file. */
static inline uint32_t pawl_soft_id_store(pawl_soft_id id) {
    return (uint32_t)id.index1 << 16 | id.generation;
}

/* The handle of such a word. */
static inline pawl_soft_id pawl_soft_id_load(uint32_t word) {
    pawl_soft_id id;
    id.index1 = (uint16_t)(word >> 16);
    id.generation = (uint16_t)(word & 0xFFFFu);
    return id;
}

/* One word for the wire or a save file. */
static inline uint32_t pawl_character_id_store(pawl_character_id id) {
    return (uint32_t)id.index1 << 16 | id.generation;
}

/* The handle of such a word. */
static inline pawl_character_id pawl_character_id_load(uint32_t word) {
    pawl_character_id id;
    id.index1 = (uint16_t)(word >> 16);
    id.generation = (uint16_t)(word & 0xFFFFu);
    return id;
}

/* Whether two handles are the same. */
static inline bool pawl_body_id_equal(pawl_body_id a, pawl_body_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

/* Whether two handles are the same. */
static inline bool pawl_shape_id_equal(pawl_shape_id a, pawl_shape_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

/* Whether two handles are the same. */
static inline bool pawl_soft_id_equal(pawl_soft_id a, pawl_soft_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

/* Whether two handles are the same. */
static inline bool pawl_joint_id_equal(pawl_joint_id a, pawl_joint_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

/* Whether two handles are the same. */
static inline bool pawl_character_id_equal(pawl_character_id a, pawl_character_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

#endif
