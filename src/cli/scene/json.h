/* json.h - a JSON file as a tree whose numbers stay text and whose values know their line. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/common/heap.h"

/* Hard limits: hostile input ends in an error, not in swapping. A tree of a million values takes
 * about 100 MB. */
#define CLI_JSON_VALUES_MAX 1000000u
#define CLI_JSON_DEPTH_MAX 64u
#define CLI_JSON_KEYS_MAX 256u /* per object: duplicates are found by comparing all pairs */

typedef enum cli_json_type {
    CLI_JSON_NULL,
    CLI_JSON_BOOL,
    CLI_JSON_NUMBER,
    CLI_JSON_STRING,
    CLI_JSON_ARRAY,
    CLI_JSON_OBJECT
} cli_json_type;

typedef struct cli_json cli_json;
struct cli_json {
    cli_json_type type;
    uint32_t line;     /* where the value starts, from 1 */
    uint32_t key_line; /* where its key stands; 0 outside an object */
    uint32_t count;    /* children */
    const char *key;   /* its name in the object around it, else null */
    const char *text;  /* a number as written, a string decoded; null-terminated. Of arrays that
                          hold the cells and tiles of LDtk what stands between their brackets:
                          they have no children */
    size_t length;     /* of text */
    bool truth;
    cli_json *child; /* first member or element */
    cli_json *next;  /* next one of the same parent */
};

typedef struct cli_json_error {
    uint32_t line;
    char reason[160];
} cli_json_error;

/* Parse a whole text into `heap`; null and *error on failure. Duplicate keys, null characters in
 * strings and anything beyond the limits are errors. */
const cli_json *cli_json_parse(cli_heap *heap, const char *text, size_t size,
                               cli_json_error *error);

/* The member of that name; null when there is none or `object` is not an object. */
const cli_json *cli_json_find(const cli_json *object, const char *key);

/* "a number", "an object", ... for messages. */
const char *cli_json_type_text(cli_json_type type);

#endif
