/* player.h - the player of a scene's level: it walks beside the world, a step for each step of it.
 * Neither feels the other; the player falls by the world's gravity. */
#ifndef PAWLI_CLI_PLAYER_H
#define PAWLI_CLI_PLAYER_H

#include "cli/draw/drawing_level.h"
#include "cli/script/script.h"

typedef struct pawli_player {
    const char *path; /* of the scene; null: there is no player, and all calls do nothing */
    const pawli_scene_level *scene;
    pawli_level_block block, drawn; /* inflated; as drawn, for pictures */
    uint32_t rate_numerator, rate_denominator;
    pawl_walker walker;
    pawl_gates gates;        /* of the last step */
    pawl_step_report report; /* of the last step */
    uint32_t places;         /* XXH32 of position and triangle after each step */
    uint64_t contacts;       /* of all steps */
} pawli_player;

/* Build the level of a scene, where it has one with a spawn, and put the player there, or at the
 * nearest free place. False after an error, which has been told. */
bool pawli_player_start(const char *path, const pawli_scene *scene, pawli_player *player);
void pawli_player_free(pawli_player *player);

/* One step as the script wants it. False after an error, which has been told. */
bool pawli_player_step(pawli_player *player, const pawl_world *world, pawli_script_player *wish);

/* The level's walls below all marks, and the player above; nothing without one. */
void pawli_player_draw(const pawli_player *player, const pawli_view *view, pawli_drawing *drawing);

#define PAWLI_PLAYER_TEXT_MAX 160

/* "player=1.5,2.25 ground=ground contacts=12 places=0123abcd" or members of JSON. */
void pawli_player_text(const pawli_player *player, bool is_json, char text[PAWLI_PLAYER_TEXT_MAX]);

#endif
