/* json.h - a JSON file as a tree whose numbers stay text and whose values know their line. */
#ifndef PAWLI_CLI_JSON_H
#define PAWLI_CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/common/heap.h"

/* Hard limits: hostile input ends in an error, not in swapping. A tree of a million values takes
 * about 100 MB. */
#define PAWLI_JSON_SIZE_MAX ((size_t)16 * 1024 * 1024)
#define PAWLI_JSON_VALUES_MAX 1000000u
#define PAWLI_JSON_DEPTH_MAX 64u
#define PAWLI_JSON_KEYS_MAX 256u /* per object: duplicates are found by comparing all pairs */

typedef enum pawli_json_type {
    PAWLI_JSON_NULL,
    PAWLI_JSON_BOOL,
    PAWLI_JSON_NUMBER,
    PAWLI_JSON_STRING,
    PAWLI_JSON_ARRAY,
    PAWLI_JSON_OBJECT
} pawli_json_type;

typedef struct pawli_json pawli_json;
struct pawli_json {
    pawli_json_type type;
    uint32_t line;     /* where the value starts, from 1 */
    uint32_t key_line; /* where its key stands; 0 outside an object */
    uint32_t count;    /* children */
    const char *key;   /* its name in the object around it, else null */
    const char *text;  /* a number as written, a string decoded; null-terminated */
    size_t length;     /* of text */
    bool truth;
    pawli_json *child; /* first member or element */
    pawli_json *next;  /* next one of the same parent */
};

typedef struct pawli_json_error {
    uint32_t line;
    char reason[160];
} pawli_json_error;

/* Parse a whole text into `heap`; null and *error on failure. Duplicate keys, null characters in
 * strings and anything beyond the limits are errors. */
const pawli_json *pawli_json_parse(pawli_heap *heap, const char *text, size_t size,
                                   pawli_json_error *error);

/* The member of that name; null when there is none or `object` is not an object. */
const pawli_json *pawli_json_find(const pawli_json *object, const char *key);

/* "a number", "an object", ... for messages. */
const char *pawli_json_type_text(pawli_json_type type);

#endif
