/* app.c - from the list to a run and back. */
#include "cli/studio/app.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"

#define SECOND UINT64_C(1000000) /* in microseconds */
#define FRAMES_PER_SECOND 60u

static cli_canvas *canvas_of(cli_app *app) {
    return app->is_list ? &app->gallery.canvas : &app->viewer.canvas;
}

/* ---- runs ---- */

static cli_studio_def studio_def_of(const cli_app *app, const char *path) {
    const bool is_first = app->def.path_count == 1 && path == app->def.paths[0];
    const cli_studio_def def = {.path = path,
                                .script = is_first ? app->def.script : NULL,
                                .timeline = cli_timeline_def_default(),
                                .budget = app->def.budget};
    return def;
}

/* The file of the command line, in a window as high as its scene wants. */
static int open_first(cli_app *app) {
    cli_viewer *const viewer = &app->viewer;
    const cli_studio_def def = studio_def_of(app, app->def.paths[0]);
    if (!cli_viewer_open(viewer, &def, app->def.width)) return CLI_EXIT_INPUT;
    app->has_run = true;
    viewer->clock = app->def.clock;
    while (viewer->studio->tick < app->def.tick && cli_studio_play(viewer->studio, 1) == 1) {
    }
    viewer->overlays[CLI_OVERLAY_HASH] = viewer->overlays[CLI_OVERLAY_JOINTS] = true;
    viewer->overlays[CLI_OVERLAY_TIMELINE] = true;
    cli_viewer_resize(viewer, viewer->canvas.width, viewer->canvas.height + CLI_VIEWER_TIME_HEIGHT);
    return CLI_EXIT_OK;
}

/* The entry in focus, in the window as it is, with what is switched on. */
static bool open_entry(cli_app *app) {
    cli_viewer *const old = &app->viewer;
    cli_viewer next = {0};
    cli_gallery_entry *const entry = &app->gallery.entries[app->gallery.focus];
    const cli_canvas *const canvas = canvas_of(app);
    const cli_studio_def def = studio_def_of(app, entry->path);
    if (!entry->opens || !cli_viewer_open(&next, &def, app->def.width)) {
        entry->opens = false;
        return false;
    }
    next.clock = app->def.clock;
    next.overlays[CLI_OVERLAY_HASH] = next.overlays[CLI_OVERLAY_JOINTS] = true;
    next.overlays[CLI_OVERLAY_TIMELINE] = true;
    if (app->has_run) {
        memcpy(next.overlays, old->overlays, sizeof next.overlays);
        next.speed = old->speed;
        next.side = old->side;
    }
    cli_viewer_resize(&next, canvas->width, canvas->height);
    cli_viewer_fit(&next);
    if (app->has_run) cli_viewer_close(old);
    app->viewer = next;
    app->has_run = true;
    app->is_list = false;
    return true;
}

/* ---- the list ---- */

/* A single file has those beside it. False: there are none. */
static bool make_list(cli_app *app) {
    if (app->gallery.count > 0) return true;
    if (cli_file_is_stdin(app->def.paths[0])) return false;
    return cli_gallery_list_beside(&app->gallery, app->def.paths[0]) == CLI_EXIT_OK;
}

static void show_list(cli_app *app) {
    const cli_canvas canvas = *canvas_of(app);
    if (!make_list(app)) return;
    app->is_list = true;
    cli_gallery_resize(&app->gallery, canvas.width, canvas.height);
}

/* The next entry in a direction that opens; none: the run stays. */
static void go(cli_app *app, int by) {
    cli_gallery *const gallery = &app->gallery;
    if (!make_list(app)) return;
    const uint32_t before = gallery->focus;
    int64_t to = (int64_t)before + by;
    for (; to >= 0 && to < gallery->count; to += by) {
        gallery->focus = (uint32_t)to;
        if (open_entry(app)) return;
    }
    gallery->focus = before;
}

static void take_list_key(cli_app *app, int32_t key) {
    if (key == 'q' || (key == CLI_KEY_ESCAPE && !app->has_run)) {
        app->quit = true;
    } else if (key == 'l' || key == CLI_KEY_ESCAPE) {
        const cli_canvas canvas = app->gallery.canvas;
        if (!app->has_run) return;
        app->is_list = false;
        cli_viewer_resize(&app->viewer, canvas.width, canvas.height);
    }
}

