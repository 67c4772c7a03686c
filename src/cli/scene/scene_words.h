/* scene_words.h - internal to the readers of maps and drawings: what names mean, in the languages
 * that people name things in. One list of words for all of them; each of its rows says what it is
 * as the name of a layer of Tiled, as that of a cell of LDtk, and as that of a thing. */
#ifndef CLI_SCENE_WORDS_H
#define CLI_SCENE_WORDS_H

#define CLI_SAID_MAX 32

/* What the name of a layer is for. */
typedef enum cli_word {
    CLI_WORD_NONE,
    CLI_WORD_OPEN,      /* one passes */
    CLI_WORD_COLLISION, /* nothing but what is solid */
    CLI_WORD_BUILT,     /* walls, platforms */
    CLI_WORD_FLOOR,     /* ground: solid from the side, walked on from above */
    CLI_WORD_FRONT,
    CLI_WORD_DECOR,
    CLI_WORD_PLAYER,
    CLI_WORD_GOAL,
    CLI_WORD_THING /* what a game does something with */
} cli_word;

/* What a cell or a thing is for; cli_scene_words_class has the class that maps of Tiled call it.
 */
typedef enum cli_role {
    CLI_MEANS_NONE,    /* nothing says so */
    CLI_MEANS_NOTHING, /* a name says that it stops nothing: air, background */
    CLI_MEANS_SOLID,
    CLI_MEANS_EARTH, /* solid seen from the side, a floor seen from above: grass, sand */
    CLI_MEANS_ONE_WAY,
    CLI_MEANS_HAZARD,
    CLI_MEANS_WATER,
    CLI_MEANS_LADDER,
    CLI_MEANS_DOOR,
    CLI_MEANS_AREA,
    CLI_MEANS_PLAYER,
    CLI_MEANS_SPAWN,
    CLI_MEANS_GOAL,
    CLI_MEANS_PLATFORM, /* kinematic */
    CLI_MEANS_CRATE,    /* dynamic */
    CLI_MEANS_ROLES
} cli_role;

/* The meaning of the name of a layer, an object or a class of Tiled, and the word that it is for:
 * the longest one that occurs in it. */
cli_word cli_scene_words_find(const char *name, char said[CLI_SAID_MAX]);

/* What a value of cells is by its name, and what a thing is: the words that it is made of, cut at
 * underscores, spaces, digits and where a capital follows a small letter. */
cli_role cli_scene_words_of_cells(const char *name);
cli_role cli_scene_words_of_thing(const char *name);

/* "solid", "water": for messages. */
const char *cli_scene_words_role_text(cli_role role);
/* The class that src/cli/tiled knows; null when there is none. */
const char *cli_scene_words_class(cli_role role);

#endif
