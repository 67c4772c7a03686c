/* sliders_paint.c - how sliders look, and the mouse on them. */
#include <stdio.h>

#include "cli/studio/panel.h"
#include "cli/studio/sliders.h"
#include "cli/studio/viewer.h"

/* Pixels of the parts of the panel. */
typedef struct layout {
    cli_panel_box panel, list; /* the list lies between the head and the foot */
    int32_t letters, row, shown;
} layout;

static layout layout_of(const cli_viewer *viewer) {
    const cli_panel_box panel = cli_viewer_side_panel(viewer);
    const int32_t letters = cli_panel_letters(viewer->canvas.width);
    const int32_t margin = cli_panel_margin(letters);
    const int32_t head = 2 * margin + letters;
    layout out = {panel, panel, letters, 3 * letters + letters / 2 + 2, 0};
    out.list.left += margin;
    out.list.width -= 2 * margin;
    out.list.top += head;
    out.list.height -= head;
    out.shown = pawl_max(out.list.height / out.row, 1);
    return out;
}

/* Which part of the list is shown; the focus is. */
static int32_t first_row(const cli_viewer *viewer, const layout *at, const cli_sliders_row *rows,
                         int32_t count) {
    const cli_sliders *const sliders = &viewer->sliders;
    int32_t focus = -1;
    for (int32_t i = 0; i < count; i++)
        if (rows[i].title == NULL && rows[i].which == sliders->focus) focus = i;
    if (focus == 1) focus = 0; /* with the title above it */
    return cli_panel_scroll(sliders->first, count, at->shown, focus);
}

/* ---- places ---- */

static cli_panel_box track_of(const layout *at, int32_t line) {
    const int32_t thickness = pawl_max(at->letters / 2, 4);
    const cli_panel_box box = {at->list.left, at->list.top + line * at->row + 2 * at->letters,
                               at->list.width - at->letters / 2 - 4, thickness};
    return box;
}

static int32_t column_of(cli_panel_box track, cli_sliders_range range, pawl_fx value) {
    const int64_t whole = (int64_t)range.high - range.low, part = (int64_t)value - range.low;
    return track.left + (int32_t)(part * (track.width - 1) / whole);
}

/* To the nearest place of the grid. */
static pawl_fx value_at(const cli_viewer *viewer, cli_slider which, cli_panel_box track,
                        int32_t x) {
    const cli_sliders_range range = cli_sliders_range_of(viewer, which);
    const int64_t part = pawl_clamp(x - track.left, 0, track.width - 1);
    const int64_t whole = (int64_t)range.high - range.low;
    const pawl_fx exact = (pawl_fx)(range.low + whole * part / pawl_max(track.width - 1, 1));
    const pawl_fx below = cli_sliders_step(which, exact, 0);
    const pawl_fx above = cli_sliders_step(which, below, 1);
    return (int64_t)exact - below <= (int64_t)above - exact ? below : above;
}

/* ---- the mouse ---- */

bool cli_sliders_paint_press(cli_viewer *viewer, int32_t x, int32_t y) {
    cli_sliders_row rows[CLI_SLIDERS_ROWS_MAX];
    const layout at = layout_of(viewer);
    const int32_t count = cli_sliders_rows(viewer, rows);
    if (!cli_panel_has(at.panel, x, y)) return false;
    if (!cli_panel_has(at.list, x, y)) return true;
    const int32_t line = (y - at.list.top) / at.row;
    const int32_t row = first_row(viewer, &at, rows, count) + line;
    if (line >= at.shown || row >= count || rows[row].title != NULL) return true;
    viewer->sliders.first = row - line;
    viewer->sliders.focus = rows[row].which;
    viewer->sliders.is_dragged = true;
    cli_sliders_paint_move(viewer, x);
    return true;
}

void cli_sliders_paint_move(cli_viewer *viewer, int32_t x) {
    const layout at = layout_of(viewer);
    if (!viewer->sliders.is_dragged) return;
    viewer->sliders.dragged = value_at(viewer, viewer->sliders.focus, track_of(&at, 0), x);
}

void cli_sliders_paint_release(cli_viewer *viewer) {
    cli_sliders *const sliders = &viewer->sliders;
    if (sliders->is_dragged) (void)cli_sliders_set(viewer, sliders->focus, sliders->dragged);
    sliders->is_dragged = false;
}

/* By rows; the focus comes along, so that it stays in sight. */
void cli_sliders_paint_wheel(cli_viewer *viewer, int32_t amount) {
    cli_sliders_row rows[CLI_SLIDERS_ROWS_MAX];
    const layout at = layout_of(viewer);
    const int32_t count = cli_sliders_rows(viewer, rows);
    const int32_t first = first_row(viewer, &at, rows, count) - amount;
    viewer->sliders.first = cli_panel_scroll(first, count, at.shown, -1);
    const int32_t low = viewer->sliders.first;
    const int32_t high = pawl_min(low + at.shown, count);
    cli_slider nearest = CLI_SLIDER_COUNT;
    for (int32_t i = low; i < high; i++) {
        if (rows[i].title != NULL) continue;
        if (nearest == CLI_SLIDER_COUNT || rows[i].which <= viewer->sliders.focus)
            nearest = rows[i].which;
    }
    if (nearest != CLI_SLIDER_COUNT) viewer->sliders.focus = nearest;
}

/* ---- pictures ---- */

