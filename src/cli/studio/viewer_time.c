/* viewer_time.c - the timeline below the picture: what is known, with its numbers as curves, each
 * as high as its largest value. */
#include "cli/studio/viewer.h"

#define BELOW CLI_VIEWER_TIME_HEIGHT
#define MARGIN 10 /* left and right */
#define PAPER CLI_BACKGROUND
#define RULE UINT32_C(0xC9C3B8)
#define CURSOR UINT32_C(0x1D1B26)
#define GHOST UINT32_C(0xB8A6D9)
#define EDIT UINT32_C(0xC2452D)

typedef enum curve {
    CURVE_ENERGY,
    CURVE_CONTACTS,
    CURVE_AWAKE,
    CURVE_COUNT
} curve;

static const struct {
    const char *name;
    cli_color color;
} curves[CURVE_COUNT] = {
    {"energy", UINT32_C(0xD98E04)},
    {"contacts", UINT32_C(0x2F7F79)},
    {"awake", UINT32_C(0x5B6BB5)},
};

static int64_t value_of(const cli_studio_sample *sample, curve which) {
    if (which == CURVE_ENERGY) return sample->energy < 0 ? 0 : sample->energy;
    return which == CURVE_CONTACTS ? sample->contacts : sample->awake;
}

/* ---- places ---- */

static int32_t width_of(const cli_viewer *viewer) {
    return pawl_max(viewer->canvas.width - 2 * MARGIN, 2);
}

static uint64_t ticks_of(const cli_viewer *viewer) {
    const uint64_t ticks = viewer->studio->last - viewer->studio->first;
    const pawl_replay *const replay = &viewer->studio->run.file.replay;
    const uint64_t meant = viewer->studio->type == CLI_STUDIO_REPLAY
                               ? replay->last_tick - replay->first_tick
                               : viewer->scene->ticks;
    return ticks > meant ? ticks : meant > 0 ? meant : 1;
}

static int32_t column_of(const cli_viewer *viewer, uint64_t tick) {
    const uint64_t at = tick - viewer->studio->first;
    return MARGIN + (int32_t)(at * (uint64_t)(width_of(viewer) - 1) / ticks_of(viewer));
}

bool cli_viewer_time_is_at(const cli_viewer *viewer, int32_t y) {
    return viewer->overlays[CLI_OVERLAY_TIMELINE] && y >= viewer->canvas.height - BELOW;
}

uint64_t cli_viewer_time_tick(const cli_viewer *viewer, int32_t x) {
    const int32_t last = width_of(viewer) - 1;
    const uint64_t at = (uint64_t)pawl_clamp(x - MARGIN, 0, last);
    const uint64_t tick = viewer->studio->first + at * ticks_of(viewer) / (uint64_t)last;
    return tick > viewer->studio->last ? viewer->studio->last : tick;
}

/* ---- pictures ---- */

static void paint_column(cli_canvas *canvas, int32_t x, int32_t top, int32_t bottom,
                         cli_color color, int32_t weight) {
    for (int32_t y = top; y <= bottom; y++)
        cli_canvas_blend(canvas, x, y, color, weight);
}

/* Least and largest value of the ticks of a column. */
typedef struct span {
    int64_t least, largest;
} span;

static span span_of(const cli_viewer *viewer, curve which, uint64_t from, uint64_t to) {
    span out = {INT64_MAX, 0};
    for (uint64_t tick = from; tick <= to; tick++) {
        const int64_t value = value_of(cli_studio_sample_of(viewer->studio, tick), which);
        if (value < out.least) out.least = value;
        if (value > out.largest) out.largest = value;
    }
    return out;
}

/* As a share of the largest value of all; the division comes first where values are large. */
static int32_t height_of(int64_t value, int64_t largest, int32_t room) {
    if (largest <= 0) return 0;
    return largest > INT32_MAX ? (int32_t)(value / (largest / room + 1))
                               : (int32_t)(value * room / largest);
}

static void paint_curve(cli_viewer *viewer, curve which) {
    const cli_studio *const studio = viewer->studio;
    const int32_t room = BELOW - 3 * MARGIN / 2, bottom = viewer->canvas.height - MARGIN / 2;
    const int64_t largest = span_of(viewer, which, studio->first, studio->last).largest;
    const int32_t end = column_of(viewer, studio->last);
    uint64_t from = studio->first;
    for (int32_t x = MARGIN; x <= end; x++) {
        uint64_t to = cli_viewer_time_tick(viewer, x + 1);
        if (to < from) to = from;
        const span values = span_of(viewer, which, from, to);
        paint_column(&viewer->canvas, x, bottom - height_of(values.largest, largest, room),
                     bottom - height_of(values.least, largest, room), curves[which].color, 224);
        from = to;
    }
}

static void paint_edits(cli_viewer *viewer, int32_t top) {
    const cli_studio *const studio = viewer->studio;
    for (uint64_t tick = studio->first; tick <= studio->last; tick++) {
        if (cli_studio_sample_of(studio, tick)->edits == 0) continue;
        paint_column(&viewer->canvas, column_of(viewer, tick), top, top + 3, EDIT, 255);
    }
}

static void paint_ghost(cli_viewer *viewer, int32_t bottom) {
    const cli_studio_ghost *const ghost = &viewer->studio->ghost;
    if (ghost->timeline == NULL) return;
    const int32_t end = pawl_min(column_of(viewer, ghost->last), viewer->canvas.width - MARGIN);
    for (int32_t x = column_of(viewer, ghost->from); x <= end; x++)
        paint_column(&viewer->canvas, x, bottom - 2, bottom, GHOST, 255);
}

static void paint_names(cli_viewer *viewer, int32_t top) {
    int32_t left = MARGIN;
    for (int i = 0; i < CURVE_COUNT; i++) {
        cli_font_paint(&viewer->canvas, left, top, 7, curves[i].name, curves[i].color);
        left += cli_font_width(curves[i].name, 7) + MARGIN;
    }
}

void cli_viewer_time_paint(cli_viewer *viewer) {
    cli_canvas *const canvas = &viewer->canvas;
    const int32_t top = canvas->height - BELOW, bottom = canvas->height - 1;
    for (int32_t x = 0; x < canvas->width; x++) {
        paint_column(canvas, x, top, bottom, PAPER, 256);
        cli_canvas_blend(canvas, x, top, RULE, 256);
    }
    for (int i = 0; i < CURVE_COUNT; i++)
        paint_curve(viewer, (curve)i);
    paint_edits(viewer, top + 1);
    paint_ghost(viewer, bottom);
    paint_names(viewer, top + 6);
    paint_column(canvas, column_of(viewer, viewer->studio->tick), top, bottom, CURSOR, 256);
}
