/* inspect.h - what is in a world, for people: the objects that belong to a body, and each of their
 * values as a raw number, as a decimal, and in words. */
#ifndef CLI_INSPECT_H
#define CLI_INSPECT_H

#include "pawl/state.h"

/* An object; `name` is as `pawl diff` says it: "body 4 (slot 3)". */
typedef struct cli_inspect_object {
    pawl_branch branch;
    pawl_object_key key;
    char name[PAWL_DIFFERENCE_TEXT_MAX];
} cli_inspect_object;

#define CLI_INSPECT_RAW_MAX 24
#define CLI_INSPECT_DECIMAL_MAX 48
#define CLI_INSPECT_MEANING_MAX 160

/* A value of an object. */
typedef struct cli_inspect_field {
    uint32_t index;                        /* of pawl_object_field */
    pawl_field_value value;                /* its name, and the raw number */
    char raw[CLI_INSPECT_RAW_MAX];         /* "0x00018000" */
    char decimal[CLI_INSPECT_DECIMAL_MAX]; /* "1.5": as many digits as tell it from its neighbors */
    const char *unit; /* of the decimal: "units/s"; "" for a number without one; null: not known */
    char meaning[CLI_INSPECT_MEANING_MAX]; /* in other words: "45.000 degrees", "live, awake",
                                              "dynamic", "body 4"; "" where there are none */
} cli_inspect_field;

typedef struct cli_inspect_visitor {
    void *context;
    void (*take_object)(void *context, const cli_inspect_object *object); /* before its fields */
    void (*take_field)(void *context, const cli_inspect_object *object,
                       const cli_inspect_field *field);
} cli_inspect_visitor; /* either may be null */

/* All that belongs to what is in a slot:
 *   PAWL_BRANCH_BODIES      the body, its shapes, joints and contacts, and the character it is of
 *   PAWL_BRANCH_CHARACTERS  the character, and the same of its body
 *   PAWL_BRANCH_SOFT        the soft body, its points and its links
 *   PAWL_BRANCH_WORLD       the world and its pools, whatever the slot
 * Other branches have nothing of their own. Returns how many objects there were; 0: it is not
 * there. Cost: a look at each joint and contact. */
uint32_t cli_inspect_list(const pawl_world *world, pawl_branch branch, uint16_t slot,
                          const cli_inspect_visitor *to);

/* A single object; false when it is not there. */
bool cli_inspect_one(const pawl_world *world, pawl_branch branch, const pawl_object_key *key,
                     const cli_inspect_visitor *to);

/* The values whose names have `part` in them, in large or small letters, of all objects in the
 * order of the tree; no more than `most`. Returns how many were handed out. take_object comes for
 * objects that have such a value. Cost: a look at every value. */
uint32_t cli_inspect_search(const pawl_world *world, const char *part, uint32_t most,
                            const cli_inspect_visitor *to);

/* A value that is looked at again and again, in this world as it goes on or in others. */
typedef struct cli_inspect_watch {
    pawl_branch branch;
    pawl_object_key key;
    char name[PAWL_FIELD_NAME_MAX];
    uint32_t index; /* where it was found last; 0 will do */
} cli_inspect_watch;
/* False when the object is not there, or has no such value. Cost: of contacts some comparisons, of
 * other objects none. */
bool cli_inspect_look(const pawl_world *world, cli_inspect_watch *watch, pawl_field_value *out);

#endif