static void take_run_key(cli_app *app, int32_t key) {
    if (key == 'q' || key == CLI_KEY_ESCAPE) {
        app->quit = true;
    } else if (key == 'l') {
        show_list(app);
    } else if (key == '[' || key == ']') {
        go(app, key == '[' ? -1 : 1);
    }
}

/* ---- what hands do ---- */

void cli_app_take(cli_app *app, const cli_keys_event *event) {
    if (event->type == CLI_KEYS_WAIT) {
        for (int32_t frame = 0; frame < event->amount; frame++)
            cli_app_advance_frame(app, (uint64_t)frame);
    } else if (app->is_list) {
        const cli_gallery_answer answer = cli_gallery_take(&app->gallery, event);
        if (answer == CLI_GALLERY_OPEN) (void)open_entry(app);
        if (answer == CLI_GALLERY_NOTHING) take_list_key(app, event->key);
    } else if (!cli_viewer_input_take(&app->viewer, event) && event->type == CLI_KEYS_KEY) {
        take_run_key(app, event->key);
    }
}

void cli_app_press(cli_app *app, const char *keys) {
    cli_keys_event events[CLI_KEYS_STEPS_MAX];
    uint32_t count = 0;
    while (keys != NULL && *keys != '\0' && !app->quit) {
        keys = cli_keys_read(keys, events, &count);
        for (uint32_t i = 0; keys != NULL && i < count; i++)
            cli_app_take(app, &events[i]);
    }
}

void cli_app_resize(cli_app *app, int32_t width, int32_t height) {
    if (app->is_list) {
        cli_gallery_resize(&app->gallery, width, height);
    } else {
        cli_viewer_resize(&app->viewer, width, height);
    }
}

/* ---- time ---- */

void cli_app_advance(cli_app *app, uint64_t microseconds) {
    if (app->is_list) {
        cli_gallery_work(&app->gallery, app->def.clock == NULL ? UINT32_MAX : 1);
    } else {
        cli_viewer_input_advance(&app->viewer, microseconds, app->def.clock);
    }
}

/* Frame n ends n/60 seconds after the beginning, rounded up to a microsecond: so n frames are
 * never less than n steps of 1/60 second. */
static uint64_t end_of_frame(uint64_t frame) {
    return (frame * SECOND + FRAMES_PER_SECOND - 1) / FRAMES_PER_SECOND;
}

void cli_app_advance_frame(cli_app *app, uint64_t frame) {
    cli_app_advance(app, end_of_frame(frame + 1) - end_of_frame(frame));
}

const cli_canvas *cli_app_paint(cli_app *app) {
    if (app->is_list) {
        cli_gallery_paint(&app->gallery);
    } else {
        cli_viewer_paint(&app->viewer);
    }
    return canvas_of(app);
}

/* ---- files ---- */

bool cli_app_save_script(const cli_app *app, const char *path) {
    const cli_studio *const studio = app->viewer.studio;
    if (!app->has_run || studio->type != CLI_STUDIO_SCENE || studio->scene.arcade != NULL) {
        cli_command_file_error(path, "only of a scene with a world there is a script");
        return false;
    }
    FILE *const file = fopen(path, "w");
    if (file == NULL) {
        cli_command_file_error(path, strerror(errno));
        return false;
    }
    char *const text = cli_script_add_text(&studio->script);
    const cli_studio_sample *const last = cli_studio_sample_of(studio, studio->last);
    fprintf(file, "%s# After %llu ticks the hash is %08lx.\n", text,
            (unsigned long long)studio->last, (unsigned long)last->hash);
    free(text);
    const bool is_good = !ferror(file);
    if (fclose(file) == 0 && is_good) return true;
    cli_command_file_error(path, "cannot be written");
    return false;
}

/* ---- opening ---- */

int cli_app_open(cli_app *app, const cli_app_def *def) {
    app->def = *def;
    if (def->path_count == 1 && !cli_gallery_list_is_folder(def->paths[0])) return open_first(app);
    for (uint32_t i = 0; i < def->path_count; i++) {
        const int code = cli_gallery_list_add(&app->gallery, def->paths[i]);
        if (code != CLI_EXIT_OK) return code;
    }
    app->is_list = true;
    cli_gallery_resize(&app->gallery, def->width, pawl_max(def->width * 5 / 8, 64));
    return CLI_EXIT_OK;
}

void cli_app_close(cli_app *app) {
    if (app->has_run) cli_viewer_close(&app->viewer);
    cli_gallery_free(&app->gallery);
}
