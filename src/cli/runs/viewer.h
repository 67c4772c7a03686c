/* viewer.h - a running scene with a camera, overlays and a hand: everything that `pawl view` does
 * but the window. */
#ifndef PAWLI_CLI_VIEWER_H
#define PAWLI_CLI_VIEWER_H

#include "cli/draw/canvas.h"

/* What can be switched, on key 1 and following. */
typedef enum pawli_overlay {
    PAWLI_OVERLAY_CONTACTS,
    PAWLI_OVERLAY_BOXES,
    PAWLI_OVERLAY_ISLANDS,
    PAWLI_OVERLAY_SLEEP,
    PAWLI_OVERLAY_CENTERS,
    PAWLI_OVERLAY_HASH,
    PAWLI_OVERLAY_JOINTS,
    PAWLI_OVERLAY_COUNT
} pawli_overlay;

/* Where a body was before the last step. */
typedef struct pawli_placement {
    pawl_vec2 position;
    pawl_angle angle;
    uint16_t generation; /* of the body; 0: it was not there */
} pawli_placement;

/* What the mouse holds. */
typedef struct pawli_hand {
    pawl_body_id body; /* null: nothing */
    pawl_vec2 grip;    /* in the frame of the body */
    pawl_vec2 target;  /* world */
} pawli_hand;

/* Where steps come from when not from the scene alone: a replay. Each call sets scene->world. */
typedef struct pawli_viewer_source {
    void *context;
    bool (*step)(void *context, pawli_scene *scene); /* false: that was all; the viewer pauses */
    bool (*back)(void *context, pawli_scene *scene); /* one step; false: this is the beginning */
    void (*restart)(void *context, pawli_scene *scene);
} pawli_viewer_source;

typedef struct pawli_viewer {
    const char *path;
    const pawli_viewer_source *source; /* null: a scene */
    pawli_scene scene;
    pawli_placement *before; /* by slot */

    bool paused, slow, help;
    bool overlays[PAWLI_OVERLAY_COUNT];
    uint64_t owed;             /* time that no step has used up yet; viewer.c says in what unit */
    int64_t step_microseconds; /* what the last step took; below 0: not measured */
    pawli_hand hand;

    pawl_vec2 center; /* of the camera */
    pawl_fx across;   /* units from left to right */
    pawli_drawing drawing;
    pawli_canvas canvas; /* what the window shows */
} pawli_viewer;

/* Microseconds since some moment; null: steps are not measured. */
typedef int64_t (*pawli_clock)(void);

/* Load a scene into a zeroed viewer, for a window of that width in pixels; the scene's camera gives
 * its height. False after an error, which has been told. */
bool pawli_viewer_open(pawli_viewer *viewer, const char *path, int32_t width);
/* The same with a scene that another source steps and owns; its bodies cannot be grabbed. */
void pawli_viewer_open_source(pawli_viewer *viewer, const pawli_viewer_source *source,
                              const pawli_scene *scene, int32_t width);
void pawli_viewer_close(pawli_viewer *viewer);

/* Load the file again, which may have changed; after an error the old world stays. */
void pawli_viewer_restart(pawli_viewer *viewer);

void pawli_viewer_resize(pawli_viewer *viewer, int32_t width, int32_t height);

/* Do the steps that this much time asks for. */
void pawli_viewer_advance(pawli_viewer *viewer, uint64_t microseconds, pawli_clock clock);
/* One step, paused or not. */
void pawli_viewer_step(pawli_viewer *viewer, pawli_clock clock);
/* One step back, which only a source can do; pauses. */
void pawli_viewer_step_back(pawli_viewer *viewer);

/* Camera. Zoom keeps the place at a pixel where it is; in or out by an eighth. */
void pawli_viewer_zoom(pawli_viewer *viewer, bool in, int32_t x, int32_t y);
void pawli_viewer_pan(pawli_viewer *viewer, int32_t right, int32_t down); /* pixels */

/* The hand, at a pixel. */
void pawli_viewer_grab(pawli_viewer *viewer, int32_t x, int32_t y);
void pawli_viewer_drag(pawli_viewer *viewer, int32_t x, int32_t y);
void pawli_viewer_release(pawli_viewer *viewer);

/* The part of the world that is shown, and where in it a body is shown: on the way between its
 * last two steps. `context` is the viewer. */
pawli_view pawli_viewer_view(const pawli_viewer *viewer);
pawl_pose pawli_viewer_pose(void *context, pawl_body_id body, pawl_pose now);

/* Paint the canvas; viewer_paint.c. */
void pawli_viewer_paint(pawli_viewer *viewer);

#endif
