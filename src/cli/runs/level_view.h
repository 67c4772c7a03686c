/* level_view.h - what `pawl render` shows of a level: made step by step, then drawn. */
#ifndef PAWLI_CLI_LEVEL_VIEW_H
#define PAWLI_CLI_LEVEL_VIEW_H

#include "cli/draw/drawing_level.h"
#include "cli/runs/player.h"

/* A step that met a wall which the one before did not meet. */
typedef struct pawli_meeting {
    pawl_vec2 place;
    pawl_step_report report;
} pawli_meeting;

/* A path, and where it was to lead. */
typedef struct pawli_found_path {
    const char *name;
    pawl_path path;
} pawli_found_path;

typedef struct pawli_level_view {
    const char *path;
    bool has_scene; /* else a baked level, and all of the scene is empty */
    pawli_scene loaded;
    pawli_script script;
    const pawli_scene_level *scene;
    pawli_level_block own, drawn;   /* of a baked level or a scene without spawn; as drawn */
    const pawli_level_block *block; /* own, or the player's */
    pawli_player player;
    pawl_gates gates;
    uint32_t show; /* PAWLI_SHOW_... */
    pawli_view view;
    pawli_drawing drawing;
    pawl_vec2 *trail; /* places: where the player started, and after each step */
    uint64_t trail_count;
    pawli_meeting *meetings;
    uint32_t meeting_count;
    pawli_found_path *paths;
    uint32_t path_count;
} pawli_level_view;

/* Load and build; the script may be null. Returns an exit code; errors have been told. */
int pawli_level_view_open(const char *path, const char *script, pawli_level_view *job);
void pawli_level_view_close(pawli_level_view *job);

/* Walk so many steps; nothing when there are none, or no player. False after an error, which has
 * been told. */
bool pawli_level_view_walk(pawli_level_view *job, uint64_t ticks);

/* Find the path to a goal; false after an error, which has been told. */
bool pawli_level_view_path(pawli_level_view *job, pawl_vec2 from, const pawli_level_goal *goal);

/* Print what the level is, where the walk led, and what the paths are. */
void pawli_level_view_tell(const pawli_level_view *job);

/* All marks, in a picture of that width. */
void pawli_level_view_draw(pawli_level_view *job, int32_t width);

#endif
