/* tiled_guess.h - internal to the reader of Tiled maps: what is solid where nothing says so.
 *
 *   tiled_survey.c what there is: how full layers are, which tiles are marked, where players stand
 *   tiled_guess.c  what that means for each layer, docs/tiled.md
 *   tiled_choice.c what the command line and a file of roles say instead */
#ifndef CLI_TILED_GUESS_H
#define CLI_TILED_GUESS_H

#include "cli/scene/scene_words.h"
#include "cli/tiled/tiled_import.h"

/* What there is in a layer. */
typedef struct cli_tiled_seen {
    cli_tiled_layer *layer;
    cli_word word;
    char said[CLI_SAID_MAX];
    const char *from;                /* "name", "class", "group" or "property": what has the word */
    cli_tiled_property *property;    /* that one */
    uint32_t cells;                  /* that are not empty */
    uint32_t shaped, marked, opened; /* of those: with collision shapes; said to be solid, or not */
    uint32_t *marked_gids, marked_gid_count;
    uint32_t *opened_gids, opened_gid_count;
    uint32_t common_gid, common; /* the tile that is there most often */
    uint32_t stood, inside;      /* players above what is there, and in it */
    uint32_t *inside_gids;       /* room for all players */
    uint32_t outlines, nameless; /* objects with an outline; of those without name and class */
    uint32_t solids;             /* objects that are solid by guess */
    bool is_said;                /* has a role */
} cli_tiled_seen;

typedef struct cli_tiled_survey {
    cli_tiled_import *import;
    cli_tiled_seen *layers;
    uint32_t count;
    uint64_t area;            /* cells of the rectangle around all that is not empty */
    cli_tiled_object *player; /* the first one that is named so */
    const cli_tiled_layer *player_layer;
    bool is_said; /* the map says itself of something that it is solid */
} cli_tiled_survey;

void cli_tiled_survey_make(cli_tiled_import *import, cli_tiled_survey *all);
/* Whether a layer has nearly no empty cells; whether it moves otherwise than the map. */
bool cli_tiled_survey_is_full(const cli_tiled_survey *all, const cli_tiled_seen *one);
bool cli_tiled_survey_is_far(const cli_tiled_layer *layer);

/* Chooses what the command line says; true when that leaves nothing to guess. */
bool cli_tiled_choice_take(cli_tiled_import *import);

#endif
