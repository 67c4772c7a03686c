/* limits.h - what a file may ask of this program: limits with names, which --limit NAME=N raises.
 *
 * Each is far above what people make, and low enough that a file is refused within a second. */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum cli_limit {
    CLI_LIMIT_FILE = 0, /* MiB of a scene, a map or what it refers to */
    CLI_LIMIT_MEMORY,   /* MiB to read it in */
    CLI_LIMIT_TILES,    /* tiles of a map that are not empty, in all layers */
    CLI_LIMIT_EDGES,    /* pieces that the edges of walls are cut into where they cross */
    CLI_LIMIT_PAIRS,    /* pairs of shapes of moving bodies whose boxes overlap at the start */
    CLI_LIMIT_COUNT
} cli_limit;

uint64_t cli_limits_get(cli_limit limit);
const char *cli_limits_name(cli_limit limit);
/* "tiles of a map, ...", for the help. */
const char *cli_limits_text(cli_limit limit);

/* "NAME=N", the value of --limit. False after an error, which has been reported as of a command. */
bool cli_limits_set(const char *command, const char *text);

/* What to do about it: "(limit tiles; --limit tiles=N raises it)". */
#define CLI_LIMITS_HINT_MAX 64
const char *cli_limits_hint(cli_limit limit, char text[CLI_LIMITS_HINT_MAX]);

/* Whether a map may refer to files outside of its folder: --allow-outside. */
bool cli_limits_is_outside_allowed(void);
void cli_limits_allow_outside(void);

#endif
