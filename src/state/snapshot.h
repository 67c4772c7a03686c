/* snapshot.h - internal: where everything is in a snapshot. docs/format-snapshot.md has the bytes.
 *
 * A header, the schema, ten sections of records, more for a world that has room for soft bodies, a
 * checksum. Records of one section are all of one size and in the order of the keys that
 * the world itself uses: creation order, contact order. Whatever has no room for soft bodies is
 * written as before there could be any: neither their sections nor their kinds are there. */
#ifndef PAWLI_SNAPSHOT_H
#define PAWLI_SNAPSHOT_H

#include "pawl/snapshot.h"
#include "state/record.h"

#define PAWLI_SNAPSHOT_MAGIC "pawlsnap"
#define PAWLI_SNAPSHOT_MAGIC_SIZE 8u
#define PAWLI_SNAPSHOT_HEADER 44u    /* bytes in front of the schema */
#define PAWLI_SNAPSHOT_HASH_AT 24u   /* in the header: the hash of the state */
#define PAWLI_SECTION_HEAD 8u        /* section u8, 0 u8, record size u16, count u32 */
#define PAWLI_SNAPSHOT_TAIL 4u       /* the CRC-32 of everything before it */
#define PAWLI_SNAPSHOT_NO_TERRAIN 1u /* flag in the header: the def has no `terrain` */

#define PAWLI_KEY_SIZE 6u      /* slot u16, serial u32: in front of the fields of what has a slot */
#define PAWLI_CAPACITY_SIZE 2u /* in front of a pool */
#define PAWLI_FREE_SIZE 4u
#define PAWLI_END_SIZE 8u

/* What a section holds, as the object table says; snapshot_open.c. */
typedef enum pawli_content_of_section {
    PAWLI_CONTENT_ENDS, /* of touches, by calls: no objects */
    PAWLI_CONTENT_OBJECTS,
    PAWLI_CONTENT_POOLS, /* in front of them capacities, where the header does not have them */
    PAWLI_CONTENT_FREE   /* free slots of pools */
} pawli_content_of_section;

typedef struct pawli_section_content {
    uint8_t what;   /* pawli_content_of_section */
    uint8_t type;   /* of the fields; 0: none */
    uint8_t prefix; /* bytes in front of the fields */
    uint8_t group; /* 0: every snapshot has it; else the section of the pool that it belongs to, and
                      a world without room for such objects has none of the group */
} pawli_section_content;
pawli_section_content pawli_snapshot_open_content(int section);
/* How many pools a section holds. */
uint32_t pawli_snapshot_open_pools(int section);

/* Whether a world has room for the objects of a group of sections. */
bool pawli_snapshot_open_has_room(uint8_t group, const pawl_world *world);

typedef struct pawli_section_place {
    uint32_t at; /* of the first record */
    uint32_t count;
    uint16_t record; /* bytes of each */
} pawli_section_place;

/* A snapshot that has been looked through. */
typedef struct pawli_snapshot {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t simulation, hash;
    uint32_t claimed;   /* features that the writer says the state uses */
    uint32_t features;  /* those that it uses */
    pawl_world_def def; /* as a world was made with it, as far as this build has room for it */
    pawli_foreign_room foreign;                            /* the rest */
    pawli_schema schemas[PAWLI_LAST_OBJECT + 1];           /* by kind */
    pawli_section_place sections[PAWLI_SECTION_COUNT + 1]; /* by section */
    bool has_soft;                                         /* the sections of soft bodies */
    bool is_shifted;                                       /* the world has an origin */
    bool goes_round;                                       /* and this one has periods */
    bool has_foreign; /* sections that this build does not know, used or not */
    bool has_unknown; /* sections or fields that this build does not know, and that are in use */
} pawli_snapshot;

/* Checks the checksum, the schema and all sizes; then every record lies within the bytes. Errors as
 * pawl_snapshot_inspect. */
pawl_status pawli_snapshot_open(const void *bytes, size_t size, pawli_snapshot *out);

/* Those that a header tells. What shapes ask of materials is in a field of each record, whatever
 * the features: a header that told it as well would make other bytes of the same states. */
#define PAWLI_FEATURES_IN_HEADER \
    (PAWL_FEATURES_ALL & ~(PAWL_FEATURE_RESTITUTION | PAWL_FEATURE_ROLLING))
/* features.c: what a snapshot of a world has fields for. */
uint32_t pawli_features_written(const pawl_world *world);
/* What the records use. */
uint32_t pawli_features_of_snapshot(const pawli_snapshot *snapshot);

/* capacity_id.c: of a world that is made with a def in which no capacity is left to a default. */
uint32_t pawli_capacity_id_of(const pawl_world_def *def);

/* encode.c: what the snapshots of a world need at most, of which only the capacities are read; 0:
 * more than 32 bits. */
uint32_t pawli_encode_size_max(const pawl_world *head);

/* Make the world, whatever hash the header tells. Errors as pawl_world_decode. */
pawl_status pawli_decode_snapshot(const pawli_snapshot *from, void *buffer, size_t size,
                                  pawl_world **out);

/* pawl_world_decode for callers that rely on the hash of the snapshot, because they tell it to
 * others or compare others with it: FORMAT, and no world in the buffer, where the state has
 * another one. */
pawl_status pawli_decode_verified(const void *snapshot, size_t snapshot_size, void *buffer,
                                  size_t size, pawl_world **out);

static inline const uint8_t *pawli_record_at(const pawli_snapshot *snapshot, int section,
                                             uint32_t index) {
    const pawli_section_place *place = &snapshot->sections[section];
    return snapshot->bytes + place->at + index * place->record;
}

/* How to read the records of a section. */
bool pawli_snapshot_open_section(pawli_record *record, const pawli_snapshot *snapshot, int section);

/* plausible.c: whether what was loaded is something that the functions of the API could have made,
 * as far as the ranges of single fields and pawli_validate_find_defect do not say so. */
bool pawli_plausible_body(const pawli_body *body);
bool pawli_plausible_terrain(const pawli_geometry *geometry);
bool pawli_plausible_contact(const pawli_contact *contact);
bool pawli_plausible_joint(const pawl_world *world, uint16_t slot);
#if PAWL_WITH_CHARACTERS
bool pawli_plausible_character(const pawl_world *world, const pawli_character *character);
#endif
bool pawli_plausible_soft(const pawl_world *world, const pawli_soft *soft);

#endif
