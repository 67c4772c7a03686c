/* sliders.h - what of a run can be changed by hand: the world, the body that is selected, and how
 * fast time goes. Each change but the last is a line of the script of the run, as any other edit.
 */
#ifndef CLI_SLIDERS_H
#define CLI_SLIDERS_H

#include "cli/scene/scene_load.h"

struct cli_viewer;

typedef enum cli_slider {
    CLI_SLIDER_SPEED,
    CLI_SLIDER_GRAVITY_X,
    CLI_SLIDER_GRAVITY_Y,
    CLI_SLIDER_HERTZ,
    CLI_SLIDER_DAMPING_RATIO,
    CLI_SLIDER_PUSH_SPEED,
    CLI_SLIDER_RESTITUTION,
    CLI_SLIDER_HIT,
    CLI_SLIDER_VELOCITY_X,
    CLI_SLIDER_VELOCITY_Y,
    CLI_SLIDER_FRICTION,
    CLI_SLIDER_GRAVITY_SCALE,
    CLI_SLIDER_DAMPING,
    CLI_SLIDER_ANGULAR_DAMPING,
    CLI_SLIDER_SLEEP,
    CLI_SLIDER_COUNT
} cli_slider;

typedef struct cli_sliders {
    cli_slider focus;
    int32_t first; /* row that is shown at the top */
    bool is_dragged;
    pawl_fx dragged; /* where it is meanwhile */
    bool has_file;   /* or it cannot be read */
    cli_scene file;  /* as it begins, for the values of the file */
} cli_sliders;       /* starts as {0} */

/* Forget the file. */
void cli_sliders_forget(cli_sliders *sliders);

/* Whether there is such a slider now, and its value. */
bool cli_sliders_get(const struct cli_viewer *viewer, cli_slider which, pawl_fx *out);
/* Of the file; false when that has none. */
bool cli_sliders_get_of_file(struct cli_viewer *viewer, cli_slider which, pawl_fx *out);
/* False after an error, which has been reported. */
bool cli_sliders_set(struct cli_viewer *viewer, cli_slider which, pawl_fx value);
/* A value so many steps farther on; values lie on a grid of decimals. */
pawl_fx cli_sliders_step(cli_slider which, pawl_fx value, int32_t steps);

/* Keys and the mouse, while the panel is shown; false: it is none of them. */
bool cli_sliders_key(struct cli_viewer *viewer, int32_t key);
bool cli_sliders_paint_press(struct cli_viewer *viewer, int32_t x, int32_t y);
void cli_sliders_paint_move(struct cli_viewer *viewer, int32_t x);
void cli_sliders_paint_release(struct cli_viewer *viewer);
void cli_sliders_paint_wheel(struct cli_viewer *viewer, int32_t amount);

/* ---- sliders_paint.c ---- */

void cli_sliders_paint(struct cli_viewer *viewer);

/* ---- rows, for both files ---- */

typedef struct cli_sliders_row {
    const char *title; /* of a group; null: a slider */
    cli_slider which;
} cli_sliders_row;
#define CLI_SLIDERS_ROWS_MAX (CLI_SLIDER_COUNT + 4)
int32_t cli_sliders_rows(const struct cli_viewer *viewer,
                         cli_sliders_row out[CLI_SLIDERS_ROWS_MAX]);

/* Where a slider's handle can be, and what its value is there. */
typedef struct cli_sliders_range {
    const char *name, *unit;
    pawl_fx low, high;
    int32_t per; /* steps of a unit */
} cli_sliders_range;
cli_sliders_range cli_sliders_range_of(const struct cli_viewer *viewer, cli_slider which);

#endif
