/* inspector_paint.c - how the inspector looks, and the mouse on it. */
#include <stdio.h>
#include <string.h>

#include "cli/studio/inspector.h"
#include "cli/studio/panel.h"
#include "cli/studio/viewer.h"

#define CURVE UINT32_C(0xD1495B)
/* Where the columns of a row end, in hundredths of its width. */
#define NAME_END 37
#define NUMBER_END 58
#define UNIT_END 77
#define CURSOR UINT32_C(0x1D1B26)

/* Pixels of the parts of the panel, from above: its head, the rows, and the curve. */
typedef struct layout {
    cli_panel_box panel, list, curve;
    int32_t letters, line, margin, shown;
} layout;

static layout layout_of(const cli_viewer *viewer) {
    const cli_panel_box panel = cli_viewer_side_panel(viewer);
    const int32_t letters = cli_panel_letters(viewer->canvas.width);
    const int32_t margin = cli_panel_margin(letters), line = cli_panel_line(letters);
    const int32_t head = 2 * margin + 3 * letters / 2;
    const int32_t below =
        viewer->inspector.watch.is_on ? pawl_clamp(panel.height / 4, 4 * line, 9 * line) : 0;
    layout out = {panel, panel, panel, letters, line, margin, 0};
    out.list.top += head;
    out.list.height = pawl_max(panel.height - head - below, line);
    out.curve.top = out.list.top + out.list.height;
    out.curve.height = below;
    out.shown = out.list.height / line;
    return out;
}

int32_t cli_inspector_paint_shown(const cli_viewer *viewer) {
    const layout at = layout_of(viewer);
    return at.shown;
}

bool cli_inspector_paint_press(cli_viewer *viewer, int32_t x, int32_t y) {
    const layout at = layout_of(viewer);
    if (!cli_panel_has(at.panel, x, y)) return false;
    cli_inspector_refresh(viewer);
    cli_inspector_scroll(viewer, 0);
    const int32_t line = (y - at.list.top) / at.line;
    if (cli_panel_has(at.list, x, y) && line < at.shown)
        cli_inspector_choose(viewer, (uint32_t)(viewer->inspector.first + line));
    return true;
}

/* ---- rows ---- */

static cli_panel_box box_of(const layout *at, int32_t top, int32_t from, int32_t to) {
    const int32_t inner = at->list.width - 2 * at->margin;
    const cli_panel_box box = {at->list.left + at->margin + inner * from / 100, top,
                               inner * (to - from) / 100 - at->letters / 2, at->letters};
    return box;
}

/* "dynamic, awake" says more than a number does; others have a decimal and a unit. */
static void paint_value(cli_canvas *canvas, const layout *at, int32_t top,
                        const cli_inspect_field *field) {
    const char *const unit = field->unit == NULL ? "" : field->unit;
    const bool is_words = field->meaning[0] != '\0' && unit[0] == '\0';
    const char *const text = is_words ? field->meaning : field->decimal;
    cli_panel_box number = box_of(at, top, NAME_END, NUMBER_END);
    if (is_words || (unit[0] == '\0' && cli_font_width(text, at->letters) > number.width))
        number = box_of(at, top, NAME_END, UNIT_END);
    cli_panel_text(canvas, number, CLI_PANEL_RIGHT, at->letters, text, CLI_PANEL_INK);
    cli_panel_text(canvas, box_of(at, top, NUMBER_END, UNIT_END), CLI_PANEL_LEFT, at->letters, unit,
                   CLI_PANEL_SOFT);
}

