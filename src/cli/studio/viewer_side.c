/* viewer_side.c - the panel at the right of the picture, and what is selected. */
#include "cli/studio/viewer.h"

#include <string.h>

#define DIRECTIONS 48 /* of an outline */
#define HALO (6 * CLI_PIXEL)
#define OUTLINE (5 * CLI_PIXEL / 2)

/* ---- the panel ---- */

cli_panel_box cli_viewer_panel(const cli_viewer *viewer) {
    const int32_t below = viewer->overlays[CLI_OVERLAY_TIMELINE] ? CLI_VIEWER_TIME_HEIGHT : 0;
    return cli_panel_right(viewer->canvas.width, pawl_max(viewer->canvas.height - below, 1));
}

int32_t cli_viewer_width(const cli_viewer *viewer) {
    const int32_t width = viewer->canvas.width;
    if (viewer->side == CLI_SIDE_NONE) return width;
    const int32_t panel = cli_viewer_panel(viewer).width;
    return 2 * panel <= width ? width - panel : width;
}

void cli_viewer_paint_panel(cli_viewer *viewer, const char *title, const char *hint) {
    cli_canvas *const canvas = &viewer->canvas;
    const cli_panel_box panel = cli_viewer_panel(viewer);
    const int32_t letters = cli_panel_letters(canvas->width), margin = cli_panel_margin(letters);
    const cli_panel_box edge = {panel.left, panel.top, 1, panel.height};
    const int32_t inner = panel.width - 2 * margin;
    const int32_t used = pawl_min(cli_font_width(title, letters) + margin, inner);
    const cli_panel_box left = {panel.left + margin, panel.top + margin, inner, letters};
    const cli_panel_box right = {left.left + used, left.top, inner - used, letters};
    cli_panel_fill(canvas, panel, CLI_PANEL_PAPER, 256);
    cli_panel_fill(canvas, edge, CLI_PANEL_RULE, 256);
    cli_panel_text(canvas, left, CLI_PANEL_LEFT, letters, title, CLI_PANEL_INK);
    cli_panel_text(canvas, right, CLI_PANEL_RIGHT, letters, hint, CLI_PANEL_SOFT);
}

/* ---- what is selected ---- */

static pawl_body_id body_in(const pawl_world *world, uint16_t slot) {
    pawl_body_id body = {0, 0};
    do
        body = pawl_world_next_body(world, body);
    while (body.index1 != 0 && body.index1 - 1 != slot);
    return body;
}

static pawl_body_id body_of_character(const pawl_world *world, uint16_t slot) {
    pawl_character_id character = {0, 0};
    do
        character = pawl_world_next_character(world, character);
    while (character.index1 != 0 && character.index1 - 1 != slot);
    return pawl_character_get_body(world, character);
}

void cli_viewer_select(cli_viewer *viewer, pawl_branch branch, uint16_t slot) {
    const pawl_world *const world = viewer->scene->world;
    pawl_body_id body = {0, 0};
    if (branch == PAWL_BRANCH_CHARACTERS) body = body_of_character(world, slot);
    if (branch == PAWL_BRANCH_BODIES) body = body_in(world, slot);
    const cli_selection soft = {branch, slot, 0};
    const cli_selection found = {PAWL_BRANCH_BODIES, (uint16_t)(body.index1 - 1u), body.generation};
    const cli_selection all = {PAWL_BRANCH_WORLD, 0, 0};
    viewer->selection = branch == PAWL_BRANCH_SOFT ? soft : body.index1 != 0 ? found : all;
    viewer->inspector.first = 0;
}

pawl_body_id cli_viewer_selected_body(const cli_viewer *viewer) {
    const pawl_body_id body = {(uint16_t)(viewer->selection.slot + 1u),
                               viewer->selection.generation};
    const pawl_body_id none = {0, 0};
    return viewer->selection.branch == PAWL_BRANCH_BODIES &&
                   pawl_body_is_valid(viewer->scene->world, body)
               ? body
               : none;
}

bool cli_viewer_selection_is_there(const cli_viewer *viewer) {
    return viewer->selection.branch != PAWL_BRANCH_BODIES ||
           cli_viewer_selected_body(viewer).index1 != 0;
}

/* ---- its outline ---- */

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

void cli_viewer_add_selection(cli_viewer *viewer, const cli_view *view, cli_drawing *drawing) {
    const pawl_world *const world = viewer->scene->world;
    const pawl_body_id body = cli_viewer_selected_body(viewer);
    pawl_shape_id shape = {0, 0};
    if (body.index1 == 0) return;
    const pawl_pose pose = cli_viewer_pose(viewer, body, pawl_body_get_pose(world, body));
    while ((shape = pawl_body_next_shape(world, body, shape)).index1 != 0) {
        pawl_convex convex;
        if (pawl_shape_get_convex(world, shape, &convex) == PAWL_OK)
            add_outline(&convex, pose, view, drawing);
    }
}
