/* view_window.h - the window of `pawl view`. */
#ifndef CLI_VIEW_WINDOW_H
#define CLI_VIEW_WINDOW_H

#include "cli/studio/viewer.h"

typedef struct cli_window_options {
    const char *scene;        /* a file: a scene, a replay or a snapshot */
    cli_replay_budget budget; /* of a replay; all zero: the default */
    uint64_t tick;            /* where to begin */
    const char *screenshot;   /* null: none */
    const char *keys;         /* pressed before the first frame; null: none */
    uint32_t width;           /* pixels */
    uint32_t frames;          /* 0: until the user quits */
} cli_window_options;

/* Show the scene until the user quits or the frames are over. Returns an exit code. */
int cli_view_window_show(const cli_window_options *options);

#endif
