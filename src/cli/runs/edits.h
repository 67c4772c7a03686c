/* edits.h - everything that differs between two worlds, such as those before and after an edit. */
#ifndef CLI_EDITS_H
#define CLI_EDITS_H

#include <stdio.h>

#include "pawl/state.h"

/* Gets each value that differs, as the first difference of two worlds is told: with one value in
 * one object. */
typedef struct cli_changes {
    void (*take)(void *context, const pawl_difference *change);
    void *context;
} cli_changes;

/* Hand out all that is hashed and differs between world a and world b, in the order of the hash
 * tree; in each branch, what only a has comes last. An object that only one of them has is one
 * change. Returns how many there were. */
uint32_t cli_edits_list(const pawl_world *a, const pawl_world *b, const cli_changes *to);

/* "body 4 (slot 3): velocity.x  a 0x00000000 0  b 0x00030000 3  (196608 apart)", or
 * "body 9 (slot 8): created", "... destroyed". */
void cli_edits_text(const pawl_difference *change, char text[PAWL_DIFFERENCE_TEXT_MAX]);

/* "body 4 (slot 3)". */
void cli_edits_name(pawl_branch branch, const pawl_object_key *key,
                    char text[PAWL_DIFFERENCE_TEXT_MAX]);

/* The two lines about the first difference of two worlds. */
void cli_edits_put_difference(FILE *out, const pawl_difference *difference);

#endif
