/* viewer.h - a running scene with a camera, overlays and a hand: everything that `pawl view` does
 * but the window. */
#ifndef CLI_VIEWER_H
#define CLI_VIEWER_H

#include "cli/draw/canvas.h"
#include "cli/runs/profile.h"
#include "cli/studio/inspector.h"
#include "cli/studio/keys.h"
#include "cli/studio/panel.h"
#include "cli/studio/sliders.h"
#include "cli/studio/studio.h"

/* What can be switched, on key 1 and following. */
typedef enum cli_overlay {
    CLI_OVERLAY_CONTACTS,
    CLI_OVERLAY_BOXES,
    CLI_OVERLAY_ISLANDS,
    CLI_OVERLAY_SLEEP,
    CLI_OVERLAY_CENTERS,
    CLI_OVERLAY_HASH,
    CLI_OVERLAY_JOINTS,
    CLI_OVERLAY_STAGES,   /* of the last step, and what each took */
    CLI_OVERLAY_TIMELINE, /* what is known, and its numbers, below the picture */
    CLI_OVERLAY_COUNT
} cli_overlay;

/* Where a body was before the last step. */
typedef struct cli_placement {
    pawl_vec2 position;
    pawl_angle angle;
    uint16_t generation; /* of the body; 0: it was not there */
} cli_placement;

/* Microseconds since some moment; null: steps are not measured. */
typedef int64_t (*cli_clock)(void);

/* The panel at the right. */
typedef enum cli_viewer_side {
    CLI_SIDE_NONE,
    CLI_SIDE_INSPECTOR,
    CLI_SIDE_SLIDERS
} cli_viewer_side;

/* What is selected: the world, or what is in a slot. */
typedef struct cli_selection {
    pawl_branch branch;
    uint16_t slot;
    uint16_t generation; /* of a body */
} cli_selection;

/* A button that went down over the picture. It selects what is there when it goes up soon where it
 * was, and else pulls it. */
typedef struct cli_press {
    bool is_down, is_held;
    int32_t x, y;         /* where it went down */
    int32_t now_x, now_y; /* where it is */
    uint64_t microseconds;
    pawl_body_id body; /* that was there */
    pawl_soft_id soft; /* or this one, where no body was */
} cli_press;

#define CLI_SPEED_PLAIN 8u /* eighths of the speed of the world */

typedef struct cli_viewer {
    cli_studio_def def;
    cli_studio *studio;
    const cli_scene *scene; /* of it */
    cli_placement *before;  /* by slot */

    bool paused, help, is_rewinding, is_scrubbing;
    uint32_t speed; /* in eighths, a power of two up to 64 */
    bool overlays[CLI_OVERLAY_COUNT];
    uint64_t owed;             /* time that no step has used up yet; viewer.c says in what unit */
    int64_t step_microseconds; /* what the last step took; below 0: not measured */
    cli_clock clock;           /* of steps by hand */
    cli_profile profile;       /* of steps that were measured while the overlay was on */

    cli_viewer_side side;
    cli_selection selection;
    cli_inspector inspector;
    cli_sliders sliders;
    cli_press press;

    pawl_vec2 center; /* of the camera */
    pawl_fx across;   /* units from left to right */
    cli_drawing drawing;
    cli_canvas canvas; /* what the window shows: the picture, and the timeline below it */
} cli_viewer;

/* Open a run in a zeroed viewer, for a window of that width in pixels; the camera gives its height.
 * Bodies of scenes alone can be grabbed. False after an error, which has been reported. */
bool cli_viewer_open(cli_viewer *viewer, const cli_studio_def *def, int32_t width);
void cli_viewer_close(cli_viewer *viewer);

/* Load the file again, which may have changed; after an error the old world stays. */
void cli_viewer_restart(cli_viewer *viewer);

