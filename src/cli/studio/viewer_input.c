/* viewer_input.c - what keys and the mouse do to a run that is shown. */
#include <stdlib.h>

#include "cli/studio/viewer.h"

#define PAN_STEP 40               /* pixels per press of an arrow key */
#define REACH 3                   /* pixels: a rope is thin */
#define DRAG_MIN 4                /* pixels: less is a click */
#define HOLD_MIN UINT64_C(200000) /* microseconds: longer is no click */

/* ---- keys ---- */

bool cli_viewer_input_is_typing(const cli_viewer *viewer) {
    return viewer->side == CLI_SIDE_INSPECTOR && viewer->inspector.is_finding;
}

static bool is_arrow(int32_t key) {
    return key == CLI_KEY_UP || key == CLI_KEY_DOWN || key == CLI_KEY_LEFT || key == CLI_KEY_RIGHT;
}

static void take_arrow(cli_viewer *viewer, int32_t key) {
    if (key == CLI_KEY_RIGHT && viewer->paused) {
        cli_viewer_step(viewer, viewer->clock);
    } else if (key == CLI_KEY_LEFT && viewer->paused) {
        cli_viewer_step_back(viewer);
    } else {
        cli_viewer_pan(viewer,
                       key == CLI_KEY_RIGHT  ? PAN_STEP
                       : key == CLI_KEY_LEFT ? -PAN_STEP
                                             : 0,
                       key == CLI_KEY_DOWN ? PAN_STEP
                       : key == CLI_KEY_UP ? -PAN_STEP
                                           : 0);
    }
}

static void switch_side(cli_viewer *viewer, cli_viewer_side side) {
    viewer->side = viewer->side == side ? CLI_SIDE_NONE : side;
    viewer->inspector.is_finding = false;
    viewer->sliders.is_dragged = false;
}

/* Keys of time. */
static bool take_time_key(cli_viewer *viewer, int32_t key) {
    switch (key) {
    case ' ':
        viewer->paused = !viewer->paused;
        return true;
    case 'n':
        viewer->paused = true;
        cli_viewer_step(viewer, viewer->clock);
        return true;
    case 'b':
        cli_viewer_step_back(viewer);
        return true;
    case 'z':
        cli_viewer_rewind(viewer);
        return true;
    case CLI_KEY_HOME:
        cli_viewer_seek(viewer, viewer->studio->first);
        return true;
    case CLI_KEY_END:
        cli_viewer_seek(viewer, viewer->studio->last);
        return true;
    case 'r':
        cli_viewer_restart(viewer);
        return true;
    case 's':
        viewer->speed = viewer->speed == 1 ? CLI_SPEED_PLAIN : 1;
        return true;
    default:
        return false;
    }
}

/* Keys of the picture. */
static bool take_look_key(cli_viewer *viewer, int32_t key) {
    const int32_t middle_x = cli_viewer_side_picture_width(viewer) / 2,
                  middle_y = viewer->canvas.height / 2;
    switch (key) {
    case 'h':
        viewer->help = !viewer->help;
        return true;
    case 'i':
        switch_side(viewer, CLI_SIDE_INSPECTOR);
        return true;
    case 'p':
        switch_side(viewer, CLI_SIDE_SLIDERS);
        return true;
    case '/':
        switch_side(viewer, CLI_SIDE_INSPECTOR);
        return cli_inspector_key(viewer, key);
    case '+':
    case '=': /* the same key on many keyboards */
        cli_viewer_zoom(viewer, true, middle_x, middle_y);
        return true;
    case '-':
        cli_viewer_zoom(viewer, false, middle_x, middle_y);
        return true;
    case CLI_KEY_ESCAPE:
        if (!viewer->help && viewer->side == CLI_SIDE_NONE) return false;
        if (viewer->help) {
            viewer->help = false;
        } else {
            switch_side(viewer, viewer->side);
        }
        return true;
    default:
        return false;
    }
}

static bool take_key(cli_viewer *viewer, int32_t key) {
    /* What is held down steers a character: window.c asks the keyboard. */
    if (is_arrow(key) && !viewer->paused && cli_viewer_steers(viewer) &&
        !cli_viewer_input_is_typing(viewer)) {
        return true;
    }
    if (viewer->side == CLI_SIDE_INSPECTOR && cli_inspector_key(viewer, key)) return true;
    if (viewer->side == CLI_SIDE_SLIDERS && cli_sliders_key(viewer, key)) return true;
    if (key >= '1' && key < '1' + CLI_OVERLAY_COUNT) {
        viewer->overlays[key - '1'] = !viewer->overlays[key - '1'];
        return true;
    }
    if (is_arrow(key)) {
        take_arrow(viewer, key);
        return true;
    }
    return take_time_key(viewer, key) || take_look_key(viewer, key);
}

/* ---- the hand ---- */

static void grab(cli_viewer *viewer) {
    cli_press *const press = &viewer->press;
    press->is_held = true;
    cli_viewer_grab(viewer, press->x, press->y);
    /* What was there may have gone on, to where the mouse is now. */
    if (viewer->studio->hand.body.index1 == 0) cli_viewer_grab(viewer, press->now_x, press->now_y);
    cli_viewer_drag(viewer, press->now_x, press->now_y);
}

