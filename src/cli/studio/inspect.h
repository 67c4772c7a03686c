/* inspect.h - what is in a world, object by object: every value raw, as a decimal and with its
 * unit, for people. */
#ifndef CLI_INSPECT_H
#define CLI_INSPECT_H

#include "pawl/state.h"

#define CLI_INSPECT_TITLE_MAX 64
#define CLI_INSPECT_DECIMAL_MAX 40

typedef struct cli_inspect_field {
    pawl_branch branch;
    const pawl_object_key *object;
    const char *title; /* "body 3", "contact of shapes 4 and 9" */
    pawl_field_value value;
    char decimal[CLI_INSPECT_DECIMAL_MAX]; /* as many digits as tell it from its neighbors */
    const char *unit;                      /* "" for counts, names and flags; null: not known */
} cli_inspect_field;

/* Gets fields one by one, those of an object in a row; false ends the walk. */
typedef struct cli_inspect_sink {
    bool (*take)(void *context, const cli_inspect_field *field);
    void *context;
} cli_inspect_sink;

/* All of the body in a slot (index1 - 1 of its handle): the body, its character, its shapes, joints
 * and contacts. */
void cli_inspect_body(const pawl_world *world, uint16_t slot, const cli_inspect_sink *to);

/* Fields of the whole world whose names have this part, in the order of the hash tree. */
void cli_inspect_search(const pawl_world *world, const char *part, const cli_inspect_sink *to);

/* The first field of that name of the body in a slot, for watching it; false when there is none. */
bool cli_inspect_watch(const pawl_world *world, uint16_t slot, const char *name,
                       pawl_field_value *out);

#endif
