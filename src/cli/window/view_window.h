/* view_window.h - the window of `pawl view`. */
#ifndef CLI_VIEW_WINDOW_H
#define CLI_VIEW_WINDOW_H

#include "cli/studio/app.h"

typedef struct cli_window_options {
    const char *const *paths; /* scenes, replays and snapshots, and folders of them */
    uint32_t path_count;
    const char *script;       /* of a single scene; null: none */
    const char *save_script;  /* where what was done is written; null: nowhere */
    cli_replay_budget budget; /* of a replay; all zero: the default */
    uint64_t tick;            /* where to begin */
    const char *screenshot;   /* null: none */
    const char *keys;         /* pressed before the first frame; null: none */
    uint32_t width;           /* pixels */
    uint32_t frames;          /* 0: until the user quits */
} cli_window_options;

/* Whether a text is keys (cli/studio/keys.h). Else it has been reported: an exit code. */
int cli_view_window_check_keys(const char *command, const char *keys);

/* Show it until the user quits or the frames are over. Returns an exit code. */
int cli_view_window_show(const cli_window_options *options);

#endif
