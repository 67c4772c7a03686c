/* gallery.h - a list of scenes, replays and snapshots, each with a small picture of it. */
#ifndef CLI_GALLERY_H
#define CLI_GALLERY_H

#include "cli/draw/canvas.h"
#include "cli/studio/keys.h"
#include "cli/studio/panel.h"
#include "cli/studio/studio.h"

typedef enum cli_gallery_look {
    CLI_GALLERY_WAITS, /* no picture yet */
    CLI_GALLERY_DRAWN,
    CLI_GALLERY_BAD /* it cannot be read: why was told */
} cli_gallery_look;

typedef struct cli_gallery_entry {
    char *path;
    const char *name; /* the path without its folder */
    cli_gallery_look look;
    bool opens; /* an arcade has no window */
    char about[CLI_TITLE_MAX];
    cli_canvas picture;
} cli_gallery_entry;

typedef struct cli_gallery {
    cli_gallery_entry *entries;
    uint32_t count, room;
    uint32_t focus;
    int32_t first; /* row of cards at the top */
    cli_canvas canvas;
} cli_gallery; /* starts as {0} */

void cli_gallery_free(cli_gallery *gallery);
void cli_gallery_resize(cli_gallery *gallery, int32_t width, int32_t height);

/* Draw so many of the pictures that are in sight and wait. */
void cli_gallery_work(cli_gallery *gallery, uint32_t count);

/* What is done by a key or the mouse. */
typedef enum cli_gallery_answer {
    CLI_GALLERY_NOTHING, /* nothing for a list */
    CLI_GALLERY_TAKEN,
    CLI_GALLERY_OPEN /* the entry in focus */
} cli_gallery_answer;
cli_gallery_answer cli_gallery_take(cli_gallery *gallery, const cli_keys_event *event);

void cli_gallery_paint(cli_gallery *gallery);

/* ---- gallery_list.c ---- */

/* The last entry: a file as it is given. Or the scenes, replays and snapshots of a folder, in the
 * order of the bytes of their names. Returns an exit code; errors have been reported. */
int cli_gallery_list_add(cli_gallery *gallery, const char *path);
/* Of the folder that a file is in, with the focus on that one. */
int cli_gallery_list_beside(cli_gallery *gallery, const char *path);
bool cli_gallery_list_is_folder(const char *path);

#endif
