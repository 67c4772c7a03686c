/* exports.h - what the files that export the studio share. */
#ifndef WEB_EXPORTS_H
#define WEB_EXPORTS_H

#include <stdio.h>

#include "cli/studio/inspect.h"
#include "cli/studio/studio.h"
#include "marks.h"

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

#define WATCHES_MAX 16

/* A value of one tick, and the hash of the state that had it. */
typedef struct watched {
    double value;
    uint32_t hash;
    bool is_known;
} watched;

typedef struct watch {
    bool is_used;
    cli_inspect_watch field; /* of a body */
    watched *values;         /* of the studio's first tick and all behind it */
    uint64_t room;
} watch;

typedef struct page {
    cli_studio *studio;
    marks marks;
    char *text; /* handed out */
    watch watches[WATCHES_MAX];
} page;

/* A file that becomes the text that is handed out. */
FILE *exports_begin_text(page *page);
/* A string of JSON. */
void exports_put_string(FILE *out, const char *text);
/* What a picture of so many pixels shows: a center and a width of the world. */
cli_view exports_view(int32_t center_x, int32_t center_y, int32_t across, int32_t width,
                      int32_t height);

#endif
