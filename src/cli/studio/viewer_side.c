/* viewer_side.c - the panel at the right of the picture, and what is selected. */
#include "cli/studio/viewer.h"

/* ---- the panel ---- */

cli_panel_box cli_viewer_side_panel(const cli_viewer *viewer) {
    const int32_t below = viewer->overlays[CLI_OVERLAY_TIMELINE] ? CLI_VIEWER_TIME_HEIGHT : 0;
    return cli_panel_right(viewer->canvas.width, pawl_max(viewer->canvas.height - below, 1));
}

int32_t cli_viewer_side_picture_width(const cli_viewer *viewer) {
    const int32_t width = viewer->canvas.width;
    if (viewer->side == CLI_SIDE_NONE) return width;
    const int32_t panel = cli_viewer_side_panel(viewer).width;
    return 2 * panel <= width ? width - panel : width;
}

void cli_viewer_side_paint(cli_viewer *viewer, const char *title, const char *hint) {
    cli_canvas *const canvas = &viewer->canvas;
    const cli_panel_box panel = cli_viewer_side_panel(viewer);
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

void cli_viewer_side_select(cli_viewer *viewer, pawl_branch branch, uint16_t slot) {
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

pawl_body_id cli_viewer_side_body(const cli_viewer *viewer) {
    const pawl_body_id body = {(uint16_t)(viewer->selection.slot + 1u),
                               viewer->selection.generation};
    const pawl_body_id none = {0, 0};
    return viewer->selection.branch == PAWL_BRANCH_BODIES &&
                   pawl_body_is_valid(viewer->scene->world, body)
               ? body
               : none;
}

pawl_soft_id cli_viewer_side_soft(const cli_viewer *viewer) {
    const pawl_world *const world = viewer->scene->world;
    pawl_soft_id soft = {0, 0};
    if (viewer->selection.branch != PAWL_BRANCH_SOFT) return soft;
    do
        soft = pawl_world_next_soft(world, soft);
    while (soft.index1 != 0 && soft.index1 - 1 != viewer->selection.slot);
    return soft;
}

bool cli_viewer_side_has_selection(const cli_viewer *viewer) {
    return viewer->selection.branch != PAWL_BRANCH_BODIES ||
           cli_viewer_side_body(viewer).index1 != 0;
}
