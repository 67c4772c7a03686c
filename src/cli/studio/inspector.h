/* inspector.h - the panel that tells all there is to know of what is selected, finds values by
 * their names, and watches one of them over time. */
#ifndef CLI_INSPECTOR_H
#define CLI_INSPECTOR_H

#include "cli/studio/watch.h"

struct cli_viewer;

/* An object of the world, or one of its values. */
typedef struct cli_inspector_row {
    bool is_title;
    uint32_t object; /* which */
    cli_inspect_field field;
} cli_inspector_row;

#define CLI_INSPECTOR_HITS_MAX 100u

typedef struct cli_inspector {
    cli_inspector_row *rows; /* of what is selected, or what was found */
    cli_inspect_object *objects;
    uint32_t row_count, row_room, object_count, object_room;
    uint32_t focus; /* a row, which is no title; row_count: none */
    int32_t first;  /* row that is shown at the top */
    bool is_finding;
    char part[PAWL_FIELD_NAME_MAX]; /* of a name, that is looked for */
    cli_watch watch;
} cli_inspector; /* starts as {0} */

void cli_inspector_free(cli_inspector *inspector);
/* Forget the watched value: another run. */
void cli_inspector_forget(cli_inspector *inspector);

/* Read the values of this moment, and note the one that is watched. */
void cli_inspector_refresh(struct cli_viewer *viewer);

/* Once a frame, while the panel is shown: look up some of the past. */
void cli_inspector_advance(struct cli_viewer *viewer);

/* Keys and the mouse, while the panel is shown; false: it is none of them. While a name is
 * typed, all keys are. */
bool cli_inspector_key(struct cli_viewer *viewer, int32_t key);
void cli_inspector_choose(struct cli_viewer *viewer, uint32_t row);
void cli_inspector_scroll(struct cli_viewer *viewer, int32_t rows);

/* ---- inspector_paint.c ---- */

bool cli_inspector_paint_press(struct cli_viewer *viewer, int32_t x, int32_t y);
/* How many rows fit. */
int32_t cli_inspector_paint_shown(const struct cli_viewer *viewer);
void cli_inspector_paint(struct cli_viewer *viewer);

#endif
