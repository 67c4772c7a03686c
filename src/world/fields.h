/* fields.h - internal: the field table, which describes every stored field once.
 *
 * Hash, snapshots, difference, trace and checks of values all read this table: what is not in it
 * does not exist, so nothing can be saved but not hashed. A field has a number, a size and a
 * default that never change, and at its default it adds nothing to the hash: a new field leaves all
 * old hashes alone. Numbers within a type ascend and are never used again.
 *
 * To show that a test would notice a field that was forgotten, MODE=mask builds a library in which
 * pawli_mask_field leaves one out of saves, snapshots and hashes: its size becomes 0, its value is
 * the default, and a state that is loaded gets the default. Only there the table can be changed. */
#ifndef PAWLI_FIELDS_H
#define PAWLI_FIELDS_H

#include "world/world.h"

#ifndef PAWLI_TEST_MASK
#define PAWLI_TEST_MASK 0
#endif

/* How the bytes of a field become a canonical value. */
typedef enum pawli_coding {
    PAWLI_CODE_SIGNED = 0, /* two's complement of its size */
    PAWLI_CODE_UNSIGNED = 1,
    PAWLI_CODE_EDGE = 2, /* unsigned, of pawli_whole_contact: it is not in the contact */
    PAWLI_CODE_BODY = 3, /* slot of a body; its value is the serial, 0 for PAWLI_NONE */
    PAWLI_CODE_SHAPE = 4 /* likewise of a shape */
} pawli_coding;

#define PAWLI_FIELD_MOTION 1u /* also part of the motion hash */
#define PAWLI_FIELD_UNHASHED                                            \
    2u /* saved only: user data, and events that are yet to be reported \
        */
#define PAWLI_FIELD_STEADY \
    4u /* the same in most objects, or for long: no more than a hint where to look less often */

/* What values a field may have in a world that was loaded; pawli_fields_range says it in numbers.
 * Where several fields have to agree, decode.c looks at them. */
typedef enum pawli_range_name {
    PAWLI_RANGE_ANY = 0, /* whatever fits */
    PAWLI_RANGE_FIXED,   /* Q16.16 */
    PAWLI_RANGE_NOT_NEGATIVE,
    PAWLI_RANGE_COORD,
    PAWLI_RANGE_EXTENT,
    PAWLI_RANGE_SPEED,
    PAWLI_RANGE_SCALE,
    PAWLI_RANGE_DAMPING,
    PAWLI_RANGE_HERTZ,
    PAWLI_RANGE_SHARE, /* 0 .. 1 in Q16.16 */
    PAWLI_RANGE_ROLLING,
    PAWLI_RANGE_UNIT, /* -1 .. 1 in Q2.30 */
    PAWLI_RANGE_REMAINDER,
    PAWLI_RANGE_MANTISSA,
    PAWLI_RANGE_TURNED,
    PAWLI_RANGE_LENGTH_UNIT,
    PAWLI_RANGE_SUBSTEPS,
    PAWLI_RANGE_BIT,
    PAWLI_RANGE_FAULTS,
    PAWLI_RANGE_BODY_TYPE,
    PAWLI_RANGE_POINTS,
    PAWLI_RANGE_GENERATION,
    PAWLI_RANGE_SERIAL,
    PAWLI_RANGE_SOFT_SUBSTEPS,
    PAWLI_RANGE_ITERATIONS,
    PAWLI_RANGE_THICKNESS,
    PAWLI_RANGE_MOVED,
    PAWLI_RANGE_POINT_MASS,
    PAWLI_RANGE_CONTACT_DAMPING,
    PAWLI_RANGE_THRESHOLD, /* of a speed */
    PAWLI_RANGE_ORIGIN,
    PAWLI_RANGE_WRAP
} pawli_range_name;

typedef struct pawli_range {
    int64_t low, high;
} pawli_range;

/* Defaults, which contribute nothing; pawli_fields_default says them in numbers. */
typedef enum pawli_default_name {
    PAWLI_DEFAULT_ZERO = 0,
    PAWLI_DEFAULT_ONE,
    PAWLI_DEFAULT_MINUS_ONE, /* all bits */
    PAWLI_DEFAULT_FX_ONE,    /* Q16.16 */
    PAWLI_DEFAULT_FRICTION,
    PAWLI_DEFAULT_STIFFNESS,
    PAWLI_DEFAULT_ITERATIONS,
    PAWLI_DEFAULT_SOFT_SUBSTEPS,
    PAWLI_DEFAULT_NOWHERE, /* beyond all coordinates */
    PAWLI_DEFAULT_COLOR    /* of the type of object that tests have more */
} pawli_default_name;

