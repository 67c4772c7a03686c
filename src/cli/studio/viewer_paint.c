/* viewer_paint.c - what the window shows: the world, its overlays and a few lines of text. */
#include <stdio.h>

#include "cli/draw/drawing_world.h"
#include "cli/studio/viewer.h"

#define LINE_HEIGHT 2 /* of the height of capitals */
#define MARGIN 10     /* pixels */
#define LETTERS_MIN 5
#define WIDE 900 /* from this width text is half as large again */
#define PANEL CLI_BACKGROUND
#define PANEL_INK UINT32_C(0x1D1B26)
#define HAND UINT32_C(0x1D1B26)
#define DIRECTIONS 48 /* of an outline */
#define HALO (6 * CLI_PIXEL)
#define DOT (5 * CLI_PIXEL / 2)
#define OUTLINE (5 * CLI_PIXEL / 2)

static const struct {
    const char *keys, *does;
} help[] = {
    {"Space", "pause"},
    {"N", "pause, and do one step"},
    {"Right, Left", "one step on or back while paused"},
    {"B, Z", "one step back; backwards"},
    {"Home, End", "to the first, or the last tick that is known"},
    {"R", "load again and restart"},
    {"S", "slow motion"},
    {"I", "inspector: all values of a body; click on one to select it"},
    {"/", "in the inspector: find a value by its name"},
    {"P", "sliders: gravity, contacts, the body"},
    {"Up, Down", "in these: another value or slider"},
    {"L, [, ]", "list of scenes; the one before, the next one"},
    {"+, -, wheel", "zoom"},
    {"Arrows", "move the camera, as the right button does"},
    {"Arrows, Shift", "of a character: run and climb, jump"},
    {"Left button", "pull a body; a click selects it"},
    {"1", "contacts and normals"},
    {"2", "boxes of the tree"},
    {"3", "islands"},
    {"4", "what sleeps"},
    {"5", "centers of mass"},
    {"6", "hash of the world"},
    {"7", "joints"},
    {"8", "what the stages of a step took"},
    {"9", "the timeline: click on it to go there"},
    {"H", "this help"},
    {"Esc, Q", "close the panel; quit"},
};
#define HELP_LINES ((int32_t)(sizeof help / sizeof help[0]))

