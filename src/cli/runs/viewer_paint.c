/* viewer_paint.c - what the window shows: the world, its overlays and a few lines of text. */
#include <string.h>

#include "cli/draw/drawing_world.h"
#include "cli/runs/viewer.h"

#define LINE_HEIGHT 10 /* dots */
#define MARGIN 10      /* pixels */
#define WIDE 900       /* from this width text is twice as large */
#define PANEL CLI_BACKGROUND
#define PANEL_INK UINT32_C(0x1D1B26)
#define HAND UINT32_C(0x1D1B26)

static const char *const help[] = {
    "SPACE        PAUSE",
    "N            PAUSE AND DO ONE STEP",
    "RIGHT        ONE STEP WHILE PAUSED",
    "R            LOAD AGAIN AND RESTART",
    "S            SLOW MOTION",
    "+, -, WHEEL  ZOOM",
    "ARROWS       MOVE THE CAMERA, AS DOES",
    "             A DRAG WITH THE RIGHT BUTTON",
    "LEFT BUTTON  PULL A BODY",
    "1            CONTACTS AND NORMALS",
    "2            BOXES OF THE TREE",
    "3            ISLANDS",
    "4            WHO SLEEPS",
    "5            CENTRES OF MASS",
    "6            HASH OF THE WORLD",
    "7            JOINTS",
    "H            THIS HELP",
    "Q, ESC       QUIT",
};
#define HELP_LINES ((int32_t)(sizeof help / sizeof help[0]))
#define HELP_COLUMNS 42

static int32_t text_scale(const cli_viewer *viewer) {
    return viewer->canvas.width >= WIDE ? 2 : 1;
}

/* Paper over most of what is below it. */
static void paint_panel(cli_canvas *canvas, int32_t left, int32_t top, int32_t width,
                        int32_t height) {
    for (int32_t y = top; y < top + height; y++) {
        for (int32_t x = left; x < left + width; x++) {
            cli_canvas_blend(canvas, x, y, PANEL, 192);
        }
    }
}

static void paint_help(cli_viewer *viewer) {
    const int32_t scale = text_scale(viewer), line = LINE_HEIGHT * scale;
    const int32_t width = HELP_COLUMNS * CLI_TEXT_ADVANCE * scale, height = HELP_LINES * line;
    const int32_t left = (viewer->canvas.width - width) / 2;
    const int32_t top = (viewer->canvas.height - height) / 2;
    paint_panel(&viewer->canvas, left - 2 * MARGIN, top - 2 * MARGIN, width + 4 * MARGIN,
                height + 4 * MARGIN);
    for (int32_t i = 0; i < HELP_LINES; i++) {
        cli_font_paint(&viewer->canvas, left, top + i * line, scale, help[i], PANEL_INK);
    }
}

/* Two lines: where the run is, and what the last step had to do. */
static void paint_status(cli_viewer *viewer) {
    const pawl_world *world = viewer->scene.world;
    const pawl_counters counters = pawl_world_get_counters(world);
    const uint64_t hundredths = (uint64_t)pawl_world_get_time(world) * 100 / PAWL_FX_ONE;
    const int32_t scale = text_scale(viewer);
    char where[160], work[160], cost[40] = "", hash[24] = "";
    if (viewer->step_microseconds >= 0) {
        snprintf(cost, sizeof cost, "  step %lld us", (long long)viewer->step_microseconds);
    }
    if (viewer->overlays[CLI_OVERLAY_HASH]) {
        snprintf(hash, sizeof hash, "  hash %08lx", (unsigned long)pawl_world_hash(world));
    }
    snprintf(where, sizeof where, "%.60s%stick %llu  %llu.%02llu s%s%s", viewer->scene.title,
             viewer->scene.title[0] == 0 ? "" : "  ",
             (unsigned long long)pawl_world_get_tick(world), (unsigned long long)(hundredths / 100),
             (unsigned long long)(hundredths % 100), viewer->slow ? "  slow" : "",
             viewer->paused ? "  paused" : "");
    snprintf(work, sizeof work, "bodies %lu  awake %lu  contacts %lu%s%s",
             (unsigned long)counters.bodies, (unsigned long)counters.awake,
             (unsigned long)counters.touching, cost, hash);
    const size_t columns = strlen(where) > strlen(work) ? strlen(where) : strlen(work);
    const int32_t line = LINE_HEIGHT * scale;
    paint_panel(&viewer->canvas, 0, 0, (int32_t)columns * CLI_TEXT_ADVANCE * scale + 2 * MARGIN,
                2 * line + 3 * MARGIN / 2);
    cli_font_paint(&viewer->canvas, MARGIN, MARGIN, scale, where, PANEL_INK);
    cli_font_paint(&viewer->canvas, MARGIN, MARGIN + line, scale, work, PANEL_INK);
}

static cli_show what_to_show(cli_viewer *viewer) {
    const bool *on = viewer->overlays;
    cli_show show = {PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT, CLI_COLOR_BODY, cli_viewer_pose, viewer};
    if (on[CLI_OVERLAY_CONTACTS]) show.layers |= PAWL_LAYER_CONTACTS | PAWL_LAYER_NORMALS;
    if (on[CLI_OVERLAY_BOXES]) show.layers |= PAWL_LAYER_BOXES;
    if (on[CLI_OVERLAY_ISLANDS]) show.layers |= PAWL_LAYER_ISLANDS;
    if (on[CLI_OVERLAY_JOINTS]) show.layers |= PAWL_LAYER_JOINTS;
    if (on[CLI_OVERLAY_CENTERS]) show.layers |= PAWL_LAYER_CENTERS;
    if (on[CLI_OVERLAY_ISLANDS]) show.coloring = CLI_COLOR_ISLAND;
    if (on[CLI_OVERLAY_SLEEP]) show.coloring = CLI_COLOR_SLEEP;
    return show;
}

void cli_viewer_paint(cli_viewer *viewer) {
    const cli_view view = cli_viewer_view(viewer);
    const cli_show show = what_to_show(viewer);
    const pawl_world *world = viewer->scene.world;
    cli_drawing_world_add(world, &view, &show, &viewer->drawing);
    if (pawl_body_is_valid(world, viewer->hand.body)) {
        const pawl_pose now = pawl_body_get_pose(world, viewer->hand.body);
        const pawl_pose pose = cli_viewer_pose(viewer, viewer->hand.body, now);
        const cli_paint paint = {HAND, HAND};
        cli_drawing_add_line(&view, pawl_pose_apply(pose, viewer->hand.grip), viewer->hand.target,
                             paint, &viewer->drawing);
    }
    cli_canvas_paint(&viewer->canvas, &viewer->drawing);
    paint_status(viewer);
    if (viewer->help) paint_help(viewer);
}
