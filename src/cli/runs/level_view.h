/* level_view.h - what `pawl render` shows of a level: made step by step, then drawn. */
#ifndef CLI_LEVEL_VIEW_H
#define CLI_LEVEL_VIEW_H

#include "cli/draw/drawing_level.h"
#include "cli/runs/walker.h"

/* A step that met a wall which the one before did not meet. */
typedef struct cli_level_meeting {
    pawl_vec2 place;
    pawl_step_report report;
} cli_level_meeting;

/* A path, and where it was to lead. */
typedef struct cli_level_route {
    const char *name;
    pawl_path path;
} cli_level_route;

typedef struct cli_level_view {
    const char *path;
    bool has_scene; /* else a baked level, and all of the scene is empty */
    cli_scene loaded;
    cli_script script;
    const cli_scene_level *scene;
    cli_level_block own, drawn;   /* of a baked level or a scene without spawn; as drawn */
    const cli_level_block *block; /* own, or the walker's */
    cli_walker walker;
    pawl_gates gates;
    uint32_t show; /* CLI_SHOW_... */
    cli_view view;
    cli_drawing drawing;
    pawl_vec2 *trail; /* places: where the walker started, and after each step */
    uint64_t trail_count;
    cli_level_meeting *meetings;
    uint32_t meeting_count;
    cli_level_route *paths;
    uint32_t path_count;
} cli_level_view;

/* Load and build; the script may be null. Returns an exit code; errors have been reported. */
int cli_level_view_open(const char *path, const char *script, const cli_map_options *map,
                        cli_level_view *job);
void cli_level_view_close(cli_level_view *job);

/* Walk so many steps; nothing when there are none, or no walker. False after an error, which has
 * been reported. */
bool cli_level_view_walk(cli_level_view *job, uint64_t ticks);

/* Find the path to a goal; false after an error, which has been reported. */
bool cli_level_view_path(cli_level_view *job, pawl_vec2 from, const cli_level_goal *goal);

/* Print what the level is, where the walk led, and what the paths are. */
void cli_level_view_print(const cli_level_view *job);

/* All marks, in a picture of that width. */
void cli_level_view_draw(cli_level_view *job, int32_t width);

#endif