/* Of capitals, in pixels. */
static int32_t text_height(const cli_viewer *viewer) {
    return viewer->canvas.width >= WIDE ? 12 : 8;
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

static int32_t help_line(int32_t letters) {
    return letters * 7 / 4;
}

/* Of both columns, and between them. */
static int32_t help_width(int32_t letters, int32_t *keys) {
    int32_t does = 0;
    *keys = 0;
    for (int32_t i = 0; i < HELP_LINES; i++) {
        *keys = pawl_max(*keys, cli_font_width(help[i].keys, letters));
        does = pawl_max(does, cli_font_width(help[i].does, letters));
    }
    *keys += LINE_HEIGHT * letters;
    return *keys + does;
}

/* As large as fits into the window. */
static void paint_help(cli_viewer *viewer) {
    int32_t letters = text_height(viewer), keys;
    while (letters > LETTERS_MIN && (help_width(letters, &keys) > viewer->canvas.width - MARGIN ||
                                     HELP_LINES * help_line(letters) > viewer->canvas.height))
        letters--;
    const int32_t line = help_line(letters), does = help_width(letters, &keys) - keys;
    const int32_t left = (viewer->canvas.width - keys - does) / 2;
    const int32_t top = (viewer->canvas.height - HELP_LINES * line) / 2;
    paint_panel(&viewer->canvas, left - 2 * MARGIN, top - 2 * MARGIN, keys + does + 4 * MARGIN,
                HELP_LINES * line + 4 * MARGIN);
    for (int32_t i = 0; i < HELP_LINES; i++) {
        const int32_t y = top + i * line;
        cli_font_paint(&viewer->canvas, left, y, letters, help[i].keys, PANEL_INK);
        cli_font_paint(&viewer->canvas, left + keys, y, letters, help[i].does, PANEL_INK);
    }
}

/* Of the world, or of the arcade, whose bodies never sleep. */
static void put_work(const cli_viewer *viewer, char *text, size_t size) {
    const cli_scene *const scene = viewer->scene;
    const pawl_counters counters = pawl_world_get_counters(scene->world);
    if (scene->arcade != NULL) {
        snprintf(text, size, "bodies %lu  contacts %lu",
                 (unsigned long)pawl_arcade_get_body_count(scene->arcade),
                 (unsigned long)pawl_arcade_get_contact_count(scene->arcade));
    } else {
        snprintf(text, size, "bodies %lu  awake %lu  contacts %lu", (unsigned long)counters.bodies,
                 (unsigned long)counters.awake, (unsigned long)counters.touching);
    }
}

static uint32_t hash_of(const cli_scene *scene) {
    return scene->arcade != NULL ? pawl_arcade_hash(scene->arcade) : pawl_world_hash(scene->world);
}

/* Two lines: where the run is, and what the last step had to do. */
static void paint_status(cli_viewer *viewer) {
    const pawl_world_def *const def = &viewer->scene->def;
    const uint64_t tick = viewer->studio->tick;
    const uint64_t hundredths = tick * 100 * def->rate_denominator / def->rate_numerator;
    const int32_t letters = text_height(viewer), line = LINE_HEIGHT * letters;
    char where[160], work[160], count[80], cost[40] = "", hash[24] = "", speed[16] = "";
    if (viewer->step_microseconds >= 0) {
        snprintf(cost, sizeof cost, "  step %lld us", (long long)viewer->step_microseconds);
    }
    if (viewer->speed == 1) {
        snprintf(speed, sizeof speed, "  slow");
    } else if (viewer->speed != CLI_SPEED_PLAIN) {
        snprintf(speed, sizeof speed, viewer->speed > CLI_SPEED_PLAIN ? "  %u times" : "  1/%u",
                 viewer->speed > CLI_SPEED_PLAIN ? viewer->speed / CLI_SPEED_PLAIN
                                                 : CLI_SPEED_PLAIN / viewer->speed);
    }
    if (viewer->overlays[CLI_OVERLAY_HASH]) {
        snprintf(hash, sizeof hash, "  hash %08lx", (unsigned long)hash_of(viewer->scene));
    }
    snprintf(where, sizeof where, "%.60s%stick %llu  %llu.%02llu s%s%s", viewer->scene->title,
             viewer->scene->title[0] == 0 ? "" : "  ", (unsigned long long)tick,
             (unsigned long long)(hundredths / 100), (unsigned long long)(hundredths % 100), speed,
             viewer->paused ? "  paused" : "");
    put_work(viewer, count, sizeof count);
    snprintf(work, sizeof work, "%s%s%s", count, cost, hash);
    const int32_t width = pawl_max(cli_font_width(where, letters), cli_font_width(work, letters));
    paint_panel(&viewer->canvas, 0, 0, width + 2 * MARGIN, 2 * line + 3 * MARGIN / 2);
    cli_font_paint(&viewer->canvas, MARGIN, MARGIN, letters, where, PANEL_INK);
    cli_font_paint(&viewer->canvas, MARGIN, MARGIN + line, letters, work, PANEL_INK);
}

/* Where the next line goes. */
typedef struct stage_lines {
    cli_viewer *viewer;
    int32_t y;
} stage_lines;

static void paint_stage(void *context, pawl_stage stage, uint64_t ticks, uint64_t sum) {
    stage_lines *const lines = context;
    const int32_t letters = text_height(lines->viewer);
    const unsigned share = cli_profile_share(ticks, sum);
    char text[64];
    if (ticks == 0) return;
    snprintf(text, sizeof text, "%s  %llu.%01llu us  %u.%u %%", pawl_stage_text(stage),
             (unsigned long long)(ticks / 1000), (unsigned long long)(ticks % 1000 / 100),
             share / 10, share % 10);
    paint_panel(&lines->viewer->canvas, 0, lines->y, cli_font_width(text, letters) + 2 * MARGIN,
                LINE_HEIGHT * letters);
    cli_font_paint(&lines->viewer->canvas, MARGIN, lines->y, letters, text, PANEL_INK);
    lines->y += LINE_HEIGHT * letters;
}

/* Of the last step, below the status; nothing where steps are not measured. */
static void paint_stages(cli_viewer *viewer) {
    const int32_t line = LINE_HEIGHT * text_height(viewer);
    stage_lines lines = {viewer, 2 * line + 3 * MARGIN / 2};
    const pawl_draw_hooks hooks = {.layers = PAWL_LAYER_STAGES,
                                   .context = &lines,
                                   .stage = paint_stage,
                                   .stage_ticks = viewer->profile.last};
    (void)pawl_world_draw(viewer->scene->world, &hooks);
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

/* From where the hand holds a body to where it is. */
static void add_hand(cli_viewer *viewer, const cli_view *view, cli_drawing *drawing) {
    const cli_studio_hand *const hand = &viewer->studio->hand;
    const pawl_world *const world = viewer->scene->world;
    if (!pawl_body_is_valid(world, hand->body)) return;
    const pawl_pose now = pawl_body_get_pose(world, hand->body);
    const cli_paint paint = {HAND, HAND};
    cli_drawing_add_line(view,
                         pawl_pose_apply(cli_viewer_pose(viewer, hand->body, now), hand->grip),
                         hand->target, paint, drawing);
}

/* ---- the outline of what is selected ---- */

/* The point of a shape that lies farthest in a direction. */
static pawl_vec2 farthest(const pawl_convex *shape, pawl_pose pose, pawl_angle angle) {
    const pawl_vec2 way = {pawl_cos(angle), pawl_sin(angle)};
    pawl_vec2 best = {0, 0};
    int64_t most = INT64_MIN;
    for (int32_t i = 0; i < (int32_t)shape->count; i++) {
        const pawl_vec2 point = pawl_pose_apply(pose, shape->vertices[i]);
        const int64_t along = ((int64_t)point.x * way.x + (int64_t)point.y * way.y) / 2;
        if (along <= most) continue;
        most = along;
        best = point;
    }
    const pawl_vec2 reach = {pawl_mul(way.x, shape->radius), pawl_mul(way.y, shape->radius)};
    return pawl_vec2_add(best, reach);
}

/* Light below dark: it is seen on all colors. */
static void add_outline(const pawl_convex *shape, pawl_pose pose, const cli_view *view,
                        cli_drawing *drawing) {
    const cli_paint light = {CLI_PANEL_PAPER, CLI_PANEL_PAPER};
    const cli_paint dark = {CLI_PANEL_INK, CLI_PANEL_INK};
    pawl_vec2 points[DIRECTIONS];
    for (uint32_t i = 0; i < DIRECTIONS; i++)
        points[i] = farthest(shape, pose, i * (UINT32_MAX / DIRECTIONS));
    cli_drawing_add_loop(points, DIRECTIONS, HALO, view, light, drawing);
    cli_drawing_add_loop(points, DIRECTIONS, OUTLINE, view, dark, drawing);
}

/* Its points. */
static void add_soft(const cli_viewer *viewer, const cli_view *view, cli_drawing *drawing) {
    const pawl_world *const world = viewer->scene->world;
    const pawl_soft_id soft = cli_viewer_side_soft(viewer);
    const cli_paint paint = {CLI_PANEL_INK, CLI_PANEL_INK};
    const uint32_t count = soft.index1 == 0 ? 0 : pawl_soft_get_point_count(world, soft);
    for (uint32_t i = 0; i < count; i++) {
        pawl_soft_point point;
        if (pawl_soft_get_point(world, soft, i, &point) == PAWL_OK)
            cli_drawing_add_convex(view, &point.position, 1, DOT, paint, drawing);
    }
}

static void add_selection(cli_viewer *viewer, const cli_view *view, cli_drawing *drawing) {
    const pawl_world *const world = viewer->scene->world;
    const pawl_body_id body = cli_viewer_side_body(viewer);
    pawl_shape_id shape = {0, 0};
    add_soft(viewer, view, drawing);
    if (body.index1 == 0) return;
    const pawl_pose pose = cli_viewer_pose(viewer, body, pawl_body_get_pose(world, body));
    while ((shape = pawl_body_next_shape(world, body, shape)).index1 != 0) {
        pawl_convex convex;
        if (pawl_shape_get_convex(world, shape, &convex) == PAWL_OK)
            add_outline(&convex, pose, view, drawing);
    }
}

void cli_viewer_paint(cli_viewer *viewer) {
    const cli_view view = cli_viewer_view(viewer);
    const cli_show show = what_to_show(viewer);
    (void)cli_studio_draw(viewer->studio, &view, &show, true, &viewer->drawing);
    add_hand(viewer, &view, &viewer->drawing);
    if (viewer->side != CLI_SIDE_NONE) add_selection(viewer, &view, &viewer->drawing);
    cli_canvas_paint(&viewer->canvas, &viewer->drawing);
    paint_status(viewer);
    if (viewer->overlays[CLI_OVERLAY_STAGES]) paint_stages(viewer);
    if (viewer->overlays[CLI_OVERLAY_TIMELINE]) cli_viewer_time_paint(viewer);
    if (viewer->side == CLI_SIDE_INSPECTOR) cli_inspector_paint(viewer);
    if (viewer->side == CLI_SIDE_SLIDERS) cli_sliders_paint(viewer);
    if (viewer->help) paint_help(viewer);
}
