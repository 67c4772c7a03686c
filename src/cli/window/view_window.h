/* view_window.h - the window of `pawl view`. */
#ifndef CLI_VIEW_WINDOW_H
#define CLI_VIEW_WINDOW_H

#include "cli/runs/viewer.h"

typedef struct cli_window_options {
    const char *scene;               /* a file; or, when it is null: */
    const cli_viewer_source *source; /* what steps ... */
    const cli_scene *start;          /* ... this */
    const char *screenshot;          /* null: none */
    const char *keys;                /* pressed before the first frame; null: none */
    uint32_t width;                  /* pixels */
    uint32_t frames;                 /* 0: until the user quits */
} cli_window_options;

/* Show the scene until the user quits or the frames are over. Returns an exit code. */
int cli_view_window_show(const cli_window_options *options);

#endif