static void put_value(char *text, size_t size, cli_slider which, pawl_fx value, const char *unit) {
    static const char *const speeds[] = {"1/8", "1/4", "1/2", "1", "2", "4", "8"};
    char decimal[PAWL_FX_TEXT_MAX];
    if (which == CLI_SLIDER_SPEED) {
        snprintf(text, size, "%s", speeds[value / PAWL_FX_ONE]);
    } else if (pawl_fx_print(value, decimal, sizeof decimal) == PAWL_OK) {
        const bool is_default = value == 0 && which >= CLI_SLIDER_HERTZ && which <= CLI_SLIDER_HIT;
        snprintf(text, size,
                 is_default        ? "default"
                 : unit[0] == '\0' ? "%s"
                                   : "%s %s",
                 decimal, unit);
    }
}

static void paint_dot(cli_canvas *canvas, int32_t x, int32_t y, int32_t radius, cli_color fill,
                      cli_color stroke) {
    const cli_mark dot = {.points = {{(int64_t)x * CLI_PIXEL + CLI_PIXEL / 2,
                                      (int64_t)y * CLI_PIXEL + CLI_PIXEL / 2}},
                          .radius = (int64_t)radius * CLI_PIXEL,
                          .stroke_width = 3 * CLI_PIXEL / 2,
                          .paint = {fill, stroke},
                          .count = 1};
    cli_canvas_paint_mark(canvas, &dot);
}

static void paint_track(cli_viewer *viewer, cli_slider which, cli_panel_box track, pawl_fx value,
                        bool is_live) {
    cli_canvas *const canvas = &viewer->canvas;
    const cli_sliders_range range = cli_sliders_range_of(viewer, which);
    const cli_color color = is_live ? CLI_PANEL_MARK : CLI_PANEL_SOFT;
    const int32_t zero = column_of(track, range, pawl_clamp(0, range.low, range.high));
    const int32_t x = column_of(track, range, pawl_clamp(value, range.low, range.high));
    const cli_panel_box filled = {pawl_min(zero, x), track.top, zero < x ? x - zero : zero - x,
                                  track.height};
    pawl_fx file;
    cli_panel_fill(canvas, track, CLI_PANEL_TRACK, 256);
    cli_panel_fill(canvas, filled, color, 128);
    if (cli_sliders_get_of_file(viewer, which, &file) && file >= range.low && file <= range.high) {
        const cli_panel_box mark = {column_of(track, range, file), track.top - 2, 1,
                                    track.height + 4};
        cli_panel_fill(canvas, mark, CLI_PANEL_SOFT, 256);
    }
    paint_dot(canvas, x, track.top + track.height / 2, track.height, CLI_PANEL_PAPER, color);
}

static void paint_slider(cli_viewer *viewer, const layout *at, int32_t line, cli_slider which) {
    const cli_sliders *const sliders = &viewer->sliders;
    const bool is_focus = which == sliders->focus;
    const bool is_live = which == CLI_SLIDER_SPEED || viewer->studio->type == CLI_STUDIO_SCENE;
    const int32_t top = at->list.top + line * at->row, half = at->letters / 2;
    char text[64] = "";
    pawl_fx value = 0;
    (void)cli_sliders_get(viewer, which, &value);
    if (is_focus && sliders->is_dragged) value = sliders->dragged;
    if (is_focus) {
        const cli_panel_box wash = {at->panel.left + 1, top - half, at->panel.width - 1, at->row};
        cli_panel_fill(&viewer->canvas, wash, CLI_PANEL_WASH, 256);
    }
    const cli_panel_box track = track_of(at, line);
    const cli_panel_box name = {track.left, top, track.width, at->letters};
    const cli_sliders_range range = cli_sliders_range_of(viewer, which);
    put_value(text, sizeof text, which, value, range.unit);
    cli_panel_text(&viewer->canvas, name, CLI_PANEL_LEFT, at->letters, range.name,
                   is_live ? CLI_PANEL_INK : CLI_PANEL_SOFT);
    cli_panel_text(&viewer->canvas, name, CLI_PANEL_RIGHT, at->letters, text,
                   is_live ? CLI_PANEL_INK : CLI_PANEL_SOFT);
    paint_track(viewer, which, track, value, is_live);
}

static void paint_title(cli_viewer *viewer, const layout *at, int32_t line, const char *title) {
    char text[64];
    const int32_t top = at->list.top + line * at->row + at->row / 2 - at->letters / 2;
    const cli_panel_box box = {at->list.left, top, at->list.width, at->letters};
    const cli_panel_box rule = {at->list.left, top + at->letters + at->letters / 2, at->list.width,
                                1};
    const pawl_body_id body = cli_viewer_side_body(viewer);
    if (title[0] == 'B') {
        snprintf(text, sizeof text, "%s (slot %u)", title, body.index1 - 1u);
    } else if (title[0] == 'W' && viewer->studio->type != CLI_STUDIO_SCENE) {
        snprintf(text, sizeof text, "%s (only scenes can be changed)", title);
    } else {
        snprintf(text, sizeof text, "%s", title);
    }
    cli_panel_text(&viewer->canvas, box, CLI_PANEL_LEFT, at->letters, text, CLI_PANEL_MARK);
    cli_panel_fill(&viewer->canvas, rule, CLI_PANEL_RULE, 256);
}

void cli_sliders_paint(cli_viewer *viewer) {
    cli_sliders_row rows[CLI_SLIDERS_ROWS_MAX];
    const layout at = layout_of(viewer);
    const int32_t count = cli_sliders_rows(viewer, rows);
    const int32_t first = viewer->sliders.first = first_row(viewer, &at, rows, count);
    cli_viewer_side_paint(viewer, "Sliders", "R: value of the file");
    for (int32_t line = 0; line < at.shown && first + line < count; line++) {
        if (rows[first + line].title != NULL) {
            paint_title(viewer, &at, line, rows[first + line].title);
        } else {
            paint_slider(viewer, &at, line, rows[first + line].which);
        }
    }
    cli_panel_bar(&viewer->canvas, at.list, first, count, at.shown);
}