/* 8 bytes a row. */
typedef struct pawli_field {
    unsigned offset : 12, default_name : 4; /* pawli_default_name */
    uint8_t number;                         /* stable; part of the hash */
    uint8_t size;                           /* bytes: 1, 2, 4 or 8 */
    unsigned coding : 4, flags : 4;
    uint8_t mask;     /* of the bits that are state, in a byte; 0: all */
    uint8_t fraction; /* bits behind the point */
    uint8_t range;    /* pawli_range_name */
#if PAWLI_TEST_MASK
    uint8_t whole_size; /* the size of a field that is masked out */
#endif
} pawli_field;

typedef struct pawli_fields {
    const pawli_field *fields; /* to be fetched (base/rom.h) */
    uint16_t count;
    uint16_t type;
} pawli_fields;

static inline bool pawli_is_hashed(const pawli_field *field) {
    return !(field->flags & PAWLI_FIELD_UNHASHED);
}

pawli_fields pawli_fields_of(pawli_object_type type);
/* The feature without which a field is always at its default, or one of PAWLI_FEATURES_OF_STATES;
 * 0: there is none. */
uint32_t pawli_fields_feature(pawli_object_type type, uint8_t number);

/* Beside the features of builds: settings that have a default (pawli_tuning and the like). All
 * builds know them, and a state that has none of them is written without their fields, so it has
 * the bytes that it had before there were any. */
#define PAWLI_FEATURE_TUNING (UINT32_C(1) << 31)
#define PAWLI_FIELD_WORLD_TUNING 14 /* and all numbers of the world above */

/* Fields that tell which features a snapshot uses. */
#define PAWLI_FIELD_BODY_FLAGS 24
#define PAWLI_FIELD_SHAPE_FLAGS 13
#define PAWLI_FIELD_BREAK_IMPULSE 16
#define PAWLI_FIELD_RESTITUTION 7
#define PAWLI_FIELD_ROLLING_RESISTANCE 14
#define PAWLI_FIELD_VERTICES 1
#define PAWLI_FIELD_RADIUS 2
#define PAWLI_FIELD_FIFTH_VERTEX 11
#define PAWLI_FIELD_CONTACT_FLAGS 3
#define PAWLI_FIELD_TERRAIN_BASE 11
#define PAWLI_FIELD_GROUND_SOFT 49 /* of a character; written where there are soft bodies */

/* As a feature, but none that a build can lack: terrain has fields from TERRAIN_BASE on where a
 * world has heights or tables of materials. Snapshots of other worlds are what they were before
 * there were such fields. */
#define PAWLI_FEATURE_GROUND (UINT32_C(1) << 30)
#define PAWLI_FIELD_ORIGIN_X 19
#define PAWLI_FIELD_ORIGIN_Y 20
/* Stands for a feature that every build has: only a world that was shifted has an origin. */
#define PAWLI_FEATURE_ORIGIN (UINT32_C(1) << 29)
/* Likewise: only a world that goes round has wraps. Builds that know none refuse its fields. */
#define PAWLI_FEATURE_PERIOD (UINT32_C(1) << 28)
#define PAWLI_FIELD_WRAP_X 21
#define PAWLI_FIELD_WRAP_Y 22
#define PAWLI_FEATURES_OF_STATES                                          \
    (PAWLI_FEATURE_TUNING | PAWLI_FEATURE_GROUND | PAWLI_FEATURE_ORIGIN | \
     (PAWL_WITH_PERIODS ? PAWLI_FEATURE_PERIOD : 0))
#if PAWLI_HAS_NAMES
/* What a field is called, for messages. */
const char *pawli_fields_name(pawli_object_type type, uint8_t number);
#endif
pawli_range pawli_fields_range(uint8_t range);
int32_t pawli_fields_default(const pawli_field *field);

/* The value of a field of an object as it is compared, sign-extended to 64 bits. */
int64_t pawli_fields_value(const pawl_world *world, const pawli_field *field, const void *object);

#if PAWLI_TEST_MASK
/* Leave a field out, or put it back; mask.c. */
void pawli_mask_field(pawli_object_type type, uint8_t number, bool masked);
/* What a restore does to the fields that are left out. */
void pawli_mask_reset(pawl_world *world);
#endif

#endif
