/* fields.h - internal: the field table, which describes every stored field once.
 *
 * Hash, and later encoding, diff and validator, all walk this table: what is not in it does not
 * exist, so nothing can be saved but not hashed. A field has a number that never changes or gets
 * reused within its kind, and a default at which it contributes nothing to the hash: a new field
 * leaves all old hashes alone. */
#ifndef PAWLI_FIELDS_H
#define PAWLI_FIELDS_H

#include "world/world.h"

typedef enum pawli_kind {
    PAWLI_KIND_WORLD = 1,
    PAWLI_KIND_BODY = 2,
    PAWLI_KIND_SHAPE = 3,
    PAWLI_KIND_GEOMETRY = 4,
    PAWLI_KIND_CONTACT = 5,
    PAWLI_KIND_POOL = 6,
    PAWLI_KIND_JOINT = 7,
    PAWLI_KIND_TERRAIN = 8 /* instead of a geometry */
} pawli_kind;

/* How the bytes of a field become a canonical value. */
typedef enum pawli_coding {
    PAWLI_CODE_SIGNED = 0, /* two's complement of its size */
    PAWLI_CODE_UNSIGNED = 1,
    PAWLI_CODE_BODY = 2, /* slot of a body, canonical as its serial; PAWLI_NONE is 0 */
    PAWLI_CODE_SHAPE = 3 /* likewise of a shape */
} pawli_coding;

#define PAWLI_FIELD_MOTION 1u /* also part of the motion hash */

typedef struct pawli_field {
#if !PAWL_SMALL_CODE
    const char *name; /* for messages */
#endif
    uint16_t offset;
    uint8_t number; /* stable; part of the hash */
    uint8_t size;   /* bytes: 1, 2, 4 or 8 */
    uint8_t coding;
    uint8_t flags;
    uint16_t mask; /* of the bits that are state; 0: all */
    int32_t rest;  /* the default: contributes nothing */
} pawli_field;

typedef struct pawli_fields {
    const pawli_field *fields; /* to be fetched (base/rom.h) */
    uint16_t count;
    uint16_t kind;
} pawli_fields;

pawli_fields pawli_fields_of(pawli_kind kind);

/* The canonical value of a field of an object, sign-extended to 64 bits. */
int64_t pawli_field_value(const pawl_world *world, const pawli_field *field, const void *object);

#endif