static void paint_row(cli_viewer *viewer, const layout *at, int32_t line, uint32_t row) {
    cli_canvas *const canvas = &viewer->canvas;
    const cli_inspector *const inspector = &viewer->inspector;
    const cli_inspector_row *const that = &inspector->rows[row];
    const int32_t top = at->list.top + line * at->line, half = at->letters / 2;
    if (that->is_title) {
        const cli_panel_box rule = {at->list.left + at->margin, top + at->letters + half - 1,
                                    at->list.width - 2 * at->margin, 1};
        cli_panel_text(canvas, box_of(at, top, 0, 100), CLI_PANEL_LEFT, at->letters,
                       inspector->objects[that->object].name, CLI_PANEL_MARK);
        cli_panel_fill(canvas, rule, CLI_PANEL_RULE, 256);
        return;
    }
    if (row == inspector->focus) {
        const cli_panel_box wash = {at->list.left + 1, top - half, at->list.width - 1, at->line};
        cli_panel_fill(canvas, wash, CLI_PANEL_WASH, 256);
    }
    cli_panel_text(canvas, box_of(at, top, 0, NAME_END), CLI_PANEL_LEFT, at->letters,
                   that->field.value.name, CLI_PANEL_INK);
    paint_value(canvas, at, top, &that->field);
    cli_panel_text(canvas, box_of(at, top, UNIT_END, 101), CLI_PANEL_RIGHT, at->letters,
                   that->field.raw, CLI_PANEL_SOFT);
}

static void paint_nothing(cli_viewer *viewer, const layout *at) {
    const cli_inspector *const inspector = &viewer->inspector;
    const char *text = "It is not there at this tick.";
    if (viewer->scene->world == NULL)
        text = "An arcade has no values to inspect.";
    else if (inspector->is_finding)
        text = inspector->part[0] == '\0' ? "Part of a name, such as velocity."
                                          : "Nothing has this name.";
    cli_panel_text(&viewer->canvas, box_of(at, at->list.top, 0, 100), CLI_PANEL_LEFT, at->letters,
                   text, CLI_PANEL_SOFT);
}

/* ---- the curve ---- */

/* Four places behind the point are enough to read a curve. */
static void put_number(char *text, size_t size, int64_t value, uint8_t fraction) {
    const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    const unsigned shift = fraction > 48 ? 48 : fraction;
    const uint64_t whole = magnitude >> shift, part = magnitude & ((UINT64_C(1) << shift) - 1);
    const uint64_t places = shift == 0 ? 0 : part * 10000 >> shift;
    int length = snprintf(text, size, "%s%llu.%04llu", value < 0 ? "-" : "",
                          (unsigned long long)whole, (unsigned long long)places);
    while (length > 0 && text[length - 1] == '0')
        text[--length] = '\0';
    if (length > 0 && text[length - 1] == '.') text[length - 1] = '\0';
}

/* Where a value lies in a box, from below; the division comes first where values are large. */
static int32_t height_of(int64_t value, cli_watch_span all, int32_t room) {
    const uint64_t part = (uint64_t)value - (uint64_t)all.least;
    const uint64_t whole = (uint64_t)all.largest - (uint64_t)all.least;
    if (whole == 0) return room / 2;
    return whole > UINT32_MAX ? (int32_t)(part / (whole / (uint64_t)room + 1))
                              : (int32_t)(part * (uint64_t)room / whole);
}

static uint64_t tick_at(const cli_studio *studio, int32_t column, int32_t width) {
    const uint64_t ticks = studio->last - studio->first;
    return studio->first + ticks * (uint64_t)column / (uint64_t)pawl_max(width - 1, 1);
}

/* Columns of their own least and largest value, which reach the next column's. */
static void paint_columns(cli_viewer *viewer, cli_panel_box box, cli_watch_span all) {
    const cli_studio *const studio = viewer->studio;
    const int32_t thickness = pawl_max(box.height / 60, 2);
    const int32_t room = pawl_max(box.height - thickness, 1);
    uint64_t from = studio->first;
    for (int32_t column = 0; column < box.width; column++) {
        const uint64_t to = tick_at(studio, column + 1, box.width);
        const uint64_t end = to < studio->last ? to : studio->last;
        const cli_watch_span span =
            cli_watch_span_of(&viewer->inspector.watch, from < end ? from : end, end);
        from = to;
        if (!span.is_known) continue;
        const int32_t low = height_of(span.least, all, room);
        const int32_t high = height_of(span.largest, all, room);
        const cli_panel_box bar = {box.left + column, box.top + room - high, 1,
                                   high - low + thickness};
        cli_panel_fill(&viewer->canvas, bar, CURVE, 256);
    }
}

