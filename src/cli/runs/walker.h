/* walker.h - the walker of a scene's level: it walks beside the world, a step for each step of it.
 * Neither feels the other; the walker falls by the world's gravity. Files
 * and output call it the player. */
#ifndef CLI_WALKER_H
#define CLI_WALKER_H

#include "cli/draw/drawing_level.h"
#include "cli/script/script.h"

typedef struct cli_walker {
    const char *path; /* of the scene; null: there is no walker, and all calls do nothing */
    const cli_scene_level *scene;
    cli_level_block block, drawn; /* inflated; as drawn, for pictures */
    uint32_t rate_numerator, rate_denominator;
    pawl_walker state;
    pawl_gates gates;        /* of the last step */
    pawl_step_report report; /* of the last step */
    uint32_t places;         /* XXH32 of position and triangle after each step */
    uint64_t contacts;       /* of all steps */
} cli_walker;

/* Build the level of a scene, where it has one with a spawn, and put the walker there, or at the
 * nearest free place. False after an error, which has been reported. */
bool cli_walker_start(const char *path, const cli_scene *scene, cli_walker *walker);
void cli_walker_free(cli_walker *walker);

/* One step as the script wants it. False after an error, which has been reported. */
bool cli_walker_step(cli_walker *walker, const pawl_world *world, cli_script_walker *request);

/* The level's walls below all marks, and the walker above; nothing without one. */
void cli_walker_draw(const cli_walker *walker, const cli_view *view, cli_drawing *drawing);

#define CLI_WALKER_TEXT_MAX 160

/* "player=1.5,2.25 ground=ground contacts=12 places=0123abcd" or members of JSON. */
void cli_walker_text(const cli_walker *walker, bool is_json, char text[CLI_WALKER_TEXT_MAX]);

#endif