void cli_viewer_resize(cli_viewer *viewer, int32_t width, int32_t height);
/* All that the scene wants to show, in the window as it is. */
void cli_viewer_fit(cli_viewer *viewer);

/* Do the steps that this much time asks for. */
void cli_viewer_advance(cli_viewer *viewer, uint64_t microseconds, cli_clock clock);
/* One step, paused or not. */
void cli_viewer_step(cli_viewer *viewer, cli_clock clock);
/* One step back; pauses. */
void cli_viewer_step_back(cli_viewer *viewer);
/* To a tick that is known; pauses. */
void cli_viewer_seek(cli_viewer *viewer, uint64_t tick);
/* Backwards, until the beginning, or forwards again. */
void cli_viewer_rewind(cli_viewer *viewer);

#define CLI_VIEWER_TIME_HEIGHT 56 /* pixels */

/* The timeline, while it is shown: whether a pixel is on it, and the tick there. viewer_time.c. */
bool cli_viewer_time_is_at(const cli_viewer *viewer, int32_t y);
uint64_t cli_viewer_time_tick(const cli_viewer *viewer, int32_t x);
void cli_viewer_time_paint(cli_viewer *viewer);

/* Camera. Zoom keeps the place at a pixel where it is; in or out by an eighth. */
void cli_viewer_zoom(cli_viewer *viewer, bool in, int32_t x, int32_t y);
void cli_viewer_pan(cli_viewer *viewer, int32_t right, int32_t down); /* pixels */

/* The place in the world at a pixel. */
pawl_vec2 cli_viewer_place(const cli_viewer *viewer, int32_t x, int32_t y);

/* The hand, at a pixel. */
void cli_viewer_grab(cli_viewer *viewer, int32_t x, int32_t y);
void cli_viewer_drag(cli_viewer *viewer, int32_t x, int32_t y);
void cli_viewer_release(cli_viewer *viewer);

/* Whether there is a character that keys can steer: the first one of a scene. And what it is told
 * from now on; nothing without one. */
bool cli_viewer_steers(const cli_viewer *viewer);
void cli_viewer_steer(cli_viewer *viewer, const pawl_character_input *input);

/* The part of the world that is shown, and where in it a body is shown: on the way between its
 * last two steps. `context` is the viewer. */
cli_view cli_viewer_view(const cli_viewer *viewer);
pawl_pose cli_viewer_pose(void *context, pawl_body_id body, pawl_pose now);

/* ---- keys and the mouse; viewer_input.c ---- */

/* False: it is nothing for a viewer. */
bool cli_viewer_input_take(cli_viewer *viewer, const cli_keys_event *event);
/* Whether signs are letters of a name now. */
bool cli_viewer_input_is_typing(const cli_viewer *viewer);
/* A frame: the button that is down has been down for so much longer, steps are done, and the
 * inspector looks up some of the past. */
void cli_viewer_input_advance(cli_viewer *viewer, uint64_t microseconds, cli_clock clock);

/* ---- the panel at the right; viewer_side.c ---- */

cli_panel_box cli_viewer_side_panel(const cli_viewer *viewer);
/* How many pixels of the window are the picture's: the panel lies beside it where there is room
 * for both, and over it in narrow windows. */
int32_t cli_viewer_side_picture_width(const cli_viewer *viewer);
/* Its paper, with a title and a few words. */
void cli_viewer_side_paint(cli_viewer *viewer, const char *title, const char *hint);

/* What is in a slot; of a character its body. */
void cli_viewer_side_select(cli_viewer *viewer, pawl_branch branch, uint16_t slot);
bool cli_viewer_side_has_selection(const cli_viewer *viewer);
/* The null handle when none is selected, or it is not there. */
pawl_body_id cli_viewer_side_body(const cli_viewer *viewer);
pawl_soft_id cli_viewer_side_soft(const cli_viewer *viewer);

/* Paint the canvas; viewer_paint.c. */
void cli_viewer_paint(cli_viewer *viewer);

#endif
