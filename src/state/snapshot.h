/* snapshot.h - internal: where everything is in a snapshot. docs/format-snapshot.md has the bytes.
 *
 * A header, the schema, ten sections of records, five more for a world that has room for soft
 * bodies, a checksum. Records of one section are all of one size and in the order of the keys that
 * the world itself uses: creation order, contact order. Whatever has no room for soft bodies is
 * written as before there could be any: neither their sections nor their kinds are there. */
#ifndef PAWLI_SNAPSHOT_H
#define PAWLI_SNAPSHOT_H

#include "pawl/snapshot.h"
#include "state/record.h"

#define PAWLI_SNAPSHOT_MAGIC "pawlsnap"
#define PAWLI_SNAPSHOT_MAGIC_SIZE 8u
#define PAWLI_SNAPSHOT_HEADER 44u  /* bytes in front of the schema */
#define PAWLI_SNAPSHOT_HASH_AT 24u /* in the header: the hash of the state */
#define PAWLI_SECTION_HEAD 8u      /* section u8, 0 u8, record size u16, count u32 */
#define PAWLI_SNAPSHOT_TAIL 4u     /* the CRC-32 of everything before it */

typedef enum pawli_section {
    PAWLI_SECTION_WORLD = 1,
    PAWLI_SECTION_BODIES = 2,     /* slot u16, serial u32, shapes u16 */
    PAWLI_SECTION_SHAPES = 3,     /* slot u16, serial u32, geometry u16 */
    PAWLI_SECTION_GEOMETRIES = 4, /* convexes, in the order of their first use */
    PAWLI_SECTION_TERRAINS = 5,   /* likewise; their numbers go on behind the convexes */
    PAWLI_SECTION_JOINTS = 6,     /* slot u16, serial u32 */
    PAWLI_SECTION_CONTACTS = 7,
    PAWLI_SECTION_POOLS = 8, /* bodies, shapes, joints */
    PAWLI_SECTION_FREE = 9,  /* slot u16, generation u16: of the three pools, next ones first */
    PAWLI_SECTION_ENDS = 10, /* two handles: touches, then sensors */
    PAWLI_SECTION_SOFT =
        11, /* capacities u16: soft bodies, points, links; and what the world has */
    PAWLI_SECTION_SOFT_BODIES = 12, /* slot u16, serial u32 */
    PAWLI_SECTION_SOFT_POINTS = 13, /* of one soft body after the other */
    PAWLI_SECTION_SOFT_LINKS = 14,  /* likewise */
    PAWLI_SECTION_SOFT_FREE = 15    /* as FREE, of the pool of soft bodies */
} pawli_section;
#define PAWLI_SECTION_COUNT 15
#define PAWLI_HARD_SECTION_COUNT 10 /* without soft bodies */
#define PAWLI_POOL_COUNT 3u

#define PAWLI_BODY_PREFIX 8u
#define PAWLI_SHAPE_PREFIX 8u
#define PAWLI_JOINT_PREFIX 6u
#define PAWLI_SOFT_PREFIX 6u
#define PAWLI_SOFT_BODY_PREFIX 6u
#define PAWLI_FREE_SIZE 4u
#define PAWLI_END_SIZE 8u

/* 0: a section without fields. */
pawli_object_type pawli_snapshot_open_type(pawli_section section);
uint16_t pawli_snapshot_open_prefix(pawli_section section);

typedef struct pawli_section_place {
    uint32_t at; /* of the first record */
    uint32_t count;
    uint16_t record; /* bytes of each */
} pawli_section_place;

/* A snapshot that has been looked through. */
typedef struct pawli_snapshot {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t simulation, config, hash;
    pawl_world_def def;                                    /* as a world was made with it */
    pawli_schema schemas[PAWLI_LAST_OBJECT + 1];           /* by kind */
    pawli_section_place sections[PAWLI_SECTION_COUNT + 1]; /* by section */
    bool has_soft;                                         /* the sections of soft bodies */
    bool has_foreign; /* sections that this build does not know, used or not */
    bool has_unknown; /* sections or fields that this build does not know, and that are in use */
} pawli_snapshot;

/* Checks the checksum, the schema and all sizes; then every record lies within the bytes. Errors as
 * pawl_snapshot_read. */
pawl_status pawli_snapshot_open(const void *bytes, size_t size, pawli_snapshot *out);

/* Make the world, whatever hash the header tells. Errors as pawl_world_decode. */
pawl_status pawli_decode_snapshot(const pawli_snapshot *from, void *buffer, size_t size,
                                  pawl_world **out);

/* pawl_world_decode for those who rely on the hash of the snapshot, because they tell it to
 * somebody or compare others with it: FORMAT, and no world in the buffer, where the state has
 * another one. */
pawl_status pawli_decode_verified(const void *snapshot, size_t snapshot_size, void *buffer,
                                  size_t size, pawl_world **out);

static inline const uint8_t *pawli_record_at(const pawli_snapshot *snapshot, pawli_section section,
                                             uint32_t index) {
    const pawli_section_place *place = &snapshot->sections[section];
    return snapshot->bytes + place->at + index * place->record;
}

/* How to read the records of a section. */
bool pawli_snapshot_open_section(pawli_record *record, const pawli_snapshot *snapshot,
                                 pawli_section section);

/* loaded.c: whether what was loaded is something that the functions of the API could have made, as
 * far as the ranges of single fields and pawli_validate_find_defect do not say so. */
bool pawli_plausible_body(const pawli_body *body);
bool pawli_plausible_terrain(const pawli_geometry *geometry);
bool pawli_plausible_contact(const pawli_contact *contact);
bool pawli_plausible_joint(const pawl_world *world, uint16_t slot);
bool pawli_plausible_soft(const pawl_world *world, const pawli_soft *soft);
/* Something that this build leaves out: to be asked before anything is loaded. */
bool pawli_plausible_is_beyond_build(const pawli_snapshot *snapshot);

#endif
