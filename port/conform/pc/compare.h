/* compare.h - one scene on a board and here: the first event that differs, and why. */
#ifndef PAWLI_CONFORM_COMPARE_H
#define PAWLI_CONFORM_COMPARE_H

#include "cli/common/progress.h"
#include "conform/pc/descend.h"
#include "conform/pc/record.h"

typedef enum conform_outcome {
    CONFORM_EQUAL,
    CONFORM_DIFFERENT,
    CONFORM_LOST
} conform_outcome;

/* A scene, and what it takes to play it on both sides. */
typedef struct conform_pair {
    conform_line *line;
    cli_progress progress;
    uint32_t interval; /* events between two comparisons, less than CONFORM_CHAINS */
    uint32_t run;      /* the last one */
    uint16_t index;    /* of the scene on the board */
    conform_scene scene;
    char name[CONFORM_NAME_MAX];
    conform_record record;
} conform_pair;

/* Play the scene on both sides, and say on stdout what differs first, or on stderr where the board
 * fell silent. */
conform_outcome conform_compare(conform_pair *pair);

/* explain.c: of the first event that differs, the stage, the object and the value. `chain` is what
 * the board had there. */
conform_outcome conform_explain(conform_pair *pair, uint32_t event, uint32_t chain);

/* The same, in another run: be after an event, or after a stage of it. */
conform_goal conform_goal_of(const conform_pair *pair, uint32_t event, uint16_t stage,
                             bool is_traced);
/* Say that the board is silent since an event, on the way to a later one. */
conform_outcome conform_lost(conform_pair *pair, uint32_t event, uint32_t goal);

#endif