static void paint_lines(cli_viewer *viewer, cli_panel_box box, cli_watch_span all) {
    const cli_studio *const studio = viewer->studio;
    const uint64_t ticks = studio->last - studio->first, at = studio->tick - studio->first;
    const cli_panel_box cursor = {
        box.left + (ticks == 0 ? 0 : (int32_t)(at * (uint64_t)(box.width - 1) / ticks)), box.top, 1,
        box.height};
    if (all.is_known && all.least < 0 && all.largest > 0) {
        const cli_panel_box zero = {
            box.left, box.top + box.height - 1 - height_of(0, all, box.height - 1), box.width, 1};
        cli_panel_fill(&viewer->canvas, zero, CLI_PANEL_SOFT, 128);
    }
    cli_panel_fill(&viewer->canvas, cursor, CURSOR, 160);
}

/* The name and its range above, the curve below. */
static void paint_curve(cli_viewer *viewer, const layout *at) {
    const cli_watch *const watch = &viewer->inspector.watch;
    const cli_studio *const studio = viewer->studio;
    const cli_watch_span all = cli_watch_span_of(watch, studio->first, studio->last);
    const int32_t top = at->curve.top + at->letters;
    const cli_panel_box box = {at->curve.left + at->margin, top + at->line,
                               at->curve.width - 2 * at->margin,
                               at->curve.height - at->letters - at->line - at->margin};
    const cli_panel_box rule = {at->curve.left, at->curve.top, at->curve.width, 1};
    char low[48], high[48], text[120] = "";
    if (at->curve.height == 0 || box.height < 4 || box.width < 4) return;
    cli_panel_fill(&viewer->canvas, rule, CLI_PANEL_RULE, 256);
    cli_panel_fill(&viewer->canvas, box, CLI_BACKGROUND, 256);
    if (all.is_known) {
        put_number(low, sizeof low, all.least, watch->fraction);
        put_number(high, sizeof high, all.largest, watch->fraction);
        snprintf(text, sizeof text, "%s to %s", low, high);
    }
    cli_panel_text(&viewer->canvas, box_of(at, top, 0, 48), CLI_PANEL_LEFT, at->letters,
                   watch->field.name, CURVE);
    cli_panel_text(&viewer->canvas, box_of(at, top, 46, 100), CLI_PANEL_RIGHT, at->letters, text,
                   CLI_PANEL_SOFT);
    if (all.is_known) paint_columns(viewer, box, all);
    paint_lines(viewer, box, all);
    cli_panel_frame(&viewer->canvas, box, 1, CLI_PANEL_RULE);
}

void cli_inspector_paint(cli_viewer *viewer) {
    cli_inspector *const inspector = &viewer->inspector;
    char title[16 + PAWL_FIELD_NAME_MAX] = "Inspector";
    cli_inspector_refresh(viewer);
    cli_inspector_scroll(viewer, 0);
    const layout at = layout_of(viewer);
    if (inspector->is_finding) snprintf(title, sizeof title, "Find: %s_", inspector->part);
    cli_viewer_side_paint(viewer, title,
                          inspector->is_finding ? "Enter: go there, Esc" : "/: find a value");
    for (int32_t line = 0; line < at.shown; line++) {
        const uint32_t row = (uint32_t)(inspector->first + line);
        if (row < inspector->row_count) paint_row(viewer, &at, line, row);
    }
    if (inspector->row_count == 0) paint_nothing(viewer, &at);
    cli_panel_bar(&viewer->canvas, at.list, inspector->first, (int32_t)inspector->row_count,
                  at.shown);
    paint_curve(viewer, &at);
}