static void hold(cli_viewer *viewer, uint64_t microseconds) {
    cli_press *const press = &viewer->press;
    if (!press->is_down || press->is_held) return;
    press->microseconds += microseconds;
    if (press->microseconds >= HOLD_MIN) grab(viewer);
}

void cli_viewer_input_advance(cli_viewer *viewer, uint64_t microseconds, cli_clock clock) {
    hold(viewer, microseconds);
    cli_viewer_advance(viewer, microseconds, clock);
    if (viewer->side == CLI_SIDE_INSPECTOR) cli_inspector_advance(viewer);
}

static void click(cli_viewer *viewer) {
    const cli_press *const press = &viewer->press;
    if (press->body.index1 != 0) {
        cli_viewer_side_select(viewer, PAWL_BRANCH_BODIES, (uint16_t)(press->body.index1 - 1u));
        if (viewer->side == CLI_SIDE_NONE) viewer->side = CLI_SIDE_INSPECTOR;
    } else if (press->soft.index1 != 0) {
        cli_viewer_side_select(viewer, PAWL_BRANCH_SOFT, (uint16_t)(press->soft.index1 - 1u));
        if (viewer->side == CLI_SIDE_NONE) viewer->side = CLI_SIDE_INSPECTOR;
    } else if (viewer->side != CLI_SIDE_NONE) {
        cli_viewer_side_select(viewer, PAWL_BRANCH_WORLD, 0);
    }
}

/* ---- the mouse ---- */

static bool side_takes_press(cli_viewer *viewer, int32_t x, int32_t y) {
    if (viewer->side == CLI_SIDE_INSPECTOR) return cli_inspector_paint_press(viewer, x, y);
    return viewer->side == CLI_SIDE_SLIDERS && cli_sliders_paint_press(viewer, x, y);
}

static void take_press(cli_viewer *viewer, int32_t x, int32_t y) {
    if (side_takes_press(viewer, x, y)) return;
    if (cli_viewer_time_is_at(viewer, y)) {
        viewer->is_scrubbing = true;
        cli_viewer_seek(viewer, cli_viewer_time_tick(viewer, x));
        return;
    }
    const pawl_vec2 place = cli_viewer_place(viewer, x, y);
    const pawl_vec2 beside = cli_viewer_place(viewer, x + REACH, y);
    cli_press press = {.is_down = true, .x = x, .y = y, .now_x = x, .now_y = y};
    press.body = cli_studio_edit_pick(viewer->studio, place, false);
    if (press.body.index1 == 0)
        press.soft = cli_studio_edit_pick_soft(viewer->studio, place, beside.x - place.x);
    viewer->press = press;
}

static void take_move(cli_viewer *viewer, int32_t x, int32_t y) {
    cli_press *const press = &viewer->press;
    if (viewer->is_scrubbing) {
        cli_viewer_seek(viewer, cli_viewer_time_tick(viewer, x));
    } else if (viewer->sliders.is_dragged) {
        cli_sliders_paint_move(viewer, x);
    } else if (press->is_down) {
        press->now_x = x;
        press->now_y = y;
        if (!press->is_held && (abs(x - press->x) >= DRAG_MIN || abs(y - press->y) >= DRAG_MIN))
            grab(viewer);
        if (press->is_held) cli_viewer_drag(viewer, x, y);
    }
}

static void take_release(cli_viewer *viewer) {
    cli_press *const press = &viewer->press;
    viewer->is_scrubbing = false;
    cli_sliders_paint_release(viewer);
    if (!press->is_down) return;
    press->is_down = false;
    if (press->is_held) {
        cli_viewer_release(viewer);
    } else {
        click(viewer);
    }
}

static void take_wheel(cli_viewer *viewer, const cli_keys_event *event) {
    const int32_t notches = abs(event->amount);
    if (viewer->side != CLI_SIDE_NONE &&
        cli_panel_has(cli_viewer_side_panel(viewer), event->x, event->y)) {
        if (viewer->side == CLI_SIDE_INSPECTOR) {
            cli_inspector_scroll(viewer, -3 * event->amount);
        } else {
            cli_sliders_paint_wheel(viewer, event->amount);
        }
        return;
    }
    for (int32_t i = 0; i < notches; i++)
        cli_viewer_zoom(viewer, event->amount > 0, event->x, event->y);
}

bool cli_viewer_input_take(cli_viewer *viewer, const cli_keys_event *event) {
    switch (event->type) {
    case CLI_KEYS_KEY:
        return take_key(viewer, event->key);
    case CLI_KEYS_PRESS:
        take_press(viewer, event->x, event->y);
        return true;
    case CLI_KEYS_MOVE:
        take_move(viewer, event->x, event->y);
        return true;
    case CLI_KEYS_RELEASE:
        take_move(viewer, event->x, event->y);
        take_release(viewer);
        return true;
    case CLI_KEYS_WHEEL:
        take_wheel(viewer, event);
        return true;
    default:
        return false;
    }
}
