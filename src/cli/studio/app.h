/* app.h - all that `pawl view` does but the window: a list of files, or one of them as it runs. */
#ifndef CLI_APP_H
#define CLI_APP_H

#include "cli/studio/gallery.h"
#include "cli/studio/viewer.h"

typedef struct cli_app_def {
    const char *const *paths; /* files and folders */
    uint32_t path_count;
    const char *script;       /* of a single scene; null: none */
    cli_replay_budget budget; /* of replays; all zero: the default */
    uint64_t tick;            /* where a single file begins */
    int32_t width;            /* of the window, pixels */
    cli_clock clock;          /* null: nothing is measured, and every run is the same */
} cli_app_def;

typedef struct cli_app {
    cli_app_def def;
    cli_gallery gallery;
    cli_viewer viewer;
    bool has_run; /* the viewer is open */
    bool is_list; /* the list is shown, not the run */
    bool quit;
} cli_app; /* starts as {0} */

/* A single file runs at once; else there is a list first. Returns an exit code; errors have been
 * reported. To be closed either way. */
int cli_app_open(cli_app *app, const cli_app_def *def);
void cli_app_close(cli_app *app);

void cli_app_resize(cli_app *app, int32_t width, int32_t height);
void cli_app_take(cli_app *app, const cli_keys_event *event);
/* The keys of a text without mistakes (keys.h). */
void cli_app_press(cli_app *app, const char *keys);
/* So much time passes. */
void cli_app_advance(cli_app *app, uint64_t microseconds);
/* Frame number `frame` of 1/60 second. */
void cli_app_advance_frame(cli_app *app, uint64_t frame);

/* Paint what the window shows; valid until anything else is done. */
const cli_canvas *cli_app_paint(cli_app *app);

/* All that was done to the run, as a script with which `pawl run` does the same. False after an
 * error, which has been reported. */
bool cli_app_save_script(const cli_app *app, const char *path);

#endif
