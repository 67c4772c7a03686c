/* film_file.h - films of runs, written to files. */
#ifndef CLI_FILM_FILE_H
#define CLI_FILM_FILE_H

#include <stdio.h>

#include "cli/scene/scene_load.h"
#include "pawl/film.h"

/* Starts as {0}: no film. */
typedef struct cli_film_file {
    const char *path;
    FILE *file;
    void *memory; /* of the recorder */
    pawl_film_recorder *recorder;
} cli_film_file;

/* False after an error, which has been reported; cli_film_file_close is due all the same. */
bool cli_film_file_create(cli_film_file *film, const char *path, const cli_scene *scene);
/* The picture of a tick. */
bool cli_film_file_add(cli_film_file *film, const cli_scene *scene, uint64_t tick);
/* `good`: nothing has failed so far; else the file is taken away. False after an error, reported or
 * not. */
bool cli_film_file_close(cli_film_file *film, bool good);

#endif
