/* embedded.h - files of examples/new, which the program carries: embed.awk makes C of them. */
#ifndef CLI_EMBEDDED_H
#define CLI_EMBEDDED_H

typedef struct cli_embedded {
    const char *path;         /* such as "game/game.c" */
    const char *const *lines; /* with their ends; null behind the last */
} cli_embedded;

/* In the order of their paths; the path of the last is null. */
extern const cli_embedded cli_embedded_files[];

#endif
