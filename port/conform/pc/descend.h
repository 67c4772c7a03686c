/* descend.h - from two states that differ to the first value that does, of which one is far away.
 */
#ifndef PAWLI_CONFORM_DESCEND_H
#define PAWLI_CONFORM_DESCEND_H

#include "conform/pc/line.h"
#include "pawl/state.h"

typedef enum conform_descent {
    CONFORM_DESCENT_LOST, /* no answer */
    CONFORM_DESCENT_EQUAL,
    CONFORM_DESCENT_FOUND,
    CONFORM_DESCENT_HASH_ONLY /* all values agree, and their hashes do not */
} conform_descent;

typedef struct conform_difference {
    pawl_difference first;              /* a is the board */
    bool has_branch[PAWL_BRANCH_COUNT]; /* which differ */
} conform_difference;

/* Compare the world at which the board stands with ours. */
conform_descent conform_descend(conform_line *line, const pawl_world *world,
                                conform_difference *out);

#endif
