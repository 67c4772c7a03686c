/* rules.h - values of a game beside its world: named, hashed and compared like those of the world.
 *
 * A program describes a struct of its own once, field by field. pawl_session_run then keeps it with
 * the world, and a desync that begins in the rules of the game is told by the name of the field:
 * docs/session.md. Hashes are of the values, not of their bytes: equal on every machine. */
#ifndef PAWL_RULES_H
#define PAWL_RULES_H

#include "pawl/state.h"

/* What the rules of a game keep beside the world, as a table: compared, named and, by
 * pawl_session_run, saved with it. */
typedef enum pawl_rules_type {
    PAWL_RULES_U8 = 0,
    PAWL_RULES_I8 = 1,
    PAWL_RULES_U16 = 2,
    PAWL_RULES_I16 = 3,
    PAWL_RULES_U32 = 4,
    PAWL_RULES_I32 = 5,
    PAWL_RULES_U64 = 6,
    PAWL_RULES_I64 = 7
} pawl_rules_type;

typedef struct pawl_rules_field {
    const char *name; /* "score", told as "score[2]" where there are several; at most 31 letters */
    uint32_t offset;  /* bytes from `values` on: offsetof */
    uint16_t count;   /* values one behind the other, at least 1 */
    uint8_t type;     /* pawl_rules_type */
    uint8_t fraction; /* bits behind the point, 0 .. 32: 16 for Q16.16 */
} pawl_rules_field;

#define PAWL_RULES_VALUES_MAX 4096u /* of all fields */
/* The same table on all machines. It must have all that a step depends on, and nothing else. */
typedef struct pawl_rules {
    void *values;  /* a struct of the program, without pointers */
    uint32_t size; /* of that, in bytes */
    const pawl_rules_field *fields;
    uint32_t field_count;
} pawl_rules;

/* Whether nothing is null, and type, count, fraction and offset of every field are in range. */
PAWL_API bool pawl_rules_is_valid(const pawl_rules *rules);
/* Of all values in order, the same on every machine; 0 for null. With a world it is
 * pawl_hash_chain(pawl_world_hash(world), pawl_rules_hash(rules)) that pawl_session_run answers. */
PAWL_API uint32_t pawl_rules_hash(const pawl_rules *rules);

/* Compare values, as pawl_world_compare does objects: one object of the branch RULES, whose fields
 * they are. a and b have the same table, of other values; null is one without any, so that all of
 * the other are different, and it is only there. Returns the number of values that differ; out may
 * be null. Cost: a walk over the values. */
PAWL_API int32_t pawl_rules_compare(const pawl_rules *a, const pawl_rules *b, pawl_difference *out);
/* The whole of a game: both counts, and the first difference of the worlds, or where they are
 * equal, of the rules. Any of the four may be null. */
PAWL_API int32_t pawl_rules_compare_game(const pawl_world *world_a, const pawl_rules *rules_a,
                                         const pawl_world *world_b, const pawl_rules *rules_b,
                                         pawl_difference *out);

/* Values as bytes that are the same on every machine, each with its low byte first, in the order of
 * the table: what a snapshot of a session begins with. A program that keeps a snapshot, or the
 * difference of two (snapshot.h), puts them before it: pawl_world_encode knows nothing of them. */
PAWL_API size_t pawl_rules_encode_size(const pawl_rules *rules);
/* *size is their number. Errors: NULL, ARGUMENT (no valid table), MEMORY (*size is what is needed).
 */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_rules_encode(const pawl_rules *rules, void *buffer,
                                                       size_t capacity, size_t *size);
/* Set the values of the table. Any bytes are safe; what they mean to the game it has to check.
 * Errors: NULL, ARGUMENT (no valid table), FORMAT (not as many bytes as it has). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_rules_decode(const pawl_rules *rules, const void *bytes,
                                                       size_t size);

#endif
